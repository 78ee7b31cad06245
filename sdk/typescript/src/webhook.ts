/** What is posted to a webhook endpoint. */
export interface WebhookMessage<Data = unknown> {
  /** The same when it is sent again: what was worked off under this id is not worked off once more. */
  id: string;
  /** Such as `trading.position.closed`. */
  type: string;
  timestamp: string;
  tenantId: string;
  data: Data;
}

/** Why a webhook is not to be believed. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  readonly reason: 'header_missing' | 'timestamp_invalid' | 'too_old' | 'too_new' | 'signature_wrong' | 'body_invalid';

  constructor(reason: WebhookError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

export interface WebhookOptions {
  /** How many seconds the time of sending may lie before or after now. The default is 300. */
  tolerance?: number;
  /** The time, in milliseconds since 1970. The default is now. */
  now?: number;
}

type HeaderSource = { get(name: string): string | null } | Record<string, string | readonly string[] | undefined>;

/**
 * Checks that a webhook was sent by us, is unchanged and is not old, and returns what it says. The payload is the body
 * as it came, before anything has parsed it. While a secret is being replaced, give both.
 *
 * It fails with a WebhookError when the webhook is not to be believed: answer 400 then, and do nothing.
 */
export async function verifyWebhook<Data = unknown>(
  payload: string | Uint8Array | ArrayBuffer,
  headers: HeaderSource,
  secrets: string | readonly string[],
  options: WebhookOptions = {},
): Promise<WebhookMessage<Data>> {
  const id = header(headers, 'webhook-id');
  const timestamp = header(headers, 'webhook-timestamp');
  const signatures = header(headers, 'webhook-signature');
  checkTime(timestamp, options);

  const body = typeof payload === 'string' ? new TextEncoder().encode(payload) : new Uint8Array(payload);
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(head.length + body.length);
  signed.set(head);
  signed.set(body, head.length);

  if (!(await isSigned(signed, signatures, typeof secrets === 'string' ? [secrets] : secrets))) {
    throw new WebhookError('signature_wrong', 'none of the signatures is by one of the secrets');
  }
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    throw new WebhookError('body_invalid', 'the body is no JSON');
  }
}

function checkTime(timestamp: string, { tolerance = 300, now = Date.now() }: WebhookOptions) {
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookError('timestamp_invalid', 'webhook-timestamp is no number of seconds');
  const age = Math.floor(now / 1000) - Number(timestamp);
  if (age > tolerance) throw new WebhookError('too_old', `it was sent ${age} seconds ago`);
  if (-age > tolerance) throw new WebhookError('too_new', `it was sent in ${-age} seconds`);
}

/** Tells whether one of the signatures is by one of the secrets. The comparison takes the same time wherever they differ. */
async function isSigned(signed: Uint8Array<ArrayBuffer>, signatures: string, secrets: readonly string[]): Promise<boolean> {
  const given = signatures.split(' ').filter((one) => one.startsWith('v1,')).map((one) => fromBase64(one.slice(3)));
  let isFound = false;
  for (const secret of secrets) {
    const key = await crypto.subtle.importKey('raw', keyOf(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
    for (const signature of given) {
      if (signature && (await crypto.subtle.verify('HMAC', key, signature, signed))) isFound = true;
    }
  }
  return isFound;
}

/** The key that a secret stands for: `whsec_` and base64 is the bytes, everything else its own characters. */
function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  const key = (secret.startsWith('whsec_') && fromBase64(secret.slice(6))) || new TextEncoder().encode(secret);
  if (key.length === 0) throw new TypeError('a signing secret must not be empty');
  return key;
}

/** The bytes of padded base64; undefined for anything else, which atob would partly accept. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

function header(headers: HeaderSource, name: string): string {
  const value = isHeaders(headers) ? headers.get(name) : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  const text = typeof value === 'string' ? value : value?.join(' ');
  if (!text) throw new WebhookError('header_missing', `${name} is missing`);
  return text;
}

function isHeaders(headers: HeaderSource): headers is { get(name: string): string | null } {
  return typeof headers['get'] === 'function';
}
