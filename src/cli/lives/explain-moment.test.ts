import { expect, test } from 'vitest';
import { type LifeRecord, noSplit } from '../../verdict/life-record.ts';
import { findMoment } from './explain-moment.ts';

const AT = Date.UTC(2026, 0, 5, 12);
const UNIT = 100_000_000n;
const LONG = { contract: 'BTC', side: 'long', size: 2n * UNIT } as const;

const FILL = {
  ...{ fill: 1, at: AT + 3_000, seq: 12, trade: 1, order: 7, contract: 'BTC', side: 'buy' },
  ...{ positionSide: 'long', effect: 'open', isMaker: true, venue: 'book', size: 2n * UNIT },
  ...{ price: 99n * UNIT, middle: 100n * UNIT, value: 198n * UNIT, fee: -UNIT / 10n },
  ...{ slippage: 2n * UNIT, liquidation: 0n },
};

const ORDER = {
  ...{ order: 7, at: AT, seq: 10, clientOrderId: null, contract: 'BTC', side: 'buy' },
  ...{ positionSide: 'long', effect: 'open', kind: 'post-only', origin: 'trader' },
  ...{ price: 99n * UNIT, size: 2n * UNIT, filled: 2n * UNIT, endedAt: AT + 3_000, end: 'filled' },
};

const RECORD: LifeRecord = {
  startAt: AT,
  endAt: AT + 60_000,
  wallet: 1_000n * UNIT,
  result: 0n,
  split: noSplit(),
  turnover: 0n,
  taken: 0n,
  orders: 1,
  exposedMillis: 0,
  holding: 0n,
  refusals: [],
  rowsLeftOut: 0,
  strips: [],
  tables: {
    trades: [],
    fills: [FILL],
    equity: [{ at: AT, equity: 900n * UNIT, gross: 198n * UNIT, net: 198n * UNIT, regime: '' }],
    orders: [ORDER],
    positions: [{ at: AT + 3_000, seq: 12, ...LONG, openValue: 198n * UNIT }],
    funding: [],
    liquidations: [
      {
        ...{ liquidation: 1, at: AT + 9_000, seq: 20, scope: 'cross', ...LONG },
        ...{ openValue: 198n * UNIT, mark: 50n * UNIT, notional: 100n * UNIT },
        ...{ unrealised: -98n * UNIT, backing: 99n * UNIT, equity: UNIT, requirement: 2n * UNIT },
      },
    ],
    refusals: [
      {
        ...{ refusal: 1, at: AT + 5_000, seq: 14, call: 'POST /order', status: 400 },
        ...{ code: '40015', words: 'the margin is too small' },
      },
    ],
  },
};

test('[LIFE-18] a fill is explained by its order, its wait and the middle before it', () => {
  const moment = findMoment(RECORD, 'fill', 1);
  expect(moment).toMatchObject({ at: AT + 3_000, seq: 12, isAfter: false });
  const words = moment?.words.join('\n');
  expect(words).toContain('buy 2 at 99 as maker: the middle was 100, slippage 2, fee -0.1');
  expect(words).toContain('it was 1 below the middle of the book');
  expect(words).toContain('post-only, buy 2 at 99, from trader; fill 1 of 1, 2 filled in the end');
  expect(words).toContain('it had waited 3 s; somebody took it');
});

test('[LIFE-18] a refusal is explained by its words and by what the account had then', () => {
  const moment = findMoment(RECORD, 'refusal', 1);
  expect(moment).toMatchObject({ seq: 14, isAfter: true });
  const words = moment?.words.join('\n');
  expect(words).toContain('POST /order was refused with 400 40015:\n  the margin is too small');
  expect(words).toContain('equity 900 USDT, positions worth 198');
  expect(words).toContain('it held long BTC 2');
});

test('[LIFE-18] a liquidation is explained by every number that decided it', () => {
  const words = findMoment(RECORD, 'liquidation', 1)?.words.join('\n');
  expect(words).toContain('equity 1 was at or below 2, which the positions must keep');
  expect(words).toContain('long 2 BTC, opened for 198: worth 100 at the mark 50, so -98');
  expect(words).toContain('money 99 and results -98: equity 1');
});

test('[LIFE-18] what a life does not have is not explained', () => {
  expect(findMoment(RECORD, 'trade', 1)).toBeUndefined();
  expect(findMoment(RECORD, 'fill', 2)).toBeUndefined();
});
