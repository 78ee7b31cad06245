// Package stripetest signs events as Stripe does, for tests.
package stripetest

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"
)

// Signature signs a body at a time: it is the v1 of the header.
func Signature(at time.Time, body, secret string) string {
	mac := hmac.New(sha256.New, []byte(secret))
	fmt.Fprintf(mac, "%d.%s", at.Unix(), body)
	return hex.EncodeToString(mac.Sum(nil))
}

// Header is the Stripe-Signature header of a body.
func Header(at time.Time, body, secret string) string {
	return fmt.Sprintf("t=%d,v1=%s", at.Unix(), Signature(at, body, secret))
}
