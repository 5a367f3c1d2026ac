/** The answers about a season as a whole and about a registration. */
import { type Static, Type } from 'typebox';
import { flag, integer, list, moment, nullable, record, text, word } from '../record-field.ts';
import { RULES_RECORD } from './standing-records.ts';

const count = (what: string) => integer(`How many are ${what}`, 3);
const registrationId = () => text('The registration', '7b1e4a60c2d94f18');

export const SEASON_RECORD = record({
  ...RULES_RECORD.properties,
  now: moment('Venue time'),
  shownAt: nullable(moment('The moment that the leaderboard shows; null before there is any')),
  registrationOpen: flag('Whether teams may register now'),
  seasons: list(integer('Number of a season', 1)),
  journal: record({
    id: text('Which journal the season is written in', '8f14e45fceea167a'),
    entry: integer('The last entry that is on disk', 86),
    chain: text('One hash over all entries up to that one; note it and compare later', '6c1f…'),
  }),
  registrations: record({
    registered: count('waiting'),
    approved: count('approved'),
    rejected: count('rejected'),
    withdrawn: count('withdrawn'),
  }),
});
export type SeasonAnswer = Static<typeof SEASON_RECORD>;

export const NOW_RECORD = record({
  now: moment('Venue time'),
  season: nullable(integer('The newest season; null before there is any', 1)),
});
export type NowRecord = Static<typeof NOW_RECORD>;

export const REGISTERED_RECORD = record({
  registrationId: registrationId(),
  claimToken: text('What proves that a registration is one’s own; shown once', '5f0c…'),
  state: word(['registered'], 'Always so'),
  season: integer('Number of the season', 1),
});
export type RegisteredRecord = Static<typeof REGISTERED_RECORD>;

export const REGISTRATION_RECORD = record({
  registrationId: registrationId(),
  season: integer('Number of the season', 1),
  team: text('The team', 'Careful Owls'),
  members: list(text('Somebody in it', 'Ann')),
  contact: text('Where the organiser reaches it', 'ann@example.org'),
  addresses: list(text('Where it trades from', '203.0.113.7/32')),
  strategy: text('What it means to do', 'Buys when others sell.'),
  state: word(['registered', 'approved', 'rejected', 'withdrawn'], 'What became of it'),
  reason: text('Why it was rejected or withdrawn; empty otherwise', ''),
  account: nullable(integer('Its account, once approved', 1_001)),
  apiKey: nullable(text('Its key, once approved', 'pk-1001')),
  credentialsCollected: flag('Whether the secret was shown'),
});
export type RegistrationRecord = Static<typeof REGISTRATION_RECORD>;

export const CREDENTIALS_RECORD = record({
  team: text('The team', 'Careful Owls'),
  account: integer('Its account', 1_001),
  apiKey: text('The key', 'pk-1001'),
  secretKey: text('The secret, shown once', '…'),
  passphrase: text('The passphrase, shown once', '…'),
});
export type CredentialsRecord = Static<typeof CREDENTIALS_RECORD>;

export const WITHDRAWN_RECORD = record({ state: word(['withdrawn'], 'Always so') });

export const NO_BODY = Type.Object({});
