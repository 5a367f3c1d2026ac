/** Counts what happened in a run, so that a test can demand what must have happened. */
import type { Event } from '../../src/domain/event.ts';

export type Coverage = Map<string, number>;

export function noteEvents(coverage: Coverage, events: readonly Event[]): void {
  for (const event of events) {
    note(coverage, `event ${event.kind}`);
    for (const mark of marksOf(event)) note(coverage, mark);
  }
}

export function addCoverage(total: Coverage, more: ReadonlyMap<string, number>): void {
  for (const [mark, count] of more) total.set(mark, (total.get(mark) ?? 0) + count);
}

const note = (coverage: Coverage, mark: string): void => {
  coverage.set(mark, (coverage.get(mark) ?? 0) + 1);
};

function marksOf(event: Event): string[] {
  switch (event.kind) {
    case 'command-rejected':
      return [`reject ${event.reject.reason}`];
    case 'request-answered':
      return [`answer ${event.outcome.kind} ${event.isRepeat ? 'again' : 'first'}`];
    case 'order-canceled':
      return [
        `cancel ${event.reason}`,
        ...(event.reject === null ? [] : [`fired reject ${event.reject.reason}`]),
        ...(event.reason === 'liquidation' ? ['stage cancel'] : []),
      ];
    case 'order-accepted':
      return [
        `origin ${event.origin}`,
        ...(event.origin === 'liquidation' ? ['stage burst'] : []),
        ...(event.origin === 'reduction' ? ['stage reduction'] : []),
        ...(event.trigger === null ? [] : [`trigger ${event.trigger.purpose}`]),
      ];
    case 'fill-settled':
      return [
        `venue ${event.venue}`,
        ...(event.maker.closed === null ? [] : ['turned maker']),
        ...(event.taker.closed === null ? [] : ['turned taker']),
      ];
    case 'deleveraged':
      return [`class ${event.group}`, 'stage deleveraging'];
    case 'deficit-covered':
      return [`stage write-off ${event.scope}`];
    case 'liquidation-started':
      return [`liquidation ${event.scope}`];
    case 'liquidation-ended':
      return [`outcome ${event.scope} ${event.outcome}`];
    case 'isolated-margin-moved':
      return [`margin ${event.cause}`];
    default:
      return [];
  }
}
