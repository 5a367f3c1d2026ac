/** Formats both clocks, for people. */
import { formatDuration } from '../../domain/duration.ts';
import { fieldsOf, formatUtc, numberOf, textOf } from '../operate/tell.ts';

export function formatTime(body: unknown): string[] {
  const { wallTime, venueTime, aheadMillis, state, speed, measuredSpeed } = fieldsOf(body);
  return [
    `venue time  ${formatUtc(venueTime)} UTC${aheadText(numberOf(aheadMillis))}`,
    `wall time   ${formatUtc(wallTime)} UTC`,
    `speed       ${textOf(speed)}${carriedText(measuredSpeed, speed)}`,
    `state       ${textOf(state)}`,
  ];
}

/** To the second: smaller differences are the time that asking took. */
function aheadText(aheadMillis: number): string {
  const ahead = Math.trunc(aheadMillis / 1_000) * 1_000;
  if (ahead === 0) return '';
  const length = formatDuration(Math.abs(ahead));
  return `, ${length} ${ahead > 0 ? 'ahead of' : 'behind'} the wall clock`;
}

/** If a core cannot keep up with the speed, people should see it. */
function carriedText(measured: unknown, speed: unknown): string {
  if (typeof measured !== 'number' || measured >= numberOf(speed) * 0.9) return '';
  return `, but this machine carries only about ${Math.round(measured)}`;
}
