/**
 * Turns the orders a maker has into the quotes it wants with as few commands as possible: what
 * stands well enough is left, what does not is moved under its own id, the rest is canceled or
 * placed. Moving keeps history short: an order that only followed the price never ended.
 */
import type { AmendOrder, CancelOrder, PlaceOrder } from '../domain/command.ts';
import type { Contract } from '../domain/contract.ts';
import type { Side } from '../domain/side.ts';
import { type Quote } from './ladder.ts';
import type { DeskPicture } from './picture.ts';
import { type Random } from './random.ts';
export interface Requote {
  readonly cancels: CancelOrder[];
  /** Amendments and placements, the innermost first. */
  readonly changes: (AmendOrder | PlaceOrder)[];
}
export interface RequoteInputs {
  readonly random: Random;
  readonly contract: Contract;
  readonly desk: DeskPicture;
  readonly side: Side;
  readonly centre: number;
  readonly quotes: readonly Quote[];
}
export declare function requoteSide(inputs: RequoteInputs): Requote;
