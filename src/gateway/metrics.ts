/** What the edge counts, for Prometheus. Gauges of the venue are read when somebody asks. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Venue } from '../venue/venue.ts';

export interface Metrics {
  readonly noteRequest: (endpoint: string, status: number, seconds: number) => void;
  /** How many connections of a kind are open, asked when the metrics are read. */
  readonly watchConnections: (kind: string, count: () => number) => void;
  readonly contentType: string;
  readonly read: () => Promise<string>;
}

const LATENCY_SECONDS = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2];

export interface MetricsSettings {
  /** Whether Node's own figures are gathered too: memory, event loop, garbage collection. */
  readonly process: boolean;
}

export function createMetrics(venue: Pick<Venue, 'health'>, settings: MetricsSettings): Metrics {
  const registry = new Registry();
  const registers = [registry];
  if (settings.process) collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'perpetua_http_requests_total',
    help: 'Requests answered, by endpoint and HTTP status.',
    labelNames: ['endpoint', 'status'] as const,
    registers,
  });
  const latency = new Histogram({
    name: 'perpetua_http_request_seconds',
    help: 'From the last header to the last byte of the answer.',
    labelNames: ['endpoint'] as const,
    buckets: LATENCY_SECONDS,
    registers,
  });
  watchVenue(registry, venue);
  const connections = new Map<string, () => number>();
  new Gauge({
    name: 'perpetua_connections',
    help: 'Open connections, by kind.',
    labelNames: ['kind'] as const,
    registers,
    collect() {
      for (const [kind, count] of connections) this.set({ kind }, count());
    },
  });
  return {
    noteRequest: (endpoint, status, seconds) => {
      requests.inc({ endpoint, status });
      latency.observe({ endpoint }, seconds);
    },
    watchConnections: (kind, count) => connections.set(kind, count),
    contentType: registry.contentType,
    read: () => registry.metrics(),
  };
}

type Reading = readonly [
  name: string,
  help: string,
  read: (venue: Pick<Venue, 'health'>) => number,
];

const VENUE_READINGS: readonly Reading[] = [
  [
    'trading',
    'One while the venue accepts commands.',
    (v) => Number(v.health().status === 'trading'),
  ],
  ['entries', 'Entries applied since the beginning.', (v) => v.health().seq],
  ['queued_commands', 'Commands waiting to be acknowledged.', (v) => v.health().queued],
  [
    'commands_per_second',
    'Commands applied in the last second.',
    (v) => v.health().commandsPerSecond,
  ],
  ['archive_lag_entries', 'Entries the archive is behind.', (v) => v.health().archiveLag],
  ['snapshot_entries', 'The entry of the last snapshot.', (v) => v.health().snapshotSeq],
  [
    'journal_sync_p50_seconds',
    'Median of the last syncs.',
    (v) => v.health().syncMillis.p50 / 1_000,
  ],
  [
    'journal_sync_p99_seconds',
    'Slowest of the last syncs.',
    (v) => v.health().syncMillis.p99 / 1_000,
  ],
];

function watchVenue(registry: Registry, venue: Pick<Venue, 'health'>): void {
  for (const [name, help, read] of VENUE_READINGS)
    new Gauge({
      name: `perpetua_${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(read(venue));
      },
    });
}
