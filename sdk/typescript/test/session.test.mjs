// What becomes of a session when answers are lost, late, or not the API's, in Node and without a server.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { test } from 'node:test';
import * as client from '../dist/index.js';
import { failure, resolvers } from './support/check.mjs';
import { standIn, streamOf, tokens } from './support/stand-in.mjs';

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

test('a cookie is renewed with the same key until there is an answer, also where nothing can be stored', async (t) => {
  for (const fails of [false, true]) {
    storage(t, { fails });
    const keys = [];
    const answers = [undefined, tokens(2), tokens(3)];
    const { bourse } = standIn(({ key }) => (keys.push(key), answers.shift()), { session: 'cookie', tokens: undefined, retries: 0 });
    await failure(bourse.refreshTokens(), 'a renewal');
    await bourse.refreshTokens();
    await bourse.refreshTokens();
    assert.ok(keys[0] === keys[1] && new Set(keys).size === 2, keys.join());
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

const html = { 'Content-Type': 'text/html', 'X-Request-Id': 'request-1' };
const json = { 'Content-Type': 'application/json', 'X-Request-Id': 'request-1' };

/** Answers that are not the API's: of a proxy, of a network where one has to log in first, and what was cut short. */
const foreign = {
  "a proxy's refusal": () => new Response('<h1>Bad gateway</h1>', { status: 502, headers: html }),
  'a proxy that asks for a name': () => new Response('<h1>Who are you?</h1>', { status: 401, headers: html }),
  "a firewall's refusal": () => new Response('<h1>No</h1>', { status: 403, headers: html }),
  'a refusal in other JSON': () => new Response('{"error":"forbidden"}', { status: 403, headers: json }),
  'a refusal without anything': () => new Response('', { status: 401, headers: json }),
  'the page of a portal': () => new Response('<h1>Welcome</h1>', { headers: html }),
  nothing: () => new Response('', { headers: json }),
  'half an answer': () => new Response('{"success":true,"data":{"accessToken":"x', { headers: json }),
  'other JSON': () => new Response('{"status":"ok"}', { headers: json }),
  'an answer without a result': () => new Response('{"success":true}', { headers: json }),
  'a result of null': () => new Response('{"success":true,"data":null}', { headers: json }),
  'a result of something else': () => new Response('{"success":true,"data":{"user":{"id":"u"}}}', { headers: json }),
};

function isUnexpected(error, status, what) {
  assert.deepEqual([error.name, error.code, error.status, error.requestId], ['BourseError', 'UNEXPECTED_ANSWER', status, 'request-1'], `${what}: ${error.stack}`);
}

test('an answer that is not the API’s is a failure and ends no session', async () => {
  for (const [name, answer] of Object.entries(foreign)) {
    const told = [];
    const tell = (what) => told.push(what);
    const { bourse } = standIn(answer, { retries: 0, onSessionEnd: tell, onTokens: tell });
    const { status } = answer();
    const calls = {
      login: () => bourse.login({ email: 'a@example.test', password: 'secret' }), completeLogin: () => bourse.completeLogin({ challengeToken: 'c', code: '1' }),
      reauthenticate: () => bourse.reauthenticate({ body: { password: 'secret' } }), refreshTokens: () => bourse.refreshTokens(), listOrders: () => bourse.listOrders(),
    };
    if (!/ result/.test(name)) Object.assign(calls, { getMe: () => bourse.getMe(), logout: () => bourse.logout() });
    for (const [what, call] of Object.entries(calls)) isUnexpected(await failure(call(), `${what}, ${name}`), status, `${what}, ${name}`);
    assert.deepEqual([bourse.session.refreshToken, told], ['R1', []], name);
  }
});

test('a renewal that is answered by somebody on the way ends no session', async (t) => {
  storage(t);
  for (const [name, answer] of Object.entries(foreign)) {
    for (const options of [{}, { session: 'cookie', tokens: { accessToken: 'old', userId: 'u' } }]) {
      const ends = [];
      let isForeign = true;
      const { bourse } = standIn(({ path, token }) => {
        if (path === '/auth/refresh') return isForeign ? answer() : tokens(2);
        return token === 'Bearer access-2' ? {} : [401, 'TOKEN_EXPIRED'];
      }, { retries: 0, onSessionEnd: (reason) => ends.push(reason), ...options });
      isUnexpected(await failure(bourse.getMe(), name), answer().status, name);
      isForeign = false;
      await bourse.getMe();
      assert.deepEqual([bourse.session.accessToken, ends], ['access-2', []], name);
    }
  }
});

test('the page of a portal is no file and no stream', async () => {
  const { bourse } = standIn(foreign['the page of a portal']);
  isUnexpected(await failure(bourse.exportMe(), 'a file'), 200, 'a file');
  isUnexpected(await failure(bourse.stream().next(), 'a stream'), 200, 'a stream');
  const nothing = standIn(() => new Response(null, { status: 204, headers: { 'X-Request-Id': 'request-1' } })).bourse;
  isUnexpected(await failure(nothing.stream().next(), 'a stream'), 204, 'a stream');
});

test('a stream outlives the answers of somebody on the way', async () => {
  const position = (id) => streamOf(`retry: 1\nid: ${id}\nevent: position\ndata: {"id":"p"}\n\n`);
  const answers = [position('1'), foreign['the page of a portal'](), new Response('<h1>No such page</h1>', { status: 404, headers: html }), position('2'), [404, 'NOT_FOUND']];
  const { bourse } = standIn(() => answers.shift());
  const seen = [];
  const listening = (async () => { for await (const { id } of bourse.stream()) seen.push(id); })();
  assert.deepEqual([(await failure(listening, 'the stream')).code, seen], ['NOT_FOUND', ['1', '2']]);
});

test('an event that cannot be read is told', async () => {
  for (const event of ['position', 'end']) {
    const { bourse } = standIn(() => streamOf(`id: 1\nevent: ${event}\ndata: {"id\n\n`));
    assert.equal((await failure(bourse.stream().next(), event)).code, 'UNEXPECTED_ANSWER');
    assert.equal(bourse.session.refreshToken, 'R1');
  }
});

test('no token and no body follow a redirect', async (t) => {
  const arrived = [];
  const serve = async (handle) => {
    const server = http.createServer(handle).listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.after(() => server.close());
    t.after(() => server.closeAllConnections());
    return `http://127.0.0.1:${server.address().port}`;
  };
  const answer = (request, response) => {
    arrived.push(request.method);
    response.writeHead(200, json).end('{"success":true,"data":{"accessToken":"theirs","expiresIn":900,"user":{"id":"u"}}}');
  };
  const other = await serve(answer);
  let to;
  const baseUrl = await serve((request, response) => (request.url === '/again' ? answer(request, response) : response.writeHead(307, { Location: to }).end()));
  for (to of [other, '/again']) {
    const bourse = new client.Bourse({ baseUrl, tokens: { accessToken: 'old', refreshToken: 'R1' } });
    for (const call of [() => bourse.login({ email: 'a@example.test', password: 'secret' }), () => bourse.updateMe({ body: {} }), () => bourse.deleteMe(), () => bourse.refreshTokens()]) {
      const { code, status } = await failure(call(), to);
      assert.deepEqual([code, status], ['UNEXPECTED_ANSWER', 307]);
    }
    assert.deepEqual([arrived, bourse.session.refreshToken], [[], 'R1']);
  }
  const bourse = new client.Bourse({ baseUrl, tokens: { accessToken: 'old', refreshToken: 'R1' } });
  await bourse.getMe();
  to = other;
  assert.equal((await failure(bourse.getMe(), 'a GET to another host')).code, 'UNEXPECTED_ANSWER');
});
