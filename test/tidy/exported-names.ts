/**
 * An exported name is defined once in src. When a word is taken, the second thing has a more exact
 * one, so that a name tells a reader where to look. The dialects are compared with everything else
 * but not with each other: each says the same things in its own words, and neither knows the other.
 */
import { DIALECT } from './dialects.ts';
import type { Finding } from './finding.ts';
import { findExported } from './live-code.ts';
import { isOurs, isTest, lineAt, type Source } from './source.ts';

interface Definition {
  readonly file: string;
  readonly line: number;
  readonly dialect: string | undefined;
}

export function checkExportedNames(sources: readonly Source[]): Finding[] {
  return [...findDefinitions(sources)].flatMap(([name, definitions]) =>
    definitions.flatMap((definition, at) => {
      const known = definitions.slice(0, at).find((other) => isSecond(definition, other));
      if (known === undefined) return [];
      const { file, line } = definition;
      return [{ file, line, message: `${name} is defined in ${known.file} too` }];
    }),
  );
}

/** A type and the value of the same name in one file are one thing. */
const isSecond = (one: Definition, other: Definition): boolean =>
  one.file !== other.file &&
  (one.dialect === undefined || other.dialect === undefined || one.dialect === other.dialect);

function findDefinitions(sources: readonly Source[]): Map<string, Definition[]> {
  const names = new Map<string, Definition[]>();
  for (const { path, text, program } of sources) {
    if (!isOurs(path) || isTest(path)) continue;
    const dialect = DIALECT.exec(path)?.[1];
    for (const { name, start } of findExported(program)) {
      const definition = { file: path, line: lineAt(text, start), dialect };
      names.set(name, [...(names.get(name) ?? []), definition]);
    }
  }
  return names;
}
