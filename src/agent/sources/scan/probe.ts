// Probes an open port: reads its greeting, its response to a harmless request, its certificate and its SSH host key.
// Time and bytes are bounded.
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { daemonVersion } from '../../protocol/wire';
import { waitAtMost } from '../../waiting';
import type { HostKey } from '../ssh/connection/host-keys';
import { readHostKey } from '../ssh/connection/read-host-key';
import type { BacnetDevice } from './bacnet-messages';
import { extractCertificateFacts, type CertificateFacts } from './certificate';
import { openSocket } from './connect';
import { parseHttp, redirectPath, type HttpFacts } from './http';
import type { Pool, Rate } from './limits';
import { isRawPrinterPort } from './ports';
import { isLeftAlone, isOfController, requestFor, upgradesToTls } from './requests';

export interface PortFinding {
  readonly port: number;
  /**
   * The first bytes that the service sends: its greeting (at most 512 bytes), or its response to the request that
   * `requests.ts` defines for the port (at most 4,096 bytes).
   */
  readonly banner?: Buffer;
  readonly http?: HttpFacts;
  readonly certificate?: CertificateFacts;
  /** The host key of an SSH server; undefined if no key was read. */
  readonly sshHostKey?: HostKey;
  /** Properties of the BACnet/IP device at a UDP port. Findings of UDP ports contain nothing else. */
  readonly bacnet?: BacnetDevice;
}

export interface ProbeOptions {
  readonly rate: Rate;
  readonly pool: Pool;
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
  /** Whether requests are sent to ports of industrial controllers (Modbus, EtherNet/IP, OPC UA). */
  readonly asksControllers?: boolean;
  /**
   * Called before an SSH handshake, which is skipped if the function returns false. Without this function, no handshake
   * is skipped.
   */
  readonly takeHandshake?: () => boolean;
}

const tlsFirst = [
  443, 465, 636, 853, 989, 990, 992, 993, 994, 995, 2376, 5061, 5986, 6443, 8006, 8007, 8443, 8883, 9443, 10250,
];

const usualTimeoutMs = 1_500;
const maxGreetingBytes = 512;
const maxAnswerBytes = 4_096;
const maxPageBytes = 65_536;

/**
 * Detects which service listens at an open port, over TCP and over TLS; over TLS first at ports that usually have TLS.
 * Resolves with only the port number if the service sends nothing.
 */
export async function probePort(address: string, port: number, options: ProbeOptions): Promise<PortFinding> {
  if (isRawPrinterPort(port) || isLeftAlone(port, options.asksControllers === true)) return { port };
  const limited = async <T>(work: () => Promise<T>): Promise<T> => {
    await options.rate.take(options.signal);
    return options.pool.run(work);
  };
  const overTcp = () => limited(() => probeTcp(address, port, options));
  const overTls = () => limited(() => probeTls(address, port, options));
  const [first, second] = tlsFirst.includes(port) ? [overTls, overTcp] : [overTcp, overTls];
  // A port of an industrial controller (Modbus, EtherNet/IP, OPC UA) gets one request of its own protocol, and no TLS
  // handshake.
  const answer = isOfController(port) ? await overTcp() : ((await first()) ?? (await second()));
  const { signal, timeoutMs = usualTimeoutMs, takeHandshake = () => true } = options;
  if (answer && isSshServer(answer) && takeHandshake()) {
    // The timeout of the handshake is three times as long, because small devices compute slowly.
    const handshakeMs = 3 * timeoutMs;
    const sshHostKey = await limited(() => readHostKey(address, port, { signal, timeoutMs: handshakeMs }));
    return { port, ...answer, ...(sshHostKey && { sshHostKey }) };
  }
  const facts = answer ?? {};
  const path = facts.http && redirectPath(facts.http, address, port);
  if (facts.http === undefined || path === undefined || path === '/') return { port, ...facts };
  const { isTls } = facts.http;
  // Follows one redirect to the same server, because a start page often only redirects to the sign-in page.
  const page = await limited(() => (isTls ? probeTls : probeTcp)(address, port, options, path));
  return { port, ...facts, http: page?.http?.title ? page.http : facts.http };
}

type Facts = Omit<PortFinding, 'port'>;
/**
 * Any certificate and TLS 1.0 are accepted, because many devices have outdated or self-signed certificates. The agent
 * only reads the certificate, and sends no secret.
 */
const anyCertificate = { rejectUnauthorized: false, minVersion: 'TLSv1' } as const;

/** Whether the banner is the version line of an SSH server with protocol version 2 (RFC 4253, sections 4.2 and 5.1). */
export const isSshServer = ({ banner }: Facts): boolean =>
  /^SSH-(2\.0|1\.99)-/.test(banner?.toString('latin1', 0, 9) ?? '');

/** Reported if the port uses TLS but its certificate could not be read. */
const unreadCertificate: CertificateFacts = { names: [] };

