// Probes an open port: reads its greeting, its response to a harmless request, and its certificate. Bounded in time and
// bytes.
import type { Duplex } from 'node:stream';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { daemonVersion } from '../../protocol/wire';
import { waitAtMost } from '../../waiting';
import { extractCertificateFacts, type CertificateFacts } from './certificate';
import { openSocket } from './connect';
import { parseHttp, redirectPath, type HttpFacts } from './http';
import type { Pool, Rate } from './limits';
import { isRawPrinterPort } from './ports';

export interface PortFinding {
  readonly port: number;
  /**
   * The greeting of the service, or its response to the request that the agent sends to this port; at most 512 bytes.
   */
  readonly banner?: Buffer;
  readonly http?: HttpFacts;
  readonly certificate?: CertificateFacts;
}

export interface ProbeOptions {
  readonly rate: Rate;
  readonly pool: Pool;
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
}

const bytesOf = (hex: string) => Buffer.from(hex.replace(/ /g, ''), 'hex');
/** DNS query TXT CH version.bind (RFC 4892) over TCP, preceded by its length. */
const dnsVersion = bytesOf('001e 4e4c 0100 0001 0000 0000 0000 0776657273696f6e0462696e6400 0010 0003');
/** SMB2 NEGOTIATE (MS-SMB2 2.2.3) for dialects 2.0.2 and 2.1, in a NetBIOS session message. */
const smbNegotiate = Buffer.concat([
  bytesOf('00000068 fe534d42 4000 0000 00000000 0000 0000 00000000 00000000'),
  Buffer.alloc(8 + 8 + 8 + 16),
  bytesOf('2400 0200 0100 0000 00000000'),
  Buffer.from('netloom-agent-01'),
  Buffer.alloc(8),
  bytesOf('0202 1002'),
]);

/** Requests by port, for protocols in which the client sends first. Other ports get an HTTP request. */
const requests: Readonly<Record<number, Buffer>> = {
  53: dnsVersion,
  139: smbNegotiate,
  445: smbNegotiate,
  554: Buffer.from('OPTIONS * RTSP/1.0\r\nCSeq: 1\r\n\r\n'),
  // MQTT 3.1.1 CONNECT, clean session, empty client id.
  1883: bytesOf('10 0c 0004 4d515454 04 02 003c 0000'),
  // X.224 connection request with an RDP negotiation request (MS-RDPBCGR 2.2.1.1).
  3389: bytesOf('03000013 0e e0 0000 0000 00 01 00 0800 03000000'),
  // SSLRequest of PostgreSQL's protocol 3.0.
  5432: bytesOf('00000008 04d2162f'),
  6379: Buffer.from('PING\r\n'),
  8554: Buffer.from('OPTIONS * RTSP/1.0\r\nCSeq: 1\r\n\r\n'),
  11211: Buffer.from('version\r\n'),
};
const tlsFirst = [
  443, 465, 636, 853, 989, 990, 992, 993, 994, 995, 2376, 5061, 5986, 6443, 8006, 8007, 8443, 8883, 9443, 10250,
];

const maxGreetingBytes = 512;
const maxPageBytes = 65_536;

/**
 * Probes a port over TCP and TLS, in the order that is more likely for its number. Resolves with only the port number
 * if there is no response.
 */
export async function probePort(address: string, port: number, options: ProbeOptions): Promise<PortFinding> {
  if (isRawPrinterPort(port)) return { port };
  const limited = async <T>(work: () => Promise<T>): Promise<T> => {
    await options.rate.take(options.signal);
    return options.pool.run(work);
  };
  const overTcp = () => limited(() => probeTcp(address, port, options));
  const overTls = () => limited(() => probeTls(address, port, options));
  const [first, second] = tlsFirst.includes(port) ? [overTls, overTcp] : [overTcp, overTls];
  const answer = (await first()) ?? (await second());
  const facts = answer ?? {};
  const path = facts.http && redirectPath(facts.http, address, port);
  if (facts.http === undefined || path === undefined || path === '/') return { port, ...facts };
  const { isTls } = facts.http;
  // Follows one redirect on the same server, because start pages often only redirect to the sign-in page.
  const page = await limited(() => (isTls ? probeTls : probeTcp)(address, port, options, path));
  return { port, ...facts, http: page?.http?.title ? page.http : facts.http };
}

type Facts = Omit<PortFinding, 'port'>;

async function probeTcp(
  address: string,
  port: number,
  { signal, timeoutMs = 1_500 }: ProbeOptions,
  path = '/',
): Promise<Facts | undefined> {
  const socket = await openSocket(address, port, timeoutMs, signal);
  if (typeof socket === 'string') return undefined;
  try {
    const question = requests[port];
    const greeting = await readUpTo(socket, maxGreetingBytes, question || path !== '/' ? 0 : timeoutMs / 3, signal);
    if (greeting.length > 0) return { banner: greeting };
    socket.write(question ?? pageRequest(address, path));
    const answer = await readUpTo(socket, question ? maxGreetingBytes : maxPageBytes, timeoutMs, signal);
    if (answer.length === 0) return undefined;
    const http = parseHttp(answer, false);
    if (http && requiresTls(http)) return undefined;
    return http ? { http } : isTlsAlert(answer) ? undefined : { banner: answer.subarray(0, maxGreetingBytes) };
  } finally {
    socket.destroy();
  }
}

async function probeTls(
  address: string,
  port: number,
  { signal, timeoutMs = 1_500 }: ProbeOptions,
  path = '/',
): Promise<Facts | undefined> {
  const plain = await openSocket(address, port, timeoutMs, signal);
  if (typeof plain === 'string') return undefined;
  let socket: TLSSocket | undefined;
  try {
    // Devices have old and self-signed certificates. The certificate is only read, and no secret is sent.
    socket = connectTls({ socket: plain, rejectUnauthorized: false, minVersion: 'TLSv1' });
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
    // This version of Node does not support the TLS parameters.
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
 * Resolves with at most `most` bytes, as soon as the peer ends, enough bytes have arrived, nothing arrives for 300 ms,
 * or the time is over.
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
