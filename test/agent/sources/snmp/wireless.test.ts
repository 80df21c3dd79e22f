// Wireless clients, read from the MIB tables of each vendor's access points and controllers.
import type { Value } from '../../../../src/agent/sources/snmp/session';
import { mostWirelessClients } from '../../../../src/agent/sources/snmp/tables/wireless/wireless-clients';
import { hex, interfaces, readInCode, text } from './device-in-code';

type Objects = Record<string, Value>;
const ports = interfaces([1, 'Dot11Radio0', '00:1b:21:00:01:00', 71], [4, 'cap-lobby'], [7, 'wlan1']);
const read = async (enterprise: string, objects: Objects, silent: string[] = []) => {
  const device = await readInCode({ ...ports, ...objects }, { silent }, `1.3.6.1.4.1.${enterprise}.1.1`);
  const { wirelessClients, incomplete, notes } = device;
  return { wirelessClients, incomplete, notes };
};
const indexOf = (mac: string): string =>
  mac
    .split(':')
    .map((octet) => parseInt(octet, 16))
    .join('.');
const [phone, laptop] = ['F0:1B:21:00:00:01', 'F0:1B:21:00:00:02'] as [string, string];
const point = '00:1B:21:AA:00:10';
const table = (entry: string, index: string, cells: Record<number, Value>): Objects =>
  Object.fromEntries(Object.entries(cells).map(([column, value]) => [`${entry}.${column}.${index}`, value]));

describe("Cisco's controllers", () => {
  const station = (mac: string, cells: Record<number, Value>) =>
    table('1.3.6.1.4.1.14179.2.1.4.1', indexOf(mac), { 4: hex(point), 5: 1, 7: text('staff'), 9: 3, ...cells });
  const stats = (mac: string, cells: Record<number, Value>) => table('1.3.6.1.4.1.14179.2.1.6.1', indexOf(mac), cells);
  const knownPoint = {
    ...table('1.3.6.1.4.1.14179.2.2.1.1', indexOf(point), {
      ...{ 3: text('ap-lobby'), 19: '192.0.2.9', 33: hex('00:1B:21:AA:00:01') },
    }),
    ...table('1.3.6.1.4.1.14179.2.2.2.1', `${indexOf(point)}.1`, { 2: 2, 4: 149 }),
  };
  const place = {
    isOwnRadio: false,
    ...{ accessPointMac: '00:1B:21:AA:00:01', accessPointAddress: '192.0.2.9', accessPointName: 'ap-lobby' },
  };

  it('name the port of the access point, its channel, and the signal of the client', async () => {
    const { wirelessClients, incomplete, notes } = await read('9', {
      ...knownPoint,
      ...station(phone, { 2: '192.0.2.77' }),
      ...stats(phone, { 1: -61, 26: 33 }),
      ...station(laptop, { 2: '0.0.0.0', 5: 0 }),
      ...stats(laptop, { 1: 0, 26: 0 }),
    });
    expect(wirelessClients).toEqual([
      {
        ...{ ...place, mac: phone, address: '192.0.2.77', ssid: 'staff' },
        ...{ channel: 149, band: 'FiveGhz', signalDbm: -61, snrDb: 33 },
      },
      { ...place, mac: laptop, ssid: 'staff' },
    ]);
    expect([incomplete, notes]).toEqual([[], []]);
  });

  it('give no value for another type, a zero address or a missing reading', async () => {
    const { wirelessClients, incomplete } = await read('9', {
      ...knownPoint,
      ...station(phone, { 2: '1.3.6.1.4.1', 5: text('slot'), 7: text('') }),
      ...station(laptop, { 2: text('later'), 5: -1, 7: hex('c3 28 00') }),
      ...stats(phone, { 1: 200, 26: -5 }),
    });
    expect(wirelessClients).toEqual([
      { ...place, mac: phone },
      { ...place, mac: laptop, ssid: expect.any(String) },
    ]);
    expect(incomplete).toEqual([]);
  });

  it('list clients that are not associated, which are left out', async () => {
    const idle = [0, 1, 2, 5, 6, 7, 8].map((status) => station(`F0:1B:21:00:01:0${status}`, { 9: status }));
    const { wirelessClients, incomplete } = await read(
      '14179',
      Object.assign({}, knownPoint, station(phone, { 9: 4 }), ...idle),
    );
    expect(wirelessClients.map(({ mac }) => mac)).toEqual([phone]);
    expect(incomplete).toEqual([]);
  });

  it('give no client whose access point could not be read', async () => {
    const { wirelessClients, incomplete, notes } = await read('9', station(phone, {}), [
      '1.3.6.1.4.1.14179.2.2.1.1.33',
    ]);
    expect(wirelessClients).toEqual([]);
    expect(incomplete).toEqual(['wireless']);
    expect(notes).toContain('bsnMobileStationTable: 1 rows have no client, no access point or no radio');
  });

  it('give the address of an access point that is known only by its radios', async () => {
    const { wirelessClients, incomplete } = await read('9', station(phone, {}));
    expect(wirelessClients).toEqual([{ mac: phone, isOwnRadio: false, accessPointMac: point, ssid: 'staff' }]);
    expect(incomplete).toEqual([]);
  });

  it('are incomplete if a column that identifies clients ends early', async () => {
    const { incomplete } = await read('9', { ...knownPoint, ...station(phone, {}) }, ['1.3.6.1.4.1.14179.2.1.4.1.9']);
    expect(incomplete).toEqual(['wireless']);
  });

  it('give as many clients as the server accepts, with a warning', async () => {
    const many = Array.from({ length: mostWirelessClients + 3 }, (_, at) =>
      station(`F0:1B:21:01:${(at >> 8).toString(16).padStart(2, '0')}:${(at & 255).toString(16).padStart(2, '0')}`, {}),
    );
    const { wirelessClients, incomplete, notes } = await read('9', Object.assign({}, knownPoint, ...many));
    expect(wirelessClients).toHaveLength(mostWirelessClients);
    expect(incomplete).toEqual(['wireless']);
    expect(notes).toContain(`wireless clients: 3 of ${mostWirelessClients + 3} are left out`);
  });
});

