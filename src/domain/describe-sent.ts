/** What somebody sent, short enough for a message. Its text may be anything, or none at all. */
export function describeSent(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  return JSON.stringify(value)?.slice(0, SENT_LENGTH_MAX) ?? 'nothing';
}

const SENT_LENGTH_MAX = 40;
