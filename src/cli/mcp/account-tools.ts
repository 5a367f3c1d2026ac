/** Tools that look at the account of the key. */
import { Type } from 'typebox';
import { ASSETS, BILLS } from '../../wire/v2/account/account.ts';
import { ALL_POSITION } from '../../wire/v2/account/positions.ts';
import { CURRENT, CURRENT_PLAN, FILLS } from '../../wire/v2/orders/read-orders.ts';
import { limitArgument, optionalSymbol, orderIdArgument } from './arguments.ts';
import { argumentsOf, type Tool, tool } from './tool.ts';

const ROWS_SHOWN = 20;

export const ACCOUNT_TOOLS: readonly Tool[] = [
  tool({
    name: 'get_balance',
    text: 'The money of the account: equity, what is free for new orders, what orders hold.',
    effect: 'looks',
    input: argumentsOf({}),
    output: ASSETS.response,
    run: (seat) => seat.client().account.assets(),
  }),
  tool({
    name: 'get_positions',
    text: 'The open positions with side, size, cost, leverage, result and liquidation price.',
    effect: 'looks',
    input: argumentsOf({ symbol: optionalSymbol() }),
    output: ALL_POSITION.response,
    run: (seat, { symbol }) => {
      const { account } = seat.client();
      return symbol === undefined ? account.allPosition() : account.singlePosition({ symbol });
    },
  }),
  tool({
    name: 'get_open_orders',
    text: 'The orders on the book (working), and those that wait for a price (untriggered).',
    effect: 'looks',
    input: argumentsOf({ symbol: optionalSymbol() }),
    output: Type.Object({ working: CURRENT.response, untriggered: CURRENT_PLAN.response }),
    run: async (seat, { symbol }) => {
      const { order } = seat.client();
      const [working, untriggered] = await Promise.all([
        order.current({ symbol }),
        order.currentPlan({ symbol }),
      ]);
      return { working, untriggered };
    },
  }),
  tool({
    name: 'get_fills',
    text: 'The fills of the account, newest first, with fee and realised result.',
    effect: 'looks',
    input: argumentsOf({
      symbol: optionalSymbol(),
      orderId: Type.Optional(orderIdArgument('The fills of one order.')),
      limit: limitArgument(100),
    }),
    output: FILLS.response,
    run: (seat, { limit = ROWS_SHOWN, ...asked }) => seat.client().order.fills({ ...asked, limit }),
  }),
  tool({
    name: 'get_bills',
    text: 'Every movement of money of the account, newest first: fills, fees, funding.',
    effect: 'looks',
    input: argumentsOf({ symbol: optionalSymbol(), limit: limitArgument(100) }),
    output: BILLS.response,
    run: (seat, { limit = ROWS_SHOWN, ...asked }) =>
      seat.client().account.bills({ ...asked, limit }),
  }),
];
