// What the client promises, each shown against the running server, in Node and in a browser alike. A rig has the client's
// module, the address of the server through the proxy, a super_admin, and the proxy's controls.
import { equal, failure, ok, person, soon, totp } from './check.mjs';

const order = { symbol: 'BTCUSD', side: 'buy', type: 'market', quantity: 0.01 };

/** A client of somebody who has just registered. */
export async function member(rig, options = {}) {
  const client = new rig.client.Bourse({ baseUrl: rig.url, ...options });
  const who = person();
  const { user } = await client.register(who);
  return { client, ...who, id: user.id };
}

export async function superAdmin(rig) {
  const client = new rig.client.Bourse({ baseUrl: rig.url });
  await client.login(rig.superAdmin);
  return client;
}

/** Makes every access token of a user expire, as a changed role does. */
async function expireTokens(rig, userId, role) {
  await (await superAdmin(rig)).updateUser({ path: { userId }, body: { role } });
}

/** Ends every session of somebody from another one. */
async function revoke(rig, { email, password }) {
  const other = new rig.client.Bourse({ baseUrl: rig.url });
  const { outcome } = await other.login({ email, password });
  equal(outcome, 'authenticated', 'the outcome');
  await other.logout({ body: { scope: 'others' } });
}

export const promises = {
  async 'a log-in with a second factor'(rig) {
    const { client, email, password } = await member(rig);
    const { secret } = await client.setupTwoFactor();
    const { codes } = await client.verifyTwoFactor({ body: { code: await totp(secret) } });
    equal(codes.length, 10, 'backup codes');

    const later = new rig.client.Bourse({ baseUrl: rig.url });
    const asked = await later.login({ email, password });
    equal(asked.outcome, 'second_factor', 'the outcome');
    equal(later.session, undefined, 'the session before the code');
    const wrong = await failure(later.completeLogin({ challengeToken: asked.challengeToken, code: '000000' }), 'a wrong code');
    equal([wrong.name, wrong.status, wrong.code], ['BourseError', 401, 'INVALID_2FA_CODE'], 'the failure');
    const { user } = await later.completeLogin({ challengeToken: asked.challengeToken, code: await totp(secret, 1) });
    equal(user.email, email, 'who is in');
    equal((await later.getMe()).email, email, 'who I am');
    equal(later.session.userId, user.id, 'whose session it is');
  },

  async 'one refresh for fifty waiting calls'(rig) {
    const told = [];
    const { client, id } = await member(rig, { onTokens: (session) => told.push(session?.accessToken) });
    await expireTokens(rig, id, 'trader');
    await rig.control.clear();
    const roles = await Promise.all(Array.from({ length: 50 }, async () => (await client.getMe()).role));
    equal(roles, Array(50).fill('trader'), 'the roles');
    equal(await rig.control.count('/auth/refresh'), 1, 'refreshes');
    equal(told.length, 2, 'sessions told of');
    ok(told[1] === client.session.accessToken && told[0] !== told[1], 'the second is the present one');
    // And one more round, of which nobody needs a refresh.
    await Promise.all(Array.from({ length: 10 }, () => client.getMe()));
    equal(await rig.control.count('/auth/refresh'), 1, 'refreshes after it');
  },

  async 'a session that was kept goes on'(rig) {
    let kept;
    const { client } = await member(rig, { onTokens: (session) => (kept = session) });
    const me = await client.getMe();
    const { refreshToken } = kept;
    const later = new rig.client.Bourse({ baseUrl: rig.url, tokens: { refreshToken }, onTokens: (session) => (kept = session) });
    await rig.control.clear();
    equal((await Promise.all([later.getMe(), later.getMe()])).map((one) => one.id), [me.id, me.id], 'who I am');
    equal(await rig.control.count('/auth/refresh'), 1, 'refreshes');
    ok(kept.refreshToken !== refreshToken && kept.expiresAt > Date.now(), 'the next session is told');
    // What has expired by the clock is renewed before it is tried.
    const stale = new rig.client.Bourse({ baseUrl: rig.url, tokens: { ...kept, expiresAt: Date.now() - 1 } });
    await rig.control.clear();
    await stale.getMe();
    equal([await rig.control.count('/auth/refresh'), await rig.control.count('/auth/me')], [1, 1], 'refreshes and calls');
  },

  async 'a lost answer is repeated and does nothing twice'(rig) {
    const { client } = await member(rig);
    await rig.control.clear();
    await rig.control.drop('/trading/orders', 2);
    const placed = await client.placeOrder({ body: order });
    const sent = (await rig.control.seen()).filter((one) => one.path === '/trading/orders');
    equal(sent.length, 3, 'requests');
    ok(sent.every((one) => one.headers['idempotency-key'] === sent[0].headers['idempotency-key']), 'all of them have one key');
    equal(sent.map((one) => one.isReplay), [false, true, true], 'replays');
    const { items } = await client.listOrders();
    equal(items.map((one) => one.id), [placed.id], 'the orders');

    // The answer is cut in the middle of its body.
    await rig.control.clear();
    await rig.control.truncate('/trading/orders');
    await client.placeOrder({ body: order });
    equal(await rig.control.count('/trading/orders'), 2, 'requests');
    equal((await client.listOrders()).items.length, 2, 'orders');
  },

  async 'a key of your own survives a restart'(rig) {
    const { client } = await member(rig);
    const [first, again] = [await client.placeOrder({ body: order, idempotencyKey: 'mine' }), await client.placeOrder({ body: order, idempotencyKey: 'mine' })];
    equal(again.id, first.id, 'the order');
    const other = await failure(client.placeOrder({ body: { ...order, quantity: 0.02 }, idempotencyKey: 'mine' }), 'another order under the key');
    equal([other.status, other.code], [422, 'IDEMPOTENCY_KEY_REUSED'], 'the failure');
  },

  async 'a lost answer of a refresh costs no session'(rig) {
    const ends = [];
    const { client, id } = await member(rig, { onSessionEnd: (reason) => ends.push(reason) });
    await expireTokens(rig, id, 'trader');
    await rig.control.clear();
    await rig.control.drop('/auth/refresh');
    equal((await client.getMe()).role, 'trader', 'the role');
    equal(await rig.control.count('/auth/refresh'), 2, 'refreshes');
    await expireTokens(rig, id, 'user');
    equal((await client.getMe()).role, 'user', 'the role, after another refresh');
    equal(ends.length, 0, 'sessions ended');
  },

  async 'what is not safe to repeat is not repeated'(rig) {
    const { client } = await member(rig);
    await rig.control.clear();
    await rig.control.drop('/auth/me');
    const lost = await failure(client.updateMe({ body: { displayName: 'Ann' } }), 'a PATCH whose answer is lost');
    equal([lost.name, lost.status, lost.code], ['BourseError', 0, 'NETWORK_ERROR'], 'the failure');
    equal(await rig.control.count('/auth/me'), 1, 'requests');
  },

  async 'a full and a stopping server are tried again'(rig) {
    const { client } = await member(rig);
    await rig.control.clear();
    const refusal = JSON.stringify({ success: false, error: { code: 'SERVICE_UNAVAILABLE', message: 'too busy' } });
    await rig.control.answer('/auth/me', 503, { 'Content-Type': 'application/json', 'Retry-After': '1' }, refusal);
    await rig.control.answer('/auth/me', 502, { 'Content-Type': 'text/html' }, '<h1>Bad gateway</h1>');
    const begun = Date.now();
    await client.getMe();
    ok(Date.now() - begun >= 1000, 'it has waited for as long as it was told');
    equal(await rig.control.count('/auth/me'), 3, 'requests');

    await rig.control.clear();
    await rig.control.answer('/auth/me', 503, { 'Content-Type': 'application/json' }, refusal, 10);
    const busy = await failure(client.getMe(), 'a server that stays busy');
    equal([busy.status, busy.code, await rig.control.count('/auth/me')], [503, 'SERVICE_UNAVAILABLE', 4], 'the failure after all repetitions');
    await rig.control.clear();
    await rig.control.answer('/auth/me', 502, { 'Content-Type': 'text/html' }, '<h1>Bad gateway</h1>', 10);
    const impatient = new rig.client.Bourse({ baseUrl: rig.url, tokens: client.session, retries: 0 });
    const foreign = await failure(impatient.getMe(), "a proxy's page");
    equal([foreign.status, foreign.code, await rig.control.count('/auth/me')], [502, 'UNEXPECTED_ANSWER', 1], 'the failure');
    await rig.control.clear();
  },

  async 'who has to wait for longer than the call may take is told at once'(rig) {
    const { client } = await member(rig);
    await rig.control.clear();
    const refusal = JSON.stringify({ success: false, error: { code: 'RATE_LIMITED', message: 'slower' } });
    await rig.control.answer('/auth/me', 429, { 'Content-Type': 'application/json', 'Retry-After': '40' }, refusal);
    const begun = Date.now();
    const limited = await failure(client.getMe(), 'a call that would wait for too long');
    equal([limited.status, limited.code, limited.retryAfter], [429, 'RATE_LIMITED', 40], 'the failure');
    ok(Date.now() - begun < 20_000, 'it did not wait');
  },

  async 'all pages are walked'(rig) {
    const { client, email, password } = await member(rig);
    for (let i = 0; i < 4; i++) await new rig.client.Bourse({ baseUrl: rig.url }).login({ email, password });
    const made = [];
    for (let i = 0; i < 7; i++) made.push((await client.createAlert({ body: { symbol: 'BTCUSD', kind: 'above', price: 900_000 + i } })).id);
    const walk = async (pages) => {
      const all = [];
      for await (const item of pages) all.push(item.id);
      return all;
    };
    await rig.control.clear();
    equal(await walk(client.pages('listAlerts', { query: { limit: 3 } })), made.toReversed?.() ?? [...made].reverse(), 'the alerts, by cursor');
    equal(await rig.control.count('/trading/alerts'), 3, 'pages of alerts');
    const logIns = await walk(client.pages('listLogIns', { query: { limit: 2 } }));
    equal(await rig.control.count('/auth/log-ins'), 3, 'pages of log-ins');
    equal(logIns, (await client.listLogIns()).items.map((one) => one.id), 'the log-ins, by page');
    equal(new Set(logIns).size, 5, 'log-ins');
    const { items, meta } = await client.listLogIns({ query: { limit: 2, page: 2 } });
    equal([items.length, meta.page, meta.total, meta.totalPages], [2, 2, 5, 3], 'one page');
    // One that comes in between shifts the others; nobody is told of twice.
    const shifted = [];
    for await (const { id } of client.pages('listLogIns', { query: { limit: 2 } })) {
      shifted.push(id);
      if (shifted.length === 1) await new rig.client.Bourse({ baseUrl: rig.url }).login({ email, password });
    }
    equal(shifted, logIns, 'the log-ins, while there is one more');
    equal(await walk(client.pages('listOrders')), [], 'an empty list');
  },

  async 'a stream that is cut goes on'(rig) {
    const { client } = await member(rig);
    const states = [];
    const ending = new AbortController();
    const [told, ids] = [[], []];
    let arrived = () => {};
    const until = (count, what) => soon(new Promise((resolve) => (arrived = () => told.length >= count && resolve(), arrived())), what);
    const listening = (async () => {
      for await (const event of client.stream({ symbols: 'BTCUSD', signal: ending.signal, onState: (state) => (states.push(state), arrived()) })) {
        if (event.id) ids.push(event.id);
        if (event.type === 'order' && event.data.status === 'filled') told.push(event.data.id);
        arrived();
      }
    })();
    await soon(new Promise((resolve) => (arrived = () => states.length && resolve(), arrived())), 'the stream');
    const placed = [];
    const place = async () => placed.push((await client.placeOrder({ body: order })).id);
    await place();
    await until(1, 'the first order');
    ok((await rig.control.cut(5)) > 0, 'there was a stream to cut');
    await place(); // while nobody listens
    await place();
    await until(3, 'what happened meanwhile');
    await place();
    await until(4, 'what happens then');
    equal(told, placed, 'the orders, each once and in order');
    equal(new Set(ids).size, ids.length, 'different events');
    equal(states, ['open', 'lost', 'open'], 'the states');
    ending.abort();
    await soon(listening, 'the end of the stream'); // without a failure
  },

  async 'a stream goes on behind an event of before'(rig) {
    const { client } = await member(rig);
    let last;
    const first = (await client.placeOrder({ body: order })).id;
    const second = (await client.placeOrder({ body: order })).id;
    const begun = client.stream({ ticket: true, lastEventId: '0' });
    // An id that nobody knows is told as missed, with one to go on behind.
    const missed = await soon(begun.next(), 'an event');
    equal(missed.value.type, 'missed', 'the first event');
    last = missed.value.id;
    await begun.return();
    const third = (await client.placeOrder({ body: order })).id;
    for await (const event of client.stream({ ticket: true, lastEventId: last })) {
      if (event.type !== 'order') continue;
      ok(event.data.id !== first && event.data.id !== second, 'nothing of before is told');
      equal(event.data.id, third, 'the order');
      break;
    }
    const seen = (await rig.control.seen()).filter((one) => one.path === '/trading/stream').at(-1);
    ok(seen.query.includes('ticket=') && !seen.headers.authorization, 'a ticket opened it');
  },

  async 'a ticket whose answer is lost is followed by another'(rig) {
    const { client } = await member(rig);
    await rig.control.clear();
    await rig.control.drop('/trading/stream');
    const events = client.stream({ ticket: true });
    await soon(events.next(), 'an event');
    await events.return();
    equal([await rig.control.count('/trading/stream'), await rig.control.count('/trading/stream/tickets')], [2, 2], 'streams and tickets');
  },

  async 'a suspension ends the session at once'(rig) {
    const ends = [];
    const who = await member(rig, { onSessionEnd: (reason) => ends.push(reason.code) });
    const admin = await superAdmin(rig);
    await admin.updateUser({ path: { userId: who.id }, body: { suspended: true } });
    const out = await failure(who.client.getMe(), 'a call of somebody suspended');
    equal([out.status, out.code, ends, who.client.session], [403, 'ACCOUNT_SUSPENDED', ['ACCOUNT_SUSPENDED'], undefined], 'the end');
    await admin.updateUser({ path: { userId: who.id }, body: { suspended: false } });
    await who.client.login({ email: who.email, password: who.password });
    equal([(await who.client.getMe()).id, ends.length], [who.id, 1], 'who I am after the next log-in');
  },

  async 'a stream ends with its session'(rig) {
    const ends = [];
    const who = await member(rig, { onSessionEnd: (reason) => ends.push(reason.code) });
    const events = who.client.stream();
    await soon(events.next(), 'an event');
    await revoke(rig, who);
    const failed = await soon(failure((async () => { for await (const _ of events); })(), 'the stream'), 'the end');
    equal([failed.name, failed.code, ends, who.client.session], ['BourseError', 'SESSION_REVOKED', ['SESSION_REVOKED'], undefined], 'the end');
  },

  async 'a revoked session ends once'(rig) {
    const [ends, told] = [[], []];
    const who = await member(rig, { onSessionEnd: (reason) => ends.push(reason.code), onTokens: (session) => told.push(session !== undefined) });
    await revoke(rig, who);
    await rig.control.clear();
    const failures = await Promise.all(Array.from({ length: 20 }, () => failure(who.client.getMe(), 'a call of a session that is over')));
    ok(failures.every((one) => one.name === 'BourseError' && one.status === 401), 'all of them fail');
    equal([ends, told, who.client.session], [['SESSION_REVOKED'], [true, false], undefined], 'what is told');
    equal(await rig.control.count('/auth/refresh'), 0, 'refreshes');
    await who.client.login({ email: who.email, password: who.password });
    await who.client.getMe();
    equal([ends.length, told], [1, [true, false, true]], 'what is told after the next log-in');
  },

  async 'a late failure of the last session does not end the next'(rig) {
    for (const late of ['/auth/me', '/auth/refresh']) {
      const ends = [];
      let [arrive, release] = [];
      const arrived = new Promise((resolve) => (arrive = resolve));
      const released = new Promise((resolve) => (release = resolve));
      let isHeld = false;
      const holding = async (url, init) => {
        if (isHeld && url.endsWith(late)) {
          arrive();
          await released;
        }
        return fetch(url, init);
      };
      const who = await member(rig, { onSessionEnd: (reason) => ends.push(reason.code), fetch: holding });
      if (late === '/auth/refresh') await expireTokens(rig, who.id, 'trader');
      isHeld = true;
      const called = failure(who.client.getMe(), 'a call of the last session');
      await soon(arrived, late);
      isHeld = false;
      await revoke(rig, who);
      await who.client.login({ email: who.email, password: who.password });
      release();
      equal((await called).status, 401, 'the status');
      equal([ends, (await who.client.getMe()).id], [[], who.id], `who I am, after a late ${late}`);
    }
  },

  async 'a refresh that fails logs out once'(rig) {
    const [ends, told] = [[], []];
    const { client } = await member(rig);
    const { accessToken, refreshToken } = client.session;
    const tokens = { accessToken: accessToken.slice(0, -4) + 'AAAA', refreshToken: refreshToken.slice(0, -4) + 'AAAA' };
    const other = new rig.client.Bourse({ baseUrl: rig.url, tokens, onSessionEnd: (reason) => ends.push(reason.code), onTokens: (session) => told.push(session) });
    await rig.control.clear();
    const failures = await Promise.all(Array.from({ length: 20 }, () => failure(other.getMe(), 'a call without a session')));
    ok(failures.every((one) => one.status === 401), 'all of them fail');
    equal([ends, told, other.session], [['REFRESH_TOKEN_INVALID'], [undefined].map(() => null), undefined], 'what is told');
    equal(await rig.control.count('/auth/refresh'), 1, 'refreshes');
  },

  async 'a log-out is nobody else’s end'(rig) {
    const [ends, told] = [[], []];
    const { client } = await member(rig, { onSessionEnd: (reason) => ends.push(reason.code), onTokens: (session) => told.push(session !== undefined) });
    await client.logout({ body: { scope: 'others' } });
    ok(client.session, 'this session goes on');
    await client.logout();
    equal([client.session, ends, told], [undefined, [], [true, false]], 'what is told');
    const out = await failure(client.getMe(), 'a call after the log-out');
    equal([out.status, out.code], [401, 'UNAUTHORIZED'], 'the failure');
  },

  async 'to log in anew proves who you are without a new session'(rig) {
    const { client, password } = await member(rig);
    const before = client.session;
    await client.reauthenticate({ body: { password } });
    ok(client.session.accessToken !== before.accessToken, 'the access token is a new one');
    equal([client.session.refreshToken, client.session.userId], [before.refreshToken, before.userId], 'the rest of the session');
    equal((await client.listBackupCodes()).codes, [], 'what wants a fresh log-in');
  },

  async 'a call is cancelled'(rig) {
    const { client } = await member(rig);
    await rig.control.clear();
    await rig.control.hold('/auth/me');
    const cancelling = new AbortController();
    const waiting = failure(client.getMe({ signal: cancelling.signal }), 'a cancelled call');
    await soon(rig.control.reached('/auth/me'), 'the request');
    cancelling.abort(new Error('not needed any more'));
    equal((await waiting).message, 'not needed any more', 'the reason');
    equal(await rig.control.count('/auth/me'), 1, 'requests');
    const plain = await failure(client.getMe({ signal: AbortSignal.abort() }), 'a call that is cancelled before it begins');
    equal([plain.name, await rig.control.count('/auth/me')], ['AbortError', 1], 'the failure');
    // Who waits for a refresh that others need too gives up alone.
    const { client: other, id } = await member(rig);
    await expireTokens(rig, id, 'trader');
    const one = new AbortController();
    await rig.control.clear();
    await rig.control.answer('/auth/refresh', 503, { 'Content-Type': 'application/json', 'Retry-After': '1' }, '{"error":{"code":"SERVICE_UNAVAILABLE","message":"busy"}}');
    const [gone, stays] = [failure(other.getMe({ signal: one.signal }), 'a cancelled call'), other.getMe()];
    await soon(rig.control.reached('/auth/refresh'), 'the refresh');
    one.abort();
    equal([(await gone).name, await rig.control.count('/auth/refresh')], ['AbortError', 1], 'the failure, before the refresh is over');
    equal((await stays).role, 'trader', 'the role');
  },

  async 'a call that takes too long is given up'(rig) {
    const { client } = await member(rig);
    await rig.control.clear();
    await rig.control.hold('/auth/me', 10);
    const begun = Date.now();
    const late = await failure(client.getMe({ timeout: 3000 }), 'a call without an answer');
    equal([late.name, late.status, late.code], ['BourseError', 0, 'TIMED_OUT'], 'the failure');
    ok(Date.now() - begun < 20_000, 'it is given up in time');
    const hasty = new rig.client.Bourse({ baseUrl: rig.url, tokens: client.session, timeout: 2000 });
    equal((await failure(hasty.getMe(), 'a call of a hasty client')).code, 'TIMED_OUT', 'the failure');
    equal(await rig.control.count('/auth/me'), 2, 'requests');
    await rig.control.clear();
  },

  async 'a failure says what is wrong'(rig) {
    const { client } = await member(rig);
    const { BourseError } = rig.client;
    const refused = await failure(client.createAlert({ body: { symbol: 'BTCUSD', kind: 'above', price: 1e9 + 1 } }), 'a price out of bounds');
    ok(refused instanceof BourseError && refused instanceof Error, 'it is a BourseError');
    equal([refused.status, refused.code, refused.field], [400, 'VALIDATION_ERROR', 'price'], 'the failure');
    ok(refused.requestId?.length > 8 && refused.message, 'it has the name of the request and a message');
    const missing = await failure(client.getOrder({ path: { orderId: '01900000-0000-7000-8000-000000000000' } }), 'an order that is not there');
    equal([missing.status, missing.code], [404, 'NOT_FOUND'], 'the failure');
    const none = await failure(new rig.client.Bourse({ baseUrl: rig.url }).getMe(), 'a call without a session');
    equal([none.status, none.code], [401, 'UNAUTHORIZED'], 'the failure');
    ok((await failure(client.getOrder({ path: {} }), 'a path with a hole')) instanceof TypeError, 'a part of the path is missing');
    const nowhere = new rig.client.Bourse({ baseUrl: 'http://127.0.0.1:9', retries: 1 });
    equal((await failure(nowhere.getBrand(), 'a call of nobody')).code, 'NETWORK_ERROR', 'the failure');
  },

  async 'an API key is all a server needs'(rig) {
    const { client } = await member(rig);
    const { key, id } = await client.createApiKey({ body: { name: 'test', scopes: ['trading:read'] } });
    const ends = [];
    const server = new rig.client.Bourse({ baseUrl: `${rig.url}/api/v1/`, apiKey: key, onSessionEnd: (reason) => ends.push(reason) });
    equal((await server.listOrders()).items, [], 'the orders');
    equal((await failure(server.placeOrder({ body: order }), 'what the key may not')).code, 'FORBIDDEN', 'the failure');
    await client.revokeApiKey({ path: { keyId: id } });
    await rig.control.clear();
    equal((await failure(server.listOrders(), 'a revoked key')).status, 401, 'the status');
    equal([ends.length, await rig.control.count('/auth/refresh')], [0, 0], 'ends and refreshes');
  },

  async 'a file is a file'(rig) {
    const { client } = await member(rig);
    await client.placeOrder({ body: order });
    const [{ id }] = await client.listTradingAccounts();
    const file = await client.downloadStatement({ path: { accountId: id } });
    ok(file instanceof Blob && file.type.startsWith('text/csv'), 'it is a file');
    ok((await file.text()).split('\n').length > 2, 'it has lines');
    ok((await (await client.exportMe()).text()).includes('"email"'), 'everything we hold');
  },

  async 'a visitor sees what is public, a customer their own'(rig) {
    const visitor = new rig.client.Bourse({ baseUrl: rig.url });
    ok((await visitor.getBrand()).productName, 'the brand');
    equal((await visitor.listCourses({ query: { limit: 1 } })).meta.limit, 1, 'the limit');
    const { client } = await member(rig);
    await rig.control.clear();
    await client.listCourses();
    ok((await rig.control.seen())[0].headers.authorization, 'the session goes with it');
  },

  async 'a webhook is verified, and a forged one refused'(rig) {
    const { verifyWebhook, WebhookError } = rig.client;
    const admin = await superAdmin(rig);
    const to = await rig.control.receiver();
    const endpoint = await admin.createWebhookEndpoint({ body: { name: 'test', url: to, subscribedEvents: ['custom.*'] } });
    const { id } = await admin.publishWebhookEvent({ body: { type: 'custom.greeted', data: { to: 'Zoë' } } });
    const { headers, body } = await soon(rig.control.received(), 'the webhook');
    const secret = endpoint.signingSecret;
    const message = await verifyWebhook(body, headers, secret);
    equal([message.id, message.type, message.data], [id, 'custom.greeted', { to: 'Zoë' }], 'the message');
    await verifyWebhook(new TextEncoder().encode(body), new Headers(headers), ['whsec_b3RoZXI=', secret]);

    const refused = async (reason, ...call) => {
      const error = await failure(verifyWebhook(...call), reason);
      ok(error instanceof WebhookError, `${reason}: ${error}`);
      equal(error.reason, reason, 'the reason');
    };
    const now = Date.now();
    await refused('signature_wrong', body.replace('greeted', 'grated'), headers, secret);
    await refused('signature_wrong', body, headers, 'whsec_b3RoZXI=');
    await refused('signature_wrong', body, headers, []);
    await refused('signature_wrong', body, { ...headers, 'webhook-id': 'another' }, secret);
    await refused('signature_wrong', body, { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) }, secret);
    await refused('signature_wrong', body, { ...headers, 'webhook-signature': headers['webhook-signature'].replace('v1,', 'v2,') }, secret);
    await refused('signature_wrong', body, { ...headers, 'webhook-signature': 'v1,' }, secret);
    await refused('too_old', body, headers, secret, { now: now + 302_000 });
    await refused('too_new', body, headers, secret, { now: now - 330_000 });
    await refused('timestamp_invalid', body, { ...headers, 'webhook-timestamp': 'soon' }, secret);
    await refused('header_missing', body, { ...headers, 'webhook-signature': undefined }, secret);
    await verifyWebhook(body, headers, secret, { now: now + 302_000, tolerance: 400 });

    const { signingSecret } = await admin.rotateWebhookSecret({ path: { endpointId: endpoint.id } });
    await admin.publishWebhookEvent({ body: { type: 'custom.greeted', data: {} } });
    const both = await soon(rig.control.received(), 'the webhook while the secret is replaced');
    await verifyWebhook(both.body, both.headers, secret);
    await verifyWebhook(both.body, both.headers, signingSecret);
    await admin.deleteWebhookEndpoint({ path: { endpointId: endpoint.id } });
  },

  async 'the example of Standard Webhooks is verified'({ client: { verifyWebhook } }) {
    const headers = {
      'Webhook-Id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'Webhook-Timestamp': '1614265330',
      'Webhook-Signature': 'v1,aW52YWxpZA== v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    };
    const now = 1614265330_000;
    equal(await verifyWebhook('{"test": 2432232314}', headers, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', { now }), { test: 2432232314 }, 'the message');
    ok((await failure(verifyWebhook('{"test": 2432232315}', headers, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', { now }), 'another body')).name === 'WebhookError');
    ok((await failure(verifyWebhook('{}', headers, '', { now }), 'an empty secret')) instanceof TypeError, 'anybody can sign with an empty key');
  },
};
