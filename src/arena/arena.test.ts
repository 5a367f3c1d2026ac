import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { expect, onTestFinished, test } from 'vitest';
import { readContractRows } from '../gateway/load-contracts.ts';
import { inTemporaryFolder } from '../machine/temporary-folder.ts';
import { beginArena, judgeArena, replayArena } from './judge-arena.ts';
import { startStandIn } from './stand-in.ts';

const QUICK = { hours: 0.02, cadenceSeconds: 6, seeds: 2, warmUpSeconds: 5 };
const RUN = { parallel: 1, progress: () => undefined, environment: process.env };
const SECRET = 'sk-test-0123456789-never-to-be-seen';

interface Arena {
  readonly folder: string;
  readonly terms: object;
}

function begin(folder: string, terms: object): string {
  const file = join(folder, 'arena.json');
  const result = join(folder, 'result');
  writeFileSync(file, JSON.stringify({ name: 'Test', rules: QUICK, ...terms }));
  beginArena(file, result, readContractRows());
  return result;
}

async function play({ folder, terms }: Arena) {
  const result = begin(folder, terms);
  return { result, ...(await judgeArena(result, { ...RUN, parallel: 8 })) };
}

/** Changes a file, and what the result says of it. */
function forge(folder: string, name: string, change: (text: string) => string): void {
  const path = join(folder, name);
  const bytes = change(existsSync(path) ? readFileSync(path, 'utf8') : '');
  writeFileSync(path, bytes);
  if (name === 'result.json') return;
  const result = join(folder, 'result.json');
  const told = JSON.parse(readFileSync(result, 'utf8'));
  told.files[name] = createHash('sha256').update(bytes).digest('hex');
  told.files = Object.fromEntries(Object.entries(told.files).sort());
  writeFileSync(result, `${JSON.stringify(told, null, 2)}\n`);
}

async function standIn(): Promise<string> {
  const { url, close } = await startStandIn();
  onTestFinished(close);
  return url;
}

const model = (name: string, url: string, more: object = {}) => ({
  ...{ kind: 'model', name, url, model: 'stand-in-trend' },
  ...more,
});

/** A contestant that is a script of Node, which answers the line it was given. */
const command = (name: string, script: string) => ({
  kind: 'command',
  name,
  command: [
    execPath,
    '-e',
    `require('readline').createInterface({input:process.stdin}).on('line',(line)=>{
       const turn=JSON.parse(line);
       const say=(it)=>console.log(JSON.stringify({turn:turn.turn,...it}));
       ${script}})`,
  ],
});

test('[ARN-1] [ARN-2] what was answered gives the same bytes again, without anyone there', () =>
  inTemporaryFolder(async (folder) => {
    const server = await startStandIn();
    const { result, board } = await play({
      folder,
      terms: {
        rules: { ...QUICK, book: 'together' },
        contestants: [
          model('one', server.url, { inputPrice: 1, outputPrice: 2 }),
          command('two', "say({reason:'buy',orders:turn.turn===2?[{side:'buy',size:0.01}]:[]})"),
        ],
      },
    });
    server.close();
    const two = board.find(({ team }) => team === 'two');
    expect(two?.asked).toBe(24);
    // One order in each market, which may meet more than one.
    expect(two?.fills).toBeGreaterThanOrEqual(2);
    expect(board.find(({ team }) => team === 'one')?.cost).toBeGreaterThan(0);
    expect(existsSync(join(result, 'secret.json'))).toBe(false);
    const [, median = ''] =
      /class="median" points="([^"]*)"/.exec(readFileSync(join(result, 'report.html'), 'utf8')) ??
      [];
    expect(median.split(' ')).toHaveLength(12);
    const { differences, heats } = await replayArena(result, RUN);
    expect(differences).toEqual([]);
    expect(heats).toBe(2);
    const changes: readonly (readonly [string, RegExp, string])[] = [
      ['decisions.jsonl', /"equity":1/, '"equity":2'],
      ['heats.jsonl', /"fills":1/, '"fills":2'],
      ['report.html', /Test/, 'Tost'],
      ['arena.json', /"lossMax": 0/, '"lossMax": 1'],
    ];
    for (const [at, [name, from, to]] of changes.entries()) {
      const copy = join(folder, `copy-${at}`);
      cpSync(result, copy, { recursive: true });
      const text = readFileSync(join(copy, name), 'utf8');
      expect(text).toMatch(from);
      writeFileSync(join(copy, name), text.replace(from, to));
      expect((await replayArena(copy, RUN)).differences, name).not.toEqual([]);
    }
  }));

