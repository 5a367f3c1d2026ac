/** The health of the venue, polled every two seconds; the last minutes are kept for the charts. */
import { computed, signal } from '@preact/signals';
import type { TokenOutcome } from '../client/token-call.ts';
import { keepAsking } from '../parts/again.ts';
import type { LinkWord } from '../shell/page-frame.tsx';
import { leaveConsole, operator, readAdmin } from './admin-client.ts';

export interface Overview {
  readonly role: 'organiser' | 'observer';
  readonly baseUrl: string | null;
  readonly wallNow: number;
  readonly venueNow: number;
  readonly time: VenueTime | null;
  readonly source: string | null;
  /** The number of the season; null if there is none. */
  readonly season: number | null;
  readonly health: {
    readonly status: 'trading' | 'halted' | 'closed';
    readonly haltedBecause: string | null;
    readonly seq: number;
    readonly queued: number;
    readonly archiveLag: number;
    readonly archiveFailedBecause: string | null;
    readonly clockBehindMillis: number;
    readonly syncMillis: { readonly p50: number; readonly p99: number };
    readonly commandsPerSecond: number;
  };
  readonly requests: number;
  readonly refused: number;
  readonly failed: number;
  readonly connections: Readonly<Record<string, number>>;
  readonly conservation: {
    readonly accounts: number;
    readonly collateral: string;
    readonly deposits: string;
    readonly conserved: boolean;
  };
  readonly house: {
    readonly result: string;
    readonly trading: string;
    readonly fees: string;
    readonly funding: string;
  };
  readonly process: { readonly residentBytes: number; readonly uptimeSeconds: number };
}

export interface VenueTime {
  readonly venueTime: number;
  readonly aheadMillis: number;
  readonly state: string;
  readonly speed: number;
}

export const overview = signal<Overview | undefined>(undefined);
export const consoleLink = signal<LinkWord>('linkOpening');
const past = signal<readonly Overview[]>([]);

const EVERY = 2_000;
const KEPT = 120;

/** Polls until it is ended. */
export const watchOverview = (): (() => void) =>
  keepAsking(readOverview, (answer) => {
    if (operator.value === undefined) return undefined;
    if (answer.ok) noteOverview(answer.value);
    if (!answer.ok && answer.status === 403) {
      leaveConsole();
      return undefined;
    }
    consoleLink.value = answer.ok ? 'linkLive' : 'linkLost';
    return EVERY;
  });

const readOverview = () => readAdmin<Overview>('/overview');

/** After a change, so that the page shows it at once. */
export async function lookAgain(): Promise<TokenOutcome<Overview>> {
  const answer = await readOverview();
  if (answer.ok) noteOverview(answer.value);
  return answer;
}

export function noteOverview(next: Overview): void {
  overview.value = next;
  past.value = [...past.value, next].slice(-KEPT);
}

const latest = <Value>(pick: (one: Overview) => Value) => computed(() => past.value.map(pick));

export const commandHistory = latest(({ health }) => health.commandsPerSecond);
export const syncHistory = latest(({ health }) => health.syncMillis.p99);
export const houseHistory = latest(({ house }) => Number(house.result));

/** Requests per second between two polls. */
export const requestHistory = computed(() =>
  past.value.slice(1).map((one, place) => {
    const before = past.value[place] ?? one;
    const seconds = Math.max(0.001, (one.wallNow - before.wallNow) / 1_000);
    return Math.max(0, (one.requests - before.requests) / seconds);
  }),
);
