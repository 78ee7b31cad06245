package signing_test

import (
	"fmt"
	"time"

	"bourse/internal/webhook/signing"
)

// The example of the Standard Webhooks specification.
func Example() {
	key, err := signing.ParseKey("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
	if err != nil {
		fmt.Println(err)
		return
	}
	sentAt := time.Unix(1614265330, 0)
	fmt.Println(signing.TimestampHeader+":", signing.Timestamp(sentAt))
	fmt.Println(signing.SignatureHeader+":", signing.Signature("msg_p5jXN8AQM9LWM0D4loKWxJek", sentAt, []byte(`{"test": 2432232314}`), key))
	// Output:
	// webhook-timestamp: 1614265330
	// webhook-signature: v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=
}

// While a secret is being replaced, a request is signed with both, and a receiver accepts either.
func ExampleSignature() {
	previous, _ := signing.ParseKey("a secret of before")
	current, _ := signing.ParseKey("a secret of now")
	both := signing.Signature("1", time.Unix(0, 0), []byte("{}"), current, previous)
	fmt.Println(both == signing.Signature("1", time.Unix(0, 0), []byte("{}"), current)+" "+signing.Signature("1", time.Unix(0, 0), []byte("{}"), previous))
	// Output: true
}
