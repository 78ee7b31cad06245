import { createHmac } from 'node:crypto';
import { base } from '../support.mjs';

export class SettingsPage {
  constructor(page) {
    this.page = page;
  }

  async open(section = '') {
    await this.page.goto(base + '/settings' + (section && '/' + section));
    await this.page.getByRole('heading', { name: 'Settings' }).waitFor();
  }

  dialog(name) {
    return this.page.getByRole('dialog', { name });
  }
}

/** The six digits that an authenticator app shows for a secret; `ahead` steps of 30 seconds later. */
export function codeOf(secret, ahead = 0) {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret.replace(/[\s=]/g, '')].map((one) => letters.indexOf(one).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from(bits.match(/.{8}/g).map((one) => parseInt(one, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + ahead));
  const hash = createHmac('sha1', key).update(counter).digest();
  const at = hash[19] & 15;
  return String((hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
