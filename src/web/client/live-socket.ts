/**
 * A socket that reconnects by itself. After a lost connection it subscribes again, and each channel
 * begins with a snapshot, so its users need not know about the gap.
 */
import { signal } from '@preact/signals';

export type LinkState = 'connecting' | 'live' | 'lost';

/** What the venue sends on a channel; the listener knows the form of the rows. */
export interface Payload {
  readonly channel: string;
  readonly type?: string;
  readonly data?: readonly never[];
  readonly msg?: PrivateMessage;
}

export interface PrivateMessage {
  readonly msgEvent: string;
  readonly version: number;
  readonly data: {
    readonly collateral?: readonly never[];
    readonly position?: readonly never[];
    readonly order?: readonly never[];
  };
}

export interface ChannelListener {
  /** Called before the first payload, also after a lost connection: known data may be old. */
  readonly begin?: () => void;
  readonly hear: (payload: Payload) => void;
}

export interface SocketTerms {
  readonly path: string;
  readonly protocol?: string;
  /** The first frame to send; subscriptions follow when it was accepted. */
  readonly login?: () => Promise<object>;
  /** The venue refused the login: trying again would not help. */
  readonly refused?: (message: string) => void;
}

const WAIT_FIRST = 400;
const WAIT_MAX = 8_000;
/** The venue pings every 20 seconds. */
const SILENCE_MAX = 50_000;
const LOOK_EVERY = 5_000;

export class LiveSocket {
  readonly state = signal<LinkState>('connecting');
  readonly #terms: SocketTerms;
  readonly #listeners = new Map<string, ChannelListener>();
  readonly #watch: ReturnType<typeof setInterval>;
  #socket: WebSocket | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #wait = WAIT_FIRST;
  #heardAt = Date.now();
  #isReady = false;
  #isClosed = false;

  constructor(terms: SocketTerms) {
    this.#terms = terms;
    this.#watch = setInterval(() => this.#look(), LOOK_EVERY);
    addEventListener('online', this.#atOnce);
    void this.#open();
  }

  /** Returns a function that ends it. A channel has one listener. */
  subscribe(channel: string, listener: ChannelListener): () => void {
    this.#listeners.set(channel, listener);
    if (this.#isReady) this.#tell({ event: 'subscribe', channel });
    return () => {
      if (this.#listeners.get(channel) !== listener) return;
      this.#listeners.delete(channel);
      if (this.#isReady) this.#tell({ event: 'unsubscribe', channel });
    };
  }

  /** Subscribes to a channel again, from its snapshot. */
  renew(channel: string): void {
    if (!this.#isReady) return;
    this.#tell({ event: 'unsubscribe', channel });
    this.#tell({ event: 'subscribe', channel });
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    clearInterval(this.#watch);
    removeEventListener('online', this.#atOnce);
    this.#socket?.close();
  }

  async #open(): Promise<void> {
    const first = await this.#terms.login?.();
    if (this.#isClosed) return;
    const { path, protocol } = this.#terms;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const url = `${scheme}://${location.host}${path}`;
    const socket = protocol === undefined ? new WebSocket(url) : new WebSocket(url, protocol);
    this.#socket = socket;
    socket.onopen = () => {
      this.#heardAt = Date.now();
      if (first === undefined) this.#begin();
      else this.#tell(first);
    };
    socket.onmessage = ({ data }) => {
      this.#heardAt = Date.now();
      this.#hear(String(data));
    };
    socket.onclose = () => this.#lose();
  }

  #begin(): void {
    this.#isReady = true;
    this.#wait = WAIT_FIRST;
    this.state.value = 'live';
    for (const channel of this.#listeners.keys()) this.#tell({ event: 'subscribe', channel });
  }

  #hear(text: string): void {
    const frame: Frame & Payload = JSON.parse(text);
    const listener = this.#listeners.get(frame.channel);
    switch (frame.event) {
      case 'ping':
        this.#tell({ event: 'pong', time: frame.time });
        return;
      case 'loggedIn':
        this.#begin();
        return;
      case 'subscribed':
        listener?.begin?.();
        return;
      case 'payload':
        listener?.hear(frame);
        return;
      case 'error':
        if (this.#isReady) return;
        this.close();
        this.#terms.refused?.(String(frame.msg ?? ''));
        return;
      default:
    }
  }

  #lose(): void {
    this.#isReady = false;
    if (this.#isClosed) return;
    this.state.value = 'lost';
    clearTimeout(this.#retry);
    // With a random delay, so that clients do not all reconnect at once.
    this.#retry = setTimeout(() => void this.#open(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(this.#wait * 2, WAIT_MAX);
  }

  /** A dead connection is detected by its silence. */
  #look(): void {
    if (this.state.value === 'live' && Date.now() - this.#heardAt > SILENCE_MAX)
      this.#socket?.close();
  }

  readonly #atOnce = (): void => {
    if (this.state.value !== 'lost') return;
    clearTimeout(this.#retry);
    void this.#open();
  };

  #tell(frame: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }
}

interface Frame {
  readonly event: string;
  readonly time?: string;
}
