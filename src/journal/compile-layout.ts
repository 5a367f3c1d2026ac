/**
 * Makes the functions that write and read a kind of command in its layout. They are made out of
 * source text, once, as the program starts: property names stand in them as they would in code
 * written by hand, which is several times as fast as going through a table for every entry. Only
 * the tables of this program go into the text, never anything that was read.
 */
import { assert } from '../domain/assert.ts';
import { innerShape, type Shape, type ShapeTable } from '../domain/shape.ts';
import {
  type ByteReader,
  type ByteWriter,
  NUMBER_BYTES_MAX,
  placeAmong,
  readByte,
  readNumber,
  readText,
  readValue,
  reserve,
  wordAt,
  writeByte,
  writeNumber,
  writeText,
  writeValue,
} from './bytes.ts';
import type { Bits, Section } from './stored-kinds.ts';

/** Returns the code under which it wrote the command. */
export type WriteCommand = (writer: ByteWriter, command: object) => number;
export type ReadCommand = (reader: ByteReader) => object;

/** What the made functions call. */
const TOOLS = {
  placeAmong,
  readByte,
  readNumber,
  readText,
  readValue,
  reserve,
  wordAt,
  writeByte,
  writeNumber,
  writeText,
  writeValue,
};

/** The source of one function, and the tables that it uses. */
interface Draft {
  readonly fields: ShapeTable;
  readonly sections: readonly Section[];
  readonly lines: string[];
  readonly used: unknown[];
}

const draftOf = (fields: ShapeTable, sections: readonly Section[]): Draft => {
  return { fields, sections, lines: [], used: [] };
};

function finish<Made>(draft: Draft, parameters: string): Made {
  const names = [...Object.keys(TOOLS), ...draft.used.map((_, place) => `used${place}`)];
  const source = `return (${parameters}) => {\n${draft.lines.join('\n')}\n};`;
  return new Function(...names, source)(...Object.values(TOOLS), ...draft.used);
}

const useOf = (draft: Draft, value: unknown): string => `used${draft.used.push(value) - 1}`;

/** The shape at a path, with what says whether it is there. */
function shapeAt(fields: ShapeTable, path: string): Shape {
  const [first = '', ...rest] = path.split('.');
  const shape = fields[first];
  assert(shape !== undefined, 'a layout names a field that is not there', path);
  if (rest.length === 0) return shape;
  const inner = innerShape(shape);
  assert(inner.form === 'record', 'a layout looks into what is no record', path);
  return shapeAt(inner.fields, rest.join('.'));
}

/** `a.b.c` leads to `a`, `a.b` and `a.b.c`. */
const stepsTo = (path: string): string[] =>
  path.split('.').map((_, place, names) => names.slice(0, place + 1).join('.'));

/** When a field is there, in terms of the command; empty where it always is. */
const presence = ({ fields, sections }: Draft, path: string): string =>
  stepsTo(path)
    .flatMap((step) => {
      const { form } = shapeAt(fields, step);
      if (form === 'nullable') return [`command.${step} !== null`];
      return form === 'optional' && bitOf(sections, step) !== undefined
        ? [`command.${step} !== undefined`]
        : [];
    })
    .join(' && ');

/** The bits of a field that are of one kind, and the byte of the sections that has them. */
function findBits<Kind extends Bits>(
  sections: readonly Section[],
  path: string,
  isKind: (bits: Bits) => bits is Kind,
) {
  const bytes = sections.flatMap((section) => section.bytes);
  for (const [byte, { [path]: bits }] of bytes.entries())
    if (bits !== undefined && isKind(bits)) return { byte, bits };
  return undefined;
}

const isFlag = (bits: Bits): bits is number => typeof bits === 'number';
const isWord = (bits: Bits): bits is readonly [number, number] => !isFlag(bits);

/** Where it stands whether a field is there; nowhere for one that its code speaks for. */
function bitOf(sections: readonly Section[], path: string): string | undefined {
  const found = findBits(sections, path, isFlag);
  return found && `byte${found.byte} & ${1 << found.bits}`;
}

/** With the field `by` the command goes on with a second section, under the second code. */
export interface StoredForm {
  readonly code: number;
  readonly layout: Section;
  readonly by?: string | undefined;
}

export function compileWriting(fields: ShapeTable, forms: readonly StoredForm[]): WriteCommand {
  const sections = forms.map(({ layout }) => layout);
  const draft = draftOf(fields, sections);
  let code = 0;
  for (const { layout, by, ...form } of forms) {
    const { bytes, values } = layout;
    if (by !== undefined) draft.lines.push(`if (command.${by} === undefined) return ${code};`);
    code = form.code;
    draft.lines.push(`reserve(writer, ${bytes.length + values.length * NUMBER_BYTES_MAX});`);
    for (const bits of bytes) {
      const parts = Object.entries(bits).map(([path, bit]) => bitsSource(draft, path, bit));
      draft.lines.push(`writeByte(writer, ${parts.join(' | ')});`);
    }
    for (const path of values) {
      const there = presence(draft, path);
      const write = writeSource(draft, innerShape(shapeAt(fields, path)), `command.${path}`);
      draft.lines.push(there === '' ? write : `if (${there}) { ${write} }`);
    }
  }
  draft.lines.push(`return ${code};`);
  return finish(draft, 'writer, command');
}

