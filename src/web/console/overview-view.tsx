/** Health at a glance: one card for each question an operator asks. */
import type { ComponentChildren } from 'preact';
import { formatLength } from '../arena/figures.ts';
import { signedAmount, tone, withCommas } from '../parts/numbers.ts';
import { Facts, Loading } from '../parts/panel.tsx';
import { SparkLine } from '../parts/spark-line.tsx';
import { tell } from './console-words.ts';
import {
  commandHistory,
  houseHistory,
  type Overview,
  overview,
  requestHistory,
  syncHistory,
} from './overview-feed.ts';

export function OverviewView() {
  const now = overview.value;
  if (now === undefined) return <Loading />;
  return (
    <div class="cards">
      <Status of={now} />
      <Throughput of={now} />
      <Journal of={now} />
      <Conservation of={now} />
      <Invariants of={now} />
      <House of={now} />
      <Clients of={now} />
      <Machine of={now} />
    </div>
  );
}

interface CardProps {
  readonly name: string;
  readonly title: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

const Card = ({ name, title, class: more = '', children }: CardProps) => (
  <section class={`column card ${more}`} aria-label={title} data-card={name}>
    <h2>{title}</h2>
    {children}
  </section>
);

const Spark = ({ values }: { values: readonly number[] }) => (
  <SparkLine values={values} base={values[0] ?? 0} />
);

function Status({ of: { health, process } }: { of: Overview }) {
  const word = { trading: 'trading', halted: 'halted', closed: 'closedVenue' } as const;
  const isWell = health.status === 'trading';
  return (
    <Card name="status" title={tell('venueState')} class={isWell ? 'wide well' : 'wide ill'}>
      <strong class="big">{tell(word[health.status])}</strong>
      <p>
        {health.haltedBecause ??
          tell('tradingText', {
            seq: withCommas(String(health.seq)),
            time: formatLength(process.uptimeSeconds * 1_000),
          })}
      </p>
    </Card>
  );
}

function Throughput({ of }: { of: Overview }) {
  const perSecond = requestHistory.value.at(-1) ?? 0;
  return (
    <Card name="throughput" title={tell('throughput')}>
      <p class="figure">
        <strong>{withCommas(of.health.commandsPerSecond.toFixed(0))}</strong>{' '}
        {tell('commandsPerSecond')}
      </p>
      <Spark values={commandHistory.value} />
      <p class="figure small">
        <strong>{perSecond.toFixed(1)}</strong> {tell('requestsPerSecond')}
      </p>
      <p class="muted">
        {tell('requestCounts', {
          requests: withCommas(String(of.requests)),
          refused: withCommas(String(of.refused)),
          failed: withCommas(String(of.failed)),
        })}
      </p>
    </Card>
  );
}

function Journal({ of: { health } }: { of: Overview }) {
  return (
    <Card name="journal" title={tell('journalLatency')}>
      <p class="figure">
        <strong>{health.syncMillis.p99.toFixed(2)}</strong> ms
      </p>
      <Spark values={syncHistory.value} />
      <p class="muted">{tell('journalText')}</p>
      <p class="muted">
        {tell('half', { p50: health.syncMillis.p50.toFixed(2) })},{' '}
        {tell('queued', { count: health.queued })}
      </p>
    </Card>
  );
}

function Conservation({ of: { conservation } }: { of: Overview }) {
  const { conserved, accounts, collateral, deposits } = conservation;
  return (
    <Card name="conservation" title={tell('conservation')} class={conserved ? 'well' : 'ill'}>
      <strong>{tell(conserved ? 'conserved' : 'notConserved')}</strong>
      <Facts
        look="rule-list"
        rows={[
          [tell('collateral'), withCommas(collateral)],
          [tell('deposits'), withCommas(deposits)],
        ]}
      />
      <p class="muted">{tell('conservedText', { accounts: withCommas(String(accounts)) })}</p>
    </Card>
  );
}

function Invariants({ of: { health } }: { of: Overview }) {
  const isWell = health.status !== 'halted';
  return (
    <Card name="invariants" title={tell('invariants')} class={isWell ? 'well' : 'ill'}>
      <strong>{tell(isWell ? 'invariantsHold' : 'invariantsBroken')}</strong>
      {health.haltedBecause === null ? null : <p class="fault">{health.haltedBecause}</p>}
      <p class="muted">{tell('invariantsText')}</p>
    </Card>
  );
}

function House({ of: { house } }: { of: Overview }) {
  return (
    <Card name="house" title={tell('housePnl')}>
      <p class="figure">
        <strong class={tone(house.result)}>{signedAmount(house.result)}</strong> USDT
      </p>
      <Spark values={houseHistory.value} />
      <Facts
        look="rule-list"
        rows={[
          [tell('houseTrading'), signedAmount(house.trading)],
          [tell('houseFees'), signedAmount(house.fees)],
          [tell('houseFunding'), signedAmount(house.funding)],
        ]}
      />
    </Card>
  );
}

function Clients({ of: { connections } }: { of: Overview }) {
  return (
    <Card name="clients" title={tell('clients')}>
      <Facts
        look="rule-list"
        rows={Object.entries(connections).map(([kind, count]) => [
          kind === 'http' ? tell('http') : kind === 'socket' ? tell('socket') : kind,
          count,
        ])}
      />
    </Card>
  );
}

const MEGABYTE = 1_048_576;

function Machine({ of: { health, process, source } }: { of: Overview }) {
  const { archiveLag, archiveFailedBecause, clockBehindMillis } = health;
  const archive =
    archiveFailedBecause ??
    (archiveLag === 0 ? tell('archiveOk') : tell('archiveBehind', { count: archiveLag }));
  const clock =
    clockBehindMillis === 0 ? tell('clockOk') : tell('clockBehind', { millis: clockBehindMillis });
  return (
    <Card name="machine" title={tell('memory')}>
      <p class="figure">
        <strong>{(process.residentBytes / MEGABYTE).toFixed(0)}</strong> MB
      </p>
      <Facts
        look="rule-list"
        rows={[
          [tell('archive'), archive],
          [tell('clock'), clock],
          [tell('feed'), source ?? tell('none')],
        ]}
      />
    </Card>
  );
}
