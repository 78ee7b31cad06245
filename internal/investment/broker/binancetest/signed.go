package binancetest

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"bourse/internal/money"
)

const (
	defaultWindow = 5000  // milliseconds
	longestWindow = 60000 // milliseconds
	earliest      = 1000  // milliseconds that a request may be ahead of the exchange
)

// signedHandler answers a request of an account. The caller holds the exchange's mutex.
type signedHandler func(owner *account, parameters url.Values) (answer any, problem *refusal)

// signed checks key, time and signature in the documented order, and passes the request on. A key that lacks the
// right is refused like a wrong key.
func (e *Exchange) signed(weight int, right string, handle signedHandler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(io.LimitReader(r.Body, 1<<16))
		e.mutex.Lock()
		defer e.mutex.Unlock()
		e.use(w, weight)
		owner, parameters, problem := e.authenticate(r, string(body), right)
		if problem == nil {
			var answer any
			if answer, problem = handle(owner, parameters); problem == nil {
				writeJSON(w, http.StatusOK, answer)
				return
			}
		}
		writeJSON(w, problem.status, problem)
	}
}

func (e *Exchange) authenticate(r *http.Request, body, right string) (*account, url.Values, *refusal) {
	owner := e.accounts[r.Header.Get("X-MBX-APIKEY")]
	if owner == nil || !owner.rights[right] {
		problem := refuse(codeRejectedKey, "Invalid API-key, IP, or permissions for action.")
		problem.status = http.StatusUnauthorized
		return nil, nil, problem
	}
	payload, signature := splitSignature(r.URL.RawQuery + body)
	parameters, err := url.ParseQuery(joined(r.URL.RawQuery, body))
	if err != nil || signature == "" {
		return nil, nil, refuse(codeMandatoryMissing, "Mandatory parameter 'signature' was not sent, was empty/null, or malformed.")
	}
	if problem := e.checkTime(parameters); problem != nil {
		return nil, nil, problem
	}
	mac := hmac.New(sha256.New, []byte(owner.secret))
	mac.Write([]byte(payload))
	if !strings.EqualFold(hex.EncodeToString(mac.Sum(nil)), signature) {
		return nil, nil, refuse(codeInvalidSignature, "Signature for this request is not valid.")
	}
	return owner, parameters, nil
}

// splitSignature cuts off the signature, which is the last parameter, from what it signs.
func splitSignature(all string) (payload, signature string) {
	payload, signature, _ = strings.Cut(all, "&signature=")
	return payload, signature
}

func joined(query, body string) string {
	if query == "" || body == "" {
		return query + body
	}
	return query + "&" + body
}

// checkTime refuses a request that is ahead of the exchange's clock, or whose window has closed.
func (e *Exchange) checkTime(parameters url.Values) *refusal {
	sent, err := strconv.ParseInt(parameters.Get("timestamp"), 10, 64)
	if err != nil {
		return refuse(codeMandatoryMissing, "Mandatory parameter 'timestamp' was not sent, was empty/null, or malformed.")
	}
	window := int64(defaultWindow)
	if text := parameters.Get("recvWindow"); text != "" {
		if window, err = strconv.ParseInt(text, 10, 64); err != nil || window > longestWindow {
			return refuse(codeMandatoryMissing, "Parameter 'recvWindow' contains unexpected value. Cannot be greater than '60000'.")
		}
	}
	late := e.clock().UnixMilli() - sent
	if late <= -earliest {
		return refuse(codeInvalidTimestamp, "Timestamp for this request was 1000ms ahead of the server's time.")
	}
	if late > window {
		return refuse(codeInvalidTimestamp, "Timestamp for this request is outside of the recvWindow.")
	}
	return nil
}

// symbolOf finds the symbol named in a request.
func (e *Exchange) symbolOf(parameters url.Values) (*Symbol, *refusal) {
	name := parameters.Get("symbol")
	if name == "" {
		return nil, missingParameter("symbol")
	}
	if found := e.symbols[name]; found != nil {
		return found, nil
	}
	return nil, refuse(codeInvalidSymbol, "Invalid symbol.")
}

func missingParameter(name string) *refusal {
	return refuse(codeMandatoryMissing, "Mandatory parameter '"+name+"' was not sent, was empty/null, or malformed.")
}

// decimalOf reads a mandatory number.
func decimalOf(parameters url.Values, name string) (money.Decimal, *refusal) {
	number, err := money.Parse(parameters.Get(name))
	if err != nil {
		return money.Zero, missingParameter(name)
	}
	return number, nil
}

func millis(at time.Time) int64 { return at.UnixMilli() }
