/** The log of a decision, as a team sends it. */
import type { OrderId } from '../domain/ids.ts';

/** A team's log of a decision of its model. */
export interface AiLog {
  readonly order: OrderId | null;
  readonly stage: string;
  readonly model: string;
  /** Compact JSON text, numbers digit for digit. */
  readonly input: string;
  readonly output: string;
  readonly explanation: string;
}
