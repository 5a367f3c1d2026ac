/** The names of the channels: `BTCUSDT@ticker`, `BTCUSDT@kline_1m_LAST_PRICE`. */
import { INTERVALS } from '../../views/interval.ts';
import type { FindContract } from '../caller.ts';
import { findDepthLimit, findKlinePrice, type PublicChannel } from '../channels.ts';
import { listedSymbol } from '../symbol.ts';

const KLINE = /^kline_(\w+?)_(LAST_PRICE|MARK_PRICE)$/;
const DEPTH = /^depth(15|200)$/;

export function findPublicChannel(name: string, find: FindContract): PublicChannel | undefined {
  const [symbol = '', topic = '', ...rest] = name.split('@');
  const contract = find(listedSymbol(symbol));
  if (contract === undefined || rest.length > 0) return undefined;
  if (topic === 'ticker') return { kind: 'ticker', contract };
  if (topic === 'trade') return { kind: 'trades', contract };
  const limit = findDepthLimit(DEPTH.exec(topic)?.[1]);
  if (limit !== undefined) return { kind: 'depth', contract, limit };
  const [, intervalName, priceName] = KLINE.exec(topic) ?? [];
  const interval = INTERVALS.find((each) => each === intervalName);
  const price = findKlinePrice(priceName);
  if (interval === undefined || price === undefined) return undefined;
  return { kind: 'kline', contract, price, interval };
}
