/**
 * Builds what `npm pack` takes beside files of the clone, into the folder lib: JavaScript, the
 * types that the exports lead to, the page, and the packages that are cheaper in
 * one file than installed. Paths within lib are those within src, so that code finds its files.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build as bundle } from 'vite';
import { makeClient } from './make-client.mjs';
import { keepPublicTypes } from './public-types.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const lib = join(root, 'lib');
const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/**
 * Each becomes a file of the package, which so depends on no other: it is installed at once and
 * without a network. Installed these would have thousands of files, of which few are ever loaded.
 */
const BUNDLED = [
  '@jitl/quickjs-wasmfile-release-sync',
  '@modelcontextprotocol/server',
  '@msgpack/msgpack',
  '@nats-io/transport-node',
  '@noble/curves',
  '@noble/hashes',
  'find-my-way',
  'pg',
  'pino',
  'quickjs-emscripten-core',
  'typebox',
  'ws',
];

/** As `tsc` writes it, of a package and not of a file: what is imported, and from where. */
const PACKAGE_IMPORT = /(^import |\bimport\()(?:([^';]*) from )?'([\w@][\w@/:.-]*)'/gm;
const PACKAGE_NAME = /^(?:@[^/]+\/)?[^/]+/;
/** Files of threads and processes. `tsc` rewrites the names in imports only. */
const FILE_NAME = /(?<=new URL\(\s*'\.[^']*\.)ts(?=',\s*import\.meta\.url)/g;

const keepNames = { function: true, class: true };

const filesOf = (pattern) => globSync(pattern, { cwd: lib }).map((path) => join(lib, path));

function run(...command) {
  const { status, stdout } = spawnSync(process.execPath, command, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status === 0) return stdout.trim();
  process.stderr.write(stdout);
  throw new Error(`${command[0]} ended with ${status}`);
}

/** Returns what is to be bundled, by its name in the code, with the names imported from it. */
function rewriteCode() {
  const bundles = new Map();
  for (const file of filesOf('**/*.js')) {
    const code = readFileSync(file, 'utf8').replace(FILE_NAME, 'js');
    const rewritten = code.replace(PACKAGE_IMPORT, (text, _start, clause, name) => {
      if (!isBundled(name, file)) return text;
      const names = bundles.get(name) ?? new Set();
      bundles.set(name, names);
      for (const each of namesIn(clause)) names.add(each);
      const path = relative(dirname(file), join(lib, `${fileOf(name)}.js`)).replaceAll('\\', '/');
      return text.replace(`'${name}'`, `'${path.startsWith('.') ? path : `./${path}`}'`);
    });
    writeFileSync(file, rewritten);
  }
  return bundles;
}

const fileOf = (name) => `bundled/${name.replace('@', '').replaceAll('/', '-')}`;

function namesIn(clause = '*') {
  if (clause.includes('*')) throw new Error(`a bundled package is imported by names: ${clause}`);
  const [, named = ''] = /{([^}]*)}/.exec(clause) ?? [];
  const names = named.split(',').map((each) => each.trim().split(' as ')[0]);
  return [...names.filter(Boolean), ...(clause.startsWith('{') ? [] : ['default'])];
}

function isBundled(name, file) {
  if (name.startsWith('node:')) return false;
  const [owner] = PACKAGE_NAME.exec(name);
  if (BUNDLED.includes(owner)) return true;
  throw new Error(`${relative(root, file)} imports ${name}, which the package does not bring`);
}

async function bundlePackages(bundles) {
  const entry = '\0bundled:';
  await bundle({
    configFile: false,
    root,
    logLevel: 'error',
    publicDir: false,
    ssr: { noExternal: true },
    plugins: [
      {
        name: 'bundled',
        resolveId: (id) => (id.startsWith(entry) ? id : undefined),
        load: (id) => {
          const name = id.startsWith(entry) ? id.slice(entry.length) : undefined;
          return name && `export { ${[...bundles.get(name)].join(', ')} } from '${name}';`;
        },
      },
    ],
    build: {
      ssr: true,
      target: 'node22',
      outDir: lib,
      emptyOutDir: false,
      license: { fileName: 'bundled/LICENSES.md' },
      rolldownOptions: {
        // Native and optional: ws and pg do without.
        external: ['bufferutil', 'utf-8-validate', 'pg-native'],
        input: Object.fromEntries([...bundles.keys()].map((name) => [fileOf(name), entry + name])),
        // Without white space and long names, but for those that errors and checks of kinds tell.
        output: {
          chunkFileNames: 'bundled/[name].js',
          minify: { compress: { keepNames }, mangle: { keepNames }, codegen: true },
        },
      },
    },
  });
}

if (makeClient() !== 0) process.exit(1);
rmSync(lib, { recursive: true, force: true });
const tsc = [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.package.json'];
run(...tsc, '--removeComments', '--declaration', 'false');
// What an editor shows of a type is in its comments.
run(...tsc, '--emitDeclarationOnly');
await bundlePackages(rewriteCode());
const types = Object.values(own.exports).flatMap((each) => each.types ?? []);
const programTypes = join(lib, 'contest/program-words.d.ts');
keepPublicTypes(
  lib,
  types.map((path) => join(root, path)).filter((path) => path !== programTypes),
);
writeFileSync(programTypes, `${run('scripts/describe-program.ts')}\n`);
const wasm = fileURLToPath(import.meta.resolve('@jitl/quickjs-wasmfile-release-sync/wasm'));
// Smaller than what `npm pack` makes of it.
writeFileSync(join(lib, 'bundled/quickjs.wasm.br'), brotliCompressSync(readFileSync(wasm)));
for (const path of globSync('src/!(web)/**/*.{css,js}', { cwd: root }))
  copyFileSync(join(root, path), join(lib, relative('src', path)));
for (const [mode, name] of [
  ['page', 'page'],
  ['verifier', 'verifier-page'],
]) {
  cpSync(run('scripts/build-page.mjs', mode), join(lib, name), { recursive: true });
  // The server unpacks what a browser does not take packed.
  for (const packed of filesOf(`${name}/**/*.br`)) rmSync(packed.slice(0, -'.br'.length));
}
