// What the tests need in Node and in browsers alike.

export function ok(condition, message) {
  if (!condition) throw new Error(message);
}

export function equal(got, want, what) {
  const [a, b] = [JSON.stringify(got), JSON.stringify(want)];
  if (a !== b) throw new Error(`${what}: got ${a}, want ${b}`);
}

/** The failure of something that has to fail. */
export async function failure(promise, what) {
  let value;
  try {
    value = await promise;
  } catch (error) {
    return error;
  }
  throw new Error(`${what} succeeded: ${JSON.stringify(value)}`);
}

/** A promise that is kept from outside. */
export function resolvers() {
  const made = {};
  made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made;
}

/** Fails when something takes far longer than it should. */
export function soon(promise, what) {
  let timer;
  const late = new Promise((_, reject) => (timer = setTimeout(() => reject(new Error(`${what} does not come`)), 60_000)));
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** What an authenticator app shows, so many steps from now (RFC 6238). */
export async function totp(secret, steps = 0, seconds = Date.now() / 1000, digits = 6) {
  const bits = [...secret].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = Uint8Array.from(bits.match(/.{8}/g), (eight) => Number.parseInt(eight, 2));
  const counter = new DataView(new ArrayBuffer(8));
  counter.setBigUint64(0, BigInt(Math.floor(seconds / 30) + steps));
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-1' }, false, ['sign']);
  const mac = new DataView(await crypto.subtle.sign('HMAC', key, counter.buffer));
  const code = mac.getUint32(mac.getUint8(19) & 15) & 0x7fffffff;
  return String(code % 10 ** digits).padStart(digits, '0');
}

let people = 0;

/** Somebody who has no account yet. */
export function person() {
  return { email: `client-${Date.now()}-${people++}-${Math.floor(Math.random() * 1e6)}@example.test`, password: 'a fine password of a client' };
}
