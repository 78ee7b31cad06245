// What somebody sets about themselves: profile, second factor, passkey, sessions, keys, alerts, and leaving for good.
import assert from 'node:assert/strict';
import { LoginPage } from './pages/account.mjs';
import { codeOf, SettingsPage } from './pages/settings.mjs';
import { accessible, base, call, enter, journey, newcomer, refused, sentTo, sizes, told, until, visitor } from './support.mjs';

async function someoneNew(options) {
  const visit = await newcomer(options);
  return { ...visit, settings: new SettingsPage(visit.page) };
}

journey('a profile, and the second factor', async () => {
  const { page, person, settings, done } = await someoneNew({ expects: [refused(400, '/auth/2fa/verify')] });
  // Somebody is logged in elsewhere before there is a second factor.
  const elsewhere = await visitor({ expects: [refused(403, '/auth/2fa/backup-codes')] });
  await enter(elsewhere.page, person);

  await settings.open();
  await page.getByLabel('Name', { exact: true }).fill('Ada <b>Lovelace</b>');
  await page.getByLabel('Language and region').selectOption('de-DE');
  await page.getByLabel('Time zone').fill('Europe/Berlin');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await page.getByText(/1\.000,50 USD/).waitFor();
  // What is not changed is not written back: another tab or an administrator may have.
  const sent = sentTo(page, '/auth/me');
  await page.getByLabel('Time zone').fill('Europe/Vienna');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await until('a profile that was sent', () => sent.length > 0);
  assert.deepEqual(sent, [{ timeZone: 'Europe/Vienna' }]);
  await accessible(page, 'settings');

  await settings.open('security');
  await page.getByRole('button', { name: 'Set up the second factor' }).click();
  const setup = settings.dialog('Set up the second factor');
  const secret = await setup.locator('code').innerText();
  await accessible(page, 'second-factor-setup');
  await setup.getByLabel('Code from the app').fill('000000');
  await setup.getByRole('button', { name: 'Turn on' }).click();
  await setup.getByText(/invalid|wrong|not right|code/i).first().waitFor();
  await setup.getByLabel('Code from the app').fill(codeOf(secret));
  await setup.getByRole('button', { name: 'Turn on' }).click();
  const codes = settings.dialog('Backup codes');
  await codes.getByRole('listitem').first().waitFor();
  await accessible(page, 'backup-codes');
  const backup = await codes.getByRole('listitem').allInnerTexts();
  await codes.getByRole('button', { name: 'I have saved them' }).click();
  await accessible(page, 'security');

  // That session is older than the factor: it is asked who this is, and goes on with what was begun.
  const old = new SettingsPage(elsewhere.page);
  await old.open('security');
  await elsewhere.page.getByRole('button', { name: 'Show backup codes' }).click();
  const reauth = old.dialog('Confirm it is you');
  await reauth.getByLabel('Your password').fill(person.password);
  await reauth.getByLabel('Code from your second factor').fill(backup[0]);
  await accessible(elsewhere.page, 'reauthenticate');
  await reauth.getByRole('button', { name: 'Confirm', exact: true }).click();
  await old.dialog('Backup codes').getByRole('listitem').first().waitFor();
  assert.equal((await old.dialog('Backup codes').getByRole('listitem').allInnerTexts()).length, backup.length - 1, 'one is used');
  await elsewhere.done();

  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL('**/login**');
  await new LoginPage(page).login(person);
  await page.getByLabel('Code').fill(backup[1]);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: /^Your account/ }).waitFor();
  await done();
});

journey('a passkey is made, renamed, logs in and is removed', async () => {
  const { page, context, settings, done } = await someoneNew();
  const cdp = await context.newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', { options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true } });
  await settings.open('security');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await settings.dialog('Add a passkey').getByLabel('Name').fill('My phone');
  await settings.dialog('Add a passkey').getByRole('button', { name: 'Add the passkey' }).click();
  await page.getByText('My phone', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Rename My phone' }).click();
  await settings.dialog('Rename the passkey').getByLabel('Name').fill('My key');
  await settings.dialog('Rename the passkey').getByRole('button', { name: 'Rename' }).click();
  await page.getByText('My key', { exact: true }).waitFor();
  await accessible(page, 'passkeys');
  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL('**/login**');
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await page.getByRole('button', { name: /^Your account/ }).waitFor();
  // The session is in the cookie: a reload is still logged in, and no storage holds a token.
  await page.reload();
  await page.getByRole('button', { name: /^Your account/ }).waitFor();
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie);
  assert.ok(!/eyJ|refresh|token/i.test(stored), stored);
  await settings.open('security');
  await page.getByRole('button', { name: 'Remove My key' }).click();
  await settings.dialog('Remove My key').getByRole('button', { name: 'Remove the passkey' }).click();
  await page.getByText('No passkey yet.').waitFor();
  await done();
});

