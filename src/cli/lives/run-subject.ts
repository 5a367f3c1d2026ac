/** What a run is about, whoever lived it: a bot in lives, a program in practice, an account. */
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { formatDuration } from '../../domain/duration.ts';
import type { Parameter } from '../../verdict/variants.ts';
import { commandOf, type LivesChoice, replayCommand } from './lives-words.ts';
import type { LifeMarket } from './venue-settings.ts';

export interface RunSubject {
  readonly out: string;
  /** What the report is called. */
  readonly bot: string;
  readonly seeds: readonly string[];
  /** What a sweep varies; empty for a plain run. */
  readonly parameters: readonly Parameter[];
  readonly lifeMillis: number;
  /** What its lives have in common, such as `of 12h with BTC from 2026-01-05, 10000 USDT each`. */
  readonly about: string;
  /** What a try depends on beside the files: the same again is no new one. */
  readonly terms: unknown;
  /** Hashes of the files by their names: with another content it is another bot. */
  readonly files: ReadonlyMap<string, string>;
  /** The command that makes the whole run again, and the one for a single life. */
  readonly command: string;
  readonly replayOf: (seed: string) => string;
  readonly against: string | undefined;
  /** What its figures begin with, as data. */
  readonly head: Readonly<Record<string, unknown>>;
  /** What lives are made again with; null if they cannot be opened. */
  readonly market: LifeMarket | null;
}

export function subjectOf(choice: LivesChoice): RunSubject {
  const { out, bot, seeds, parameters, against, hours, only } = choice;
  const { startAt, wallet, speed, settings, isTape } = choice;
  const lifeMillis = Math.round(hours * 3_600) * 1_000;
  const contracts = only.length === 0 ? 'all contracts' : only.join(', ');
  const more = settings.length === 0 ? '' : `, with ${settings.join(' ')}`;
  return {
    out,
    bot,
    seeds,
    parameters,
    against,
    lifeMillis,
    about:
      `of ${formatDuration(lifeMillis)} ` +
      `${isTape ? 'at most, on recordings' : `with ${contracts} from ${startAt}`}, ` +
      `${wallet} USDT each${more}`,
    terms: [bot, hours, startAt, wallet, speed, only, settings],
    files: hashFiles(bot.split(/[\s"']+/)),
    command: commandOf(choice),
    replayOf: (seed) => replayCommand(choice, seed),
    head: { bot, hours, startAt, wallet, speed, only, settings },
    market: { startAt, wallet, speed, only, settings, isTape },
  };
}

/** Of the words that are names of files. */
export function hashFiles(words: readonly string[]): Map<string, string> {
  const named = words.filter((word) => word !== '' && !word.startsWith('-'));
  const files = named.filter((word) => statSync(word, { throwIfNoEntry: false })?.isFile());
  return new Map(
    files.map((name) => [name, createHash('sha256').update(readFileSync(name)).digest('hex')]),
  );
}
