import { expect, test } from 'vitest';
import { exampleContract } from '../../test/kit/contracts.ts';
import { usdt } from '../../test/kit/driver.ts';
import type { BillRow, FillRow } from './history.ts';
import { accountId, type ContractId, contractId, orderId, positionId, tradeId } from './ids.ts';
import { DAY } from './limits.ts';
import { foldPortfolio, type PortfolioSource } from './portfolio.ts';
import {
  lots,
  type Millis,
  type Money,
  millis,
  money,
  NO_LOTS,
  seq,
  type Ticks,
  ticks,
  toBigInt,
} from './units.ts';

const BTC = contractId(0);
const ETH = contractId(1);
const START = Date.UTC(2026, 0, 5);
const HOUR = 3_600_000;
const at = (day: number, hours: number): Millis => millis(START + day * DAY + hours * HOUR);

/** Prices in units of 0.1 and sizes in 0.0001, as the example contract has them. */
interface Trade {
  readonly at: Millis;
  readonly order: number;
  readonly does: 'buy' | 'sell';
  readonly size: number;
  readonly price: number;
  readonly fee: string;
  readonly realised?: string;
  readonly more?: Partial<FillRow>;
}

const fill = (trade: Trade): FillRow => ({
  trade: tradeId(trade.at),
  number: trade.at,
  order: orderId(trade.order),
  account: accountId(1_001),
  contract: BTC,
  position: positionId(1),
  positionSide: 'long',
  effect: trade.realised === undefined ? 'open' : 'close',
  side: trade.does,
  marginMode: 'cross',
  positionMode: 'hedge',
  origin: 'trader',
  price: ticks(trade.price),
  size: lots(trade.size),
  closedSize: NO_LOTS,
  value: money(BigInt(trade.price * trade.size) * 1_000n),
  fee: money(usdt(trade.fee)),
  liquidationFee: money(0n),
  realisedPnl: money(usdt(trade.realised ?? '0')),
  isMaker: false,
  venue: 'book',
  at: trade.at,
  seq: seq(1),
  ...trade.more,
});

const bill = (
  when: Millis,
  kind: BillRow['kind'],
  amount: string,
  contract: ContractId | null = null,
): BillRow => ({
  id: when,
  account: accountId(1_001),
  contract,
  kind,
  amount: money(usdt(amount)),
  fee: money(0n),
  collateral: money(0n),
  wallet: money(0n),
  at: when,
});

/** Three days: a long is opened, halved and closed; a short is ended by a reset to 1,000. */
const STORY: readonly (FillRow | BillRow)[] = [
  bill(at(0, 0.25), 'deposit', '1000'),
  fill({ at: at(0, 1), order: 1, does: 'buy', size: 1_000, price: 900_000, fee: '5.4' }),
  // Exactly at midnight: it belongs to the second day.
  bill(at(1, 0), 'funding', '-0.9', BTC),
  ...[
    { at: at(1, 2), size: 400, fee: '2.184', realised: '40' },
    { at: at(1, 2), size: 100, fee: '0.546', realised: '10' },
  ].map((part) => fill({ ...part, order: 2, does: 'sell', price: 910_000 })),
  bill(at(1, 3), 'transfer-in', '500'),
  fill({
    at: at(2, 1),
    order: 3,
    does: 'sell',
    size: 500,
    price: 880_000,
    fee: '2.64',
    realised: '-100',
  }),
  fill({
    at: at(2, 2),
    order: 4,
    does: 'sell',
    size: 200,
    price: 500_000,
    fee: '0.6',
    more: { contract: ETH, positionSide: 'short' },
  }),
  fill({
    at: at(2, 3),
    order: 5,
    does: 'buy',
    size: 200,
    price: 505_000,
    fee: '0',
    realised: '-10',
    more: { contract: ETH, positionSide: 'short', venue: 'reset' },
  }),
  bill(at(2, 3), 'transfer-out', '-427.73'),
];

const MARKS = new Map([
  [at(1, 0), 905_000],
  [at(2, 0), 890_000],
]);

const markAt = (_contract: ContractId, when: Millis): Ticks => {
  const known = MARKS.get(when);
  if (known === undefined) throw new Error(`nothing is held at ${when}`);
  return ticks(known);
};