journey('sessions, keys, notifications, alerts and leaving, on a phone', async () => {
  const { page, person, settings, done } = await someoneNew({ size: sizes.phone, expects: [refused(409, '/trading/alerts')] });
  await call('POST', '/auth/login', { body: person });
  await settings.open('sessions');
  await page.getByText('This device').waitFor();
  await accessible(page, 'sessions');
  await page.getByRole('button', { name: 'Log out others' }).click();
  await page.getByRole('button', { name: 'Log out 1 session' }).click();
  await told(page, 'All other sessions are logged out.');

  await settings.open('api-keys');
  await page.getByRole('button', { name: 'Create a key' }).first().click();
  const sheet = page.getByRole('dialog', { name: /key/ });
  await sheet.getByLabel('What it is for').fill('Reporting');
  await sheet.getByLabel('Read Trading').check();
  await accessible(page, 'api-key-new');
  await sheet.getByRole('button', { name: 'Create the key' }).click();
  await sheet.getByText(/^bourse_/).waitFor();
  await sheet.getByRole('button', { name: 'I have saved it' }).click();
  await page.getByRole('table', { name: 'API keys' }).getByText('Reporting').waitFor();
  await accessible(page, 'api-keys');

  await settings.open('notifications');
  const mail = page.getByLabel('An order was filled: Email');
  const before = await mail.isChecked();
  const kept = page.waitForResponse((answer) => answer.url().endsWith('/trading/notifications') && answer.request().method() === 'PATCH' && answer.ok());
  await mail.click();
  await kept;
  await page.reload();
  await mail.waitFor();
  assert.equal(await mail.isChecked(), !before, 'it is kept');
  await accessible(page, 'notifications');

  await page.goto(base + '/alerts');
  await page.getByText('No active alerts').waitFor();
  await page.getByRole('button', { name: 'Set an alert' }).first().click();
  const alert = page.getByRole('dialog', { name: 'Set an alert' });
  await alert.getByLabel('Market').selectOption('BTCUSD');
  await alert.getByLabel('Price', { exact: true }).fill('1000000');
  await accessible(page, 'alert-new');
  await alert.getByRole('button', { name: 'Set the alert' }).click();
  await page.getByRole('table', { name: 'Price alerts' }).getByText('BTCUSD').waitFor();
  await accessible(page, 'alerts');
  // What cannot be taken back says so; and what would come back as something else is not offered.
  await page.route('**/api/v1/trading/alerts', (route) => (route.request().method() === 'POST' ? route.fulfill({ status: 409, contentType: 'application/json', body: '{"success":false,"error":{"message":"at most 100 alerts work at the same time","code":"CONFLICT"}}' }) : route.continue()));
  await page.getByRole('button', { name: 'Cancel the alert on BTCUSD' }).click();
  await told(page, 'The alert on BTCUSD is cancelled.');
  await page.getByRole('button', { name: 'Undo' }).click();
  await told(page, 'The alert on BTCUSD could not be set again. At most 100 alerts work at the same time');
  await page.unroute('**/api/v1/trading/alerts');
  await page.getByText('No active alerts').waitFor();
  await page.getByRole('button', { name: 'Set an alert' }).first().click();
  await alert.getByLabel('Market').selectOption('BTCUSD');
  await alert.getByText('Moves by', { exact: true }).click();
  await alert.getByLabel('Percent').fill('90');
  await alert.getByRole('button', { name: 'Set the alert' }).click();
  await page.getByRole('button', { name: 'Cancel the alert on BTCUSD' }).click();
  await told(page, 'The alert on BTCUSD is cancelled.');
  assert.equal(await page.getByRole('button', { name: 'Undo' }).count(), 0, 'it would be measured from another price');

  await settings.open('data');
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export my data' }).click();
  assert.match((await file).suggestedFilename(), /\.jsonl$/);
  await accessible(page, 'your-data');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const leave = settings.dialog('Delete your account');
  await leave.getByLabel(/^Type/).fill(person.email);
  await leave.getByRole('button', { name: 'Delete my account permanently' }).click();
  await page.waitForURL('**/login**');
  await done();
});
