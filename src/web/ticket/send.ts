/** Sends the order of the ticket, and shows the venue's answer. */
import type { Contract } from '../../domain/contract.ts';
import type { Ticks } from '../../domain/units.ts';
import { formatLots, formatTicks } from '../../wire/quantity.ts';
import { positionMode } from '../account/desk-settings.ts';
import { askOwn } from '../client/call.ts';
import { expectOrder } from '../outcomes/watch-outcomes.ts';
import { showRefusal } from '../shell/notices.ts';
import { type Draft, isTrailing } from './draft.ts';
import type { Judged } from './judge.ts';
import type { Intended } from './preview.ts';

/** What was judged is what is sent. */
type Sent = Intended & Pick<Judged, 'exits'>;

/** By effect and side, as the interface numbers them. */
export const TYPE_CODES = {
  open: { long: '1', short: '2' },
  close: { long: '3', short: '4' },
} as const;

const LIFE_CODES = { normal: '0', postOnly: '1', fok: '2', ioc: '3' } as const;

/** What opens in net mode first shrinks the other side; the venue asks for the word. */
export const modeMeant = () =>
  positionMode.peek() === 'net' ? ({ positionMode: 'ONE_WAY' } as const) : {};

export async function sendOrder(
  contract: Contract,
  draft: Draft,
  { exits, side, size }: Sent,
): Promise<boolean> {
  const type = TYPE_CODES[draft.effect][side];
  const client_oid = crypto.randomUUID();
  const base = {
    symbol: contract.symbol,
    client_oid,
    size: formatLots(contract, size),
    type,
    ...modeMeant(),
  };
  const outcome = await askOwn(({ order, perpetua }) => {
    if (isTrailing(draft)) return perpetua.placeTrail({ ...base, ...trailFields(draft) });
    return draft.kind === 'plan'
      ? order.planOrder({ ...base, ...planFields(draft) })
      : order.placeOrder({ ...base, ...orderFields(contract, draft, exits) });
  });
  if (!outcome.ok) {
    showRefusal(outcome);
    return false;
  }
  // What becomes of it is told when the venue has told it.
  expectOrder(outcome.value.order_id);
  return true;
}

function orderFields(contract: Contract, draft: Draft, exits: Judged['exits']) {
  const isMarket = draft.kind === 'market';
  const textOf = (price: Ticks | undefined): string | undefined =>
    price === undefined ? undefined : formatTicks(contract, price);
  return {
    order_type: isMarket ? '0' : LIFE_CODES[draft.life],
    match_price: isMarket ? '1' : '0',
    price: isMarket ? undefined : draft.price,
    presetTakeProfitPrice: textOf(exits.takeProfit),
    presetStopLossPrice: textOf(exits.stopLoss),
  } as const;
}

const planFields = (draft: Draft) =>
  ({
    match_type: draft.firesAs === 'market' ? '1' : '0',
    execute_price: draft.firesAs === 'market' ? '0' : draft.price,
    trigger_price: draft.trigger,
  }) as const;

const trailFields = ({ trail, distance, trigger }: Draft) => ({
  [trail === 'percent' ? 'percent' : 'distance']: distance,
  activation_price: trigger === '' ? undefined : trigger,
});
