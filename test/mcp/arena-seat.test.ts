import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { beginArena, judgeArena, replayArena } from '../../src/arena/judge-arena.ts';
import { readContractRows } from '../../src/gateway/load-contracts.ts';
import { inTemporaryFolder } from '../../src/machine/temporary-folder.ts';
import { PROGRAM } from '../cli/venue-process.ts';

const CLIENT = fileURLToPath(new URL('./seat-client.ts', import.meta.url));
const RUN = { parallel: 1, progress: () => undefined, environment: process.env };

test(
  '[ARN-1] a client of the Model Context Protocol takes its seat and its turns',
  () =>
    inTemporaryFolder(async (folder) => {
      const file = join(folder, 'arena.json');
      const result = join(folder, 'result');
      const rules = { hours: 0.01, cadenceSeconds: 12, seeds: 1, warmUpSeconds: 5 };
      const contestants = [
        { kind: 'mcp', name: 'client', command: [execPath, CLIENT, PROGRAM] },
        { kind: 'mcp', name: 'absent', command: [execPath, '-e', 'process.stderr.write("no")'] },
      ];
      writeFileSync(file, JSON.stringify({ name: 'Seats', rules, contestants }));
      beginArena(file, result, readContractRows());
      const { board } = await judgeArena(result, RUN);
      const rowOf = (name: string) => board.find(({ team }) => team === name);
      expect(rowOf('client')).toMatchObject({ asked: 3, unanswered: 0, faults: 0 });
      // An order may meet several others.
      expect(rowOf('client')?.fills).toBeGreaterThan(0);
      expect(rowOf('absent')?.fault).toContain('nobody took its seat');
      expect(readFileSync(join(result, 'decisions.jsonl'), 'utf8')).toContain('turn 2');
      expect((await replayArena(result, RUN)).differences).toEqual([]);
    }),
  120_000,
);
