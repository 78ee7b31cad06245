import { base, enter, told } from '../support.mjs';

/** The back office, by whoever may see it. */
export class Office {
  constructor(page) {
    this.page = page;
    this.dialog = page.getByRole('dialog').last();
  }

  async login(email, password = 'bourse-demo-1') {
    await enter(this.page, { email, password });
  }

  /** Opens a page of the office and waits until it shows what it is about. */
  async open(path, heading) {
    await this.page.goto(`${base}/office/${path}`);
    await this.page.getByRole('heading', { level: 1, name: heading }).waitFor();
  }

  button(name) {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** Clicks a button of the page, and then the one of the dialog that does it. */
  async act(name, confirm, fill = async () => {}) {
    await this.button(name).first().click();
    await this.dialog.waitFor();
    await fill(this.dialog);
    await this.dialog.getByRole('button', { name: confirm }).click();
  }

  async told(text) {
    await told(this.page, text);
  }
}
