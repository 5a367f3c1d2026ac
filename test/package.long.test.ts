/**
 * The package as its users get it: packed by npm, installed without a network into an empty
 * project, and used from there. Nothing of the clone can be found from that folder.
 */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { findPorts } from '../proof/cluster/find-ports.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BYTES_MAX = 25 * 1024 * 1024;
/** Of the file that people load down, a fifth of a megabyte of which is the programs' QuickJS. */
const PACKED_BYTES_MAX = 2_500_000;
/** Of what the exports lead to, packed likewise. */
const LIBRARY_BYTES_MAX = 1_000_000;
/** What a file takes on the disk is a multiple of this. */
const BLOCK_BYTES = 4_096;

let home = '';
let project = '';

/** As on a machine with a recent Node, outside of npm and without settings of ours. */
function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(?:PORT|PERPETUA_|npm_|NODE_|VITEST)/i.test(name),
  );
  const { PATH = '', ...more } = Object.fromEntries(own);
  const others = PATH.split(delimiter).filter((folder) => !folder.includes('node_modules'));
  return {
    ...more,
    PATH: [dirname(process.execPath), ...others].join(delimiter),
    npm_config_cache: join(home, 'cache'),
    npm_config_offline: 'true',
  };
}

function run(cwd: string, program: string, ...args: string[]) {
  const options = { cwd, env: environment(), encoding: 'utf8', maxBuffer: 2 ** 26 } as const;
  return spawnSync(program, args, options);
}

function perpetua(...args: string[]) {
  const { status, stdout, stderr } = run(project, join(project, COMMAND), ...args);
  return { status, stdout, stderr };
}

const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const COMMAND = join('node_modules', '.bin', 'perpetua');

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'perpetua-package-'));
  project = join(home, 'project');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "name": "bot", "private": true }\n');
  const packed = run(ROOT, 'npm', 'pack', '--json', '--pack-destination', project);
  expect(packed.status, packed.stderr).toBe(0);
  const tarball = readdirSync(project).find((name) => /^perpetua-.*\.tgz$/.test(name));
  const installed = run(project, 'npm', 'install', `./${tarball}`);
  expect(installed.status, installed.stderr).toBe(0);
});

afterAll(() => rmSync(home, { recursive: true, force: true }));

