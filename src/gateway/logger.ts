/** The log of the operator, as the parts of the gateway get it. */
import { type Logger, pino } from 'pino';

export type JsonLogger = Logger;

/** For venues that say nothing: a destination would wait for the end of the process. */
export const SILENT_LOGGER: JsonLogger = pino({ level: 'silent' }, { write: () => undefined });
