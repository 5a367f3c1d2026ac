/**
 * A whole season on the real engine, from a seed: a walking index, a house that quotes around it,
 * and teams of different temper. Every entry is handed on together with its events.
 */

import { chance, createDice, type Dice, pick, roll } from '../../proof/sim/dice.ts';
import { DEFAULT_TERMS } from '../../src/domain/account.ts';
import type { Batch, Command, Entry, PlaceOrder } from '../../src/domain/command.ts';
import type { Event } from '../../src/domain/event.ts';
import { type AccountId, accountId, type ContractId, contractId } from '../../src/domain/ids.ts';
import { DEFAULT_SEASON_RULES, type SeasonRules } from '../../src/domain/season.ts';
import type { Effect, PositionSide } from '../../src/domain/side.ts';
import { fineTicks, lots, millis, money, seq, ticks } from '../../src/domain/units.ts';
import { apply } from '../../src/engine/apply.ts';
import { createState } from '../../src/engine/create-state.ts';
import type { VenueState } from '../../src/engine/state.ts';
import { exampleContracts } from '../kit/contracts.ts';
import { usdt } from '../kit/driver.ts';

export type Temper = 'careful' | 'reckless' | 'gambler' | 'idle' | 'giver' | 'taker' | 'copier';

export interface Script {
  readonly seed: number;
  readonly hours: number;
  readonly tempers: readonly Temper[];
  readonly stepMillis?: number;
  /** How many times as far as usual the index walks. */
  readonly wildness?: number;
  readonly rules?: Partial<SeasonRules>;
  /** Told of every entry: before it is applied, and with its events after. */
  readonly before?: (state: VenueState, entry: Entry) => void;
  readonly after?: (state: VenueState, entry: Entry, events: readonly Event[]) => void;
}

export interface ScriptedTeam {
  readonly name: string;
  readonly temper: Temper;
  readonly account: AccountId;
}

export const SEASON_START = Date.UTC(2026, 2, 2, 12);
const PRICES = [900_000, 30_000];

export interface Stage {
  readonly state: VenueState;
  readonly entries: Entry[];
  readonly teams: ScriptedTeam[];
  readonly rules: SeasonRules;
  readonly dice: Dice;
  house: AccountId;
  wildness: number;
  at: number;
  run: (command: Command, at: number) => readonly Event[];
}

export function playSeason(script: Script): Stage {
  const stage = setStage(script);
  const { rules } = stage;
  const step = script.stepMillis ?? 20_000;
  const prices = [...PRICES];
  for (let at = rules.startAt + step; at < rules.endAt; at += step) {
    moveMarket(stage, prices, at);
    for (const team of stage.teams) act(stage, team, at);
  }
  stage.run({ kind: 'end-season', season: 1, reason: null }, rules.endAt + 20);
  return stage;
}

function setStage(script: Script): Stage {
  const state = createState();
  const rules: SeasonRules = {
    ...DEFAULT_SEASON_RULES,
    name: `seed ${script.seed}`,
    startAt: millis(SEASON_START),
    endAt: millis(SEASON_START + script.hours * 3_600_000),
    contracts: [contractId(0), contractId(1)],
    roundTripsMin: 1,
    activeDaysMin: 1,
    ...script.rules,
  };
  const entries: Entry[] = [];
  const stage: Stage = {
    state,
    entries,
    teams: [],
    rules,
    dice: createDice(script.seed, 77),
    house: accountId(0),
    wildness: script.wildness ?? 1,
    at: 0,
    run(command, at) {
      stage.at = Math.max(stage.at, at);
      const entry = { seq: seq(state.seq + 1), at: millis(stage.at), command };
      entries.push(entry);
      script.before?.(state, entry);
      const events = apply(state, entry);
      script.after?.(state, entry, events);
      return events;
    },
  };
  openMarket(stage);
  enrolTeams(stage, script.tempers);
  return stage;
}

function openMarket(stage: Stage): void {
  const at = SEASON_START - 3_600_000;
  const contracts = exampleContracts([
    {},
    { symbol: 'cmt_ethusdt', base: 'ETH', sizeDecimals: 3, lot: '0.001', minOrderSize: '0.001' },
  ]);
  for (const contract of contracts) stage.run({ kind: 'list-contract', contract }, at);
  stage.run({ kind: 'deposit', account: accountId(2), amount: money(usdt(10_000_000)) }, at);
  stage.run({ kind: 'deposit', account: accountId(3), amount: money(usdt(10_000_000)) }, at);
  const opened = stage.run({ kind: 'open-account', role: 'house', terms: DEFAULT_TERMS }, at);
  for (const event of opened) if (event.kind === 'account-opened') stage.house = event.account;
  stage.run({ kind: 'deposit', account: stage.house, amount: money(usdt(50_000_000)) }, at);
  moveMarket(stage, [...PRICES], at);
}

function enrolTeams(stage: Stage, tempers: readonly Temper[]): void {
  const { rules } = stage;
  stage.run({ kind: 'open-season', season: 1, rules }, SEASON_START - 1_800_000);
  for (const [place, temper] of tempers.entries()) {
    const team = `${temper}-${place}`;
    const events = stage.run({ kind: 'enrol-team', season: 1, team }, SEASON_START - 1_700_000);
    for (const event of events)
      if (event.kind === 'account-enrolled')
        stage.teams.push({ name: team, temper, account: event.account });
  }
  stage.run({ kind: 'reset-season', season: 1 }, SEASON_START - 60_000);
  moveMarket(stage, [...PRICES], SEASON_START - 10);
  stage.run({ kind: 'start-season', season: 1 }, rules.startAt);
}

