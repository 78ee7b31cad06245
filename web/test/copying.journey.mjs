// From the choice of a bot to the first copied trade and out again; signals; positions and orders by hand; the books.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { BotPage, BotsPage } from './pages/bots.mjs';
import { HistoryPage, PositionsPage } from './pages/positions.mjs';
import { accessible, base, byKeyboard, call, journey, jump, newcomer, refused, sentTo, sizes, tokenOf, told } from './support.mjs';

journey('a bot is chosen and followed, its first trade is copied, and out again', async () => {
  const { page, done } = await newcomer({ expects: [refused(400, '/trading/bots/[\\w-]+/subscribe')] });
  await page.goto(base);
  const bots = new BotsPage(page);
  await jump(page, 'b', bots.table.getByRole('link', { name: 'Atlas' }));
  await accessible(page, 'bots');

  // Order and filters are in the address, and outlive a reload.
  await bots.order.selectOption({ label: 'Smallest drawdown' });
  await bots.risk.selectOption({ label: 'Low' });
  await page.waitForURL(/sort=drawdown/);
  await page.waitForURL(/risk=low/);
  await page.reload();
  await bots.table.getByRole('link', { name: 'Metronome' }).waitFor();
  assert.ok(!(await bots.names()).includes('Nova'), 'what is filtered stays so');
  await bots.choose('Metronome');

  const bot = new BotPage(page, 'Metronome');
  await page.getByText('Simulated: the bot trades a paper account').waitFor();
  await accessible(page, 'bot-young');
  await bot.follow.click();
  await bot.capital.fill('2000');
  await bot.stop.fill('15');
  await bot.sheet.getByText('300.00').first().waitFor();
  await accessible(page, 'follow');

  // What cannot be read is told at its field, and nothing is sent: neither without a stop, nor with another.
  const sent = sentTo(page, '/trading/bots/[\\w-]+/subscribe');
  await bot.stop.fill('15x');
  await bot.confirm.click();
  await bot.sheet.locator('[name=copyStopPercent][aria-invalid=true]').waitFor();
  await bot.sheet.getByText('Enter a number.').waitFor();
  assert.deepEqual(sent, [], 'nothing is followed');

  // What the server refuses is said at its field, and what was typed stays.
  await bot.stop.fill('150');
  await bot.confirm.click();
  await bot.sheet.locator('[name=copyStopPercent][aria-invalid=true]').waitFor();
  assert.equal(await bot.capital.inputValue(), '2000');
  await bot.stop.fill('15');
  await page.getByRole('button', { name: 'Follow with 2,000 USD, risk 300 USD' }).dblclick();
  await told(page, 'You follow Metronome with 2,000.00 USD');
  await bot.card.getByText('ends at a loss of 300.00 USD').waitFor();
  await accessible(page, 'bot-followed');

  // It trades nearly every minute: the first copy comes by itself. Chance may keep it still for four minutes (one time in
  // forty), and for ten hardly ever.
  await bot.card.getByRole('link', { name: 'See every signal and its outcome' }).click();
  await page.getByRole('table', { name: 'Copied signals' }).getByText('Executed').first().waitFor({ timeout: 900_000 });
  await accessible(page, 'subscription');

  await page.getByRole('button', { name: 'Change', exact: true }).click();
  const change = page.getByRole('dialog', { name: 'Change Metronome' });
  await change.getByLabel('Capital').fill('1000');
  await accessible(page, 'change-subscription');
  await change.getByRole('button', { name: 'Change to 1,000 USD, risk 150 USD' }).click();
  await page.getByText('ends at a loss of 150.00 USD').waitFor();
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await page.getByRole('button', { name: 'Resume', exact: true }).waitFor();

  await page.getByRole('link', { name: 'Following', exact: true }).first().click();
  await page.getByRole('table', { name: 'Bots that you follow' }).getByText('Paused', { exact: true }).waitFor();
  await accessible(page, 'following');
  await page.getByRole('link', { name: 'Metronome' }).click();
  await page.getByRole('button', { name: 'Stop following', exact: true }).click();
  const leave = page.getByRole('dialog', { name: 'Stop following Metronome' });
  const now = leave.getByText('Close them now');
  if (await now.isVisible()) await now.click({ timeout: 5000 }).catch(() => {}); // what is open may close by itself meanwhile
  await accessible(page, 'leave');
  await leave.getByRole('button', { name: /^Stop / }).click();
  await told(page, 'You no longer follow Metronome.');
  await page.getByText('Ended', { exact: true }).first().waitFor();
  await page.getByText('No open positions').waitFor();
  await done();
});

