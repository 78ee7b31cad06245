import { base } from '../support.mjs';

/** The sandbox's page, and the way back from it. Where the brand's app has another address, we come back here. */
export class CheckoutPage {
  constructor(page) {
    this.page = page;
  }

  async decide(what) {
    await this.page.getByRole('heading', { name: /Sandbox checkout/ }).waitFor();
    await this.page.getByRole('button', { name: what }).click();
    const link = this.page.getByRole('link', { name: /^Back to/ });
    await link.waitFor();
    const to = new URL(await link.getAttribute('href'));
    await this.page.goto(base + '/payments/return' + to.search);
  }
}

export class WithdrawSheet {
  constructor(page) {
    this.page = page;
    this.sheet = page.getByRole('dialog', { name: 'Withdraw', exact: true });
    this.amount = this.sheet.getByLabel('Amount', { exact: true });
    this.holder = this.sheet.getByLabel('Account holder');
    this.iban = this.sheet.getByLabel('IBAN', { exact: true }).last();
  }

  async review() {
    await this.sheet.getByRole('button', { name: /^Review/ }).click();
  }

  async confirm() {
    await this.page.getByRole('dialog', { name: /^Withdraw .*\?$/ }).getByRole('button', { name: /^Withdraw .* to / }).click();
  }
}
