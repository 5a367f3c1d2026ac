/**
 * A socket that stays open. After a lost connection it connects again, later each time, logs in if
 * it is private, and subscribes to everything again. Most channels then begin with a snapshot; the
 * functions that follow trades, depth and an account repair what is missing in the others.
 */
import { clientNow, startBeat, startTimer, stopBeat, stopTimer } from './client-timers.ts';
import { PerpetuaError } from './perpetua-error.ts';

export type LinkState = 'connecting' | 'live' | 'lost' | 'closed';

/** A listener may also be its function `hear` alone. */
export interface ChannelListener<Payload> {
  /** Called before the first payload, also after a lost connection: known data may be old. */
  begin?(): void;
  hear(payload: Payload): void;
  /** The connection is lost. */
  lose?(): void;
}

/** Terms of a socket that its user chooses. */
export interface SocketTerms {
  readonly onState?: (state: LinkState) => void;
  /** A channel or a login that the venue refused. After a refused login the socket is closed. */
  readonly onError?: (error: PerpetuaError) => void;
  /** A connection that is silent for so long is lost. The venue pings every 20 seconds. */
  readonly silenceMillis?: number;
}

interface Door {
  readonly url: () => string;
  readonly protocol?: string;
  /** The first frame to send; subscriptions follow when it was accepted. */
  readonly login?: () => Promise<object>;
  readonly syncClock: () => Promise<void>;
}

const WAIT_FIRST = 400;
const WAIT_MAX = 8_000;
const SILENCE_MAX = 50_000;
/** How long a handshake and a login may take. */
const OPENING_MAX = 10_000;
const CLOCK_IS_WRONG = '40008';

export class LiveSocket<Payloads> {
  readonly #door: Door;
  readonly #terms: SocketTerms;
  readonly #listeners = new Map<string, Set<ChannelListener<unknown>>>();
  readonly #watch: ReturnType<typeof startBeat>;
  #state: LinkState = 'connecting';
  #socket: WebSocket | undefined;
  #retry: ReturnType<typeof startTimer> | undefined;
  #wait = WAIT_FIRST;
  #heardAt = clientNow();
  #attempt = 0;
  /** Whether the clock was set since the last login that was accepted. */
  #isClockSet = false;

  constructor(door: Door, terms: SocketTerms = {}) {
    this.#door = door;
    this.#terms = terms;
    if (globalThis.WebSocket === undefined)
      throw new PerpetuaError('wrong-terms', 'there is no WebSocket here; Node has it from 22 on');
    const { silenceMillis = SILENCE_MAX } = terms;
    this.#watch = startBeat(() => {
      // A dead connection is detected by its silence, and says no goodbye.
      const isLive = this.#state === 'live';
      const limit = isLive ? silenceMillis : Math.min(silenceMillis, OPENING_MAX);
      if (this.#socket !== undefined && clientNow() - this.#heardAt > limit) this.#lose();
    }, silenceMillis / 10);
    globalThis.addEventListener?.('online', this.#atOnce);
    void this.#open();
  }

  get state(): LinkState {
    return this.#state;
  }

