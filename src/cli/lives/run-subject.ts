/** What a run is about, whoever lived it: a bot in lives, a program in practice, an account. */
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { formatDuration } from '../../domain/duration.ts';
import { Misunderstood } from '../../terminal/command.ts';
import type { Against } from '../../verdict/report/report-input.ts';
import type { Parameter, Variant } from '../../verdict/variants.ts';
import { commandOf, type LivesChoice, replayCommand } from './lives-words.ts';
import type { LifeMarket } from './venue-settings.ts';

/** Of all lives that a report is about, in the folder of a run. */
export const FIGURES_FILE = 'lives.json';

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
  readonly replayOf: (seed: string, variant: Variant) => string;
  /** Read before it is written over, which a run in the same folder does. */
  readonly against: Against | undefined;
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
    against: readAgainst(against),
    lifeMillis,
    about:
      `of ${formatDuration(lifeMillis)} ` +
      `${isTape ? 'at most, on recordings' : `with ${contracts} from ${startAt}`}, ` +
      `${wallet} USDT each${more}`,
    terms: [bot, hours, startAt, wallet, speed, only, settings],
    files: hashFiles(bot.split(/[\s"']+/)),
    command: commandOf(choice),
    replayOf: (seed, variant) => replayCommand(choice, seed, variant),
    head: { bot, hours, ...(isTape ? {} : { startAt }), wallet, speed, only, settings },
    market: { startAt, wallet, speed, only, settings, isTape },
  };
}

/** The returns of another run, by seed. */
export function readAgainst(folder: string | undefined): Against | undefined {
  if (folder === undefined) return undefined;
  try {
    const { lives }: { lives: { seed: string; return?: unknown }[] } = JSON.parse(
      readFileSync(join(folder, FIGURES_FILE), 'utf8'),
    );
    const returns = lives.flatMap(({ seed, return: earned }): [string, number][] =>
      typeof earned === 'number' ? [[seed, earned]] : [],
    );
    return { name: folder, returns: new Map(returns) };
  } catch {
    throw new Misunderstood(`--against names the folder of another run; ${folder} is none`);
  }
}

/** Of the words that are names of files. */
export function hashFiles(words: readonly string[]): Map<string, string> {
  const named = words.filter((word) => word !== '' && !word.startsWith('-'));
  const files = named.filter((word) => statSync(word, { throwIfNoEntry: false })?.isFile());
  return new Map(
    files.map((name) => [name, createHash('sha256').update(readFileSync(name)).digest('hex')]),
  );
}
