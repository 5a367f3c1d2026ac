/**
 * What a field holds. Each command, event and stored row is described once, as a table of such
 * shapes. Its type, its bytes in the journal, its columns in the archive, what makes it the same
 * request again, random commands and the document of commands all derive from the table.
 */
import type { AccountId, ContractId, OrderId, PositionId, TradeId } from './ids.ts';
import { ID_MAX, MONEY_MAX, ORDER_LOTS_MAX, PRICE_TICKS_MAX } from './limits.ts';
import type { FineTicks, FundingRate, Lots, Millis, Money, Ppm, Seq, Ticks } from './units.ts';

declare const held: unique symbol;

/** Only for the compiler: the type of the values. */
interface Held<Value> {
  readonly [held]?: Value;
}

export interface NumberShape<Value extends number = number> extends Held<Value> {
  readonly form: 'number';
  readonly unit: string;
  /** Sound values lie between them, both included. The engine refuses others, or crashes. */
  readonly min: number;
  readonly max: number;
}

export interface MoneyShape extends Held<Money> {
  readonly form: 'money';
  readonly unit: 'Money';
  readonly max: Money;
}

export interface BigintShape extends Held<bigint> {
  readonly form: 'bigint';
  readonly unit: string;
  readonly max: bigint;
}

export interface FlagShape<Value extends boolean = boolean> extends Held<Value> {
  readonly form: 'flag';
  /** The one value that it may have, where it is there at all. */
  readonly only?: Value;
}

export interface TextShape<Value extends string = string> extends Held<Value> {
  readonly form: 'text';
  readonly lengthMax: number;
  /** It has exactly so many hexadecimal digits. */
  readonly digits?: number;
}

/** One of a list of words. A new one goes to the end: the journal stores places in the list. */
export interface WordShape<Word extends string = string> extends Held<Word> {
  readonly form: 'word';
  readonly words: readonly Word[];
}

export interface BytesShape extends Held<Uint8Array> {
  readonly form: 'bytes';
}

/** Plain data that is described elsewhere, under this name. */
export interface NamedShape<Value = unknown> extends Held<Value> {
  readonly form: 'named';
  readonly name: string;
}

export interface ManyShape<Item = unknown> {
  readonly form: 'list';
  readonly of: Item;
}

export interface RecordShape<Table = unknown> {
  readonly form: 'record';
  readonly fields: Table;
}

/** A record of one of several kinds; the field `by` says which. */
export interface ChoiceShape<By extends string = string, Cases = unknown> {
  readonly form: 'choice';
  readonly by: By;
  readonly cases: Cases;
}

export interface NullableShape<Inner = unknown> {
  readonly form: 'nullable';
  readonly of: Inner;
}

/** A field that may be missing. */
export interface OptionalShape<Inner = unknown> {
  readonly form: 'optional';
  readonly of: Inner;
  /**
   * The form of commands that brought it: 1 until version 0.2, 2 from 0.3 on. The layouts of the
   * journal know these two; a new field takes 3, and is stored behind the others.
   */
  readonly since: number;
}

/** A field that rows got later; those of before hold this value. */
export interface LaterShape<Inner = unknown> {
  readonly form: 'later';
  readonly of: Inner;
  readonly before: number | string | null;
}

export type Shape =
  | NumberShape
  | MoneyShape
  | BigintShape
  | FlagShape
  | TextShape
  | WordShape
  | BytesShape
  | NamedShape
  | ManyShape<Shape>
  | RecordShape<ShapeTable>
  | ChoiceShape<string, Readonly<Record<string, ShapeTable>>>
  | NullableShape<Shape>
  | OptionalShape<Shape>
  | LaterShape<Shape>;

export interface ShapeTable {
  readonly [field: string]: Shape;
}

/** The type of the values that a shape describes. */
export type ValueOf<Described> =
  Described extends RecordShape<infer Table>
    ? RecordOf<Table>
    : Described extends ManyShape<infer Item>
      ? readonly ValueOf<Item>[]
      : Described extends NullableShape<infer Inner>
        ? ValueOf<Inner> | null
        : Described extends OptionalShape<infer Inner> | LaterShape<infer Inner>
          ? ValueOf<Inner>
          : Described extends ChoiceShape<infer By, infer Cases>
            ? { [Case in keyof Cases]: KindOf<By, Case, Cases[Case]> }[keyof Cases]
            : Described extends Held<infer Value>
              ? Value
              : never;

