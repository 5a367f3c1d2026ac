/** The terms of a wanted order: of a placed one, a fired trigger or an amendment. */
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
  | 'options'
>;
