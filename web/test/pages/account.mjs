import { base } from '../support.mjs';

export class LoginPage {
  constructor(page) {
    this.page = page;
    this.email = page.getByLabel('Email');
    this.password = page.getByLabel('Password', { exact: true });
    this.submit = page.getByRole('button', { name: 'Log in', exact: true });
  }

  async open() {
    await this.page.goto(base + '/login');
    await this.page.getByRole('heading', { name: 'Log in' }).waitFor();
  }

  async login({ email, password }) {
    await this.email.fill(email);
    await this.password.fill(password);
    await this.submit.click();
  }
}

export class SignUpPage {
  constructor(page) {
    this.page = page;
  }

  async open() {
    await this.page.goto(base + '/signup');
    await this.page.getByRole('heading', { name: 'Create your account' }).waitFor();
  }

  async register({ email, password }) {
    await this.page.getByLabel('Email').fill(email);
    await this.page.getByLabel('Password', { exact: true }).fill(password);
    await this.page.getByRole('button', { name: 'Create account' }).click();
    await this.page.getByRole('heading', { name: 'Home' }).waitFor();
  }
}
