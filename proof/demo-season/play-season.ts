/**
 * Plays a whole demo season, from registration to a verified result, in a minute or two. Teams
 * register, qualify and are reset over HTTP. Then days of trading pass as fast as the engine can
 * go, and the season is closed, published and verified.
 */
import { liveLeaderboard } from '../../src/competition/leaderboard.ts';
import { reviewSeason } from '../../src/competition/surveillance/review.ts';
import { inTemporaryFolder } from '../../src/machine/temporary-folder.ts';
import { formatDifference } from '../../src/results/difference.ts';
import { publishSeason } from '../../src/results/publish-season.ts';
import { verifySeason } from '../../src/results/verify-season.ts';
import { formatTable } from '../../src/terminal/format-table.ts';
import type { Output } from '../../src/terminal/output.ts';
import { formatDecimal, formatMoney } from '../../src/wire/quantity.ts';
import { createDice } from '../sim/dice.ts';
import { createDemoMarket, type DemoMarket } from './demo-market.ts';
import { type Applicant, createOrganiser, enlist, type Organiser } from './demo-paperwork.ts';
import { type DemoTeam, nextActions, type Temper } from './demo-teams.ts';
import type { DemoVenue, openDemoVenue } from './demo-venue.ts';

export interface DemoChoice {
  readonly teams: number;
  readonly seed: number;
  readonly days: number;
  readonly out: string;
}

export interface DemoReport {
  readonly teams: readonly DemoTeam[];
  readonly qualified: number;
  readonly attestation: string;
  /** Teams that surveillance flagged. */
  readonly flagged: readonly string[];
  readonly isVerified: boolean;
  readonly entries: number;
}

/** A Monday; the season begins an hour later. */
const BEGIN = Date.UTC(2026, 2, 2);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Prices move every two minutes. */
const STEP_MILLIS = 120_000;

export const demoSeason = (
  choice: DemoChoice,
  open: typeof openDemoVenue,
  output: Output,
): Promise<DemoReport> =>
  inTemporaryFolder(async (folder) => live(choice, await open(folder, BEGIN), folder, output));

async function live(
  choice: DemoChoice,
  demo: DemoVenue,
  folder: string,
  output: Output,
): Promise<DemoReport> {
  const dice = createDice(choice.seed);
  const contracts = demo.venue.read.listing.contracts();
  const market = createDemoMarket(dice, contracts, demo.house);
  const organiser = createOrganiser(demo);
  await demo.venue.submit(market.next());
  const { teams, qualified } = await prepare(choice, demo, organiser, output);
  const reset = await organiser('POST', '/reset', {});
  const attestation = String(reset.get('text'));
  output.out(`reset: ${attestation}, entry ${reset.get('seq')}, state ${reset.get('stateHash')}`);
  const entries = await trade(choice, demo, market, { dice, teams }, output);
  const flagged = await review(demo, organiser, teams, output);
  await demo.close();
  const isVerified = await publish(choice.out, folder, output);
  return { teams, qualified, attestation, flagged, isVerified, entries };
}

/** Season, registrations, approvals, credentials and qualification. */
async function prepare(
  { teams: count, days }: DemoChoice,
  demo: DemoVenue,
  organiser: Organiser,
  output: Output,
): Promise<{ readonly teams: readonly DemoTeam[]; readonly qualified: number }> {
  await organiser('POST', '/seasons', {
    name: 'Demo season',
    startAt: BEGIN + HOUR,
    endAt: BEGIN + HOUR + days * DAY,
    roundTripsMin: 5,
    activeDaysMin: Math.min(2, days),
  });
  await organiser('POST', '/registration', { open: true });
  const teams: DemoTeam[] = [];
  for (const [place, applicant] of applicants(count).entries())
    teams.push(await enlist(demo, organiser, applicant, place));
  await organiser('POST', '/registration', { open: false });
  const qualified = await countQualified(organiser);
  output.out(`${teams.length} teams registered and approved, ${qualified} qualified`);
  return { teams, qualified };
}

