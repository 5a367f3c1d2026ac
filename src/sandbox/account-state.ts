/**
 * An account as a test looks at it: plain numbers in USDT and in units of the coin. The interface
 * has the same figures as exact decimals; a number here is the nearest to it.
 */
import type { Cursor, Page } from '../archive/archive.ts';
import type { Contract } from '../domain/contract.ts';
import type { FillRow, LiquidationRow } from '../domain/history.ts';
import type { AccountId } from '../domain/ids.ts';
import { liquidationPrice } from '../domain/liquidation-price.ts';
import type { Order } from '../domain/order.ts';
import { unrealisedPnl } from '../domain/position.ts';
import { POSTING_KINDS, type PostingKind } from '../domain/posting.ts';
import { type PositionSide, type Side, sideOf } from '../domain/side.ts';
import { type Lots, type Money, NO_TICKS, type Ticks } from '../domain/units.ts';
import type { HeldPosition } from '../venue/read-account.ts';
import type { Venue } from '../venue/venue.ts';
import { averageText } from '../wire/amount-text.ts';
import { formatLots, formatMoney, formatTicks } from '../wire/quantity.ts';

export interface AccountState {
  readonly name: string;
  readonly accountId: number;
  /** The balance with the result of open positions at the mark. */
  readonly equity: number;
  /** Realised money, isolated margins included. */
  readonly balance: number;
  /** What new orders may use; never below zero. */
  readonly available: number;
  readonly unrealisedPnl: number;
  readonly positions: readonly PositionState[];
  /** Those on the book and those that wait for their price, newest first. */
  readonly openOrders: readonly OpenOrder[];
  /** Oldest first. */
  readonly fills: readonly Fill[];
  /** Trading fees paid so far, those of liquidations included. */
  readonly fees: number;
  /** Funding received so far; negative if more was paid. */
  readonly funding: number;
  /** How often it was liquidated. */
  readonly liquidations: number;
}

export interface PositionState {
  /** The coin, such as `BTC`. */
  readonly market: string;
  readonly symbol: string;
  readonly side: PositionSide;
  readonly size: number;
  readonly entryPrice: number;
  readonly markPrice: number;
  /** Null if no price liquidates it. */
  readonly liquidationPrice: number | null;
  readonly leverage: number;
  readonly marginMode: 'cross' | 'isolated';
  readonly unrealisedPnl: number;
}

export interface OpenOrder {
  readonly orderId: string;
  readonly clientOrderId: string | null;
  readonly market: string;
  readonly symbol: string;
  readonly side: Side;
  readonly positionSide: PositionSide;
  readonly isClosing: boolean;
  /** Null for a market order. */
  readonly price: number | null;
  /** Null if it does not wait for a price. */
  readonly triggerPrice: number | null;
  readonly size: number;
  readonly filled: number;
}

export interface Fill {
  readonly orderId: string;
  readonly market: string;
  readonly symbol: string;
  readonly side: Side;
  readonly positionSide: PositionSide;
  readonly price: number;
  readonly size: number;
  readonly fee: number;
  readonly realisedPnl: number;
  readonly isMaker: boolean;
  /** Whether the venue closed the position: a liquidation or a deleveraging. */
  readonly isForced: boolean;
  readonly at: Date;
}

type ReadVenue = Pick<Venue, 'read' | 'archive' | 'archived'>;

export async function describeAccount(
  venue: ReadVenue,
  account: AccountId,
  name: string,
): Promise<AccountState> {
  const { read, archive } = venue;
  await venue.archived();
  const fills = await readAll<FillRow>((before) => archive.fills({ account, before, limit: PAGE }));
  const liquidations = await readAll<LiquidationRow>((before) =>
    archive.liquidations({ account, before, limit: PAGE }),
  );
  const { equity, available, unrealisedPnl: pnl } = read.account.money(account);
  const { wallet, totals } = read.account.get(account);
  const total = (kind: PostingKind): number => usdt(totals[POSTING_KINDS.indexOf(kind)]);
  const contractOf = ({ contract }: Pick<Order, 'contract'>) => read.listing.contract(contract);
  const groups = ['working', 'untriggered'] as const;
  return {
    name,
    accountId: account,
    equity: usdt(equity),
    balance: usdt(wallet),
    available: Math.max(0, usdt(available)),
    unrealisedPnl: usdt(pnl),
    positions: read.account.positions(account).map(positionState),
    openOrders: groups
      .flatMap((group) => read.account.orders({ account, contract: null, group }))
      .map(({ order }) => openOrder(contractOf(order), order)),
    fills: fills.reverse().map((fill) => fillState(contractOf(fill), fill)),
    fees: 0 - total('fee') - total('liquidation-fee'),
    funding: total('funding'),
    liquidations: liquidations.filter(({ why }) => why.kind === 'liquidation-started').length,
  };
}

const PAGE = 500;

/** Every row, newest first. */
async function readAll<Row>(
  read: (before: Cursor | undefined) => Promise<Page<Row>>,
): Promise<Row[]> {
  const all: Row[] = [];
  let before: Cursor | undefined;
  do {
    const { rows, next } = await read(before);
    all.push(...rows);
    before = next ?? undefined;
  } while (before !== undefined);
  return all;
}

const marketOf = ({ base: market, symbol }: Contract) => ({ market, symbol });

function positionState(held: HeldPosition): PositionState {
  const { contract, position, mark, leverage, marginMode } = held;
  return {
    ...marketOf(contract),
    side: position.side,
    size: coins(contract, position.size),
    entryPrice: Number(averageText(contract, position.openValue, position.size)),
    markPrice: Number(formatTicks(contract, mark)),
    liquidationPrice: price(contract, liquidationPrice(contract, held.liquidation)),
    leverage,
    marginMode,
    unrealisedPnl: usdt(unrealisedPnl(contract, position, mark)),
  };
}

const openOrder = (contract: Contract, order: Readonly<Order>): OpenOrder => ({
  orderId: String(order.id),
  clientOrderId: order.clientOrderId,
  ...marketOf(contract),
  side: sideOf(order.positionSide, order.effect),
  positionSide: order.positionSide,
  isClosing: order.effect === 'close',
  price: price(contract, order.price),
  triggerPrice: price(contract, order.trigger?.price ?? NO_TICKS),
  size: coins(contract, order.size),
  filled: coins(contract, order.filled),
});

const fillState = (contract: Contract, fill: FillRow): Fill => ({
  orderId: String(fill.order),
  ...marketOf(contract),
  side: fill.side,
  positionSide: fill.positionSide,
  price: Number(formatTicks(contract, fill.price)),
  size: coins(contract, fill.size),
  fee: usdt(fill.fee),
  realisedPnl: usdt(fill.realisedPnl),
  isMaker: fill.isMaker,
  isForced: fill.origin !== 'trader' && fill.origin !== 'reset',
  at: new Date(fill.at),
});

const usdt = (amount: Money | undefined): number =>
  amount === undefined ? 0 : Number(formatMoney(amount));
const coins = (contract: Contract, size: Lots): number => Number(formatLots(contract, size));
const price = (contract: Contract, ticks: Ticks): number | null =>
  ticks === NO_TICKS ? null : Number(formatTicks(contract, ticks));
