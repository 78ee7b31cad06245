// Sessions that end, and who comes next: what was typed and seen is its owner's, who finds it again, and nobody else's.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { LoginPage, SignUpPage } from './pages/account.mjs';
import { VerifyPage } from './pages/invest.mjs';
import { MarketPage } from './pages/market.mjs';
import { PositionsPage } from './pages/positions.mjs';
import { accessible, base, call, journey, jump, newcomer, refused, somebody, told, visitor } from './support.mjs';

journey('a session that was revoked asks to log in over the page as it was', async () => {
  const { page, person, done } = await newcomer({ allows: [refused(401, '/.*')] });
  const market = new MarketPage(page);
  await market.open('BTCUSD');
  await market.amount.fill('1234');
  await market.ticket.getByText('You pay').waitFor();

  await revokeSessions(person);
  const dialog = page.getByRole('dialog', { name: 'Log in again' });
  await dialog.waitFor();
  await accessible(page, 'session-over');
  assert.equal(await dialog.getByLabel('Email').inputValue(), person.email);
  // The browser lets nobody keep a dialog at the second Esc.
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Escape');
  await dialog.waitFor(); // there is still somewhere to log in
  const [forgot] = await Promise.all([page.context().waitForEvent('page'), dialog.getByRole('link', { name: 'Forgot it?' }).click()]);
  await forgot.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
  await forgot.close();
  await dialog.getByLabel('Password', { exact: true }).fill(person.password);
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  assert.equal(await market.amount.inputValue(), '1234', 'what was typed is still there');
  await market.confirm();
  await told(page, /^Bought .* BTC at/);
  await done();
});

