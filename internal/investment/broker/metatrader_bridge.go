package broker

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"
)

const (
	accountsPath = "/users/current/accounts"
	// maxFound limits the search for the accounts of one check; there is one, and rarely two.
	maxFound = "4"
)

// bridge is the part of MetaApi's API that a check needs.
type bridge struct {
	caller
	provisioning string
	client       string // may contain regionMark
	token        string
}

func newBridge(settings Settings) *bridge {
	return &bridge{
		caller:       caller{peer: "The MetaTrader bridge", http: settings.HTTPClient, timeout: settings.Timeout, now: settings.Now, manners: &manners{}},
		provisioning: settings.MetaAPIURL,
		client:       settings.MetaAPIClientURL,
		token:        settings.MetaAPIToken,
	}
}

// terminalAccount is the part of an account at the bridge that we read.
type terminalAccount struct {
	ID               string    `json:"_id"`
	Name             string    `json:"name"`
	State            string    `json:"state"`
	ConnectionStatus string    `json:"connectionStatus"`
	Region           string    `json:"region"`
	CreatedAt        time.Time `json:"createdAt"`
}

// Ids and regions become parts of URLs that carry our token: unusual ones are rejected.
var (
	accountID  = regexp.MustCompile(`^[0-9A-Za-z-]{1,64}$`)
	regionName = regexp.MustCompile(`^[0-9a-z-]{1,40}$`)
)

// find returns the accounts that earlier calls have added for this check.
func (p *probe) find(ctx context.Context) ([]terminalAccount, error) {
	query := url.Values{"query": {p.name}, "limit": {maxFound}}
	answer, err := p.call(ctx, http.MethodGet, p.provisioning+accountsPath+"?"+query.Encode(), nil, "")
	if err != nil {
		return nil, err
	}
	var listed []terminalAccount
	if err := p.decode(answer, &listed); err != nil {
		return nil, err
	}
	var own []terminalAccount
	for _, account := range listed {
		// The search matches more than the exact name, and other people's accounts must never be removed.
		if account.Name == p.name && accountID.MatchString(account.ID) {
			own = append(own, account)
		}
	}
	return own, nil
}

// create adds the account to the bridge, which first tries the credentials at the broker. It concludes the check as
// Unreachable while that is in progress.
func (p *probe) create(ctx context.Context, transaction string) (id string, err error) {
	answer, err := p.call(ctx, http.MethodPost, p.provisioning+accountsPath, map[string]any{
		"name": p.name, "platform": string(p.platform), "type": "cloud-g2", "magic": 0,
		"login": p.credentials["login"], "password": p.credentials["password"], "server": p.credentials["server"],
	}, transaction)
	if err != nil {
		return "", err
	}
	if answer.status == http.StatusAccepted {
		wait := cmp.Or(answer.wait, startingWait)
		return "", unreachable("The MetaTrader bridge is still trying the credentials; the check goes on by itself.", wait)
	}
	var created struct {
		ID string `json:"id"`
	}
	if err := p.decode(answer, &created); err != nil {
		return "", err
	}
	if !accountID.MatchString(created.ID) {
		return "", p.garbled()
	}
	return created.ID, nil
}

// read returns an account's state; found is false when the bridge does not have it.
func (p *probe) read(ctx context.Context, id string) (account terminalAccount, found bool, err error) {
	answer, err := p.call(ctx, http.MethodGet, p.provisioning+accountsPath+"/"+id, nil, "")
	if err != nil || answer.status == http.StatusNotFound {
		return terminalAccount{}, false, err
	}
	if err := p.decode(answer, &account); err != nil {
		return terminalAccount{}, false, err
	}
	// Continue with the id that we asked for, not the answer's.
	account.ID = id
	return account, true, nil
}

// deploy starts a terminal for an account that has none.
func (p *probe) deploy(ctx context.Context, id string) error {
	_, err := p.call(ctx, http.MethodPost, p.provisioning+accountsPath+"/"+id+"/deploy", nil, "")
	return err
}

// remove takes an account off the bridge. An account that is not there counts as removed.
func (p *probe) remove(ctx context.Context, id string) error {
	_, err := p.call(ctx, http.MethodDelete, p.provisioning+accountsPath+"/"+id, nil, "")
	return err
}

// information asks the terminal about the account; it is not ready while the terminal is starting.
func (p *probe) information(ctx context.Context, account terminalAccount) (terminalInformation, bool, error) {
	var information terminalInformation
	isReady, err := p.ask(ctx, account, "account-information", &information)
	if err == nil && isReady && information.TradeAllowed == nil {
		return terminalInformation{}, false, p.garbled()
	}
	return information, isReady, err
}

// ask reads something about an account from its terminal; it is not ready while the terminal is starting.
func (p *probe) ask(ctx context.Context, account terminalAccount, what string, target any) (isReady bool, err error) {
	base := p.client
	if strings.Contains(base, regionMark) {
		if !regionName.MatchString(account.Region) {
			return false, p.garbled()
		}
		base = strings.ReplaceAll(base, regionMark, account.Region)
	}
	request, err := http.NewRequest(http.MethodGet, base+accountsPath+"/"+account.ID+"/"+what, nil)
	if err != nil {
		return false, unreachable("The request to the MetaTrader bridge could not be made.", 0)
	}
	answer, err := p.send(ctx, request, maxList)
	if err != nil || answer.status == http.StatusNotFound {
		return false, err
	}
	return true, p.decode(answer, target)
}

// call makes a request to the bridge. Refusals conclude the check, except 404, which the callers handle.
func (p *probe) call(ctx context.Context, method, address string, body any, transaction string) (reply, error) {
	var content bytes.Buffer
	if body != nil {
		if err := json.NewEncoder(&content).Encode(body); err != nil {
			return reply{}, unreachable("The request to the MetaTrader bridge could not be made.", 0)
		}
	}
	request, err := http.NewRequest(method, address, &content)
	if err != nil {
		return reply{}, unreachable("The request to the MetaTrader bridge could not be made.", 0)
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if transaction != "" {
		request.Header.Set("transaction-id", transaction)
	}
	return p.send(ctx, request, maxAnswer)
}

// send sends a request to the bridge with our token.
func (p *probe) send(ctx context.Context, request *http.Request, longest int64) (reply, error) {
	request.Header.Set("auth-token", p.token)
	request.Header.Set("Accept", "application/json")
	answer, err := p.do(ctx, request, longest)
	if err == nil && answer.status >= 400 && answer.status != http.StatusNotFound {
		err = p.explain(answer)
	}
	return answer, err
}
