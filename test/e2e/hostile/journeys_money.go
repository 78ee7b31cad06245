package hostile

import (
	"time"

	"bourse/internal/payments/stripe/stripetest"
	"bourse/internal/webhook/signing"
	"bourse/test/e2e/kit"
)

// investor is a user with an active account.
type investor struct {
	person  *person
	account string
}

// investor is a new user with an active account, or an earlier one: an account costs a password hash and a review.
func (j *journey) investor() (p *person, account string) {
	if len(j.known) > 0 && !j.isPlain && j.random.IntN(5) > 0 {
		one := j.known[j.random.IntN(len(j.known))]
		if !one.person.isStale {
			return one.person, one.account
		}
	}
	defer func() {
		if !j.isBroken {
			j.known = append(j.known[:min(len(j.known), 10)], investor{p, account})
		}
	}()
	p = j.newPerson()
	wanted := kit.Body{"tradingAgent": "orion", "initialCapital": 1000, "riskProfile": "moderate"}
	account = text(j.call(p, "createInvestmentAccount", wanted), "id")
	j.call(p, "submitKyc", kit.Person(), "accountId", account)
	j.call(j.fresh("admin"), "submitKyc", kit.Body{"decision": "approve"}, "accountId", account)
	return p, account
}

func investing(j *journey) {
	p, admin := j.newPerson(), j.fresh("admin")
	account := []string{"accountId", text(j.call(p, "createInvestmentAccount", kit.Body{"tradingAgent": "orion", "initialCapital": 10000, "riskProfile": "moderate"}), "id")}
	handedIn := kit.Person()
	handedIn["documents"] = []kit.Body{{"type": "passport", "reference": "store/4711", "issuedBy": "Bern"}}
	person := []string{"caseId", text(j.call(p, "submitMyKyc", handedIn), "id")}
	j.list(admin, "listKycPersons", "limit", "2")
	j.call(admin, "getKycPerson", nil, person...)
	j.call(admin, "decideKycPerson", kit.Body{"decision": "reject", "reason": "The picture is blurred."}, person...)
	j.call(p, "getMyKyc", nil)
	j.call(p, "submitKyc", kit.Person(), account...)
	j.list(admin, "listKycCases", "limit", "2")
	j.call(admin, "getKycCase", nil, account...)
	j.try(admin, "submitKyc", kit.Body{"decision": "approve"}, account...)
	j.list(p, "listInvestmentAccounts")
	j.call(p, "getInvestmentAccount", nil, account...)
	j.call(p, "updateInvestmentAccount", kit.Body{"riskProfile": "aggressive"}, account...)
	j.call(admin, "setInvestmentAccountStatus", kit.Body{"status": "suspended", "reason": "Asked for by its owner."}, account...)
	j.call(admin, "setInvestmentAccountStatus", kit.Body{"status": "active"}, account...)
	j.call(p, "getInvestmentPerformance", nil, "period", "month")
	j.call(p, "getInvestmentAnalytics", nil)
}

func connection(j *journey) {
	p := j.guest()
	wanted := kit.Body{"provider": "binance", "credentials": kit.Body{"apiKey": "a-key-that-is-made-up-" + digits(j.worker, 12), "apiSecret": "a-secret-that-is-made-up"}}
	at := []string{"connectionId", text(j.call(p, "connectAccount", wanted), "id")}
	j.until(p, "getConnection", func(data map[string]any) bool { return data["status"] != "pending" }, at...)
	j.list(p, "listConnections")
	j.try(p, "getConnectionHoldings", nil, at...)
	j.call(p, "updateConnection", kit.Body{"trading": false}, at...)
	j.call(p, "disconnectAccount", nil, at...)
}

// provider calls back about a person who was submitted to it.
func provider(j *journey) {
	p := j.newPerson()
	j.call(p, "submitMyKyc", kit.Person())
	select {
	case submission := <-j.campaign.Outside.submissions:
		j.callBack(submission)
	case <-time.After(10 * time.Second):
	case <-j.ctx.Done():
	}
}

