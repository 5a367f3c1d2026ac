/**
 * The counters of the gateway, in the text format of Prometheus. Counting a request takes a few
 * array accesses, because it happens for every one. Everything else is read on demand.
 */
import { type DescribedVenue, describeVenue } from './describe-venue.ts';
import { type Family, formatMetrics, type MetricSample } from './metrics-text.ts';
import { readProcess } from './process-figures.ts';

export interface Metrics {
  readonly noteRequest: (endpoint: string, status: number, millis: number) => void;
  /** Counts that others keep, by kind or reason: they are asked when the metrics are read. */
  readonly watch: (what: Watched, counts: () => Readonly<Record<string, number>>) => void;
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

/** What others count, and the label that tells their counts apart. */
const WATCHED = {
  connections: { label: 'kind', type: 'gauge', help: 'Open connections, by kind.' },
  connections_turned_away_total: {
    label: 'reason',
    type: 'counter',
    help: 'Connections that were not let in, by reason.',
  },
  faults_met_total: {
    label: 'fault',
    type: 'counter',
    help: 'Calls, frames and sockets that met a fault on request, by its kind.',
  },
} as const;

type Watched = keyof typeof WATCHED;
const WATCHED_NAMES = ['connections', 'connections_turned_away_total', 'faults_met_total'] as const;

interface EndpointCounts {
  readonly byStatus: Map<number, number>;
  /** Requests by the first bound they do not exceed; the last place is for those beyond all. */
  readonly byLatency: number[];
  seconds: number;
}

const LATENCY_MILLIS = [0.25, 0.5, 1, 2, 5, 10, 20, 50, 100, 500, 2_000] as const;

export interface MetricsSettings {
  /** Whether the figures of the process are told too: memory, processor, event loop, collector. */
  readonly process: boolean;
}

export function createMetrics(venue: DescribedVenue, settings: MetricsSettings): Metrics {
  const endpoints = new Map<string, EndpointCounts>();
  const watched: (readonly [Watched, () => Readonly<Record<string, number>>])[] = [];
  const countsBy = (what: Watched): Record<string, number> =>
    Object.assign({}, ...watched.map(([about, counts]) => (about === what ? counts() : {})));
  return {
    noteRequest: (endpoint, status, millis) => {
      const counts = countsOf(endpoints, endpoint);
      counts.byStatus.set(status, (counts.byStatus.get(status) ?? 0) + 1);
      const place = LATENCY_MILLIS.findIndex((bound) => millis <= bound);
      const at = place < 0 ? LATENCY_MILLIS.length : place;
      counts.byLatency[at] = (counts.byLatency[at] ?? 0) + 1;
      counts.seconds += millis / 1_000;
    },
    watch: (what, counts) => void watched.push([what, counts]),
    contentType: 'text/plain; version=0.0.4; charset=utf-8',
    read: () =>
      formatMetrics([
        requestCounts(endpoints),
        requestLatencies(endpoints),
        ...WATCHED_NAMES.map((what) => watchedFamily(what, countsBy(what))),
        ...describeVenue(venue),
        ...(settings.process ? readProcess() : []),
      ]),
    count: () => ({
      requests: sumOf(endpoints, () => true),
      refused: sumOf(endpoints, isRefusal),
      failed: sumOf(endpoints, (status) => status >= 500 && !isRefusal(status)),
      connections: countsBy('connections'),
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

function watchedFamily(what: Watched, counts: Readonly<Record<string, number>>): Family {
  const { label, type, help } = WATCHED[what];
  const samples = Object.entries(counts).map(([name, value]) => ({
    labels: { [label]: name },
    value,
  }));
  return { name: `perpetua_${what}`, help, type, samples };
}
