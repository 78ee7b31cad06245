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
    await this.ticket.getByRole('button', { name: /^(Buy|Sell) .* for / }).click();
    const dialog = this.page.getByRole('dialog').last();
    await dialog.getByRole('button', { name: /^(Buy|Sell) .* for / }).click();
  }
}
