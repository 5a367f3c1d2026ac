/** Which tests are the nearest to a file: those beside it, then those that import it, and so on. */
import { basename, dirname, posix } from 'node:path';
import { isTest, lineAt, type Source } from '../tidy/source.ts';

/** A file that a process, a thread or a browser is started with counts as imported. */
const STARTED = /new URL\(\s*'(\.[^']+\.tsx?)',\s*import\.meta\.url/g;
/** Vite is told of these by their documents. */
const PAGES: readonly (readonly [test: string, page: string])[] = [
  ['test/web/page-kit.ts', 'src/web/main.tsx'],
  ['test/web-arena/arena-kit.ts', 'src/web/main.tsx'],
  ['test/web-console/console-kit.ts', 'src/web/console/main.tsx'],
  ['test/web/verify-contest.long.test.ts', 'src/verifier/verify-page.ts'],
];

/** By file, the files that import it. */
export type Importers = ReadonlyMap<string, readonly string[]>;

export function findImporters(sources: readonly Source[]): Importers {
  const importers = new Map<string, string[]>();
  const add = (from: string, target: string): void => {
    importers.set(target, [...(importers.get(target) ?? []), from]);
  };
  for (const source of sources) {
    const { path, text, imports } = source;
    const types = typesIn(source);
    for (const { target, line } of imports)
      if (target !== undefined && !types.has(line)) add(path, target);
    for (const [, started = ''] of text.matchAll(STARTED))
      add(path, posix.join(posix.dirname(path), started));
  }
  for (const [test, page] of PAGES) add(test, page);
  return importers;
}

/** The lines with imports of types: nothing of those is run. */
const typesIn = ({ text, program }: Source): ReadonlySet<number> =>
  new Set(
    program.body.flatMap((node) =>
      node.type === 'ImportDeclaration' && node.importKind === 'type'
        ? [lineAt(text, node.start)]
        : [],
    ),
  );

/** Hardly have other tests than long ones. */
const LONG_ALONE = ['src/web/', 'src/verifier/', 'src/cli/lives/'] as const;

/**
 * The test beside the file first, long ones last, except where there are hardly any others.
 * Between them the fewest imports away, where every word of the file's name that few tests have in
 * theirs counts for a few imports.
 */
export function findNearestTests(importers: Importers, path: string): string[] {
  const distances = new Map([[path, 0]]);
  for (const [from, distance] of distances)
    for (const importer of importers.get(from) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1);
  const tests = [...distances.keys()].filter(isTest);
  const words = wordsOf(path).map((word) => {
    const some = tests.filter((test) => wordsOf(test).includes(word));
    return { some: new Set(some), worth: Math.log2(tests.length / some.length) / 2 };
  });
  const likeness = new Map(
    tests.map((test) => {
      const shared = words.filter(({ some }) => some.has(test));
      return [test, shared.reduce((sum, { worth }) => sum + worth, 0)];
    }),
  );
  const rank = (test: string): readonly number[] => [
    Number(nameOf(test) !== nameOf(path) || dirname(test) !== dirname(path)),
    Number(test.endsWith('.long.test.ts') && !LONG_ALONE.some((folder) => path.startsWith(folder))),
    (distances.get(test) ?? 0) - (likeness.get(test) ?? 0),
    Number(dirname(test) !== dirname(path)),
    Number(test.startsWith('test/')),
  ];
  return tests.toSorted((one, other) => {
    const [first, second] = [rank(one), rank(other)];
    const at = first.findIndex((value, place) => value !== second[place]);
    return at < 0 ? one.localeCompare(other) : (first[at] ?? 0) - (second[at] ?? 0);
  });
}

const nameOf = (path: string): string => basename(path).split('.')[0] ?? '';

/** `src/gateway/acts/read-portfolio.ts` is about `gateway`, `act`, `read` and `portfolio`. */
const wordsOf = (path: string): string[] =>
  posix
    .join(dirname(path), nameOf(path))
    .split(/[/-]/)
    .slice(1)
    .map((word) => word.replace(/s$/, ''));
