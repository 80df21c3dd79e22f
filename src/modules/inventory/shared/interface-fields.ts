// What a caller may say of an interface, checked and in the form that the database keeps: alone or among a host's own.
import { macAddressOf } from '../../../platform/text/addresses';
import { AppError } from '../../../errors';
import type { IfAdminStatus, IfOperStatus } from '../../../generated/prisma/enums';
import { assertLength, assertRange, blankToNull } from '../../../platform/text/validation';

export interface InterfaceFields {
  readonly ifIndex?: number | null;
  readonly ifDescr?: string | null;
  readonly ifName?: string | null;
  readonly ifAlias?: string | null;
  readonly ifType?: number | null;
  readonly speedBps?: bigint | null;
  readonly adminStatus?: IfAdminStatus | null;
  readonly operStatus?: IfOperStatus | null;
  readonly macAddress?: string | null;
  readonly ipConfigured?: boolean | null;
  readonly fdbMacs?: readonly string[] | null;
}

const longest = 255;
const largest = 2 ** 31 - 1;
/** MAC addresses that one port may have learned. */
const maximumLearned = 10_000;
/** Tagged VLANs of one port: as many as there are. */
export const maximumVlans = 4094;

/** `above` is put before the names of fields in errors. Undefined stays undefined: the stored value is kept. */
export function checkedInterface(fields: InterfaceFields, above = '') {
  const { ifIndex, ifDescr, ifName, ifAlias, ifType, speedBps, macAddress, fdbMacs } = fields;
  for (const [name, value] of Object.entries({ ifIndex, ifDescr }))
    if (value === null) throw new AppError('validation_required', { field: above + name });
  if (ifDescr != null) assertLength(`${above}ifDescr`, ifDescr, 1, longest);
  if (ifName != null) assertLength(`${above}ifName`, ifName, 0, longest);
  if (ifAlias != null) assertLength(`${above}ifAlias`, ifAlias, 0, longest);
  if (ifIndex != null) assertRange(`${above}ifIndex`, ifIndex, 0, largest);
  if (ifType != null) assertRange(`${above}ifType`, ifType, 0, largest);
  if (speedBps != null && speedBps < 0n)
    throw new AppError('validation_out_of_range', { field: `${above}speedBps`, min: 0, max: String(2n ** 63n - 1n) });
  if (fdbMacs != null && fdbMacs.length > maximumLearned)
    throw new AppError('validation_out_of_range', { field: `${above}fdbMacs`, min: 0, max: maximumLearned });
  return {
    ifIndex: ifIndex ?? undefined,
    ifDescr: ifDescr ?? undefined,
    ifName: blankToNull(ifName),
    ifAlias: blankToNull(ifAlias),
    ifType,
    speedBps,
    adminStatus: fields.adminStatus,
    operStatus: fields.operStatus,
    macAddress: macAddress ? macAddressOf(`${above}macAddress`, macAddress) : blankToNull(macAddress),
    ipConfigured: fields.ipConfigured === null ? false : fields.ipConfigured,
    fdbMacs: fdbMacs === null ? [] : fdbMacs?.map((mac) => macAddressOf(`${above}fdbMacs`, mac)),
  };
}
