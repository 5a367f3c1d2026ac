/**
 * What the public may do at a competition: register a team, look after its own registration, read
 * rules, leaderboard, teams and curves. Never positions, orders, people, contacts or addresses.
 */
import type { AccountId } from '../../domain/ids.ts';
import type { Millis } from '../../domain/units.ts';
import { invalid } from '../../wire/caller.ts';
import {
  CURVES,
  EQUITY,
  findShownAt,
  formatCurve,
  formatCurves,
  readCurvesAsked,
} from '../../wire/competition/curves.ts';
import { DECISIONS } from '../../wire/competition/decisions.ts';
import type { CompetitionEndpoint } from '../../wire/competition/endpoint.ts';
import { QUALIFYING_STEPS } from '../../wire/competition/qualifying-step.ts';
import {
  CLAIM_CREDENTIALS,
  type CredentialsRecord,
  formatRegistration,
  REGISTER,
  REGISTRATION,
  type RegisteredRecord,
  type RegistrationRecord,
  WITHDRAW,
} from '../../wire/competition/registration.ts';
import {
  formatSeasonRules,
  NOW,
  type NowRecord,
  SEASON,
  SEASON_RULES,
  type SeasonAnswer,
  selectSeason,
} from '../../wire/competition/season.ts';
import { BOARD, formatTeam, TEAM, writePublicBoard } from '../../wire/competition/standings.ts';
import { both, isWireError, type WireError, wireError } from '../../wire/errors.ts';
import type { Fields } from '../../wire/read-request.ts';
import type { Call } from '../call.ts';
import type { Gateway } from '../gateway.ts';
import { createBuckets, take, waitMillis } from '../limits/limiter.ts';
import type { Visit } from '../visit.ts';
import type { Competition } from './competition.ts';
import { claim, conflict, decide, decline, parseApplication } from './decide-registration.ts';
import { readDecisions } from './read-decisions.ts';
import type { Registration } from './registrations.ts';

/** What an answer may depend on. */
export type CompetitionCall = Pick<Call, 'fields' | 'names' | 'headers' | 'now'>;

/** All that most answers need; registrations are another matter. */
type Watched = Pick<Competition, 'venue'>;

/** A text is JSON already. */
type Respond = (call: CompetitionCall) => object | string | Promise<object>;

/** How an endpoint is answered, and how long its sender has to wait first. */
interface Answering {
  readonly endpoint: CompetitionEndpoint;
  readonly respond: Respond;
  readonly wait?: (sender: Pick<Visit, 'client' | 'startedAt'>) => Promise<number>;
}

const ADDRESSES_KEPT = 10_000;
const SECONDS_PER_HOUR = 3_600;

/** How long an address waits before it may register one more team, in seconds. */
function paceRegistrations({ venue, registry }: Competition): NonNullable<Answering['wait']> {
  const bucketsFor = (capacity: number) =>
    createBuckets<string>(
      { capacity, refillPerSecond: capacity / SECONDS_PER_HOUR },
      ADDRESSES_KEPT,
    );
  let buckets = bucketsFor(1);
  return async ({ client: { group }, startedAt }) => {
    const season = venue.read.season.current()?.number ?? 0;
    const { perAddress } = await registry.registrations.limits(season);
    if (buckets.terms.capacity !== perAddress) buckets = bucketsFor(perAddress);
    const millisLeft = waitMillis(buckets, group, 1, startedAt);
    if (millisLeft === 0) take(buckets, group, 1, startedAt);
    return Math.ceil(millisLeft / 1_000);
  };
}

export function serveCompetition(
  { routePublic }: Pick<Gateway, 'routePublic'>,
  parts: Competition,
): void {
  for (const { respond: handler, ...rest } of [...watchedAnswers(parts), ...registryAnswers(parts)])
    routePublic({ ...rest, handler, isOfCompetition: true });
}

/** What everybody may look at. */
export const watchedAnswers = (parts: Watched): Answering[] => [
  { endpoint: NOW, respond: () => readNow(parts) },
  {
    endpoint: SEASON_RULES,
    respond: ofSeason(parts, (season, { contest }) => formatSeasonRules(contest, season)),
  },
  {
    endpoint: BOARD,
    respond: ofSeason(parts, (season, { read }) => writePublicBoard(season, read.now())),
  },
  {
    endpoint: CURVES,
    respond: ofSeason(parts, (season, { read }, { fields }) => {
      const asked = readCurvesAsked(fields);
      return isWireError(asked) ? asked : formatCurves(season, asked, read.now());
    }),
  },
  { endpoint: TEAM, respond: ofTeam(parts, formatTeam) },
  { endpoint: EQUITY, respond: ofTeam(parts, formatCurve) },
];

/** What needs the registry. */
export const registryAnswers = (parts: Competition): Answering[] => [
  { endpoint: SEASON, respond: ofSeason(parts, (season) => describeSeason(parts, season)) },
  {
    endpoint: DECISIONS,
    respond: ofSeason(parts, (season, _venue, { fields }) => readDecisions(parts, season, fields)),
  },
  {
    endpoint: REGISTER,
    respond: (call) => register(parts, call),
    wait: paceRegistrations(parts),
  },
  { endpoint: REGISTRATION, respond: own(parts, (found) => describeOwn(parts, found)) },
  {
    endpoint: CLAIM_CREDENTIALS,
    respond: own(parts, ({ id }) => decide(parts, id, (found) => collect(parts, found))),
  },
  {
    endpoint: WITHDRAW,
    respond: own(parts, ({ id }) => decide(parts, id, (found) => decline(parts, found, BY_TEAM))),
  },
];

