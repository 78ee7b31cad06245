// A log-in without a password, with an authenticator that the browser only pretends to have.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LoginPage } from './pages/account.mjs';
import { base, call, close, open, somebody, visitor } from './support.mjs';

before(open);
after(close);

test('a passkey logs in without a password', { skip: new URL(base).hostname !== 'localhost' && 'passkeys are of names, not of addresses' }, async () => {
  const person = somebody();
  const { accessToken: token } = await call('POST', '/auth/register', { body: person });
  const { page, context, done } = await visitor();
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
  });
  const login = new LoginPage(page);
  await login.open();

  // Settings will do this; here it is done by hand.
  const { ceremonyToken, publicKey } = await call('POST', '/auth/passkeys/options', { token });
  const credential = await page.evaluate(async (options) => {
    const made = await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) });
    return made.toJSON();
  }, publicKey);
  await call('POST', '/auth/passkeys', { token, body: { ceremonyToken, credential, name: 'Journey' } });

  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByText(person.email, { exact: true }).first().waitFor();

  // The session is in the cookie: a reload is still logged in, and no storage holds a token.
  await page.reload();
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie);
  assert.ok(!/eyJ|refresh|token/i.test(stored), stored);
  await done();
});
