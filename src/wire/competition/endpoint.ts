/** What is said of an endpoint of the competition, once, for its route and its document alike. */
import { type TObject, type TSchema, Type } from 'typebox';
import type { ErrorCode } from '../errors.ts';
import { integerField } from '../field.ts';

export interface CompetitionEndpoint {
  readonly id: string;
  readonly method: 'GET' | 'POST';
  /** Names in braces stand for a team or a registration. */
  readonly path: string;
  /** None is called with a key. */
  readonly permission: null;
  /** What a call costs of the budget of its address. */
  readonly ipWeight: number;
  /** Only for who has the claim token of the registration. */
  readonly isClaimed: boolean;
  readonly request: TObject;
  readonly response: TSchema;
  /** What it may be refused with, besides a call too many. */
  readonly errors: readonly ErrorCode[];
  readonly summary: string;
  readonly text: string;
}

export const READ_WEIGHT = 1;
/** Ranking a thousand teams is work, though the same moment is ranked once. */
export const BOARD_WEIGHT = 5;
export const CHANGE_WEIGHT = 20;

export const seasonField = () =>
  Type.Optional(
    integerField({
      description: 'Number of the season; the newest where left out.',
      examples: [1],
      min: 1,
      max: 1_000_000,
    }),
  );
export const SEASON_QUERY = Type.Object({ season: seasonField() });
export const NO_FIELDS_SENT = Type.Object({});

export const LATE = 'As late as the rules say, and still before the end where they say so.';

type Terms = Pick<CompetitionEndpoint, 'id' | 'path' | 'response' | 'summary' | 'text'> &
  Partial<CompetitionEndpoint>;

/** A read that anyone may ask for. */
export const publicGet = (ipWeight: number, terms: Terms): CompetitionEndpoint => ({
  request: SEASON_QUERY,
  errors: ['404'],
  ...terms,
  method: 'GET',
  permission: null,
  ipWeight,
  isClaimed: false,
});

/** Something that a team does to its own registration. */
export const claimedPost = (terms: Terms): CompetitionEndpoint => ({
  request: NO_FIELDS_SENT,
  errors: ['40017', '404'],
  ...terms,
  method: 'POST',
  permission: null,
  ipWeight: CHANGE_WEIGHT,
  isClaimed: true,
});
