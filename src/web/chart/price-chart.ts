/**
 * Candles, volume, mark and index lines, and the account's orders and positions, drawn by
 * lightweight-charts. This file only decides colours and positions.
 */
import {
  CandlestickSeries,
  createChart,
  createSeriesMarkers,
  HistogramSeries,
  type IChartApi,
  type IPriceLine,
  LineSeries,
  LineStyle,
  type SeriesMarker,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { colour } from '../shell/theme.ts';
import type { Bar } from './candle-feed.ts';

export interface DrawnLine {
  readonly key: string;
  readonly price: number;
  readonly title: string;
  readonly colour: 'up' | 'down' | 'accent' | 'warn';
  readonly isDashed: boolean;
}

export interface DrawnFill {
  readonly time: number;
  readonly isBuy: boolean;
  readonly text: string;
}

/** When this many candles are left before the oldest, older ones are loaded. */
const BEGINNING = 10;

/** The library brands its times; ours are the same seconds. */
const isTime = (seconds: number): seconds is UTCTimestamp => Number.isFinite(seconds);

function at(seconds: number): UTCTimestamp {
  if (!isTime(seconds)) throw new RangeError(`${seconds} is no time`);
  return seconds;
}

export class PriceChart {
  readonly #chart: IChartApi;
  readonly #candles;
  readonly #volume;
  readonly #mark;
  readonly #index;
  readonly #markers;
  #lines: IPriceLine[] = [];
  #bars: Bar[] = [];
  #volumeTones = { up: '', down: '' };
  #beginning: () => void = () => undefined;

  constructor(box: HTMLElement) {
    this.#chart = createChart(box, {
      autoSize: true,
      layout: { attributionLogo: false, fontSize: 11, fontFamily: 'system-ui, sans-serif' },
      timeScale: { timeVisible: true, secondsVisible: false, rightOffset: 6, minBarSpacing: 1 },
      rightPriceScale: { scaleMargins: { top: 0.08, bottom: 0.22 } },
      crosshair: { mode: 0 },
    });
    this.#volume = this.#chart.addSeries(HistogramSeries, {
      priceScaleId: 'volume',
      priceFormat: { type: 'volume' },
      lastValueVisible: false,
      priceLineVisible: false,
    });
    this.#chart.priceScale('volume').applyOptions({ scaleMargins: { top: 0.84, bottom: 0 } });
    const thin = { lineWidth: 1, priceLineVisible: false, lastValueVisible: false } as const;
    const quiet = { ...thin, crosshairMarkerVisible: false } as const;
    this.#index = this.#chart.addSeries(LineSeries, quiet);
    this.#mark = this.#chart.addSeries(LineSeries, quiet);
    this.#candles = this.#chart.addSeries(CandlestickSeries, { borderVisible: false });
    this.#markers = createSeriesMarkers(this.#candles, []);
    this.#chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
      if (range !== null && range.from < BEGINNING) this.#beginning();
    });
    this.paint();
  }

  /** In the colours of the theme, as they are now. */
  paint(): void {
    const [up, down, line, text] = ['up', 'down', 'line', 'muted'].map(colour);
    if (up === undefined || down === undefined || line === undefined || text === undefined) return;
    this.#chart.applyOptions({
      layout: { background: { color: colour('panel') }, textColor: text },
      grid: { vertLines: { color: colour('grid') }, horzLines: { color: colour('grid') } },
      timeScale: { borderColor: line },
      rightPriceScale: { borderColor: line },
      crosshair: {
        vertLine: { color: text, labelBackgroundColor: colour('raised') },
        horzLine: { color: text, labelBackgroundColor: colour('raised') },
      },
    });
    this.#candles.applyOptions({
      upColor: up,
      downColor: down,
      wickUpColor: up,
      wickDownColor: down,
    });
    this.#volumeTones = { up: colour('up-soft'), down: colour('down-soft') };
    this.#mark.applyOptions({ color: colour('accent-line') });
    this.#index.applyOptions({ color: colour('warn-line') });
    if (this.#bars.length > 0) this.#volume.setData(this.#bars.map((bar) => this.#volumeOf(bar)));
  }

  /** Prices with the decimals of the contract. */
  setStep(decimals: number, step: number): void {
    const priceFormat = { type: 'price', precision: decimals, minMove: step } as const;
    for (const series of [this.#candles, this.#mark, this.#index])
      series.applyOptions({ priceFormat });
  }

  setBars(bars: readonly Bar[]): void {
    this.#bars = [...bars];
    this.#candles.setData(bars.map((bar) => ({ ...bar, time: at(bar.time) })));
    this.#volume.setData(bars.map((bar) => this.#volumeOf(bar)));
  }

  showNewest(count: number): void {
    const to = this.#bars.length + 5;
    this.#chart.timeScale().setVisibleLogicalRange({ from: to - count, to });
  }

  addBar(bar: Bar): void {
    const last = this.#bars.at(-1);
    if (last !== undefined && bar.time < last.time) return;
    if (last?.time === bar.time) this.#bars.pop();
    this.#bars.push(bar);
    this.#candles.update({ ...bar, time: at(bar.time) });
    this.#volume.update(this.#volumeOf(bar));
  }

  addOlder(bars: readonly Bar[]): void {
    const first = this.#bars[0]?.time ?? 0;
    this.setBars([...bars.filter(({ time }) => time < first), ...this.#bars]);
  }

  get oldest(): number | undefined {
    return this.#bars[0]?.time;
  }

  setLine(which: 'mark' | 'index', bars: readonly Bar[]): void {
    const series = which === 'mark' ? this.#mark : this.#index;
    series.setData(bars.map(({ time, close }) => ({ time: at(time), value: close })));
  }

  addToLine(which: 'mark' | 'index', { time, close }: Bar): void {
    const series = which === 'mark' ? this.#mark : this.#index;
    const newest = series.data().at(-1)?.time;
    if (typeof newest === 'number' && newest > time) return;
    series.update({ time: at(time), value: close });
  }

  /** The account's orders, entries and liquidation prices. */
  setLines(lines: readonly DrawnLine[]): void {
    for (const line of this.#lines) this.#candles.removePriceLine(line);
    this.#lines = lines.map(({ price, title, colour: name, isDashed }) =>
      this.#candles.createPriceLine({
        price,
        title,
        color: colour(name),
        lineWidth: 1,
        lineStyle: isDashed ? LineStyle.Dashed : LineStyle.Solid,
        axisLabelVisible: true,
      }),
    );
  }

  setFills(fills: readonly DrawnFill[]): void {
    const first = this.oldest ?? Number.POSITIVE_INFINITY;
    const markers = fills
      .filter(({ time }) => time >= first)
      .map(
        ({ time, isBuy, text }): SeriesMarker<Time> => ({
          time: at(time),
          position: isBuy ? 'belowBar' : 'aboveBar',
          shape: isBuy ? 'arrowUp' : 'arrowDown',
          color: colour(isBuy ? 'up' : 'down'),
          text,
          size: 1,
        }),
      );
    this.#markers.setMarkers(markers);
  }

  /** Called when the view reaches the oldest known candle; there is one listener. */
  onBeginning(listener: () => void): void {
    this.#beginning = listener;
  }

  remove(): void {
    this.#chart.remove();
  }

  #volumeOf({ time, open, close, volume }: Bar) {
    const { up, down } = this.#volumeTones;
    return { time: at(time), value: volume, color: close >= open ? up : down };
  }
}
