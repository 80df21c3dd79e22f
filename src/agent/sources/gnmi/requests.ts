// Reads the parts of a device's data that the agent uses, in the OpenConfig models
// (https://openconfig.net/projects/models).
import { status as codes } from '@grpc/grpc-js';
import { fieldsOf, listOf, type Fields } from '../../evidence/json';
import { ApiFailure } from '../http/api-client';
import { Notes } from '../http/notes';
import { GnmiFailure, type GnmiClient, type PathRequest } from './client';
import { DataTree } from './data-tree';

/** Paths of the data that is read in addition to `/interfaces`. */
const paths = {
  lldp: '/lldp',
  fdb: '/network-instances/network-instance[name=*]/fdb',
  vlans: '/network-instances/network-instance[name=*]/vlans',
  components: '/components/component[name=*]/state',
  system: '/system/state',
} as const;
export type PartName = keyof typeof paths;

export interface Device {
  readonly interfaces: readonly Fields[];
  readonly lldp: Fields;
  readonly instances: readonly Fields[];
  readonly components: readonly Fields[];
  readonly system: Fields;
  /** The parts of the device's data, such as `lldp`, that were read completely. */
  readonly whole: ReadonlySet<PartName>;
  readonly notes: readonly string[];
}

/** gRPC status codes that devices return for an unsupported call, path or schema. */
const unknownCodes: ReadonlySet<number> = new Set([
  ...[codes.UNIMPLEMENTED, codes.INVALID_ARGUMENT, codes.NOT_FOUND, codes.FAILED_PRECONDITION],
]);

/** Reads a device. Throws ApiFailure if it has no OpenConfig interfaces. Other failures give a text in `notes`. */
export async function readDevice(client: GnmiClient): Promise<Device> {
  const notes = new Notes();
  const encoding = await client.encoding();
  const requestModes: PathRequest[] = (['', 'openconfig'] as const).flatMap((origin) =>
    (['Subscribe', 'Get'] as const).map((method) => ({ method, origin, encoding })),
  );
  const { tree: interfaces, requestMode, cause } = await firstInterfaces(client, requestModes);
  const parts: Partial<Record<PartName, DataTree>> = {};
  const whole = new Set<PartName>();
  const catching = (subject: string, work: () => Promise<void>) => notes.catching(subject, work);
  if (cause)
    await catching('the rest of the interfaces', () => {
      throw cause;
    });
  for (const [name, path] of Object.entries(paths) as [PartName, string][]) {
    const tree = (parts[name] = new DataTree());
    await catching(path, async () => {
      await client.read(path, requestMode, (notification) => tree.add(notification));
      if (!tree.isCut) whole.add(name);
    });
  }
  for (const [path, tree] of [['/interfaces', interfaces] as const, ...treesOf(parts)])
    if (tree.isCut) notes.add(`${path} has values that are not valid, or too many: they are left out`);
  const root = (name: PartName): Fields => parts[name]?.root ?? {};
  const instancesOf = (name: PartName) => listOf(fieldsOf(root(name)['network-instances'])['network-instance']);
  return {
    interfaces: interfacesIn(interfaces),
    lldp: fieldsOf(root('lldp').lldp),
    instances: [...instancesOf('fdb'), ...instancesOf('vlans')],
    components: listOf(fieldsOf(root('components').components).component),
    system: fieldsOf(fieldsOf(root('system').system).state),
    ...{ whole, notes: notes.texts },
  };
}

const treesOf = (parts: Partial<Record<PartName, DataTree>>) =>
  (Object.entries(parts) as [PartName, DataTree][]).map(([name, tree]) => [paths[name], tree] as const);
const interfacesIn = ({ root }: DataTree): readonly Fields[] => listOf(fieldsOf(root.interfaces).interface);

/**
 * Tries one request mode after the other until the device returns interfaces. If the device then failed before it had
 * returned all interfaces, `cause` is its error.
 */
async function firstInterfaces(
  client: GnmiClient,
  requestModes: readonly PathRequest[],
): Promise<{ tree: DataTree; requestMode: PathRequest; cause?: ApiFailure }> {
  let failure = new ApiFailure('broken', 'the device has no interfaces in the models of OpenConfig');
  for (const requestMode of requestModes) {
    const tree = new DataTree();
    try {
      await client.read('/interfaces', requestMode, (notification) => tree.add(notification));
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      if (interfacesIn(tree).length > 0) return { tree, requestMode, cause: error };
      if (!(error instanceof GnmiFailure) || !unknownCodes.has(error.code)) throw error;
      failure = error;
    }
    if (interfacesIn(tree).length > 0) return { tree, requestMode };
  }
  throw failure;
}
