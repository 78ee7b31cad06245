package broker

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
)

// code is Binance's documented number of a refusal; zero when the answer is not a refusal.
func (e *exchange) code(answer reply) int {
	var problem struct {
		Code int `json:"code"`
	}
	if answer.status == http.StatusOK || json.Unmarshal(answer.body, &problem) != nil {
		return 0
	}
	return problem.Code
}

// explain concludes the check after a refusal. Binance's message beside the code is not repeated.
func (e *exchange) explain(code int) error {
	switch code {
	case codeBadKeyFormat, codeUnknownKey:
		return refused(InvalidCredentials, "Binance does not know this API key.")
	case codeInvalidSignature:
		return refused(InvalidCredentials, "The API secret does not belong to the API key.")
	case codeRejectedKey:
		return refused(InvalidCredentials, "Binance refused the API key: it is wrong, lacks the permission to read, "+
			"or is restricted to addresses that this server's is not among.")
	case codeUnauthorized:
		return refused(InsufficientPermissions, "The API key may not read the account.")
	case codeInvalidTimestamp:
		return unreachable("Binance refused the time of the request: a clock is wrong.", 0)
	}
	return e.garbled()
}

// tradingAccount is the part of GET /api/v3/account that we read. Its canWithdraw is about the account and says
// nothing about the key.
type tradingAccount struct {
	CanTrade *bool           `json:"canTrade"`
	Balances *[]assetBalance `json:"balances"` // nil when missing from the answer
}

func (a tradingAccount) isComplete() bool { return a.CanTrade != nil }

// keyRights is the part of GET /sapi/v1/account/apiRestrictions that we read. The rights that decide are pointers: an
// answer that leaves one out must not pass for one that denies it.
type keyRights struct {
	Reading              *bool `json:"enableReading"`
	Withdrawals          *bool `json:"enableWithdrawals"`
	SpotAndMarginTrading *bool `json:"enableSpotAndMarginTrading"`

	Margin                 bool `json:"enableMargin"`
	Futures                bool `json:"enableFutures"`
	VanillaOptions         bool `json:"enableVanillaOptions"`
	PortfolioMarginTrading bool `json:"enablePortfolioMarginTrading"`
	InternalTransfer       bool `json:"enableInternalTransfer"`
	UniversalTransfer      bool `json:"permitsUniversalTransfer"`
	IPRestricted           bool `json:"ipRestrict"`
}

func (r keyRights) isComplete() bool {
	return r.Reading != nil && r.Withdrawals != nil && r.SpotAndMarginTrading != nil
}

// isTestnet reports whether this is Binance's own test network. It has no /sapi and so reports no rights of keys; its
// keys reach only play money.
func (e *exchange) isTestnet() bool {
	address, err := url.Parse(e.base)
	return err == nil && (address.Hostname() == testnetHost || strings.HasSuffix(address.Hostname(), "."+testnetHost))
}

const testnetHost = "testnet.binance.vision"

// testnetRights are the rights of every key of the test network.
func testnetRights(account tradingAccount) keyRights {
	yes, no := true, false
	return keyRights{Reading: &yes, Withdrawals: &no, SpotAndMarginTrading: account.CanTrade}
}

// permissions lists what the key may do, in a fixed order.
func (r keyRights) permissions() []string {
	var granted []string
	for _, right := range []struct {
		name      string
		isGranted bool
	}{
		{"reading", *r.Reading},
		{SpotTrading, *r.SpotAndMarginTrading},
		{"margin", r.Margin},
		{"futures", r.Futures},
		{"vanillaOptions", r.VanillaOptions},
		{"portfolioMarginTrading", r.PortfolioMarginTrading},
		{"internalTransfer", r.InternalTransfer},
		{"universalTransfer", r.UniversalTransfer},
		{"withdrawals", *r.Withdrawals},
		{"ipRestricted", r.IPRestricted},
	} {
		if right.isGranted {
			granted = append(granted, right.name)
		}
	}
	return granted
}

// judge decides whether the key may read and do nothing worse; its permissions say whether it may also trade.
// Withdrawals come first: a key that can empty the account must not stay here, whatever else it can do.
func judge(account tradingAccount, rights keyRights) Outcome {
	mayTrade := *rights.SpotAndMarginTrading && *account.CanTrade // the exchange can switch off trading for the account
	rights.SpotAndMarginTrading = &mayTrade
	outcome := Outcome{Status: InsufficientPermissions, Permissions: rights.permissions()}
	switch {
	case *rights.Withdrawals:
		outcome.Message = "The API key allows withdrawals. Delete it at Binance and make one without that permission."
	case !*rights.Reading:
		outcome.Message = "The API key may not read the account. Switch on reading at Binance."
	default:
		outcome.Status = Connected
	}
	return outcome
}
