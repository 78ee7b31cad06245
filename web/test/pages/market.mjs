import { base, pressUntil, sentTo } from '../support.mjs';

export class MarketPage {
  constructor(page, ticket = page.getByRole('complementary', { name: 'Order ticket' })) {
    this.page = page;
    this.ticket = ticket;
    this.amount = ticket.getByLabel('Amount', { exact: true });
    this.stop = ticket.getByLabel('Stop loss');
    this.target = ticket.getByLabel('Target');
    this.positions = page.getByRole('table', { name: 'Open positions' });
  }

  async open(symbol) {
    await this.page.goto(`${base}/markets/${symbol}`);
    await this.page.locator('.canvas canvas').first().waitFor();
  }

  async confirm() {
    const name = /^(Buy|Sell) .* for /;
    const ask = this.ticket.getByRole('button', { name });
    const dialog = this.page.getByRole('dialog', { name: /^(Buy|Sell) .*\?$/ });
    const sure = dialog.getByRole('button', { name });
    const sent = sentTo(this.page, '/trading/orders');
    // Without a price, for a moment on a busy machine, a button takes no press: a person presses again, but not once the
    // order is on its way. Whoever has just asked the page knows of everything that it had sent by then.
    await pressUntil('the question whether to trade', () => ask.click({ timeout: 10_000 }), () => dialog.isVisible());
    await dialog.getByText(/^From .*, (paper money|invested|real money at the exchange)$/).waitFor();
    await pressUntil('an order', () => sure.click({ timeout: 10_000 }), async () => (await dialog.isVisible(), sent.length > 0));
  }
}
