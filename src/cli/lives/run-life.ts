/**
 * One life: a venue and a bot, each in a process of its own. Whatever goes wrong with either ends
 * this life with a reason in words. Both processes and their files are gone when it returns.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { formatDuration } from '../../domain/duration.ts';
import { reasonOf } from '../../domain/reason-of.ts';
import { inTemporaryFolder } from '../../machine/temporary-folder.ts';
import type { LifeFigures, LifeOutcome, LifeTerms } from '../../verdict/life.ts';
import { COMPILED, ownEnvironment, YOUNG_AT_ONCE, YOUNG_OBJECTS } from '../start/own-process.ts';
import { type LifeBot, listenTo, startBot } from './life-bot.ts';
import type { LifeMessage, LifeOrder } from './life-venue.ts';

export interface LifeChoice extends LifeTerms {
  /** The word its market follows from. */
  readonly seed: string;
  readonly bot: string;
  readonly variant: ReadonlyMap<string, string>;
  /** Whether its owner sees what the bot says. */
  readonly isShown: boolean;
  /** How long venue time may stand still before the bot is given up, in wall time. */
  readonly patienceMillis: number;
  /** Aborted if nobody waits for the result any more. */
  readonly stop: AbortSignal;
  /** Told of the part of the life that is over, from 0 to 1. */
  readonly progress: (done: number) => void;
}

const VENUE = fileURLToPath(new URL('./life-venue.ts', import.meta.url));
/** A venue whose process says nothing at all for so long is given up; busy machines are slow. */
const SILENCE_MILLIS = 600_000;

export const runLife = (choice: LifeChoice): Promise<LifeOutcome> =>
  inTemporaryFolder(async (folder) => {
    const began = performance.now();
    const { seed } = choice;
    const venue = fork(VENUE, {
      env: { NODE_COMPILE_CACHE: COMPILED, ...ownEnvironment() },
      execArgv: [YOUNG_OBJECTS, YOUNG_AT_ONCE],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const gone = once(venue, 'close').catch(() => undefined);
    try {
      const figures = await live(venue, {
        ...choice,
        settings: ['--data', folder, ...choice.settings],
      });
      return { seed, figures, wallSeconds: (performance.now() - began) / 1_000 };
    } catch (error) {
      return { seed, failure: reasonOf(error) };
    } finally {
      venue.kill('SIGKILL');
      await gone;
    }
  });

async function live(venue: ChildProcess, choice: LifeChoice): Promise<LifeFigures> {
  const { bot: command, variant, seed, isShown, stop } = choice;
  const end = Promise.withResolvers<LifeFigures>();
  const fail = (words: string): void => end.reject(new Error(words));
  const order = (word: LifeOrder): unknown => venue.connected && venue.send(word);
  let bot: LifeBot | undefined;
  let hasFinished = false;
  let isOver = false;
  const silence = setTimeout(() => fail('its venue says nothing any more'), SILENCE_MILLIS);
  const hear = (message: LifeMessage): void => {
    silence.refresh();
    if (message.kind === 'kept') end.resolve(message.figures);
    else if (message.kind === 'over') {
      hasFinished = true;
      isOver = true;
      // What it still sends until it is gone is counted, and only then is the life kept.
      void Promise.resolve(bot?.end()).then(() => order('keep'));
    } else if (message.kind === 'open') {
      bot = startBot({ command, variant, seed, isShown, ...message });
      order('begin');
      void bot.gone.then((reason) => {
        hasFinished = true;
        if (isOver) return;
        if (reason === undefined) order('finish');
        else fail(reason);
      });
    } else {
      choice.progress(message.done);
      if (bot !== undefined && !hasFinished && isStuck(choice, message))
        fail(`${stuckWords(choice, message.calls)}${bot.lastWords()}`);
    }
  };
  const interrupt = (): void => fail('it was interrupted');
  stop.addEventListener('abort', interrupt);
  if (stop.aborted) interrupt();
  attach(venue, hear, fail);
  const { seconds, speed, part, settings } = choice;
  venue.send({ seconds, speed, part, settings } satisfies LifeTerms);
  try {
    return await end.promise;
  } finally {
    clearTimeout(silence);
    stop.removeEventListener('abort', interrupt);
    await bot?.end();
  }
}

function attach(
  venue: ChildProcess,
  hear: (message: LifeMessage) => void,
  fail: (words: string) => void,
): void {
  const lastWords = listenTo(venue);
  venue.on('message', hear);
  venue.on('error', (error) => fail(`its venue failed: ${error.message}`));
  venue.on('close', (code, signal) => fail(`its venue ended with ${code ?? signal}${lastWords()}`));
}

type Pulse = Extract<LifeMessage, { readonly kind: 'pulse' }>;

const isStuck = ({ speed, patienceMillis }: LifeChoice, { stillMillis }: Pulse): boolean =>
  speed === null && stillMillis > patienceMillis;

const stuckWords = ({ patienceMillis }: LifeChoice, calls: number): string =>
  `the bot made no step for ${formatDuration(patienceMillis)} ` +
  `(${calls === 0 ? 'and no other request' : `but ${calls} other requests`}): ` +
  'it must call POST /sandbox/time/step, or be given a --speed';
