// Requests for ports whose protocol expects the client to send first: at most one request per port. No request signs in
// or changes anything.

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
const rtspOptions = Buffer.from('OPTIONS * RTSP/1.0\r\nCSeq: 1\r\n\r\n');

const hostOf = (address: string): string => (address.includes(':') ? `[${address}]` : address);

/** SIP request OPTIONS (RFC 3261, 11). Max-Forwards is 0, so that proxies do not forward the request. */
function sipOptions(address: string): Buffer {
  const uri = `sip:${hostOf(address)};transport=tcp`;
  const lines = [
    `OPTIONS ${uri} SIP/2.0`,
    'Via: SIP/2.0/TCP netloom.invalid;branch=z9hG4bK-netloom;rport',
    'Max-Forwards: 0',
    'From: <sip:netloom@netloom.invalid>;tag=netloom',
    `To: <${uri}>`,
    ...['Call-ID: 1@netloom.invalid', 'CSeq: 1 OPTIONS', 'Accept: application/sdp', 'Content-Length: 0'],
  ];
  return Buffer.from([...lines, '', ''].join('\r\n'));
}

/** Encodes an IPP attribute with one value (RFC 8010, 3.1.4). */
function ippAttribute(tag: number, name: string, value: string): Buffer {
  const [nameLength, valueLength] = [Buffer.alloc(2), Buffer.alloc(2)];
  nameLength.writeUInt16BE(Buffer.byteLength(name));
  valueLength.writeUInt16BE(Buffer.byteLength(value));
  return Buffer.concat([Buffer.from([tag]), nameLength, Buffer.from(name), valueLength, Buffer.from(value)]);
}

/** IPP request Get-Printer-Attributes (RFC 8011, 4.2.5) for the attributes with the printer's model and firmware. */
function ippAttributes(address: string): Buffer {
  const keyword = 0x44;
  const [first, ...others] = ['printer-make-and-model', 'printer-device-id', 'printer-firmware-string-version'];
  const body = Buffer.concat([
    bytesOf('0200 000b 00000001 01'),
    ippAttribute(0x47, 'attributes-charset', 'utf-8'),
    ippAttribute(0x48, 'attributes-natural-language', 'en'),
    ippAttribute(0x45, 'printer-uri', `ipp://${hostOf(address)}/ipp/print`),
    ippAttribute(keyword, 'requested-attributes', first!),
    // Further values of an IPP attribute follow as attributes without a name (RFC 8010, 3.1.4).
    ...others.map((name) => ippAttribute(keyword, '', name)),
    bytesOf('03'),
  ]);
  const head = ['POST /ipp/print HTTP/1.1', `Host: ${hostOf(address)}:631`, 'Content-Type: application/ipp'];
  const lines = [...head, `Content-Length: ${body.length}`, 'Connection: close', '', ''];
  return Buffer.concat([Buffer.from(lines.join('\r\n')), body]);
}

/** Transaction id of the request to Modbus devices. The response must contain the same id. */
export const modbusTransaction = 0x4e4c;

/** OPC UA Hello message (OPC 10000-6, 7.1.2.3). */
function opcUaHello(address: string): Buffer {
  const url = Buffer.from(`opc.tcp://${hostOf(address)}:4840`);
  const message = Buffer.alloc(32);
  message.write('HELF', 0, 'latin1');
  message.writeUInt32LE(message.length + url.length, 4);
  message.writeUInt32LE(8_192, 12);
  message.writeUInt32LE(8_192, 16);
  message.writeUInt32LE(url.length, 28);
  return Buffer.concat([message, url]);
}

type Request = Buffer | ((address: string) => Buffer);

/** Requests by TCP port. Ports that are not listed get an HTTP request. */
const requests: Readonly<Record<number, Request>> = {
  53: dnsVersion,
  139: smbNegotiate,
  445: smbNegotiate,
  554: rtspOptions,
  631: ippAttributes,
  // MQTT 3.1.1 CONNECT, clean session, empty client id.
  1883: bytesOf('10 0c 0004 4d515454 04 02 003c 0000'),
  // X.224 connection request with an RDP negotiation request (MS-RDPBCGR 2.2.1.1).
  3389: bytesOf('03000013 0e e0 0000 0000 00 01 00 0800 03000000'),
  5060: sipOptions,
  // SSLRequest of PostgreSQL's protocol 3.0.
  5432: bytesOf('00000008 04d2162f'),
  6379: Buffer.from('PING\r\n'),
  8554: rtspOptions,
  11211: Buffer.from('version\r\n'),
};

/**
 * Requests by TCP port for industrial controllers. They are only sent if the operator has enabled them
 * (`--industrial`).
 */
const industrialRequests: Readonly<Record<number, Request>> = {
  // Modbus: Read Device Identification (function 43/14), basic objects.
  502: bytesOf('4e4c 0000 0005 ff 2b 0e 01 00'),
  4840: opcUaHello,
  // EtherNet/IP: ListIdentity (CIP Volume 2, 2-4.2).
  44818: bytesOf('6300 0000 00000000 00000000 0000000000000000 00000000'),
};
/** TCP ports of industrial controllers to which nothing is ever sent: S7, Niagara Fox, IEC 60870-5-104, BACnet. */
const silentIndustrialPorts: ReadonlySet<number> = new Set([102, 1911, 2404, 4911, 47_808]);

/** Whether the port has an entry in `industrialRequests`. */
export const isOfController = (port: number): boolean => Object.hasOwn(industrialRequests, port);

/** Whether nothing may be sent to the port, because industrial controllers listen there. */
export const isLeftAlone = (port: number, asksControllers: boolean): boolean =>
  silentIndustrialPorts.has(port) || (!asksControllers && isOfController(port));

/** The request for a port; undefined if the port gets an HTTP request. */
export function requestFor(port: number, address: string): Buffer | undefined {
  const request = requests[port] ?? industrialRequests[port];
  return typeof request === 'function' ? request(address) : request;
}

/** Whether the server expects a TLS handshake after this response: PostgreSQL, or RDP that selects TLS or CredSSP. */
export const upgradesToTls = (port: number, answer: Buffer): boolean =>
  port === 5432 ? answer.length === 1 && answer[0] === 0x53 : port === 3389 && selectsTls(answer);

/** Whether an RDP response selects TLS or CredSSP (MS-RDPBCGR 2.2.1.2.1). */
const selectsTls = (answer: Buffer): boolean =>
  answer.length >= 19 && answer[0] === 3 && answer[11] === 2 && answer.readUInt32LE(15) !== 0;
