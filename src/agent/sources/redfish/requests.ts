// Reads the resources of a Redfish service that the agent uses (DSP0266; schemas of DSP8010). Follows only links below
// /redfish/v1, each only once, and only from collections that the schemas define.
import { fieldsOf, listOf, textOf, type Fields } from '../../evidence/json';
import { ApiFailure, type ApiClient } from '../http/api-client';
import { Notes } from '../http/notes';
import { forEachConcurrently } from '../scan/limits';

/** A network adapter with its ports. */
export interface Adapter {
  readonly fields: Fields;
  readonly ports: readonly Fields[];
}

export interface System {
  readonly path: string;
  readonly fields: Fields;
  readonly interfaces: readonly Fields[];
}

export interface Chassis {
  readonly path: string;
  readonly fields: Fields;
  readonly adapters: readonly Adapter[];
}

export interface Manager {
  readonly path: string;
  readonly fields: Fields;
  readonly interfaces: readonly Fields[];
}

export interface Service {
  readonly systems: readonly System[];
  readonly chassis: readonly Chassis[];
  readonly managers: readonly Manager[];
  /** Whether the ports of all network adapters were read. */
  readonly isWhole: boolean;
  readonly notes: readonly string[];
}

export const most = { resources: 2_000, members: 500, pages: 20 } as const;
const atOnce = 2;
const root = '/redfish/v1';
/** A path below /redfish/v1. Ids of resources may contain special characters, but must not be `.` or `..`. */
const linkPattern =
  /^\/redfish\/v1(?:\/(?!\.{1,2}(?:\/|$))[\w.~!$&'()*+,;=:@%-]{1,128}){1,16}\/?(?:\?[\w.~!$&'()*+,;=:@%/-]{1,512})?$/;

/**
 * The path in a link such as `{"@odata.id": "/redfish/v1/Systems"}`; undefined if the path is not below /redfish/v1.
 */
export function linkOf(value: unknown): string | undefined {
  const link = typeof value === 'string' ? value : textOf(fieldsOf(value)['@odata.id']);
  // An encoded dot or slash could lead to a path outside of /redfish/v1.
  return linkPattern.test(link) && !/%(2e|2f|5c)/i.test(link) ? link : undefined;
}

const collections = ['Systems', 'Chassis', 'Managers'] as const;

/**
 * Checks the credential. This function reads a collection, because the service root needs no credential (DSP0266,
 * section "Authentication").
 */
export async function reachService(client: ApiClient): Promise<void> {
  const service = fieldsOf(await client.get(`${root}/`));
  const path = collections.map((name) => linkOf(service[name])).find((link) => link !== undefined);
  if (path === undefined) throw new ApiFailure('broken', `the answer to ${root}/ is not the root of a Redfish service`);
  await client.get(path);
}

/** Reads resources. A resource that cannot be read is left out, with a text in `notes`. */
class Reader {
  readonly notes = new Notes();
  private readonly visited = new Set<string>();
  private isTooMuch = false;

  constructor(private readonly client: ApiClient) {}

  /** The resource at a link; undefined if the link is invalid, or if the resource was read before or cannot be read. */
  async one(subject: string, link: unknown): Promise<{ path: string; fields: Fields } | undefined> {
    const path = linkOf(link);
    const key = path?.replace(/\/$/, '');
    if (path === undefined || key === undefined || this.visited.has(key)) return undefined;
    if (this.visited.size >= most.resources) {
      if (!this.isTooMuch) this.notes.add(`only the first ${most.resources} resources are read`);
      this.isTooMuch = true;
      return undefined;
    }
    this.visited.add(key);
    const answer = await this.notes.catching(subject, () => this.client.get(path));
    return answer === undefined ? undefined : { path: key, fields: fieldsOf(answer) };
  }

  /** The members of a collection. `isWhole` is false if some members could not be read. */
  async members(
    subject: string,
    link: unknown,
  ): Promise<{ rows: { path: string; fields: Fields }[]; isWhole: boolean }> {
    const members: Fields[] = [];
    let isWhole = true;
    let next: unknown = link;
    for (let pages = 0; linkOf(next) !== undefined; pages++) {
      const page = pages < most.pages ? await this.one(subject, next) : undefined;
      if (!page) isWhole = false;
      members.push(...listOf(page?.fields.Members));
      next = page?.fields['Members@odata.nextLink'];
    }
    if (members.length > most.members) {
      this.notes.add(`only the first ${most.members} of ${subject} are read`);
      isWhole = false;
    }
    const firstMembers = members.slice(0, most.members);
    const rows: ({ path: string; fields: Fields } | undefined)[] = firstMembers.map(() => undefined);
    await forEachConcurrently(firstMembers.entries(), atOnce, async ([at, member]) => {
      // A service may include complete members in a collection (DSP0266, section "Expand"), which then need no request.
      const path = linkOf(member);
      const isExpanded = path !== undefined && Object.keys(member).some((name) => !name.startsWith('@'));
      rows[at] = isExpanded ? { path: path.replace(/\/$/, ''), fields: member } : await this.one(subject, member);
      if (!rows[at]) isWhole = false;
    });
    return { rows: rows.flatMap((row) => row ?? []), isWhole };
  }
}

/** Reads a Redfish service. Throws ApiFailure if neither a system nor a manager can be read. */
export async function readService(client: ApiClient): Promise<Service> {
  const reader = new Reader(client);
  const service = fieldsOf(await client.get(`${root}/`));
  const systems = await reader.members('the systems', service.Systems);
  const chassis = await reader.members('the chassis', service.Chassis);
  const managers = await reader.members('the managers', service.Managers);
  if (systems.rows.length + managers.rows.length === 0)
    throw new ApiFailure(
      'broken',
      `no system and no manager could be read (${reader.notes.texts.join('; ') || 'none'})`,
    );
  let isWhole = chassis.isWhole;
  const withInterfaces = async (row: { path: string; fields: Fields }) => {
    const { rows } = await reader.members('the interfaces', row.fields.EthernetInterfaces);
    return { ...row, interfaces: rows.map(({ fields }) => fields) };
  };
  const withAdapters = async (row: { path: string; fields: Fields }): Promise<Chassis> => {
    const { rows, isWhole: isListed } = await reader.members('the network adapters', row.fields.NetworkAdapters);
    const adapters: Adapter[] = [];
    if (!isListed) isWhole = false;
    for (const { fields } of rows) {
      // Older services have NetworkPorts instead of Ports. The members of NetworkPort have different names.
      const ports = await reader.members('the ports of network adapters', fields.Ports ?? fields.NetworkPorts);
      if (!ports.isWhole) isWhole = false;
      adapters.push({ fields, ports: ports.rows.map((port) => port.fields) });
    }
    return { ...row, adapters };
  };
  const read = { systems: [] as System[], chassis: [] as Chassis[], managers: [] as Manager[] };
  for (const row of systems.rows) read.systems.push(await withInterfaces(row));
  for (const row of chassis.rows) read.chassis.push(await withAdapters(row));
  for (const row of managers.rows) read.managers.push(await withInterfaces(row));
  return { ...read, isWhole, notes: reader.notes.texts };
}
