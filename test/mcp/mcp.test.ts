import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { oneMarket } from '../../proof/program.ts';
import { PROMPTS } from '../../src/cli/mcp/prompts.ts';
import { TOOLS } from '../../src/cli/mcp/run-mcp.ts';
import { openScene, untilOpen, type VenueProcess } from '../cli/venue-process.ts';
import { type McpClient, openMcpClient } from './mcp-client.ts';

const BTC = 'cmt_btcusdt';
/** The other client here speaks the protocol as it was before. */
const NEWEST = { mode: { pin: '2026-07-28' } };

const scene = openScene();
const START = [
  ...['start', '--port', '0', '--admin-port', '0', '--page', 'off', '--log-level', 'error'],
  ...oneMarket(scene.folder),
];
const keysFile = join(scene.folder, 'data/credentials.json');
let venue: VenueProcess;
let own: McpClient;

const readText = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');

interface LoggedDecision {
  readonly order: number | null;
  readonly stage: string;
  readonly model: string;
  readonly explanation: string;
  readonly input: object;
  readonly output: { readonly code?: string };
}

const lastDecision = (): LoggedDecision => {
  const lines = readFileSync(join(scene.folder, 'data/ai-logs.jsonl'), 'utf8').trim().split('\n');
  return JSON.parse(lines.at(-1) ?? 'null');
};

beforeAll(async () => {
  own = await openMcpClient(['--account', 'sandbox-2'], scene.folder);
});
afterAll(async () => {
  await own.close();
  await scene.close();
});

test('[MCP-5] without a venue a tool says how to start one, and works later', async () => {
  const folder = join(scene.folder, 'data');
  expect(await own.refusal('get_balance')).toContain(`npx perpetua start --data ${folder}`);
  venue = scene.run(...START, '--time', 'stepped');
  await untilOpen(venue);
  expect(await own.call('get_balance')).toMatchObject([{ equity: '10000.00000000' }]);
});

