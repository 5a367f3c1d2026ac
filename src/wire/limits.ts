/** Limits for input from the wire, each with its reason. */

/**
 * The longest text of a decimal. Some languages write out all digits of a binary fraction; from
 * 0.00001 up they fit. Reading such a text takes microseconds.
 */
export const DECIMAL_LENGTH_MAX = 100;
