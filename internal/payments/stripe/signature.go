package stripe

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"time"
)

// signatureTolerance is the maximum age of a signature, which limits how long an intercepted event can be replayed.
const signatureTolerance = 5 * time.Minute

// Why an event is rejected.
var (
	errNotSigned     = errors.New("there is no signature")
	errInvalidHeader = errors.New("the header does not have the form of a signature")
	errWrongSecret   = errors.New("no signature matches")
	errTooOld        = errors.New("the signature is too old")
	errNoEvent       = errors.New("the body is no event")
)

// signed is the parsed header: t=1495999758,v1=ABC,v1=DEF,v0=GHI.
type signed struct {
	at         string
	time       time.Time
	signatures [][]byte
}

func parseSignature(header string) (signed, error) {
	if header == "" {
		return signed{}, errNotSigned
	}
	var found signed
	for pair := range strings.SplitSeq(header, ",") {
		name, value, ok := strings.Cut(pair, "=")
		if !ok || strings.Contains(value, "=") {
			return signed{}, errInvalidHeader
		}
		switch name {
		case "t":
			seconds, err := strconv.ParseInt(value, 10, 64)
			if err != nil {
				return signed{}, errInvalidHeader
			}
			found.time, found.at = time.Unix(seconds, 0), strconv.FormatInt(seconds, 10)
		case "v1":
			if signature, err := hex.DecodeString(value); err == nil { // a malformed one may stand beside a good one
				found.signatures = append(found.signatures, signature)
			}
		}
	}
	if len(found.signatures) == 0 {
		return signed{}, errWrongSecret
	}
	return found, nil
}

// verify reads an event that was signed with the secret within the last minutes.
func verify(body []byte, header, secret string, now time.Time) (event, error) {
	found, err := parseSignature(header)
	if err != nil {
		return event{}, err
	}
	if now.Sub(found.time) > signatureTolerance {
		return event{}, errTooOld
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(found.at + "."))
	mac.Write(body)
	expected := mac.Sum(nil)
	for _, signature := range found.signatures {
		if hmac.Equal(expected, signature) {
			return readEvent(body)
		}
	}
	return event{}, errWrongSecret
}

// readEvent reads the envelope of an event. Other things that Stripe signs are not for us.
func readEvent(body []byte) (event, error) {
	var told event
	if err := json.Unmarshal(body, &told); err != nil || told.Object != "event" {
		return event{}, errNoEvent
	}
	return told, nil
}
