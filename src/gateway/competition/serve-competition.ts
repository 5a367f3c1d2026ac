/**
 * What the public may do at a competition: register a team, look after its own registration, read
 * rules, leaderboard, teams and curves. Never positions, orders, people, contacts or addresses.
 */
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { ENTRANTS_MAX } from '../../domain/limits.ts';
import {
  COMPETITION_ENDPOINTS,
  type CompetitionEndpointId,
  CURVES_DEFAULT,
  CURVES_MAX,
} from '../../wire/competition/endpoints.ts';
import { findShownAt, formatCurves } from '../../wire/competition/format-curves.ts';
import { formatSeasonRules } from '../../wire/competition/format-rules.ts';
import {
  formatCurve,
  formatLeaderboard,
  formatTeam,
  selectSeason,
} from '../../wire/competition/format-standings.ts';
import type {
  CredentialsRecord,
  NowRecord,
  RegisteredRecord,
  RegistrationRecord,
  SeasonAnswer,
} from '../../wire/competition/registration-records.ts';
import type {
  CurveRecord,
  CurvesRecord,
  RulesRecord,
  StandingRecord,
} from '../../wire/competition/standing-records.ts';
import { both, isWireError, type WireError, wireError } from '../../wire/errors.ts';
import type { Fields } from '../../wire/read-request.ts';
import { CHARGES_ITSELF } from '../charge-framed.ts';
import { dialectOf } from '../dialects.ts';
import type { Gateway } from '../gateway.ts';
import { createBuckets, take, waitMillis } from '../limits/bucket.ts';
import { chargeAddress, errorOutcome, type Outcome, send, tooMany } from '../outcome.ts';
import { outcomeOf } from '../perform.ts';
import { readFields } from '../read-fields.ts';
import { thrownOutcome } from '../thrown.ts';
import { beginFramedVisit, type Visit } from '../visit.ts';
import type { Competition } from './competition.ts';
import { claim, decide, withdraw } from './decide-registration.ts';
import { invalid, parseApplication } from './parse-application.ts';
import type { Registration } from './registration.ts';

type Names = Readonly<Record<string, string>>;

interface Ask {
  readonly names: Names;
  readonly fields: Fields;
  readonly visit: Visit;
  /** The claim token; empty where none was sent. */
  readonly token: string;
}

/** A text is JSON already. */
type Respond = (parts: Competition, ask: Ask) => object | string | Promise<object>;

/** Ten registrations at once from one place, then one every six minutes. */
const REGISTRATIONS = { capacity: 10, refillPerSecond: 10 / 3_600 };
const ADDRESSES_KEPT = 10_000;

const RESPONDS: Readonly<Record<CompetitionEndpointId, Respond>> = {
  competitionSeason: describeSeason,
  competitionNow: readNow,
  competitionRules: readRules,
  competitionBoard: readBoard,
  competitionCurves: readCurves,
  competitionTeam: readTeam,
  competitionEquity: readEquity,
  competitionRegister: register,
  competitionRegistration: (parts, ask) => own(parts, ask, describeRegistration),
  competitionClaim: (parts, ask) =>
    own(parts, ask, ({ id }) => decide(parts, id, (found) => collect(parts, found))),
  competitionWithdraw: (parts, ask) =>
    own(parts, ask, ({ id }) =>
      decide(parts, id, (found) => withdraw(parts, found, 'by the team')),
    ),
};

export function serveCompetition({ edge, http }: Gateway, parts: Competition): void {
  const registrations = createBuckets<string>(REGISTRATIONS, ADDRESSES_KEPT);
  for (const { id, method, path, ipWeight } of COMPETITION_ENDPOINTS) {
    const url = path.replace(/\{(\w+)\}/g, ':$1');
    const about = { endpoint: url, dialect: dialectOf(url) };
    const isRegistering = id === 'competitionRegister';
    http.route<{ Params: Names }>({
      method,
      url,
      config: CHARGES_ITSELF,
      handler: async (request, reply) => {
        const visit = beginFramedVisit(edge, about, request, reply);
        const { group } = visit.client;
        const wait = isRegistering ? waitMillis(registrations, group, 1, visit.startedAt) : 0;
        const short =
          chargeAddress(edge, visit, ipWeight) ??
          (wait > 0 ? tooMany(visit, Math.ceil(wait / 1_000)) : undefined);
        if (isRegistering && short === undefined) take(registrations, group, 1, visit.startedAt);
        const outcome = short ?? (await answer(parts, RESPONDS[id], visit, request));
        reply.hijack();
        send(edge, visit, outcome);
      },
    });
  }

  async function answer(
    competition: Competition,
    respond: Respond,
    visit: Visit,
    request: FastifyRequest<{ Params: Names }>,
  ): Promise<Outcome> {
    try {
      const fields = readFields(visit);
      if (isWireError(fields)) return errorOutcome(visit, fields);
      const token = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
      const ask: Ask = { names: request.params, fields, visit, token };
      const outcome = outcomeOf(visit, await respond(competition, ask));
      return request.method === 'GET' ? sparingOutcome(request, outcome) : outcome;
    } catch (thrown) {
      return thrownOutcome(edge, visit, thrown);
    }
  }
}

/** Whoever has it already is not sent it again. */
function sparingOutcome({ headers }: FastifyRequest, outcome: Outcome): Outcome {
  if (outcome.status !== 200) return outcome;
  const etag = `"${createHash('sha1').update(outcome.body).digest('base64url')}"`;
  const isKnown = headers['if-none-match'] === etag;
  return isKnown ? { status: 304, body: '', etag } : { ...outcome, etag };
}

