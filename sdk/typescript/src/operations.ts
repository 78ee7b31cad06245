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
  /** Add a passkey that the browser has made. */
  addPasskey: Method<'addPasskey'>;
  /** Archive a course. */
  archiveCourse: Method<'archiveCourse'>;
  /** Answer a quiz. */
  attemptQuiz: Method<'attemptQuiz'>;
  /** Begin to add a passkey. */
  beginPasskey: Method<'beginPasskey'>;
  /** Begin a log-in with a passkey. */
  beginPasskeyLogin: Method<'beginPasskeyLogin'>;
  /** Begin to show a passkey again. */
  beginReauthentication: Method<'beginReauthentication'>;
  /** Cancel a price alert. */
  cancelAlert: Method<'cancelAlert'>;
  /** Cancel a backtest. */
  cancelBacktest: Method<'cancelBacktest'>;
  /** Stop a change of email with the token that was mailed to the present address. */
  cancelEmailChange: Method<'cancelEmailChange'>;
  /** Leave a course. */
  cancelEnrollment: Method<'cancelEnrollment'>;
  /** Cancel an order. */
  cancelOrder: Method<'cancelOrder'>;
  /** Cancel a payment that is pending. */
  cancelPayment: Method<'cancelPayment'>;
  /** Take a withdrawal back. */
  cancelWithdrawal: Method<'cancelWithdrawal'>;
  /** Ask for another email. */
  changeEmail: Method<'changeEmail'>;
  /** Set a new password. */
  changePassword: Method<'changePassword'>;
  /** Change stop, target and trailing. */
  changePosition: Method<'changePosition'>;
  /** Buy a course. */
  checkout: Method<'checkout'>;
  /** Close a position. */
  closePosition: Method<'closePosition'>;
  /** Complete a lesson. */
  completeLesson: Method<'completeLesson'>;
  /** Complete a log-in with the second factor. */
  completeLogin: Method<'completeLogin'>;
  /** Confirm a change of email with a token that was mailed. */
  confirmEmailChange: Method<'confirmEmailChange'>;
  /** Connect an external trading account. */
  connectAccount: Method<'connectAccount'>;
  /** Set a price alert. */
  createAlert: Method<'createAlert'>;
  /** Make an API key for a server of the caller's. */
  createApiKey: Method<'createApiKey'>;
  /** Play settings of a bot on the past. */
  createBacktest: Method<'createBacktest'>;
  /** Add a bot. */
  createBot: Method<'createBot'>;
  /** Write a course. */
  createCourse: Method<'createCourse'>;
  /** Pay money into an investment account. */
  createDeposit: Method<'createDeposit'>;
  /** Add a goal. */
  createGoal: Method<'createGoal'>;
  /** Open an investment account. */
  createInvestmentAccount: Method<'createInvestmentAccount'>;
  /** Add a lesson. */
  createLesson: Method<'createLesson'>;
  /** Add a portfolio over some accounts. */
  createPortfolio: Method<'createPortfolio'>;
  /** Publish a signal. */
  createSignal: Method<'createSignal'>;
  /** A ticket for an EventSource. */
  createStreamTicket: Method<'createStreamTicket'>;
  /** A new tenant. */
  createTenant: Method<'createTenant'>;
  /** A new endpoint. */
  createWebhookEndpoint: Method<'createWebhookEndpoint'>;
  /** Ask for money from an investment account. */
  createWithdrawal: Method<'createWithdrawal'>;
  /** Approve or reject what a person has handed in. */
  decideKycPerson: Method<'decideKycPerson'>;
  /** Approve or reject a withdrawal. */
  decideWithdrawal: Method<'decideWithdrawal'>;
  /** Remove a goal. */
  deleteGoal: Method<'deleteGoal'>;
  /** Leave for good. */
  deleteMe: Method<'deleteMe'>;
  /** Remove an endpoint with its deliveries. */
  deleteWebhookEndpoint: Method<'deleteWebhookEndpoint'>;
  /** Turn the second factor off. */
  disableTwoFactor: Method<'disableTwoFactor'>;
  /** Disconnect, and erase the credentials. */
  disconnectAccount: Method<'disconnectAccount'>;
  /** An account's statement as a file. */
  downloadStatement: Method<'downloadStatement'>;
  /** Enroll in a course. */
  enroll: Method<'enroll'>;
  /** Execute a signal. */
  executeSignal: Method<'executeSignal'>;
  /** Everything that is held of the caller. */
  exportMe: Method<'exportMe'>;
  /** Ask for a mail to reset the password. */
  forgotPassword: Method<'forgotPassword'>;
  /** One price alert. */
  getAlert: Method<'getAlert'>;
  /** One course in any state, for its authors. */
  getAuthoredCourse: Method<'getAuthoredCourse'>;
  /** One lesson as it was written, for its authors. */
  getAuthoredLesson: Method<'getAuthoredLesson'>;
  /** One backtest. */
  getBacktest: Method<'getBacktest'>;
  /** One bot. */
  getBot: Method<'getBot'>;
  /** What a bot's account was worth, day by day. */
  getBotEquity: Method<'getBotEquity'>;
  /** How the platform calls itself here. */
  getBrand: Method<'getBrand'>;
  /** Check a certificate. */
  getCertificate: Method<'getCertificate'>;
  /** One connection. */
  getConnection: Method<'getConnection'>;
  /** What a connected account holds. */
  getConnectionHoldings: Method<'getConnectionHoldings'>;
  /** One course with its lessons. */
  getCourse: Method<'getCourse'>;
  /** The drawn picture of a course. */
  getCourseThumbnail: Method<'getCourseThumbnail'>;
  /** One investment account. */
  getInvestmentAccount: Method<'getInvestmentAccount'>;
  /** Everything that can be said about how the accounts have done. */
  getInvestmentAnalytics: Method<'getInvestmentAnalytics'>;
  /** How the accounts have done. */
  getInvestmentPerformance: Method<'getInvestmentPerformance'>;
  /** One KYC case with what was handed in. */
  getKycCase: Method<'getKycCase'>;
  /** One KYC case with what was handed in. */
  getKycPerson: Method<'getKycPerson'>;
  /** One lesson with its content. */
  getLesson: Method<'getLesson'>;
  /** Who the caller is. */
  getMe: Method<'getMe'>;
  /** One version of a model. */
  getModel: Method<'getModel'>;
  /** How far the platform knows the caller. */
  getMyKyc: Method<'getMyKyc'>;
  /** By which channels the caller is told of what. */
  getNotifications: Method<'getNotifications'>;
  /** One order. */
  getOrder: Method<'getOrder'>;
  /** One payment. */
  getPayment: Method<'getPayment'>;
  /** How the installation does. */
  getPlatformHealth: Method<'getPlatformHealth'>;
  /** One portfolio. */
  getPortfolio: Method<'getPortfolio'>;
  /** The value day by day. */
  getPortfolioPerformance: Method<'getPortfolioPerformance'>;
  /** One position. */
  getPosition: Method<'getPosition'>;
  /** One prediction. */
  getPrediction: Method<'getPrediction'>;
  /** How far the caller has come. */
  getProgress: Method<'getProgress'>;
  /** What came true of a model's predictions. */
  getScorecard: Method<'getScorecard'>;
  /** One signal. */
  getSignal: Method<'getSignal'>;
  /** An account's statement. */
  getStatement: Method<'getStatement'>;
  /** One tenant and its brand. */
  getTenant: Method<'getTenant'>;
  /** What the caller has. */
  getTradingPortfolio: Method<'getTradingPortfolio'>;
  /** One user. */
  getUser: Method<'getUser'>;
  /** What the caller has and has paid. */
  getWallet: Method<'getWallet'>;
  /** What the caller watches. */
  getWatchlist: Method<'getWatchlist'>;
  /** One delivery with all its attempts. */
  getWebhookDelivery: Method<'getWebhookDelivery'>;
  /** One endpoint. */
  getWebhookEndpoint: Method<'getWebhookEndpoint'>;
  /** How an endpoint does now. */
  getWebhookEndpointStats: Method<'getWebhookEndpointStats'>;
  /** How far a recovery has come. */
  getWebhookRecovery: Method<'getWebhookRecovery'>;
  /** One withdrawal. */
  getWithdrawal: Method<'getWithdrawal'>;
  /** The caller's price alerts. */
  listAlerts: Method<'listAlerts'>;
  /** Courses in every state. */
  listAllCourses: Method<'listAllCourses'>;
  /** The deliveries of all endpoints. */
  listAllWebhookDeliveries: Method<'listAllWebhookDeliveries'>;
  /** What the portfolio is made of. */
  listAllocations: Method<'listAllocations'>;
  /** The caller's API keys. */
  listApiKeys: Method<'listApiKeys'>;
  /** What happened in a tenant, and who did it. */
  listAuditLog: Method<'listAuditLog'>;
  /** What a backtest has closed. */
  listBacktestTrades: Method<'listBacktestTrades'>;
  /** The caller's backtests. */
  listBacktests: Method<'listBacktests'>;
  /** The unused backup codes. */
  listBackupCodes: Method<'listBackupCodes'>;
  /** What a bot has closed on its own account. */
  listBotTrades: Method<'listBotTrades'>;
  /** The bots. */
  listBots: Method<'listBots'>;
  /** Closed candles. */
  listCandles: Method<'listCandles'>;
  /** The caller's connections. */
  listConnections: Method<'listConnections'>;
  /** What became of a bot's signals under a subscription. */
  listCopies: Method<'listCopies'>;
  /** Published courses. */
  listCourses: Method<'listCourses'>;
  /** Featured courses. */
  listFeaturedCourses: Method<'listFeaturedCourses'>;
  /** The goals. */
  listGoals: Method<'listGoals'>;
  /** What can be traded. */
  listInstruments: Method<'listInstruments'>;
  /** The caller's investment accounts. */
  listInvestmentAccounts: Method<'listInvestmentAccounts'>;
  /** The KYC cases of a tenant. */
  listKycCases: Method<'listKycCases'>;
  /** The KYC cases of a tenant, one a person. */
  listKycPersons: Method<'listKycPersons'>;
  /** The caller's log-ins, and attempts at them. */
  listLogIns: Method<'listLogIns'>;
  /** The mails that a tenant's people get. */
  listMailTemplates: Method<'listMailTemplates'>;
  /** The models and their trainings. */
  listModels: Method<'listModels'>;
  /** The caller's courses. */
  listMyCourses: Method<'listMyCourses'>;
  /** What the caller was told. */
  listNotices: Method<'listNotices'>;
  /** Orders. */
  listOrders: Method<'listOrders'>;
  /** The caller's passkeys. */
  listPasskeys: Method<'listPasskeys'>;
  /** The caller's payments. */
  listPayments: Method<'listPayments'>;
  /** The caller's portfolios. */
  listPortfolios: Method<'listPortfolios'>;
  /** The caller's positions. */
  listPositions: Method<'listPositions'>;
  /** Predictions and what came true. */
  listPredictions: Method<'listPredictions'>;
  /** The caller's attempts at a quiz. */
  listQuizAttempts: Method<'listQuizAttempts'>;
  /** The latest prices. */
  listQuotes: Method<'listQuotes'>;
  /** The caller's open sessions. */
  listSessions: Method<'listSessions'>;
  /** Signals. */
  listSignals: Method<'listSignals'>;
  /** The caller's subscriptions. */
  listSubscriptions: Method<'listSubscriptions'>;
  /** All tenants. */
  listTenants: Method<'listTenants'>;
  /** Closed trades. */
  listTrades: Method<'listTrades'>;
  /** The caller's accounts side by side. */
  listTradingAccounts: Method<'listTradingAccounts'>;
  /** The users of a tenant. */
  listUsers: Method<'listUsers'>;
  /** The deliveries of an endpoint. */
  listWebhookDeliveries: Method<'listWebhookDeliveries'>;
  /** The tenant's endpoints. */
  listWebhookEndpoints: Method<'listWebhookEndpoints'>;
  /** The catalogue of events. */
  listWebhookEventTypes: Method<'listWebhookEventTypes'>;
  /** What was published for the tenant. */
  listWebhookEvents: Method<'listWebhookEvents'>;
  /** Withdrawals. */
  listWithdrawals: Method<'listWithdrawals'>;
  /** Log in with email and password. */
  login: Method<'login'>;
  /** Log in with a passkey. */
  loginWithPasskey: Method<'loginWithPasskey'>;
  /** End this session, the others, or all. */
  logout: Method<'logout'>;
  /** Report that a transfer has failed. */
  markWithdrawalFailed: Method<'markWithdrawalFailed'>;
  /** Report that a withdrawal was transferred. */
  markWithdrawalPaid: Method<'markWithdrawalPaid'>;
  /** Put the lessons in order. */
  orderLessons: Method<'orderLessons'>;
  /** Place an order. */
  placeOrder: Method<'placeOrder'>;
  /** Predict the next move of a price. */
  predict: Method<'predict'>;
  /** A mail as it would look. */
  previewMail: Method<'previewMail'>;
  /** What an order would do. */
  previewOrder: Method<'previewOrder'>;
  /** What to buy and sell to meet the targets. */
  previewRebalance: Method<'previewRebalance'>;
  /** What executing a signal would do. */
  previewSignal: Method<'previewSignal'>;
  /** Let a version serve. */
  promoteModel: Method<'promoteModel'>;
  /** Publish a course. */
  publishCourse: Method<'publishCourse'>;
  /** Publish an event of the tenant's own. */
  publishWebhookEvent: Method<'publishWebhookEvent'>;
  /** Publish many events of the tenant's own. */
  publishWebhookEvents: Method<'publishWebhookEvents'>;
  /** Show the password or a passkey again. */
  reauthenticate: Method<'reauthenticate'>;
  /** Send again what was exhausted or skipped since a time. */
  recoverWebhookEndpoint: Method<'recoverWebhookEndpoint'>;
  /** Exchange a refresh token for the next pair. */
  refreshTokens: Method<'refreshTokens'>;
  /** Pay money back. */
  refundPayment: Method<'refundPayment'>;
  /** Create an account and log in. */
  register: Method<'register'>;
  /** Remove a passkey. */
  removePasskey: Method<'removePasskey'>;
  /** Give a passkey another name. */
  renamePasskey: Method<'renamePasskey'>;
  /** A new set of backup codes. */
  replaceBackupCodes: Method<'replaceBackupCodes'>;
  /** Choose what to watch. */
  replaceWatchlist: Method<'replaceWatchlist'>;
  /** Send the verification mail again. */
  resendVerificationMail: Method<'resendVerificationMail'>;
  /** Write a mail as the platform does. */
  resetMailTemplate: Method<'resetMailTemplate'>;
  /** Set a new password with the token that was mailed. */
  resetPassword: Method<'resetPassword'>;
  /** Send a delivery again that was exhausted or skipped. */
  retryWebhookDelivery: Method<'retryWebhookDelivery'>;
  /** Revoke one of the caller's API keys. */
  revokeApiKey: Method<'revokeApiKey'>;
  /** End one of the caller's sessions. */
  revokeSession: Method<'revokeSession'>;
  /** A new signing secret. */
  rotateWebhookSecret: Method<'rotateWebhookSecret'>;
  /** Search published courses. */
  searchCourses: Method<'searchCourses'>;
  /** Send a code to a phone number. */
  sendPhoneCode: Method<'sendPhoneCode'>;
  /** A sample of a mail to the caller. */
  sendTestMail: Method<'sendTestMail'>;
  /** Choose the featured courses and their order. */
  setFeaturedCourses: Method<'setFeaturedCourses'>;
  /** Move an account to another state. */
  setInvestmentAccountStatus: Method<'setInvestmentAccountStatus'>;
  /** Write a mail in the tenant's own words. */
  setMailTemplate: Method<'setMailTemplate'>;
  /** Say what the portfolio should be made of. */
  setTargets: Method<'setTargets'>;
  /** Begin to set a second factor up. */
  setupTwoFactor: Method<'setupTwoFactor'>;
  /** Hand in what KYC needs, or decide on it. */
  submitKyc: Method<'submitKyc'>;
  /** Hand in what KYC needs. */
  submitMyKyc: Method<'submitMyKyc'>;
  /** Follow a bot. */
  subscribeToBot: Method<'subscribeToBot'>;
  /** Send a test event. */
  testWebhookEndpoint: Method<'testWebhookEndpoint'>;
  /** Train a model. */
  trainModel: Method<'trainModel'>;
  /** Stop following a bot. */
  unsubscribeFromBot: Method<'unsubscribeFromBot'>;
  /** Change a bot or its state. */
  updateBot: Method<'updateBot'>;
  /** Let orders go to a connected account, or no longer. */
  updateConnection: Method<'updateConnection'>;
  /** Change a course. */
  updateCourse: Method<'updateCourse'>;
  /** Change a goal. */
  updateGoal: Method<'updateGoal'>;
  /** Change the risk profile. */
  updateInvestmentAccount: Method<'updateInvestmentAccount'>;
  /** Change a lesson. */
  updateLesson: Method<'updateLesson'>;
  /** Change what the caller is called, and where they are. */
  updateMe: Method<'updateMe'>;
  /** Choose the channels. */
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
  /** Confirm an email with the token that was mailed. */
  verifyEmail: Method<'verifyEmail'>;
  /** Confirm the phone number with the code. */
  verifyPhone: Method<'verifyPhone'>;
  /** Turn the second factor on. */
  verifyTwoFactor: Method<'verifyTwoFactor'>;
  /** Ask the receiver to echo a challenge. */
  verifyWebhookEndpoint: Method<'verifyWebhookEndpoint'>;
}
