/**
 * Builds the page into dist/web, in a folder named after a hash of everything it is made from, and
 * prints that folder. A page that is built already is left alone, so calling this costs a moment.
 * Each file is compressed once, here, and not again for each visitor.
 */
import { createHash } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const root = fileURLToPath(new URL('..', import.meta.url));
const home = join(root, 'dist/web');
const SOURCES = [
  'src/{web,client,domain,views,wire,competition}/**/*.{ts,tsx,css,html,svg}',
  'vite.config.ts',
  'scripts/build-page.mjs',
  'package-lock.json',
];
/** Smaller files gain nothing. */
const COMPRESS_FROM = 512;

function hashSources() {
  const hash = createHash('sha256');
  const paths = globSync(SOURCES, { cwd: root }).map((path) => path.replaceAll('\\', '/'));
  for (const path of paths.filter((name) => !name.endsWith('.test.ts')).sort()) {
    hash.update(`${path}\0`).update(readFileSync(join(root, path)));
  }
  return hash.digest('hex').slice(0, 16);
}

async function build(folder) {
  // Whoever calls this: a test that builds the page looks at the one that people get.
  process.env.NODE_ENV = 'production';
  const { build: bundle } = await import('vite');
  const draft = `${folder}.${process.pid}`;
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
  publish(draft, folder);
}

function compress(file) {
  if (statSync(file).size < COMPRESS_FROM) return;
  const bytes = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
}

/** Appears whole or not at all, also where two builds end together. */
function publish(draft, folder) {
  try {
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

/** A venue that runs holds its page in memory, so older ones can go. */
function removeOthers(folder) {
  const aged = Date.now() - 3_600_000;
  for (const name of readdirSync(home)) {
    const other = join(home, name);
    const isOld = (statSync(other, { throwIfNoEntry: false })?.mtimeMs ?? aged) < aged;
    if (other !== folder && isOld) rmSync(other, { recursive: true, force: true });
  }
}

// A venue that builds its page and ends meanwhile needs none.
process.once('disconnect', () => process.exit(1));
process.channel?.unref();
const folder = join(home, hashSources());
if (!existsSync(folder)) {
  mkdirSync(home, { recursive: true });
  process.stderr.write('perpetua: building the page …\n');
  await build(folder);
  removeOthers(folder);
}
process.stdout.write(`${folder}\n`);
