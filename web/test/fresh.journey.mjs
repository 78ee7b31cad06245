// What is shown is what is so now: without a reload, over a broken stream, slow answers, a session that was over and a
// clock that is wrong.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { MarketPage } from './pages/market.mjs';
import { HistoryPage, PositionsPage } from './pages/positions.mjs';
import { base, call, enter, fund, journey, pay, refused, somebody, tokenOf, until, visitor, withdraw } from './support.mjs';

/** Somebody new, by the API. */
async function customer() {
  const person = somebody();
  const { accessToken: token } = await call('POST', '/auth/register', { body: person });
  return { ...person, token, ...(await call('GET', '/auth/me', { token })) };
}

const buy = (token) => call('POST', '/trading/orders', { token, body: { symbol: 'FAIRUSD', side: 'buy', type: 'market', notional: 20 } });
/** Waits until the stream has told another price than that of the market's page. */
async function nextPrice(page) {
  const price = page.locator('.head .price').first();
  const first = await price.innerText();
  await until('another price', async () => (await price.innerText()) !== first);
}

const brokenOff = (what) => /net::ERR_(FAILED|INTERNET_DISCONNECTED|NETWORK_CHANGED)/.test(what);

journey('money that is paid out is no loss, and every tab tells that it is paid', async () => {
  const admin = await tokenOf('admin@demo.test');
  const person = await customer();
  const { id } = await withdraw(person, await fund(person, admin, 3000), 1000);
  const { page, context, done } = await visitor();
  await enter(page, person);
  await page.goto(base + '/invest');
  const cells = page.getByRole('table', { name: 'Accounts' }).locator('tbody tr').first().locator('td');
  const amount = async (cell) => Number((await cell.innerText()).replace('\u2212', '-').replace(/[^\d.-]/g, ''));
  const whole = await until('the balance', () => amount(cells.nth(5)));
  const paidIn = await amount(cells.nth(3));
  // The other tab is told by this one, which has the stream.
  await page.getByText('Live', { exact: true }).waitFor();
  const beside = await context.newPage();
  await beside.goto(base + '/payments?show=withdrawals');
  const state = beside.getByRole('table', { name: 'Withdrawals' }).locator('tbody tr').first();
  await state.getByText('Requested').waitFor();
  // What stands there for a moment only counts, too.
  await cells.nth(4).evaluate((cell) => {
    window.profits = [cell.textContent];
    new MutationObserver(() => window.profits.push(cell.textContent)).observe(cell, { childList: true, characterData: true, subtree: true });
  });
  await call('PATCH', `/payments/withdrawals/${id}`, { token: admin, body: { decision: 'approve' } });
  await until('a balance without what was paid out', async () => (await amount(cells.nth(5))) < whole - 900);
  await until('what is left of what was paid in', async () => Math.abs((await amount(cells.nth(3))) - paidIn + 1000) < 1);
  assert.deepEqual((await page.evaluate(() => window.profits)).filter((text) => text.replace(/\D/g, '').length > 4), [], 'nobody has lost hundreds');
  await state.getByText('Paid', { exact: true }).waitFor();
  await done();
});

journey('prices at a broker have as many digits as tell them apart', async () => {
  const token = await tokenOf('trader@demo.test');
  const [connection] = await call('GET', '/investment/connections', { token });
  const { page, done } = await visitor();
  await enter(page, { email: 'trader@demo.test', password: 'bourse-demo-1' });
  await page.route(`**/api/v1/investment/connections/${connection.id}/holdings`, async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    json.data.holdings = [{ asset: 'PEPE', quantity: 1_000_000, locked: 0, priceUsd: 0.0000123, valueUsd: 12.3 }, { asset: 'BTC', quantity: 1, locked: 0, priceUsd: 67_123.456, valueUsd: 67_123.46 }];
    json.data.positions = [{ symbol: 'EURUSD', side: 'buy', quantity: 1, entryPrice: 1.08543, currentPrice: 1.08912, unrealizedPnl: 369 }];
    await route.fulfill({ response, json });
  });
  await page.goto(`${base}/invest/connections/${connection.id}`);
  for (const price of ['0.0000123', '67,123.46', '1.08543', '1.08912']) await page.locator('.price').getByText(price, { exact: true }).waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await done();
});

