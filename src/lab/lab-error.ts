/** What a client of the lab did wrong, in words that say what is allowed. Nothing has changed. */
export type LabErrorCode =
  | 'action-out-of-bounds'
  | 'busy'
  | 'contract-unknown'
  | 'episode-over'
  | 'frame-malformed'
  | 'frame-too-long'
  | 'not-open'
  | 'not-reset'
  | 'option-invalid'
  | 'option-unknown'
  | 'seed-invalid';

export class LabError extends Error {
  override readonly name = 'LabError';
  readonly code: LabErrorCode;

  constructor(code: LabErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
