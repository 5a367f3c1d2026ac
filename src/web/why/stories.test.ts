import { expect, test } from 'vitest';
import type { PerpetuaLiquidationsRow } from '../../client/client.ts';
import { asStories } from './stories.ts';

const started = (id: number, scope: 'SHARED' | 'ISOLATED', symbol = 'cmt_btcusdt') =>
  ({ kind: 'started', id, scope, positions: [{ symbol }] }) as unknown as PerpetuaLiquidationsRow;
const row = (kind: 'ended' | 'covered', id: number, scope: string, symbol: string | null = null) =>
  ({ kind, id, scope, symbol }) as unknown as PerpetuaLiquidationsRow;
const told = (rows: readonly PerpetuaLiquidationsRow[]) =>
  asStories(rows).map(({ record, ended, covered }) => [
    record.id,
    ended?.id,
    covered.map(({ id }) => id),
  ]);

test('[WEB-16] each liquidation has its own end, and what the fund paid for it', () => {
  expect(
    told([
      row('ended', 9, 'SHARED'),
      row('covered', 8, 'SHARED'),
      started(7, 'SHARED'),
      row('ended', 6, 'ISOLATED', 'cmt_ethusdt'),
      row('ended', 5, 'ISOLATED', 'cmt_btcusdt'),
      started(4, 'ISOLATED', 'cmt_ethusdt'),
      started(3, 'ISOLATED', 'cmt_btcusdt'),
      row('ended', 2, 'SHARED'),
      started(1, 'SHARED'),
    ]),
  ).toEqual([
    [7, 9, [8]],
    [4, 6, []],
    [3, 5, []],
    [1, 2, []],
  ]);
});

test('[WEB-16] one that goes on has no end, and an end without its beginning is not told', () => {
  expect(told([started(3, 'SHARED'), row('ended', 2, 'SHARED')])).toEqual([[3, undefined, []]]);
});
