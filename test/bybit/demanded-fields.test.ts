/**
 * What strict frameworks demand of each answer: nautilus fails on a field that is missing or of
 * another type, hummingbot reads some without a look. They are not run here; their lists are.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALICE, type Anything } from '../gateway-v2/rest-kit.ts';
import { type BybitKit, LINEAR, loginFrame, openBybitKit, openWire } from './bybit-kit.ts';

let kit: BybitKit;
beforeAll(async () => {
  kit = await openBybitKit({ sockets: { flushEveryMillis: 1 } });
  await kit.does('POST', 'position/switch-mode', { ...LINEAR, mode: 0 });
});
afterAll(() => kit.close());

/** Names of one type, in a text. */
const named = (type: string, names: string): Record<string, string> =>
  Object.fromEntries(names.split(' ').map((name) => [name, type]));

const ORDER = {
  ...named('string', 'orderId orderLinkId blockTradeId symbol price qty side isLeverage'),
  ...named('string', 'orderStatus cancelType rejectReason avgPrice leavesQty leavesValue'),
  ...named('string', 'cumExecQty cumExecValue cumExecFee timeInForce orderType stopOrderType'),
  ...named('string', 'orderIv triggerPrice takeProfit stopLoss tpTriggerBy slTriggerBy triggerBy'),
  ...named('string', 'lastPriceOnCreated smpType smpOrderId tpslMode tpLimitPrice slLimitPrice'),
  ...named('string', 'placeType createdTime updatedTime'),
  ...named('number', 'positionIdx triggerDirection smpGroup'),
  ...named('boolean', 'reduceOnly closeOnTrigger'),
};
const EXECUTION = {
  ...named('string', 'symbol orderId orderLinkId side orderPrice orderQty leavesQty createType'),
  ...named('string', 'orderType stopOrderType execFee execId execPrice execQty execType execValue'),
  ...named('string', 'execTime feeCurrency feeRate tradeIv markIv markPrice indexPrice'),
  ...named('string', 'underlyingPrice blockTradeId closedSize'),
  ...named('boolean', 'isMaker'),
  ...named('number', 'seq'),
};
const POSITION = {
  ...named('string', 'riskLimitValue symbol side size positionValue positionStatus leverage'),
  ...named('string', 'positionBalance markPrice liqPrice bustPrice positionIM positionIMByMp'),
  ...named('string', 'positionMM positionMMByMp tpslMode takeProfit stopLoss trailingStop'),
  ...named('string', 'sessionAvgPrice unrealisedPnl curRealisedPnl cumRealisedPnl createdTime'),
  ...named('string', 'updatedTime'),
  ...named('number', 'positionIdx riskId tradeMode autoAddMargin adlRankIndicator seq'),
};
const WALLET = {
  ...named('string', 'accountType accountIMRate accountMMRate totalEquity totalWalletBalance'),
  ...named('string', 'totalMarginBalance totalAvailableBalance totalPerpUPL totalInitialMargin'),
  ...named('string', 'totalMaintenanceMargin accountLTV'),
};
const COIN = {
  ...named('string', 'coin equity usdValue walletBalance locked borrowAmount accruedInterest'),
  ...named('string', 'unrealisedPnl cumRealisedPnl bonus availableToWithdraw availableToBorrow'),
  ...named('boolean', 'marginCollateral collateralSwitch'),
};
const INSTRUMENT = {
  ...named('string', 'symbol contractType status baseCoin quoteCoin settleCoin launchTime'),
  ...named('string', 'deliveryTime deliveryFeeRate priceScale'),
  ...named('object', 'leverageFilter priceFilter lotSizeFilter'),
  ...named('boolean', 'unifiedMarginTrade'),
  ...named('number', 'fundingInterval'),
};
const TICKER = {
  ...named('string', 'symbol lastPrice indexPrice markPrice prevPrice24h price24hPcnt'),
  ...named('string', 'highPrice24h lowPrice24h prevPrice1h openInterest openInterestValue'),
  ...named('string', 'turnover24h volume24h fundingRate nextFundingTime predictedDeliveryPrice'),
  ...named('string', 'basisRate deliveryFeeRate deliveryTime ask1Size bid1Price ask1Price'),
  ...named('string', 'bid1Size basis'),
};
const KEY = {
  ...named('string', 'id note apiKey secret expiredAt createdAt vipLevel mktMakerLevel'),
  ...named('string', 'rsaPublicKey parentUid kycLevel kycRegion'),
  ...named('number', 'readOnly type deadlineDay unified uta userID inviterID affiliateID'),
  ...named('object', 'permissions ips'),
  ...named('boolean', 'isMaster'),
};

