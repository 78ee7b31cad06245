// The server under test and the proxy in front of it.
import { once } from 'node:events';
import http from 'node:http';
import { Proxy } from './proxy.mjs';

export const server = process.env.BOURSE_URL;
export const limitedServer = process.env.BOURSE_LIMITED_URL;
export const superAdmin = {
  email: process.env.BOURSE_SUPER_EMAIL ?? 'super@demo.test',
  password: process.env.BOURSE_SUPER_PASSWORD ?? 'bourse-demo-1',
};

/** The promises whose names hold BOURSE_ONLY; all when that is not set. */
export const wanted = (all) => Object.entries(all).filter(([name]) => name.includes(process.env.BOURSE_ONLY ?? ''));

/** Starts a proxy in front of the server. It ends with the test. */
export async function newRig(t) {
  if (!server) throw new Error('say where a server is: BOURSE_URL=http://127.0.0.1:8080 npm test (bourse demo --rate-limit off starts one)');
  const proxy = new Proxy(server);
  t.after(() => proxy.close());
  const url = await proxy.listen();
  const receiver = await newReceiver(t);
  proxy.controls = {
    ...Object.fromEntries(['clear', 'drop', 'truncate', 'hold', 'answer', 'cut', 'count', 'reached'].map((name) => [name, (...given) => proxy[name](...given)])),
    seen: () => proxy.seen,
    receiver: () => receiver.url,
    received: () => receiver.next(),
  };
  return { proxy, url, superAdmin, control: proxy.controls };
}

/** Something that webhooks are posted to. */
async function newReceiver(t) {
  const arrived = [];
  const waiting = [];
  const receiver = http.createServer(async (request, answer) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    answer.end();
    const hook = { headers: request.headers, body: Buffer.concat(chunks).toString() };
    const first = waiting.shift();
    if (first) first(hook);
    else arrived.push(hook);
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  t.after(() => {
    receiver.closeAllConnections();
    receiver.close();
  });
  const next = () => arrived.shift() ?? new Promise((resolve) => waiting.push(resolve));
  return { url: `http://127.0.0.1:${receiver.address().port}/hook`, next };
}
