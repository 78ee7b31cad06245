// Compresses what is built ahead of time: the server only picks a file. With --check it looks whether each compressed
// file holds what is beside it; how it is compressed depends on the version of Node and is nobody's business.
import { existsSync } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib';

const dist = new URL('../dist', import.meta.url).pathname;
const isCheck = process.argv.includes('--check');
const worthIt = /\.(js|css|html|svg|json|txt)$/;

for (const name of await readdir(dist, { recursive: true })) {
  const path = join(dist, name);
  if (!worthIt.test(name) || !(await stat(path)).isFile()) continue;
  const content = await readFile(path);
  if (content.length < 512) continue;
  if (isCheck) await check(path, content);
  else {
    await writeFile(path + '.br', brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }));
    await writeFile(path + '.gz', gzipSync(content, { level: 9 }));
  }
}

async function check(path, content) {
  for (const [ending, open] of [['.br', brotliDecompressSync], ['.gz', gunzipSync]]) {
    if (existsSync(path + ending) && open(await readFile(path + ending)).equals(content)) continue;
    console.error(`${path}${ending} is not what is beside it: run make web`);
    process.exitCode = 1;
  }
}
