/** Reads of what happened to an account: its fills, its funding, and what went in and out. */
import { type Static, Type } from 'typebox';
import type { Contract } from '../../domain/contract.ts';
import type { BillRow, FillRow } from '../../domain/history.ts';
import { plus } from '../../domain/money.ts';
import type { Order } from '../../domain/order.ts';
import type { Ticks } from '../../domain/units.ts';
import { type FundingBill, findPaying } from '../bills.ts';
import type { Caller } from '../caller.ts';
import { flagField, ifSent, momentField } from '../field.ts';
import { decimal, flag, integer, list, moment, record, text, word } from '../record-field.ts';
import { addressField, coinOf, info, spelt } from './endpoint.ts';
import {
  moneyFigure,
  priceFigure,
  rateFigure,
  signedSize,
  sizeFigure,
  transactionHash,
  windowOf,
} from './figure.ts';
import { NOBODY } from './market.ts';
import { cloidOf } from './read-orders.ts';

const DIRECTIONS = [
  'Open Long',
  'Close Long',
  'Open Short',
  'Close Short',
  'Long > Short',
  'Short > Long',
  'Auto-Deleveraging',
] as const;

export const FILL = record({
  coin: text('The coin', 'BTC'),
  px: decimal('Price', '90000.0'),
  sz: decimal('Size', '0.01'),
  side: word(['B', 'A'], 'Bid or ask'),
  time: moment('When'),
  startPosition: decimal('The position before it', '0.0'),
  dir: word(DIRECTIONS, 'What it did to the position'),
  closedPnl: decimal('The result without the fee', '0.0'),
  hash: text('Unique', transactionHash(1)),
  oid: integer('The order', 4_821),
  crossed: flag('Whether it took'),
  fee: decimal('The fee; negative if it was received', '0.72'),
  tid: integer('The trade', 4_711),
  feeToken: word(['USDC'], 'Always USDC'),
  twapId: Type.Null(),
  cloid: Type.Optional(text('The caller’s own id of the order', `0x${'0'.repeat(31)}1`)),
  liquidation: Type.Optional(
    record({
      liquidatedUser: text('Always the address that is asked about', NOBODY),
      markPx: decimal('The mark at which it began', '88000.0'),
      method: word(['market', 'backstop'], 'At the book, or outside of it'),
    }),
  ),
});

/** A fill, and the size of the position before it, with its sign. */
export interface WalkedFill {
  readonly fill: FillRow;
  readonly before: bigint;
  readonly order?: Readonly<Order> | undefined;
  /** Where the venue forced it: the mark at which that began. */
  readonly mark?: Ticks | undefined;
}

const WORDS = {
  open: { long: 'Open Long', short: 'Open Short' },
  close: { long: 'Close Long', short: 'Close Short' },
} as const;

function directionOf({ fill, before }: WalkedFill): (typeof DIRECTIONS)[number] {
  if (fill.origin === 'deleveraging') return 'Auto-Deleveraging';
  if (fill.positionMode === 'hedge') return WORDS[fill.effect][fill.positionSide];
  const isBuy = fill.side === 'buy';
  if (before === 0n || before > 0n === isBuy) return isBuy ? 'Open Long' : 'Open Short';
  const held = before < 0n ? -before : before;
  if (BigInt(fill.size) <= held) return isBuy ? 'Close Short' : 'Close Long';
  return isBuy ? 'Short > Long' : 'Long > Short';
}

/** Who was liquidated is told to nobody else, so it is the address that asks. */
export function fillOf(
  walked: WalkedFill,
  contract: Contract,
  liquidatedUser: string,
): Static<typeof FILL> {
  const { fill, before, order, mark } = walked;
  const cloid = order === undefined ? null : cloidOf(order);
  const method = fill.venue === 'book' ? 'market' : 'backstop';
  return {
    coin: coinOf(contract),
    px: priceFigure(contract, fill.price),
    sz: sizeFigure(contract, fill.size),
    side: fill.side === 'buy' ? 'B' : 'A',
    time: fill.at,
    startPosition: signedSize(contract, before),
    dir: directionOf(walked),
    closedPnl: moneyFigure(fill.realisedPnl),
    hash: transactionHash(fill.trade),
    oid: fill.order,
    crossed: !fill.isMaker,
    fee: moneyFigure(plus(fill.fee, fill.liquidationFee)),
    tid: fill.trade,
    feeToken: 'USDC',
    twapId: null,
    ...(cloid === null ? {} : { cloid }),
    ...(mark === undefined
      ? {}
      : { liquidation: { liquidatedUser, markPx: priceFigure(contract, mark), method } }),
  };
}

export const FILLS_MAX = 2_000;

const formatFills = (
  fills: readonly WalkedFill[],
  { user }: { readonly user: string },
  { contractOf }: Caller,
) => fills.map((each) => fillOf(each, contractOf(each.fill.contract), user));

