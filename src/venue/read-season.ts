/** What may be asked about the season of the competition as the engine runs it. */
import type { AccountId } from '../domain/ids.ts';
import type {
  Entrant,
  Sanction,
  SeasonNumber,
  SeasonPhase,
  SeasonRules,
} from '../domain/season.ts';
import type { Millis } from '../domain/units.ts';
import type { VenueState } from '../engine/state.ts';
import { type Attestation, attestReset } from './attest-reset.ts';

export interface SeasonRead {
  /** The last season opened; null before the first. */
  readonly current: () => CurrentSeason | null;
  /** The entrants of that season, in the order of enrolment. */
  readonly entrants: () => Readonly<Entrant>[];
  /** The account of a team of that season, by its folded name. */
  readonly findTeam: (folded: string) => AccountId | undefined;
  /** Undefined unless the account is enrolled in a season that is not closed. */
  readonly sanction: (account: AccountId) => Sanction | undefined;
  /** The attestation of a reset; undefined without a season. It looks at every account. */
  readonly attest: () => Attestation | undefined;
}

export interface CurrentSeason {
  readonly number: SeasonNumber;
  readonly rules: SeasonRules;
  readonly phase: SeasonPhase;
  /** When its trading ended; null before. */
  readonly endedAt: Millis | null;
}

export const createSeasonRead = (state: VenueState): SeasonRead => ({
  current: () => {
    if (state.season === null) return null;
    const { number, rules, phase, endedAt } = state.season;
    return { number, rules, phase, endedAt };
  },
  entrants: () => [...(state.season?.entrants.values() ?? [])].map((entrant) => ({ ...entrant })),
  findTeam: (folded) => state.season?.teams.get(folded),
  sanction: (account) => state.accounts[account]?.season?.entrants.get(account)?.sanction,
  attest: () => attestReset(state),
});