func (j *journey) callBack(submission string) {
	if j.isBroken {
		return
	}
	key, err := signing.ParseKey(KYCSecret)
	if err != nil {
		panic(err) // it is a constant
	}
	decision := []string{"approve", "reject"}[j.random.IntN(2)]
	told := kit.Body{"submissionId": submission, "decision": decision, "reference": "check-" + submission}
	if decision == "reject" {
		told["reason"] = "The picture is blurred."
	}
	r := j.request(nil, "receiveKycCallback", told)
	sign := func(r *request) {
		id, now := "callback-"+digits(j.worker, 12), time.Now()
		r.header.Set(signing.IDHeader, id)
		r.header.Set(signing.TimestampHeader, signing.Timestamp(now))
		r.header.Set(signing.SignatureHeader, signing.Signature(id, now, r.content(), key))
	}
	j.signed(r, sign)
}

// signed sends a request from outside: a request with something wrong in it is signed, too.
func (j *journey) signed(r *request, sign func(r *request)) {
	if !j.isPlain {
		for range 3 {
			spoiled := j.maker.mutate(r)
			sign(spoiled)
			j.count()
			j.send(spoiled)
		}
	}
	sign(r)
	j.count()
	j.isBroken = !j.send(r).isSuccess()
}

func portfolios(j *journey) {
	p, account := j.investor()
	all := j.list(p, "listPortfolios")
	if j.isBroken || len(all) == 0 {
		return
	}
	at := []string{"portfolioId", text(all[0], "id")}
	j.call(p, "getPortfolio", nil, at...)
	j.call(p, "updatePortfolio", kit.Body{"name": "Everything"}, at...)
	j.call(p, "setTargets", kit.Body{"targets": []kit.Body{{"asset": "BTC", "percent": 40}, {"asset": "USD", "percent": 60}}}, at...)
	j.list(p, "listAllocations", at...)
	j.list(p, "getPortfolioPerformance", append(at, "period", "week")...)
	j.call(p, "previewRebalance", nil, at...)
	goal := text(j.call(p, "createGoal", kit.Body{"name": "House", "targetAmount": 100000, "targetDate": "2040-01-01", "monthlyContribution": 250}, at...), "id")
	j.list(p, "listGoals", at...)
	j.call(p, "updateGoal", kit.Body{"name": "Boat"}, append(at, "goalId", goal)...)
	j.call(p, "deleteGoal", nil, append(at, "goalId", goal)...)
	j.call(p, "createPortfolio", kit.Body{"name": "Savings " + digits(j.worker, 6), "riskProfile": "conservative", "accountIds": []string{account}})
}

// pay makes Stripe report that a payment was made.
func (j *journey) pay(payment string, dollars int) {
	if j.isBroken {
		return
	}
	now := time.Now()
	r := j.request(nil, "receiveStripeEvent", kit.Body{
		"id": "evt_" + digits(j.worker, 12), "object": "event", "api_version": "2020-08-27", "type": "checkout.session.completed", "created": now.Unix(),
		"data": kit.Body{"object": kit.Body{
			"object": "checkout.session", "id": "cs_test_" + payment, "client_reference_id": payment, "metadata": kit.Body{"payment_id": payment},
			"amount_total": 100 * dollars, "currency": "usd", "status": "complete", "payment_status": "paid", "payment_intent": "pi_" + payment,
		}},
	})
	j.signed(r, func(r *request) {
		r.header.Set("Stripe-Signature", stripetest.Header(now, string(r.content()), StripeSecret))
	})
}

func payments(j *journey) {
	p, account := j.investor()
	admin := j.fresh("admin")
	course := kit.Body{"title": "More about stops " + digits(j.worker, 9), "shortDescription": "Where else.", "difficultyLevel": "advanced", "priceUsd": 49}
	paid := []string{"courseId", text(j.call(admin, "createCourse", course), "id")}
	j.call(admin, "createLesson", kit.Body{"title": "Why stops", "type": "text", "content": "A stop ends what went wrong.", "durationMinutes": 5}, paid...)
	j.call(admin, "publishCourse", nil, paid...)
	bought := []string{"paymentId", text(j.call(p, "checkout", kit.Body{"courseId": paid[1]}), "paymentId")}
	j.call(p, "getPayment", nil, bought...)
	j.call(p, "cancelPayment", nil, bought...)
	deposit := text(j.call(p, "createDeposit", kit.Body{"accountId": account, "amount": 500}), "paymentId")
	j.pay(deposit, 500)
	j.list(p, "listPayments")
	j.call(p, "getWallet", nil)
	j.call(admin, "refundPayment", kit.Body{"amount": 100, "reason": "A gesture."}, "paymentId", deposit)
	again := text(j.call(p, "checkout", kit.Body{"courseId": paid[1]}), "paymentId")
	j.pay(again, 49)
}

