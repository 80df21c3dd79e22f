// Neighbor tables of a Linux machine, as `ip -j neigh` and lldpcli (in its formats json and json0) print them.
import { readEntries, host, pickHosts, pickRefusals } from './reading';

describe('the output of `ip -j neigh`', () => {
  const neighbor = (dst: string, lladdr: string | undefined, ...state: string[]) => ({
    dst,
    dev: 'eth0',
    lladdr,
    state,
  });
  const table = [
    {},
    neighbor('10.0.0.1', '02:FC:00:00:00:05', 'STALE'),
    neighbor('fe80::1', '02:fc:00:00:00:05', 'REACHABLE'),
    neighbor('10.0.0.2', undefined, 'FAILED'),
    neighbor('10.0.0.3', '02:fc:00:00:00:06', 'INCOMPLETE'),
    neighbor('ff02::1', '33:33:00:00:00:01', 'NOARP'),
    neighbor('10.0.0.4', 'nonsense', 'STALE'),
    neighbor('nonsense', '02:fc:00:00:00:07', 'STALE'),
    { dev: 'eth0' },
  ];
  const foundHosts = [
    host({ addresses: [{ ip: '10.0.0.1', mac: '02:fc:00:00:00:05' }] }),
    host({ addresses: [{ ip: 'fe80::1', mac: '02:fc:00:00:00:05' }] }),
  ];

  it('has a host for each address that has answered', async () => {
    const entries = await readEntries(JSON.stringify(table));
    expect(pickHosts(entries)).toEqual(foundHosts);
    expect(pickRefusals(entries)).toEqual([
      '1 not_seen 10.0.0.2',
      '1 not_seen 10.0.0.3',
      '1 no_host_address ff02::1',
      '1 invalid_value 10.0.0.4 nonsense',
      '1 invalid_value nonsense',
      '1 invalid_value an entry without dst',
    ]);
  });

  it('may have many lines and chunks of any size', async () => {
    const text = JSON.stringify(table, undefined, 2);
    const entries = await readEntries(text);
    expect(pickHosts(entries)).toEqual(foundHosts);
    expect(entries[0]!.line).toBe(3);
    expect(await readEntries(text, 'auto', { chunk: 1 })).toEqual(entries);
    expect(pickHosts(await readEntries('[ ]', 'IpNeighJson'))).toEqual([]);
  });

  it.each([
    ['ends within an object', '[{"dst":"10.0.0.1",\n"dev":"e', 'truncated', 1],
    ['ends within the list', '[{"dst":"10.0.0.1"}\n', 'truncated', 2],
    ['has text after its end', '[{"dst":"10.0.0.1"}]\nx', 'malformed', 2],
    ['lacks a comma', '[{"dst":"10.0.0.1"}\n{"dst":"10.0.0.1"}]', 'malformed', 2],
    ['has a comma too many', '[{"dst":"10.0.0.1"},\n]', 'malformed', 2],
    ['has a wrong object', '[{"dst":"10.0.0.1"},\n{"dst":\n!}]', 'malformed', 3],
    ['has other values than objects', '[{"dst":"10.0.0.1"},\n5]', 'malformed', 2],
    ['is no list', '{"dst":"10.0.0.1"}', 'malformed', 1],
    ['has an endless object', `[{"dst":"${'x'.repeat(2 ** 21)}`, 'too_long', 1],
    ['is nested', `[{"dst":${'['.repeat(2 ** 21)}`, 'too_long', 1],
  ])('that %s is refused', async (_what, text, code, line) => {
    await expect(readEntries(text, 'IpNeighJson')).rejects.toMatchObject({ code, line });
  });
});

describe('the output of `bridge -j fdb`', () => {
  const entry = (mac: string, ifname: string, state = '', more: object = {}) => ({ mac, ifname, state, ...more });
  const file = JSON.stringify([
    entry('00:1b:21:00:00:07', 'swp2', 'stale', { vlan: 20, master: 'br0' }),
    entry('00:1b:21:00:00:06', 'swp1', '', { vlan: 10, flags: ['extern_learn'], master: 'br0' }),
    entry('00:1b:21:00:00:06', 'swp1', '', { vlan: 20 }),
    entry('00:1b:21:00:00:05', 'swp1'),
    {},
    entry('00:1b:21:00:00:01', 'swp1', 'permanent'),
    entry('00:1b:21:00:00:02', 'swp1', 'static'),
    entry('33:33:00:00:00:01', 'swp1', '', { flags: ['self'] }),
    { mac: '00:1b:21:00:00:08' },
    entry('nothing', 'swp1'),
  ]);

  it('gives the addresses learned on each port of the given machine', async () => {
    const entries = await readEntries(file, 'auto', { host: 'sw1' });
    expect(pickHosts(entries)).toEqual([
      host({
        name: 'sw1',
        interfaces: [
          { ifName: 'swp2', fdbMacs: ['00:1b:21:00:00:07'], neighbors: [] },
          { ifName: 'swp1', fdbMacs: ['00:1b:21:00:00:05', '00:1b:21:00:00:06'], neighbors: [] },
        ],
      }),
    ]);
    expect(pickRefusals(entries)).toEqual([
      '1 not_seen 00:1b:21:00:00:01 on swp1',
      '1 not_seen 00:1b:21:00:00:02 on swp1',
      '1 not_seen 33:33:00:00:00:01 on swp1',
      '1 invalid_value 00:1b:21:00:00:08 on no port',
      '1 invalid_value nothing on swp1',
    ]);
  });

  it('is refused without a machine, or with a machine that is not stored', async () => {
    await expect(readEntries(file)).rejects.toMatchObject({ code: 'host_required' });
    await expect(readEntries(file, 'auto', { host: '127.0.0.1' })).rejects.toMatchObject({ code: 'host_required' });
  });
});

