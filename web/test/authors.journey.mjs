// Two administrators write the same thing: each changes what they have typed, and nothing that the other has changed.
import assert from 'node:assert/strict';
import { Office } from './pages/office.mjs';
import { accessible, base, call, journey, sentTo, tokenOf, visitor } from './support.mjs';

/** An administrator in the office, and another one who uses the API. */
async function two() {
  const visit = await visitor();
  const office = new Office(visit.page);
  await office.login('admin@demo.test');
  const token = await tokenOf('admin@demo.test');
  return { ...visit, office, other: (method, path, body) => call(method, path, { token, body }) };
}

/** A course that nobody but its authors sees. */
const newCourse = (other) => other('POST', '/education/courses', { title: `Together ${crypto.randomUUID()}`, shortDescription: 'By two.', difficultyLevel: 'beginner', priceUsd: 10, thumbnailUrl: '/logo.png' });

journey('a course keeps the price that another has set, and its picture can be taken away', async () => {
  const { page, office, other, done } = await two();
  const course = await newCourse(other);
  const now = () => other('GET', `/education/authoring/courses/${course.id}`);
  const price = page.getByLabel('Price', { exact: true });
  const picture = page.getByLabel('Picture URL');
  const sent = sentTo(page, `/education/courses/${course.id}`);
  await office.open(`catalogue/courses/${course.id}`, course.title);
  const title = `${course.title}, the second`;
  await page.getByLabel('Title', { exact: true }).fill(title);
  await other('PATCH', `/education/courses/${course.id}`, { priceUsd: 20 });
  await office.button('Save the course').click();
  await office.told('The course is saved.');
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  assert.deepEqual(sent, [{ title }], 'only what was typed is sent');
  assert.equal((await now()).priceUsd, 20);

  // What is kept over a reload lies over nothing that was not typed.
  await page.getByLabel('Short description').fill('By the two of us.');
  await other('PATCH', `/education/courses/${course.id}`, { priceUsd: 30 });
  await page.reload();
  await office.button('Discard changes').waitFor();
  assert.equal(await page.getByLabel('Short description').inputValue(), 'By the two of us.');
  assert.equal(await price.inputValue(), '30');
  assert.equal(await picture.inputValue(), '/logo.png');
  await picture.fill('');
  await office.button('Save the course').click();
  await office.told('The course is saved.');
  assert.deepEqual(sent[1], { shortDescription: 'By the two of us.', thumbnailUrl: '' });
  assert.match((await now()).thumbnailUrl, /\/thumbnail\.svg$/, 'it is drawn again');

  // What is typed while it is being saved is a change, too, also in the form that is made anew of what was saved.
  let release;
  const held = new Promise((go) => (release = go));
  await page.route(`**/api/v1/education/courses/${course.id}`, async (route) => {
    if (route.request().method() === 'PATCH') await held;
    await route.continue();
  });
  const reload = async () => {
    await page.reload();
    await page.getByRole('button', { name: 'Save the course', disabled: true }).waitFor();
  };
  await reload();
  await page.getByLabel('Short description').fill('By one of us.');
  await office.button('Save the course').click();
  await page.locator('button[aria-busy=true]').waitFor();
  await price.fill('40');
  release();
  await office.told('The course is saved.');
  const next = `${course.title}, the third`;
  await other('PATCH', `/education/courses/${course.id}`, { title: next });
  await page.reload();
  await page.getByRole('heading', { level: 1, name: next }).waitFor();
  assert.equal(await price.inputValue(), '40', 'it is still there');
  await office.button('Save the course').click();
  await office.told('The course is saved.');
  assert.deepEqual(sent.slice(2), [{ shortDescription: 'By one of us.' }, { priceUsd: 40 }]);

  // What means the same is not sent: the server would refuse a change of nothing.
  await reload();
  await page.getByLabel('Title', { exact: true }).fill(`${next} `);
  await office.button('Save the course').click();
  await office.told('The course is saved.');
  assert.equal(sent.length, 4);
  await done();
});

