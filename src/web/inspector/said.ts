/** The words of a call: what was asked in version 2, and what another dialect makes of it. */
import type { ToldOrder } from '../../client/client.ts';

/** What the page knew when it made a call: a dialect may ask for more than version 2 does. */
export interface CallScene {
  readonly isNet: boolean;
  /** The living orders of the account. */
  readonly orders: readonly ToldOrder[];
  readonly held: readonly HeldPosition[];
  /** The last price of a contract; zero if it is not known. */
  readonly lastOf: (symbol: string) => number;
}

interface HeldPosition {
  readonly symbol: string;
  readonly side: 'long' | 'short';
  readonly size: string;
}

/** Stands where each run of a program puts an id of its own. */
export const FRESH_ID = 'FRESH-ID';

export type AskedFields = Readonly<Record<string, string>>;
export type Translated = Readonly<Record<string, string | boolean | undefined>>;
export type Said = readonly [method: string, path: string, fields?: Translated];
/** By dialect; undefined where it has no such call. Some take several calls for one. */
export type SaidInBoth = readonly [
  v3: Said | undefined,
  binance: Said | readonly Said[] | undefined,
];

export const plain = (name: string | undefined): string | undefined =>
  name?.replace('cmt_', '').toUpperCase();

export const namedSymbol = ({ symbol: name }: AskedFields): Translated => ({ symbol: plain(name) });

export const isBuying = ({ type = '' }: AskedFields): boolean => '14'.includes(type);
export const isClosing = ({ type = '' }: AskedFields): boolean => '34'.includes(type);

const EXECUTIONS = [
  ['GTC', 'GTC'],
  ['POST_ONLY', 'GTX'],
  ['FOK', 'FOK'],
  ['IOC', 'IOC'],
] as const;

export const saidOrder = (asked: AskedFields, place: 0 | 1): Translated => ({
  ...namedSymbol(asked),
  type: asked['match_price'] === '1' ? 'MARKET' : 'LIMIT',
  quantity: asked['size'],
  ...(asked['match_price'] === '1'
    ? {}
    : {
        price: asked['price'],
        timeInForce: EXECUTIONS[Number(asked['order_type'] ?? 0)]?.[place],
      }),
  newClientOrderId: asked['client_oid'],
});
