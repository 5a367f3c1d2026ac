/** Everything that the views of an account watch, from the first of them on. */
import { effect } from '@preact/signals';
import { watchAccount, watchFills } from '../account/account-state.ts';
import { watchDesks } from '../account/desk-settings.ts';
import { watchTrails } from '../account/own-orders.ts';
import { readVenueTime } from '../client/call.ts';
import { resumeAccount } from '../client/kept-account.ts';
import { fetchContracts, symbol } from '../market/contracts.ts';
import { watchFacts } from '../market/funding.ts';
import { watchBook } from '../market/order-book.ts';
import { watchSparklines, watchTickers } from '../market/tickers.ts';
import { watchTape } from '../market/trade-tape.ts';
import { watchOutcomes } from '../outcomes/watch-outcomes.ts';
import { clearNumbers } from '../ticket/draft.ts';

const RETRY_AFTER = 1_500;
let isBegun = false;

/** Once, whichever view is shown. */
export function begin(): void {
  if (isBegun) return;
  isBegun = true;
  watchAccount();
  watchDesks();
  watchFills();
  watchTrails();
  watchOutcomes();
  watchBook();
  watchTape();
  watchFacts();
  effect(() => {
    if (symbol.value !== '') clearNumbers();
  });
  void load();
}

async function load(): Promise<void> {
  const [isTimed, isLoaded] = await Promise.all([readVenueTime(), fetchContracts()]);
  if (!isTimed || !isLoaded) {
    setTimeout(() => void load(), RETRY_AFTER);
    return;
  }
  watchTickers();
  watchSparklines();
  // Requests can be signed once the clock of the venue is known.
  await resumeAccount();
}
