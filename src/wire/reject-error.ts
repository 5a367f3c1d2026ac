/**
 * Turns a reject of the engine into an error of the interface. This file compiles only if every
 * reason has its error.
 */
import type { Command } from '../domain/command.ts';
import type { Contract } from '../domain/contract.ts';
import type { Reject, RejectReason } from '../domain/reject.ts';
import {
  ACCOUNT_ANSWERS,
  CONTRACT_ANSWERS,
  LEVERAGE_ANSWERS,
  MARGIN_ANSWERS,
  POSITION_MODE_ANSWERS,
  SEASON_ANSWERS,
} from './account-rejects.ts';
import { type Answers, figuresOf } from './engine-voice.ts';
import type { WireError } from './errors.ts';
import { ORDER_ANSWERS, PRICE_ANSWERS, SIZE_ANSWERS } from './order-rejects.ts';
import type { MarginWords } from './words.ts';

const ANSWERS: Answers<RejectReason> = {
  ...ACCOUNT_ANSWERS,
  ...CONTRACT_ANSWERS,
  ...MARGIN_ANSWERS,
  ...POSITION_MODE_ANSWERS,
  ...LEVERAGE_ANSWERS,
  ...PRICE_ANSWERS,
  ...SIZE_ANSWERS,
  ...ORDER_ANSWERS,
  ...SEASON_ANSWERS,
};

/** The command that was refused, and its contract. */
export interface RejectSubject {
  readonly command: Command | null;
  readonly contract: Contract | null;
  /** The words of the caller's dialect; the venue's own words if there is none. */
  readonly marginWords?: MarginWords;
}

const VENUE_WORDS: MarginWords = { cross: 'cross', isolated: 'isolated' };

export function rejectError(reject: Reject, refused: RejectSubject): WireError {
  const { command, contract, marginWords = VENUE_WORDS } = refused;
  const figures = figuresOf(reject, contract);
  return {
    ...ANSWERS[reject.reason]({ ...figures, reject, command, marginWords }),
    reason: reject.reason,
  };
}
