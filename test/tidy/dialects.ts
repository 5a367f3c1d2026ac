/**
 * Dialects are translation only. Each is a folder of `wire` and one of `gateway`; none knows
 * another, one line of the list of dialects knows it, and what two of them say alike they share.
 */
import type { Node } from 'oxc-parser';
import { DIALECTS } from '../../src/gateway/dialects.ts';
import { proofHeaders } from '../../src/wire/document.ts';
import { type CastException, NAMED_DIALECTS } from './exceptions.ts';
import type { Finding } from './finding.ts';
import { isTest, lineAt, type Source, walk } from './source.ts';

const NAMES = DIALECTS.map(({ id }) => id);
export const DIALECT = new RegExp(`^src/(?:wire|gateway)/(${NAMES.join('|')})/`);
const FLOOR = /^src\/(?:wire|gateway)\//;
/** Where a dialect is registered. */
const LIST = 'src/gateway/dialect-list.ts';

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

/** What gives a dialect away: its name, the beginnings of its paths, the headers it alone has. */
const WORDS = DIALECTS.map(({ id, prefixes, document }) => {
  const others = DIALECTS.filter((other) => other.id !== id);
  const known = new Set(others.flatMap((other) => proofHeaders(other.document)));
  const headers = proofHeaders(document).filter((name) => !known.has(name));
  const words = [`\\b${id}\\b`, ...prefixes, ...headers];
  return { id, pattern: new RegExp(words.join('|'), 'i') };
});

/** Programs of the venue that are clients, and so speak its first dialect. */
const CLIENT = /^src\/(?:cli|client|terminal|web)\//;

/** Outside its two folders a dialect is named in one line. */
export function checkDialectNames(
  sources: readonly Source[],
  exceptions: readonly CastException[] = NAMED_DIALECTS,
): Finding[] {
  const product = sources.filter(
    ({ path }) => path.startsWith('src/') && !isTest(path) && dialectOf(path) === undefined,
  );
  const found = WORDS.flatMap(({ id, pattern }, place) =>
    product
      .filter(({ path }) => !(place === 0 && CLIENT.test(path)))
      .flatMap(({ path, text }) =>
        text
          .split('\n')
          .flatMap((line, at) => (pattern.test(line) ? [{ id, file: path, line: at + 1 }] : [])),
      ),
  );
  const isExcepted = (file: string): boolean => exceptions.some(({ where }) => where === file);
  const linesOf = (id: string): number =>
    found.filter((each) => each.file === LIST && each.id === id).length;
  return [
    ...found
      .filter(({ file }) => file !== LIST && !isExcepted(file))
      .map(({ id, file, line }) => ({
        file,
        line,
        message: `ask the dialects, do not name ${id}`,
      })),
    ...NAMES.filter((id) => linesOf(id) !== 1).map((id) => {
      return { file: LIST, line: 1, message: `${id} has one line here` };
    }),
    ...exceptions
      .filter(({ where }) => !found.some(({ file }) => file === where))
      .map(({ where }) => ({ file: where, line: 1, message: 'the exception is not needed' })),
  ];
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
