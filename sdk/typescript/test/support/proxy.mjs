// A reverse proxy in front of the server that loses answers, cuts streams, holds requests and remembers what passed. It also
// serves the pages of the browser's tests, so that they are of the API's own origin.
import { once } from 'node:events';
import http from 'node:http';

export class Proxy {
  seen = []; // { method, path, headers, status, isReplay }
  files = new Map(); // path → [type, content]
  controls = {}; // name → function, for pages
  #rules = []; // { path, times, act }
  #streams = new Set();
  #servers = [];
  #arrivals = []; // who waits for a request
  #upstream;

  constructor(upstream) {
    this.#upstream = new URL(upstream);
  }

  /** Begins to listen at one more address and returns it. */
  async listen() {
    const server = http.createServer((request, answer) => this.#handle(request, answer).catch(() => answer.destroy()));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    this.#servers.push(server);
    return `http://127.0.0.1:${server.address().port}`;
  }

  close() {
    for (const server of this.#servers) {
      server.closeAllConnections();
      server.close();
    }
  }

  /** Forgets what it has seen and what it was told to do. */
  clear() {
    this.seen = [];
    this.#rules = [];
  }

  /** The next so many requests of a path are carried out, and their answers lost. */
  drop(path, times = 1) {
    this.#rules.push({ path, times, act: 'drop' });
  }

  /** The next so many requests of a path are carried out, and the last byte of their answers is lost. */
  truncate(path, times = 1) {
    this.#rules.push({ path, times, act: 'truncate' });
  }

  /** The next so many requests of a path are never answered. */
  hold(path, times = 1) {
    this.#rules.push({ path, times, act: 'hold' });
  }

  /** The next so many requests of a path are answered by somebody who stands before the server. */
  answer(path, status, headers = {}, body = '', times = 1) {
    this.#rules.push({ path, times, act: 'answer', status, headers, body });
  }

  /** Cuts every stream that is open, and has the next connections refused. */
  cut(refusals = 0) {
    if (refusals) this.#rules.push({ path: '/trading/stream', times: refusals, act: 'refuse' });
    const count = this.#streams.size;
    for (const stream of this.#streams) stream.destroy();
    return count;
  }

  count(path) {
    return this.seen.filter((one) => one.path === path).length;
  }

  /** Waits for the first request of a path. */
  async reached(path) {
    while (this.count(path) === 0) await new Promise((resolve) => this.#arrivals.push(resolve));
  }

  #rule(path) {
    const rule = this.#rules.find((one) => one.path === path && one.times > 0);
    if (rule) rule.times--;
    return rule;
  }

  async #handle(request, answer) {
    // Browsers repeat by themselves what was lost on a connection that was used before.
    answer.shouldKeepAlive = false;
    const { pathname } = new URL(request.url, 'http://proxy');
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    if (!pathname.startsWith('/api/v1/')) return this.#own(pathname, body, answer);

    const path = pathname.slice('/api/v1'.length);
    const rule = request.method === 'OPTIONS' ? undefined : this.#rule(path);
    const entry = { method: request.method, path, query: request.url.split('?')[1] ?? '', headers: request.headers, body: body.toString() };
    if (request.method !== 'OPTIONS') this.seen.push(entry);
    for (const arrived of this.#arrivals.splice(0)) arrived();
    if (rule?.act === 'refuse') return request.socket.destroy();
    if (rule?.act === 'hold') return undefined;
    if (rule?.act === 'answer') return answer.writeHead(rule.status, rule.headers).end(rule.body);

    const { hostname, port } = this.#upstream;
    const forwarded = http.request({ hostname, port, method: request.method, path: request.url, headers: request.headers, agent: false });
    forwarded.end(body);
    answer.on('close', () => forwarded.destroy());
    const [got] = await once(forwarded, 'response');
    entry.status = got.statusCode;
    entry.isReplay = got.headers['idempotent-replay'] === 'true';
    const isStream = got.headers['content-type']?.startsWith('text/event-stream');
    if (isStream && rule?.act === 'drop') return request.socket.destroy(); // it was open, and has no end to wait for
    if (isStream) return this.#stream(request, answer, got);

    const parts = [];
    for await (const part of got) parts.push(part);
    const whole = Buffer.concat(parts);
    if (rule?.act === 'drop') return request.socket.destroy();
    const { 'transfer-encoding': _, ...headers } = got.headers;
    answer.writeHead(got.statusCode, { ...headers, 'content-length': whole.length });
    if (rule?.act === 'truncate') return answer.write(whole.subarray(0, -1), () => request.socket.destroy());
    answer.end(whole);
  }

  #stream(request, answer, got) {
    this.#streams.add(request.socket);
    request.socket.on('close', () => this.#streams.delete(request.socket));
    answer.writeHead(got.statusCode, got.headers);
    got.on('error', () => answer.destroy());
    got.pipe(answer);
  }

  async #own(path, body, answer) {
    if (path.startsWith('/control/')) {
      const result = await this.controls[path.slice('/control/'.length)](...JSON.parse(body || '[]'));
      return answer.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(result ?? null));
    }
    const file = this.files.get(path);
    if (!file) return answer.writeHead(404).end();
    answer.writeHead(200, { 'Content-Type': file[0] }).end(file[1]);
  }
}
