// Compiles src into dist, which it empties first.
import { spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';

const folder = new URL('..', import.meta.url);
await rm(new URL('dist', folder), { recursive: true, force: true });
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
process.exit(spawnSync(process.execPath, [tsc, '-p', '.'], { cwd: folder, stdio: 'inherit' }).status ?? 1);
