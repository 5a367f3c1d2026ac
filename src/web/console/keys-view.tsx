/** API keys: their owners, their allowlists, and how to disable them. */
import { signal } from '@preact/signals';
import { CredentialsList, type IssuedCredentials } from '../parts/credentials-list.tsx';
import { Empty } from '../parts/panel.tsx';
import { isFound, SearchField } from '../parts/search-field.tsx';
import type { SortingSignal } from '../parts/sorting.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { type Act, ActButton } from './act.tsx';
import { credentialWords, tell } from './console-words.ts';
import { useReading } from './reading.ts';
import { ReadingState } from './reading-state.tsx';

interface Key {
  readonly name: string;
  readonly accountId: number;
  readonly apiKey: string;
  readonly permissions: readonly string[];
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
    <div class="sheet tabled">
      <div class="sheet-head">
        <SearchField label={tell('findKey')} sought={sought} />
        <span class="muted">
          {tell('keysShown', { shown: rows.length, count: reading.value.length })}
        </span>
      </div>
      {rows.length === 0 ? (
        <Empty text={tell('noKeys')} />
      ) : (
        <Table
          label={tell('keys')}
          columns={columns()}
          rows={rows}
          keyOf={({ apiKey, accountId, name }) => `${apiKey} ${accountId} ${name}`}
          sorting={sorting}
        />
      )}
    </div>
  );
}

const columns = (): readonly Column<Key>[] => [
  {
    name: 'name',
    label: tell('team'),
    isText: true,
    sortBy: nameOf,
    cell: ({ name, accountId }) => (
      <>
        <strong>{name}</strong> <small>{accountId}</small>
      </>
    ),
  },
  {
    name: 'key',
    label: 'API key',
    isText: true,
    cell: ({ apiKey }) => <code title={apiKey}>{apiKey.slice(0, 14)}…</code>,
  },
  {
    name: 'addresses',
    label: tell('allowlist'),
    isText: true,
    sortBy: ({ addresses }) => addresses?.join(', ') ?? '',
    cell: ({ addresses }) => (
      <span class={addresses === null ? 'muted' : ''}>
        {addresses === null ? tell('fromAnywhere') : addresses.join(', ')}
      </span>
    ),
  },
  {
    name: 'status',
    label: tell('state'),
    isText: true,
    sortBy: ({ status }) => status,
    cell: ({ status }) => <span class={status === 'active' ? 'up' : 'down'}>{tell(status)}</span>,
  },
  {
    name: 'acts',
    label: tell('action'),
    cell: (key) => (
      <span class="acts">
        <ActButton about={nameOf(key)} label={tell('editAllowlist')} act={() => allowing(key)} />
        <ActButton about={nameOf(key)} label={tell('rotate')} act={() => rotating(key)} />
        {key.status === 'active' ? (
          <ActButton
            about={nameOf(key)}
            label={tell('disable')}
            act={() => switching(key, 'disable')}
            kind="danger"
          />
        ) : (
          <ActButton
            about={nameOf(key)}
            label={tell('enable')}
            act={() => switching(key, 'enable')}
          />
        )}
      </span>
    ),
  },
];

const pathOf = ({ apiKey }: Key, verb: string): string =>
  `/keys/${encodeURIComponent(apiKey)}/${verb}`;

const nameOf = ({ name, accountId }: Key): string => (name === '' ? String(accountId) : name);

const allowing = (key: Key): Act => ({
  title: tell('allowlistTitle', { name: nameOf(key) }),
  consequences: [tell('allowlistConsequence')],
  fields: [
    {
      name: 'addresses',
      label: tell('addresses'),
      kind: 'long',
      value: key.addresses?.join('\n') ?? '',
      hint: tell('addressesHint'),
    },
  ],
  path: pathOf(key, 'allowlist'),
  body: ({ addresses = '' }) => {
    const lines = addresses.split(/[\s,]+/).filter((line) => line !== '');
    return lines.length === 0 ? { any: true } : { addresses: lines };
  },
  button: tell('allowlist'),
  isDangerous: true,
});

const rotating = (key: Key): Act => ({
  title: tell('rotateTitle', { name: nameOf(key) }),
  consequences: [tell('issueConsequence1'), tell('issueConsequence2')],
  path: pathOf(key, 'rotate'),
  button: tell('rotate'),
  isDangerous: true,
  show: (issued: IssuedCredentials) => <CredentialsList of={issued} words={credentialWords()} />,
});

const SWITCHES = {
  disable: { title: 'disableTitle', consequence: 'disableConsequence' },
  enable: { title: 'enableTitle', consequence: 'enableConsequence' },
} as const;

const switching = (key: Key, verb: 'disable' | 'enable'): Act => ({
  title: tell(SWITCHES[verb].title, { name: nameOf(key) }),
  consequences: [tell(SWITCHES[verb].consequence)],
  path: pathOf(key, verb),
  button: tell(verb),
  isDangerous: verb === 'disable',
});
