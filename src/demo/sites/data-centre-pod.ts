// One pod of a data center: a pair of leaf switches, storage, hypervisors with machines, and in every second pod
// container hosts.
import { addContainers } from '../network/containers';
import { devices } from '../equipment/devices';
import { endpointDevices } from '../equipment/endpoint-devices';
import { addGateways, addHypervisor, addMachine, addManaged, addTransit } from '../network/equipment';
import type { Hypervisor, Role, Site } from '../network/equipment';
import { addGroup, findBinding, findService } from '../network/groups';
import type { HostDraft } from '../network/host-draft';
import type { SubnetDraft } from '../network/network-parts';
import { toAddress, toNumber } from '../network/numbering';
import { dataCentreRoles, stacks } from '../network/workloads';

const machinesPerHypervisor = 5;
const base = toNumber('10.64.0.0');

export interface Fabric {
  readonly spines: readonly HostDraft[];
  bundles: number;
  /** Index of the role that the next machine gets. */
  roles: number;
}

/** All VLANs except the one for unused ports (999). */
export const carriedVlans = ({ network }: Site) => [...network.vlans.values()].filter((vlan) => vlan.number !== 999);

interface Pod {
  readonly name: string;
  readonly title: string;
  readonly leaves: readonly HostDraft[];
  readonly subnets: Readonly<Record<string, SubnetDraft>>;
  /** Machines by role. Several machines may have the same role. */
  readonly machines: Map<string, HostDraft[]>;
}

export function addPod(site: Site, code: string, index: number, hosts: number, fabric: Fabric): void {
  const { network, cabling } = site;
  const number = index + 1;
  const slice = base + 0x800 * number;
  const title = `Pod ${number}`;
  const subnet = (part: number, name: string, type: Parameters<typeof network.addSubnet>[2], vlan: number) =>
    network.addSubnet(`${title} ${name}`, `${toAddress(slice + part * 256)}/24`, type, { vlan });
  const subnets = {
    management: subnet(0, 'management', 'Management', 160),
    web: subnet(1, 'web', 'Dmz', 110),
    app: subnet(2, 'applications', 'Lan', 120),
    data: subnet(3, 'data', 'Lan', 130),
    storage: subnet(4, 'storage', 'Storage', 140),
  };
  network.tag('subnetId', subnets.data.id, 'Cardholder data');
  const name = `${code}-p${number}`;
  const location = `Row ${String.fromCharCode(66 + (index % 24))}, rack ${1 + Math.floor(index / 24)}`;
  const leaves = [1, 2].map((side) =>
    addManaged(site, {
      name: `${name}-leaf-${side}`,
      device: devices.leaf,
      management: subnets.management,
      offset: side + 1,
      software: ['Switch'],
      location,
    }),
  );
  for (const leaf of leaves) {
    fabric.spines.forEach((spine, side) =>
      cabling.trunk(spine, leaf, {
        taggedVlans: carriedVlans(site),
        native: network.vlans.get(999),
        ports: 2,
        bundle: [fabric.bundles++, side + 1],
        protocols: ['LLDP', 'CDP'],
      }),
    );
  }
  cabling.trunk(leaves[0]!, leaves[1]!, {
    taggedVlans: carriedVlans(site),
    native: network.vlans.get(999),
    ports: 2,
    bundle: [10, 10],
    uses: ['uplink', 'uplink'],
  });
  addGateways(site, leaves, Object.values(subnets));
  const transit = network.addSubnet(`${title} transit`, `${toAddress(slice + 7 * 256)}/28`, 'Gateway');
  addTransit(transit, fabric.spines, leaves);
  const pod: Pod = { name, title, leaves, subnets, machines: new Map() };
  const isVmware = index % 2 === 0;
  const ups = network.addHost({ name: `${name}-ups-1`, device: endpointDevices.ups, location, source: 'Imported' });
  cabling.attach(leaves[0]!, ups, subnets.management);
  ups.addService('ups', { on: ups.firstAddress });
  const nas = network.addHost({
    name: `${name}-san-1`,
    device: devices.storageServer,
    location,
    os: 'TrueNAS SCALE 24.04',
    tags: ['Daily backup'],
  });
  nas.addAddress(subnets.storage);
  for (const leaf of leaves) cabling.attach(leaf, nas, subnets.storage, { speaksLldp: true });
  nas.addService('TrueNAS', { confidence: 'Certain' });
  nas.addService('iscsi-target', { confidence: 'Medium' });
  let remainingHosts = hosts - 4;
  if (!isVmware) remainingHosts -= addContainerHosts(site, pod, location);
  const backupServer = isVmware ? undefined : addBackupServer(site, pod, location);
  if (backupServer) remainingHosts--;
  addMachines(site, pod, fabric, index === 0, remainingHosts, isVmware, location, backupServer);
}