  /** Returns a function that ends it. */
  subscribe<Channel extends keyof Payloads & string>(
    channel: Channel,
    listener: ChannelListener<Payloads[Channel]> | ChannelListener<Payloads[Channel]>['hear'],
  ): () => void {
    if (this.#state === 'closed') throw new PerpetuaError('closed', 'the socket is closed');
    const one = typeof listener === 'function' ? { hear: listener } : listener;
    const known = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, known.add(one));
    if (known.size > 1) this.renew(channel);
    else if (this.#state === 'live') this.#tell({ event: 'subscribe', channel });
    return () => {
      if (!known.delete(one) || known.size > 0 || this.#listeners.get(channel) !== known) return;
      this.#listeners.delete(channel);
      if (this.#state === 'live') this.#tell({ event: 'unsubscribe', channel });
    };
  }

  /** Subscribes to a channel again, from its snapshot. */
  renew(channel: keyof Payloads & string): void {
    if (this.#state !== 'live') return;
    this.#tell({ event: 'unsubscribe', channel });
    this.#tell({ event: 'subscribe', channel });
  }

  close(): void {
    stopTimer(this.#retry);
    stopBeat(this.#watch);
    globalThis.removeEventListener?.('online', this.#atOnce);
    this.#leave();
    this.#become('closed');
  }

  async #open(): Promise<void> {
    this.#attempt += 1;
    const own = this.#attempt;
    let first: object | undefined;
    try {
      first = await this.#door.login?.();
    } catch (error) {
      if (error instanceof PerpetuaError) this.#refuse(error);
      else throw error;
    }
    if (this.#state === 'closed' || own !== this.#attempt) return;
    this.#leave();
    this.#heardAt = clientNow();
    const { url, protocol } = this.#door;
    const socket = protocol === undefined ? new WebSocket(url()) : new WebSocket(url(), protocol);
    this.#socket = socket;
    socket.onopen = () => {
      this.#heardAt = clientNow();
      if (first === undefined) this.#begin();
      else this.#tell(first);
    };
    socket.onmessage = ({ data }) => {
      this.#heardAt = clientNow();
      this.#hear(String(data));
    };
    socket.onclose = () => this.#lose();
  }

  #begin(): void {
    this.#wait = WAIT_FIRST;
    this.#isClockSet = false;
    this.#become('live');
    for (const channel of this.#listeners.keys()) this.#tell({ event: 'subscribe', channel });
  }

  #hear(text: string): void {
    const frame: Frame = JSON.parse(text);
    const listeners = this.#listeners.get(frame.channel ?? '') ?? [];
    switch (frame.event) {
      case 'ping':
        this.#tell({ event: 'pong', time: frame.time });
        return;
      case 'loggedIn':
        this.#begin();
        return;
      case 'subscribed':
        for (const listener of listeners) listener.begin?.();
        return;
      case 'payload':
        for (const listener of listeners) listener.hear(frame);
        return;
      case 'error':
        void this.#hearError(frame);
        return;
      default:
    }
  }

  async #hearError({ channel = '', code = '', msg = '' }: Frame): Promise<void> {
    if (this.#state === 'live') {
      const words = channel === '' ? String(msg) : `${channel}: ${msg}`;
      this.#terms.onError?.(new PerpetuaError(code, words, { status: 400 }));
      return;
    }
    if (code === CLOCK_IS_WRONG && !this.#isClockSet) {
      this.#isClockSet = true;
      // The venue closes the connection; the next login has the right time.
      await this.#door.syncClock().catch(() => undefined);
      return;
    }
    this.#refuse(new PerpetuaError(code === '' ? 'login-refused' : code, String(msg)));
  }

  /** Trying again would not help. */
  #refuse(error: PerpetuaError): void {
    this.close();
    this.#terms.onError?.(error);
  }

  #lose(): void {
    this.#leave();
    if (this.#state === 'closed') return;
    if (this.#state === 'live')
      for (const listener of [...this.#listeners.values()].flatMap((each) => [...each]))
        listener.lose?.();
    this.#become('lost');
    stopTimer(this.#retry);
    // With a random delay, so that clients do not all reconnect at once.
    this.#retry = startTimer(() => void this.#open(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(this.#wait * 2, WAIT_MAX);
  }

  /** What a socket says after it was left is not heard. */
  #leave(): void {
    const left = this.#socket;
    this.#socket = undefined;
    if (left === undefined) return;
    left.onopen = null;
    left.onmessage = null;
    left.onclose = null;
    left.close();
  }

  readonly #atOnce = (): void => {
    if (this.#state !== 'lost') return;
    stopTimer(this.#retry);
    void this.#open();
  };

  #become(state: LinkState): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#terms.onState?.(state);
  }

  #tell(frame: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }
}

interface Frame {
  readonly event: string;
  readonly channel?: string;
  readonly time?: string;
  readonly code?: string;
  readonly msg?: unknown;
}
