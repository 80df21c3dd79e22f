// A data center: routers and firewalls at the edge, two spine switches, and pods.
import { addPod, carriedVlans, type Fabric } from './data-centre-pod';
import { devices } from '../equipment/devices';
import { addGateways, addManaged, addRouting, type Site } from '../network/equipment';

const hostsPerPod = 60;

// eslint-disable-next-line max-lines-per-function -- the plan of a site, machine by machine
export function buildDataCentre(site: Site, code: string, target: number): void {
  const { network, cabling } = site;
  network.addVlan(110, 'Web', 'Front ends, reachable from outside');
  network.addVlan(120, 'Applications');
  network.addVlan(130, 'Data');
  network.addVlan(140, 'Storage', 'iSCSI and NFS');
  network.addVlan(160, 'Management', 'Switches and hypervisors');
  network.addVlan(170, 'vMotion', null, true);
  network.addVlan(999, 'Parking', 'Unused ports', true);
  const management = network.addSubnet('Fabric management', '10.64.0.0/24', 'Management', { vlan: 160 });
  const transit = network.addSubnet('Provider transit', '198.51.100.0/28', 'Gateway', {
    source: 'Manual',
    description: 'Two carriers, BGP',
  });
  network.addSubnet('Site-to-site tunnels', '10.64.7.0/24', 'VpnTunnel', { source: 'Manual' });
  const location = 'Meet-me room';
  const spines = [1, 2].map((number) =>
    addManaged(site, {
      name: `${code}-spine-${number}`,
      device: devices.spine,
      management,
      offset: number + 1,
      software: ['core-switch'],
      location: `Row A, rack ${number}`,
      tags: ['Critical'],
    }),
  );
  const fabric: Fabric = { spines, bundles: 10, roles: 0 };
  addGateways(site, spines, [management]);
  const routers = [1, 2].map((number) => {
    const router = addManaged(site, {
      name: `${code}-edge-${number}`,
      device: devices.edgeRouter,
      management,
      offset: number + 3,
      software: ['SNMP'],
      location,
      tags: ['Critical'],
    });
    const outside = router.addAddress(transit, {
      offset: number + 1,
      mac: router.interfaces[0]!.row.macAddress ?? null,
      name: 'xe-0/1/0',
    });
    addRouting(router, [outside]);
    router.takePort('access').row.ifAlias = `Carrier ${number}`;
    return router;
  });
  cabling.facts.adjacencies.push({ protocol: 'Bgp', between: [routers[0]!, routers[1]!], subnet: transit });
  cabling.trunk(routers[0]!, routers[1]!, { ports: 2, bundle: [0, 0], uses: ['uplink', 'uplink'] });
  const firewalls = [1, 2].map((number) =>
    addManaged(site, {
      name: `${code}-fw-${number}`,
      device: devices.dataCentreFirewall,
      management,
      offset: number + 5,
      software: ['palo-alto-firewall'],
      location: 'Row A, rack 3',
      tags: ['Critical', 'Cardholder data'],
    }),
  );
  firewalls.forEach((firewall) => {
    routers.forEach((router) => cabling.trunk(router, firewall));
    spines.forEach((spine, side) =>
      cabling.trunk(spine, firewall, {
        ports: 1,
        taggedVlans: carriedVlans(site),
        bundle: [fabric.bundles++, side + 1],
      }),
    );
  });
  routers.forEach((router, index) => {
    const carrier = network.addHost({
      name: `ar${index + 1}.fra.carrier-${index + 1}.example`,
      device: { manufacturer: 'Nokia', model: '7750 SR-1', macPrefixes: ['00:16:4d'] },
      source: 'Inferred',
      hasHostname: false,
    });
    cabling.reports.push({ by: router.interfaces[0]!, about: carrier, protocol: 'LLDP' });
  });
  const balancer = network.addHost({
    name: `${code}-adc-1`,
    device: devices.loadBalancer,
    location: 'Row A, rack 3',
    description: 'The only one: a single point of failure',
    tags: ['Critical'],
  });
  const outOfBand = addManaged(site, {
    name: `${code}-oob-1`,
    device: devices.juniperAccess24,
    management,
    offset: 8,
    software: ['Switch'],
    location: 'Row A, rack 3',
  });
  cabling.trunk(spines[0]!, outOfBand, { native: network.vlans.get(160) });
  balancer.addAddress(management);
  cabling.attach(outOfBand, balancer, management, { speaksLldp: true });
  balancer.addService('f5-big-ip', { on: balancer.firstAddress, confidence: 'Certain' });
  const probe = network.addHost({
    name: `${code}-probe`,
    device: devices.probe,
    location: 'Row A, rack 3',
    description: 'Runs the discovery daemon',
  });
  cabling.attach(outOfBand, probe, management, { speaksLldp: true });
  probe.addService('SSH', {});

  const remainingHosts = target - network.hosts.length;
  const pods = Math.max(2, Math.ceil(remainingHosts / hostsPerPod));
  for (let index = 0; index < pods; index++) {
    addPod(site, code, index, Math.ceil((target - network.hosts.length) / (pods - index)), fabric);
  }
}
