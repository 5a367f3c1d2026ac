/**
 * Seasons, written a second time: phases, entrants, what their orders may do, and the ladder of
 * sanctions. The model is checked for what a reset or an end must leave behind.
 */

import type { AccountTerms } from '../../../src/domain/account.ts';
import type { EventOf } from '../../../src/domain/event.ts';
import type { Latency } from '../../../src/domain/latency.ts';
import type { RejectReason } from '../../../src/domain/reject.ts';
import type { SanctionStep, SeasonRules } from '../../../src/domain/season.ts';
import { toBigInt } from '../../../src/domain/units.ts';
import { broken, same, sameMoney } from './broken.ts';
import {
  expectNoOrders,
  type Model,
  type ModelAccount,
  type ModelOrder,
  type ModelSeason,
  modelAccount,
} from './model.ts';
import { heldBy } from './worth.ts';

/** The season that binds an account, if any. */
export function seasonOf(model: Model, account: number): ModelSeason | undefined {
  const { season } = model;
  const isBound = season !== null && season.phase !== 'closed' && season.entrants.has(account);
  return isBound ? season : undefined;
}

/** Why an opening order is refused at this time, if it is. */
export function timeRefusal(
  model: Model,
  account: number,
  effect: string,
): RejectReason | undefined {
  const season = seasonOf(model, account);
  if (season === undefined || effect === 'close' || season.phase === 'enrolling') return undefined;
  if (season.phase === 'ready') return 'season-not-started';
  const isOver = season.phase === 'ended' || model.now >= season.rules.endAt;
  return isOver ? 'season-over' : undefined;
}

/** Whether two accounts may never trade with each other. */
export function areStrangers(model: Model, one: number, other: number): boolean {
  const isTrader = (id: number): boolean => modelAccount(model, id).role === 'trader';
  const isApart = (id: number): boolean => seasonOf(model, id)?.rules.matching === 'house-only';
  return isTrader(one) && isTrader(other) && (isApart(one) || isApart(other));
}

/** One account, or two of one team. */
function areOneTeam(model: Model, one: number, other: number): boolean {
  const { team } = modelAccount(model, one).terms;
  return one === other || (team !== null && team === modelAccount(model, other).terms.team);
}

/** The first order of a queue that an account's order would trade with; its own orders count. */
export const firstMet = (
  model: Model,
  queue: readonly ModelOrder[],
  account: number,
): ModelOrder | undefined =>
  queue.find(
    (order) =>
      areOneTeam(model, order.account, account) || !areStrangers(model, order.account, account),
  );

const TERMS = (rules: SeasonRules, team: string, own?: Latency): AccountTerms => ({
  makerFee: rules.makerFee,
  takerFee: rules.takerFee,
  leverageMax: rules.leverageMax,
  contracts: rules.contracts,
  team,
  selfTrade: 'cancel-maker',
  ...latencyOf(rules.latency ?? own),
});

const latencyOf = (latency: Latency | undefined): { readonly latency?: Latency } =>
  latency !== undefined &&
  [...latency.feed, ...latency.entry, ...latency.answer].some((delay) => delay > 0)
    ? { latency }
    : {};

const current = (model: Model, number: number, phases: readonly string[]): ModelSeason => {
  const { season } = model;
  if (season === null || season.number !== number) broken('SEA-1', `there is no season ${number}`);
  if (!phases.includes(season.phase)) broken('SEA-1', `season ${number} is ${season.phase}`);
  return season;
};

export function foldSeasonOpened(model: Model, event: EventOf<'season-opened'>): void {
  const before = model.season;
  if (before !== null && before.phase !== 'closed') broken('SEA-1', 'two seasons at once');
  same('SEA-1', 'number of a season', event.season, (before?.number ?? 0) + 1);
  const { startAt, endAt } = event.rules;
  if (startAt >= endAt || endAt <= model.now) broken('SEA-2', `a season until ${endAt}`);
  if (startAt < (before?.endedAt ?? startAt)) broken('SEA-2', 'a season before the end of another');
  const { season: number, rules } = event;
  model.season = { number, rules, phase: 'enrolling', endedAt: null, entrants: new Map() };
}

export function foldRulesChanged(model: Model, event: EventOf<'season-rules-changed'>): void {
  const season = current(model, event.season, ['enrolling', 'ready']);
  const startOf = ({ wallet, leverageMax, contracts, makerFee, takerFee, ...rest }: SeasonRules) =>
    [wallet, leverageMax, contracts, makerFee, takerFee, JSON.stringify(rest.latency)].join('|');
  if (startOf(season.rules) !== startOf(event.rules)) season.phase = 'enrolling';
  same('SEA-13', 'phase after new rules', event.phase, season.phase);
  season.rules = event.rules;
}

