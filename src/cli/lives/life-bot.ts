/** The bot of one life: a command line of its owner, run by the shell in a group of processes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { LifeAccess } from './life-venue.ts';

export interface BotTerms {
  readonly command: string;
  /** Of a sweep: further variables of its environment. */
  readonly variant: ReadonlyMap<string, string>;
  readonly seed: string;
  readonly baseUrl: string;
  readonly access: LifeAccess;
  /** Whether its owner sees what it says. */
  readonly isShown: boolean;
}

export type LifeBot = ReturnType<typeof startBot>;

/** How long it may take to end when it is told to. */
const PARTING_MILLIS = 3_000;

export function startBot(terms: BotTerms) {
  // A group of its own: the shell and everything it starts are ended together.
  const child = spawn(terms.command, {
    shell: true,
    detached: process.platform !== 'win32',
    env: { ...process.env, ...environmentOf(terms), ...Object.fromEntries(terms.variant) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lastWords = listenTo(child);
  if (terms.isShown)
    for (const stream of [child.stdout, child.stderr]) stream?.pipe(process.stderr, { end: false });
  const gone = Promise.withResolvers<string | undefined>();
  child.once('error', (error) => gone.resolve(`the bot could not be started: ${error.message}`));
  child.once('close', (code, signal) =>
    gone.resolve(code === 0 ? undefined : `the bot ended with ${code ?? signal}${lastWords()}`),
  );
  const kill = (signal: NodeJS.Signals): void => {
    try {
      if (child.pid !== undefined && process.platform !== 'win32') process.kill(-child.pid, signal);
      else child.kill(signal);
    } catch {
      // Nothing of it is left.
    }
  };
  const end = async (): Promise<void> => {
    kill('SIGTERM');
    await Promise.race([gone.promise, pause(PARTING_MILLIS, undefined, { ref: false })]);
    kill('SIGKILL');
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      await once(child, 'exit');
  };
  return {
    /** Resolves when it is gone by itself, with a reason unless all was well. */
    gone: gone.promise,
    /** What it said last, for a message; empty if it said nothing. */
    lastWords,
    /** Tells it to end, and makes sure that it and all it started are gone. */
    end,
  };
}

/** The names that the examples use. */
const environmentOf = ({ seed, baseUrl, access }: BotTerms) => ({
  PERPETUA_URL: baseUrl,
  PERPETUA_CREDENTIALS: access.file,
  API_KEY: access.apiKey,
  SECRET_KEY: access.secretKey,
  PASSPHRASE: access.passphrase,
  LIFE_SEED: seed,
});

const LINES_MAX = 10;
const LINE_MAX = 500;
const TEXT_MAX = 20_000;
/** As `TypeError: …`, `Error [ERR_…]: …` or `urllib.error.URLError: …`; causes are indented. */
const ERROR_LINE = /^(Uncaught )?([A-Za-z_][\w.]*)?(Error|Exception)(:| \[)/;
/** What Node prints below the message of an error: calls, and its own version. */
const STACK_LINE = /^(\s+at |Node\.js v)/;
/** Colours, and what no terminal or page should be sent. */
const COLOUR = /\p{Cc}\[[\d;]*[A-Za-z]/gu;
const UNPRINTABLE = /[\p{C}\u2028\u2029]/gu;

type Spoken = Pick<ChildProcess, 'stderr'> & Partial<Pick<ChildProcess, 'stdout'>>;

/** Why it ended, for a message: by its standard error, or else by what it printed. */
export function listenTo({ stderr, stdout }: Spoken): () => string {
  const texts = [stderr, stdout].map((stream) => {
    const heard = { text: '' };
    stream?.setEncoding('utf8').on('data', (more: string) => {
      heard.text = (heard.text + more).slice(-TEXT_MAX);
    });
    return heard;
  });
  return () => {
    const [last = []] = texts.map(({ text }) => lastLines(text)).filter(({ length }) => length > 0);
    return last.length === 0 ? '' : `; its last words:\n${last.join('\n')}`;
  };
}

function lastLines(text: string): string[] {
  const lines = text.replace(COLOUR, '').split('\n').map(plainLine);
  const said = lines.filter((line) => line !== '' && !STACK_LINE.test(line));
  const error = said.findLastIndex((line) => ERROR_LINE.test(line));
  return error < 0 ? said.slice(-LINES_MAX) : said.slice(error).slice(0, LINES_MAX);
}

function plainLine(line: string): string {
  const plain = line.trimEnd().replaceAll('\t', '  ').replace(UNPRINTABLE, '\ufffd');
  return plain.length > LINE_MAX ? `${plain.slice(0, LINE_MAX)}…` : plain;
}
