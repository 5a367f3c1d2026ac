/** How a venue learns that it should stop, from the first moment of its start. */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Aborted once, with the reason in words. One Ctrl-C may arrive several times: from the terminal,
 * from npm and from the launcher. So the process keeps listening to every signal, and those after
 * the first change nothing.
 */
export function awaitStop(): AbortSignal {
  const controller = new AbortController();
  for (const signal of STOP_SIGNALS) process.on(signal, () => controller.abort(signal));
  // Nobody could stop a venue whose launcher was killed, and it would hold the data folder.
  process.once('disconnect', () => controller.abort('its launcher is gone'));
  // Listening for the launcher's end must not keep the process alive.
  process.channel?.unref();
  return controller.signal;
}

/** A closed terminal, or a program that stops reading our output, does not end a venue. */
export function bearLostOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
