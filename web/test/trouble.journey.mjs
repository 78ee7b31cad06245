// When things go wrong: each is told as a person would want it, and nothing that was typed is lost.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { LoginPage } from './pages/account.mjs';
import { BotPage } from './pages/bots.mjs';
import { MarketPage } from './pages/market.mjs';
import { WithdrawSheet } from './pages/payments.mjs';
import { PositionsPage } from './pages/positions.mjs';
import { SettingsPage } from './pages/settings.mjs';
import { accessible, base, call, fund, journey, linkInMail, newcomer, pay, refused, sentTo, somebody, tokenOf, told, until, visitor } from './support.mjs';

journey('a wrong password, a weak one and an email that is taken are told where they were typed', async () => {
  const { page, done } = await visitor({ expects: [refused(401, '/auth/login'), refused(422, '/auth/register')] });
  const login = new LoginPage(page);
  await login.open();
  await login.login({ email: 'nobody@journey.test', password: 'not the one' });
  await page.getByText('Email or password is wrong').waitFor();
  await page.getByText(/^Request /).waitFor();
  assert.equal(await login.email.inputValue(), 'nobody@journey.test');
  await accessible(page, 'login-refused');

  await page.goto(base + '/signup');
  await page.getByLabel('Email').fill('somebody at journey');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByText('Enter an address such as name@example.com.').waitFor();
  await page.locator('[name=email][aria-invalid=true]:focus').waitFor();
  await page.getByLabel('Email').fill('somebody@journey.test');
  await page.getByLabel('Password', { exact: true }).fill('password');
  await page.getByRole('button', { name: 'Create account' }).click();
  const password = page.getByLabel('Password', { exact: true });
  await page.locator('[name=password][aria-invalid=true]').waitFor();
  assert.equal(await password.evaluate((input) => input === document.activeElement), true, 'the focus is where the mistake is');
  await accessible(page, 'signup-refused');
  await done();
});

journey('a watchlist is changed only once it is known, and quick stars are all there', async () => {
  const { page, token, done } = await newcomer({ expects: [refused(500, '/trading/watchlist')] });
  await call('PUT', '/trading/watchlist', { token, body: { symbols: ['BTCUSD', 'ETHUSD'] } });

  const held = new Held();
  let isBroken = false;
  await page.route('**/api/v1/trading/watchlist', async (route) => {
    await held.wait(route.request().method());
    return isBroken ? route.fulfill({ status: 500, contentType: 'application/json', body: '{"success":false,"error":{"message":"internal error","code":"INTERNAL_ERROR"}}' }) : route.continue();
  });
  const star = (symbol) => page.getByRole('button', { name: `Watch ${symbol}`, exact: true });
  await page.goto(base + '/markets');
  await star('SOLUSD').waitFor();
  assert.ok(await star('SOLUSD').isDisabled(), 'what is watched is not known yet');
  isBroken = true;
  await held.release();
  await page.getByText('Your watchlist could not be loaded').waitFor();
  assert.ok(await star('SOLUSD').isDisabled(), 'nor is it after a failure');
  isBroken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await held.release();
  await page.getByRole('button', { name: 'Stop watching BTCUSD' }).waitFor();

  // The third is pressed when the server has the first and not the second.
  held.method = 'PUT';
  const symbols = await page.getByRole('button', { name: /^Watch / }).evaluateAll((all) => all.slice(0, 3).map((one) => one.getAttribute('aria-label').replace('Watch ', '')));
  await star(symbols[0]).click();
  await star(symbols[1]).click();
  const first = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.url().endsWith('/trading/watchlist'));
  await held.release();
  await first;
  await star(symbols[2]).click();
  held.end();
  const wanted = ['BTCUSD', 'ETHUSD', ...symbols];
  const kept = await until('a watchlist with all stars', async () => {
    const { symbols } = await call('GET', '/trading/watchlist', { token });
    return symbols.length >= wanted.length && symbols;
  });
  assert.deepEqual(kept, wanted);
  await page.goto(base + '/alerts?tab=watchlist');
  await page.getByRole('button', { name: `Stop watching ${symbols[2]}` }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: `Stop watching ${symbols[2]}` }).waitFor();
  await done();
});

