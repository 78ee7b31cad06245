import { base } from '../support.mjs';

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
    const sure = this.page.getByRole('dialog').last().getByRole('button', { name });
    // Without a price, for a moment on a busy machine, the button takes no press: a person presses again.
    for (let isAsked = false, presses = 0; !isAsked && presses < 6; presses++) {
      await ask.click();
      isAsked = await sure.waitFor({ timeout: 10_000 }).then(() => true, () => false);
    }
    await sure.click();
  }
}
