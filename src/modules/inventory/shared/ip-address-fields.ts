// GraphQL input fields of an IP address, for mutations of IP addresses and for the list of addresses in a host's input.
import { withDefault, inForm, integer, of, optional, text } from '../../../graphql/entity/sheet-fields';
import { canonicalIpAddress, canonicalMacAddress } from '../../../platform/text/addresses';

const ipAddress = 'IPv4 or IPv6 address within its subnet, without a prefix length.';
const macAddress =
  'MAC address in any usual notation; stored in lower case with colons. One read by discovery cannot be changed.';

export const ipAddressFields = {
  ipAddress: inForm(of('String', { description: ipAddress }), canonicalIpAddress),
  name: optional(text(0, 100)),
  macAddress: optional(inForm(of('String', { description: macAddress }), canonicalMacAddress)),
  position: withDefault(integer(0, undefined, 'Position on its host; last if left out on create.')),
};

interface Sighted {
  readonly macAddress: string | null;
  readonly firstDiscoveryId: string | null;
  readonly lastDiscoveryId: string | null;
}

/** Whether callers cannot change the MAC address, because discovery has read the MAC address. */
export const isMacFixed = ({ macAddress, firstDiscoveryId, lastDiscoveryId }: Sighted): boolean =>
  macAddress !== null && (firstDiscoveryId !== null || lastDiscoveryId !== null);
