/**
 * The counters of the gateway, in the text format of Prometheus. Counting a request takes a few
 * array accesses, because it happens for every one. Everything else is read on demand.
 */
import { performance } from 'node:perf_hooks';
import type { Venue } from '../venue/venue.ts';

export interface Metrics {
  readonly noteRequest: (endpoint: string, status: number, millis: number) => void;
  /** How many connections of a kind are open, asked when the metrics are read. */
  readonly watchConnections: (kind: string, count: () => number) => void;
  /** How many connections were turned away, by reason, asked when the metrics are read. */
  readonly watchTurnedAway: (counts: () => Readonly<Record<string, number>>) => void;
  readonly contentType: string;
  readonly read: () => string;
  /** The same in a few numbers, for people. */
  readonly count: () => Counts;
}

export interface Counts {
  /** Since the start: answered, refused by us, failed. */
  readonly requests: number;
  readonly refused: number;
  readonly failed: number;
  /** Open now, by kind. */
  readonly connections: Readonly<Record<string, number>>;
}

/** Without a read nothing is told of the house. */
type HealthOf = Pick<Venue, 'health'> & Partial<Pick<Venue, 'read'>>;

interface EndpointCounts {
  readonly byStatus: Map<number, number>;
  /** Requests by the first bound they do not exceed; the last place is for those beyond all. */
  readonly byLatency: number[];
  seconds: number;
}

const LATENCY_MILLIS = [0.25, 0.5, 1, 2, 5, 10, 20, 50, 100, 500, 2_000] as const;

export interface MetricsSettings {
  /** Whether the figures of the process are told too: memory, processor, event loop. */
  readonly process: boolean;
}

export function createMetrics(venue: HealthOf, settings: MetricsSettings): Metrics {
  const endpoints = new Map<string, EndpointCounts>();
  const connections = new Map<string, () => number>();
  let turnedAway: () => Readonly<Record<string, number>> = () => ({});
  return {
    noteRequest: (endpoint, status, millis) => {
      const counts = countsOf(endpoints, endpoint);
      counts.byStatus.set(status, (counts.byStatus.get(status) ?? 0) + 1);
      const place = LATENCY_MILLIS.findIndex((bound) => millis <= bound);
      const at = place < 0 ? LATENCY_MILLIS.length : place;
      counts.byLatency[at] = (counts.byLatency[at] ?? 0) + 1;
      counts.seconds += millis / 1_000;
    },
    watchConnections: (kind, count) => connections.set(kind, count),
    watchTurnedAway: (counts) => {
      turnedAway = counts;
    },
    contentType: 'text/plain; version=0.0.4; charset=utf-8',
    read: () =>
      formatMetrics([
        requestCounts(endpoints),
        requestLatencies(endpoints),
        openConnections(connections),
        connectionsTurnedAway(turnedAway()),
        ...venueFamilies(venue),
        ...houseFamilies(venue),
        ...(settings.process ? processFamilies() : []),
      ]),
    count: () => ({
      requests: sumOf(endpoints, () => true),
      refused: sumOf(endpoints, isRefusal),
      failed: sumOf(endpoints, (status) => status >= 500 && !isRefusal(status)),
      connections: Object.fromEntries([...connections].map(([kind, open]) => [kind, open()])),
    }),
  };
}

/** An address that is not on an allowlist; a refusal, whatever its number looks like. */
const NOT_ALLOWED = 521;

const isRefusal = (status: number): boolean =>
  (status >= 400 && status < 500) || status === NOT_ALLOWED;

function sumOf(
  endpoints: ReadonlyMap<string, EndpointCounts>,
  counts: (status: number) => boolean,
): number {
  let sum = 0;
  for (const { byStatus } of endpoints.values())
    for (const [status, count] of byStatus) if (counts(status)) sum += count;
  return sum;
}

/** Endpoints are those of the table: there is no end of paths, but there is of these. */
function countsOf(endpoints: Map<string, EndpointCounts>, endpoint: string): EndpointCounts {
  const found = endpoints.get(endpoint);
  if (found !== undefined) return found;
  const byLatency = new Array<number>(LATENCY_MILLIS.length + 1).fill(0);
  const counts = { byStatus: new Map<number, number>(), byLatency, seconds: 0 };
  endpoints.set(endpoint, counts);
  return counts;
}

const requestCounts = (endpoints: ReadonlyMap<string, EndpointCounts>): Family => ({
  name: 'perpetua_http_requests_total',
  help: 'Requests answered, by endpoint and HTTP status.',
  type: 'counter',
  samples: [...endpoints].flatMap(([endpoint, { byStatus }]) =>
    [...byStatus].map(([status, value]) => ({ labels: { endpoint, status: `${status}` }, value })),
  ),
});

