/**
 * How the pages are built: two documents from src/web, the one for everyone and the console, JSX
 * for Preact, nothing from elsewhere. In the mode `verifier`: the script with which a browser
 * checks a contest.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** From wherever the build is called. */
const sourceAt = (name: string): string => fileURLToPath(new URL(`./src/${name}`, import.meta.url));

const { version: VERSION } = JSON.parse(
  readFileSync(new URL('./package.json', import.meta.url), 'utf8'),
);

const BUILD = {
  target: 'es2022',
  emptyOutDir: true,
  // Everything is a file of its own: the page's policy allows nothing inline.
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
  // Of the packages in the page; whoever passes the page on passes these on too.
  license: { fileName: 'LICENSES.md' },
  reportCompressedSize: false,
  chunkSizeWarningLimit: 1_000,
} as const;

const PAGE = defineConfig({
  root: 'src/web',
  base: '/',
  publicDir: 'public',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    ...BUILD,
    rolldownOptions: { input: [sourceAt('web/index.html'), sourceAt('web/console.html')] },
  },
});

const VERIFIER = defineConfig({
  root: 'src/verifier',
  base: '/',
  publicDir: false,
  // A market is drawn in a browser as on Node, by the same code.
  resolve: { alias: { 'node:crypto': sourceAt('verifier/browser-crypto.ts') } },
  define: {
    PRODUCT_VERSION: JSON.stringify(VERSION),
    SANDBOX_PRELUDE: JSON.stringify(readFileSync(sourceAt('contest/prelude.js'), 'utf8')),
  },
  worker: { format: 'es' },
  build: {
    ...BUILD,
    rolldownOptions: {
      input: { verify: sourceAt('verifier/verify-page.ts') },
      // The page of a contest names it without knowing the build.
      output: { entryFileNames: '[name].js' },
    },
  },
});

export default defineConfig(({ mode }) => (mode === 'verifier' ? VERIFIER : PAGE));
