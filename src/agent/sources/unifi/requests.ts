// Reads the lists of a site of the UniFi Network application. The paths are those of its local API, for which UniFi OS
// accepts API keys and sessions, and a controller without UniFi OS sessions.
import { fieldsOf, integerOf, listOf, textOf, type Fields } from '../../evidence/json';
import { ApiFailure, type ApiClient } from '../http/api-client';
import { Notes } from '../http/notes';

export interface Site {
  /** The devices that are connected. */
  readonly devices: readonly Fields[];
  /** Clients that are connected now; undefined if they could not be read. */
  readonly clients: readonly Fields[] | undefined;
  /** The networks with their VLANs. */
  readonly networks: readonly Fields[];
  readonly notes: readonly string[];
}

/** Maximum numbers of devices and of clients that one run reads of a site. */
export const most = { devices: 2_000, clients: 20_000 } as const;

/**
 * `root` is the prefix of the paths of the application. Throws ApiFailure if the devices cannot be read. Notes say what
 * else could not be read.
 */
export async function readSite(client: ApiClient, root: string, site: string): Promise<Site> {
  const notes = new Notes();
  const list = async (path: string) => {
    const answer = fieldsOf(await client.get(`${root}/api/s/${site}/${path}`));
    const code = textOf(fieldsOf(answer.meta).rc);
    if (code !== 'ok') throw new ApiFailure('broken', `the answer to ${path} is not marked as ok`);
    return listOf(answer.data);
  };
  const bounded = (what: string, rows: readonly Fields[] | undefined, mostRows: number) => {
    if (rows && rows.length > mostRows) notes.add(`only the first ${mostRows} of its ${rows.length} ${what} were read`);
    return rows?.slice(0, mostRows);
  };
  const rows = await list('stat/device');
  // What the application knows of a device that is not connected is old.
  const connected = rows.filter(({ adopted, state }) => adopted !== false && integerOf(state) !== 0);
  const others = rows.length - connected.length;
  if (others > 0) notes.add(`${others} of its devices are not adopted or not connected: they are left out`);
  const devices = bounded('devices', connected, most.devices)!;
  const clients = await notes.catching('the clients', () => list('stat/sta'));
  const networks = (await notes.catching('the networks', () => list('rest/networkconf'))) ?? [];
  return {
    ...{ devices, networks },
    clients: bounded('clients', clients, most.clients),
    notes: notes.texts,
  };
}