function demands(row: Anything, wanted: Readonly<Record<string, string>>): void {
  const types = Object.keys(wanted).map((name) => [name, typeof row[name]]);
  expect(Object.fromEntries(types)).toEqual(wanted);
}

/** Words of triggers that nautilus knows: there is no UNKNOWN. */
const TRIGGERS = ['', 'LastPrice', 'MarkPrice', 'IndexPrice'];

test('[BYB-5] every answer has what strict frameworks demand', async () => {
  const socket = await openWire(`ws://127.0.0.1:${kit.port}/v5/private`);
  const { key, secret } = kit.issued.get(ALICE)!;
  socket.say(loginFrame(key.key, secret, kit.memory.clock.wallNow() + 10_000));
  socket.say({ op: 'subscribe', args: ['order', 'execution', 'position', 'wallet'] });
  await socket.hears(({ op }) => op === 'subscribe');
  const order = { ...LINEAR, side: 'Buy', orderType: 'Market', qty: '0.01' };
  const { orderId } = await kit.does('POST', 'order/create', order);
  await kit.does('POST', 'position/trading-stop', { ...LINEAR, stopLoss: '80000' });
  const list = async (path: string, fields = {}): Promise<Anything[]> =>
    (await kit.does('GET', path, { ...LINEAR, ...fields })).list;
  for (const row of [
    ...(await list('order/realtime', { orderId })),
    ...(await list('order/realtime')),
    ...(await list('order/history')),
  ]) {
    demands(row, ORDER);
    for (const name of ['triggerBy', 'tpTriggerBy', 'slTriggerBy'])
      expect(TRIGGERS).toContain(row[name]);
    expect(['GTC', 'IOC', 'FOK', 'PostOnly']).toContain(row.timeInForce);
  }
  demands((await list('execution/list'))[0], EXECUTION);
  demands((await list('position/list'))[0], { ...POSITION, avgPrice: 'string' });
  demands((await list('market/tickers'))[0], TICKER);
  const [instrument] = await list('market/instruments-info');
  demands(instrument, INSTRUMENT);
  demands(instrument.lotSizeFilter, named('string', 'maxOrderQty minOrderQty qtyStep'));
  expect(instrument.lotSizeFilter.minNotionalValue).toMatch(/^[\d.]+$/);
  demands(instrument.priceFilter, named('string', 'minPrice maxPrice tickSize'));
  demands(instrument.leverageFilter, named('string', 'minLeverage maxLeverage leverageStep'));
  const [wallet] = (await kit.does('GET', 'account/wallet-balance', { accountType: 'UNIFIED' }))
    .list;
  demands(wallet, WALLET);
  demands(wallet.coin[0], COIN);
  const book = await kit.does('GET', 'market/orderbook', LINEAR);
  demands(book, { ...named('string', 's'), ...named('number', 'ts u seq cts') });
  const [candle] = await list('market/kline', { interval: '1' });
  expect(candle.map((item: unknown) => typeof item)).toEqual(Array(7).fill('string'));
  demands(await kit.does('GET', 'user/query-api'), KEY);
  expect((await kit.does('GET', 'account/info')).unifiedMarginStatus).toBe(6);
  expect(
    (await kit.does('GET', 'account/withdrawal', { coinName: 'USDT' })).availableWithdrawal,
  ).toMatch(/^[\d.]+$/);

  const pushed = async (topic: string): Promise<Anything> => {
    const told = await socket.hears(({ topic: name }) => name === topic);
    demands(told, { ...named('string', 'id topic'), creationTime: 'number' });
    return told.data[0];
  };
  demands(await pushed('order'), { ...ORDER, ...named('string', 'category feeCurrency') });
  const own = named('string', 'category isLeverage execPnl marketUnit');
  demands(await pushed('execution'), { ...EXECUTION, ...own });
  demands(await pushed('position'), { ...POSITION, ...named('string', 'category entryPrice') });
  demands(await pushed('wallet'), WALLET);
  socket.socket.terminate();
});
