// Decoders of banners: sample responses from the specifications, truncated and random bytes, and the facts in a
// machine's report.
import fc from 'fast-check';
import { decodeBanner, type BannerFacts } from '../../../src/agent/services/banners';
import { identify } from '../../../src/agent/services/identify';
import { buildHostReport } from '../../../src/agent/report/host-report';
import { SubnetPlan } from '../../../src/agent/report/subnets';
import { serviceDefinitions } from '../../../src/modules/inventory/shared/service-definitions';

const hex = (text: string) => Buffer.from(text.replace(/\s/g, ''), 'hex');
const lines = (...texts: string[]) => Buffer.from([...texts, '', ''].join('\r\n'), 'latin1');

/** A response to ListIdentity of EtherNet/IP: a header, and an identity item (type 0x0c). */
function ethernetIp(vendor: number, name: string, revision = '1f04'): Buffer {
  const item = Buffer.concat([
    hex('0100 0002af12c0a80105 0000000000000000'),
    Buffer.from([vendor & 255, vendor >> 8]),
    hex(`0e00 3600 ${revision} 3004 78563412`),
    Buffer.from([name.length]),
    Buffer.from(name, 'latin1'),
    hex('03'),
  ]);
  const [length, itemLength] = [Buffer.alloc(2), Buffer.alloc(2)];
  length.writeUInt16LE(item.length + 6);
  itemLength.writeUInt16LE(item.length);
  const header = Buffer.concat([hex('6300'), length, hex('00000000 00000000 0000000000000000 00000000')]);
  return Buffer.concat([header, hex('0100 0c00'), itemLength, item]);
}

/** A response to Read Device Identification of Modbus. */
function modbus(...objects: string[]): Buffer {
  const rows = objects.map((text, id) => Buffer.concat([Buffer.from([id, text.length]), Buffer.from(text, 'latin1')]));
  const body = Buffer.concat([hex('ff 2b 0e 01 81 00 00'), Buffer.from([objects.length]), ...rows]);
  return Buffer.concat([hex('4e4c 0000'), Buffer.from([body.length >> 8, body.length & 255]), body]);
}

function ippBody(attributes: Readonly<Record<string, string>>): Buffer {
  const rows = Object.entries(attributes).flatMap(([name, value]) => [
    Buffer.from([0x41, 0, name.length]),
    Buffer.from(name),
    Buffer.from([value.length >> 8, value.length & 255]),
    Buffer.from(value),
  ]);
  return Buffer.concat([
    hex('0200 0000 00000001 01 47 0012'),
    Buffer.from('attributes-charset'),
    hex('0005'),
    Buffer.from('utf-8'),
    hex('04'),
    ...rows,
    hex('03'),
  ]);
}
const ippHead = (...more: string[]) =>
  lines('HTTP/1.1 200 OK', 'Server: Acme HTTP', 'Content-Type: application/ipp', ...more);
const printer = ippBody({
  'printer-make-and-model': 'Acme LaserWriter 9',
  'printer-device-id': 'MFG:Acme Corp;CMD:PCL;MDL:LaserWriter 9;',
  'printer-firmware-string-version': '2.14',
});
const chunked = (body: Buffer) =>
  Buffer.concat([
    Buffer.from('10\r\n'),
    body.subarray(0, 16),
    Buffer.from(`\r\n${(body.length - 16).toString(16)}\r\n`),
    body.subarray(16),
    Buffer.from('\r\n0\r\n\r\n'),
  ]);

const smb = Buffer.concat([
  hex('00000080 fe534d42 4000 0100 00000000 0000 0100 01000000 00000000'),
  Buffer.alloc(40),
  hex('4100 0100 1002 0000'),
  Buffer.alloc(60),
]);
const rdp = hex('03000013 0e d0 0000 1234 00 02 1f08 0002000000');