test('[MCP-2] the tools are those of the table, and docs/AGENTS.md lists them', async () => {
  const { tools } = await own.client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name));
  const document = readText('docs/AGENTS.md');
  for (const [effect, alike] of Map.groupBy(TOOLS, ({ effect }) => effect))
    expect(document.replace(/\s+/g, ' ')).toContain(
      `- ${effect}: ${alike.map(({ name }) => `\`${name}\``).join(', ')} `,
    );
  for (const { name, annotations } of tools)
    expect([name, annotations?.readOnlyHint]).toEqual([name, /^(list|get|why)/.test(name)]);
});

test('[MCP-2] markets can be looked at', async () => {
  const markets = await own.call('list_markets');
  expect(markets).toHaveLength(1);
  expect(markets[0]).toMatchObject({ symbol: BTC, tick: '0.1', sizeStep: '0.0001' });
  expect(Number((await own.call('get_ticker', { symbol: BTC })).last)).toBeGreaterThan(0);
  const { asks, bids: best } = await own.call('get_depth', { symbol: BTC });
  expect(Number(asks[0][0])).toBeGreaterThan(Number(best[0][0]));
  for (const levels of [1, 5, 20, 5_000]) {
    const { bids } = await own.call('get_depth', { symbol: BTC, levels });
    expect(bids.length).toBeGreaterThanOrEqual(Math.min(levels, 5));
    expect(bids.length).toBeLessThanOrEqual(Math.min(levels, 200));
  }
  const asked = { symbol: BTC, granularity: '1h', limit: 3 };
  expect(await own.call('get_candles', asked)).toHaveLength(3);
  expect(Object.keys(await own.call('get_funding', { symbol: BTC }))).toEqual([
    'forming',
    'nextAt',
    'past',
  ]);
});

test('[MCP-2] [MCP-4] it trades in and out, and the venue keeps the reasons', async () => {
  const opened = await own.call('place_order', {
    ...{ symbol: BTC, action: 'open_long', size: 0.01, stopLoss: '50000.0' },
    reasoning: 'The trend is up.',
  });
  expect(opened).toMatchObject({ status: 'filled', size: '0.0100', type: 'open_long' });
  expect(lastDecision()).toMatchObject({
    ...{ order: Number(opened.order_id), stage: 'place_order', model: 'tester' },
    explanation: 'The trend is up.',
    input: { symbol: BTC, action: 'open_long', size: 0.01, stopLoss: '50000.0' },
  });
  expect(await own.call('get_positions')).toMatchObject([{ symbol: BTC, side: 'LONG' }]);
  const { working, untriggered } = await own.call('get_open_orders');
  expect([working.length, untriggered.length]).toEqual([0, 1]);
  const moved = await own.call('amend_order', {
    ...{ orderId: untriggered[0].order_id, triggerPrice: '60000.0' },
    reasoning: 'Closer.',
  });
  expect(moved).toMatchObject({ order_id: untriggered[0].order_id, status: 'untriggered' });
  const profit = await own.call('set_exit', {
    ...{ symbol: BTC, side: 'long', kind: 'take_profit', triggerPrice: '190000.0' },
    reasoning: 'Enough.',
  });
  expect(profit).toMatchObject({ status: 'untriggered', type: 'close_long' });
  const closed = await own.call('close_position', { symbol: BTC, reasoning: 'It turned.' });
  expect(closed).toMatchObject({ closed: [{ status: 'filled' }], refused: [] });
  expect(lastDecision()).toMatchObject({
    order: Number(closed.closed[0].order_id),
    explanation: 'It turned.',
  });
  expect(await own.call('get_positions', { symbol: BTC })).toEqual([]);
  expect((await own.call('get_bills', { limit: 2 })).items).toHaveLength(2);
  // What the market offers at one price may be less than an order takes.
  const { order, fills } = await own.call('why', { orderId: opened.order_id });
  const later = await own.call('why', { orderId: closed.closed[0].order_id });
  expect([order.status, later.order.status]).toEqual(['filled', 'filled']);
  const { totals } = await own.call('get_fills', { symbol: BTC });
  expect(totals).toBe(fills.length + later.fills.length);
});

test('[MCP-6] a limit order is amended in place, and canceled', async () => {
  await own.call('set_leverage', { symbol: BTC, leverage: 10, reasoning: 'Careful.' });
  const limit = { symbol: BTC, action: 'open_long', size: '0.02', price: '60000.0' };
  const first = await own.call('place_order', { ...limit, reasoning: 'I wait.' });
  const change = { orderId: first.order_id, price: 60000.5, reasoning: 'A bit higher.' };
  const same = { order_id: first.order_id, price: '60000.5', size: '0.0200', status: 'open' };
  expect(await own.call('amend_order', change)).toMatchObject(same);
  const off = { ...change, price: '60000.55' };
  expect(await own.refusal('amend_order', off)).toContain('The order price must');
  expect((await own.call('get_open_orders')).working).toMatchObject([same]);
  const smaller = { orderId: first.order_id, size: '0.01', reasoning: 'Less.' };
  expect(await own.call('amend_order', smaller)).toMatchObject({ ...same, size: '0.0100' });
  await own.call('cancel_order', { orderId: first.order_id, reasoning: 'No.' });
  expect(await own.refusal('amend_order', { ...off, orderId: 1 })).toContain('50005');
  const last = await own.call('place_order', { ...limit, reasoning: 'Again.' });
  const done = await own.call('cancel_order', { orderId: last.order_id, reasoning: 'No more.' });
  expect(done.status).toBe('canceled');
  expect((await own.call('get_open_orders', { symbol: BTC })).working).toEqual([]);
  const plan = { ...limit, triggerPrice: '61000.0', reasoning: 'When it falls.' };
  const { order_id: orderId, status } = await own.call('place_order', plan);
  expect(status).toBe('untriggered');
  await own.call('cancel_order', { orderId, reasoning: 'Not now.' });
});

test('[MCP-4] [MCP-5] a refusal has the words of the venue and what to do', async () => {
  const asked = { symbol: BTC, action: 'open_long', size: '90', reasoning: 'All in.' };
  const words = await own.refusal('place_order', asked);
  expect(words).toMatch(/^40015 FAILED_PRECONDITION: .*not enough/);
  expect(words).toContain('What to do: ');
  expect(lastDecision()).toMatchObject({ order: null, explanation: 'All in.' });
  expect(lastDecision().output.code).toBe('40015');
  const { refusal, liquidations, funding } = await own.call('why');
  expect(refusal).toMatchObject({ tool: 'place_order', code: '40015' });
  expect(words).toContain(refusal.message);
  expect([liquidations, funding]).toEqual([[], []]);
  expect(await own.call('why', { code: '50007' })).toMatchObject({
    whatToDo: 'Choose a lower leverage.',
  });
  const { meaning, whatToDo } = await own.call('why', { code: '40015' });
  expect(meaning).toBe('A rule of the venue refuses the request');
  expect(words).toContain(`What to do: ${whatToDo}`);
  expect(readText('docs/AGENTS.md')).toContain(`What to do: ${whatToDo}`);
  expect(await own.call('why', { code: '40020' })).toMatchObject({
    meaning: 'Parameter is invalid',
  });
  expect(await own.refusal('why', { code: '1' })).toContain('1 is not a code of the venue');
});

test('[MCP-3] arguments that a tool does not know are refused with those it knows', async () => {
  const other = await own.refusal('get_balance', { account: 1008 });
  expect(other).toContain('account is not an argument: this server acts for its own account only');
  expect(await own.refusal('get_ticker', { simbol: BTC })).toContain('did you mean symbol?');
  expect(await own.refusal('cancel_order', { orderId: '1' })).toContain('reasoning is missing');
  const exit = { symbol: BTC, side: 'up', kind: 'stop_loss', triggerPrice: 1, reasoning: 'Odd.' };
  expect(await own.refusal('set_exit', exit)).toMatch(/side must be one of long, short$/);
  expect(await own.refusal('get_candles', { symbol: BTC, granularity: '2m' })).toContain('1m, 5m');
});

test('[MCP-1] [MCP-3] an order of another account is unknown, no secret is told', async () => {
  const [first, second] = JSON.parse(readFileSync(keysFile, 'utf8'));
  const env = {
    ...{ PERPETUA_KEY: first.apiKey, PERPETUA_SECRET: first.secretKey },
    PERPETUA_PASSPHRASE: first.passphrase,
  };
  const other = await openMcpClient([], scene.folder, env, NEWEST);
  try {
    const placed = await other.call('place_order', {
      ...{ symbol: BTC, action: 'open_short', size: '0.01', price: '99000.0' },
      reasoning: 'Too high.',
    });
    expect(lastDecision()).toMatchObject({ model: 'tester', order: Number(placed.order_id) });
    const asked = { orderId: placed.order_id, reasoning: 'Mine?' };
    expect(await own.refusal('cancel_order', asked)).toContain('50005 Order does not exist');
    expect(await own.refusal('why', { orderId: placed.order_id })).toContain('50005');
    expect(await other.call('get_positions')).toEqual([]);
  } finally {
    await other.close();
  }
  for (const { apiKey, secretKey, passphrase } of [first, second])
    for (const secret of [apiKey, secretKey, passphrase]) {
      expect(own.heard()).not.toContain(secret);
      expect(other.heard()).not.toContain(secret);
    }
});

test('[MCP-5] a name without a key is answered with the names that have one', async () => {
  const stranger = await openMcpClient(['--account', 'nobody'], scene.folder);
  try {
    const words = await stranger.refusal('get_balance');
    expect(words).toMatch(/no key named "nobody"; it has sandbox-1, .*with the right --account/);
    expect(words).not.toContain('npx perpetua start');
  } finally {
    await stranger.close();
  }
});

test('[MCP-9] caps bound what is opened, and let everything be closed', async () => {
  const caps = ['--max-order-value', '1000', '--max-leverage', '3', '--max-loss', '5'];
  const bound = await openMcpClient(['--account', 'sandbox-3', ...caps], scene.folder);
  try {
    const order = { symbol: BTC, action: 'open_long', reasoning: 'Try.' };
    const buy = (size: string, more = {}) => ({ ...order, size, ...more });
    expect(await bound.refusal('place_order', buy('0.05'))).toMatch(
      /^Not sent: .*--max-order-value/,
    );
    expect(await bound.refusal('place_order', buy('0.02', { price: '60000.0' }))).toContain(
      '1200.00',
    );
    expect(
      await bound.refusal('set_leverage', { symbol: BTC, leverage: 4, reasoning: 'More.' }),
    ).toContain('--max-leverage 3');
    const { order_id: orderId } = await bound.call(
      'place_order',
      buy('0.01', { price: '60000.0' }),
    );
    const grown = { orderId, size: '0.02', reasoning: 'More.' };
    expect(await bound.refusal('amend_order', grown)).toContain('--max-order-value 1000');
    await bound.call('cancel_order', { orderId, reasoning: 'Done.' });
    await bound.call('place_order', buy('0.01'));
    const lost = await openMcpClient(
      ['--account', 'sandbox-3', '--max-loss', '0.01'],
      scene.folder,
    );
    try {
      await lost.call('place_order', buy('0.01'));
      expect(await lost.refusal('place_order', buy('0.01'))).toContain('--max-loss 0.01');
      expect(await lost.call('close_position', { reasoning: 'Out.' })).toMatchObject({
        refused: [],
      });
    } finally {
      await lost.close();
    }
  } finally {
    await bound.close();
  }
  const wrong = scene.run('mcp', '--max-loss', 'little');
  expect(await wrong.ended).toBe(2);
  expect(wrong.complained()).toBe('perpetua: --max-loss is a number above 0\n');
});

test('[MCP-9] read-only there are only tools that look', async () => {
  const reader = await openMcpClient(['--account', 'sandbox-3', '--read-only'], scene.folder);
  try {
    const { tools } = await reader.client.listTools();
    const looks = TOOLS.filter(({ effect }) => effect === 'looks').map(({ name }) => name);
    expect(tools.map(({ name }) => name)).toEqual(looks);
    expect(await reader.call('get_balance')).toHaveLength(1);
    await expect(
      reader.client.callTool({ name: 'close_position', arguments: { reasoning: 'Out.' } }),
    ).rejects.toThrow('close_position');
  } finally {
    await reader.close();
  }
});

test('[MCP-10] answers are structured as their schema says, and prompts are offered', async () => {
  const { tools } = await own.client.listTools();
  for (const { name, outputSchema } of tools)
    expect([name, outputSchema?.['required']]).toEqual([name, ['result']]);
  const told = await own.client.callTool({ name: 'get_ticker', arguments: { symbol: BTC } });
  expect(told.structuredContent).toMatchObject({ result: { symbol: BTC } });
  const { prompts } = await own.client.listPrompts();
  expect(prompts.map(({ name }) => name)).toEqual(PROMPTS.map(({ name }) => name));
  for (const { name, text } of PROMPTS)
    expect(readText('docs/AGENTS.md')).toContain(`| \`${name}\` | ${text} |`);
  const { messages } = await own.client.getPrompt({
    name: 'plan_trade',
    arguments: { symbol: BTC },
  });
  expect(messages).toMatchObject([
    { role: 'user', content: { text: expect.stringContaining(`one trade of ${BTC}`) } },
  ]);
});

