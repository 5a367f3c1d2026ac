/**
 * Stands in for an address with language models, on this machine: it takes requests in OpenAI's
 * form and answers by simple rules, so that an arena can be tried without a model. The name of the
 * model chooses the rule. It is no model, and says so in its reasons.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Turn } from './prompt.ts';

const SIZE = 0.02;
const CAREFUL = 0.0015;

interface Stance {
  readonly reason: string;
  /** The position that it wants, in coins. */
  readonly wanted: number;
}

type Rule = (moved: number) => Stance;

const RULES: Readonly<Record<string, Rule>> = {
  'stand-in-trend': (moved) => ({
    reason: `stand-in: the price moved ${percent(moved)} in six turns, so I go with it`,
    wanted: moved > 0 ? SIZE : -SIZE,
  }),
  'stand-in-contrarian': (moved) => ({
    reason: `stand-in: the price moved ${percent(moved)} in six turns, which will not last`,
    wanted: moved > 0 ? -SIZE : SIZE,
  }),
  'stand-in-careful': (moved) => ({
    reason:
      Math.abs(moved) < CAREFUL
        ? `stand-in: ${percent(moved)} in six turns is too little to pay fees for`
        : `stand-in: ${percent(moved)} in six turns is a move worth following`,
    wanted: Math.abs(moved) < CAREFUL ? 0 : Math.sign(moved) * SIZE,
  }),
};

const percent = (part: number): string => `${(100 * part).toFixed(2)} %`;

/** What may be asked for. */
export const STAND_INS: readonly string[] = Object.keys(RULES);

/** At any port that is free, or at this one. */
export async function startStandIn(wanted = 0) {
  const server = createServer((request, response) => {
    answer(request, response).catch(() => refuse(response, 400, 'this is no turn of an arena'));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(wanted, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { url: `http://127.0.0.1:${port}/v1`, close: () => server.close().closeAllConnections() };
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const pieces: Uint8Array[] = [];
  for await (const piece of request) pieces.push(piece);
  const text = Buffer.concat(pieces).toString('utf8');
  const { model, messages } = JSON.parse(text);
  const rule = RULES[model];
  if (rule === undefined) {
    refuse(response, 404, `no model ${model}: there are ${STAND_INS.join(', ')}`);
    return;
  }
  const turn: Turn = JSON.parse(messages.at(-1).content);
  const content = JSON.stringify(decide(rule, turn));
  response.setHeader('content-type', 'application/json').end(
    JSON.stringify({
      choices: [{ message: { role: 'assistant', content } }],
      usage: {
        prompt_tokens: Math.ceil(text.length / 4),
        completion_tokens: Math.ceil(content.length / 4),
      },
    }),
  );
}

const refuse = (response: ServerResponse, status: number, message: string): unknown =>
  response.writeHead(status).end(JSON.stringify({ error: { message } }));

const LOOK_BACK = 6;

function decide(rule: Rule, turn: Turn): object {
  const { state } = turn;
  const [base = ''] = Object.keys(state.markets);
  const { mark = 0 } = state.markets[base] ?? {};
  const before = turn.marksBefore[base]?.slice(-LOOK_BACK)[0] ?? mark;
  if (turn.turn < LOOK_BACK) return { reason: 'stand-in: I watch for six turns', orders: [] };
  const { reason, wanted } = rule(mark / before - 1);
  const held = state.account.positions[base]?.size ?? 0;
  const size = Math.abs(wanted - held);
  if (size < SIZE / 2) return { reason, orders: [] };
  return { reason, orders: [{ contract: base, side: wanted > held ? 'buy' : 'sell', size }] };
}
