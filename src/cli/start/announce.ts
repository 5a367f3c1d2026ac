/** The lines printed when the venue is open: where it is, where the keys are, what to type. */

import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';
import { relative, resolve } from 'node:path';
import type { RunningReplica } from '../../assembly/cluster/open-replica.ts';
import type { DoorPlace } from '../../assembly/door-place.ts';
import type { OpenVenue } from '../../assembly/open-files.ts';
import type { Doors, Reach } from '../../assembly/serve.ts';
import { ALL_SETTINGS, NO_FILE, type Settings } from '../../assembly/settings.ts';
import { formatDuration } from '../../domain/duration.ts';
import { many } from '../../domain/many.ts';
import { isLoopback } from '../../gateway/address.ts';
import { dataFilesOf } from '../../gateway/data-files.ts';
import { DIALECTS } from '../../gateway/dialects.ts';

const keysOf = ({ credentials: file }: { credentials: string }, { length }: readonly unknown[]) =>
  `  keys        ${shorten(file)} (${many(length, 'account')})`;

export function announce(open: OpenVenue): string[] {
  const { venue, doors, credentials, market, settings } = open;
  const files = dataFilesOf(settings.data);
  const { baseUrl, adminUrl } = doors;
  const { recovery, read } = venue;
  const isNew = recovery.snapshotSeq === 0 && recovery.replayed === 0;
  const contracts = read.listing.contracts();
  const prices = market === undefined ? withoutMarket(settings) : `prices ${market.feed.source()}`;
  const begun = isNew
    ? 'a new venue'
    : `goes on after entry ${recovery.snapshotSeq + recovery.replayed}`;
  const symbol = contracts[0]?.symbol ?? 'cmt_btcusdt';
  const [first] = credentials;
  return [
    `Perpetua is open: ${many(contracts.length, 'market')}, ${prices}, ${begun}`,
    '',
    ...interfaces(baseUrl),
    ...rootsOf(doors),
    ...pages(doors),
    ...(settings.gateways === 0
      ? []
      : [`  gateways    ${settings.gateways} processes serve these`]),
    ...(first === undefined ? [] : [keysOf(files, credentials)]),
    `  operator    ${adminUrl} (token in ${shorten(files.admin)})`,
    ...unusual(open),
    ...tellReach(doors.reach, settings),
    '',
    'Look at a market:',
    `  curl '${baseUrl}/capi/v2/market/ticker?symbol=${symbol}'`,
    ...firstOrder(first?.name, files.folder),
    '',
    'Ctrl-C stops it; the next start continues from there.',
  ];
}

const withoutMarket = ({ feed, tape, queue, disguise }: OpenVenue['settings']): string =>
  feed === 'tape'
    ? `${tape.join(', ')}${disguise ? ' in disguise' : ''} with a ${queue} queue`
    : 'no market of its own';

/** Ports of dialects, for programs that take no path. */
const rootsOf = ({ rootUrls }: Pick<Doors, 'rootUrls'>): string[] =>
  DIALECTS.flatMap(({ id, greeting: { heading } }) => {
    const url = rootUrls.get(id);
    return url === undefined ? [] : [`  ${heading.padEnd(12)}${url}, without a path`];
  });

const interfaces = (baseUrl: string): string[] =>
  [...Map.groupBy(DIALECTS, ({ greeting }) => greeting.heading)].map(([heading, dialects]) => {
    const places = dialects.map(({ greeting }) => greeting.text).join(', and ');
    return `  ${heading.padEnd(12)}${baseUrl}${places}`;
  });

/** The beginnings of the paths, of each dialect one. */
function roots(): string {
  const paths = DIALECTS.map(({ prefixes }) => prefixes[0]?.slice(0, -1));
  return `${paths.slice(0, -1).join(', ')} and ${paths.at(-1)}`;
}

export function announceReplica({
  venue,
  name,
  doors,
  credentials,
  settings,
}: RunningReplica): string[] {
  const files = dataFilesOf(settings.data);
  const { recovery } = venue;
  const known = recovery.snapshotSeq + recovery.replayed;
  const begun = known === 0 ? 'new here' : `had entries up to ${known}`;
  return [
    `Perpetua is open: replica ${name} of ${settings.venue}, ${begun}`,
    ...(doors === undefined
      ? ['', '  doors       none: it follows the log, and does duties']
      : [
          '',
          `  interface   ${doors.baseUrl}${roots()}`,
          ...rootsOf(doors),
          ...pages(doors),
          ...(credentials.length === 0 ? [] : [keysOf(files, credentials)]),
          `  operator    ${doors.adminUrl} (token in ${shorten(files.admin)})`,
          ...tellReach(doors.reach, settings),
        ]),
    '',
    'Ctrl-C stops this replica; the others go on.',
  ];
}

