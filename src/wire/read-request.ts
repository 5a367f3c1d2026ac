/**
 * Reads a request: its body or query becomes fields, and its schema says how to read each field.
 * First every field must have the right form, then the contract must be listed, then sizes, prices
 * and the like must be right for the contract. The answer is the first error in the order of the
 * schema; it names the field. Empty text and null count as absent.
 */

import type { Static, TObject, TProperties } from 'typebox';
import type { Contract } from '../domain/contract.ts';
import type { OrderId } from '../domain/ids.ts';
import type { Lots, Money, Ticks } from '../domain/units.ts';
import type { Caller, PositionPlace } from './caller.ts';
import { both, type ErrorCode, isWireError, type WireError, wireError } from './errors.ts';
import { MISSING, READS, type Reading } from './field.ts';
import { isJsonObject, type JsonObject, readJson } from './json.ts';
import { findNearestName } from './nearest-name.ts';
import { addTerms, isFault, type NamedTerm, readForm } from './read-field.ts';

type QueryReading =
  | { readonly ok: true; readonly value: ReadonlyMap<string, string> }
  | { readonly ok: false; readonly field: string; readonly problem: string };

/** More than twice the parameters of any request, and longer than any. */
const QUERY_PARAMETERS_MAX = 32;
export const QUERY_LENGTH_MAX = 4_096;

/** The problem of a name that comes twice. */
export const GIVEN_TWICE = 'given twice';

/**
 * Reads the query as it stood in the address, without its question mark. It refuses a name that
 * comes twice, because programs disagree on which of the two counts, and a percent escape that is
 * not UTF-8.
 */
export function readQuery(text: string, lengthMax = QUERY_LENGTH_MAX): QueryReading {
  const fault = (field: string, problem: string): QueryReading => ({ ok: false, field, problem });
  if (text.length > lengthMax) return fault('', `the query is longer than ${lengthMax} characters`);
  const value = new Map<string, string>();
  for (const part of text.split('&')) {
    if (part === '') continue;
    const split = part.indexOf('=');
    const name = decodePart(split < 0 ? part : part.slice(0, split));
    if (name === undefined) return fault('', 'a parameter name has a bad percent escape');
    const inner = decodePart(split < 0 ? '' : part.slice(split + 1));
    if (inner === undefined) return fault(name, 'bad percent escape');
    if (value.has(name)) return fault(name, GIVEN_TWICE);
    if (value.size === QUERY_PARAMETERS_MAX)
      return fault(name, `more than ${QUERY_PARAMETERS_MAX} parameters`);
    value.set(name, inner);
  }
  return { ok: true, value };
}

function decodePart(text: string): string | undefined {
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '));
  } catch {
    return undefined;
  }
}

/** The fields of a request: members of a JSON object, or parameters of a query. */
export type Fields = JsonObject;

export const NO_FIELDS: Fields = new Map();

/** The caller, for fields that name the caller's own orders or positions. */
interface Sender extends Partial<Caller> {
  /** The contract of the terms, if the request names it elsewhere. */
  readonly contract?: Contract;
}

/** Types that only the reading of terms produces. */
type Understood = Lots | Ticks | Money | OrderId | PositionPlace;

/** The fields of a request that are known before its terms are read. */
export type Formed<Request> = {
  [Name in keyof Request as Extract<Request[Name], Understood> extends never
    ? Name
    : never]: Request[Name];
};

/** Returns an error if the request is refused whatever its terms are. */
export type Refuse<Request> = (
  request: Formed<Request>,
  fields: Fields,
  hasOthers: boolean,
  sender: Sender,
) => WireError | undefined;

const NOBODY: Sender = {};

/** Returns the fields that were sent, as values, or the first error. */
export function readRequest<Properties extends TProperties>(
  schema: TObject<Properties>,
  fields: Fields,
  sender: Sender = NOBODY,
  refuse?: Refuse<Static<TObject<Properties>>>,
): Static<TObject<Properties>> | WireError {
  const { steps, contractName, terms } = planOf(schema);
  const result: Record<string, unknown> = {};
  const forms: unknown[] = [];
  let symbol: unknown;
  let known = 0;
  for (const { name, reading, isRequired, role } of steps) {
    const sent = fields.get(name);
    if (sent !== undefined) known += 1;
    const isAbsent = sent === undefined || sent === null || sent === '';
    if (isAbsent && isRequired) return missing(schema, name, fields);
    const value = isAbsent ? undefined : readForm(reading, sent);
    if (isFault(value)) return wireError('40020', { field: name, detail: both(value.problem) });
    if (role === 'term') forms.push(value);
    else if (role === 'contract') symbol = value;
    else if (value !== undefined) result[name] = value;
  }
  let { contract } = sender;
  if (contractName !== undefined && typeof symbol === 'string') {
    contract = sender.findContract?.(symbol);
    if (contract === undefined) return wireError('40020', { field: contractName });
    result[contractName] = contract;
  }
  const hasOthers = known < fields.size;
  const refused = refuse?.(
    result as Formed<Static<TObject<Properties>>>,
    fields,
    hasOthers,
    sender,
  );
  if (refused !== undefined) return refused;
  const fault = addTerms(terms, forms, result, sender, contract);
  return fault ?? (result as Static<TObject<Properties>>);
}

