/** What the public may ask about a competition: the one source of its routes and its document. */
import { type TObject, type TSchema, Type } from 'typebox';
import type { ErrorCode } from '../errors.ts';
import { integerField } from '../field.ts';
import {
  CREDENTIALS_RECORD,
  NO_BODY,
  NOW_RECORD,
  REGISTERED_RECORD,
  REGISTRATION_RECORD,
  SEASON_RECORD,
  WITHDRAWN_RECORD,
} from './registration-records.ts';
import { APPLICATION } from './registration-requests.ts';
import {
  CURVE_RECORD,
  CURVES_RECORD,
  LEADERBOARD_RECORD,
  RULES_RECORD,
  STANDING_RECORD,
} from './standing-records.ts';

export interface PublicEndpoint {
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

const READ_WEIGHT = 1;
/** Ranking a thousand teams is work, though the same moment is ranked once. */
const BOARD_WEIGHT = 5;
const CHANGE_WEIGHT = 20;

/** Of how many teams, and how many moments, at most. */
export const CURVES_MAX = { top: 50, points: 500 };
export const CURVES_DEFAULT = { top: 10, points: 200 };

const season = Type.Optional(
  integerField({
    description: 'Number of the season; the newest where left out.',
    examples: [1],
    min: 1,
    max: 1_000_000,
  }),
);
const SEASON_QUERY = Type.Object({ season });

const countOf = (field: 'top' | 'points', description: string) =>
  Type.Optional(
    integerField({ description, default: CURVES_DEFAULT[field], min: 2, max: CURVES_MAX[field] }),
  );
const CURVES_QUERY = Type.Object({
  season,
  top: countOf('top', 'How many teams, the leaders first.'),
  points: countOf('points', 'How many moments, evenly spread.'),
});

type Terms<Id extends string> = Pick<PublicEndpoint, 'path' | 'response' | 'summary' | 'text'> &
  Partial<PublicEndpoint> & { readonly id: Id };

/** A read that anyone may ask for. */
const openGet = <const Id extends string>(ipWeight: number, terms: Terms<Id>) => ({
  request: SEASON_QUERY,
  errors: ['404'] as const,
  ...terms,
  method: 'GET' as const,
  permission: null,
  ipWeight,
  isClaimed: false,
});

/** Something that a team does to its own registration. */
const claimedPost = <const Id extends string>(terms: Terms<Id>) => ({
  request: NO_BODY,
  errors: ['40017', '404'] as const,
  ...terms,
  method: 'POST' as const,
  permission: null,
  ipWeight: CHANGE_WEIGHT,
  isClaimed: true,
});

const LATE = 'As late as the rules say, and still before the end where they say so.';
const CLAIM = 'Send the claim token as `Authorization: Bearer …`.';

const READ_ENDPOINTS = [
  openGet(READ_WEIGHT, {
    id: 'competitionSeason',
    path: '/competition',
    response: SEASON_RECORD,
    summary: 'A season',
    text: 'Its rules, where it stands, and how many teams have registered.',
  }),
  openGet(READ_WEIGHT, {
    id: 'competitionNow',
    path: '/competition/now',
    request: NO_BODY,
    errors: [],
    response: NOW_RECORD,
    summary: 'Venue time and the newest season',
    text: 'Cheap to ask often.',
  }),
  openGet(READ_WEIGHT, {
    id: 'competitionRules',
    path: '/competition/rules',
    response: RULES_RECORD,
    summary: 'The rules',
    text: 'What the venue holds every team to.',
  }),
  openGet(BOARD_WEIGHT, {
    id: 'competitionBoard',
    path: '/competition/leaderboard',
    response: LEADERBOARD_RECORD,
    summary: 'The leaderboard',
    text: `Best first. ${LATE}`,
  }),
  openGet(BOARD_WEIGHT, {
    id: 'competitionCurves',
    path: '/competition/curves',
    request: CURVES_QUERY,
    errors: ['40020', '404'],
    response: CURVES_RECORD,
    summary: 'Equity of the leaders, side by side',
    text: `For drawing. ${LATE}`,
  }),
  openGet(BOARD_WEIGHT, {
    id: 'competitionTeam',
    path: '/competition/teams/{team}',
    response: STANDING_RECORD,
    summary: 'One team',
    text: LATE,
  }),
  openGet(BOARD_WEIGHT, {
    id: 'competitionEquity',
    path: '/competition/teams/{team}/equity',
    response: CURVE_RECORD,
    summary: 'The equity of a team over time',
    text: LATE,
  }),
] as const;

const REGISTRATION_ENDPOINTS = [
  {
    id: 'competitionRegister',
    method: 'POST',
    permission: null,
    path: '/competition/registrations',
    ipWeight: CHANGE_WEIGHT,
    isClaimed: false,
    request: APPLICATION,
    response: REGISTERED_RECORD,
    errors: ['40017', '40019', '40020'],
    summary: 'Register a team',
    text: 'Ten at once from one address, then one every six minutes. The organiser decides.',
  },
  {
    id: 'competitionRegistration',
    method: 'GET',
    permission: null,
    path: '/competition/registrations/{id}',
    ipWeight: READ_WEIGHT,
    isClaimed: true,
    request: NO_BODY,
    response: REGISTRATION_RECORD,
    errors: ['404'],
    summary: 'One’s own registration',
    text: CLAIM,
  },
  claimedPost({
    id: 'competitionClaim',
    path: '/competition/registrations/{id}/credentials',
    response: CREDENTIALS_RECORD,
    summary: 'Collect the credentials',
    text: `Once, after the approval. ${CLAIM}`,
  }),
  claimedPost({
    id: 'competitionWithdraw',
    path: '/competition/registrations/{id}/withdraw',
    response: WITHDRAWN_RECORD,
    summary: 'Withdraw',
    text: `Before the start; the key ends with it. ${CLAIM}`,
  }),
] as const;

const TABLE = [...READ_ENDPOINTS, ...REGISTRATION_ENDPOINTS] as const;

export type CompetitionEndpointId = (typeof TABLE)[number]['id'];

export const COMPETITION_ENDPOINTS: readonly (PublicEndpoint & {
  readonly id: CompetitionEndpointId;
})[] = TABLE;
