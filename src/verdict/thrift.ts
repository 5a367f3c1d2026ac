/** The compact protocol of Thrift, as far as the metadata of a Parquet file needs it. */

type ThriftValue =
  | { readonly int: number }
  | { readonly long: number }
  | { readonly text: string }
  | { readonly ints: readonly number[] }
  | { readonly texts: readonly string[] }
  | { readonly struct: readonly ThriftField[] }
  | { readonly list: readonly (readonly ThriftField[])[] };

/** The number of the field, and its value. */
export type ThriftField = readonly [id: number, value: ThriftValue];

const KINDS = { int: 5, long: 6, text: 8, list: 9, struct: 12 } as const;
const SHORT_LIST = 15;

/** Fields come with rising numbers, at most fifteen apart. */
export function structOf(fields: readonly ThriftField[]): Buffer {
  let last = 0;
  const parts = fields.flatMap(([id, value]) => {
    const header = (id - last) * 16 + kindOf(value);
    last = id;
    return [Buffer.from([header]), bytesOf(value)];
  });
  return Buffer.concat([...parts, Buffer.from([0])]);
}

function kindOf(value: ThriftValue): number {
  if ('int' in value) return KINDS.int;
  if ('long' in value) return KINDS.long;
  if ('text' in value) return KINDS.text;
  return 'struct' in value ? KINDS.struct : KINDS.list;
}

function bytesOf(value: ThriftValue): Buffer {
  if ('int' in value) return signed(value.int);
  if ('long' in value) return signed(value.long);
  if ('text' in value) return textOf(value.text);
  if ('struct' in value) return structOf(value.struct);
  if ('ints' in value) return listOf(KINDS.int, value.ints.map(signed));
  if ('texts' in value) return listOf(KINDS.text, value.texts.map(textOf));
  return listOf(KINDS.struct, value.list.map(structOf));
}

const textOf = (text: string): Buffer => {
  const bytes = Buffer.from(text);
  return Buffer.concat([varint(bytes.length), bytes]);
};

const listOf = (kind: number, items: readonly Buffer[]): Buffer =>
  Buffer.concat([
    items.length < SHORT_LIST
      ? Buffer.from([items.length * 16 + kind])
      : Buffer.concat([Buffer.from([SHORT_LIST * 16 + kind]), varint(items.length)]),
    ...items,
  ]);

/** None is negative here, so the sign is the lowest bit and never set. */
const signed = (value: number): Buffer => varint(value * 2);

export function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let left = value; ; left = Math.floor(left / 128)) {
    bytes.push(left < 128 ? left : (left % 128) + 128);
    if (left < 128) return Buffer.from(bytes);
  }
}
