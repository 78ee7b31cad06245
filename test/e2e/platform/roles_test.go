package platform_test

import (
	"cmp"
	"net/http"
	"slices"
	"strings"
	"testing"

	"bourse/test/e2e/kit"
)

// reach is who besides its owner may do something with a thing, given the role that the contract requires.
type reach int

const (
	ofNothing     reach = iota // the operation is about nothing that has an owner
	ofOwner                    // only the owner
	ofOffice                   // also the administrators of the owner's brand
	ofEveryOffice              // these, and super_admin of every brand
	ofBrand                    // everybody in the brand
	ofPlatform                 // everybody
	elsewhere                  // has its own test, since the thing is hard to create
)

// rule is what the roles test knows about an operation beyond the contract.
type rule struct {
	reach   reach
	content kit.Body // a valid body
	// isOfficial: only an administrator may do what the body requests, also with the owner's thing.
	isOfficial bool
	// isOthers: nobody may do it to themselves.
	isOthers bool
}

// aTemplate is a mail in a brand's own words.
var aTemplate = kit.Body{"subject": "Confirm", "text": "Confirm here: {{.Values.link}}"}

// rules are those of the operations whose path names a thing. A missing one fails the test.
var rules = map[string]rule{
	"revokeSession": {reach: ofOwner}, "revokeApiKey": {reach: ofOwner},
	"renamePasskey": {reach: elsewhere}, "removePasskey": {reach: elsewhere}, // they need an authenticator

	"getTenant": {reach: ofEveryOffice}, "updateTenant": {reach: ofEveryOffice, content: kit.Body{"supportAddress": "help@example.test"}},
	"listMailTemplates": {reach: ofEveryOffice}, "resetMailTemplate": {reach: ofEveryOffice}, "sendTestMail": {reach: ofEveryOffice},
	"setMailTemplate": {reach: ofEveryOffice, content: aTemplate}, "previewMail": {reach: ofEveryOffice, content: aTemplate},

	"getKycPerson": {reach: ofEveryOffice}, "decideKycPerson": {reach: ofEveryOffice, content: kit.Body{"decision": "approve"}},

	"getUser": {reach: ofEveryOffice}, "updateUser": {reach: ofEveryOffice, content: kit.Body{"suspended": false}, isOthers: true},

	"getWebhookEndpoint": {reach: ofBrand}, "updateWebhookEndpoint": {reach: ofBrand, content: kit.Body{"name": "Renamed"}}, "deleteWebhookEndpoint": {reach: ofBrand},
	"verifyWebhookEndpoint": {reach: ofBrand}, "testWebhookEndpoint": {reach: ofBrand}, "rotateWebhookSecret": {reach: ofBrand},
	"recoverWebhookEndpoint": {reach: ofBrand, content: kit.Body{"since": "2026-01-01T00:00:00Z"}}, "getWebhookRecovery": {reach: ofBrand},
	"listWebhookDeliveries": {reach: ofBrand}, "getWebhookEndpointStats": {reach: ofBrand}, "getWebhookDelivery": {reach: ofBrand}, "retryWebhookDelivery": {reach: ofBrand},

	"getAlert": {reach: ofOwner}, "cancelAlert": {reach: ofOwner},
	"getBot": {reach: ofBrand}, "updateBot": {reach: ofBrand, content: kit.Body{"description": "Changed"}}, "subscribeToBot": {reach: ofBrand},
	"unsubscribeFromBot": {reach: ofBrand}, "getBotEquity": {reach: ofBrand}, "listBotTrades": {reach: ofBrand},
	"getSignal": {reach: ofBrand}, "executeSignal": {reach: ofBrand, content: kit.Body{"quantity": 30}}, "previewSignal": {reach: ofBrand, content: kit.Body{"quantity": 30}},
	"getOrder": {reach: ofOwner}, "cancelOrder": {reach: ofOwner},
	"getPosition": {reach: ofOwner}, "changePosition": {reach: ofOwner, content: kit.Body{"stopLoss": 1.5}}, "closePosition": {reach: ofOwner},
	"updateSubscription": {reach: ofOwner, content: kit.Body{"mode": "manual"}}, "listCopies": {reach: ofOwner},
	"getStatement": {reach: ofOwner}, "downloadStatement": {reach: ofOwner},
	"getBacktest": {reach: ofOwner}, "cancelBacktest": {reach: ofOwner}, "listBacktestTrades": {reach: ofOwner},

	"getInvestmentAccount": {reach: ofOwner}, "updateInvestmentAccount": {reach: ofOwner, content: kit.Body{"riskProfile": "aggressive"}},
	"submitKyc":                  {reach: ofEveryOffice, content: kit.Body{"decision": "approve"}, isOfficial: true},
	"setInvestmentAccountStatus": {reach: ofEveryOffice, content: kit.Body{"status": "suspended"}, isOfficial: true},
	"getKycCase":                 {reach: ofEveryOffice},
	// TestConnections: they need an exchange.
	"getConnection": {reach: elsewhere}, "updateConnection": {reach: elsewhere}, "disconnectAccount": {reach: elsewhere}, "getConnectionHoldings": {reach: elsewhere},

	"getPortfolio": {reach: ofOwner}, "updatePortfolio": {reach: ofOwner, content: kit.Body{"name": "Renamed"}}, "listAllocations": {reach: ofOwner},
	"setTargets":              {reach: ofOwner, content: kit.Body{"targets": []kit.Body{{"asset": "USD", "percent": 100}}}},
	"getPortfolioPerformance": {reach: ofOwner}, "listGoals": {reach: ofOwner}, "previewRebalance": {reach: ofOwner},
	"createGoal": {reach: ofOwner, content: kit.Body{"name": "House", "targetAmount": 1000, "targetDate": "2040-01-01"}},
	"updateGoal": {reach: ofOwner, content: kit.Body{"name": "Boat"}}, "deleteGoal": {reach: ofOwner},

	"getCourse": {reach: ofBrand}, "updateCourse": {reach: ofBrand, content: kit.Body{"shortDescription": "Changed"}},
	"publishCourse": {reach: ofBrand}, "archiveCourse": {reach: ofBrand},
	"getAuthoredCourse": {reach: ofBrand}, "getAuthoredLesson": {reach: ofBrand},
	"createLesson": {reach: ofBrand, content: kit.Body{"title": "More", "type": "text", "content": "c", "durationMinutes": 1}},
	"orderLessons": {reach: ofBrand, content: kit.Body{"lessonIds": []string{"00000000-0000-7000-8000-000000000000"}}},
	"enroll":       {reach: ofBrand}, "cancelEnrollment": {reach: ofBrand}, "getProgress": {reach: ofBrand},
	"getLesson": {reach: ofBrand}, "updateLesson": {reach: ofBrand, content: kit.Body{"title": "Changed"}}, "completeLesson": {reach: ofBrand},
	"listQuizAttempts": {reach: ofBrand}, "attemptQuiz": {reach: ofBrand, content: kit.Body{"answers": []kit.Body{{"questionId": "00000000-0000-7000-8000-000000000000", "option": 0}}}},
	"getCertificate":     {reach: elsewhere},  // public, by the story of a certificate
	"getCourseThumbnail": {reach: ofPlatform}, // images are loaded without a token

	"getWithdrawal": {reach: ofOffice}, "decideWithdrawal": {reach: ofOffice, content: kit.Body{"decision": "approve"}}, "cancelWithdrawal": {reach: ofOwner},
	"markWithdrawalPaid": {reach: ofOffice, content: kit.Body{"reference": "R-1"}}, "markWithdrawalFailed": {reach: ofOffice, content: kit.Body{"reason": "no such account"}},
	"getPayment": {reach: ofOffice}, "cancelPayment": {reach: ofOwner}, "refundPayment": {reach: ofOffice, content: kit.Body{"amount": 1}},

	"getModel": {reach: ofPlatform}, "promoteModel": {reach: ofPlatform}, "getScorecard": {reach: ofPlatform},
	"getPrediction": {reach: elsewhere}, // TestPredictions: there are none without a model
}

