/**
 * The counters of the gateway, in the text format of Prometheus. Counting a request takes a few
 * array accesses, because it happens for every one. Everything else is read on demand.
 */
import { type DescribedVenue, describeVenue } from './describe-venue.ts';
import { type Family, formatMetrics, gaugesBy, type MetricSample } from './metrics-text.ts';
import { readProcess } from './process-figures.ts';

/** What others count, and the label that tells their counts apart. */
const WATCHED = [
  { name: 'connections', label: 'kind', type: 'gauge', help: 'Open connections, by kind.' },
  {
    name: 'connections_turned_away_total',
    label: 'reason',
    type: 'counter',
    help: 'Connections that were not let in, by reason.',
  },
  {
    name: 'faults_met_total',
    label: 'fault',
    type: 'counter',
    help: 'Calls, frames and sockets that met a fault on request, by its kind.',
  },
] as const;

type Watched = (typeof WATCHED)[number]['name'];

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

type ReadCounts = () => Readonly<Record<string, number>>;

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics(venue: DescribedVenue, settings: MetricsSettings) {
  const endpoints = new Map<string, EndpointCounts>();
  const watched: (readonly [Watched, ReadCounts])[] = [];
  const countsBy = (what: Watched): Record<string, number> =>
    Object.assign({}, ...watched.map(([about, counts]) => (about === what ? counts() : {})));
  return {
    noteRequest: (endpoint: string, status: number, millis: number): void => {
      const counts = countsOf(endpoints, endpoint);
      counts.byStatus.set(status, (counts.byStatus.get(status) ?? 0) + 1);
      const place = LATENCY_MILLIS.findIndex((bound) => millis <= bound);
      const at = place < 0 ? LATENCY_MILLIS.length : place;
      counts.byLatency[at] = (counts.byLatency[at] ?? 0) + 1;
      counts.seconds += millis / 1_000;
    },
    /** Counts that others keep, by kind or reason: they are asked when the metrics are read. */
    watch: (what: Watched, counts: ReadCounts) => void watched.push([what, counts]),
    contentType: 'text/plain; version=0.0.4; charset=utf-8',
    read: () =>
      formatMetrics([
        requestCounts(endpoints),
        requestLatencies(endpoints),
        ...WATCHED.map(({ name, label, type, help }) => {
          const counts = Object.entries(countsBy(name));
          return { ...gaugesBy(label, name, help, counts), type };
        }),
        ...describeVenue(venue),
        ...(settings.process ? readProcess() : []),
      ]),
    /** In a few numbers, for people: since the start, and the connections that are open now. */
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
