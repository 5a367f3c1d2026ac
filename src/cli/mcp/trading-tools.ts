/** Tools that trade for the account of the key. Each takes the reasons, which the venue keeps. */
import { Type } from 'typebox';
import { type PerpetuaClient, PerpetuaError } from '../../client/client.ts';
import { reasonOf } from '../../domain/reason-of.ts';
import {
  decimalArgument,
  orderIdArgument,
  reasoningArgument,
  symbolArgument,
  wordArgument,
} from './arguments.ts';
import { ACTION_WORDS, actionCode, type CapGuard, FORCE_WORDS, timeInForceCode } from './caps.ts';
import { argumentsOf, type Tool, tool } from './tool.ts';
import type { ToolSeat } from './tool-seat.ts';

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

/**
 * Carries out a decision, and hands its reasons to the venue's log of decisions: with the order if
 * one came of it, and with the refusal if not.
 */
export interface ReasonedAct {
  /** The name of the tool. */
  readonly stage: string;
  readonly asked: { readonly reasoning: string };
}

/** What came of it: the orders it was about, and what to tell. */
export interface Outcome {
  readonly orders: readonly (string | number)[];
  readonly told: object;
}

export async function actAndLog(
  seat: ToolSeat,
  decision: ReasonedAct,
  act: (client: PerpetuaClient) => Promise<Outcome>,
): Promise<object> {
  const client = seat.client();
  const log = (output: object, orderId?: string | number): Promise<string | undefined> =>
    uploadLog(client, decision, seat.model(), output, orderId);
  try {
    const { orders, told } = await act(client);
    const faults =
      orders.length === 0
        ? [await log(told)]
        : await Promise.all(orders.map((orderId) => log(told, orderId)));
    const fault = faults.find((each) => each !== undefined);
    return fault === undefined ? told : { ...told, reasoningNotLogged: fault };
  } catch (error) {
    // A venue that cannot be reached takes no log either.
    if (error instanceof PerpetuaError && error.status > 0)
      await log({ code: error.code, msg: error.message });
    throw error;
  }
}

/** What became of an order that was accepted. That it cannot be read does not undo it. */
export async function readFate(
  order: PerpetuaClient['order'],
  orderId: string | number,
): Promise<object> {
  try {
    return await order.detail({ orderId });
  } catch (error) {
    return { order_id: String(orderId), accepted: true, notRead: reasonOf(error) };
  }
}

/** Why it was not stored; undefined if it was. What was decided has happened in either case. */
async function uploadLog(
  { order }: PerpetuaClient,
  { stage, asked }: ReasonedAct,
  model: string,
  output: object,
  orderId: string | number | undefined,
): Promise<string | undefined> {
  const { reasoning: explanation, ...input } = asked;
  try {
    await order.uploadAiLog({ orderId, stage, model, input, output, explanation });
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

type Decimal = string | number;

interface AskedChange {
  readonly orderId: Decimal;
  readonly price?: Decimal;
  readonly size?: Decimal;
  readonly triggerPrice?: Decimal;
}

/** Changes an order in place: it keeps its id, and nothing happens to it where that is refused. */
export async function amendOwnOrder(
  client: PerpetuaClient,
  caps: CapGuard,
  asked: AskedChange,
): Promise<Outcome> {
  const { order, perpetua } = client;
  const { orderId, price, size, triggerPrice } = asked;
  if (price === undefined && size === undefined && triggerPrice === undefined)
    throw new Error('Nothing to change: give a price, a size or a triggerPrice.');
  const old = await order.detail({ orderId });
  const { symbol, type } = old;
  if (old.status === 'untriggered') {
    if (triggerPrice === undefined)
      throw new Error('This order waits for a price: give a triggerPrice, or cancel it.');
    if (size !== undefined)
      throw new Error('The size of an order that waits stays: cancel it and place another.');
    const limit = price ?? old.price;
    const next = { symbol, type, size: old.size, price: limit, triggerPrice, instead: orderId };
    await caps.send(client, next, () =>
      order.modifyTpSl({ orderId, triggerPrice, executePrice: limit }),
    );
  } else {
    if (triggerPrice !== undefined)
      throw new Error('triggerPrice is for an order that has not been triggered.');
    const next = { symbol, type, size: size ?? old.size, price: price ?? old.price };
    await caps.send(client, { ...next, instead: orderId }, () =>
      perpetua.amend({ orderId, price, size }),
    );
  }
  return { orders: [orderId], told: await readFate(order, orderId) };
}
