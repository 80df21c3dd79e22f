// The texts of an element in an image: its name, its address or host, and the services listed in the element.
import type { Element } from '../graph';
import type { InventoryService } from '../inventory';
import type { Lookup } from '../lookup';
import type { View } from '../options';
import { displayNameBeside, ownNameOf } from '../ports/port-name';
import { parsePortState, type PortStateFacts } from '../vocabulary';
import { plain } from './picture';

export interface Card {
  readonly title: string;
  /** The second line of the element, such as its address or the alias of a port; empty text if there is none. */
  readonly subtitle: string;
  /**
   * The services listed in the element, one line each. An indented line belongs to the nearest line above that is not
   * indented.
   */
  readonly rows: readonly { readonly text: string; readonly isIndented: boolean }[];
  /** The operational state of the port; null for an element that is not a port. */
  readonly state: PortStateFacts | null;
}

/** Maximum number of services that an element lists. A last line says how many more there are. */
const maximumRows = 6;

export function buildCard(element: Element, view: View, lookup: Lookup): Card {
  const host = plain(lookup.hosts.get(element.hostId)?.displayName ?? '');
  const name = plain(element.header ?? '') || host;
  const card = { title: name, subtitle: '', rows: rowsOf(element, lookup), state: null };
  switch (element.elementType) {
    case 'IPAddress': {
      const address = lookup.ipAddresses.get(element.id)?.ipAddress ?? '';
      return name === '' || name === address ? { ...card, title: address } : { ...card, subtitle: address };
    }
    case 'Interface': {
      const port = lookup.interfaces.get(element.id);
      const names = port && { title: plain(ownNameOf(port)), subtitle: plain(displayNameBeside(port) ?? '') };
      return { ...card, ...names, state: parsePortState(port?.operStatus ?? null) };
    }
    case 'Host': {
      const [first] = lookup.addressesOf(element.hostId);
      return { ...card, subtitle: first && first.ipAddress !== name ? first.ipAddress : '' };
    }
    case 'Service': {
      const service = lookup.services.get(element.id);
      // The box around the element shows the host in the Workloads view, so the element does not.
      const at = [view === 'Workloads' ? '' : host, service ? portsOf(service, lookup) : ''].filter(
        (text) => text !== '',
      );
      return { ...card, subtitle: at.join(' ') };
    }
  }
}

/** The ports on which a service listens, as text: ":80 :443". */
function portsOf({ id }: InventoryService, lookup: Lookup): string {
  const ids = new Set(lookup.bindingsOf(id).flatMap(({ portId }) => portId ?? []));
  const numbers = new Set([...ids].flatMap((portId) => lookup.ports.get(portId)?.number ?? []));
  return [...numbers]
    .sort((a, b) => a - b)
    .map((number) => `:${number}`)
    .join(' ');
}

function rowsOf({ inlineGroups }: Element, lookup: Lookup): Card['rows'] {
  const portsInside = new Map<string, string[]>();
  for (const { entityId, entityType, groupId } of inlineGroups) {
    const number = entityType === 'Port' ? lookup.ports.get(entityId)?.number : undefined;
    if (number !== undefined) portsInside.set(groupId, [...(portsInside.get(groupId) ?? []), `:${number}`]);
  }
  const heads = new Set(inlineGroups.flatMap(({ role, groupId }) => (role === 'Header' ? [groupId] : [])));
  const rows = inlineGroups
    .filter(({ entityType }) => entityType === 'Service')
    .map(({ entityId, groupId, role }) => {
      const ports = role === 'Header' || !heads.has(groupId) ? (portsInside.get(groupId) ?? []) : [];
      const name = plain(lookup.services.get(entityId)?.name ?? '');
      return { text: [name, ...ports].join(' '), isIndented: role === 'Member' && heads.has(groupId) };
    });
  if (rows.length <= maximumRows) return rows;
  const remaining = rows.length - maximumRows + 1;
  return [...rows.slice(0, maximumRows - 1), { text: `and ${remaining} more`, isIndented: false }];
}
