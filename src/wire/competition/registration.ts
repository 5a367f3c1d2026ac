/** Endpoints by which a team registers, reads its registration, collects keys and withdraws. */
import { type Static, Type } from 'typebox';
import { TEAM_NAME_LENGTH_MAX } from '../../domain/limits.ts';
import { textField, textsField } from '../field.ts';
import {
  flag,
  idText,
  integer,
  list,
  moment,
  nullable,
  record,
  records,
  text,
  word,
} from '../record-field.ts';
import {
  CHANGE_WEIGHT,
  type CompetitionEndpoint,
  claimedPost,
  NO_FIELDS_SENT,
  READ_WEIGHT,
} from './endpoint.ts';

export const MEMBERS_MAX = 10;
export const ADDRESSES_MAX = 5;
const MEMBER_LENGTH_MAX = 80;

export const APPLICATION = Type.Object({
  team: textField('Name of the team.', {
    examples: ['Careful Owls'],
    lengthMax: TEAM_NAME_LENGTH_MAX,
  }),
  members: textsField('Who is in it, 1 to 10 people; nobody is in two teams.', {
    examples: [['Ann', 'Ben']],
    countMax: MEMBERS_MAX,
    lengthMax: MEMBER_LENGTH_MAX,
  }),
  contact: textField('Where the organiser reaches the team.', {
    examples: ['ann@example.org'],
    lengthMax: 200,
  }),
  addresses: textsField('Fixed addresses or CIDRs from which it will trade, 1 to 5.', {
    examples: [['203.0.113.7']],
    countMax: ADDRESSES_MAX,
    lengthMax: 50,
  }),
  strategy: textField('What it means to do.', {
    examples: ['Buys when others sell.'],
    lengthMax: 2_000,
  }),
});

const CLAIM = 'Send the claim token as `Authorization: Bearer …`.';

const registrationId = () => text('The registration', '7b1e4a60c2d94f18');

export const REGISTERED_RECORD = record({
  registrationId: registrationId(),
  claimToken: text('What proves that a registration is one’s own; shown once', '5f0c…'),
  state: word(['registered'], 'Always so'),
  season: integer('Number of the season', 1),
});
export type RegisteredRecord = Static<typeof REGISTERED_RECORD>;

export const REGISTER: CompetitionEndpoint = {
  id: 'competitionRegister',
  method: 'POST',
  path: '/competition/registrations',
  permission: null,
  ipWeight: CHANGE_WEIGHT,
  isClaimed: false,
  request: APPLICATION,
  response: REGISTERED_RECORD,
  errors: ['40017', '40019', '40020'],
  summary: 'Register a team',
  text: 'As many from one address as the organiser allows, 200 in an hour by default.',
};

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
  qualification: records({
    step: word(['order', 'assets', 'market', 'leverage', 'fills'], 'What is to be shown'),
    at: nullable(moment('When it was; null while it is missing')),
    evidence: text('By which request; empty while it is missing', 'POST /capi/v2/…'),
  }),
  aiLogs: record({
    required: flag('Whether each order needs a log within a minute'),
    missing: integer('How many orders had none in time', 0),
    orders: records({
      order: idText('The order'),
      placedAt: moment('When it was placed'),
      loggedAt: nullable(moment('When a log came after all; null where none did')),
    }),
  }),
});
export type RegistrationRecord = Static<typeof REGISTRATION_RECORD>;

export const REGISTRATION: CompetitionEndpoint = {
  id: 'competitionRegistration',
  method: 'GET',
  path: '/competition/registrations/{id}',
  permission: null,
  ipWeight: READ_WEIGHT,
  isClaimed: true,
  request: NO_FIELDS_SENT,
  response: REGISTRATION_RECORD,
  errors: ['404'],
  summary: 'One’s own registration',
  text: CLAIM,
};

/** What a team has shown and what it owes. */
type Doings = Pick<RegistrationRecord, 'qualification' | 'aiLogs'>;

/** A registration as it is stored. */
type Kept = Pick<
  RegistrationRecord,
  'season' | 'team' | 'contact' | 'strategy' | 'state' | 'reason' | 'account' | 'apiKey'
> & {
  readonly id: string;
  readonly members: readonly string[];
  readonly addresses: readonly string[];
  readonly claimedAt: number | null;
};

export const formatRegistration = (found: Kept, doings: Doings): RegistrationRecord => ({
  ...doings,
  registrationId: found.id,
  season: found.season,
  team: found.team,
  members: [...found.members],
  contact: found.contact,
  addresses: [...found.addresses],
  strategy: found.strategy,
  state: found.state,
  reason: found.reason,
  account: found.account,
  apiKey: found.apiKey,
  credentialsCollected: found.claimedAt !== null,
});

export const CREDENTIALS_RECORD = record({
  team: text('The team', 'Careful Owls'),
  account: integer('Its account', 1_001),
  apiKey: text('The key', 'pk-1001'),
  secretKey: text('The secret, shown once', '…'),
  passphrase: text('The passphrase, shown once', '…'),
  address: nullable(text('For dialects that sign with a private key: who you are', '0x…')),
  privateKey: nullable(text('Its private key, shown once', '0x…')),
});
export type CredentialsRecord = Static<typeof CREDENTIALS_RECORD>;

export const CLAIM_CREDENTIALS = claimedPost('/competition/registrations/{id}/credentials', {
  id: 'competitionClaim',
  response: CREDENTIALS_RECORD,
  summary: 'Collect the credentials',
  text: `Once, after the approval. ${CLAIM}`,
});

export const WITHDRAW = claimedPost('/competition/registrations/{id}/withdraw', {
  id: 'competitionWithdraw',
  response: record({ state: word(['withdrawn'], 'Always so') }),
  summary: 'Withdraw',
  text: `Before the start; the key ends with it. ${CLAIM}`,
});
