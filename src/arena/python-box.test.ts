import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { findBoxFault } from '../contest/python-box.ts';
import { readContractRows } from '../gateway/load-contracts.ts';
import { inTemporaryFolder } from '../machine/temporary-folder.ts';
import { beginArena, judgeArena, replayArena } from './judge-arena.ts';

const EXAMPLE = fileURLToPath(new URL('../../examples/contest/momentum.py', import.meta.url));
const RUN = { parallel: 4, progress: () => undefined, environment: process.env };
const RULES = { hours: 0.01, cadenceSeconds: 12, seeds: 1, warmUpSeconds: 5 };

const ANSWERING = `
import json, os, sys, time
def fork_all():
    for count in range(100):
        try:
            if os.fork() == 0:
                time.sleep(600)
        except OSError:
            return f"stopped after {count}"
    return "not stopped"
for line in sys.stdin:
    turn = json.loads(line)["turn"]
    try:
        said = attack()
    except BaseException as error:
        said = type(error).__name__
    print(json.dumps({"turn": turn, "reason": str(said)}), flush=True)
`;

/** What each tries, and what it may say of it. */
const ATTACKS: readonly (readonly [name: string, body: string, said: RegExp])[] = [
  ['network', "__import__('urllib.request').request.urlopen('http://1.1.1.1', timeout=1)", /Error/],
  ['venue', "__import__('socket').create_connection(('127.0.0.1', 8700), 1)", /Error/],
  ['passwords', "return open('/etc/passwd').read()", /FileNotFoundError/],
  ['home', "return __import__('os').listdir('/root')", /FileNotFoundError/],
  ['write', "open('/usr/mine', 'w')", /Error/],
  ['environment', "return 'HOME' in __import__('os').environ", /^False$/],
  ['starter', "return b'HOME' in open('/proc/1/environ', 'rb').read()", /^False$/],
  ['others', "return [p for p in __import__('os').listdir('/proc') if p.isdigit()]", /^\['1', '\d/],
  ['memory', 'return len(bytearray(2 * 1024 ** 3))', /MemoryError/],
  ['processes', 'return fork_all()', /^stopped after 1?\d$/],
  ['disk', "open('/tmp/f', 'wb').write(bytes(64 * 1024 ** 2))", /Error/],
];

test(
  '[ARN-8] a Python program gets nothing of the machine it runs on',
  ({ skip }) =>
    inTemporaryFolder(async (folder) => {
      const isThere = spawnSync('bwrap', ['--version']).error === undefined;
      if (process.env['CI'] !== undefined) expect(isThere, 'bubblewrap is installed').toBe(true);
      // Some systems have it and do not let anybody make namespaces.
      const fault = findBoxFault();
      if (fault !== undefined) return skip(fault);
      for (const [name, body] of ATTACKS)
        writeFileSync(join(folder, `${name}.py`), `def attack():\n    ${body}\n${ANSWERING}`);
      copyFileSync(EXAMPLE, join(folder, 'momentum.py'));
      const names = [...ATTACKS.map(([name]) => name), 'momentum'];
      const contestants = names.map((name) => ({ kind: 'python', name, file: `${name}.py` }));
      const file = join(folder, 'arena.json');
      writeFileSync(
        file,
        JSON.stringify({ name: 'Box', rules: RULES, answerSeconds: 100, contestants }),
      );
      const result = join(folder, 'result');
      beginArena(file, result, readContractRows());
      const { board } = await judgeArena(result, RUN);
      const rows = readFileSync(join(result, 'decisions.jsonl'), 'utf8').split('\n').slice(0, -1);
      const answers = rows.map((row) => JSON.parse(row));
      for (const [name, , said] of ATTACKS) {
        const { answer } = answers.find(({ team }) => team === name);
        expect(JSON.parse(answer).reason, name).toMatch(said);
      }
      expect(existsSync('/usr/mine')).toBe(false);
      const rowOf = (name: string) => board.find(({ team }) => team === name);
      expect(rowOf('momentum')).toMatchObject({ unanswered: 0, faults: 0 });
      expect((await replayArena(result, RUN)).differences).toEqual([]);
    }),
  120_000,
);
