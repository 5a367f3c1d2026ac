/** `bybit-api` by tiagosiebler, as its README shows it, with the keys and address of this venue. */
import { readFileSync } from 'node:fs';
import { RestClientV5 } from 'bybit-api';

const all = JSON.parse(readFileSync('data/credentials.json', 'utf8'));
const { apiKey: API_KEY, secretKey: API_SECRET } = all.find(({ name }) => name === 'oneway-1');

const client = new RestClientV5({
  key: API_KEY,
  secret: API_SECRET,
  baseUrl: 'http://localhost:8700',
});

const { result } = await client.submitOrder({
  category: 'linear',
  symbol: 'BTCUSDT',
  side: 'Buy',
  orderType: 'Market',
  qty: '0.001',
});
const { orderId } = result;
const orders = await client.getActiveOrders({ category: 'linear', symbol: 'BTCUSDT', orderId });
const [order] = orders.result.list;
console.log(order.orderId, order.orderStatus, order.symbol);
