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

/** What a client sent, short enough for a message. Its text may be anything, or none at all. */
export function describeSent(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  return JSON.stringify(value)?.slice(0, SENT_LENGTH_MAX) ?? 'nothing';
}

const SENT_LENGTH_MAX = 40;

export class LabError extends Error {
  override readonly name = 'LabError';
  readonly code: LabErrorCode;

  constructor(code: LabErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
