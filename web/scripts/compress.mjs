// Compresses what is built ahead of time, the same way every time: the server only picks a file.
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const dist = new URL('../dist', import.meta.url).pathname;
const worthIt = /\.(js|css|html|svg|json|txt)$/;

for (const name of await readdir(dist, { recursive: true })) {
  const path = join(dist, name);
  if (!worthIt.test(name) || !(await stat(path)).isFile()) continue;
  const content = await readFile(path);
  if (content.length < 512) continue;
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length } };
  await writeFile(path + '.br', brotliCompressSync(content, options));
  await writeFile(path + '.gz', gzipSync(content, { level: 9 }));
}
