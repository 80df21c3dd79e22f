// Reads devices, clients, ports and networks from an Omada controller, for each site (group of devices). The Open API
// is described in the controller (Settings > Platform Integration > Open API: Online API Document, "Open API Access
// Guide"). Apart from creating a token, it only reads.
import { fieldsOf, integerOf, listOf, textOf, type Fields } from '../../evidence/json';
import { macFromText } from '../../evidence/mac';
import { ApiFailure, type ApiClient, type ApiSession } from '../http/api-client';
import { Notes } from '../http/notes';

export interface OmadaSettings {
  readonly omada_id: string;
  readonly client_id: string;
  readonly client_secret: string;
  readonly site?: string | undefined;
}

export interface Site {
  /** The devices that are connected to the controller. */
  readonly devices: readonly Fields[];
  /** Clients that are currently connected; undefined if not all of them could be read. */
  readonly clients: readonly Fields[] | undefined;
  /** The ports of all switches. */
  readonly ports: readonly Fields[];
  /** The site's networks with their VLAN numbers. */
  readonly networks: readonly Fields[];
  /** LLDP neighbors of each switch, by the switch's MAC address. A switch whose table could not be read is missing. */
  readonly neighbors: ReadonlyMap<string, readonly Fields[]>;
}

export interface Controller {
  readonly sites: readonly Site[];
  readonly notes: readonly string[];
}

/** Maximum numbers of rows to read per list; `neighbors` is the maximum for one switch. */
export const most = { sites: 100, devices: 2_000, clients: 20_000, ports: 20_000, networks: 4_094, neighbors: 2_000 };
/** Number of rows per page; the API accepts 1 to 1,000. */
export const pageSize = 500;

/** Error codes in responses with status 200: the application or the token is invalid or lacks a right. */
const refusals: ReadonlySet<number | undefined> = new Set([
  -1005, -1505, -44_106, -44_111, -44_112, -44_113, -44_116, -44_118,
]);

function resultOf(answer: unknown, path: string): unknown {
  const { errorCode, result } = fieldsOf(answer);
  const code = integerOf(errorCode);
  if (code === 0) return result;
  const message = `the controller answers the error code ${code ?? 'of another form'} to ${path}`;
  throw new ApiFailure(refusals.has(code) ? 'refused' : 'broken', message);
}

const tokenPath = '/openapi/authorize/token?grant_type=client_credentials';

/** The request for a token by client credentials. The token is valid for two hours; the API cannot revoke it. */
export const sessionOf = ({ omada_id, client_id, client_secret }: OmadaSettings): ApiSession => ({
  ...{ path: tokenPath, body: { omadacId: omada_id, client_id, client_secret } },
  headersOf(answer) {
    const token = textOf(fieldsOf(resultOf(answer, tokenPath)).accessToken);
    if (!/^[\x21-\x7e]{1,1000}$/.test(token)) throw new ApiFailure('broken', `the answer to ${tokenPath} has no token`);
    return { authorization: `AccessToken=${token}` };
  },
});

/**
 * Reads an Omada controller. Throws ApiFailure if its sites cannot be listed. Other failures give a text in `notes`.
 */
export async function readController(
  client: ApiClient,
  { omada_id: omadaId, site: only }: OmadaSettings,
): Promise<Controller> {
  const notes = new Notes();
  const root = `/openapi/v1/${omadaId}/sites`;
  const list = (path: string, collection: keyof typeof most) =>
    readPages(client, path, most[collection], collection, notes);
  const siteRows = (await list(root, 'sites')).rows;
  const chosenSites = siteRows.filter(({ name }) => only === undefined || textOf(name) === only);
  if (chosenSites.length === 0)
    throw new ApiFailure('broken', 'the controller has no site of this name that may be read');
  const sites: Site[] = [];
  for (const { siteId } of chosenSites) {
    const id = textOf(siteId);
    if (!/^[\w-]{1,64}$/.test(id)) continue;
    const site = await notes.catching('a site', () => readSite(`${root}/${id}`, list, notes));
    if (site) sites.push(site);
  }
  return { sites, notes: notes.texts };
}

type ListReader = (path: string, collection: keyof typeof most) => Promise<{ rows: Fields[]; isWhole: boolean }>;

async function readSite(root: string, list: ListReader, notes: Notes): Promise<Site> {
  const { rows } = await list(`${root}/devices`, 'devices');
  const devices = rows.filter(({ status }) => integerOf(status) === 1);
  const others = rows.length - devices.length;
  if (others > 0) notes.add(`${others} of the devices of a site are not connected: they are left out`);
  const clients = await notes.catching('the clients', () => list(`${root}/clients`, 'clients'));
  const ports = await notes.catching('the ports of switches', () => list(`${root}/switches/ports/overview`, 'ports'));
  const networks = await notes.catching('the networks', () => list(`${root}/lan-networks`, 'networks'));
  const neighbors = new Map<string, readonly Fields[]>();
  for (const { mac: text, type } of devices) {
    const mac = macFromText(textOf(text));
    if (mac === undefined || textOf(type) !== 'switch') continue;
    const path = `${root}/switches/${mac.replaceAll(':', '-')}/lldp-neighbors`;
    const table = await notes.catching('the neighbors of a switch', () => list(path, 'neighbors'));
    if (table?.isWhole) neighbors.set(mac, table.rows);
  }
  return {
    ...{ devices, neighbors, ports: ports?.rows ?? [], networks: networks?.rows ?? [] },
    clients: clients?.isWhole ? clients.rows : undefined,
  };
}

/** Reads the pages of a list, until all rows or `mostRows` rows are read. `isWhole` is false if rows are missing. */
async function readPages(
  client: ApiClient,
  path: string,
  mostRows: number,
  collection: string,
  notes: Notes,
): Promise<{ rows: Fields[]; isWhole: boolean }> {
  const rows: Fields[] = [];
  for (let page = 1; ; page++) {
    const answer = await client.get(`${path}?page=${page}&pageSize=${pageSize}`);
    const { data, totalRows } = fieldsOf(resultOf(answer, path));
    if (!Array.isArray(data)) throw new ApiFailure('broken', `the answer to ${path} has no list`);
    rows.push(...listOf(data.slice(0, pageSize)));
    const total = integerOf(totalRows) ?? 0;
    if (rows.length >= mostRows && total > mostRows) {
      notes.add(`only the first ${mostRows} of ${total} ${collection} are read`);
      return { rows: rows.slice(0, mostRows), isWhole: false };
    }
    if (rows.length >= total || data.length === 0) return { rows, isWhole: rows.length >= total };
  }
}
