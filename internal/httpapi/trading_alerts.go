package httpapi

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/oas"
	"bourse/internal/trading/alerts"
)

// GetWatchlist implements GET /trading/watchlist.
func (a *API) GetWatchlist(ctx context.Context) (oas.GetWatchlistRes, error) {
	symbols, err := a.Alerts.Watchlist(ctx, caller(ctx))
	if err != nil {
		return nil, err
	}
	return a.watchlist(symbols), nil
}

// ReplaceWatchlist implements PUT /trading/watchlist.
func (a *API) ReplaceWatchlist(ctx context.Context, req *oas.WatchlistRequest) (oas.ReplaceWatchlistRes, error) {
	symbols, err := a.Alerts.SetWatchlist(ctx, caller(ctx), req.Symbols)
	if err != nil {
		return nil, err
	}
	return a.watchlist(symbols), nil
}

func (a *API) watchlist(symbols []string) *oas.WatchlistEnvelope {
	return &oas.WatchlistEnvelope{Success: true, Data: oas.Watchlist{Symbols: symbols, Quotes: a.lastQuotes(symbols)}}
}

// ListAlerts implements GET /trading/alerts.
func (a *API) ListAlerts(ctx context.Context, params oas.ListAlertsParams) (oas.ListAlertsRes, error) {
	filter := alerts.AlertFilter{Status: alerts.AlertStatus(params.Status.Value), Symbol: params.Symbol.Value}
	cursor := database.Cursor{Before: params.Before.Value, Limit: params.Limit.Value}
	found, err := a.Alerts.Alerts(ctx, caller(ctx), filter, cursor)
	if err != nil {
		return nil, err
	}
	return &oas.AlertListEnvelope{
		Success: true, Data: mapped(found, priceAlert),
		Meta: cursorMeta(cursor.Limit, found, func(alert *alerts.Alert) uuid.UUID { return alert.ID }),
	}, nil
}

// CreateAlert implements POST /trading/alerts.
func (a *API) CreateAlert(ctx context.Context, req *oas.CreateAlertRequest) (oas.CreateAlertRes, error) {
	alert, err := a.Alerts.CreateAlert(ctx, caller(ctx), alerts.NewAlert{
		Symbol: req.Symbol, Kind: alerts.AlertKind(req.Kind), Price: decimal(req.Price), Percent: decimal(req.Percent), Note: req.Note.Value,
	})
	if err != nil {
		return nil, err
	}
	return &oas.AlertEnvelope{Success: true, Data: priceAlert(alert)}, nil
}

// GetAlert implements GET /trading/alerts/{alertId}.
func (a *API) GetAlert(ctx context.Context, params oas.GetAlertParams) (oas.GetAlertRes, error) {
	alert, err := a.Alerts.Alert(ctx, caller(ctx), params.AlertId)
	if err != nil {
		return nil, err
	}
	return &oas.AlertEnvelope{Success: true, Data: priceAlert(alert)}, nil
}

// CancelAlert implements DELETE /trading/alerts/{alertId}.
func (a *API) CancelAlert(ctx context.Context, params oas.CancelAlertParams) (oas.CancelAlertRes, error) {
	alert, err := a.Alerts.CancelAlert(ctx, caller(ctx), params.AlertId)
	if err != nil {
		return nil, err
	}
	return &oas.AlertEnvelope{Success: true, Data: priceAlert(alert)}, nil
}

func priceAlert(alert *alerts.Alert) oas.PriceAlert {
	return oas.PriceAlert{
		ID: alert.ID, Symbol: alert.Symbol, Kind: oas.AlertKind(alert.Kind), Price: alert.Price, Percent: alert.Percent,
		ReferencePrice: alert.ReferencePrice, Note: alert.Note, Status: oas.AlertStatus(alert.Status), FiredPrice: alert.FiredPrice,
		FiredAt: optTime(alert.FiredAt().UTC()), CreatedAt: alert.CreatedAt.UTC(),
	}
}

// GetNotifications implements GET /trading/notifications.
func (a *API) GetNotifications(ctx context.Context) (oas.GetNotificationsRes, error) {
	choice, err := a.Alerts.Choice(ctx, caller(ctx))
	if err != nil {
		return nil, err
	}
	return notifications(choice), nil
}

// UpdateNotifications implements PATCH /trading/notifications.
func (a *API) UpdateNotifications(ctx context.Context, req *oas.UpdateNotificationsRequest) (oas.UpdateNotificationsRes, error) {
	choice, err := a.Alerts.Choose(ctx, caller(ctx), map[alerts.Kind]alerts.ChannelsChange{
		alerts.OrderFilled: channelsChange(req.OrderFilled), alerts.PositionStopped: channelsChange(req.PositionStopped),
		alerts.CopyStopped: channelsChange(req.CopyStopped), alerts.AlertFired: channelsChange(req.AlertFired),
	})
	if err != nil {
		return nil, err
	}
	return notifications(choice), nil
}

func channelsChange(given oas.OptNoticeChannelsRequest) alerts.ChannelsChange {
	return alerts.ChannelsChange{Mail: flag(given.Value.Mail), Stream: flag(given.Value.Stream), Webhook: flag(given.Value.Webhook)}
}

// flag converts an optional boolean.
func flag(given oas.OptBool) *bool {
	if value, ok := given.Get(); ok {
		return &value
	}
	return nil
}

func notifications(choice alerts.Choice) *oas.NotificationsEnvelope {
	of := func(kind alerts.Kind) oas.NoticeChannels { return oas.NoticeChannels(choice[kind]) }
	return &oas.NotificationsEnvelope{Success: true, Data: oas.Notifications{
		OrderFilled: of(alerts.OrderFilled), PositionStopped: of(alerts.PositionStopped), CopyStopped: of(alerts.CopyStopped), AlertFired: of(alerts.AlertFired),
	}}
}

// ListNotices implements GET /trading/notices.
func (a *API) ListNotices(ctx context.Context, params oas.ListNoticesParams) (oas.ListNoticesRes, error) {
	cursor := database.Cursor{Before: params.Before.Value, Limit: params.Limit.Value}
	found, err := a.Alerts.Notices(ctx, caller(ctx), cursor)
	if err != nil {
		return nil, err
	}
	return &oas.NoticeListEnvelope{
		Success: true, Meta: cursorMeta(cursor.Limit, found, func(n *alerts.Notice) uuid.UUID { return n.ID }),
		Data: mapped(found, func(n *alerts.Notice) oas.Notice {
			return oas.Notice{
				ID: n.ID, Kind: oas.NoticeKind(n.Kind), SubjectId: n.Subject, Symbol: optText(n.Symbol), Title: n.Title, Text: n.Text,
				CreatedAt: n.CreatedAt.UTC(),
			}
		}),
	}, nil
}