journey('a second factor is asked for after the password', async () => {
  const person = somebody();
  const { accessToken } = await call('POST', '/auth/register', { body: person });
  const { secret } = await call('POST', '/auth/2fa/setup', { token: accessToken, body: { password: person.password } });
  const { codes } = await call('POST', '/auth/2fa/verify', { token: accessToken, body: { code: totp(secret) } });
  const { page, done } = await visitor({ expects: [refused(401, '/auth/login/2fa')] });
  const login = new LoginPage(page);
  await login.open();
  await login.login(person);
  await page.getByText('Your password is correct').waitFor();
  await accessible(page, 'second-factor');
  await page.getByLabel('Code').fill('000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.locator('[role=alert], [aria-invalid=true]').first().waitFor();
  await page.getByLabel('Code').fill(codes[0].code ?? codes[0]);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  await done();
});

journey('a forgotten password is reset by mail', async () => {
  const person = somebody();
  await call('POST', '/auth/register', { body: person });
  const { page, done } = await visitor();
  const login = new LoginPage(page);
  await login.open();
  await page.getByRole('link', { name: 'Forgot it?' }).click();
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
  await accessible(page, 'forgot-password');
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  await page.goto(await linkInMail(person.email, '/reset-password'));
  await page.getByLabel('New password').waitFor();
  await accessible(page, 'reset-password');
  await page.getByLabel('New password').fill('another sentence altogether');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Your password is changed').waitFor();
  await page.getByRole('link', { name: 'Log in', exact: true }).click();
  await login.login({ email: person.email, password: 'another sentence altogether' });
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  await done();
});

journey('a server that fails, is slow or is gone is told, with what to do', async () => {
  const { page, context, done } = await newcomer({ expects: [refused(500, '/trading/instruments'), (what) => /net::ERR_FAILED .*\/trading\/orders$/.test(what)], allows: [(what) => what.includes('net::ERR_INTERNET_DISCONNECTED')] });

  let isBroken = true;
  await page.route('**/api/v1/trading/instruments', (route) =>
    isBroken ? route.fulfill({ status: 500, headers: { 'X-Request-Id': 'req-of-the-journey', 'Content-Type': 'application/json' }, body: '{"success":false,"error":{"message":"internal error","code":"INTERNAL_ERROR"}}' }) : route.continue(),
  );
  await page.goto(base + '/markets');
  await page.getByText('Markets could not be loaded').waitFor();
  await page.getByText('Request req-of-the-journey').waitFor();
  await accessible(page, 'server-error');
  isBroken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('table', { name: 'Markets' }).getByText('BTCUSD').waitFor();

  // What is slow keeps its place.
  let release;
  const held = new Promise((done) => (release = done));
  await page.route('**/api/v1/trading/instruments', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(base + '/markets');
  await page.locator('table[aria-busy=true]').waitFor();
  release();
  await page.getByRole('table', { name: 'Markets' }).getByText('BTCUSD').waitFor();

  const market = new MarketPage(page);
  await market.open('BTCUSD');
  await market.amount.fill('321');
  await market.ticket.getByText('You pay').waitFor();
  // The answer to the order is lost after the server has placed it; the second click finds the same order.
  let lost = 0;
  await page.route('**/api/v1/trading/orders', async (route) => {
    if (route.request().method() !== 'POST' || lost >= 4) return route.continue();
    lost++;
    await route.fetch();
    await route.abort();
  });
  await market.confirm();
  await page.getByRole('dialog').getByText('The server cannot be reached').waitFor();
  await accessible(page, 'order-lost');
  await page.getByRole('dialog').last().getByRole('button', { name: /^Buy .* for / }).click();
  await told(page, /^Bought .* BTC at/);
  await market.positions.getByText('Long').waitFor();
  assert.equal(await market.positions.getByText('Long').count(), 1, 'one intention opens one position');

  // Nobody answers: it is told, what is typed stays, and everything goes on when they are back.
  await market.amount.fill('432');
  await context.setOffline(true);
  await page.getByText('Reconnecting').waitFor();
  assert.equal(await market.amount.inputValue(), '432');
  await context.setOffline(false);
  await page.getByText('Live', { exact: true }).waitFor();
  await market.ticket.getByRole('button', { name: /^Buy .* for / }).waitFor();
  assert.equal(await market.amount.inputValue(), '432', 'what was typed is still there');
  await done();
});

journey('an act that fails or takes long is told where it was done, and nothing that was typed is lost', async () => {
  const { page, done } = await newcomer({ expects: [refused(500, '/trading/orders'), refused(500, '/auth/me'), (what) => /net::ERR_FAILED .*\/auth\/me$/.test(what)] });
  const broken = { status: 500, headers: { 'X-Request-Id': 'req-of-the-act', 'Content-Type': 'application/json' }, body: '{"success":false,"error":{"message":"internal error","code":"INTERNAL_ERROR"}}' };

  const market = new MarketPage(page);
  await market.open('BTCUSD');
  // It is asked for again every five seconds: an answer that takes longer is shown nevertheless.
  const preview = '**/api/v1/trading/orders/preview';
  await page.route(preview, async (route) => {
    await pause(7000);
    await route.continue().catch(() => {});
  });
  await market.amount.fill('432');
  await market.ticket.getByText('You pay').waitFor();
  await page.unroute(preview);
  let orders = 0;
  let isBroken = true;
  let release;
  const held = new Promise((go) => (release = go));
  await page.route('**/api/v1/trading/orders', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    orders++;
    if (isBroken) return route.fulfill(broken);
    await held;
    return route.continue();
  });
  await market.confirm();
  const dialog = page.getByRole('dialog').last();
  await dialog.getByText('Request req-of-the-act').waitFor();
  await accessible(page, 'act-failed');
  assert.equal(await market.amount.inputValue(), '432', 'what was typed is still there');
  // The next try takes long: the button says so, and a second press does nothing.
  isBroken = false;
  orders = 0;
  const again = dialog.getByRole('button', { name: /^Buy .* for / });
  await again.click();
  await dialog.locator('button[aria-busy=true]').waitFor();
  assert.ok(await dialog.locator('button[aria-busy=true]').isDisabled());
  await accessible(page, 'act-slow');
  release();
  await told(page, /^Bought .* BTC at/);
  assert.equal(orders, 1, 'it was asked for once');
  assert.equal(await market.amount.inputValue(), '');

  await page.goto(base + '/settings');
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Somebody with a long name');
  await page.route('**/api/v1/auth/me', (route) => (route.request().method() === 'PATCH' ? route.fulfill(broken) : route.continue()));
  await page.getByRole('button', { name: 'Save profile' }).click();
  await page.getByText('Request req-of-the-act').waitFor();
  assert.equal(await name.inputValue(), 'Somebody with a long name');
  await page.unroute('**/api/v1/auth/me');
  await page.reload();
  await page.getByRole('button', { name: 'Save profile' }).waitFor();
  assert.equal(await name.inputValue(), 'Somebody with a long name', 'it outlives a reload, too');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await page.getByRole('button', { name: 'Your account: Somebody with a long name' }).waitFor();

  // Who goes back to what was there before a change whose answer was lost has to be believed: the server may have made it.
  await page.route('**/api/v1/auth/me', async (route) => (route.request().method() === 'PATCH' ? (await route.fetch(), await route.abort()) : route.continue()));
  await name.fill('Lost on its way');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await page.getByRole('alert').waitFor();
  await page.unroute('**/api/v1/auth/me');
  const sent = sentTo(page, '/auth/me');
  await name.fill('Somebody with a long name');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await until('the name of before is sent', () => sent.length > 0);
  assert.deepEqual(sent, [{ displayName: 'Somebody with a long name' }]);
  await done();
});

journey('an act without an answer is done once, also after its dialog was closed and the page was loaded again', async () => {
  const { page, token, done } = await newcomer({ expects: [(what) => /net::ERR_FAILED .*\/trading\/orders$/.test(what), refused(409, '/trading/orders'), refused(429, '/trading/orders')] });
  const placed = async () => (await call('GET', '/trading/orders?symbol=BTCUSD', { token })).length;
  const refusal = (status, code) => ({ status, headers: { 'Retry-After': '0', 'Content-Type': 'application/json' }, body: JSON.stringify({ success: false, error: { message: 'not now', code } }) });
  // Every answer is lost after the server has placed the order; or it says nothing about the first try.
  const outcomes = { lost: async (route) => (await route.fetch(), route.abort()), underWay: (route) => route.fulfill(refusal(409, 'CONFLICT')), tooMany: (route) => route.fulfill(refusal(429, 'ACCOUNT_LOCKED')), kept: (route) => route.continue() };
  let outcome = outcomes.lost;
  await page.route('**/api/v1/trading/orders', (route) => (route.request().method() === 'POST' ? outcome(route) : route.continue()));

  const market = new MarketPage(page);
  await market.open('BTCUSD');
  await market.amount.fill('321');
  const dialog = page.getByRole('dialog').last();
  const failed = () => dialog.getByRole('alert').waitFor();
  await market.confirm();
  await failed();
  assert.equal(await placed(), 1);
  for (outcome of [outcomes.underWay, outcomes.tooMany]) {
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await market.confirm();
    await failed();
  }
  await page.reload();
  assert.equal(await market.amount.inputValue(), '321', 'what was typed is still there');
  outcome = outcomes.kept;
  await market.confirm();
  await told(page, /^Bought .* BTC at/);
  assert.equal(await placed(), 1, 'it was one intention');

  // The page is loaded again while it is under way, and what is asked for then is something else.
  const reached = new Promise((reach) => (outcome = async (route) => (await route.fetch(), reach())));
  await market.amount.fill('322');
  await market.confirm();
  await reached;
  await page.reload();
  outcome = outcomes.kept;
  await market.confirm();
  await told(page, /^Bought .* BTC at/);
  assert.equal(await placed(), 2, 'nor is it another one after a reload');
  outcome = outcomes.lost;
  await market.amount.fill('323');
  await market.confirm();
  await failed();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  outcome = outcomes.kept;
  await market.amount.fill('324');
  await market.confirm();
  await told(page, /^Bought .* BTC at/);
  assert.equal(await placed(), 4, 'what was changed is another one');
  // What is answered is done again when it is asked for again.
  await market.amount.fill('324');
  await market.confirm();
  await told(page, /^Bought .* BTC at/);
  assert.equal(await placed(), 5);
  await done();
});

journey('what is repeated after a lost answer is what was asked for first, whatever has moved on by then', async () => {
  const lost = (path) => (what) => new RegExp(`net::ERR_FAILED .*${path}$`).test(what);
  const { page, token, done } = await newcomer({ expects: [lost('/close'), lost('/subscribe'), lost('/payments/withdrawals'), lost('/auth/api-keys'), refused(409, '/auth/api-keys')] });
  const { id } = await call('GET', '/auth/me', { token });
  await fund({ token, id }, await tokenOf('admin@demo.test'), 50);
  // All of it can be withdrawn as long as its agent buys nothing: this one decides once a day.
  const slow = await call('POST', '/investment/accounts', { token, body: { tradingAgent: 'orion', initialCapital: 100, riskProfile: 'moderate' } });
  const { checkoutUrl } = await call('POST', '/payments/deposits', { token, body: { accountId: slow.id, amount: 19.99 }, headers: { 'Idempotency-Key': crypto.randomUUID() } });
  await pay(checkoutUrl);
  // The server does what it is asked for; who has asked does not hear of it.
  let isLosing = true;
  const lose = async (route) => (route.request().method() === 'POST' && isLosing ? (await route.fetch(), await route.abort()) : route.continue());
  for (const path of ['trading/positions/*/close', 'trading/bots/*/subscribe', 'payments/withdrawals', 'auth/api-keys']) await page.route(`**/api/v1/${path}`, lose);
  const read = (path, isSo) => page.waitForResponse(async (answer) => answer.request().method() === 'GET' && answer.url().includes(path) && isSo((await answer.json()).data));

  // A part of a position: what is left is as large as that part.
  await call('POST', '/trading/orders', { token, body: { symbol: 'ETHUSD', side: 'buy', type: 'market', quantity: 2 } });
  const positions = new PositionsPage(page);
  await positions.open();
  await page.getByRole('button', { name: 'Close ETHUSD' }).click();
  const closing = page.getByRole('dialog', { name: /^Close ETHUSD/ });
  await closing.getByRole('button', { name: '50 % of it' }).click();
  const halved = read('/trading/positions?', (all) => all.some((one) => one.quantity === 1));
  const close1 = closing.getByRole('button', { name: /^Close 1 ETH for about/ });
  await close1.click();
  await closing.getByText('The server cannot be reached').waitFor();
  await accessible(page, 'close-lost');
  await halved;
  isLosing = false;
  await close1.click();
  await told(page, /^ETHUSD: 1 closed at/);
  assert.deepEqual((await call('GET', '/trading/positions?status=open', { token })).map((one) => one.quantity), [1], 'the other half is open');

  // A bot: the account that follows it by now is not exchanged for another.
  isLosing = true;
  const [{ id: botId, name }] = await call('GET', '/trading/bots', { token });
  await page.goto(`${base}/bots/${botId}`);
  const bot = new BotPage(page, name);
  await bot.follow.click();
  const account = bot.sheet.getByLabel('Account', { exact: true });
  const chosen = await until('an account', () => account.inputValue());
  await bot.confirm.click();
  await bot.sheet.getByText('The server cannot be reached').waitFor();
  await bot.sheet.getByText(`It already follows ${name}.`).waitFor();
  assert.equal(await account.inputValue(), chosen);
  assert.ok(await bot.confirm.isDisabled());
  assert.deepEqual((await call('GET', '/trading/my-subscriptions', { token })).map((one) => one.accountId), [chosen]);

  // All that an account has: it is empty by now, and the other one stays as it is.
  await page.goto(base + '/payments');
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
  const withdraw = new WithdrawSheet(page);
  await withdraw.sheet.getByLabel('From', { exact: true }).selectOption(slow.id);
  await withdraw.sheet.getByRole('button', { name: /^all of/ }).click();
  await withdraw.holder.fill('Ada Lovelace');
  await withdraw.iban.fill('NL91ABNA0417164300');
  await withdraw.sheet.getByRole('button', { name: 'Review 19.99 USD' }).click();
  const emptied = read('/payments/wallet', ({ accounts }) => accounts.some((one) => one.accountId === slow.id && one.withdrawable === 0));
  await withdraw.confirm();
  const sure = page.getByRole('dialog', { name: /^Withdraw .*\?$/ });
  await sure.getByText('The server cannot be reached').waitFor();
  await emptied;
  await sure.getByText('Orion', { exact: true }).waitFor();
  isLosing = false;
  await withdraw.confirm();
  await page.getByRole('heading', { name: 'Withdrawal of 19.99 USD' }).waitFor();
  assert.deepEqual((await call('GET', '/payments/withdrawals', { token })).map((one) => one.accountId), [slow.id]);

  // A key, which ends so long after now: it is made once, and shown in no answer but the first, also to who comes back to it.
  isLosing = true;
  await new SettingsPage(page).open('api-keys');
  const sheet = page.getByRole('dialog', { name: 'Create a key' });
  const create = async () => {
    await page.getByRole('button', { name: 'Create a key' }).first().click();
    await sheet.getByLabel('What it is for').fill('Reporting');
    await sheet.getByLabel('Read Trading').check();
    await sheet.getByRole('button', { name: 'Create the key' }).click();
  };
  await create();
  await sheet.getByText('The server cannot be reached').waitFor();
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await sheet.waitFor({ state: 'hidden' });
  isLosing = false;
  await create();
  await sheet.getByText('The key could not be shown').waitFor();
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Revoke Reporting' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Revoke Reporting' }).count(), 1);
  await done();
});

