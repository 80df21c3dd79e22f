// Branches: one firewall, one or two switches and access points, the devices of an office, and a small server.
import { addContainers } from '../network/containers';
import { devices } from '../equipment/devices';
import { addAccessPoint, addEndpoint, type AccessLayer, type EndpointName } from '../network/endpoints';
import { addGateways, addManaged, type Site } from '../network/equipment';
import { addGroup, findService } from '../network/groups';
import type { HostDraft } from '../network/host-draft';
import { toAddress, toNumber } from '../network/numbering';
import { stacks } from '../network/workloads';

const towns = [
  'Lyon',
  'Grenoble',
  'Annecy',
  'Dijon',
  'Valence',
  'Nîmes',
  'Avignon',
  'Toulon',
  'Cannes',
  'Metz',
  'Nancy',
  'Reims',
];
const devicesOfOffice: readonly EndpointName[] = [
  'polycomPhone',
  'windowsDesktop',
  'brotherPrinter',
  'windowsLaptop',
  'hueBridge',
  'chromecast',
  'polycomPhone',
  'camera',
  'macLaptop',
  'iphone',
  'shelly',
  'speaker',
  'controller',
  'windowsDesktop',
  'android',
  'display',
  'polycomPhone',
  'windowsLaptop',
];
const hostsPerBranch = 30;
const base = toNumber('10.128.0.0');

export function buildBranches(site: Site, code: string, target: number): void {
  const { network } = site;
  network.addVlan(1, 'default');
  network.addVlan(10, 'Office');
  network.addVlan(20, 'Voice');
  network.addVlan(30, 'WiFi');
  network.addVlan(40, 'Guests');
  network.addVlan(50, 'Things', 'Light, cameras, loudspeakers', true);
  network.addSubnet('Tunnel to the data centre', '10.255.0.0/24', 'VpnTunnel', { source: 'Manual' });
  const count = Math.max(1, Math.floor(target / hostsPerBranch));
  for (let index = 0; index < count; index++) {
    addBranch(site, code, index, Math.ceil((target - network.hosts.length) / (count - index)));
  }
}

