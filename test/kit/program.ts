/**
 * The program that tests start in processes of their own, built once for all of them. From the
 * sources Node reads a thousand files at each start, which takes as long as everything else that a
 * start does. Whoever goes through the launcher runs the sources.
 */
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';
import { buildOnce } from '../../scripts/build-once.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The files that a process or a thread begins with. */
const ENTRIES = {
  main: join(ROOT, 'proof/main.ts'),
  'life-venue': join(ROOT, 'src/cli/lives/life-venue.ts'),
  'archive-worker': join(ROOT, 'src/archive/archive-worker.ts'),
  'follower-thread': join(ROOT, 'src/venue/follower-thread.ts'),
};

export default async function setup(): Promise<void> {
  const folder = await buildOnce({
    root: ROOT,
    home: join(ROOT, 'dist/program'),
    sources: ['src/!(web)/**/*.ts', 'proof/**/*.ts', 'test/kit/program.ts'],
    build: buildProgram,
  });
  process.env['VENUE_PROGRAM'] = join(folder, 'main.mjs');
}

async function buildProgram(draft: string): Promise<void> {
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
}

/** Files are found from where the source is, but for the entries, which were built too. */
function keepPlaces(code: string, id: string): string | undefined {
  const isOurs = [join(ROOT, 'src'), join(ROOT, 'proof')].some((place) => id.startsWith(place));
  if (!isOurs || !code.includes('import.meta.url')) return undefined;
  const own = JSON.stringify(pathToFileURL(id).href);
  return code
    .replaceAll(/new URL\('(\.[^']*\.ts)', import\.meta\.url\)/g, (text, path: string) => {
      const found = Object.entries(ENTRIES).find(([, file]) => file === resolve(dirname(id), path));
      return found === undefined ? text : `new URL('./${found[0]}.mjs', import.meta.there)`;
    })
    .replaceAll('import.meta.url', own)
    .replaceAll('import.meta.there', 'import.meta.url');
}
