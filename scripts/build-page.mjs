/**
 * Builds the page into dist/web unless it is there, and prints its folder; told `verifier`, the
 * script with which a browser checks a contest, into dist/verifier. A venue that runs holds its
 * page in memory. Each file is compressed once, here, and not again for each visitor.
 */
import { globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { buildOnce } from './build-once.ts';
import { makeClient } from './make-client.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const BUILDS = {
  page: {
    home: 'dist/web',
    root: 'src/web',
    sources: 'src/{web,client,domain,views,wire,competition}/**/*.{ts,tsx,css,html,svg}',
  },
  verifier: {
    home: 'dist/verifier',
    root: 'src/verifier',
    sources:
      'src/{verifier,contest,verdict,market,tape,venue,engine,book,domain,views,wire,' +
      'competition}/**/*.{ts,js}',
  },
};
const [, , mode = 'page'] = process.argv;
const chosen = BUILDS[mode];
/** Smaller files gain nothing. */
const COMPRESS_FROM = 512;

async function build(draft) {
  process.stderr.write(`perpetua: building the ${mode} …\n`);
  // Whoever calls this: a test that builds the page looks at the one that people get.
  process.env.NODE_ENV = 'production';
  const { build: bundle } = await import('vite');
  await bundle({
    // From wherever it is called.
    root: join(root, chosen.root),
    configFile: join(root, 'vite.config.ts'),
    mode: mode === 'page' ? 'production' : mode,
    logLevel: 'error',
    build: { outDir: draft },
  });
  // Whoever serves the page of a contest has QuickJS, and gives the very one that judged.
  for (const path of globSync('**/*.wasm', { cwd: draft })) rmSync(join(draft, path));
  for (const path of globSync('**/*.{html,js,css,svg,webmanifest}', { cwd: draft })) {
    compress(join(draft, path));
  }
}

function compress(file) {
  if (statSync(file).size < COMPRESS_FROM) return;
  const bytes = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
}

// A venue that builds its page and ends meanwhile needs none.
process.once('disconnect', () => process.exit(1));
process.channel?.unref();
if (makeClient() !== 0) process.exit(1);
const home = join(root, chosen.home);
const sources = [chosen.sources, 'vite.config.ts', 'scripts/build-page.mjs'];
const folder = await buildOnce({ root, home, sources, build });
process.stdout.write(`${folder}\n`);
