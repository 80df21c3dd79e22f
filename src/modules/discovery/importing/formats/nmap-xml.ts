// Reads XML of nmap (`nmap -oX`) and masscan: hosts that answered, their open ports, and the identified services and
// operating systems.
import {
  ImportFileError,
  mostParts,
  type ImportedEntry,
  type ImportedHost,
  type ImportedPort,
  type ImportedService,
} from './imported-entries';
import { HostsByKey } from './hosts-by-key';
import { readInteger, readIp, isHostAddress, lengths, readMac, quote, readText } from './values';
import { xmlReader, type XmlElement } from './xml';

type Attributes = XmlElement['attributes'];

/** A host whose end tag has not been read yet. */
interface Reading {
  readonly line: number;
  readonly host: ImportedHost;
  readonly refusals: string[];
  mac?: string;
  /** Whether the host is up; undefined if the file does not say (masscan). */
  isUp: boolean | undefined;
  /** Whether nmap did not test if the host is up (option `-Pn`). */
  isAssumed: boolean;
  hasAnswered: boolean;
  hasTooMany: boolean;
  port?: PortReading;
}

interface PortReading {
  readonly port: ImportedPort | undefined;
  readonly portText: string;
  isOpen: boolean;
  service?: ImportedService;
}

/** Minimum accuracy, in percent, of nmap's guess of an operating system. Guesses with less accuracy are not used. */
const leastAccuracy = 95;

export async function* nmapXml(text: AsyncIterable<string>): AsyncGenerator<ImportedEntry> {
  let entries: ImportedEntry[] = [];
  let hasEntries = false;
  let reading: Reading | undefined;
  let isMasscan = false;
  const scannedHosts = new ScannedHosts();
  const reader = xmlReader({
    open(element) {
      const { name, depth, line, attributes } = element;
      if (depth === 0 && name !== 'nmaprun')
        throw new ImportFileError('malformed', line, `the root is <${quote(name)}>`);
      if (depth === 0) isMasscan = attributes['scanner'] === 'masscan';
      if (depth === 1 && name === 'host') reading = beginHost(line);
      else if (reading) readElement(reading, element);
    },
    close(name, depth) {
      if (!reading) return;
      if (name === 'port') endPort(reading);
      if (depth !== 1) return;
      for (const entry of entriesOf(reading))
        if (isMasscan && entry.kind === 'Host') scannedHosts.add(entry);
        else entries.push(entry);
      hasEntries ||= entries.length > 0 || scannedHosts.size > 0;
      reading = undefined;
    },
  });
  for await (const piece of text) {
    reader.write(piece);
    yield* entries;
    entries = [];
  }
  yield* scannedHosts.entries();
  try {
    reader.end();
  } catch (error) {
    // If the scan was interrupted, the file is cut off. nmap writes a host after the host is scanned, so the hosts in
    // the file are complete.
    if (!(error instanceof ImportFileError && error.code === 'truncated' && hasEntries)) throw error;
    yield { kind: 'Refused', line: error.line, code: 'incomplete_file', text: 'the file ends before the scan did' };
  }
}

/**
 * Collects hosts. masscan writes one `host` element for each port that answers, so elements with the same IP address
 * become one host.
 */
class ScannedHosts {
  private readonly hosts = new HostsByKey();
  private readonly parts = new Set<string>();

  get size(): number {
    return this.parts.size;
  }

  add({ line, host }: ImportedEntry & { kind: 'Host' }): void {
    const { ip } = host.addresses[0]!;
    const isNew = (part: string) => !this.parts.has(part) && this.parts.add(part);
    if (isNew(ip)) for (const address of host.addresses) this.hosts.add(ip, line, 'addresses', address);
    for (const port of host.ports)
      if (isNew(`${ip} ${port.protocol} ${port.number}`)) this.hosts.add(ip, line, 'ports', port);
    for (const service of host.services)
      if (isNew(`${ip} ${service.port?.protocol} ${service.port?.number} ${service.name}`))
        this.hosts.add(ip, line, 'services', service);
  }

  entries(): Generator<ImportedEntry> {
    return this.hosts.entries();
  }
}

const beginHost = (line: number): Reading => ({
  line,
  host: { addresses: [], ports: [], services: [], interfaces: [] },
  refusals: [],
  isUp: undefined,
  isAssumed: false,
  hasAnswered: false,
  hasTooMany: false,
});

