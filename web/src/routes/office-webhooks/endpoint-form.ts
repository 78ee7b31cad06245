import type { CreateWebhookEndpointRequest, WebhookAuthType, WebhookEndpoint } from '@bourse/client';
import { numberIn, refused } from '$lib/api/numbers';
import { typed } from '$lib/format/format';

/** What the form holds. Names with "secret", "password" or "token" in them do not outlive a reload. */
export interface EndpointValues {
  [name: string]: string | boolean;
  name: string;
  description: string;
  url: string;
  httpMethod: string;
  subscribedEvents: string;
  filters: string;
  authType: string;
  username: string;
  password: string;
  token: string;
  hmacSecret: string;
  hmacHeader: string;
  hmacAlgorithm: string;
  hmacEncoding: string;
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  oauthScopes: string;
  secretHeaders: string;
  retryEnabled: boolean;
  maxRetries: string;
  retryDelaySeconds: string;
  retryBackoffMultiplier: string;
  timeoutSeconds: string;
  rateLimitPerMinute: string;
  rateLimitPerHour: string;
  secretKind: string;
  signingSecret: string;
}

/** What the server calls fields that are called otherwise here. */
export const fieldNames: Record<string, string> = { customHeaders: 'secretHeaders', authConfig: 'authType' };

export function valuesOf(endpoint?: WebhookEndpoint): EndpointValues {
  const auth = (endpoint?.authConfig ?? {}) as Record<string, unknown>;
  const text = (name: string, otherwise = '') => (typeof auth[name] === 'string' ? (auth[name] as string) : otherwise);
  const scopes = auth['scopes'];
  return {
    name: endpoint?.name ?? '',
    description: endpoint?.description ?? '',
    url: endpoint?.url ?? '',
    httpMethod: endpoint?.httpMethod ?? 'POST',
    subscribedEvents: endpoint?.subscribedEvents.join('\n') ?? '',
    filters: endpoint && Object.keys(endpoint.filters).length > 0 ? JSON.stringify(endpoint.filters, null, 2) : '',
    authType: endpoint?.authType ?? 'none',
    username: text('username'),
    password: text('password'),
    token: text('token'),
    hmacSecret: text('secret'),
    hmacHeader: text('header', 'X-Signature'),
    hmacAlgorithm: text('algorithm', 'sha256'),
    hmacEncoding: text('encoding', 'hex'),
    tokenUrl: text('tokenUrl'),
    clientId: text('clientId'),
    clientSecret: text('clientSecret'),
    oauthScopes: Array.isArray(scopes) ? scopes.join(' ') : text('scopes'),
    secretHeaders: Object.entries(endpoint?.customHeaders ?? {}).map(([name, value]) => `${name}: ${value}`).join('\n'),
    retryEnabled: endpoint?.retryEnabled ?? true,
    maxRetries: typed(endpoint?.maxRetries ?? 5),
    retryDelaySeconds: typed(endpoint?.retryDelaySeconds ?? 60),
    retryBackoffMultiplier: typed(endpoint?.retryBackoffMultiplier ?? 2),
    timeoutSeconds: typed(endpoint?.timeoutSeconds ?? 30),
    rateLimitPerMinute: typed(endpoint?.rateLimitPerMinute ?? 60),
    rateLimitPerHour: typed(endpoint?.rateLimitPerHour ?? 1000),
    secretKind: 'made',
    signingSecret: '',
  };
}

/** What is sent. It fails at the field that cannot be read. */
export function requestOf(values: EndpointValues, isNew: boolean): CreateWebhookEndpointRequest {
  const { name, description, url, httpMethod, retryEnabled } = values;
  return {
    name,
    description,
    url,
    httpMethod,
    subscribedEvents: values.subscribedEvents.split('\n').filter(Boolean),
    filters: objectOf(values.filters),
    authType: values.authType as WebhookAuthType,
    authConfig: authOf(values),
    customHeaders: headersOf(values.secretHeaders),
    retryEnabled,
    maxRetries: numberIn(values, 'maxRetries'),
    retryDelaySeconds: numberIn(values, 'retryDelaySeconds'),
    retryBackoffMultiplier: numberIn(values, 'retryBackoffMultiplier'),
    timeoutSeconds: numberIn(values, 'timeoutSeconds'),
    rateLimitPerMinute: numberIn(values, 'rateLimitPerMinute'),
    rateLimitPerHour: numberIn(values, 'rateLimitPerHour'),
    ...(isNew && values.secretKind !== 'made' && { signingSecret: values.secretKind === 'own' ? values.signingSecret : '' }),
  };
}

function authOf(values: EndpointValues): Record<string, unknown> {
  switch (values.authType) {
    case 'basic':
      return { username: values.username, password: values.password };
    case 'bearer':
      return { token: values.token };
    case 'hmac':
      return { secret: values.hmacSecret, header: values.hmacHeader, algorithm: values.hmacAlgorithm, encoding: values.hmacEncoding };
    case 'oauth2':
      return { tokenUrl: values.tokenUrl, clientId: values.clientId, clientSecret: values.clientSecret, scopes: values.oauthScopes.split(/[\s,]+/).filter(Boolean) };
    default:
      return {};
  }
}

export function objectOf(text: string, field = 'filters'): Record<string, unknown> {
  if (text.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refused(field, 'This is not valid JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refused(field, 'This is not a JSON object');
  return value as Record<string, unknown>;
}

function headersOf(text: string): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const line of text.split('\n').filter((one) => one.trim())) {
    const [, name, value] = /^\s*([^:\s]+)\s*:\s*(.*?)\s*$/.exec(line) ?? [];
    if (!name) throw refused('secretHeaders', `"${line.trim()}" is not a header: use Name: value`);
    headers[name] = value ?? '';
  }
  return headers;
}
