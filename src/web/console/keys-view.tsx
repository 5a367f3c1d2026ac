/** API keys: their owners, their allowlists, and how to disable them. */
import { signal } from '@preact/signals';
import { isFound, SearchField } from '../parts/controls.tsx';
import { CredentialsList, type IssuedCredentials } from '../parts/credentials-list.tsx';
import { longField } from '../parts/form-fields.tsx';
import { Empty } from '../parts/panel.tsx';
import type { SortingSignal } from '../parts/sorting.tsx';
import { numberColumn, Table, textualColumn } from '../parts/table.tsx';
import { type Act, ActButton, actOf } from './act.tsx';
import { credentialWords, tell } from './console-words.ts';
import { ReadingState, useReading } from './reading.tsx';

interface Key {
  readonly name: string;
  readonly accountId: number;
  readonly apiKey: string;
  /** It signs with a private key of its own, which the venue does not have. */
  readonly isAddress: boolean;
  readonly addresses: readonly string[] | null;
  readonly status: 'active' | 'disabled';
}

const sought = signal('');
const sorting: SortingSignal = signal();
const SHOWN_MAX = 100;

export function KeysView() {
  const reading = useReading<readonly Key[]>('/keys');
  if (reading.value === undefined) return <ReadingState of={reading} />;
  const found = reading.value.filter(({ name, accountId, apiKey }) =>
    isFound(sought.value, [name, String(accountId), apiKey]),
  );
  const rows = found.slice(0, SHOWN_MAX);
  return (
    <div class="column sheet tabled">
      <div class="sheet-head">
        <SearchField label={tell('findKey')} sought={sought} />
        <span class="muted">
          {tell('keysShown', { shown: rows.length, count: reading.value.length })}
        </span>
      </div>
      {rows.length === 0 ? (
        <Empty text={tell('noKeys')} />
      ) : (
        <Table<Key>
          label={tell('keys')}
          columns={[
            textualColumn('name', tell('team'), nameOf, (key) => (
              <>
                <strong>{key.name === '' ? '' : nameOf(key)}</strong> <small>{key.accountId}</small>
              </>
            )),
            textualColumn('key', 'API key', ({ apiKey }) => (
              <code title={apiKey}>{apiKey.slice(0, 14)}…</code>
            )),
            textualColumn('addresses', tell('allowlist'), addressesOf, (key) => (
              <span class={key.addresses === null ? 'muted' : ''}>
                {key.addresses === null ? tell('fromAnywhere') : addressesOf(key)}
              </span>
            )),
            textualColumn('status', tell('state'), statusOf, ({ status }) => (
              <span class={status === 'active' ? 'up' : 'down'}>{tell(status)}</span>
            )),
            numberColumn('acts', tell('action'), (key) => <Acts of={key} />),
          ]}
          rows={rows}
          keyOf={({ apiKey, accountId, name }) => `${apiKey} ${accountId} ${name}`}
          sorting={sorting}
        />
      )}
    </div>
  );
}

function Acts({ of }: { of: Key }) {
  const about = nameOf(of);
  const verb = of.status === 'active' ? 'disable' : 'enable';
  const kind = verb === 'disable' ? 'danger' : 'quiet';
  return (
    <span class="acts">
      <ActButton about={about} label={tell('editAllowlist')} act={() => allowing(of)} />
      {of.isAddress ? null : (
        <ActButton about={about} label={tell('rotate')} act={() => rotating(of)} />
      )}
      <ActButton about={about} label={tell(verb)} act={() => switching(of, verb)} kind={kind} />
    </span>
  );
}

const addressesOf = ({ addresses }: Key): string => addresses?.join(', ') ?? '';
const statusOf = ({ status }: Key): string => status;

const pathOf = ({ apiKey }: Key, verb: string): string =>
  `/keys/${encodeURIComponent(apiKey)}/${verb}`;

/** An account may have both under one name. */
const nameOf = ({ name, accountId, isAddress }: Key): string =>
  `${name === '' ? accountId : name}${isAddress ? ` (${tell('keyIsAddress')})` : ''}`;

const allowing = (key: Key): Act =>
  actOf('allowlist', ['allowlistConsequence'], pathOf(key, 'allowlist'), {
    title: tell('allowlistTitle', { name: nameOf(key) }),
    fields: [
      {
        ...longField('addresses', tell('addresses'), tell('addressesHint')),
        value: key.addresses?.join('\n') ?? '',
        isNeeded: false,
      },
    ],
    body: ({ addresses = '' }) => {
      const lines = addresses.split(/[\s,]+/).filter((line) => line !== '');
      return lines.length === 0 ? { any: true } : { addresses: lines };
    },
    isDangerous: true,
  });

const rotating = (key: Key): Act =>
  actOf('rotate', ['issueConsequence1', 'issueConsequence2'], pathOf(key, 'rotate'), {
    title: tell('rotateTitle', { name: nameOf(key) }),
    isDangerous: true,
    show: (issued: IssuedCredentials) => <CredentialsList of={issued} words={credentialWords()} />,
  });

const switching = (key: Key, verb: 'disable' | 'enable'): Act =>
  actOf(verb, [`${verb}Consequence`], pathOf(key, verb), {
    title: tell(`${verb}Title`, { name: nameOf(key) }),
    isDangerous: verb === 'disable',
  });
