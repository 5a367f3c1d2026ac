/** `perpetua arena run`, `board` and `replay`. */
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ArenaRow } from '../../arena/arena-page.ts';
import {
  beginArena,
  judgeArena,
  LIVE_FILE,
  readArenaBoard,
  replayArena,
} from '../../arena/judge-arena.ts';
import { noteOf, ranksOf } from '../../contest/board-page.ts';
import { PAGE_FILE } from '../../contest/contest-result.ts';
import { many } from '../../domain/many.ts';
import { readContractRows } from '../../gateway/load-contracts.ts';
import { countOf, Misunderstood } from '../../terminal/command.ts';
import { formatTable } from '../../terminal/format-table.ts';
import type { Output, Shown } from '../../terminal/output.ts';
import {
  contestCommand,
  formatScore,
  tellSecondRun,
  watching,
  wordGiven,
} from '../contest/verb-parts.ts';

const RUN_HELP = `Usage: perpetua arena run ARENA.json --out FOLDER [--parallel N] [--json]

  --out FOLDER  where everything is written: what was asked and answered, every
                decision, the board, and report.html
  --parallel N  how many markets at a time (4); one where thinkingRate is set
  --json        print the board as JSON

Interrupted, the same command goes on, and asks nobody twice. Keys come from the
variables of the environment that ARENA.json names.`;

const BOARD_HELP = `Usage: perpetua arena board FOLDER [--json]

  --json  print JSON`;

const REPLAY_HELP = `Usage: perpetua arena replay FOLDER [--parallel N] [--json]

  --parallel N  how many markets at a time (4)
  --json        print what was found as JSON

Needs the published folder alone, no network and no key: the markets are made
again from the revealed key, and the answers come from the cassette.`;

const PARALLEL = 4;
const PARALLEL_MAX = 256;

export const runRunArena = contestCommand({ help: RUN_HELP, words: 1 }, async (flags, output) => {
  const file = wordGiven(flags, 0, 'the file of the arena');
  const folder = flags.values.get('out');
  if (folder === undefined) throw new Misunderstood('--out names the folder of the result');
  const parallel = countOf(flags, 'parallel', PARALLEL, PARALLEL_MAX);
  return playFrom(file, folder, parallel, output);
});

/** From the file of an arena to its board and page. */
export async function playFrom(
  file: string,
  folder: string,
  parallel: number,
  output: Output,
): Promise<Shown> {
  beginArena(file, folder, readContractRows());
  const { board, name } = await watching(output, (progress, signal) =>
    judgeArena(folder, {
      environment: process.env,
      parallel,
      progress,
      signal,
      begin: (commitment) => {
        output.err(`The rules and markets are committed to: ${commitment}`);
        output.err(`To watch: ${pathToFileURL(resolve(folder, LIVE_FILE)).href}`);
      },
    }),
  );
  const lines = [
    name,
    ...formatArenaBoard(board),
    '',
    `The page: ${pathToFileURL(resolve(join(folder, PAGE_FILE))).href}`,
    `Anyone can play it again: npx perpetua arena replay ${folder}`,
  ];
  return { lines, body: board, indent: 2 };
}

export const runArenaBoard = contestCommand({ help: BOARD_HELP, words: 1 }, (flags) => {
  const board = readArenaBoard(wordGiven(flags, 0, 'the folder of the result'));
  return { lines: formatArenaBoard(board), body: board, indent: 2 };
});

export const runReplay = contestCommand({ help: REPLAY_HELP, words: 1 }, async (flags, output) => {
  const folder = wordGiven(flags, 0, 'the folder of the result');
  const parallel = countOf(flags, 'parallel', PARALLEL, PARALLEL_MAX);
  return replayFrom(folder, parallel, output);
});

export async function replayFrom(folder: string, parallel: number, output: Output): Promise<Shown> {
  const { name: _name, ...found } = await watching(output, (progress, signal) =>
    replayArena(folder, { parallel, progress, signal }),
  );
  return tellSecondRun(found, output, () => [
    `Played again: ${many(found.heats, 'heat')}, every order, fill, score and byte is the same.`,
  ]);
}

function formatArenaBoard(board: readonly ArenaRow[]): string[] {
  return [
    ...formatTable(
      ['rank', 'contestant', 'mean return', 'rank, 95 % sure', 'fills', 'unanswered', 'cost', ''],
      board.map((row) => [
        String(row.rank),
        row.team,
        formatScore(row.score),
        ranksOf(row),
        String(row.fills),
        row.asked === 0 ? '' : `${row.unanswered} of ${row.asked}`,
        row.cost === null ? '' : `$${row.cost.toFixed(4)}`,
        noteOf(row),
      ]),
    ),
    ...board.flatMap(({ team, fault }) => (fault === null ? [] : [`${team}: ${fault}`])),
  ];
}
