/** The organiser's verbs for a season: its rules, its phases, sanctions and what came of it. */
import type { Static, TObject, TProperties } from 'typebox';
import type { AccountId } from '../../domain/ids.ts';
import { ENTRANTS_MAX, SANCTION_TEXT_LENGTH_MAX } from '../../domain/limits.ts';
import { invalid } from '../../wire/caller.ts';
import { QUALIFYING_STEPS } from '../../wire/competition/qualifying-step.ts';
import { formatSeasonRules, isSeedPublic, selectSeason } from '../../wire/competition/season.ts';
import { formatLeaderboard, type StandingRecord } from '../../wire/competition/standings.ts';
import { both, isWireError, type WireError, wireError } from '../../wire/errors.ts';
import { codeField, flagField, ifSent, integerField, textField } from '../../wire/field.ts';
import { formatMoney } from '../../wire/quantity.ts';
import { carryOutUnsigned, type Single } from '../acts/carry-out.ts';
import type { Competition } from '../competition/competition.ts';
import { conflict } from '../competition/decide-registration.ts';
import { foldName } from '../competition/registrations.ts';
import {
  CHANGED_RULES,
  NEW_SEASON,
  parseChangedRules,
  parseNewSeason,
} from '../competition/season-rules.ts';
import { isRegistrationOpen, NO_SEASON } from '../competition/serve-competition.ts';
import { type AdminCall, type AdminParts, type AdminRoute, routesOf } from './admin-route.ts';
import { inOrder, isNamed, PAGE_DEFAULT, PAGE_FIELDS, pageOf, teamPage } from './list-page.ts';

const reasonField = () =>
  textField('Why; it is published.', { lengthMax: SANCTION_TEXT_LENGTH_MAX });
const REGISTRATION = {
  open: flagField('Whether teams may apply.'),
  teams: ifSent(integerField('How many may wait or be approved.', { min: 1, max: ENTRANTS_MAX })),
  perAddress: ifSent(
    integerField('How many from one address in an hour.', { min: 1, max: 10_000 }),
  ),
};
const START = { now: ifSent(flagField('Move the start to now.')) };
const END = { reason: ifSent(reasonField()) };
const SANCTION = {
  team: textField('Whom.', { lengthMax: 60 }),
  step: codeField(['warn', 'throttle', 'freeze', 'disqualify', 'reinstate'], 'What.'),
  reason: reasonField(),
  evidence: ifSent(textField('Hash of what it rests on.', { lengthMax: SANCTION_TEXT_LENGTH_MAX })),
};
const STANDING_ORDERS = [
  ...(['team', 'state', 'equity', 'roi', 'maxDrawdown', 'sharpe', 'roundTrips'] as const),
  'liquidations',
] as const;
const STANDINGS = teamPage(STANDING_ORDERS);

/** Every venue from the command line has a competition. */
const NO_COMPETITION = wireError('404', { detail: both('this venue runs no competition') });
export const contest = routesOf(({ competition }) => competition ?? NO_COMPETITION);
const { get, post } = contest;

/** What was sent to a route with these fields. */
export type Sent<Fields extends TProperties> = Static<TObject<Fields>>;

export const COMPETITION_ROUTES: readonly AdminRoute[] = [
  get('/competition', 'The season as it stands', {}, describe),
  post('/competition/seasons', 'Create a season', NEW_SEASON, createSeason),
  post('/competition/rules', 'Change its rules', CHANGED_RULES, changeRules),
  post('/competition/registration', 'Open or close registration', REGISTRATION, openRegistration),
  post('/competition/reset', 'Reset every entrant at once', {}, reset),
  post('/competition/start', 'Start it at its time, or now', START, start),
  post('/competition/end', 'End it at its time, or for a reason', END, (parts, { reason = null }) =>
    change(parts, (season) => ({ kind: 'end-season', season, reason })),
  ),
  post('/competition/close', 'Make the result final', {}, (parts) =>
    change(parts, (season) => ({ kind: 'close-season', season })),
  ),
  post('/competition/sanctions', 'Sanction a team', SANCTION, sanction),
  get('/competition/sanctions', 'Every sanction so far', PAGE_FIELDS, listSanctions),
  get('/competition/standings', 'Everyone, now', STANDINGS, readStandings),
];

/** The result of a season, published and verified while the venue runs. */
export const PUBLICATION_ROUTES: readonly AdminRoute[] = [
  get('/competition/publication', 'How far the publication is', {}, (_contest, _sent, { parts }) =>
    showPublication(parts),
  ),
  post(
    '/competition/publication',
    'Write the signed result into the data folder, and verify it',
    {},
    publish,
  ),
];

