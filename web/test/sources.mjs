// What the console computes without a browser, as a test can call it.
import { build } from 'esbuild';

const sources = new URL('../src/', import.meta.url).pathname;
// Who is logged in, and how it looks, is the browser's: here it is somebody whose language the test says.
const stubs = { 'session.svelte': 'export const session = { me: { locale: "" } };', 'settings.svelte': 'export const look = { isPrivate: false };' };
const somebody = {
  name: 'somebody',
  setup(bundle) {
    bundle.onResolve({ filter: /(session|settings)\.svelte$/ }, ({ path }) => ({ path: path.split('/').at(-1), namespace: 'stub' }));
    bundle.onLoad({ filter: /.*/, namespace: 'stub' }, ({ path }) => ({ contents: stubs[path] }));
  },
};

/** Everything that some modules of `src` export, together. */
export async function from(...modules) {
  const contents = modules.map((path) => `export * from './${path}';`).join('\n');
  const { outputFiles } = await build({ stdin: { contents, resolveDir: sources }, alias: { $lib: sources + 'lib' }, plugins: [somebody], bundle: true, format: 'esm', write: false });
  return import('data:text/javascript;base64,' + Buffer.from(outputFiles[0].text).toString('base64'));
}