test('[ARN-2] an answer that is changed in the cassette is found', () =>
  inTemporaryFolder(async (folder) => {
    const { result } = await play({
      folder,
      terms: { contestants: [command('one', "say({reason:'a',orders:[{side:'buy',size:0.01}]})")] },
    });
    const path = join(result, 'cassette', 'heat-0001.jsonl');
    writeFileSync(path, readFileSync(path, 'utf8').replace('0.01', '0.02'));
    expect((await replayArena(result, RUN)).differences).not.toEqual([]);
  }));

test('[ARN-2] whoever changes a file and its hash in the result is found all the same', () =>
  inTemporaryFolder(async (folder) => {
    const { result } = await play({
      folder,
      terms: { rules: { ...QUICK, seeds: 1 }, contestants: [command('one', "say({reason:'a'})")] },
    });
    expect(await replayArena(result, RUN)).toMatchObject({ differences: [], notes: [] });
    const tape = 'cassette/heat-0000.jsonl';
    const changes: readonly (readonly [string, RegExp, string, string])[] = [
      [tape, /You trade/, 'You track', `${tape} is not what was asked`],
      [tape, /$/, '{"hash":"0"}\n', `${tape} is not what was asked`],
      [
        'arena.json',
        /"hours": 0.02/,
        '"hours": 0.03',
        'arena.json and contest.json have different',
      ],
      ['arena.json', /\n$/, ' \n', 'arena.json is not what the others give'],
      ['report.html', /Test/, 'Tost', 'report.html is not what the others give'],
      // A command says when it ends; only a program can be one that hangs.
      ['heats.jsonl', /"stops":\[\]/, '"stops":[["one",1]]', 'heats.jsonl is not what the others'],
      ['notes.txt', /$/, 'a', 'notes.txt is no part of the result'],
    ];
    for (const [at, [name, from, to, said]] of changes.entries()) {
      const copy = join(folder, `copy-${at}`);
      cpSync(result, copy, { recursive: true });
      forge(copy, name, (text) => text.replace(from, to));
      expect((await replayArena(copy, RUN)).differences[0], name).toContain(said);
    }
    forge(result, 'result.json', (text) => text.replace(/"version": ".*"/, '"version": "0.1.0"'));
    const { differences } = await replayArena(result, RUN);
    expect(differences[0]).toContain('names version 0.1.0');
  }));