/** The type of a record with these fields. */
export type RecordOf<Table> = Flat<
  {
    readonly [Field in keyof Table as Table[Field] extends OptionalShape ? never : Field]: ValueOf<
      Table[Field]
    >;
  } & {
    readonly [Field in keyof Table as Table[Field] extends OptionalShape ? Field : never]?: ValueOf<
      Table[Field]
    >;
  }
>;

/** The same of a record whose fields change. */
export type ChangingOf<Table> = {
  -readonly [Field in keyof RecordOf<Table>]: RecordOf<Table>[Field];
};

/** A record of a union: its kind stands in the field `by`. */
export type KindOf<By extends string, Kind, Table> = Flat<
  { readonly [Field in By]: Kind } & RecordOf<Table>
>;

/** All records of a union, by a table for each kind. */
export type UnionOf<Tables> = {
  [Kind in keyof Tables]: KindOf<'kind', Kind, Tables[Kind]>;
}[keyof Tables];

type Flat<Value> = { [Field in keyof Value]: Value[Field] };

export const wordOf = <const Word extends string>(...words: readonly Word[]): WordShape<Word> => ({
  form: 'word',
  words,
});

/** The same within other bounds, or by another name of its unit. */
export const bounded = <Value extends number>(
  shape: NumberShape<Value>,
  bounds: Partial<Pick<NumberShape, 'unit' | 'min' | 'max'>>,
): NumberShape<Value> => ({ ...shape, ...bounds });

export const textUpTo = (lengthMax: number): TextShape => ({ form: 'text', lengthMax });

/** A flag that has this value, or is missing. */
export const onlyFlag = <Value extends boolean>(only: Value): FlagShape<Value> => ({
  form: 'flag',
  only,
});

export const nullOr = <Inner extends Shape>(of: Inner): NullableShape<Inner> => ({
  form: 'nullable',
  of,
});

/** `since` is the form of commands that brought it; see OptionalShape. */
export const optional = <Inner extends Shape>(of: Inner, since: number): OptionalShape<Inner> => ({
  form: 'optional',
  of,
  since,
});

export const later = <Inner extends Shape>(
  of: Inner,
  before: number | string | null,
): LaterShape<Inner> => ({ form: 'later', of, before });

export const manyOf = <Item extends Shape>(of: Item): ManyShape<Item> => ({ form: 'list', of });

export const recordOf = <Table extends ShapeTable>(fields: Table): RecordShape<Table> => ({
  form: 'record',
  fields,
});

/** The shape without those that say whether it is there. */
export function innerShape(shape: Shape): Shape {
  return shape.form === 'optional' || shape.form === 'nullable' || shape.form === 'later'
    ? innerShape(shape.of)
    : shape;
}

const number = <Value extends number = number>(
  unit: string,
  max = ID_MAX,
  min = 0,
): NumberShape<Value> => ({ form: 'number', unit, min, max });

export const TICKS = number<Ticks>('Ticks', PRICE_TICKS_MAX);
export const FINE_TICKS = number<FineTicks>('FineTicks');
export const LOTS = number<Lots>('Lots', ORDER_LOTS_MAX);
export const PPM = number<Ppm>('Ppm', 1_000_000, -1_000_000);
export const RATE = number<FundingRate>('FundingRate', 100_000_000, -100_000_000);
export const MILLIS = number<Millis>('Millis');
export const SEQ = number<Seq>('Seq');
export const COUNT = number('count');
export const LEVERAGE_TIMES = number('leverage', 1_000, 1);
export const ACCOUNT_ID = number<AccountId>('AccountId');
export const CONTRACT_ID = number<ContractId>('ContractId');
export const ORDER_ID = number<OrderId>('OrderId');
export const TRADE_ID = number<TradeId>('TradeId');
export const POSITION_ID = number<PositionId>('PositionId');
export const MONEY: MoneyShape = { form: 'money', unit: 'Money', max: MONEY_MAX };
export const FLAG: FlagShape = { form: 'flag' };
/** Texts that nobody outside can write, or whose length is checked where they come in. */
export const TEXT = textUpTo(ID_MAX);
