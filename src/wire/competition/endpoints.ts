/** The public endpoints of a competition, in the order of the published document. */
import { CURVES, EQUITY } from './curves.ts';
import type { CompetitionEndpoint } from './endpoint.ts';
import { CLAIM_CREDENTIALS, REGISTER, REGISTRATION, WITHDRAW } from './registration.ts';
import { NOW, SEASON, SEASON_RULES } from './season.ts';
import { BOARD, TEAM } from './standings.ts';

export const COMPETITION_ENDPOINTS: readonly CompetitionEndpoint[] = [
  SEASON,
  NOW,
  SEASON_RULES,
  BOARD,
  CURVES,
  TEAM,
  EQUITY,
  REGISTER,
  REGISTRATION,
  CLAIM_CREDENTIALS,
  WITHDRAW,
];
