/** @nktkas/hyperliquid as its README has it, with another address and another private key. */
import { readFileSync } from 'node:fs';
import { ExchangeClient, HttpTransport } from '@nktkas/hyperliquid';
import { privateKeyToAccount } from 'viem/accounts';

const all = JSON.parse(readFileSync('data/credentials.json', 'utf8'));
const keys = all.find(({ name }) => name === 'oneway-1');

const wallet = privateKeyToAccount(keys.privateKey);
const transport = new HttpTransport({ apiUrl: 'http://localhost:8700/hl/' });
const exchange = new ExchangeClient({ transport, wallet });

const mids = await transport.request('info', { type: 'allMids' });
const price = Math.round(Number(mids.BTC) * 1.005);
const result = await exchange.order({
  orders: [
    {
      a: 0,
      b: true,
      p: String(price),
      s: '0.001',
      r: false,
      t: { limit: { tif: 'Ioc' } },
    },
  ],
  grouping: 'na',
});
const [{ filled }] = result.response.data.statuses;
console.log(filled.oid, 'filled', filled.totalSz);
