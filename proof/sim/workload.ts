/**
 * The workload: opens a market and then makes up one command after the other, from the seed and
 * from what the market looks like. Deterministic: the same seed against the same engine gives the
 * same entries.
 */

import { DEFAULT_TERMS } from '../../src/domain/account.ts';
import type { Command, Entry } from '../../src/domain/command.ts';
import { type AccountId, accountId } from '../../src/domain/ids.ts';
import { DEPOSIT_MAX } from '../../src/domain/limits.ts';
import { millis, money, seq, toBigInt } from '../../src/domain/units.ts';
import { chance, pick, pickWeighted, roll } from './dice.ts';
import * as manage from './manage-commands.ts';
import type { Action } from './mix.ts';
import { findNetStep, nameMode, someMode } from './net-commands.ts';
import { nonsense } from './nonsense.ts';
import { drawOptions } from './option-commands.ts';
import * as prices from './price-commands.ts';
import { createScene, indexCommand, type Market, marketAt, type Scene } from './scene.ts';
import { drawSeasonStep } from './season-commands.ts';
import { findRepeat, signSometimes } from './signed-requests.ts';
import * as trade from './trade-commands.ts';

export function startWorkload(...args: Parameters<typeof createScene>): Scene {
  const scene = createScene(...args);
  fillQueue(scene);
  return scene;
}

/** The contracts come first. The last ones of some markets are listed later, among the traffic. */
export function fillQueue(scene: Scene): void {
  scene.mix.contracts.forEach(({ terms: contract }, place) => {
    if (place === 0 || chance(scene.dice, 80))
      scene.queue.push({ kind: 'list-contract', contract });
  });
}

/** The next entry: what is queued first, then whatever the mix makes up. */
export function nextEntry(scene: Scene): Entry {
  const { state, signing } = scene;
  const repeat = findRepeat(signing);
  if (repeat !== undefined) return { seq: seq(state.seq + 1), at: millis(scene.at), ...repeat };
  const entry = nextUnsigned(scene);
  return { ...entry, ...signSometimes(signing, entry.command) };
}

function nextUnsigned(scene: Scene): Entry {
  const { state, queue, dice } = scene;
  if (state.seq > 0) scene.at += queue.length > 0 ? roll(dice, 0, 50) : prices.pause(scene);
  const made = queue.shift() ?? nextSetup(scene) ?? findNetStep(scene) ?? makeUp(scene);
  const command = drawOptions(scene, nameMode(scene, made));
  if ('clientOrderId' in command && command.clientOrderId !== null) scene.sent.push(command);
  return { seq: seq(state.seq + 1), at: millis(scene.at), command };
}

/** Opens accounts and gives each its money, one command at a time. */
function nextSetup(scene: Scene): Command | undefined {
  const { mix, state } = scene;
  const wanted = mix.traders + mix.houses;
  const count = state.nextAccount - 1_001;
  if (count >= wanted) return undefined;
  if (count === 0) startPrices(scene);
  const isHouse = count < mix.houses;
  const market = marketAt(scene, 0);
  const account = accountId(state.nextAccount);
  const percent = isHouse ? 200_000 : roll(scene.dice, 1, mix.walletPercent);
  scene.queue.push({ kind: 'deposit', account, amount: money(worth(market, percent)) });
  if (!isHouse) chooseSettings(scene, account);
  return isHouse
    ? { kind: 'open-account', role: 'house', terms: DEFAULT_TERMS }
    : { kind: 'open-account', role: 'trader', terms: manage.someTerms(scene), ...someMode(scene) };
}

/** Some start isolated, some with all the leverage there is. */
function chooseSettings(scene: Scene, account: AccountId): void {
  const { dice, mix, state, queue } = scene;
  for (const { contract } of state.listings) {
    const { leverageMax } = contract;
    const isGambler = chance(dice, mix.gamblePercent);
    const leverageChosen = isGambler ? leverageMax : roll(dice, 1, leverageMax);
    queue.push({
      kind: 'set-leverage',
      account,
      contract: contract.id,
      marginMode: chance(dice, mix.isolatedPercent) ? 'isolated' : 'cross',
      longLeverage: leverageChosen,
      shortLeverage: leverageChosen,
    });
  }
}

function startPrices(scene: Scene): void {
  const { mix, queue, state } = scene;
  const amount = worth(marketAt(scene, 0), mix.fundPercent);
  if (mix.fundPercent > 0)
    queue.push({ kind: 'deposit', account: accountId(2), amount: money(amount) });
  for (let place = 0; place < state.listings.length; place += 1) {
    const market = marketAt(scene, place);
    if (chance(scene.dice, 97)) queue.push(indexCommand(market, market.chosen.start * 100));
  }
}