/** The endpoints among them, for a process without the registry. */
export const REGISTRY_ENDPOINTS: readonly CompetitionEndpoint[] = [
  SEASON,
  DECISIONS,
  REGISTER,
  REGISTRATION,
  CLAIM_CREDENTIALS,
  WITHDRAW,
];

const BY_TEAM = { state: 'withdrawn', reason: 'by the team' } as const;

type SeasonRecord = NonNullable<ReturnType<typeof selectSeason>>;

export const NO_SEASON = wireError('404', { detail: both('there is no season yet') });

/** About the season that was asked for by its number; the newest otherwise. */
const ofSeason =
  (
    { venue }: Watched,
    tell: (
      season: SeasonRecord,
      venue: Watched['venue'],
      call: CompetitionCall,
    ) => ReturnType<Respond>,
  ): Respond =>
  (call) => {
    const sent = call.fields.get('season');
    const number = sent === undefined ? null : Number(String(sent));
    const season = selectSeason(venue.contest, number);
    return season === undefined ? NO_SEASON : tell(season, venue, call);
  };

/** About one team of it, as the public may see it. */
const ofTeam = (parts: Watched, format: typeof formatTeam | typeof formatCurve): Respond =>
  ofSeason(
    parts,
    (season, { read }, { names: { team = '' } }) =>
      format(season, team, 'public', read.now()) ?? noTeam(team),
  );

const readNow = ({ venue }: Watched): NowRecord => ({
  now: venue.read.now(),
  season: selectSeason(venue.contest, null)?.season ?? null,
});

async function describeSeason(parts: Competition, season: SeasonRecord): Promise<SeasonAnswer> {
  const { venue, registry } = parts;
  const { journal } = venue.health();
  return {
    ...formatSeasonRules(venue.contest, season),
    now: parts.venue.read.now(),
    shownAt: findShownAt(season, parts.venue.read.now()),
    registrationOpen: await isRegistrationOpen(parts, season.season),
    seasons: venue.contest.seasons.map((known) => known.season),
    journal: { id: journal.id, entry: journal.seq, chain: journal.chain },
    registrations: await registry.registrations.countByState(season.season),
    places: (await registry.registrations.limits(season.season)).teams,
  };
}

const noTeam = (team: string): WireError =>
  wireError('404', { detail: both(`${team.slice(0, 40)} is not on the leaderboard`) });

export async function isRegistrationOpen(
  { venue, registry }: Competition,
  season: number,
): Promise<boolean> {
  const current = venue.read.season.current();
  return (
    current?.number === season &&
    current.phase === 'enrolling' &&
    registry.registrations.isOpen(season)
  );
}

async function register(
  parts: Competition,
  { fields, now }: CompetitionCall,
): Promise<RegisteredRecord | WireError> {
  const season = parts.venue.read.season.current()?.number ?? 0;
  return (await isRegistrationOpen(parts, season))
    ? addRegistration(parts, fields, now)
    : conflict('registration is closed');
}

/** For a team, or for the organiser who enters one. */
export async function addRegistration(
  { venue, registry: { registrations } }: Competition,
  fields: Fields,
  now: Millis,
): Promise<RegisteredRecord | WireError> {
  const current = venue.read.season.current();
  if (current === null) return NO_SEASON;
  const { number: season, phase } = current;
  if (phase !== 'enrolling') return conflict(`the season is ${phase}`);
  const application = parseApplication(fields);
  if (isWireError(application)) return application;
  const added = await registrations.add(season, application, now);
  if ('places' in added) return conflict(`all ${added.places} places are taken`);
  if ('taken' in added) return invalid(added.taken, `${added.name} is registered already`);
  return { registrationId: added.id, claimToken: added.claimToken, state: 'registered', season };
}

/** For the team whose registration it is. A wrong token and a wrong id look alike. */
const own =
  (
    { registry: { registrations } }: Competition,
    respond: (registration: Registration) => object | Promise<object>,
  ): Respond =>
  async ({ names: { id = '' }, headers }) => {
    const token = /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
    const found = await registrations.find(id);
    const isClaimant = await registrations.isClaimant(id, token);
    if (isClaimant && found !== undefined) return respond(found);
    const en = 'no such registration, or the claim token is not its own (bearer)';
    return wireError('404', { detail: both(en) });
  };

/** With each step of qualification as it happens, and the logs that the team owes. */
async function describeOwn(
  { venue, registry, duty }: Competition,
  found: Registration,
): Promise<RegistrationRecord> {
  const { account } = found;
  const shown = account === null ? [] : await registry.qualifications.of(account);
  const current = venue.read.season.current();
  const required = current?.number === found.season && current.rules.requiresAiLog;
  return formatRegistration(found, {
    qualification: QUALIFYING_STEPS.map((step) => {
      const { at = null, evidence = '' } = shown.find((one) => one.step === step) ?? {};
      return { step, at, evidence };
    }),
    aiLogs: { required, ...logsOwed(duty, account, venue.read.now()) },
  });
}

/** As many as a team can look through, the newest first. */
const OWED_SHOWN = 50;

function logsOwed(duty: Competition['duty'], account: AccountId | null, now: Millis) {
  if (account === null) return { missing: 0, orders: [] };
  const { rows } = duty.missing(account, now);
  const orders = rows.slice(-OWED_SHOWN).reverse();
  return {
    missing: duty.countOf(account, now),
    orders: orders.map(({ order, ...times }) => ({ ...times, order: String(order) })),
  };
}

async function collect(
  parts: Competition,
  found: Registration,
): Promise<CredentialsRecord | WireError> {
  const issued = await claim(parts, found);
  if (isWireError(issued)) return issued;
  const { key, secret, passphrase, address, privateKey } = issued;
  const { account, key: apiKey } = key;
  const own = { apiKey, secretKey: secret, passphrase, address, privateKey };
  return { team: found.team, account, ...own };
}
