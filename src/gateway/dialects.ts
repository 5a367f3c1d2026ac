/** The dialects that the venue speaks, in the order of the documents, and what is asked of all. */
import type { IncomingHttpHeaders } from 'node:http';
import { assert } from '../domain/assert.ts';
import { proofHeaders } from '../wire/document.ts';
import type { Dialect } from './dialect.ts';
import * as LIST from './dialect-list.ts';

export const DIALECTS: readonly Dialect[] = Object.values(LIST)
  .map(({ DIALECT }) => DIALECT)
  .sort((one, other) => one.place - other.place);

const [HOME] = DIALECTS;
assert(HOME !== undefined, 'the venue speaks a dialect');

/** The dialect of a path in any case, also of a bare prefix; the first if it belongs to none. */
export const dialectOf = (path: string): Dialect => {
  const folded = `${path.toLowerCase()}/`;
  return DIALECTS.find(({ prefixes }) => prefixes.some((each) => folded.startsWith(each))) ?? HOME;
};

/** The headers with which callers show who they are, in any dialect. They are never logged. */
export const PROOF_HEADERS: ReadonlySet<string> = new Set(
  DIALECTS.flatMap(({ document }) => proofHeaders(document)),
);

/** Those of them that hold a key. */
export const KEY_HEADERS: ReadonlySet<string> = new Set(
  DIALECTS.flatMap(({ document }) => proofHeaders(document).slice(0, 1)),
);

/** The key that a call names in a header, though nothing need be signed. */
export function findNamedKey(headers: IncomingHttpHeaders): string | undefined {
  for (const name of KEY_HEADERS) {
    const named = headers[name];
    if (named !== undefined) return typeof named === 'string' ? named : undefined;
  }
  return undefined;
}
