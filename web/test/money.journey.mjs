// From the first account to money in and out again, an exchange beside it, and what the portfolio should be made of.
import assert from 'node:assert/strict';
import { CheckoutPage, WithdrawSheet } from './pages/payments.mjs';
import { accessible, base, byKeyboard, call, enter, journey, jump, newcomer, pressUntil, refused, settled, sizes, tokenOf, told, visitor } from './support.mjs';

const demo = { password: 'bourse-demo-1' };

/** A range fills its chart: near both edges there are days of it under the pointer, as far apart as it is long. */
async function rangesAreDrawn(page) {
  const canvas = page.locator('.equity .canvas');
  const head = page.locator('.equity header p').first();
  const dayAt = async (share) => {
    const box = await canvas.boundingBox();
    await page.mouse.move(box.x + box.width * share, box.y + box.height / 2);
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    return Date.parse(await head.innerText());
  };
  for (const [range, least, most] of [['1W', 3, 7], ['All', 10, 10_000], ['1W', 3, 7]]) {
    const choose = () => page.locator('.equity').getByText(range, { exact: true }).click();
    await pressUntil(`a chart of ${range}`, choose, async () => {
      const days = ((await dayAt(0.75)) - (await dayAt(0.12))) / 86_400_000;
      return days >= least && days <= most;
    });
  }
}

async function adminApproves(person) {
  const { accessToken: token } = await call('POST', '/auth/login', { body: { email: 'admin@demo.test', ...demo } });
  const [user] = await call('GET', `/users?email=${encodeURIComponent(person.email)}`, { token });
  const cases = await call('GET', '/kyc/cases?state=submitted&limit=100', { token });
  const found = cases.find((one) => one.userId === user.id);
  await call('POST', `/kyc/cases/${found.id}/decision`, { token, body: { decision: 'approve' } });
}

