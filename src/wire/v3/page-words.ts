/** The calls of the page in the words of version 3. */
import {
  type AskedFields,
  candles,
  isBuying,
  isClosing,
  isIsolated,
  limited,
  namedSymbol,
  type PageDialect,
  type Said,
  saidMarginType,
  saidOrder,
  type Translated,
} from '../page-words.ts';
import { PREFIX } from './endpoint.ts';

const get = (path: string, fields?: Translated): Said => ['GET', PREFIX + path, fields];
const post = (path: string, fields: Translated): Said => ['POST', PREFIX + path, fields];
const remove = (path: string, fields?: Translated): Said => ['DELETE', PREFIX + path, fields];

/** A mode is named only where it was named. */
const side = (asked: AskedFields): Translated => ({
  side: isBuying(asked) ? 'BUY' : 'SELL',
  positionSide: '13'.includes(asked['type'] ?? '') ? 'LONG' : 'SHORT',
  positionMode: asked['positionMode'],
});

const plan = (asked: AskedFields): Translated => ({
  ...namedSymbol(asked),
  ...side(asked),
  type: asked['match_type'] === '1' ? 'STOP_MARKET' : 'STOP',
  quantity: asked['size'],
  // Without it a stop that closes would have to wait on the side of loss.
  reduceOnly: isClosing(asked) ? true : undefined,
  triggerPrice: asked['trigger_price'],
  ...(asked['match_type'] === '1' ? {} : { price: asked['execute_price'] }),
  clientAlgoId: asked['client_oid'],
});

const EXECUTIONS = ['GTC', 'POST_ONLY', 'FOK', 'IOC'];
const EXITS: AskedFields = { profit_plan: 'TAKE_PROFIT', loss_plan: 'STOP_LOSS' };
const SOURCES: AskedFields = { '1': 'CONTRACT_PRICE', '3': 'MARK_PRICE' };

export const PAGE_WORDS: PageDialect = {
  label: 'v3',
  place: 2,
  words: {
    '/market/ticker': (asked) => get('/market/ticker/24hr', namedSymbol(asked)),
    '/market/tickers': () => get('/market/ticker/24hr'),
    '/market/contracts': () => get('/market/exchangeInfo'),
    '/market/time': () => get('/market/time'),
    '/market/depth': (asked) => get('/market/depth', limited(asked)),
    '/market/trades': (asked) => get('/market/trades', limited(asked)),
    '/market/historyCandles': (asked) => get('/market/historyKlines', candles(asked)),
    '/market/open_interest': (asked) => get('/market/openInterest', namedSymbol(asked)),
    '/market/currentFundRate': (asked) => get('/market/premiumIndex', namedSymbol(asked)),
    '/market/funding_time': (asked) => get('/market/premiumIndex', namedSymbol(asked)),
    '/account/assets': () => get('/account/balance'),
    '/account/getAccounts': () => get('/account/accountConfig'),
    '/account/settings': (asked) => get('/account/symbolConfig', namedSymbol(asked)),
    '/account/position/allPosition': () => get('/account/position/allPosition'),
    '/account/leverage': (asked) => {
      const { longLeverage, shortLeverage = longLeverage } = asked;
      const levels = isIsolated(asked)
        ? { isolatedLongLeverage: longLeverage, isolatedShortLeverage: shortLeverage }
        : { crossLeverage: longLeverage };
      return post('/account/leverage', { ...namedSymbol(asked), ...levels });
    },
    '/account/position/changeHoldModel': (asked) =>
      post('/account/marginType', saidMarginType(asked)),
    '/order/placeOrder': (asked) =>
      post('/order', {
        ...saidOrder(asked, EXECUTIONS),
        ...side(asked),
        tpTriggerPrice: asked['presetTakeProfitPrice'],
        slTriggerPrice: asked['presetStopLossPrice'],
      }),
    '/order/plan_order': (asked) => post('/algoOrder', plan(asked)),
    '/order/placeTpSlOrder': (asked) => {
      const { size: quantity, positionSide, planType = '', triggerPrice, executePrice } = asked;
      const more = { quantity, triggerPrice, executePrice, clientAlgoId: asked['clientOrderId'] };
      const named = { planType: EXITS[planType], positionSide: positionSide?.toUpperCase() };
      return post('/placeTpSlOrder', { ...namedSymbol(asked), ...named, ...more });
    },
    '/order/modifyTpSlOrder': (asked) => {
      const { orderId, triggerPrice, executePrice, triggerPriceType = '1' } = asked;
      const more = { triggerPrice, executePrice, triggerPriceType: SOURCES[triggerPriceType] };
      return post('/modifyTpSlOrder', { orderId, ...more });
    },
    // The venue's own calls, which no version has: they take the keys and signatures of both.
    '/perpetua/amend': (asked, _scene, path) => ['POST', path, asked],
    '/perpetua/trail': (asked, _scene, path) => ['POST', path, asked],
    '/order/cancel_order': ({ orderId }) => remove('/order', { orderId }),
    '/order/cancel_plan': ({ orderId }) => remove('/algoOrder', { orderId }),
    '/order/cancelAllOrders': ({ cancelOrderType }) =>
      remove(`/${cancelOrderType === 'plan' ? 'algo' : 'all'}OpenOrders`),
    '/order/closePositions': (asked) => post('/closePositions', namedSymbol(asked)),
    '/order/current': (asked) => get('/openOrders', namedSymbol(asked)),
    '/order/currentPlan': (asked) => get('/openAlgoOrders', namedSymbol(asked)),
  },
};
