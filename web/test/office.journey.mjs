// A day of an administrator: who waits is decided on, money is paid back, a course is written, the brand is changed.
import assert from 'node:assert/strict';
import { Office } from './pages/office.mjs';
import { accessible, base, buyer, byKeyboard, call, fund, journey, refused, settled, sizes, somebody, tokenOf, visitor, withdraw } from './support.mjs';

const attack = '<img src=x onerror=alert(1)>';

/** Somebody new, by the API. */
async function customer() {
  const person = somebody();
  const { accessToken } = await call('POST', '/auth/register', { body: person });
  return { ...person, token: accessToken, ...(await call('GET', '/auth/me', { token: accessToken })) };
}

journey('a person is found, made an analyst, suspended and let in again', async () => {
  const person = await customer();
  const { page, done } = await visitor();
  const office = new Office(page);
  await office.login('admin@demo.test');
  await office.open('people', 'People');
  await page.getByRole('searchbox', { name: 'Email begins with' }).fill(person.email.slice(0, -4));
  await page.getByRole('link', { name: person.email }).click();
  await page.getByRole('heading', { level: 1, name: person.email }).waitFor();
  await office.act('Change role', 'Make them analyst', (dialog) => dialog.getByLabel('Role').selectOption('analyst'));
  await office.told(/is now analyst/);
  await page.getByText('User role changed').or(page.getByText(/role: /)).first().waitFor();
  await office.act('Suspend', 'Suspend them');
  await office.told(/is suspended/);
  await page.getByText('Suspended', { exact: true }).first().waitFor();
  await accessible(page, 'office-person');
  await office.act('Reinstate', 'Reinstate them');
  await office.told(/is reinstated/);
  const own = await call('GET', '/auth/me', { token: await tokenOf('admin@demo.test') });
  await office.open(`people/${own.id}`, 'admin@demo.test');
  await page.getByText('Another admin has to decide.').waitFor();
  assert.equal(await office.button('Suspend').count(), 0, 'nobody is offered to suspend themselves');
  await done();
});

journey('a KYC case is rejected with a reason, handed in again and approved; nothing that was written runs', async () => {
  const person = await customer();
  const hand = () => call('POST', '/kyc', { token: person.token, body: { fullName: `Ada ${attack}`, country: 'NL', dateOfBirth: '1990-01-02', documentType: 'passport', documentNumber: 'NX12345', documents: [{ type: 'passport', reference: 'javascript:alert' }, { type: 'selfie', reference: 'https://store.example/selfie' }] } });
  await hand();
  const { page, done } = await visitor();
  const office = new Office(page);
  await office.login('admin@demo.test');
  await office.open('kyc', 'KYC');
  await accessible(page, 'office-kyc');
  await page.getByRole('table', { name: 'KYC cases' }).getByRole('link', { name: person.email }).click();
  await page.getByRole('heading', { name: 'Submission' }).waitFor();
  await accessible(page, 'office-case');
  assert.equal(await page.locator('a[href^="javascript"]').count(), 0);
  await office.act('Reject', /^Reject Ada/, (dialog) => dialog.getByLabel('Reason').fill('The picture is too dark.'));
  await office.told(/is rejected/);
  await page.getByText('The picture is too dark.').first().waitFor();
  await hand();
  await page.reload();
  await office.act('Approve', /^Approve Ada/);
  await office.told(/is approved/);
  await page.getByText('KYC case approved').first().waitFor();
  await done();
});

journey('a withdrawal is approved by another than its owner, with the amount on the button', async () => {
  const person = await customer();
  await withdraw(person, await fund(person, await tokenOf('admin@demo.test'), 2000), 1250);
  const { page, done } = await visitor();
  const office = new Office(page);
  await office.login('admin@demo.test');
  await office.open('withdrawals', 'Withdrawals');
  await page.getByRole('table', { name: 'Withdrawals' }).getByRole('link', { name: person.email }).first().click();
  await page.getByText('Where the money goes').waitFor();
  await accessible(page, 'office-withdrawal');
  const sum = '1,250.00 USD';
  await office.button(`Approve ${sum}`).click();
  await accessible(page, 'office-withdrawal-approve');
  await office.dialog.getByRole('button', { name: `Approve ${sum}` }).dblclick();
  await office.told(new RegExp(`^${sum} is (approved|paid)`));
  await page.getByText('Withdrawal approved').first().waitFor();
  if (await office.button(`Mark ${sum} paid`).count()) {
    await office.act(`Mark ${sum} paid`, `Mark ${sum} paid`, (dialog) => dialog.getByLabel('Transfer reference').fill('T-1'));
    await office.told(/marked as paid/);
  }
  await page.getByText('Paid', { exact: true }).first().waitFor();
  await done();
});

