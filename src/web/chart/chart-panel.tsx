/** The chart with its interval switch, and the account drawn into it. */
import { effect, signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Contract } from '../../domain/contract.ts';
import { tickText } from '../../wire/quantity.ts';
import { contract as chosen } from '../market/contracts.ts';
import { every } from '../parts/again.ts';
import { IconButton, kept, Segments, Switch } from '../parts/controls.tsx';
import { percent, short, toneOf, withCommas } from '../parts/numbers.ts';
import { saveBlob } from '../parts/save-file.ts';
import { drawMarketSoon } from '../shell/frame.ts';
import { language } from '../shell/language.ts';
import { storedChoice } from '../shell/stored-choice.ts';
import { theme } from '../shell/theme.ts';
import { takePrice } from '../ticket/draft.ts';
import { accountFills, accountLines } from './account-marks.ts';
import { type Bar, followCandles, readBars, readOlder, type Wanted } from './candle-feed.ts';
import { sayChart } from './chart-words.ts';
import { DepthChart } from './depth-chart.tsx';
import { AskBefore, LineTags, MoveDialog, snapped, tagPlacer } from './line-tags.tsx';
import { type Pointed, PriceChart } from './price-chart.ts';
import { STUDIES, studySwitches } from './studies.ts';

const SHOWN = ['1m', '5m', '15m', '1h', '4h', '1d'] as const;
const BARS_SHOWN = 110;
const INDEX_EVERY = 3_000;

const interval = storedChoice<(typeof SHOWN)[number]>('interval', SHOWN, '1m');

const VIEWS = ['candles', 'depth'] as const;
const view = storedChoice<(typeof VIEWS)[number]>('chart-view', VIEWS, 'candles');
const pointed = signal<Pointed | undefined>(undefined);
/** The chart that is shown now. */
const drawn = signal<PriceChart | undefined>(undefined);

export const ChartPanel = () => (
  <section class="column panel chart" aria-label={sayChart('chart')}>
    <header class="ends panel-head">
      <Segments
        label={sayChart('view')}
        class="flat"
        options={VIEWS.map((value) => ({ value, label: sayChart(value) }))}
        {...kept(view)}
      />
      {view.value === 'candles' ? <CandleTools /> : null}
    </header>
    {view.value === 'candles' ? <Drawing /> : <DepthChart />}
  </section>
);

const CandleTools = () => (
  <>
    <Segments
      label={sayChart('interval')}
      class="flat"
      options={SHOWN.map((value) => ({ value, label: value }))}
      {...kept(interval)}
    />
    <div class="legend hint" aria-hidden="true">
      <span class="legend-mark">{sayChart('mark')}</span>
      <span class="legend-index">{sayChart('index')}</span>
      <span class="legend-note">UTC</span>
    </div>
    <ChartMenu />
    <IconButton icon="save" label={sayChart('picture')} act={savePicture} />
  </>
);

function ChartMenu() {
  const menu = useRef<HTMLDetailsElement>(null);
  const shut = (): void => menu.current?.removeAttribute('open');
  return (
    <details
      class="chart-menu"
      ref={menu}
      onKeyDown={(event) => {
        if (event.key === 'Escape') shut();
      }}
      onFocusOut={(event) => {
        const next = event.relatedTarget;
        if (next instanceof Node && !menu.current?.contains(next)) shut();
      }}
    >
      <summary class="quiet tiny">{sayChart('settings')}</summary>
      <div class="column chart-choices">
        <Switch label={sayChart('studyVolume')} of={studySwitches.volume} />
        {STUDIES.map(({ name, label }) => (
          <Switch key={name} label={label} of={studySwitches[name]} />
        ))}
        <AskBefore />
      </div>
    </details>
  );
}

function savePicture(): void {
  const name = `${chosen.peek()?.symbol ?? 'chart'}-${interval.peek()}.png`;
  drawn
    .peek()
    ?.picture()
    .toBlob((blob) => {
      if (blob !== null) saveBlob(name, blob);
    });
}

/** The library owns the canvas; it is created once and fed from here. */
function Drawing() {
  const box = useRef<HTMLDivElement>(null);
  const tags = useRef<HTMLDivElement>(null);
  const readout = useRef<HTMLDivElement>(null);
  const covered = useRef(0);
  const [placed] = useState(() =>
    tagPlacer({
      box: () => tags.current,
      chart: () => drawn.peek(),
      covered: () => covered.current,
    }),
  );
  useEffect(() => {
    const watcher = new ResizeObserver(([seen]) => {
      covered.current = Math.ceil(seen?.contentRect.height ?? 0);
      placed();
    });
    if (readout.current !== null) watcher.observe(readout.current);
    return () => watcher.disconnect();
  }, [placed]);
  useEffect(() => {
    if (box.current === null) return undefined;
    const chart = new PriceChart(box.current, {
      pointed: (now) => {
        pointed.value = now;
      },
      clicked: takeClicked,
      redrawn: placed,
    });
    drawn.value = chart;
    const stop = drawings(chart).map((draw) => effect(draw));
    return () => {
      drawn.value = undefined;
      for (const end of stop) end();
      chart.remove();
    };
  }, [placed]);
  const chart = drawn.value;
  return (
    <div class="column chart-body">
      <div class="readout-box" ref={readout}>
        <Readout />
      </div>
      <div class="chart-stack">
        <div
          class="chart-box"
          ref={box}
          role="application"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move its cursor.
          tabIndex={0}
          aria-label={sayChart('chartKeys', { text: sayChart('chartText') })}
          onKeyDown={stepByKey}
        />
        <div class="line-tags" ref={tags}>
          {chart === undefined ? null : <LineTags chart={chart} placed={placed} />}
        </div>
      </div>
      <MoveDialog />
    </div>
  );
}

