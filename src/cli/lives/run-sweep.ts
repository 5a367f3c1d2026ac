/** A sweep: every variant on the same seeds, and a choice that allows for the number of tries. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatCsv } from '../../terminal/csv.ts';
import { formatTable } from '../../terminal/format-table.ts';
import { EXIT } from '../../terminal/output.ts';
import { interruptedAfter, type Judgement, judgeReturns } from '../../verdict/judge.ts';
import {
  interruptSweep,
  judgeSweep,
  type SweepVerdict,
  type VariantRow,
} from '../../verdict/judge-sweep.ts';
import { hasLived } from '../../verdict/life.ts';
import { sweepSection } from '../../verdict/report/sweep-section.ts';
import { type Variant, variantsOf, variantText } from '../../verdict/variants.ts';
import { percentText } from './lives-report.ts';
import type { LivesChoice } from './lives-words.ts';
import {
  type LifeTask,
  type LivedTask,
  type Reported,
  reportFile,
  writeFolder,
} from './run-folder.ts';
import { subjectOf } from './run-subject.ts';
import { countTries } from './tries.ts';

export type LiveTasks = (tasks: readonly LifeTask[]) => Promise<LivedTask[]>;

const ROWS_SHOWN = 10;

export async function runSweep(choice: LivesChoice, live: LiveTasks): Promise<number> {
  const { seeds, parameters, judgeSeeds } = choice;
  const variants = variantsOf(parameters);
  const subject = subjectOf(choice);
  // All variants of a seed come together: what is interrupted is still a comparison.
  const tasks = seeds.flatMap((seed) =>
    variants.map((variant, place) => ({ place, variant, seed })),
  );
  const lived = await live(tasks);
  const chosen = judge(variants, lived, variants.length).chosen;
  const isWhole = lived.length === tasks.length;
  const further = isWhole
    ? await live(judgeSeeds.map((seed) => ({ ...taskOf(variants, chosen), seed })))
    : [];
  // The further seeds had no part in this choice, but an earlier one may have been judged on them.
  const { variant } = taskOf(variants, chosen);
  const outcomes = further.map(({ outcome }) => outcome);
  const judged =
    further.length === 0
      ? 0
      : countTries(subject, 'judged.json', [{ variant, seeds: judgeSeeds, outcomes }]);
  const returns = returnsIn(further);
  const judgement =
    further.length === judgeSeeds.length
      ? judgeReturns(returns, judged, further.length - returns.length)
      : interruptedAfter(further.length, judgeSeeds.length);
  let verdict: SweepVerdict | undefined;
  const reportOn = (tries: number): Reported => {
    const found = judge(variants, lived, tries);
    verdict = isWhole ? found : interruptSweep(found, lived.length, tasks.length);
    const place = verdict.chosen;
    const preface = sweepSection({ parameters, verdict });
    writeSweep(choice, verdict);
    if (further.length === 0)
      return {
        lived: lived.filter((task) => task.place === place),
        preface,
        judgement: verdict.judgement,
      };
    return { lived: further, judgement, preface, judged };
  };
  writeFolder(subject, [...lived, ...further], reportOn);
  const isJudged = isWhole && judgeSeeds.length > 0;
  const words = isJudged ? judgedWords(judgement, judgeSeeds.length, judged) : '';
  if (verdict !== undefined) print(choice, verdict, words);
  const asked = tasks.length + judgeSeeds.length;
  const all = [...lived, ...further];
  return all.length === asked && all.every(({ outcome }) => hasLived(outcome))
    ? EXIT.done
    : EXIT.failed;
}

const taskOf = (variants: readonly Variant[], place: number): Omit<LifeTask, 'seed'> => ({
  place,
  variant: variants[place] ?? new Map(),
});

const returnsIn = (lived: readonly LivedTask[]): number[] =>
  lived.flatMap(({ outcome }) => (hasLived(outcome) ? [outcome.figures.closed] : []));

function judge(
  variants: readonly Variant[],
  lived: readonly LivedTask[],
  tries: number,
): SweepVerdict {
  const tried = variants.map((variant, at) => ({
    variant,
    returns: new Map(
      lived.flatMap(({ place, seed, outcome }): [string, number | null][] =>
        place === at ? [[seed, hasLived(outcome) ? outcome.figures.closed : null]] : [],
      ),
    ),
  }));
  return judgeSweep(tried, tries);
}

function writeSweep({ out, parameters }: LivesChoice, { rows, judgement }: SweepVerdict): void {
  const names = parameters.map(({ name }) => name);
  const header = [...names, 'lives', 'mean', 'low', 'high', 'edge'];
  const cells = ({ variant, lives, mean, interval, hasEdge }: VariantRow): string[] => [
    ...names.map((name) => variant.get(name) ?? ''),
    ...[String(lives), String(mean), String(interval?.low ?? ''), String(interval?.high ?? '')],
    String(hasEdge),
  ];
  writeFileSync(join(out, 'sweep.csv'), formatCsv([header, ...rows.map(cells)]));
  writeFileSync(join(out, 'sweep.json'), `${sweepJson(rows, judgement.headline)}\n`);
}

const sweepJson = (rows: readonly VariantRow[], headline: string): string =>
  JSON.stringify(
    {
      verdict: headline,
      variants: rows.map(({ variant, ...row }) => ({ ...Object.fromEntries(variant), ...row })),
    },
    undefined,
    2,
  );

function print(choice: LivesChoice, { rows, judgement }: SweepVerdict, judged: string): void {
  const ranked = rows.toSorted((one, other) => other.mean - one.mean).slice(0, ROWS_SHOWN);
  const table = formatTable(
    ['variant', 'lives', 'mean return', '95 % interval', 'edge'],
    ranked.map(({ variant, lives, mean, interval, hasEdge }) => [
      ...[variantText(variant), String(lives), percentText(mean)],
      interval === undefined ? '' : `${percentText(interval.low)} to ${percentText(interval.high)}`,
      hasEdge ? 'yes' : '',
    ]),
  );
  const lines = [
    judgement.headline,
    ...(judged === '' ? [] : [judged]),
    '',
    ...table,
    '',
    `The report: ${reportFile(choice)}, and all of it as data beside it`,
  ];
  const isData = choice.printed !== undefined;
  process.stdout.write(
    isData ? `${sweepJson(rows, judgement.headline)}\n` : `${lines.join('\n')}\n`,
  );
}

const judgedWords = ({ headline }: Judgement, seeds: number, judged: number): string =>
  `On ${seeds} further seeds: ${headline}${judged < 2 ? '' : ` (choice ${judged} judged here)`}`;
