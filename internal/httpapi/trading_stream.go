package httpapi

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"

	"github.com/go-faster/jx"
	"github.com/google/uuid"

	"bourse/internal/httpapi/edge"
	"bourse/internal/market"
	"bourse/internal/money"
	"bourse/internal/oas"
	"bourse/internal/trading"
	"bourse/internal/trading/stream"
)

// StreamTrading implements GET /trading/stream.
func (a *API) StreamTrading(ctx context.Context, params oas.StreamTradingParams) (oas.StreamTradingRes, error) {
	symbols, err := a.symbols(params.Symbols.Value)
	if err != nil {
		return oas.StreamTradingOK{}, err
	}
	wanted := stream.Opening{Symbols: symbols, LastEventID: cmp.Or(params.LastEventID.Value, params.LastEventId.Value)}
	events, err := edge.Stream(ctx, func(lasting context.Context) (edge.Events, error) {
		messages, err := a.Stream.Stream(lasting, caller(ctx), wanted)
		if err != nil {
			return nil, err
		}
		return &tradingEvents{api: a, messages: messages, begin: messages.Begin()}, nil
	})
	return oas.StreamTradingOK{Data: events}, err
}

// CreateStreamTicket implements POST /trading/stream/tickets.
func (a *API) CreateStreamTicket(ctx context.Context) (oas.CreateStreamTicketRes, error) {
	ticket, err := a.Stream.IssueTicket(ctx, caller(ctx))
	if err != nil {
		return nil, err
	}
	return &oas.StreamTicketEnvelope{Success: true, Data: oas.StreamTicket{Ticket: ticket.Text, ExpiresAt: ticket.ExpiresAt.UTC()}}, nil
}

// tradingEvents converts the messages of a stream to the contract's types.
type tradingEvents struct {
	api      *API
	messages *stream.Stream
	begin    string
}

// Begin is the id after which the first event comes.
func (e *tradingEvents) Begin() string { return e.begin }

// Close ends the stream.
func (e *tradingEvents) Close() { e.messages.Close() }

// Next waits for the next message. It fails as edge.Events says.
func (e *tradingEvents) Next(ctx context.Context) (edge.Event, error) {
	message, err := e.messages.Next(ctx)
	switch {
	case err == nil:
		return e.event(message), nil
	case errors.Is(err, stream.ErrStreamSlow):
		return edge.Event{}, &edge.EndedError{Reason: "slow"}
	case errors.Is(err, stream.ErrStreamEnded):
		return edge.Event{}, &edge.EndedError{Reason: "missed", ID: e.messages.Told()}
	}
	return edge.Event{}, err
}

// event converts a message.
func (e *tradingEvents) event(message stream.Message) edge.Event {
	switch {
	case message.Change != nil:
		return edge.Event{ID: message.ID, Name: string(message.Change.Kind), Data: message.Change.Data}
	case message.Signal != nil:
		var data jx.Encoder
		signal := e.api.signal(message.Signal)
		signal.Encode(&data)
		return edge.Event{ID: message.ID, Name: "signal", Data: data.Bytes()}
	case message.Account != nil:
		data, _ := json.Marshal(accountEquity(*message.Account)) // numbers, a text and an id: it cannot fail
		return edge.Event{Name: "account", Data: data}
	}
	return edge.Event{Written: message.Quotes.Text(e.api.quotesEvent)}
}

// quotesEvent is the text of an event, shared by all streams with the same quotes.
func (a *API) quotesEvent(quotes []*stream.Quote) []byte {
	data := []byte{'['}
	for i, quote := range quotes {
		if i > 0 {
			data = append(data, ',')
		}
		data = append(data, quote.Text(a.quoteText)...)
	}
	return edge.Event{Name: "quotes", Data: append(data, ']')}.Text()
}

func (a *API) quoteText(quote market.Quote) []byte {
	var data jx.Encoder
	shown := a.quote(quote)
	shown.Encode(&data)
	return data.Bytes()
}

// accountEquity is the contract's AccountEquity. No operation returns one, so there is no generated type.
type accountEquity struct {
	AccountID     uuid.UUID           `json:"accountId"`
	Kind          trading.AccountKind `json:"kind"`
	Cash          money.Decimal       `json:"cash"`
	Held          money.Decimal       `json:"held"`
	Reserved      money.Decimal       `json:"reserved"`
	Margin        money.Decimal       `json:"margin"`
	UnrealizedPnL money.Decimal       `json:"unrealizedPnl"`
	Equity        money.Decimal       `json:"equity"`
}
