/** What a folder remembers of its tries, which share the chance of a wrong verdict. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasLived, type LifeOutcome } from '../../verdict/life.ts';
import { type Variant, variantText } from '../../verdict/variants.ts';
import type { LivesChoice } from './lives-words.ts';
import type { RunSubject } from './run-subject.ts';

/** What was tried, and what was judged on further seeds. */
type TriesFile = 'tries.json' | 'judged.json';

/** One variant on seeds that count together. */
interface Trial {
  readonly variant: Variant;
  readonly seeds: readonly string[];
  readonly outcomes: readonly LifeOutcome[];
}

/**
 * A bot, or a version of it, with what it was told and on which seeds. The same one again is no new
 * try, unless something else came of it: files that its command does not name, or chance, count.
 */
export function countTries(
  { out, bot, terms, files }: RunSubject,
  file: TriesFile,
  trials: readonly Trial[],
): number {
  return changeTries(join(out, file), (tries) => {
    for (const { variant, seeds, outcomes } of trials) {
      const begun = begunKey(out, variant, seeds);
      const isWhole = outcomes.length === seeds.length;
      // What came of a run in the end takes the place of what stood for it before.
      if (isWhole) tries.delete(begun);
      // Of what never came to an end, nothing was learned.
      if (!outcomes.some(hasLived)) continue;
      const returns = outcomes.map((each) => hasLived(each) && each.figures.return);
      const whole = hashWords([terms, [...files], [...variant], seeds, returns]);
      tries.set(isWhole ? whole : begun, tryWords(bot, variant, seeds));
    }
  });
}

/** Before anybody is told what came of a life: a run that is killed then was a try. */
export function noteTry(
  { out, bot, seeds, judgeSeeds }: Pick<LivesChoice, 'out' | 'bot' | 'seeds' | 'judgeSeeds'>,
  { variant, seed }: { readonly variant: Variant; readonly seed: string },
): void {
  const [file, seen]: [TriesFile, readonly string[]] = seeds.includes(seed)
    ? ['tries.json', seeds]
    : ['judged.json', judgeSeeds];
  changeTries(join(out, file), (tries) =>
    tries.set(begunKey(out, variant, seen), tryWords(bot, variant, seen)),
  );
}

/** What tells this run from all others, also when it is resumed. */
export const planFile = (out: string): string => join(out, 'parts', 'plan');

/** The same when a run is resumed, and another when it is begun anew. */
const begunKey = (out: string, variant: Variant, seeds: readonly string[]): string =>
  hashWords([readFileSync(planFile(out), 'utf8'), [...variant], seeds]);

const tryWords = (bot: string, variant: Variant, seeds: readonly string[]): string =>
  `${`${bot} ${variantText(variant)}`.trim()} on ${seeds[0]} to ${seeds.at(-1)}`;

/** Words by their key, beside those of earlier runs; returns how many there are then. */
function changeTries(path: string, change: (tries: Map<string, string>) => unknown): number {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '{}';
  const tries = new Map<string, string>(Object.entries(JSON.parse(text)));
  change(tries);
  writeFileSync(`${path}.new`, `${JSON.stringify(Object.fromEntries(tries), undefined, 2)}\n`);
  renameSync(`${path}.new`, path);
  return tries.size;
}

export const hashWords = (words: unknown): string =>
  createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 16);
