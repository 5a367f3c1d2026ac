/**
 * The borders between chart, book, ticket and tables, where the window shows all of them at once.
 * They are dragged or moved by keys, and the browser remembers where they were put.
 */
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { drawSoon } from '../shell/frame.ts';
import { say } from '../shell/language.ts';
import { storedNumber } from '../shell/stored-choice.ts';

type Pane = 'book' | 'ticket' | 'tables';

/** In pixels: how large a pane is, and between what it can be chosen in this window. */
interface Extent {
  readonly size: number;
  readonly least: number;
  readonly most: number;
}

/** Below this width, as in the style sheet, panels stand below one another or one by one. */
const WIDE = 1_280;
/** What is not divided up: the list of markets and gaps; the frame, the market bar and the foot. */
const FIXED = { across: 228, down: 158 } as const;
/** The style sheet makes the terminal no lower than this, and scrolls. */
const HEIGHT_MIN = 784;
/** What stays of the chart, which takes the rest. */
const CHART_MIN = { width: 380, height: 380 } as const;
const BOOK = { usual: 268, least: 220, most: 520 } as const;
const TICKET = { usual: 300, least: 280, most: 520 } as const;
const TABLES = { usualShare: 0.34, usualMin: 230, least: 120 } as const;
const STEP = 16;

const wanted: Readonly<Record<Pane, Signal<number | undefined>>> = {
  book: storedNumber('book-width'),
  ticket: storedNumber('ticket-width'),
  tables: storedNumber('tables-height'),
};

const readRoom = () => ({ width: innerWidth, height: Math.max(innerHeight, HEIGHT_MIN) });
const room = signal(readRoom());
const keepRoom = (): void => {
  room.value = readRoom();
};
addEventListener('resize', () => drawSoon(keepRoom));

/** A remembered size gives way to a smaller window, and is back when the window is. */
function extentOf(size: number, least: number, room: number): Extent {
  const most = Math.max(least, Math.floor(room));
  return { size: Math.round(Math.min(Math.max(size, least), most)), least, most };
}

const extents = computed((): Readonly<Record<Pane, Extent>> => {
  const { width, height } = room.value;
  const across = width - FIXED.across - CHART_MIN.width;
  const ticket = extentOf(
    wanted.ticket.value ?? TICKET.usual,
    TICKET.least,
    Math.min(across - BOOK.least, TICKET.most),
  );
  const book = extentOf(
    wanted.book.value ?? BOOK.usual,
    BOOK.least,
    Math.min(across - ticket.size, BOOK.most),
  );
  const tables = extentOf(
    wanted.tables.value ?? Math.max(innerHeight * TABLES.usualShare, TABLES.usualMin),
    TABLES.least,
    height - FIXED.down - CHART_MIN.height,
  );
  return { book, ticket, tables };
});

/** For the style sheet, before anything is drawn. */
export const paneSizes: ReadonlySignal<string> = computed(() => {
  if (room.value.width < WIDE) return '';
  const { book, ticket, tables } = extents.value;
  const sizes = { 'book-width': book, 'ticket-width': ticket, 'tables-height': tables };
  return Object.entries(sizes)
    .map(([name, { size }]) => `--${name}: ${size}px`)
    .join('; ');
});

const LABELS = { book: 'bookWidth', ticket: 'ticketWidth', tables: 'tablesHeight' } as const;
/** The pane is behind its border, so it grows as the border goes back. */
const KEY_STEPS = {
  vertical: { ArrowLeft: STEP, ArrowRight: -STEP },
  horizontal: { ArrowUp: STEP, ArrowDown: -STEP },
} as const;

interface Grip {
  readonly from: number;
  readonly size: number;
  readonly before: number | undefined;
}

export function Separator({ pane }: { pane: Pane }) {
  const grip = useRef<Grip | undefined>(undefined);
  const { size, least, most } = extents.value[pane];
  const way = pane === 'tables' ? 'horizontal' : 'vertical';
  const placeOf = (event: PointerEvent): number =>
    way === 'vertical' ? event.clientX : event.clientY;
  const put = (to: number | undefined): void => {
    wanted[pane].value = to === undefined ? undefined : extentOf(to, least, most).size;
  };
  const press = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = KEY_STEPS[way];
    const by = steps[event.key];
    if (by !== undefined) put(size + by);
    else if (event.key === 'Home') put(least);
    else if (event.key === 'End') put(most);
    else if (event.key === 'Enter') put(undefined);
    else return;
    event.preventDefault();
  };
  const release = (): void => {
    grip.current = undefined;
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be dragged; this is a splitter.
    <div
      role="separator"
      class={`separator ${way} ${pane}-separator`}
      tabIndex={0}
      aria-orientation={way}
      aria-label={say(LABELS[pane])}
      aria-valuenow={size}
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuetext={`${size} px`}
      title={say('separatorTip')}
      onKeyDown={press}
      onDblClick={() => put(undefined)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        grip.current = { from: placeOf(event), size, before: wanted[pane].peek() };
      }}
      onPointerMove={(event) => {
        const held = grip.current;
        if (held !== undefined) put(held.size + held.from - placeOf(event));
      }}
      onPointerUp={release}
      onPointerCancel={() => {
        put(grip.current?.before);
        release();
      }}
    />
  );
}
