/** What a team shows in the test phase before it counts as qualified. */

/** An order of 5 to 50 USDT on the first contract, and one successful call of each of the rest. */
export const QUALIFYING_STEPS = ['order', 'assets', 'market', 'leverage', 'fills'] as const;
export type QualifyingStep = (typeof QUALIFYING_STEPS)[number];
