/** An order that asks for nothing special: no name, no exits, the margin mode that is set. */
import type { PlaceOrder } from '../../src/domain/command.ts';

type Wanted = Partial<PlaceOrder> &
  Pick<PlaceOrder, 'account' | 'contract' | 'positionSide' | 'effect' | 'size'>;

/** At market unless a price is given. */
export const bareOrder = (wanted: Wanted): PlaceOrder => ({
  kind: 'place-order',
  price: null,
  timeInForce: 'normal',
  clientOrderId: null,
  takeProfit: null,
  stopLoss: null,
  marginMode: null,
  ...wanted,
});
