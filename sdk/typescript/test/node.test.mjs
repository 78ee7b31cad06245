// The promises, kept in Node.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as client from '../dist/index.js';
import { failure, totp } from './support/check.mjs';
import { promises } from './support/promises.mjs';
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
