// The URLs at which machines reach the service, for commands that people paste into the shell of another machine.
import type { Request } from 'express';
import { isIPv6, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { isFromLoopback, isLoopback } from './loopback';

export interface ServiceAddresses {
  /** URL for programs on the caller's machine. */
  readonly own: string;
  /**
   * URLs for all machines except the caller's, the most likely one first. Empty if only the machine of the service can
   * reach the service.
   */
  readonly others: readonly string[];
}

/** The URLs, path and hash that people need to install the agent on a machine. */
export interface AgentInstallation extends ServiceAddresses {
  /** Path of the agent's file below these URLs, and the SHA-256 of the file in hexadecimal digits. */
  readonly path: string;
  readonly sha256: string;
}

export interface ListenSettings {
  /** The address that the service listens on. */
  readonly host: string;
  readonly publicUrl: string | undefined;
}

type AddressedRequest = Pick<Request, 'protocol' | 'host' | 'hostname' | 'headers'> & {
  readonly socket: Pick<Socket, 'localPort' | 'remoteAddress'>;
};

export const mostAddresses = 10;
const isLocalName = (host: string): boolean => host === 'localhost' || isLoopback(host.replace(/^\[|\]$/g, ''));
const isWildcard = (host: string): boolean => host === '0.0.0.0' || host === '::';
const inUrl = (host: string): string => (isIPv6(host) ? `[${host}]` : host);

/**
 * The URLs of the service: PUBLIC_URL if it is set, otherwise the URL that the request used. URLs with the addresses of
 * the machine's interfaces are listed only if the request comes from this machine and the service listens on all
 * addresses.
 */
export function serviceAddresses(
  { host, publicUrl }: ListenSettings,
  req: AddressedRequest,
  listInterfaces = networkInterfaces,
): ServiceAddresses {
  const requestUrl = `${req.protocol}://${req.host}`;
  const isLocal = isLocalName(req.hostname);
  if (publicUrl !== undefined)
    return { own: isLocal ? requestUrl : publicUrl, others: isLocalUrl(publicUrl) ? [] : [publicUrl] };
  if (!isLocal) return { own: requestUrl, others: [requestUrl] };
  if (isLocalName(host) || !isFromLoopback(req)) return { own: requestUrl, others: [] };
  const hosts = isWildcard(host) ? lanAddresses(listInterfaces()) : [host];
  return { own: requestUrl, others: hosts.map((other) => `${req.protocol}://${inUrl(other)}:${req.socket.localPort}`) };
}

const isLocalUrl = (url: string): boolean => URL.canParse(url) && isLocalName(new URL(url).hostname);

/** Interfaces of container runtimes and of virtual machines: other machines do not reach their addresses. */
const isVirtual = (name: string): boolean => /^(docker|br-|veth|virbr|cni|flannel|podman|lxc|lxd)/.test(name);

/** IPv4 addresses of the interfaces, private ones first. */
function lanAddresses(interfaces: ReturnType<typeof networkInterfaces>): string[] {
  const addresses = Object.entries(interfaces).flatMap(([name, infos = []]) =>
    isVirtual(name)
      ? []
      : infos.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address),
  );
  const isPrivate = (address: string) => /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/.test(address);
  return [...addresses.filter(isPrivate), ...addresses.filter((address) => !isPrivate(address))].slice(
    0,
    mostAddresses,
  );
}