describe("Cisco's autonomous access points", () => {
  const ssid = [...Buffer.from('lab')].join('.');
  const index = (mac: string) => `1.3.${ssid}.${indexOf(mac)}`;
  const config = (mac: string, cells: Record<number, Value> = {}) =>
    table('1.3.6.1.4.1.9.9.273.1.2.1.1', index(mac), { 14: 3, ...cells });

  it('have clients at their own radios and clients of repeaters', async () => {
    const { wirelessClients, incomplete } = await read('9', {
      ...config(phone, { 2: hex('00:1B:21:00:01:00'), 16: Buffer.from([192, 0, 2, 7]) }),
      ...table('1.3.6.1.4.1.9.9.273.1.3.1.1', index(phone), { 2: 3600, 3: -55 }),
      ...config(laptop, { 2: hex(phone) }),
      ...config('F0:1B:21:00:00:03', { 14: 2 }),
    });
    expect(wirelessClients).toEqual([
      {
        ...{ mac: phone, isOwnRadio: true, ifIndex: 1, ssid: 'lab', bssid: '00:1B:21:00:01:00' },
        ...{ address: '192.0.2.7', associatedSeconds: 3600, signalDbm: -55 },
      },
      { mac: laptop, isOwnRadio: false, ssid: 'lab', accessPointMac: phone },
    ]);
    expect(incomplete).toEqual([]);
  });

  it('are incomplete if an index has no client', async () => {
    const { wirelessClients, incomplete, notes } = await read('9', {
      ...config(phone),
      '1.3.6.1.4.1.9.9.273.1.2.1.1.14.1.9.1.2.3': 3,
    });
    expect(wirelessClients).toHaveLength(1);
    expect(incomplete).toEqual(['wireless']);
    expect(notes).toContain('cDot11ClientConfigInfoTable: 1 rows have no client, no access point or no radio');
  });
});

