/**
 * Internet addresses, exactly: what is not an address is nothing, two spellings of one address are
 * one address, and an IPv4 address inside IPv6 is the IPv4 address.
 */

import { isIPv4, isIPv6 } from 'node:net';

export interface Address {
  readonly family: 4 | 6;
  /** The address as an integer of 32 or 128 bits. */
  readonly bits: bigint;
}

/** A range: a CIDR, or one address as the narrowest of them. */
export interface AddressRange {
  readonly address: Address;
  readonly prefix: number;
}

const MAPPED_PREFIX = 0xffffn;
const ADDRESS_LENGTH_MAX = 64;

/** Takes `1.2.3.4`, `::1`, and with a port or a zone `1.2.3.4:80`, `[::1]:80`, `fe80::1%eth0`. */
export function findAddress(text: string): Address | undefined {
  if (text.length > ADDRESS_LENGTH_MAX) return undefined;
  const bare = withoutPort(text.trim()).replace(/%[\w.-]+$/, '');
  if (isIPv4(bare)) return { family: 4, bits: bitsOfV4(bare) };
  return isIPv6(bare) ? unmapped(bitsOfV6(bare)) : undefined;
}

function withoutPort(text: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text);
  if (bracketed !== null) return bracketed[1] ?? '';
  return /^[\d.]+:\d{1,5}$/.test(text) ? text.slice(0, text.indexOf(':')) : text;
}

const unmapped = (bits: bigint): Address =>
  bits >> 32n === MAPPED_PREFIX ? { family: 4, bits: bits & 0xffffffffn } : { family: 6, bits };

const bitsOfV4 = (text: string): bigint =>
  text.split('.').reduce((bits, part) => (bits << 8n) | BigInt(part), 0n);

/** The text is known to be valid. A URL has it in one spelling, without dots. */
const spelledOnce = (text: string): string => new URL(`http://[${text}]`).hostname.slice(1, -1);

function bitsOfV6(text: string): bigint {
  const [head = '', tail] = spelledOnce(text).split('::');
  const before = groupsOf(head);
  const after = tail === undefined ? [] : groupsOf(tail);
  const gap = new Array<string>(8 - before.length - after.length).fill('0');
  const groups = [...before, ...gap, ...after];
  return groups.reduce((bits, group) => (bits << 16n) | BigInt(`0x${group}`), 0n);
}

const groupsOf = (text: string): string[] => (text === '' ? [] : text.split(':'));

/** The one way to write it: dotted, or lower-case groups with the longest run of zeros left out. */
export function formatAddress({ family, bits }: Address): string {
  if (family === 4) return [24n, 16n, 8n, 0n].map((by) => (bits >> by) & 0xffn).join('.');
  const groups = [112n, 96n, 80n, 64n, 48n, 32n, 16n, 0n].map((by) =>
    ((bits >> by) & 0xffffn).toString(16),
  );
  return spelledOnce(groups.join(':'));
}

/** `10.0.0.0/8`, `2001:db8::/48`, or one address. A range must not name bits beyond its prefix. */
export function findRange(text: string): AddressRange | undefined {
  const [head = '', length, ...rest] = text.trim().split('/');
  const address = /^[0-9a-fA-F.:]+$/.test(head) ? findBare(head) : undefined;
  if (address === undefined || rest.length > 0) return undefined;
  const width = widthOf(address);
  if (length === undefined) return { address, prefix: width };
  if (!/^\d{1,3}$/.test(length) || Number(length) > width) return undefined;
  const prefix = Number(length);
  const free = BigInt(width - prefix);
  return (address.bits >> free) << free === address.bits ? { address, prefix } : undefined;
}

const findBare = (text: string): Address | undefined =>
  isIPv4(text) || isIPv6(text) ? findAddress(text) : undefined;

const widthOf = ({ family }: Address): number => (family === 4 ? 32 : 128);

export function isWithin(address: Address, range: AddressRange): boolean {
  if (address.family !== range.address.family) return false;
  const free = BigInt(widthOf(address) - range.prefix);
  return address.bits >> free === range.address.bits >> free;
}

const LOOPBACK = ['127.0.0.0/8', '::1'].flatMap((text) => findRange(text) ?? []);

/** Whether only this machine itself has the address. */
export function isLoopback(text: string): boolean {
  const address = findAddress(text);
  return address !== undefined && LOOPBACK.some((range) => isWithin(address, range));
}

export const formatRange = ({ address, prefix }: AddressRange): string =>
  prefix === widthOf(address) ? formatAddress(address) : `${formatAddress(address)}/${prefix}`;

/** The owner of an IPv6 address owns its whole /64, so limits count the /64 as one client. */
export function addressGroup(address: Address): string {
  if (address.family === 4) return formatAddress(address);
  const bits = (address.bits >> 64n) << 64n;
  return `${formatAddress({ family: 6, bits })}/64`;
}

/** The address of a caller. */
export interface ClientAddress {
  readonly address: Address;
  /** For people: messages and logs. */
  readonly text: string;
  /** For limits: the address, or the /64 of an IPv6 address. */
  readonly group: string;
}
