import { BlockList, isIPv4, isIPv6 } from 'node:net';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/**
 * Whether only this machine can reach the address: 127.0.0.0/8, ::1 (also as IPv4 mapped into IPv6) and the name
 * `localhost`.
 */
export function isLoopback(host: string): boolean {
  if (host.toLowerCase() === 'localhost') return true;
  if (isIPv4(host)) return LOOPBACK.check(host, 'ipv4');
  return isIPv6(host) && LOOPBACK.check(host, 'ipv6');
}

/** The same for the host of a URL, with IPv6 in brackets. */
export const isLoopbackUrl = ({ hostname }: URL): boolean => isLoopback(hostname.replace(/^\[(.*)\]$/, '$1'));
