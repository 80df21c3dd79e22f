// The registry of known software. Its ids are the values of `service_definition`.
import { createHash } from 'node:crypto';
import { computing } from './known-software/computing';
import { others, type Entry } from './known-software/known-software';
import { network } from './known-software/network';
import { people } from './known-software/people';
import { infrastructureCategories, serviceCategories, type ServiceCategory } from './service-categories';

export interface UsualPort {
  number: number;
  protocol: 'Tcp' | 'Udp';
}
export interface ServiceDefinition {
  id: string;
  name: string;
  description: string;
  category: ServiceCategory;
  /** Name of the logo or icon in logo collections, such as `home-assistant`. */
  icon: string;
  /** Ports on which the software listens by default. */
  ports: readonly UsualPort[];
  /** Whether a host may have several services of this software. */
  isGeneric: boolean;
  /** Whether the service is a gateway out of its subnet. A host has at most one such service. */
  isGateway: boolean;
  /** Whether the software runs virtual machines. */
  isHypervisor: boolean;
  /** Whether the software runs containers. */
  isContainerRuntime: boolean;
  /**
   * Whether the service stands for the open ports that belong to no other service. A host has at most one such service.
   */
  isOpenPorts: boolean;
}

/** All known software, by category. The Record type makes a category without software a compile error. */
const entries: Record<ServiceCategory, readonly Entry[]> = { ...network, ...computing, ...people, ...others };

function portsOf(text: string): UsualPort[] {
  return text
    .split(' ')
    .filter(Boolean)
    .map((one) => {
      const [number, protocol] = one.split('/');
      return { number: Number(number), protocol: protocol === 'udp' ? 'Udp' : 'Tcp' };
    });
}

/** Returns the icon key for a name, as logo collections spell it: `home-assistant` for `Home Assistant`. */
const iconOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, '-');

function definitionOf(category: ServiceCategory, [id, name, ports, description, ...flags]: Entry): ServiceDefinition {
  return {
    id,
    name,
    description,
    category,
    icon: iconOf(/[A-Z ]/.test(id) ? name : id),
    ports: portsOf(ports),
    isGeneric: flags.includes('generic'),
    isGateway: flags.includes('gateway'),
    isHypervisor: flags.includes('hypervisor'),
    isContainerRuntime: flags.includes('containerRuntime'),
    isOpenPorts: flags.includes('openPorts'),
  };
}

/** All known software, sorted by category and then by name. */
export const serviceDefinitions: readonly ServiceDefinition[] = serviceCategories.flatMap((category) =>
  entries[category].map((entry) => definitionOf(category, entry)),
);
/**
 * Hash of the known software. Cached graphs depend on it: after an update of the server with other known software, they
 * are computed again.
 */
export const registryTag = createHash('sha256').update(JSON.stringify(serviceDefinitions)).digest('base64url');
const byId = new Map(serviceDefinitions.map((definition) => [definition.id, definition]));

/** The definition of the OpenPorts service, which stands for open ports that belong to no other service. */
export const openPortsDefinition = serviceDefinitions.find(({ isOpenPorts }) => isOpenPorts)!;

/**
 * Returns the definition with this id. For an id that is not in the registry, returns custom software with the id as
 * its name.
 */
export function requireServiceDefinition(id: string): ServiceDefinition {
  return byId.get(id) ?? { ...byId.get('custom')!, id, name: id };
}

const byWord = new Map(
  [...serviceDefinitions]
    .reverse()
    .flatMap(({ id, name }) => [name, id].map((word) => [word.toLowerCase(), id] as const)),
);

/**
 * Returns the id of the first known software whose id or name equals one of the texts, ignoring case. Undefined if
 * there is none.
 */
export const findServiceDefinition = (texts: readonly (string | undefined)[]): string | undefined =>
  texts.map((text) => byWord.get(text?.toLowerCase() ?? '')).find((id) => id !== undefined);

export const isInfrastructure = ({ category }: ServiceDefinition): boolean =>
  infrastructureCategories.includes(category);

/**
 * Whether the software may run containers: it is a known container runtime, or custom software that is not in the
 * registry.
 */
export const mayRunContainers = (id: string): boolean =>
  !byId.has(id) || requireServiceDefinition(id).isContainerRuntime;