const NOTHING_HERE = wireError('404', { detail: both('there is no season yet') });

/** The season that was asked for by its number; the newest otherwise. */
function seasonOf({ venue }: Competition, { fields }: Ask) {
  const sent = fields.get('season');
  const number = sent === undefined ? null : Number(String(sent));
  return selectSeason(venue.contest, number);
}

function readNow(parts: Competition): NowRecord {
  return {
    now: parts.venue.read.now(),
    season: selectSeason(parts.venue.contest, null)?.season ?? null,
  };
}

function describeSeason(parts: Competition, ask: Ask): SeasonAnswer | WireError {
  const season = seasonOf(parts, ask);
  if (season === undefined) return NOTHING_HERE;
  const { venue, registry } = parts;
  const { journal } = venue.health();
  return {
    ...formatSeasonRules(venue.contest, season),
    now: parts.venue.read.now(),
    shownAt: findShownAt(season, parts.venue.read.now()),
    registrationOpen: isRegistrationOpen(parts, season.season),
    seasons: venue.contest.seasons.map((known) => known.season),
    journal: { id: journal.id, entry: journal.seq, chain: journal.chain },
    registrations: registry.registrations.countByState(season.season),
  };
}

function readRules(parts: Competition, ask: Ask): RulesRecord | WireError {
  const season = seasonOf(parts, ask);
  return season === undefined ? NOTHING_HERE : formatSeasonRules(parts.venue.contest, season);
}

/** Everybody looks at the same board: it is written once a second. */
const BOARD_KEPT_MILLIS = 1_000;
const boards = new WeakMap<object, { readonly at: number; readonly text: string }>();

function readBoard(parts: Competition, ask: Ask): object | string {
  const season = seasonOf(parts, ask);
  if (season === undefined) return NOTHING_HERE;
  const now = parts.venue.clock.monotonicNow();
  const known = boards.get(season);
  if (known !== undefined && now - known.at < BOARD_KEPT_MILLIS) return known.text;
  const text = JSON.stringify(formatLeaderboard(season, 'public', parts.venue.read.now()));
  boards.set(season, { at: now, text });
  return text;
}

function readCurves(parts: Competition, ask: Ask): CurvesRecord | WireError {
  const season = seasonOf(parts, ask);
  if (season === undefined) return NOTHING_HERE;
  const asked = { ...CURVES_DEFAULT };
  for (const field of ['top', 'points'] as const) {
    const sent = ask.fields.get(field);
    const count = sent === undefined ? asked[field] : Number(String(sent));
    if (!Number.isSafeInteger(count) || count < 2 || count > CURVES_MAX[field])
      return invalid(field, `a whole number from 2 to ${CURVES_MAX[field]}`);
    asked[field] = count;
  }
  return formatCurves(season, asked, parts.venue.read.now());
}

function readTeam(parts: Competition, ask: Ask): StandingRecord | WireError {
  const season = seasonOf(parts, ask);
  if (season === undefined) return NOTHING_HERE;
  const { team = '' } = ask.names;
  return formatTeam(season, team, 'public', parts.venue.read.now()) ?? noTeam(team);
}

function readEquity(parts: Competition, ask: Ask): CurveRecord | WireError {
  const season = seasonOf(parts, ask);
  if (season === undefined) return NOTHING_HERE;
  const { team = '' } = ask.names;
  return formatCurve(season, team, 'public', parts.venue.read.now()) ?? noTeam(team);
}

const noTeam = (team: string): WireError =>
  wireError('404', { detail: both(`${team.slice(0, 40)} is not on the leaderboard`) });

export function isRegistrationOpen({ venue, registry }: Competition, season: number): boolean {
  const current = venue.read.season.current();
  return (
    current?.number === season &&
    current.phase === 'enrolling' &&
    registry.registrations.isOpen(season)
  );
}

function register(parts: Competition, { fields, visit }: Ask): RegisteredRecord | WireError {
  const season = parts.venue.read.season.current()?.number ?? 0;
  if (!isRegistrationOpen(parts, season))
    return wireError('40017', { detail: both('registration is closed') });
  const { registered } = parts.registry.registrations.countByState(season);
  if (registered >= ENTRANTS_MAX)
    return wireError('40017', { detail: both(`${registered} registrations wait for a decision`) });
  const application = parseApplication(fields);
  if (isWireError(application)) return application;
  const added = parts.registry.registrations.add(season, application, visit.now);
  if ('taken' in added) return invalid(added.taken, `${added.name} is registered already`);
  return { registrationId: added.id, claimToken: added.claimToken, state: 'registered', season };
}

/** A wrong token and a wrong id look alike. */
function own(
  { registry }: Competition,
  { names, token }: Ask,
  respond: (registration: Registration) => object | Promise<object>,
): object | Promise<object> {
  const { id = '' } = names;
  const found = registry.registrations.find(id);
  if (!registry.registrations.isClaimant(id, token) || found === undefined)
    return wireError('404', {
      detail: both('no such registration, or the claim token is not its own (bearer)'),
    });
  return respond(found);
}

const describeRegistration = (found: Registration): RegistrationRecord => ({
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

async function collect(
  parts: Competition,
  found: Registration,
): Promise<CredentialsRecord | WireError> {
  const issued = await claim(parts, found);
  if (isWireError(issued)) return issued;
  const { key, secret, passphrase } = issued;
  const account = key.account;
  return { team: found.team, account, apiKey: key.key, secretKey: secret, passphrase };
}
