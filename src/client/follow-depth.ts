/**
 * The book of a contract, as the depth channel tells it: a snapshot, then changes whose versions
 * follow each other. If one is missing, the channel is subscribed to again and begins with a new
 * snapshot. A snapshot by HTTP would not do: it has no version that changes could follow.
 */
import type { DepthPayload, PublicPayloads } from './calls.ts';
import type { LiveSocket } from './live-socket.ts';

export type DepthFrame = DepthPayload['data'][number];

export interface DepthListener {
  /** A snapshot or the change that follows. */
  readonly hear: (frame: DepthFrame) => void;
  /** What is known is out of date until the next snapshot. */
  readonly lose?: () => void;
}

export interface BookWanted {
  readonly symbol: string;
  readonly limit?: 15 | 200;
}

/** Returns a function that ends it. */
export function followDepth(
  socket: LiveSocket<PublicPayloads>,
  { symbol, limit = 200 }: BookWanted,
  { hear, lose }: DepthListener,
): () => void {
  const channel = `depth.${symbol}.${limit}` as const;
  let version: number | undefined;
  const forget = (): void => {
    if (version !== undefined) lose?.();
    version = undefined;
  };
  return socket.subscribe(channel, {
    begin: forget,
    lose: forget,
    hear: ({ data }) => {
      for (const frame of data) {
        const isSnapshot = frame.depthType === 'SNAPSHOT';
        // A frame that comes late or twice is known; before a snapshot nothing is.
        if (!isSnapshot && (version === undefined || Number(frame.endVersion) <= version)) continue;
        if (!isSnapshot && Number(frame.startVersion) !== (version ?? 0) + 1) {
          forget();
          socket.renew(channel);
          return;
        }
        version = Number(frame.endVersion);
        hear(frame);
      }
    },
  });
}

/** One side of a book: sizes by price, as text. */
type Side = Map<string, string>;

export class LocalBook {
  readonly #asks: Side = new Map();
  readonly #bids: Side = new Map();
  readonly #end: () => void;
  #isLive = false;

  /** `changed` is called after each change, and when the book is lost. */
  constructor(
    socket: LiveSocket<PublicPayloads>,
    wanted: BookWanted,
    changed: (book: LocalBook) => void = () => undefined,
  ) {
    this.#end = followDepth(socket, wanted, {
      hear: (frame) => {
        if (frame.depthType === 'SNAPSHOT') this.#clear();
        put(this.#asks, frame.asks);
        put(this.#bids, frame.bids);
        this.#isLive = true;
        changed(this);
      },
      lose: () => {
        this.#clear();
        changed(this);
      },
    });
  }

  /** False before the first snapshot and while the connection is lost: there are no levels then. */
  get isLive(): boolean {
    return this.#isLive;
  }

  /** Levels of price and size, best first. */
  asks(): (readonly [price: string, size: string])[] {
    return [...this.#asks].sort(([first], [second]) => Number(first) - Number(second));
  }

  bids(): (readonly [price: string, size: string])[] {
    return [...this.#bids].sort(([first], [second]) => Number(second) - Number(first));
  }

  close(): void {
    this.#end();
    this.#clear();
  }

  #clear(): void {
    this.#isLive = false;
    this.#asks.clear();
    this.#bids.clear();
  }
}

function put(side: Side, levels: DepthFrame['asks']): void {
  for (const { price, size } of levels)
    if (Number(size) === 0) side.delete(price);
    else side.set(price, size);
}