async function describe(parts: Competition): Promise<object> {
  const { venue, registry } = parts;
  const season = selectSeason(venue.contest, null);
  if (season === undefined) return NO_SEASON;
  return {
    ...formatSeasonRules(venue.contest, season),
    now: venue.read.now(),
    registrationOpen: await isRegistrationOpen(parts, season.season),
    registrations: await registry.registrations.countByState(season.season),
    limits: await registry.registrations.limits(season.season),
    readiness: await describeReadiness(parts, season.season),
  };
}

/** Names enough to call the teams; the room of qualification has all of them. */
const NAMED_MAX = 50;

/** Teams that have not shown everything, and those among them that have shown nothing at all. */
async function describeReadiness(
  { venue, registry }: Competition,
  season: number,
): Promise<object> {
  const entrants =
    venue.read.season.current()?.number === season ? venue.read.season.entrants() : [];
  const known = await registry.qualifications.all();
  const named = (teams: readonly { readonly team: string }[]): object => ({
    count: teams.length,
    teams: teams.slice(0, NAMED_MAX).map(({ team }) => team),
  });
  const shown = ({ account }: { readonly account: AccountId }): number =>
    known.get(account)?.length ?? 0;
  return {
    unqualified: named(entrants.filter((one) => shown(one) < QUALIFYING_STEPS.length)),
    idle: named(entrants.filter((one) => shown(one) === 0)),
  };
}

/** Carries it out for the newest season, and answers with how it stands afterwards. */
async function change(
  parts: Competition,
  command: (season: number) => Single,
): Promise<object | WireError> {
  const season = parts.venue.read.season.current();
  if (season === null) return NO_SEASON;
  const applied = await carryOutUnsigned(parts.venue, command(season.number));
  return isWireError(applied) ? applied : describe(parts);
}

async function createSeason(parts: Competition, sent: Sent<typeof NEW_SEASON>): Promise<object> {
  const { read } = parts.venue;
  const wanted = parseNewSeason(sent, read.listing.contracts());
  if (isWireError(wanted)) return wanted;
  const { rules, publicSeed } = wanted;
  const season = (read.season.current()?.number ?? 0) + 1;
  const fault = publicSeed ? undefined : findSeedFault(parts.venue, season);
  if (fault !== undefined) return conflict(fault);
  const applied = await carryOutUnsigned(parts.venue, { kind: 'open-season', season, rules });
  return isWireError(applied) ? applied : describe(parts);
}

/** Whoever knows the seed knows every price to come. */
function findSeedFault({ contest }: Competition['venue'], season: number): string | undefined {
  const { market } = contest;
  if (market === null || !isSeedPublic(contest, market, season)) return undefined;
  const why =
    market.seed === 'drawn'
      ? 'the seed of the market is that of an earlier season and is told with its result. The ' +
        'venue draws another at its next beat: try again in a moment'
      : 'the seed of the market is a chosen word, and whoever knows or guesses it knows every ' +
        'price to come. Start a venue without --seed in a new folder';
  return `${why}, or say --public-seed if everyone is meant to know it`;
}

async function changeRules(parts: Competition, sent: Sent<typeof CHANGED_RULES>): Promise<object> {
  const { read } = parts.venue;
  const season = read.season.current();
  if (season === null) return NO_SEASON;
  const rules = parseChangedRules(season.rules, sent, read.listing.contracts());
  if (isWireError(rules)) return rules;
  return change(parts, (number) => ({ kind: 'change-season-rules', season: number, rules }));
}

async function openRegistration(
  parts: Competition,
  sent: Sent<typeof REGISTRATION>,
): Promise<object> {
  const season = parts.venue.read.season.current();
  if (season === null) return NO_SEASON;
  if (season.phase !== 'enrolling') return conflict(`the season is ${season.phase}`);
  const { registrations } = parts.registry;
  const { teams, perAddress } = { ...(await registrations.limits(season.number)), ...sent };
  await registrations.setLimits(season.number, { teams, perAddress });
  await registrations.setOpen(season.number, sent.open);
  return describe(parts);
}

/** Looks at every account afterwards: the attestation is found, not assumed. */
async function reset({ venue }: Competition): Promise<object> {
  const season = venue.read.season.current();
  if (season === null) return NO_SEASON;
  const applied = await carryOutUnsigned(venue, { kind: 'reset-season', season: season.number });
  if (isWireError(applied)) return applied;
  const found = venue.read.season.attest();
  if (found === undefined) return NO_SEASON;
  const { accounts, wallet, unclean, collateral, deposits } = found;
  const isSound = unclean.length === 0 && collateral === deposits;
  return {
    text:
      `${accounts} accounts x ${formatMoney(wallet)}, ` +
      `${isSound ? 'all clean, money conserved' : 'NOT SOUND'}`,
    isSound,
    season: found.season,
    accounts,
    wallet: formatMoney(wallet),
    unclean,
    collateral: formatMoney(collateral),
    deposits: formatMoney(deposits),
    seq: found.seq,
    at: found.at,
    stateHash: found.stateHash,
  };
}

