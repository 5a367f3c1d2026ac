/** `perpetua contest run` and `verify`: the same heats, to write a result or to check it. */
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { FAILURES, failuresIn, noteOf, ranksOf } from '../../contest/board-page.ts';
import { PAGE_FILE } from '../../contest/contest-result.ts';
import {
  judgeContest,
  type PublishedBoard,
  RESULT_FOLDER,
  readBoard,
  verifyContest,
} from '../../contest/judge-contest.ts';
import { many } from '../../domain/many.ts';
import { countOf } from '../../terminal/command.ts';
import { formatTable } from '../../terminal/format-table.ts';
import {
  contestCommand,
  formatScore,
  PARALLEL,
  PATIENCE_MILLIS,
  tellSecondRun,
  watching,
  wordGiven,
} from './verb-parts.ts';

const RUN_HELP = `Usage: perpetua contest run FOLDER [--parallel N] [--json]

  --parallel N  how many heats at a time (all cores)
  --json        print the board as JSON

Runs every program on every seed of the contest and writes FOLDER/result, which
tells the seeds. Interrupted, it goes on where it was.`;

const BOARD_HELP = `Usage: perpetua contest board RESULT [--json]

  --json  print JSON

Ranks are those of the mean over all heats. Whoever stands above another without
being distinguishable from it may owe that to luck.`;

const VERIFY_HELP = `Usage: perpetua contest verify RESULT [--parallel N] [--tape FILES] [--json]

  --parallel N  how many heats at a time (all cores)
  --tape FILES  the recordings, where the result names and does not hold them
  --json        print what was found as JSON

Needs the published folder alone: makes the markets again from the revealed
seeds, runs every program again, and compares every order, fill and score.`;

const PARALLEL_MAX = 256;

export const runRun = contestCommand({ help: RUN_HELP, words: 1 }, async (flags, output) => {
  const folder = wordGiven(flags, 0, 'the folder of the contest');
  const parallel = countOf(flags, 'parallel', PARALLEL, PARALLEL_MAX);
  const { terms, board } = await watching(output, (progress, signal) =>
    judgeContest(folder, { parallel, progress, signal, patienceMillis: PATIENCE_MILLIS }),
  );
  const { rules } = terms;
  const result = join(folder, RESULT_FOLDER);
  const lines = [
    `${rules.name}: ${many(rules.seeds, 'heat')} of ${rules.hours} h`,
    ...formatBoard(readBoard(result)),
    '',
    `The page: ${pathToFileURL(resolve(result, PAGE_FILE)).href}`,
    `Anyone can check ${result}: npx perpetua contest verify ${result}`,
  ];
  return { lines, body: board, indent: 2 };
});

export const runBoard = contestCommand({ help: BOARD_HELP, words: 1 }, (flags) => {
  const published = readBoard(wordGiven(flags, 0, 'the folder of the result'));
  return { lines: formatBoard(published), body: published.board, indent: 2 };
});

export const runVerifyContest = contestCommand(
  { help: VERIFY_HELP, words: 1 },
  async (flags, output) => {
    const folder = wordGiven(flags, 0, 'the folder of the result');
    const parallel = countOf(flags, 'parallel', PARALLEL, PARALLEL_MAX);
    const tapes = flags.values.get('tape')?.split(',') ?? [];
    const options = { parallel, tapes, patienceMillis: PATIENCE_MILLIS };
    const { terms: _terms, ...found } = await watching(output, (progress, signal) =>
      verifyContest(folder, { ...options, progress, signal }),
    );
    const heats = many(found.heats, 'heat');
    return tellSecondRun(found, output, () => [
      ...formatBoard(readBoard(folder)),
      '',
      `Verified: ${heats} run again, every order, fill and score is the same.`,
    ]);
  },
);

function formatBoard({ board, lines }: PublishedBoard): string[] {
  const failuresOf = failuresIn(lines);
  return [
    ...formatTable(
      ['rank', 'team', 'mean score', 'mean, 95 % sure', 'rank, 95 % sure', 'fills', FAILURES, ''],
      board.map((row) => [
        String(row.rank),
        row.team,
        formatScore(row.score),
        `${formatScore(row.scoreFrom)} to ${formatScore(row.scoreTo)}`,
        ranksOf(row),
        String(row.fills),
        failuresOf(row),
        noteOf(row),
      ]),
    ),
    ...board.flatMap(({ team, fault }) => (fault === null ? [] : [`${team}: ${fault}`])),
  ];
}