const requestLatencies = (endpoints: ReadonlyMap<string, EndpointCounts>): Family => ({
  name: 'perpetua_http_request_seconds',
  help: 'From the last byte of the request to the first of the answer.',
  type: 'histogram',
  samples: [...endpoints].flatMap(([endpoint, counts]) => latencySamples(endpoint, counts)),
});

/** Buckets add up, as the form wants it. */
function latencySamples(endpoint: string, { byLatency, seconds }: EndpointCounts): MetricSample[] {
  let sum = 0;
  const buckets = byLatency.map((count, at): MetricSample => {
    sum += count;
    const bound = LATENCY_MILLIS[at];
    const le = bound === undefined ? '+Inf' : String(bound / 1_000);
    return { suffix: '_bucket', labels: { endpoint, le }, value: sum };
  });
  const labels = { endpoint };
  return [
    ...buckets,
    { suffix: '_sum', labels, value: seconds },
    { suffix: '_count', labels, value: sum },
  ];
}

const openConnections = (connections: ReadonlyMap<string, () => number>): Family => ({
  name: 'perpetua_connections',
  help: 'Open connections, by kind.',
  type: 'gauge',
  samples: [...connections].map(([kind, count]) => ({ labels: { kind }, value: count() })),
});

const connectionsTurnedAway = (counts: Readonly<Record<string, number>>): Family => ({
  name: 'perpetua_connections_turned_away_total',
  help: 'Connections that were not let in, by reason.',
  type: 'counter',
  samples: Object.entries(counts).map(([reason, value]) => ({ labels: { reason }, value })),
});

const gauge = (name: string, help: string, value: number): Family => ({
  name: `perpetua_${name}`,
  help,
  type: 'gauge',
  samples: [{ value }],
});

function venueFamilies(venue: HealthOf): Family[] {
  const health = venue.health();
  const { p50, p99 } = health.syncMillis;
  return [
    gauge('trading', 'One while the venue takes commands.', Number(health.status === 'trading')),
    gauge('entries', 'Entries applied since the beginning.', health.seq),
    gauge('queued_commands', 'Commands waiting to be acknowledged.', health.queued),
    gauge('commands_per_second', 'Commands applied of late.', health.commandsPerSecond),
    gauge('archive_lag_entries', 'Entries the archive is behind.', health.archiveLag),
    gauge('snapshot_entries', 'The entry of the last snapshot.', health.snapshotSeq),
    gauge('clock_behind_seconds', 'After it jumped back.', health.clockBehindMillis / 1_000),
    gauge('log_foreign_messages', 'Passed over: no replica wrote them.', health.foreign ?? 0),
    gauge('journal_sync_p50_seconds', 'Median of the last syncs.', p50 / 1_000),
    gauge('journal_sync_p99_seconds', 'One in a hundred of them.', p99 / 1_000),
  ];
}

/** In the quote currency, as a fraction is good enough to draw. */
function houseFamilies({ read }: HealthOf): Family[] {
  const rows = read === undefined ? [] : read.account.house();
  if (rows.length === 0) return [];
  const family = (what: 'deposited' | 'equity' | 'trading' | 'fees' | 'funding', help: string) => ({
    name: `perpetua_house_${what}`,
    help,
    type: 'gauge' as const,
    samples: rows.map((row) => ({ labels: { account: row.who }, value: Number(row[what]) / 1e8 })),
  });
  return [
    family('deposited', 'Deposits less withdrawals of the accounts of the house.'),
    family('equity', 'What they are worth at the marks.'),
    family('trading', 'What they made by trading, before fees and funding.'),
    family('fees', 'Fees, negative where paid.'),
    family('funding', 'Funding, negative where paid.'),
  ];
}

function processFamilies(): Family[] {
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  return [
    gauge('process_resident_bytes', 'Memory of the process.', rss),
    gauge('process_heap_bytes', 'Memory in use by JavaScript.', heapUsed),
    gauge('process_cpu_seconds', 'Processor time used.', (user + system) / 1_000_000),
    gauge('event_loop_utilization', 'Of one.', performance.eventLoopUtilization().utilization),
    gauge('process_uptime_seconds', 'Since the start.', process.uptime()),
  ];
}

export interface MetricSample {
  /** Behind the name of the family: `_bucket`, `_sum`, `_count`. */
  readonly suffix?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly samples: readonly MetricSample[];
}

/** The text form of metrics that Prometheus and its kin read. */
export const formatMetrics = (families: readonly Family[]): string =>
  families.map((family) => `${formatFamily(family)}\n`).join('');

function formatFamily({ name, help, type, samples }: Family): string {
  const lines = samples.map(
    ({ suffix = '', labels = {}, value }) => `${name}${suffix}${formatLabels(labels)} ${value}`,
  );
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines].join('\n');
}

function formatLabels(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join()}}`;
}

const escaped = (text: string): string =>
  text.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n');
