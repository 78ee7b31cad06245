// Generated from api/openapi.yaml by npm run generate. Do not edit.

import type { Method } from './types.js';

export const operations = {
  addPasskey: 'POST /auth/passkeys key',
  archiveCourse: 'POST /education/courses/{courseId}/archive key',
  attemptQuiz: 'POST /education/lessons/{lessonId}/attempts key',
  beginPasskey: 'POST /auth/passkeys/options key',
  beginPasskeyLogin: 'POST /auth/login/passkey/options public key',
  beginReauthentication: 'POST /auth/reauthenticate/options key',
  cancelAlert: 'DELETE /trading/alerts/{alertId}',
  cancelBacktest: 'DELETE /trading/backtests/{backtestId}',
  cancelEmailChange: 'POST /auth/email/change/cancel public key',
  cancelEnrollment: 'DELETE /education/courses/{courseId}/enroll',
  cancelOrder: 'DELETE /trading/orders/{orderId}',
  cancelPayment: 'POST /payments/{paymentId}/cancel key',
  cancelWithdrawal: 'POST /payments/withdrawals/{withdrawalId}/cancel key',
  changeEmail: 'POST /auth/email/change key',
  changePassword: 'POST /auth/password/change key',
  changePosition: 'PATCH /trading/positions/{positionId}',
  checkout: 'POST /payments/checkout key',
  closePosition: 'POST /trading/positions/{positionId}/close key',
  completeLesson: 'POST /education/lessons/{lessonId}/complete key',
  completeLogin: 'POST /auth/login/2fa public key opens tokens',
  confirmEmailChange: 'POST /auth/email/change/confirm public key',
  connectAccount: 'POST /investment/accounts/connect key',
  createAlert: 'POST /trading/alerts key',
  createApiKey: 'POST /auth/api-keys key',
  createBacktest: 'POST /trading/backtests key',
  createBot: 'POST /trading/bots key',
  createCourse: 'POST /education/courses key',
  createDeposit: 'POST /payments/deposits key',
  createGoal: 'POST /portfolio/{portfolioId}/goals key',
  createInvestmentAccount: 'POST /investment/accounts key',
  createLesson: 'POST /education/courses/{courseId}/lessons key',
  createPortfolio: 'POST /portfolio key',
  createSignal: 'POST /trading/signals key',
  createStreamTicket: 'POST /trading/stream/tickets key',
  createTenant: 'POST /tenants key',
  createWebhookEndpoint: 'POST /webhooks/endpoints key',
  createWithdrawal: 'POST /payments/withdrawals key',
  decideKycPerson: 'POST /kyc/cases/{caseId}/decision key',
  decideWithdrawal: 'PATCH /payments/withdrawals/{withdrawalId} key',
  deleteGoal: 'DELETE /portfolio/{portfolioId}/goals/{goalId}',
  deleteMe: 'DELETE /auth/me',
  deleteWebhookEndpoint: 'DELETE /webhooks/endpoints/{endpointId}',
  disableTwoFactor: 'POST /auth/2fa/disable key',
  disconnectAccount: 'DELETE /investment/connections/{connectionId}',
  downloadStatement: 'GET /trading/accounts/{accountId}/statement.csv file',
  enroll: 'POST /education/courses/{courseId}/enroll key',
  executeSignal: 'POST /trading/signals/{signalId}/execute key',
  exportMe: 'GET /auth/me/export file',
  forgotPassword: 'POST /auth/password/forgot public key',
  getAlert: 'GET /trading/alerts/{alertId}',
  getAuthoredCourse: 'GET /education/authoring/courses/{courseId}',
  getAuthoredLesson: 'GET /education/authoring/lessons/{lessonId}',
  getBacktest: 'GET /trading/backtests/{backtestId}',
  getBot: 'GET /trading/bots/{botId}',
  getBotEquity: 'GET /trading/bots/{botId}/equity',
  getBrand: 'GET /brand public',
  getCertificate: 'GET /education/certificates/{serial} public',
  getConnection: 'GET /investment/connections/{connectionId}',
  getConnectionHoldings: 'GET /investment/connections/{connectionId}/holdings',
  getCourse: 'GET /education/courses/{courseId} public',
  getCourseThumbnail: 'GET /education/courses/{courseId}/thumbnail.svg public file',
  getInvestmentAccount: 'GET /investment/accounts/{accountId}',
  getInvestmentAnalytics: 'GET /investment/analytics',
  getInvestmentPerformance: 'GET /investment/performance',
  getKycCase: 'GET /investment/kyc-cases/{accountId}',
  getKycPerson: 'GET /kyc/cases/{caseId}',
  getLesson: 'GET /education/lessons/{lessonId}',
  getMe: 'GET /auth/me',
  getModel: 'GET /ml/models/{modelId}',
  getMyKyc: 'GET /kyc',
  getNotifications: 'GET /trading/notifications',
  getOrder: 'GET /trading/orders/{orderId}',
  getPayment: 'GET /payments/{paymentId}',
  getPlatformHealth: 'GET /platform/health',
  getPortfolio: 'GET /portfolio/{portfolioId}',
  getPortfolioPerformance: 'GET /portfolio/{portfolioId}/performance',
  getPosition: 'GET /trading/positions/{positionId}',
  getPrediction: 'GET /ml/predictions/{predictionId}',
  getProgress: 'GET /education/courses/{courseId}/progress',
  getScorecard: 'GET /ml/models/{modelId}/scorecard',
  getSignal: 'GET /trading/signals/{signalId}',
  getStatement: 'GET /trading/accounts/{accountId}/statement cursor',
  getTenant: 'GET /tenants/{tenantId}',
  getTradingPortfolio: 'GET /trading/portfolio',
  getUser: 'GET /users/{userId}',
  getWallet: 'GET /payments/wallet',
  getWatchlist: 'GET /trading/watchlist',
  getWebhookDelivery: 'GET /webhooks/deliveries/{deliveryId}',
  getWebhookEndpoint: 'GET /webhooks/endpoints/{endpointId}',
  getWebhookEndpointStats: 'GET /webhooks/endpoints/{endpointId}/stats',
  getWebhookRecovery: 'GET /webhooks/endpoints/{endpointId}/recoveries/{recoveryId}',
  getWithdrawal: 'GET /payments/withdrawals/{withdrawalId}',
  listAlerts: 'GET /trading/alerts cursor',
  listAllCourses: 'GET /education/authoring/courses page',
  listAllWebhookDeliveries: 'GET /webhooks/deliveries cursor',
  listAllocations: 'GET /portfolio/{portfolioId}/allocations',
  listApiKeys: 'GET /auth/api-keys',
  listAuditLog: 'GET /audit-log page',
  listBacktestTrades: 'GET /trading/backtests/{backtestId}/trades page',
  listBacktests: 'GET /trading/backtests page',
  listBackupCodes: 'GET /auth/2fa/backup-codes',
  listBotTrades: 'GET /trading/bots/{botId}/trades page',
  listBots: 'GET /trading/bots page',
  listCandles: 'GET /trading/candles',
  listConnections: 'GET /investment/connections',
  listCopies: 'GET /trading/my-subscriptions/{subscriptionId}/copies cursor',
  listCourses: 'GET /education/courses public page',
  listFeaturedCourses: 'GET /education/courses/featured public',
  listGoals: 'GET /portfolio/{portfolioId}/goals',
  listInstruments: 'GET /trading/instruments',
  listInvestmentAccounts: 'GET /investment/accounts',
  listKycCases: 'GET /investment/kyc-cases page',
  listKycPersons: 'GET /kyc/cases page',
  listLogIns: 'GET /auth/log-ins page',
  listMailTemplates: 'GET /tenants/{tenantId}/mail-templates',
  listModels: 'GET /ml/models page',
  listMyCourses: 'GET /education/my-courses',
  listNotices: 'GET /trading/notices cursor',
  listOrders: 'GET /trading/orders cursor',
  listPasskeys: 'GET /auth/passkeys',
  listPayments: 'GET /payments page',
  listPortfolios: 'GET /portfolio',
  listPositions: 'GET /trading/positions cursor',
  listPredictions: 'GET /ml/predictions page',
  listQuizAttempts: 'GET /education/lessons/{lessonId}/attempts page',
  listQuotes: 'GET /trading/quotes',
  listSessions: 'GET /auth/sessions',
  listSignals: 'GET /trading/signals cursor',
  listSubscriptions: 'GET /trading/my-subscriptions',
  listTenants: 'GET /tenants page',
  listTrades: 'GET /trading/history page',
  listTradingAccounts: 'GET /trading/accounts',
  listUsers: 'GET /users page',
  listWebhookDeliveries: 'GET /webhooks/endpoints/{endpointId}/deliveries cursor',
  listWebhookEndpoints: 'GET /webhooks/endpoints page',
  listWebhookEventTypes: 'GET /webhooks/event-types',
  listWebhookEvents: 'GET /webhooks/events cursor',
  listWithdrawals: 'GET /payments/withdrawals page',
  login: 'POST /auth/login public key opens tokens',
  loginWithPasskey: 'POST /auth/login/passkey public key opens tokens',
  logout: 'POST /auth/logout key',
  markWithdrawalFailed: 'POST /payments/withdrawals/{withdrawalId}/failed key',
  markWithdrawalPaid: 'POST /payments/withdrawals/{withdrawalId}/paid key',
  orderLessons: 'PUT /education/courses/{courseId}/lesson-order',
  placeOrder: 'POST /trading/orders key',
  predict: 'POST /ml/predictions key',
  previewMail: 'POST /tenants/{tenantId}/mail-templates/{kind}/preview key',
  previewOrder: 'POST /trading/orders/preview key',
  previewRebalance: 'GET /portfolio/{portfolioId}/rebalance',
  previewSignal: 'POST /trading/signals/{signalId}/preview key',
  promoteModel: 'POST /ml/models/{modelId}/promote key',
  publishCourse: 'POST /education/courses/{courseId}/publish key',
  publishWebhookEvent: 'POST /webhooks/events key',
  publishWebhookEvents: 'POST /webhooks/events/batch key',
  reauthenticate: 'POST /auth/reauthenticate key tokens',
  recoverWebhookEndpoint: 'POST /webhooks/endpoints/{endpointId}/recover key',
  refreshTokens: 'POST /auth/refresh public key tokens',
  refundPayment: 'POST /payments/{paymentId}/refunds key',
  register: 'POST /auth/register public key opens tokens',
  removePasskey: 'DELETE /auth/passkeys/{passkeyId}',
  renamePasskey: 'PATCH /auth/passkeys/{passkeyId}',
  replaceBackupCodes: 'POST /auth/2fa/backup-codes key',
  replaceWatchlist: 'PUT /trading/watchlist',
  resendVerificationMail: 'POST /auth/email/resend key',
  resetMailTemplate: 'DELETE /tenants/{tenantId}/mail-templates/{kind}',
  resetPassword: 'POST /auth/password/reset public key',
  retryWebhookDelivery: 'POST /webhooks/deliveries/{deliveryId}/retry key',
  revokeApiKey: 'DELETE /auth/api-keys/{keyId}',
  revokeSession: 'DELETE /auth/sessions/{sessionId}',
  rotateWebhookSecret: 'POST /webhooks/endpoints/{endpointId}/rotate-secret key',
  searchCourses: 'GET /education/courses/search public',
  sendPhoneCode: 'POST /auth/phone/send key',
  sendTestMail: 'POST /tenants/{tenantId}/mail-templates/{kind}/test key',
  setFeaturedCourses: 'PUT /education/courses/featured',
  setInvestmentAccountStatus: 'PATCH /investment/accounts/{accountId}/status',
  setMailTemplate: 'PUT /tenants/{tenantId}/mail-templates/{kind}',
  setTargets: 'PUT /portfolio/{portfolioId}/targets',
  setupTwoFactor: 'POST /auth/2fa/setup key',
  submitKyc: 'POST /investment/accounts/{accountId}/kyc key',
  submitMyKyc: 'POST /kyc key',
  subscribeToBot: 'POST /trading/bots/{botId}/subscribe key',
  testWebhookEndpoint: 'POST /webhooks/endpoints/{endpointId}/test key',
  trainModel: 'POST /ml/models key',
  unsubscribeFromBot: 'DELETE /trading/bots/{botId}/subscribe',
  updateBot: 'PATCH /trading/bots/{botId}',
  updateConnection: 'PATCH /investment/connections/{connectionId}',
  updateCourse: 'PATCH /education/courses/{courseId}',
  updateGoal: 'PATCH /portfolio/{portfolioId}/goals/{goalId}',
  updateInvestmentAccount: 'PUT /investment/accounts/{accountId}',
  updateLesson: 'PATCH /education/lessons/{lessonId}',
  updateMe: 'PATCH /auth/me',
  updateNotifications: 'PATCH /trading/notifications',
  updatePortfolio: 'PATCH /portfolio/{portfolioId}',
  updateSubscription: 'PATCH /trading/my-subscriptions/{subscriptionId}',
  updateTenant: 'PATCH /tenants/{tenantId}',
  updateUser: 'PATCH /users/{userId}',
  updateWebhookEndpoint: 'PATCH /webhooks/endpoints/{endpointId}',
  verifyEmail: 'POST /auth/email/verify public key',
  verifyPhone: 'POST /auth/phone/verify key',
  verifyTwoFactor: 'POST /auth/2fa/verify key',
  verifyWebhookEndpoint: 'POST /webhooks/endpoints/{endpointId}/verify key',
} as const;

