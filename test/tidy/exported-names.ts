/**
 * An exported name is defined once in src. When a word is taken, the second thing has a more exact
 * one, so that a name tells a reader where to look. The dialects are compared with everything else
 * but not with each other: each says the same things in its own words, and neither knows the other.
 */
import { DIALECT } from './dialects.ts';
import type { Finding } from './finding.ts';
import { findExported } from './live-code.ts';
import { isTest, lineAt, type Source } from './source.ts';

interface Definition {
  readonly file: string;
  readonly line: number;
  readonly dialect: string | undefined;
}

/** `doubles` are the names that still have two definitions: the list may only get shorter. */
export function checkExportedNames(
  sources: readonly Source[],
  doubles: readonly string[],
): Finding[] {
  const found = new Map([...definedIn(sources)].filter(([, definitions]) => isDouble(definitions)));
  const tooMany = [...found].flatMap(([name, [first, ...others]]) =>
    doubles.includes(name)
      ? []
      : others.map(({ file, line }) => ({
          file,
          line,
          message: `${name} is defined in ${first?.file} too`,
        })),
  );
  const tooOld = doubles
    .filter((name) => !found.has(name))
    .map((name) => ({
      file: 'test/tidy/exceptions.ts',
      line: 1,
      message: `${name} is defined only once: take it off the list`,
    }));
  return [...tooMany, ...tooOld];
}

function definedIn(sources: readonly Source[]): Map<string, Definition[]> {
  const names = new Map<string, Definition[]>();
  for (const { path, text, program } of sources) {
    if (!path.startsWith('src/') || isTest(path)) continue;
    const dialect = DIALECT.exec(path)?.[1];
    for (const { name, start } of findExported(program)) {
      const definitions = names.get(name) ?? [];
      names.set(name, definitions);
      // A type and the value of the same name in one file are one thing.
      if (definitions.at(-1)?.file === path) continue;
      definitions.push({ file: path, line: lineAt(text, start), dialect });
    }
  }
  return names;
}

function isDouble(definitions: readonly Definition[]): boolean {
  const dialects = new Set(definitions.map(({ dialect }) => dialect));
  return definitions.length > 1 && (dialects.has(undefined) || dialects.size < definitions.length);
}
