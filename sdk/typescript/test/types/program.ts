// What compiles, and what must not: each line after @ts-expect-error is an error, or the compiler says that it is none.
import { Bourse, BourseError, verifyWebhook, type Order, type Session, type StreamEvent } from '@bourse/client';

export async function program(bourse: Bourse) {
  // ---- what a front end writes ----
  const placed: Order = await bourse.placeOrder({ body: { symbol: 'BTCUSD', side: 'buy', type: 'market', quantity: 1 }, idempotencyKey: 'a', timeout: 1 });
  const { items, meta } = await bourse.listTrades({ query: { page: 2, limit: 50 } });
  const pages: number = meta.totalPages;
  const symbol: string | undefined = items[0]?.symbol;
  const nothing: void = await bourse.logout();
  const csv: Blob = await bourse.downloadStatement({ path: { accountId: placed.id } });
  for await (const alert of bourse.pages('listAlerts')) console.log(alert.note.length, pages, symbol, nothing, csv.size);
  for await (const trade of bourse.pages('listBotTrades', { path: { botId: 'a' }, query: { limit: 10 } })) console.log(trade.symbol);
  for await (const event of bourse.stream({ symbols: 'BTCUSD' })) {
    if (event.type === 'quotes') console.log(event.data[0]?.bid);
    if (event.type === 'order') console.log(event.id, event.data.status);
  }
  const message = await verifyWebhook<Order>('{}', new Headers(), ['secret'], { tolerance: 60 });
  const kept: Session | undefined = bourse.session;
  console.log(message.data.status, kept?.expiresAt);
  await bourse.getMe();
  await bourse.closePosition({ path: { positionId: 'a' } });
  try {
    await bourse.createDeposit({ body: { amount: 100, accountId: 'a' } });
  } catch (error) {
    if (error instanceof BourseError && error.code === 'INSUFFICIENT_FUNDS') console.log(error.field, error.requestId, error.retryAfter);
  }

  // ---- a field that is misspelled ----
  // @ts-expect-error
  await bourse.placeOrder({ body: { symbol: 'BTCUSD', side: 'buy', type: 'market', quantiy: 1 } });
  // @ts-expect-error
  await bourse.listTrades({ query: { pge: 2 } });
  // @ts-expect-error
  await bourse.getOrder({ path: { order: 'a' } });
  // @ts-expect-error
  await bourse.placeOrder({ body: { symbol: 'BTCUSD', side: 'buy', type: 'market' }, idempotencykey: 'a' });
  // @ts-expect-error
  await bourse.placeOrders();
  // @ts-expect-error
  console.log(placed.simbol);
  // @ts-expect-error
  new Bourse({ baseURL: 'https://api.example.com' });
  // @ts-expect-error
  await bourse.login({ email: 'a@b.c', pasword: 'secret' });

  // ---- one that is forgotten ----
  // @ts-expect-error
  await bourse.placeOrder({ body: { symbol: 'BTCUSD', type: 'market', quantity: 1 } });
  // @ts-expect-error
  await bourse.placeOrder();
  // @ts-expect-error
  await bourse.getOrder();
  // @ts-expect-error
  await bourse.login({ email: 'a@b.c' });
  // @ts-expect-error
  bourse.pages('listBotTrades');

  // ---- one of another kind ----
  // @ts-expect-error
  await bourse.placeOrder({ body: { symbol: 'BTCUSD', side: 'hold', type: 'market', quantity: 1 } });
  // @ts-expect-error
  await bourse.placeOrder({ body: { symbol: 'BTCUSD', side: 'buy', type: 'market', quantity: '1' } });
  // @ts-expect-error
  bourse.pages('getMe');
  // @ts-expect-error
  await bourse.getMe({ idempotencyKey: 'what has no key' });

  // ---- a question, or a failure, that is taken for success ----
  const answer = await bourse.login({ email: 'a@b.c', password: 'secret' });
  // @ts-expect-error
  console.log(answer.accessToken);
  // @ts-expect-error
  console.log(answer.challengeToken);
  if (answer.outcome === 'second_factor') {
    // @ts-expect-error
    console.log(answer.user);
    const { user } = await bourse.completeLogin({ challengeToken: answer.challengeToken, code: '123456' });
    console.log(user.email);
  } else {
    console.log(answer.user.email);
  }
  // @ts-expect-error
  console.log((await bourse.getMe()).data);
  // @ts-expect-error
  if ((await bourse.getMe()).success) console.log('there is no envelope to mistake');
  // @ts-expect-error
  if ((await bourse.getMe()).error) console.log('what fails is thrown');
  // @ts-expect-error
  if (bourse.getMe().email) console.log('a promise is no answer');

  // ---- an event that is taken for another ----
  const event = {} as StreamEvent;
  // @ts-expect-error
  console.log(event.data);
  // @ts-expect-error
  if (event.type === 'missed') console.log(event.data);
  // @ts-expect-error
  if (event.type === 'orders') console.log(event.id);
  // @ts-expect-error
  if (new BourseError('a', { status: 400, code: 'NO_SUCH_CODE' })) console.log('codes are those of the contract');
}
