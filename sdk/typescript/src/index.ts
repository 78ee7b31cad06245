export { Bourse, type BourseOptions } from './client.js';
export { BourseError, type ClientErrorCode } from './error.js';
export { type StreamEvent, type StreamOptions } from './stream.js';
export { verifyWebhook, WebhookError, type WebhookMessage, type WebhookOptions } from './webhook.js';
export type { Answer, Arguments, CallOptions, Credentials, List, Login, Method, Session } from './types.js';
export type { OperationId } from './operations.js';
export type * from './contract.js';
