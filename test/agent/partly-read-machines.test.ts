// A machine of which a run reads only some of its sources, in any order, is the machine that an earlier run reported.
import fc from 'fast-check';
import { buildHostReport } from '../../src/agent/report/host-report';
import type { Machine } from '../../src/agent/report/machines';
import { SubnetPlan } from '../../src/agent/report/subnets';
import { someFacts, somePort } from '../../src/agent/sources/reading';
import type { FoundMachine } from '../../src/agent/sources';
import { judge } from '../../src/modules/inventory/identity/judge';

const macOf = (number: number) => `BC:24:11:00:00:0${number}`;
const machine = (
  address: string,
  more: Partial<Machine['addresses'][number]> = {},
  of: Partial<Machine> = {},
): Machine => ({
  ...{ addresses: [{ address, ports: [], ...more }], names: [], findings: [], services: [] },
  ...of,
});
const subnets = new SubnetPlan([], [], []);
const reportOf = (one: Machine) => buildHostReport(one, { networkId: 'network', subnets, trustsPorts: false });

describe('a machine of which a run reads only some of its sources', () => {
  const address = { address: '10.0.0.5', prefixLength: 24, ifIndex: 1 };
  const card = somePort({ ifIndex: 1, name: 'eno1', mac: macOf(1) });
  const serialNumber = 'ABC1234';
  const sources: readonly FoundMachine[] = [
    {
      ...{ source: 'redfish', key: 'r', entity: { manufacturer: 'Acme', serialNumber } },
      facts: someFacts({ interfaces: [card], addresses: [address] }),
    },
    {
      ...{ source: 'kubernetes', key: 'k', name: 'node-5' },
      entity: { serialNumber: '4c4c4544-0042-3110-8043-c7c04f333233' },
      facts: someFacts({ addresses: [{ address: '10.0.0.5', ifIndex: 0 }] }),
    },
    {
      ...{ source: 'ssh', key: 's', name: 'node-5', entity: { serialNumber } },
      facts: someFacts({ interfaces: [card, somePort({ ifIndex: 2, name: 'eno2', mac: macOf(2) })] }),
    },
    { source: 'proxmox', key: 'p', name: 'node-5', facts: someFacts({ addresses: [address] }) },
  ];
  const serials = ({ host }: ReturnType<typeof reportOf>) => [host.serial_number, host.serial_number_source];
  const evidenceOf = ({ host, ip_addresses: addresses = [], interfaces = [] }: ReturnType<typeof reportOf>) => ({
    ...{ serialNumber: host.serial_number ?? null, chassisId: host.chassis_id ?? null, name: host.name },
    addresses: addresses.map(({ ip_address: ipAddress, mac_address: mac }) => ({
      ...{ subnetId: 'lan', ipAddress, macAddress: mac?.toLowerCase() ?? null },
    })),
    portMacs: interfaces.flatMap(({ mac_address: mac }) => (mac ? [mac.toLowerCase()] : [])),
  });

  test('has a serial number of a chassis rather than a system UUID, in any order of the sources', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...sources], { minLength: 1 }), (found) => {
        const knowing = found.filter(({ entity }) => entity?.serialNumber === serialNumber);
        const [first] = knowing.length > 0 ? knowing : found.filter(({ entity }) => entity !== undefined);
        expect(serials(reportOf(machine('10.0.0.5', {}, { found })))).toEqual([
          first?.entity?.serialNumber,
          first?.source,
        ]);
      }),
    );
  });

  test('is never another machine than the one of which all sources were read', () => {
    const reportOfSources = (found: readonly FoundMachine[], mac: string | undefined) =>
      evidenceOf(reportOf(machine('10.0.0.5', mac === undefined ? {} : { mac, macSource: 'arp' }, { found })));
    const someSources = fc.shuffledSubarray([...sources]);
    const someMac = fc.constantFrom(macOf(1), undefined);
    fc.assert(
      fc.property(someSources, someSources, someMac, someMac, (stored, found, storedMac, mac) => {
        const candidate = {
          ...reportOfSources(stored, storedMac),
          ...{ hostId: 'stored', createdAt: new Date(0), isKept: false, apartFrom: [] },
        };
        expect(judge(reportOfSources(found, mac), [candidate])).toMatchObject({ verdict: 'Same', hostId: 'stored' });
      }),
      { numRuns: 300 },
    );
  });
});
