/**
 * A season of three scripted traders that know the venue through `perpetua mcp` alone, as a
 * language model would:
 *
 *   npx node examples/agents/season.ts
 *   npx node examples/agents/season.ts --hours 24 --minutes 5 --out standings.json
 *
 * It starts a venue of its own in a temporary folder, whose time passes only when a trader steps
 * it, and prints the address of the arena, where the season can be watched. Words after `--` are
 * settings of that venue.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { type CallTool, TRADERS, type Trader } from './policies.ts';

/** In a clone; elsewhere it is `perpetua`. */
const PERPETUA = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

const { values, positionals } = parseArgs({
  options: {
    hours: { type: 'string', default: '6' },
    minutes: { type: 'string', default: '15' },
    out: { type: 'string', default: 'standings.json' },
  },
  allowPositionals: true,
});
const rounds = Math.ceil((Number(values.hours) * 60) / Number(values.minutes));
const LOCAL = ['127.0.0.1', '::1'];
/** A step of time may take its time. */
const PATIENCE = { timeout: 600_000 };

const folder = mkdtempSync(join(tmpdir(), 'perpetua-season-'));
const venue = spawn(
  process.execPath,
  [
    ...[PERPETUA, 'start', '--data', folder, '--port', '0', '--admin-port', '0'],
    ...['--time', 'stepped', '--log-level', 'error', ...positionals],
  ],
  { stdio: ['ignore', 'pipe', 'inherit'] },
);

async function untilOpen({ stdout, exitCode }: ChildProcess): Promise<void> {
  let said = '';
  stdout?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  while (!said.includes('Ctrl-C')) {
    if (exitCode !== null || stdout === null) throw new Error(`the venue did not open: ${said}`);
    await once(stdout, 'data');
  }
}

// biome-ignore lint/suspicious/noExplicitAny: answers are looked at field by field.
type Json = any;

async function send(url: string, token: string, body?: object): Promise<Json> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const response = await fetch(
    url,
    body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) },
  );
  const answer: Json = await response.json();
  if (!response.ok) throw new Error(`${url}: ${JSON.stringify(answer)}`);
  return answer;
}

/** What the organiser does at the admin port; `perpetua competition` does the same. */
const organise = (path: string, body?: object): Promise<Json> => {
  const { address, token } = JSON.parse(readFileSync(join(folder, 'admin.json'), 'utf8'));
  return send(`${address}/competition${path}`, token, body);
};

/** Registers a team, and starts the server that has its key. The secret is in no command line. */
async function enlist(baseUrl: string, { team, idea }: Trader): Promise<Client> {
  const open = `${baseUrl}/competition/registrations`;
  const { registrationId, claimToken } = await send(open, '', {
    ...{ team, members: [`${team} captain`], contact: `${team}@example.org` },
    ...{ addresses: LOCAL, strategy: idea },
  });
  await organise(`/registrations/${registrationId}/approve`, {});
  const keys = await send(`${open}/${registrationId}/credentials`, claimToken, {});
  const client = new Client({ name: team, version: '1.0.0' });
  const env = {
    PATH: process.env['PATH'] ?? '',
    PERPETUA_KEY: keys.apiKey,
    PERPETUA_SECRET: keys.secretKey,
    PERPETUA_PASSPHRASE: keys.passphrase,
  };
  const args = [PERPETUA, 'mcp', '--base-url', baseUrl];
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, env }),
    PATIENCE,
  );
  return client;
}

const callOf =
  (client: Client): CallTool =>
  async (name, asked = {}) => {
    const { content, isError } = await client.callTool({ name, arguments: { ...asked } }, PATIENCE);
    const [first] = content;
    const text = first?.type === 'text' ? first.text : '';
    if (isError === true) throw new Error(text);
    return JSON.parse(text);
  };

async function playSeason(): Promise<void> {
  await untilOpen(venue);
  const { baseUrl } = JSON.parse(readFileSync(join(folder, 'admin.json'), 'utf8'));
  const { now } = await send(`${baseUrl}/competition/now`, '');
  const seasonMillis = rounds * Number(values.minutes) * 60_000;
  await organise('/seasons', {
    ...{ name: 'Three traders', startAt: now + 60_000, endAt: now + 60_000 + seasonMillis },
    ...{ wallet: '10000', leaderboardDelayMillis: 0, leaderboardFreezeMillis: 0 },
    ...{ roundTripsMin: 0, activeDaysMin: 0, requiresAiLog: true },
  });
  await organise('/registration', { open: true });
  const clients = await Promise.all(TRADERS.map((trader) => enlist(baseUrl, trader)));
  await organise('/reset', {});
  console.log(`arena    ${baseUrl}/arena`);
  const calls = clients.map(callOf);
  const [keeper] = calls;
  await keeper?.('step_time', { duration: '1m' });
  // The season clock looks now and then by the wall clock, also where time is stepped.
  while ((await send(`${baseUrl}/competition/leaderboard`, '')).phase !== 'active') await sleep(50);
  for (let round = 1; round <= rounds; round += 1) {
    for (const [at, { team, play }] of TRADERS.entries())
      await play(calls[at]!).catch(({ message }) => console.log(`${team}: ${message}`));
    await keeper?.('step_time', { duration: `${values.minutes}m` });
  }
  // The end itself is a moment like any other: a minute later it is certainly over.
  await keeper?.('step_time', { duration: '1m' });
  const board = await send(`${baseUrl}/competition/leaderboard`, '');
  for (const { rank, team, pnl, roi } of board.standings)
    console.log(`${rank}  ${team.padEnd(12)} ${pnl} USDT  ${(100 * Number(roi)).toFixed(2)} %`);
  const { rows } = await organise('/ai-logs/missing');
  const missing = rows.reduce((sum: number, row: Json) => sum + row.missing, 0);
  const decisions = readFileSync(join(folder, 'ai-logs.jsonl'), 'utf8').trim().split('\n').length;
  console.log(`logged   ${decisions} decisions, ${missing} orders without one`);
  writeFileSync(values.out, `${JSON.stringify(board, undefined, 2)}\n`);
  console.log(`saved    ${values.out}`);
  if (process.stdout.isTTY) {
    console.log('The arena stays open until Ctrl-C.');
    await once(process, 'SIGINT');
  }
  for (const client of clients) await client.close();
}

try {
  await playSeason();
} finally {
  if (venue.exitCode === null) {
    venue.kill('SIGTERM');
    await once(venue, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
}