export const USER_FILLS = info.keyPost('/userFills', [20, 0], {
  id: 'hyperliquidUserFills',
  request: Type.Object({
    user: addressField(),
    aggregateByTime: ifSent(flagField('Fills are always told one by one.')),
  }),
  response: list(FILL),
  summary: 'The last fills',
  text: `Newest first, at most ${FILLS_MAX}.`,
  nobody: () => [],
  read: ({ user }) => ({
    user: spelt(user),
    from: null,
    to: null,
    limit: FILLS_MAX,
    isRising: false,
  }),
  format: formatFills,
});

const windowFields = () => ({
  user: addressField(),
  startTime: ifSent(momentField('From here on; from the beginning if left out.')),
  endTime: ifSent(momentField('Up to here.')),
});

export const USER_FILLS_BY_TIME = info.keyPost('/userFillsByTime', [20, 0], {
  id: 'hyperliquidUserFillsByTime',
  request: Type.Object({
    ...windowFields(),
    startTime: momentField('From here on.'),
    aggregateByTime: ifSent(flagField('Fills are always told one by one.')),
  }),
  response: list(FILL),
  summary: 'Fills of a window',
  text: `Oldest first, at most ${FILLS_MAX}, of the last ten thousand.`,
  nobody: () => [],
  read: ({ user, startTime, endTime }) => ({
    ...windowOf(startTime, endTime),
    user: spelt(user),
    limit: FILLS_MAX,
    isRising: true,
  }),
  format: formatFills,
});

const ROWS_MAX = 500;

const FUNDING = record({
  time: moment('When'),
  hash: text('Unique', transactionHash(1)),
  delta: record({
    type: word(['funding'], 'Always funding'),
    coin: text('The coin', 'BTC'),
    usdc: decimal('What was received; negative where it was paid', '-0.09'),
    szi: decimal('The position that paid', '0.01'),
    fundingRate: decimal('The rate', '0.0001'),
    nSamples: Type.Null(),
  }),
});

export function fundingRow({ bill, contract, settlements }: FundingBill): Static<typeof FUNDING> {
  const exact = settlements.find((each) => findPaying(contract, bill, each) !== undefined);
  const settled = exact ?? settlements[0];
  const paying = settled && findPaying(contract, bill, settled);
  const size = BigInt(paying?.size ?? 0) * (paying?.side === 'short' ? -1n : 1n);
  return {
    time: bill.at,
    hash: transactionHash(bill.id),
    delta: {
      type: 'funding',
      coin: coinOf(contract),
      usdc: moneyFigure(bill.amount),
      szi: signedSize(contract, size),
      fundingRate: rateFigure(BigInt(settled?.rate ?? 0)),
      nSamples: null,
    },
  };
}

export const USER_FUNDING = info.keyPost('/userFunding', [20, 0], {
  id: 'hyperliquidUserFunding',
  request: Type.Object(windowFields()),
  response: list(FUNDING),
  summary: 'Funding paid and received',
  text: `Oldest first, the newest ${ROWS_MAX} of the window.`,
  nobody: () => [],
  read: ({ startTime, endTime }) => ({ ...windowOf(startTime, endTime), limit: ROWS_MAX }),
  format: (bills: readonly FundingBill[]) => bills.map(fundingRow).reverse(),
});

export const MOVE_KINDS = ['deposit', 'withdrawal', 'transfer-in', 'transfer-out'] as const;

/** What a row of money is called; a transfer is between the account and the operator. */
export function ledgerOf({ kind, amount, id, at }: Pick<BillRow, 'kind' | 'amount' | 'id' | 'at'>) {
  const isIn = kind === 'deposit' || kind === 'transfer-in';
  const usdc = moneyFigure(amount).replace('-', '');
  const delta = isIn
    ? { type: 'deposit', usdc }
    : { type: 'withdraw', usdc, nonce: at, fee: '0.0' };
  return { time: at, hash: transactionHash(id), delta };
}

export const LEDGER_UPDATES = info.keyPost('/userNonFundingLedgerUpdates', [20, 0], {
  id: 'hyperliquidUserNonFundingLedgerUpdates',
  request: Type.Object(windowFields()),
  response: list(Type.Unsafe<ReturnType<typeof ledgerOf>>({ type: 'object' })),
  summary: 'What went in and out',
  text: `Oldest first, at most ${ROWS_MAX}.`,
  nobody: () => [],
  read: ({ startTime, endTime }) => ({
    ...windowOf(startTime, endTime),
    contract: null,
    kinds: MOVE_KINDS,
    hasFills: false,
    fillRows: () => 0,
    isRising: true,
    skip: 0,
    limit: ROWS_MAX,
  }),
  format: (rows: readonly (FillRow | BillRow)[]) =>
    rows
      .filter((row) => 'kind' in row)
      .slice(0, ROWS_MAX)
      .map(ledgerOf),
});
