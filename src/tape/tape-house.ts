/**
 * The two accounts of the house through which a tape trades: one has the recorded levels, the other
 * takes what was traded. They pay no fees and have one position a contract, because both sides of a
 * whole day would fit into no account.
 */
import { type AccountTerms, DEFAULT_TERMS } from '../domain/account.ts';
import type { Batch } from '../domain/command.ts';
import type { Contract } from '../domain/contract.ts';
import { type AccountId, accountId } from '../domain/ids.ts';
import { DEPOSIT_MAX } from '../domain/limits.ts';
import { type Ppm, ppm } from '../domain/units.ts';

const NO_FEE: Ppm = ppm(0);
const TAPE_TERMS: AccountTerms = { ...DEFAULT_TERMS, makerFee: NO_FEE, takerFee: NO_FEE };
/** Together some billions: what all traders of a real day could win of it. */
const DEPOSITS = 50;

/** Whether a contract is the one that a recording calls by this symbol. */
export const isRecordedAs =
  (symbol: string) =>
  ({ base, quote }: Pick<Contract, 'base' | 'quote'>): boolean =>
    `${base}${quote}` === symbol.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** Opens and funds them, if the next account opened has this id. */
export const tapeGenesis = (next: AccountId): Batch['commands'] =>
  [next, accountId(next + 1)].flatMap((account): Batch['commands'] => [
    { kind: 'open-account', role: 'house', terms: TAPE_TERMS, positionMode: 'net' },
    ...Array.from({ length: DEPOSITS }, () => ({
      ...({ kind: 'deposit', account, amount: DEPOSIT_MAX } as const),
    })),
  ]);
