/** Sends the order of the ticket, and shows the venue's answer. */
import type { PositionSide } from '../../domain/side.ts';
import type { PlacedRecord } from '../../wire/v2/orders/place-order.ts';
import { askOwn, type CallFields } from '../client/call.ts';
import { say } from '../shell/language.ts';
import { showNotice } from '../shell/notices.ts';
import type { Draft, Life } from './draft.ts';

/** By effect and side, as the interface numbers them. */
const DIRECTIONS = {
  open: { long: '1', short: '2' },
  close: { long: '3', short: '4' },
} as const;

const LIFE_CODES: Readonly<Record<Life, string>> = {
  normal: '0',
  postOnly: '1',
  fok: '2',
  ioc: '3',
};

export async function sendOrder(
  symbol: string,
  draft: Draft,
  side: PositionSide,
): Promise<boolean> {
  const outcome = await askOwn<PlacedRecord>({
    method: 'POST',
    ...orderRequest(symbol, draft, side),
  });
  if (!outcome.ok) {
    showNotice('bad', outcome.message);
    return false;
  }
  showNotice('good', say('orderPlaced', { id: outcome.value.order_id }));
  return true;
}

export function orderRequest(symbol: string, draft: Draft, side: PositionSide) {
  const type = DIRECTIONS[draft.effect][side];
  const base = { symbol, client_oid: crypto.randomUUID(), size: draft.size, type };
  if (draft.kind === 'plan') return { path: '/order/plan_order', fields: planFields(base, draft) };
  const isMarket = draft.kind === 'market';
  const exits: CallFields =
    draft.hasExits && draft.effect === 'open'
      ? {
          presetTakeProfitPrice: draft.takeProfit || undefined,
          presetStopLossPrice: draft.stopLoss || undefined,
        }
      : {};
  const fields: CallFields = {
    ...base,
    order_type: isMarket ? '0' : LIFE_CODES[draft.life],
    match_price: isMarket ? '1' : '0',
    price: isMarket ? undefined : draft.price,
    ...exits,
  };
  return { path: '/order/placeOrder', fields };
}

const planFields = (base: CallFields, draft: Draft): CallFields => ({
  ...base,
  match_type: draft.firesAs === 'market' ? '1' : '0',
  execute_price: draft.firesAs === 'market' ? '0' : draft.price,
  trigger_price: draft.trigger,
});