export function foldEnrolled(model: Model, event: EventOf<'account-enrolled'>): void {
  const season = current(model, event.season, ['enrolling']);
  const account = modelAccount(model, event.account);
  same('SEA-3', 'account of a new entrant', event.account, model.lastAccount);
  const folded = (team: string): string => team.trim().toLowerCase().replace(/\s+/g, ' ');
  for (const { team } of season.entrants.values())
    if (folded(team) === folded(event.team)) broken('SEA-3', `two teams called ${team}`);
  const terms = TERMS(season.rules, event.team);
  same('SEA-3', 'terms', JSON.stringify(account.terms), JSON.stringify(terms));
  season.entrants.set(event.account, { team: event.team, rung: 'none' });
}

export function foldLeft(model: Model, event: EventOf<'account-left'>): void {
  const season = current(model, event.season, ['enrolling', 'ready']);
  if (!season.entrants.delete(event.account)) broken('SEA-14', `${event.account} was never in`);
  expectClean(model, modelAccount(model, event.account), 0n);
}

export function foldSeasonReset(model: Model, event: EventOf<'season-reset'>): void {
  const season = current(model, event.season, ['enrolling', 'ready']);
  const { wallet } = season.rules;
  for (const [id, { team }] of season.entrants) {
    const account = modelAccount(model, id);
    expectClean(model, account, toBigInt(wallet));
    const terms = TERMS(season.rules, team, account.terms.latency);
    same('SEA-4', 'terms', JSON.stringify(account.terms), JSON.stringify(terms));
  }
  same('SEA-4', 'accounts reset', event.accounts, season.entrants.size);
  sameMoney('SEA-4', 'wallet', event.wallet, toBigInt(wallet));
  season.phase = 'ready';
}

function expectClean(model: Model, account: ModelAccount, wallet: bigint): void {
  same('SEA-4', `wallet of account ${account.id}`, account.wallet, wallet);
  same('SEA-4', `collateral of account ${account.id}`, account.collateral, wallet);
  if (heldBy(account).length > 0) broken('SEA-4', `account ${account.id} holds something`);
  expectNoOrders(model, account.id, 'SEA-4');
}

export function foldSeasonStarted(model: Model, event: EventOf<'season-started'>): void {
  const season = current(model, event.season, ['ready']);
  const { startAt, endAt } = season.rules;
  if (model.now < startAt || model.now >= endAt) broken('SEA-8', `started at ${model.now}`);
  same('SEA-8', 'time of the start', event.startedAt, model.now);
  same('SEA-8', 'entrants', event.entrants, season.entrants.size);
  season.phase = 'active';
}

export function foldSeasonEnded(model: Model, event: EventOf<'season-ended'>): void {
  const season = current(model, event.season, ['active']);
  const { endAt } = season.rules;
  if (event.reason === null && model.now < endAt) broken('SEA-8', `ended at ${model.now}`);
  same('SEA-8', 'time of the end', event.endedAt, Math.min(endAt, model.now));
  for (const id of season.entrants.keys()) expectNoOrders(model, id, 'SEA-8');
  season.phase = 'ended';
  season.endedAt = event.endedAt;
}

export function foldSeasonClosed(model: Model, event: EventOf<'season-closed'>): void {
  const season = current(model, event.season, ['enrolling', 'ready', 'ended']);
  same('SEA-9', 'phase before closing', event.phase, season.phase);
  for (const id of season.entrants.keys())
    if (modelAccount(model, id).status === 'active') broken('SEA-9', `account ${id} stays active`);
  season.phase = 'closed';
}

const RUNGS = ['none', 'warned', 'throttled', 'frozen', 'disqualified'];
const STEPS: Readonly<Record<SanctionStep, number>> = {
  reinstate: 0,
  warn: 1,
  throttle: 2,
  freeze: 3,
  disqualify: 4,
};

export function foldSanctioned(model: Model, event: EventOf<'account-sanctioned'>): void {
  const entrant = seasonOf(model, event.account)?.entrants.get(event.account);
  if (entrant === undefined) broken('SEA-10', `account ${event.account} is not enrolled`);
  const stands = RUNGS.indexOf(entrant.rung);
  const to = STEPS[event.step];
  const isFine = event.step === 'warn' || (event.step === 'reinstate' ? stands > 0 : to > stands);
  if (!isFine) broken('SEA-10', `${event.step} for one who is ${entrant.rung}`);
  const next = event.step === 'warn' ? Math.max(stands, to) : to;
  entrant.rung = RUNGS[next] ?? 'none';
  same('SEA-10', 'rung', event.sanction, entrant.rung);
}
