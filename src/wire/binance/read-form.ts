/**
 * Fields of this dialect stand in the query, in a form body, or in both, with every method; the
 * query wins. Clients disagree on the spelling of names, so case does not matter and some names
 * have aliases. A field that is empty counts as absent; `undefined` and `null` are mistakes of a
 * program, not values.
 */
import type { TObject } from 'typebox';
import { isWireError, type WireError } from '../errors.ts';
import { READS, type Reading } from '../field.ts';
import { isJsonObject, type Json, readJson } from '../json.ts';
import {
  BODY_LENGTH_MAX,
  type Fields,
  GIVEN_TWICE,
  type ReadFields,
  readQuery,
} from '../read-request.ts';
import { doubled, malformed, unread } from './errors.ts';

export const readFormFields: ReadFields = ({ query, body }, schema) => {
  const asked = pairsOf(query);
  if (isWireError(asked)) return asked;
  if (body === '') return nameFields(asked, schema);
  const sent = pairsOf(body);
  if (isWireError(sent)) return sent;
  const stray = isInUse(asked) && isInUse(sent) ? findStray(query, body, schema) : undefined;
  return stray === undefined ? nameFields(joined(asked, sent), schema) : unread(stray);
};

/** Whether the part holds anything that was signed. */
const isInUse = (pairs: Pairs): boolean =>
  [...pairs.keys()].some((name) => name.toLowerCase() !== SIGNATURE);

/**
 * Returns a name that is unknown or has no value. Query and body are signed without anything
 * between them, so what was signed does not tell where the one ends: cut elsewhere, the rest of a
 * value would pass for the name of a field that nobody knows.
 */
function findStray(query: string, body: string, schema: TObject): string | undefined {
  const { own, aliases } = namesOf(schema);
  return `${query}&${body}`
    .split('&')
    .map((part) => part.split('=', 2))
    .find(([name = '', value]) => {
      const folded = name.toLowerCase();
      const isKnown = own.has(folded) || aliases.has(folded) || SPARE.has(folded);
      return value === undefined ? name !== '' : !isKnown;
    })?.[0];
}

/** The pairs of both parts; what the query says counts, however it is spelt. */
function joined(asked: Pairs, sent: Pairs): Pairs {
  const said = new Set(
    [...asked].flatMap(([name, value]) => (value === '' ? [] : [name.toLowerCase()])),
  );
  return new Map([...asked, ...[...sent].filter(([name]) => !said.has(name.toLowerCase()))]);
}

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
const SIGNATURE = 'signature';
const PROOF: ReadonlySet<string> = new Set(['timestamp', 'recvwindow', SIGNATURE]);

/** Names that may stand anywhere. The last is sent with calls that know it by the API key. */
const SPARE: ReadonlySet<string> = new Set([...PROOF, 'listenkey']);

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
    if (sent === '') continue;
    const value = readValue(schema, name, sent);
    if (value === undefined) return malformed(name);
    const named = own.has(folded) ? fields : aliased;
    if (named.has(name)) return doubled(name);
    named.set(name, value);
  }
  for (const [name, value] of aliased) if (!fields.has(name)) fields.set(name, value);
  return fields;
}

const NOTHING: ReadonlySet<Json> = new Set(['undefined', 'null', null]);

/** Booleans come in any case, such as True and TRUE. Lists stand in the form as JSON text. */
function readValue(schema: TObject, name: string, sent: Json): Json | undefined {
  if (NOTHING.has(sent)) return undefined;
  if (typeof sent !== 'string') return sent;
  const { as } = (schema.properties[name] as unknown as { readonly [READS]: Reading })[READS];
  if (as === 'flag') return sent.toLowerCase();
  if (as !== 'texts' && as !== 'objects') return sent;
  const reading = readJson(sent);
  if (!reading.ok) return undefined;
  return as === 'objects' && Array.isArray(reading.value)
    ? reading.value.map(opened)
    : reading.value;
}

/** Some programs write each item of a list as JSON text before they write the list. */
function opened(item: Json): Json {
  const reading = typeof item === 'string' ? readJson(item) : undefined;
  return reading?.ok === true && isJsonObject(reading.value) ? reading.value : item;
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