// ranks are the roles from the least to the most trusted.
var ranks = []string{"user", "trader", "analyst", "admin", "super_admin"}

func atLeast(role, other string) bool {
	return slices.Index(ranks, role) >= slices.Index(ranks, other)
}

// relation is whose thing it is, relative to the caller.
type relation string

const (
	own        relation = "their own"
	neighbours relation = "another user's"
	strangers  relation = "another brand's"
)

// isOpen reports whether somebody of a role may do it with a thing of the relation.
func (r rule) isOpen(role, needed, someRole string, to relation) bool {
	isOfficer := atLeast(role, cmp.Or(someRole, "admin"))
	switch {
	case !atLeast(role, needed):
		return false
	case to == own:
		return !r.isOthers && (isOfficer || !r.isOfficial)
	case r.reach == ofPlatform:
		return true
	case r.reach == ofBrand:
		return to == neighbours
	case r.reach == ofOffice:
		return isOfficer && to == neighbours
	case r.reach == ofEveryOffice:
		return isOfficer && (to == neighbours || role == "super_admin")
	}
	return false
}

// TestRolesAndOwners tries every operation of the contract as every role, on things of the caller, of another user
// and of another brand. An allowed operation may answer anything but a refusal; any other must answer FORBIDDEN or
// NOT_FOUND.
func TestRolesAndOwners(t *testing.T) {
	t.Parallel()
	kit.OnEachEngine(t, func(t *testing.T, place *kit.Installation) {
		w := newCast(t, place)
		tried := 0
		operations := kit.ReadContract(t, w.Server)
		slices.SortStableFunc(operations, func(a, b kit.ContractOperation) int { return severity(&a) - severity(&b) })
		for _, o := range operations {
			known, isKnown := rules[o.ID]
			if isKnown != strings.Contains(o.Template, "{") {
				t.Errorf("%s: the table of rules has to say whose things it reaches, and of nothing else", o.ID)
			}
			if known.reach == elsewhere || o.IsPublic && known.reach == ofNothing || skipped[o.ID] {
				continue
			}
			tried += w.tryAll(t, &o, known)
		}
		t.Logf("%d pairs of an operation and a role with a thing", tried)
	})
}

// skipped are operations that would end the session used for the rest.
var skipped = map[string]bool{"logout": true, "streamTrading": true}

// severity orders the operations: reads first, those that end a thing last.
func severity(o *kit.ContractOperation) int {
	if ending[o.ID] {
		return len(gentleFirst)
	}
	return slices.Index(gentleFirst, o.Method)
}

var gentleFirst = []string{http.MethodGet, http.MethodPut, http.MethodPatch, http.MethodPost, http.MethodDelete}

// ending are the operations after which others would find nothing.
var ending = map[string]bool{"archiveCourse": true, "closePosition": true, "cancelPayment": true, "cancelWithdrawal": true, "setInvestmentAccountStatus": true}
