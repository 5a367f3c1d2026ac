/**
 * How the page is built: two documents from src/web, the one for everyone and the console, JSX for
 * Preact, nothing from elsewhere.
 */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** From wherever the build is called. */
const documentAt = (name: string): string =>
  fileURLToPath(new URL(`./src/web/${name}`, import.meta.url));

export default defineConfig({
  root: 'src/web',
  base: '/',
  publicDir: 'public',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2022',
    emptyOutDir: true,
    // Everything is a file of its own: the page's policy allows nothing inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Of the packages in the page; whoever passes the page on passes these on too.
    license: { fileName: 'LICENSES.md' },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: { input: [documentAt('index.html'), documentAt('console.html')] },
  },
});
