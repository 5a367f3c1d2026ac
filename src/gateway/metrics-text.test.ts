import { expect, test } from 'vitest';
import { millis, seq } from '../domain/units.ts';
import type { VenueHealth } from '../venue/venue.ts';
import { createMetrics } from './metrics.ts';
import { formatMetrics } from './metrics-text.ts';

const HEALTH: VenueHealth = {
  status: 'trading',
  haltedBecause: null,
  seq: seq(42),
  journal: { id: '0'.repeat(16), seq: seq(7), chain: '0'.repeat(16) },
  queued: 3,
  archiveLag: 7,
  archiveFailedBecause: null,
  snapshotSeq: seq(40),
  clockBehindMillis: millis(0),
  syncMillis: { p50: 2, p99: 8, count: 4, sum: 12 },
  commandsPerSecond: 5,
};

test('[GATE-27] a family has its help, its type and its samples', () => {
  const text = formatMetrics([
    { name: 'a', help: 'A thing.', type: 'gauge', samples: [{ value: 1.5 }] },
    {
      name: 'b',
      help: 'Others.',
      type: 'counter',
      samples: [{ labels: { x: 'a"b\\c\nd', y: 'z' }, value: 2 }],
    },
  ]);
  expect(text).toBe(
    '# HELP a A thing.\n# TYPE a gauge\na 1.5\n' +
      '# HELP b Others.\n# TYPE b counter\nb{x="a\\"b\\\\c\\nd",y="z"} 2\n',
  );
});

test('[GATE-27] requests are counted by endpoint and status, and their time adds up', () => {
  const metrics = createMetrics({ health: () => HEALTH }, { process: false });
  metrics.watch('connections', () => ({ http: 12 }));
  for (const millisTaken of [0.1, 0.3, 3, 3, 99_999]) metrics.noteRequest('/x', 200, millisTaken);
  metrics.noteRequest('/x', 429, 0.1);
  const lines = metrics.read().split('\n');
  const bucket = (le: string) => `perpetua_http_request_seconds_bucket{endpoint="/x",le="${le}"}`;
  expect(lines).toEqual(
    expect.arrayContaining([
      'perpetua_http_requests_total{endpoint="/x",status="200"} 5',
      'perpetua_http_requests_total{endpoint="/x",status="429"} 1',
      `${bucket('0.00025')} 2`,
      `${bucket('0.0005')} 3`,
      `${bucket('0.002')} 3`,
      `${bucket('0.005')} 5`,
      `${bucket('2')} 5`,
      `${bucket('+Inf')} 6`,
      'perpetua_http_request_seconds_count{endpoint="/x"} 6',
      'perpetua_connections{kind="http"} 12',
      'perpetua_queued_commands 3',
      'perpetua_archive_lag_entries 7',
      'perpetua_journal_sync_p99_seconds 0.008',
      'perpetua_journal_sync_seconds_sum 0.012',
      'perpetua_journal_sync_seconds_count 4',
      'perpetua_trading 1',
    ]),
  );
});
