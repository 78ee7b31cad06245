// What the journeys share: one browser, pages that are watched for anything that a user should never meet, and axe.
// The server is at BOURSE_URL, and must know it by `--public-url`, because the sandbox's checkout leads back there; its
// mails are in the file BOURSE_OUTBOX; the browser is CHROMIUM, or Debian's; pictures go to BOURSE_PICTURES, if that is given.
// With BOURSE_KEYBOARD=1 nobody has a mouse, and axe is not asked: what is shown is the same.
import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { isByKeyboard, patience, useKeyboard } from './keyboard.mjs';

export const base = process.env.BOURSE_URL ?? 'http://127.0.0.1:8080';
const pictures = process.env.BOURSE_PICTURES;
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
if (pictures) mkdirSync(pictures, { recursive: true });

export const sizes = { desk: { width: 1440, height: 900 }, phone: { width: 375, height: 812 } };

let browser;
export async function open() {
  const { appUrl } = await call('GET', '/brand');
  assert.equal(new URL(appUrl).origin, base, 'the server knows where the journey is: start it with --public-url, and give BOURSE_URL the same');
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}
export async function close() {
  await gone(browser?.close());
}

/** The journeys that the files have told of so far; journeys.mjs makes them. */
export const journeys = [];

/** That a journey is also made without a mouse, because of what it uses: journeys.mjs sees to it that nothing is left out. */
export const byKeyboard = { byKeyboard: true };

export function journey(name, ...rest) {
  const [options, walk] = rest.length > 1 ? rest : [{}, rest[0]];
  journeys.push({ name, isByKeyboard: options === byKeyboard, make: (t) => underWay.run({ name, pages: new Set(), ends: [] }, () => whole(walk, t)) });
}

/** The journey that is being made: two are at a time. */
const underWay = new AsyncLocalStorage();

/** Who fails tells what there was to see: on another machine nobody can look. Nothing of a journey is left behind. */
async function whole(walk, t) {
  const { name, pages, ends } = underWay.getStore();
  try {
    await walk(t);
  } catch (failure) {
    for (const page of pages) {
      const front = page.locator('body').or(page.locator('dialog[open]')).last();
      const seen = await front.ariaSnapshot({ timeout: 5000 }).catch((unseen) => unseen.message);
      process.stderr.write(`seen by "${name}" at ${page.url()}:\n${seen.slice(0, 4000)}\n`);
    }
    throw failure;
  } finally {
    for (const page of pages) await gone(page.context().close().catch(() => {}));
    for (const end of ends) end();
  }
}

/** A server of the journey's own, such as a receiver of webhooks; tells where it is. */
export async function listening(answer) {
  const server = createServer(answer);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  underWay.getStore().ends.push(() => (server.close(), server.closeAllConnections()));
  return `http://127.0.0.1:${server.address().port}`;
}

/** Waits for the end of something of the browser's, but not for ever: now and then it does not tell. It dies with us. */
const gone = (end) => Promise.race([end, pause(5000)]);

/** What the server refuses on purpose is an error of the browser's console: the answer of one path with one status, and no other. */
export function refused(status, path) {
  const text = new RegExp(`the server responded with a status of ${status} \\(.*\\) ${base}/api/v1${path}$`);
  return (what) => text.test(what);
}

/**
 * A person with a browser of their own. What must not happen is noted in `wrong`; `done` fails the test for it. `expects` are
 * the exceptions, each of which has to happen; those of `allows` may, which depends on what comes first.
 */
