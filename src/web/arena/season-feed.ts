/**
 * The season as the public interface reports it, polled. Each poll asks for one small answer;
 * leaderboard and curves are read only when they have changed, and a known answer is not sent
 * twice.
 */
import { batch, signal } from '@preact/signals';
import type { CurvesRecord } from '../../wire/competition/curves.ts';
import type { NowRecord, SeasonAnswer } from '../../wire/competition/season.ts';
import type { PublicBoardRecord } from '../../wire/competition/standings.ts';
import type { LinkWord } from '../shell/page-frame.tsx';
import { noteBoard } from './board-events.ts';
import { noteVenueNow } from './venue-time.ts';

/** Undefined before the first answer; null if there is no season. */
export const season = signal<SeasonAnswer | null | undefined>(undefined);
export const board = signal<PublicBoardRecord | undefined>(undefined);
export const curves = signal<CurvesRecord | undefined>(undefined);
export const arenaLink = signal<LinkWord>('linkOpening');
/** The selected season; undefined is the newest. */
export const chosen = signal<number | undefined>(undefined);

const EVERY = 5_000;
const WAIT_FIRST = 1_000;
const WAIT_MAX = 15_000;
/** How many teams have their curve in the table. */
const CURVES_TOP = 50;
const CURVE_POINTS = 160;

const read = createFreshReader();
let timer: ReturnType<typeof setTimeout> | undefined;
let wait = WAIT_FIRST;
let shownVersion = '';
let isWatched = false;

/** Polls until it is ended; a hidden page does not poll. */
export function watchSeason(): () => void {
  isWatched = true;
  void look();
  document.addEventListener('visibilitychange', lookIfSeen);
  addEventListener('online', lookIfSeen);
  return () => {
    isWatched = false;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', lookIfSeen);
    removeEventListener('online', lookIfSeen);
  };
}

export function chooseSeason(number: number | undefined): void {
  chosen.value = number;
  shownVersion = '';
  batch(() => {
    season.value = undefined;
    board.value = undefined;
    curves.value = undefined;
  });
  void look();
}

const lookIfSeen = (): void => {
  if (!document.hidden) void look();
};

async function look(): Promise<void> {
  clearTimeout(timer);
  const isWell = await readAll();
  arenaLink.value = isWell ? 'linkLive' : 'linkLost';
  clearTimeout(timer);
  if (!isWatched || document.hidden) return;
  wait = isWell ? WAIT_FIRST : Math.min(wait * 2, WAIT_MAX);
  timer = setTimeout(() => void look(), isWell ? EVERY : wait * (0.75 + Math.random() / 2));
}

export const seasonQuery = (): string =>
  chosen.value === undefined ? '' : `season=${chosen.value}`;

/** Teams chosen for the race; empty is the leaders. */
export const racing = signal<readonly string[]>([]);
export const RACING_MAX = 8;

export function toggleRacing(team: string): void {
  const isChosen = racing.value.includes(team);
  racing.value = isChosen
    ? racing.value.filter((known) => known !== team)
    : [...racing.value, team].slice(-RACING_MAX);
  // The curve of a team far down is not among those of the leaders.
  const isKnown = curves.value?.curves.some((curve) => curve.team === team) ?? false;
  if (!isKnown) void look();
}

const teamsQuery = (): string =>
  racing.value.length === 0 ? '' : `&teams=${encodeURIComponent(racing.value.join(','))}`;

/** Whether the venue answered. */
async function readAll(): Promise<boolean> {
  const query = seasonQuery();
  const asked = Date.now();
  if (season.value === undefined || season.value === null) {
    const newest = await read<NowRecord>('/competition/now');
    if (typeof newest === 'string') return false;
    if (newest.season === null) {
      season.value = null;
      return true;
    }
  }
  const found = await read<SeasonAnswer>(`/competition?${query}`);
  if (typeof found === 'string') return false;
  if (query !== seasonQuery()) return true;
  noteVenueNow(found.now, asked, Date.now());
  const version = [query, teamsQuery(), found.season, found.phase, found.shownAt].join(' ');
  if (version === shownVersion) {
    season.value = found;
    return true;
  }
  const [standings, lines] = await Promise.all([
    read<PublicBoardRecord>(`/competition/leaderboard?${query}`),
    read<CurvesRecord>(
      `/competition/curves?top=${CURVES_TOP}&points=${CURVE_POINTS}${teamsQuery()}&${query}`,
    ),
  ]);
  if (typeof standings === 'string' || typeof lines === 'string') return false;
  if (query !== seasonQuery()) return true;
  noteBoard(standings, lines);
  batch(() => {
    season.value = found;
    board.value = standings;
    curves.value = lines;
  });
  shownVersion = version;
  return true;
}

/** Missing is an answer too: there is nothing with that name. */
export type FreshAnswer<Value> = Value | 'missing' | 'unreachable';

interface Kept {
  readonly tag: string;
  readonly text: string;
}

const KEPT_MAX = 20;

/** Reads answers of the public interface, and keeps each with its entity tag until it changes. */
export function createFreshReader(): <Value extends object>(
  url: string,
) => Promise<FreshAnswer<Value>> {
  const kept = new Map<string, Kept>();
  return async (url) => {
    try {
      const known = kept.get(url);
      const headers: Record<string, string> =
        known === undefined ? {} : { 'if-none-match': known.tag };
      const response = await fetch(url, { headers, cache: 'no-store', credentials: 'omit' });
      if (response.status === 404) return 'missing';
      if (response.status === 304 && known !== undefined) return JSON.parse(known.text);
      if (!response.ok) return 'unreachable';
      const text = await response.text();
      const tag = response.headers.get('etag');
      if (tag !== null) keep(kept, url, { tag, text });
      return JSON.parse(text);
    } catch {
      return 'unreachable';
    }
  };
}

/** The oldest goes first. */
function keep(kept: Map<string, Kept>, url: string, one: Kept): void {
  kept.delete(url);
  kept.set(url, one);
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT_MAX) return;
    kept.delete(oldest);
  }
}
