/** perpetua/queue: where an account's orders stand in the queues of the book. */
import { formatPlaces, QUEUE_PLACE, type QueuePlaces } from '../../queue-place.ts';
import { list, record, text } from '../../record-field.ts';
import { ownGet } from '../endpoint.ts';

export const QUEUE = ownGet('/perpetua/queue', [2, 5], {
  id: 'perpetuaQueue',
  response: record({
    model: text('How a recorded queue shrinks; exact where every order is a real one', 'exact'),
    list: list(QUEUE_PLACE),
  }),
  summary: 'The places of your resting orders in their queues',
  text:
    'Sizes ahead and behind are those of the book at this moment, orders of all traders ' +
    'included. On a tape without orders, `model` says by which rule the recorded part shrinks.',
  format: (told: QueuePlaces) => ({ model: told.model, list: formatPlaces(told) }),
});
