/**
 * A call of the page, which speaks the first dialect, in the words of another one. Each dialect has
 * a file of this name in its folder; the page finds them there.
 */

export interface PageDialect {
  /** As the page calls it. */
  readonly label: string;
  /** Where it stands among the dialects. */
  readonly place: number;
  /** The header with the key if signed calls are forms; undefined if headers sign JSON. */
  readonly formKey?: string;
  /**
   * What each call of the page is here, by its path without the prefix. Undefined where the page’s
   * own calls are made in this dialect.
   */
  readonly words: Readonly<Record<string, SayCall>> | undefined;
}

/** Undefined where the dialect has no such call, or cannot say all of it. */
type SayCall = (
  asked: AskedFields,
  scene: CallScene,
  path: string,
) => Said | readonly Said[] | undefined;

export type AskedFields = Readonly<Record<string, string>>;
export type Translated = Readonly<Record<string, string | boolean | undefined>>;
export type Said = readonly [method: string, path: string, fields?: Translated | undefined];

/** What the page knew when it made a call: a dialect may ask for more than the page’s own. */
export interface CallScene {
  readonly isNet: boolean;
  /** The living orders of the account. */
  readonly orders: readonly SceneOrder[];
  readonly held: readonly HeldPosition[];
  /** The last price of a contract; zero if it is not known. */
  readonly lastOf: (symbol: string) => number;
}

/** An order as the sockets of the page tell it. */
export interface SceneOrder {
  readonly id: string;
  readonly contractId: string;
  readonly orderSide: string;
  readonly positionSide: string;
  readonly type: string;
  readonly status: string;
  readonly price: string;
  readonly size: string;
  readonly reduceOnly: boolean;
  readonly positionTpsl: boolean;
}

interface HeldPosition {
  readonly symbol: string;
  readonly side: 'long' | 'short';
  readonly size: string;
}

/** Stands where each run of a program puts an id of its own. */
export const FRESH_ID = 'FRESH-ID';

export const plain = (name: string | undefined): string | undefined =>
  name?.replace('cmt_', '').toUpperCase();

export const namedSymbol = ({ symbol: name }: AskedFields): Translated => ({ symbol: plain(name) });

export const limited = (asked: AskedFields): Translated => ({
  ...namedSymbol(asked),
  limit: asked['limit'],
});

export const candles = (asked: AskedFields): Translated => ({
  ...namedSymbol(asked),
  interval: asked['granularity'],
  endTime: asked['endTime'],
  limit: asked['limit'],
});

export const saidMarginType = (asked: AskedFields): Translated => ({
  ...namedSymbol(asked),
  marginType: isIsolated(asked) ? 'ISOLATED' : 'CROSSED',
});

export const isIsolated = ({ marginMode }: AskedFields): boolean => marginMode === '3';
export const isBuying = ({ type = '' }: AskedFields): boolean => '14'.includes(type);
export const isClosing = ({ type = '' }: AskedFields): boolean => '34'.includes(type);

/** An order without its direction. The names of executions stand in the order of their codes. */
export const saidOrder = (asked: AskedFields, executions: readonly string[]): Translated => ({
  ...namedSymbol(asked),
  type: asked['match_price'] === '1' ? 'MARKET' : 'LIMIT',
  quantity: asked['size'],
  ...(asked['match_price'] === '1'
    ? {}
    : { price: asked['price'], timeInForce: executions[Number(asked['order_type'] ?? 0)] }),
  newClientOrderId: asked['client_oid'],
});