const source = (changes: Partial<PortfolioSource> = {}): PortfolioSource => ({
  from: at(0, 0),
  to: at(2, 12),
  collateral: money(usdt('1000')),
  held: new Map(),
  rows: STORY,
  moments: [at(1, 0), at(2, 0), at(2, 12)],
  contractOf: () => exampleContract(),
  markAt,
  ...changes,
});

const amounts = (...texts: readonly string[]): Money[] => texts.map((text) => money(usdt(text)));

test('[WEB-60] equity changes by what is paid in and by the result, and by nothing else', () => {
  const told = foldPortfolio(source());
  const { startEquity, equity, paidIn, result } = told;
  expect([startEquity, equity, paidIn, result]).toEqual(amounts('0', '1000', '1072.27', '-72.27'));
  const { realised, unrealised, fees, funding, covered } = told;
  expect([realised, unrealised, fees]).toEqual(amounts('-60', '0', '11.37'));
  expect([funding, covered]).toEqual(amounts('-0.9', '0'));
  expect(
    toBigInt(realised) +
      toBigInt(unrealised) -
      toBigInt(fees) +
      toBigInt(funding) +
      toBigInt(covered),
  ).toBe(toBigInt(result));
  expect(told.points.map((point) => [point.equity, point.paidIn])).toEqual([
    amounts('1044.6', '1000'),
    amounts('1490.97', '1500'),
    amounts('1000', '1072.27'),
  ]);
});

test('[WEB-60] days end at midnight in UTC and add up to the result', () => {
  const { days, result } = foldPortfolio(source());
  expect(days.map((day) => [day.at, day.result, day.paidIn, day.fees, day.funding])).toEqual([
    [at(0, 0), ...amounts('44.6', '1000', '5.4', '0')],
    [at(1, 0), ...amounts('-53.63', '500', '2.73', '-0.9')],
    [at(2, 0), ...amounts('-63.24', '-427.73', '3.24', '0')],
  ]);
  expect(days.map(({ equity }) => equity)).toEqual(amounts('1044.6', '1490.97', '1000'));
  expect(days.reduce((sum, day) => sum + toBigInt(day.result), 0n)).toBe(toBigInt(result));
});

test('[WEB-60] an order that closed counts once; contracts add up, resets are no trades', () => {
  const { contracts, closed, won } = foldPortfolio(source());
  expect(contracts).toEqual([
    {
      contract: BTC,
      result: money(usdt('-61.67')),
      realised: money(usdt('-50')),
      fees: money(usdt('10.77')),
      funding: money(usdt('-0.9')),
      closed: 2,
      won: 1,
    },
    {
      contract: ETH,
      result: money(usdt('-10.6')),
      realised: money(usdt('-10')),
      fees: money(usdt('0.6')),
      funding: 0,
      closed: 0,
      won: 0,
    },
  ]);
  expect([closed, won]).toEqual([2, 1]);
});

test('[WEB-60] a later beginning has what was held then at the mark of that moment', () => {
  const later = { from: at(1, 0), rows: STORY.slice(2) };
  const told = foldPortfolio(source({ ...later, moments: [at(1, 0), at(2, 12)] }));
  expect([told.startEquity, told.paidIn, told.result]).toEqual(
    amounts('1044.6', '72.27', '-116.87'),
  );
  expect([told.realised, told.unrealised]).toEqual(amounts('-60', '-50'));
  expect(told.contracts.map(({ result }) => result)).toEqual(amounts('-106.27', '-10.6'));
  expect(told.days).toHaveLength(2);
});

test('[WEB-60] a gain that its own fees eat is no win, and the fund is part of no contract', () => {
  const rows = [
    fill({ at: at(0, 1), order: 1, does: 'buy', size: 10, price: 900_000, fee: '0.054' }),
    fill({
      at: at(0, 2),
      order: 2,
      does: 'sell',
      size: 10,
      price: 900_500,
      fee: '0.05403',
      realised: '0.05',
    }),
    bill(at(0, 3), 'deficit-cover', '7', BTC),
  ];
  const told = foldPortfolio(source({ rows, moments: [at(2, 12)] }));
  expect([told.closed, told.won, told.covered]).toEqual([1, 0, money(usdt('7'))]);
  expect(told.contracts.map(({ result }) => result)).toEqual(amounts('-0.05803'));
  expect(told.result).toBe(money(usdt('6.94197')));
});
