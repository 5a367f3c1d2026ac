/** The qualification steps of each team, with the evidence. */
import { signal } from '@preact/signals';
import { dayAndTime } from '../parts/numbers.ts';
import { Empty } from '../parts/panel.tsx';
import { tell } from './console-words.ts';
import type { ConsoleWord } from './console-words-en.ts';
import { EntrantTools, findQuery } from './entrant-tools.tsx';
import { Pager, usePaging } from './pager.tsx';
import { useReading } from './reading.ts';
import { ReadingState } from './reading-state.tsx';
import { readWhole, utcText } from './save-csv.tsx';

interface Qualification {
  readonly account: number;
  readonly team: string;
  readonly qualified: boolean;
  readonly missing: readonly string[];
  readonly evidence: readonly {
    readonly step: string;
    readonly at: number;
    readonly evidence: string;
  }[];
}

const STEPS: readonly (readonly [string, ConsoleWord])[] = [
  ['order', 'stepOrder'],
  ['assets', 'stepAssets'],
  ['market', 'stepMarket'],
  ['leverage', 'stepLeverage'],
  ['fills', 'stepFills'],
];

const sought = signal('');

export const QualificationView = () => (
  <>
    <EntrantTools name="qualification" sought={sought} load={loadQualification} />
    <Teams key={sought.value} />
  </>
);

/** One column for each step: when it was shown. */
const loadQualification = async (): Promise<readonly object[] | undefined> =>
  (await readWhole<Qualification>('/competition/qualification'))?.map((row) => ({
    team: row.team,
    account: row.account,
    qualified: row.qualified ? 'yes' : 'no',
    missing: row.missing.join(' '),
    ...Object.fromEntries(
      STEPS.map(([step]) => [
        `${step}_utc`,
        utcText(row.evidence.find((shown) => shown.step === step)?.at),
      ]),
    ),
  }));

function Teams() {
  const paging = usePaging();
  const path = `/competition/qualification?${findQuery(sought)}after=${paging.after}&limit=50`;
  const reading = useReading<{ rows: readonly Qualification[]; next: number | null }>(path);
  if (reading.value === undefined) return <ReadingState of={reading} />;
  const { rows, next } = reading.value;
  if (rows.length === 0) return <Empty text={tell('noEntrants')} />;
  return (
    <>
      <ul class="teams">
        {rows.map((row) => (
          <li key={row.account}>
            <Team row={row} />
          </li>
        ))}
      </ul>
      <Pager paging={paging} next={next} />
    </>
  );
}

const Team = ({ row }: { row: Qualification }) => (
  <details class="sheet fold" data-team={row.team}>
    <summary>
      <strong>{row.team}</strong>
      <span class={`badge ${row.qualified ? 'up' : 'warn'}`}>
        {row.qualified ? tell('qualified') : tell('notQualified', { count: row.missing.length })}
      </span>
      <span class="steps">
        {STEPS.map(([step, word]) => {
          const isShown = !row.missing.includes(step);
          return (
            <span key={step} class={isShown ? 'step up' : 'step muted'}>
              <span aria-hidden="true">{isShown ? '✓' : '·'}</span> {tell(word)}
              <span class="unseen">: {tell(isShown ? 'shown' : 'notShown')}</span>
            </span>
          );
        })}
      </span>
    </summary>
    {row.evidence.length === 0 ? (
      <p class="hint">{tell('noEvidence')}</p>
    ) : (
      <dl class="facts">
        {row.evidence.map(({ step, at, evidence }) => (
          <div key={step}>
            <dt>
              {tell(STEPS.find(([name]) => name === step)?.[1] ?? 'step')} · {dayAndTime(at)}
            </dt>
            <dd>{evidence}</dd>
          </div>
        ))}
      </dl>
    )}
  </details>
);
