/** The public side of a competition as the published document describes it. */

import { type Annex, type Plain, type PlainObject, toPlain } from '../document.ts';
import { ERRORS } from '../errors.ts';
import { requestOf } from '../openapi.ts';
import { CURVES, EQUITY } from './curves.ts';
import { DECISIONS } from './decisions.ts';
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
  DECISIONS,
  REGISTER,
  REGISTRATION,
  CLAIM_CREDENTIALS,
  WITHDRAW,
];

const TAG = 'competition';

/** Returns the part of the document about the competition. Errors have the form that is named. */
export const competitionAnnex = (errorName: string): Annex => ({
  tags: [{ name: TAG, description: 'Competition: rules, leaderboard, registration' }],
  paths: Object.fromEntries(
    COMPETITION_ENDPOINTS.map((endpoint) => [
      endpoint.path,
      { [endpoint.method.toLowerCase()]: operationOf(endpoint, errorName) },
    ]),
  ),
  securitySchemes: {
    claim: {
      type: 'http',
      scheme: 'bearer',
      description: 'The claim token that the answer to a registration has.',
    },
  },
});

function operationOf(endpoint: CompetitionEndpoint, errorName: string): PlainObject {
  const { parameters = [], ...body } = requestOf(endpoint);
  const named = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: NAMES[name] ?? '',
    schema: { type: 'string' },
  }));
  const all = [...named, ...parameters];
  return {
    operationId: endpoint.id,
    tags: [TAG],
    summary: endpoint.summary,
    description: `${endpoint.text}\n\nWeight ${endpoint.ipWeight} per address.`,
    security: endpoint.isClaimed ? [{ claim: [] }] : [],
    ...(all.length === 0 ? {} : { parameters: all }),
    ...body,
    responses: responsesOf(endpoint, errorName),
  };
}

const NAMES: Readonly<Record<string, string>> = {
  team: 'Name of the team.',
  id: 'The registration.',
};

const WHEN: Readonly<Record<number, string>> = {
  400: 'Malformed or refused',
  404: 'No such season, team or registration',
  429: 'Too many requests',
};

function responsesOf({ response, errors }: CompetitionEndpoint, errorName: string): PlainObject {
  const responses: Record<string, Plain> = {
    '200': {
      description: 'Success',
      content: { 'application/json': { schema: toPlain(response) } },
    },
  };
  for (const [status, description] of Object.entries(WHEN)) {
    const codes = [...errors, '429' as const].filter((code) => `${ERRORS[code].status}` === status);
    if (codes.length === 0) continue;
    responses[status] = {
      description,
      content: { 'application/json': { schema: { $ref: `#/components/schemas/${errorName}` } } },
      'x-codes': codes,
    };
  }
  return responses;
}
