// The promises, kept in Node.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as client from '../dist/index.js';
import { failure, resolvers, totp } from './support/check.mjs';
import { promises } from './support/promises.mjs';
import { standIn, streamOf, tokens } from './support/stand-in.mjs';
import { limitedServer, newRig, wanted } from './support/rig.mjs';

test('in Node', async (t) => {
  const rig = { ...(await newRig(t)), client };
  for (const [name, keep] of wanted(promises)) await t.test(name, () => keep(rig));
});

test('the codes of the tests are those of RFC 6238', async () => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  for (const [seconds, code] of [[59, '94287082'], [1111111109, '07081804'], [1111111111, '14050471'], [1234567890, '89005924'], [2000000000, '69279037']]) {
    assert.equal(await totp(secret, 0, seconds, 8), code);
  }
});

test('a server that says when to come back is asked again then', { skip: !limitedServer && 'BOURSE_LIMITED_URL names no server with limits' }, async () => {
  const statuses = [];
  const counting = async (...request) => {
    const answer = await fetch(...request);
    statuses.push(answer.status);
    return answer;
  };
  const bourse = new client.Bourse({ baseUrl: limitedServer, fetch: counting });
  await bourse.register({ email: `limited-${Date.now()}@example.test`, password: 'a fine password of a client' });
  const impatient = new client.Bourse({ baseUrl: limitedServer, tokens: bourse.session, retries: 0 });
  let limited;
  let begun;
  // The allowance grows all the time, so it takes several calls at once, and now and then another round, to meet the limit.
  for (let round = 0; !statuses.includes(429) && round < 40; round++) {
    limited = undefined;
    while (!limited) {
      const calls = await Promise.allSettled(Array.from({ length: 50 }, () => impatient.getMe()));
      limited = calls.find((one) => one.status === 'rejected')?.reason;
    }
    statuses.length = 0;
    begun = Date.now();
    await Promise.all([bourse.getMe(), bourse.getMe(), bourse.getMe()]);
  }
  assert.equal(limited.code, 'RATE_LIMITED');
  assert.ok(limited.retryAfter >= 1);
  assert.ok(statuses.includes(429));
  assert.ok(Date.now() - begun >= 1000, 'it came back earlier than it was told');
});

test('what no script may use is not there', async () => {
  const bourse = new client.Bourse();
  assert.equal(typeof bourse.placeOrder, 'function');
  assert.equal(bourse.receiveStripeEvent, undefined);
  assert.equal(bourse.then, undefined);
  assert.match(String(await failure(bourse.getBrand(), 'a call without an address')), /NETWORK_ERROR|cannot be reached/);
});

test('what is unavailable is asked for again when it may come back', async () => {
  for (const [status, code, retryAfter, attempts] of [
    [503, 'SERVICE_UNAVAILABLE', undefined, 2], [503, 'MARKET_DATA_STALE', undefined, 2], [503, undefined, undefined, 2],
    [503, 'PAYMENTS_UNAVAILABLE', undefined, 1], [503, 'PAYMENTS_UNAVAILABLE', '0', 2], [502, undefined, undefined, 2], [504, undefined, undefined, 2],
    [500, 'INTERNAL_ERROR', undefined, 1], [409, 'CONFLICT', undefined, 1], [409, 'CONFLICT', '0', 2],
  ]) {
    let asked = 0;
    const fetch = async () => {
      if (asked++) return new Response(JSON.stringify({ success: true, data: {} }), { status: 200 });
      const body = code ? JSON.stringify({ success: false, error: { code, message: 'no' } }) : '<h1>no</h1>';
      return new Response(body, { status, headers: retryAfter ? { 'Retry-After': retryAfter } : {} });
    };
    const bourse = new client.Bourse({ baseUrl: 'http://bourse.test', apiKey: 'key', fetch });
    const asking = bourse.placeOrder({ body: { symbol: 'BTCUSD', side: 'buy', type: 'market', notional: 100 } });
    if (attempts === 2) await asking;
    else assert.equal((await failure(asking, code)).code, code);
    assert.equal(asked, attempts, `${status} ${code} ${retryAfter}`);
  }
});

test('events that are newer than the client are left out', async () => {
  const text = 'id: 1-0\nevent: newer\ndata: {}\n\ndata: {"no":"name"}\n\nid: 1-1\nevent: position\ndata: {"id":"p"}\n\nevent: end\ndata: {"reason":"session_ended"}\n\n';
  const bourse = new client.Bourse({ baseUrl: 'http://bourse.test', apiKey: 'key', fetch: async () => streamOf(text) });
  const seen = [];
  const listening = (async () => { for await (const event of bourse.stream()) seen.push(event); })();
  assert.equal((await failure(listening, 'the end of the stream')).code, 'SESSION_REVOKED');
  assert.deepEqual(seen, [{ type: 'position', id: '1-1', data: { id: 'p' } }]);
});

