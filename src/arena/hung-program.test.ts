/** Programs of an arena that hang, and what is asked twice because of them. */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { expect, test } from 'vitest';
import { heardSince } from '../contest/line-talk.ts';
import { readContractRows } from '../gateway/load-contracts.ts';
import { inTemporaryFolder } from '../machine/temporary-folder.ts';
import { recordCassette } from './cassette.ts';
import { beginArena, judgeArena, replayArena } from './judge-arena.ts';

test('[ARN-10] a program that hangs in one step is stopped, and nobody else notices', () =>
  inTemporaryFolder(async (folder) => {
    const run = {
      ...{ parallel: 1, patienceMillis: 1_000 },
      ...{ progress: () => undefined, environment: process.env },
    };
    const programs = {
      trade: "return state.step % 3 ? {} : { orders: [{ side: 'buy', size: 0.01 }] }",
      hang: 'while (state.step === 2) String(3n ** 500000n); return {}',
      deep: "const n = [1e3, 1e5][state.step] ?? 0; eval('['.repeat(n) + ']'.repeat(n)); return {}",
    };
    for (const [name, body] of Object.entries(programs))
      writeFileSync(join(folder, `${name}.js`), `export function decide(state) { ${body} }`);
    const count = join(folder, 'asked');
    const script = `require('readline').createInterface({input:process.stdin}).on('line',(line)=>{
      require('fs').appendFileSync(${JSON.stringify(count)},'x');
      console.log(JSON.stringify({turn:JSON.parse(line).turn,reason:'seen'}))})`;
    const names = Object.keys(programs);
    const terms = {
      name: 'Test',
      rules: {
        ...{ hours: 0.01, cadenceSeconds: 6, seeds: 1, warmUpSeconds: 5 },
        ...{ book: 'together', contracts: ['BTC'] },
      },
      contestants: [
        { kind: 'command', name: 'asked', command: [execPath, '-e', script] },
        ...names.map((name) => ({ kind: 'program', name, file: `${name}.js` })),
      ],
    };
    const rowsOf = (result: string, team: string): string[] =>
      readFileSync(join(result, 'decisions.jsonl'), 'utf8')
        .split('\n')
        .filter((row) => row.includes(`"team":"${team}"`));
    const file = join(folder, 'arena.json');
    writeFileSync(file, JSON.stringify(terms));
    const [crowd, few] = [join(folder, 'crowd'), join(folder, 'few')];
    beginArena(file, crowd, readContractRows());
    cpSync(crowd, few, { recursive: true });
    const { board } = await judgeArena(crowd, run);
    const rowOf = (name: string) => board.find(({ team }) => team === name);
    expect(rowOf('hang')).toMatchObject({
      fault: 'it was stopped at decision 2: it did not come to an end',
    });
    expect(rowsOf(crowd, 'hang')).toHaveLength(2);
    expect(rowOf('deep')?.fault).toContain('decision 1: stack overflow');
    expect(rowOf('asked')).toMatchObject({ asked: 6, unanswered: 0, faults: 0 });
    expect(readFileSync(count, 'utf8')).toHaveLength(6);
    expect(await replayArena(crowd, run)).toMatchObject({ differences: [], heats: 1 });
    // The same market without the two.
    const told = JSON.parse(readFileSync(join(few, 'arena.json'), 'utf8'));
    told.contestants.splice(2);
    writeFileSync(join(few, 'arena.json'), `${JSON.stringify(told, null, 2)}\n`);
    for (const name of ['hang', 'deep']) rmSync(join(few, 'programs', `${name}.js`));
    await judgeArena(few, run);
    expect(rowsOf(few, 'trade').join('\n')).toContain('"side":"buy"');
    for (const name of ['trade', 'asked']) expect(rowsOf(crowd, name)).toEqual(rowsOf(few, name));
    expect((await replayArena(few, run)).differences).toEqual([]);
    // Whoever does not hang was not to be stopped.
    writeFileSync(join(crowd, 'programs', 'hang.js'), 'export const decide = () => ({});');
    const { differences } = await replayArena(crowd, run);
    expect(differences).toContain('heats.jsonl is not what the others give');
  }));

test('[ARN-2] [ARN-7] what is asked again while it is thought about is asked once', () =>
  inTemporaryFolder(async (folder) => {
    const asked: string[] = [];
    const { ask, keepOnly } = recordCassette(folder, async ({ request }) => {
      asked.push(request);
      return heardSince(performance.now(), 'yes', null);
    });
    const [one, vain] = ['one', 'vain'].map((request) => ({ contestant: 'a', heat: 0, request }));
    await Promise.all([one, vain, one].map((question) => ask(question!)));
    await ask(one!);
    expect(asked).toEqual(['one', 'vain']);
    // As if the heat had begun again without a program, and it was never asked then.
    keepOnly([one!]);
    const kept = readFileSync(join(folder, 'cassette', 'heat-0000.jsonl'), 'utf8').split('\n');
    expect(kept.slice(0, -1).map((line) => JSON.parse(line).request)).toEqual(['one']);
  }));
