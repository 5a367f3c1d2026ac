/** An endpoint of the competition. Its route and its document both come from this. */
import { type TObject, type TSchema, Type } from 'typebox';
import type { ErrorCode } from '../errors.ts';
import { ifSent, integerField } from '../field.ts';

export interface CompetitionEndpoint {
  readonly id: string;
  readonly method: 'GET' | 'POST';
  /** Names in braces stand for a team or a registration. */
  readonly path: string;
  /** No endpoint of the competition needs a key. */
  readonly permission: null;
  /** The weight of a call in the budget of its address. */
  readonly ipWeight: number;
  /** Whether the caller needs the claim token of the registration. */
  readonly isClaimed: boolean;
  readonly request: TObject;
  readonly response: TSchema;
  /** The codes of its errors, besides 429. */
  readonly errors: readonly ErrorCode[];
  readonly summary: string;
  readonly text: string;
}

export const READ_WEIGHT = 1;
/** A heavier weight, because ranking a thousand teams is work. */
export const BOARD_WEIGHT = 5;
export const CHANGE_WEIGHT = 20;

export const seasonField = () =>
  ifSent(
    integerField('Number of the season; the newest where left out.', {
      examples: [1],
      min: 1,
      max: 1_000_000,
    }),
  );
export const SEASON_QUERY = Type.Object({ season: seasonField() });
export const NO_FIELDS_SENT = Type.Object({});

export const LATE = 'As late as the rules say, and still before the end where they say so.';

type Terms = Pick<CompetitionEndpoint, 'id' | 'response' | 'summary' | 'text'> &
  Partial<Pick<CompetitionEndpoint, 'request' | 'errors'>>;

export const publicGet = (path: string, ipWeight: number, terms: Terms): CompetitionEndpoint => ({
  path,
  request: SEASON_QUERY,
  errors: ['404'],
  ...terms,
  method: 'GET',
  permission: null,
  ipWeight,
  isClaimed: false,
});

/** Returns an endpoint by which a team changes its own registration. */
export const claimedPost = (path: string, terms: Terms): CompetitionEndpoint => ({
  path,
  request: NO_FIELDS_SENT,
  errors: ['40017', '404'],
  ...terms,
  method: 'POST',
  permission: null,
  ipWeight: CHANGE_WEIGHT,
  isClaimed: true,
});
