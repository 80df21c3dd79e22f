// Tests which reports of a run become one host. The result does not depend on the order of the reports, on repeated
// reports, or on weak evidence that several machines share.
import fc from 'fast-check';
import {
  addressPlace,
  type IdentityAddress,
  type MachineEvidence,
} from '../../../../src/modules/inventory/identity/identity';
import type { Candidate } from '../../../../src/modules/inventory/identity/judge';
import { judgeAmong } from '../../../../src/modules/inventory/identity/known-hosts';
import { findMoves } from '../../../../src/modules/inventory/identity/moves';

interface Host extends Candidate {
  addresses: readonly IdentityAddress[];
  apartFrom: readonly string[];
}

/** The hosts of a network in memory. Reports update them as they would update stored hosts. */
class Network {
  hosts: Host[] = [];
  private readonly answering = new Set<string>();
  private made = 0;

  beginRun(): void {
    for (const host of this.hosts) host.addresses = host.addresses.map((one) => ({ ...one, isSeenInRun: false }));
  }

  async report(machine: MachineEvidence): Promise<string> {
    const { judgement, candidates, newlyAnswering } = await judgeAmong(
      { candidates: () => Promise.resolve({ hosts: this.hosts, answeringForOthers: this.answering }) },
      machine,
    );
    for (const mac of newlyAnswering) this.answering.add(mac);
    for (const { addressId, fromHostId } of findMoves(machine, candidates, judgement)) {
      const before = this.hosts.find(({ hostId }) => hostId === fromHostId)!;
      before.addresses = before.addresses.filter(({ id }) => id !== addressId);
    }
    const isSame = judgement.verdict === 'Same';
    const host = isSame ? this.hosts.find(({ hostId }) => hostId === judgement.hostId)! : this.make();
    const absorbedIds = isSame ? judgement.absorbedHosts.map(({ hostId }) => hostId) : [];
    const parts = this.hosts.filter(({ hostId }) => absorbedIds.includes(hostId));
    this.hosts = this.hosts.filter(({ hostId }) => !absorbedIds.includes(hostId));
    const suspectedIds = judgement.verdict === 'Different' ? [] : judgement.suspectedHosts.map(({ hostId }) => hostId);
    const seenRows = machine.addresses.map((one) => ({ ...one, isSeenInRun: true }));
    const places = new Set(seenRows.map(addressPlace));
    const keptAddresses = [host, ...parts]
      .flatMap(({ addresses }) => addresses)
      .filter((one) => !places.has(addressPlace(one)));
    const knownHost = { ...Object.fromEntries(Object.entries(machine).filter(([, value]) => value != null)) };
    Object.assign(host, knownHost, {
      addresses: [...keptAddresses, ...seenRows].map((one) => ({ ...one, id: `${host.hostId} ${addressPlace(one)}` })),
      portMacs: [...new Set([host, ...parts, machine].flatMap(({ portMacs }) => portMacs))],
      apartFrom: [...new Set([...host.apartFrom, ...suspectedIds])],
    });
    return host.hostId;
  }

  private make(): Host {
    this.made += 1;
    const at = { hostId: `host ${this.made}`, createdAt: new Date(this.made), isKept: false, apartFrom: [] };
    const host: Host = { ...at, addresses: [], portMacs: [] };
    this.hosts.push(host);
    return host;
  }

  /**
   * The addresses and other evidence of all hosts as sorted texts. Ids are left out, because they depend on the order
   * of reports.
   */
  get facts(): string[] {
    return this.hosts
      .map(({ addresses, portMacs, serialNumber, chassisId }) =>
        JSON.stringify([addresses.map(addressPlace).sort(), [...portMacs].sort(), serialNumber, chassisId]),
      )
      .sort();
  }
}

/** Reports the machines in this order. Returns, for each machine, the first machine that got the same host. */
async function runOver(
  network: Network,
  machines: readonly MachineEvidence[],
  order: readonly number[],
): Promise<number[]> {
  network.beginRun();
  const hostOf: string[] = [];
  for (const at of order) hostOf[at] = await network.report(machines[at]!);
  return machines.map((_machine, at) => hostOf.indexOf(hostOf[at]!));
}

const most = 6;
const vendor = (machine: number, port: number) => `00:1b:21:00:0${machine}:0${port}`;
/** Evidence that several machines may share, such as a name, and that therefore decides nothing. */
const weak = fc.record({
  hasBridge: fc.boolean(),
  name: fc.option(fc.constantFrom('switch', 'localhost'), { nil: null }),
  sysName: fc.option(fc.constantFrom('switch', 'router'), { nil: null }),
  sysObjectId: fc.option(fc.constant('1.3.6.1.4.1.9.1.1'), { nil: null }),
  chassis: fc.option(fc.constantFrom('::', '0.0.0.0', 'Not Specified'), { nil: null }),
  softwareMac: fc.boolean(),
});
const deciding = fc.record(
  {
    serial: fc.boolean(),
    chassis: fc.boolean(),
    ports: fc.integer({ min: 0, max: 2 }),
  },
  { requiredKeys: ['serial', 'chassis', 'ports'] },
);
/**
 * Machines with one IP address each. With `isDecided`, every machine also has MAC addresses, which prove that it is
 * not another machine, and some machines share the address 10.0.0.100.
 */
