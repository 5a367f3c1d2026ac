/** The arithmetic of an explanation, line by line, so that anyone can check it by hand. */
import type { ComponentChildren } from 'preact';
import type { PerpetuaLiquidationsRow } from '../../client/client.ts';
import { type Contract, notionalOf } from '../../domain/contract.ts';
import { findTierIndex, getTier, maintenanceMargin } from '../../domain/margin.ts';
import { feeOn } from '../../domain/rounding.ts';
import { type Money, money, NO_MONEY, ppm } from '../../domain/units.ts';
import { findPpm, formatMoney, formatPpm } from '../../wire/quantity.ts';
import type { FundingPaymentRecord } from '../../wire/v2/extensions/why.ts';
import { lotsOf, moneyOf } from '../account/own-position.ts';
import { contractName, findContract } from '../market/contracts.ts';
import { ticksOf } from '../market/tickers.ts';
import { digits, withCommas } from '../parts/numbers.ts';
import { say } from '../shell/language.ts';

type Started = Extract<PerpetuaLiquidationsRow, { kind: 'started' }>;
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
        {requirementRows(record).map(({ contract, notional, takerFee }) => (
          <RequirementLine
            key={contract.symbol}
            contract={contract}
            notional={notional}
            fee={takerFee}
          />
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
  const rows = new Map<string, { contract: Contract; notional: Money; takerFee: string }>();
  for (const row of positions) {
    const contract = findContract(row.symbol);
    if (contract === undefined) continue;
    const added = notionalOf(contract, ticksOf(contract, row.mark), lotsOf(contract, row.size));
    const before = rows.get(row.symbol)?.notional ?? NO_MONEY;
    const notional = money(before + added);
    rows.set(row.symbol, { contract, notional, takerFee: row.takerFeeRate });
  }
  return [...rows.values()];
}

interface RequirementProps {
  readonly contract: Contract;
  readonly notional: Money;
  readonly fee: string;
}

function RequirementLine({ contract, notional, fee }: RequirementProps) {
  const rate = findPpm(fee) ?? ppm(0);
  const tier = getTier(contract, findTierIndex(contract, notional));
  const deduction =
    tier.maintenanceDeduction === 0n ? '' : ` − ${digits(formatMoney(tier.maintenanceDeduction))}`;
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
  const isPaid = moneyOf(record.amount) < 0n;
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
