// What a first visit loads, compressed as it comes over the wire.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LoginPage } from './pages/account.mjs';
import { close, onlyLooks, open, visitor } from './support.mjs';

before(open);
after(close);

test('the script of the first page, and of home with its chart, is at most 200 KB compressed', onlyLooks, async (t) => {
  const { page, done } = await visitor();
  let script = 0;
  page.on('response', async (answer) => {
    if (answer.request().resourceType() !== 'script') return;
    const { responseBodySize } = await answer.request().sizes();
    script += responseBodySize;
  });
  const login = new LoginPage(page);
  await login.open();
  await page.waitForLoadState('networkidle');
  t.diagnostic(`first page: ${(script / 1024).toFixed(1)} KB of script`);
  assert.ok(script > 0 && script <= 200 * 1024);
  await login.login({ email: 'trader@demo.test', password: 'bourse-demo-1' });
  await page.locator('.equity canvas').first().waitFor();
  await page.waitForTimeout(1000);
  t.diagnostic(`with home: ${(script / 1024).toFixed(1)} KB of script`);
  assert.ok(script <= 200 * 1024);
  await done();
});
