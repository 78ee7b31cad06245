// The promises, kept in a real browser: a page imports the built client and runs the same code as the tests in Node.
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { resolvers } from './support/check.mjs';
import { pages } from './support/pages.mjs';
import { promises } from './support/promises.mjs';
import { newRig, wanted } from './support/rig.mjs';

const browser = process.env.BOURSE_BROWSER ?? 'chromium';
const names = wanted({ ...promises, ...pages }).map(([name]) => name);

test(`in ${browser}`, async (t) => {
  const { proxy, url, superAdmin } = await newRig(t);
  const otherUrl = await proxy.listen();
  await serveFiles(proxy, { url, otherUrl, superAdmin, names });
  const reports = new Map(names.map((name) => [name, resolvers()]));
  proxy.controls.report = (name, error) => (error === null ? reports.get(name).resolve() : reports.get(name).reject(new Error(error)));
  for (const { promise } of reports.values()) promise.catch(() => {}); // it is told where it belongs
  await open(t, `${url}/page.html`, (error) => reports.forEach(({ reject }) => reject(error)));
  for (const [name, { promise }] of reports) await t.test(name, () => promise);
});

/** What the page consists of: the client as it is published, the tests, and a page that runs them. */
async function serveFiles(proxy, settings) {
  const put = async (at, folder) => {
    for (const name of await readdir(new URL(folder, import.meta.url))) {
      if (/\.m?js$/.test(name)) proxy.files.set(at + name, ['text/javascript', await readFile(new URL(folder + name, import.meta.url))]);
    }
  };
  await put('/client/', '../dist/');
  await put('/test/', './support/');
  proxy.files.set('/page.html', ['text/html; charset=utf-8', page(settings)]);
}

const page = (settings) => `<!doctype html>
<meta charset="utf-8">
<title>The client in a browser</title>
<script type="module">
  import * as client from '/client/index.js';
  import { pages } from '/test/pages.mjs';
  import { promises } from '/test/promises.mjs';

  const control = new Proxy({}, {
    get: (_, name) => async (...given) => (await fetch('/control/' + name, { method: 'POST', body: JSON.stringify(given) })).json(),
  });
  const rig = { client, control, ...${JSON.stringify(settings)} };
  for (const name of rig.names) {
    const error = await { ...promises, ...pages }[name](rig).then(() => null, (error) => String(error?.stack ?? error));
    await control.report(name, error);
  }
</script>`;

/** Starts the browser at an address. It ends with the test. */
async function open(t, address, fail) {
  const profile = await mkdtemp(join(tmpdir(), 'bourse-client-'));
  const flags = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run', '--disable-extensions',
    '--disable-background-networking', `--user-data-dir=${profile}`, '--remote-debugging-port=0'];
  // Its processes are a group of their own, which ends as a whole.
  const running = spawn(browser, [...flags, address], { stdio: 'ignore', detached: true });
  const ended = new Promise((resolve) => running.on('exit', resolve));
  running.on('error', () => fail(new Error(`there is no ${browser}; install it (Debian: apt install chromium) or name another by BOURSE_BROWSER`)));
  ended.then(() => fail(new Error('the browser has ended')));
  t.after(async () => {
    try {
      process.kill(-running.pid, 'SIGKILL');
      await ended;
    } catch {
      // it has ended already, or was never there
    }
    await rm(profile, { recursive: true, force: true, maxRetries: 10 });
  });
}
