/** `perpetua lives`: runs a program against many markets, and shows what came of it. */
import { reasonOf } from '../../domain/reason-of.ts';
import { inTemporaryFolder } from '../../machine/temporary-folder.ts';
import { command, Misunderstood } from '../../terminal/command.ts';
import { complain, EXIT } from '../../terminal/output.ts';
import { hasLived, type LifeOutcome } from '../../verdict/life.ts';
import { meanWords } from '../../verdict/report/overview.ts';
import { commandFor, NO_VARIANT, variantText } from '../../verdict/variants.ts';
import { readSettings } from '../settings/read-settings.ts';
import { createLivesBar } from './lives-bar.ts';
import { formatLives, livesCsv, livesJson } from './lives-report.ts';
import { LIVES_HELP, type LivesChoice, readChoice } from './lives-words.ts';
import { openLife } from './open-life.ts';
import {
  beginFolder,
  keepFailure,
  type LifeTask,
  type LivedTask,
  partOf,
  recallLife,
  reportFile,
  writeFolder,
} from './run-folder.ts';
import { runLife } from './run-life.ts';
import { subjectOf } from './run-subject.ts';
import { type LiveTasks, runSweep } from './run-sweep.ts';
import { noteTry } from './tries.ts';
import { contractsIn, venueSettings } from './venue-settings.ts';

/** Parameters of a sweep may follow `--vary` as words of their own. */
const WORDS_MAX = 8;

export const runLives = async (args: readonly string[]): Promise<number> =>
  args[0] === 'open' ? openLife(args.slice(1)) : liveMany(args);

const liveMany = command({ help: LIVES_HELP, words: WORDS_MAX }, async (flags) => {
  const choice = readChoice(flags);
  const faults = findFaults(choice);
  if (faults.length > 0) {
    const after = 'words after -- are settings of a venue: npx perpetua start --help';
    throw new Misunderstood([...faults, after].join('\nperpetua: '));
  }
  try {
    beginFolder(subjectOf(choice), choice.isResumed);
  } catch (error) {
    if (error instanceof Misunderstood) throw error;
    return complain(`--out ${choice.out}: ${reasonOf(error)}`, EXIT.failed);
  }
  return inTemporaryFolder((folder) => {
    const contracts = contractsIn(folder, choice);
    const live: LiveTasks = (tasks) => liveAll(choice, tasks, contracts);
    return choice.parameters.length > 0 ? runSweep(choice, live) : runPlain(choice, live);
  });
});

async function runPlain(choice: LivesChoice, live: LiveTasks): Promise<number> {
  const lived = await live(choice.seeds.map((seed) => ({ place: 0, variant: NO_VARIANT, seed })));
  const outcomes = lived.map(({ outcome }) => outcome);
  const { headline, interval, level } = writeFolder(subjectOf(choice), lived, () => ({ lived }));
  const mean = interval === undefined ? [] : [meanWords(interval, level)];
  print(choice, outcomes, [headline, ...mean].join(' '));
  const isWhole = outcomes.length === choice.seeds.length && outcomes.every(hasLived);
  return isWhole ? EXIT.done : EXIT.failed;
}

/** In the order of the tasks. After Ctrl-C only the lives that are over. */
async function liveAll(
  choice: LivesChoice,
  tasks: readonly LifeTask[],
  contracts: string | undefined,
): Promise<LivedTask[]> {
  const over = new Map<LifeTask, LifeOutcome>();
  const interrupted = new AbortController();
  const interrupt = (): void => interrupted.abort();
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, interrupt);
  const bar = createLivesBar(tasks.length);
  const waiting = tasks.values();
  const worker = async (): Promise<void> => {
    for (const task of waiting) {
      if (interrupted.signal.aborted) return;
      const name = [variantText(task.variant), task.seed].join(' ').trim();
      const progress = (done: number): void => bar.tell(name, done);
      const terms = termsOf(choice, task, contracts);
      const recalled = choice.isResumed ? recallLife(terms.part, task.seed) : undefined;
      const outcome = recalled ?? (await runLife({ ...terms, stop: interrupted.signal, progress }));
      if (interrupted.signal.aborted && !hasLived(outcome)) return;
      if (!hasLived(outcome)) keepFailure(terms.part, outcome.failure);
      else if (recalled === undefined) noteTry(choice, task);
      over.set(task, outcome);
      bar.tellOver(name, outcome);
    }
  };
  await Promise.all(Array.from({ length: Math.min(choice.parallel, tasks.length) }, worker));
  bar.end();
  for (const signal of signals) process.off(signal, interrupt);
  return tasks.flatMap((task) => {
    const outcome = over.get(task);
    return outcome === undefined ? [] : [{ ...task, outcome }];
  });
}

/** A wrong setting would end every life. */
function findFaults(choice: LivesChoice): readonly string[] {
  const task = { place: 0, variant: NO_VARIANT, seed: choice.seeds[0] ?? '' };
  const { settings: args } = termsOf(choice, task, undefined);
  const outcome = readSettings({ args, environment: {}, readText: () => undefined });
  return 'faults' in outcome ? outcome.faults : [];
}

function termsOf(choice: LivesChoice, task: LifeTask, contracts: string | undefined) {
  const { seed, variant } = task;
  const { hours, speed, patienceMillis, isReplay: isShown } = choice;
  const settings = venueSettings(choice, seed, contracts);
  const seconds = Math.max(1, Math.round(hours * 3_600));
  const bot = commandFor(choice.bot, variant);
  const part = partOf(choice, task);
  return { bot, variant, seed, seconds, speed, patienceMillis, isShown, settings, part };
}

function print(choice: LivesChoice, outcomes: readonly LifeOutcome[], verdict: string): void {
  if (choice.printed === 'json')
    process.stdout.write(`${livesJson(subjectOf(choice), outcomes, NO_VARIANT)}\n`);
  else if (choice.printed === 'csv') process.stdout.write(livesCsv(outcomes));
  else {
    const files = ['', `The report: ${reportFile(choice)}, and all of it as data beside it`];
    process.stdout.write(
      `${[verdict, '', ...formatLives(choice, outcomes), ...files].join('\n')}\n`,
    );
  }
}
