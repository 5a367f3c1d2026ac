/** The chart with its interval switch, and the account drawn into it. */
import { effect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Contract } from '../../domain/contract.ts';
import { tickText } from '../../wire/quantity.ts';
import { contract as chosen } from '../market/contracts.ts';
import { Segments } from '../parts/choice.tsx';
import { drawSoon } from '../shell/frame.ts';
import { language, say } from '../shell/language.ts';
import { storedChoice } from '../shell/stored-choice.ts';
import { theme } from '../shell/theme.ts';
import { accountFills, accountLines } from './account-marks.ts';
import { type Bar, followCandles, readBars, readOlder, type Wanted } from './candle-feed.ts';
import { PriceChart } from './price-chart.ts';

const SHOWN = ['1m', '5m', '15m', '1h', '4h', '1d'] as const;
const BARS_SHOWN = 110;
const INDEX_EVERY = 3_000;

const interval = storedChoice<(typeof SHOWN)[number]>('interval', SHOWN, '1m');

export const ChartPanel = () => (
  <section class="panel chart" aria-label={say('chart')}>
    <header class="panel-head">
      <Segments
        label={say('interval')}
        class="flat"
        options={SHOWN.map((value) => ({ value, label: value }))}
        value={interval.value}
        choose={(value) => {
          interval.value = value;
        }}
      />
      <div class="legend" aria-hidden="true">
        <span class="legend-mark">{say('mark')}</span>
        <span class="legend-index">{say('index')}</span>
        <span class="legend-note">UTC</span>
      </div>
    </header>
    <Drawing />
  </section>
);

/** The library owns the canvas; it is created once and fed from here. */
function Drawing() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (box.current === null) return undefined;
    const chart = new PriceChart(box.current);
    const stop = [keepPainted(chart), keepFed(chart), keepMarked(chart)];
    return () => {
      for (const end of stop) end();
      chart.remove();
    };
  }, []);
  return <div class="chart-box" ref={box} role="img" aria-label={say('chartText')} />;
}

const keepPainted = (chart: PriceChart): (() => void) =>
  effect(() => {
    if (theme.value !== undefined) chart.paint();
  });

const keepMarked = (chart: PriceChart): (() => void) =>
  effect(() => {
    const isSame = language.value !== undefined && theme.value !== undefined;
    const lines = accountLines.value;
    const fills = accountFills(interval.value);
    if (isSame)
      drawSoon(() => {
        chart.setLines(lines);
        chart.setFills(fills);
      });
  });

const keepFed = (chart: PriceChart): (() => void) =>
  effect(() => {
    const contract = chosen.value;
    if (contract === undefined) return undefined;
    return feed(chart, contract, interval.value);
  });

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

/** Many changes of one candle between two frames are drawn once. */
function merged(draw: (bar: Bar) => void): (bar: Bar) => void {
  const waiting = new Map<number, Bar>();
  const flush = (): void => {
    for (const bar of waiting.values()) draw(bar);
    waiting.clear();
  };
  return (bar) => {
    waiting.set(bar.time, bar);
    drawSoon(flush);
  };
}

function keepIndex(chart: PriceChart, wanted: Wanted): () => void {
  let isOver = false;
  void readBars(wanted, 'INDEX').then((bars) => {
    if (!isOver && bars !== undefined) chart.setLine('index', bars);
  });
  const timer = setInterval(async () => {
    if (document.hidden) return;
    const bars = await readBars(wanted, 'INDEX', 2);
    if (!isOver) for (const bar of bars ?? []) chart.addToLine('index', bar);
  }, INDEX_EVERY);
  return () => {
    isOver = true;
    clearInterval(timer);
  };
}
