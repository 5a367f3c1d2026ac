/**
 * The program that tests start in processes of their own, built once for all of them. From the
 * sources Node reads a thousand files at each start, which takes as long as everything else that a
 * start does. Whoever goes through the launcher runs the sources.
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
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const HOME = join(ROOT, 'dist/program');

/** The files that a process or a thread begins with. */
const ENTRIES = {
  main: join(ROOT, 'src/cli/main.ts'),
  'life-venue': join(ROOT, 'src/cli/lives/life-venue.ts'),
  'archive-worker': join(ROOT, 'src/archive/archive-worker.ts'),
  'follower-thread': join(ROOT, 'src/venue/follower-thread.ts'),
};

export default async function setup(): Promise<void> {
  const folder = join(HOME, hashSources());
  if (!existsSync(folder)) {
    mkdirSync(HOME, { recursive: true });
    await buildProgram(folder);
    removeOld();
  }
  process.env['VENUE_PROGRAM'] = join(folder, 'main.mjs');
}

function hashSources(): string {
  const hash = createHash('sha256');
  const paths = globSync(['src/!(web)/**/*.ts', 'package-lock.json', 'test/kit/program.ts'], {
    cwd: ROOT,
  });
  for (const path of paths.filter((name) => !name.endsWith('.test.ts')).toSorted())
    hash.update(`${path}\0`).update(readFileSync(join(ROOT, path)));
  return hash.digest('hex').slice(0, 16);
}

/** Appears whole or not at all. */
async function buildProgram(folder: string): Promise<void> {
  const draft = `${folder}.${process.pid}`;
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    publicDir: false,
    ssr: { noExternal: true, external: ['vite', 'fastify'] },
    plugins: [{ name: 'own-places', enforce: 'pre', transform: keepPlaces }],
    build: {
      ssr: true,
      target: 'node24',
      outDir: draft,
      rolldownOptions: {
        input: ENTRIES,
        external: ['bufferutil', 'utf-8-validate'],
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
  if (existsSync(folder)) rmSync(draft, { recursive: true, force: true });
  else renameSync(draft, folder);
}

/** Another run may still start older ones. */
function removeOld(): void {
  const aged = Date.now() - 3_600_000;
  for (const name of readdirSync(HOME)) {
    const { mtimeMs = aged } = statSync(join(HOME, name), { throwIfNoEntry: false }) ?? {};
    if (mtimeMs < aged) rmSync(join(HOME, name), { recursive: true, force: true });
  }
}

/** Files are found from where the source is, but for the entries, which were built too. */
function keepPlaces(code: string, id: string): string | undefined {
  if (!id.startsWith(join(ROOT, 'src')) || !code.includes('import.meta.url')) return undefined;
  const own = JSON.stringify(pathToFileURL(id).href);
  return code
    .replaceAll(/new URL\('(\.[^']*\.ts)', import\.meta\.url\)/g, (text, path: string) => {
      const found = Object.entries(ENTRIES).find(([, file]) => file === resolve(dirname(id), path));
      return found === undefined ? text : `new URL('./${found[0]}.mjs', import.meta.there)`;
    })
    .replaceAll('import.meta.url', own)
    .replaceAll('import.meta.there', 'import.meta.url');
}
