// A first trade, against a server that `bourse demo` has started:
//
//   npm run example            (BOURSE_URL names another server than http://127.0.0.1:8080)
//
// It logs in, looks at prices and the account, buys a little, hears of it by the stream, sells it again and
// reads how that went.
import { Bourse, BourseError, type Order } from '@bourse/client';

const bourse = new Bourse({ baseUrl: process.env['BOURSE_URL'] ?? 'http://127.0.0.1:8080' });

const answer = await bourse.login({
  email: process.env['BOURSE_EMAIL'] ?? 'trader@demo.test',
  password: process.env['BOURSE_PASSWORD'] ?? 'bourse-demo-1',
});
if (answer.outcome === 'second_factor') throw new Error(`a code is needed, by ${answer.methods.join(' or ')}`);
console.log(`logged in as ${answer.user.email}`);

const [quote] = await bourse.listQuotes({ query: { symbols: 'BTCUSD' } });
if (!quote) throw new Error('there is no quote');
console.log(`BTCUSD is ${quote.bid} to ${quote.ask}`);

// The stream is opened first, so that nothing that follows is missed.
const listening = new AbortController();
const { isOpen, filled, ended } = listen(listening.signal);
await isOpen;

// The client sends an Idempotency-Key: if the answer is lost, the repetition buys nothing twice.
const order = await bourse.placeOrder({ body: { symbol: 'BTCUSD', side: 'buy', type: 'market', quantity: 0.01 } });
const { averagePrice, positionId } = await filled(order.id);
console.log(`bought ${order.quantity} at ${averagePrice}`);

try {
  await bourse.placeOrder({ body: { symbol: 'BTCUSD', side: 'buy', type: 'limit', quantity: 0.01 } });
} catch (error) {
  if (!(error instanceof BourseError)) throw error;
  console.log(`refused: ${error.code} ${error.field}: ${error.message} (request ${error.requestId})`);
}

if (positionId) {
  const closing = await bourse.closePosition({ path: { positionId } });
  console.log(`sold at ${closing.fillPrice}: ${closing.position.realizedPnl} USD`);
}

let trades = 0;
for await (const _ of bourse.pages('listTrades')) trades++;
console.log(`${trades} trades so far`);

listening.abort();
await ended;
await bourse.logout();
console.log('logged out');

/** Listens until the signal ends it: when the stream is there, and what it tells of an order that is filled. */
function listen(signal: AbortSignal) {
  const orders = new Map<string, Order>();
  const waiting = new Map<string, (order: Order) => void>();
  let opened = () => {};
  const isOpen = new Promise<void>((resolve) => (opened = resolve));
  const ended = (async () => {
    for await (const event of bourse.stream({ symbols: 'BTCUSD', signal, onState: opened })) {
      if (event.type !== 'order' || event.data.status !== 'filled') continue;
      orders.set(event.data.id, event.data);
      waiting.get(event.data.id)?.(event.data);
    }
  })();
  const filled = (id: string) =>
    new Promise<Order>((resolve) => {
      const known = orders.get(id);
      if (known) resolve(known);
      else waiting.set(id, resolve);
    });
  return { isOpen, filled, ended };
}