journey('a lesson keeps the quiz that another has corrected; what is given up is gone', async () => {
  const { page, office, other, done } = await two();
  const course = await newCourse(other);
  const quiz = (correctOption, ...questions) => ({ passPercent: 80, questions: [{ ...questions[0], text: 'What does a stop do?', options: ['It raises a gain', 'It limits a loss'], correctOption, explanation: 'It closes in time.' }] });
  const lesson = await other('POST', `/education/courses/${course.id}/lessons`, { title: 'Stops', type: 'quiz', content: 'Try it.', durationMinutes: 5, quiz: quiz(0) });
  const now = () => other('GET', `/education/authoring/lessons/${lesson.id}`);
  const { id } = (await now()).quiz.questions[0];
  const text = page.getByLabel('Text', { exact: true });
  const question = page.getByLabel('Question 1', { exact: true });
  const sent = sentTo(page, `/education/lessons/${lesson.id}`);
  const address = `catalogue/courses/${course.id}/lessons/${lesson.id}`;
  await office.open(address, 'Stops');
  await text.fill('Try it twice.');
  await other('PATCH', `/education/lessons/${lesson.id}`, { status: 'draft', quiz: quiz(1, { id }) });
  await page.getByRole('button', { name: /^Save/ }).click();
  await office.told('“Stops” is saved.');
  await page.getByRole('heading', { level: 1, name: course.title }).waitFor();
  assert.deepEqual(sent, [{ content: 'Try it twice.' }], 'only what was typed is sent');
  const { status, quiz: kept } = await now();
  assert.deepEqual([status, kept.questions[0].correctOption], ['draft', 1]);

  // A quiz that was changed is sent as a whole.
  await office.open(address, 'Stops');
  assert.ok(await office.button('Save the draft').isDisabled(), 'there is nothing to save');
  await question.fill('What is a stop for?');
  await office.button('Save the draft').click();
  await office.told('“Stops” is saved.');
  assert.deepEqual(Object.keys(sent[1]), ['quiz']);
  assert.deepEqual([sent[1].quiz.questions[0].id, sent[1].quiz.questions[0].correctOption], [id, 1]);

  await office.open(address, 'Stops');
  await text.fill('Never mind.');
  await question.fill('Why?');
  await accessible(page, 'office-lesson-changed');
  await office.button('Discard changes').click();
  assert.deepEqual([await text.inputValue(), await question.inputValue()], ['Try it twice.', 'What is a stop for?']);
  await text.fill('Never mind.');
  await page.getByRole('link', { name: 'Back without saving' }).click();
  await page.getByRole('link', { name: 'Stops', exact: true }).click();
  await text.waitFor();
  assert.equal(await text.inputValue(), 'Try it twice.', 'who goes without saving has given it up');
  assert.equal(sent.length, 2);
  await done();
});

journey('a bot keeps the risk and the parameters that another has set', async () => {
  const { page, office, other, done } = await two();
  const bot = await other('POST', '/trading/bots', { name: `Together ${crypto.randomUUID()}`, description: 'By two.', strategyType: 'trend', symbols: ['BTCUSD'], timeframe: '1h', riskLevel: 'low' });
  const sent = sentTo(page, `/trading/bots/${bot.id}`);
  await office.open(`catalogue/bots/${bot.id}`, bot.name);
  await page.getByLabel('What it does').fill('By the two of us.');
  const parameters = { ...bot.parameters, stopAtr: 3 };
  const set = await other('PATCH', `/trading/bots/${bot.id}`, { riskLevel: 'high', parameters });
  await office.button('Save the bot').click();
  await office.told('The bot is saved.');
  assert.deepEqual(sent, [{ description: 'By the two of us.' }], 'only what was typed is sent');
  const now = await other('GET', `/trading/bots/${bot.id}`);
  assert.deepEqual([now.riskLevel, now.parameters], ['high', set.parameters]);
  await done();
});

journey('an endpoint keeps the events that another has chosen', async () => {
  const { page, office, other, done } = await two();
  const name = `Together ${crypto.randomUUID()}`;
  const endpoint = await other('POST', '/webhooks/endpoints', { name, url: 'https://example.com/hooks', subscribedEvents: ['identity.user.registered'], authType: 'bearer', authConfig: { token: 'a-secret-of-theirs' } });
  const sent = sentTo(page, `/webhooks/endpoints/${endpoint.id}`);
  await office.open(`webhooks/endpoints/${endpoint.id}/edit`, `Change ${name}`);
  assert.ok(await office.button('Save the changes').isDisabled(), 'nothing is changed yet');
  await page.getByLabel('Description', { exact: true }).fill('By the two of us.');
  await other('PATCH', `/webhooks/endpoints/${endpoint.id}`, { subscribedEvents: ['payment.succeeded'] });
  await office.button('Save the changes').click();
  await office.told('The endpoint is saved.');
  assert.deepEqual(sent, [{ description: 'By the two of us.' }], 'only what was typed is sent');
  assert.deepEqual((await other('GET', `/webhooks/endpoints/${endpoint.id}`)).subscribedEvents, ['payment.succeeded']);

  // Who cancels has given it up.
  const description = page.getByLabel('Description', { exact: true });
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  await page.goto(`${base}/office/webhooks/endpoints/${endpoint.id}/edit`);
  await description.fill('By nobody.');
  await page.getByRole('link', { name: 'Cancel', exact: true }).click();
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  await page.goto(`${base}/office/webhooks/endpoints/${endpoint.id}/edit`);
  await description.waitFor();
  assert.equal(await description.inputValue(), 'By the two of us.');

  // One that is broken is mended by sending all of it, also what looks as it was: it is empty only because it cannot be read.
  await page.route(`**/api/v1/webhooks/endpoints/${endpoint.id}`, async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const response = await route.fetch();
    const json = await response.json();
    await route.fulfill({ response, json: { ...json, data: { ...json.data, authType: 'none', authConfig: {}, broken: 'its secrets were sealed with a key that this process does not have' } } });
  });
  await page.reload();
  await office.button('Save the changes').click();
  await office.told('The endpoint is saved.');
  assert.deepEqual([sent[1].authType, sent[1].authConfig, sent[1].customHeaders], ['none', {}, {}]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await done(); // before it is removed, because the page of the endpoint still asks for its deliveries
  await other('DELETE', `/webhooks/endpoints/${endpoint.id}`);
});
