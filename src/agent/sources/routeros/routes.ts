// Reads routes of RouterOS, whose properties are the same by REST and in a terminal. Pure functions.
import { ipFromText } from '../../evidence/addresses';
import { ipv4Destination } from '../../evidence/routes';
import type { RouteFacts } from '../snmp';

/** The value of a property; an empty text if the route lacks it. */
type Properties = (name: string) => string;
export type NamedRoute = Omit<RouteFacts, 'ifIndex'> & { readonly port?: string };

/** The routes of the main table, one for each gateway. The caller leaves out routes that are not active. */
export function routesOf(of: Properties, protocol: RouteFacts['protocol']): NamedRoute[] {
  const destination = ipv4Destination(of('dst-address'), 32);
  const table = of('routing-table') || of('routing-mark') || 'main';
  if (destination === undefined || table !== 'main') return [];
  // RouterOS 7 says at which port a gateway is in `immediate-gw`, RouterOS 6 in words.
  const places = gatewaysIn(of('immediate-gw'));
  const [, port] = /reachable via\s+(\S{1,64})$/.exec(of('gateway-status').slice(0, 500)) ?? [];
  return gatewaysIn(of('gateway')).map((gateway, at, all) => {
    const at0 = all.length === places.length ? places[at] : undefined;
    const name = gateway.port ?? at0?.port ?? (all.length === 1 ? port : undefined);
    return {
      ...{ destination, protocol, type: gateway.nextHop === undefined ? ('Local' as const) : ('Remote' as const) },
      ...(gateway.nextHop !== undefined && { nextHop: gateway.nextHop }),
      ...(name !== undefined && { port: name }),
    };
  });
}

/** Parses `10.0.0.1`, `10.0.0.1%ether1` or `ether1`, several of them with commas between. */
const gatewaysIn = (text: string): { readonly nextHop?: string; readonly port?: string }[] =>
  text
    .split(',', 64)
    .filter((part) => part !== '')
    .map((part) => {
      const [first = '', place] = part.split('%', 2);
      const nextHop = ipFromText(first);
      const port = nextHop === undefined ? first : place;
      return { ...(nextHop !== undefined && { nextHop }), ...(port !== undefined && { port }) };
    });
