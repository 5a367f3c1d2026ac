/** What is told of the market. */
import type { Contract } from '../../../domain/contract.ts';
import type { Level } from '../../../views/depth.ts';
import type { MarketFrames } from '../../socket-dialect.ts';
import { bookOf, coarseBook, levelOf } from '../book.ts';
import { coinOf } from '../endpoint.ts';
import { candleOf, contextOf, midsOf, tradeOf } from '../market.ts';

export const MARKET_FRAMES: MarketFrames = {
  overview: ({ form }, told, before) => {
    const say = (each: typeof told): object =>
      form === 'mid' ? midsOf([each]) : { coin: coinOf(each.contract), ctx: contextOf(each) };
    const now = say(told);
    const isSame = before !== undefined && JSON.stringify(say(before)) === JSON.stringify(now);
    return isSame ? undefined : now;
  },
  top: ({ contract, form = '' }, { bids, asks }, at) => {
    const [figures, mantissa] = form.split('/');
    const told = { bids, asks, at };
    return figures === ''
      ? bookOf(contract, told)
      : coarseBook(contract, told, Number(figures), Number(mantissa));
  },
  best: ({ contract }, { bids, asks }, at) => ({
    coin: coinOf(contract),
    time: at,
    bbo: [sideOf(contract, bids), sideOf(contract, asks)],
  }),
  trades: ({ contract }, trades) => [trades.map((trade) => tradeOf(contract, trade))],
  kline: ({ contract, interval }, { type, candles }) =>
    (type === 'snapshot' ? candles.slice(-1) : candles).map((candle) =>
      candleOf(contract, interval, candle),
    ),
};

const sideOf = (contract: Contract, [best]: readonly Level[]) =>
  best === undefined ? null : levelOf(contract, best);