/** How a schema is read for an endpoint. */
export interface ReaderTerms<Properties extends TProperties, Who extends Sender, Asked> {
  readonly request: TObject<Properties>;
  readonly refuse?: Refuse<Static<TObject<Properties>>> | undefined;
  readonly read: (
    sent: Static<TObject<Properties>>,
    caller: Who,
    fields: Fields,
  ) => Asked | WireError;
  /** Words for an error of the request, if they are not the usual ones. */
  readonly misread?: ((error: WireError) => WireError) | undefined;
}

export const readerOf =
  <Properties extends TProperties, Who extends Sender, Asked>({
    request,
    refuse,
    read,
    misread,
  }: ReaderTerms<Properties, Who, Asked>) =>
  (caller: Who, fields: Fields): Asked | WireError => {
    const sent = readRequest(request, fields, caller, refuse);
    if (!isWireError(sent)) return read(sent, caller, fields);
    return misread?.(sent) ?? sent;
  };

interface Step {
  readonly name: string;
  readonly reading: Reading;
  readonly isRequired: boolean;
  /** When the field is read: at once, as the contract, or after the contract. */
  readonly role: 'plain' | 'contract' | 'term';
}

/** The steps that read a request of a schema. */
interface Plan {
  readonly steps: readonly Step[];
  readonly contractName: string | undefined;
  /** In the order in which they are read. */
  readonly terms: readonly NamedTerm[];
}

/** Plans by schema, made once, because every order is read by one. */
const PLANS = new WeakMap<TObject, Plan>();

function planOf(schema: TObject): Plan {
  const known = PLANS.get(schema);
  if (known !== undefined) return known;
  const required = (schema.required ?? []) as readonly string[];
  const steps = Object.entries(schema.properties).map(([name, property]): Step => {
    const reading = readingOf(property);
    return { name, reading, isRequired: required.includes(name), role: roleOf(reading) };
  });
  const terms = steps
    .flatMap(({ name, reading: { term } }) => (term === undefined ? [] : [{ name, term }]))
    .map((each, place) => ({ ...each, place }));
  const plan = {
    steps,
    contractName: steps.find(({ role }) => role === 'contract')?.name,
    terms: [...terms.filter((each) => !isLast(each)), ...terms.filter(isLast)],
  };
  PLANS.set(schema, plan);
  return plan;
}

const roleOf = ({ term, isContract }: Reading): Step['role'] =>
  term !== undefined ? 'term' : isContract === true ? 'contract' : 'plain';

const isLast = ({ term }: NamedTerm): boolean => term.unit === 'limit' && term.isLast;

const readingOf = (property: object): Reading => (property as { readonly [READS]: Reading })[READS];

interface UnknownField {
  readonly name: string;
  /** The known field with the most similar name. */
  readonly nearest: string | undefined;
}

/** Whether the schema, or what is common to all requests, has every field. */
export function knowsAll({ properties }: TObject, fields: Fields, common?: readonly string[]) {
  for (const name of fields.keys())
    if (!Object.hasOwn(properties, name) && common?.includes(name) !== true) return false;
  return true;
}

/** Returns fields that the schema does not have. They are ignored; a header warns the caller. */
export function findUnknownFields(schema: TObject, fields: Fields): UnknownField[] {
  const known = Object.keys(schema.properties);
  const unknown = [...fields.keys()].filter((name) => !known.includes(name));
  return unknown.map((name) => ({ name, nearest: findNearestName(name, known) }));
}