// eslint-disable-next-line max-lines-per-function -- the plan of a site, machine by machine
function addBranch(site: Site, code: string, index: number, hosts: number): void {
  const { network, cabling } = site;
  const end = network.hosts.length + hosts;
  const town = towns[index] ?? `Branch ${index + 1}`;
  const place = index === 0 ? code : `${code}${index + 1}`;
  const slice = base + 0x800 * index;
  const subnet = (part: number, name: string, type: Parameters<typeof network.addSubnet>[2], vlan: number) =>
    network.addSubnet(`${town} ${name}`, `${toAddress(slice + part * 256)}/24`, type, { vlan });
  const management = subnet(0, 'management', 'Management', 1);
  const staff = subnet(1, 'office', 'Lan', 10);
  const subnets = {
    management,
    staff,
    printers: staff,
    voice: subnet(2, 'voice', 'Lan', 20),
    wireless: subnet(3, 'WiFi', 'WiFi', 30),
    guest: subnet(4, 'guests', 'Guest', 40),
    things: subnet(5, 'things', 'IoT', 50),
  };
  network.tag('subnetId', subnets.guest.id, 'Guests');
  const location = `${town}, back office`;
  // The firewall is a single point of failure: without it, the branch is offline.
  const firewall = addManaged(site, {
    name: `${place}-fw-1`,
    device: devices.branchFirewall,
    management,
    offset: 1,
    software: ['Fortinet'],
    location,
    tags: ['Critical'],
  });
  const lan = Object.values(subnets).filter((one, position, all) => all.indexOf(one) === position);
  addGateways(site, [firewall], lan);
  firewall.addService('DHCP Server', { on: firewall.firstAddress });
  firewall.addService('Unbound DNS', { on: firewall.firstAddress, confidence: 'Medium' });
  const switches = [1, 2].map((number) =>
    addManaged(site, {
      name: `${place}-sw-${number}`,
      device: devices.unifiSwitch,
      management,
      offset: number + 1,
      software: ['Switch'],
      location,
    }),
  );
  const taggedVlans = [...network.vlans.values()].filter((vlan) => vlan.number !== 1);
  const native = network.vlans.get(1);
  cabling.trunk(firewall, switches[0]!, { native, taggedVlans, uses: ['access', 'access'] });
  cabling.trunk(switches[0]!, switches[1]!, {
    native,
    taggedVlans,
    ports: 2,
    bundle: [1, 1],
    uses: ['uplink', 'uplink'],
  });
  const modem = network.addHost({
    name: `${place}-modem`,
    device: { manufacturer: 'Sagemcom', model: 'F@st 5688', macPrefixes: ['34:8a:ae'] },
    source: 'Manual',
    seenColumns: network.timeline.manual(75),
    hasHostname: false,
    description: 'Belongs to the provider',
  });
  const outside = network.addSubnet(`${town} modem`, `${toAddress(slice + 7 * 256)}/30`, 'Gateway', {
    source: 'Manual',
  });
  modem.addAddress(outside, { offset: 1 });
  firewall.addAddress(outside, {
    offset: 2,
    mac: firewall.interfaces.find((port) => port.use === 'uplink')!.row.macAddress ?? null,
    name: 'wan1',
  });
  const uplink = firewall.takePort('uplink');
  uplink.row.ifAlias = 'Internet';
  uplink.learned.push(modem.mac);

  const layer: AccessLayer = { code: place, location: town, switches, subnets, accessPoints: [], counts: new Map() };
  for (let number = 0; number < 2; number++)
    addAccessPoint(site, layer, devices.unifiAccessPoint, 'Unifi Access Point');
  const server = addServers(site, place, layer, index);
  const phones: HostDraft[] = [];
  for (let number = 0; network.hosts.length < end; number++) {
    const kind = devicesOfOffice[number % devicesOfOffice.length]!;
    const host = addEndpoint(site, layer, kind, index === 0 && kind === 'controller');
    if (kind === 'polycomPhone') phones.push(host);
  }
  addGroup(
    network,
    { name: `Light and heating ${town}`, type: 'HubAndSpoke', color: 'Lime', tags: ['Smart building'] },
    {
      services: [
        server.get('home-assistant'),
        server.get('zigbee2mqtt'),
        server.get('mosquitto'),
        ...network.hosts
          .slice(-hosts)
          .map((host) => findService(host, 'Philips Hue Bridge') ?? findService(host, 'shelly')),
      ],
    },
  );
  addGroup(
    network,
    { name: `Phones ${town}`, type: 'RequestPath', color: 'Teal', tags: ['Telephony'] },
    { services: phones.map((phone) => findService(phone, 'ip-phone')) },
  );
}

function addServers(site: Site, place: string, layer: AccessLayer, index: number) {
  const { network, cabling } = site;
  const [first] = layer.switches;
  if (index === 0) {
    const probe = network.addHost({
      name: `${place}-probe`,
      device: devices.probe,
      location: layer.location,
      description: 'Runs the discovery daemon',
    });
    cabling.attach(first!, probe, layer.subnets.staff, { speaksLldp: true });
    probe.addService('SSH', {});
  }
  const nas = network.addHost({
    name: `${place}-nas-1`,
    device: devices.synology,
    location: layer.location,
    tags: ['Daily backup'],
  });
  for (const one of layer.switches) cabling.attach(one, nas, layer.subnets.staff);
  nas.addService('Synology DSM', { on: nas.firstAddress, confidence: 'Certain' });
  addContainers(network, nas, 'Docker', [stacks.media], ['Media library']);
  const server = network.addHost({ name: `${place}-srv-1`, device: devices.miniComputer, location: layer.location });
  cabling.attach(first!, server, layer.subnets.staff, { speaksLldp: true });
  server.addService('SSH', { on: server.firstAddress, confidence: 'Certain' });
  return addContainers(
    network,
    server,
    'Docker',
    [stacks.smartOffice, stacks.resolver, stacks.wireless],
    ['Smart building'],
  );
}