function readElement(reading: Reading, { name, attributes }: XmlElement): void {
  const { host, port } = reading;
  if (name === 'status') {
    reading.isUp = attributes['state'] === 'up';
    reading.isAssumed = attributes['reason'] === 'user-set';
  } else if (name === 'address') readAddress(reading, attributes);
  else if (name === 'hostname') {
    // A DNS name takes precedence over a name that the user of nmap typed.
    if (host.hostname === undefined || attributes['type'] === 'PTR')
      host.hostname = readText(attributes['name'], lengths.short) ?? host.hostname;
  } else if (name === 'port') reading.port = beginPort(attributes);
  else if (name === 'extraports') reading.hasAnswered ||= attributes['state'] === 'closed';
  else if (name === 'state' && port) {
    port.isOpen = attributes['state'] === 'open';
    reading.hasAnswered ||= port.isOpen || attributes['state'] === 'closed';
  } else if (name === 'service' && port?.port) port.service = serviceOf(port.port, attributes);
  else if (name === 'osmatch' && host.os === undefined) {
    // nmap lists its best guess first, so the other guesses are less accurate and not used.
    if ((readInteger(attributes['accuracy'], 0, 100) ?? 0) >= leastAccuracy)
      host.os = readText(attributes['name'], lengths.short);
  }
}

function refuse(reading: Reading, text: string): void {
  if (reading.refusals.length < mostParts) reading.refusals.push(text);
  else reading.hasTooMany = true;
}

function readAddress(reading: Reading, { addr = '', addrtype, vendor }: Attributes): void {
  if (addrtype === 'mac') {
    reading.mac = readMac(addr);
    if (reading.mac === undefined) refuse(reading, `MAC address ${quote(addr)}`);
    reading.host.manufacturer = readText(vendor, lengths.short);
    return;
  }
  const ip = readIp(addr);
  if (ip === undefined || !isHostAddress(ip)) refuse(reading, `address ${quote(addr)}`);
  else if (reading.host.addresses.length < mostParts) reading.host.addresses.push({ ip });
  else reading.hasTooMany = true;
}

function beginPort({ protocol, portid = '' }: Attributes): PortReading {
  const number = readInteger(portid, 1, 65535);
  const transport = protocol === 'tcp' ? 'Tcp' : protocol === 'udp' ? 'Udp' : undefined;
  return {
    port: number !== undefined && transport ? { number, protocol: transport } : undefined,
    portText: `port ${quote(`${protocol}/${portid}`)}`,
    isOpen: false,
  };
}

function serviceOf(port: ImportedPort, attributes: Attributes): ImportedService | undefined {
  const name = readText(attributes['name'], lengths.name);
  if (name === undefined) return undefined;
  const product = readText(attributes['product'], lengths.short);
  const version = readText(attributes['version'], lengths.short);
  const isProbed = attributes['method'] === 'probed';
  const softwareText = [product, version].filter((one) => one !== undefined).join(' ');
  return {
    name: attributes['tunnel'] === 'ssl' && name === 'http' ? 'https' : name,
    port,
    product,
    version,
    // In nmap's XML, `conf` 10 means that the response of the service identifies the software.
    confidence: !isProbed ? 'Low' : attributes['conf'] === '10' ? 'High' : 'Medium',
    reason: isProbed
      ? `nmap: the answer of port ${port.number}${softwareText === '' ? '' : `, ${softwareText}`}`
      : `nmap: the number of port ${port.number}`,
  };
}

function endPort(reading: Reading): void {
  const { host, port: read } = reading;
  reading.port = undefined;
  if (!read?.isOpen) return;
  if (read.port === undefined) refuse(reading, read.portText);
  else if (host.ports.length >= mostParts) reading.hasTooMany = true;
  else {
    host.ports.push(read.port);
    if (read.service) host.services.push(read.service);
  }
}

function* entriesOf(reading: Reading): Generator<ImportedEntry> {
  const { line, host, mac, isUp, isAssumed, hasAnswered, hasTooMany, refusals: refused } = reading;
  if (!(isUp ?? host.ports.length > 0)) return;
  for (const text of refused) yield { kind: 'Refused', line, code: 'invalid_value', text };
  const hostLabel = host.addresses[0]?.ip ?? host.hostname ?? 'a host';
  if (hasTooMany) yield { kind: 'Refused', line, code: 'too_many_parts', text: hostLabel };
  if (isAssumed && !hasAnswered && mac === undefined)
    yield { kind: 'Refused', line, code: 'not_seen', text: `${hostLabel} did not answer` };
  else if (host.addresses.length === 0)
    yield { kind: 'Refused', line, code: 'invalid_value', text: `${hostLabel} has no address` };
  else yield { kind: 'Host', line, host: mac === undefined ? host : withMac(host, mac) };
}

const withMac = (host: ImportedHost, mac: string): ImportedHost => ({
  ...host,
  addresses: host.addresses.map((address) => ({ ...address, mac })),
});