journey('a signal is previewed and executed', async () => {
  // One of its own: those of others may expire meanwhile, or be left behind by the price.
  const { id } = await call('POST', '/trading/signals', { token: await tokenOf('analyst@demo.test'), body: { symbol: 'BTCUSD', signalType: 'entry_long', reason: 'It is tried.', expiresInMinutes: 60 } });
  const { page, done } = await newcomer();
  await page.goto(base);
  const table = page.getByRole('table', { name: 'Signals' });
  const row = table.getByRole('row').filter({ has: page.locator(`a[href="/signals/${id}"]`) });
  await jump(page, 's', table.getByRole('button', { name: /^Preview/ }).first());
  await accessible(page, 'signals');
  await page.getByLabel('Signal', { exact: true }).selectOption({ label: 'Long entry' });
  await page.getByLabel('Market', { exact: true }).selectOption('BTCUSD');
  await page.waitForURL(/symbol=BTCUSD/);
  await row.getByRole('button', { name: 'Preview BTCUSD' }).waitFor();
  await row.getByRole('link', { name: 'BTCUSD' }).click();
  await page.getByRole('button', { name: 'Preview and execute' }).waitFor();
  await page.locator('.canvas canvas').first().waitFor();
  await accessible(page, 'signal');
  await page.getByRole('button', { name: 'Preview and execute' }).click();
  const sheet = page.getByRole('dialog', { name: /^BTCUSD/ });
  await sheet.getByText('You pay').waitFor();
  await sheet.getByRole('option', { name: /^Paper account, [\d,.]+ USD free$/ }).waitFor({ state: 'attached' });
  await sheet.getByRole('button', { name: 'Cancel' }).waitFor();
  await accessible(page, 'execute');
  const sent = sentTo(page, '/trading/signals/[\\w-]+/execute');
  await sheet.getByLabel('Quantity').fill('5%');
  await sheet.getByRole('button', { name: 'Open position' }).click();
  await sheet.getByText('Enter a number.').waitFor();
  assert.deepEqual(sent, [], 'nothing is executed');
  // Nor is anything executed by the numbers of before while those of what is typed are on their way.
  const preview = '**/api/v1/trading/signals/*/preview';
  let release;
  const held = new Promise((go) => (release = go));
  await sheet.getByLabel('Quantity').fill('');
  await sheet.getByRole('button', { name: /^Buy .* BTC for/ }).waitFor();
  await page.route(preview, async (route) => {
    await held;
    await route.continue().catch(() => {});
  });
  await sheet.getByLabel('Quantity').fill('1'); // typed key by key, it is never 0
  const unsure = sheet.getByRole('button', { name: 'Open position' });
  assert.ok((await unsure.isVisible()) && (await unsure.isDisabled()), 'at once');
  release();
  await sheet.getByRole('button', { name: /^Buy 1 BTC for/ }).waitFor();
  await page.unroute(preview);
  await sheet.getByRole('button', { name: /^Buy 1 BTC for/ }).click();
  await told(page, 'BTCUSD: signal executed');
  await page.getByText('Executed by you').waitFor();
  await done();
});

