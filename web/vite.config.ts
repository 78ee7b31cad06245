import { fileURLToPath, URL } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// Where a running server is that answers what is not the console's: `make web-dev` uses the demo.
const server = process.env['BOURSE_URL'] ?? 'http://127.0.0.1:8080';
const proxy = Object.fromEntries(
  ['/api', '/docs', '/openapi.yaml', '/openapi.json', '/.well-known', '/sandbox', '/healthz', '/readyz'].map((path) => [path, { target: server, xfwd: false }]),
);

export default defineConfig({
  plugins: [svelte()],
  resolve: { alias: { '@bourse/client': at('../sdk/typescript/src/index.ts'), $lib: at('./src/lib') } },
  server: { port: 5173, host: '127.0.0.1', proxy, fs: { allow: [at('..')] } },
  preview: { port: 4173, host: '127.0.0.1', proxy },
  build: {
    target: 'es2022',
    assetsDir: 'assets',
    // Nothing may stand in the page itself: the policy allows no inline script, style or image of another origin.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
