/**
 * A bot that steps venue time: every five minutes it looks at the last hour and follows the trend,
 * long or short. It is an example of how to step, not of what to trade. It runs until it is told to
 * end. In a clone, and in a project that has the package installed:
 *
 *   npx perpetua lives --bot "node --conditions=perpetua-source examples/lives/bot.mjs" --seeds 20
 *   npx perpetua lives --bot "node node_modules/perpetua/examples/lives/bot.mjs" --seeds 20
 */
import { createClient } from 'perpetua/client';

const { PERPETUA_URL = '', API_KEY = '', SECRET_KEY = '', PASSPHRASE = '' } = process.env;
const keys = { apiKey: API_KEY, secretKey: SECRET_KEY, passphrase: PASSPHRASE };
const { market, order, sandbox } = createClient({ baseUrl: PERPETUA_URL, ...keys });
const symbol = 'cmt_btcusdt';
const SIZE = '0.5000';
const STEP_SECONDS = 300;
const MINUTES = 60;
/** A trend is a move of this part of the price within the hour. */
const TREND = 0.004;

/** The change of the price over the last hour, as a part of it; candles come newest first. */
async function lastMove() {
  const candles = await market.candles({ symbol, granularity: '1m', limit: MINUTES });
  const closes = candles.map(([, , , , close]) => Number(close));
  return (closes[0] ?? 0) / (closes.at(-1) ?? 1) - 1;
}

/** Whatever is held is closed first; a position that was liquidated is gone already. */
async function turn(side, number) {
  await order.closePositions({ symbol });
  const type = side === 'long' ? '1' : '2';
  await order
    .placeOrder({ symbol, client_oid: `turn-${number}`, size: SIZE, type, match_price: '1' })
    .catch(({ message }) => console.error(message));
}

let held;
for (let number = 1; ; number += 1) {
  const move = await lastMove();
  const wanted = move > TREND ? 'long' : move < -TREND ? 'short' : held;
  if (wanted !== undefined && wanted !== held) await turn(wanted, number);
  held = wanted;
  await sandbox.timeStep({ seconds: STEP_SECONDS });
}