/** Returns an error for a misspelt `symbol`, if a missing one would mean every contract. */
export function findMisspeltSymbol(schema: TObject, fields: Fields): WireError | undefined {
  const mayLack = SYMBOL in schema.properties && !schema.required?.includes(SYMBOL);
  if (!mayLack || fields.has(SYMBOL)) return undefined;
  const misspelt = findUnknownFields(schema, fields).find(({ nearest }) => nearest === SYMBOL);
  if (misspelt === undefined) return undefined;
  const shown = misspelt.name.slice(0, 40);
  return wireError('40020', {
    field: SYMBOL,
    detail: {
      en: `${shown} is unknown, and without ${SYMBOL} every contract is meant`,
      zh: `不支持${shown}，缺少${SYMBOL}则表示所有合约`,
    },
  });
}

const SYMBOL = 'symbol';

const WARNING_LENGTH_MAX = 400;

/** Returns ASCII text for a header: `order_id is unknown, did you mean orderId?; …`. */
export const unknownFieldsText = (unknown: readonly UnknownField[]): string =>
  unknown
    .map(({ name, nearest }) => {
      const shown = name.replace(/[^\x20-\x7e]/g, '?').slice(0, 40);
      return `${shown} is unknown${nearest === undefined ? '' : `, did you mean ${nearest}?`}`;
    })
    .join('; ')
    .slice(0, WARNING_LENGTH_MAX);

function missing(schema: TObject, name: string, fields: Fields): WireError {
  const code: ErrorCode = MISSING in schema ? (schema[MISSING] as ErrorCode) : '40019';
  const misspelt = findUnknownFields(schema, fields).find(({ nearest }) => nearest === name);
  if (misspelt !== undefined)
    return wireError(code, {
      field: name,
      detail: {
        en: `${name} is missing, ${misspelt.name.slice(0, 40)} is unknown`,
        zh: `缺少${name}，不支持${misspelt.name.slice(0, 40)}`,
      },
    });
  if (code === '40019') return wireError(code, { field: name });
  return wireError(code, {
    field: name,
    detail: { en: `${name} is missing`, zh: `缺少${name}` },
  });
}

export const BODY_LENGTH_MAX = 65_536;

/** Returns the fields of a JSON body. An empty body has no fields. */
export function readBody(text: string): Fields | WireError {
  if (text === '') return NO_FIELDS;
  const reading = readJson(text);
  if (!reading.ok) {
    const { problem, at, field } = reading.fault;
    const place = field === '' ? '' : ` in ${field}`;
    return wireError('40017', {
      field,
      detail: {
        en: `the body is not valid JSON${place} at character ${at}: ${problem}`,
        zh: `请求体不是合法的JSON${place}，位置${at}：${problem}`,
      },
    });
  }
  if (isJsonObject(reading.value)) return reading.value;
  return wireError('40017', {
    detail: { en: 'the body must be a JSON object', zh: '请求体必须是JSON对象' },
  });
}

/** Returns the fields of a query. The text comes without its question mark. */
export function readQueryFields(text: string): Fields | WireError {
  const reading = readQuery(text);
  if (reading.ok) return reading.value;
  const { field, problem } = reading;
  const words = field === '' ? problem : `${field} ${problem}`;
  return wireError('40017', { field, detail: { en: words, zh: words } });
}

export const bodyTooLong = (): WireError =>
  wireError('40017', {
    detail: {
      en: `the body must be at most ${BODY_LENGTH_MAX} bytes`,
      zh: `请求体不能超过${BODY_LENGTH_MAX}字节`,
    },
  });

export const bodyNotText = (): WireError =>
  wireError('40017', { detail: { en: 'the body is not UTF-8', zh: '请求体不是UTF-8编码' } });

/** A request as it came. Its query has no question mark; an empty body stands for none. */
interface SentRequest {
  readonly method: string;
  readonly query: string;
  readonly body: string;
}

export type ReadFields = (sent: SentRequest, schema: TObject) => Fields | WireError;

/** A POST has its fields in a JSON body, a GET in the query, a DELETE in either. */
export function readPlainFields({ method, query, body }: SentRequest): Fields | WireError {
  if (method === 'POST') return readBody(body);
  const asked = readQueryFields(query);
  if (method === 'GET' || isWireError(asked) || body === '') return asked;
  const sent = readBody(body);
  return isWireError(sent) ? sent : new Map([...sent, ...asked]);
}

/** The same, but a misspelt symbol is refused. */
export const readJsonFields: ReadFields = (sent, schema) => {
  const fields = readPlainFields(sent);
  return isWireError(fields) ? fields : (findMisspeltSymbol(schema, fields) ?? fields);
};
