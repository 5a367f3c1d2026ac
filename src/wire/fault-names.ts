/** What can be made to fail on request, for the interface, its documents and the console. */

export const FAULT_NAMES = [
  'delay',
  'rate-limit',
  'server-error',
  'blocked',
  'maintenance',
  'lost-answer',
  'stale-book',
  'partial-fills',
  'duplicated-frames',
  'late-frames',
  'dropped-sockets',
  'half-open-sockets',
] as const;

export type FaultKind = (typeof FAULT_NAMES)[number];
