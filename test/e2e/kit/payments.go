package kit

import (
	"fmt"
	"sync/atomic"
)

const (
	PaymentsPath    = "/payments"
	CheckoutPath    = PaymentsPath + "/checkout"
	DepositsPath    = PaymentsPath + "/deposits"
	WithdrawalsPath = PaymentsPath + "/withdrawals"
	WalletPath      = PaymentsPath + "/wallet"
	StripePath      = PaymentsPath + "/webhooks/stripe"
)

var keyCount atomic.Int64

// NewKey is an unused Idempotency-Key.
func NewKey() string { return fmt.Sprintf("payment key %d", keyCount.Add(1)) }