journey('an account is opened, known, funded and withdrawn from', byKeyboard, async () => {
  // The server refuses an IBAN that is mistyped, which the browser tells in its console.
  const { page, person, done } = await newcomer({ expects: [refused(400, '/payments/withdrawals')] });
  await page.goto(base);
  await jump(page, 'i', page.getByText('No account yet'));
  await page.getByText('Confirm your identity').waitFor();
  await accessible(page, 'invest-new');

  await page.getByRole('link', { name: 'Open an account' }).first().click();
  await page.getByRole('radio', { name: /Nova/ }).check();
  await page.getByLabel('Capital').fill('50');
  await page.getByRole('button', { name: /^Open Nova/ }).click();
  await page.getByText('Enter 100 USD or more.').waitFor();
  await page.getByLabel('Capital').fill('2500');
  await accessible(page, 'open-account');
  await page.getByRole('button', { name: 'Open Nova with 2,500.00 USD' }).click();
  await accessible(page, 'open-account-confirm');
  await page.getByRole('button', { name: 'Open with 2,500.00 USD' }).click();

  await page.getByRole('heading', { name: 'Confirm your identity' }).waitFor();
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByText('Enter your name as it appears in the document.').waitFor();
  await page.getByLabel('Full name').fill('Jo <b>Urney</b>');
  await page.getByLabel('Date of birth').fill('1990-05-04');
  await page.getByLabel('Issuing country').selectOption('NL');
  await page.getByLabel('Document number').fill('NX1234567');
  await accessible(page, 'verify');
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('heading', { name: 'Nova account' }).waitFor();
  await page.getByText('We are checking your identity').waitFor();
  await accessible(page, 'account-waiting');

  await adminApproves(person);
  await page.reload();
  await page.getByText('Active', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Deposit' }).click();
  const deposit = page.getByRole('dialog', { name: 'Deposit' });
  await deposit.getByLabel('Amount').fill('500');
  await deposit.getByText('Free cash afterwards').waitFor();
  await accessible(page, 'deposit');
  await deposit.getByRole('button', { name: 'Pay 500.00 USD' }).click();
  await new CheckoutPage(page).decide('Pay');
  await page.getByRole('heading', { name: 'Paid 500.00 USD' }).waitFor();
  await accessible(page, 'payment-return');
  await page.getByRole('link', { name: 'Go to the account' }).click();
  await page.getByRole('heading', { name: 'Nova account' }).waitFor();

  await page.getByRole('button', { name: 'Withdraw' }).click();
  const withdraw = new WithdrawSheet(page);
  await withdraw.amount.fill('120');
  await withdraw.holder.fill('Jo Urney');
  await withdraw.iban.fill('NL91ABNA0417164301');
  await accessible(page, 'withdraw');
  await withdraw.review();
  await withdraw.confirm();
  await withdraw.sheet.getByText(/check digits/).waitFor(); // the server's word, at its field
  await withdraw.iban.fill('NL91ABNA0417164300');
  await withdraw.review();
  await accessible(page, 'withdraw-confirm');
  await withdraw.confirm();
  await page.getByRole('heading', { name: 'Withdrawal of 120.00 USD' }).waitFor();
  await page.getByText('Requested', { exact: true }).first().waitFor();
  await accessible(page, 'withdrawal');
  await page.getByRole('button', { name: 'Cancel withdrawal' }).click();
  await page.getByRole('button', { name: 'Cancel the withdrawal of 120.00 USD' }).dblclick();
  await page.getByText('Cancelled', { exact: true }).waitFor();

  await page.getByRole('link', { name: 'Payments', exact: true }).first().click();
  await page.getByRole('table', { name: 'Payments' }).getByText('500.00').waitFor();
  await accessible(page, 'payments');
  await page.getByRole('tab', { name: /Withdrawals/ }).click();
  await page.getByLabel('Status').selectOption('requested');
  await page.getByText('No withdrawals in this state').waitFor();
  await page.waitForURL(/show=withdrawals&status=requested/);
  await done();
});

journey('money that came for a payment that had ended, or for what was gone, is told to its payer and refunded by an administrator', async () => {
  const token = await tokenOf('trader@demo.test');
  const account = (await call('GET', '/investment/accounts', { token })).find((one) => one.status === 'active');
  const { paymentId } = await call('POST', '/payments/deposits', { token, body: { accountId: account.id, amount: 25 }, headers: { 'Idempotency-Key': crypto.randomUUID() } });
  await call('POST', `/payments/${paymentId}/cancel`, { token });
  const late = () => ({ paidAt: new Date().toISOString() });
  const gone = ({ completedAt }) => ({ status: 'failed', paidAt: completedAt });
  for (const [email, path, before, after, change] of [
    ['trader@demo.test', `/payments/${paymentId}`, 'It was cancelled. No money was moved.', 'The money arrived after the payment had ended. It bought nothing and will be refunded.', late],
    ['trader@demo.test', `/payments/${paymentId}`, 'It was cancelled. No money was moved.', 'What it was for is no longer available. It bought nothing and will be refunded.', gone],
    ['admin@demo.test', `/office/payments/${paymentId}`, 'No refunds', 'Refund up to 25.00 USD', late],
  ]) {
    const { page, done } = await visitor();
    await enter(page, { email, ...demo });
    await page.goto(base + path);
    await page.getByText(before).waitFor();
    assert.equal(await page.getByText(after).count(), 0, 'nothing has come yet');
    // The sandbox takes no money for what is cancelled; other providers may have it by then.
    await page.route(`**/api/v1/payments/${paymentId}`, async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, ...change(body.data) } } });
    });
    await page.reload();
    await page.getByText(after).first().waitFor();
    assert.equal(await page.getByText('No money was moved').count(), 0, 'it has');
    assert.equal(await page.getByText(/too late|Declined/).count(), change === late && email.startsWith('trader') ? 1 : 0, 'nobody was late for what was gone');
    await accessible(page, `money-${change.name}` + (email.startsWith('admin') ? '-office' : ''));
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await done();
  }
});