/** The index walks, and the house quotes five levels around it. */
function moveMarket(stage: Stage, prices: number[], at: number): void {
  const { dice, house } = stage;
  const commands: Batch['commands'][number][] = [];
  for (const [place, price] of prices.entries()) {
    const contract = contractId(place);
    const width = (chance(dice, 3) ? 25 : 5) * stage.wildness;
    const moved = price + Math.round((price * roll(dice, -width, width)) / 10_000);
    prices[place] = moved;
    const size = place === 0 ? 4_000 : 1_000;
    commands.push({ kind: 'cancel-all-orders', account: house, contract, scope: 'working' });
    commands.push({ kind: 'set-index-price', contract, price: fineTicks(moved * 100) });
    for (let level = 1; level <= 5; level += 1) {
      const gap = Math.max(1, Math.round((moved * level) / 10_000));
      commands.push(order(house, contract, 'open long', size, moved - gap));
      commands.push(order(house, contract, 'open short', size, moved + gap));
    }
  }
  stage.run({ kind: 'batch', commands }, at);
}

export function order(
  account: AccountId,
  contract: ContractId,
  intention: `${Effect} ${PositionSide}`,
  size: number,
  price: number | null,
): PlaceOrder {
  const [effect, positionSide] = intention.split(' ') as [Effect, PositionSide];
  return {
    kind: 'place-order',
    account,
    contract,
    positionSide,
    effect,
    size: lots(Math.max(1, size)),
    price: price === null ? null : ticks(price),
    timeInForce: 'normal',
    clientOrderId: null,
    takeProfit: null,
    stopLoss: null,
    marginMode: null,
  };
}

/** Each team in its own moment of the step, so that nobody follows anybody by the clock. */
function act(stage: Stage, team: ScriptedTeam, stepAt: number): void {
  const { dice } = stage;
  const at = stepAt + roll(dice, 100, 15_000);
  switch (team.temper) {
    case 'idle':
      return;
    case 'careful':
      if (chance(dice, 6)) trade(stage, team, at, roll(dice, 20, 80));
      return;
    case 'reckless':
      if (chance(dice, 12)) trade(stage, team, at, roll(dice, 200, 1_500));
      return;
    case 'gambler':
      if (chance(dice, isFlat(stage, team) ? 30 : 1))
        trade(stage, team, at, roll(dice, 1_600, 1_900));
      return;
    case 'giver':
      if (chance(dice, 6)) give(stage, team, at);
      return;
    default:
  }
}

const isFlat = ({ state }: Stage, { account }: ScriptedTeam): boolean =>
  (state.accounts[account]?.crossPositions ?? 0) === 0;

/** Opens or closes at market; whoever copies does the same a moment later. */
function trade(stage: Stage, team: ScriptedTeam, at: number, size: number): void {
  const { dice, state } = stage;
  const contract = contractId(roll(dice, 0, 1));
  const desk = state.accounts[team.account]?.desks[contract];
  const long = desk?.long.position?.size ?? 0;
  const short = desk?.short.position?.size ?? 0;
  const isOpening = long + short === 0 || chance(dice, 30);
  const side: PositionSide = isOpening
    ? pick(dice, ['long', 'short'])
    : long > 0
      ? 'long'
      : 'short';
  const amount = isOpening ? size : Math.max(long, short);
  const intention = `${isOpening ? 'open' : 'close'} ${side}` as const;
  const events = stage.run(order(team.account, contract, intention, amount, null), at);
  const copier = stage.teams.find(({ temper }) => temper === 'copier');
  const leader = stage.teams.find(({ temper }) => temper === 'reckless');
  const isFilled = events.some(({ kind }) => kind === 'fill-settled');
  if (copier === undefined || leader !== team || !isFilled) return;
  const held = state.accounts[copier.account]?.desks[contract];
  const own = (side === 'long' ? held?.long : held?.short)?.position?.size ?? 0;
  const copied = isOpening ? Math.round(amount / 4) : own;
  if (copied > 0)
    stage.run(
      order(copier.account, contract, intention, copied, null),
      at + roll(dice, 200, 1_500),
    );
}

/** Sells to its friend inside the house's spread, then buys back dearer: the friend gains. */
function give(stage: Stage, giver: ScriptedTeam, at: number): void {
  const { dice, state } = stage;
  const friend = stage.teams.find(({ temper }) => temper === 'taker');
  if (friend === undefined) return;
  const contract = contractId(0);
  const mark = state.listings[0]?.mark ?? 0;
  const size = roll(dice, 400, 1_200);
  const gap = Math.round(mark / 12_000);
  stage.run(order(friend.account, contract, 'open long', size, mark - gap), at);
  stage.run(order(giver.account, contract, 'open short', size, mark - gap), at + 30);
  stage.run(order(friend.account, contract, 'close long', size, mark + gap), at + 900);
  stage.run(order(giver.account, contract, 'close short', size, mark + gap), at + 930);
  for (const { account } of [friend, giver])
    stage.run({ kind: 'cancel-all-orders', account, contract, scope: 'working' }, at + 1_000);
}
