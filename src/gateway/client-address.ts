/**
 * The address of the caller: the other end of the connection, unless that is a proxy that the
 * operator trusts. Then the forwarded list is walked from the right past every trusted hop,
 * because a caller can write anything on the left.
 */
import type { IncomingMessage } from 'node:http';
import {
  type Address,
  type AddressRange,
  addressGroup,
  findAddress,
  findRange,
  formatAddress,
  isWithin,
} from './address.ts';

export interface ClientAddress {
  readonly address: Address;
  /** For people: messages and logs. */
  readonly text: string;
  /** For limits: the address, or the /64 of an IPv6 address. */
  readonly group: string;
}

export type FindClient = (message: Pick<IncomingMessage, 'socket' | 'headers'>) => ClientAddress;

/** Further hops are ignored: no setup has so many proxies. */
const HOPS_MAX = 32;
const NOWHERE: Address = { family: 4, bits: 0n };

/** Throws on a range that is none, naming it: the operator wrote it. */
const rangesOf = (trustedProxies: readonly string[]): AddressRange[] =>
  trustedProxies.map((text) => {
    const range = findRange(text);
    if (range === undefined) throw new Error(`trusted proxy is no address or CIDR: ${text}`);
    return range;
  });

/** Whether an address, as it is written, is that of a trusted proxy. */
export function createIsTrusted(trustedProxies: readonly string[]): (text: string) => boolean {
  const trusted = rangesOf(trustedProxies);
  return (text) => {
    if (trusted.length === 0) return false;
    const address = findAddress(text);
    return address !== undefined && trusted.some((range) => isWithin(address, range));
  };
}

export function createFindClient(trustedProxies: readonly string[]): FindClient {
  const trusted = rangesOf(trustedProxies);
  const peers = new WeakMap<object, ClientAddress>();
  return ({ socket, headers }) => {
    let peer = peers.get(socket);
    if (peer === undefined) {
      peer = describe(findAddress(socket.remoteAddress ?? '') ?? NOWHERE);
      peers.set(socket, peer);
    }
    if (trusted.length === 0) return peer;
    const forwarded = headers['x-forwarded-for'];
    if (forwarded === undefined) return peer;
    const found = walkHops(peer.address, [forwarded].flat().join(','), trusted);
    return found === peer.address ? peer : describe(found);
  };
}

/** The first address from the right that is not a trusted hop. */
function walkHops(peer: Address, forwarded: string, trusted: readonly AddressRange[]): Address {
  const isTrusted = (address: Address): boolean =>
    trusted.some((range) => isWithin(address, range));
  let client = peer;
  const hops = forwarded.split(',').slice(-HOPS_MAX);
  while (isTrusted(client)) {
    const hop = hops.pop();
    if (hop === undefined) return client;
    const address = findAddress(hop);
    // A hop that is no address was not written by a proxy we trust: it proves nothing.
    if (address === undefined) return peer;
    client = address;
  }
  return client;
}

const describe = (address: Address): ClientAddress => ({
  address,
  text: formatAddress(address),
  group: addressGroup(address),
});