export type OperationId = keyof typeof operations;

/** One method for each operation of the contract. */
export interface Operations {
  /** Add a passkey created by the browser. */
  addPasskey: Method<'addPasskey'>;
  /** Archive a course. */
  archiveCourse: Method<'archiveCourse'>;
  /** Submit answers to a quiz. */
  attemptQuiz: Method<'attemptQuiz'>;
  /** Begin to add a passkey. */
  beginPasskey: Method<'beginPasskey'>;
  /** Begin a log-in with a passkey. */
  beginPasskeyLogin: Method<'beginPasskeyLogin'>;
  /** Begin to confirm with a passkey. */
  beginReauthentication: Method<'beginReauthentication'>;
  /** Cancel a price alert. */
  cancelAlert: Method<'cancelAlert'>;
  /** Cancel a backtest. */
  cancelBacktest: Method<'cancelBacktest'>;
  /** Cancel a change of email with the token sent to the present address. */
  cancelEmailChange: Method<'cancelEmailChange'>;
  /** Leave a course. */
  cancelEnrollment: Method<'cancelEnrollment'>;
  /** Cancel an order. */
  cancelOrder: Method<'cancelOrder'>;
  /** Cancel a pending payment. */
  cancelPayment: Method<'cancelPayment'>;
  /** Cancel a withdrawal. */
  cancelWithdrawal: Method<'cancelWithdrawal'>;
  /** Request a change of email. */
  changeEmail: Method<'changeEmail'>;
  /** Change the password. */
  changePassword: Method<'changePassword'>;
  /** Change the stop, target and trailing stop. */
  changePosition: Method<'changePosition'>;
  /** Buy a course. */
  checkout: Method<'checkout'>;
  /** Close a position. */
  closePosition: Method<'closePosition'>;
  /** Complete a lesson. */
  completeLesson: Method<'completeLesson'>;
  /** Complete a log-in with the second factor. */
  completeLogin: Method<'completeLogin'>;
  /** Confirm a change of email with a token from an email. */
  confirmEmailChange: Method<'confirmEmailChange'>;
  /** Connect an account at an exchange or broker. */
  connectAccount: Method<'connectAccount'>;
  /** Create a price alert. */
  createAlert: Method<'createAlert'>;
  /** Create an API key. */
  createApiKey: Method<'createApiKey'>;
  /** Start a backtest. */
  createBacktest: Method<'createBacktest'>;
  /** Create a bot. */
  createBot: Method<'createBot'>;
  /** Create a course. */
  createCourse: Method<'createCourse'>;
  /** Deposit money into an investment account. */
  createDeposit: Method<'createDeposit'>;
  /** Create a goal. */
  createGoal: Method<'createGoal'>;
  /** Open an investment account. */
  createInvestmentAccount: Method<'createInvestmentAccount'>;
  /** Add a lesson. */
  createLesson: Method<'createLesson'>;
  /** Create a portfolio. */
  createPortfolio: Method<'createPortfolio'>;
  /** Publish a signal. */
  createSignal: Method<'createSignal'>;
  /** Create a ticket for an EventSource. */
  createStreamTicket: Method<'createStreamTicket'>;
  /** Create a tenant. */
  createTenant: Method<'createTenant'>;
  /** Create an endpoint. */
  createWebhookEndpoint: Method<'createWebhookEndpoint'>;
  /** Request a withdrawal from an investment account. */
  createWithdrawal: Method<'createWithdrawal'>;
  /** Approve or reject a KYC case. */
  decideKycPerson: Method<'decideKycPerson'>;
  /** Approve or reject a withdrawal. */
  decideWithdrawal: Method<'decideWithdrawal'>;
  /** Delete a goal. */
  deleteGoal: Method<'deleteGoal'>;
  /** Delete the caller's account permanently. */
  deleteMe: Method<'deleteMe'>;
  /** Delete an endpoint and its deliveries. */
  deleteWebhookEndpoint: Method<'deleteWebhookEndpoint'>;
  /** Turn the second factor off. */
  disableTwoFactor: Method<'disableTwoFactor'>;
  /** Disconnect an account and erase the credentials. */
  disconnectAccount: Method<'disconnectAccount'>;
  /** Download an account's statement. */
  downloadStatement: Method<'downloadStatement'>;
  /** Enroll in a course. */
  enroll: Method<'enroll'>;
  /** Execute a signal. */
  executeSignal: Method<'executeSignal'>;
  /** Export all data about the caller. */
  exportMe: Method<'exportMe'>;
  /** Request an email to reset the password. */
  forgotPassword: Method<'forgotPassword'>;
  /** Get a price alert. */
  getAlert: Method<'getAlert'>;
  /** Get a course in any state, for its authors. */
  getAuthoredCourse: Method<'getAuthoredCourse'>;
  /** Get a lesson with its answers, for its authors. */
  getAuthoredLesson: Method<'getAuthoredLesson'>;
  /** Get a backtest. */
  getBacktest: Method<'getBacktest'>;
  /** Get a bot. */
  getBot: Method<'getBot'>;
  /** Daily value of a bot's account. */
  getBotEquity: Method<'getBotEquity'>;
  /** The public face of a brand. */
  getBrand: Method<'getBrand'>;
  /** Verify a certificate. */
  getCertificate: Method<'getCertificate'>;
  /** Get a connection. */
  getConnection: Method<'getConnection'>;
  /** List the holdings of a connected account. */
  getConnectionHoldings: Method<'getConnectionHoldings'>;
  /** Get a course with its lessons. */
  getCourse: Method<'getCourse'>;
  /** Get the generated picture of a course. */
  getCourseThumbnail: Method<'getCourseThumbnail'>;
  /** Get an investment account. */
  getInvestmentAccount: Method<'getInvestmentAccount'>;
  /** Detailed performance of the caller's accounts. */
  getInvestmentAnalytics: Method<'getInvestmentAnalytics'>;
  /** Performance of the caller's accounts. */
  getInvestmentPerformance: Method<'getInvestmentPerformance'>;
  /** Get a KYC case with the submitted data. */
  getKycCase: Method<'getKycCase'>;
  /** Get a KYC case with the submitted data. */
  getKycPerson: Method<'getKycPerson'>;
  /** Get a lesson with its content. */
  getLesson: Method<'getLesson'>;
  /** The caller's account. */
  getMe: Method<'getMe'>;
  /** Get a version of a model. */
  getModel: Method<'getModel'>;
  /** Get the caller's KYC state. */
  getMyKyc: Method<'getMyKyc'>;
  /** Notification channels of the caller. */
  getNotifications: Method<'getNotifications'>;
  /** Get an order. */
  getOrder: Method<'getOrder'>;
  /** Get a payment. */
  getPayment: Method<'getPayment'>;
  /** Health of the installation. */
  getPlatformHealth: Method<'getPlatformHealth'>;
  /** Get a portfolio. */
  getPortfolio: Method<'getPortfolio'>;
  /** Daily value of a portfolio. */
  getPortfolioPerformance: Method<'getPortfolioPerformance'>;
  /** Get a position. */
  getPosition: Method<'getPosition'>;
  /** Get a prediction. */
  getPrediction: Method<'getPrediction'>;
  /** Get the caller's progress in a course. */
  getProgress: Method<'getProgress'>;
  /** Accuracy of a model's predictions. */
  getScorecard: Method<'getScorecard'>;
  /** Get a signal. */
  getSignal: Method<'getSignal'>;
  /** Get an account's statement. */
  getStatement: Method<'getStatement'>;
  /** Get a tenant and its brand. */
  getTenant: Method<'getTenant'>;
  /** The caller's portfolio. */
  getTradingPortfolio: Method<'getTradingPortfolio'>;
  /** Get a user. */
  getUser: Method<'getUser'>;
  /** The caller's wallet. */
  getWallet: Method<'getWallet'>;
  /** Get the watchlist. */
  getWatchlist: Method<'getWatchlist'>;
  /** Get a delivery with all its attempts. */
  getWebhookDelivery: Method<'getWebhookDelivery'>;
  /** Get an endpoint. */
  getWebhookEndpoint: Method<'getWebhookEndpoint'>;
  /** Delivery statistics of an endpoint. */
  getWebhookEndpointStats: Method<'getWebhookEndpointStats'>;
  /** Get the progress of a recovery. */
  getWebhookRecovery: Method<'getWebhookRecovery'>;
  /** Get a withdrawal. */
  getWithdrawal: Method<'getWithdrawal'>;
  /** List the caller's price alerts. */
  listAlerts: Method<'listAlerts'>;
  /** List courses in every state. */
  listAllCourses: Method<'listAllCourses'>;
  /** List the deliveries of all endpoints. */
  listAllWebhookDeliveries: Method<'listAllWebhookDeliveries'>;
  /** Get the allocations of a portfolio. */
  listAllocations: Method<'listAllocations'>;
  /** List the caller's API keys. */
  listApiKeys: Method<'listApiKeys'>;
  /** Read the audit log of a tenant. */
  listAuditLog: Method<'listAuditLog'>;
  /** Closed trades of a backtest. */
  listBacktestTrades: Method<'listBacktestTrades'>;
  /** List the caller's backtests. */
  listBacktests: Method<'listBacktests'>;
  /** List the unused backup codes. */
  listBackupCodes: Method<'listBackupCodes'>;
  /** Closed trades of a bot. */
  listBotTrades: Method<'listBotTrades'>;
  /** List the bots. */
  listBots: Method<'listBots'>;
  /** Get closed candles. */
  listCandles: Method<'listCandles'>;
  /** List the caller's connections. */
  listConnections: Method<'listConnections'>;
  /** Outcomes of a bot's signals under a subscription. */
  listCopies: Method<'listCopies'>;
  /** List the published courses. */
  listCourses: Method<'listCourses'>;
  /** List the featured courses. */
  listFeaturedCourses: Method<'listFeaturedCourses'>;
  /** List the goals of a portfolio. */
  listGoals: Method<'listGoals'>;
  /** List the instruments. */
  listInstruments: Method<'listInstruments'>;
  /** List the caller's investment accounts. */
  listInvestmentAccounts: Method<'listInvestmentAccounts'>;
  /** List the KYC cases of a tenant by account. */
  listKycCases: Method<'listKycCases'>;
  /** List the KYC cases of a tenant by person. */
  listKycPersons: Method<'listKycPersons'>;
  /** The caller's log-ins and log-in attempts. */
  listLogIns: Method<'listLogIns'>;
  /** List the email templates of a tenant. */
  listMailTemplates: Method<'listMailTemplates'>;
  /** List the models. */
  listModels: Method<'listModels'>;
  /** List the caller's courses. */
  listMyCourses: Method<'listMyCourses'>;
  /** The caller's notices. */
  listNotices: Method<'listNotices'>;
  /** List the orders. */
  listOrders: Method<'listOrders'>;
  /** List the caller's passkeys. */
  listPasskeys: Method<'listPasskeys'>;
  /** List the payments. */
  listPayments: Method<'listPayments'>;
  /** List the caller's portfolios. */
  listPortfolios: Method<'listPortfolios'>;
  /** List the caller's positions. */
  listPositions: Method<'listPositions'>;
  /** List predictions and their outcomes. */
  listPredictions: Method<'listPredictions'>;
  /** List the caller's attempts at a quiz. */
  listQuizAttempts: Method<'listQuizAttempts'>;
  /** Get the latest prices. */
  listQuotes: Method<'listQuotes'>;
  /** List the caller's open sessions. */
  listSessions: Method<'listSessions'>;
  /** List the signals. */
  listSignals: Method<'listSignals'>;
  /** List the caller's subscriptions. */
  listSubscriptions: Method<'listSubscriptions'>;
  /** List all tenants. */
  listTenants: Method<'listTenants'>;
  /** List closed trades. */
  listTrades: Method<'listTrades'>;
  /** List the caller's accounts. */
  listTradingAccounts: Method<'listTradingAccounts'>;
  /** List the users of a tenant. */
  listUsers: Method<'listUsers'>;
  /** List the deliveries of an endpoint. */
  listWebhookDeliveries: Method<'listWebhookDeliveries'>;
  /** List the tenant's endpoints. */
  listWebhookEndpoints: Method<'listWebhookEndpoints'>;
  /** List the event types. */
  listWebhookEventTypes: Method<'listWebhookEventTypes'>;
  /** List the published events. */
  listWebhookEvents: Method<'listWebhookEvents'>;
  /** List the withdrawals. */
  listWithdrawals: Method<'listWithdrawals'>;
  /** Log in with email and password. */
  login: Method<'login'>;
  /** Log in with a passkey. */
  loginWithPasskey: Method<'loginWithPasskey'>;
  /** Log out of this session, all others, or all. */
  logout: Method<'logout'>;
  /** Report that a transfer has failed. */
  markWithdrawalFailed: Method<'markWithdrawalFailed'>;
  /** Report that a withdrawal was transferred. */
  markWithdrawalPaid: Method<'markWithdrawalPaid'>;
  /** Set the order of the lessons. */
  orderLessons: Method<'orderLessons'>;
  /** Place an order. */
  placeOrder: Method<'placeOrder'>;
  /** Predict the next move of a price. */
  predict: Method<'predict'>;
  /** Preview an email. */
  previewMail: Method<'previewMail'>;
  /** Preview an order. */
  previewOrder: Method<'previewOrder'>;
  /** Preview rebalancing a portfolio. */
  previewRebalance: Method<'previewRebalance'>;
  /** Preview executing a signal. */
  previewSignal: Method<'previewSignal'>;
  /** Put a version into service. */
  promoteModel: Method<'promoteModel'>;
  /** Publish a course. */
  publishCourse: Method<'publishCourse'>;
  /** Publish an event. */
  publishWebhookEvent: Method<'publishWebhookEvent'>;
  /** Publish many events. */
  publishWebhookEvents: Method<'publishWebhookEvents'>;
  /** Confirm the password or a passkey again. */
  reauthenticate: Method<'reauthenticate'>;
  /** Send exhausted and skipped deliveries again. */
  recoverWebhookEndpoint: Method<'recoverWebhookEndpoint'>;
  /** Exchange a refresh token for the next pair. */
  refreshTokens: Method<'refreshTokens'>;
  /** Refund a payment. */
  refundPayment: Method<'refundPayment'>;
  /** Create an account and log in. */
  register: Method<'register'>;
  /** Remove a passkey. */
  removePasskey: Method<'removePasskey'>;
  /** Rename a passkey. */
  renamePasskey: Method<'renamePasskey'>;
  /** Create a new set of backup codes. */
  replaceBackupCodes: Method<'replaceBackupCodes'>;
  /** Replace the watchlist. */
  replaceWatchlist: Method<'replaceWatchlist'>;
  /** Send the verification email again. */
  resendVerificationMail: Method<'resendVerificationMail'>;
  /** Restore the platform's email template. */
  resetMailTemplate: Method<'resetMailTemplate'>;
  /** Set a new password with the token from the email. */
  resetPassword: Method<'resetPassword'>;
  /** Send an exhausted or skipped delivery again. */
  retryWebhookDelivery: Method<'retryWebhookDelivery'>;
  /** Revoke one of the caller's API keys. */
  revokeApiKey: Method<'revokeApiKey'>;
  /** End one of the caller's sessions. */
  revokeSession: Method<'revokeSession'>;
  /** Rotate the signing secret. */
  rotateWebhookSecret: Method<'rotateWebhookSecret'>;
  /** Search published courses. */
  searchCourses: Method<'searchCourses'>;
  /** Send a code to a phone number. */
  sendPhoneCode: Method<'sendPhoneCode'>;
  /** Send a sample email to the caller. */
  sendTestMail: Method<'sendTestMail'>;
  /** Set the featured courses and their order. */
  setFeaturedCourses: Method<'setFeaturedCourses'>;
  /** Change the status of an account. */
  setInvestmentAccountStatus: Method<'setInvestmentAccountStatus'>;
  /** Replace an email template. */
  setMailTemplate: Method<'setMailTemplate'>;
  /** Set the targets of a portfolio. */
  setTargets: Method<'setTargets'>;
  /** Begin to set up the second factor. */
  setupTwoFactor: Method<'setupTwoFactor'>;
  /** Submit KYC data through an account, or decide on it. */
  submitKyc: Method<'submitKyc'>;
  /** Submit KYC data. */
  submitMyKyc: Method<'submitMyKyc'>;
  /** Follow a bot. */
  subscribeToBot: Method<'subscribeToBot'>;
  /** Send a test event. */
  testWebhookEndpoint: Method<'testWebhookEndpoint'>;
  /** Train a model. */
  trainModel: Method<'trainModel'>;
  /** Stop following a bot. */
  unsubscribeFromBot: Method<'unsubscribeFromBot'>;
  /** Change a bot's settings or status. */
  updateBot: Method<'updateBot'>;
  /** Allow or stop orders to a connected account. */
  updateConnection: Method<'updateConnection'>;
  /** Change a course. */
  updateCourse: Method<'updateCourse'>;
  /** Change a goal. */
  updateGoal: Method<'updateGoal'>;
  /** Change the risk profile. */
  updateInvestmentAccount: Method<'updateInvestmentAccount'>;
  /** Change a lesson. */
  updateLesson: Method<'updateLesson'>;
  /** Change the caller's display name, locale or time zone. */
  updateMe: Method<'updateMe'>;
  /** Change the notification channels. */
  updateNotifications: Method<'updateNotifications'>;
  /** Change a portfolio. */
  updatePortfolio: Method<'updatePortfolio'>;
  /** Change, pause or resume a subscription. */
  updateSubscription: Method<'updateSubscription'>;
  /** Change a tenant's brand. */
  updateTenant: Method<'updateTenant'>;
  /** Change a user's role or suspend the account. */
  updateUser: Method<'updateUser'>;
  /** Change an endpoint. */
  updateWebhookEndpoint: Method<'updateWebhookEndpoint'>;
  /** Confirm an email with the token from the verification email. */
  verifyEmail: Method<'verifyEmail'>;
  /** Verify the phone number with the code. */
  verifyPhone: Method<'verifyPhone'>;
  /** Turn the second factor on. */
  verifyTwoFactor: Method<'verifyTwoFactor'>;
  /** Verify an endpoint with a challenge. */
  verifyWebhookEndpoint: Method<'verifyWebhookEndpoint'>;
}
