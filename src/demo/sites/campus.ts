// A campus: two cores behind a pair of firewalls, a server room, and buildings.
import { addBuildings } from './campus-buildings';
import { addCores, type Backbone, trunkAll } from './campus-core';
import { devices } from '../equipment/devices';
import { addGateways, addHypervisor, addMachine, addManaged, type Site } from '../network/equipment';
import { addGroup, findBinding, findService } from '../network/groups';
import type { HostDraft } from '../network/host-draft';
import type { SubnetDraft } from '../network/network-parts';
import { campusRoles } from '../network/workloads';

export function buildCampus(site: Site, code: string, target: number): void {
  const { network } = site;
  network.addVlan(10, 'Management', 'Switches, access points and power');
  network.addVlan(20, 'Staff');
  network.addVlan(30, 'Servers');
  network.addVlan(40, 'DMZ', 'Reachable from outside');
  network.addVlan(50, 'Voice');
  network.addVlan(60, 'WiFi Staff');
  network.addVlan(70, 'Guests', 'Internet only');
  network.addVlan(80, 'IoT', 'Cameras, heating, displays');
  network.addVlan(90, 'Printers');
  network.addVlan(999, 'Parking', 'Unused ports', true);
  const management = network.addSubnet('Core management', '10.16.0.0/24', 'Management', { vlan: 10 });
  const servers = network.addSubnet('Servers', '10.16.1.0/24', 'Lan', { vlan: 30 });
  const dmz = network.addSubnet('DMZ', '10.16.2.0/24', 'Dmz', { vlan: 40 });
  const uplink = network.addSubnet('Internet uplink', '203.0.113.0/29', 'Gateway', {
    source: 'Manual',
    description: 'Given by the provider',
  });
  network.addSubnet('Remote access', '10.16.7.0/24', 'VpnTunnel', { source: 'Manual' });

  const backbone = addCores(site, `${code}-core`, management, servers, 0);
  const firewalls = [1, 2].map((number) =>
    addManaged(site, {
      name: `${code}-fw-${number}`,
      device: devices.campusFirewall,
      management,
      offset: 4 + number,
      software: ['Fortinet'],
      location: 'Server room',
      tags: ['Critical'],
    }),
  );
  for (const firewall of firewalls) {
    for (const core of backbone.cores) trunkAll(site, core, firewall, { uses: ['access', 'uplink'] });
  }
  addGateways(site, firewalls, [dmz]);
  const router = network.addHost({
    name: `${code}-wan-1`,
    device: devices.branchRouter,
    location: 'Server room',
    tags: ['Critical', 'End of life'],
  });
  const wanAddress = router.addAddress(uplink, { offset: 2 });
  router.addService('Gateway', { on: wanAddress, ports: ['22'], confidence: 'Certain' });
  for (const firewall of firewalls)
    site.cabling.trunk(firewall, router, { uses: ['access', 'access'], protocols: ['LLDP'] });
  firewalls.forEach((firewall, index) =>
    firewall.addAddress(uplink, {
      offset: 3 + index,
      mac: firewall.interfaces[0]!.row.macAddress ?? null,
      name: 'port1',
    }),
  );
  firewalls[0]!.addService('strongswan', { on: firewalls[0]!.addresses.at(-1), tags: ['Critical'] });
  // The provider's router was not scanned; it is only known from its LLDP messages.
  const provider = network.addHost({
    name: 'pe3.par.isp.example',
    device: { manufacturer: 'Juniper', model: 'MX480', macPrefixes: ['84:18:88'] },
    source: 'Inferred',
    hasHostname: false,
  });
  site.cabling.reports.push({ by: router.takePort('access'), about: provider, protocol: 'LLDP' });
  const controller = addManaged(site, {
    name: `${code}-wlc-1`,
    device: devices.wirelessController,
    management,
    offset: 8,
    software: ['wireless-lan-controller'],
    location: 'Server room',
  });
  for (const core of backbone.cores) trunkAll(site, core, controller, {});

  const phones = addServerRoom(site, code, backbone, management, servers);
  addBuildings(site, code, target, backbone, phones);
}

function addServerRoom(
  site: Site,
  code: string,
  backbone: Backbone,
  management: SubnetDraft,
  servers: SubnetDraft,
): HostDraft | undefined {
  const { network, cabling } = site;
  const location = 'Server room';
  const rack = addManaged(site, {
    name: `${code}-sw-srv-1`,
    device: devices.ciscoAccess24,
    management,
    offset: 9,
    software: ['cisco-catalyst'],
    location,
  });
  backbone.cores.forEach((core) => trunkAll(site, core, rack, {}));
  const [root, second] = backbone.cores;
  cabling.facts.rings.push({ root, second, third: rack });
  const nas = network.addHost({ name: `${code}-nas-1`, device: devices.synology, location, tags: ['Daily backup'] });
  for (const _ of [1, 2]) cabling.attach(rack, nas, servers);
  nas.addService('Synology DSM', { confidence: 'Certain' });
  nas.addService('NFS', { confidence: 'Medium' });
  const probe = network.addHost({
    name: `${code}-probe`,
    device: devices.probe,
    location,
    description: 'Runs the discovery daemon',
  });
  cabling.attach(rack, probe, servers, { speaksLldp: true });
  probe.addService('SSH', {});
  const hypervisor = addHypervisor(
    site,
    { name: `${code}-pve-1`, device: devices.dellServer, location },
    'Proxmox',
    servers,
    [rack, rack],
  );
  const machines = new Map(
    campusRoles.map((role) => [role.name, addMachine(site, hypervisor, `${code}-${role.name}-1`, role, servers)]),
  );
  const radius = findService(machines.get('radius'), 'freeradius');
  const controllers = network.hosts.flatMap((host) => findService(host, 'wireless-lan-controller') ?? []);
  const cdpSwitches = network.hosts.flatMap((host) =>
    host.device.speaksCdp ? (findService(host, 'cisco-catalyst') ?? findService(host, 'core-switch') ?? []) : [],
  );
  addGroup(
    network,
    {
      name: 'Sign-in to the network',
      type: 'HubAndSpoke',
      color: 'Indigo',
      description: 'Switches and controllers ask RADIUS',
      tags: ['Critical'],
    },
    { services: [radius, ...controllers, ...cdpSwitches] },
  );
  addGroup(
    network,
    { name: 'Printing', type: 'RequestPath', color: 'Sky' },
    { bindings: [findBinding(machines.get('dns'), 'Bind9'), findBinding(machines.get('print'), 'CUPS')] },
  );
  addGroup(
    network,
    { name: 'Network monitoring', type: 'HubAndSpoke', color: 'Amber', edgeStyle: 'Bezier' },
    { services: [findService(machines.get('nms'), 'librenms'), ...cdpSwitches] },
  );
  return machines.get('pbx');
}
