// From the first visit to the first position: what a new customer does in their first minutes.
import assert from 'node:assert/strict';
import { LoginPage, SignUpPage } from './pages/account.mjs';
import { MarketPage } from './pages/market.mjs';
import { accessible, base, byKeyboard, journey, jump, linkInMail, pressUntil, sentTo, sizes, somebody, told, visitor } from './support.mjs';

journey('from sign-up to a placed order', byKeyboard, async () => {
  const { page, done } = await visitor();
  await page.goto(base + '/');
  await page.waitForURL('**/login');
  await accessible(page, 'login');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByRole('heading', { name: 'Create your account' }).waitFor();
  await accessible(page, 'signup');

  const person = somebody();
  await new SignUpPage(page).register(person);
  await page.getByRole('heading', { name: 'To do' }).waitFor();
  await accessible(page, 'home-new');

  await page.goto(await linkInMail(person.email, '/verify-email'));
  await page.getByText('Your email is confirmed').waitFor();
  await page.waitForURL((address) => address.search === ''); // the token does not stay in the address
  await accessible(page, 'verify-email');

  await page.getByRole('link', { name: 'Markets', exact: true }).first().click();
  await page.getByRole('table', { name: 'Markets' }).getByText('BTCUSD').waitFor();
  await accessible(page, 'markets');
  await page.getByRole('link', { name: 'BTCUSD' }).click();

  const market = new MarketPage(page);
  await page.locator('.canvas canvas').first().waitFor();
  await market.amount.fill('1000');
  await market.ticket.getByText('You pay').waitFor();
  // While the numbers of what is typed are on their way, nobody orders by those of before.
  const preview = '**/api/v1/trading/orders/preview';
  let release;
  const held = new Promise((go) => (release = go));
  await page.route(preview, async (route) => {
    await held;
    await route.continue().catch(() => {});
  });
  const unsure = market.ticket.getByRole('button', { name: 'Buy BTC', exact: true });
  await market.amount.fill('10000');
  assert.ok((await unsure.isVisible()) && (await unsure.isDisabled()), 'at once');
  await market.amount.press('Enter');
  release();
  await market.ticket.getByRole('button', { name: /^Buy .* BTC for (9,9|10,0)\d\d\.\d\d USD$/ }).waitFor();
  await page.unroute(preview);
  assert.ok(!(await page.getByRole('dialog', { name: /^Buy Bitcoin/ }).isVisible()));
  await market.amount.fill('1000');
  const price = await lastPrice(page);
  // A stop that cannot be read is not left out of the order: it is told, and nothing is sent.
  const sent = sentTo(page, '/trading/orders');
  await market.stop.fill('60k');
  await market.ticket.getByRole('button', { name: 'Buy BTC', exact: true }).click();
  await market.ticket.locator('[name=stopLoss][aria-invalid=true]:focus').waitFor();
  await market.ticket.getByText('Enter a number.').waitFor();
  assert.deepEqual(sent, [], 'nothing was ordered');
  // What the market has reached already, and what cannot be paid for, is told in the trader's words.
  await market.stop.fill((price * 1.1).toFixed(2));
  await market.ticket.getByText(/^Below [\d,]+\.\d\d for a buy\.$/).waitFor();
  await market.stop.fill((price * 0.95).toFixed(2));
  await market.target.fill((price * 0.9).toFixed(2));
  await market.ticket.getByText(/^Above [\d,]+\.\d\d for a buy\.$/).waitFor();
  await market.target.fill((price * 1.1).toFixed(2));
  await market.amount.fill('100000000');
  await market.ticket.getByText(/^This takes 100,\d{3},\d{3}\.\d\d USD, and 100,000\.00 USD is free\.$/).waitFor();
  await market.ticket.getByRole('button', { name: 'Buy BTC', exact: true }).waitFor();
  await market.amount.fill('1000');
  await market.ticket.getByText('At your stop you lose').waitFor();
  await accessible(page, 'market');
  await market.confirm();
  await told(page, /^Bought .* BTC at/);
  await page.getByRole('link', { name: 'See the position' }).waitFor();
  await market.positions.getByText('Long').waitFor();
  assert.equal(await market.amount.inputValue(), '', 'the ticket is empty for the next order');

  await page.getByRole('link', { name: 'Home', exact: true }).first().click();
  await page.getByRole('table', { name: 'Open positions' }).getByText('BTCUSD').waitFor();
  await accessible(page, 'home');

  // It is closed with its numbers on the button, and once.
  await page.getByRole('button', { name: 'Close BTCUSD' }).click();
  await accessible(page, 'close-position');
  await page.getByRole('button', { name: /^Close .* BTC for about/ }).dblclick();
  await told(page, /^BTCUSD: .* closed at/);
  await page.getByText('No open positions').waitFor();
  await done();
});

