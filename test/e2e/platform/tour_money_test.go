package platform_test

import (
	"net/http"
	"net/url"
	"testing"

	"bourse/test/e2e/kit"
)

// investing opens an account and brings it and its owner through KYC.
func (w *tour) investing(t *testing.T) {
	m, admin := w.guest.Client, w.admin.Client
	wanted := kit.Body{"tradingAgent": "orion", "initialCapital": 10000, "riskProfile": "moderate"}
	w.things["accountId"] = w.call(t, m, "createInvestmentAccount", wanted)["id"].(string)
	handedIn := kit.Person()
	handedIn["documents"] = []kit.Body{{"type": "passport", "reference": "store/4711", "issuedBy": "Bern"}}
	w.things["caseId"] = w.call(t, m, "submitMyKyc", handedIn)["id"].(string)
	w.list(t, admin, "listKycPersons?limit=2")
	w.call(t, admin, "getKycPerson", nil)
	w.call(t, admin, "decideKycPerson", kit.Body{"decision": "reject", "reason": "The picture is blurred."})
	w.call(t, m, "getMyKyc", nil)
	w.call(t, m, "submitKyc", kit.Person())
	w.list(t, admin, "listKycCases?limit=2")
	w.call(t, admin, "getKycCase", nil)
	admin.Post(t, kit.AccountAt(w.things["accountId"])+"/kyc", kit.Body{"decision": "approve"}).Ok(t, 200)
	w.list(t, m, "listInvestmentAccounts")
	w.call(t, m, "getInvestmentAccount", nil)
	w.call(t, m, "updateInvestmentAccount", kit.Body{"riskProfile": "aggressive"})
	w.call(t, admin, "setInvestmentAccountStatus", kit.Body{"status": "suspended", "reason": "Asked for by its owner."})
	w.call(t, admin, "setInvestmentAccountStatus", kit.Body{"status": "active"})
	w.call(t, w.trader.Client, "getInvestmentPerformance?period=month", nil)
	w.call(t, w.trader.Client, "getInvestmentAnalytics", nil)
}

// connection connects an account at the demo's exchange, with its trader's key.
func (w *tour) connection(t *testing.T) {
	m := w.guest.Client
	w.things["connectionId"] = w.list(t, w.trader.Client, "listConnections")[0]["id"].(string)
	w.call(t, w.trader.Client, "getConnection", nil)
	w.call(t, w.trader.Client, "getConnectionHoldings", nil)
	w.call(t, w.trader.Client, "updateConnection", kit.Body{"trading": false})
	made := w.call(t, m, "connectAccount", kit.Body{"provider": "binance", "credentials": kit.Body{"apiKey": "a-key-that-is-made-up-0123456789", "apiSecret": "a-secret-that-is-made-up"}})
	w.things["connectionId"] = made["id"].(string)
	w.call(t, m, "disconnectAccount", nil)
}

func (w *tour) portfolios(t *testing.T) {
	m := w.guest.Client
	w.things["portfolioId"] = w.list(t, m, "listPortfolios")[0]["id"].(string)
	w.call(t, m, "getPortfolio", nil)
	w.call(t, m, "updatePortfolio", kit.Body{"name": "Everything"})
	w.call(t, m, "setTargets", kit.Body{"targets": []kit.Body{{"asset": "BTC", "percent": 40}, {"asset": "USD", "percent": 60}}})
	w.list(t, m, "listAllocations")
	w.list(t, m, "getPortfolioPerformance?period=week")
	w.call(t, m, "previewRebalance", nil)
	goal := kit.Body{"name": "House", "targetAmount": 100000, "targetDate": "2040-01-01", "monthlyContribution": 250}
	w.things["goalId"] = w.call(t, m, "createGoal", goal)["id"].(string)
	w.list(t, m, "listGoals")
	w.call(t, m, "updateGoal", kit.Body{"name": "Boat"})
	w.call(t, m, "deleteGoal", nil)
	w.call(t, m, "createPortfolio", kit.Body{"name": "Savings", "riskProfile": "conservative", "accountIds": []string{w.things["accountId"]}})
}

// payments buys a course, pays money in, withdraws some, and refunds some.
func (w *tour) payments(t *testing.T) {
	m, admin := w.guest.Client, w.admin.Client
	w.things["paymentId"] = w.call(t, m, "checkout", kit.Body{"courseId": w.things["paidCourseId"]})["paymentId"].(string)
	w.call(t, m, "getPayment", nil)
	w.call(t, m, "cancelPayment", nil)
	deposit := w.call(t, m, "createDeposit", kit.Body{"accountId": w.things["accountId"], "amount": 500})
	page, err := url.Parse(deposit["checkoutUrl"].(string))
	if err != nil {
		t.Fatal(err)
	}
	w.Client().With("Content-Type", "application/x-www-form-urlencoded").Fetch(t, http.MethodPost, page.Path, "decision=pay").Ok(t, 303)
	w.list(t, m, "listPayments")
	w.call(t, m, "getWallet", nil)
	w.things["withdrawalId"] = w.call(t, m, "createWithdrawal", aWithdrawal(w.things["accountId"], 50))["id"].(string)
	w.list(t, m, "listWithdrawals")
	w.call(t, m, "getWithdrawal", nil)
	w.call(t, m, "cancelWithdrawal", nil)
	w.things["paymentId"] = deposit["paymentId"].(string)
	w.call(t, admin, "refundPayment", kit.Body{"amount": 100, "reason": "A gesture."})
}

