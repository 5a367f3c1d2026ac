/** The findings of surveillance with their evidence, and the sanctions given. */
import { useEffect, useState } from 'preact/hooks';
import type { FindingRecord, SurveillanceRecord } from '../../wire/competition/surveillance.ts';
import { dayAndTime, withCommas } from '../parts/numbers.ts';
import { Empty } from '../parts/panel.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { ActButton } from './act.tsx';
import { tell } from './console-words.ts';
import type { ConsoleWord } from './console-words-en.ts';
import { useReading } from './reading.ts';
import { ReadingState } from './reading-state.tsx';
import { hashOf, sanctioning } from './sanctioning.ts';

const TESTS: Readonly<Record<FindingRecord['test'], ConsoleWord>> = {
  'pair-matching': 'testPairMatching',
  'value-transfer': 'testValueTransfer',
  'mirrored-positions': 'testMirrored',
  copying: 'testCopying',
  'self-trading': 'testSelfTrading',
  'order-flooding': 'testFlooding',
  spoofing: 'testSpoofing',
  'feed-exploitation': 'testFeed',
  'closing-push': 'testClosingPush',
  'shared-address': 'testSharedAddress',
};

const EVERY = 10_000;

export function SurveillanceView() {
  const reading = useReading<SurveillanceRecord>('/competition/surveillance', EVERY);
  if (reading.value === undefined) return <ReadingState of={reading} />;
  const { findings, flagged } = reading.value;
  const ordered = [...findings].sort((one, other) => Number(other.flagged) - Number(one.flagged));
  return (
    <>
      <section aria-label={tell('findings')} class="stack">
        <p class="muted">{tell('flaggedCount', { count: flagged })}</p>
        {findings.length === 0 ? (
          <Empty text={tell('noFindings')}>
            <p class="hint">{tell('noFindingsText')}</p>
          </Empty>
        ) : null}
        {ordered.map((finding) => (
          <Finding key={`${finding.test} ${finding.accounts.join(' ')}`} of={finding} />
        ))}
      </section>
      <Sanctions />
    </>
  );
}

function Finding({ of }: { of: FindingRecord }) {
  const [hash, setHash] = useState('');
  const mark = JSON.stringify(of);
  useEffect(() => {
    void hashOf(JSON.parse(mark)).then(setHash);
  }, [mark]);
  const title = tell(TESTS[of.test]);
  const reason = `${title}: ${of.facts.join('; ')}`.slice(0, 200);
  return (
    <article class={`sheet finding ${of.flagged ? 'flagged' : ''}`} aria-label={title}>
      <header class="sheet-head">
        <div>
          <h2>{title}</h2>
          <p>
            <span class={`badge ${of.flagged ? 'warn' : ''}`}>
              {tell(of.flagged ? 'flagged' : 'belowLimit')}
            </span>{' '}
            {of.teams.join(', ')}
          </p>
        </div>
        <div class="acts">
          {of.teams.map((team) =>
            team === '' ? null : (
              <ActButton
                key={team}
                label={tell('sanctionNamed', { team })}
                act={() => sanctioning(team, hash, reason)}
                kind={of.flagged ? 'danger' : 'quiet'}
              />
            ),
          )}
        </div>
      </header>
      <p class="muted">{tell('score', { score: trimmed(of.score), limit: trimmed(of.limit) })}</p>
      <ul class="consequences">
        {of.facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      {of.fills.length === 0 ? null : (
        <details class="fold">
          <summary>
            {tell('fillsTogether')} <span class="count">{of.fills.length}</span>
          </summary>
          <Table
            label={tell('fillsTogether')}
            columns={fillColumns()}
            rows={of.fills}
            keyOf={({ trade }) => String(trade)}
          />
        </details>
      )}
    </article>
  );
}

const trimmed = (text: string): string =>
  text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text;

const fillColumns = (): readonly Column<FindingRecord['fills'][number]>[] => [
  { name: 'at', label: tell('at'), isText: true, cell: ({ at }) => dayAndTime(at) },
  { name: 'symbol', label: tell('symbol'), isText: true, cell: ({ symbol }) => symbol },
  { name: 'price', label: tell('price'), cell: ({ price }) => withCommas(price) },
  { name: 'fair', label: tell('fair'), cell: ({ fair }) => withCommas(fair) },
  { name: 'size', label: tell('size'), cell: ({ size }) => size },
  { name: 'moved', label: tell('transferred'), cell: ({ transferred }) => trimmed(transferred) },
];

interface SanctionRow {
  readonly seq: number;
  readonly at: number;
  readonly account: number;
  readonly step: string;
  readonly reason: string;
  readonly actor: string;
}

function Sanctions() {
  const reading = useReading<{ rows: readonly SanctionRow[] }>('/competition/sanctions?limit=200');
  const rows = [...(reading.value?.rows ?? [])].reverse();
  return (
    <section class="sheet tabled" aria-label={tell('sanctionsSoFar')}>
      <h2>{tell('sanctionsSoFar')}</h2>
      {rows.length === 0 ? (
        <p class="hint">{tell('noSanctions')}</p>
      ) : (
        <Table
          label={tell('sanctionsSoFar')}
          columns={sanctionColumns()}
          rows={rows}
          keyOf={({ seq }) => String(seq)}
        />
      )}
    </section>
  );
}

const sanctionColumns = (): readonly Column<SanctionRow>[] => [
  {
    name: 'account',
    label: tell('account'),
    isText: true,
    cell: ({ account, step }) => (
      <>
        <strong>{account}</strong>&ensp;{step}
      </>
    ),
  },
  { name: 'at', label: tell('at'), isText: true, cell: ({ at }) => dayAndTime(at) },
  { name: 'by', label: tell('by'), isText: true, cell: ({ actor }) => actor },
  { name: 'reason', label: tell('reason'), isText: true, cell: ({ reason }) => reason },
];
