/** The settings of sockets, with their reasons and defaults. */
import type { PublicChannel } from '../../wire/channels.ts';
import type { BucketTerms } from '../limits/limiter.ts';

export interface SocketSettings {
  readonly pingEveryMillis: number;
  /** A connection with more unanswered pings than this is closed. */
  readonly pingsUnansweredMax: number;
  /** Where the protocol's own pings are sent: how often, and how long they may stay unanswered. */
  readonly protocolPings: { readonly everyMillis: number; readonly unansweredMillis: number };
  /** A connection with such pings is closed after this long. */
  readonly lifeMillis: number;
  /** Handshakes per address, successful or not. */
  readonly attempts: BucketTerms;
  /** Addresses whose handshakes are remembered at once. */
  readonly addressesKeptMax: number;
  readonly connectionsPerAddressMax: number;
  readonly channelsMax: number;
  /** Subscribing and unsubscribing, per connection. */
  readonly operations: BucketTerms;
  /** Incoming messages per connection, pings included. A client that sends more is cut off. */
  readonly messages: BucketTerms;
  /** A message counts once, and once more for every so many bytes. */
  readonly bytesPerMessage: number;
  /** The extra cost of a protocol ping or pong: no client needs many. */
  readonly controlCost: number;
  /** A message that comes in more pieces ends the connection. */
  readonly fragmentsMax: number;
  /** A longer message ends the connection; a shorter one that is still too long is answered. */
  readonly messageBytesMax: number;
  /** Bytes that may wait for a slow reader before it is cut off. */
  readonly bufferedBytesMax: number;
  /** Public frames go out together, at most this often. */
  readonly flushEveryMillis: number;
  /** Changes of one channel are merged for at least this long. */
  readonly mergeMillis: Readonly<Partial<Record<PublicChannel['kind'], number>>>;
  /** How many candles a snapshot holds. */
  readonly candlesMax: number;
  /** How many of the newest living orders a snapshot holds. */
  readonly ordersMax: number;
  /** How long a client may take to confirm a close. */
  readonly closingMillis: number;
  /** How long a browser may take to log in after its private socket opens. */
  readonly loginMillis: number;
}

export const DEFAULT_SOCKET_SETTINGS: SocketSettings = {
  pingEveryMillis: 20_000,
  pingsUnansweredMax: 5,
  protocolPings: { everyMillis: 180_000, unansweredMillis: 600_000 },
  lifeMillis: 86_400_000,
  // 300 in five minutes.
  attempts: { capacity: 300, refillPerSecond: 1 },
  addressesKeptMax: 100_000,
  connectionsPerAddressMax: 100,
  channelsMax: 100,
  // 240 in an hour.
  operations: { capacity: 240, refillPerSecond: 240 / 3_600 },
  // Far more than a client needs to subscribe to everything and answer every ping.
  messages: { capacity: 1_000, refillPerSecond: 50 },
  bytesPerMessage: 1_024,
  controlCost: 9,
  fragmentsMax: 64,
  messageBytesMax: 65_536,
  // More than the snapshots of all channels a connection may have, and as much as all the sockets
  // of one address may hold together without filling the memory.
  bufferedBytesMax: 2 * 1024 ** 2,
  // Nobody sees so short a delay. A busy market then costs fifty writes per client and second.
  flushEveryMillis: 20,
  mergeMillis: { ticker: 200, kline: 100, depth: 0, trades: 0 },
  candlesMax: 100,
  // As many as an account may have on eight contracts.
  ordersMax: 2_000,
  closingMillis: 2_000,
  loginMillis: 5_000,
};
