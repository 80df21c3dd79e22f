// The buildings of a campus: distribution and access switches, access points, and the devices of people and rooms.
import { addCores, type Backbone, trunkAll } from './campus-core';
import type { Device } from '../equipment/device-families';
import { devices } from '../equipment/devices';
import { addAccessPoint, addEndpoint, type AccessLayer, type EndpointName } from '../network/endpoints';
import { addGateways, addManaged, addTransit, type Site } from '../network/equipment';
import { addGroup, findService } from '../network/groups';
import type { HostDraft } from '../network/host-draft';
import { toAddress, toNumber } from '../network/numbering';
import type { Software } from '../equipment/software';

interface Hardware {
  readonly distribution: Device;
  readonly small: Device;
  readonly large: Device;
  readonly software: Software;
  readonly accessPoint: Device;
  readonly radioSoftware: Software;
}

/** Hardware by building; buildings were equipped at different times. */
const fittings: readonly Hardware[] = [
  {
    distribution: devices.ciscoDistribution,
    small: devices.ciscoAccess24,
    large: devices.ciscoAccess48,
    software: 'cisco-catalyst',
    accessPoint: devices.ciscoAccessPoint,
    radioSoftware: 'Access Point',
  },
  {
    distribution: devices.arubaDistribution,
    small: devices.arubaAccess24,
    large: devices.arubaAccess48,
    software: 'Switch',
    accessPoint: devices.arubaAccessPoint,
    radioSoftware: 'aruba-access-point',
  },
  {
    distribution: devices.juniperDistribution,
    small: devices.juniperAccess24,
    large: devices.juniperAccess48,
    software: 'Switch',
    accessPoint: devices.arubaAccessPoint,
    radioSoftware: 'aruba-access-point',
  },
];

const buildingNames = [
  'Main Hall',
  'Library',
  'Science Block',
  'Sports Centre',
  'Workshop',
  'Medical Centre',
  'Admin House',
  'Arts Studio',
];
const people: readonly EndpointName[] = [
  'windowsDesktop',
  'yealinkPhone',
  'windowsLaptop',
  'macDesktop',
  'iphone',
  'yealinkPhone',
  'windowsDesktop',
  'macLaptop',
  'android',
  'linuxDesktop',
  'yealinkPhone',
  'windowsDesktop',
  'iphone',
  'windowsLaptop',
];
const rooms: readonly EndpointName[] = [
  'hpPrinter',
  'ups',
  'camera',
  'airController',
  'display',
  'brotherPrinter',
  'meter',
  'camera',
  'oddity',
];
const hostsPerBuilding = 95;
const buildingsPerCore = 40;
const base = toNumber('10.16.0.0');

export function addBuildings(
  site: Site,
  code: string,
  target: number,
  backbone: Backbone,
  exchange: HostDraft | undefined,
): void {
  const { network } = site;
  const remainingHosts = target - network.hosts.length;
  const count = Math.max(3, Math.ceil(remainingHosts / hostsPerBuilding));
  let block = backbone;
  for (let index = 0; index < count; index++) {
    if (index > 0 && index % buildingsPerCore === 0) {
      const number = index / buildingsPerCore;
      const management = network.addSubnet(
        `Core management ${number + 1}`,
        `${toAddress(base + number * 0x100 + 0x10000 * 47)}/24`,
        'Management',
        { vlan: 10 },
      );
      block = addCores(site, `${code}-core-${number + 1}`, management, undefined, number);
      block.cores.forEach((core, side) =>
        trunkAll(site, backbone.cores[side]!, core, {
          ports: 2,
          bundle: [backbone.bundles++, 2],
          uses: ['access', 'access'],
        }),
      );
      const transit = network.addSubnet(
        `Core transit ${number + 1}`,
        `${toAddress(base + number * 0x100 + 0x10000 * 46)}/28`,
        'Gateway',
      );
      addTransit(transit, backbone.cores, block.cores);
    }
    const hosts = Math.ceil((target - network.hosts.length) / (count - index));
    addBuilding(site, code, index, hosts, block, exchange);
  }
}

