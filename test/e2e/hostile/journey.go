package hostile

// A journey is a sequence of steps, each using the results of those before. Its steps are also sent with something
// wrong in them, right before they are sent as intended, so that the error meets the state in which the rest of the
// request would be done.
type journey struct {
	*worker
	isPlain  bool // without errors
	isBroken bool // a step was refused, and so are those that depend on it
}

// script is a journey with the operations that succeed in it, separated by spaces.
type script struct {
	covers string
	steps  func(j *journey)
}

// travel makes a journey.
func (w *worker) travel(name string, isPlain bool) {
	j := &journey{worker: w, isPlain: isPlain}
	w.campaign.journeys[name].steps(j)
}

// call makes a step and returns the data of the answer: an object, which is empty when the step or an earlier one was
// refused.
func (j *journey) call(as *person, id string, body any, values ...string) map[string]any {
	return j.step(as, id, body, values...).data()
}

// list is call for a step that returns a list.
func (j *journey) list(as *person, id string, values ...string) []map[string]any {
	return j.step(as, id, nil, values...).list()
}

func (j *journey) step(as *person, id string, body any, values ...string) *answer {
	if j.isBroken {
		return nil
	}
	r := j.request(as, id, body, values...)
	a := j.attempt(r)
	j.isBroken = !a.isSuccess()
	return a
}

// attempt sends a request as intended, often with an error before, and once more after.
func (j *journey) attempt(r *request) *answer {
	if !j.isPlain {
		for range j.random.IntN(3) {
			j.count()
			j.send(j.maker.mutate(r))
		}
	}
	j.count()
	a := j.send(r)
	if !j.isPlain && j.random.IntN(8) == 0 {
		j.count()
		j.send(r)
	}
	return a
}

func (j *journey) count() {
	j.traveled++
	j.sent++
}

// try makes a step that may be refused.
func (j *journey) try(as *person, id string, body any, values ...string) map[string]any {
	if j.isBroken {
		return map[string]any{}
	}
	return j.attempt(j.request(as, id, body, values...)).data()
}

// until repeats an operation until its data is as wanted; the journey is over if it never is.
func (j *journey) until(as *person, id string, holds func(data map[string]any) bool, values ...string) (data map[string]any) {
	for range 400 {
		if data = j.call(as, id, nil, values...); j.isBroken || holds(data) {
			return data
		}
		j.pause()
	}
	j.isBroken = true
	return data
}

// journeys are all journeys, by name.
func journeys() map[string]script {
	return map[string]script{
		"account":        {" register resendVerificationMail verifyEmail login refreshTokens updateMe getMe listLogIns exportMe reauthenticate listSessions revokeSession sendPhoneCode verifyPhone ", account},
		"credentials":    {" changeEmail confirmEmailChange cancelEmailChange changePassword forgotPassword resetPassword logout deleteMe createApiKey listApiKeys revokeApiKey ", credentials},
		"second factor":  {" setupTwoFactor verifyTwoFactor listBackupCodes replaceBackupCodes completeLogin disableTwoFactor ", secondFactor},
		"passkeys":       {" beginPasskey addPasskey listPasskeys renamePasskey beginPasskeyLogin loginWithPasskey beginReauthentication removePasskey ", passkeys},
		"administration": {" listUsers getUser updateUser listAuditLog createTenant listTenants updateTenant getTenant getBrand getPlatformHealth ", administration},
		"mails":          {" setMailTemplate listMailTemplates previewMail sendTestMail resetMailTemplate ", mails},
		"webhooks":       {" createWebhookEndpoint listWebhookEndpoints getWebhookEndpoint updateWebhookEndpoint verifyWebhookEndpoint testWebhookEndpoint rotateWebhookSecret recoverWebhookEndpoint getWebhookRecovery publishWebhookEvent publishWebhookEvents listWebhookEvents listWebhookEventTypes deleteWebhookEndpoint ", webhooks},
		"deliveries":     {" listWebhookDeliveries listAllWebhookDeliveries getWebhookEndpointStats getWebhookDelivery retryWebhookDelivery ", deliveries},
		"market":         {" listInstruments listQuotes listCandles replaceWatchlist getWatchlist createAlert listAlerts getAlert cancelAlert updateNotifications getNotifications listNotices createStreamTicket streamTrading ", market},
		"bots":           {" createBot updateBot listBots getBot getBotEquity listBotTrades subscribeToBot listSubscriptions updateSubscription listCopies unsubscribeFromBot ", bots},
		"backtests":      {" createBacktest getBacktest listBacktestTrades listBacktests cancelBacktest ", backtests},
		"trading":        {" createSignal listSignals getSignal previewSignal executeSignal listPositions getPosition changePosition closePosition listTrades previewOrder placeOrder listOrders getOrder cancelOrder listTradingAccounts getTradingPortfolio getStatement downloadStatement ", trading},
		"investing":      {" createInvestmentAccount submitMyKyc listKycPersons getKycPerson decideKycPerson getMyKyc submitKyc listKycCases getKycCase listInvestmentAccounts getInvestmentAccount updateInvestmentAccount setInvestmentAccountStatus getInvestmentPerformance getInvestmentAnalytics ", investing},
		"connection":     {" connectAccount listConnections getConnection getConnectionHoldings updateConnection disconnectAccount ", connection},
		"provider":       {" receiveKycCallback ", provider},
		"portfolios":     {" listPortfolios getPortfolio updatePortfolio setTargets listAllocations getPortfolioPerformance previewRebalance createGoal listGoals updateGoal deleteGoal createPortfolio ", portfolios},
		"school":         {" createCourse updateCourse createLesson updateLesson getAuthoredLesson orderLessons getAuthoredCourse publishCourse setFeaturedCourses listAllCourses listCourses listFeaturedCourses searchCourses getCourse getCourseThumbnail enroll getLesson completeLesson attemptQuiz listQuizAttempts getProgress getCertificate listMyCourses cancelEnrollment archiveCourse ", school},
		"payments":       {" checkout getPayment cancelPayment createDeposit receiveStripeEvent listPayments getWallet refundPayment ", payments},
		"withdrawals":    {" createWithdrawal listWithdrawals getWithdrawal cancelWithdrawal decideWithdrawal markWithdrawalPaid markWithdrawalFailed ", withdrawals},
		"models":         {" trainModel listModels getModel getScorecard predict getPrediction listPredictions promoteModel ", models},
	}
}
