package broker

import (
	"encoding/json"
	"net/http"
)

// explain concludes the check after a refusal. The bridge's message beside the code is not repeated.
func (b *bridge) explain(answer reply) error {
	if answer.status == http.StatusUnauthorized || answer.status == http.StatusForbidden {
		return unreachable("The MetaTrader bridge does not accept this platform's access; its operator has to renew it.", brokenWait)
	}
	switch problemCode(answer.body) {
	case "E_AUTH":
		return refused(InvalidCredentials, "The broker refused the login and password.")
	case "E_SRV_NOT_FOUND":
		return refused(InvalidCredentials, "The MetaTrader bridge knows no trading server of that name.")
	case "E_PASSWORD_CHANGE_REQUIRED":
		return refused(InvalidCredentials, "The broker wants the password to be changed first.")
	case "ERR_OTP_REQUIRED":
		return refused(InvalidCredentials, "The account asks for one-time passwords, which cannot be used here.")
	case "E_TRADING_ACCOUNT_DISABLED":
		return refused(InsufficientPermissions, "The broker has disabled this account.")
	case "E_NO_SYMBOLS":
		return refused(InsufficientPermissions, "The broker offers this account nothing to trade.")
	case "E_SERVER_TIMEZONE":
		return unreachable("The MetaTrader bridge could not read the settings of the broker's server.", brokenWait)
	case "E_RESOURCE_SLOTS":
		return unreachable("The MetaTrader bridge has no room for this account at the moment.", brokenWait)
	}
	return unreachable("The MetaTrader bridge refused the request.", brokenWait)
}

// problemCode is MetaApi's documented code of a refusal. It is in details, either alone or among other things.
func problemCode(body []byte) string {
	var problem struct {
		Details json.RawMessage `json:"details"`
	}
	if json.Unmarshal(body, &problem) != nil {
		return ""
	}
	var code string
	if json.Unmarshal(problem.Details, &code) == nil {
		return code
	}
	var details struct {
		Code string `json:"code"`
	}
	_ = json.Unmarshal(problem.Details, &details)
	return details.Code
}

// terminalInformation is the part of an account's information that we read. An answer without tradeAllowed must not
// pass for one that denies it.
type terminalInformation struct {
	TradeAllowed *bool `json:"tradeAllowed"`
	InvestorMode bool  `json:"investorMode"`

	Currency string  `json:"currency"`
	Equity   *amount `json:"equity"`
	Margin   *amount `json:"margin"`
	// Rate is what the currency is worth in USD, if the bridge says.
	Rate *amount `json:"accountCurrencyExchangeRate"`
}

// judge decides what the password allows. The investor password, which can only read, is enough to be connected, and
// so is an account on which the broker does not allow trading.
func (i terminalInformation) judge() Outcome {
	if i.InvestorMode || !*i.TradeAllowed {
		return Outcome{Status: Connected, Permissions: []string{"reading"}}
	}
	return Outcome{Status: Connected, Permissions: []string{"reading", "trading"}}
}
