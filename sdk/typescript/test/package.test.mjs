// The package as people get it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

const folder = fileURLToPath(new URL('..', import.meta.url));
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');

/** Runs a program to its end and returns what it says. It fails when the program does. */
function run(program, given, cwd) {
  const ended = spawnSync(program, given, { cwd, encoding: 'utf8' });
  assert.equal(ended.status, 0, `${program} ${given.join(' ')}: ${ended.stdout}${ended.stderr}`);
  return ended.stdout;
}

test('what is generated is what the contract says', () => {
  run(process.execPath, ['scripts/generate.mjs', '--check'], folder);
});

test('publint finds nothing', async () => {
  const { messages, pkg } = await publint({ pkgDir: folder, strict: true, pack: false });
  assert.deepEqual(messages.map((message) => formatMessage(message, pkg)), []);
});

test('there is nothing else at run time', async () => {
  const pkg = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  assert.deepEqual([pkg.dependencies, pkg.peerDependencies, pkg.optionalDependencies], [undefined, undefined, undefined]);
});

test('it is small, and what is not used is left out', async () => {
  const size = async (contents) => {
    const { outputFiles } = await build({ stdin: { contents, resolveDir: folder }, bundle: true, minify: true, format: 'esm', write: false, logLevel: 'error' });
    return gzipSync(outputFiles[0].contents, { level: 9 }).length;
  };
  const whole = await size(`export * from './dist/index.js'`);
  const hooks = await size(`export { verifyWebhook } from './dist/index.js'`);
  console.log(`compressed: ${whole} bytes, verifyWebhook alone: ${hooks} bytes`);
  assert.ok(whole < 15 * 1024, `${whole} bytes`);
  assert.ok(hooks < 1.5 * 1024, `${hooks} bytes`);
  const { outputFiles } = await build({ stdin: { contents: `import './dist/index.js'`, resolveDir: folder }, bundle: true, format: 'esm', write: false, logLevel: 'silent' });
  assert.doesNotMatch(outputFiles[0].text, /auth/, 'what only imports it carries nothing');
});

test('a fresh project compiles strictly, and runs', async (t) => {
  const project = await mkdtemp(join(tmpdir(), 'bourse-fresh-'));
  t.after(() => rm(project, { recursive: true, force: true }));
  const [{ filename }] = JSON.parse(run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', project], folder));
  await writeFile(join(project, 'package.json'), JSON.stringify({ name: 'fresh', private: true, type: 'module' }));
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${filename}`], project);
  await cp(join(folder, 'test/types'), join(project, 'src'), { recursive: true });

  await writeReadme(join(project, 'readme'));

  const strict = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: false, target: 'ES2022', rootDir: '.', outDir: 'out' };
  const projects = {
    browser: { ...strict, module: 'ESNext', moduleResolution: 'Bundler', types: [], lib: ['ES2022', 'DOM', 'DOM.Iterable'] },
    node: { ...strict, module: 'NodeNext', lib: ['ES2022'], typeRoots: [join(folder, 'node_modules/@types')], types: ['node'] },
  };
  for (const [name, compilerOptions] of Object.entries(projects)) {
    await t.test(`for ${name}`, async () => {
      await writeFile(join(project, `${name}.json`), JSON.stringify({ compilerOptions, include: name === 'browser' ? ['src', 'readme'] : ['src'] }));
      run(process.execPath, [tsc, '-p', `${name}.json`], project);
    });
  }
  await t.test('and runs', () => {
    const said = run(process.execPath, ['--input-type=module', '-e', `import { program } from './out/src/program.js'; console.log(typeof program)`], project);
    assert.equal(said.trim(), 'function');
  });
});

/** Writes each snippet of the README as a module, with what the reader is to think of. */
async function writeReadme(to) {
  const text = await readFile(join(folder, 'README.md'), 'utf8');
  const snippets = [...text.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code]) => code);
  assert.ok(snippets.length >= 5, 'snippets of the README');
  await mkdir(to);
  const outside = {
    bourse: 'declare const bourse: Bourse;',
    signal: 'declare const signal: AbortSignal;',
    body: 'declare const body: string;',
    secret: 'declare const secret: string;',
    request: 'declare const request: Request;',
    showLogIn: 'declare function showLogIn(reason: BourseError): void;',
    showQuotes: 'declare function showQuotes(quotes: Quote[]): void;',
    showPosition: 'declare function showPosition(position: Position): void;',
    reload: 'declare function reload(): void;',
  };
  for (const [i, code] of snippets.entries()) {
    const missing = Object.entries(outside).filter(([name]) => new RegExp(`\\b${name}\\b`).test(code) && !code.includes(`const ${name} =`));
    const names = ['Bourse', 'BourseError'].filter((name) => !new RegExp(`import {[^}]*\\b${name}\\b`).test(code));
    const imports = `import { ${['type Quote', 'type Position', ...names].join(', ')} } from '@bourse/client';\n`;
    await writeFile(join(to, `snippet-${i}.ts`), imports + missing.map(([, line]) => line).join('\n') + '\n' + code);
  }
}
