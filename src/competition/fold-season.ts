/** What happens to a season itself: opened, entered, reset, started, ended, closed, sanctioned. */
import type { Event } from '../domain/event.ts';
import { type Millis, millis, money } from '../domain/units.ts';
import { MINUTE } from '../views/interval.ts';
import { finishSeason, startMarks } from './advance-season.ts';
import type { Contest } from './contest.ts';
import { createCurve } from './curve.ts';
import { createHolding, equityAt } from './holding.ts';
import { keepBoard } from './leaderboard.ts';
import { createScore, startScore } from './score.ts';
import type { EntrantRecord, SeasonRecord } from './season-record.ts';
import { createWatch, createWatchRow, startWatch } from './surveillance/watch.ts';

/** How many seasons keep their results, without the data that only a running season needs. */
export const SEASONS_KEPT = 10;

type SeasonEvent = Extract<Event, { readonly season: number }>;

export function foldSeason(contest: Contest, event: SeasonEvent): void {
  if (event.kind === 'season-opened') {
    openSeason(contest, createSeason(contest, event.season, event.rules));
    return;
  }
  const record = contest.seasons.find(({ season }) => season === event.season);
  if (record !== undefined) changeSeason(contest, record, event);
}

function changeSeason(contest: Contest, record: SeasonRecord, event: SeasonEvent): void {
  const { seq, at, entrants } = contest;
  switch (event.kind) {
    case 'season-rules-changed':
      record.rules = event.rules;
      record.phase = event.phase;
      return;
    case 'account-enrolled':
      enrol(contest, record, event);
      return;
    case 'account-left':
      record.entrants = record.entrants.filter(({ account }) => account !== event.account);
      entrants.delete(event.account);
      return;
    case 'season-reset':
      record.phase = 'ready';
      record.reset = { seq, at, accounts: event.accounts, wallet: event.wallet };
      return;
    case 'season-started':
      startSeason(contest, record, event.startedAt);
      return;
    case 'season-ended':
      if (!record.isScored) finishSeason(contest, record, event.endedAt);
      record.phase = 'ended';
      record.endedAt = event.endedAt;
      return;
    case 'season-closed':
      record.phase = 'closed';
      record.closedSeq = seq;
      return;
    case 'account-sanctioned': {
      const { account, step, sanction, reason, actor, evidence } = event;
      const entrant = entrants.get(account);
      if (entrant !== undefined) entrant.sanction = sanction;
      record.sanctions.push({ seq, at, account, step, reason, actor, evidence });
      return;
    }
    default:
  }
}

const createSeason = (
  contest: Contest,
  season: SeasonRecord['season'],
  rules: SeasonRecord['rules'],
): SeasonRecord => ({
  season,
  rules,
  phase: 'enrolling',
  openedSeq: contest.seq,
  closedSeq: null,
  reset: null,
  startedAt: null,
  endedAt: null,
  market: contest.market,
  isScored: false,
  sampleAt: millis(0),
  entrants: [],
  marks: [],
  board: [],
  sanctions: [],
  watch: createWatch(),
});

function openSeason(contest: Contest, record: SeasonRecord): void {
  const { seasons } = contest;
  const last = seasons.at(-1);
  if (last !== undefined) seasons[seasons.length - 1] = slim(last);
  seasons.push(record);
  if (seasons.length > SEASONS_KEPT) seasons.shift();
  contest.entrants.clear();
}

/** Keeps standings, hourly curves and sanctions; drops minutes and evidence. */
const slim = (season: SeasonRecord): SeasonRecord => ({
  ...season,
  entrants: season.entrants.map((entrant) => ({
    ...entrant,
    curve: { ...entrant.curve, minutes: [], next: 0 },
    watch: createWatchRow(),
  })),
  board: season.board.slice(-1),
  watch: createWatch(),
});

function enrol(
  contest: Contest,
  record: SeasonRecord,
  { account, team }: Pick<EntrantRecord, 'account' | 'team'>,
): void {
  const entrant: EntrantRecord = {
    account,
    team,
    sanction: 'none',
    score: createScore(account),
    holding: createHolding(money(0n)),
    curve: createCurve(money(0n)),
    watch: createWatchRow(),
  };
  record.entrants.push(entrant);
  contest.entrants.set(account, entrant);
}

function startSeason(contest: Contest, record: SeasonRecord, startedAt: Millis): void {
  record.phase = 'active';
  record.startedAt = startedAt;
  record.board = [];
  record.sampleAt = millis(startedAt + MINUTE);
  startMarks(contest, record, startedAt);
  for (const entrant of record.entrants) {
    const { holding } = entrant;
    const equity = equityAt(holding, contest.lotValues);
    if (holding.exposedSince !== null) holding.exposedSince = startedAt;
    startScore(entrant.score, equity, startedAt);
    entrant.curve = createCurve(equity);
    entrant.watch = createWatchRow();
  }
  record.watch = startWatch(contest.contracts.length);
  keepBoard(record, startedAt);
}