/**
 * Of every ten teams one is reckless and one idle; if there is room, two collude and one copies.
 */
export function applicants(count: number): readonly Applicant[] {
  const special: readonly Temper[] = count >= 6 ? ['giver', 'taker', 'copier'] : [];
  return Array.from({ length: count }, (_, place) => {
    const rest = place - 1 - special.length;
    const temper: Temper =
      place === 0
        ? 'careful'
        : (special[place - 1] ??
          (rest % 10 === 1 ? 'reckless' : rest % 10 === 4 ? 'idle' : 'careful'));
    return { name: `${temper} ${place + 1}`, temper };
  });
}

async function countQualified(organiser: Organiser): Promise<number> {
  let qualified = 0;
  let after: unknown = 0;
  while (after !== null) {
    const page = await organiser('GET', `/qualification?after=${after}&limit=200`);
    const rows = page.get('rows');
    for (const row of Array.isArray(rows) ? rows : [])
      if (new Map<string, unknown>(Object.entries(Object(row))).get('qualified') === true)
        qualified += 1;
    after = page.get('next') ?? null;
  }
  return qualified;
}

async function trade(
  { days }: DemoChoice,
  demo: DemoVenue,
  market: DemoMarket,
  {
    dice,
    teams,
  }: { readonly dice: ReturnType<typeof createDice>; readonly teams: readonly DemoTeam[] },
  output: Output,
): Promise<number> {
  const { venue } = demo;
  const scene = { dice, venue, market, teams };
  const start = BEGIN + HOUR;
  const began = Date.now();
  for (let at = start; at <= start + days * DAY; at += STEP_MILLIS) {
    demo.goTo(at);
    await venue.submit(market.next());
    for (const { afterMillis, command } of nextActions(scene)) {
      demo.goTo(at + afterMillis);
      await venue.submit(command);
    }
  }
  const seconds = Math.max(1, Math.round((Date.now() - began) / 1_000));
  output.out(`${days} days of trading in ${seconds} s, ${venue.health().seq} entries`);
  return venue.health().seq;
}

/** What the organiser sees at the end, and closing. */
async function review(
  { venue }: DemoVenue,
  organiser: Organiser,
  teams: readonly DemoTeam[],
  output: Output,
): Promise<readonly string[]> {
  await organiser('POST', '/close', {});
  const season = venue.contest.seasons.at(-1);
  if (season === undefined) throw new Error('there is no season');
  const { rows } = liveLeaderboard(season);
  const table = rows
    .slice(0, 10)
    .map((row) => [
      String(row.rank ?? '-'),
      row.team,
      row.state,
      formatMoney(row.score.equity),
      formatDecimal(row.roi, 8),
      String(row.score.roundTrips),
    ]);
  const headings = ['rank', 'team', 'state', 'equity', 'roi', 'round trips'];
  output.out(formatTable(headings, table).join('\n'));
  const names = new Map(teams.map(({ account, name }) => [account, name]));
  const flagged = new Set<string>();
  for (const { test, accounts, isFlagged, facts } of reviewSeason(season)) {
    if (!isFlagged) continue;
    const who = accounts.map((account) => names.get(account) ?? String(account));
    for (const name of who) flagged.add(name);
    output.out(`flagged: ${test}: ${who.join(', ')}: ${facts.join('; ')}`);
  }
  return [...flagged];
}

async function publish(out: string, dataFolder: string, output: Output): Promise<boolean> {
  await publishSeason({ dataFolder, outFolder: out, season: null, out: output.out });
  const verdict = verifySeason({ folder: out, publicKey: null, out: output.out });
  output.out(
    verdict.isGood
      ? `verified: every figure in ${out} follows from its journal`
      : `NOT verified: ${formatDifference(verdict.difference)}`,
  );
  return verdict.isGood;
}
