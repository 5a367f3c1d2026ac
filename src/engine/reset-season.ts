/**
 * Brings every entrant to the same clean start, in one command: orders canceled, positions cleared
 * at the mark, the terms of the rules, the wallet of the rules. All of them, or none;
 * a sanction stays as it is.
 */
import type { AccountTerms } from '../domain/account.ts';
import type { ResetSeason } from '../domain/command.ts';
import { MONEY_MAX } from '../domain/limits.ts';
import { type Reject, reject } from '../domain/reject.ts';
import { checkTreasury, clearAccount } from './reset-account.ts';
import { findSeason, isSeason, seasonTerms } from './season.ts';
import { type Account, emit, getAccount, touch, type VenueState } from './state.ts';

export function resetSeason(state: VenueState, command: ResetSeason): Reject | undefined {
  const season = findSeason(state, command.season, ['enrolling', 'ready']);
  if (!isSeason(season)) return season;
  if (season.entrants.size === 0) return reject('season-empty', { given: 0 });
  // Sanctioned entrants too: one who is reinstated later starts as everyone else did.
  const accounts = [...season.entrants.values()].map((entrant) =>
    getAccount(state, entrant.account),
  );
  const refused = checkTreasury(state, mostPaid(accounts, season.rules.wallet));
  if (refused !== undefined) return refused;
  for (const account of accounts) {
    const terms = seasonTerms(season.rules, account.terms.team ?? '');
    clearAccount(state, account, season.rules.wallet, () => renewTerms(state, account, terms));
  }
  season.phase = 'ready';
  emit(state, {
    kind: 'season-reset',
    season: season.number,
    accounts: accounts.length,
    wallet: season.rules.wallet,
  });
  return undefined;
}

/** The treasury's largest debt on the way: a payment may come before the money that covers it. */
function mostPaid(accounts: readonly Account[], wallet: bigint): bigint {
  let paid = 0n;
  let most = -MONEY_MAX;
  for (const account of accounts) {
    paid += wallet - account.wallet;
    if (paid > most) most = paid;
  }
  return most;
}

/** Between the clearing of positions and the default settings, which follow from the terms. */
function renewTerms(state: VenueState, account: Account, terms: AccountTerms): void {
  if (isSameTerms(account.terms, terms)) return;
  account.terms = terms;
  touch(state, account);
  emit(state, { kind: 'account-terms-set', account: account.id, terms });
}

const isSameTerms = (first: AccountTerms, second: AccountTerms): boolean =>
  first.makerFee === second.makerFee &&
  first.takerFee === second.takerFee &&
  first.leverageMax === second.leverageMax &&
  first.contracts?.join() === second.contracts?.join();