// eslint-disable-next-line max-lines-per-function -- the plan of a building, machine by machine
function addBuilding(
  site: Site,
  code: string,
  index: number,
  hosts: number,
  backbone: Backbone,
  exchange: HostDraft | undefined,
): void {
  const { network } = site;
  const fitting = fittings[index % fittings.length]!;
  const letter = index < 26 ? String.fromCharCode(97 + index) : `b${index + 1}`;
  const title = buildingNames[index] ?? `Building ${index + 1}`;
  const place = `${code}-${letter}`;
  const slice = base + 0x800 * (index + 1);
  const subnet = (part: number, name: string, type: Parameters<typeof network.addSubnet>[2], vlan: number) =>
    network.addSubnet(`${title} ${name}`, `${toAddress(slice + part * 256)}/24`, type, { vlan });
  const subnets = {
    management: subnet(0, 'management', 'Management', 10),
    staff: subnet(1, 'staff', 'Lan', 20),
    voice: subnet(2, 'voice', 'Lan', 50),
    wireless: subnet(3, 'WiFi', 'WiFi', 60),
    guest: subnet(4, 'guests', 'Guest', 70),
    things: subnet(5, 'things', 'IoT', 80),
    printers: subnet(6, 'printers', 'Lan', 90),
  };
  network.tag('subnetId', subnets.guest.id, 'Guests');
  // Every third building has a single distribution switch with one uplink, which is a single point of failure.
  const isWeak = index % 3 === 2;
  const distributions = (isWeak ? [1] : [1, 2]).map((number) =>
    addManaged(site, {
      name: `${place}-dist-${number}`,
      device: fitting.distribution,
      management: subnets.management,
      offset: number + (isWeak ? 0 : 1),
      software: ['Switch'],
      location: `${title}, basement`,
      tags: isWeak ? ['Critical'] : [],
    }),
  );
  const cores = isWeak ? backbone.cores.slice(0, 1) : backbone.cores;
  for (const distribution of distributions) {
    for (const core of cores) {
      trunkAll(
        site,
        core,
        distribution,
        isWeak ? {} : { ports: 2, bundle: [backbone.bundles++, backbone.cores.indexOf(core) + 1] },
      );
    }
  }
  if (!isWeak) trunkAll(site, distributions[0]!, distributions[1]!, { uses: ['access', 'access'] });
  addGateways(site, distributions, Object.values(subnets));
  const transit = network.addSubnet(`${title} transit`, `${toAddress(slice + 7 * 256)}/28`, 'Gateway');
  addTransit(transit, cores, distributions);

  const endpoints = hosts - distributions.length;
  const accessCount = Math.max(2, Math.ceil(endpoints / 40));
  const perSwitch = Math.ceil((endpoints - accessCount) / accessCount);
  const switches = Array.from({ length: accessCount }, (_, number) => {
    const access = addManaged(site, {
      name: `${place}-acc-${number + 1}`,
      device: perSwitch > 18 ? fitting.large : fitting.small,
      management: subnets.management,
      software: [fitting.software],
      location: `${title}, floor ${number}`,
    });
    distributions.forEach((distribution) => trunkAll(site, distribution, access, {}));
    return access;
  });
  const layer: AccessLayer = { code: place, location: title, switches, subnets, accessPoints: [], counts: new Map() };
  const rest = endpoints - accessCount;
  const radios = Math.max(1, Math.round(rest * 0.08));
  for (let number = 0; number < radios; number++)
    addAccessPoint(site, layer, fitting.accessPoint, fitting.radioSoftware);
  const inRooms = Math.round((rest - radios) * 0.34);
  const phones: HostDraft[] = [];
  for (let number = 0; number < rest - radios; number++) {
    // Each building takes other kinds of devices from the lists, so that even a small campus has devices of every kind.
    const kind =
      number < inRooms
        ? rooms[(number + index * inRooms) % rooms.length]!
        : people[(number + index * 3) % people.length]!;
    const host = addEndpoint(site, layer, kind, index === 0 && number === rest - radios - 1);
    if (kind === 'yealinkPhone') phones.push(host);
  }
  const extensions = phones.slice(0, 40).map((phone) => findService(phone, 'ip-phone'));
  addGroup(
    network,
    { name: `Extensions ${title}`, type: 'HubAndSpoke', color: 'Teal', tags: ['Telephony'] },
    { services: [findService(exchange, 'FreePBX'), ...extensions] },
  );
}
