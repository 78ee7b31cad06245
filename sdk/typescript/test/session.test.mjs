// What becomes of a session when answers are lost, late, or not the API's, in Node and without a server.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as client from '../dist/index.js';
import { failure, resolvers } from './support/check.mjs';
import { standIn, tokens } from './support/stand-in.mjs';

/** A server that has exchanged the token, whatever became of the answers, and repeats its answer to the same key alone. */
function strict(lost) {
  const keys = [];
  const answer = ({ path, token, key }) => {
    if (path !== '/auth/refresh') return token === 'Bearer old' ? [401, 'TOKEN_EXPIRED'] : {};
    keys.push(key);
    if (!key || key !== keys[0]) return [401, 'REFRESH_TOKEN_REUSED'];
    return keys.length > lost ? tokens(2) : undefined;
  };
  return { keys, answer };
}

test('a renewal whose answer was lost is repeated with its key', async () => {
  for (const again of [(bourse) => bourse.getMe(), (bourse) => bourse.refreshTokens(), (bourse) => bourse.refreshTokens({ body: { refreshToken: 'R1' } })]) {
    const server = strict(1);
    const { bourse } = standIn(server.answer, { retries: 0 });
    assert.equal((await failure(bourse.getMe(), 'a call')).code, 'NETWORK_ERROR');
    await again(bourse);
    assert.deepEqual([server.keys.length, bourse.session.refreshToken], [2, 'R2']);
  }
});

test('the key of a renewal is kept with the session', async () => {
  const { bourse } = standIn(() => tokens(1));
  let kept;
  await new client.Bourse({ baseUrl: 'http://bourse.test', fetch: async () => Response.json({ success: true, data: tokens(1) }), onTokens: (session) => (kept = session) })
    .login({ email: 'a@example.test', password: 'secret' });
  assert.equal(kept.refreshKey.length, 32);
  const server = strict(1);
  const [first, next] = [1, 2].map(() => standIn(server.answer, { retries: 0, tokens: { ...kept, accessToken: 'old' } }).bourse);
  await failure(first.getMe(), 'a call');
  await next.getMe();
  assert.notEqual(next.session.refreshKey, kept.refreshKey);
  assert.equal(bourse.session.refreshToken, 'R1');
});

test('every refresh token has a key of its own', async () => {
  let newest = 1;
  const { bourse, calls } = standIn(() => tokens(++newest));
  for (let i = 0; i < 3; i++) await bourse.refreshTokens();
  assert.equal(new Set(calls.map(({ key }) => key)).size, 3);
});

/** What pages of one origin share. */
function storage(t, { fails } = {}) {
  const items = new Map();
  const refuse = () => {
    throw new Error('not in this frame');
  };
  const value = fails ? { getItem: refuse, setItem: refuse, removeItem: refuse } : {
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, text) => items.set(name, text),
    removeItem: (name) => items.delete(name),
  };
  const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
  Object.defineProperty(globalThis, 'localStorage', { value, configurable: true });
  t.after(() => (before ? Object.defineProperty(globalThis, 'localStorage', before) : delete globalThis.localStorage));
  return items;
}

test('a renewal by the cookie whose answer was lost is repeated with its key, also by the next page', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 1_800_000_000_000 });
  const items = storage(t);
  const page = (answer) => standIn(answer, { session: 'cookie', tokens: undefined, retries: 0 }).bourse;
  const server = strict(2);
  const [first, next] = [page(server.answer), page(server.answer)];
  await failure(first.refreshTokens(), 'a renewal');
  await failure(first.refreshTokens(), 'a renewal');
  assert.equal(new Set(server.keys).size, 1);
  t.mock.timers.setTime(1_800_000_600_000);
  await next.refreshTokens();
  assert.deepEqual([server.keys.length, new Set(server.keys).size, items.size], [3, 1, 0]);
});

test('pages that are loaded at the same moment have keys of their own', async (t) => {
  storage(t);
  const held = resolvers();
  const pages = [1, 2].map(() => standIn(() => held.promise, { session: 'cookie', tokens: undefined }));
  const renewing = pages.map(({ bourse }) => bourse.refreshTokens());
  while (pages.some(({ count }) => count('/auth/refresh') === 0)) await new Promise(setImmediate);
  held.resolve(tokens(2));
  await Promise.all(renewing);
  assert.notEqual(pages[0].calls[0].key, pages[1].calls[0].key);
});

test('a cookie that has changed meanwhile is renewed with another key, also where nothing can be stored', async (t) => {
  for (const fails of [false, true]) {
    storage(t, { fails });
    const keys = [];
    const answers = [undefined, [422, 'IDEMPOTENCY_KEY_REUSED'], tokens(2), tokens(3)];
    const { bourse } = standIn(({ key }) => (keys.push(key), answers.shift()), { session: 'cookie', tokens: undefined, retries: 0 });
    await failure(bourse.refreshTokens(), 'a renewal');
    await bourse.refreshTokens();
    await bourse.refreshTokens();
    assert.ok(keys[0] === keys[1] && new Set(keys).size === 3, keys.join());
  }
});

test('a late end of the last session is not that of the next', async () => {
  for (const leave of [(bourse) => bourse.logout(), (bourse) => bourse.logout({ body: { scope: 'all' } }), (bourse) => bourse.deleteMe()]) {
    const held = resolvers();
    const { bourse } = standIn(({ path }) => (path === '/auth/login' ? tokens(2) : held.promise));
    const leaving = leave(bourse);
    await bourse.login({ email: 'b@example.test', password: 'secret' });
    held.resolve({});
    await leaving;
    assert.equal(bourse.session?.refreshToken, 'R2');
  }
});

test('a late refusal of the last refresh token says nothing about the next', async () => {
  const held = resolvers();
  const ends = [];
  const { bourse, calls } = standIn(({ path, token, body }) => {
    if (path === '/auth/login') return tokens(2);
    if (path === '/auth/refresh') return body.refreshToken === 'R1' ? held.promise : tokens(3);
    return token === 'Bearer access-3' ? {} : [401, 'TOKEN_EXPIRED'];
  }, { onSessionEnd: ({ code }) => ends.push(code) });
  const calling = failure(bourse.getMe(), 'a call of the last session');
  while (!calls.some(({ path }) => path === '/auth/refresh')) await new Promise(setImmediate);
  await bourse.login({ email: 'b@example.test', password: 'secret' });
  const next = bourse.getMe();
  for (let i = 0; i < 20; i++) await new Promise(setImmediate);
  held.resolve([401, 'REFRESH_TOKEN_INVALID']);
  await next;
  assert.equal((await calling).code, 'REFRESH_TOKEN_INVALID');
  assert.deepEqual([bourse.session?.refreshToken, ends], ['R3', []]);
});
