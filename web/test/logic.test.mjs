// What the console decides and says without a browser: of acts at an exchange, of addresses, of figures and of lists.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { from } from './sources.mjs';

const { defined, isOtherPage, numberOf, ofClosed, ofDays, ownAddress, profitFactorOf, ratio, session, spanText, suggestion, toldOfCancelling, toldOfClosing, toldOfExecuting, toldOfPlacing } = await from('lib/api/kept', 'lib/api/session.svelte', 'lib/format/format', 'lib/router/address', 'lib/trading/figures', 'lib/trading/told', 'routes/markets/order');
session.me.locale = 'en-US';

test('what an exchange has not answered is told as sent, not as done', () => {
  const order = { id: 'o', status: 'working', side: 'buy', reason: '' };
  const position = { id: 'p', symbol: 'BTCUSD', realizedPnl: 0 };
  const waits = [
    toldOfPlacing(order, { isElsewhere: true, base: 'BTC', tick: 0.01 }),
    toldOfClosing({ position, order, fillPrice: 60_000, fee: 0 }, 0.01),
    toldOfExecuting('BTCUSD', { order, trades: [] }),
    toldOfCancelling(order, 0),
  ];
  for (const [text, { tone }] of waits) {
    assert.match(text, /sent/, text);
    assert.match(text, /exchange (to answer|answers)/, text);
    assert.equal(tone, 'plain', text);
  }
});

test('what is done is told as done, with its numbers', () => {
  const order = { id: 'o', status: 'filled', side: 'sell', filledQuantity: 0.5, averagePrice: 60_000, reason: '', positionId: 'p' };
  const here = { isElsewhere: false, base: 'BTC', tick: 0.01 };
  assert.equal(toldOfPlacing(order, here)[0], 'Sold 0.5 BTC at 60,000.00.');
  assert.equal(toldOfPlacing({ ...order, status: 'working' }, here)[0], 'Order placed. It fills when the market reaches its price.');
  assert.deepEqual(toldOfPlacing({ ...order, status: 'rejected', reason: 'the exchange has too little of it' }, here).map((one) => one.tone ?? one), ['The order was rejected: the exchange has too little of it.', 'bad']);
  assert.equal(toldOfCancelling({ ...order, status: 'cancelled' }, 125)[0], 'Order cancelled. 125.00 USD is free again.');
  assert.equal(toldOfCancelling({ ...order, status: 'filled' }, 0)[0], 'The order was filled before it could be cancelled.');
  const trade = { quantity: 0.5, realizedPnl: -12.5 };
  assert.equal(toldOfClosing({ position: { id: 'p', symbol: 'BTCUSD' }, trade, fillPrice: 60_000, fee: 1 }, 0.01)[0], 'BTCUSD: 0.5 closed at 60,000.00, −12.50 USD.');
  assert.equal(toldOfExecuting('BTCUSD', { position: { id: 'p' }, trades: [] })[0], 'BTCUSD: signal executed.');
});

test('only another page of the same list may stand in until there is an answer', () => {
  const list = (query) => ({ path: { botId: 'a' }, query });
  assert.ok(isOtherPage(list({ page: 1, status: 'open' }), list({ page: 2, status: 'open' })));
  assert.ok(isOtherPage(list({ status: 'open' }), list({ page: 2, status: 'open' })));
  assert.ok(!isOtherPage(list({ page: 1, status: 'open' }), list({ page: 1, status: 'closed' })), 'another filter');
  assert.ok(!isOtherPage(list({ page: 2, status: 'open' }), list({ page: 1 })), 'no filter');
  assert.ok(!isOtherPage(list({}), { path: { botId: 'b' }, query: {} }), 'of something else');
});

test('a log-in leads only to pages of this origin', () => {
  const origin = 'https://app.example.com';
  const elsewhere = ['https://evil.invalid/', '//evil.invalid', '\\\\evil.invalid', '/\\evil.invalid', '/\t/evil.invalid', '/.//evil.invalid', '/a/..//evil.invalid', 'javascript:alert(1)', ' JavaScript:alert(1)', 'data:text/html,x', `blob:${origin}/0b1c`, `blob:${origin}//evil.invalid`, `filesystem:${origin}/temporary/x`, 'http://app.example.com/', 'https://app.example.com:8443/', 'http://['];
  for (const next of elsewhere) assert.equal(ownAddress(next, origin), '/', next);
  for (const next of ['/learn?q=risk#top', '/positions/1', '/']) assert.equal(ownAddress(next, origin), next);
  assert.equal(ownAddress(`${origin}/learn?page=2`, origin), '/learn?page=2');
});

test('a figure that there is none of is a dash, and not 0', () => {
  const none = { closedTrades: 0, winRate: 0, profitFactor: 0, observations: 0 };
  assert.equal(ratio(defined(0)), '–');
  assert.equal(ratio(defined(-1.234)), '−1.23');
  assert.equal(ofClosed(0, none), undefined);
  assert.equal(ofClosed(0, { ...none, closedTrades: 2 }), 0, 'nothing was won by two');
  assert.equal(ofDays(0, none), undefined);
  assert.equal(profitFactorOf(none), undefined);
  assert.equal(profitFactorOf({ ...none, closedTrades: 2, winRate: 1 }), undefined, 'nothing was lost');
  assert.equal(profitFactorOf({ ...none, closedTrades: 2 }), 0, 'everything was lost');
  assert.equal(profitFactorOf({ ...none, closedTrades: 2, winRate: 0.5, profitFactor: 1.5 }), 1.5);
});

test('a record that is shorter than the period is told as what there is so far', () => {
  const year = { value: 'year', label: '1Y' };
  assert.equal(spanText(year, 364), 'so far');
  assert.equal(spanText(year, 365), 'in 1Y');
  assert.equal(spanText({ value: 'week', label: '1W' }, 3), 'so far');
  assert.equal(spanText({ value: 'all', label: 'All' }, 3), 'since the beginning');
});

test('a number of an address is the same in every language', () => {
  for (const locale of ['en-US', 'de-DE', 'ar-EG']) {
    session.me.locale = locale;
    assert.equal(numberOf('1.085'), 1.085, locale);
    assert.equal(numberOf(String(0.00000001)), 1e-8, locale);
    for (const text of [null, '', '1,085', '0x10', '-1', 'all', '1e999', ' 1']) assert.equal(numberOf(text), undefined, String(text));
    assert.equal(suggestion(new URLSearchParams({ side: 'buy', quantity: '1.085' }))?.quantity, 1.085, locale);
    assert.equal(suggestion(new URLSearchParams({ side: 'buy', quantity: '1,085' })), undefined, locale);
  }
  session.me.locale = 'en-US';
});
