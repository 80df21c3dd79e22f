// Converts the resources of a Redfish service to machines: each system, with its ports and the ports of its management
// controller. Pure functions.
import { ipFromText } from '../../evidence/addresses';
import { fieldsOf, listOf, type Fields } from '../../evidence/json';
import type { ApiPlace } from '../http/api-client';
import { someFacts, withDistinctNames, type FoundMachine } from '../reading';
import type { EntityFacts } from '../snmp';
import { addressesOf, adapterPorts, interfacePorts, lineOf, type RedfishPort } from './ports';
import { linkOf, type Chassis, type Manager, type Service, type System } from './requests';

export const sourceName = 'redfish';

export function machinesOf(service: Service, place: ApiPlace): FoundMachine[] {
  const { systems, managers } = service;
  const keyOf = (path: string) => `${sourceName} ${place.address}:${place.port} ${path}`;
  const managersOf = new Map(systems.map((system) => [system, ownManagers(system, service)] as const));
  const assignedManagers = new Set([...managersOf.values()].flat());
  const machines = systems.map((system) => {
    const chassis = chassisOf(system, service);
    const systemManagers = managersOf.get(system)!;
    const name = lineOf(system.fields.HostName);
    const ports = [
      ...joinPorts(
        interfacePorts(system.interfaces),
        chassis.flatMap(({ adapters }) => adapters.flatMap(adapterPorts)),
      ),
      ...managerPorts(systemManagers),
    ];
    return {
      ...{ source: sourceName, key: keyOf(system.path), entity: entityOf(system.fields, chassis) },
      ...(name !== undefined && { name }),
      facts: factsOf(ports, service.isWhole),
    };
  });
  // A manager that is not assigned to a single system, such as an enclosure's, becomes a machine of its own.
  const others = managers.filter((manager) => !assignedManagers.has(manager));
  const enclosures = others.map((manager) => {
    const enclosure = service.chassis.filter(({ path }) => linksIn(manager.fields, 'ManagerForChassis').includes(path));
    return {
      ...{ source: sourceName, key: keyOf(manager.path), entity: entityOf({}, enclosure.slice(0, 1)) },
      facts: factsOf(managerPorts([manager]), false),
    };
  });
  return withPlace([...machines, ...enclosures], systems.length, managersOf, place);
}

/**
 * Adds the address at which the service was read to the machine, if there is only one machine and it does not list that
 * address.
 */
function withPlace(
  machines: readonly FoundMachine[],
  systemCount: number,
  managersOf: ReadonlyMap<System, readonly Manager[]>,
  { address: text }: ApiPlace,
): FoundMachine[] {
  const address = ipFromText(text);
  const isKnown = machines.some(({ facts }) => facts.addresses.some((one) => one.address === address));
  const [only, ...more] = machines;
  if (address === undefined || isKnown || !only || more.length > 0) return [...machines];
  const ports = only.facts.interfaces.filter(({ name }) => name?.startsWith(managerPrefix));
  const isOfManager = systemCount === 0 || [...managersOf.values()].flat().length > 0;
  const ifIndex = isOfManager && ports.length === 1 ? ports[0]!.ifIndex : 0;
  return [{ ...only, facts: { ...only.facts, addresses: [...only.facts.addresses, { address, ifIndex }] } }];
}

const linksIn = (fields: Fields, name: string): string[] =>
  listOf(fieldsOf(fields.Links)[name]).flatMap((link) => linkOf(link)?.replace(/\/$/, '') ?? []);

/** The managers of the system that manage no other system. */
function ownManagers(system: System, { systems, managers }: Service): Manager[] {
  const ofSystem = linksIn(system.fields, 'ManagedBy');
  return managers.filter((manager) => {
    const servers = linksIn(manager.fields, 'ManagerForServers');
    if (servers.length > 0) return servers.length === 1 && servers[0] === system.path;
    const isOfOthers = systems.some((one) => one !== system && linksIn(one.fields, 'ManagedBy').includes(manager.path));
    return !isOfOthers && (ofSystem.includes(manager.path) || systems.length === 1);
  });
}

/** The chassis of the system, without chassis that also contain other systems, such as an enclosure. */
function chassisOf(system: System, { systems, chassis }: Service): Chassis[] {
  const paths = linksIn(system.fields, 'Chassis');
  const linked = chassis.filter(
    ({ path, fields }) => paths.includes(path) || linksIn(fields, 'ComputerSystems').includes(system.path),
  );
  const ofOthers = (one: Chassis) => linksIn(one.fields, 'ComputerSystems').some((path) => path !== system.path);
  if (linked.length > 0) return linked.filter((one) => !ofOthers(one));
  return systems.length === 1 ? chassis.filter((one) => !ofOthers(one)) : [];
}

/** Manufacturer, model and serial number: each from the first chassis that has a value, otherwise from the system. */
function entityOf(system: Fields, chassis: readonly Chassis[]): EntityFacts {
  const first = (name: string) =>
    [...chassis.map(({ fields }) => fields), system].map((fields) => lineOf(fields[name])).find(Boolean);
  const [manufacturer, model, serialNumber] = ['Manufacturer', 'Model', 'SerialNumber'].map(first);
  const firmwareRevision = lineOf(system.BiosVersion);
  return {
    ...(manufacturer !== undefined && { manufacturer }),
    ...(model !== undefined && { model }),
    ...(serialNumber !== undefined && { serialNumber }),
    ...(firmwareRevision !== undefined && { firmwareRevision }),
  };
}

const managerPrefix = 'BMC ';
const managerPorts = (managers: readonly Manager[]): RedfishPort[] =>
  managers.flatMap(({ interfaces }) =>
    interfacePorts(interfaces).map((one) => ({
      ...one,
      port: { ...one.port, name: `${managerPrefix}${one.port.name}` },
    })),
  );

/** The ports of the system. Missing values are taken from the port of a network adapter with the same MAC address. */
function joinPorts(ofSystem: readonly RedfishPort[], ofAdapters: readonly RedfishPort[]): RedfishPort[] {
  const byMac = new Map<string, RedfishPort>();
  for (const one of ofAdapters) for (const mac of one.macs) if (!byMac.has(mac)) byMac.set(mac, one);
  const joined = new Set<RedfishPort>();
  const ports = ofSystem.map((one) => {
    const other = one.macs.map((mac) => byMac.get(mac)).find((match) => match && !joined.has(match));
    if (!other) return one;
    joined.add(other);
    return { ...one, port: { ...other.port, ...one.port, neighbors: other.port.neighbors } };
  });
  return [...ports, ...ofAdapters.filter((one) => !joined.has(one))];
}

function factsOf(ports: readonly RedfishPort[], isWhole: boolean): FoundMachine['facts'] {
  const numbered = ports.map(({ port, fields }, at) => ({ fields, port: { ...port, ifIndex: -(at + 1) } }));
  const hasNeighbors = numbered.some(({ port }) => port.neighbors.length > 0);
  return someFacts(
    {
      interfaces: withDistinctNames(numbered.map(({ port }) => port)),
      addresses: numbered.flatMap(({ port: { ifIndex }, fields }) => addressesOf(fields, ifIndex)),
    },
    isWhole && hasNeighbors ? ['lldp'] : [],
  );
}
