/**
 * Builds the page into dist/web unless it is there, and prints its folder. A venue that runs holds
 * its page in memory. Each file is compressed once, here, and not again for each visitor.
 */
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { buildOnce } from './build-once.ts';
import { makeClient } from './make-client.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const home = join(root, 'dist/web');
const SOURCES = [
  'src/{web,client,domain,views,wire,competition}/**/*.{ts,tsx,css,html,svg}',
  'vite.config.ts',
  'scripts/build-page.mjs',
];
/** Smaller files gain nothing. */
const COMPRESS_FROM = 512;

async function build(draft) {
  process.stderr.write('perpetua: building the page …\n');
  // Whoever calls this: a test that builds the page looks at the one that people get.
  process.env.NODE_ENV = 'production';
  const { build: bundle } = await import('vite');
  await bundle({
    // From wherever it is called.
    root: join(root, 'src/web'),
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir: draft },
  });
  for (const path of globSync('**/*.{html,js,css,svg,webmanifest}', { cwd: draft })) {
    compress(join(draft, path));
  }
}

function compress(file) {
  if (statSync(file).size < COMPRESS_FROM) return;
  const bytes = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
}

// A venue that builds its page and ends meanwhile needs none.
process.once('disconnect', () => process.exit(1));
process.channel?.unref();
if (makeClient() !== 0) process.exit(1);
const folder = await buildOnce({ root, home, sources: SOURCES, build });
process.stdout.write(`${folder}\n`);
