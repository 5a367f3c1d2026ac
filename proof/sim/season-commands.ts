/** A season amid all other traffic: opened, filled, reset, run, sanctioned, closed. */

import type { Command } from '../../src/domain/command.ts';
import { contractId } from '../../src/domain/ids.ts';
import { DEFAULT_SEASON_RULES, type SeasonRules } from '../../src/domain/season.ts';
import { lots, millis, money, ppm, toBigInt } from '../../src/domain/units.ts';
import type { Season } from '../../src/engine/state.ts';
import { chance, findPick, pick, roll } from './dice.ts';
import { someMoney } from './manage-commands.ts';
import { indexTicks, marketAt, offBy, type Scene, someLots, someone } from './scene.ts';
import { order } from './trade-commands.ts';

export function drawSeasonStep(scene: Scene): Command {
  const { state, dice } = scene;
  const current = state.season;
  if (current === null || current.phase === 'closed') return open(scene, current?.number ?? 0);
  if (current.entrants.size > 1 && chance(dice, 30)) return clash(scene, current);
  // Now and then a command that the phase does not allow, or an unknown season.
  if (chance(dice, 12)) return outOfTurn(scene, current);
  switch (current.phase) {
    case 'enrolling':
      return chance(dice, 75) || current.entrants.size === 0
        ? enrol(scene, current)
        : pick(dice, [reset, reset, reset, leave, sanction, change, close])(scene, current);
    case 'ready':
      return pick(dice, [start, start, start, reset, leave, change])(scene, current);
    case 'active':
      return pick(dice, [sanction, sanction, end, end, endEarly])(scene, current);
    default:
      return pick(dice, [sanction, close])(scene, current);
  }
}

function rulesOf(scene: Scene): SeasonRules {
  const { dice, state, mix, at } = scene;
  const startAt = at + roll(dice, -500, 4_000);
  const wallet = money(someMoney(scene, mix.walletPercent));
  const listed = state.listings.map(({ contract }) => contract.id);
  const some = listed.filter(() => chance(dice, 70));
  return {
    ...DEFAULT_SEASON_RULES,
    name: 'a season',
    startAt: millis(startAt),
    endAt: millis(startAt + roll(dice, 1_000, 60_000)),
    wallet,
    testWallet: money(someMoney(scene, mix.walletPercent)),
    leverageMax: pick(dice, [3, 20, 60]),
    contracts: some.length === 0 ? listed : some,
    positionValueMax: money(toBigInt(wallet) * BigInt(pick(dice, [2, 20, 1_000]))),
    matching: pick(dice, ['open', 'house-only', 'house-only']),
    takerFee: ppm(pick(dice, [0, 100, 400])),
    makerFee: ppm(0),
  };
}

const BAD: readonly ((scene: Scene) => Partial<SeasonRules>)[] = [
  () => ({ name: '' }),
  () => ({ leverageMax: 0.5 }),
  () => ({ contracts: [] }),
  () => ({ contracts: [contractId(77)] }),
  () => ({ wallet: money(0n) }),
  ({ at }) => ({ endAt: millis(at - 1) }),
  () => ({ endAt: millis(Number.NaN) }),
  () => ({ takerFee: ppm(900_000) }),
];

function maybeBad(scene: Scene, rules: SeasonRules): SeasonRules {
  return chance(scene.dice, 20) ? { ...rules, ...pick(scene.dice, BAD)(scene) } : rules;
}

const open = (scene: Scene, last: number): Command => ({
  kind: 'open-season',
  season: chance(scene.dice, 95) ? last + 1 : last + 2,
  rules: maybeBad(scene, rulesOf(scene)),
});

const change = (scene: Scene, { number, rules }: Season): Command => {
  const later = { ...rules, endAt: millis(rules.endAt + 10_000) };
  const next = chance(scene.dice, 50) ? later : rulesOf(scene);
  return { kind: 'change-season-rules', season: number, rules: maybeBad(scene, next) };
};

/** Names collide, in one spelling or another. */
const NAMES = ['Owls', 'owls', 'Red Foxes', 'red  foxes', 'Cats', 'Dogs', 'Elks', 'Bees', '', ' x'];

const enrol = ({ dice }: Scene, { number }: Season): Command => ({
  kind: 'enrol-team',
  season: number,
  team: pick(dice, NAMES),
});

const entrantOf = (scene: Scene, { entrants }: Season) =>
  chance(scene.dice, 90)
    ? (findPick(scene.dice, [...entrants.keys()]) ?? someone(scene).id)
    : someone(scene).id;

const leave = (scene: Scene, current: Season): Command => ({
  kind: 'leave-season',
  season: current.number,
  account: entrantOf(scene, current),
});

const reset = (_: Scene, { number }: Season): Command => ({ kind: 'reset-season', season: number });

/** Mostly when its time has come. */
function start(scene: Scene, { number, rules }: Season): Command {
  if (chance(scene.dice, 80) && scene.at < rules.startAt) scene.at = rules.startAt;
  return { kind: 'start-season', season: number };
}

function end(scene: Scene, { number, rules }: Season): Command {
  if (chance(scene.dice, 30) && scene.at < rules.endAt) scene.at = rules.endAt;
  return { kind: 'end-season', season: number, reason: null };
}

const endEarly = ({ dice }: Scene, { number }: Season): Command => ({
  kind: 'end-season',
  season: number,
  reason: chance(dice, 80) ? 'enough' : '',
});

const close = (_: Scene, { number }: Season): Command => ({ kind: 'close-season', season: number });

const sanction = (scene: Scene, current: Season): Command => ({
  kind: 'sanction-account',
  account: entrantOf(scene, current),
  step: pick(scene.dice, ['warn', 'throttle', 'freeze', 'disqualify', 'reinstate', 'reinstate']),
  reason: chance(scene.dice, 90) ? 'simulated' : '',
  actor: 'sim',
  evidence: '',
});

/**
 * One entrant's order rests, and another entrant or an outside trader sends one that would cross
 * it.
 */
function clash(scene: Scene, { entrants, rules }: Season): Command {
  const { dice, state } = scene;
  const contracts = rules.contracts.filter((id) => state.listings[id] !== undefined);
  const market = marketAt(scene, pick(dice, contracts));
  const price = offBy(indexTicks(market), roll(dice, -20, 20));
  const [first, second] = pick(dice, [
    ['long', 'short'],
    ['short', 'long'],
  ] as const);
  const one = pick(dice, [...entrants.keys()]);
  const other = chance(dice, 70) ? pick(dice, [...entrants.keys()]) : someone(scene).id;
  const crossing = offBy(price, (second === 'long' ? 1 : -1) * roll(dice, 0, 30));
  const shared = { effect: 'open', size: lots(someLots(scene, market)) } as const;
  const timeInForce = pick(dice, ['normal', 'normal', 'post-only', 'fok', 'ioc'] as const);
  scene.queue.push(
    order(other, market, { ...shared, positionSide: second, price: crossing, timeInForce }),
  );
  return order(one, market, { ...shared, positionSide: first, price });
}

function outOfTurn(scene: Scene, current: Season): Command {
  const verb = pick(scene.dice, [enrol, leave, reset, start, end, close, change, sanction]);
  const command = verb(scene, chance(scene.dice, 80) ? current : { ...current, number: 99 });
  return chance(scene.dice, 20) ? open(scene, current.number) : command;
}