journey('a withdrawal whose refunds have settled can be paid without a reload, and was read no more often than that', async () => {
  const person = await customer();
  const admin = await tokenOf('admin@demo.test');
  const { id } = await withdraw(person, await fund(person, admin, 500), 250);
  await call('PATCH', `/payments/withdrawals/${id}`, { token: admin, body: { decision: 'approve' } });
  const { page, done } = await visitor();
  const office = new Office(page);
  await office.login('admin@demo.test');
  // The sandbox refunds at once: the first answers are those of a provider that takes its time.
  const slow = { status: 'approved', refundedAmount: 0, refundingAmount: 250 };
  let reads = 0;
  const readsBefore = []; // each look into the list
  await page.route(`**/api/v1/payments/withdrawals/${id}`, async (route) => {
    const isFirst = reads++ === 0;
    const response = await route.fetch();
    const json = await response.json();
    if (isFirst) Object.assign(json.data, slow);
    await route.fulfill({ response, json });
  });
  await page.route('**/api/v1/payments/withdrawals?*', async (route) => {
    const isFirst = readsBefore.push(reads) === 1;
    const response = await route.fetch();
    const json = await response.json();
    if (isFirst) Object.assign(json.data.find((one) => one.id === id), slow);
    await route.fulfill({ response, json });
  });
  await office.open(`withdrawals/${id}`, 'Withdrawal of 250.00 USD');
  await page.getByText('250.00 USD of refunds have to settle first.').waitFor();
  await page.getByText('Paid', { exact: true }).first().waitFor();
  assert.deepEqual(readsBefore.slice(0, 2), [1, 1], 'who looks for it in the list opens nothing that is audited');
  await done();
});

journey('a part of a payment is refunded, and what is no number refunds nothing', async () => {
  const token = await tokenOf('admin@demo.test');
  const { paymentId } = await buyer('reading-charts');
  const { page, done } = await visitor();
  const office = new Office(page);
  await office.login('admin@demo.test');
  await office.open('payments', 'Payments of the brand');
  await page.getByRole('table', { name: 'Payments' }).getByRole('link').first().waitFor();
  await accessible(page, 'office-payments');
  await page.goto(`${base}/office/payments/${paymentId}`);
  await page.getByRole('button', { name: /^Refund up to/ }).click();
  await office.dialog.getByLabel('Amount').fill('one');
  await office.dialog.getByRole('button', { name: 'Refund', exact: true }).click();
  await office.dialog.getByText('Enter a number.').waitFor();
  await office.dialog.getByLabel('Amount').fill('1.50');
  await accessible(page, 'office-refund');
  await office.dialog.getByRole('button', { name: 'Refund 1.50 USD' }).dblclick();
  await office.told(/^1.50 USD (was|is being) refunded/);
  await page.getByRole('table', { name: 'Refunds' }).getByText('1.50').waitFor();
  const { refunds } = await call('GET', `/payments/${paymentId}`, { token });
  assert.equal(refunds.length, 1, 'two clicks refund once');
  await done();
});

journey('a course is written with a lesson and a quiz, published, featured and archived', byKeyboard, async () => {
  const { page, done } = await visitor();
  const office = new Office(page);
  await office.login('admin@demo.test');
  await office.open('catalogue', 'Catalogue');
  const title = `Stops ${Date.now()}`;
  await office.button('Create a course').first().click();
  await office.dialog.getByLabel('Title').fill(title);
  await office.dialog.getByLabel('Short description').fill('Where to leave.');
  await accessible(page, 'office-course-new');
  await office.dialog.getByRole('button', { name: /^Create “Stops/ }).click();
  await page.getByRole('heading', { level: 1, name: title }).waitFor();

  const lesson = async (name, fill) => {
    await page.getByRole('link', { name: /^(Write the first lesson|Add a lesson)$/ }).first().click();
    await page.getByRole('heading', { level: 1, name: 'New lesson' }).waitFor();
    await page.getByLabel('Title').fill(name);
    await fill();
    await page.getByLabel('Published').check();
    await accessible(page, 'office-lesson');
    await office.button('Save and publish the lesson').click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
  };
  await lesson('Why a stop', async () => {
    await page.getByLabel('Text', { exact: true }).fill(`# Leave early\n\nA **stop** is a promise. ${attack}`);
    await page.getByRole('region', { name: 'Preview' }).getByRole('heading', { name: 'Leave early' }).waitFor();
  });
  await lesson('What stayed', async () => {
    await page.getByLabel('Kind').selectOption('quiz');
    await page.getByLabel('Text', { exact: true }).fill('Try it.');
    await office.button('Add a question').click();
    await page.getByLabel('Question 1', { exact: true }).fill('What does a stop do?');
    await page.getByLabel('Answer 1 of question 1').fill('It limits a loss');
    await page.getByLabel('Answer 2 of question 1').fill('It raises a gain');
    await page.getByLabel('Why it is right').fill('It closes when the price comes.');
  });
  await office.button('Move What stayed up').click();
  await page.locator('li').filter({ hasText: 'What stayed' }).getByText('1', { exact: true }).waitFor();
  await accessible(page, 'office-course');
  await office.act('Publish', 'Publish it for free');
  await office.told(/is published/);
  await office.button('Feature').click();
  await office.told(/is now featured first/);
  await office.button('Stop featuring').click();
  await office.told(/no longer featured/);
  await office.act('Archive', 'Archive the course', async (dialog) => {
    assert.ok(await dialog.getByRole('button', { name: 'Archive the course' }).isDisabled(), 'it asks for the name');
    await dialog.getByLabel(/^Type/).fill((await dialog.locator('label strong').textContent()) ?? '');
  });
  await office.told(/is archived/);
  await done();
});