/** A file that another loads, now or later, by a name in its text. */
const LOADED = /(?:\bfrom|\bimport\(?|\bnew URL\()\s*['"](\.[^'"]+)['"]/g;

/** What the exports of a package may ever load, and what tells their types. */
function libraryFiles(folder: string): string[] {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const found = new Set<string>();
  const follow = (file: string): void => {
    if (found.has(file) || !statSync(file, { throwIfNoEntry: false })?.isFile()) return;
    found.add(file);
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(LOADED)) {
      const loaded = join(dirname(file), name);
      follow(file.endsWith('.d.ts') ? loaded.replace(/\.js$/, '.d.ts') : loaded);
    }
  };
  for (const each of Object.values<Record<string, string>>(exports))
    for (const name of [each['types'], each['default']]) if (name) follow(join(folder, name));
  return [...found];
}

test('[PKG-1] it depends on no other package and is small', () => {
  const modules = join(project, 'node_modules');
  expect(readdirSync(modules).filter((name) => !name.startsWith('.'))).toEqual(['perpetua']);
  expect(existsSync(join(modules, 'perpetua/node_modules'))).toBe(false);
  // npm warns of what it would run to install a package.
  const { scripts } = JSON.parse(readFileSync(join(modules, 'perpetua/package.json'), 'utf8'));
  expect(Object.keys(scripts)).not.toContainEqual(expect.stringMatching(/install|prepare/));
  const sizes = readdirSync(modules, { recursive: true, encoding: 'utf8' })
    .map((path) => statSync(join(modules, path)))
    .map(({ size }) => Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(BYTES_MAX);
  const [tarball = ''] = readdirSync(project).filter((name) => name.endsWith('.tgz'));
  expect(statSync(join(project, tarball)).size).toBeLessThan(PACKED_BYTES_MAX);
  const library = spawnSync('tar', ['cz', ...libraryFiles(join(modules, 'perpetua'))], {
    maxBuffer: 2 ** 26,
  });
  expect(library.stdout.length).toBeLessThan(LIBRARY_BYTES_MAX);
  expect(library.stdout.length).toBeGreaterThan(LIBRARY_BYTES_MAX / 2);
  const lib = join(modules, 'perpetua/lib');
  expect(readdirSync(lib, { recursive: true, encoding: 'utf8' })).not.toContainEqual(
    expect.stringMatching(/\.map$/),
  );
});

/** What `node scripts/get-runtimes.mjs` gets, and how each runs a program. */
const RUNTIMES: readonly (readonly [name: string, program: string, ...words: string[]])[] = [
  ['Node 22', `node-linux-${process.arch}/bin/node`],
  ['Bun', `@oven/bun-linux-${process.arch === 'arm64' ? 'aarch64' : 'x64'}/bin/bun`],
  ['Deno', `@deno/linux-${process.arch}-glibc/deno`, 'run', '--allow-all'],
].map(([name = '', program = '', ...words]) => [
  name,
  join(ROOT, 'dist/runtimes/node_modules', program),
  ...words,
]);
const GET_RUNTIMES = 'the other runtimes are missing: node scripts/get-runtimes.mjs';
const hasRuntimes = RUNTIMES.every(([, program]) => existsSync(program));
if (!hasRuntimes) {
  if (process.env['CI'] === 'true') throw new Error(GET_RUNTIMES);
  process.stderr.write(`skipped: ${GET_RUNTIMES}\n`);
}

test.runIf(hasRuntimes).for(RUNTIMES)(
  '[PKG-11] a sandbox and its client trade on %s',
  ([, program, ...words]) => {
    chmodSync(program, 0o755);
    const text = textOf('test/sandbox/trade-under-fakes.ts').replaceAll(
      /: Promise<void>|<void>/g,
      '',
    );
    const plain = text.replace('await using', 'const');
    const end = 'await tradeUnderFakes();\nprocess.exit(0);\n';
    writeFileSync(join(project, 'trade.mjs'), plain + end);
    const { status, stdout, stderr } = run(project, program, ...words, 'trade.mjs');
    expect(status, stdout + stderr).toBe(0);
  },
);

test('[PKG-2] every command is there, and answers wrong words as in a clone', () => {
  const names = [...perpetua('help').stdout.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(15);
  writeFileSync(
    join(project, 'every.mjs'),
    `import { runCommand } from './node_modules/perpetua/lib/cli/run-command.js';
    const output = { out: console.log, err: console.error };
    const codes = {};
    for (const name of process.argv.slice(2))
      codes[name] = await runCommand([name, '--help'], output);
    console.log(JSON.stringify(codes));`,
  );
  const { stdout, stderr } = run(project, 'node', 'every.mjs', ...names.map(String));
  const codes = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  expect(codes, stderr).toEqual(Object.fromEntries(names.map((name) => [name, 0])));
  expect(perpetua('strat')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('no command "strat"; did you mean "start"?'),
  });
  expect(perpetua('start', '--prot', '9000')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('--port'),
  });
  expect(perpetua('help').stdout).toContain('(sim, bench, torture and others) run in a clone');
  expect(perpetua('bench', 'book').status).toBe(2);
  expect(existsSync(join(project, 'node_modules/perpetua/lib/proof'))).toBe(false);
});

const { exports, version } = JSON.parse(textOf('package.json'));
const names = Object.keys(exports).filter((name) => name !== './package.json');

test('[PKG-7] what it exports needs no other types', () => {
  const imports = names.map((name, at) => `import * as e${at} from 'perpetua${name.slice(1)}';`);
  // Of a contest there are only types.
  const counts = names.flatMap((name, at) =>
    name === './contest' ? [] : [`Object.keys(e${at}).length`],
  );
  const program = [
    "import type { ProgramDecision, ShownLevel } from 'perpetua/contest';",
    'const [price]: ShownLevel = [1, 2];',
    "const orders: ProgramDecision<number> = { orders: [{ side: 'buy', size: 1, price }] };",
    '// @ts-expect-error',
    "const others: ProgramDecision = { orders: [{ side: 'up', size: 1 }] };",
  ];
  const lines = [...imports, ...program, `console.log(Math.min(${counts.join(', ')}));`];
  writeFileSync(join(project, 'use.mts'), lines.join('\n'));
  const flags = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext'];
  const roots = ['--types', 'node', '--typeRoots', join(ROOT, 'node_modules/@types')];
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const plain = /`"lib": \[(.*?)\]`/.exec(textOf('docs/TESTING.md'))?.[1]?.replaceAll(/[" ]/g, '');
  for (const types of [
    ['--lib', 'es2022', ...roots],
    ['--lib', plain ?? ''],
  ])
    expect(run(project, 'node', tsc, ...flags, ...types, 'use.mts').stdout).toBe('');
  expect(Number(run(project, 'node', 'use.mts').stdout)).toBeGreaterThan(0);
});

test('[LIB-14] a sandbox and its client trade where Jest has faked everything', () => {
  for (const name of ['kit/faked-realm.mjs', 'sandbox/trade-under-fakes.ts'])
    copyFileSync(join(ROOT, 'test', name), join(project, basename(name)));
  const script = ['faked-realm.mjs', './trade-under-fakes.ts', 'tradeUnderFakes'];
  const { status, stderr } = run(project, 'node', '--experimental-vm-modules', ...script);
  expect(status, stderr).toBe(0);
});

test('[PKG-3] it tells its version, which its Python has too', () => {
  expect(perpetua('--version')).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
  expect(textOf('clients/python/perpetua/__init__.py')).toContain(`__version__ = "${version}"`);
});

test('[PKG-10] what README shows is in it', () => {
  const pictures = [...textOf('README.md').matchAll(/^!\[.*?\]\((.*?)\)/gm)];
  expect(pictures).not.toEqual([]);
  for (const [, path = ''] of pictures)
    expect(existsSync(join(project, 'node_modules/perpetua', path)), path).toBe(true);
});

test('[PKG-4] a Node that is too old is told which one is needed', () => {
  const older = `Object.defineProperty(process, 'version', { value: 'v24.6.0' });
    Object.defineProperty(process, 'versions', { value: { node: '24.6.0' } });`;
  const old = `data:text/javascript,${encodeURIComponent(older)}`;
  for (const verb of ['start', 'help']) {
    const { status, stdout, stderr } = run(project, 'node', '--import', old, COMMAND, verb);
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: '',
      stderr: 'perpetua: needs Node 24.7 or newer; this is v24.6.0\n',
    });
  }
});

/** The steps of a workflow that run something, in order, as its document shows them. */
function stepsOf(workflow: string): { readonly name: string; readonly script: string }[] {
  return workflow.split(/^ {6}- /m).flatMap((step) => {
    const [, name = ''] = /^name: (.*)/.exec(step) ?? [];
    const [, line, ...block] = /^ {8}run: (?:\|\n([\s\S]*)|(.*))/m.exec(step) ?? [];
    const script = line ?? block.join('');
    return script === '' ? [] : [{ name, script }];
  });
}

/** While the venue runs, with its page and every command that asks it something. */
async function lookAtVenue(port: number): Promise<void> {
  const address = `http://localhost:${port}/`;
  const page = await (await fetch(address)).text();
  const [, script = ''] = /src="([^"]+\.js)"/.exec(page) ?? [];
  expect((await fetch(new URL(script, address))).status).toBe(200);
  const qualified = perpetua('qualify', '--name', 'sandbox-2');
  expect(qualified.stdout, qualified.stderr).toMatch(/ok {2}an order of 10 USDT/);
  for (const words of [
    ['market', 'show'],
    ['time', 'show'],
    ['account', 'list'],
  ])
    expect(perpetua(...words)).toMatchObject({ status: 0, stderr: '' });
}

