/** So long, or until it is called off. Neither a timer nor a listener is left of it. */

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
