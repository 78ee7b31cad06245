// The pages that there are, from where they are written, and where each of them is in the demo.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { call } from './support.mjs';

const folder = new URL('../src/routes', import.meta.url).pathname;
const inDevelopment = ['/kitchen'];

/** Every route with who may see it, the more exact ones first, as the router takes them. */
export const routes = readdirSync(folder)
  .flatMap((area) => [...readFileSync(join(folder, area, 'routes.ts'), 'utf8').matchAll(/\{ path: '([^']+)'.*?import\(.*?\}/g)].map(([whole, path]) => ({ path, access: whole.match(/access: '(\w+)'/)?.[1] ?? 'user' })))
  .filter(({ path }) => !inDevelopment.includes(path))
  .sort((one, other) => one.path.split(':').length - other.path.split(':').length);

/** The route of an address. */
export function routeOf(address) {
  return routes.find(({ path }) => new RegExp('^' + path.replaceAll(/:\w+/g, '[^/]+') + '$').test(address))?.path;
}

/** Where the demo shows every page: something that its customer has, or its administrator. */
export async function addresses(trader, admin) {
  const first = async (path, token = trader) => (await call('GET', path, { token }))[0];
  const [subscription, account, connection, payment, withdrawal, portfolio, position, signal, kyc] = await Promise.all(
    ['/trading/my-subscriptions', '/investment/accounts', '/investment/connections', '/payments?status=succeeded', '/payments/withdrawals', '/portfolio', '/trading/positions', '/trading/signals', '/kyc/cases'].map((path, index) => first(path, index < 8 ? trader : admin)),
  );
  // The newest endpoint may be that of a journey, which removes it.
  const endpoint = (await call('GET', '/webhooks/endpoints?limit=100', { token: admin })).find(({ name }) => name === 'Demo back office');
  const course = await call('GET', '/education/courses/reading-charts', { token: trader });
  const courses = await call('GET', '/education/my-courses', { token: trader });
  const delivery = await first(`/webhooks/endpoints/${endpoint.id}/deliveries`, admin);
  const values = {
    subscriptionId: subscription.id, botId: subscription.botId, accountId: account.id, connectionId: connection.id, paymentId: payment.id, withdrawalId: withdrawal.id, portfolioId: portfolio.id,
    positionId: position.id, signalId: signal.id, symbol: 'BTCUSD', courseId: course.id, lessonId: course.lessons[0].id, serial: courses.find((one) => one.enrollment.certificateSerial).enrollment.certificateSerial,
    userId: payment.userId, caseId: kyc.id, endpointId: endpoint.id, deliveryId: delivery.id, kind: 'kyc_rejected',
  };
  return routes.map((route) => ({ ...route, address: route.path.replaceAll(/:(\w+)/g, (_, name) => values[name] ?? `no-${name}`) }));
}
