import { expect, test } from 'vitest';
import { shippedContracts } from '../../test/kit/contracts.ts';
import { listedSymbol, symbolOf } from './symbol.ts';
import { demoSymbolOf, fromDemoSymbol } from './v3/demo/demo.ts';

test('[DIA-7] every symbol leads to its contract and back', () => {
  const contracts = shippedContracts();
  expect(new Set(contracts.map(symbolOf)).size).toBe(contracts.length);
  for (const contract of contracts) expect(listedSymbol(symbolOf(contract))).toBe(contract.symbol);
  expect(symbolOf(contracts[0]!)).toBe('BTCUSDT');
});

test.each(['cmt_btcusdt', 'btcusdt', 'BTC/USDT', '', 'BTCUSDT '])(
  '[DIA-7] %j is no symbol here',
  (text) => expect(listedSymbol(text)).toBe(''),
);

test('[DIA-13] every demo symbol leads to its contract and back, and no other one does', () => {
  const contracts = shippedContracts();
  for (const contract of contracts) {
    expect(fromDemoSymbol(demoSymbolOf(contract))).toBe(symbolOf(contract));
    expect(fromDemoSymbol(symbolOf(contract))).toBe('');
  }
  expect(demoSymbolOf(contracts[0]!)).toBe('BTCSUSDT');
  expect(fromDemoSymbol('XSSUSDT')).toBe('XSUSDT');
});
