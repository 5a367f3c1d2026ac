/** The current account, ready for the formulas; redrawn when any part changes. */
import { computed } from '@preact/signals';
import { markOf } from '../market/tickers.ts';
import { held, wallet } from './account-state.ts';
import { deskOf, frozen } from './desk-settings.ts';
import { type AccountInputs, accountFigures } from './figures.ts';

export const reading = computed((): AccountInputs | undefined => {
  const cash = wallet.value;
  if (cash === undefined) return undefined;
  return {
    wallet: cash,
    frozen: frozen.value,
    held: held.value,
    markOf,
    takerFeeOf: (symbol) => deskOf(symbol).takerFee,
  };
});

export const figures = computed(() => {
  const now = reading.value;
  return now === undefined ? undefined : accountFigures(now);
});
