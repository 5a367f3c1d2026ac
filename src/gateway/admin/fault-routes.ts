/** Faults on request: which are on, beginning one, ending one or all. */
import type { Static, TObject } from 'typebox';
import { invalid } from '../../wire/caller.ts';
import { both, isWireError, type WireError, wireError } from '../../wire/errors.ts';
import { FAULT_NAMES } from '../../wire/fault-names.ts';
import { codeField, decimalField, ifSent, integerField, textField } from '../../wire/field.ts';
import { readDuration } from '../answer-control.ts';
import { FaultRefusal, type FaultRequest } from '../faults/read-fault.ts';
import { type AdminParts, type AdminRoute, routesOf, withAll } from './admin-route.ts';

const NUMBER_MOST = 1_000_000_000;

const duration = (description: string) => ifSent(textField(description, { lengthMax: 40 }));
const count = (description: string) =>
  ifSent(integerField(description, { min: 0, max: NUMBER_MOST }));

const BEGIN = {
  kind: codeField(FAULT_NAMES, 'What fails, and how.'),
  account: textField('The number of an account, the name of one of its keys, or `everyone`.', {
    examples: ['sandbox-1'],
    lengthMax: 64,
  }),
  for: duration('How long, such as 30s, on the machine’s clock; otherwise a minute.'),
  calls: count('It ends sooner if it was met so often.'),
  delay: duration('How late calls or frames are, or how long a new socket lives.'),
  jitter: duration('Up to so much more, by chance.'),
  status: count('The HTTP status of server-error: 500, 502, 503 or 504.'),
  retryAfter: count('The seconds in the Retry-After of rate-limit.'),
  part: ifSent(decimalField('How much of an order may fill at once.')),
};
const END = {
  fault: textField('The number of a fault, or `all`.', { lengthMax: 20 }),
};

const NO_FAULTS = wireError('40022', { detail: both('this venue has no faults') });
const { get, post } = routesOf(({ faults }) => faults ?? NO_FAULTS);

export const FAULT_ROUTES: readonly AdminRoute[] = [
  get('/faults', 'The faults that are on', {}, (faults) => faults.list()),
  post('/faults', 'Begins a fault', BEGIN, (faults, sent, { parts }) =>
    refusable(async () => {
      const wanted = readBegin(parts, sent);
      return isWireError(wanted) ? wanted : faults.begin(wanted);
    }),
  ),
  post('/faults/end', 'Ends a fault, or all', END, (faults, { fault }) => {
    if (fault !== 'all' && !/^\d+$/.test(fault))
      return invalid('fault', 'must be the number of a fault, or all');
    return refusable(() => faults.end(fault === 'all' ? fault : Number(fault)));
  }),
];

async function refusable(go: () => Promise<object>): Promise<object> {
  try {
    return await go();
  } catch (error) {
    if (!(error instanceof FaultRefusal)) throw error;
    return wireError(error.code === 'not-here' ? '40022' : '40017', {
      detail: both(error.message),
    });
  }
}

/** More names than this say less. */
const NAMES_SHOWN = 10;

/** The account of a key with this name, or this number, whoever has it. */
function accountOf(keys: AdminParts['keys'], text: string): number {
  const listed = keys.list();
  const named = listed.find(({ name }) => name === text);
  if (named !== undefined) return named.account;
  if (/^\d+$/.test(text)) return Number(text);
  // Keys of several dialects have one name.
  const names = [...new Set(listed.map(({ name }) => name))];
  const shown = names.length > NAMES_SHOWN ? [...names.slice(0, NAMES_SHOWN), '…'] : names;
  throw new FaultRefusal(
    'not-valid',
    `account "${text}": it is the name of a key (${shown.join(', ')}), ` +
      'the number of an account of a trader, or everyone',
  );
}

function readBegin(
  { keys }: AdminParts,
  wanted: Static<TObject<typeof BEGIN>>,
): FaultRequest | WireError {
  const { kind, account, calls, status, retryAfter, part } = wanted;
  const spans = {
    forMillis: readDuration('for', wanted.for) ?? undefined,
    delayMillis: readDuration('delay', wanted.delay) ?? undefined,
    jitterMillis: readDuration('jitter', wanted.jitter) ?? undefined,
  };
  return withAll(spans, (read) => ({
    ...read,
    kind,
    account: account === 'everyone' ? account : accountOf(keys, account),
    calls,
    status,
    retryAfterSeconds: retryAfter,
    part: part === undefined ? undefined : Number(part),
  }));
}
