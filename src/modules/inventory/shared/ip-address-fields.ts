// What callers write of an IP address, alone or among a host's own.
import { defaulted, inForm, integer, of, optional, text } from '../../../graphql/entity/sheet-fields';
import { ipAddressOf, macAddressOf } from '../../../platform/text/addresses';

const ipAddress = 'An IPv4 or IPv6 address inside its subnet, without a prefix length.';
const macAddress = 'In any usual notation; kept in lower case with colons. One that discovery has read stays as it is.';

export const ipAddressFields = {
  ipAddress: inForm(of('String', { description: ipAddress }), ipAddressOf),
  name: optional(text(0, 100)),
  macAddress: optional(inForm(of('String', { description: macAddress }), macAddressOf)),
  position: defaulted(integer(0, undefined, 'Place on its host; the last if left out on create.')),
};

interface Sighted {
  readonly macAddress: string | null;
  readonly firstDiscoveryId: string | null;
  readonly lastDiscoveryId: string | null;
}

/** A MAC address that a run has read is a fact: callers cannot change it. */
export const isMacFixed = ({ macAddress, firstDiscoveryId, lastDiscoveryId }: Sighted): boolean =>
  macAddress !== null && (firstDiscoveryId !== null || lastDiscoveryId !== null);
