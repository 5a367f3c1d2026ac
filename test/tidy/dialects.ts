/**
 * Dialects are translation only. Each is a folder of `wire` and one of `gateway`; none knows
 * another, nobody but the list of dialects knows any, and what two of them say alike they share.
 */
import type { Node } from 'oxc-parser';
import type { Finding } from './finding.ts';
import { isTest, lineAt, type Source, walk } from './source.ts';

export const DIALECT = /^src\/(?:wire|gateway)\/(v\d+|binance)\//;
const FLOOR = /^src\/(?:wire|gateway)\//;
/** Where a dialect is registered. */
const LIST = 'src/gateway/dialects.ts';

const dialectOf = (path: string): string | undefined => DIALECT.exec(path)?.[1];

export function checkDialects(sources: readonly Source[]): Finding[] {
  const own = sources.filter(({ path }) => FLOOR.test(path) && !isTest(path));
  return [...own.flatMap(checkReach), ...checkCopies(own)];
}

function checkReach({ path, imports }: Source): Finding[] {
  const mine = dialectOf(path);
  return imports.flatMap(({ target, line }) => {
    const other = target === undefined ? undefined : dialectOf(target);
    if (other === undefined || other === mine || path === LIST) return [];
    const message =
      mine === undefined
        ? `only ${LIST} may know the dialect ${other}`
        : `${mine} must not know ${other}: what both need belongs to the floor itself`;
    return [{ file: path, line, message }];
  });
}

/** Shorter ones are names for something, not a meaning of their own. */
const BODY_LENGTH_MIN = 80;

interface Body {
  readonly source: Source;
  readonly start: number;
}

/** Bodies are compared without their layout. */
function checkCopies(sources: readonly Source[]): Finding[] {
  const seen = new Map<string, Body>();
  const findings: Finding[] = [];
  for (const source of sources) {
    const dialect = dialectOf(source.path);
    if (dialect === undefined) continue;
    walk(source.program, (node) => {
      const body = bodyOf(node);
      if (body === undefined) return;
      const text = source.text.slice(body.start, body.end).replace(/\s+/g, '');
      if (text.length < BODY_LENGTH_MIN) return;
      const known = seen.get(text);
      if (known === undefined) seen.set(text, { source, start: body.start });
      else if (dialectOf(known.source.path) !== dialect)
        findings.push({
          file: source.path,
          line: lineAt(source.text, body.start),
          message: `the same is said in ${known.source.path}: share it`,
        });
    });
  }
  return findings;
}

function bodyOf(node: Node): { readonly start: number; readonly end: number } | undefined {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'ArrowFunctionExpression':
      return node.body ?? undefined;
    default:
      return undefined;
  }
}
