/** How a liquidation ended: at what price each position closed, and who bore what was missing. */
import { useEffect, useState } from 'preact/hooks';
import { lots, money } from '../../domain/units.ts';
import { formatLots, formatMoney } from '../../wire/quantity.ts';
import type { FillRecord } from '../../wire/v2/orders/read-orders.ts';
import { averageFillPrice, lotsOf, moneyOf } from '../account/own-position.ts';
import { askOwn, ROUTINE } from '../client/call.ts';
import { contractName, findContract } from '../market/contracts.ts';
import { sayOutcome } from '../outcomes/outcome-words.ts';
import { cents, digits, withCommas } from '../parts/numbers.ts';
import type { Covered, Ended, Started } from './stories.ts';

interface EndingProps {
  readonly started: Started;
  readonly ended: Ended | undefined;
  readonly covered: readonly Covered[];
}

export function EndingText({ started, ended, covered }: EndingProps) {
  const fills = useFills(started, ended);
  const closings = closingsOf(fills);
  const missing = covered.reduce((sum, { amount }) => sum + moneyOf(amount), 0n);
  const others = closings.filter(({ isTakenOver }) => isTakenOver);
  return (
    <div class="why-ending">
      {closings.map((closing) => (
        <p key={closing.key}>{closingText(closing)}</p>
      ))}
      {missing > 0n ? (
        <p>{sayOutcome('bornByFund', { amount: digits(formatMoney(money(missing))) })}</p>
      ) : null}
      {others.map(({ key, size, price }) => (
        <p key={key}>{sayOutcome('bornByOthers', { size, price: withCommas(price) })}</p>
      ))}
      {ended !== undefined && missing === 0n && others.length === 0 ? (
        <p>{sayOutcome('bornByNobody')}</p>
      ) : null}
      <p>
        {ended === undefined
          ? sayOutcome('stillClosing')
          : sayOutcome('leftOver', { wallet: cents(moneyOf(ended.wallet)) })}
      </p>
    </div>
  );
}

const PAGE = 100;

/** The fills between the beginning and the end; empty until they are read. */
function useFills({ time }: Started, ended: Ended | undefined): readonly FillRecord[] {
  const [fills, set] = useState<readonly FillRecord[]>([]);
  const until = ended?.time;
  useEffect(() => {
    let isWanted = true;
    const asked = { startTime: time, endTime: until, limit: PAGE };
    void askOwn(({ order }) => order.fills(asked, ROUTINE)).then((outcome) => {
      if (isWanted && outcome.ok) set(outcome.value.list);
    });
    return () => {
      isWanted = false;
    };
  }, [time, until]);
  return fills;
}

interface Closing {
  readonly key: string;
  readonly symbol: string;
  readonly side: 'long' | 'short';
  /** By deleveraging, not in the book. */
  readonly isTakenOver: boolean;
  readonly size: string;
  readonly price: string;
  readonly pnl: bigint;
  readonly fee: bigint;
}

/** The forced fills of each position together, in the book and against others apart. */
function closingsOf(fills: readonly FillRecord[]): Closing[] {
  const groups = Map.groupBy(
    fills.filter(({ legacyOrdeDirection: way }) => FORCED.test(way)),
    ({ symbol, legacyOrdeDirection: way }) => `${symbol} ${way}`,
  );
  return [...groups].flatMap(([key, rows]) => {
    const [symbol = '', way = ''] = key.split(' ');
    const contract = findContract(symbol);
    if (contract === undefined) return [];
    const lotsOfAll = rows.reduce((sum, row) => sum + lotsOf(contract, row.fillSize), 0);
    const total = (read: (row: FillRecord) => string): bigint =>
      rows.reduce((sum, row) => sum + moneyOf(read(row)), 0n);
    const size = formatLots(contract, lots(lotsOfAll));
    const value = formatMoney(money(total((row) => row.fillValue)));
    return {
      key,
      symbol,
      size,
      isTakenOver: way.startsWith('AGREEMENT'),
      side: way.endsWith('LONG') ? 'long' : 'short',
      price: averageFillPrice(symbol, value, size) ?? '–',
      pnl: total((row) => row.realizePnl),
      fee: total((row) => row.fillFee) + total((row) => row.liquidateFee),
    };
  });
}

/** Liquidated in the book, netted against the own other side, or closed against others. */
const FORCED = /^(?:BURST|OFFSET|AGREEMENT)_/;

function closingText({ symbol, side, isTakenOver, size, price, pnl, fee }: Closing): string {
  const position = `${sayOutcome(side)} ${contractName(symbol)}`;
  const what = sayOutcome(isTakenOver ? 'takenOver' : 'closedIn', {
    size,
    position,
    price: withCommas(price),
  });
  return sayOutcome('closedFacts', { what, pnl: cents(money(pnl)), fee: cents(money(fee)) });
}
