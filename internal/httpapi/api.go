package httpapi

import (
	"context"
	"slices"

	"bourse/internal/database"

	"bourse/internal/education"
	"bourse/internal/health"
	"bourse/internal/httpapi/edge"
	"bourse/internal/identity"
	"bourse/internal/investment"
	"bourse/internal/kyc"
	"bourse/internal/market"
	"bourse/internal/ml"
	"bourse/internal/oas"
	"bourse/internal/payments"
	"bourse/internal/portfolio"
	"bourse/internal/privacy"
	"bourse/internal/trading"
	"bourse/internal/trading/alerts"
	"bourse/internal/trading/backtest"
	"bourse/internal/trading/bots"
	"bourse/internal/trading/copying"
	"bourse/internal/trading/stream"
	"bourse/internal/webhook"
)

// API implements the operations of the contract, one file per tag. Each method converts the request into one call of a
// service and the result into the contract's types, and nothing else.
type API struct {
	Identity   *identity.Service
	Webhooks   *webhook.Service
	Market     *market.Market
	Trading    *trading.Service
	Bots       *bots.Service
	Backtests  *backtest.Service
	Copying    *copying.Service
	Stream     *stream.Service
	Alerts     *alerts.Service
	Investment *investment.Service
	KYC        *kyc.Service
	Portfolio  *portfolio.Service
	Education  *education.Service
	Payments   *payments.Service
	ML         *ml.Service
	Privacy    *privacy.Service
	Health     *health.Service

	// DemoAccounts are shown to everyone. Only the demo has any.
	DemoAccounts []DemoAccount
}

var _ oas.Handler = (*API)(nil)

// NewHandler puts the operations and the pages behind the edge. It fails as the edge does, and when a page cannot be
// built.
func NewHandler(options edge.Options, shown PageOptions, operations *API) (*edge.Handler, error) {
	pages, err := newPages(shown)
	if err != nil {
		return nil, err
	}
	options.Pages = pages
	options.Admissions = map[string]edge.Admission{"receiveStripeEvent": operations.admitStripe, "receiveKycCallback": operations.admitKYCProvider}
	if operations.Stream != nil {
		options.Tickets = operations.Stream.RedeemTicket
	}
	return edge.NewHandler(options, operations)
}

// Operations lists the names under which requests are counted and logged: the contract's operations, by operationId,
// and the pages outside the base path.
func Operations() []string {
	names := append(edge.Operations(), pageNames()...)
	slices.Sort(names)
	return names
}

// caller returns the caller of an operation that requires a token.
func caller(ctx context.Context) identity.Caller { return edge.Caller(ctx) }

// origin returns where the request comes from, for operations open to anyone.
func origin(ctx context.Context) identity.Origin { return edge.Origin(ctx) }

// done is the response of operations that return no data.
func done(message string) *oas.DoneEnvelope {
	return &oas.DoneEnvelope{Success: true, Message: oas.NewOptString(message)}
}

// pagination describes the requested page.
func pagination(page database.Page, total int) oas.PaginationMeta {
	return oas.PaginationMeta{
		Page:       page.Number,
		Limit:      page.Limit,
		Total:      total,
		TotalPages: (total + page.Limit - 1) / page.Limit,
	}
}

// mapped converts a list item by item; an empty list stays an empty list, not null.
func mapped[From, To any](from []From, convert func(From) To) []To {
	to := make([]To, len(from))
	for i, item := range from {
		to[i] = convert(item)
	}
	return to
}