journey('who logs in after somebody whose session has ended sees nothing that they typed', async () => {
  const [one, other] = [somebody(), somebody()];
  await call('POST', '/auth/register', { body: other });
  const { page, done } = await visitor({ allows: [refused(401, '/.*')] });
  const signUp = new SignUpPage(page);
  await signUp.open();
  await signUp.register(one);
  const login = new LoginPage(page);
  const verify = new VerifyPage(page);
  await verify.open();
  await verify.fill('Ada Lovelace', 'NX12345');

  // Its owner finds it again, also after a reload.
  await comeBackAs(page, one, () => revokeSessions(one));
  await page.getByRole('heading', { name: 'Confirm your identity' }).waitFor();
  assert.deepEqual(await verify.typed(), ['Ada Lovelace', 'NX12345'], 'it is theirs');

  await comeBackAs(page, other, () => revokeSessions(one));
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  await verify.open();
  assert.deepEqual(await verify.typed(), ['', ''], 'after a reload');

  // By the sheet over the page as it was.
  await verify.fill('Grace Hopper', 'NX67890');
  await revokeSessions(other);
  const dialog = page.getByRole('dialog', { name: 'Log in again' });
  await dialog.waitFor();
  await dialog.getByLabel('Email').fill(one.email);
  await dialog.getByLabel('Password', { exact: true }).fill(one.password);
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  await verify.open();
  assert.deepEqual(await verify.typed(), ['', ''], 'by the sheet');
  await done();

  async function comeBackAs(page, person, end) {
    await end();
    await page.getByRole('dialog', { name: 'Log in again' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    await login.login(person);
  }
});

journey('a page of somebody whose session has ended is left when another logs in in another tab', async () => {
  const [one, other] = [somebody(), somebody()];
  await call('POST', '/auth/register', { body: other });
  const { page, context, done } = await visitor({ allows: [refused(401, '/.*')] });
  const signUp = new SignUpPage(page);
  await signUp.open();
  await signUp.register(one);
  const verify = new VerifyPage(page);
  await verify.open();
  await verify.fill('Ada Lovelace', 'NX12345');
  await revokeSessions(one);
  await page.getByRole('dialog', { name: 'Log in again' }).waitFor();

  const tab = await context.newPage();
  const login = new LoginPage(tab);
  await login.open();
  await login.login(other);
  await tab.getByRole('heading', { name: 'Home' }).waitFor();
  await page.bringToFront();
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  await verify.open();
  assert.deepEqual(await verify.typed(), ['', '']);
  await done();
});

journey('a page that was logged out in another tab is that of who logs in there', async () => {
  const [one, other] = [somebody(), somebody()];
  await call('POST', '/auth/register', { body: other });
  const { page, context, done } = await visitor({ allows: [refused(401, '/.*')] });
  const signUp = new SignUpPage(page);
  await signUp.open();
  await signUp.register(one);
  const tab = await context.newPage();
  // The tab hears of the log-out from the other one before the server tells it: what it asks from then on is not answered.
  let theirs, isLeft;
  await tab.route('**/api/v1/**', async (route) => {
    const token = await route.request().headerValue('authorization');
    if (isLeft && token && token === theirs) return;
    theirs ??= token ?? undefined;
    await route.continue();
  });
  await tab.goto(base);
  await tab.getByRole('heading', { name: 'Home' }).waitFor();
  isLeft = true;

  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await tab.getByRole('heading', { name: 'Log in' }).waitFor();
  await new LoginPage(page).login(other);
  const account = { name: `Your account: ${other.email.split('@')[0]}` };
  await tab.getByRole('button', account).waitFor();
  await page.getByRole('button', account).waitFor();
  await page.reload();
  await page.getByRole('button', account).waitFor();
  await done();
});

journey('a log-in leads to a page of this origin, whatever its address asks for', async () => {
  const { page, person, done } = await newcomer();
  const elsewhere = ['https://evil.invalid/', '//evil.invalid/', '/%09/evil.invalid/', '/%0A/evil.invalid/', '/%0D%5Cevil.invalid/', '/.//evil.invalid/', '/a/..//evil.invalid/', '%5C%5Cevil.invalid', 'javascript:alert(1)', 'data:text/html,x', `blob:${base}/x`, 'http://['];
  for (const [next, to] of [...elsewhere.map((one) => [one, '/']), ['/learn?q=risk%23', '/learn?q=risk'], [encodeURIComponent('/learn?level=beginner#top'), '/learn?level=beginner#top']]) {
    await page.goto(`${base}/login?next=${next}`);
    await page.waitForURL(base + to);
    await page.getByRole('heading', { level: 1, name: to === '/' ? 'Home' : 'Learn' }).waitFor();
  }
  await done();
});

journey('what is answered after somebody has logged out is not shown to who comes next', async () => {
  const [one, other] = [somebody(), somebody()];
  const { accessToken: token } = await call('POST', '/auth/register', { body: one });
  await call('POST', '/auth/register', { body: other });
  await call('POST', '/trading/orders', { token, body: { symbol: 'BTCUSD', side: 'buy', type: 'market', notional: 100 } });
  const { page, done } = await visitor();
  // What the server has answered is on its way until the test lets it come.
  const underWay = [];
  const arrived = async () => {
    while (underWay.length === 0) await pause(20);
  };
  const comes = () => Promise.all(underWay.splice(0).map((answer) => answer()));
  await page.route(/\/trading\/orders\?.*status=filled/, async (route) => {
    const response = await route.fetch();
    underWay.push(() => route.fulfill({ response }));
  });
  const login = new LoginPage(page);
  const past = page.getByRole('table', { name: 'Past orders' });
  await login.open();
  await login.login(one);
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  await jump(page, 'p', page.getByRole('heading', { name: 'Positions', level: 1 }));
  await new PositionsPage(page).tab('Past orders').click();
  await arrived();
  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('heading', { name: 'Log in' }).waitFor();
  await comes();

  // The other logs in where they were, and no page is loaded anew: its scripts could still remember.
  await login.login(other);
  await page.getByRole('heading', { name: 'Positions', level: 1 }).waitFor();
  await arrived();
  assert.equal(await past.getByText('BTCUSD').count(), 0, 'it is not theirs');
  await comes();
  await page.getByText('No orders here').waitFor();
  await done();
});

/** Ends the sessions of somebody, as an administrator or their other device may. */
async function revokeSessions(person) {
  const { accessToken } = await call('POST', '/auth/login', { body: person });
  await call('POST', '/auth/logout', { token: accessToken, body: { scope: 'others' } });
}
