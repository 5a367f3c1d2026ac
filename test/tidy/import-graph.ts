/** Rules about the graph of imports: no cycles, no file that nothing imports. */
import { posix } from 'node:path';
import type { Finding } from './finding.ts';
import { isTest, type Source } from './source.ts';

/** Where programs start; everything else must be imported from one of these or from a test. */
export const ENTRIES: ReadonlySet<string> = new Set([
  'src/cli/main.ts',
  'proof/main.ts',
  'src/sandbox/perpetua.ts',
  'bin/perpetua.mjs',
  'src/client/client.ts',
  'src/contest/program-words.ts',
  'src/web/main.tsx',
  'src/web/console/main.tsx',
  'src/verifier/browser-crypto.ts',
  'src/verifier/verify-page.ts',
  'scripts/build-package.mjs',
  'scripts/build-page.mjs',
  'scripts/get-deploy-schemas.mjs',
  'scripts/get-nats-server.mjs',
  'scripts/get-runtimes.mjs',
  'scripts/setup.mjs',
  'test/kit/program.ts',
  'test/mutants/mutants.ts',
  'test/tidy/lower-budget.ts',
  'vite.config.ts',
  'vitest.config.ts',
  'test/mcp/seat-client.ts',
]);

type Graph = ReadonlyMap<string, readonly string[]>;

function toGraph(sources: readonly Source[]): Graph {
  return new Map(
    sources.map(({ path, imports }) => {
      return [path, imports.flatMap(({ target }) => (target === undefined ? [] : [target]))];
    }),
  );
}

/**
 * Imports of types count too: they vanish when compiled, but the reader still walks in circles. One
 * finding per cycle found, naming the whole way round.
 */
export function checkCycles(sources: readonly Source[]): Finding[] {
  const graph = toGraph(sources);
  const findings: Finding[] = [];
  const done = new Set<string>();
  const way: string[] = [];
  const enter = (path: string): void => {
    if (way.includes(path)) {
      const cycle = [...way.slice(way.indexOf(path)), path];
      findings.push({ file: path, line: 1, message: `import cycle: ${cycle.join(' → ')}` });
      return;
    }
    if (done.has(path)) {
      return;
    }
    way.push(path);
    for (const target of graph.get(path) ?? []) {
      enter(target);
    }
    way.pop();
    done.add(path);
  };
  for (const path of graph.keys()) {
    enter(path);
  }
  return findings;
}

export function checkUnused(sources: readonly Source[]): Finding[] {
  const graph = toGraph(sources);
  const entries = [...graph.keys()].filter((path) => ENTRIES.has(path) || isTest(path));
  const reached = reachedFrom(graph, entries);
  return [...graph.keys()]
    .filter((path) => !reached.has(path))
    .map((file) => ({ file, line: 1, message: 'no program and no test imports this file' }));
}

/** Clients of services that only a cluster needs. */
const OF_CLUSTERS = /^(?:pg|@nats-io\/.*)$/;

/** A venue for itself loads them never: they are behind an import that a cluster makes. */
export function checkPlainStart(sources: readonly Source[]): Finding[] {
  return findAllLoaded(sources, ['src/cli/start.ts', 'src/sandbox/perpetua.ts'])
    .filter((source) => findLoaded(source).some((each) => OF_CLUSTERS.test(each)))
    .map(({ path }) => ({
      file: path,
      line: 1,
      message: 'a venue for itself may not load this file',
    }));
}

/** The files that are loaded with these. */
export function findAllLoaded(sources: readonly Source[], entries: readonly string[]): Source[] {
  const loaded = new Map(sources.map((source) => [source.path, findLoaded(source)]));
  const reached = reachedFrom(loaded, entries);
  return sources.filter(({ path }) => reached.has(path));
}

/** What is imported with the file: neither types nor what is imported when it is needed. */
function findLoaded({ path, program }: Source): string[] {
  return program.body.flatMap((statement) => {
    if (statement.type !== 'ImportDeclaration' || statement.importKind === 'type') return [];
    const { value } = statement.source;
    return [value.startsWith('.') ? posix.join(posix.dirname(path), value) : value];
  });
}

function reachedFrom(graph: Graph, entries: readonly string[]): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [...entries];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (!reached.has(path)) {
      reached.add(path);
      waiting.push(...(graph.get(path) ?? []));
    }
  }
  return reached;
}
