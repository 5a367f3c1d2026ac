/** Tools that look at markets. */
import { Type } from 'typebox';
import { formatDecimal } from '../../wire/quantity.ts';
import { GRANULARITIES } from '../../wire/v2/codes.ts';
import { CANDLES, DEPTH, TICKER } from '../../wire/v2/market/book.ts';
import { limitArgument, optionalSymbol, symbolArgument, wordArgument } from './arguments.ts';
import { argumentsOf, type Tool, tool } from './tool.ts';

const DEPTH_SHOWN = 15;
const CANDLES_SHOWN = 60;
const SETTLEMENTS_SHOWN = 10;

export const MARKET_TOOLS: readonly Tool[] = [
  tool({
    name: 'list_markets',
    text:
      'The contracts that can be traded: steps of prices (tick) and sizes (sizeStep), the ' +
      'smallest and the largest order, leverage, fees, and the prices now.',
    effect: 'looks',
    input: argumentsOf({}),
    run: async (seat) => {
      const { market } = seat.client();
      const [contracts, tickers] = await Promise.all([market.contracts(), market.tickers()]);
      return contracts.map((contract) => {
        const ticker = tickers.find(({ symbol }) => symbol === contract.symbol);
        return {
          symbol: contract.symbol,
          tick: formatDecimal(BigInt(contract.priceEndStep), Number(contract.tick_size)),
          sizeStep: contract.contract_val,
          minOrderSize: contract.minOrderSize,
          maxOrderSize: contract.maxOrderSize,
          maxLeverage: contract.maxLeverage,
          makerFeeRate: contract.makerFeeRate,
          takerFeeRate: contract.takerFeeRate,
          last: ticker?.last,
          markPrice: ticker?.markPrice,
          change24h: ticker?.priceChangePercent,
        };
      });
    },
  }),
  tool({
    name: 'get_ticker',
    text:
      'The prices of a contract now (last, best bid and ask, mark, index) and its last 24 ' +
      'hours.',
    effect: 'looks',
    input: argumentsOf({ symbol: symbolArgument() }),
    output: TICKER.response,
    run: (seat, asked) => seat.client().market.ticker(asked),
  }),
  tool({
    name: 'get_depth',
    text: 'The order book of a contract: price and size of each level, the best first.',
    effect: 'looks',
    input: argumentsOf({
      symbol: symbolArgument(),
      levels: Type.Optional(
        Type.Integer({
          description: 'Levels of each side: 15 where left out; 200 at most are told.',
          minimum: 1,
        }),
      ),
    }),
    output: DEPTH.response,
    run: async (seat, { symbol, levels = DEPTH_SHOWN }) => {
      const limit = levels <= DEPTH_SHOWN ? DEPTH_SHOWN : 200;
      const { asks, bids, ...rest } = await seat.client().market.depth({ symbol, limit });
      return { ...rest, asks: asks.slice(0, levels), bids: bids.slice(0, levels) };
    },
  }),
  tool({
    name: 'get_candles',
    text:
      'Candles of a contract, newest first; the first is still forming. Each is open time, open, ' +
      'high, low, close, volume in the base coin, volume in USDT.',
    effect: 'looks',
    input: argumentsOf({
      symbol: symbolArgument(),
      granularity: wordArgument('Length of a candle', GRANULARITIES),
      limit: limitArgument(1_000),
    }),
    output: CANDLES.response,
    run: (seat, { symbol, granularity, limit = CANDLES_SHOWN }) =>
      seat.client().market.candles({ symbol, granularity, limit }),
  }),
  tool({
    name: 'get_funding',
    text:
      'The funding rates as they are forming, which longs pay to shorts where they are positive; ' +
      'with a symbol also when it is next paid, and past rates.',
    effect: 'looks',
    input: argumentsOf({ symbol: optionalSymbol() }),
    run: async (seat, { symbol }) => {
      const { market } = seat.client();
      if (symbol === undefined) return { forming: await market.currentFunding() };
      const [forming, next, past] = await Promise.all([
        market.currentFunding({ symbol }),
        market.fundingTime({ symbol }),
        market.fundingHistory({ symbol, limit: SETTLEMENTS_SHOWN }),
      ]);
      return { forming, nextAt: next.fundingTime, past };
    },
  }),
];