journey('the same on a phone', async () => {
  const { page, done } = await visitor({ size: sizes.phone });
  const signUp = new SignUpPage(page);
  await signUp.open();
  await accessible(page, 'signup');
  await signUp.register(somebody());
  await accessible(page, 'home-new');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Markets' }).click();
  await page.getByRole('table', { name: 'Markets' }).getByText('ETHUSD').waitFor();
  await accessible(page, 'markets');
  await page.getByRole('link', { name: 'ETHUSD' }).click();
  await page.locator('.canvas canvas').first().waitFor();
  await accessible(page, 'market');
  await page.getByRole('button', { name: /^Buy/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Order ETHUSD' });
  const market = new MarketPage(page, sheet);
  await market.amount.fill('500');
  await sheet.getByText('You pay').waitFor();
  await accessible(page, 'ticket');
  await market.confirm();
  await told(page, /^Bought .* ETH at/);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('dialog', { name: 'More' }).waitFor();
  await accessible(page, 'more');
  await done();
});

journey('by keyboard alone', async () => {
  const { page, done } = await visitor();
  await page.goto(base + '/signup');
  await page.getByRole('heading', { name: 'Create your account' }).waitFor();
  const person = somebody();
  await tabTo(page, 'Email');
  await page.keyboard.type(person.email);
  await tabTo(page, 'Password');
  await page.keyboard.type(person.password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Home' }).waitFor();

  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('Escape');
  await jump(page, 'm', page.getByRole('heading', { name: 'Markets' }));
  await page.keyboard.press('/');
  await page.getByRole('combobox', { name: 'Search or jump' }).waitFor();
  await page.keyboard.type('solana');
  await page.getByRole('option', { name: /SOLUSD/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Solana' }).waitFor();
  await page.locator('.canvas canvas').first().waitFor();
  await tabTo(page, 'Amount');
  await page.keyboard.type('250');
  await page.getByText('You pay').first().waitFor();
  await page.getByRole('button', { name: /^Buy .* SOL for/ }).waitFor();
  const dialog = page.getByRole('dialog', { name: /^Buy Solana/ });
  await pressUntil('the question whether to buy', () => page.keyboard.press('Enter'), () => dialog.isVisible());
  const sent = sentTo(page, '/trading/orders');
  const confirm = async () => {
    await tabTo(page, /^Buy .* SOL for/);
    await page.keyboard.press('Enter');
  };
  await pressUntil('an order', confirm, async () => (await dialog.isVisible(), sent.length > 0));
  await told(page, /^Bought .* SOL at/);
  await done();
});

journey('who is back has what was typed, and the last page by "next"', byKeyboard, async () => {
  const person = somebody();
  const first = await visitor();
  const signUp = new SignUpPage(first.page);
  await signUp.open();
  await signUp.register(person);
  await first.page.getByRole('button', { name: /^Your account/ }).click();
  await accessible(first.page, 'menu');
  await first.page.getByRole('button', { name: 'Log out' }).click();
  await first.page.waitForURL('**/login**');
  await first.page.goto(base + '/markets/BTCUSD?interval=5m');
  await first.page.waitForURL('**/login?next=**');
  const login = new LoginPage(first.page);
  await login.login(person);
  await first.page.getByRole('heading', { name: 'Bitcoin' }).waitFor();
  await first.page.waitForURL((address) => address.search === '?interval=5m');
  await new MarketPage(first.page).amount.fill('777');
  await first.page.reload();
  await first.page.locator('.canvas canvas').first().waitFor();
  assert.equal(await new MarketPage(first.page).amount.inputValue(), '777', 'what was typed outlives a reload');
  await first.done();
});

async function lastPrice(page) {
  return Number((await page.locator('.head .price .price').first().innerText()).replaceAll(',', ''));
}

/** Goes on by Tab until what is called so has the focus. */
async function tabTo(page, name) {
  for (let steps = 0; steps < 60; steps++) {
    const isThere = await page.evaluate(
      ([source, isPattern]) => {
        const element = document.activeElement;
        const label = element?.labels?.[0]?.innerText ?? element?.getAttribute('aria-label') ?? element?.innerText ?? '';
        return isPattern ? new RegExp(source).test(label.trim()) : label.trim() === source;
      },
      [name.source ?? name, name instanceof RegExp],
    );
    if (isThere) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never comes to ${name}`);
}
