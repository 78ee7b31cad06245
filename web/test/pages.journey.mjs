// Every page that no other journey looks at, on a desk or on a phone: journeys.mjs tells which those are.
import { LoginPage } from './pages/account.mjs';
import { addresses } from './routes.mjs';
import { accessible, base, call, enter, journey, linkInMail, refused, settled, sizes, somebody, tokenOf, visitor } from './support.mjs';

const left = {
  desk: {
    'trader@demo.test': ['/alerts', '/payments/:paymentId', '/settings/sessions', '/settings/api-keys', '/settings/notifications', '/settings/data'],
    'admin@demo.test': ['/office/health', '/office/people', '/office/withdrawals', '/office/catalogue/bots/:botId', '/office/webhooks/deliveries', '/office/webhooks/events', '/office/webhooks/catalogue', '/office/webhooks/endpoints/:endpointId/edit'],
  },
  phone: {
    'trader@demo.test': ['/bots/following', '/invest/verify', '/invest/connect', '/invest/connections/:connectionId', '/payments/:paymentId', '/payments/withdrawals/:withdrawalId', '/portfolio/rebalance/:portfolioId', '/positions/:positionId', '/signals/:signalId', '/settings', '/settings/security'],
    'admin@demo.test': [
      '/office/people/:userId', '/office/kyc/:caseId', '/office/payments/:paymentId', '/office/withdrawals/:withdrawalId', '/office/brand/mails/:kind', '/office/catalogue/bots/:botId', '/office/webhooks', '/office/webhooks/new',
      '/office/webhooks/deliveries/:deliveryId', '/office/webhooks/endpoints/:endpointId', '/office/webhooks/endpoints/:endpointId/edit',
    ],
    'super@demo.test': ['/office/tenants', '/office/catalogue/courses/:courseId', '/office/catalogue/courses/:courseId/lessons/:lessonId'],
  },
};

for (const [size, people] of Object.entries(left)) {
  journey(`what is left, on a ${size}`, async () => {
    const all = await addresses(await tokenOf('trader@demo.test'), await tokenOf('admin@demo.test'));
    for (const [email, paths] of Object.entries(people)) {
      const { page, done } = await visitor({ size: sizes[size] });
      await enter(page, { email, password: 'bourse-demo-1' });
      for (const path of paths) {
        await page.goto(base + all.find((one) => one.path === path).address);
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        await settled(page);
        await accessible(page, path.slice(1).replaceAll(/[/:]+/g, '-'));
      }
      await done();
    }
  });
}

journey('what mails lead to', async () => {
  const person = somebody();
  const { accessToken: token } = await call('POST', '/auth/register', { body: person });
  const phone = await visitor({ size: sizes.phone });
  const { page } = phone;
  await new LoginPage(page).open();
  await accessible(page, 'login');
  await page.goto(base + '/forgot-password');
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
  await accessible(page, 'forgot-password');
  await page.goto(await linkInMail(person.email, '/verify-email'));
  await page.getByText('Your email is confirmed').waitFor();
  await accessible(page, 'verify-email');
  await call('POST', '/auth/password/forgot', { body: { email: person.email } });
  await page.goto(await linkInMail(person.email, '/reset-password'));
  await page.getByLabel('New password').waitFor();
  await accessible(page, 'reset-password');

  // The new address confirms, the old one can stop it: here it stops first, and the other comes too late.
  const next = somebody().email;
  await call('POST', '/auth/email/change', { token, body: { newEmail: next } });
  await page.goto(await linkInMail(person.email, '/cancel-email'));
  await page.getByRole('heading', { level: 1 }).waitFor();
  await settled(page);
  await accessible(page, 'cancel-email');
  await phone.done();

  const desk = await visitor({ expects: [refused(400, '/auth/email/change/(confirm|cancel)')] });
  for (const [name, size] of Object.entries(sizes)) {
    await desk.page.setViewportSize(size);
    for (const path of ['confirm-email', 'cancel-email']) {
      await desk.page.goto(`${base}/${path}?token=not-one`);
      await desk.page.getByRole('heading', { level: 1 }).waitFor();
      await settled(desk.page);
      await accessible(desk.page, `${path}-refused-${name}`);
    }
  }
  await desk.done();
});

journey('back from the checkout, on a phone', async () => {
  const { page, done } = await visitor({ size: sizes.phone });
  await enter(page, { email: 'trader@demo.test', password: 'bourse-demo-1' });
  const [payment] = await call('GET', '/payments?status=succeeded', { token: await tokenOf('trader@demo.test') });
  await page.goto(`${base}/payments/return?payment=${payment.id}&checkout=success`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await settled(page);
  await accessible(page, 'payment-return');
  await done();
});