test('a proof of who one is keeps the refresh token that comes meanwhile', async () => {
  const held = { '/auth/reauthenticate': resolvers(), '/auth/refresh': resolvers() };
  const told = [];
  const { bourse, calls } = standIn(({ path, token }) => held[path]?.promise ?? (token === 'Bearer old' ? [401, 'TOKEN_EXPIRED'] : {}), {
    onTokens: (session) => told.push(session?.refreshToken),
  });
  const proving = bourse.reauthenticate({ body: { password: 'secret' } });
  const calling = bourse.getMe();
  while (!calls.some(({ path }) => path === '/auth/refresh')) await new Promise(setImmediate);
  held['/auth/reauthenticate'].resolve({ accessToken: 'again', expiresIn: 900 });
  await proving;
  assert.deepEqual([bourse.session.accessToken, bourse.session.refreshToken], ['again', 'R1']);
  held['/auth/refresh'].resolve(tokens(2));
  await calling;
  assert.deepEqual([bourse.session.accessToken, bourse.session.refreshToken, told], ['access-2', 'R2', ['R1', 'R2']]);
});

test('a renewal that is refused ends the session, whatever access token came meanwhile', async () => {
  const refusing = resolvers();
  const ends = [];
  const { bourse, count } = standIn(({ path }) => ({ '/auth/refresh': refusing.promise, '/auth/reauthenticate': { accessToken: 'again', expiresIn: 900 } })[path] ?? [401, 'TOKEN_EXPIRED'], {
    onSessionEnd: ({ code }) => ends.push(code),
  });
  const calling = failure(bourse.getMe(), 'a call of a session that is over');
  while (count('/auth/refresh') === 0) await new Promise(setImmediate);
  await bourse.reauthenticate({ body: { password: 'secret' } });
  refusing.resolve([401, 'REFRESH_TOKEN_REUSED']);
  assert.equal((await calling).code, 'REFRESH_TOKEN_REUSED');
  assert.deepEqual([bourse.session, ends], [undefined, ['REFRESH_TOKEN_REUSED']]);
});

test('an access token alone opens no session', async () => {
  const proof = resolvers();
  const { bourse } = standIn(({ path }) => (path === '/auth/reauthenticate' ? proof.promise : {}));
  const proving = bourse.reauthenticate({ body: { password: 'secret' } });
  await bourse.logout();
  proof.resolve({ accessToken: 'again', expiresIn: 900 });
  await proving;
  assert.equal(bourse.session, undefined);
});

test('a proof of who one is does not reach the session of who logs in meanwhile', async () => {
  for (const leavesFirst of [true, false]) {
    const proof = resolvers();
    const next = { ...tokens(2), user: { id: 'v' } };
    const { bourse } = standIn(({ path }) => ({ '/auth/reauthenticate': proof.promise, '/auth/login': next })[path] ?? {});
    const proving = bourse.reauthenticate({ body: { password: 'secret' } });
    if (leavesFirst) await bourse.logout();
    await bourse.login({ email: 'b@example.test', password: 'secret' });
    proof.resolve({ accessToken: 'again', expiresIn: 900 });
    await proving;
    assert.deepEqual([bourse.session.accessToken, bourse.session.userId], ['access-2', 'v']);
  }
});

test('who has left is forgotten', async () => {
  const [ends, told] = [[], []];
  const { bourse, calls } = standIn(() => ({}), { onSessionEnd: (reason) => ends.push(reason), onTokens: (session) => told.push(session) });
  await bourse.deleteMe();
  await bourse.getBrand();
  assert.deepEqual([bourse.session, told, ends, calls.at(-1).token], [undefined, [undefined], [], undefined]);
});

test('what is public needs no session', async () => {
  for (const refusal of [[401, 'REFRESH_TOKEN_INVALID'], [403, 'ACCOUNT_SUSPENDED']]) {
    const ends = [];
    const { bourse, calls } = standIn(({ path }) => (path === '/auth/refresh' ? refusal : {}), {
      tokens: { accessToken: 'old', refreshToken: 'R1', expiresAt: 1 },
      onSessionEnd: ({ code }) => ends.push(code),
    });
    await bourse.getBrand();
    assert.deepEqual([calls.map(({ path, token }) => [path, token]), ends], [[['/auth/refresh', undefined], ['/brand', undefined]], [refusal[1]]]);
  }
});

test('a renewal that fails is not begun anew by the call', async () => {
  for (const expiresAt of [1, undefined]) {
    const { bourse, count } = standIn(({ path }) => (path === '/auth/refresh' ? [503, 'SERVICE_UNAVAILABLE'] : [401, 'TOKEN_EXPIRED']), {
      tokens: { accessToken: 'old', refreshToken: 'R1', expiresAt },
    });
    assert.equal((await failure(bourse.getMe(), 'a call')).code, 'SERVICE_UNAVAILABLE');
    assert.deepEqual([count('/auth/refresh'), bourse.session.refreshToken], [4, 'R1']);
  }
});

