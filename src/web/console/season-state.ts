/** The season as the admin port reports it. */
import type { RulesRecord } from '../../wire/competition/season.ts';

interface NamedTeams {
  readonly count: number;
  /** The first of them. */
  readonly teams: readonly string[];
}

export interface SeasonState extends RulesRecord {
  readonly now: number;
  readonly registrationOpen: boolean;
  readonly registrations: Readonly<Record<string, number>>;
  readonly limits: { readonly teams: number; readonly perAddress: number };
  readonly readiness: { readonly unqualified: NamedTeams; readonly idle: NamedTeams };
}
