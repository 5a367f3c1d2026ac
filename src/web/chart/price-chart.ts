/**
 * Candles, indicators, mark and index lines, and the account's orders and positions, drawn by
 * lightweight-charts. This file only decides colours and positions.
 */
import {
  CandlestickSeries,
  createChart,
  createSeriesMarkers,
  HistogramSeries,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  type SeriesMarker,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import type { ToldOrder } from '../../client/client.ts';
import { withCommas } from '../parts/numbers.ts';
import { localeHeader } from '../shell/language.ts';
import { colour } from '../shell/theme.ts';
import type { Bar } from './candle-feed.ts';
import { type Study, type StudyFigures, studyFigures } from './indicators.ts';
import { STUDIES, type StudyChoice } from './studies.ts';

export interface DrawnLine {
  readonly key: string;
  readonly price: number;
  readonly title: string;
  readonly colour: 'up' | 'down' | 'accent' | 'warn';
  readonly isDashed: boolean;
  /** Where it can be moved. */
  readonly order?: ToldOrder;
}

type MovedLine = Pick<DrawnLine, 'key' | 'price'>;

/** What the cursor points at: the newest candle where it points at none. */
export interface Pointed {
  readonly bar: Bar;
  readonly studies: readonly { readonly study: StudyChoice; readonly figure: number }[];
}

/** What the chart tells, each to one listener. */
export interface ChartListeners {
  readonly pointed: (pointed: Pointed | undefined) => void;
  readonly clicked: (price: number) => void;
  /** Prices may have another height now. */
  readonly redrawn: () => void;
}

export interface DrawnFill {
  readonly time: number;
  readonly isBuy: boolean;
}

/** When this many candles are left before the oldest, older ones are loaded. */
const BEGINNING = 10;
/** How high the pane of an indicator is, where that of the prices is 1. */
const APART_SHARE = 0.3;
/** Beside the newest candle, of the width shown. */
const AIR = 0.05;

/** The library brands its times; ours are the same seconds. */
const isTime = (seconds: number): seconds is UTCTimestamp => Number.isFinite(seconds);

function at(seconds: number): UTCTimestamp {
  if (!isTime(seconds)) throw new RangeError(`${seconds} is no time`);
  return seconds;
}

/** An indicator as it is drawn. */
interface DrawnStudy {
  readonly series: ISeriesApi<'Line'>;
  figures: StudyFigures;
  /** Without the newest candle. */
  before: Study;
}

export class PriceChart {
  readonly #chart: IChartApi;
  readonly #candles;
  readonly #volume;
  /** Beside the candles. */
  readonly #beside;
  readonly #markers;
  readonly #tell: ChartListeners;
  readonly #studies = new Map<StudyChoice, DrawnStudy>();
  readonly #lines = new Map<string, { readonly line: DrawnLine; readonly drawn: IPriceLine }>();
  #bars: Bar[] = [];
  #volumeTones = { up: '', down: '' };
  #pointedAt: number | undefined;
  #moved: MovedLine | undefined;
  #beginning: () => void = () => undefined;

  constructor(box: HTMLElement, tell: ChartListeners) {
    this.#tell = tell;
    this.#chart = createChart(box, {
      autoSize: true,
      // Not the browser's: a locale that is none would keep the chart from being drawn.
      localization: { locale: localeHeader() },
      layout: { attributionLogo: false, fontSize: 11, fontFamily: 'system-ui, sans-serif' },
      timeScale: { timeVisible: true, secondsVisible: false, rightOffset: 6, minBarSpacing: 1 },
      rightPriceScale: { scaleMargins: { top: 0.12, bottom: 0.22 } },
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
    this.#beside = {
      index: this.#chart.addSeries(LineSeries, quiet),
      mark: this.#chart.addSeries(LineSeries, quiet),
    };
    this.#candles = this.#chart.addSeries(CandlestickSeries, { borderVisible: false });
    this.#markers = createSeriesMarkers(this.#candles, []);
    this.#chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
      if (range !== null && range.from < BEGINNING) this.#beginning();
    });
    this.#listen();
    this.paint();
  }

  #listen(): void {
    this.#chart.subscribeCrosshairMove(({ time }) => {
      const now = typeof time === 'number' ? time : undefined;
      // It is told of with every change of every line, also where the cursor rests.
      if (now === this.#pointedAt) return;
      this.#pointedAt = now;
      this.#point();
    });
    this.#chart.subscribeClick(({ point, paneIndex }) => {
      const price = point === undefined || paneIndex !== 0 ? undefined : this.priceAt(point.y);
      if (price !== undefined) this.#tell.clicked(price);
    });
    this.#candles.attachPrimitive({ updateAllViews: () => this.#tell.redrawn() });
  }

  #point(): void {
    const at = this.#pointedAt;
    const place = at === undefined ? -1 : this.#bars.findIndex(({ time }) => time === at);
    const bar = this.#bars.at(place);
    if (bar === undefined) {
      this.#tell.pointed(undefined);
      return;
    }
    const studies = STUDIES.flatMap((study) => {
      const figure = this.#studies.get(study)?.figures.at(place);
      return figure === undefined ? [] : [{ study, figure }];
    });
    this.#tell.pointed({ bar, studies });
  }

  /** In the colours of the theme and the language of the page, as they are now. */
  paint(): void {
    const [up, down, line, text] = ['up', 'down', 'line', 'muted'].map(colour);
    if (up === undefined || down === undefined || line === undefined || text === undefined) return;
    this.#chart.applyOptions({
      localization: { locale: localeHeader() },
      layout: {
        background: { color: colour('panel') },
        textColor: text,
        panes: { separatorColor: line, separatorHoverColor: colour('raised') },
      },
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
    this.#beside.mark.applyOptions({ color: colour('accent-line') });
    this.#beside.index.applyOptions({ color: colour('warn-line') });
    for (const [study, { series }] of this.#studies)
      series.applyOptions({ color: colour(`study-${study.name}`) });
    if (this.#bars.length > 0) this.#volume.setData(this.#bars.map((bar) => this.#volumeOf(bar)));
  }

  /** Prices with the decimals of the contract, written as everywhere on the page. */
  setStep(decimals: number, step: number): void {
    const formatter = (price: number): string => withCommas(price.toFixed(decimals));
    const priceFormat = { type: 'custom', formatter, minMove: step } as const;
    const own = [...this.#studies].flatMap(([{ isApart }, { series }]) =>
      isApart ? [] : [series],
    );
    for (const series of [this.#candles, ...Object.values(this.#beside), ...own])
      series.applyOptions({ priceFormat });
  }

  showVolume(visible: boolean): void {
    this.#volume.applyOptions({ visible });
  }

  /** Draws these indicators and no others. */
  showStudies(wanted: readonly StudyChoice[]): void {
    for (const study of STUDIES) {
      const known = this.#studies.get(study);
      if (known !== undefined && !wanted.includes(study)) {
        this.#chart.removeSeries(known.series);
        this.#studies.delete(study);
      }
      if (known === undefined && wanted.includes(study)) this.#addStudy(study);
    }
    this.#point();
  }

  #addStudy(study: StudyChoice): void {
    const look = { lineWidth: 1, priceLineVisible: false, crosshairMarkerVisible: false } as const;
    const { priceFormat } = this.#candles.options();
    const series = this.#chart.addSeries(
      LineSeries,
      study.isApart
        ? { ...look, priceFormat: { type: 'price', precision: 1, minMove: 0.1 } }
        : { ...look, lastValueVisible: false, priceFormat },
      study.isApart ? 1 : 0,
    );
    series.applyOptions({ color: colour(`study-${study.name}`) });
    this.#chart.panes()[1]?.setStretchFactor(APART_SHARE);
    this.#drawStudy(study, series);
  }

  #drawStudy(study: StudyChoice, series: ISeriesApi<'Line'>): void {
    const drawn = { series, ...studyFigures(study.begin, this.#bars) };
    this.#studies.set(study, drawn);
    series.setData(
      this.#bars.map(({ time }, place) => {
        const value = drawn.figures[place];
        return value === undefined ? { time: at(time) } : { time: at(time), value };
      }),
    );
  }

  #drawStudies(): void {
    for (const [study, { series }] of this.#studies) this.#drawStudy(study, series);
    this.#point();
  }

  setBars(bars: readonly Bar[]): void {
    this.#bars = [...bars];
    this.#candles.setData(bars.map((bar) => ({ ...bar, time: at(bar.time) })));
    this.#volume.setData(bars.map((bar) => this.#volumeOf(bar)));
    this.#drawStudies();
  }

  /** At most so many. Where there are fewer, they fill the pane. */
  showNewest(most: number): void {
    const shown = Math.min(most, this.#bars.length);
    if (shown === 0) return;
    const to = this.#bars.length - 0.5 + Math.max(1, shown * AIR);
    this.#chart.timeScale().setVisibleLogicalRange({ from: this.#bars.length - shown - 0.5, to });
  }

  addBar(bar: Bar): void {
    const last = this.#bars.at(-1);
    if (last !== undefined && bar.time < last.time) return;
    const isSame = last?.time === bar.time;
    this.#bars.splice(isSame ? -1 : this.#bars.length, 1, bar);
    this.#candles.update({ ...bar, time: at(bar.time) });
    this.#volume.update(this.#volumeOf(bar));
    for (const drawn of this.#studies.values()) {
      if (!isSame && last !== undefined) drawn.before = drawn.before.next(last);
      const value = drawn.before.next(bar).figure;
      drawn.figures.splice(isSame ? -1 : drawn.figures.length, 1, value);
      if (value !== undefined) drawn.series.update({ time: at(bar.time), value });
    }
    this.#point();
  }

  addOlder(bars: readonly Bar[]): void {
    const first = this.#bars[0]?.time ?? 0;
    this.setBars([...bars.filter(({ time }) => time < first), ...this.#bars]);
  }

  get oldest(): number | undefined {
    return this.#bars[0]?.time;
  }

  setLine(which: 'mark' | 'index', bars: readonly Bar[]): void {
    const points = bars.map(({ time, close }) => ({ time: at(time), value: close }));
    this.#beside[which].setData(points);
  }

  addToLine(which: 'mark' | 'index', { time, close }: Bar): void {
    const series = this.#beside[which];
    const newest = series.dataByIndex(Number.MAX_SAFE_INTEGER, -1)?.time;
    if (typeof newest === 'number' && newest > time) return;
    series.update({ time: at(time), value: close });
  }

  /** The account's orders, entries and liquidation prices. Their names stand beside them. */
  setLines(lines: readonly DrawnLine[]): void {
    const before = new Map(this.#lines);
    this.#lines.clear();
    for (const line of lines) {
      const look = {
        price: this.#placeOf(line),
        title: '',
        color: colour(line.colour),
        lineWidth: 1,
        lineStyle: line.isDashed ? LineStyle.Dashed : LineStyle.Solid,
        axisLabelVisible: true,
      } as const;
      const known = before.get(line.key)?.drawn;
      known?.applyOptions(look);
      this.#lines.set(line.key, { line, drawn: known ?? this.#candles.createPriceLine(look) });
      before.delete(line.key);
    }
    for (const { drawn } of before.values()) this.#candles.removePriceLine(drawn);
  }

  /** One line elsewhere while it is dragged, or all where they belong. */
  setMoved(moved: MovedLine | undefined): void {
    this.#moved = moved;
    for (const { line, drawn } of this.#lines.values())
      drawn.applyOptions({ price: this.#placeOf(line) });
  }

  #placeOf({ key, price }: DrawnLine): number {
    return this.#moved?.key === key ? this.#moved.price : price;
  }

  /** Undefined until there is a scale. */
  heightOf(price: number): number | undefined {
    return this.#candles.priceToCoordinate(price) ?? undefined;
  }

  priceAt(height: number): number | undefined {
    return this.#candles.coordinateToPrice(height) ?? undefined;
  }

  /** The height of the pane with the prices, and the width without their scale. */
  get size(): { readonly height: number; readonly width: number } {
    return this.#chart.paneSize(0);
  }

  /** The cursor goes so many candles on; returns where it is. */
  step(by: number): Bar | undefined {
    const now = this.#bars.findIndex(({ time }) => time === this.#pointedAt);
    const from = now < 0 ? this.#bars.length - (by < 0 ? 0 : 1) : now;
    const bar = this.#bars[Math.min(Math.max(from + by, 0), this.#bars.length - 1)];
    if (bar === undefined) return undefined;
    this.#chart.setCrosshairPosition(bar.close, at(bar.time), this.#candles);
    this.#pointedAt = bar.time;
    this.#point();
    return bar;
  }

  /** With the names of the lines, which are otherwise no part of the canvas. */
  picture(): HTMLCanvasElement {
    for (const { line, drawn } of this.#lines.values()) drawn.applyOptions({ title: line.title });
    const canvas = this.#chart.takeScreenshot(true, false);
    for (const { drawn } of this.#lines.values()) drawn.applyOptions({ title: '' });
    return canvas;
  }

  setFills(fills: readonly DrawnFill[]): void {
    const first = this.oldest ?? Number.POSITIVE_INFINITY;
    const markers = fills
      .filter(({ time }) => time >= first)
      .map(
        ({ time, isBuy }): SeriesMarker<Time> => ({
          time: at(time),
          position: isBuy ? 'belowBar' : 'aboveBar',
          shape: isBuy ? 'arrowUp' : 'arrowDown',
          color: colour(isBuy ? 'up' : 'down'),
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
