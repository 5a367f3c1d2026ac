/** The qualification steps of each team, with the evidence. */
import { signal } from '@preact/signals';
import { QUALIFYING_STEPS, type QualifyingStep } from '../../wire/competition/qualifying-step.ts';
import { dayAndTime } from '../parts/numbers.ts';
import { Facts } from '../parts/panel.tsx';
import { SortChoice, type SortingSignal } from '../parts/sorting.tsx';
import { tell } from './console-words.ts';
import { Listed, ListTools, useList } from './list-tools.tsx';

interface Qualification {
  readonly account: number;
  readonly team: string;
  readonly qualified: boolean;
  readonly missing: readonly string[];
  readonly evidence: readonly {
    readonly step: QualifyingStep;
    readonly at: number;
    readonly evidence: string;
  }[];
}

const PATH = '/competition/qualification';
const sought = signal('');
const sorting: SortingSignal = signal();

export function QualificationView() {
  const list = useList<Qualification>(PATH, { sought, sorting, limit: 50 });
  const orders = [
    { name: 'shown', label: tell('stepsShown') },
    { name: 'team', label: tell('team'), isText: true },
    { name: 'account', label: tell('account'), isText: true },
  ];
  return (
    <>
      <ListTools name="qualification" path={PATH} label={tell('findEntrant')} sought={sought}>
        <SortChoice sorting={sorting} columns={orders} />
      </ListTools>
      <Listed of={list} empty={tell('noEntrants')}>
        {(rows) => (
          <ul class="teams">
            {rows.map((row) => (
              <li key={row.account}>
                <Team row={row} />
              </li>
            ))}
          </ul>
        )}
      </Listed>
    </>
  );
}

const Team = ({ row }: { row: Qualification }) => (
  <details class="column sheet fold" data-team={row.team}>
    <summary>
      <strong>{row.team}</strong>
      <span class={`badge ${row.qualified ? 'up' : 'warn'}`}>
        {row.qualified ? tell('qualified') : tell('notQualified', { count: row.missing.length })}
      </span>
      <span class="steps">
        {QUALIFYING_STEPS.map((step) => {
          const isShown = !row.missing.includes(step);
          return (
            <span key={step} class={isShown ? 'step up' : 'step muted'}>
              <span aria-hidden="true">{isShown ? '✓' : '·'}</span> {tell(`step:${step}`)}
              <span class="unseen">: {tell(isShown ? 'shown' : 'notShown')}</span>
            </span>
          );
        })}
      </span>
    </summary>
    {row.evidence.length === 0 ? (
      <p class="hint">{tell('noEvidence')}</p>
    ) : (
      <Facts
        look="facts"
        rows={row.evidence.map(({ step, at, evidence }) => [
          `${tell(`step:${step}`)} · ${dayAndTime(at)}`,
          evidence,
        ])}
      />
    )}
  </details>
);