test('[MCP-8] it steps time, and the market has moved on', async () => {
  const { timestamp } = await own.call('get_ticker', { symbol: BTC });
  const { before, after } = await own.call('step_time', { duration: '2m' });
  expect(after - before).toBe(120_000);
  const later = await own.call('get_ticker', { symbol: BTC });
  expect(Number(later.timestamp) - Number(timestamp)).toBeGreaterThanOrEqual(119_000);
  expect(await own.refusal('step_time', { duration: 'long' })).toContain('duration');
});

test('[MCP-7] it hands out the documents and the rules of the venue', async () => {
  const { resources } = await own.client.listResources();
  const textOf = async (uri: string): Promise<string> => {
    const { contents } = await own.client.readResource({ uri });
    const [first] = contents;
    return first !== undefined && 'text' in first ? String(first.text) : '';
  };
  const uris = resources.map(({ uri }) => uri);
  expect(uris).toContain('perpetua://docs/spec/engine.md');
  const wholeOf = async (uri: string): Promise<string> => {
    const index = await textOf(uri);
    expect(index.length).toBeLessThanOrEqual(8_000);
    const parts = [...index.matchAll(/^- (perpetua:\S+): /gm)].map(([, part = '']) => part);
    const texts = await Promise.all(parts.map(textOf));
    for (const text of texts) expect(text.length).toBeLessThanOrEqual(8_000);
    return texts.join('');
  };
  expect(await wholeOf('perpetua://docs/BOTS.md')).toBe(readText('docs/BOTS.md'));
  expect(await textOf('perpetua://docs/CLIENT.md')).toBe(readText('docs/CLIENT.md'));
  expect(await wholeOf('perpetua://venue/docs.md')).toContain('### GET /capi/v2/market/ticker');
  await expect(textOf('perpetua://docs/AGENTS.md/part/9')).rejects.toThrow('There is no');
  await expect(textOf('perpetua://data/credentials.json/part/1')).rejects.toThrow();
  const { contracts, tiers } = JSON.parse(await textOf('perpetua://venue/contracts'));
  expect([contracts.length, tiers.length]).toEqual([1, 1]);
  expect(await textOf('perpetua://venue/season')).toBe('null');
  await expect(textOf('perpetua://data/credentials.json')).rejects.toThrow();
  await expect(textOf('perpetua://docs/../data/credentials.json')).rejects.toThrow();
});

