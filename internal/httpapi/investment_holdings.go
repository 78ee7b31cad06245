package httpapi

import (
	"context"

	"bourse/internal/investment"
	"bourse/internal/oas"
)

// UpdateConnection implements PATCH /investment/connections/{connectionId}.
func (a *API) UpdateConnection(ctx context.Context, req *oas.UpdateConnectionRequest, params oas.UpdateConnectionParams) (oas.UpdateConnectionRes, error) {
	return connectionEnvelope(a.Investment.SetTrading(ctx, caller(ctx), params.ConnectionId, req.Trading))
}

// GetConnectionHoldings implements GET /investment/connections/{connectionId}/holdings.
func (a *API) GetConnectionHoldings(ctx context.Context, params oas.GetConnectionHoldingsParams) (oas.GetConnectionHoldingsRes, error) {
	holdings, err := a.Investment.Holdings(ctx, caller(ctx), params.ConnectionId)
	if err != nil {
		return nil, err
	}
	return &oas.ConnectionHoldingsEnvelope{Success: true, Data: oas.ConnectionHoldings{
		Holdings: mapped(holdings.Balances, connectionHolding), Positions: mapped(holdings.Positions, connectionPosition),
		TotalValueUsd: holdings.TotalValue, SyncedAt: optTime(holdings.SyncedAt.UTC()),
	}}, nil
}

func connectionHolding(b investment.Balance) oas.ConnectionHolding {
	return oas.ConnectionHolding{
		Asset: b.Asset, Free: b.Free, Locked: b.Locked, Quantity: b.Quantity(), PriceUsd: b.Price, ValueUsd: b.Value(),
	}
}

func connectionPosition(p investment.OpenPosition) oas.ConnectionPosition {
	side := oas.ConnectionPositionSideBuy
	if p.IsShort {
		side = oas.ConnectionPositionSideSell
	}
	return oas.ConnectionPosition{
		Symbol: p.Symbol, Side: side, Quantity: p.Quantity, EntryPrice: p.EntryPrice, CurrentPrice: p.CurrentPrice, UnrealizedPnl: p.Unrealized,
	}
}
