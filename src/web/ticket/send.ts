/** Sends the order of the ticket, and shows the venue's answer. */
import type { PositionSide } from '../../domain/side.ts';
import { askOwn } from '../client/call.ts';
import { expectOrder } from '../outcomes/watch-outcomes.ts';
import { showNotice } from '../shell/notices.ts';
import type { Draft } from './draft.ts';

/** By effect and side, as the interface numbers them. */
const DIRECTIONS = {
  open: { long: '1', short: '2' },
  close: { long: '3', short: '4' },
} as const;

const LIFE_CODES = { normal: '0', postOnly: '1', fok: '2', ioc: '3' } as const;

export async function sendOrder(
  symbol: string,
  draft: Draft,
  side: PositionSide,
): Promise<boolean> {
  const type = DIRECTIONS[draft.effect][side];
  const base = { symbol, client_oid: crypto.randomUUID(), size: draft.size, type };
  const outcome = await askOwn(({ order }) =>
    draft.kind === 'plan'
      ? order.planOrder({ ...base, ...planFields(draft) })
      : order.placeOrder({ ...base, ...orderFields(draft) }),
  );
  if (!outcome.ok) {
    showNotice('bad', outcome.message);
    return false;
  }
  // What becomes of it is told when the venue has told it.
  expectOrder(outcome.value.order_id);
  return true;
}

function orderFields(draft: Draft) {
  const isMarket = draft.kind === 'market';
  const hasExits = draft.hasExits && draft.effect === 'open';
  return {
    order_type: isMarket ? '0' : LIFE_CODES[draft.life],
    match_price: isMarket ? '1' : '0',
    price: isMarket ? undefined : draft.price,
    presetTakeProfitPrice: (hasExits && draft.takeProfit) || undefined,
    presetStopLossPrice: (hasExits && draft.stopLoss) || undefined,
  } as const;
}

const planFields = (draft: Draft) =>
  ({
    match_type: draft.firesAs === 'market' ? '1' : '0',
    execute_price: draft.firesAs === 'market' ? '0' : draft.price,
    trigger_price: draft.trigger,
  }) as const;
