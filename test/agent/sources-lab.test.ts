// A run of the agent in a lab of network namespaces whose machines are also listed by SSH, Proxmox VE, UniFi and
// Kubernetes. Each machine is one host, the map shows what these data sources list, and a second run changes nothing.
import { readFileSync } from 'node:fs';
import { inventoryDiff } from '../support/inventory-diff';
import { requirement } from '../support/requirement';
import { createWorld, type World } from '../support/world';
import { discoverAndResolve } from './lab/discover-and-resolve';
import { whyNoNamespaces } from './lab/namespace-lab';
import { readFingerprints, readPicture, type Seen } from './lab/picture';
import { guestAddresses, SourcesLab } from './lab/sources-lab';
import { sshServer } from './lab/ssh-of-node';

const refusal = whyNoNamespaces();
const { test: check } = requirement(`network namespaces: ${refusal}`, refusal === undefined);
let world: World;
let lab: SourcesLab;
let labPicture: Seen;

beforeAll(async () => {
  if (refusal !== undefined) return;
  world = await createWorld();
  lab = new SourcesLab(world);
  await lab.build();
});
afterAll(async () => {
  try {
    await lab?.tearDown();
  } finally {
    await world?.close();
  }
});

const hostsQuery = `query($network: UUID!) {
  hosts(first: 50, filter: { network: { id: { eq: $network } } }) { nodes {
    id os serialNumber virtualizationMetadata { type details { vmName } } virtualizationService { name host { id } }
  } }
}`;
interface Host {
  readonly id: string;
  readonly os: string | null;
  readonly serialNumber: string | null;
  readonly virtualizationMetadata: { readonly type: string; readonly details: { readonly vmName: string } } | null;
  readonly virtualizationService: { readonly name: string; readonly host: { readonly id: string } } | null;
}
/** The stored hosts, by the node of the lab. */
async function hosts(): Promise<Map<string, Host>> {
  const answer = await world.owner.query(hostsQuery, { network: world.networkId });
  return new Map((answer.hosts.nodes as Host[]).map((host) => [labPicture.nodeOf.get(host.id)!, host] as const));
}

const workloadsQuery = `query($network: UUID!) {
  topologies(first: 1, filter: { network: { id: { eq: $network } } }) { nodes { graph(view: Workloads) {
    containers { elementId parentContainerId ... on HostContainer { host { id } } }
    elements {
      containerId ... on ServiceElement { service { name } }
      ... on HostElement { host { id } inlineGroups { service { name } } }
    }
  } } }
}`;
interface Container {
  readonly elementId: string;
  readonly parentContainerId: string | null;
  /**
   * Set if the box represents a machine. Such a box may contain boxes of the machine's hypervisor and container
   * runtime.
   */
  readonly host?: { readonly id: string };
}
interface WorkloadElement {
  readonly containerId: string;
  readonly service?: { readonly name: string };
  /** Set if the element is a guest, whose services are in `inlineGroups`. */
  readonly host?: { readonly id: string };
  readonly inlineGroups?: readonly { readonly service: { readonly name: string } }[];
}
/** The content of each node's box in the view Workloads: services, and guests with their services. */
async function workloads() {
  const answer = await world.owner.query(workloadsQuery, { network: world.networkId });
  const { containers, elements } = answer.topologies.nodes[0].graph as {
    readonly containers: readonly Container[];
    readonly elements: readonly WorkloadElement[];
  };
  const containerOf = new Map(containers.map((container) => [container.elementId, container] as const));
  const machineAround = (id: string): string => {
    const { host, parentContainerId } = containerOf.get(id)!;
    return host ? labPicture.nodeOf.get(host.id)! : machineAround(parentContainerId!);
  };
  const workloadsByMachine: Record<string, { services: string[]; guests: Record<string, string[]> }> = {};
  for (const { containerId, service, host, inlineGroups = [] } of elements) {
    const inside = (workloadsByMachine[machineAround(containerId)] ??= { services: [], guests: {} });
    if (service) inside.services.push(service.name);
    if (host) inside.guests[labPicture.nodeOf.get(host.id)!] = inlineGroups.map(({ service: { name } }) => name).sort();
  }
  return workloadsByMachine;
}

check('a machine that the scan and several sources have found is one host', async () => {
  await discoverAndResolve(lab, world);
  labPicture = await readPicture(world, lab);
  const addresses = Object.entries(labPicture.machines).map(([node, machine]) => [node, machine.addresses] as const);
  const expected = Object.entries(lab.truth.nodes).map(
    ([node, ports]) =>
      [node, ports.flatMap(({ mac, ips }) => ips.map((ip) => `${ip.split('/')[0]} ${mac}`)).sort()] as const,
  );
  // Two machines that are not in the lab: a wireless client that UniFi lists, and a switch that the UniFi switch
  // reports as LLDP neighbor.
  const onlyKnown = { 'unknown machine Phone': ['10.77.0.172 00:1b:21:00:01:02'], 'unknown machine core': [] };
  expect(Object.fromEntries(addresses)).toEqual({ ...Object.fromEntries(expected), ...onlyKnown });
});

