import { base } from '../support.mjs';

export class VerifyPage {
  constructor(page) {
    this.page = page;
    this.name = page.getByLabel('Full name');
    this.number = page.getByLabel('Document number');
  }

  async open() {
    await this.page.goto(base + '/invest/verify');
    await this.name.waitFor();
  }

  async fill(name, number) {
    await this.name.fill(name);
    await this.number.fill(number);
  }

  /** What stands in its fields. */
  async typed() {
    return [await this.name.inputValue(), await this.number.inputValue()];
  }
}
