/** The budgets of this dialect, and how exchangeInfo and rateLimit/order tell them. */
import type { Static } from 'typebox';
import type { RateWindow } from '../rate-window.ts';
import { integer, record, word } from '../record-field.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Clients pace themselves by these numbers, so they hold for everybody. */
export const RATE_WINDOWS: readonly RateWindow[] = [
  { counts: 'weight', millis: MINUTE, limit: 2_400, header: 'X-MBX-USED-WEIGHT-1M' },
  { counts: 'order-calls', millis: MINUTE, limit: 1_200, header: 'X-MBX-ORDER-COUNT-1M' },
  { counts: 'orders', millis: 10 * SECOND, limit: 300, header: 'X-MBX-ORDER-COUNT-10S' },
];

export const RATE_LIMIT = record({
  rateLimitType: word(['REQUEST_WEIGHT', 'ORDERS'], 'What is counted'),
  interval: word(['SECOND', 'MINUTE'], 'The unit of its time'),
  intervalNum: integer('How many units', 1),
  limit: integer('How much may be used in that time', 2_400),
});
type RateLimit = Static<typeof RATE_LIMIT>;

export const RATE_LIMITS: readonly RateLimit[] = RATE_WINDOWS.map(({ counts, millis, limit }) => ({
  rateLimitType: counts === 'weight' ? 'REQUEST_WEIGHT' : 'ORDERS',
  interval: millis < MINUTE ? 'SECOND' : 'MINUTE',
  intervalNum: Math.floor(millis / (millis < MINUTE ? SECOND : MINUTE)),
  limit,
}));

export const ORDER_LIMITS = RATE_LIMITS.filter(({ rateLimitType }) => rateLimitType === 'ORDERS');
