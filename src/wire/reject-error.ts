/**
 * What a caller is told when the engine refuses. Every reason has its answer, or this file does not
 * compile.
 */
import type { Command } from '../domain/command.ts';
import type { Contract } from '../domain/contract.ts';
import type { Reject, RejectReason } from '../domain/reject.ts';
import {
  ACCOUNT_ANSWERS,
  CONTRACT_ANSWERS,
  LEVERAGE_ANSWERS,
  MARGIN_ANSWERS,
} from './account-rejects.ts';
import type { Answers } from './engine-voice.ts';
import type { WireError } from './errors.ts';
import { ORDER_ANSWERS, PRICE_ANSWERS, SIZE_ANSWERS } from './order-rejects.ts';
import { figuresOf } from './reject-figures.ts';
import { SEASON_ANSWERS } from './season-rejects.ts';

const ANSWERS: Answers<RejectReason> = {
  ...ACCOUNT_ANSWERS,
  ...CONTRACT_ANSWERS,
  ...MARGIN_ANSWERS,
  ...LEVERAGE_ANSWERS,
  ...PRICE_ANSWERS,
  ...SIZE_ANSWERS,
  ...ORDER_ANSWERS,
  ...SEASON_ANSWERS,
};

/** What was refused: the command, and the contract it named. */
export interface Refused {
  readonly command: Command | null;
  readonly contract: Contract | null;
}

export const rejectError = (reject: Reject, { command, contract }: Refused): WireError => ({
  ...ANSWERS[reject.reason]({ ...figuresOf(reject, contract), reject, command }),
  reason: reject.reason,
});
