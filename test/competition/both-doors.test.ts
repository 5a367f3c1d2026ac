/** What teams do in other dialects, and what the public is answered, over real HTTP. */
import { createHmac } from 'node:crypto';
import { Value } from 'typebox/value';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { COMPETITION_ENDPOINTS } from '../../src/wire/competition/document.ts';
import { callSigned, openSeasonKit, orderBody, type SeasonKit } from './season-kit.ts';

let kit: SeasonKit;
beforeEach(async () => {
  kit = await openSeasonKit();
});
afterEach(() => kit.close());

test('[QUA-1] the equals in version 3 count as well', async () => {
  await kit.openSeason();
  const team = await kit.enlist('Foxes');
  const call = async (method: string, path: string, body?: object) => {
    const reply = await callSigned(kit, team, {
      method,
      path: `/capi/v3${path}`,
      ...(body && { body }),
    });
    expect(reply.status, JSON.stringify(reply.json)).toBe(200);
    return reply.json;
  };
  const missing = async () => (await kit.organise('/qualification')).rows[0].missing;
  await call('GET', '/account/balance');
  await call('POST', '/account/leverage', { symbol: 'ETHUSDT', crossLeverage: 5 });
  await kit.send('/capi/v3/market/ticker/24hr', { from: team.address });
  expect(await missing()).toEqual(['order', 'fills']);
  const order = { symbol: 'BTCUSDT', side: 'BUY', positionSide: 'LONG', type: 'MARKET' };
  // Too large, and then a read of the same path: neither counts.
  const { orderId: large } = await call('POST', '/order', { ...order, quantity: '0.0100' });
  await callSigned(kit, team, { method: 'GET', path: '/capi/v3/order', query: `orderId=${large}` });
  expect(await missing()).toEqual(['order', 'fills']);
  const { orderId } = await call('POST', '/order', { ...order, quantity: '0.0001' });
  await call('GET', '/userTrades');
  const [row] = (await kit.organise('/qualification')).rows;
  expect(row).toMatchObject({ qualified: true, missing: [] });
  const { evidence } = row.evidence.find(({ step }: { step: string }) => step === 'order');
  expect(evidence).toContain(`POST /capi/v3/order from ${team.address}, order ${orderId} of`);
});

test('[QUA-1] the equals in the Binance USDⓈ-M dialect count as well', async () => {
  await kit.openSeason();
  const { access, address } = await kit.enlist('Foxes');
  const call = async (method: string, path: string, fields: Record<string, string> = {}) => {
    const timestamp = String(Date.now());
    const query = new URLSearchParams({ ...fields, recvWindow: '60000', timestamp }).toString();
    const signature = createHmac('sha256', access.secretKey).update(query).digest('hex');
    const url = `${kit.demo.baseUrl}/fapi/${path}?${query}&signature=${signature}`;
    const headers = { 'X-MBX-APIKEY': access.apiKey, 'x-forwarded-for': address };
    const reply = await fetch(url, { method, headers });
    expect(reply.status, await reply.clone().text()).toBe(200);
    return reply.json();
  };
  await call('GET', 'v3/balance');
  await call('POST', 'v1/leverage', { symbol: 'ETHUSDT', leverage: '5' });
  await kit.send('/fapi/v1/exchangeInfo', { from: address });
  const order = { symbol: 'BTCUSDT', side: 'BUY', positionSide: 'LONG', type: 'MARKET' };
  await call('POST', 'v1/order', { ...order, quantity: '0.0001' });
  await call('GET', 'v1/userTrades', { symbol: 'BTCUSDT' });
  const [row] = (await kit.organise('/qualification')).rows;
  expect(row).toMatchObject({ qualified: true, missing: [] });
});

test('[DOC-3] every public answer about a competition has the published shape', async () => {
  await kit.openSeason({ leaderboardDelayMillis: 0 });
  const { id, token } = await kit.register('Hares');
  const team = await kit.enlist('Foxes');
  const answered = new Set<string>();
  const expectShape = (endpoint: string, json: unknown) => {
    const { response } = COMPETITION_ENDPOINTS.find((each) => each.id === endpoint)!;
    const faults = [...Value.Errors(response, json)].map((fault) => JSON.stringify(fault));
    expect(faults, `${endpoint}: ${JSON.stringify(json)}`).toEqual([]);
    answered.add(endpoint);
  };
  const check = async (endpoint: string, path: string, options = {}) => {
    const { status, json } = await kit.send(`/competition${path}`, options);
    expect(status, JSON.stringify(json)).toBe(200);
    expectShape(endpoint, json);
  };
  await check('competitionRegister', '/registrations', { body: kit.application('Bears') });
  await check('competitionRegistration', `/registrations/${id}`, { token });
  await kit.organise(`/registrations/${id}/approve`, {});
  await check('competitionRegistration', `/registrations/${id}`, { token });
  await check('competitionClaim', `/registrations/${id}/credentials`, { body: {}, token });
  await check('competitionWithdraw', `/registrations/${id}/withdraw`, { body: {}, token });
  await check('competitionBoard', '/leaderboard');
  await check('competitionCurves', '/curves');
  await kit.startSeason();
  await team.call('/order/placeOrder', '', orderBody('1', '0.0100'));
  await kit.pass(120_000);
  await check('competitionSeason', '');
  await check('competitionNow', '/now');
  await check('competitionRules', '/rules?season=1');
  await check('competitionBoard', '/leaderboard');
  await check('competitionCurves', '/curves?top=5&points=10');
  await check('competitionTeam', '/teams/Foxes');
  await check('competitionEquity', '/teams/Foxes/equity');
  await check('competitionDecisions', '/decisions?team=Foxes');
  expect([...answered].sort()).toEqual(COMPETITION_ENDPOINTS.map((each) => each.id).sort());
});