journey('positions and orders are changed, closed in part and cancelled, and the books show it', byKeyboard, async () => {
  const { page, token, done } = await newcomer();
  const positions = new PositionsPage(page);
  await positions.open();
  await page.getByText('No open positions').waitFor();
  await accessible(page, 'positions-empty');
  const { averagePrice } = await call('POST', '/trading/orders', { token, body: { symbol: 'ETHUSD', side: 'buy', type: 'market', quantity: 2 } });
  await call('POST', '/trading/orders', { token, body: { symbol: 'ETHUSD', side: 'buy', type: 'limit', quantity: 1, limitPrice: Math.round(averagePrice * 0.8) } });
  await positions.table.getByText('ETHUSD').waitFor(); // by the stream
  await accessible(page, 'positions');

  await page.getByRole('button', { name: 'Change stop and target of ETHUSD' }).click();
  const change = page.getByRole('dialog', { name: /^Change ETHUSD/ });
  await change.getByLabel('Stop loss').fill(String(Math.round(averagePrice * 1.2)));
  await change.locator('[name=stopLoss][aria-invalid=true]').waitFor();
  assert.ok(await change.getByRole('button', { name: /^Set stop/ }).isDisabled(), 'a stop above the price of a long is not sent');
  await change.getByLabel('Stop loss').fill(String(Math.round(averagePrice * 0.9)));
  await change.getByLabel('Target').fill(String(Math.round(averagePrice * 1.3)));
  await change.getByText('At your stop, about').waitFor();
  await accessible(page, 'change-position');
  await change.getByRole('button', { name: /^Set stop .*, target/ }).click();
  await told(page, /^ETHUSD: stop .*, target/);

  // What cannot be read does not take the stop away; and a stop that moves on while the sheet is open is not set back.
  await page.reload(); // so that the sheet shows what was set just now
  const changes = sentTo(page, '/trading/positions/[\\w-]+');
  const target = Math.round(averagePrice * 1.4);
  await page.getByRole('button', { name: 'Change stop and target of ETHUSD' }).click();
  const stop = await change.getByLabel('Stop loss').inputValue();
  assert.equal(stop, String(Math.round(averagePrice * 0.9)));
  await change.getByLabel('Stop loss').fill('60k');
  await change.getByRole('button', { name: 'Set stop and target' }).click();
  await change.getByText('Enter a number.').waitFor();
  assert.deepEqual(changes, [], 'nothing is changed');
  await change.getByLabel('Stop loss').fill(stop);
  const [{ id }] = await call('GET', '/trading/positions?status=open', { token });
  const moved = Math.round(averagePrice * 0.95);
  const seen = page.waitForResponse(async (answer) => /\/trading\/positions\?/.test(answer.url()) && (await answer.json()).data.some((one) => one.stopLoss === moved));
  await call('PATCH', `/trading/positions/${id}`, { token, body: { stopLoss: moved } });
  await seen;
  await change.getByLabel('Target').fill(String(target));
  await change.getByRole('button', { name: /^Set stop .*, target/ }).click();
  await told(page, /^ETHUSD: stop .*, target/);
  assert.deepEqual(changes, [{ targetPrice: target }], 'only what was changed is sent');
  const now = await call('GET', `/trading/positions/${id}`, { token });
  assert.deepEqual([now.stopLoss, now.targetPrice], [moved, target]);

  await page.getByRole('button', { name: 'Close ETHUSD' }).click();
  const closing = page.getByRole('dialog', { name: /^Close ETHUSD/ });
  await closing.getByRole('button', { name: '50 % of it' }).click();
  await accessible(page, 'close-part');
  await closing.getByRole('button', { name: /^Close 1 ETH for about/ }).dblclick();
  await told(page, /^ETHUSD: 1 closed at/);
  await positions.table.getByRole('link', { name: 'ETHUSD' }).click();
  await page.getByText(/^Partly closed: 1 at/).waitFor();
  await page.locator('.canvas canvas').first().waitFor();
  await accessible(page, 'position');
  await page.getByRole('button', { name: 'Close', exact: true }).first().click();
  await closing.getByRole('button', { name: /^Close all 1 ETH for about/ }).click();
  await page.getByText(/^Closed: 1 at/).waitFor();

  await positions.open('orders');
  await positions.orders.getByRole('cell', { name: 'Buy limit' }).waitFor();
  await accessible(page, 'orders');
  await page.getByRole('button', { name: 'Cancel the order of ETHUSD' }).click();
  await accessible(page, 'cancel-order');
  await page.getByRole('button', { name: 'Cancel buy limit of 1 ETHUSD' }).click();
  await page.getByText('No working orders').waitFor();
  await positions.tab('Closed').click();
  await positions.closed.getByText('ETHUSD').waitFor();
  await accessible(page, 'positions-closed');
  await positions.tab('Past orders').click();
  await page.getByLabel('Outcome', { exact: true }).selectOption({ label: 'Cancelled' });
  await page.getByRole('table', { name: 'Past orders' }).getByText('ETHUSD').waitFor();
  await accessible(page, 'orders-past');

  const history = new HistoryPage(page);
  await history.open();
  await history.trades.getByText('partly').waitFor();
  await page.getByLabel('From (UTC)').waitFor();
  await page.getByLabel('Until (UTC)').waitFor();
  await accessible(page, 'history');
  await page.getByRole('tab', { name: 'Statement' }).click();
  await history.statement.getByText('Position closed').first().waitFor();
  await accessible(page, 'statement');
  const [download] = await Promise.all([page.waitForEvent('download'), history.save.click()]);
  const lines = readFileSync(await download.path(), 'utf8').trim().split(/\r?\n/);
  assert.equal(lines[0], 'id,time,kind,description,amount,fee,balance,positionId,tradeId,orderId');
  assert.ok(lines.length >= 5, 'capital, one opening and two closings');
  await page.getByRole('tab', { name: 'Notices' }).click();
  await accessible(page, 'notices');
  await done();
});

