/**
 * Writes docs/COMMANDS.md: every command and event with its fields, from the tables that the
 * journal, the archive and the tests go by.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ACCOUNT_TERMS } from '../src/domain/account.ts';
import { COMMANDS } from '../src/domain/command.ts';
import { CONTRACT } from '../src/domain/contract.ts';
import { EVENTS } from '../src/domain/event.ts';
import { FILL_SIDE } from '../src/domain/fill.ts';
import { LATENCY } from '../src/domain/latency.ts';
import { ORDER_OPTIONS, TRIGGER, TRIGGER_OPTIONS } from '../src/domain/order.ts';
import { REJECT } from '../src/domain/reject.ts';
import { SEASON_RULE_TABLE } from '../src/domain/season.ts';
import type { Shape, ShapeTable } from '../src/domain/shape.ts';
import * as shapes from '../src/domain/shape.ts';
import { BATCH_CODE, STORED_KINDS, type StoredKind } from '../src/journal/stored-kinds.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
export const DOCUMENT = 'docs/COMMANDS.md';

const HEAD = `# Commands and events

What the journal stores and what the engine says, written by
\`node scripts/describe-commands.ts\`. Fields without a type are [below](#fields); units are in the
glossary of [STYLE.md](STYLE.md). \`?\` may be missing; (2) and (3) came after version 0.2. A
command has the code under which the journal stores it, and a second one with fields of (2).
`;

const LARGEST = Number.MAX_SAFE_INTEGER;

/** Records that several fields hold. */
const RECORDS: ReadonlyMap<ShapeTable, string> = new Map<ShapeTable, string>([
  [ORDER_OPTIONS, 'OrderOptions'],
  [TRIGGER_OPTIONS, 'TriggerOptions'],
  [TRIGGER, 'Trigger'],
  [CONTRACT, 'Contract'],
  [ACCOUNT_TERMS, 'AccountTerms'],
  [FILL_SIDE, 'FillSide'],
  [REJECT, 'Reject'],
  [LATENCY, 'Latency'],
  [SEASON_RULE_TABLE, 'SeasonRules'],
]);

/** The bounds of a unit are told once, those of a field where they differ. */
const UNITS = Object.values(shapes).filter(
  (each) => typeof each === 'object' && each.form === 'number',
);

const boundsOf = ({ min, max }: { readonly min: number; readonly max: number }): string =>
  `${min}…${max === LARGEST ? '2^53-1' : max}`;

function typeOf(shape: Shape): string {
  switch (shape.form) {
    case 'number':
      return UNITS.includes(shape) ? shape.unit : `${shape.unit}(${boundsOf(shape)})`;
    case 'money':
    case 'bigint':
      return shape.unit;
    case 'flag':
      return shape.only === undefined ? 'flag' : String(shape.only);
    case 'text':
      if (shape.digits !== undefined) return `hexadecimal(${shape.digits})`;
      return shape.lengthMax === LARGEST ? 'text' : `text(…${shape.lengthMax})`;
    case 'word':
      return shape.words.length > 9 ? `${shape.words.length} words` : shape.words.join('/');
    case 'bytes':
      return 'bytes';
    case 'named':
      return shape.name;
    case 'list':
      return `${typeOf(shape.of)}[]`;
    case 'record':
      return RECORDS.get(shape.fields) ?? `{${fieldsOf(shape.fields)}}`;
    case 'choice':
      return Object.values(shape.cases)
        .map((fields) => `{${fieldsOf(fields)}}`)
        .join(' or ');
    case 'nullable':
      return `${typeOf(shape.of)}|null`;
    case 'optional':
      return `${typeOf(shape.of)}${shape.since > 1 ? ` (${shape.since})` : ''}`;
    case 'later':
      return typeOf(shape.of);
  }
}

/** In full, or without the types that `usual` tells. */
const fieldsOf = (fields: ShapeTable, usual: ReadonlyMap<string, string> = new Map()): string =>
  Object.entries(fields)
    .map(([name, shape]) => {
      const spelt = `${name}${shape.form === 'optional' ? '?' : ''}`;
      return usual.get(name) === typeOf(shape) ? spelt : `${spelt}: ${typeOf(shape)}`;
    })
    .join('; ');

/** The type that most tables give a field, of those that three tables have. */
function findUsual(): ReadonlyMap<string, string> {
  const types = new Map<string, string[]>();
  for (const table of [...Object.values(COMMANDS), ...Object.values(EVENTS), ...RECORDS.keys()])
    for (const [name, shape] of Object.entries<Shape>(table))
      types.set(name, [...(types.get(name) ?? []), typeOf(shape)]);
  const timesIn = (all: readonly string[], type: string): number =>
    all.filter((each) => each === type).length;
  return new Map(
    [...types].flatMap(([name, all]) => {
      const [type = ''] = all.toSorted((a, b) => timesIn(all, b) - timesIn(all, a));
      return timesIn(all, type) > 2 ? [[name, type]] : [];
    }),
  );
}

const USUAL = findUsual();

const rowsOf = (tables: Readonly<Record<string, ShapeTable>>, codeOf?: (kind: string) => string) =>
  Object.entries(tables).map(([kind, fields]) => {
    const code = codeOf === undefined ? '' : ` ${codeOf(kind)}`;
    const text = fieldsOf(fields, USUAL);
    return `- **${kind}**${code}${text === '' ? '' : `: ${text}`}`;
  });

/** Units with the same bounds are told together. */
function tellBounds(): string[] {
  const units = Map.groupBy(UNITS, boundsOf);
  return [...units].map(
    ([bounds, alike]) => `- ${alike.map(({ unit }) => unit).join(', ')}: ${bounds}`,
  );
}

export function describeCommands(): string {
  const stored: Readonly<Record<string, StoredKind>> = STORED_KINDS;
  const codeOf = (kind: string): string =>
    [stored[kind]?.code, stored[kind]?.extended?.code]
      .filter((code) => code !== undefined)
      .join(', ');
  return [
    HEAD,
    '## Commands\n',
    ...rowsOf(COMMANDS, codeOf),
    `- **batch** ${BATCH_CODE}: commands: list of any of these`,
    '\n## Events\n',
    ...rowsOf(EVENTS),
    '\n## Records\n',
    ...rowsOf(Object.fromEntries([...RECORDS].map(([table, name]) => [name, table]))),
    '\n## Fields\n',
    `${[...USUAL].map(([name, type]) => `${name}: ${type}`).join('; ')}.`,
    '\n## Bounds\n',
    '- Money: 64 bits',
    ...tellBounds(),
    '',
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(`${ROOT}${DOCUMENT}`, describeCommands());
