// What the client promises to web pages besides: sessions in a cookie, and servers of another origin.
import { equal, failure, ok, person } from './check.mjs';
import { member, superAdmin } from './promises.mjs';

/** A client as a page makes one when it is loaded. */
const load = (rig, options = {}) => new rig.client.Bourse({ session: 'cookie', ...options });

export const pages = {
  async 'a session in a cookie outlives the page, and no script sees its token'(rig) {
    document.cookie = 'control=1; path=/';
    const told = [];
    const client = load(rig, { onTokens: (session) => told.push(session) });
    const who = person();
    const opened = await client.register(who);
    ok(!JSON.stringify([opened, told, client.session]).includes('brt_'), 'no refresh token is seen');
    equal(document.cookie, 'control=1', 'the cookies that scripts see');
    equal([client.session.refreshToken, client.session.userId], [undefined, opened.user.id], 'the session');

    await rig.control.clear();
    const again = load(rig);
    const ids = await Promise.all(Array.from({ length: 20 }, async () => (await again.getMe()).id));
    equal(new Set(ids).size === 1 && ids[0], opened.user.id, 'who I am');
    equal(await rig.control.count('/auth/refresh'), 1, 'refreshes');
    ok(!JSON.stringify(again.session).includes('brt_'), 'no refresh token is seen');
    const sent = await rig.control.seen();
    ok(sent.every((one) => !one.body.includes('brt_')), 'no refresh token is sent but by the browser');

    await again.logout();
    const out = load(rig, { onSessionEnd: () => told.push('ended') });
    ok((await out.getBrand()).productName, 'what is public');
    await rig.control.clear();
    const denied = await failure(out.getMe(), 'a call after the log-out');
    equal([denied.status, await rig.control.count('/auth/refresh')], [401, 0], 'the failure; nobody asks twice for a cookie that is not there');
    ok(!told.includes('ended'), 'nobody was logged in');
  },

  async 'a log-in takes the cookie, with a second step or without'(rig) {
    const { email, password } = await member(rig);
    const client = load(rig);
    equal((await client.login({ email, password })).outcome, 'authenticated', 'the outcome');
    const seen = (await rig.control.seen()).filter((one) => one.path === '/auth/login').at(-1);
    equal(JSON.parse(seen.body).session, 'cookie', 'where the session is kept');
    equal((await load(rig).getMe()).email, email, 'who I am');
    await client.logout();
  },

  async 'a lost answer of a refresh costs no session in a cookie'(rig) {
    const first = load(rig);
    const { user } = await first.register(person());
    for (const act of ['drop', 'truncate', 'drop']) {
      await rig.control.clear();
      await rig.control[act]('/auth/refresh');
      equal((await load(rig).getMe()).id, user.id, `who I am after a ${act}`);
    }
    await load(rig).getMe();
    await first.logout();
  },

  async 'somebody else who logs in beside us does not take over our page'(rig) {
    const ends = [];
    const ours = load(rig, { onSessionEnd: (reason) => ends.push(reason.code) });
    const { user } = await ours.register(person());
    const theirs = load(rig);
    await theirs.register(person());
    await (await superAdmin(rig)).updateUser({ path: { userId: user.id }, body: { role: 'trader' } }); // our token expires
    const denied = await failure(ours.getMe(), "a call in somebody else's session");
    equal([denied.code, ends, ours.session], ['SESSION_REVOKED', ['SESSION_REVOKED'], undefined], 'the end');
    await theirs.logout();
  },

  async 'a page of another origin calls, with a token and with a cookie'(rig) {
    const admin = await superAdmin(rig);
    const tenant = (await admin.listTenants({ query: { limit: 100 } })).items.find((one) => one.slug === 'default');
    const { domains } = await admin.getTenant({ path: { tenantId: tenant.id } });
    await admin.updateTenant({ path: { tenantId: tenant.id }, body: { domains: [...domains, location.host] } });
    try {
      const { client } = await member({ ...rig, url: rig.otherUrl });
      const refused = await failure(client.createAlert({ body: { symbol: 'BTCUSD', kind: 'above', price: 1e9 + 1 } }), 'a price out of bounds');
      ok(refused.requestId, 'the name of the request is readable');
      const stream = client.stream({ symbols: 'BTCUSD' });
      ok((await stream.next()).value, 'a stream');
      await stream.return();
      const page = load(rig, { baseUrl: rig.otherUrl });
      const { user } = await page.register(person());
      equal((await load(rig, { baseUrl: rig.otherUrl }).getMe()).id, user.id, 'who I am');
      await page.logout();
    } finally {
      await admin.updateTenant({ path: { tenantId: tenant.id }, body: { domains } });
    }
  },
};
