// From an endpoint that is added to a failed delivery that is sent again, by who runs a brand.
import assert from 'node:assert/strict';
import { EndpointFormPage, EndpointPage } from './pages/webhooks.mjs';
import { accessible, base, byKeyboard, enter, journey, listening, sizes, visitor } from './support.mjs';

const admin = { email: 'admin@demo.test', password: 'bourse-demo-1' };

journey('from an endpoint to a failed delivery that is sent again', byKeyboard, async () => {
  let status = 500;
  const got = [];
  const receiver = await listening((request, response) => {
    let body = '';
    request.on('data', (part) => (body += part));
    request.on('end', () => {
      const event = JSON.parse(body);
      got.push(event);
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(event.data?.challenge ? { challenge: event.data.challenge } : { said: '<img src=x onerror=alert(1)>' }));
    });
  });
  const { page, done } = await visitor();
  await enter(page, admin);
  await page.goto(base);
  await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
  await page.getByRole('table', { name: 'Endpoints' }).getByText('Demo back office').waitFor();
  await accessible(page, 'webhooks');
  await page.getByRole('link', { name: 'Add endpoint' }).click();

  const form = new EndpointFormPage(page);
  const name = `Journey ${Date.now()}`;
  await form.name.fill(name);
  await form.url.fill(`${receiver}/hooks`);
  await form.chooseType('webhook.test');
  await page.getByLabel('Filters', { exact: true }).fill('{"not json');
  await form.submit.click();
  await page.getByText('This is not valid JSON.').waitFor();
  await accessible(page, 'webhook-new');
  await page.getByLabel('Filters', { exact: true }).fill('');
  await page.getByText('Retries and limits').click();
  await page.getByLabel('Retry failed deliveries').uncheck();
  await form.submit.click();
  const secret = page.getByRole('dialog', { name: 'The signing secret' });
  await secret.getByText(/^whsec_/).waitFor();
  await accessible(page, 'webhook-secret');
  await secret.getByRole('button', { name: 'I have saved it' }).click();

  const endpoint = new EndpointPage(page);
  await page.getByRole('heading', { name }).waitFor();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await endpoint.deliveries.getByText('Failed').waitFor();
  await accessible(page, 'webhook-endpoint');
  assert.equal(got.at(-1).type, 'webhook.test');

  await endpoint.deliveries.getByRole('link', { name: 'webhook.test' }).first().click();
  await page.getByText('Attempt 1').waitFor();
  await page.getByText('<img src=x').first().waitFor();
  await accessible(page, 'webhook-delivery');
  status = 200;
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.getByText('Attempt 2').waitFor();
  await page.getByText('Succeeded').first().waitFor();
  assert.equal(got.length >= 2 && got.at(-1).id, got.at(-2).id, 'it is the same event');

  await page.getByRole('link', { name }).click();
  await page.getByRole('heading', { name }).waitFor();
  await endpoint.more('Verify');
  await page.getByText('Verified', { exact: true }).waitFor();
  await endpoint.more('Rotate the secret');
  await endpoint.dialog('Rotate the signing secret').getByRole('button', { name: 'Create a new secret' }).click();
  await secret.getByText(/^whsec_/).waitFor();
  await secret.getByRole('button', { name: 'I have saved it' }).click();
  await page.getByRole('button', { name: 'Pause' }).click();
  await endpoint.dialog(/^Pause/).getByRole('button', { name: 'Pause the endpoint' }).click();
  await page.getByText('Paused', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('Active', { exact: true }).waitFor();
  await endpoint.more('Recover since…');
  await accessible(page, 'webhook-recover');
  await page.getByRole('button', { name: 'Send missed deliveries again' }).click();
  await page.getByText(/being sent again/).waitFor();
  await endpoint.dialog('Recover missed deliveries').getByRole('button', { name: 'Close' }).last().click();

  await endpoint.more('Remove');
  const remove = endpoint.dialog(`Remove ${name}`);
  assert.ok(await remove.getByRole('button', { name: 'Remove the endpoint' }).isDisabled(), 'it asks for the name');
  await remove.getByLabel(/^Type/).fill(name);
  await remove.getByRole('button', { name: 'Remove the endpoint' }).click();
  await page.waitForURL('**/office/webhooks');
  await done();
});

journey('the log, the catalogue and an event of our own, on a phone', async () => {
  const { page, done } = await visitor({ size: sizes.phone });
  await enter(page, admin);
  await page.goto(base + '/office/webhooks/deliveries');
  await page.getByRole('table', { name: 'Deliveries' }).getByText('Succeeded').first().waitFor();
  await accessible(page, 'webhook-deliveries');
  await page.getByRole('combobox', { name: 'Status' }).selectOption('skipped');
  await page.waitForURL('**status=skipped');
  await page.getByText('No deliveries match').waitFor();

  await page.goto(base + '/office/webhooks/catalogue?type=trading.order.filled');
  await page.getByRole('heading', { name: 'trading.order.filled' }).waitFor();
  await accessible(page, 'webhook-catalogue');

  await page.goto(base + '/office/webhooks/events');
  await page.getByRole('button', { name: 'Publish an event' }).click();
  const sheet = page.getByRole('dialog', { name: 'Publish an event' });
  await sheet.getByLabel('Type').fill('custom.journey.made');
  await sheet.getByLabel('Data').fill('{"name": "<b>bold</b>"}');
  await accessible(page, 'webhook-publish');
  await sheet.getByRole('button', { name: 'Publish custom.journey.made' }).click();
  await page.getByRole('table', { name: 'Events' }).getByText('custom.journey.made').first().waitFor();
  await accessible(page, 'webhook-events');
  await done();
});
