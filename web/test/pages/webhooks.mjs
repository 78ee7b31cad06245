import { base } from '../support.mjs';

export class EndpointFormPage {
  constructor(page) {
    this.page = page;
    this.name = page.getByLabel('Name', { exact: true });
    this.url = page.getByLabel('Address', { exact: true });
    this.allEvents = page.getByLabel(/^All events/);
    this.submit = page.getByRole('button', { name: 'Add endpoint' });
  }

  async open() {
    await this.page.goto(base + '/office/webhooks/new');
    await this.page.getByRole('heading', { name: 'Add endpoint' }).waitFor();
  }

  async chooseType(type) {
    await this.page.getByLabel('Filter events').fill(type);
    await this.page.getByRole('checkbox', { name: new RegExp('^' + type.replaceAll('.', '\\.')) }).check();
  }
}

export class EndpointPage {
  constructor(page) {
    this.page = page;
    this.deliveries = page.getByRole('table', { name: 'Deliveries' });
  }

  async more(item) {
    await this.page.getByRole('button', { name: /^More to do with/ }).click();
    await this.page.getByRole('button', { name: item, exact: true }).click();
  }

  dialog(name) {
    return this.page.getByRole('dialog', { name });
  }
}
