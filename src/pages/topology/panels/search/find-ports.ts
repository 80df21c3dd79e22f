// Finds ports by text that names a device and a port, such as `sw-1 Gi1/0/12`, or just `port 12` for the selected
// device.
import { PageHostsByNameDocument, PagePortsOfHostDocument } from '../../../../generated/page-operations';
import { isPortNamed, readPortOfDevice } from '../../../../modules/topology/graph/ports/port-of-device';
import { ask } from '../../../kit/ask-as-of';
import { portOnDevice } from '../../../../modules/topology/graph/ports/port-name';
import type { Page } from '../../page/page';
import { currentTopology } from '../../state/store';

export interface FoundPort {
  readonly id: string;
  readonly hostId: string;
  readonly name: string;
}

/** Maximum number of devices whose ports are read. */
const mostDevices = 3;
const mostPorts = 10;

export async function findPorts(page: Page, text: string): Promise<FoundPort[]> {
  const { state } = page.store;
  const networkId = currentTopology(state)!.networkId;
  const { at } = page.scene();
  const selected = state.place.selected === null ? undefined : state.picture?.nodes.get(state.place.selected);
  const devicesOf = async (device: string): Promise<readonly { id: string; displayName: string }[]> => {
    if (device === '') return selected?.hostId ? [{ id: selected.hostId, displayName: '' }] : [];
    return (await ask(PageHostsByNameDocument, { networkId, text: device }, { at })).hosts.nodes;
  };
  const portsOfReadings = await Promise.all(
    readPortOfDevice(text).map(async ({ device, port }) => {
      const devices = (await devicesOf(device)).slice(0, mostDevices);
      const ofDevices = await Promise.all(
        devices.map(async ({ id: hostId }) => {
          const { interfaces } = await ask(PagePortsOfHostDocument, { networkId, hostId }, { at });
          return interfaces.nodes
            .filter(({ ifName, ifDescr }) => isPortNamed([ifName, ifDescr], port))
            .map((port): FoundPort => ({ id: port.id, hostId, name: portOnDevice(port) }));
        }),
      );
      return ofDevices.flat();
    }),
  );
  const found = new Map(portsOfReadings.flat().map((port) => [port.id, port]));
  return [...found.values()].slice(0, mostPorts);
}