test('[MCP-5] [MCP-8] the venue may be restarted, also with a time that runs', async () => {
  const before = await own.call('get_balance');
  venue.child.kill('SIGINT');
  expect(await venue.ended).toBe(0);
  expect(await own.refusal('get_balance')).toMatch(/^No venue answers at http.*: start one/);
  const uri = 'perpetua://venue/contracts';
  await expect(own.client.readResource({ uri })).rejects.toThrow('npx perpetua start');
  venue = scene.run(...START);
  await untilOpen(venue);
  expect(await own.call('get_balance')).toEqual(before);
  const words = await own.refusal('step_time', { duration: '1m' });
  expect(words).toMatch(/^40022 .*stepped\nWhat to do: The message says why.*time runs by itself/);
});

test('[MCP-1] its output is the protocol, and it ends with its input or by SIGTERM', async () => {
  const hello = JSON.stringify({
    ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
    params: {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'old', version: '1' },
    },
  });
  const open = async () => {
    const server = scene.run('mcp', '--account', 'sandbox-1');
    server.child.stdin?.write(`this is no message\n${hello}\n`);
    while (!server.said().includes('\n')) await once(server.child.stdout ?? server.child, 'data');
    return server;
  };
  const first = await open();
  first.child.stdin?.end();
  expect(await first.ended).toBe(0);
  const second = await open();
  second.child.kill('SIGTERM');
  expect(await second.ended).toBe(0);
  for (const { said } of [first, second])
    for (const line of said().trim().split('\n'))
      expect(JSON.parse(line)).toMatchObject({
        jsonrpc: '2.0',
        id: 1,
        result: { instructions: expect.any(String) },
      });
  const wrong = scene.run('mcp', '--acount', 'sandbox-1');
  expect(await wrong.ended).toBe(2);
  expect([wrong.said(), wrong.complained()]).toEqual([
    '',
    'perpetua: --acount is not known here; did you mean --account?\n',
  ]);
});
