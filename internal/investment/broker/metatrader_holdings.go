package broker

import (
	"context"
	"net/url"
	"regexp"
	"strconv"
	"time"

	"bourse/internal/money"
)

const (
	// paymentsSince is how far back to look for payments, or further when the account was last read longer ago. The
	// next reading sees some of them again, so that none is missed; their ids identify them.
	paymentsSince = 48 * time.Hour
	// mostDeals is how many deals the bridge sends at a time, and deepest how many times more are requested: an
	// endless list cannot be read.
	mostDeals = 500
	deepest   = 100
	// tooManyWait is when to look again at an account with too many deals.
	tooManyWait = time.Hour
	dealTime    = "2006-01-02T15:04:05.000Z"
)

// Currency codes and instrument names as brokers write them, such as EURUSD.pro or #AAPL.
var (
	currencyName = regexp.MustCompile(`^[A-Z]{3,8}$`)
	symbolName   = regexp.MustCompile(`^[!-~]{1,64}$`)
)

// reader returns the read function of the platform.
func (b *bridge) reader(platform Provider) func(context.Context, Credentials, time.Time) (Holdings, Outcome, error) {
	return func(ctx context.Context, credentials Credentials, lastRead time.Time) (Holdings, Outcome, error) {
		if b.token == "" {
			return Holdings{}, Outcome{}, unreachable("Reading is not possible here: the bridge is not configured.", 0)
		}
		return b.probe(platform, credentials).holdings(ctx, lastRead)
	}
}

// holdings returns what the account holds. Its money is one balance in its currency: the margin of open positions is
// locked.
func (p *probe) holdings(ctx context.Context, lastRead time.Time) (Holdings, Outcome, error) {
	account, information, err := p.enter(ctx, lastRead)
	if err != nil {
		return Holdings{}, Outcome{}, err
	}
	balance, isCounted, err := p.balanceOf(information)
	if err != nil {
		return Holdings{}, Outcome{}, err
	}
	held := Holdings{Balances: []Balance{balance}}
	if !isCounted {
		held = Holdings{Uncounted: []string{information.Currency}}
	}
	if held.Positions, err = p.positions(ctx, account); err != nil {
		return Holdings{}, Outcome{}, err
	}
	if held.Payments, err = p.payments(ctx, account, lastRead); err != nil {
		return Holdings{}, Outcome{}, err
	}
	return held, information.judge(), nil
}

// balanceOf is the money of the account. It is not counted when it is too large.
func (p *probe) balanceOf(information terminalInformation) (balance Balance, isCounted bool, err error) {
	if !currencyName.MatchString(information.Currency) || information.Equity == nil || information.Margin == nil {
		return balance, false, p.garbled()
	}
	free, err := information.Equity.TrySub(information.Margin.Decimal)
	if err != nil || information.Equity.isBeyond || information.Margin.isBeyond {
		return balance, false, nil
	}
	balance = Balance{Asset: information.Currency, Free: free, Locked: information.Margin.Decimal}
	if rate := information.Rate; rate != nil && rate.IsPositive() {
		balance.Price = rate.Decimal
	}
	if information.Currency == "USD" {
		balance.Price = money.FromInt(1)
	}
	return balance, true, nil
}

// positions are the open positions of the account.
func (p *probe) positions(ctx context.Context, account terminalAccount) ([]Position, error) {
	var listed []struct {
		Symbol       string  `json:"symbol"`
		Type         string  `json:"type"`
		Volume       *amount `json:"volume"`
		OpenPrice    *amount `json:"openPrice"`
		CurrentPrice *amount `json:"currentPrice"`
		Profit       *amount `json:"profit"`
		Unrealized   *amount `json:"unrealizedProfit"`
	}
	isReady, err := p.ask(ctx, account, "positions", &listed)
	if err == nil && !isReady {
		err = p.starting()
	}
	if err != nil {
		return nil, err
	}
	positions := make([]Position, 0, len(listed))
	for _, open := range listed {
		if open.Unrealized == nil { // it is part of the profit where some of the position was closed
			open.Unrealized = open.Profit
		}
		isShort := open.Type == "POSITION_TYPE_SELL"
		if !symbolName.MatchString(open.Symbol) || !isShort && open.Type != "POSITION_TYPE_BUY" ||
			open.Volume == nil || open.OpenPrice == nil || open.CurrentPrice == nil || open.Unrealized == nil {
			return nil, p.garbled()
		}
		positions = append(positions, Position{
			Symbol: open.Symbol, IsShort: isShort, Quantity: open.Volume.Decimal, EntryPrice: open.OpenPrice.Decimal,
			CurrentPrice: open.CurrentPrice.Decimal, Unrealized: open.Unrealized.Decimal,
		})
	}
	return positions, nil
}

// payments are the deals that moved money in or out.
func (p *probe) payments(ctx context.Context, account terminalAccount, lastRead time.Time) ([]Payment, error) {
	now := p.now().UTC()
	since := now.Add(-paymentsSince)
	if !lastRead.IsZero() && lastRead.Add(-paymentsSince).Before(since) {
		since = lastRead.UTC().Add(-paymentsSince)
	}
	// The bridge's clock, and the broker's, may be ahead of ours.
	what := "history-deals/time/" + url.PathEscape(since.Format(dealTime)) + "/" + url.PathEscape(now.Add(24*time.Hour).Format(dealTime))
	payments := []Payment{}
	for page := range deepest {
		var deals []struct {
			ID     string  `json:"id"`
			Type   string  `json:"type"`
			Profit *amount `json:"profit"`
		}
		query := url.Values{"limit": {strconv.Itoa(mostDeals)}, "offset": {strconv.Itoa(page * mostDeals)}}
		isReady, err := p.ask(ctx, account, what+"?"+query.Encode(), &deals)
		if err == nil && !isReady {
			err = p.starting()
		}
		if err != nil {
			return nil, err
		}
		for _, deal := range deals {
			switch deal.Type {
			case "DEAL_TYPE_BALANCE", "DEAL_TYPE_CREDIT", "DEAL_TYPE_BONUS":
				if !accountID.MatchString(deal.ID) || deal.Profit == nil || deal.Profit.isBeyond {
					return nil, p.garbled()
				}
				payments = append(payments, Payment{ID: deal.ID, Amount: deal.Profit.Decimal})
			}
		}
		if len(deals) < mostDeals {
			return payments, nil
		}
	}
	return nil, unreachable("The MetaTrader bridge tells of more deals than can be read.", tooManyWait) // payments may be behind them
}
