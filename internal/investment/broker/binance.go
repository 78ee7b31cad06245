package broker

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

const (
	accountPath      = "/api/v3/account"
	restrictionsPath = "/sapi/v1/account/apiRestrictions"
	timePath         = "/api/v3/time"
	keyHeader        = "X-MBX-APIKEY"
	// receiveWindow is for how many milliseconds after its timestamp Binance accepts a request.
	receiveWindow = "5000"
)

// The error codes of Binance that concern the credentials.
const (
	codeUnauthorized     = -1002
	codeInvalidTimestamp = -1021
	codeInvalidSignature = -1022
	codeUnknownKey       = -2008
	codeBadKeyFormat     = -2014
	codeRejectedKey      = -2015
)

// Sign returns the signature that Binance requires for a request's parameters: the HMAC-SHA256 of the payload under
// the secret, in hexadecimal.
func Sign(secret, payload string) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(payload))
	return hex.EncodeToString(mac.Sum(nil))
}

// exchange is Binance.
type exchange struct {
	caller
	base    string
	tickers tickers
	clock   exchangeClock
}

func newExchange(settings Settings) *exchange {
	return &exchange{
		caller: caller{peer: "Binance", http: settings.HTTPClient, timeout: settings.Timeout, now: settings.Now, manners: &manners{}},
		base:   settings.BinanceURL,
	}
}

// verify reads the account, which proves that key and secret belong together, and then what the key may do.
func (e *exchange) verify(ctx context.Context, credentials Credentials) Outcome {
	account, rights, err := e.look(ctx, credentials)
	if err != nil {
		return conclude(err)
	}
	return judge(account, rights)
}

// look reads the account and the rights of the key.
func (e *exchange) look(ctx context.Context, credentials Credentials) (account tradingAccount, rights keyRights, err error) {
	session := &exchangeSession{exchange: e, key: credentials["apiKey"], secret: credentials["apiSecret"]}
	// Without the empty balances the answer is short, however many assets exist.
	if err := session.read(ctx, accountPath, url.Values{"omitZeroBalances": {"true"}}, &account); err != nil {
		return account, rights, err
	}
	if e.isTestnet() && account.isComplete() {
		return account, testnetRights(account), nil
	}
	if err := session.read(ctx, restrictionsPath, url.Values{}, &rights); err != nil {
		return account, rights, err
	}
	if !account.isComplete() || !rights.isComplete() {
		return account, rights, e.garbled()
	}
	return account, rights, nil
}

// exchangeSession is one check.
type exchangeSession struct {
	*exchange
	key, secret string
	isInStep    bool // the exchange's clock has been read
}

// read makes a signed request and decodes the answer. A difference between our clock and the exchange's is corrected
// once in a session, because a wrong clock of ours is not the customer's fault; later sessions know the difference.
func (s *exchangeSession) read(ctx context.Context, path string, parameters url.Values, target any) error {
	answer, err := s.attempt(ctx, path, parameters)
	if err == nil && s.code(answer) == codeInvalidTimestamp && !s.isInStep {
		if err := s.synchronize(ctx); err != nil {
			return err
		}
		answer, err = s.attempt(ctx, path, parameters)
	}
	if err != nil {
		return err
	}
	if answer.status != http.StatusOK {
		return s.explain(s.code(answer))
	}
	return s.decode(answer, target)
}

func (s *exchangeSession) attempt(ctx context.Context, path string, parameters url.Values) (reply, error) {
	parameters.Set("recvWindow", receiveWindow)
	parameters.Set("timestamp", strconv.FormatInt(s.clock.at(s.now()).UnixMilli(), 10))
	payload := parameters.Encode()
	return s.get(ctx, path+"?"+payload+"&signature="+Sign(s.secret, payload), s.key, maxAnswer)
}

// synchronize reads the exchange's clock. Our own is read after the answer has come, so that our timestamps are late
// by the answer's travel time rather than early: Binance tolerates 5 s late and 1 s early.
func (s *exchangeSession) synchronize(ctx context.Context) error {
	answer, err := s.get(ctx, timePath, "", maxAnswer)
	if err != nil {
		return err
	}
	var clock struct {
		ServerTime int64 `json:"serverTime"`
	}
	if err := s.decode(answer, &clock); err != nil {
		return err
	}
	if clock.ServerTime <= 0 {
		return s.garbled()
	}
	s.clock.set(time.UnixMilli(clock.ServerTime), s.now())
	s.isInStep = true
	return nil
}

func (e *exchange) get(ctx context.Context, pathAndQuery, key string, longest int64) (reply, error) {
	return e.send(ctx, http.MethodGet, pathAndQuery, key, longest)
}

// send makes a request as it is.
func (e *exchange) send(ctx context.Context, method, pathAndQuery, key string, longest int64) (reply, error) {
	request, err := http.NewRequest(method, e.base+pathAndQuery, nil)
	if err != nil {
		return reply{}, unreachable("The request to Binance could not be made.", 0)
	}
	if key != "" {
		request.Header.Set(keyHeader, key)
	}
	request.Header.Set("Accept", "application/json")
	return e.do(ctx, request, longest)
}