journey('a closing that was refused holds nothing up: the next one is of what is open by then', async () => {
  const { page, token, done } = await newcomer({ expects: [refused(409, '/trading/positions/[\\w-]+/close')] });
  await call('POST', '/trading/orders', { token, body: { symbol: 'ETHUSD', side: 'buy', type: 'market', quantity: 2 } });
  const [{ id }] = await call('GET', '/trading/positions?status=open', { token });
  const refusal = { status: 409, contentType: 'application/json', body: '{"success":false,"error":{"message":"it is being closed already","code":"CONFLICT"}}' };
  await page.route('**/api/v1/trading/positions/*/close', (route) => route.fulfill(refusal));
  await new PositionsPage(page).open();
  const show = page.getByRole('button', { name: 'Close ETHUSD' });
  await show.click();
  const closing = page.getByRole('dialog', { name: /^Close ETHUSD/ });
  await closing.getByRole('button', { name: /^Close all 2 ETH for about/ }).click();
  await closing.getByText('It is being closed already').waitFor();
  await closing.getByRole('button', { name: 'Cancel' }).click();
  await closing.waitFor({ state: 'hidden' });
  await call('POST', `/trading/positions/${id}/close`, { token, body: { quantity: 1 } });
  await show.click();
  await closing.getByRole('button', { name: /^Close all 1 ETH for about/ }).waitFor();
  assert.equal(await closing.getByText('It is being closed already').count(), 0, 'that was the time before');
  await closing.getByRole('button', { name: '50 % of it' }).click();
  await closing.getByRole('button', { name: /^Close 0\.5 ETH for about/ }).waitFor();
  await done();
});

