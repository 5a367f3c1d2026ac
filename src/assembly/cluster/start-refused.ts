/** Why a replica does not start, with what to do about each reason. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';

  constructor(...reasons: readonly string[]) {
    super(reasons.join('\n'));
  }
}
