/** perpetua/queue: where an account's orders stand in the queues of the book. */
import { Type } from 'typebox';
import { type Side, sideOf } from '../../../domain/side.ts';
import { lots } from '../../../domain/units.ts';
import { formatLots, formatTicks } from '../../quantity.ts';
import type { QueuePlaces } from '../../queue-place.ts';
import { decimal, list, record, text, word } from '../../record-field.ts';
import { ownGet } from '../endpoint.ts';

const SIDES: readonly Side[] = ['buy', 'sell'];

export const QUEUE = ownGet([2, 5], {
  id: 'perpetuaQueue',
  path: '/perpetua/queue',
  request: Type.Object({}),
  response: record({
    model: text('How a recorded queue shrinks; exact where every order is a real one', 'exact'),
    list: list(
      record({
        order_id: text('The order', '1000042'),
        symbol: text('Its contract', 'cmt_btcusdt'),
        side: word(SIDES, 'Its side'),
        price: decimal('The price it rests at', '90000.0'),
        size: decimal('What is left of it', '0.0100'),
        ahead: decimal('What trades before it at this price', '1.2500'),
        behind: decimal('What trades after it at this price', '0.3000'),
      }),
    ),
  }),
  summary: 'The places of your resting orders in their queues',
  text:
    'Sizes ahead and behind are those of the book at this moment, orders of all traders ' +
    'included. On a tape without orders, `model` says by which rule the recorded part shrinks.',
  read: () => ({}),
  format: ({ model, places }: QueuePlaces, _asked, { contractOf }) => ({
    model,
    list: places.map(({ order, ahead, behind }) => {
      const contract = contractOf(order.contract);
      return {
        order_id: String(order.id),
        symbol: contract.symbol,
        side: sideOf(order.positionSide, order.effect),
        price: formatTicks(contract, order.workingPrice),
        size: formatLots(contract, lots(order.size - order.filled)),
        ahead: formatLots(contract, ahead),
        behind: formatLots(contract, behind),
      };
    }),
  }),
});
