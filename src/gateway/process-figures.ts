/**
 * The process in the figures of Prometheus: memory, processor, and what holds up its main thread.
 * The delay of the event loop is measured by a timer of libuv, and V8 tells of the pauses of the
 * collector, so neither runs any JavaScript beside trading but a few lines a collection. Both begin
 * with the first reading: a venue whose figures nobody reads pays nothing.
 */
import {
  constants,
  monitorEventLoopDelay,
  PerformanceObserver,
  performance,
} from 'node:perf_hooks';
import { type Family, gauge, gaugesBy } from './metrics-text.ts';

/** How finely delays are told apart. */
const DELAY_STEP_MILLIS = 10;
/** A window of delays is at least so long, whoever reads how often. */
const WINDOW_MILLIS = 10_000;
const NANOS = 1e9;

const KIND_NAMES = new Map([
  [constants.NODE_PERFORMANCE_GC_MINOR, 'young'],
  [constants.NODE_PERFORMANCE_GC_MAJOR, 'full'],
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL, 'incremental'],
  [constants.NODE_PERFORMANCE_GC_WEAKCB, 'weak'],
]);

/** One for all venues of a process. */
let watching: readonly (() => Family[])[] | undefined;

export function readProcess(): Family[] {
  watching ??= [watchLoop(), watchCollector()];
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  return [
    gauge('process_resident_bytes', 'Memory of the process.', rss),
    gauge('process_heap_bytes', 'Memory in use by JavaScript.', heapUsed),
    gauge('process_cpu_seconds', 'Processor time used.', (user + system) / 1_000_000),
    gauge('process_uptime_seconds', 'Since the start.', process.uptime()),
    ...watching.flatMap((read) => read()),
  ];
}

/** How late timers were and how busy the loop was; since the last read, and for ten seconds. */
function watchLoop(): () => Family[] {
  const delays = monitorEventLoopDelay({ resolution: DELAY_STEP_MILLIS });
  delays.enable();
  let begun = performance.now();
  let before = performance.eventLoopUtilization();
  return () => {
    const late = (nanos: number): number => Math.max(0, nanos / NANOS - DELAY_STEP_MILLIS / 1_000);
    const quantiles = [0.5, 0.99, 1].map(
      (part) => [String(part), late(delays.percentile(part * 100))] as const,
    );
    const { utilization } = performance.eventLoopUtilization(before);
    if (performance.now() - begun >= WINDOW_MILLIS) {
      delays.reset();
      begun = performance.now();
      before = performance.eventLoopUtilization();
    }
    const help = 'How late timers of the main thread were of late.';
    return [
      { ...gaugesBy('quantile', 'event_loop_delay_seconds', help, quantiles), type: 'summary' },
      gauge('event_loop_utilization', 'Of the main thread, of late.', utilization),
    ];
  };
}

interface Pauses {
  count: number;
  seconds: number;
}

function watchCollector(): () => Family[] {
  const kinds = new Map(
    [...KIND_NAMES.values()].map((kind): [string, Pauses] => [kind, { count: 0, seconds: 0 }]),
  );
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const pauses = kinds.get(kindOf(entry));
      if (pauses === undefined) continue;
      pauses.count += 1;
      pauses.seconds += entry.duration / 1_000;
    }
  }).observe({ entryTypes: ['gc'] });
  return () => {
    const family = (name: string, help: string, what: keyof Pauses): Family => {
      const counts = [...kinds].map(([kind, pauses]) => [kind, pauses[what]] as const);
      return { ...gaugesBy('kind', name, help, counts), type: 'counter' };
    };
    const help = 'Pauses of the collector on the main thread, by kind.';
    return [
      family('gc_pause_seconds_total', help, 'seconds'),
      family('gc_pauses_total', 'How many there were.', 'count'),
    ];
  };
}

/** The types of Node do not know what an entry of the collector says. */
const kindOf = (entry: object): string =>
  KIND_NAMES.get(Number(Reflect.get(Object(Reflect.get(entry, 'detail')), 'kind'))) ?? '';
