// What a caller may say of an IP address, checked and in the form that the database keeps: alone or among a host's own.
import { ipAddressOf, macAddressOf } from '../../../platform/text/addresses';
import { blankToNull } from '../../../platform/text/validation';

export interface IpAddressFields {
  readonly ipAddress?: string | null;
  readonly name?: string | null;
  readonly macAddress?: string | null;
  readonly position?: number | null;
}

/** `above` is put before the names of fields in errors. Undefined stays undefined: the stored value is kept. */
export function checkedIpAddress({ ipAddress, name, macAddress, position }: IpAddressFields, above = '') {
  return {
    ipAddress: ipAddress == null ? undefined : ipAddressOf(`${above}ipAddress`, ipAddress),
    name: blankToNull(name),
    macAddress: macAddress ? macAddressOf(`${above}macAddress`, macAddress) : blankToNull(macAddress),
    position: position ?? undefined,
  };
}

interface Sighted {
  readonly macAddress: string | null;
  readonly firstDiscoveryId: string | null;
  readonly lastDiscoveryId: string | null;
}

/** A MAC address that a run has read is a fact: callers cannot change it. */
export const isMacFixed = ({ macAddress, firstDiscoveryId, lastDiscoveryId }: Sighted): boolean =>
  macAddress !== null && (firstDiscoveryId !== null || lastDiscoveryId !== null);