func aWithdrawal(account string, amount int) kit.Body {
	return kit.Body{"accountId": account, "amount": amount, "destination": kit.Body{
		"method": "bank_transfer", "holderName": "Ada Investor", "iban": "DE89 3704 0044 0532 0130 00",
	}}
}

// school writes a course and takes it.
func (w *tour) school(t *testing.T) {
	m, admin, nobody := w.guest.Client, w.admin.Client, w.Client()
	course := kit.Body{"title": "Stops and targets", "shortDescription": "Where to get out.", "difficultyLevel": "beginner"}
	paid := kit.Body{"title": "More about stops", "shortDescription": "Where else.", "difficultyLevel": "advanced", "priceUsd": 49}
	lesson := kit.Body{"title": "Why stops", "type": "text", "content": "A stop ends what went wrong.", "durationMinutes": 5}
	quiz := kit.Body{"title": "What you know now", "type": "quiz", "content": "One question.", "durationMinutes": 5, "quiz": kit.Body{"questions": []kit.Body{
		{"text": "What does a stop do?", "options": []string{"It ends a loss", "It makes one"}, "correctOption": 0, "explanation": "It sells at a price."},
	}}}
	w.things["courseId"] = idOf(admin.Post(t, kit.CoursesPath, paid).Ok(t, 201))
	w.things["paidCourseId"] = w.things["courseId"]
	admin.Post(t, kit.CourseAt(w.things["courseId"], "/lessons"), lesson).Ok(t, 201)
	admin.Post(t, kit.CourseAt(w.things["courseId"], "/publish"), nil).Ok(t, 200)
	w.things["courseId"] = w.call(t, admin, "createCourse", course)["id"].(string)
	w.call(t, admin, "updateCourse", kit.Body{"shortDescription": "Where to get out, and when."})
	asked := idOf(admin.Post(t, kit.CourseAt(w.things["courseId"], "/lessons"), quiz).Ok(t, 201))
	w.things["lessonId"] = w.call(t, admin, "createLesson", lesson)["id"].(string)
	w.call(t, admin, "updateLesson", kit.Body{"durationMinutes": 6})
	w.call(t, admin, "getAuthoredLesson", nil)
	w.call(t, admin, "orderLessons", kit.Body{"lessonIds": []string{w.things["lessonId"], asked}})
	w.call(t, admin, "getAuthoredCourse", nil)
	w.call(t, admin, "publishCourse", nil)
	w.call(t, admin, "setFeaturedCourses", kit.Body{"courseIds": []string{w.things["courseId"]}})
	w.list(t, admin, "listAllCourses?limit=2")
	w.list(t, nobody, "listCourses?limit=2")
	w.list(t, nobody, "listFeaturedCourses")
	w.list(t, nobody, "searchCourses?q=stops")
	w.call(t, nobody, "getCourse", nil)
	w.call(t, nobody, "getCourseThumbnail", nil)
	w.call(t, m, "enroll", nil)
	w.call(t, m, "getLesson", nil)
	w.call(t, m, "completeLesson", nil)
	first := w.things["lessonId"]
	w.things["lessonId"] = asked
	questions := m.Get(t, kit.LessonAt(asked, "")).Ok(t, 200).Envelope["data"].(map[string]any)["quiz"].(map[string]any)["questions"].([]any)
	w.call(t, m, "attemptQuiz", kit.Body{"answers": []kit.Body{{"questionId": questions[0].(map[string]any)["id"], "option": 0}}})
	w.list(t, m, "listQuizAttempts")
	w.things["lessonId"] = first
	w.things["serial"] = w.call(t, m, "getProgress", nil)["certificateSerial"].(string)
	w.call(t, nobody, "getCertificate", nil)
	w.list(t, m, "listMyCourses")
	w.call(t, w.enrolled(t), "cancelEnrollment", nil)
	w.call(t, admin, "archiveCourse", nil)
}

// enrolled is a user who has begun the course.
func (w *tour) enrolled(t *testing.T) *kit.Client {
	t.Helper()
	m := w.Register(t)
	m.Post(t, kit.CourseAt(w.things["courseId"], "/enroll"), nil).Ok(t, 201)
	return m.Client
}

// models uses a model of the demo, which is trained while it runs.
func (w *tour) models(t *testing.T) {
	m, super := w.guest.Client, w.super.Client
	w.until(t, m, "listModels?symbol=BTCUSD&horizon=1h", "a model of the demo serves", func(map[string]any) bool {
		for _, model := range w.list(t, m, "listModels?symbol=BTCUSD&horizon=1h") {
			if model["status"] == "serving" {
				w.things["modelId"] = model["id"].(string)
				return true
			}
		}
		return false
	})
	w.call(t, m, "getModel", nil)
	w.call(t, m, "getScorecard", nil)
	w.things["predictionId"] = w.call(t, m, "predict", kit.Body{"symbol": "BTCUSD", "horizon": "1h"})["id"].(string)
	w.call(t, m, "getPrediction", nil)
	w.list(t, m, "listPredictions?limit=2")
	before := w.things["modelId"]
	w.things["modelId"] = w.call(t, super, "trainModel", kit.Body{"symbol": "BTCUSD", "horizon": "1h", "promote": false})["id"].(string)
	w.until(t, m, "getModel", "the next version is ready", is("status", "ready"))
	w.call(t, super, "promoteModel", nil)
	w.things["modelId"] = before
}