check(`a machine is read by SSH from ${sshServer}`, async () => {
  const [, os] = /^PRETTY_NAME="(.+)"$/m.exec(readFileSync('/etc/os-release', 'utf8')) ?? [];
  expect((await hosts()).get('h1')).toMatchObject({ os });
  const [port] = lab.truth.nodes.h1!;
  expect(labPicture.machines.h1).toMatchObject({ name: 'h1', ports: [`eth0 ${port!.mac} Up`] });
});

check('six guests are the machines at their MAC addresses, each at its hypervisor', async () => {
  const all = await hosts();
  const guests = Object.keys(guestAddresses).map((name) => {
    const { virtualizationMetadata, virtualizationService } = all.get(name)!;
    return [name, virtualizationMetadata, labPicture.nodeOf.get(virtualizationService!.host.id)];
  });
  const guest = (name: string, node: string) => [name, { type: 'Proxmox', details: { vmName: name } }, node];
  expect(guests).toEqual([
    ...[guest('web', 'pve1'), guest('db', 'pve1'), guest('legacy', 'pve1')],
    ...[guest('dns', 'pve2'), guest('proxy', 'pve2'), guest('spare', 'pve2')],
  ]);
});

check('the map has workloads on their nodes, one of which is a guest', async () => {
  const workloadsByMachine = await workloads();
  const scanned = ['SSH', 'nginx'];
  expect(workloadsByMachine).toMatchObject({
    pve1: { guests: { web: expect.any(Array), db: scanned, legacy: scanned } },
    pve2: { guests: { dns: scanned, proxy: scanned, spare: scanned } },
    'cp-1': {
      services: expect.arrayContaining(['Kubernetes', 'SSH', 'kube-system/kube-apiserver', 'kube-system/kube-proxy']),
    },
    'node-2': {
      services: expect.arrayContaining(['Kubernetes', 'SSH', 'balancer/svclb', 'shop/db', 'shop/debug', 'shop/web']),
    },
  });
  expect(Object.keys(workloadsByMachine.pve1!.guests).sort()).toEqual(['db', 'legacy', 'web']);
  expect(Object.keys(workloadsByMachine.pve2!.guests).sort()).toEqual(['dns', 'proxy', 'spare']);
  expect(workloadsByMachine.pve1!.guests.web).toEqual(
    expect.arrayContaining(['Kubernetes', 'SSH', 'containerd', 'ingress/controller', 'shop/report', 'shop/web']),
  );
});

check('the map has the cables that LLDP, tables of switches and the sources tell', () => {
  const cables = [
    ...['sw1 p1 – sw2 p1', 'h1 eth0 – sw1 p2', 'probe eth0 – sw1 p3', 'h2 – sw2', 'cp-1 – sw2', 'node-2 – sw2'],
    // This link is known because `sw2` reports the UniFi switch `sw-access` as its LLDP neighbor.
    'sw-access Port 6 – sw2 p25',
    ...['ap-hall eth0 – sw-access Port 2', 'gateway Port 2 – sw-access Port 1', 'pc – sw-access'],
    'sw-access – unknown machine core',
    // These links are known from the forwarding table of `sw1`: it has the MAC addresses of hypervisors and guests.
    ...['pve1 – sw1', 'pve2 – sw1'],
    ...['pve1 tap100i0 – web net0', 'db net0 – pve1 tap101i0', 'legacy net0 – pve1 tap102i0'],
    ...['legacy net1 – pve1 tap102i1', 'dns eth0 – pve2 veth103i0', 'proxy eth0 – pve2 veth104i0'],
    'pve2 tap105i0 – spare net0',
  ];
  expect([...labPicture.cables].sort()).toEqual(cables.sort());
  expect(labPicture.links).toEqual(
    expect.arrayContaining(['pc – sw-access Port 3', 'sw-access Port 4 – unknown machine core']),
  );
});

check('a second run changes nothing', async () => {
  const before = await readFingerprints(world);
  const since = new Date();
  await discoverAndResolve(lab, world);
  expect(await inventoryDiff(world, since, null)).toMatchObject({ totalCount: 0 });
  expect(await readFingerprints(world)).toEqual(before);
  const { nodeOf } = await readPicture(world, lab);
  expect([...nodeOf].sort()).toEqual([...labPicture.nodeOf].sort());
});