func withdrawals(j *journey) {
	p, account := j.investor()
	admin := j.fresh("admin")
	deposit := text(j.call(p, "createDeposit", kit.Body{"accountId": account, "amount": 200}), "paymentId")
	j.pay(deposit, 200)
	withdraw := func(cents float64) []string {
		return []string{"withdrawalId", text(j.call(p, "createWithdrawal", kit.Body{"accountId": account, "amount": float64(10+j.random.IntN(5)) + cents/100, "destination": kit.Body{
			"method": "bank_transfer", "holderName": "Ada Investor", "iban": "DE89 3704 0044 0532 0130 00"}}), "id")}
	}
	first := withdraw(0)
	j.list(p, "listWithdrawals")
	j.call(p, "getWithdrawal", nil, first...)
	j.call(p, "cancelWithdrawal", nil, first...)
	ends := map[string]kit.Body{"markWithdrawalPaid": {"reference": "TRANSFER-0017"}, "markWithdrawalFailed": {"reason": "The account is closed."}}
	for _, id := range sortedNames(ends) {
		for range 4 { // Stripe refuses odd cents; refunds may be split if more than one deposit has something left
			next := withdraw(1)
			decided := j.call(admin, "decideWithdrawal", kit.Body{"decision": "approve"}, next...)
			if decided["status"] != "paid" {
				j.try(admin, id, ends[id], next...)
				break
			}
		}
	}
	j.call(admin, "decideWithdrawal", kit.Body{"decision": "approve"}, withdraw(0)...)
}

func school(j *journey) {
	p, admin := j.guest(), j.fresh("admin")
	course := []string{"courseId", text(j.call(admin, "createCourse", kit.Body{"title": "Stops and targets " + digits(j.worker, 9), "shortDescription": "Where to get out.", "difficultyLevel": "beginner"}), "id")}
	j.call(admin, "updateCourse", kit.Body{"shortDescription": "Where to get out, and when."}, course...)
	quiz := kit.Body{"title": "What you know now", "type": "quiz", "content": "One question.", "durationMinutes": 5, "quiz": kit.Body{"questions": []kit.Body{
		{"text": "What does a stop do?", "options": []string{"It ends a loss", "It makes one"}, "correctOption": 0, "explanation": "It sells at a price."}}}}
	asked := text(j.call(admin, "createLesson", quiz, course...), "id")
	lesson := text(j.call(admin, "createLesson", kit.Body{"title": "Why stops", "type": "text", "content": "A *stop* ends what went wrong.", "durationMinutes": 5}, course...), "id")
	j.call(admin, "updateLesson", kit.Body{"durationMinutes": 6}, "lessonId", lesson)
	j.call(admin, "getAuthoredLesson", nil, "lessonId", lesson)
	j.call(admin, "orderLessons", kit.Body{"lessonIds": []string{lesson, asked}}, course...)
	j.call(admin, "getAuthoredCourse", nil, course...)
	j.call(admin, "publishCourse", nil, course...)
	j.call(admin, "setFeaturedCourses", kit.Body{"courseIds": []string{course[1]}})
	j.list(admin, "listAllCourses", "limit", "2")
	j.list(nil, "listCourses", "limit", "2")
	j.list(nil, "listFeaturedCourses")
	j.list(nil, "searchCourses", "q", "stops")
	j.call(nil, "getCourse", nil, course...)
	j.step(nil, "getCourseThumbnail", nil, course...)
	j.call(p, "enroll", nil, course...)
	j.call(p, "getLesson", nil, "lessonId", lesson)
	j.call(p, "completeLesson", nil, "lessonId", lesson)
	shown, _ := j.call(p, "getLesson", nil, "lessonId", asked)["quiz"].(map[string]any)
	questions, _ := shown["questions"].([]any)
	answers := []kit.Body{}
	for _, question := range questions {
		question, _ := question.(map[string]any)
		answers = append(answers, kit.Body{"questionId": question["id"], "option": 0})
	}
	j.call(p, "attemptQuiz", kit.Body{"answers": answers}, "lessonId", asked)
	j.list(p, "listQuizAttempts", "lessonId", asked)
	serial := text(j.call(p, "getProgress", nil, course...), "certificateSerial")
	j.call(nil, "getCertificate", nil, "serial", serial)
	j.list(p, "listMyCourses")
	other := j.fresh("user")
	j.call(other, "enroll", nil, course...)
	j.call(other, "cancelEnrollment", nil, course...)
	j.call(admin, "archiveCourse", nil, course...)
}