journey('a server that is gone when somebody comes, and a network that is slow', async () => {
  const { page, context, done } = await newcomer({ expects: [(what) => /net::ERR_FAILED .*\/auth\/refresh$/.test(what)] });
  await page.route('**/api/v1/auth/refresh', (route) => route.abort());
  await page.goto(base + '/markets');
  await page.getByText('The server cannot be reached').waitFor();
  await accessible(page, 'server-gone');
  await page.unroute('**/api/v1/auth/refresh');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('table', { name: 'Markets' }).getByText('BTCUSD').waitFor();

  // As on a train: half a second each way, 50 KB in a second. What is known is shown, what is not keeps its place.
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.emulateNetworkConditions', { offline: false, latency: 500, downloadThroughput: 50 * 1024, uploadThroughput: 20 * 1024 });
  // Both are there for a moment, which the page itself waits for: a busy machine might come too late to look.
  const shown = ['[role=progressbar][aria-label="The page is being loaded"]', 'table[aria-busy=true]'].map((what) => page.waitForFunction((one) => document.querySelector(one)?.checkVisibility(), what));
  await page.getByRole('link', { name: 'Bots', exact: true }).first().click();
  await Promise.all(shown);
  await page.getByRole('heading', { name: 'Bots', level: 1 }).waitFor();
  await page.getByRole('table', { name: 'Bots' }).getByRole('link', { name: 'Atlas' }).waitFor();
  await page.route('**/api/v1/trading/instruments', () => {}); // is never answered
  await page.getByRole('link', { name: 'Markets', exact: true }).first().click();
  await page.getByRole('table', { name: 'Markets' }).getByText('BTCUSD').waitFor(); // it was known
  await done();
});

