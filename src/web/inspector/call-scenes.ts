/** What the page knew when it sent something, kept as long as the call is in the log. */
import { effect } from '@preact/signals';
import type { CallScene } from '../../wire/page-words.ts';
import { formatLots } from '../../wire/quantity.ts';
import { held, livingOrders } from '../account/account-state.ts';
import { positionMode } from '../account/desk-settings.ts';
import { callLog } from '../client/call-log.ts';
import { contracts } from '../market/contracts.ts';
import { tickerOf } from '../market/tickers.ts';

const scenes = new Map<number, CallScene>();

const sceneNow = (): CallScene => {
  const positions = held.peek();
  const lasts = new Map(
    contracts.peek().map(({ symbol }) => [symbol, tickerOf(symbol).peek()?.row.lastPrice]),
  );
  return {
    isNet: positionMode.peek() === 'net',
    orders: livingOrders.peek(),
    held: positions.map(({ contract, position: { side, size } }) => ({
      symbol: contract.symbol,
      side,
      size: formatLots(contract, size),
    })),
    lastOf: (symbol) => Number(lasts.get(symbol) ?? 0),
  };
};

/** An order may be over by the time its call is looked at. */
effect(() => {
  const posted = callLog.value.filter(({ method }) => method === 'POST');
  const known = new Set(posted.map(({ id }) => id));
  for (const id of known) if (!scenes.has(id)) scenes.set(id, sceneNow());
  for (const id of scenes.keys()) if (!known.has(id)) scenes.delete(id);
});

export const sceneOf = (id: number): CallScene => scenes.get(id) ?? sceneNow();