const samples: readonly (readonly [name: string, port: number, bytes: Buffer, expected: Partial<BannerFacts>])[] = [
  [
    'EtherNet/IP',
    44818,
    ethernetIp(1, '1756-EN2T/D'),
    {
      ...{ source: 'ethernet-ip', definition: 'ethernet-ip-device', name: '1756-EN2T/D' },
      entity: { manufacturer: 'Rockwell Automation', model: '1756-EN2T/D', firmwareRevision: '31.004' },
    },
  ],
  [
    'EtherNet/IP of an unknown vendor',
    44818,
    ethernetIp(65_000, ''),
    {
      ...{ definition: 'ethernet-ip-device', entity: { firmwareRevision: '31.004' } },
    },
  ],
  [
    'Modbus',
    502,
    modbus('Acme', 'PM-800', 'V1.9'),
    {
      ...{ source: 'modbus', definition: 'modbus-device', name: 'PM-800' },
      entity: { manufacturer: 'Acme', model: 'PM-800', firmwareRevision: 'V1.9' },
    },
  ],
  [
    'Modbus without identification',
    502,
    hex('4e4c 0000 0003 ff ab 01'),
    { source: 'modbus', definition: 'modbus-device' },
  ],
  [
    'OPC UA',
    4840,
    hex('41434b46 1c000000 00000000 00200000 00200000 00000000 00000000'),
    { definition: 'opc-ua-server' },
  ],
  ['OPC UA, refusing', 4840, hex('45525246 10000000 00007f80 00000000'), { definition: 'opc-ua-server' }],
  ['SMB', 445, smb, { source: 'smb', definition: 'Samba' }],
  ['RDP', 3389, rdp, { source: 'rdp', definition: 'Remote Desktop' }],
  ['MQTT', 1883, hex('20020005'), { source: 'mqtt', definition: 'MQTT' }],
  [
    'SIP phone',
    5060,
    lines('SIP/2.0 200 OK', 'CSeq: 1 OPTIONS', 'User-Agent: Yealink SIP-T46S 66.84.0.15'),
    {
      ...{ source: 'sip', definition: 'SIP Server', name: 'Yealink SIP-T46S 66.84.0.15' },
      entity: { manufacturer: 'Yealink', model: 'SIP-T46S', firmwareRevision: '66.84.0.15' },
    },
  ],
  [
    'SIP exchange',
    5060,
    lines('SIP/2.0 404 Not Found', 'Server: Asterisk PBX 20.5.0'),
    { definition: 'Asterisk', name: 'Asterisk PBX 20.5.0' },
  ],
  [
    'RTSP',
    554,
    lines('RTSP/1.0 200 OK', 'CSeq: 1', 'Server: AXIS M3106 8.40', 'Public: OPTIONS'),
    {
      ...{ source: 'rtsp', definition: 'RTSP Camera', name: 'AXIS M3106 8.40' },
      entity: { manufacturer: 'Axis', model: 'M3106' },
    },
  ],
  [
    'IPP',
    631,
    Buffer.concat([ippHead('Content-Length: 200'), printer]),
    {
      ...{ source: 'ipp', definition: 'printer', name: 'Acme LaserWriter 9' },
      entity: { manufacturer: 'Acme Corp', model: 'LaserWriter 9', firmwareRevision: '2.14' },
    },
  ],
  [
    'IPP in chunks',
    631,
    Buffer.concat([ippHead('Transfer-Encoding: chunked'), chunked(printer)]),
    {
      ...{ entity: { manufacturer: 'Acme Corp', model: 'LaserWriter 9', firmwareRevision: '2.14' } },
    },
  ],
  [
    'SSH',
    22,
    Buffer.from('SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3\r\n'),
    { source: 'ssh', definition: 'SSH', os: 'Debian' },
  ],
  ['SSH of a router', 22, Buffer.from('SSH-2.0-ROSSSH\r\n'), { os: 'RouterOS', entity: { manufacturer: 'MikroTik' } }],
];

test.each(samples)('%s', (_name, port, banner, expected) => {
  expect(decodeBanner({ port, banner })).toMatchObject(expected);
  expect(identify({ port, banner })).toMatchObject({
    port,
    confidence: 'proven',
    definition: decodeBanner({ port, banner })!.definition,
  });
});

test('the definitions that decoders name are registered', () => {
  const ids = new Set(serviceDefinitions.map(({ id }) => id));
  for (const [, port, banner] of samples) expect(ids).toContain(decodeBanner({ port, banner })!.definition);
});

const texts = ({ name, os, entity = {} }: BannerFacts) =>
  [name, os, ...Object.values(entity)].filter((one) => one !== undefined);
function assertShowable(facts: BannerFacts | undefined): void {
  for (const text of facts ? texts(facts) : []) {
    expect(text).toMatch(/^\S.*$|^\S$/u);
    expect(text).not.toMatch(/[\p{C}]/u);
    expect([...text].length).toBeLessThanOrEqual(100);
  }
}

test('cut, changed and random answers give facts that can be shown, or none', () => {
  const sample = fc.constantFrom(...samples);
  fc.assert(
    fc.property(
      sample,
      fc.nat(),
      fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { maxLength: 8 }),
      fc.uint8Array({ maxLength: 64 }),
      ([, port, bytes], cut, changes, tail) => {
        assertShowable(decodeBanner({ port, banner: bytes.subarray(0, cut % (bytes.length + 1)) }));
        const changed = Buffer.concat([bytes, tail]);
        for (const [at, byte] of changes) changed[at % bytes.length] = byte;
        assertShowable(decodeBanner({ port, banner: changed }));
        assertShowable(decodeBanner({ port, banner: Buffer.from(tail) }));
      },
    ),
    { numRuns: 3_000 },
  );
});

test('a decoder accepts no answer of another protocol', () => {
  const other = (definition: string) =>
    samples.filter(([, port, banner]) => decodeBanner({ port, banner })!.definition !== definition);
  for (const [, port, banner] of samples) {
    const { definition } = decodeBanner({ port, banner })!;
    for (const [, , bytes] of other(definition))
      expect(decodeBanner({ port, banner: bytes })!.definition).not.toBe(definition);
  }
  for (const text of ['HTTP/1.1 200 OK\r\n\r\n', '220 mail ESMTP', '', 'X SSH-2.0-a', 'SIP/2.0', 'RTSP/1.0'])
    expect(decodeBanner({ port: 80, banner: Buffer.from(text) })).toBeUndefined();
});

describe('in the report of a machine', () => {
  const addresses = [{ address: '10.0.0.5', ports: [22, 44818] }];
  const options = { networkId: '', subnets: new SubnetPlan([], [], []), trustsPorts: false };
  const ssh = Buffer.from('SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3\r\n');
  const hostOf = (findings: { port: number; banner: Buffer }[], more: object = {}) =>
    buildHostReport({ addresses, names: [], findings, services: [], ...more }, options).host;

  test('facts name their protocol', () => {
    expect(
      hostOf([
        { port: 22, banner: ssh },
        { port: 44818, banner: ethernetIp(1, '1756-EN2T/D') },
      ]),
    ).toMatchObject({
      ...{ os: 'Debian', os_source: 'ssh', manufacturer: 'Rockwell Automation', manufacturer_source: 'ethernet-ip' },
      ...{ model: '1756-EN2T/D', model_source: 'ethernet-ip', firmware_revision: '31.004' },
    });
  });
  test('the system of an SSH server at another port is not that of the machine', () => {
    expect(hostOf([{ port: 2222, banner: ssh }])).not.toHaveProperty('os');
  });
});
