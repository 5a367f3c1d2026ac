/** Tools that trade for the account of the key. Each takes the reasons, which the venue keeps. */
import { Type } from 'typebox';
import { actAndLog, readFate } from './act-and-log.ts';
import { amendOwnOrder } from './amend-own-order.ts';
import {
  decimalArgument,
  orderIdArgument,
  reasoningArgument,
  symbolArgument,
  wordArgument,
} from './arguments.ts';
import { ACTION_WORDS, actionCode, FORCE_WORDS, timeInForceCode } from './order-words.ts';
import { argumentsOf, type Tool, tool } from './tool.ts';

export const TRADING_TOOLS: readonly Tool[] = [
  tool({
    name: 'place_order',
    text:
      'Places an order: at a limit where price is given, otherwise at the market. With ' +
      'triggerPrice it waits until the last price gets there. Answers with what became of it.',
    effect: 'trades',
    input: argumentsOf({
      symbol: symbolArgument(),
      action: wordArgument('What it does to the position', ACTION_WORDS),
      size: decimalArgument('Size in the base coin, a multiple of sizeStep.'),
      price: Type.Optional(decimalArgument('Limit price, a multiple of tick; left out: market.')),
      timeInForce: Type.Optional(wordArgument('How long a limit order waits', FORCE_WORDS)),
      takeProfit: Type.Optional(decimalArgument('Price at which the position takes its profit.')),
      stopLoss: Type.Optional(decimalArgument('Price at which the position stops its loss.')),
      triggerPrice: Type.Optional(decimalArgument('The last price at which the order is sent.')),
      clientOrderId: Type.Optional(
        Type.String({
          description: 'Your own id: the same order sent twice under it is placed once.',
          maxLength: 40,
        }),
      ),
      reasoning: reasoningArgument(),
    }),
    run: (seat, asked) =>
      actAndLog(seat, { stage: 'place_order', asked }, async (client) => {
        const { order } = client;
        const { symbol, price, triggerPrice, takeProfit, stopLoss } = asked;
        const shared = {
          symbol,
          size: asked.size,
          type: actionCode(asked.action),
          client_oid: asked.clientOrderId,
        };
        const kind = price === undefined ? '1' : '0';
        if (triggerPrice !== undefined && (takeProfit ?? stopLoss) !== undefined)
          throw new Error(
            'An order with triggerPrice takes no takeProfit and no stopLoss: ' +
              'use set_exit when it has filled.',
          );
        const { size, action: type } = asked;
        const sent = await seat.caps.send(
          client,
          { symbol, type, size, price, triggerPrice },
          () =>
            triggerPrice === undefined
              ? order.placeOrder({
                  ...shared,
                  match_price: kind,
                  price: price === undefined ? undefined : String(price),
                  order_type: timeInForceCode(asked.timeInForce),
                  presetTakeProfitPrice: takeProfit,
                  presetStopLossPrice: stopLoss,
                })
              : order.planOrder({
                  ...shared,
                  match_type: kind,
                  execute_price: price === undefined ? undefined : String(price),
                  trigger_price: triggerPrice,
                }),
        );
        const orderId = sent.order_id;
        return { orders: [orderId], told: await readFate(order, orderId) };
      }),
  }),
  tool({
    name: 'set_exit',
    text: 'Places a take-profit or a stop-loss for an open position.',
    effect: 'trades',
    input: argumentsOf({
      symbol: symbolArgument(),
      side: wordArgument('Side of the position', ['long', 'short']),
      kind: wordArgument('What it is for', ['take_profit', 'stop_loss']),
      triggerPrice: decimalArgument('The last price at which the position is closed.'),
      size: Type.Optional(decimalArgument('Size to close; the whole position where left out.')),
      reasoning: reasoningArgument(),
    }),
    run: (seat, asked) =>
      actAndLog(seat, { stage: 'set_exit', asked }, async ({ order }) => {
        const [placed] = await order.placeTpSl({
          symbol: asked.symbol,
          planType: asked.kind === 'take_profit' ? 'profit_plan' : 'loss_plan',
          triggerPrice: asked.triggerPrice,
          size: asked.size,
          positionSide: asked.side,
        });
        const orderId = String(placed?.orderId ?? 0);
        return { orders: [orderId], told: await readFate(order, orderId) };
      }),
  }),
  tool({
    name: 'amend_order',
    text:
      'Changes an order in place: it keeps its id, and a refused change changes nothing. A ' +
      'working limit order gets another price or size; a smaller size keeps its place in the ' +
      'queue. An order that waits, such as a stop-loss, gets another triggerPrice.',
    effect: 'trades',
    input: argumentsOf({
      orderId: orderIdArgument('The order.'),
      price: Type.Optional(decimalArgument('The new limit price.')),
      size: Type.Optional(decimalArgument('The new size, with what is filled.')),
      triggerPrice: Type.Optional(decimalArgument('The new trigger of an order that waits.')),
      reasoning: reasoningArgument(),
    }),
    run: (seat, asked) =>
      actAndLog(seat, { stage: 'amend_order', asked }, (client) =>
        amendOwnOrder(client, seat.caps, asked),
      ),
  }),
  tool({
    name: 'cancel_order',
    text: 'Cancels an order, working or untriggered. What was filled stays filled.',
    effect: 'changes',
    input: argumentsOf({ orderId: orderIdArgument('The order.'), reasoning: reasoningArgument() }),
    run: (seat, asked) =>
      actAndLog(seat, { stage: 'cancel_order', asked }, async ({ order }) => {
        const { orderId } = asked;
        await order.cancelOrder({ orderId });
        return { orders: [orderId], told: await readFate(order, orderId) };
      }),
  }),
  tool({
    name: 'close_position',
    text: 'Closes the positions of a contract, or all of them, at the market.',
    effect: 'trades',
    input: argumentsOf({
      symbol: Type.Optional(symbolArgument('One contract; every position where left out.')),
      reasoning: reasoningArgument(),
    }),
    run: (seat, asked) =>
      actAndLog(seat, { stage: 'close_position', asked }, async ({ order }) => {
        const closed = await order.closePositions({ symbol: asked.symbol });
        const orders = closed.filter(({ success }) => success).map((each) => each.successOrderId);
        const details = orders.map((orderId) => readFate(order, orderId));
        const refused = closed.filter(({ success }) => !success);
        return {
          orders,
          told: {
            closed: await Promise.all(details),
            refused: refused.map(({ errorMessage }) => errorMessage),
          },
        };
      }),
  }),
  tool({
    name: 'set_leverage',
    text: 'Sets the leverage of a contract. Refused while orders are open on it.',
    effect: 'changes',
    input: argumentsOf({
      symbol: symbolArgument(),
      leverage: Type.Integer({ description: 'A whole number from 1.', minimum: 1, maximum: 400 }),
      reasoning: reasoningArgument(),
    }),
    run: (seat, asked) =>
      actAndLog(seat, { stage: 'set_leverage', asked }, async ({ account }) => {
        const { symbol, leverage } = asked;
        seat.caps.expectLeverage(leverage);
        await account.leverage({ symbol, longLeverage: leverage, shortLeverage: leverage });
        return { orders: [], told: { symbol, leverage } };
      }),
  }),
];
