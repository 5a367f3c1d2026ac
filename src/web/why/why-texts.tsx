/** The arithmetic of an explanation, line by line, so that anyone can check it by hand. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { PerpetuaLiquidationsRow } from '../../client/client.ts';
import { type Contract, notionalOf } from '../../domain/contract.ts';
import { findTierIndex, getTier, maintenanceMargin } from '../../domain/margin.ts';
import { feeOn, plus } from '../../domain/money.ts';
import { lots, type Money, money, NO_MONEY, ppm, toBigInt } from '../../domain/units.ts';
import { findPpm, formatLots, formatMoney, formatPpm } from '../../wire/quantity.ts';
import type { FundingPaymentRecord } from '../../wire/v2/extensions/why.ts';
import type { FillRecord } from '../../wire/v2/orders/read-orders.ts';
import { averageFillPrice, lotsOf, moneyOf } from '../account/own-position.ts';
import { askOwn, ROUTINE } from '../client/call.ts';
import { contractName, findContract } from '../market/contracts.ts';
import { ticksOf } from '../market/tickers.ts';
import { sayOutcome } from '../outcomes/outcome-words.ts';
import { keepAsking } from '../parts/again.ts';
import { cents, digits, withCommas } from '../parts/numbers.ts';
import { say } from '../shell/language.ts';
import type { Covered, Ended, Started } from './stories.ts';

type Deleveraged = Extract<PerpetuaLiquidationsRow, { kind: 'deleveraged' }>;

const Line = ({ label, children }: { label: string; children: ComponentChildren }) => (
  <div class="sum">
    <dt>{label}</dt>
    <dd class="number">{children}</dd>
  </div>
);

const sideWord = (side: 'LONG' | 'SHORT') => (side === 'LONG' ? 'long' : 'short');

export function StartedText({ record }: { record: Started }) {
  const isCross = record.scope === 'SHARED';
  return (
    <>
      <p class="why-reason">
        {say('startedText', {
          equity: digits(record.equity),
          requirement: digits(record.requirement),
        })}
      </p>
      <dl class="sums">
        <Line label={say(isCross ? 'crossCash' : 'isolatedMargin')}>{digits(record.backing)}</Line>
        {record.positions.map((row) => (
          <Line
            key={`${row.symbol}${row.side}`}
            label={`+ ${say('unrealised')} ${contractName(row.symbol)} ${say(sideWord(row.side))}`}
          >
            {row.side === 'LONG'
              ? `${row.size} × ${withCommas(row.mark)} − ${digits(row.openValue)}`
              : `${digits(row.openValue)} − ${row.size} × ${withCommas(row.mark)}`}{' '}
            = {digits(row.unrealizePnl)}
          </Line>
        ))}
        <Line label={`= ${say('equity')}`}>
          <strong>{digits(record.equity)}</strong>
        </Line>
        {requirementRows(record).map((row) => (
          <RequirementLine key={row.contract.symbol} {...row} />
        ))}
        <Line label={`= ${say('requirement')}`}>
          <strong>{digits(record.requirement)}</strong>
        </Line>
      </dl>
    </>
  );
}

/** In cross margin both sides of a contract are judged together. */
function requirementRows({ positions }: Started) {
  const rows = new Map<string, RequirementRow>();
  for (const row of positions) {
    const contract = findContract(row.symbol);
    if (contract === undefined) continue;
    const added = notionalOf(contract, ticksOf(contract, row.mark), lotsOf(contract, row.size));
    const before = rows.get(row.symbol)?.notional ?? NO_MONEY;
    rows.set(row.symbol, { contract, notional: plus(before, added), fee: row.takerFeeRate });
  }
  return [...rows.values()];
}

interface RequirementRow {
  readonly contract: Contract;
  readonly notional: Money;
  readonly fee: string;
}

function RequirementLine({ contract, notional, fee }: RequirementRow) {
  const rate = findPpm(fee) ?? ppm(0);
  const tier = getTier(contract, findTierIndex(contract, notional));
  const deduction =
    tier.maintenanceDeduction === NO_MONEY
      ? ''
      : ` − ${digits(formatMoney(tier.maintenanceDeduction))}`;
  return (
    <>
      <Line label={`${say('maintenance')} ${contractName(contract.symbol)}`}>
        {digits(formatMoney(notional))} × {formatPpm(tier.maintenanceRate)}
        {deduction} = {digits(formatMoney(maintenanceMargin(contract, notional)))}
      </Line>
      <Line label={`+ ${say('closingFee')}`}>
        {digits(formatMoney(notional))} × {fee} = {digits(formatMoney(feeOn(notional, rate)))}
      </Line>
    </>
  );
}

const GROUP_WORDS = {
  fund: 'groupFund',
  house: 'groupHouse',
  profitable: 'groupProfitable',
  losing: 'groupLosing',
} as const;

function scoreText({ unrealizePnl, openValue, notional, equity, score }: Deleveraged): string {
  const share = `${digits(unrealizePnl)} / ${digits(openValue)}`;
  return `${share} × ${digits(notional)} / ${digits(equity)} = ${score}`;
}

export const DeleveragedText = ({ record }: { record: Deleveraged }) => (
  <>
    <p class="why-reason">
      {say('deleveragedText', {
        size: record.size,
        price: withCommas(record.price),
        rank: record.rank,
        holders: record.holders,
      })}
    </p>
    <dl class="sums">
      <Line label={say('group')}>{say(GROUP_WORDS[record.group])}</Line>
      <Line label={say('scoreIs')}>{scoreText(record)}</Line>
      <Line label={say('leverage')}>{record.leverage}×</Line>
    </dl>
  </>
);

export function FundingText({ record }: { record: FundingPaymentRecord }) {
  const isPaid = moneyOf(record.amount) < NO_MONEY;
  return (
    <>
      <p class="why-reason">{say(Number(record.rate) >= 0 ? 'longsPay' : 'shortsPay')}</p>
      <dl class="sums">
        <Line label={say(isPaid ? 'paid' : 'received')}>
          {record.size ?? '?'} × {withCommas(record.mark)} × {record.rate} = {digits(record.amount)}
        </Line>
      </dl>
    </>
  );
}

interface EndingProps {
  readonly started: Started;
  readonly ended: Ended | undefined;
  readonly covered: readonly Covered[];
}

/** How a liquidation ended: at what price each position closed, and who bore what was missing. */
export function EndingText({ started, ended, covered }: EndingProps) {
  const fills = useFills(started, ended);
  const closings = closingsOf(fills);
  const missing = covered.reduce((sum, { amount }) => sum + toBigInt(moneyOf(amount)), 0n);
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
    const asked = { startTime: time, endTime: until, limit: PAGE };
    const ask = () => askOwn(({ order }) => order.fills(asked, ROUTINE));
    return keepAsking(ask, (outcome) => {
      if (outcome.ok) set(outcome.value.list);
      return undefined;
    });
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
      rows.reduce((sum, row) => sum + toBigInt(moneyOf(read(row))), 0n);
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
