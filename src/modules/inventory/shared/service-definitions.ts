// The registry of known software, by the ids of `service_definition`.
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
  /** Key of the logo or icon. */
  icon: string;
  /** Ports on which the software listens by default. */
  ports: readonly UsualPort[];
  /** Whether a host may have several such services that do not differ in their name. */
  isGeneric: boolean;
  /** Whether the service is a gateway out of its subnet; one per host. */
  isGateway: boolean;
  /** Whether the software runs virtual machines. */
  isHypervisor: boolean;
  /** Whether the software runs containers. */
  isContainerRuntime: boolean;
  /** Whether the service stands for the open ports that no other service claims; one per host. */
  isOpenPorts: boolean;
}

/** The Record type makes a category without software a compile error. */
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

/** Icon key for a name, as logo collections spell it: `Home Assistant` becomes `home-assistant`. */
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
/** Identifies this version of the registry. Cached graphs depend on the registry as well as on rows. */
export const registryTag = createHash('sha256').update(JSON.stringify(serviceDefinitions)).digest('base64url');
const byId = new Map(serviceDefinitions.map((definition) => [definition.id, definition]));

/** The definition of the service for open ports that no other service claims. */
export const openPortsDefinition = serviceDefinitions.find(({ isOpenPorts }) => isOpenPorts)!;

/** The definition with this id. An id that is not in the registry means software that the caller named. */
export function requireServiceDefinition(id: string): ServiceDefinition {
  return byId.get(id) ?? { ...byId.get('custom')!, id, name: id };
}

const byWord = new Map(
  [...serviceDefinitions]
    .reverse()
    .flatMap(({ id, name }) => [name, id].map((word) => [word.toLowerCase(), id] as const)),
);

/**
 * The id of the known software that a text names completely, ignoring case. The first such text counts; undefined if
 * there is none.
 */
export const findServiceDefinition = (texts: readonly (string | undefined)[]): string | undefined =>
  texts.map((text) => byWord.get(text?.toLowerCase() ?? '')).find((id) => id !== undefined);

export const isInfrastructure = ({ category }: ServiceDefinition): boolean =>
  infrastructureCategories.includes(category);

/**
 * Whether the software may run containers: a known container runtime, or custom software that the registry does not
 * have.
 */
export const mayRunContainers = (id: string): boolean =>
  !byId.has(id) || requireServiceDefinition(id).isContainerRuntime;