test('[ARN-3] a key is in one header and in no file', () =>
  inTemporaryFolder(async (folder) => {
    const environment = { ...process.env, ARENA_TEST_KEY: SECRET };
    const heard: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      heard.push(request.headers.authorization);
      // As unkind as a server can be: it says the key back.
      const content = `{"reason": "my key is ${SECRET}", "memory": "${SECRET}"}`;
      response.end(JSON.stringify({ choices: [{ message: { content } }] }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const tell = "say({reason:Object.values(process.env).join(' ')})";
    const result = begin(folder, {
      contestants: [model('one', url, { keyVariable: 'ARENA_TEST_KEY' }), command('spy', tell)],
    });
    await expect(judgeArena(result, RUN)).rejects.toThrow('set ARENA_TEST_KEY');
    await judgeArena(result, { ...RUN, environment });
    expect(heard[0]).toBe(`Bearer ${SECRET}`);
    for (const name of readdirSync(result, { recursive: true, withFileTypes: true })) {
      if (!name.isFile()) continue;
      expect(readFileSync(join(name.parentPath, name.name), 'utf8')).not.toContain(SECRET);
    }
  }));

test('[ARN-4] who does not answer in time does nothing, and others go on', () =>
  inTemporaryFolder(async (folder) => {
    const url = await standIn();
    // What it says of turn 1 comes when it is asked the next time.
    const late =
      'const {last}=globalThis;globalThis.last=say;if(turn.turn%2===1)return;' +
      "last?.({reason:'late'});say({reason:'ok'})";
    const { board, result } = await play({
      folder,
      terms: {
        rules: { ...QUICK, hours: 0.01, cadenceSeconds: 12, seeds: 1 },
        answerSeconds: 2,
        contestants: [
          model('one', url),
          model('none', url, { model: 'no-such-model' }),
          model('away', 'http://127.0.0.1:9/v1'),
          command('late', late),
          command('dead', 'process.stderr.write("no more");process.exit(3)'),
          command('garbage', "console.log('hello')"),
          command('words', "say({reason:'x',orders:'many',cancels:7})"),
        ],
      },
    });
    const rowOf = (name: string) => board.find(({ team }) => team === name);
    expect(rowOf('one')).toMatchObject({ unanswered: 0, faults: 0 });
    expect(rowOf('none')?.fault).toContain('404');
    expect(rowOf('away')?.fault).toContain('cannot be reached');
    expect(rowOf('late')).toMatchObject({ unanswered: 1, faults: 1 });
    expect(rowOf('dead')?.fault).toContain('it has ended: no more');
    expect(rowOf('garbage')).toMatchObject({ unanswered: 3 });
    expect(rowOf('words')).toMatchObject({ unanswered: 0, faults: 0 });
    expect((await replayArena(result, RUN)).differences).toEqual([]);
  }));

test('[ARN-4] a connection that broke costs no turn', () =>
  inTemporaryFolder(async (folder) => {
    let asked = 0;
    const server = createServer((request, response) => {
      asked += 1;
      if (asked % 2 === 1) request.socket.destroy();
      else response.end(JSON.stringify({ choices: [{ message: { content: '{"reason":"a"}' } }] }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const { board } = await play({
      folder,
      terms: {
        rules: { ...QUICK, seeds: 1, cadenceSeconds: 24 },
        contestants: [model('one', `http://127.0.0.1:${port}/v1`)],
      },
    });
    expect(board[0]).toMatchObject({ asked: 3, unanswered: 0, faults: 0 });
    expect(asked).toBe(6);
  }));

const DEEP = "const deep='['.repeat(1e5)+']'.repeat(1e5)";

test('[ARN-4] whoever never ends its answer is ended, and the others go on', () =>
  inTemporaryFolder(async (folder) => {
    const server = createServer((_, response) => {
      const pour = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        response.once('drain', pour);
      };
      pour();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close().closeAllConnections());
    const { port } = server.address() as AddressInfo;
    const long = join(folder, 'long.js');
    writeFileSync(long, "export const decide = () => ({ orders: 'x'.repeat(1e6) });");
    const { board, result } = await play({
      folder,
      terms: {
        rules: { ...QUICK, seeds: 1, cadenceSeconds: 24 },
        contestants: [
          command(
            'line',
            `const pour=()=>{while(process.stdout.write('x'.repeat(65536)));
             process.stdout.once('drain',pour)};pour()`,
          ),
          command('lines', "process.stdout.write('[]\\n'.repeat(4e5));say({reason:'late'})"),
          model('body', `http://127.0.0.1:${port}/v1`),
          { kind: 'program', name: 'long', file: 'long.js' },
          command('deep', `${DEEP};console.log('{"turn":'+turn.turn+',"orders":'+deep+'}')`),
          command('one', "say({reason:'a',orders:[{side:'buy',size:0.01}]})"),
        ],
      },
    });
    const rowOf = (name: string) => board.find(({ team }) => team === name);
    for (const name of ['line', 'lines'])
      expect(rowOf(name)?.fault).toContain('it wrote more than 1048576 characters in one turn');
    expect(rowOf('body')?.fault).toContain('its answer has more than 1048576 bytes');
    expect(rowOf('deep')?.fault).toContain('its answer is nested deeper than 32 levels');
    expect(rowOf('long')).toMatchObject({ fills: 0, faults: 0 });
    expect(readFileSync(join(result, 'decisions.jsonl'), 'utf8')).not.toContain('xxx');
    expect(rowOf('one')).toMatchObject({ unanswered: 0, faults: 0 });
    expect((await replayArena(result, RUN)).differences).toEqual([]);
  }));

test('[ARN-5] a rehearsal asks everybody and sends nothing', () =>
  inTemporaryFolder(async (folder) => {
    const { result, board } = await play({
      folder,
      terms: {
        readOnly: true,
        rules: { ...QUICK, seeds: 1, cadenceSeconds: 24 },
        contestants: [command('one', "say({reason:'a',orders:[{side:'buy',size:0.01}]})")],
      },
    });
    expect(board[0]).toMatchObject({ asked: 3, fills: 0, score: 0 });
    const said = readFileSync(join(result, 'decisions.jsonl'), 'utf8');
    expect(said).toContain('not sent: this arena is readOnly');
    expect((await replayArena(result, RUN)).differences).toEqual([]);
  }));

test('[ARN-5] caps hold for what opens, and not for what closes', () =>
  inTemporaryFolder(async (folder) => {
    const orders = [
      "[{side:'buy',size:0.01}]",
      "[{side:'buy',size:1}]",
      "[{side:'buy',size:0.01},{side:'buy',size:0.01}]",
      "[{side:'sell',size:0.01,reduceOnly:true}]",
    ];
    const { result } = await play({
      folder,
      terms: {
        rules: { ...QUICK, seeds: 1 },
        orderValueMax: 5_000,
        dayValueMax: 2_000,
        contestants: [
          command('one', `say({reason:'',orders:[${orders.join(',')}][turn.turn]??[]})`),
        ],
      },
    });
    const rows = readFileSync(join(result, 'decisions.jsonl'), 'utf8')
      .split('\n')
      .slice(0, 4)
      .map((line) => JSON.parse(line));
    const sizeOf = (fills: readonly { readonly size: number }[]): string =>
      fills.reduce((sum, { size }) => sum + size, 0).toFixed(4);
    const filled = rows.map(({ fills }) => sizeOf(fills));
    expect(filled).toEqual(['0.0100', '0.0000', '0.0100', '0.0100']);
    expect(rows[1].refusals[0]).toContain('orderValueMax is 5000');
    expect(rows[2].refusals[0]).toContain('dayValueMax is 2000');
  }));

test('[ARN-6] thinking costs market time where the rules say so', () =>
  inTemporaryFolder(async (folder) => {
    const slow =
      "turn.turn===0?setTimeout(()=>say({orders:[{side:'buy',size:0.01}]}),600):say({orders:[]})";
    const { result } = await play({
      folder,
      terms: {
        // Six tenths of a second are half a minute, five decisions; a busy machine takes longer.
        rules: { ...QUICK, seeds: 1, hours: 0.25 },
        thinkingRate: 50,
        contestants: [command('one', slow)],
      },
    });
    const filled = readFileSync(join(result, 'decisions.jsonl'), 'utf8')
      .split('\n')
      .slice(0, -1)
      .findIndex((line) => JSON.parse(line).fills.length > 0);
    expect(filled).toBeGreaterThanOrEqual(4);
  }));

test('[ARN-7] [ARN-9] a run that was interrupted can be watched, and asks nobody twice', () =>
  inTemporaryFolder(async (folder) => {
    const count = join(folder, 'asked');
    const contestants = [
      command(
        'one',
        `require('fs').appendFileSync(${JSON.stringify(count)},'x');say({reason:'seen'})`,
      ),
    ];
    const result = begin(folder, { rules: QUICK, contestants });
    const live = join(result, 'live.html');
    const stop = new AbortController();
    const first = judgeArena(result, {
      ...{ ...RUN, signal: stop.signal },
      progress: () => stop.abort(new Error('interrupted')),
    });
    await expect(first).rejects.toThrow('interrupted');
    expect(readFileSync(count, 'utf8')).toHaveLength(12);
    expect(readFileSync(live, 'utf8')).toMatch(/arena, running.*seen/s);
    await judgeArena(result, RUN);
    expect(readFileSync(count, 'utf8')).toHaveLength(24);
    expect(existsSync(live)).toBe(false);
    expect((await replayArena(result, RUN)).differences).toEqual([]);
    await expect(judgeArena(result, RUN)).rejects.toThrow('has its result already');
  }));

test('[ARN-7] an arena whose program is missing begins once it is there', () =>
  inTemporaryFolder(async (folder) => {
    const contestants = [{ kind: 'program', name: 'hold', file: 'hold.js' }];
    expect(() => begin(folder, { contestants })).toThrow('hold.js is not there');
    writeFileSync(join(folder, 'hold.js'), 'export const decide = () => ({});');
    expect(existsSync(join(begin(folder, { contestants }), 'arena.json'))).toBe(true);
  }));
