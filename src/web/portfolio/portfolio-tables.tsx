/** The results of the portfolio by day and by contract, to the cent; files have all digits. */
import { signal } from '@preact/signals';
import type { PerpetuaPortfolioAnswer } from '../../client/client.ts';
import { contractName, symbol } from '../market/contracts.ts';
import { amount, signedAmount, tone, toneOf } from '../parts/numbers.ts';
import { Empty, Panel } from '../parts/panel.tsx';
import type { SortingSignal } from '../parts/sorting.tsx';
import { type Column, numberColumn, Table, textualColumn } from '../parts/table.tsx';
import { follow } from '../shell/route.ts';
import { AccountCsv } from '../tables/account-csv.tsx';
import { sayPortfolio } from './portfolio-words.ts';

type Day = PerpetuaPortfolioAnswer['days'][number];
type ContractResult = PerpetuaPortfolioAnswer['contracts'][number];

const daySorting: SortingSignal = signal();
const contractSorting: SortingSignal = signal();

type Part = 'pnl' | 'fees' | 'funding' | 'deposits' | 'realised';

/** A column of results has tones; what was paid has none. */
const amountColumn = <Name extends Part, Row extends Readonly<Record<Name, string>>>(
  name: Name,
): Column<Row> => ({
  name,
  label: sayPortfolio(name),
  sortBy: (row) => Number(row[name]),
  cell: (row) =>
    name === 'fees' || name === 'deposits' ? (
      amount(row[name])
    ) : (
      <span class={tone(row[name])}>{signedAmount(row[name])}</span>
    ),
});

const BAR = { width: 80, height: 8 } as const;

/** A result beside the largest one; the number stands next to it. */
function Bar({ value, most }: { value: number; most: number }) {
  const half = BAR.width / 2;
  const length = most === 0 ? 0 : (Math.abs(value) / most) * half;
  return (
    <svg
      class={`result-bar ${toneOf(value)}`}
      viewBox={`0 0 ${BAR.width} ${BAR.height}`}
      aria-hidden="true"
    >
      <line x1={half} x2={half} y1={0} y2={BAR.height} />
      <rect x={value < 0 ? half - length : half} y={1} width={length} height={BAR.height - 2} />
    </svg>
  );
}

const barColumn = <Row extends { readonly pnl: string }>(rows: readonly Row[]): Column<Row> => {
  const most = Math.max(0, ...rows.map(({ pnl }) => Math.abs(Number(pnl))));
  const pnl = amountColumn<'pnl', Row>('pnl');
  return {
    ...pnl,
    cell: (row) => (
      <span class="result-cell">
        <Bar value={Number(row.pnl)} most={most} />
        {pnl.cell(row)}
      </span>
    ),
  };
};

const dayText = ({ time }: Day): string => new Date(time).toISOString().slice(0, 10);

export function DayResults({ of }: { of: readonly Day[] }) {
  const days = of.toReversed();
  const title = sayPortfolio('byDay');
  return (
    <Panel
      title={title}
      tools={
        <AccountCsv
          file="pnl-by-day"
          load={() =>
            days.map(({ time, ...rest }) => ({ utc: dayText({ time, ...rest }), ...rest }))
          }
        />
      }
    >
      <Table
        label={title}
        rows={days}
        keyOf={({ time }) => String(time)}
        {...(days.length > 1 ? { sorting: daySorting } : {})}
        columns={[
          textualColumn('day', sayPortfolio('dayColumn'), ({ time }) => time, dayText),
          barColumn(days),
          amountColumn('fees'),
          amountColumn('funding'),
          amountColumn('deposits'),
          numberColumn<Day>(
            'equity',
            sayPortfolio('dayEnd'),
            ({ equity }) => Number(equity),
            ({ equity }) => amount(equity),
          ),
        ]}
      />
    </Panel>
  );
}

const winText = ({ closed, won }: ContractResult): string =>
  closed === 0 ? '–' : `${Math.round((100 * won) / closed)}% (${won}/${closed})`;

export function ContractResults({ of }: { of: readonly ContractResult[] }) {
  const title = sayPortfolio('byContract');
  if (of.length === 0)
    return (
      <Panel title={title}>
        <Empty text={sayPortfolio('nothing')} />
      </Panel>
    );
  return (
    <Panel
      title={title}
      tools={
        <AccountCsv
          file="pnl-by-contract"
          load={() =>
            of.map(({ symbol: name, ...rest }) => ({ contract: contractName(name), ...rest }))
          }
        />
      }
    >
      <Table
        label={title}
        rows={of}
        keyOf={(row) => row.symbol}
        {...(of.length > 1 ? { sorting: contractSorting } : {})}
        columns={[
          textualColumn<ContractResult>(
            'contract',
            sayPortfolio('contract'),
            (row) => contractName(row.symbol),
            (row) => <ContractLink name={row.symbol} />,
          ),
          barColumn(of),
          amountColumn('realised'),
          amountColumn('fees'),
          amountColumn('funding'),
          numberColumn(
            'win-rate',
            sayPortfolio('winRate'),
            ({ closed, won }) => (closed === 0 ? -1 : won / closed),
            winText,
          ),
        ]}
      />
    </Panel>
  );
}

/** To the contract in the terminal. */
const ContractLink = ({ name }: { name: string }) => (
  <a
    class="contract-cell"
    href={`/?market=${contractName(name)}`}
    onClick={(event) => {
      symbol.value = name;
      follow(event, '/');
    }}
  >
    {contractName(name)}
  </a>
);
