/** Tools that explain what happened, and let time pass. */
import { Type } from 'typebox';
import { TIME_STEP } from '../../wire/v2/extensions/time.ts';
import { findAdvice, findMeaning } from './advice.ts';
import { limitArgument, optionalSymbol, orderIdArgument } from './arguments.ts';
import { RULES_URI } from './resources.ts';
import { argumentsOf, type Tool, tool } from './tool.ts';
import type { ToolSeat } from './tool-seat.ts';

const ROWS_SHOWN = 5;

export const WHY_TOOLS: readonly Tool[] = [
  tool({
    name: 'why',
    text:
      'Explains. Without arguments: your last refusal, and the newest liquidations and funding ' +
      'payments with all numbers. With orderId: what became of that order, and its fills. With ' +
      'code: what an error means and what to do.',
    effect: 'looks',
    input: argumentsOf({
      orderId: Type.Optional(orderIdArgument('An order of yours.')),
      code: Type.Optional(
        Type.String({ description: 'The code of an error, such as 40015.', maxLength: 10 }),
      ),
      symbol: optionalSymbol(),
      limit: limitArgument(100),
    }),
    run: async (seat, { orderId, code, symbol, limit = ROWS_SHOWN }) => {
      if (code !== undefined) return explainCode(code);
      const { order, perpetua } = seat.client();
      if (orderId !== undefined) {
        const [found, fills] = await Promise.all([
          order.detail({ orderId }),
          order.fills({ orderId, limit: 100 }),
        ]);
        return { order: found, fills: fills.list };
      }
      const asked = { symbol, limit };
      const [liquidations, funding] = await Promise.all([
        perpetua.liquidations(asked),
        perpetua.funding(asked),
      ]);
      return { refusal: explainRefusal(seat), liquidations, funding };
    },
  }),
  tool({
    name: 'step_time',
    text:
      'Lets venue time pass, in a sandbox that was started with --time stepped; elsewhere it is ' +
      'refused. Answers with venue time before and after, when the time has passed; other tools ' +
      'show what happened. An hour takes a few seconds.',
    effect: 'changes',
    input: argumentsOf({
      duration: Type.String({
        description: 'How much time: 90s, 15m, 1h30m; at most 31 days.',
        maxLength: 40,
      }),
    }),
    output: TIME_STEP.response,
    run: (seat, asked) => seat.client().sandbox.timeStep(asked),
  }),
];

function explainCode(code: string): object {
  const meaning = findMeaning(code);
  if (meaning === undefined)
    throw new Error(`${code} is not a code of the venue; perpetua://venue/docs.md lists them.`);
  return { code, meaning, whatToDo: findAdvice(code) };
}

/** Null if nothing was refused since the server was started. */
function explainRefusal(seat: ToolSeat): object | null {
  const refusal = seat.lastRefusal();
  if (refusal === undefined) return null;
  const { code } = refusal;
  return { ...refusal, whatToDo: findAdvice(code), rules: RULES_URI };
}