const machinesWith = (isDecided: boolean) =>
  fc.array(fc.tuple(weak, deciding, fc.boolean()), { minLength: 1, maxLength: most }).map((all) =>
    all.map(([someSerials, ownMacs, shares], at): MachineEvidence => {
      const ports = isDecided ? Math.max(1, ownMacs.ports) : ownMacs.ports;
      const macs = Array.from({ length: ports }, (_none, port) => vendor(at, port));
      const mac = macs[0] ?? (someSerials.softwareMac ? '02:00:00:00:00:01' : null);
      const place = (ipAddress: string, macAddress: string | null): IdentityAddress => ({
        ...{ subnetId: 'lan', ipAddress, macAddress },
      });
      return {
        addresses: [
          place(`10.0.0.${at + 1}`, mac),
          ...(isDecided && shares ? [place('10.0.0.100', mac)] : []),
          ...(someSerials.hasBridge ? [{ ...place('172.17.0.1', '02:42:ac:11:00:01'), subnetId: 'docker' }] : []),
        ],
        portMacs: macs.slice(1),
        serialNumber: ownMacs.serial ? `FOC ${at}X` : 'None',
        chassisId: ownMacs.chassis ? `chassis ${at}` : someSerials.chassis,
        ...{ name: someSerials.name, sysName: someSerials.sysName, sysObjectId: someSerials.sysObjectId },
      };
    }),
  );
const inOrders = (machines: fc.Arbitrary<MachineEvidence[]>) =>
  machines.chain((all) => {
    const numbers = all.map((_machine, at) => at);
    const order = fc.shuffledSubarray(numbers, { minLength: numbers.length });
    return fc.tuple(fc.constant(all), order, order);
  });
const turnMachine = (machine: MachineEvidence): MachineEvidence => ({
  ...machine,
  ...{ addresses: [...machine.addresses].reverse(), portMacs: [...machine.portMacs].reverse() },
});

test('within one run the order of reports and of their parts makes no difference', async () => {
  await fc.assert(
    fc.asyncProperty(inOrders(machinesWith(false)), async ([machines, one, other]) => {
      const [first, second] = [new Network(), new Network()];
      const partition = await runOver(first, machines, one);
      expect(await runOver(second, machines.map(turnMachine), other)).toEqual(partition);
      expect(second.hosts).toHaveLength(first.hosts.length);
    }),
    { numRuns: 120, seed: 34 },
  );
});

test('repeating a run, in any order, changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(inOrders(machinesWith(false)), async ([machines, one, other]) => {
      const network = new Network();
      const partition = await runOver(network, machines, one);
      const { facts } = network;
      const ids = network.hosts.map(({ hostId }) => hostId).sort();
      for (const order of [one, other]) {
        expect(await runOver(network, machines, order)).toEqual(partition);
        expect(network.facts).toEqual(facts);
        expect(network.hosts.map(({ hostId }) => hostId).sort()).toEqual(ids);
      }
    }),
    { numRuns: 120, seed: 34 },
  );
});

test('machines with different deciding evidence are never merged over several runs', async () => {
  await fc.assert(
    fc.asyncProperty(inOrders(machinesWith(true)), async ([machines, one, other]) => {
      const network = new Network();
      const apart = machines.map((_machine, at) => at);
      for (const order of [one, other, one]) expect(await runOver(network, machines, order)).toEqual(apart);
      expect(network.hosts).toHaveLength(machines.length);
      // A machine with the same address and another name is still the same machine.
      const renamedMachines = machines.map((machine) => ({ ...machine, name: 'renamed' }));
      expect(await runOver(network, renamedMachines, other)).toEqual(apart);
      expect(network.hosts).toHaveLength(machines.length);
    }),
    { numRuns: 120, seed: 34 },
  );
});

test('interfaces found as machines are merged by a report with all of them, in any order', async () => {
  await fc.assert(
    fc.asyncProperty(inOrders(machinesWith(true)), async ([machines, one, other]) => {
      const nics = machines.map((_machine, at) =>
        [1, 2].map((port): MachineEvidence => ({
          addresses: [{ subnetId: 'lan', ipAddress: `10.0.${port}.${at + 1}`, macAddress: vendor(at, port) }],
          portMacs: [],
        })),
      );
      const network = new Network();
      await runOver(
        network,
        [...nics.map(([nic]) => nic!), ...nics.map((pair) => pair[1]!)],
        [...one, ...other.map((at) => at + one.length)],
      );
      expect(network.hosts).toHaveLength(2 * machines.length);
      const whole = nics.map(([first, second]) => ({
        addresses: [...first!.addresses, ...second!.addresses],
        portMacs: [],
      }));
      expect(await runOver(network, whole, other)).toEqual(machines.map((_machine, at) => at));
      expect(network.hosts).toHaveLength(machines.length);
    }),
    { numRuns: 60, seed: 34 },
  );
});

test('two machines behind one MAC address with different names stay the same two in each run', async () => {
  const behind = (last: number, name: string): MachineEvidence => ({
    ...{ addresses: [{ subnetId: 'lan', ipAddress: `10.0.0.${last}`, macAddress: vendor(1, 1) }], portMacs: [], name },
  });
  const machines = [behind(1, 'one'), behind(2, 'two')];
  const network = new Network();
  for (const order of [
    [0, 1],
    [0, 1],
    [1, 0],
  ])
    expect(await runOver(network, machines, order)).toEqual([0, 1]);
  expect(network.hosts.map(({ name, addresses }) => [name, addresses.map(({ ipAddress }) => ipAddress)])).toEqual([
    ['one', ['10.0.0.1']],
    ['two', ['10.0.0.2']],
  ]);
});
