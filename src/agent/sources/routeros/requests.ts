// Reads the tables of a RouterOS 7 device by its REST API (https://help.mikrotik.com/docs/spaces/ROS/REST+API), which
// returns every value as text.
import { fieldsOf, listOf, type Fields } from '../../evidence/json';
import { ApiFailure, type ApiClient } from '../http/api-client';
import { Notes } from '../http/notes';

/**
 * Paths of tables below `/rest`. The path of a table returns an error if the device lacks the software package for it.
 */
const paths = {
  addresses: 'ip/address',
  addresses6: 'ipv6/address',
  arp: 'ip/arp',
  neighbors: 'ip/neighbor',
  bridgeHosts: 'interface/bridge/host',
  bridgePorts: 'interface/bridge/port',
  bridgeVlans: 'interface/bridge/vlan',
  vlans: 'interface/vlan',
  routes: 'ip/route',
} as const;
export type TableName = keyof typeof paths;

export interface Router {
  readonly identity: Fields;
  readonly resource: Fields;
  readonly board: Fields;
  readonly interfaces: readonly Fields[];
  /** The rows of the tables that were read; a table that could not be read is missing. */
  readonly tables: Readonly<Partial<Record<TableName, readonly Fields[]>>>;
  readonly notes: readonly string[];
}

/** Maximum number of rows per table; further rows are ignored. */
const mostRows = 50_000;

/** Reads a router. Throws ApiFailure if its interfaces cannot be read. Other failures give a text in `notes`. */
export async function readRouter(client: ApiClient): Promise<Router> {
  const notes = new Notes();
  const get = (path: string) => client.get(`/rest/${path}`);
  const list = async (path: string): Promise<readonly Fields[]> => {
    const answer = await get(path);
    if (!Array.isArray(answer)) throw new ApiFailure('broken', `the answer to ${path} is not a list`);
    if (answer.length > mostRows) notes.add(`only the first ${mostRows} rows of ${path} are used`);
    return listOf(answer.slice(0, mostRows));
  };
  const one = async (subject: string, path: string) => fieldsOf(await notes.catching(subject, () => get(path)));
  const interfaces = await list('interface');
  const tables: Partial<Record<TableName, readonly Fields[]>> = {};
  for (const [name, path] of Object.entries(paths) as [TableName, string][]) {
    const rows = await notes.catching(`the table ${path}`, () => list(path));
    if (rows && rows.length < mostRows) tables[name] = rows;
  }
  return {
    identity: await one('the name', 'system/identity'),
    resource: await one('the version', 'system/resource'),
    board: await one('the model', 'system/routerboard'),
    ...{ interfaces, tables, notes: notes.texts },
  };
}
