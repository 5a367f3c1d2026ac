/** The budgets of this dialect as exchangeInfo and rateLimit/order tell them. */
import type { Static } from 'typebox';
import { integer, record, word } from '../record-field.ts';

export const RATE_LIMIT = record({
  rateLimitType: word(['REQUEST_WEIGHT', 'ORDERS'], 'What is counted'),
  interval: word(['SECOND', 'MINUTE'], 'The unit of its time'),
  intervalNum: integer('How many units', 1),
  limit: integer('How much may be used in that time', 2_400),
});
type RateLimit = Static<typeof RATE_LIMIT>;

export const ORDER_LIMITS: readonly RateLimit[] = [
  { rateLimitType: 'ORDERS', interval: 'MINUTE', intervalNum: 1, limit: 1_200 },
  { rateLimitType: 'ORDERS', interval: 'SECOND', intervalNum: 10, limit: 300 },
];

export const RATE_LIMITS: readonly RateLimit[] = [
  { rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: 2_400 },
  ...ORDER_LIMITS,
];