journey('over a broken stream every price is one that was asked for, and what was closed elsewhere is', async () => {
  const { page, context, token, done } = await newcomer({ allows: [brokenOff] });
  await call('POST', '/trading/orders', { token, body: { symbol: 'BTCUSD', side: 'buy', type: 'market', notional: 1000 } });
  await call('POST', '/trading/alerts', { token, body: { symbol: 'BTCUSD', kind: 'above', price: 500_000 } });
  const positions = new PositionsPage(page);
  await positions.open();
  await page.getByText('Live', { exact: true }).waitFor();
  await breakStream(page, context, { last: 123_456.78, mark: 123_444.44, bid: 123_433.33 });
  await positions.table.getByText('123,444.44').waitFor();
  await page.getByRole('button', { name: 'Close BTCUSD' }).click();
  const closing = page.getByRole('dialog', { name: /^Close BTCUSD/ });
  await closing.getByText('123,433.33').waitFor();
  await closing.getByRole('button', { name: 'Cancel' }).click();
  const [{ id }] = await call('GET', '/trading/positions?status=open', { token });
  await call('POST', `/trading/positions/${id}/close`, { token });
  await page.getByText('No open positions').waitFor();
  await page.goto(base + '/alerts');
  await page.getByRole('table', { name: 'Price alerts' }).getByText('123,456.78').waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await done();
});

