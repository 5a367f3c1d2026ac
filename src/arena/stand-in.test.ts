import { expect, onTestFinished, test } from 'vitest';
import { startStandIn } from './stand-in.ts';

const buy = { contract: 'BTC', side: 'buy', size: 0.02 };
const sell = { ...buy, side: 'sell' };

test.each([
  ['trend', 101, buy],
  ['trend', 99, sell],
  ['contrarian', 101, sell],
  ['contrarian', 99, buy],
  ['careful', 101, buy],
  ['careful', 99, sell],
  ['careful', 100.1, undefined],
])('the stand-in %s orders what its rule says at a price of %s', async (rule, mark, order) => {
  const { url, close } = await startStandIn();
  onTestFinished(close);
  const state = { markets: { BTC: { mark } }, account: { positions: {} } };
  const turn = { turn: 6, marksBefore: { BTC: [1, 100, 103, 97, 100, 100, 100] }, state };
  const messages = [{ role: 'user', content: JSON.stringify(turn) }];
  const body = JSON.stringify({ model: `stand-in-${rule}`, messages });
  const response = await fetch(`${url}/chat/completions`, { method: 'POST', body });
  const { choices } = (await response.json()) as { choices: { message: { content: string } }[] };
  const { orders } = JSON.parse(choices[0]!.message.content);
  expect(orders).toEqual(order === undefined ? [] : [order]);
});
