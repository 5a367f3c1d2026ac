/** Faults of the interface: which are on, beginning one for an account, ending them. */
import { FAULT_NAMES } from '../../wire/fault-names.ts';
import { formatLength } from '../arena/figures.ts';
import { choiceField } from '../parts/form-fields.tsx';
import { Sheet } from '../parts/panel.tsx';
import { type Act, ActButton, actOf } from './act.tsx';
import { tell } from './console-words.ts';
import { filled } from './market-acts.ts';
import { useReading } from './reading.tsx';

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

export function FaultsPanel() {
  const faults = useReading<readonly FaultRow[]>('/faults').value ?? [];
  const accounts = useReading<readonly AccountRow[]>('/accounts').value;
  const traders = (accounts ?? []).filter(({ role }) => role === 'trader');
  const nameOf = (account: FaultRow['account']): string =>
    account === 'everyone' ? tell('everyone') : accountText(traders, account);
  return (
    <Sheet title={tell('faults')} hint={tell('faultsText')}>
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
    </Sheet>
  );
}

function accountText(accounts: readonly AccountRow[], id: number): string {
  const name = accounts.find(({ accountId }) => accountId === id)?.name;
  return name === undefined ? String(id) : `${name} (${id})`;
}

const beginning = (accounts: readonly AccountRow[]): Act =>
  actOf('beginFault', ['faultConsequence'], '/faults', {
    fields: [
      choiceField(
        'kind',
        tell('faultKind'),
        FAULT_NAMES.map((kind) => [kind, tell(`fault:${kind}`)]),
      ),
      choiceField('account', tell('account'), [
        ...accounts.map(({ accountId: id }) => [String(id), accountText(accounts, id)] as const),
        ['everyone', tell('everyone')],
      ]),
      { name: 'for', label: tell('lasting'), value: '1m', hint: tell('faultForHint') },
      { name: 'calls', label: tell('faultCalls'), hint: tell('faultCallsHint') },
      { name: 'delay', label: tell('faultWait'), hint: tell('faultWaitHint') },
    ],
    body: filled,
    isDangerous: true,
  });

const ending = (fault: string): Act =>
  actOf(fault === 'all' ? 'endFaults' : 'endFault', ['endFaultConsequence'], '/faults/end', {
    body: () => ({ fault }),
  });
