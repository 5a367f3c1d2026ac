/**
 * Lines over time, drawn as SVG in the colours of the theme. The chart measures its own box, so
 * that text keeps its size, and puts names at the ends of the lines if there is room.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import { withCommas } from '../parts/numbers.ts';
import { chartScale, type Scale, timeSteps } from './chart-scale.ts';
import { formatDay, formatMinute } from './figures.ts';

export interface Line {
  readonly name: string;
  /** Which colour of the series, from 1. */
  readonly series: number;
  readonly values: readonly number[];
}

/** The colour of a series, for everything inside. */
export const seriesStyle = (series: number) => ({ '--series': `var(--series-${series})` });

interface ChartProps {
  readonly label: string;
  readonly at: readonly number[];
  readonly lines: readonly Line[];
  /** A horizontal line, such as the starting equity. */
  readonly base?: number;
  readonly kind?: 'lines' | 'area';
  readonly format?: (value: number) => string;
  readonly marked?: string | undefined;
  readonly point?: (place: number | undefined) => void;
  /** What is pointed at while nobody points. */
  readonly chosen?: number | undefined;
  /** What was decided when, marked on the first line. */
  readonly notes?: readonly ChartNote[];
  readonly class?: string;
}

interface ChartNote {
  readonly at: number;
  readonly text: string;
}

interface Box {
  readonly width: number;
  readonly height: number;
  /** How large text is, beside the size that the distances below are for. */
  readonly zoom: number;
}

const TEXT_SIZE = 12;

const NAMES_FROM = 620;
const ROOM = { top: 10, bottom: 26, left: 8, axis: 62, names: 160 } as const;
const STEPS_APART = 56;
const TIMES_APART = 90;
/** Half the height of a label. */
const EDGE = 20;

export function LineChart(props: ChartProps) {
  const { at, lines, base, kind = 'lines', class: name = '' } = props;
  const frame = useRef<HTMLDivElement>(null);
  const box = useBox(frame);
  const [place, setPlace] = useState<number | undefined>(undefined);
  const { zoom } = box;
  const hasNames = box.width >= NAMES_FROM * zoom && kind === 'lines' && lines.length > 1;
  const right = box.width - (ROOM.axis + (hasNames ? ROOM.names : 0)) * zoom;
  const bottom = box.height - ROOM.bottom * zoom;
  const values = lines.flatMap((line) => line.values);
  const scale = chartScale(
    base === undefined ? values : [...values, base],
    Math.max(2, Math.floor(box.height / (STEPS_APART * zoom))),
  );
  const from = at[0] ?? 0;
  const length = Math.max(1, (at.at(-1) ?? 1) - from);
  const point = (found: number | undefined): void => {
    setPlace(found);
    props.point?.(found);
  };
  const pace = length / (right - ROOM.left);
  const plane: Plane = {
    x: (moment) => ROOM.left + (moment - from) / pace,
    y: (value) =>
      bottom - ((value - scale.low) / (scale.high - scale.low)) * (bottom - ROOM.top * zoom),
    right,
    bottom,
    zoom,
  };
  return (
    <div class={`line-chart ${name}`} ref={frame}>
      {box.width === 0 || at.length === 0 ? null : (
        <svg
          role="img"
          aria-label={props.label}
          viewBox={`0 0 ${box.width} ${box.height}`}
          width={box.width}
          height={box.height}
          onPointerMove={(event) => {
            const left = frame.current?.getBoundingClientRect().left ?? 0;
            point(nearest(at, from + (event.clientX - left - ROOM.left) * pace));
          }}
          onPointerLeave={() => point(undefined)}
        >
          <Grid scale={scale} plane={plane} format={props.format ?? plain} />
          <Times from={from} length={length} plane={plane} />
          <Curves of={props} plane={plane} place={place ?? props.chosen} />
          {hasNames ? <Names lines={lines} plane={plane} /> : null}
        </svg>
      )}
    </div>
  );
}

/** Converts moments and values to positions on the screen. */
interface Plane {
  readonly x: (moment: number) => number;
  readonly y: (value: number) => number;
  readonly right: number;
  readonly bottom: number;
  readonly zoom: number;
}

interface CurvesProps {
  readonly of: ChartProps;
  readonly plane: Plane;
  /** The position of the pointer. */
  readonly place: number | undefined;
}

function Curves({ of, plane, place }: CurvesProps) {
  const { at, lines, base, kind, marked } = of;
  const { x, y, right, bottom } = plane;
  const shown = place === undefined ? undefined : at[place];
  return (
    <g>
      {base === undefined ? null : (
        <line class="chart-base" x1={ROOM.left} x2={right} y1={y(base)} y2={y(base)} />
      )}
      {shown === undefined ? null : (
        <line class="chart-cross" x1={x(shown)} x2={x(shown)} y1={ROOM.top} y2={bottom} />
      )}
      {/* The first series is drawn last, on top of the others. */}
      {[...lines].reverse().map((line) => (
        <Curve
          key={line.name}
          line={line}
          at={at}
          plane={plane}
          ground={kind === 'area' ? y(0) : undefined}
          state={stateOf(marked, line.name)}
        />
      ))}
      {(of.notes ?? []).map((note) => (
        <Note key={`${note.at} ${note.text}`} of={note} at={at} line={lines[0]} plane={plane} />
      ))}
      {place === undefined || shown === undefined
        ? null
        : lines.map(({ name, series, values }) => (
            <circle
              key={name}
              class="chart-dot"
              style={seriesStyle(series)}
              cx={x(shown)}
              cy={y(values[place] ?? 0)}
              r={3.5}
            />
          ))}
    </g>
  );
}