test('[PKG-2] [PKG-6] it starts, takes orders and stops, as the page about CI says', async () => {
  const [, workflow = ''] = /^```yaml\n(.*?)^```/ms.exec(textOf('docs/CI.md')) ?? [];
  const bot = join(project, 'node_modules/perpetua/examples/ci/bot.test.mjs');
  copyFileSync(bot, join(project, 'bot.test.mjs'));
  const set = [...workflow.matchAll(/^ {2}(PERPETUA_\w+): '?(.*?)'?$/gm)].map(([, name, value]) => [
    name,
    value,
  ]);
  const [port = 0] = await findPorts(1);
  const env = {
    ...environment(),
    ...Object.fromEntries(set),
    PERPETUA_PORT: String(port),
    PERPETUA_ADMIN_PORT: '0',
  };
  const [install, ...steps] = stepsOf(workflow);
  const [tarball] = readdirSync(project).filter((name) => name.endsWith('.tgz'));
  expect(install?.script.trim()).toBe(`npm install ./${tarball}`);
  let hasStopped = false;
  onTestFinished(() => {
    const pid = join(project, 'venue.pid');
    if (!hasStopped && existsSync(pid)) process.kill(Number(readFileSync(pid, 'utf8')), 'SIGKILL');
  });
  for (const { name, script } of steps) {
    const options = { cwd: project, env, encoding: 'utf8' } as const;
    const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', script], options);
    expect(status, `${name}: ${stdout}${stderr}`).toBe(0);
    if (name === 'Test the bot') await lookAtVenue(port);
    hasStopped ||= name === 'Stop the venue';
  }
  expect(hasStopped).toBe(true);
  const said = readFileSync(join(project, 'venue.log'), 'utf8');
  expect(said).toContain('Ctrl-C');
  expect(said).not.toMatch(/error|warn|building the page/);
});