test('a suspension ends the session', async () => {
  const ends = [];
  const { bourse, count } = standIn(() => [403, 'ACCOUNT_SUSPENDED'], { onSessionEnd: ({ code }) => ends.push(code) });
  const failures = await Promise.all(Array.from({ length: 5 }, () => failure(bourse.getMe(), 'a call of somebody suspended')));
  assert.deepEqual(failures.map(({ code }) => code), Array(5).fill('ACCOUNT_SUSPENDED'));
  assert.deepEqual([bourse.session, ends, count('/auth/refresh')], [undefined, ['ACCOUNT_SUSPENDED'], 0]);
});

test('every attempt to open a stream has a ticket of its own', async () => {
  const over = 'id: 1-1\nevent: position\ndata: {"id":"p"}\n\nevent: end\ndata: {"reason":"session_ended"}\n\n';
  for (const [name, first, attempts] of [
    ['busy', [503, 'SERVICE_UNAVAILABLE'], 2], ['limited', [429, 'RATE_LIMITED'], 2], ['lost', undefined, 2], ['refused', [404, 'NOT_FOUND'], 1],
  ]) {
    let made = 0;
    const spent = [];
    const { bourse, count } = standIn(({ path, query }) => {
      if (path === '/trading/stream/tickets') return { ticket: `ticket-${++made}` };
      const shown = query.get('ticket');
      if (spent.includes(shown)) return [401, 'UNAUTHORIZED'];
      spent.push(shown);
      return spent.length === 1 ? first : streamOf(over);
    });
    const seen = [];
    const listening = (async () => { for await (const event of bourse.stream({ ticket: true })) seen.push(event.id); })();
    const { code } = await failure(listening, 'a stream that ends');
    assert.deepEqual([code, seen, count('/trading/stream'), made], attempts === 1 ? ['NOT_FOUND', [], 1, 1] : ['SESSION_REVOKED', ['1-1'], 2, 2], name);
  }
});

test('a stream for which there is no ticket is asked for no more often than any call', async () => {
  const { bourse, count } = standIn(() => [503, 'SERVICE_UNAVAILABLE']);
  assert.equal((await failure(bourse.stream({ ticket: true }).next(), 'a stream')).code, 'SERVICE_UNAVAILABLE');
  assert.deepEqual([count('/trading/stream/tickets'), count('/trading/stream')], [4, 0]);
});

/** A client of a server that has so many entries in its audit log, several in every millisecond, and reports the calls. */
function logged(size, most = 10_000) {
  const calls = [];
  const [latest, apart] = [1_800_000_000_000_000, 300]; // microseconds
  const entry = (i) => ({ id: `${i}`, createdAt: new Date(Math.floor((latest - i * apart) / 1000)).toISOString() });
  const answer = (status, body) => new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
  const fetch = async (url) => {
    const query = new URL(url).searchParams;
    calls.push(Object.fromEntries(query));
    const limit = Number(query.get('limit'));
    const page = Number(query.get('page') ?? 1);
    const before = query.get('before');
    if (page * limit > most) return answer(422, { success: false, error: { code: 'VALIDATION_ERROR', message: 'no further', field: 'page' } });
    const first = before ? Math.max(0, Math.floor((latest - Date.parse(before) * 1000) / apart) + 1) : 0;
    const total = Math.min(size - first, most);
    const [from, to] = [first + (page - 1) * limit, Math.min(size, first + page * limit)];
    const data = Array.from({ length: Math.max(0, to - from) }, (_, i) => entry(from + i));
    return answer(200, { success: true, data, meta: { page, limit, total, totalPages: Math.ceil(total / limit) } });
  };
  return { bourse: new client.Bourse({ baseUrl: 'http://bourse.test', apiKey: 'key', fetch, retries: 0 }), calls };
}

test('a list is walked to its end, however far its pages reach', async () => {
  for (const [size, limit] of [[0, 100], [100, 100], [1000, 100], [1100, 100], [1150, 100], [10_000, 100], [21_000, 100], [10_500, 30]]) {
    const { bourse, calls } = logged(size);
    const ids = [];
    for await (const { id } of bourse.pages('listAuditLog', { query: { limit } })) ids.push(Number(id));
    assert.equal(ids.length, size, `${size} by ${limit}`);
    assert.ok(ids.every((id, i) => id === i), `${size} by ${limit}`);
    if (size <= 1000) assert.equal(calls.length, Math.max(1, size / limit));
  }
});

test('what a list does not reach is no end of it', async () => {
  const { bourse } = logged(3000, 2000);
  const ids = [];
  const walk = async () => {
    for await (const { id } of bourse.pages('listUsers', { query: { limit: 100 } })) ids.push(id);
  };
  assert.equal((await failure(walk(), 'a walk beyond what can be reached')).code, 'VALIDATION_ERROR');
  assert.equal(ids.length, 2000);
});