function addContainerHosts(site: Site, { name, leaves, subnets }: Pod, location: string): number {
  const { network, cabling } = site;
  const add = (title: string, runtime: 'Docker' | 'Podman', list: Parameters<typeof addContainers>[3]) => {
    const host = network.addHost({
      name: `${name}-${title}`,
      device: devices.hpeServer,
      location,
      tags: runtime === 'Docker' ? ['Staging'] : ['Production'],
    });
    host.addAddress(subnets.app!);
    for (const leaf of leaves) cabling.attach(leaf, host, subnets.app, { speaksLldp: true });
    host.addService('SSH', { on: host.firstAddress, confidence: 'Certain' });
    return addContainers(network, host, runtime, list);
  };
  const containerHosts = add('docker-1', 'Docker', [stacks.byHand, stacks.shopStaging, stacks.dashboards]);
  add('podman-1', 'Podman', [stacks.podmanByHand, stacks.papers]);
  const path = ['proxy', 'api', 'db'].map((one) => containerHosts.get(one));
  addGroup(
    network,
    { name: `Staging shop ${name}`, type: 'RequestPath', color: 'Orange', tags: ['Staging'] },
    { services: path },
  );
  return 2;
}

function addBackupServer(site: Site, { name, leaves, subnets }: Pod, location: string): HostDraft {
  const host = site.network.addHost({
    name: `${name}-pbs-1`,
    device: devices.storageServer,
    location,
    os: 'Proxmox Backup Server 3.2',
  });
  host.addAddress(subnets.storage!);
  for (const leaf of leaves) site.cabling.attach(leaf, host, subnets.storage, { speaksLldp: true });
  host.addService('Proxmox Backup Server', { confidence: 'Certain' });
  host.addService('SSH', {});
  return host;
}

function addMachines(
  site: Site,
  pod: Pod,
  fabric: Fabric,
  isFirst: boolean,
  count: number,
  isVmware: boolean,
  location: string,
  backup: HostDraft | undefined,
): void {
  const { network } = site;
  const hypervisorCount = Math.max(2, Math.ceil(count / (machinesPerHypervisor + 1)));
  const kind = isVmware ? 'ESXi' : 'Proxmox';
  const hypervisors: Hypervisor[] = Array.from({ length: hypervisorCount }, (_, number) =>
    addHypervisor(
      site,
      {
        name: `${pod.name}-${isVmware ? 'esx' : 'pve'}-${number + 1}`,
        device: number % 2 ? devices.hpeServer : devices.dellServer,
        location,
      },
      kind,
      pod.subnets.management!,
      pod.leaves,
    ),
  );
  for (let number = 0; number < count - hypervisorCount; number++) {
    const isVcenter = isVmware && isFirst && number === 0;
    const isDockerMachine = !isVmware && number === 0;
    const role: Role = isVcenter
      ? vcenter
      : isDockerMachine
        ? dockerMachine
        : dataCentreRoles[fabric.roles++ % dataCentreRoles.length]!;
    const existingMachines = pod.machines.get(role.name) ?? [];
    const host = addMachine(
      site,
      hypervisors[number % hypervisorCount]!,
      `${pod.name}-${role.name}-${existingMachines.length + 1}`,
      role,
      pod.subnets[role.subnet]!,
    );
    if (isDockerMachine) addContainers(network, host, 'Docker', [stacks.files], ['Intranet']);
    pod.machines.set(role.name, [...existingMachines, host]);
  }
  addPodGroups(site, pod, hypervisors, backup);
}

const vcenter: Role = {
  name: 'vcenter',
  subnet: 'management',
  software: ['vmware-vcenter'],
  os: 'VMware Photon OS',
  tags: ['Critical'],
};
const dockerMachine: Role = {
  name: 'files',
  subnet: 'app',
  software: ['SSH'],
  runsContainers: true,
  tags: ['Production'],
};

function addPodGroups(
  { network }: Site,
  { title, machines }: Pod,
  hypervisors: readonly Hypervisor[],
  backup: HostDraft | undefined,
): void {
  const first = (name: string) => machines.get(name)?.[0];
  const bindings = [
    findBinding(first('lb'), 'HAProxy', 1),
    findBinding(first('shop-web'), 'nginx'),
    findBinding(first('shop-api'), 'shop-api'),
    findBinding(first('shop-db'), 'PostgreSQL'),
  ];
  addGroup(
    network,
    {
      name: `Order in the shop, ${title}`,
      type: 'RequestPath',
      color: 'Emerald',
      description: 'From the load balancer to the database',
      tags: ['Web shop', 'Critical'],
    },
    { bindings },
  );
  addGroup(
    network,
    {
      name: `From commit to image, ${title}`,
      type: 'RequestPath',
      color: 'Violet',
      edgeStyle: 'Bezier',
      tags: ['Engineering'],
    },
    {
      services: [
        findService(first('git'), 'GitLab'),
        findService(first('build'), 'Jenkins'),
        findService(first('registry'), 'harbor'),
      ],
    },
  );
  const exporters = [...machines.values()].flat().map((host) => findService(host, 'Prometheus Node Exporter'));
  addGroup(
    network,
    { name: `Metrics, ${title}`, type: 'HubAndSpoke', color: 'Amber', tags: ['Monitoring'] },
    { services: first('metrics') ? [findService(first('metrics'), 'Prometheus'), ...exporters] : [] },
  );
  addGroup(
    network,
    { name: `Backups, ${title}`, type: 'HubAndSpoke', color: 'Cyan', edgeStyle: 'Straight', tags: ['Daily backup'] },
    { services: [findService(backup, 'Proxmox Backup Server'), ...hypervisors.map((one) => one.service)] },
  );
}
