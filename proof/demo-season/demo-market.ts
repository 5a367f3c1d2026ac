/**
 * The market of a demo season: prices with some momentum, so that there is something to win, and a
 * house that quotes around them.
 */
import type { Batch } from '../../src/domain/command.ts';
import type { Contract } from '../../src/domain/contract.ts';
import type { AccountId } from '../../src/domain/ids.ts';
import { fineTicks, lots, ticks } from '../../src/domain/units.ts';
import { bareOrder } from '../sim/bare-order.ts';
import { type Dice, roll } from '../sim/dice.ts';

export interface DemoMarket {
  /** The next prices, with new quotes of the house in place of the old ones. */
  readonly next: () => Batch;
  /** An amount of money in lots of a contract, at least the smallest order. */
  readonly lotsOf: (contract: number, value: number) => number;
  readonly middle: (contract: number) => number;
  /** The last move of the price. */
  readonly trend: (contract: number) => 'long' | 'short';
}

type Item = Batch['commands'][number];

/** The first price of each contract, in ticks; a contract without a row begins at a thousand. */
const STARTS: Readonly<Record<string, number>> = {
  cmt_btcusdt: 900_000,
  cmt_ethusdt: 300_000,
  cmt_solusdt: 15_000,
  cmt_dogeusdt: 15_000,
  cmt_xrpusdt: 20_000,
  cmt_adausdt: 6_000,
  cmt_bnbusdt: 60_000,
  cmt_ltcusdt: 8_000,
};
const LEVELS = 2;
/** The part of a move that is repeated. */
const MOMENTUM_PERCENT = 70;
/** The house quotes one basis point away. */
export const HALF_SPREAD_PART = 10_000;
const QUOTE_VALUE = 40_000;
const UNITS = 100_000_000;

export function createDemoMarket(
  dice: Dice,
  contracts: readonly Contract[],
  house: AccountId,
): DemoMarket {
  const prices = contracts.map(({ symbol }) => STARTS[symbol] ?? 10_000);
  const moves = contracts.map(() => 0);
  const middle = (contract: number): number => prices[contract] ?? 1;
  const lotsOf = (place: number, value: number): number => {
    const contract = contracts[place];
    if (contract === undefined) return 1;
    const each = (middle(place) * Number(contract.tickLotValue)) / UNITS;
    return Math.max(contract.orderLotsMin, Math.floor(value / each));
  };
  return {
    lotsOf,
    middle,
    trend: (contract) => ((moves[contract] ?? 0) >= 0 ? 'long' : 'short'),
    next: () => {
      const commands: Item[] = [
        { kind: 'cancel-all-orders', account: house, contract: null, scope: 'working' },
      ];
      contracts.forEach(({ id }, place) => {
        const going = Math.round(((moves[place] ?? 0) * MOMENTUM_PERCENT) / 100);
        const move = going + wander(dice, middle(place));
        moves[place] = move;
        const price = Math.max(100, middle(place) + move);
        prices[place] = price;
        commands.push({ kind: 'set-index-price', contract: id, price: fineTicks(price * 100) });
        commands.push(...quotes(house, id, price, lotsOf(place, QUOTE_VALUE)));
      });
      return { kind: 'batch', commands };
    },
  };
}

/** Up to a tenth of a percent either way. */
function wander(dice: Dice, price: number): number {
  const parts = roll(dice, -40, 40) + roll(dice, -40, 40) + roll(dice, -40, 40);
  return Math.round((price * parts) / 120_000);
}

function quotes(
  account: AccountId,
  contract: Contract['id'],
  middle: number,
  size: number,
): readonly Item[] {
  const half = Math.max(2, Math.round(middle / HALF_SPREAD_PART));
  return Array.from({ length: LEVELS }, (_, level) => {
    const away = half * (level + 1);
    const asked = { account, contract, effect: 'open', size: lots(size) } as const;
    return [
      bareOrder({ ...asked, positionSide: 'long', price: ticks(middle - away) }),
      bareOrder({ ...asked, positionSide: 'short', price: ticks(middle + away) }),
    ];
  }).flat();
}
