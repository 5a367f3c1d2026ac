/** Why something happened in a life, in words: a trade, a fill, a refusal, a liquidation. */
import { many } from '../../domain/many.ts';
import { money } from '../../domain/units.ts';
import { isoOf } from '../../journal/find-point.ts';
import type { LifeRecord } from '../../verdict/life-record.ts';
import type { TableRow } from '../../verdict/tables.ts';
import { formatMoney } from '../../wire/quantity.ts';

/** Something in a life that has an answer, and the place in the journal to look at it from. */
export interface LifeMoment {
  readonly at: number;
  /** The entry that it came with; a refusal comes with none, and is seen after the last one. */
  readonly seq: number;
  readonly isAfter: boolean;
  readonly words: readonly string[];
}

export const MOMENT_KINDS = ['trade', 'fill', 'refusal', 'liquidation'] as const;
export type MomentKind = (typeof MOMENT_KINDS)[number];

const FILLS_SHOWN = 20;
const PARTS = ['price', 'slippage', 'fees', 'funding', 'liquidation'] as const;

const amount = (units: bigint): string => formatMoney(money(units)).replace(/\.?0+$/, '');

/** Undefined if the life has no such thing. */
export function findMoment(
  record: LifeRecord,
  kind: MomentKind,
  number: number,
): LifeMoment | undefined {
  const { trades, fills, refusals, liquidations } = record.tables;
  switch (kind) {
    case 'trade': {
      const row = trades.find(({ trade }) => trade === number);
      if (row === undefined) return undefined;
      const words = explainTrade(record, row);
      return { at: row.openedAt, seq: row.openedSeq, isAfter: false, words };
    }
    case 'fill': {
      const row = fills.find(({ fill }) => fill === number);
      return row && { at: row.at, seq: row.seq, isAfter: false, words: explainFill(record, row) };
    }
    case 'refusal': {
      const row = refusals.find(({ refusal }) => refusal === number);
      return row && { at: row.at, seq: row.seq, isAfter: true, words: explainRefusal(record, row) };
    }
    case 'liquidation': {
      const rows = liquidations.filter(({ liquidation }) => liquidation === number);
      const [row] = rows;
      return row && { at: row.at, seq: row.seq, isAfter: false, words: explainLiquidation(rows) };
    }
  }
}

function explainTrade(record: LifeRecord, trade: TableRow<'trades'>): string[] {
  const { fills, refusals, funding, liquidations } = record.tables;
  const until = trade.closedAt ?? record.endAt;
  const isWithin = ({ at }: { readonly at: number }): boolean =>
    at >= trade.openedAt && at <= until;
  const own = fills.filter((fill) => fill.trade === trade.trade);
  const refused = refusals.filter(isWithin);
  const paid = funding.filter((row) => isWithin(row) && row.contract === trade.contract);
  const struck = liquidations.filter(
    (row) => isWithin(row) && row.contract === trade.contract && row.side === trade.side,
  );
  return [
    `${trade.side} ${amount(trade.size)} ${trade.contract}, ${isoOf(trade.openedAt)} to ` +
      `${isoOf(until)}: ${endWords(trade)}`,
    `  entry ${amount(trade.entry)}, exit ${amount(trade.exit)}, ` +
      `result ${amount(trade.result)} USDT`,
    `  = ${PARTS.map((name) => `${name} ${amount(trade[name])}`).join(', ')}`,
    ...own.slice(0, FILLS_SHOWN).map((fill) => `  ${fillWords(fill)}`),
    ...(own.length > FILLS_SHOWN ? [`  and ${many(own.length - FILLS_SHOWN, 'more fill')}`] : []),
    ...paid.map(
      (row) =>
        `  ${isoOf(row.at)} funding at ${amount(row.rate)} of ${amount(row.notional)}: ` +
        `${amount(row.received)}`,
    ),
    ...struck.map((row) => `  liquidation ${row.liquidation}, ${thresholdWords(row)}`),
    ...refused
      .slice(0, FILLS_SHOWN)
      .map((row) => `  ${isoOf(row.at)} ${row.call} refused, ${row.code}: ${row.words}`),
  ];
}

