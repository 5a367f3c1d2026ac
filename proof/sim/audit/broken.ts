/** How the auditor reports a failure: which promise was broken, and the numbers that show it. */

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
