package httpapi

import (
	"context"
	"errors"

	"github.com/go-faster/jx"

	"bourse/internal/httpapi/edge"
	"bourse/internal/oas"
	"bourse/internal/trading/stream"
)

// StreamTrading implements GET /trading/stream.
func (a *API) StreamTrading(ctx context.Context, params oas.StreamTradingParams) (oas.StreamTradingRes, error) {
	symbols, err := a.symbols(params.Symbols.Value)
	if err != nil {
		return oas.StreamTradingOK{}, err
	}
	events, err := edge.Stream(ctx, func(lasting context.Context) (edge.Events, error) {
		messages, err := a.Stream.Stream(lasting, caller(ctx), symbols)
		if err != nil {
			return nil, err
		}
		return &tradingEvents{api: a, messages: messages}, nil
	})
	return oas.StreamTradingOK{Data: events}, err
}

// tradingEvents are the messages of a stream in the contract's types.
type tradingEvents struct {
	api      *API
	messages *stream.Stream
}

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
		return edge.Event{}, &edge.EndedError{Reason: "missed"}
	}
	return edge.Event{}, err
}

// event writes a message.
func (e *tradingEvents) event(message stream.Message) edge.Event {
	var data jx.Encoder
	name := "quotes"
	switch {
	case message.Position != nil:
		name = "position"
		position := e.api.position(message.Position)
		position.Encode(&data)
	case message.Signal != nil:
		name = "signal"
		signal := e.api.signal(message.Signal)
		signal.Encode(&data)
	default:
		data.ArrStart()
		for _, quote := range message.Quotes {
			quote := e.api.quote(quote)
			quote.Encode(&data)
		}
		data.ArrEnd()
	}
	return edge.Event{Name: name, Data: data.Bytes()}
}
