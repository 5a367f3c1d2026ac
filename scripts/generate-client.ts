/**
 * Writes src/client/calls.ts: the types of every call and channel of version 2, and the verb
 * and path of every call, from the same declarations that the gateway serves and checks. An
 * endpoint `marketDepth` is `client.market.depth`.
 */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ENDPOINTS, EXTENSION_ENDPOINTS } from '../src/gateway/v2/calls.ts';
import { COMPETITION_ENDPOINTS } from '../src/wire/competition/document.ts';
import type { CompetitionEndpoint } from '../src/wire/competition/endpoint.ts';
import type { PlainObject, Topic } from '../src/wire/document.ts';
import { toPlain } from '../src/wire/document.ts';
import type { Endpoint } from '../src/wire/endpoint.ts';
import { ERRORS } from '../src/wire/errors.ts';
import { V2_DOCUMENT } from '../src/wire/v2/dialect.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
export const GENERATED = 'src/client/calls.ts';

/** A JSON schema, as far as those here go. A type with a name is told by its name. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly (string | number)[];
  readonly const?: string | number | boolean;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  /** The values of an object whose fields may have any name. */
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  /** Whether fields that may be left out may also be undefined: in what callers write. */
  readonly isAsked?: boolean;
}

type Named = (Endpoint | CompetitionEndpoint) & { readonly isClaimed?: boolean };

const capital = (text: string): string => `${text[0]?.toUpperCase()}${text.slice(1)}`;
const small = (text: string): string => `${text[0]?.toLowerCase()}${text.slice(1)}`;
const groupOf = ({ id }: Named): string => /^[a-z]+/.exec(id)?.[0] ?? '';
const nameOf = (endpoint: Named): string => small(endpoint.id.slice(groupOf(endpoint).length));

/** Lines of a comment, wrapped at 100 columns; nothing for an empty text. */
function comment(text: string, indent: string): string {
  if (text === '') return '';
  if (indent.length + text.length + 7 <= 100) return `${indent}/** ${text} */\n`;
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last === undefined || indent.length + 3 + last.length + 1 + word.length > 100)
      lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`;
}

const SCALARS: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

export function typeOf(schema: Schema, indent: string): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((word) => JSON.stringify(word)).join(' | ');
  if (schema.anyOf !== undefined) return schema.anyOf.map((one) => typeOf(one, indent)).join(' | ');
  if (schema.type === 'array') return listOf(schema, indent);
  if (schema.type === 'object') return objectOf(schema, indent);
  const types = [schema.type ?? []].flat().map((type) => SCALARS[type] ?? type);
  return types.length === 0 ? 'unknown' : [...new Set(types)].join(' | ');
}

function listOf({ items = {}, minItems, maxItems }: Schema, indent: string): string {
  const item = typeOf(items, indent);
  if (minItems !== undefined && minItems === maxItems && minItems > 1)
    return `readonly [${Array.from({ length: minItems }, () => item).join(', ')}]`;
  return `readonly (${item})[]`;
}

function objectOf(schema: Schema, indent: string): string {
  const { properties = {}, required = [], patternProperties = {}, isAsked = false } = schema;
  const [any] = Object.values(patternProperties);
  if (any !== undefined) return `Readonly<Record<string, ${typeOf(any, indent)}>>`;
  const deeper = `${indent}  `;
  const fields = Object.entries(properties).map(([name, field]) => {
    const isNeeded = required.includes(name);
    const type = typeOf(field, deeper);
    const value = isNeeded || !isAsked ? type : `${type} | undefined`;
    const note = comment(field.description ?? '', deeper);
    return `${note}${deeper}readonly ${name}${isNeeded ? '' : '?'}: ${value};\n`;
  });
  return fields.length === 0 ? '{}' : `{\n${fields.join('')}${indent}}`;
}

/** What a call is asked: the fields of its query or body, and the names in its path. */
function askedOf(endpoint: Named): Schema {
  const { properties = {}, required = [] } = plain(endpoint.request);
  const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const named = endpoint.isClaimed === true ? [...inPath, 'claimToken'] : inPath;
  const more = named.map((name) => [name, { type: 'string' }] as const);
  return {
    type: 'object',
    properties: { ...Object.fromEntries(more), ...properties },
    required: [...named, ...required],
    isAsked: true,
  };
}

const plain = (schema: unknown): Schema => toPlain(schema) as Schema;

/** Types by name. A form that has a name already is told under both. */
function createTypes() {
  const known = new Map<string, string>();
  const texts: string[] = [];
  const nameFor = (schema: Schema, name: string): string => {
    if (schema.type === 'array' && name.endsWith('Answer'))
      return `readonly ${nameFor(schema.items ?? {}, name.replace(/Answer$/, 'Row'))}[]`;
    const text = typeOf(schema, '');
    if (text === '{}') return 'Readonly<Record<string, never>>';
    const found = known.get(text);
    if (found !== undefined) texts.push(`export type ${name} = ${found};\n`);
    else if (schema.type === 'object' && text.startsWith('{'))
      texts.push(`export interface ${name} ${text}\n`);
    else texts.push(`export type ${name} = ${text};\n`);
    if (found === undefined) known.set(text, name);
    return name;
  };
  return { nameFor, texts };
}

type Types = ReturnType<typeof createTypes>;

function methodOf(endpoint: Named, { nameFor }: Types): string {
  const asked = askedOf(endpoint);
  const name = capital(endpoint.id);
  const isOptional = (asked.required ?? []).length === 0;
  const question = `asked${isOptional ? '?' : ''}: ${nameFor(asked, `${name}Asked`)}`;
  const answer = nameFor(plain(endpoint.response), `${name}Answer`);
  const note = comment(`${endpoint.summary}. ${endpoint.text}`, '  ');
  return `${note}  ${nameOf(endpoint)}(${question}, terms?: CallTerms): Promise<${answer}>;`;
}

function entryOf(endpoint: Named): string {
  const { method, path, permission, isClaimed = false } = endpoint;
  const access = isClaimed ? 'claimed' : permission === null ? 'open' : 'signed';
  const lasts = 'mayLast' in endpoint ? ", 'lasts'" : '';
  const route = `['${method}', '${access}', '${path}'${lasts}]`;
  return `${nameOf(endpoint)}: (asked, terms) => send(${route}, asked, terms),`;
}

const CHANNEL_PARTS: Readonly<Record<string, string>> = {
  limit: '15 | 200',
  price: "'LAST_PRICE' | 'MARK_PRICE'",
};

function topicOf(topic: Topic, { nameFor }: Types): string {
  const channel = topic.channel.replaceAll(
    /\{(\w+)\}/g,
    (_all, name) => `$\{${CHANNEL_PARTS[name] ?? 'string'}}`,
  );
  const name = nameFor(everyField(topic.payload), `${capital(topic.id)}Payload`);
  const key = channel === topic.channel ? channel : `[${topic.id}: \`${channel}\`]`;
  return `${comment(topic.text, '  ')}  readonly ${key}: ${name};\n`;
}

