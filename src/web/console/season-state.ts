/** The season as the admin port reports it. */
import type { RulesRecord } from '../../wire/competition/season.ts';

export interface SeasonState extends RulesRecord {
  readonly now: number;
  readonly registrationOpen: boolean;
  readonly registrations: Readonly<Record<string, number>>;
}