const endWords = ({ end }: TableRow<'trades'>): string =>
  end === 'open'
    ? 'still open at the end, valued there'
    : end === 'liquidated'
      ? 'closed by the venue, because equity fell to what the position must keep'
      : 'closed by the bot';

/** A taker pays to cross the book; a maker is paid for waiting. */
const fillWords = (fill: TableRow<'fills'>): string =>
  `${isoOf(fill.at)} ${fill.side} ${amount(fill.size)} at ${amount(fill.price)} as ` +
  `${fill.isMaker ? 'maker' : 'taker'}${fill.venue === 'book' ? '' : ` (${fill.venue})`}: ` +
  `the middle was ${amount(fill.middle)}, ` +
  `slippage ${amount(fill.slippage)}, fee ${amount(fill.fee)}`;

function explainFill({ tables }: LifeRecord, fill: TableRow<'fills'>): string[] {
  const order = tables.orders.find((each) => each.order === fill.order);
  const siblings = tables.fills.filter((each) => each.order === fill.order);
  const away = fill.price > fill.middle ? 'above' : fill.price < fill.middle ? 'below' : 'at';
  const gap = fill.price > fill.middle ? fill.price - fill.middle : fill.middle - fill.price;
  return [
    fillWords(fill),
    `  it was ${amount(gap)} ${away} the middle of the book, as it was before the taking order`,
    order === undefined
      ? '  its order is not in the table: there were too many'
      : `  order ${order.order} of ${isoOf(order.at)}: ${order.kind}, ${order.side} ` +
        `${amount(order.size)} at ${order.price === null ? 'the market' : amount(order.price)}` +
        `, from ${order.origin}; fill ${siblings.indexOf(fill) + 1} of ${siblings.length}, ` +
        `${amount(order.filled)} filled in the end (${order.end})`,
    fill.isMaker
      ? `  it had waited ${secondsBetween(order?.at ?? fill.at, fill.at)} s; somebody took it`
      : '  it took what stood on the book',
    `  it is part of trade ${fill.trade}`,
  ];
}

const secondsBetween = (from: number, to: number): number => (to - from) / 1_000;

/** The account when it was refused: what it held and had, by the last row before. */
function explainRefusal({ tables }: LifeRecord, refusal: TableRow<'refusals'>): string[] {
  const isBefore = ({ at }: { readonly at: number }): boolean => at <= refusal.at;
  const equity = tables.equity.findLast(isBefore);
  const held = new Map(
    tables.positions
      .filter(isBefore)
      .map((row) => [`${row.side} ${row.contract}`, row.size] as const),
  );
  const sides = [...held].filter(([, size]) => size > 0n);
  return [
    `${isoOf(refusal.at)} ${refusal.call} was refused with ${refusal.status} ${refusal.code}:`,
    `  ${refusal.words}`,
    equity === undefined
      ? ''
      : `  equity ${amount(equity.equity)} USDT, positions worth ${amount(equity.gross)}, ` +
        `by the minute before`,
    sides.length === 0
      ? '  it held nothing'
      : `  it held ${sides.map(([name, size]) => `${name} ${amount(size)}`).join(', ')}`,
    `  refusal ${refusal.refusal} of ${tables.refusals.length} in this life`,
  ].filter((line) => line !== '');
}

const thresholdWords = (row: TableRow<'liquidations'>): string =>
  `${isoOf(row.at)}: equity ${amount(row.equity)} was at or below ${amount(row.requirement)}, ` +
  'which the positions must keep';

function explainLiquidation(rows: readonly TableRow<'liquidations'>[]): string[] {
  const [first] = rows;
  if (first === undefined) return [];
  const sum = rows.reduce((total, { unrealised }) => total + unrealised, 0n);
  return [
    `liquidation of ${first.scope} margin, ${thresholdWords(first)}`,
    ...rows.map(
      (row) =>
        `  ${row.side} ${amount(row.size)} ${row.contract}, opened for ${amount(row.openValue)}: ` +
        `worth ${amount(row.notional)} at the mark ${amount(row.mark)}, ` +
        `so ${amount(row.unrealised)}`,
    ),
    `  money ${amount(first.backing)} and results ${amount(sum)}: equity ${amount(first.equity)}`,
  ];
}
