/**
 * Brings every entrant to the same clean start, in one command: orders canceled, positions cleared
 * at the mark, the terms of the rules, the wallet of the rules. All of them, or none.
 */
import type { AccountTerms } from '../domain/account.ts';
import type { ResetSeason } from '../domain/command.ts';
import { type Reject, reject } from '../domain/reject.ts';
import { checkTreasury, clearAccount } from './reset-account.ts';
import { findSeason, isSeason, seasonTerms } from './season.ts';
import { type Account, emit, getAccount, touch, type VenueState } from './state.ts';

export function resetSeason(state: VenueState, command: ResetSeason): Reject | undefined {
  const season = findSeason(state, command.season, ['enrolling', 'ready']);
  if (!isSeason(season)) return season;
  const accounts = [...season.entrants.values()]
    .map((entrant) => getAccount(state, entrant.account))
    .filter((account) => account.status !== 'disqualified');
  if (accounts.length === 0) return reject('season-empty', { given: season.entrants.size });
  const paid = accounts.reduce((sum, { wallet }) => sum + season.rules.wallet - wallet, 0n);
  const refused = checkTreasury(state, paid);
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
