/** The open class: programs in Python, which run in a box and are not run again. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readContractRows } from '../gateway/load-contracts.ts';
import { inTemporaryFolder } from '../machine/temporary-folder.ts';
import { keepProgram, newContest, readProgram } from './contest-folder.ts';
import type { ContestTerms } from './contest-terms.ts';
import type { HeatProgram } from './heat-seat.ts';
import { judgeContest, verifyContest } from './judge-contest.ts';
import { checkProgram, tellClasses } from './practise.ts';
import { findBoxFault } from './python-box.ts';

const EXAMPLES = fileURLToPath(new URL('../../examples/contest/', import.meta.url));
const RULES = { name: 'Open', hours: 0.01, seeds: 2, warmUpSeconds: 5, cadenceSeconds: 2 };
const QUICK = { parallel: 1, patienceMillis: 30_000, progress: () => undefined };

const python = (team: string, body: string): HeatProgram => ({
  team,
  language: 'py',
  text: `import json, sys, time\nfor line in sys.stdin:\n    turn = json.loads(line)["turn"]\n${body
    .split('\n')
    .map((words) => `    ${words}\n`)
    .join('')}`,
});

const BUYER = python(
  'buyer',
  `orders = [{"contract": "BTC", "side": "buy", "size": 0.01}] if turn % 3 == 0 else []
print(json.dumps({"turn": turn, "orders": orders, "reason": "third"}), flush=True)`,
);

const begin = (folder: string, more: object = {}): ContestTerms =>
  newContest(folder, { ...RULES, python: 'on', ...more }, readContractRows());

test('[CTS-12] what Python answered is published, and the result verifies without it', ({ skip }) =>
  inTemporaryFolder(async (home) => {
    const fault = findBoxFault();
    if (fault !== undefined) return skip(fault);
    const folder = join(home, 'contest');
    const terms = begin(folder, { book: 'together' });
    expect(await checkProgram(terms, BUYER, 30_000)).toMatchObject({ orders: 20, gas: 0 });
    keepProgram(folder, BUYER);
    keepProgram(folder, readProgram(`${EXAMPLES}momentum.py`, 'momentum'));
    keepProgram(folder, python('ends', 'sys.exit("enough")'));
    keepProgram(folder, python('babbles', 'print("[" * 9)\nprint(json.dumps({"turn": turn}))'));
    keepProgram(folder, readProgram(`${EXAMPLES}hold.js`, 'hold'));
    const { board } = await judgeContest(folder, QUICK);
    const rowOf = (team: string) => board.find((row) => row.team === team);
    expect(rowOf('buyer')).toMatchObject({ faults: 0 });
    expect(rowOf('buyer')?.fills).toBeGreaterThanOrEqual(12);
    expect(rowOf('momentum')).toMatchObject({ faults: 0 });
    expect(rowOf('ends')).toMatchObject({ fault: 'decision 0: it has ended: enough' });
    const result = join(folder, 'result');
    const verified = await verifyContest(result, QUICK);
    expect(verified.differences).toEqual([]);
    expect(verified.recorded).toEqual(['buyer', 'momentum', 'ends', 'babbles']);
    expect(readFileSync(join(result, 'report.html'), 'utf8')).toContain(
      '<td class="n">Python</td>',
    );

    const heats = join(result, 'heats.jsonl');
    const text = readFileSync(heats, 'utf8');
    // The answers themselves are in it, and nothing of what else was said.
    expect(text).toContain('{"orders":[{"contract":"BTC","side":"buy","size":0.01}]}');
    expect(text).not.toContain('third');
    for (const changed of [
      text.replace('"side":"buy"', '"side":"sell"'),
      text.replace(/\["buyer",\[[^\]]*\]\},/, '["buyer",[null,'),
      text.replace('["buyer",[{', '["nobody",[{'),
    ]) {
      expect(changed).not.toBe(text);
      writeFileSync(heats, changed);
      const { differences } = await verifyContest(result, QUICK);
      expect(differences.join()).toMatch(/heat 0, buyer: .*digest differ/);
    }
  }));

test('[CTS-12] Python is off unless the rules say so, and where there is no box', ({ skip }) =>
  inTemporaryFolder(async (home) => {
    const closed = begin(join(home, 'closed'), { python: 'off' });
    await expect(checkProgram(closed, BUYER, 1_000)).rejects.toThrow('its rule python is off');
    expect(tellClasses(closed.rules)).toEqual([]);
    const folder = join(home, 'open');
    const open = begin(folder);
    const { PATH } = process.env;
    process.env['PATH'] = home;
    try {
      await expect(checkProgram(open, BUYER, 1_000)).rejects.toThrow('cannot run here: bubblewrap');
      expect(tellClasses(open.rules).join()).toContain(
        'Programs in Python are off on this machine',
      );
      keepProgram(folder, BUYER);
      await expect(judgeContest(folder, QUICK)).rejects.toThrow('cannot run here: bubblewrap');
    } finally {
      process.env['PATH'] = PATH;
    }
    if (findBoxFault() !== undefined) return skip('there is no bubblewrap');
    expect(tellClasses(open.rules)).toEqual([]);
  }));

test('[CTS-12] one in Python that hangs holds up a heat once', ({ skip }) =>
  inTemporaryFolder(async (home) => {
    const fault = findBoxFault();
    if (fault !== undefined) return skip(fault);
    const folder = join(home, 'contest');
    begin(folder, { seeds: 1 });
    const hangs = `if turn == 2:
    time.sleep(600)
print(json.dumps({"turn": turn}), flush=True)`;
    keepProgram(folder, python('hangs', hangs));
    const { board } = await judgeContest(folder, QUICK);
    expect(board[0]).toMatchObject({ fault: 'decision 2: no answer in time', faults: 16 });
    expect((await verifyContest(join(folder, 'result'), QUICK)).differences).toEqual([]);
  }));

test('[CTS-12] one in Python that never ends its line stops nobody else', ({ skip }) =>
  inTemporaryFolder(async (home) => {
    const fault = findBoxFault();
    if (fault !== undefined) return skip(fault);
    const folder = join(home, 'contest');
    begin(folder, { seeds: 1, book: 'together' });
    const pours = `while turn == 1:
    sys.stdout.write("x" * 65536)
print(json.dumps({"turn": turn}), flush=True)`;
    keepProgram(folder, python('pours', pours));
    const deep = `"[" * 100000 + "]" * 100000`;
    keepProgram(folder, python('deep', `print('{"turn":%d,"orders":%s}' % (turn, ${deep}))`));
    keepProgram(folder, BUYER);
    const { board } = await judgeContest(folder, QUICK);
    const rowOf = (team: string) => board.find((row) => row.team === team);
    expect(rowOf('pours')?.fault).toContain('decision 1: it wrote more than 1048576 characters');
    expect(rowOf('deep')?.fault).toContain('decision 0: its answer is nested deeper than 32');
    expect(rowOf('buyer')).toMatchObject({ faults: 0 });
    expect((await verifyContest(join(folder, 'result'), QUICK)).differences).toEqual([]);
  }));
