/** The AsyncAPI 3 document of the sockets of all dialects. */
import type { WireDialect } from './dialect.ts';
import type { DocumentSettings, PlainObject, SocketDocument, Topic } from './document.ts';
import type { SocketDialect } from './socket-dialect.ts';

export const asyncApiDocument = (
  settings: DocumentSettings,
  dialects: readonly WireDialect[],
): PlainObject => documentOf(settings, dialects.flatMap(spokenOf));

/** A dialect with sockets. */
interface Spoken {
  readonly name: string;
  readonly dialect: SocketDialect;
  readonly sockets: SocketDocument;
}

const spokenOf = ({ name, sockets: dialect, document: { sockets } }: WireDialect): Spoken[] =>
  dialect === undefined || sockets === undefined ? [] : [{ name, dialect, sockets }];

const documentOf = (
  { baseUrl, version }: DocumentSettings,
  dialects: readonly Spoken[],
): PlainObject => ({
  asyncapi: '3.0.0',
  info: {
    title: 'Perpetua contract trading: sockets',
    version,
    description: dialects.map(describe).join('\n\n'),
    license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
  },
  defaultContentType: 'application/json',
  servers: Object.assign({}, ...dialects.map((dialect) => serversOf(baseUrl, dialect))),
  channels: Object.assign({}, ...dialects.map(channelsOf)),
  operations: Object.assign({}, ...dialects.map(operationsOf)),
});

const describe = ({ name, sockets }: Spoken): string =>
  `${name[0]?.toUpperCase()}${name.slice(1)}. ${sockets.introduction}`;

/** Returns `ticker`, or `v3Ticker` if the dialect has a prefix. */
const named = ({ prefix }: SocketDocument, id: string): string =>
  prefix === '' ? id : `${prefix}${id[0]?.toUpperCase()}${id.slice(1)}`;

const serversOf = (baseUrl: string, { dialect, sockets }: Spoken): PlainObject => ({
  [named(sockets, 'public')]: server(baseUrl, dialect.publicPath, 'Market data. No key is needed.'),
  [named(sockets, 'private')]: server(
    baseUrl,
    dialect.privatePath,
    sockets.privateText ?? SIGNED_HANDSHAKE,
  ),
  ...Object.fromEntries(
    (sockets.further ?? []).map(({ id, path, text }) => [
      named(sockets, id),
      server(baseUrl, path, text),
    ]),
  ),
});

const SIGNED_HANDSHAKE =
  'One’s own account. The handshake carries ACCESS-KEY, ACCESS-PASSPHRASE, ACCESS-TIMESTAMP ' +
  'and ACCESS-SIGN = Base64(HMAC-SHA256(secret, timestamp + path)).';

const server = (baseUrl: string, pathname: string, description: string): PlainObject => {
  const [scheme = 'http', host = ''] = baseUrl.split('://');
  return { host, protocol: scheme === 'https' ? 'wss' : 'ws', pathname, description };
};

const channelsOf = ({ sockets }: Spoken): PlainObject => ({
  [named(sockets, 'control')]: {
    address: '/',
    description: 'Frames that steer the connection, on both sockets.',
    messages: sockets.control,
  },
  ...Object.fromEntries(
    sockets.topics.map((topic) => [named(sockets, topic.id), channelOf(sockets, topic)]),
  ),
});

const channelOf = (sockets: SocketDocument, topic: Topic): PlainObject => ({
  address: topic.channel,
  description: topic.text,
  servers: [{ $ref: `#/servers/${named(sockets, topic.socket)}` }],
  ...parametersOf(topic),
  messages: { payload: { name: topic.id, payload: topic.payload } },
});

function parametersOf({ channel }: Topic): PlainObject {
  const names = [...channel.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  if (names.length === 0) return {};
  return { parameters: Object.fromEntries(names.map((name) => [name, {}])) };
}

const operationsOf = ({ sockets }: Spoken): PlainObject => ({
  [named(sockets, 'control')]: {
    action: 'receive',
    summary: 'Subscribe, unsubscribe, answer pings',
    channel: { $ref: `#/channels/${named(sockets, 'control')}` },
  },
  ...Object.fromEntries(
    sockets.topics.map(({ id, text }) => [
      `${named(sockets, id)}Payload`,
      {
        action: 'send',
        summary: text,
        channel: { $ref: `#/channels/${named(sockets, id)}` },
      },
    ]),
  ),
});
