// Parses RouterOS routes, which have the same properties in the REST API and in terminal output. Pure functions.
import { ipFromText } from '../../evidence/addresses';
import { ipv4Destination } from '../../evidence/routes';
import type { RouteFacts } from '../snmp';

/** The value of a property; an empty text if the route lacks it. */
type Properties = (name: string) => string;
export type NamedRoute = Omit<RouteFacts, 'ifIndex'> & { readonly port?: string };

/** Converts a route to one route per gateway. Empty for routes outside of the main routing table. */
export function routesOf(of: Properties, protocol: RouteFacts['protocol']): NamedRoute[] {
  const destination = ipv4Destination(of('dst-address'), 32);
  const table = of('routing-table') || of('routing-mark') || 'main';
  if (destination === undefined || table !== 'main') return [];
  // The port of a gateway is in the property `immediate-gw` of RouterOS 7, and in the text `reachable via PORT` of
  // RouterOS 6.
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

/** Parses gateways, separated by commas, such as `10.0.0.1`, `10.0.0.1%ether1` or `ether1`. */
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