describe('RouterOS', () => {
  const registeredRows = (mac: string, ifIndex: number, cells: Record<number, Value>) =>
    table('1.3.6.1.4.1.14988.1.1.1.2.1', `${indexOf(mac)}.${ifIndex}`, { 3: -70, ...cells });
  const cell = table('1.3.6.1.4.1.14988.1.1.1.3.1', '7', { 4: text('shop'), 5: hex('00:1B:21:00:07:00'), 7: 5180 });

  it('has clients of its radios that are access points, and clients of CAPsMAN', async () => {
    const { wirelessClients, incomplete } = await read('14988', {
      ...cell,
      ...registeredRows(phone, 7, { 11: 123_456 }),
      // A radio in station mode lists its own access point in the registration table. That entry is not a client.
      ...registeredRows('00:1B:21:00:09:09', 1, {}),
      ...table('1.3.6.1.4.1.14988.1.1.1.5.1', `${indexOf(laptop)}.4`, { 3: 500, 11: -66, 12: text('lobby') }),
    });
    const ownClient = { mac: phone, isOwnRadio: true, ifIndex: 7, ssid: 'shop', bssid: '00:1B:21:00:07:00' };
    expect(wirelessClients).toEqual([
      { ...ownClient, channel: 36, band: 'FiveGhz', signalDbm: -70, associatedSeconds: 1234 },
      {
        ...{ mac: laptop, isOwnRadio: false, ifIndex: 4, ssid: 'lobby', accessPointName: 'cap-lobby' },
        ...{ signalDbm: -66, associatedSeconds: 5 },
      },
    ]);
    expect(incomplete).toEqual([]);
  });

  it('lists a client twice while it roams: the later association counts', async () => {
    const other = table('1.3.6.1.4.1.14988.1.1.1.5.1', `${indexOf(phone)}.4`, { 3: 500, 12: text('lobby') });
    for (const [since, ssid] of [
      [60_000, 'lobby'],
      [100, 'shop'],
    ] as const) {
      const { wirelessClients, notes } = await read('14988', {
        ...cell,
        ...registeredRows(phone, 7, { 11: since }),
        ...other,
      });
      expect(wirelessClients.map((one) => one.ssid)).toEqual([ssid]);
      expect(notes).toEqual([]);
    }
    const { wirelessClients, notes } = await read('14988', { ...cell, ...registeredRows(phone, 7, {}), ...other });
    expect(wirelessClients.map((one) => one.ssid)).toEqual(['shop']);
    expect(notes).toEqual(['mtxrWlCMRtabTable: 1 clients are there more than once; their first row counts']);
  });
});

describe("Aruba's", () => {
  const bssid = '00:1B:21:AA:00:18';
  const controllerRow = (mac: string, cells: Record<number, Value>) =>
    table('1.3.6.1.4.1.14823.2.2.1.5.2.2.1.1', indexOf(mac), { 2: hex(bssid), 5: 1, ...cells });
  const cells = table('1.3.6.1.4.1.14823.2.2.1.5.2.1.7.1', `${indexOf(point)}.1.${indexOf(bssid)}`, {
    2: text('staff'),
  });
  const names = table('1.3.6.1.4.1.14823.2.2.1.5.2.1.4.1', indexOf(point), { 2: '192.0.2.9', 3: text('ap-2') });

  it('controllers give the access point of each radio cell', async () => {
    const { wirelessClients, incomplete } = await read('14823', {
      ...{ ...cells, ...names },
      ...controllerRow(phone, { 6: 6, 12: text('staff'), 14: 40, 15: 6000 }),
      ...controllerRow(laptop, { 5: 2 }),
      ...controllerRow('F0:1B:21:00:00:03', { 2: hex('00:1B:21:BB:00:00') }),
    });
    expect(wirelessClients).toEqual([
      {
        ...{ mac: phone, isOwnRadio: false, bssid, ssid: 'staff', accessPointMac: point },
        ...{ accessPointAddress: '192.0.2.9', accessPointName: 'ap-2' },
        ...{ channel: 6, band: 'TwoPointFourGhz', snrDb: 40, associatedSeconds: 60 },
      },
      // The controller's tables do not list this BSSID, so the access point of the client is unknown.
      { mac: 'F0:1B:21:00:00:03', isOwnRadio: false, bssid: '00:1B:21:BB:00:00' },
    ]);
    expect(incomplete).toEqual([]);
  });

  it('Instant access points give the access points of their whole cluster', async () => {
    const { wirelessClients, incomplete } = await read('14823', {
      ...table('1.3.6.1.4.1.14823.2.3.3.1.2.4.1', indexOf(phone), {
        ...{ 2: hex(bssid), 3: '192.0.2.70', 4: '192.0.2.9', 7: -60, 16: 300, 17: 6 },
      }),
      ...table('1.3.6.1.4.1.14823.2.3.3.1.2.3.1', `${indexOf(point)}.0`, { 3: text('guests'), 4: hex(bssid) }),
      ...table('1.3.6.1.4.1.14823.2.3.3.1.2.1.1', indexOf(point), { 2: text('iap-1'), 3: '192.0.2.9' }),
    });
    expect(wirelessClients).toEqual([
      {
        ...{ mac: phone, isOwnRadio: false, bssid, ssid: 'guests', address: '192.0.2.70', band: 'SixGhz' },
        ...{ accessPointMac: point, accessPointAddress: '192.0.2.9', accessPointName: 'iap-1' },
        ...{ associatedSeconds: 3 },
      },
    ]);
    expect(incomplete).toEqual([]);
  });
});