test('[PKG-9] the example of lives runs from where it is installed', () => {
  const [, bot = ''] = /--bot "(node node_modules\/.*?)"/.exec(textOf('docs/BOTS.md')) ?? [];
  const short = ['--seeds', '1', '--hours', '0.1', '--only', 'BTC'];
  const { status, stdout, stderr } = perpetua('lives', '--bot', bot, ...short);
  expect(status, stdout + stderr).toBe(0);
  expect(stdout).toContain(`1 of 1 life of 6m from 2026-01-05T00:00:00Z, 10000 USDT each: ${bot}`);
  // Node strips no types there; a contest strips those of its programs itself.
  const examples = join(project, 'node_modules/perpetua/examples');
  const files = readdirSync(examples, { recursive: true, encoding: 'utf8' });
  expect(files.filter((path) => /^(?!contest).*\.ts$/.test(path))).toEqual([]);
});

test('[PKG-8] ten lines of Vitest test a bot through a crash of the market', () => {
  const folder = join(project, 'test');
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules/vitest'), join(folder, 'node_modules/vitest'));
  const page = textOf('docs/TESTING.md');
  for (const name of ['bot.ts', 'crash.test.ts']) {
    const [text = ''] = page.split(`// ${name}\n`)[1]?.split('```') ?? [];
    writeFileSync(join(folder, name), text);
  }
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  // Of its own accord Vitest gives a test five seconds, and this machine has other tests to run.
  const { status, stdout, stderr } = run(folder, 'node', vitest, 'run', '--testTimeout=60000');
  expect(status, stdout + stderr).toBe(0);
  expect(stripVTControlCharacters(stdout)).toMatch(/Tests +1 passed/);
});
