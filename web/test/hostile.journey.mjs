// Texts of people who mean harm, in every place that a user, an author, a receiver or an exchange can write to. Each is
// shown as it was written; none runs, and none even tries, which the policy would tell.
import assert from 'node:assert/strict';
import { addresses, routes } from './routes.mjs';
import { base, call, enter, fund, journey, listening, pay, settled, somebody, tokenOf, until, visitor, withdraw } from './support.mjs';

const password = 'bourse-demo-1';
const short = '<img src=x onerror=hit(1)>';
const middle = `"><svg onload=hit(2)> ${short}`;
const long = `${middle} <script>hit(3)</script> {{constructor.constructor('hit(4)')()}} \u202Egpj.exe javascript:hit(5)`;
const markdown = `${long}\n\n[a link](javascript:hit(6)) [another](data:text/html,x) ![a picture](javascript:hit(7)) <javascript:hit(8)>\n\n# ${short}\n\n| ${short} |\n|---|\n| ${middle} |\n\n\`\`\`\n${long}\n\`\`\`\n`;

/** What a receiver answers. */
const receive = (request, response) =>
  request.resume().on('end', () => {
    response.writeHead(500, short, { 'Content-Type': 'text/html', 'X-Said': middle, 'Set-Cookie': `${short}=1` });
    response.end(`<html><body onload=hit(9)>${middle}<script>hit(3)</script></body></html>`);
  });