/** Lines about anything that would surprise a person who does not know of it. */
function unusual({ venue, clock }: Pick<OpenVenue, 'venue' | 'clock'>): string[] {
  const ahead = Math.trunc((clock.venueNow() - clock.wallNow()) / 1_000) * 1_000;
  const speed = clock.speed();
  const pace = clock.isStepped ? 'only stepped' : `speed ${speed}`;
  const lead = ahead > 0 ? `, ${formatDuration(ahead)} ahead of the wall clock` : '';
  const whose = clock.hasOwnTime ? `, its own: ${new Date(clock.venueNow()).toISOString()}` : lead;
  const isUnusual = ahead > 0 || speed > 1 || clock.isStepped || clock.hasOwnTime;
  const halted = venue.read.listing
    .list()
    .flatMap(({ contract, isHalted: is }) => (is ? [contract.symbol] : []));
  return [
    ...(isUnusual ? [`  venue time  ${pace}${whose}`] : []),
    ...halted.map((symbol) => `  halted      ${symbol} (npx perpetua market resume ${symbol})`),
  ];
}

const PAGES = [
  { url: '/', label: 'page' },
  { url: '/arena', label: 'arena' },
  { url: '/docs', label: 'documents' },
] as const;

function pages({ gateway, baseUrl, adminUrl }: OpenVenue['doors']): string[] {
  const isServed = (url: string): boolean => gateway.http.has(url);
  return [
    ...PAGES.filter(({ url }) => isServed(url)).map(
      ({ url, label }) => `  ${label.padEnd(12)}${baseUrl}${url === '/' ? '' : url}`,
    ),
    ...(isServed('/console') ? [`  console     ${adminUrl}/console`] : []),
  ];
}

function firstOrder(name: string | undefined, folder: string): string[] {
  const data = folder === resolve(ALL_SETTINGS.data.fallback) ? '' : ` --data ${shorten(folder)}`;
  return name === undefined
    ? ['Open an account:', `  npx perpetua account create --name me --deposit 10000${data}`]
    : [
        'Place a first order, with every step of it shown:',
        `  npx perpetua qualify --name ${name}${data}`,
      ];
}

/** Relative to the current folder, if that is shorter. */
function shorten(path: string): string {
  const near = relative(process.cwd(), path);
  return near.length < path.length ? near : path;
}

/**
 * Says who can reach a venue from other machines, and what they can do there. Nothing is said if it
 * listens only on this machine, which is the default.
 */
export type NetworkAddress = Pick<NetworkInterfaceInfo, 'address' | 'family' | 'internal'>;

export function tellReach(
  { open, admin, mayPickKeys, hasPage }: Reach,
  { publicMetrics, sandbox, tlsCert }: Pick<Settings, 'publicMetrics' | 'sandbox' | 'tlsCert'>,
  addresses: readonly NetworkAddress[] = ownAddresses(),
): string[] {
  const seen = hasPage ? 'markets, page and documents' : 'markets and documents';
  const keys = mayPickKeys ? 'browsers on this machine only' : 'nobody';
  const scheme = tlsCert === NO_FILE ? 'http' : 'https';
  const lines = [
    ...doorLines('the interface', '--host', scheme, open, addresses, [
      `anybody there may look at ${seen}; trading needs a key`,
      ...(sandbox ? [`the page hands sandbox keys to ${keys}`] : []),
      ...(publicMetrics ? ['/metrics is open to them too (--public-metrics off closes it)'] : []),
    ]),
    ...doorLines("the operator's door", '--admin-host', 'http', admin, addresses, [
      'whoever has the token in admin.token may do everything there, with observer.token look',
    ]),
  ];
  return lines.length === 0 ? [] : ['', ...lines, `  ${scheme === 'http' ? PLAIN : ENCRYPTED}`];
}

const PLAIN = 'nothing is encrypted on the way: others belong behind a proxy with TLS';
const ENCRYPTED = "the interface is encrypted (--tls-cert), the operator's door is not";

function doorLines(
  name: string,
  flag: string,
  scheme: string,
  place: DoorPlace,
  addresses: readonly NetworkAddress[],
  facts: readonly string[],
): string[] {
  if (isLoopback(place.address)) return [];
  const urls = reachedAt(scheme, place, addresses);
  return [
    `Other machines reach ${name}, because it listens on ${place.address} (${flag}):`,
    ...[urls.join(', ') || 'this machine has no other address now', ...facts].map(
      (line) => `  ${line}`,
    ),
  ];
}

function reachedAt(
  scheme: string,
  { address, port }: DoorPlace,
  addresses: readonly NetworkAddress[],
): string[] {
  const urlOf = (host: string): string =>
    `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`;
  // The IPv6 wildcard also accepts callers over IPv4.
  if (address !== '0.0.0.0' && address !== '::') return [urlOf(address)];
  return addresses
    .filter(({ internal, family }) => !internal && (address === '::' || family === 'IPv4'))
    .filter(({ address: own }) => !/^fe80:/i.test(own))
    .map(({ address: own }) => urlOf(own));
}

const ownAddresses = (): NetworkAddress[] =>
  Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