journey('what the demo owns: figures, an exchange, targets and goals', async () => {
  // The server refuses a goal of the past, which the browser tells in its console.
  const { page, done } = await visitor({ expects: [refused(400, '/portfolio/[\\w-]+/goals')] });
  await enter(page, { email: 'trader@demo.test', ...demo });
  await page.goto(base);
  await rangesAreDrawn(page);
  await page.goto(base + '/payments');
  const token = await tokenOf('trader@demo.test');
  const active = new Set((await call('GET', '/trading/accounts', { token })).filter((one) => one.status === 'active').map((one) => one.id));
  const free = (await call('GET', '/payments/wallet', { token })).accounts.reduce((sum, one) => sum + (active.has(one.accountId) ? Math.trunc(one.cash) : 0), 0);
  const shown = await page.locator('.main .value').innerText();
  assert.ok(Math.abs(Number(shown.replace(/[^\d.]/g, '')) - free) < 100, `${shown} is free to trade with, of ${free}`);
  await page.goto(base + '/invest');
  await page.getByText('Money-weighted, a year').waitFor();
  await accessible(page, 'invest');
  await page.getByRole('link', { name: 'All figures' }).click();
  await page.getByRole('heading', { name: 'Monthly returns' }).waitFor();
  await page.locator('.canvas canvas').first().waitFor();
  await accessible(page, 'performance');

  await page.goto(base + '/invest/connect');
  await page.getByLabel('API key').fill('demo-key-of-tess-trader');
  await page.getByLabel('API secret').fill('demo-secret-of-tess-trader');
  await accessible(page, 'connect');
  await page.goto(base + '/invest');
  await page.getByRole('table', { name: 'Connected accounts' }).getByRole('link', { name: 'Binance' }).first().click();
  await page.getByRole('table', { name: 'Holdings' }).getByText('BTC').waitFor();
  await accessible(page, 'connection');
  await page.getByRole('button', { name: 'Allow orders' }).click();
  await page.getByLabel(/^Type/).fill('live');
  await page.getByRole('button', { name: 'Trade with real money at Binance' }).click();
  await told(page, 'Orders can now be sent to Binance.');
  await page.getByRole('button', { name: 'Switch off' }).click();
  await page.getByRole('button', { name: 'Switch live trading off' }).click();
  await told(page, 'Orders are no longer sent to Binance.');

  await page.goto(base + '/portfolio');
  await page.getByRole('table', { name: 'Allocation' }).getByText('BTC').waitFor();
  await page.locator('.canvas canvas').first().waitFor();
  await accessible(page, 'portfolio');
  await page.getByRole('button', { name: /^(Set|Change) targets$/ }).click();
  await accessible(page, 'targets');
  // What is typed outlives what comes anew meanwhile, and what cannot be read is told.
  const targets = page.getByRole('dialog', { name: /^Targets of/ });
  const first = targets.getByRole('textbox').first();
  await first.fill('60k');
  await targets.getByText('Enter a number.').waitFor();
  assert.ok(await targets.getByRole('button', { name: 'Set targets' }).isDisabled());
  await first.fill('12.345');
  const anew = () => page.waitForResponse((answer) => /\/allocations$/.test(answer.url()));
  const [order] = await Promise.all([call('POST', '/trading/orders', { token, body: { symbol: 'SOLUSD', side: 'buy', type: 'limit', quantity: 1, limitPrice: 1 } }), anew()]);
  await Promise.all([call('DELETE', `/trading/orders/${order.id}`, { token }), anew()]); // by then the first is shown
  assert.equal(await first.inputValue(), '12.345', 'what was typed is still there');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add a goal' }).first().click();
  const sheet = page.getByRole('dialog', { name: 'Add a goal' });
  await sheet.getByLabel('Goal').fill('A boat');
  await sheet.getByLabel('Target amount').fill('30,000');
  await sheet.getByLabel('Target date').fill('2001-01-01');
  await sheet.getByRole('button', { name: 'Add goal' }).click();
  await sheet.getByText(/Must be after today/).waitFor();
  await sheet.getByLabel('Target date').fill('2040-01-01');
  await sheet.getByLabel('Share of the portfolio').fill('10');
  await sheet.getByRole('button', { name: 'Add goal' }).click();
  await page.getByRole('heading', { name: 'A boat' }).waitFor();
  await page.getByRole('button', { name: 'Remove A boat' }).click();
  await page.getByLabel(/^Type/).fill('A boat');
  await page.getByRole('button', { name: 'Remove the goal' }).click();
  await page.getByRole('heading', { name: 'A boat', exact: true }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Preview rebalancing' }).click();
  await page.getByRole('table', { name: 'What to buy and sell' }).waitFor();
  await accessible(page, 'rebalance');
  await done();
});

journey('rebalancing sells what is held, and buys with what is free', async () => {
  const { page, token, done } = await newcomer();
  const read = (path) => call('GET', path, { token });
  await call('POST', '/trading/orders', { token, body: { symbol: 'ETHUSD', side: 'buy', type: 'market', notional: 20_000 } });
  const { id } = (await read('/portfolio')).find(({ name }) => name === 'Paper');
  await call('PUT', `/portfolio/${id}/targets`, { token, body: { targets: [{ asset: 'ETH', percent: 5 }, { asset: 'BTC', percent: 15 }, { asset: 'USD', percent: 80 }] } });
  const plan = page.getByRole('table', { name: 'What to buy and sell' });
  const positions = async (symbol) => (await read(`/trading/positions?status=open&symbol=${symbol}`)).map(({ side, quantity }) => ({ side, quantity }));

  const [{ quantity: held }] = await positions('ETHUSD');
  await page.goto(`${base}/portfolio/rebalance/${id}`);
  await plan.getByRole('link', { name: /^Sell .* ETH…$/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Close ETHUSD, long' });
  const typed = Number(await sheet.getByLabel('Quantity').inputValue());
  assert.ok(typed > held / 2 && typed < held, `${typed} of ${held} ETH are to be sold`);
  await sheet.getByRole('button', { name: /^Close .* ETH for about/ }).click();
  await told(page, /^ETHUSD: .* closed at/);
  const [left, ...others] = await positions('ETHUSD');
  assert.deepEqual([left.side, Number((left.quantity + typed).toFixed(8)), others], ['buy', held, []], 'what was held is less, and nothing is short');

  await page.goto(`${base}/portfolio/rebalance/${id}`);
  await plan.getByRole('link', { name: /^Buy .* BTC…$/ }).click();
  await page.getByRole('button', { name: /^Buy .* BTC for/ }).click();
  await page.getByRole('dialog', { name: /^Buy Bitcoin/ }).getByRole('button', { name: /^Buy .* BTC for/ }).click();
  await told(page, /^Bought/);
  assert.deepEqual((await positions('BTCUSD')).map(({ side }) => side), ['buy']);
  await page.goto(`${base}/portfolio/rebalance/${id}`);
  await page.getByText('There is nothing to do').waitFor();

  // An order that sells goes short beside what is held, and says so.
  await page.goto(`${base}/markets/ETHUSD?side=sell&quantity=1`);
  await page.getByText('This opens a short position').waitFor();
  await accessible(page, 'market-sell');
  await done();
});

journey('the same pages on a phone', async () => {
  const { page, done } = await visitor({ size: sizes.phone });
  await enter(page, { email: 'trader@demo.test', ...demo });
  for (const [name, path, shown] of [
    ['invest', '/invest', 'Money-weighted, a year'],
    ['open-account', '/invest/open', 'You can lose money.'],
    ['performance', '/invest/performance', 'Monthly returns'],
    ['portfolio', '/portfolio', 'The outer ring is the current allocation, the inner one the target.'],
    ['payments', '/payments', 'Free to trade with'],
  ]) {
    await page.goto(base + path);
    await page.getByText(shown, { exact: false }).first().waitFor();
    await settled(page);
    await accessible(page, name);
  }
  await page.goto(base + '/invest');
  await page.getByRole('table', { name: 'Accounts' }).getByRole('link', { name: 'Nova' }).click();
  await page.locator('.canvas canvas').first().waitFor();
  await accessible(page, 'account');
  await done();
});
