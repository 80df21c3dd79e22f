// Tests reading a search text as a device and one of its ports.
import { isPortNamed, readPortOfDevice } from '../../../../src/modules/topology/graph/ports/port-of-device';

test.each([
  ['rv-a-acc-1 Gi1/0/12', { device: 'rv-a-acc-1', port: 'gi1/0/12' }],
  ['Gi1/0/12 on rv-a-acc-1', { device: 'rv-a-acc-1', port: 'gi1/0/12' }],
  ['port 12 of rv-a-acc-1', { device: 'rv-a-acc-1', port: '12' }],
  ['core switch ge-0/0/12', { device: 'core switch', port: 'ge-0/0/12' }],
  ['Ethernet 1/12 at leaf', { device: 'leaf', port: 'ethernet1/12' }],
  ['port 12', { device: '', port: '12' }],
])('%s names a port of a device', (text, way) => {
  expect(readPortOfDevice(text)).toContainEqual(way);
});

test('a text that names no port, or only a port, is not read as a port of a device', () => {
  for (const text of ['', '  ', 'rv-a-acc-1', 'Gi1/0/12', '10.16.9.11', 'Science Block', 'port'])
    expect([text, readPortOfDevice(text)]).toEqual([text, []]);
});

test('a port is named in any notation of its name, or by its last numbers', () => {
  const isNamed = (port: string) => isPortNamed(['GigabitEthernet1/0/12', null], port);
  for (const port of ['Gi1/0/12', 'gigabitethernet 1/0/12', '1/0/12', '0/12', '12'])
    expect([port, isNamed(port)]).toEqual([port, true]);
  for (const port of ['Te1/0/12', 'Gi1/0/1', '2', '/12', '1/12', 'Gi1/0/121'])
    expect([port, isNamed(port)]).toEqual([port, false]);
  expect(isPortNamed(['lo900'], 'lo900')).toBe(true);
  expect(isPortNamed([null], '12')).toBe(false);
});
