/** The portfolio of the account over the chosen time, read again as things happen. */
import { effect, signal } from '@preact/signals';
import type { CallTerms, PerpetuaPortfolioAnswer } from '../../client/client.ts';
import { events } from '../account/account-state.ts';
import { askOwn, type CallOutcome, isCutOff, ROUTINE } from '../client/call.ts';
import { session } from '../client/session.ts';
import type { ShownAddress } from '../parts/keep-address.ts';

export const RANGES = ['day', 'week', 'all'] as const;
type Range = (typeof RANGES)[number];

const DAYS: Readonly<Record<Range, number | undefined>> = { day: 1, week: 7, all: undefined };

export const range = signal<Range>('week');
/** Undefined until it has been read. */
export const portfolio = signal<CallOutcome<PerpetuaPortfolioAnswer> | undefined>(undefined);

const TICK = 1_000;
/** Events come in bursts… */
const SOON = 3_000;
/** …and the mark moves without any. */
const LATER = 15_000;

/** While the view is shown. */
export function watchPortfolio(): () => void {
  let isStale = false;
  let readAt = 0;
  const read = async (terms: CallTerms | undefined): Promise<void> => {
    const [who, chosen] = [session.peek(), range.peek()];
    if (who === undefined) return;
    isStale = false;
    readAt = Date.now();
    const days = DAYS[chosen];
    const outcome = await askOwn(({ perpetua }) => perpetua.portfolio({ days }, terms));
    if (who !== session.peek() || chosen !== range.peek()) return;
    // A call that fails later leaves what is known.
    if (outcome.ok || portfolio.peek()?.ok !== true) portfolio.value = outcome;
  };
  const timer = setInterval(() => {
    if (document.hidden || isCutOff.peek()) return;
    const passed = Date.now() - readAt;
    if (passed > (isStale || portfolio.peek()?.ok === false ? SOON : LATER)) void read(ROUTINE);
  }, TICK);
  const stopReading = effect(() => {
    portfolio.value = undefined;
    if (session.value !== undefined && RANGES.includes(range.value)) void read(undefined);
  });
  const stopListening = effect(() => {
    isStale = events.value > 0;
  });
  return () => {
    clearInterval(timer);
    stopReading();
    stopListening();
  };
}

export const PORTFOLIO_ADDRESS: ShownAddress = {
  take: (asked) => {
    range.value = RANGES.find((known) => known === asked.get('range')) ?? range.peek();
  },
  say: () => ({ range: range.value }),
};
