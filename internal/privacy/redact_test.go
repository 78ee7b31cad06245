package privacy_test

import (
	"testing"

	"github.com/google/uuid"

	"bourse/internal/privacy"
)

func TestAnEventTellsNothingOfThePersonAndAllOfOthers(t *testing.T) {
	t.Parallel()
	person := uuid.MustParse("01a1e405-45b0-7af3-83c8-386cc70ffd9d")
	for _, test := range []struct{ name, body, want string }{
		{"of the person",
			`{"data":{"displayName":"Ada","email":"a@b.test","role":"user","userId":"01a1e405-45b0-7af3-83c8-386cc70ffd9d"},"type":"identity.user.updated"}`,
			`{"data":{"displayName":"erased","email":"erased","role":"user","userId":"01a1e405-45b0-7af3-83c8-386cc70ffd9d"},"type":"identity.user.updated"}`},
		{"what is inside of it",
			`{"data":{"sessions":[{"ipAddress":"127.0.0.1"}],"userId":"01a1e405-45b0-7af3-83c8-386cc70ffd9d"}}`,
			`{"data":{"sessions":[{"ipAddress":"erased"}],"userId":"01a1e405-45b0-7af3-83c8-386cc70ffd9d"}}`},
		{"of somebody on whom the person decided",
			`{"data":{"decidedBy":"01a1e405-45b0-7af3-83c8-386cc70ffd9d","email":"other@b.test","userId":"01a1e405-402f-7802-b2da-e1f7d99fe276"}}`,
			`{"data":{"decidedBy":"01a1e405-45b0-7af3-83c8-386cc70ffd9d","email":"other@b.test","userId":"01a1e405-402f-7802-b2da-e1f7d99fe276"}}`},
		{"a notice, which repeats an alert's note",
			`{"data":{"kind":"alert_fired","text":"Schnurr","title":"BTCUSD: Schnurr","userId":"01a1e405-45b0-7af3-83c8-386cc70ffd9d"},"type":"trading.notice.created"}`,
			`{"data":{"kind":"alert_fired","text":"erased","title":"erased","userId":"01a1e405-45b0-7af3-83c8-386cc70ffd9d"},"type":"trading.notice.created"}`},
		{"the reason of a decision about a person's papers",
			`{"data":{"kycReason":"Schnurr's passport has ended","reason":"Schnurr's passport has ended","userId":"01a1e405-45b0-7af3-83c8-386cc70ffd9d"},"type":"kyc.case.rejected"}`,
			`{"data":{"kycReason":"erased","reason":"erased","userId":"01a1e405-45b0-7af3-83c8-386cc70ffd9d"},"type":"kyc.case.rejected"}`},
		{"why money went back or did not, in every event of the payment",
			`{"data":{"refunds":[{"amount":5,"reason":"Schnurr was ill"}],"userId":"01a1e405-45b0-7af3-83c8-386cc70ffd9d"},"type":"payment.succeeded"}`,
			`{"data":{"refunds":[{"amount":5,"reason":"erased"}],"userId":"01a1e405-45b0-7af3-83c8-386cc70ffd9d"},"type":"payment.succeeded"}`},
		{"a refund, which is whose the payment is",
			`{"data":{"amount":5,"payment":{"refunds":[{"reason":"Schnurr was ill"}],"userId":"01a1e405-45b0-7af3-83c8-386cc70ffd9d"},"reason":"Schnurr was ill"},"type":"payment.refunded"}`,
			`{"data":{"amount":5,"payment":{"refunds":[{"reason":"erased"}],"userId":"01a1e405-45b0-7af3-83c8-386cc70ffd9d"},"reason":"erased"},"type":"payment.refunded"}`},
		{"a refund of somebody else's",
			`{"data":{"payment":{"userId":"01a1e405-402f-7802-b2da-e1f7d99fe276"},"reason":"Schnurr was ill","refundedBy":"01a1e405-45b0-7af3-83c8-386cc70ffd9d"},"type":"payment.refunded"}`,
			`{"data":{"payment":{"userId":"01a1e405-402f-7802-b2da-e1f7d99fe276"},"reason":"Schnurr was ill","refundedBy":"01a1e405-45b0-7af3-83c8-386cc70ffd9d"},"type":"payment.refunded"}`},
		{"why a withdrawal was rejected",
			`{"data":{"reason":"Schnurr has another name","status":"rejected","userId":"01a1e405-45b0-7af3-83c8-386cc70ffd9d"},"type":"payment.withdrawal.rejected"}`,
			`{"data":{"reason":"erased","status":"rejected","userId":"01a1e405-45b0-7af3-83c8-386cc70ffd9d"},"type":"payment.withdrawal.rejected"}`},
		{"the reason of a decision about a person's account",
			`{"data":{"reason":"Schnurr has forged a passport","userId":"01a1e405-45b0-7af3-83c8-386cc70ffd9d"},"type":"investment.account.status_changed"}`,
			`{"data":{"reason":"erased","userId":"01a1e405-45b0-7af3-83c8-386cc70ffd9d"},"type":"investment.account.status_changed"}`},
		{"what was done stays",
			`{"data":{"reason":"stop_loss","userId":"01a1e405-45b0-7af3-83c8-386cc70ffd9d"},"type":"trading.position.closed"}`,
			`{"data":{"reason":"stop_loss","userId":"01a1e405-45b0-7af3-83c8-386cc70ffd9d"},"type":"trading.position.closed"}`},
		{"the title of a lesson, which is nobody's",
			`{"data":{"title":"Charts","userId":"01a1e405-45b0-7af3-83c8-386cc70ffd9d"},"type":"education.lesson.completed"}`,
			`{"data":{"title":"Charts","userId":"01a1e405-45b0-7af3-83c8-386cc70ffd9d"},"type":"education.lesson.completed"}`},
		{"what somebody recognises an account elsewhere by",
			`{"data":{"credentialHint":"9f3a","destinationHint":"DE…89","userId":"01a1e405-45b0-7af3-83c8-386cc70ffd9d"}}`,
			`{"data":{"credentialHint":"erased","destinationHint":"erased","userId":"01a1e405-45b0-7af3-83c8-386cc70ffd9d"}}`},
		{"what a provider knows somebody by",
			`{"data":{"provider":"http","providerReference":"chk_17","userId":"01a1e405-45b0-7af3-83c8-386cc70ffd9d"},"type":"kyc.case.approved"}`,
			`{"data":{"provider":"http","providerReference":"erased","userId":"01a1e405-45b0-7af3-83c8-386cc70ffd9d"},"type":"kyc.case.approved"}`},
		{"an author, and nothing else of the signal",
			`{"data":{"author":{"id":"01a1e405-45b0-7af3-83c8-386cc70ffd9d","kind":"analyst","name":"Ada"},"botName":"Atlas","reason":"charts"},"type":"trading.signal.created"}`,
			`{"data":{"author":{"id":"01a1e405-45b0-7af3-83c8-386cc70ffd9d","kind":"analyst","name":"erased"},"botName":"Atlas","reason":"charts"},"type":"trading.signal.created"}`},
		{"what is no JSON", `{"email":"a@b.test`, `{}`},
		{"money and marks of HTML",
			`{"data":{"amount":0.100000000000000000010,"note":"<b>","reason":"<i>","userId":"01a1e405-45b0-7af3-83c8-386cc70ffd9d"}}`,
			`{"data":{"amount":0.100000000000000000010,"note":"erased","reason":"<i>","userId":"01a1e405-45b0-7af3-83c8-386cc70ffd9d"}}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := privacy.WithoutPerson(test.body, person); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}
