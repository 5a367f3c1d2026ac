/** The settings of sockets: their defaults, which say what each may be, and their reasons. */
import type { PublicChannel } from '../../wire/channels.ts';
import type { BucketTerms } from '../limits/limiter.ts';

export type SocketSettings = Readonly<typeof DEFAULT_SOCKET_SETTINGS>;

const MERGE_MILLIS: Readonly<Partial<Record<PublicChannel['kind'], number>>> = {
  ticker: 200,
  kline: 100,
  depth: 0,
  trades: 0,
};

export const DEFAULT_SOCKET_SETTINGS = {
  pingEveryMillis: 20_000,
  /** A connection with more unanswered pings than this is closed. */
  pingsUnansweredMax: 5,
  /** Where the protocol's own pings are sent: how often, and how long they may stay unanswered. */
  protocolPings: { everyMillis: 180_000, unansweredMillis: 600_000 },
  /** A connection with such pings is closed after this long. */
  lifeMillis: 86_400_000,
  /** Handshakes per address, successful or not: 300 in five minutes. */
  attempts: { capacity: 300, refillPerSecond: 1 } satisfies BucketTerms,
  /** Addresses whose handshakes are remembered at once. */
  addressesKeptMax: 100_000,
  connectionsPerAddressMax: 100,
  channelsMax: 100,
  /** Subscribing and unsubscribing, per connection: 240 in an hour. */
  operations: { capacity: 240, refillPerSecond: 240 / 3_600 } satisfies BucketTerms,
  /**
   * Incoming messages per connection, pings included. A client that sends more is cut off. Far more
   * than it needs to subscribe to everything and answer every ping.
   */
  messages: { capacity: 1_000, refillPerSecond: 50 } satisfies BucketTerms,
  /** A message counts once, and once more for every so many bytes. */
  bytesPerMessage: 1_024,
  /** The extra cost of a protocol ping or pong: no client needs many. */
  controlCost: 9,
  /** A message that comes in more pieces ends the connection. */
  fragmentsMax: 64,
  /** A longer message ends the connection; a shorter one that is still too long is answered. */
  messageBytesMax: 65_536,
  /**
   * Bytes that may wait for a slow reader before it is cut off: more than the snapshots of all
   * channels a connection may have, and as much as all the sockets of one address may hold together
   * without filling the memory.
   */
  bufferedBytesMax: 2 * 1024 ** 2,
  /**
   * Public frames go out together, at most this often. Nobody sees so short a delay. A busy market
   * then costs fifty writes per client and second.
   */
  flushEveryMillis: 20,
  /** Changes of one channel are merged for at least this long. */
  mergeMillis: MERGE_MILLIS,
  /** How many candles a snapshot holds. */
  candlesMax: 100,
  /** How many of the newest living orders a snapshot holds: those of eight contracts. */
  ordersMax: 2_000,
  /** How long a client may take to confirm a close. */
  closingMillis: 2_000,
  /** How long a browser may take to log in after its private socket opens. */
  loginMillis: 5_000,
};
