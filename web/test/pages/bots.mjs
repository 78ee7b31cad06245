import { base } from '../support.mjs';

export class BotsPage {
  constructor(page) {
    this.page = page;
    this.table = page.getByRole('table', { name: 'Bots' });
    this.order = page.getByLabel('Sort by', { exact: true });
    this.risk = page.getByLabel('Risk', { exact: true });
    this.search = page.getByRole('searchbox', { name: 'Filter by name or market' });
  }

  async open() {
    await this.page.goto(base + '/bots');
    await this.table.getByRole('link', { name: 'Atlas' }).waitFor();
  }

  names() {
    return this.table.locator('tbody a.name').allInnerTexts();
  }

  async choose(name) {
    await this.table.getByRole('link', { name, exact: true }).click();
    await this.page.getByRole('heading', { name, exact: true, level: 1 }).waitFor();
    await this.page.getByRole('heading', { name: 'Record, simulated' }).waitFor();
  }
}

export class BotPage {
  constructor(page, name) {
    this.page = page;
    this.name = name;
    this.card = page.getByRole('region', { name: `You follow ${name}` });
    this.sheet = page.getByRole('dialog', { name: `Follow ${name}` });
    this.follow = page.getByRole('button', { name: `Follow ${name}`, exact: true });
    this.capital = this.sheet.getByLabel('Capital');
    this.stop = this.sheet.getByLabel('Copy stop');
    this.confirm = this.sheet.getByRole('button', { name: /^Follow with/ });
  }
}
