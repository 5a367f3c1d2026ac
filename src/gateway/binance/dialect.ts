/** The Binance USDⓈ-M dialect, together with its routes. */
import { binanceWire } from '../../wire/binance/dialect.ts';
import type { Dialect } from '../dialect.ts';
import { authenticateForm } from './authenticate-form.ts';
import { CALLS, ENDPOINTS } from './calls.ts';

export const BINANCE: Dialect = {
  ...binanceWire(ENDPOINTS),
  authenticate: authenticateForm,
  routes: CALLS,
  qualifying: { order: [], assets: [], market: [], leverage: [], fills: [] },
};
