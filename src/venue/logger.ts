/** Where the venue tells its operator things. The caller decides how a line looks. */
export type LogLevel = 'info' | 'warn' | 'error';

export type LogFacts = Readonly<Record<string, string | number | null>>;

export type Logger = (level: LogLevel, message: string, facts?: LogFacts) => void;

export const logNothing: Logger = () => undefined;
