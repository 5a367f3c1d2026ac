/**
 * Carries out a decision, and hands its reasons to the venue's log of decisions: with the order if
 * one came of it, and with the refusal if not.
 */
import { type PerpetuaClient, PerpetuaError } from '../../client/client.ts';
import { reasonOf } from '../../domain/reason-of.ts';
import type { ToolSeat } from './tool-seat.ts';

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
