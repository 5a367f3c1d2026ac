/** The process with the files, as a gateway in a process of its own reaches it. */
export interface Owner {
  /**
   * Questions of one turn of the loop go together. The other process is of the same version, so its
   * answer has the form that the topic has.
   */
  readonly ask: <Answer>(topic: string, value: unknown) => Promise<Answer>;
  /** Nobody waits for it; it comes before whatever is asked or told later. */
  readonly tell: (topic: string, value: unknown) => void;
}

/** What a gateway asks and tells. */
export const TOPICS = {
  /** To take from the budgets of an address: `AddressCharge`, answered by `AddressAnswer`. */
  address: 'address',
  /** To take from those of an account: `AccountCharge`, answered by `AccountAnswer`. */
  account: 'account',
  /** To charge, or give back, without an answer. */
  addressMore: 'address-more',
  accountBack: 'account-back',
  refusal: 'refusal',
  authFailure: 'auth-failure',
  /** A transition of a shared fact. */
  fact: 'fact',
  /** A call that succeeded, while a season wants to know. */
  witness: 'witness',
  /** An endpoint that needs the registry. */
  competition: 'competition',
  faultHit: 'fault-hit',
  aiLog: 'ai-log',
  stepTime: 'step-time',
  amended: 'amended',
  archived: 'archived',
} as const;

/** What a gateway is told. */
export const NOTICES = {
  /** An address that is shut out, and for how many seconds. */
  shutOut: 'shut-out',
  fact: 'fact',
  clock: 'clock',
  faultBegun: 'fault-begun',
  faultOver: 'fault-over',
  amended: 'amended',
} as const;

/** Which budgets: of a dialect that counts by windows, by its place in the list, or the venue's. */
export const VENUE_BUDGETS = -1;

export type AddressCharge = readonly [budgets: number, group: string, weight: number];

/** How long to wait, whether the address is shut out, and how much is used of each budget. */
export type AddressAnswer = readonly [wait: number, isShutOut: 0 | 1, ...counts: number[]];

export type AccountCharge = readonly [
  budgets: number,
  account: number,
  weight: number,
  orders: number,
  orderCalls: number,
  cancels: number,
  group: string,
];

export type AccountAnswer = readonly [wait: number, ...counts: number[]];