async function start(parts: Competition, sent: Sent<typeof START>): Promise<object> {
  const { read } = parts.venue;
  const [season, now] = [read.season.current(), read.at()];
  if (season === null) return NO_SEASON;
  const isEarly = season.rules.startAt > now;
  if (sent.now === true && isEarly && season.phase === 'ready') {
    const rules = { ...season.rules, startAt: now };
    const kind = 'change-season-rules';
    const moved = await carryOutUnsigned(parts.venue, { kind, season: season.number, rules });
    if (isWireError(moved)) return moved;
  }
  const isMoved = sent.now === true && isEarly;
  const started = await change(parts, (number) => ({ kind: 'start-season', season: number }));
  // The season's own clock may have been quicker.
  return isMoved && read.season.current()?.phase === 'active' ? describe(parts) : started;
}

async function sanction(
  parts: Competition,
  sent: Sent<typeof SANCTION>,
  { parts: { caller } }: AdminCall,
): Promise<object> {
  const season = parts.venue.read.season.current();
  if (season === null) return NO_SEASON;
  const account = parts.venue.read.season.findTeam(foldName(sent.team));
  if (account === undefined) return invalid('team', `${sent.team} is not enrolled`);
  const { step, reason, evidence = '' } = sent;
  const actor = caller?.actor ?? 'organiser';
  const command = { kind: 'sanction-account', account, step, reason, actor, evidence } as const;
  const done = await carryOutUnsigned(parts.venue, command);
  if (isWireError(done)) return done;
  return { team: sent.team, account, step, sanction: parts.venue.read.season.sanction(account) };
}

function listSanctions(
  { venue }: Competition,
  { after = 0, limit = PAGE_DEFAULT }: Sent<typeof PAGE_FIELDS>,
): object {
  const season = selectSeason(venue.contest, null);
  if (season === undefined) return NO_SEASON;
  const teams = new Map(season.entrants.map(({ account, team }) => [account, team]));
  const { rows, ...rest } = pageOf(season.sanctions, after, limit);
  return { ...rest, rows: rows.map((row) => ({ ...row, team: teams.get(row.account) ?? '' })) };
}

/** The full board is kept for a second, so that its pages fit together; not when it is another. */
const STANDINGS_KEPT_MILLIS = 1_000;
const kept = new WeakMap<object, KeptBoard>();

interface KeptBoard {
  readonly at: number;
  readonly mark: string;
  readonly board: ReturnType<typeof formatLeaderboard>;
}

function readStandings({ venue }: Competition, sent: Sent<typeof STANDINGS>): object {
  const season = selectSeason(venue.contest, null);
  if (season === undefined) return NO_SEASON;
  const now = venue.clock.monotonicNow();
  const { phase, sanctions, board: moments } = season;
  const mark = `${phase} ${sanctions.length} ${moments.at(-1)?.at}`;
  let known = kept.get(season);
  if (known === undefined || known.mark !== mark || now - known.at > STANDINGS_KEPT_MILLIS) {
    known = { at: now, mark, board: formatLeaderboard(season, 'organiser', venue.read.at()) };
    kept.set(season, known);
  }
  const { after = 0, limit = PAGE_DEFAULT } = sent;
  const { standings, ...rest } = known.board;
  const { find, sort, descending } = sent;
  const found = standings.filter(isNamed(find));
  const rows = sort === undefined ? found : inOrder(found, standingValue(sort), descending);
  return { ...rest, ...pageOf(rows, after, limit) };
}

const standingValue =
  (field: (typeof STANDING_ORDERS)[number]) =>
  (row: StandingRecord): string | number | null => {
    if (field === 'team') return row.team;
    if (field === 'state') return `${row.sanction} ${row.state} ${row.idle}`;
    return row[field] === null ? null : Number(row[field]);
  };

function publish({ venue }: Competition, _sent: object, { parts }: AdminCall): object {
  const season = selectSeason(venue.contest, null);
  if (season === undefined) return NO_SEASON;
  if (season.phase !== 'closed') return conflict(`the season is ${season.phase}, not closed`);
  const why =
    parts.publication === undefined
      ? 'this venue cannot publish: use the command line'
      : parts.publication.begin(season.season);
  return why === undefined ? showPublication(parts) : conflict(why);
}

const showPublication = ({ publication }: AdminParts): object => ({
  possible: publication !== undefined,
  publication: publication?.show() ?? null,
});
