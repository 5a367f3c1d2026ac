/**
 * Fields of this dialect stand in the query, in a form body, or in both, with every method; the
 * query wins. Clients disagree on the spelling of names, so case does not matter and some names
 * have aliases. `undefined`, `null` and nothing at all are mistakes of a program, not values.
 */
import type { TObject } from 'typebox';
import { isWireError, type WireError } from '../errors.ts';
import { READS, type Reading } from '../field.ts';
import { type Json, readJson } from '../json.ts';
import type { ReadFields } from '../read-fields.ts';
import { GIVEN_TWICE, readQuery } from '../read-query.ts';
import { BODY_LENGTH_MAX, type Fields } from '../read-request.ts';
import { doubled, malformed } from './errors.ts';

export const readFormFields: ReadFields = ({ query, body }, schema) => {
  const asked = pairsOf(query);
  if (isWireError(asked)) return asked;
  if (body === '') return nameFields(asked, schema);
  const sent = pairsOf(body);
  if (isWireError(sent)) return sent;
  const below = nameFields(sent, schema);
  if (isWireError(below)) return below;
  const above = nameFields(asked, schema);
  return isWireError(above) ? above : new Map([...below, ...above]);
};

type Pairs = ReadonlyMap<string, Json>;

function pairsOf(text: string): Pairs | WireError {
  const reading = readQuery(text, BODY_LENGTH_MAX);
  if (reading.ok) return reading.value;
  const { field, problem } = reading;
  return problem === GIVEN_TWICE ? doubled(field) : malformed(field, problem);
}

/** Other spellings that clients use, in lower case, and the names that they stand for. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['activationprice', 'activatePrice'],
  ['stopprice', 'triggerPrice'],
  // Some clients name a conditional order so when they read or cancel it.
  ['orderid', 'algoId'],
]);

/** Parts of the proof, which are no fields of the call. */
const PROOF: ReadonlySet<string> = new Set(['timestamp', 'recvwindow', 'signature']);

/** Returns the fields under the names of the schema. Unknown ones keep theirs. */
export function nameFields(pairs: Pairs, schema: TObject): Fields | WireError {
  const { own, aliases } = namesOf(schema);
  const fields = new Map<string, Json>();
  const aliased = new Map<string, Json>();
  for (const [spelt, sent] of pairs) {
    const folded = spelt.toLowerCase();
    const name = own.get(folded) ?? aliases.get(folded);
    if (name === undefined) {
      if (!PROOF.has(folded)) fields.set(spelt, sent);
      continue;
    }
    const value = readValue(schema, name, sent);
    if (value === undefined) return malformed(name);
    const named = own.has(folded) ? fields : aliased;
    if (named.has(name)) return doubled(name);
    named.set(name, value);
  }
  for (const [name, value] of aliased) if (!fields.has(name)) fields.set(name, value);
  return fields;
}

const NOTHING: ReadonlySet<Json> = new Set(['', 'undefined', 'null', null]);

/** Booleans come in any case, such as True and TRUE. Lists stand in the form as JSON text. */
function readValue(schema: TObject, name: string, sent: Json): Json | undefined {
  if (NOTHING.has(sent)) return undefined;
  if (typeof sent !== 'string') return sent;
  const { as } = (schema.properties[name] as unknown as { readonly [READS]: Reading })[READS];
  if (as === 'flag') return sent.toLowerCase();
  if (as !== 'texts' && as !== 'objects') return sent;
  const reading = readJson(sent);
  return reading.ok ? reading.value : undefined;
}

interface Names {
  /** The names of a schema, and of their aliases, by spelling in lower case. */
  readonly own: ReadonlyMap<string, string>;
  readonly aliases: ReadonlyMap<string, string>;
}

const NAMES = new WeakMap<TObject, Names>();

function namesOf(schema: TObject): Names {
  const kept = NAMES.get(schema);
  if (kept !== undefined) return kept;
  const known = Object.keys(schema.properties);
  const names = {
    own: new Map(known.map((name) => [name.toLowerCase(), name])),
    aliases: new Map([...ALIASES].filter(([, name]) => known.includes(name))),
  };
  NAMES.set(schema, names);
  return names;
}
