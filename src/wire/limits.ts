/** Limits of what the wire reads, each with its reason. */

/**
 * The longest text of a decimal. Every binary fraction from 0.00001 up fits with all its digits,
 * as some languages write them out, and reading one stays a matter of microseconds.
 */
export const DECIMAL_LENGTH_MAX = 100;
