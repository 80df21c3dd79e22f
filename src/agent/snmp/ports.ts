// Which interface a port of LLDP is.
import { macOfText } from '../evidence/mac';
import type { InterfaceFacts } from './facts';
import type { LocalPort } from './tables/lldp';

export interface PlacedPort {
  readonly port: InterfaceFacts;
  readonly how: 'resolved' | 'assumed';
}

/**
 * By what lldpLocPortTable says of the port: a MAC address, a name or a text that exactly one interface has. Only where
 * nothing leads to one, the interface whose ifIndex is the port's number.
 */
export function placePort(
  interfaces: readonly InterfaceFacts[],
  number: number,
  local: LocalPort | undefined,
): PlacedPort | undefined {
  for (const matches of cluesOf(local)) {
    const [port, another] = interfaces.filter(matches);
    if (port && !another) return { port, how: 'resolved' };
  }
  const equal = interfaces.find(({ ifIndex }) => ifIndex === number);
  return equal && { port: equal, how: 'assumed' };
}

type Matches = (port: InterfaceFacts) => boolean;

function* cluesOf(local: LocalPort | undefined): Generator<Matches> {
  const { id, description } = local ?? {};
  if (id?.subtype === 'MacAddress') {
    const mac = macOfText(id.value);
    if (mac !== undefined) yield (port) => port.mac === mac;
  } else if (id?.subtype === 'InterfaceAlias') yield (port) => port.alias === id.value;
  if (id && id.subtype !== 'MacAddress') {
    yield (port) => port.name === id.value;
    yield (port) => port.descr === id.value;
  }
  // Many agents put ifIndex here, as a text.
  if (id?.subtype === 'LocallyAssigned' && /^\d+$/.test(id.value)) yield (port) => port.ifIndex === Number(id.value);
  if (description === undefined) return;
  yield (port) => port.name === description;
  yield (port) => port.descr === description;
  yield (port) => port.alias === description;
}
