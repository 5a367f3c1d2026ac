/** How a venue hears that it should stop, from the first moment of its start on. */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Aborted once, with the reason in words. One Ctrl-C may come several times: from the terminal,
 * from npm and from the launcher. So every signal stays heard, and those after the first change
 * nothing.
 */
export function awaitStop(): AbortSignal {
  const controller = new AbortController();
  for (const signal of STOP_SIGNALS) process.on(signal, () => controller.abort(signal));
  // Nobody could stop a venue whose launcher was killed, and it would keep the data folder.
  process.once('disconnect', () => controller.abort('its launcher is gone'));
  // Listening for its end must not be what keeps the process alive.
  process.channel?.unref();
  return controller.signal;
}

/** A terminal that was closed, or a program that no longer reads, does not end a venue. */
export function bearLostOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
