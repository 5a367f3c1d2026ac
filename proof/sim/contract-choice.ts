/**
 * The contracts of a simulated market: from the shipped table, or made up with odd steps and
 * limits.
 */

import {
  type Contract,
  contractFaults,
  tickLotValueOf,
  tiersFrom,
} from '../../src/domain/contract.ts';
import { contractId } from '../../src/domain/ids.ts';
import { lots, millis, money, ppm, toBigInt } from '../../src/domain/units.ts';
import { loadContracts } from '../../src/gateway/load-contracts.ts';
import { chance, type Dice, pick, roll } from './dice.ts';

export interface ChosenContract {
  readonly terms: Contract;
  /** The first index price, in ticks. */
  readonly start: number;
  /** The size of an ordinary order. */
  readonly ordinaryLots: number;
}

const shipped = loadContracts();

const START_MONEY: Readonly<Record<string, number>> = {
  cmt_btcusdt: 90_000,
  cmt_ethusdt: 3_000,
  cmt_solusdt: 150,
  cmt_bnbusdt: 600,
  cmt_ltcusdt: 90,
};

export function chooseContracts(dice: Dice): ChosenContract[] {
  const count = pick(dice, [1, 1, 2, 3]);
  return Array.from({ length: count }, (_, place) =>
    chance(dice, 35) ? chooseShipped(dice, place) : chooseOdd(dice, place),
  );
}

/** An ordinary order of a made-up contract is worth at most a million. */
const ORDINARY_MAX = 10n ** 14n;

function chooseOdd(dice: Dice, place: number): ChosenContract {
  for (;;) {
    const made = makeOdd(dice, place);
    const ordinary =
      BigInt(made.start) * BigInt(made.ordinaryLots) * toBigInt(made.terms.tickLotValue);
    if (ordinary <= ORDINARY_MAX && contractFaults(made.terms).length === 0) return made;
  }
}

function chooseShipped(dice: Dice, place: number): ChosenContract {
  const found = pick(dice, shipped);
  const whole = START_MONEY[found.symbol];
  const scale = 10 ** found.priceDecimals / found.priceEndStep;
  const start = whole === undefined ? Math.floor(scale / 2) + 7 : Math.floor(whole * scale);
  const terms = { ...found, id: contractId(place), symbol: `${found.symbol}_${place}` };
  const ordinaryLots = pick(dice, [20, 200, 2_000, 20_000]);
  return { terms, start, ordinaryLots: Math.min(ordinaryLots, terms.marketOpenLotsMax) };
}

const HOUR = 3_600_000;
const TIMES: readonly (readonly number[])[] = [
  [0, 8 * HOUR, 16 * HOUR],
  Array.from({ length: 24 }, (_, hour) => hour * HOUR),
  [13 * HOUR],
  [1_000, 12 * HOUR + 1],
];

/** Steps, limits, fees and tiers that no sensible venue would list together, all of them sound. */
function makeOdd(dice: Dice, place: number): ChosenContract {
  const priceDecimals = roll(dice, 0, 5);
  const sizeDecimals = chance(dice, 20) ? 8 - priceDecimals : roll(dice, 0, 8 - priceDecimals);
  const priceEndStep = pick(dice, [1, 1, 5, 25]);
  const lotStep = pick(dice, [1, 1, 3, 100]);
  const steps = { priceDecimals, sizeDecimals, priceEndStep, lotStep };
  const start = pick(dice, [60, 731, 9_001, 123_457, 2_000_003]);
  const orderLotsMin = pick(dice, [1, 1, 3, 10]);
  const ordinaryLots = orderLotsMin * pick(dice, [2, 15, 150]);
  const orderLotsMax = ordinaryLots * pick(dice, [4, 40, 1_000]);
  const takerFee = pick(dice, [0, 400, 600, 1_000]);
  const tickLotValue = tickLotValueOf(steps);
  const ordinary = BigInt(start) * BigInt(ordinaryLots) * toBigInt(tickLotValue);
  const terms: Contract = {
    id: contractId(place),
    symbol: `odd_${place}`,
    base: 'ODD',
    quote: 'USDT',
    ...steps,
    tickLotValue,
    orderLotsMin: lots(orderLotsMin),
    orderLotsMax: lots(orderLotsMax),
    marketOpenLotsMax: lots(Math.max(orderLotsMin, Math.floor(orderLotsMax / roll(dice, 1, 3)))),
    positionLotsMax: lots(orderLotsMax * pick(dice, [1, 3, 10])),
    leverageMin: 1,
    ...marginTerms(dice, takerFee, ordinary),
    buyBand: ppm(pick(dice, [2_000, 10_000, 50_000, 300_000])),
    sellBand: ppm(pick(dice, [2_000, 10_000, 50_000, 300_000])),
    makerFee: ppm(pick(dice, [0, 200, -takerFee, -Math.floor(takerFee / 3)])),
    takerFee: ppm(takerFee),
    fundingTimes: pick(dice, TIMES).map(millis),
    impactNotional: money(ordinary / BigInt(pick(dice, [1, 10])) + 1n),
  };
  return { terms, start, ordinaryLots };
}

const MILLION = 1_000_000n;

/** Tiers small enough that a few ordinary orders pass through several of them. */
function marginTerms(
  dice: Dice,
  takerFee: number,
  ordinary: bigint,
): Pick<Contract, 'leverageMax' | 'tiers'> {
  const leverageMax = pick(dice, [10, 25, 100, 400]);
  const step = BigInt(pick(dice, [3, 10, 200]));
  const room = roll(dice, 20, 95);
  const rows = [];
  let cap = (ordinary / MILLION + 1n) * MILLION * step;
  let leverage = leverageMax;
  let rateBefore = 0;
  for (let tier = 0; tier < 5 && leverage >= 1; tier += 1) {
    const most = Math.floor(1_000_000 / leverage) - takerFee - 500;
    const rate = Math.max(rateBefore + 1, Math.floor((most * room) / 100));
    if (rate >= most) break;
    rows.push({
      notionalMax: money(cap),
      leverageMax: leverage,
      maintenanceRate: ppm(rate),
    });
    rateBefore = rate;
    cap *= tier < 3 ? 3n : 100n;
    leverage = Math.floor(leverage / 2);
  }
  return { leverageMax, tiers: tiersFrom(rows) };
}
