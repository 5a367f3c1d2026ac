/**
 * The floors: which folder may import which, and what runs on it. All are in src but the proofs,
 * which stand beside it and are in no package. The compiler holds the
 * same table through the `references` of each folder's tsconfig.json; these rules hold the two
 * together.
 */
import { posix } from 'node:path';
import type { Finding } from './finding.ts';
import { isTest, type Source } from './source.ts';

export interface Floor {
  readonly name: string;
  readonly mayImport: readonly string[];
  /** Pure floors know nothing outside the language; the others run on Node or in a browser. */
  readonly runs: 'pure' | 'node' | 'browser';
  /** Packages a floor that does not run on Node may import. Node floors may import any. */
  readonly packages?: readonly string[];
}

const PRODUCT: readonly Floor[] = [
  { name: 'domain', mayImport: [], runs: 'pure' },
  { name: 'book', mayImport: ['domain'], runs: 'pure' },
  { name: 'engine', mayImport: ['domain', 'book'], runs: 'pure' },
  { name: 'views', mayImport: ['domain'], runs: 'pure' },
  { name: 'competition', mayImport: ['domain', 'views'], runs: 'pure' },
  {
    name: 'wire',
    mayImport: ['domain', 'views', 'competition'],
    runs: 'pure',
    packages: ['typebox'],
  },
  { name: 'machine', mayImport: [], runs: 'node' },
  { name: 'journal', mayImport: ['domain', 'machine'], runs: 'node' },
  { name: 'facts', mayImport: ['domain'], runs: 'node' },
  { name: 'archive', mayImport: ['domain', 'facts'], runs: 'node' },
  {
    name: 'venue',
    mayImport: ['domain', 'engine', 'machine', 'journal', 'archive', 'views', 'competition'],
    runs: 'node',
  },
  { name: 'market', mayImport: ['domain', 'views', 'machine', 'venue'], runs: 'node' },
  { name: 'tape', mayImport: ['domain', 'machine', 'venue'], runs: 'node' },
  { name: 'lab', mayImport: ['domain', 'views', 'venue', 'market', 'tape'], runs: 'node' },
  { name: 'gateway', mayImport: ['domain', 'wire', 'machine', 'facts', 'venue'], runs: 'node' },
  {
    name: 'assembly',
    mayImport: [
      ...['domain', 'engine', 'views', 'competition', 'wire', 'machine', 'journal', 'facts'],
      ...['archive', 'venue', 'market', 'tape', 'gateway'],
    ],
    runs: 'node',
  },
  {
    name: 'sandbox',
    mayImport: [
      ...['domain', 'wire', 'machine', 'journal', 'archive', 'venue', 'market', 'gateway'],
      'assembly',
    ],
    runs: 'node',
  },
  { name: 'client', mayImport: [], runs: 'browser' },
  {
    name: 'web',
    mayImport: ['domain', 'wire', 'views', 'competition', 'client'],
    runs: 'browser',
    packages: ['preact', '@preact/signals', 'lightweight-charts'],
  },
];

const TOOLS: readonly Floor[] = [
  { name: 'terminal', mayImport: ['wire'], runs: 'node' },
  {
    name: 'verdict',
    mayImport: ['domain', 'views', 'competition', 'wire', 'venue', 'terminal'],
    runs: 'node',
  },
  {
    name: 'contest',
    mayImport: ['domain', 'wire', 'venue', 'market', 'tape', 'gateway', 'verdict'],
    runs: 'node',
  },
  {
    name: 'verifier',
    mayImport: ['domain', 'tape', 'contest'],
    runs: 'browser',
    packages: ['@noble/ciphers', '@noble/hashes'],
  },
  {
    name: 'results',
    mayImport: [
      ...['domain', 'engine', 'views', 'competition', 'wire', 'journal', 'venue', 'market', 'tape'],
      ...['terminal', 'verdict'],
    ],
    runs: 'node',
  },
  { name: 'arena', mayImport: ['domain', 'wire', 'verdict', 'contest'], runs: 'node' },
];

const CLI: Floor = { name: 'cli', mayImport: namesOf([...PRODUCT, ...TOOLS]), runs: 'node' };

export const FLOORS: readonly Floor[] = [
  ...PRODUCT,
  ...TOOLS,
  CLI,
  { name: 'proof', mayImport: [...CLI.mayImport, 'cli'], runs: 'node' },
];

function namesOf(floors: readonly Floor[]): string[] {
  return floors.map(({ name }) => name);
}

export const folderOf = (name: string): string => (name === 'proof' ? name : `src/${name}`);

export const findFloor = (path: string): Floor | undefined =>
  FLOORS.find(({ name }) => path.startsWith(`${folderOf(name)}/`));

export function isPure(path: string): boolean {
  return !isTest(path) && findFloor(path)?.runs === 'pure';
}