function bitsSource(draft: Draft, path: string, bit: Bits): string {
  const there = presence(draft, path);
  const shape = innerShape(shapeAt(draft.fields, path));
  if (typeof bit === 'number') {
    if (shape.form === 'choice') {
      const [first] = Object.keys(shape.cases);
      return `(command.${path}.${shape.by} === ${JSON.stringify(first)} ? 0 : ${1 << bit})`;
    }
    return `(${there} ? ${1 << bit} : 0)`;
  }
  const [shift] = bit;
  const place = `placeAmong(${wordsIn(draft, shape, bit)}, command.${path}) << ${shift}`;
  return there === '' ? place : `(${there} ? ${place} : 0)`;
}

/**
 * A word beyond the room would read back as another, so the program refuses to start with it. It
 * needs a new kind of command with more room.
 */
function wordsIn(draft: Draft, shape: Shape, [shift, bits]: readonly [number, number]): string {
  assert(shape.form === 'word', 'bits of a layout hold a word');
  const { words } = shape;
  const hasRoom = words.length <= 1 << bits && shift + bits <= 8;
  assert(hasRoom, `${bits} bits have no room for`, words.join());
  return useOf(draft, words);
}

function writeSource(draft: Draft, shape: Shape, value: string): string {
  if (shape.form === 'number') return `writeNumber(writer, ${value});`;
  if (shape.form === 'text' && shape.digits === undefined) return `writeText(writer, ${value});`;
  if (shape.form !== 'choice') return `writeValue(writer, ${useOf(draft, shape)}, ${value});`;
  const cases = Object.entries(shape.cases).map(([kind, fields]) => {
    const writes = Object.entries(fields).map(([field, inner]) =>
      writeSource(draft, innerShape(inner), `${value}.${field}`),
    );
    return `if (${value}.${shape.by} === ${JSON.stringify(kind)}) { ${writes.join(' ')} }`;
  });
  return cases.join(' else ');
}

export function compileReading(
  kind: string,
  fields: ShapeTable,
  sections: readonly Section[],
): ReadCommand {
  const draft = draftOf(fields, sections);
  let byte = 0;
  for (const { bytes, values } of sections) {
    for (const _ of bytes) {
      draft.lines.push(`const byte${byte} = readByte(reader);`);
      byte += 1;
    }
    for (const path of values) {
      const read = readSource(draft, innerShape(shapeAt(fields, path)), path);
      const bits = stepsTo(path).flatMap((step) => bitOf(sections, step) ?? []);
      const isChoice = innerShape(shapeAt(fields, path)).form === 'choice';
      const there = isChoice ? '' : bits.map((bit) => `(${bit})`).join(' && ');
      draft.lines.push(
        `const ${nameOf(path)} = ${there === '' ? read : `${there} ? ${read} : null`};`,
      );
    }
  }
  const command = buildRecord(draft, fields, '', `kind: ${JSON.stringify(kind)}`);
  draft.lines.push(`return ${command};`);
  return finish(draft, 'reader');
}

const nameOf = (path: string): string => `value_${path.replaceAll('.', '_')}`;

function readSource(draft: Draft, shape: Shape, path: string): string {
  if (shape.form === 'number') return 'readNumber(reader)';
  if (shape.form === 'text' && shape.digits === undefined) return 'readText(reader)';
  if (shape.form !== 'choice') return `readValue(reader, ${useOf(draft, shape)})`;
  const [second, first] = Object.entries(shape.cases)
    .map(([kind, fields]) => {
      const read = Object.entries(fields).map(
        ([field, inner]) => `${field}: ${readSource(draft, innerShape(inner), field)}`,
      );
      return `{ ${[`${shape.by}: ${JSON.stringify(kind)}`, ...read].join(', ')} }`;
    })
    .reverse();
  return `${bitOf(draft.sections, path)} ? ${second} : ${first}`;
}

/** The name of the record that begins with these fields, made of what was read. */
function buildRecord(draft: Draft, fields: ShapeTable, prefix: string, first?: string): string {
  const name = `record_${prefix.replaceAll('.', '_')}`;
  const parts = first === undefined ? [] : [first];
  const optional: string[] = [];
  for (const [field, shape] of Object.entries(fields)) {
    const path = `${prefix}${field}`;
    if (!isStored(draft, path)) continue;
    const there = bitOf(draft.sections, path);
    const value = valueSource(draft, innerShape(shape), path);
    if (shape.form === 'optional' && there !== undefined)
      optional.push(`if (${there}) ${name}.${field} = ${value};`);
    else if (shape.form === 'nullable' && findBits(draft.sections, path, isWord) !== undefined)
      parts.push(`${field}: ${there} ? ${value} : null`);
    else parts.push(`${field}: ${value}`);
  }
  draft.lines.push(`const ${name} = { ${parts.join(', ')} };`, ...optional);
  return name;
}

/** Whether the sections have the field, or a part of it. */
const isStored = ({ sections }: Draft, path: string): boolean =>
  sections.some(({ bytes, values }) =>
    [...values, ...bytes.flatMap(Object.keys)].some(
      (each) => each === path || each.startsWith(`${path}.`),
    ),
  );

function valueSource(draft: Draft, shape: Shape, path: string): string {
  if (shape.form === 'record') return buildRecord(draft, shape.fields, `${path}.`);
  const word = findBits(draft.sections, path, isWord);
  if (word === undefined) return nameOf(path);
  const [shift, bits] = word.bits;
  const place = `(byte${word.byte} >> ${shift}) & ${(1 << bits) - 1}`;
  return `wordAt(${wordsIn(draft, shape, word.bits)}, ${place})`;
}