journey('a price is as old as when it came, whatever page shows it first', async () => {
  const { page, context, done } = await newcomer({ allows: [brokenOff] });
  await context.addInitScript(keepClock);
  await page.goto(base + '/markets');
  await page.getByText('Live', { exact: true }).waitFor();
  const market = page.getByRole('table', { name: 'Markets' }).getByRole('link', { name: 'BTCUSD' });
  await market.waitFor();
  await breakStream(page, context);
  await page.evaluate(() => (window.stoppedAt = Date.now() + 60_000));
  await market.click();
  await page.getByText('This price is out of date').waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await done();
});

journey('who opens a machine that slept sees what is so now, though its other clock stood still', async () => {
  const { page, context, done } = await newcomer();
  await context.addInitScript(keepClock);
  await new SettingsPage(page).open('api-keys');
  await page.getByText('No key yet').waitFor();
  let asked = 0;
  page.on('request', (request) => request.url().endsWith('/auth/api-keys') && asked++);
  await page.evaluate(() => {
    window.stoppedAt = Date.now() + 3_600_000;
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await until('what is so now', () => asked > 0);
  await done();
});

journey('one stream serves all tabs, and the next tab takes it over', async () => {
  const { page, context, done } = await newcomer();
  await page.goto(base);
  await page.getByText('Live', { exact: true }).waitFor();
  const other = await context.newPage();
  let streams = 0;
  other.on('request', (request) => request.url().includes('/trading/stream') && streams++);
  const taken = other.waitForRequest(/\/trading\/stream/);
  taken.catch(() => {}); // it is waited for below
  await other.goto(base + '/markets');
  await other.getByText('Live', { exact: true }).waitFor();
  await other.getByRole('table', { name: 'Markets' }).getByText('BTCUSD').waitFor();
  assert.equal(streams, 0, 'the second tab is told by the first');
  await page.close();
  await taken;
  await done();
});

const brokenOff = (what) => /net::ERR_(FAILED|INTERNET_DISCONNECTED|NETWORK_CHANGED)/.test(what);

/** Cuts the stream, so that none comes any more. Who asks for quotes is told another one of BTCUSD, or nothing. */
async function breakStream(page, context, quote) {
  await page.route(/\/trading\/stream/, (route) => route.abort());
  await page.route(/\/trading\/quotes/, async (route) => {
    if (!quote) return route.abort();
    const response = await route.fetch();
    const json = await response.json();
    Object.assign(json.data.find((one) => one.symbol === 'BTCUSD'), quote, { time: new Date().toISOString() });
    return route.fulfill({ response, json });
  });
  await context.setOffline(true);
  await page.getByText('Reconnecting').waitFor();
  await context.setOffline(false);
}

/** In the page: its clock stands still where it is told to. */
function keepClock() {
  const right = Date.now;
  Date.now = () => window.stoppedAt ?? right();
}

/** Requests of one method, which wait until they are released, one after the other. */
class Held {
  method = 'GET';
  #waiting = [];

  async wait(method) {
    if (method === this.method) await new Promise((go) => this.#waiting.push(go));
  }

  /** Lets the first one go, once it is there. */
  async release() {
    while (this.#waiting.length === 0) await pause(20);
    this.#waiting.shift()();
  }

  /** Lets all go, now and later. */
  end() {
    this.method = '';
    for (const go of this.#waiting.splice(0)) go();
  }
}

/** The code of an authenticator app now. */
function totp(secret) {
  const bits = [...secret].map((symbol) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(symbol).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from(bits.match(/.{8}/g).map((byte) => parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const digest = createHmac('sha1', key).update(counter).digest();
  const at = digest[19] & 15;
  return String((digest.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
