/**
 * Says who can reach a venue from other machines, and what they can do there. Nothing is said if it
 * listens only on this machine, which is the default.
 */
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';
import type { DoorPlace } from '../../assembly/door-place.ts';
import type { Reach } from '../../assembly/serve.ts';
import { NO_FILE, type Settings } from '../../assembly/settings.ts';
import { isLoopback } from '../../gateway/address.ts';

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
