/** How the result of a trade came about, in words: its fills, its parts, and what was refused. */
import { money } from '../../domain/units.ts';
import { isoOf } from '../../journal/find-point.ts';
import type { LifePart } from '../../verdict/life-part.ts';
import type { TableRow } from '../../verdict/tables.ts';
import { formatMoney } from '../../wire/quantity.ts';

const FILLS_SHOWN = 20;
const PARTS = ['price', 'slippage', 'fees', 'funding', 'liquidation'] as const;

const amount = (units: bigint): string => formatMoney(money(units)).replace(/\.?0+$/, '');

export function explainTrade({ record }: LifePart, trade: TableRow<'trades'>): string[] {
  const { fills, refusals, funding } = record.tables;
  const until = trade.closedAt ?? record.endAt;
  const isWithin = ({ at }: { readonly at: number }): boolean =>
    at >= trade.openedAt && at <= until;
  const own = fills.filter((fill) => fill.trade === trade.trade);
  const refused = refusals.filter(isWithin);
  const paid = funding.filter((row) => isWithin(row) && row.contract === trade.contract);
  return [
    `${trade.side} ${amount(trade.size)} ${trade.contract}, ${isoOf(trade.openedAt)} to ` +
      `${isoOf(until)}: ${endWords(trade)}`,
    `  entry ${amount(trade.entry)}, exit ${amount(trade.exit)}, ` +
      `result ${amount(trade.result)} USDT`,
    `  = ${PARTS.map((name) => `${name} ${amount(trade[name])}`).join(', ')}`,
    ...own.slice(0, FILLS_SHOWN).map(fillWords),
    ...(own.length > FILLS_SHOWN ? [`  and ${own.length - FILLS_SHOWN} fills more`] : []),
    ...paid.map(
      (row) =>
        `  ${isoOf(row.at)} funding at ${amount(row.rate)} of ${amount(row.notional)}: ` +
        `${amount(row.received)}`,
    ),
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
  `  ${isoOf(fill.at)} ${fill.side} ${amount(fill.size)} at ${amount(fill.price)} as ` +
  `${fill.isMaker ? 'maker' : 'taker'}${fill.venue === 'book' ? '' : ` (${fill.venue})`}: ` +
  `the middle was ${amount(fill.middle)}, ` +
  `slippage ${amount(fill.slippage)}, fee ${amount(fill.fee)}`;