/** This many hundredths of an ordinary order's notional at the start. */
function worth({ chosen }: Market, percent: number): bigint {
  const { start, ordinaryLots, terms: contract } = chosen;
  const ordinary = BigInt(start) * BigInt(ordinaryLots) * toBigInt(contract.tickLotValue);
  const wanted = (ordinary * BigInt(percent)) / 100n + 1n;
  // The engine takes no larger deposit at a time.
  return wanted < toBigInt(DEPOSIT_MAX) ? wanted : toBigInt(DEPOSIT_MAX);
}

const MAKERS: Readonly<Record<Action, (scene: Scene) => Command>> = {
  quote: trade.drawQuote,
  take: trade.drawTake,
  rest: trade.drawRest,
  fok: trade.drawFillOrKill,
  close: trade.drawClose,
  'close-all': manage.drawCloseAll,
  preset: trade.drawPreset,
  plan: trade.drawPlan,
  exit: (scene) => trade.drawExit(scene, 'part'),
  'whole-exit': (scene) => trade.drawExit(scene, 'whole'),
  amend: manage.drawAmend,
  'amend-trigger': manage.drawAmendTrigger,
  cancel: manage.drawCancel,
  'cancel-all': manage.drawCancelAll,
  batch,
  repeat,
  leverage: manage.drawLeverage,
  mode: manage.drawMarginMode,
  margin: manage.drawMargin,
  'top-up': manage.drawTopUp,
  deposit: manage.drawDeposit,
  withdraw: manage.drawWithdraw,
  'open-account': manage.drawOpenAccount,
  reset: manage.drawReset,
  status: manage.drawStatus,
  terms: manage.drawTerms,
  halt: prices.halt,
  index: prices.index,
  crash: prices.crash,
  storm: prices.storm,
  catastrophe: prices.catastrophe,
  shield: trade.drawShield,
  hedge: trade.drawHedge,
  clock,
  nonsense,
  flood: prices.flood,
  list: listNext,
};

function makeUp(scene: Scene): Command {
  const { dice, mix } = scene;
  if (mix.seasonPercent > 0 && chance(dice, mix.seasonPercent)) return drawSeasonStep(scene);
  return MAKERS[pickWeighted(dice, mix.weights)](scene);
}

/**
 * Time passes, and sometimes somebody writes a note or a beat, now and then too long a note, or
 * asks for a duty.
 */
function clock({ at, state }: Scene): Command {
  if (at % 13 === 7) {
    const term = (state.log.duties.get('market')?.term ?? 0) + 1 + (at % 2);
    return { kind: 'take-duty', duty: 'market', holder: `000000000000000${at % 3}`, term };
  }
  if (at % 3 === 1) {
    const bytes = Uint8Array.of(at % 256, at % 251);
    return { kind: 'market-beat', beat: at, memories: [{ slot: at % 5, bytes }] };
  }
  if (at % 3 !== 0) return { kind: 'advance-clock' };
  const text = 'x'.repeat(at % 7 === 0 ? 501 : at % 500);
  return { kind: 'record-note', actor: 'sim', topic: 'time', text };
}

/** A few commands as one. A batch inside a batch is taken apart. */
function batch(scene: Scene): Command {
  const commands: Exclude<Command, { kind: 'batch' }>[] = [];
  const count = roll(scene.dice, 0, 5);
  for (let made = 0; made < count; made += 1) {
    const command = makeUp(scene);
    if (command.kind !== 'batch') commands.push(command);
    else commands.push(...command.commands.slice(0, 12));
  }
  return { kind: 'batch', commands };
}

/** A placement again, as it was or with another size. */
function repeat(scene: Scene): Command {
  const { dice, sent } = scene;
  if (sent.length === 0) return trade.drawTake(scene);
  const command = pick(dice, sent.slice(-12));
  if (command.kind !== 'place-order' || chance(dice, 60)) return command;
  return { ...command, timeInForce: command.timeInForce === 'ioc' ? 'normal' : 'ioc' };
}

function listNext(scene: Scene): Command {
  const next = scene.mix.contracts[scene.state.listings.length];
  if (next === undefined) return { kind: 'advance-clock' };
  scene.queue.push(indexCommand(marketLater(next), next.start * 100));
  return { kind: 'list-contract', contract: next.terms };
}

const marketLater = (chosen: Market['chosen']): Pick<Market, 'id'> => ({ id: chosen.terms.id });