/** Imports name the real file, and only on the same floor or one the table allows. */
export function checkImports(sources: readonly Source[]): Finding[] {
  const known = new Set(sources.map(({ path }) => path));
  const findings: Finding[] = [];
  for (const source of sources) {
    if (source.path.startsWith('src/') && findFloor(source.path) === undefined) {
      findings.push({ file: source.path, line: 1, message: 'src holds only the known floors' });
    }
    for (const { specifier, target, line } of source.imports) {
      const message =
        target === undefined
          ? judgePackage(source.path, specifier)
          : judgeTarget(source.path, target, known);
      if (message !== undefined) {
        findings.push({ file: source.path, line, message });
      }
    }
  }
  return findings;
}

function judgePackage(path: string, specifier: string): string | undefined {
  const floor = findFloor(path);
  if (floor === undefined || floor.runs === 'node' || isTest(path)) {
    return undefined;
  }
  const allowed = (floor.packages ?? []).some(
    (name) => specifier === name || specifier.startsWith(`${name}/`),
  );
  return allowed ? undefined : `${floor.name} may not import the package ${specifier}`;
}

function judgeTarget(path: string, target: string, known: ReadonlySet<string>): string | undefined {
  if (!known.has(target)) {
    return `no such source file: ${target}`;
  }
  const floor = findFloor(path);
  if (floor === undefined || isTest(path)) {
    return undefined;
  }
  const targetFloor = findFloor(target);
  if (targetFloor === undefined || isTest(target)) {
    return `${floor.name} may not import ${target}, which is outside the floors`;
  }
  if (targetFloor === floor || floor.mayImport.includes(targetFloor.name)) {
    return undefined;
  }
  const list = floor.mayImport.join(', ') || 'nothing';
  return `${floor.name} may not import ${targetFloor.name}; it may import ${list}`;
}

interface Config {
  readonly references?: readonly { readonly path: string }[];
  readonly compilerOptions?: Readonly<Record<string, unknown>>;
}

/** The tsconfig files by path, as parsed JSON; `present` lists the floors that have any file. */
export function checkReferences(
  configs: ReadonlyMap<string, Config>,
  present: readonly string[],
): Finding[] {
  const existing = FLOORS.filter(({ name }) => present.includes(name));
  const findings: Finding[] = [];
  const expectReferences = (file: string, expected: readonly string[]): void => {
    const actual = configs.get(file)?.references?.map(({ path }) => path) ?? [];
    if (actual.join() !== expected.join()) {
      const message = `references must be [${expected.join(', ')}], found [${actual.join(', ')}]`;
      findings.push({ file, line: 1, message });
    }
  };
  for (const floor of existing) {
    const file = `${folderOf(floor.name)}/tsconfig.json`;
    const below = existing.filter(({ name }) => floor.mayImport.includes(name));
    expectReferences(
      file,
      below.map(({ name }) => posix.relative(folderOf(floor.name), folderOf(name))),
    );
    findings.push(...checkPureOptions(file, floor, configs.get(file)));
  }
  const all = existing.map(({ name }) => folderOf(name));
  expectReferences('tsconfig.json', [...all, 'tsconfig.tests.json']);
  expectReferences('tsconfig.tests.json', all);
  findings.push(...checkBaseOptions(configs.get('tsconfig.base.json')));
  return findings;
}

function checkPureOptions(file: string, floor: Floor, config: Config | undefined): Finding[] {
  const forbidden = ['types', 'lib'].filter(
    (option) => floor.runs === 'pure' && config?.compilerOptions?.[option] !== undefined,
  );
  return forbidden.map((option) => {
    return { file, line: 1, message: `a pure floor may not set ${option}; the base has it` };
  });
}

function checkBaseOptions(config: Config | undefined): Finding[] {
  const options = config?.compilerOptions ?? {};
  const file = 'tsconfig.base.json';
  const expected = { types: '[]', lib: '["ES2024"]', strict: 'true', composite: 'true' };
  return Object.entries(expected)
    .filter(([option, value]) => JSON.stringify(options[option]) !== value)
    .map(([option, value]) => ({ file, line: 1, message: `${option} must be ${value}` }));
}

const ROW = /^\| `(?:src\/)?([\w-]+)` \|.*\| ([^|]+) \|$/;

/** The table of floors in docs/ARCHITECTURE.md: a row for each folder, with what it may import. */
export function checkFloorTable(file: string, text: string, present: readonly string[]): Finding[] {
  const rows = new Map<string, { readonly list: string; readonly line: number }>();
  for (const [at, line] of text.split('\n').entries()) {
    const [, name, list] = ROW.exec(line) ?? [];
    if (name !== undefined && list !== undefined) rows.set(name, { list, line: at + 1 });
  }
  return FLOORS.filter(({ name }) => present.includes(name)).flatMap(({ name, mayImport }) => {
    const isTop = mayImport.length >= FLOORS.length - 2;
    const expected = isTop ? 'everything above' : mayImport.join(', ') || 'nothing';
    const { list, line } = rows.get(name) ?? { list: 'no row', line: 1 };
    if (list === expected) return [];
    return [{ file, line, message: `${folderOf(name)} may import ${expected}; found: ${list}` }];
  });
}
