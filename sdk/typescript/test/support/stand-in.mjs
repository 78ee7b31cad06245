// A server that lives in the test, without a network.
import * as client from '../../dist/index.js';

/** A client of a server that answers as told by path: with data, a failure [status, code], or nothing when it is lost. It reports the calls. */
export function standIn(answer, options = {}) {
  const calls = [];
  const fetch = async (url, { headers, body }) => {
    const { pathname, searchParams } = new URL(url);
    const call = { path: pathname.slice('/api/v1'.length), query: searchParams, token: headers.Authorization, key: headers['Idempotency-Key'], body: body && JSON.parse(body) };
    calls.push(call);
    const given = await answer(call);
    if (given === undefined) throw new TypeError('the connection was lost');
    if (given instanceof Response) return given;
    const [status, code] = Array.isArray(given) ? given : [200];
    const error = { code, message: 'no' };
    return new Response(JSON.stringify(code ? { success: false, error } : { success: true, data: given }), { status, headers: code ? { 'Retry-After': '0' } : {} });
  };
  const bourse = new client.Bourse({ baseUrl: 'http://bourse.test', tokens: { accessToken: 'old', refreshToken: 'R1', userId: 'u' }, fetch, ...options });
  return { bourse, calls, count: (path) => calls.filter((call) => call.path === path).length };
}

export const tokens = (number) => ({ accessToken: `access-${number}`, refreshToken: `R${number}`, expiresIn: 900, user: { id: 'u' } });

/** The answer that a stream is. */
export const streamOf = (text) => new Response(text, { headers: { 'Content-Type': 'text/event-stream' } });