journey('a market whose stream is broken shows the price that is asked for', async () => {
  const { page, context, done } = await visitor({ allows: [brokenOff] });
  await enter(page, await customer());
  await new MarketPage(page).open('BTCUSD');
  await page.getByText('Live', { exact: true }).waitFor();
  await nextPrice(page);
  await page.route(/\/trading\/stream/, (route) => route.abort());
  await page.route(/\/trading\/quotes/, async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    Object.assign(json.data.find((one) => one.symbol === 'BTCUSD'), { last: 123_456.78, time: new Date().toISOString() });
    await route.fulfill({ response, json });
  });
  await context.setOffline(true);
  await page.getByText('Reconnecting').waitFor();
  await context.setOffline(false);
  await page.locator('.head').getByText('123,456.78', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Markets', exact: true }).first().click();
  await page.getByRole('table', { name: 'Markets' }).getByText('123,456.78').waitFor();
  // And the stream's again, once it is back.
  await page.unroute(/\/trading\/stream/);
  await page.getByRole('table', { name: 'Markets' }).getByText('123,456.78').waitFor({ state: 'detached' });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await done();
});

journey('a payment is told to be paid where every answer takes longer than the next question', async () => {
  const person = await customer();
  const course = await call('GET', '/education/courses/reading-charts', { token: person.token });
  const { paymentId, checkoutUrl } = await call('POST', '/payments/checkout', { token: person.token, body: { courseId: course.id }, headers: { 'Idempotency-Key': crypto.randomUUID() } });
  const { page, done } = await visitor();
  await enter(page, person);
  await page.route(`**/api/v1/payments/${paymentId}`, async (route) => {
    await pause(3000);
    await route.continue().catch(() => {});
  });
  await page.goto(`${base}/payments/return?payment=${paymentId}&checkout=success`);
  await page.getByRole('heading', { name: 'Waiting for the payment' }).waitFor();
  await pay(checkoutUrl);
  await page.getByRole('heading', { name: /^Paid/ }).waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await done();
});

journey('a long list has what has happened while nobody was online, and while the session was over', async () => {
  const { token: own, email, password } = await customer();
  const { page, context, done } = await visitor({ allows: [brokenOff, refused(401, '/.*')] });
  await enter(page, { email, password });
  const history = new HistoryPage(page);
  await history.open('statement');
  await page.getByText('Live', { exact: true }).waitFor();
  const lines = history.statement.locator('tbody tr');
  await history.statement.getByText('Starting capital').waitFor(); // until there is an answer, lines hold its place
  const grown = (than) => until('what has happened meanwhile', async () => (await lines.count()) > than);
  const before = await lines.count();
  await context.setOffline(true);
  await page.getByText('Reconnecting').waitFor();
  await buy(own);
  await context.setOffline(false);
  await grown(before);

  const now = await lines.count();
  const { accessToken: token } = await call('POST', '/auth/login', { body: { email, password } });
  await call('POST', '/auth/logout', { token, body: { scope: 'others' } });
  const dialog = page.getByRole('dialog', { name: 'Log in again' });
  await dialog.waitFor();
  await buy(token);
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  await grown(now);
  await done();
});

journey('a clock that is fast makes no price old, and one that is set back keeps nothing from being asked', async () => {
  const person = await customer();
  const { page, context, done } = await visitor();
  await context.addInitScript(() => {
    const right = Date.now;
    window.ahead = 60_000;
    Date.now = () => right() + window.ahead;
  });
  await enter(page, person);
  await new MarketPage(page).open('BTCUSD');
  await nextPrice(page);
  assert.equal(await page.getByText('This price is out of date').count(), 0, 'it came a moment ago');

  const positions = new PositionsPage(page);
  await positions.open();
  await page.getByText('Live', { exact: true }).waitFor();
  await page.evaluate(() => (window.ahead = -3_600_000));
  await buy(person.token);
  await positions.table.getByText('FAIRUSD').waitFor();
  await done();
});