async function probeTcp(
  address: string,
  port: number,
  { signal, timeoutMs = usualTimeoutMs }: ProbeOptions,
  path = '/',
): Promise<Facts | undefined> {
  const socket = await openSocket(address, port, timeoutMs, signal);
  if (typeof socket === 'string') return undefined;
  try {
    const question = path === '/' ? requestFor(port, address) : undefined;
    const greeting = await readUpTo(socket, maxGreetingBytes, question || path !== '/' ? 0 : timeoutMs / 3, signal);
    if (greeting.length > 0) return { banner: greeting };
    socket.write(question ?? pageRequest(address, path));
    const answer = await readUpTo(socket, question ? maxAnswerBytes : maxPageBytes, timeoutMs, signal);
    if (answer.length === 0) return undefined;
    const http = parseHttp(answer, false);
    if (http && requiresTls(http)) return undefined;
    if (http) return { http, ...(question && { banner: answer }) };
    if (isTlsAlert(answer)) return undefined;
    const banner = answer.subarray(0, question ? maxAnswerBytes : maxGreetingBytes);
    return { banner, ...(upgradesToTls(port, answer) && (await readCertificate(socket, timeoutMs, signal))) };
  } finally {
    socket.destroy();
  }
}

/** Starts TLS on an open connection and reads the certificate. After the handshake, the agent sends nothing. */
async function readCertificate(plain: Socket, timeoutMs: number, signal: AbortSignal): Promise<Facts> {
  let socket: TLSSocket | undefined;
  try {
    socket = connectTls({ socket: plain, ...anyCertificate });
    if (!(await awaitHandshake(socket, timeoutMs, signal))) return { certificate: unreadCertificate };
    return { certificate: extractCertificateFacts(socket.getPeerCertificate() ?? {}) };
  } catch {
    // `connectTls` throws if this version of Node.js does not support the TLS parameters.
    return { certificate: unreadCertificate };
  } finally {
    socket?.destroy();
  }
}

async function probeTls(
  address: string,
  port: number,
  { signal, timeoutMs = usualTimeoutMs }: ProbeOptions,
  path = '/',
): Promise<Facts | undefined> {
  const plain = await openSocket(address, port, timeoutMs, signal);
  if (typeof plain === 'string') return undefined;
  let socket: TLSSocket | undefined;
  try {
    socket = connectTls({ socket: plain, ...anyCertificate });
    if (!(await awaitHandshake(socket, timeoutMs, signal))) return undefined;
    const certificate = extractCertificateFacts(socket.getPeerCertificate() ?? {});
    const greeting = await readUpTo(socket, maxGreetingBytes, path === '/' ? timeoutMs / 5 : 0, signal);
    if (greeting.length > 0) return { certificate, banner: greeting };
    socket.write(pageRequest(address, path));
    const answer = await readUpTo(socket, maxPageBytes, timeoutMs, signal);
    const http = parseHttp(answer, true);
    return {
      certificate,
      ...(http ? { http } : answer.length > 0 && { banner: answer.subarray(0, maxGreetingBytes) }),
    };
  } catch {
    // `connectTls` throws if this version of Node.js does not support the TLS parameters.
    return undefined;
  } finally {
    socket?.destroy();
    plain.destroy();
  }
}

/** Whether the bytes are a TLS alert record (RFC 8446, section 5.1). */
const isTlsAlert = (bytes: Buffer): boolean => bytes[0] === 0x15 && bytes[1] === 0x03;
const requiresTls = ({ status, body }: HttpFacts): boolean =>
  status === 400 && /HTTPS? (port|server)|TLS|SSL/i.test(body);

function pageRequest(address: string, path: string): Buffer {
  const host = address.includes(':') ? `[${address}]` : address;
  const lines = [`GET ${path} HTTP/1.1`, `Host: ${host}`, `User-Agent: netloom-agent/${daemonVersion}`];
  return Buffer.from([...lines, 'Accept: */*', 'Connection: close', '', ''].join('\r\n'));
}

function awaitHandshake(socket: TLSSocket, timeoutMs: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (result: boolean) => {
      stopWaiting();
      signal.removeEventListener('abort', cancel);
      socket.removeListener('secureConnect', succeed);
      resolve(result);
    };
    const succeed = () => end(true);
    const cancel = () => end(false);
    const stopWaiting = waitAtMost(timeoutMs, cancel);
    signal.addEventListener('abort', cancel, { once: true });
    socket.once('secureConnect', succeed);
    socket.on('error', cancel);
    socket.once('close', cancel);
  });
}

/**
 * Resolves with at most `most` bytes: when the peer ends the connection, when enough bytes have arrived, after 300 ms
 * without new bytes, or after the timeout.
 */
function readUpTo(socket: Duplex, most: number, timeoutMs: number, signal: AbortSignal): Promise<Buffer> {
  if (timeoutMs <= 0 || signal.aborted) return Promise.resolve(Buffer.alloc(0));
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    let stopQuiet: (() => void) | undefined;
    const end = () => {
      stopWaiting();
      stopQuiet?.();
      signal.removeEventListener('abort', end);
      socket.removeListener('data', take).removeListener('end', end).removeListener('close', end);
      socket.pause();
      resolve(Buffer.concat(chunks).subarray(0, most));
    };
    const take = (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      stopQuiet?.();
      if (length >= most) end();
      else stopQuiet = waitAtMost(300, end);
    };
    const stopWaiting = waitAtMost(timeoutMs, end);
    signal.addEventListener('abort', end, { once: true });
    socket.on('data', take).once('end', end).once('close', end);
    socket.on('error', () => undefined);
    socket.resume();
  });
}