/** A visitor who is told of any script that ran; `look` opens a page and sees that nothing of it was made of a text. */
async function witness() {
  const visit = await visitor();
  await visit.context.addInitScript(() => (window.hit = (which) => console.error(`a text of somebody has run: ${which}`)));
  visit.page.on('dialog', (dialog) => {
    visit.wrong.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  const look = async (address, ...texts) => {
    await visit.page.goto(base + address);
    await visit.page.getByRole('heading', { level: 1 }).first().waitFor();
    await settled(visit.page).catch(() => assert.fail(`${address} does not come to rest`));
    const edit = visit.page.getByRole('button', { name: 'Open for editing' });
    if (await edit.isVisible()) await edit.click(); // what is only for authors is behind it
    await harmless(visit.page, address);
    for (const text of texts) await visit.page.getByText(text).filter({ visible: true }).first().waitFor().catch(() => assert.fail(`${address} does not show ${text}`));
  };
  return { ...visit, look };
}

async function harmless(page, where) {
  const made = await page.evaluate(() => {
    const attributes = [...document.querySelectorAll('*')].flatMap((element) => [...element.attributes].filter(({ name, value }) => name.startsWith('on') || (/^(href|src|action|formaction|xlink:href|srcdoc)$/.test(name) && /^\s*(javascript|data:text|vbscript)/i.test(value))).map(({ name, value }) => `${element.tagName} ${name}=${value}`));
    return [...attributes, ...[...document.querySelectorAll('img[src="x"], script:not([src]), svg[onload], iframe:not([sandbox])')].map((element) => element.outerHTML)];
  });
  assert.deepEqual(made, [], `what a text has become at ${where}`);
}

journey('what people write is shown as they wrote it', async () => {
  const [admin, analyst, platform] = await Promise.all(['admin', 'analyst', 'super'].map((name) => tokenOf(`${name}@demo.test`)));
  const person = somebody();
  const { accessToken: token } = await call('POST', '/auth/register', { body: person });
  const me = await call('GET', '/auth/me', { token });
  await call('PATCH', '/auth/me', { token, body: { displayName: `Eve ${middle}` } });
  await call('POST', '/auth/login', { body: person, headers: { 'User-Agent': `Evil ${middle}` } });
  await call('POST', '/auth/api-keys', { token, body: { name: `Key ${middle}`, scopes: ['trading:read'] } });
  await call('POST', '/trading/alerts', { token, body: { symbol: 'BTCUSD', kind: 'above', price: 900_000, note: `Note ${long}` } });

  // Who they are, and why not.
  await call('POST', '/kyc', { token, body: { fullName: `Eve ${middle}`, country: 'NL', dateOfBirth: '1990-01-02', documentType: 'passport', documentNumber: 'NX12345', documents: [{ type: 'passport', reference: 'javascript:hit' }] } });
  const [kyc] = (await call('GET', '/kyc/cases?state=submitted&limit=100', { token: admin })).filter((one) => one.userId === me.id);
  await call('POST', `/kyc/cases/${kyc.id}/decision`, { token: admin, body: { decision: 'reject', reason: `Refused ${long}` } });

  // A course, bought, given back, and another one to its certificate.
  const write = async (title, priceUsd) => {
    const course = await call('POST', '/education/courses', { token: admin, body: { title: `${title} ${middle}`, slug: `hostile-${title.toLowerCase()}-${Date.now()}`, shortDescription: `In short ${middle}`, description: markdown, difficultyLevel: 'beginner', priceUsd, thumbnailUrl: 'https://elsewhere.test/x.png' } });
    const lesson = await call('POST', `/education/courses/${course.id}/lessons`, { token: admin, body: { title: `Lesson ${middle}`, type: 'text', content: markdown, durationMinutes: 1 } });
    const question = { text: `Question ${middle}`, options: [`One ${middle}`, `Two ${middle}`], correctOption: 0, explanation: `Because ${middle}` };
    const quiz = await call('POST', `/education/courses/${course.id}/lessons`, { token: admin, body: { title: `Quiz ${middle}`, type: 'quiz', content: markdown, durationMinutes: 1, quiz: { passPercent: 100, questions: [question] } } });
    await call('POST', `/education/courses/${course.id}/publish`, { token: admin });
    return { course, lesson, quiz };
  };
  const free = await write('Free', 0);
  await call('POST', `/education/courses/${free.course.id}/enroll`, { token });
  await call('POST', `/education/lessons/${free.lesson.id}/complete`, { token });
  const asked = await call('GET', `/education/lessons/${free.quiz.id}`, { token });
  await call('POST', `/education/lessons/${free.quiz.id}/attempts`, { token, body: { answers: [{ questionId: asked.quiz.questions[0].id, option: 0 }] } });
  const dear = await write('Dear', 20);
  const bought = await call('POST', '/payments/checkout', { token, body: { courseId: dear.course.id }, headers: { 'Idempotency-Key': crypto.randomUUID() } });
  await pay(bought.checkoutUrl);
  await call('POST', `/payments/${bought.paymentId}/refunds`, { token: admin, body: { amount: 5, reason: `Refunded ${long}` }, headers: { 'Idempotency-Key': crypto.randomUUID() } });

  // Money in and out.
  const account = await fund({ token, id: me.id }, admin, 300, `Eve ${middle}`);
  const withdrawal = await withdraw({ token }, account, 50, `Holder ${middle}`);
  await call('PATCH', `/payments/withdrawals/${withdrawal.id}`, { token: admin, body: { decision: 'reject', reason: `Kept ${long}` } });
  const [portfolio] = await call('GET', '/portfolio', { token });
  await call('PATCH', `/portfolio/${portfolio.id}`, { token, body: { name: `Folio ${middle}` } });
  await call('POST', `/portfolio/${portfolio.id}/goals`, { token, body: { name: `Goal ${middle}`, targetAmount: 1000, targetDate: '2040-01-01' } });

  // What authors and the brand say.
  const signal = await call('POST', '/trading/signals', { token: analyst, body: { symbol: 'BTCUSD', signalType: 'entry_long', reason: `Why ${long}`, expiresInMinutes: 5 } });
  const bot = await call('POST', '/trading/bots', { token: admin, body: { name: `Bot ${Date.now()} ${short}`, description: `Does ${long}`, strategyType: 'trend', symbols: ['BTCUSD'], riskLevel: 'low' } });
  const tenant = await call('POST', '/tenants', { token: platform, body: { slug: `hostile-${Date.now()}`, name: `Tenant ${middle}` } });
  await call('PATCH', `/tenants/${tenant.id}`, { token: platform, body: { productName: short, mailSenderName: `House ${short.slice(0, 20)}` } });
  const { tenantId } = await call('GET', '/auth/me', { token: admin });
  await call('PUT', `/tenants/${tenantId}/mail-templates/payment_refunded`, { token: admin, body: { subject: `Back ${middle}`, text: `Text ${middle}`, html: `<p>Paid ${middle.replaceAll('<', '&lt;')}</p>` } }).catch(() => {});

  const receiver = await listening(receive);
  const endpoint = await call('POST', '/webhooks/endpoints', { token: admin, body: { name: `Hook ${middle} ${Date.now()}`, description: `For ${long}`, url: `${receiver}/?<img%20src=x>&${Date.now()}`, customHeaders: { 'X-Evil': short }, subscribedEvents: ['custom.hostile'], retryEnabled: false } });
  await call('POST', '/webhooks/events', { token: admin, body: { type: 'custom.hostile', data: { name: long, [short]: middle } } });
  const delivery = await until('a delivery that was given up', async () => (await call('GET', `/webhooks/endpoints/${endpoint.id}/deliveries`, { token: admin })).find(({ status }) => status === 'exhausted'));

  const customer = await witness();
  await enter(customer.page, person);
  await customer.page.goto(base);
  await customer.page.getByRole('button', { name: /^Your account: Eve "><svg onload/ }).waitFor();
  const [lessonPage, quizPage] = [free.lesson, free.quiz].map((lesson) => `/learn/${free.course.id}/lessons/${lesson.id}`);
  const mine = await call('GET', '/education/my-courses', { token });
  const { certificateSerial } = mine.find((one) => one.id === free.course.id).enrollment;
  for (const [address, ...texts] of [
    ['/'],
    ['/settings'],
    ['/settings/sessions', 'Evil'],
    ['/settings/api-keys', `Key ${middle}`],
    ['/alerts', `Note ${middle}`],
    ['/invest'],
    ['/invest/verify'],
    [`/invest/accounts/${account.id}`],
    ['/portfolio', `Goal ${middle}`],
    [`/portfolio/rebalance/${portfolio.id}`],
    ['/payments'],
    [`/payments/${bought.paymentId}`, `Dear ${middle}`, `Refunded ${middle}`],
    [`/payments/withdrawals/${withdrawal.id}`, `Kept ${middle}`],
    ['/bots'],
    [`/bots/${bot.id}`, `Does ${middle}`],
    ['/signals'],
    [`/signals/${signal.id}`, `Why ${middle}`],
    ['/learn', `Free ${middle}`],
    [`/learn/${free.course.id}`, `Free ${middle}`, `Lesson ${middle}`, 'a link'],
    [lessonPage, '[a link](javascript:hit(6))', short],
    [quizPage, `Question ${middle}`, `One ${middle}`],
    [`/certificates/${certificateSerial}`, `Free ${middle}`, `Eve ${middle}`, 'the brand default'],
  ])
    await customer.look(address, ...texts);
  await customer.done();

  const office = await witness();
  await enter(office.page, { email: 'admin@demo.test', password });
  for (const [address, ...texts] of [
    ['/office/people'],
    [`/office/people/${me.id}`, `Eve ${middle}`],
    ['/office/kyc?state=approved'],
    [`/office/kyc/${kyc.id}`, `Eve ${middle}`],
    ['/office/withdrawals'],
    [`/office/withdrawals/${withdrawal.id}`, `Kept ${middle}`],
    ['/office/payments'],
    [`/office/payments/${bought.paymentId}`, `Refunded ${middle}`],
    ['/office/catalogue'],
    [`/office/catalogue/courses/${free.course.id}`, `Lesson ${middle}`],
    [`/office/catalogue/courses/${free.course.id}/lessons/${free.lesson.id}`, short],
    [`/office/catalogue/courses/${free.course.id}/lessons/${free.quiz.id}`],
    [`/office/catalogue/bots/${bot.id}`, short],
    ['/office/brand'],
    ['/office/brand/mails/payment_refunded'],
    ['/office/audit'],
    ['/office/webhooks', `Hook ${middle}`],
    [`/office/webhooks/endpoints/${endpoint.id}`, `Hook ${middle}`],
    [`/office/webhooks/endpoints/${endpoint.id}/edit`],
    [`/office/webhooks/deliveries?endpoint=${endpoint.id}`, `Hook ${middle}`],
    [`/office/webhooks/deliveries/${delivery.id}`, short, '<script>hit(3)'],
    ['/office/webhooks/events'],
  ])
    await office.look(address, ...texts);
  await office.done();

  const operator = await witness();
  await enter(operator.page, { email: 'super@demo.test', password });
  await operator.look('/office/tenants', `Tenant ${middle}`);
  await operator.look(`/office/brand?tenant=${tenant.id}`);
  await operator.done();
  await call('DELETE', `/webhooks/endpoints/${endpoint.id}`, { token: admin }).catch(() => {});
  for (const { course } of [free, dear]) await call('POST', `/education/courses/${course.id}/archive`, { token: admin });
});

// What an exchange or a provider says cannot be written by us: here every text of every answer is hostile.
journey('whatever any answer says, no page of the console runs it', async () => {
  const all = await addresses(await tokenOf('trader@demo.test'), await tokenOf('admin@demo.test'));
  const ofThePlatform = ({ path, access }) => access === 'platform' || path.startsWith('/office/catalogue/courses'); // the demo's brand has no course of its own
  for (const [email, sees] of [
    ['trader@demo.test', ({ access }) => ['user', 'anybody'].includes(access)],
    ['admin@demo.test', (route) => route.access === 'office' && !ofThePlatform(route)],
    ['super@demo.test', ofThePlatform],
  ]) {
    const { page, look, done } = await witness();
    await enter(page, { email, password });
    await page.route(/\/api\/v1\/(?!auth\/refresh|trading\/stream|tenants\/[^/]+\/mail-templates$)/, async (route) => {
      const answer = await route.fetch();
      if (!answer.headers()['content-type']?.includes('json')) return route.fulfill({ response: answer });
      return route.fulfill({ response: answer, json: poisoned(await answer.json()) });
    });
    for (const { address } of all.filter(sees)) await look(address);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await done();
  }
  assert.ok(all.length === routes.length);
});

const texts = /^(name|title|description|shortDescription|reason|note|message|syncMessage|statusReason|displayName|fullName|content|text|subject|explanation|botName|reference|productName|holderName|holder|hint|credentialHint|asset|device|userAgent|responseBody|requestBody|body|error|detail|label|summary|author|userName|courseTitle|location|lastError|failureReason|code)$/;

/** The same answer with something hostile behind every text that is for people. */
function poisoned(value, key = '') {
  if (typeof value === 'string') return texts.test(key) ? `${value} ${long}` : value;
  if (Array.isArray(value)) return value.map((one) => poisoned(one, key === 'options' ? 'text' : key));
  if (value && typeof value === 'object') return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, poisoned(one, name)]));
  return value;
}
