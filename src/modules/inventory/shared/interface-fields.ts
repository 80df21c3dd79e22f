// What a caller may say of an interface, in the form that the database keeps: alone or among a host's own.
import { macAddressOf } from '../../../platform/text/addresses';
import type { IfAdminStatus, IfOperStatus } from '../../../generated/prisma/enums';
import { blankToNull } from '../../../platform/text/validation';

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

/** `above` is put before the names of fields in errors. Undefined stays undefined: the stored value is kept. */
export function checkedInterface(fields: InterfaceFields, above = '') {
  const { ifIndex, ifDescr, ifName, ifAlias, ifType, speedBps, macAddress, fdbMacs } = fields;
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
