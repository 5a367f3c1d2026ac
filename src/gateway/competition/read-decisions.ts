/** The decisions that teams of a season logged, for everybody, as late as the leaderboard is. */
import type { OrderId } from '../../domain/ids.ts';
import { millis } from '../../domain/units.ts';
import type { Venue } from '../../venue/venue.ts';
import {
  DECISIONS_ASKED,
  DECISIONS_USUAL,
  type DecisionsRecord,
  formatDecision,
  type LoggedOrder,
  type ShownLog,
} from '../../wire/competition/decisions.ts';
import { leaderboardFor } from '../../wire/competition/standings.ts';
import { isWireError, type WireError } from '../../wire/errors.ts';
import { type Fields, readRequest } from '../../wire/read-request.ts';
import { foundOf } from '../acts/find-order.ts';
import type { Competition } from './competition.ts';

/** Of teams on the leaderboard, from the start of the season to the moment that is shown. */
export async function readDecisions(
  { venue, aiLogs }: Pick<Competition, 'venue' | 'aiLogs'>,
  season: Parameters<typeof leaderboardFor>[0],
  fields: Fields,
): Promise<DecisionsRecord | WireError> {
  const asked = readRequest(DECISIONS_ASKED, fields);
  if (isWireError(asked)) return asked;
  const { team: wanted, until, limit = DECISIONS_USUAL } = asked;
  const { at, rows } = leaderboardFor(season, 'public', venue.read.now());
  if (at === null || season.startedAt === null || season.rules.showsReasons !== true)
    return { season: season.season, shownAt: null, decisions: [] };
  const shownAt = millis(Math.min(at, until ?? at));
  const shown = rows.filter(({ team }) => wanted === undefined || team === wanted);
  const teams = new Map(shown.map(({ account, team }) => [account, team]));
  const lines = await aiLogs.read({
    accounts: new Set(teams.keys()),
    order: null,
    find: '',
    from: season.startedAt,
    until: shownAt,
    skip: 0,
    limit,
  });
  await venue.archived();
  const decisions = lines.map(async (line) => {
    const log: ShownLog = JSON.parse(line);
    const found = log.order === null ? undefined : await findLogged(venue, log.order);
    return formatDecision(log, teams.get(log.account) ?? '', found, shownAt);
  });
  return { season: season.season, shownAt, decisions: await Promise.all(decisions) };
}

/** As many as anybody reads beside a decision, the newest. */
const FILLS_SHOWN = 100;

async function findLogged(
  { archive, read }: Pick<Venue, 'archive' | 'read'>,
  id: OrderId,
): Promise<LoggedOrder | undefined> {
  const living = read.account.findOrder(id);
  const finished = living === undefined ? await archive.findOrder(id) : undefined;
  const found = living ?? (finished && foundOf(finished));
  const contract = read.listing.contracts().find((each) => each.id === found?.order.contract);
  if (found === undefined || contract === undefined) return undefined;
  const { account } = found.order;
  const { rows } = await archive.fills({ account, order: id, limit: FILLS_SHOWN });
  return { ...found, contract, ownFills: rows.toReversed() };
}