describe("Ruckus' ZoneDirector", () => {
  const station = (mac: string, cells: Record<number, Value>) =>
    table('1.3.6.1.4.1.25053.1.2.2.1.1.3.1.1', indexOf(mac), { 2: hex(point), ...cells });

  it('names the access point of each client', async () => {
    const { wirelessClients, incomplete } = await read('25053', {
      ...station(phone, {
        ...{ 3: hex('00:1B:21:AA:00:1C'), 4: text('wlan'), 6: 4, 7: 44, 8: '192.0.2.7', 15: 317_800, 21: 30, 81: -50 },
      }),
      ...table('1.3.6.1.4.1.25053.1.2.2.1.1.2.1.1', indexOf(point), { 2: text('hall'), 10: '192.0.2.9' }),
    });
    expect(wirelessClients).toEqual([
      {
        ...{ mac: phone, isOwnRadio: false, accessPointMac: point, bssid: '00:1B:21:AA:00:1C', ssid: 'wlan' },
        ...{ accessPointAddress: '192.0.2.9', accessPointName: 'hall', address: '192.0.2.7' },
        ...{ channel: 44, band: 'FiveGhz', signalDbm: -50, snrDb: 30, associatedSeconds: 3178 },
      },
    ]);
    expect(incomplete).toEqual([]);
  });

  it('gives the band by the kind of radio if a channel exists in several bands, and no band for an unknown kind', async () => {
    const macOf = (at: number) => `F0:1B:21:00:02:0${at}`;
    const kinds = [
      ...([
        [0, 149],
        [1, 1],
        [2, 5],
        [3, 9],
        [4, 153],
        [5, 161],
        [6, 1],
        [undefined, 149],
      ] as const),
    ];
    const rows = kinds.map(([kind, channel], at) =>
      station(macOf(at), kind === undefined ? { 7: channel } : { 6: kind, 7: channel }),
    );
    const { wirelessClients } = await read('25053', Object.assign({}, ...rows) as Objects);
    const low = 'TwoPointFourGhz';
    expect(wirelessClients.map(({ band }) => band)).toEqual([
      ...['FiveGhz', low, low, low, 'FiveGhz', 'FiveGhz', undefined, undefined],
    ]);
  });
});

describe('airOS', () => {
  const station = (mac: string) =>
    table('1.3.6.1.4.1.41112.1.4.7.1', `1.${indexOf(mac)}`, { 3: -58, 10: '192.0.2.7', 15: 1000 });
  const radio = (mode: number) => table('1.3.6.1.4.1.41112.1.4.1.1', '1', { 2: mode, 4: 5805 });
  const link = table('1.3.6.1.4.1.41112.1.4.5.1', '1', { 2: text('link'), 4: hex('00:1B:21:00:01:00') });

  it('lists stations if it is an access point', async () => {
    const { wirelessClients } = await read('41112', { ...station(phone), ...radio(2), ...link });
    expect(wirelessClients).toEqual([
      {
        ...{ mac: phone, isOwnRadio: true, ifIndex: 1, ssid: 'link', bssid: '00:1B:21:00:01:00' },
        ...{ address: '192.0.2.7', channel: 161, band: 'FiveGhz', signalDbm: -58, associatedSeconds: 10 },
      },
    ]);
  });

  it('as a station lists its access point, which is no client of it', async () => {
    const { wirelessClients, incomplete } = await read('10002', { ...station(phone), ...radio(1), ...link });
    expect([wirelessClients, incomplete]).toEqual([[], []]);
  });

  it('without a mode does not show whether it is an access point or a station', async () => {
    const { wirelessClients, incomplete } = await read('41112', station(phone));
    expect([wirelessClients, incomplete]).toEqual([[], ['wireless']]);
  });
});

it('devices of other manufacturers are not asked', async () => {
  const requestedObjects = table('1.3.6.1.4.1.14988.1.1.1.5.1', `${indexOf(laptop)}.4`, { 3: 1 });
  expect((await read('2636', requestedObjects)).wirelessClients).toEqual([]);
});
