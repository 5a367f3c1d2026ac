/** What an order wants, whoever asks: a placed order, a fired trigger or an amendment. */
import type { PlaceOrder } from '../domain/command.ts';

export type Intent = Pick<
  PlaceOrder,
  | 'positionSide'
  | 'effect'
  | 'size'
  | 'price'
  | 'timeInForce'
  | 'takeProfit'
  | 'stopLoss'
  | 'marginMode'
>;
