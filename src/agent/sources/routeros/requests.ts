// Reads the tables of a device with RouterOS 7 by its REST API (https://help.mikrotik.com/docs/spaces/ROS/REST+API). The
// API has every value as a text.
import { fieldsOf, listOf, type Fields } from '../../evidence/json';
import { ApiFailure, type ApiClient } from '../http/api-client';
import { Notes } from '../http/notes';

/** Tables by their path below `/rest`. Those of software that a device lacks are answered with an error. */
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
  /** The tables that were read. */
  readonly tables: Readonly<Partial<Record<TableName, readonly Fields[]>>>;
  readonly notes: readonly string[];
}

/** Maximum number of rows of one table that are used. */
const mostRows = 50_000;

/** Throws ApiFailure if the interfaces cannot be read. Notes say what else could not be read. */
export async function readRouter(client: ApiClient): Promise<Router> {
  const notes = new Notes();
  const get = (path: string) => client.get(`/rest/${path}`);
  const list = async (path: string): Promise<readonly Fields[]> => {
    const answer = await get(path);
    if (!Array.isArray(answer)) throw new ApiFailure('broken', `the answer to ${path} is not a list`);
    if (answer.length > mostRows) notes.add(`only the first ${mostRows} rows of ${path} are used`);
    return listOf(answer.slice(0, mostRows));
  };
  const one = async (what: string, path: string) => fieldsOf(await notes.catching(what, () => get(path)));
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
