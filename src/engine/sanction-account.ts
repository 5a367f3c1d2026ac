/**
 * Sanctions, from mild to severe: warn, throttle, freeze, disqualify; reinstating lifts them. Each
 * step goes up: a warning after a more severe sanction is recorded and changes nothing. Trades that
 * were made stay as they are.
 */
import type { SanctionAccount } from '../domain/command.ts';
import { SANCTION_TEXT_LENGTH_MAX } from '../domain/limits.ts';
import { type Reject, reject } from '../domain/reject.ts';
import { SANCTION, SANCTION_OF, type Sanction } from '../domain/season.ts';
import { changeStatus } from './manage-accounts.ts';
import { emit, findAccount, type VenueState } from './state.ts';

export function sanctionAccount(state: VenueState, command: SanctionAccount): Reject | undefined {
  const account = findAccount(state, command.account);
  if (account === undefined) return reject('account-unknown', { given: command.account });
  const { season } = account;
  const entrant = season?.entrants.get(account.id);
  if (season === null || entrant === undefined)
    return reject('account-not-enrolled', { given: account.id });
  const refused = checkTexts(command) ?? checkStep(entrant.sanction, command);
  if (refused !== undefined) return refused;
  const sanction = higher(entrant.sanction, command);
  entrant.sanction = sanction;
  emit(state, {
    kind: 'account-sanctioned',
    season: season.number,
    account: account.id,
    step: command.step,
    sanction,
    reason: command.reason,
    actor: command.actor,
    evidence: command.evidence,
  });
  const status = sanction === 'frozen' || sanction === 'disqualified' ? sanction : 'active';
  if (status !== account.status) changeStatus(state, account, status, command.reason);
  return undefined;
}

function checkTexts(command: SanctionAccount): Reject | undefined {
  const limit = SANCTION_TEXT_LENGTH_MAX;
  for (const field of ['reason', 'actor', 'evidence'] as const) {
    const text = command[field];
    const isMissing = field !== 'evidence' && text.trim() === '';
    if (isMissing || text.length > limit)
      return reject('sanction-text-invalid', { given: field, limit });
  }
  return undefined;
}

function checkStep(stands: Sanction, { step }: SanctionAccount): Reject | undefined {
  if (step === 'warn') return undefined;
  const isUp = rungOf(SANCTION_OF[step]) > rungOf(stands);
  const mayStep = step === 'reinstate' ? stands !== 'none' : isUp;
  return mayStep ? undefined : reject('sanction-stands', { given: step, limit: stands });
}

/** A warning does not replace a more severe sanction. */
const higher = (stands: Sanction, { step }: SanctionAccount): Sanction =>
  step === 'warn' && rungOf(stands) > rungOf('warned') ? stands : SANCTION_OF[step];

const rungOf = (sanction: Sanction): number => SANCTION.words.indexOf(sanction);
