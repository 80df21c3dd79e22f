// Reads devices, clients and networks of a site (a group of devices) by the local API of the UniFi Network application.
// With UniFi OS, this API accepts API keys and sessions; a controller without UniFi OS accepts only sessions.
import { fieldsOf, integerOf, listOf, textOf, type Fields } from '../../evidence/json';
import { ApiFailure, type ApiClient } from '../http/api-client';
import { Notes } from '../http/notes';

export interface Site {
  /** The devices that are connected to the controller. */
  readonly devices: readonly Fields[];
  /** Clients that are currently connected; undefined if the clients could not be read. */
  readonly clients: readonly Fields[] | undefined;
  /** The site's networks with their VLAN numbers. */
  readonly networks: readonly Fields[];
  readonly notes: readonly string[];
}

/** Maximum numbers of devices and clients to read per site. */
export const most = { devices: 2_000, clients: 20_000 } as const;

/**
 * Reads a site. `root` is the prefix of the application's paths. Throws ApiFailure if the devices cannot be read. The
 * notes list what else could not be read.
 */
export async function readSite(client: ApiClient, root: string, site: string): Promise<Site> {
  const notes = new Notes();
  const list = async (path: string) => {
    const answer = fieldsOf(await client.get(`${root}/api/s/${site}/${path}`));
    const code = textOf(fieldsOf(answer.meta).rc);
    if (code !== 'ok') throw new ApiFailure('broken', `the answer to ${path} is not marked as ok`);
    return listOf(answer.data);
  };
  const bounded = (collection: string, rows: readonly Fields[] | undefined, mostRows: number) => {
    if (rows && rows.length > mostRows)
      notes.add(`only the first ${mostRows} of its ${rows.length} ${collection} were read`);
    return rows?.slice(0, mostRows);
  };
  const rows = await list('stat/device');
  // Disconnected devices are left out, because the application's data about them are outdated.
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
