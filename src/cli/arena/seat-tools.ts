/** The two tools of a contestant of an arena. */
import type { McpServer } from '@modelcontextprotocol/server';
import { Type } from 'typebox';
import { DECISION } from '../../arena/prompt.ts';
import { standardOf } from '../mcp/tool.ts';

export interface SeatTurns {
  /** The next turn as text; undefined when the heat is over. */
  readonly next: () => Promise<string | undefined>;
  /** False where no turn waits for an answer. */
  readonly answer: (decision: object) => boolean;
}

const say = (text: string) => ({ content: [{ type: 'text' as const, text }] });

export function registerSeatTools(server: McpServer, turns: SeatTurns): void {
  server.registerTool(
    'wait_for_turn',
    {
      description:
        'Waits until it is your turn and tells what you see: the rules, the market, your account ' +
        'and what you wrote down. Market time stands still while you think.',
      inputSchema: standardOf(Type.Object({})),
    },
    async () => say((await turns.next()) ?? 'It is over: no turn comes any more.'),
  );
  server.registerTool(
    'decide',
    {
      description: 'Your decision for this turn. Then wait for the next one.',
      inputSchema: standardOf(DECISION),
    },
    async (decision) =>
      say(turns.answer(decision) ? 'Taken.' : 'No turn waits for you: wait_for_turn first.'),
  );
}
