package httpapi

import (
	"bourse/internal/education"
	"bourse/internal/identity"
	"bourse/internal/investment"
	"bourse/internal/market"
	"bourse/internal/oas"
	"bourse/internal/payments"
	"bourse/internal/portfolio"
	"bourse/internal/trading"
	"bourse/internal/trading/bots"
	"bourse/internal/trading/copying"
	"bourse/internal/trading/stream"
	"bourse/internal/webhook"
)

// API is the operations of the contract, one file a tag. Each method turns the request into one call of a
// service and the result into the contract's types, and nothing else.
type API struct {
	Identity   *identity.Service
	Webhooks   *webhook.Service
	Market     *market.Market
	Trading    *trading.Service
	Bots       *bots.Service
	Copying    *copying.Service
	Stream     *stream.Service
	Investment *investment.Service
	Portfolio  *portfolio.Service
	Education  *education.Service
	Payments   *payments.Service
}

var _ oas.Handler = (*API)(nil)

// done is the answer of operations that return no data.
func done(message string) *oas.DoneEnvelope {
	return &oas.DoneEnvelope{Success: true, Message: oas.NewOptString(message)}
}

// pagination describes the page that was asked for.
func pagination(page identity.Page, total int) oas.PaginationMeta {
	return oas.PaginationMeta{
		Page:       page.Number,
		Limit:      page.Limit,
		Total:      total,
		TotalPages: (total + page.Limit - 1) / page.Limit,
	}
}

// mapped converts a list item by item; an empty list stays a list.
func mapped[From, To any](from []From, convert func(From) To) []To {
	to := make([]To, len(from))
	for i, item := range from {
		to[i] = convert(item)
	}
	return to
}