interface NoteProps {
  readonly of: ChartNote;
  readonly at: readonly number[];
  readonly line: Line | undefined;
  readonly plane: Plane;
}

/** Where the line was then; its words are told to whoever points at it. */
function Note({ of, at, line, plane: { x, y } }: NoteProps) {
  const value = line?.values[nearest(at, of.at) ?? 0];
  if (line === undefined || value === undefined) return null;
  const left = Math.min(Math.max(of.at, at[0] ?? of.at), at.at(-1) ?? of.at);
  return (
    <circle class="chart-note" style={seriesStyle(line.series)} cx={x(left)} cy={y(value)} r={5}>
      <title>{of.text}</title>
    </circle>
  );
}

const stateOf = (marked: string | undefined, name: string): string =>
  marked === undefined ? '' : marked === name ? 'marked' : 'dimmed';

const plain = (value: number): string => withCommas(String(value));

function useBox(frame: { readonly current: HTMLDivElement | null }): Box {
  const [box, set] = useState<Box>({ width: 0, height: 0, zoom: 1 });
  useEffect(() => {
    if (frame.current === null) return;
    const watch = new ResizeObserver(([entry]) => {
      if (entry === undefined) return;
      const { width, height } = entry.contentRect;
      const zoom = Number.parseFloat(getComputedStyle(entry.target).fontSize) / TEXT_SIZE;
      set({ width: Math.floor(width), height: Math.floor(height), zoom });
    });
    watch.observe(frame.current);
    return () => watch.disconnect();
  }, [frame]);
  return box;
}

function nearest(at: readonly number[], wanted: number): number | undefined {
  let best: number | undefined;
  let least = Number.POSITIVE_INFINITY;
  at.forEach((moment, place) => {
    const away = Math.abs(moment - wanted);
    if (away >= least) return;
    least = away;
    best = place;
  });
  return best;
}

interface GridProps {
  readonly scale: Scale;
  readonly plane: Plane;
  readonly format: (value: number) => string;
}

const Grid = ({ scale, plane: { right, y, zoom }, format }: GridProps) => (
  <g>
    {scale.steps.map((step) => (
      <g key={step}>
        <line class="chart-grid" x1={ROOM.left} x2={right} y1={y(step)} y2={y(step)} />
        <text class="chart-text" x={right + 8} y={y(step) + 4 * zoom}>
          {format(step)}
        </text>
      </g>
    ))}
  </g>
);

interface TimesProps {
  readonly from: number;
  readonly length: number;
  readonly plane: Plane;
}

function Times({ from, length, plane: { right, bottom, x, zoom } }: TimesProps) {
  const most = Math.floor(right / (TIMES_APART * zoom));
  const { moments, isDaily } = timeSteps(from, from + length, most);
  const edge = EDGE * zoom;
  return (
    <g>
      {moments.map((moment) => (
        <text
          key={moment}
          class="chart-text"
          x={Math.min(Math.max(x(moment), ROOM.left + edge), right - edge)}
          y={bottom + 18 * zoom}
          text-anchor="middle"
        >
          {isDaily || new Date(moment).getHours() + new Date(moment).getMinutes() === 0
            ? formatDay(moment)
            : formatMinute(moment)}
        </text>
      ))}
    </g>
  );
}

interface CurveProps {
  readonly line: Line;
  readonly at: readonly number[];
  readonly plane: Plane;
  readonly ground: number | undefined;
  readonly state: string;
}

function Curve({ line, at, plane: { x, y }, ground, state }: CurveProps) {
  const points = line.values.map(
    (value, place) => `${x(at[place] ?? 0).toFixed(1)} ${y(value).toFixed(1)}`,
  );
  if (points.length === 0) return null;
  const path = `M${points.join('L')}`;
  const last = x(at[line.values.length - 1] ?? 0).toFixed(1);
  return (
    <g class={state} style={seriesStyle(line.series)}>
      {ground === undefined ? null : (
        <path
          class="chart-area"
          d={`${path}L${last} ${ground}L${x(at[0] ?? 0).toFixed(1)} ${ground}Z`}
        />
      )}
      <path class="chart-line" d={path} />
    </g>
  );
}

const NAME_HEIGHT = 17;
const NAME_LENGTH = 16;

/** Labels are pushed apart where lines end close together. */
function Names({
  lines,
  plane: { right, bottom, y, zoom },
}: {
  lines: readonly Line[];
  plane: Plane;
}) {
  const ends = lines
    .map(({ name, series, values }) => ({ name, series, top: y(values.at(-1) ?? 0) }))
    .sort((first, second) => first.top - second.top);
  let free = ROOM.top;
  const placed = ends.map((end) => {
    const top = Math.max(end.top, free);
    free = top + NAME_HEIGHT * zoom;
    return { ...end, top };
  });
  const over = Math.max(0, free - NAME_HEIGHT * zoom - bottom);
  return (
    <g>
      {placed.map(({ name, series, top }) => (
        <text
          key={name}
          class="chart-name"
          style={seriesStyle(series)}
          x={right + ROOM.axis * zoom}
          y={top - over + 4}
        >
          {name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH - 1)}…` : name}
        </text>
      ))}
    </g>
  );
}