export async function visitor({ size = sizes.desk, scheme = 'light', locale = 'en-US', expects = [], allows = [] } = {}) {
  const context = await browser.newContext({ viewport: size, colorScheme: scheme, reducedMotion: 'reduce', locale, timezoneId: 'UTC', bypassCSP: false });
  context.setDefaultTimeout(patience);
  const page = await context.newPage();
  const { pages } = underWay.getStore();
  pages.add(page);
  if (isByKeyboard) useKeyboard(page);
  const wrong = [];
  const met = new Set();
  const note = (what) => {
    const expected = expects.filter((one) => one(what));
    expected.forEach((one) => met.add(one));
    if (expected.length === 0 && !allows.some((one) => one(what)) && !(isLeaving && /status of 401 .*\/api\/v1\//.test(what))) wrong.push(what);
  };
  // Who logs out may have asked for something a moment before, which is refused then.
  let isLeaving = false;
  context.on('request', (request) => (isLeaving = /\/auth\/(logout|login)$/.test(request.url()) ? request.url().endsWith('/logout') : isLeaving));
  watch(page, note);
  context.on('page', (other) => watch(other, note));
  const done = async () => {
    pages.delete(page);
    await gone(context.close());
    assert.deepEqual(wrong, [], 'nothing goes wrong unseen');
    assert.equal(met.size, expects.length, 'what was expected to be refused was');
  };
  return { context, page, wrong, done };
}

/**
 * Logs somebody in at the door, without the pages for it, which are other journeys' subject: the browser gets the session's
 * cookie and the hint that there is one, as from the console.
 */
export async function enter(page, person, path = '/auth/login') {
  const door = base + '/door';
  await page.route(door, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto(door);
  await page.unroute(door);
  const ask = async ([path, body]) => {
    const answer = await fetch('/api/v1' + path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
    localStorage.setItem('bourse.session', '1');
    return answer.json();
  };
  const { data, error } = await page.evaluate(ask, [path, { email: person.email, password: person.password, session: 'cookie' }]);
  assert.ok(data, `${path}: ${JSON.stringify(error)}`);
  return data.accessToken;
}

/** Somebody new, in a browser of their own. */
export async function newcomer(options) {
  const person = somebody();
  const visit = await visitor(options);
  return { ...visit, person, token: await enter(visit.page, person, '/auth/register') };
}

function watch(page, note) {
  page.on('console', (message) => message.type() === 'error' && note(`console: ${message.text()} ${message.location().url}`));
  page.on('pageerror', (error) => note(`thrown: ${error.message} at ${page.url()}`));
  page.on('request', (request) => new URL(request.url()).origin === base || request.url().startsWith('data:') || request.url().startsWith('blob:') || note(`another origin: ${request.url()}`));
  // A violation of the policy is told to the page before any of its scripts can hide it.
  page.addInitScript(() => addEventListener('securitypolicyviolation', (event) => console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`)));
  page.addInitScript(keepWhatIsTold);
}

/**
 * In the page: what it tells in passing, to who sees it and to who has it read out, is kept for `told`, because it may be
 * gone when a busy machine comes to look.
 */
function keepWhatIsTold() {
  window.toldInPassing = [];
  const begin = new MutationObserver(() => {
    const place = document.querySelector('.toasts[role=status]');
    if (!place) return;
    begin.disconnect();
    const isSeen = (node) => node.matches?.('.toast') && node.checkVisibility({ visibilityProperty: true }) && node.getBoundingClientRect().height > 0;
    const keep = (nodes) => window.toldInPassing.push(...[...nodes].filter(isSeen).map((node) => node.querySelector('span').textContent));
    keep(place.children);
    new MutationObserver((changes) => changes.forEach(({ addedNodes }) => keep(addedNodes))).observe(place, { childList: true });
  });
  begin.observe(document, { childList: true, subtree: true });
}

/** Waits until the page has told something in passing. What was told once answers once. */
export async function told(page, text) {
  const { source, flags } = text instanceof RegExp ? text : new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const take = ([source, flags]) => {
    const at = window.toldInPassing.findIndex((one) => new RegExp(source, flags).test(one));
    return at >= 0 && window.toldInPassing.splice(at, 1).length > 0;
  };
  await page.waitForFunction(take, [source, flags]).catch(async (failure) => {
    assert.fail(`${text} was not told, but ${JSON.stringify(await page.evaluate(() => window.toldInPassing))}: ${failure.message}`);
  });
}

/** What is sent to a path from now on, other than what only reads. */
export function sentTo(page, path) {
  const found = [];
  const whole = new RegExp(`/api/v1${path}$`);
  page.on('request', (request) => request.method() !== 'GET' && whole.test(request.url()) && found.push(request.postDataJSON()));
  return found;
}

/** Waits until what is asked for has come: nothing keeps its place any more. */
export async function settled(page) {
  await page.waitForFunction(() => !document.querySelector('[aria-busy=true], .skeleton'));
}

/** What axe has looked at, and where somebody was, as routes.mjs wants to know. */
const checked = new Set();
export const visits = [];

/**
 * No violation of WCAG 2.2 A or AA on what is seen now: all rules in light, once for each name and size; and in dark those of
 * colours, once for each page, each dialog of it, and each again with something refused. Another journey may have been there
 * already. axe is run beside the page, not loaded by it.
 */
export async function accessible(page, name) {
  await seen(page, name);
  if (isByKeyboard) return;
  const { width } = page.viewportSize();
  for (const [scheme, place, runOnly] of [['light', `${name} ${width}`, allRules], ['dark', await page.evaluate(coloured), rulesOfColours]]) {
    if (checked.has(scheme + place)) continue;
    checked.add(scheme + place);
    if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
    if (scheme === 'dark') await turn(page, scheme);
    const { violations } = await page.evaluate((only) => window.axe.run(document, { runOnly: only, resultTypes: ['violations'], preload: false }), runOnly);
    const found = violations.map((one) => `${one.id}: ${one.help} at ${one.nodes.map((node) => node.target.join(' ')).slice(0, 4).join(' | ')}`);
    assert.deepEqual(found, [], `${name} in ${scheme}`);
    if (pictures) await page.screenshot({ path: join(pictures, `${name}-${width}-${scheme}.png`), fullPage: true, animations: 'disabled' });
    if (scheme === 'dark') await turn(page, 'light');
  }
}

const allRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const rulesOfColours = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** In the page: what of the console it is, whatever it is about. */
function coloured() {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
  const isRefused = (dialog ?? document).querySelector('[role=alert], [aria-invalid=true]') !== null;
  return [location.pathname.replaceAll(/[0-9a-f-]{36}/g, 'one'), dialog?.querySelector('h2')?.textContent, isRefused].join(' ');
}

async function turn(page, scheme) {
  await page.emulateMedia({ colorScheme: scheme });
  await page.waitForFunction((dark) => matchMedia('(prefers-color-scheme: dark)').matches === dark, scheme === 'dark');
}

/** Nothing is wider than the window; and it is noted that the page was looked at. */
async function seen(page, name) {
  const [over, clipped] = await page.evaluate(() => [
    document.documentElement.scrollWidth - document.documentElement.clientWidth,
    [...document.querySelectorAll('dialog[open] .content')].filter((one) => one.scrollWidth > one.clientWidth).length,
  ]);
  assert.equal(over, 0, `${name} is wider than the window`);
  assert.equal(clipped, 0, `a dialog of ${name} is narrower than what is in it`);
  visits.push({ path: new URL(page.url()).pathname, width: page.viewportSize().width });
}

/** The newest mail to somebody that holds a link to a path. */
export async function linkInMail(to, path) {
  const outbox = process.env.BOURSE_OUTBOX;
  return until(`a mail to ${to} that leads to ${path}`, () => {
    const mails = existsSync(outbox) ? readFileSync(outbox, 'utf8').trim().split('\n').filter(Boolean).map((line) => JSON.parse(line)) : [];
    const link = mails.filter((mail) => mail.recipient === to).map((mail) => mail.text.match(/https?:\/\/\S+/g)?.find((one) => new URL(one).pathname === path)).findLast(Boolean);
    return link && base + new URL(link).pathname + new URL(link).search;
  });
}

/** Asks until there is an answer, and fails by the name of what did not come. */
export async function until(what, answer) {
  for (const end = Date.now() + patience; Date.now() < end; await pause(100)) {
    const found = await answer();
    if (found) return found;
  }
  return assert.fail(`there is not ${what}`);
}

/**
 * Presses until something has come of it: a busy machine may press too late, or while a button takes no press. Only for what
 * may be pressed again as long as nothing has come.
 */
export async function pressUntil(what, press, isThere) {
  let failure;
  for (let presses = 0; presses < 6; presses++) {
    failure = await press().then(() => undefined, (error) => error);
    for (const end = Date.now() + 5000; Date.now() < end; await pause(50)) if (await isThere()) return;
  }
  assert.fail(`there is not ${what}, however often it is pressed` + (failure ? `: ${failure.message}` : ''));
}

/** Goes to a page by its shortcut, g and another key: the second counts only soon after the first. */
export async function jump(page, key, target) {
  const press = async () => {
    await page.keyboard.press('g');
    await page.keyboard.press(key);
  };
  await pressUntil(`what g and ${key} lead to`, press, () => target.isVisible());
}

/** Calls the API as anybody could. */
export async function call(method, path, { token, body, headers } = {}) {
  const answer = await fetch(base + '/api/v1' + path, {
    method,
    headers: { ...(token && { Authorization: `Bearer ${token}` }), ...(body && { 'Content-Type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { data, error } = await answer.json();
  assert.ok(answer.ok, `${method} ${path}: ${JSON.stringify(error)}`);
  return data;
}

/** Somebody new. */
export function somebody() {
  return { email: `person-${crypto.randomUUID()}@journey.test`, password: 'a sentence is long enough' };
}

/** Somebody of the demo. */
export async function tokenOf(email) {
  return (await call('POST', '/auth/login', { body: { email, password: 'bourse-demo-1' } })).accessToken;
}

/** Pays at the sandbox, without a browser. */
export async function pay(checkoutUrl) {
  const answer = await fetch(base + new URL(checkoutUrl).pathname, { method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: 'decision=pay', redirect: 'manual' });
  assert.ok(answer.status < 400, 'the sandbox takes the money');
}

/** Somebody new who has paid for a course, by the API. */
export async function buyer(slug) {
  const person = somebody();
  const { accessToken: token } = await call('POST', '/auth/register', { body: person });
  const course = await call('GET', `/education/courses/${slug}`, { token });
  const { paymentId, checkoutUrl } = await call('POST', '/payments/checkout', { token, body: { courseId: course.id }, headers: { 'Idempotency-Key': crypto.randomUUID() } });
  await pay(checkoutUrl);
  return { ...person, token, course, paymentId };
}

/** Has somebody handed in who they are, and an administrator believe it; then they have an account with money in it. */
export async function fund({ token, id }, admin, amount, fullName = 'Ada Lovelace') {
  await call('POST', '/kyc', { token, body: { fullName, country: 'NL', dateOfBirth: '1990-01-02', documentType: 'passport', documentNumber: 'NX12345' } });
  const cases = await call('GET', '/kyc/cases?state=submitted&limit=100', { token: admin });
  await call('POST', `/kyc/cases/${cases.find((one) => one.userId === id).id}/decision`, { token: admin, body: { decision: 'approve' } });
  const account = await call('POST', '/investment/accounts', { token, body: { tradingAgent: 'nova', initialCapital: 100, riskProfile: 'moderate' } });
  const { checkoutUrl } = await call('POST', '/payments/deposits', { token, body: { accountId: account.id, amount }, headers: { 'Idempotency-Key': crypto.randomUUID() } });
  await pay(checkoutUrl);
  return account;
}

/** Asks for money of an account. */
export function withdraw({ token }, account, amount, holderName = 'Ada Lovelace') {
  const destination = { method: 'bank_transfer', holderName, iban: 'NL91ABNA0417164300' };
  return call('POST', '/payments/withdrawals', { token, body: { accountId: account.id, amount, destination }, headers: { 'Idempotency-Key': crypto.randomUUID() } });
}
