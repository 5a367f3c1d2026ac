/** `perpetua time …`: shows and, in a sandbox, changes the venue time of a running venue. */
import { setTimeout as pause } from 'node:timers/promises';
import { formatDuration } from '../../domain/duration.ts';
import type { AskAdmin } from '../../gateway/admin/admin-client.ts';
import type { Progress } from '../../terminal/progress.ts';
import { runVerbs, tellAnswer, type Verb, type VerbResult } from '../operate/run-verbs.ts';
import { fieldsOf, formatUtc, numberOf, textOf } from '../operate/tell.ts';

const change = (name: string, summary: string): Verb => ({
  usage: name,
  summary,
  run: async (ask) => tellAnswer(await ask('POST', `/time/${name}`, {}), formatTime),
});

const VERBS: readonly Verb[] = [
  {
    usage: 'show',
    summary: 'both clocks, and how fast venue time runs',
    run: async (ask) => tellAnswer(await ask('GET', '/time'), formatTime),
  },
  {
    usage: 'speed 60',
    summary: 'venue time runs this many times as fast as the wall clock',
    words: [1, 1],
    run: async (ask, [speed]) =>
      tellAnswer(await ask('POST', '/time/speed', { speed }), formatTime),
  },
  change('pause', 'venue time stops, and the market with it; orders are still accepted'),
  change('resume', 'venue time continues at its speed'),
  {
    usage: 'step 1h',
    summary: 'passes this much venue time as fast as possible, and then stops',
    words: [1, 1],
    run: (ask, [by], _flags, { progress }) => step(ask, by, progress),
  },
];

export const runTime = (args: string[]): Promise<number> =>
  runVerbs(
    {
      name: 'time',
      about: 'Orders, candles and funding use venue time; signatures use the wall clock.',
      verbs: VERBS,
    },
    args,
  );

const POLL_MILLIS = 250;

/** Waits until the step is over. */
async function step(
  ask: AskAdmin,
  by: string | undefined,
  progress: Progress,
): Promise<VerbResult> {
  let answer = await ask('POST', '/time/step', { by });
  let begun: number | undefined;
  while (!answer.isRefused) {
    const { state, venueTime, stepEndsAt } = fieldsOf(answer.body);
    if (state !== 'stepping') break;
    begun ??= numberOf(venueTime);
    const part = (numberOf(venueTime) - begun) / (numberOf(stepEndsAt) - begun);
    progress.tell(() => `stepping … ${Math.floor(100 * part)} %`);
    await pause(POLL_MILLIS);
    answer = await ask('GET', '/time');
  }
  return tellAnswer(answer, formatTime);
}

/** Both clocks. */
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
