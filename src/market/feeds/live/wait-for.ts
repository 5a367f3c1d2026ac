/**
 * Waits for a time, or until the wait is called off. It leaves neither a timer nor a listener
 * behind.
 */
import { clearTimeout, setTimeout } from '../../../machine/timers.ts';

export const waitFor = (byMillis: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, byMillis);
    signal.addEventListener('abort', end);
  });
