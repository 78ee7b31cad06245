// What a first visit loads, compressed as it comes over the wire.
import assert from 'node:assert/strict';
import { LoginPage } from './pages/account.mjs';
import { journey, visitor } from './support.mjs';

journey('the script of the first page, and of home with its chart, is at most 200 KB compressed', async (t) => {
  const { page, done } = await visitor();
  const scripts = [];
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request));
  const kilobytes = async () => {
    const sizes = await Promise.all(scripts.map((request) => request.response().then(() => request.sizes())));
    return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0) / 1024;
  };
  const login = new LoginPage(page);
  await login.open();
  const first = await kilobytes();
  t.diagnostic(`first page: ${first.toFixed(1)} KB of script`);
  assert.ok(first > 0 && first <= 200);
  await login.login({ email: 'trader@demo.test', password: 'bourse-demo-1' });
  await page.locator('.equity canvas').first().waitFor(); // by the last script that home asks for
  const all = await kilobytes();
  t.diagnostic(`with home: ${all.toFixed(1)} KB of script`);
  assert.ok(all > first && all <= 200);
  await done();
});