journey('a mail is written, previewed and given back; a rule that is broken is told at its field', async () => {
  const { page, done } = await visitor({ expects: [refused(400, '/tenants/[\\w-]+/mail-templates/kyc_rejected/preview')] });
  const office = new Office(page);
  await office.login('admin@demo.test');
  await office.open('brand/mails/kyc_rejected', 'Email: kyc rejected');
  const preview = page.getByRole('region', { name: 'Preview' });
  await page.getByLabel('Subject').fill('{{.Values.nothing}}');
  await page.locator('.error').first().waitFor();
  await page.getByLabel('Subject').fill('We could not confirm who you are');
  await page.getByLabel('HTML', { exact: true }).first().fill('<p style="color:#b00020"><b>Sorry.</b> {{.Values.reason}}</p>');
  await preview.getByText('Sorry.').waitFor();
  await accessible(page, 'office-mail');
  await office.button('Save the email').click();
  await office.told('The email is saved.');
  await office.act("Use the platform's wording", "Use the platform's wording", (dialog) => dialog.getByLabel(/^Type/).fill('kyc_rejected'));
  await office.told(/platform's wording again/);
  await done();
});

journey('the log is filtered by clicking a value, and shows before and after', async () => {
  const { page, done } = await visitor();
  const office = new Office(page);
  await office.login('admin@demo.test');
  await office.open('audit', 'Audit log');
  await page.getByRole('button', { name: 'Show only what is User logged in' }).first().click();
  await page.waitForURL('**action=user.logged_in**');
  await page.getByRole('button', { name: /^Remove the filter What/ }).click();
  await page.getByRole('button', { name: /changes? of/ }).first().click();
  await office.dialog.getByText('What changed').waitFor();
  await accessible(page, 'office-audit-entry');
  await done();
});

journey('who runs the platform makes a tenant and writes its brand', async () => {
  const { page, done } = await visitor({ expects: [refused(400, '/tenants/[\\w-]+')] });
  const office = new Office(page);
  await office.login('super@demo.test');
  await office.open('tenants', 'Tenants');
  const slug = `house-${Date.now()}`;
  await office.act('Create a tenant', 'Create House', async (dialog) => {
    await dialog.getByLabel('Name').fill('House');
    await dialog.getByLabel('Slug').fill(slug);
  });
  await office.told('House is created.');
  await accessible(page, 'office-tenants');
  await page.getByRole('row').filter({ hasText: slug }).getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: 'Brand of House' }).waitFor();
  await page.getByLabel('Product name').fill(`House ${attack}`);
  await page.getByLabel('Main colour').fill('green');
  await office.button('Save the brand').click();
  await page.locator('.error').first().waitFor();
  await page.getByLabel('Main colour').fill('#225588');
  await page.getByLabel('Product name').fill('House of Trade');
  await office.button('Save the brand').click();
  await office.told('The brand is saved.');
  await accessible(page, 'office-brand');
  await done();
});

journey('every page of the office on a phone, and refused to a customer', async () => {
  const { page, done } = await visitor({ size: sizes.phone });
  const office = new Office(page);
  await office.login('admin@demo.test');
  for (const [path, heading] of Object.entries({ people: 'People', kyc: 'KYC', withdrawals: 'Withdrawals', payments: 'Payments of the brand', catalogue: 'Catalogue', audit: 'Audit log', brand: 'Brand', health: 'Health' })) {
    await office.open(path, heading);
    await settled(page);
    await accessible(page, `office-${path}`);
  }
  await done();
  const other = await visitor();
  const customer = new Office(other.page);
  await customer.login('trader@demo.test');
  await other.page.goto(base + '/office/people');
  await other.page.getByRole('heading', { level: 1 }).waitFor();
  assert.equal(await other.page.getByRole('table', { name: 'People' }).count(), 0);
  await other.done();
});
