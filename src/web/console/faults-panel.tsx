/** Faults of the interface: which are on, beginning one for an account, ending them. */
import { formatLength } from '../arena/figures.ts';
import { type Act, ActButton } from './act.tsx';
import { type ConsoleWord, tell } from './console-words.ts';
import { filled } from './market-acts.ts';
import { useReading } from './reading.ts';

interface FaultRow {
  readonly id: number;
  readonly kind: string;
  readonly what: string;
  readonly account: number | 'everyone';
  readonly leftMillis: number;
  readonly hits: number;
}

interface AccountRow {
  readonly accountId: number;
  readonly name?: string;
  readonly role: string;
}

const KINDS: Readonly<Record<string, ConsoleWord>> = {
  delay: 'faultDelay',
  'lost-answer': 'faultLostAnswer',
  'rate-limit': 'faultRateLimit',
  'server-error': 'faultServerError',
  blocked: 'faultBlocked',
  maintenance: 'faultMaintenance',
  'stale-book': 'faultStaleBook',
  'partial-fills': 'faultPartialFills',
  'late-frames': 'faultLateFrames',
  'duplicated-frames': 'faultDuplicatedFrames',
  'dropped-sockets': 'faultDroppedSockets',
  'half-open-sockets': 'faultHalfOpenSockets',
};

export function FaultsPanel() {
  const faults = useReading<readonly FaultRow[]>('/faults').value ?? [];
  const accounts = useReading<readonly AccountRow[]>('/accounts').value;
  const traders = (accounts ?? []).filter(({ role }) => role === 'trader');
  const nameOf = (account: FaultRow['account']): string =>
    account === 'everyone' ? tell('everyone') : accountText(traders, account);
  return (
    <section class="sheet" aria-label={tell('faults')}>
      <header class="sheet-head">
        <div>
          <h2>{tell('faults')}</h2>
          <p class="muted">{tell('faultsText')}</p>
        </div>
      </header>
      {faults.length === 0 ? (
        <p class="hint">{tell('noFaults')}</p>
      ) : (
        <ul class="chaos-on">
          {faults.map(({ id, kind, what, account, leftMillis, hits }) => (
            <li key={id}>
              <span class="badge warn">{kind}</span> {what}{' '}
              <span class="muted">
                {nameOf(account)}, {tell('faultLeft', { time: formatLength(leftMillis) })},{' '}
                {tell('faultHits', { count: hits })}
              </span>{' '}
              <ActButton label={tell('endFault')} about={kind} act={() => ending(String(id))} />
            </li>
          ))}
        </ul>
      )}
      <div class="acts">
        <ActButton
          label={tell('beginFault')}
          act={() => beginning(traders)}
          obstacle={accounts === undefined ? tell('loading') : undefined}
        />
        {faults.length === 0 ? null : (
          <ActButton label={tell('endFaults')} act={() => ending('all')} kind="main" />
        )}
      </div>
    </section>
  );
}

function accountText(accounts: readonly AccountRow[], id: number): string {
  const name = accounts.find(({ accountId }) => accountId === id)?.name;
  return name === undefined ? String(id) : `${name} (${id})`;
}

const beginning = (accounts: readonly AccountRow[]): Act => ({
  title: tell('beginFault'),
  consequences: [tell('faultConsequence')],
  fields: [
    {
      name: 'kind',
      label: tell('faultKind'),
      kind: 'choice',
      value: 'delay',
      options: Object.entries(KINDS).map(([value, word]) => ({ value, label: tell(word) })),
    },
    {
      name: 'account',
      label: tell('account'),
      kind: 'choice',
      value: String(accounts[0]?.accountId ?? 'everyone'),
      options: [
        ...accounts.map(({ accountId }) => ({
          value: String(accountId),
          label: accountText(accounts, accountId),
        })),
        { value: 'everyone', label: tell('everyone') },
      ],
    },
    { name: 'for', label: tell('lasting'), value: '1m', hint: tell('faultForHint') },
    { name: 'calls', label: tell('faultCalls'), hint: tell('faultCallsHint') },
    { name: 'delay', label: tell('faultWait'), hint: tell('faultWaitHint') },
  ],
  path: '/faults',
  body: filled,
  button: tell('beginFault'),
  isDangerous: true,
});

const ending = (fault: string): Act => ({
  title: tell(fault === 'all' ? 'endFaults' : 'endFault'),
  consequences: [tell('endFaultConsequence')],
  path: '/faults/end',
  body: () => ({ fault }),
  button: tell(fault === 'all' ? 'endFaults' : 'endFault'),
});
