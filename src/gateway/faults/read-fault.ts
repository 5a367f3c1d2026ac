/** Checks what a caller wants of a fault. A refusal names what is allowed; nothing changes. */
import { formatDuration } from '../../domain/duration.ts';
import type { AccountId } from '../../domain/ids.ts';
import type { Venue } from '../../venue/venue.ts';
import { FAULT_NAMES, type FaultKind } from '../../wire/fault-names.ts';
import { type Allowed, FAULT_KINDS, type FaultSetting, type FaultSettings } from './kinds.ts';

/** Whose calls and sockets meet a fault: those of one account, or all. */
export type FaultScope = AccountId | 'everyone';

type FaultChoices = Readonly<Partial<Record<FaultSetting, number | undefined>>>;

export interface FaultRequest extends FaultChoices {
  readonly kind: FaultKind;
  /** An account by its number, or `everyone`: also those who call without a key. */
  readonly account: number | 'everyone';
  /** On a clock that nobody can set; a minute unless said otherwise. */
  readonly forMillis?: number | undefined;
  /** It ends sooner if it was met so often. */
  readonly calls?: number | undefined;
}

export interface CheckedFault {
  readonly kind: FaultKind;
  readonly account: FaultScope;
  readonly forMillis: number;
  readonly calls: number | null;
  readonly settings: FaultSettings;
}

/** Thrown for a fault that cannot begin or end. */
export class FaultRefusal extends Error {
  override readonly name = 'FaultRefusal';
  readonly code: 'not-here' | 'not-valid';

  constructor(code: FaultRefusal['code'], message: string) {
    super(message);
    this.code = code;
  }
}

const FOR_USUAL = 60_000;
const FOR_MOST = 3_600_000;
const CALLS_MOST = 100_000;

export function readFault(
  { venue: { read }, hasMarket }: { readonly venue: Pick<Venue, 'read'>; hasMarket: boolean },
  wanted: FaultRequest,
): CheckedFault {
  const { kind, account, forMillis, calls, ...given } = wanted;
  if (!FAULT_NAMES.includes(kind)) throw invalid('kind', kind, `one of ${FAULT_NAMES.join(', ')}`);
  const { counts, hook } = FAULT_KINDS[kind];
  if (hook === 'order' && !hasMarket)
    throw new FaultRefusal('not-here', `${kind} needs a market of the venue's own`);
  if (calls !== undefined && counts === null)
    throw new FaultRefusal('not-valid', `only time ends ${kind}: leave out calls`);
  return {
    kind,
    account: readScope(read, account),
    forMillis: inRange('forMillis', forMillis, { least: 1, most: FOR_MOST, usual: FOR_USUAL }),
    calls:
      calls === undefined
        ? null
        : inRange('calls', calls, { least: 1, most: CALLS_MOST, usual: CALLS_MOST }),
    settings: readSettings(kind, given),
  };
}

function readScope(read: Venue['read'], account: FaultRequest['account']): FaultScope {
  if (account === 'everyone') return account;
  const known = read.account.list().find(({ id, role }) => id === account && role === 'trader');
  if (known !== undefined) return known.id;
  throw invalid('account', account, 'the number of an account of a trader, or everyone');
}

function readSettings(kind: FaultKind, given: FaultChoices): FaultSettings {
  const { takes = {} } = FAULT_KINDS[kind];
  const allowed = new Map(Object.entries(takes));
  const settings: Record<string, number> = {};
  for (const [name, terms] of allowed) settings[name] = terms.usual;
  for (const [name, value] of Object.entries(given)) {
    const terms = allowed.get(name);
    if (value === undefined) continue;
    if (terms === undefined) {
      const names = [...allowed.keys(), 'forMillis', 'calls'].map(written).join(', ');
      throw new FaultRefusal('not-valid', `${kind} takes no ${written(name)}; it takes ${names}`);
    }
    settings[name] = inRange(name, value, terms);
  }
  const { delayMillis = 0, jitterMillis = 0 }: FaultSettings = settings;
  const most =
    takes.delayMillis !== undefined && 'most' in takes.delayMillis ? takes.delayMillis.most : 0;
  if (delayMillis + jitterMillis > most && jitterMillis > 0)
    throw invalid(
      'jitterMillis',
      jitterMillis,
      `at most ${formatDuration(most)} together with delay`,
    );
  return settings;
}

/** All are whole numbers but for parts of one. */
function inRange(field: string, value: number | undefined, allowed: Allowed): number {
  if (value === undefined) return allowed.usual;
  if ('oneOf' in allowed) {
    if (allowed.oneOf.includes(value)) return value;
    throw invalid(field, value, `one of ${allowed.oneOf.join(', ')}`);
  }
  const { least, most } = allowed;
  const isWhole = most < 1 || Number.isSafeInteger(value);
  if (typeof value === 'number' && isWhole && value >= least && value <= most) return value;
  const bounds = `from ${amount(field, least)} to ${amount(field, most)}`;
  const unit = isSpan(field) ? 'a duration' : most < 1 ? 'a number' : 'a whole number';
  throw invalid(field, value, `${unit} ${bounds}`);
}

/** Callers write `for: '30s'`: the unit is in the value, and not in the name. */
const written = (field: string): string => field.replace(/(?:Millis|Seconds)$/, '');

const isSpan = (field: string): boolean => field.endsWith('Millis');

const amount = (field: string, value: unknown): string =>
  isSpan(field) && Number.isSafeInteger(value) ? formatDuration(Number(value)) : String(value);

const invalid = (field: string, given: unknown, allowed: string): FaultRefusal =>
  new FaultRefusal(
    'not-valid',
    `${written(field)} "${amount(field, given).slice(0, 40)}": it is ${allowed}`,
  );
