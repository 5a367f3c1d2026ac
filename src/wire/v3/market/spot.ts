/** The clock, and the spot endpoints that client libraries call. There is no spot market here. */
import type { Static } from 'typebox';
import type { Millis } from '../../../domain/units.ts';
import { everything } from '../../contract-query.ts';
import { list, moment, record } from '../../record-field.ts';
import { openGet, spotGet } from '../endpoint.ts';

export const SPOT_COINS = spotGet(5, {
  id: 'v3SpotCoins',
  path: '/coins',
  ...everything(),
  response: list(record({})),
  summary: 'Coins of the spot market: none',
  text: 'Client libraries ask for it when they load markets.',
  format: () => [],
});

export const SPOT_EXCHANGE_INFO = spotGet(20, {
  id: 'v3SpotExchangeInfo',
  path: '/exchangeInfo',
  ...everything(),
  response: record({ symbols: list(record({})) }),
  summary: 'Symbols of the spot market: none',
  text: 'Client libraries ask for it when they load markets.',
  format: () => ({ symbols: [] }),
});

export const SPOT_PING = spotGet(1, {
  id: 'v3SpotPing',
  path: '/ping',
  ...everything(),
  response: record({}),
  summary: 'Whether the venue answers',
  text: 'An empty object.',
  format: () => ({}),
});

const TIME_RECORD = record({ serverTime: moment('The clock of the server') });

const formatTime = (now: Millis): Static<typeof TIME_RECORD> => ({ serverTime: now });

export const SPOT_TIME = spotGet(1, {
  id: 'v3SpotTime',
  path: '/time',
  ...everything(),
  response: TIME_RECORD,
  summary: 'Time of the server',
  text: 'The clock against which timestamps of signatures are checked.',
  format: formatTime,
});

export const TIME = openGet(1, {
  id: 'v3MarketTime',
  path: '/market/time',
  ...everything(),
  response: TIME_RECORD,
  summary: 'Time of the server',
  text: 'The clock against which timestamps of signatures are checked.',
  format: formatTime,
});