/** Frames are sent whole: every field that their schema names is there, at any depth. */
const everyField = (schema: PlainObject): Schema => {
  const { properties = {}, required, ...rest } = schema as Schema;
  return {
    ...rest,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [
        name,
        field.type === 'object' ? everyField(field as PlainObject) : field,
      ]),
    ),
    required: required ?? Object.keys(properties),
  };
};

function channelsOf(socket: Topic['socket'], types: Types): string {
  const topics = (V2_DOCUMENT.sockets?.topics ?? []).filter((topic) => topic.socket === socket);
  const rows = topics.map((topic) => topicOf(topic, types)).join('');
  return `/** What the channels of the ${socket} socket carry. */
export interface ${capital(socket)}Payloads {\n${rows}}\n`;
}

const HEAD = `/**
 * The calls and channels of version 2, written by scripts/generate-client.ts from the declarations
 * in src/wire.
 */
import type { CallTerms, SendCall } from './route.ts';
`;

const block = (head: string, lines: readonly string[], end: string): string =>
  `${head}\n${lines.join('\n')}\n${end}\n`;

/** The functions of a group. */
const functionsOf = (group: string, endpoints: readonly Named[]): string =>
  block(
    `const ${group}Calls = (send: SendCall): ${capital(group)}Calls => ({`,
    endpoints.map(entryOf),
    '});',
  );

const codesText = (): string => {
  const codes = Object.entries(ERRORS).map(
    ([code, { status, text }]) => `/** HTTP ${status}: ${text.en}. */\n| '${code}'`,
  );
  return block("/** The codes of the venue's errors. */\nexport type VenueCode =", codes, ';');
};

export function generateClient(): string {
  const endpoints: readonly Named[] = [
    ...ENDPOINTS,
    ...EXTENSION_ENDPOINTS,
    ...COMPETITION_ENDPOINTS,
  ];
  const groups = Object.entries(Object.groupBy(endpoints, groupOf)).map(
    ([group, members = []]) => [group, members] as const,
  );
  const types = createTypes();
  const methods = groups.map(([group, members]) =>
    block(
      `export interface ${capital(group)}Calls {`,
      members.map((endpoint) => methodOf(endpoint, types)),
      '}',
    ),
  );
  const parts = [
    HEAD,
    codesText(),
    block(
      '/** Every call, by its group. */\nexport interface Calls {',
      groups.map(([group]) => `  readonly ${group}: ${capital(group)}Calls;`),
      '}',
    ),
    ...methods,
    channelsOf('public', types),
    channelsOf('private', types),
    ...types.texts,
    ...groups.map(([group, members]) => functionsOf(group, members)),
    block(
      'export const createCalls = (send: SendCall): Calls => ({',
      groups.map(([group]) => `  ${group}: ${group}Calls(send),`),
      '});',
    ),
  ];
  return parts.join('\n');
}

// Whole or not at all: another process may read it now.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const draft = `${ROOT}dist/client-calls.${process.pid}.ts`;
  mkdirSync(`${ROOT}dist`, { recursive: true });
  writeFileSync(draft, generateClient());
  renameSync(draft, `${ROOT}${GENERATED}`);
}