describe('the output of lldpcli', () => {
  const json = {
    lldp: {
      interface: [
        {
          eth0: {
            via: 'LLDP',
            rid: '1',
            age: '0 day, 00:01:00',
            chassis: {
              sw1: {
                id: { type: 'mac', value: '02:4c:00:00:00:01' },
                descr: 'Debian\nLinux',
                'mgmt-ip': ['10.77.0.1', 'fe80::1'],
                capability: [{ type: 'Bridge', enabled: true }],
              },
            },
            port: { id: { type: 'ifname', value: 'p3' }, descr: 'to eth0', ttl: '120' },
          },
        },
        {
          eth0: {
            via: 'LLDP',
            chassis: { id: { type: 'ip', value: '10.77.0.9' }, 'mgmt-ip': '10.77.0.9' },
            port: { id: { type: 'local', value: '7' } },
          },
        },
        {
          eth1: {
            via: 'CDPv2',
            chassis: {
              'old-switch': {
                id: { type: 'local', value: 'old-switch' },
                descr: 'cisco WS-C2960 running on\nVersion 15',
                'mgmt-ip': '10.77.0.2',
              },
            },
            port: { id: { type: 'ifname', value: 'Gi0/1' }, descr: 'Gi0/1' },
          },
        },
        { eth2: { via: 'EDP', chassis: {}, port: {} } },
      ],
    },
  };
  const value = (text: string) => [{ value: text }];
  const json0 = {
    lldp: [
      {
        interface: [
          {
            name: 'eth0',
            via: 'LLDP',
            chassis: [
              {
                id: [{ type: 'mac', value: '02:4c:00:00:00:01' }],
                name: value('sw1'),
                descr: value('Debian\nLinux'),
                'mgmt-ip': [...value('10.77.0.1'), ...value('fe80::1')],
              },
            ],
            port: [{ id: [{ type: 'ifname', value: 'p3' }], descr: value('to eth0') }],
          },
        ],
      },
    ],
  };
  const heardFromSw1 = {
    lldpChassisId: { subtype: 'MacAddress' as const, value: '02:4C:00:00:00:01' },
    lldpPortId: { subtype: 'InterfaceName' as const, value: 'p3' },
    lldpSysName: 'sw1',
    lldpPortDesc: 'to eth0',
    lldpMgmtAddr: '10.77.0.1',
    lldpSysDesc: 'Debian\nLinux',
  };

  it('gives the evidence of each port of the given machine', async () => {
    const entries = await readEntries(JSON.stringify(json), 'auto', { host: 'probe' });
    expect(entries).toEqual([
      {
        kind: 'Host',
        line: 1,
        host: host({
          name: 'probe',
          interfaces: [
            {
              ifName: 'eth0',
              neighbors: [
                heardFromSw1,
                {
                  lldpChassisId: { subtype: 'NetworkAddress', value: '10.77.0.9' },
                  lldpPortId: { subtype: 'LocallyAssigned', value: '7' },
                  lldpMgmtAddr: '10.77.0.9',
                },
              ],
            },
            {
              ifName: 'eth1',
              neighbors: [
                {
                  cdpDeviceId: 'old-switch',
                  cdpPortId: 'Gi0/1',
                  cdpPlatform: 'cisco WS-C2960',
                  cdpAddress: '10.77.0.2',
                },
              ],
            },
          ],
        }),
      },
    ]);
  });

  it('may have its other JSON form, and a single port', async () => {
    const interfaces = [{ ifName: 'eth0', neighbors: [heardFromSw1] }];
    const one = { lldp: { interface: json.lldp.interface[0] } };
    for (const output of [json0, one])
      expect(pickHosts(await readEntries(JSON.stringify(output), 'auto', { host: '10.77.0.3' }))).toEqual([
        host({ addresses: [{ ip: '10.77.0.3', isName: true }], interfaces }),
      ]);
  });

  it('belongs to the machine with its chassis ID, if there is one', async () => {
    const id = '0c6f8ac0-1111-4111-8111-111111111111';
    expect(pickHosts(await readEntries(JSON.stringify(json), 'auto', { host: id }))).toMatchObject([
      { id, addresses: [] },
    ]);
    const emptyEntries = await readEntries('{"lldp":{}}', 'auto', { host: id });
    expect(pickRefusals(emptyEntries)).toEqual(['1 no_entries the file has no entry that could be imported']);
    await expect(readEntries('{"lldp":{}}')).rejects.toMatchObject({ code: 'host_required' });
    await expect(readEntries('{"lldp":{}}', 'auto', { host: '255.255.255.255' })).rejects.toMatchObject({
      code: 'host_required',
    });
  });

  it.each([
    ['is no JSON', '{"lldp":\n!}', 'malformed', 2],
    ['breaks off', '{"lldp":\n{"interface":[', 'truncated', 2],
    ['is of another command', '{"local-chassis":{}}', 'malformed', 1],
    ['is too large', `{"lldp":${' '.repeat(9 * 2 ** 20)}`, 'too_large', 1],
    ['is nested', `{"lldp":${'['.repeat(2 ** 22)}`, 'truncated', 1],
  ])('that %s is refused', async (_what, text, code, line) => {
    await expect(readEntries(text, 'LldpcliJson', { host: 'probe' })).rejects.toMatchObject({ code, line });
  });

  it('is refused if its records have no identity', async () => {
    const emptyLldp = { lldp: { interface: { eth0: { via: 'LLDP', chassis: {}, port: {} } } } };
    const entries = await readEntries(JSON.stringify(emptyLldp), 'auto', { host: 'probe' });
    expect(pickRefusals(entries)).toEqual(['1 invalid_value a neighbour of eth0']);
  });
});