function takeClicked(price: number): void {
  const contract = chosen.peek();
  if (contract !== undefined) takePrice(snapped(contract, price));
}

const KEY_STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, Enter: 0 };

function stepByKey(event: KeyboardEvent): void {
  const by = KEY_STEPS[event.key];
  if (by === undefined) return;
  event.preventDefault();
  const bar = drawn.peek()?.step(by);
  if (bar !== undefined && by === 0) takeClicked(bar.close);
}

/** The candle under the cursor, or the newest. */
function Readout() {
  const known = chosen.value;
  const now = pointed.value;
  if (known === undefined || now === undefined) return <p class="readout hint" />;
  const { bar, studies } = now;
  const price = (figure: number): string => withCommas(figure.toFixed(known.priceDecimals));
  const tone = toneOf(bar.close - bar.open);
  return (
    <p class="readout hint number" data-testid="readout">
      {(['open', 'high', 'low', 'close'] as const).map((name) => (
        <span key={name}>
          {sayChart(name)} <b class={tone}>{price(bar[name])}</b>
        </span>
      ))}
      <span>
        {sayChart('volume')} <b class="readout-volume">{short(String(bar.volume))}</b>
      </span>
      <b class={`readout-change ${tone}`}>{percent(String(bar.close / bar.open - 1))}</b>
      {studies.map(({ study, figure }) => (
        <span key={study.name} style={{ color: `var(--study-${study.name})` }}>
          {study.label} {study.isApart ? figure.toFixed(1) : price(figure)}
        </span>
      ))}
    </p>
  );
}

/** Each is done again when something it reads has changed: theme and language too. */
const drawings = (chart: PriceChart) => [
  () => {
    if (theme.value !== undefined && language.value !== undefined) chart.paint();
  },
  () => {
    chart.showVolume(studySwitches.volume.value === 'on');
    chart.showStudies(STUDIES.filter(({ name }) => studySwitches[name].value === 'on'));
  },
  () => chosen.value && feed(chart, chosen.value, interval.value),
  () => {
    const isSame = language.value !== undefined && theme.value !== undefined;
    const lines = accountLines.value;
    if (isSame) chart.setLines(lines);
  },
  () => {
    const fills = accountFills(interval.value);
    if (theme.value !== undefined) chart.setFills(fills);
  },
];

function feed(chart: PriceChart, contract: Contract, every: (typeof SHOWN)[number]): () => void {
  const wanted: Wanted = { symbol: contract.symbol, interval: every };
  let isOver = false;
  chart.setBars([]);
  chart.setLine('mark', []);
  chart.setLine('index', []);
  chart.setStep(contract.priceDecimals, Number(tickText(contract)));
  const ends = [
    followCandles(wanted, 'LAST', {
      all: (bars) => {
        chart.setBars(bars);
        chart.showNewest(BARS_SHOWN);
        chart.setFills(accountFills(every));
      },
      one: merged((bar) => chart.addBar(bar)),
    }),
    followCandles(wanted, 'MARK', {
      all: (bars) => chart.setLine('mark', bars),
      one: merged((bar) => chart.addToLine('mark', bar)),
    }),
    keepIndex(chart, wanted),
  ];
  let isReading = false;
  chart.onBeginning(() => {
    const { oldest } = chart;
    if (isReading || isOver || oldest === undefined) return;
    isReading = true;
    void readOlder(wanted, oldest).then((bars) => {
      if (isOver || bars.length === 0) return;
      chart.addOlder(bars);
      isReading = false;
    });
  });
  return () => {
    isOver = true;
    for (const end of ends) end();
  };
}

/** Many changes of one candle between two drawings are drawn once. */
function merged(draw: (bar: Bar) => void): (bar: Bar) => void {
  const waiting = new Map<number, Bar>();
  const flush = (): void => {
    for (const bar of waiting.values()) draw(bar);
    waiting.clear();
  };
  return (bar) => {
    waiting.set(bar.time, bar);
    drawMarketSoon(flush);
  };
}

function keepIndex(chart: PriceChart, wanted: Wanted): () => void {
  let isOver = false;
  void readBars(wanted, 'INDEX').then((bars) => {
    if (!isOver && bars !== undefined) chart.setLine('index', bars);
  });
  const stop = every(INDEX_EVERY, async () => {
    const bars = await readBars(wanted, 'INDEX', 2);
    if (!isOver) for (const bar of bars ?? []) chart.addToLine('index', bar);
  });
  return () => {
    isOver = true;
    stop();
  };
}
