/**
 * Assertions stay on in production: the venue stops rather than trades on wrong books. A user's
 * mistake is never an assertion; it is a reject.
 */
export class BrokenInvariant extends Error {
  override readonly name = 'BrokenInvariant';
}

export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new BrokenInvariant(message);
}

/** Ends an exhaustive switch: adding a kind without handling it fails to compile. */
export function unreachable(value: never): never {
  throw new BrokenInvariant(`unreachable value: ${JSON.stringify(value)}`);
}
