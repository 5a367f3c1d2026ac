/** How the auditor reports a failure: which promise was broken, and the numbers that show it. */
import { type Money, toBigInt } from '../../../src/domain/units.ts';

export class AuditFailure extends Error {
  override readonly name = 'AuditFailure';
  readonly rule: string;

  constructor(rule: string, message: string) {
    super(`${rule}: ${message}`);
    this.rule = rule;
  }
}

export function broken(rule: string, message: string): never {
  throw new AuditFailure(rule, message);
}

type Plain = number | bigint | string | boolean | null | undefined;

/** Two values of the same thing must be equal. */
export function same(rule: string, what: string, actual: Plain, expected: Plain): void {
  if (actual !== expected) broken(rule, `${what} is ${actual}, expected ${expected}`);
}

const SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** Money must be the same amount, and in its one form: a number where that is exact. */
export function sameMoney(
  rule: string,
  what: string,
  actual: Money | undefined,
  expected: bigint | undefined,
): void {
  const found = actual === undefined ? undefined : toBigInt(actual);
  same(rule, what, found, expected);
  if (expected === undefined) return;
  const isSmall = expected <= SAFE && expected >= -SAFE;
  same(rule, `the form of ${what}`, typeof actual, isSmall ? 'number' : 'bigint');
}
