package broker

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"bourse/internal/fault"
	"bourse/internal/market/venue"
)

// The error codes of Binance that concern an order.
const (
	codeUnknownFailure  = -1000
	codeDisconnected    = -1001
	codeTooManyRequests = -1003
	codeUnexpected      = -1006
	codeTimeout         = -1007
	codeBusy            = -1008
	codeInvalidMessage  = -1013
	codeTooManyOrders   = -1015
	codeShuttingDown    = -1016
	codeOrderRejected   = -2010
	codeCancelRejected  = -2011
	codeNoSuchOrder     = -2013
	codeOrderArchived   = -2026
)

var errArchived = &venue.Problem{Kind: venue.Missing, Message: "Binance has put the order away: it ended long ago without a fill."}

func isArchived(err error) bool { return errors.Is(err, errArchived) }

func garbledOrder() *venue.Problem {
	return &venue.Problem{Kind: venue.Unknown, Message: "Binance gave an answer that could not be understood."}
}

// judge interprets an answer, or a missing one. Nothing that might have been carried out counts as a failure: not a
// broken connection, not a server error (5xx: "the execution status is unknown"), not an answer that we do not
// understand.
func (o *Orders) judge(answer reply, err error) error {
	switch {
	case answer.isUnsent || answer.status == http.StatusTooManyRequests || answer.status == http.StatusTeapot:
		return &venue.Problem{Kind: venue.NotNow, Message: "Binance asks us to wait before the next request.", Wait: cmp.Or(answer.wait, defaultWait)}
	case err != nil:
		return &venue.Problem{Kind: venue.Unknown, Message: conclude(err).Message, Wait: answer.wait}
	case answer.status == http.StatusOK:
		return nil
	}
	code := o.exchange.code(answer)
	if code == codeInvalidTimestamp {
		o.exchange.clock.forget()
	}
	return explainOrder(code, wordsOf(answer))
}

// explainOrder interprets a documented refusal. The message beside the code distinguishes refusals with the same
// code; it is compared but never repeated.
func explainOrder(code int, words string) *venue.Problem {
	switch code {
	case codeInvalidTimestamp:
		return &venue.Problem{Kind: venue.NotNow, Message: "Binance refused the time of the request: a clock is wrong."}
	case codeTooManyRequests, codeTooManyOrders, codeBusy:
		return &venue.Problem{Kind: venue.NotNow, Message: "Binance takes no more orders at the moment."}
	case 0, codeUnknownFailure, codeDisconnected, codeUnexpected, codeTimeout, codeShuttingDown:
		return &venue.Problem{Kind: venue.Unknown, Message: "Binance does not say whether it has carried the request out."}
	case codeUnauthorized, codeInvalidSignature, codeUnknownKey, codeBadKeyFormat, codeRejectedKey:
		return &venue.Problem{Kind: venue.Denied, Code: fault.AccountNotActive, Message: "Binance refused the API key, or it may not trade."}
	case codeNoSuchOrder:
		return &venue.Problem{Kind: venue.Missing, Message: "Binance does not know the order."}
	case codeOrderArchived:
		return errArchived
	case codeCancelRejected:
		return &venue.Problem{Kind: venue.Missing, Message: "The order is not open at Binance."}
	}
	return explainRejection(code, words)
}

// rejections are the documented messages of refused orders, each with its meaning here.
var rejections = []struct {
	words   string
	code    fault.Code
	message string
}{
	{"Account has insufficient balance", fault.InsufficientFunds, "There is not enough at Binance for this order."},
	{"Market is closed", fault.MarketClosed, "Binance does not trade this symbol at the moment."},
	{"Order would trigger immediately", fault.PriceMoved, "The market is already beyond the stop price."},
	{"Filter failure: NOTIONAL", fault.QuantityTooSmall, "The order is worth less, or more, than Binance takes."},
	{"Filter failure: MIN_NOTIONAL", fault.QuantityTooSmall, "The order is worth less than Binance takes."},
	{"Filter failure: LOT_SIZE", fault.QuantityTooSmall, "The quantity is none that Binance takes."},
	{"Filter failure: MARKET_LOT_SIZE", fault.QuantityTooSmall, "The quantity is none that Binance takes in a market order."},
	{"Filter failure: PRICE_FILTER", fault.ValidationError, "The price is none that Binance takes."},
	{"Filter failure: PERCENT_PRICE", fault.ValidationError, "The price is too far from the market for Binance."},
	{"Filter failure: MAX_NUM", fault.Conflict, "There are as many open orders as Binance allows."},
	{"Filter failure: EXCHANGE_MAX_NUM", fault.Conflict, "There are as many open orders as Binance allows."},
	{"Filter failure: MAX_POSITION", fault.Conflict, "The account holds as much as Binance allows."},
	{"This account may not place", fault.AccountNotActive, "Binance has switched off trading for this account."},
	{"This action is disabled", fault.AccountNotActive, "Binance has switched off trading for this account."},
	{"This symbol is", fault.ValidationError, "The account may not trade this symbol at Binance."},
	{"orders are not supported", fault.ValidationError, "Binance takes no orders of this type for the symbol."},
}

// explainRejection returns why an order was refused.
func explainRejection(code int, words string) *venue.Problem {
	if code == codeOrderRejected && strings.Contains(words, "Duplicate order sent") {
		// The same order was already sent, by us.
		return &venue.Problem{Kind: venue.Unknown, Message: "Binance has the order already."}
	}
	if code == codeOrderRejected || code == codeInvalidMessage {
		for _, known := range rejections {
			if strings.Contains(words, known.words) {
				return &venue.Problem{Kind: venue.Refused, Code: known.code, Message: known.message}
			}
		}
	}
	return &venue.Problem{Kind: venue.Refused, Code: fault.ValidationError, Message: fmt.Sprintf("Binance refused the request (code %d).", code)}
}

// wordsOf is the message beside a code.
func wordsOf(answer reply) string {
	var problem struct {
		Message string `json:"msg"`
	}
	if json.Unmarshal(answer.body, &problem) != nil {
		return ""
	}
	return problem.Message
}