journey('a German closes a quarter, and the stop is read as it was written', async () => {
  const { page, token, done } = await newcomer({ locale: 'de-DE' });
  await call('POST', '/trading/orders', { token, body: { symbol: 'ETHUSD', side: 'buy', type: 'market', quantity: 0.5 } });
  const { averagePrice } = await call('POST', '/trading/orders', { token, body: { symbol: 'ADAUSD', side: 'buy', type: 'market', quantity: 1000 } });
  const stopLoss = Number((Math.floor(averagePrice * 80) / 100 + 0.005).toFixed(3)); // three decimals look like thousands
  const { id } = (await call('GET', '/trading/positions?status=open', { token })).find((one) => one.symbol === 'ADAUSD');
  await call('PATCH', `/trading/positions/${id}`, { token, body: { stopLoss } });
  const positions = new PositionsPage(page);
  await positions.open();
  await page.getByRole('button', { name: 'Close ETHUSD' }).click();
  const closing = page.getByRole('dialog', { name: /^Close ETHUSD/ });
  await closing.getByRole('button', { name: '25 % of it' }).click();
  assert.equal(await closing.getByLabel('Quantity').inputValue(), '0,125');
  await closing.getByRole('button', { name: /^Close 0,125 ETH for about/ }).click();
  await told(page, /^ETHUSD: 0,125 closed at/);

  const written = stopLoss.toFixed(3).replace('.', ',');
  await page.getByRole('button', { name: 'Change stop and target of ADAUSD' }).click();
  const change = page.getByRole('dialog', { name: /^Change ADAUSD/ });
  assert.equal(await change.getByLabel('Stop loss').inputValue(), written);
  const target = (averagePrice * 1.5).toFixed(4).replace('.', ',');
  await change.getByLabel('Target').fill(target);
  await change.getByRole('button', { name: `Set stop ${written}0, target ${target}`, exact: true }).click();
  await told(page, `ADAUSD: stop ${written}0, target ${target}`);
  await done();
});

journey('the same pages on a phone', async () => {
  const { page, token, done } = await newcomer({ size: sizes.phone });
  await call('POST', '/trading/orders', { token, body: { symbol: 'BTCUSD', side: 'buy', type: 'market', notional: 1000 } });
  await call('POST', '/trading/orders', { token, body: { symbol: 'SOLUSD', side: 'buy', type: 'limit', quantity: 1, limitPrice: 50 } });
  await page.goto(base);
  const main = page.getByRole('navigation', { name: 'Main' });
  await main.getByRole('link', { name: 'Bots' }).click();
  const bots = new BotsPage(page);
  await bots.table.getByRole('link', { name: 'Atlas' }).waitFor();
  await accessible(page, 'bots');
  await bots.choose('Atlas');
  await page.locator('.canvas canvas').first().waitFor();
  await accessible(page, 'bot');
  const bot = new BotPage(page, 'Atlas');
  await bot.follow.click();
  await bot.sheet.getByText('At worst you lose about').waitFor();
  await accessible(page, 'follow');
  await bot.confirm.click();
  await bot.card.waitFor();
  await bot.card.getByRole('link').click();
  await page.getByText('No signals yet').waitFor();
  await accessible(page, 'subscription');
  await main.getByRole('link', { name: 'Positions' }).click();
  const positions = new PositionsPage(page);
  await positions.table.getByText('BTCUSD').waitFor();
  const unit = await positions.table.locator('td.first-end .money').first().evaluate((money) => getComputedStyle(money, '::after').content);
  assert.match(unit, /USD/, 'an amount has its currency where the header is not seen');
  await accessible(page, 'positions');
  await page.getByRole('button', { name: 'Close BTCUSD' }).click();
  await accessible(page, 'close-part');
  await page.keyboard.press('Escape');
  await positions.tab('Working orders').click();
  await positions.orders.getByText('SOLUSD').waitFor();
  await accessible(page, 'orders');
  await page.goto(base + '/signals');
  await page.getByRole('table', { name: 'Signals' }).getByRole('link').first().waitFor();
  await accessible(page, 'signals');
  const history = new HistoryPage(page);
  await history.open('statement');
  await history.statement.getByText('Position opened').waitFor();
  await accessible(page, 'statement');
  await done();
});
