/** What a gateway asks the process with the files, and tells it, beside the facts they share. */
export const TOPICS = {
  /** To charge budgets without an answer. */
  charge: 'charge',
  /** A call that succeeded, while a season wants to know. */
  witness: 'witness',
  /** An endpoint that needs the registry. */
  competition: 'competition',
  aiLog: 'ai-log',
  stepTime: 'step-time',
  passTime: 'pass-time',
  archived: 'archived',
} as const;

/** What a gateway is told of venue time. */
export const CLOCK_NOTICE = 'clock';
