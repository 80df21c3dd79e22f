// GraphQL input fields of an interface, for mutations of interfaces and for the list of interfaces in a host's input.
import {
  choice,
  withDefault,
  requiredNullable,
  flag,
  id,
  inForm,
  inputFields,
  integer,
  of,
  optional,
  text,
} from '../../../graphql/entity/sheet-fields';
import { integer as within, list } from '../../../graphql/plugin/bounds';
import { canonicalMacAddress } from '../../../platform/text/addresses';
import { maximumVlans, spanningTreeInstances, vlanNumbers } from '../../../platform/text/vlan-numbers';
import { highestInt32 } from '../../../platform/text/integers';

/** Maximum number of MAC addresses that a port in a request can have learned. */
const maximumLearned = 10_000;
/** Maximum number of spanning tree instances (MSTP). */
const maximumInstances = spanningTreeInstances.max - spanningTreeInstances.min + 1;

const macAddress = of('String', {
  description: 'MAC address in any usual notation (IF-MIB ifPhysAddress); stored in lower case with colons.',
});
const fdbMacs = of(['String'], {
  ...list(maximumLearned),
  description: `MAC addresses learned on the port (BRIDGE-MIB dot1dTpFdbTable, RFC 4188); the complete list, at most ${maximumLearned}.`,
});

const inNotation = (name: string, macs: readonly string[]) => macs.map((mac) => canonicalMacAddress(name, mac));

/** The input field `arpMacs`: MAC addresses in the device's ARP table. Only reports of daemons have this field. */
export const arpMacs = optional(
  inForm(
    of(['String'], {
      ...list(maximumLearned),
      description: `MAC addresses that the ARP table of the host has on the port (IP-MIB ipNetToPhysicalTable, RFC 4293), at most ${maximumLearned}.`,
    }),
    inNotation,
  ),
);

export const interfaceFields = {
  ifIndex: requiredNullable(integer(0)),
  ifDescr: requiredNullable(text(1, 255)),
  ifName: optional(text(0, 255)),
  ifAlias: optional(text(0, 255)),
  ifType: optional(integer(0, undefined, 'Interface type, an IANAifType number (IF-MIB ifType).')),
  speedBps: optional(
    of('BigInt', {
      description: 'Nominal speed in bits per second, at least 0.',
      extensions: { jsonSchema: { minimum: 0 } },
    }),
  ),
  adminStatus: optional(choice('IfAdminStatus')),
  operStatus: optional(choice('IfOperStatus')),
  macAddress: optional(inForm(macAddress, canonicalMacAddress)),
  ipConfigured: withDefault(
    flag('Whether the port itself has an IP configuration; false if left out on create.'),
    false,
  ),
  fdbMacs: withDefault(inForm(fdbMacs, inNotation), []),
  ipAddressId: optional(id('Id of an IP address of the same host.')),
  nativeVlanId: optional(id('Id of the native VLAN, the VLAN of untagged frames (Q-BRIDGE-MIB dot1qPvid, RFC 4363).')),
};

/** Input fields of an interface that only daemons may send. */
export const readInterfaceFields = {
  mtu: optional(integer(0, highestInt32, 'Largest packet that it sends or receives, in octets (IF-MIB ifMtu).')),
  duplex: optional(choice('DuplexMode')),
  stpState: optional(choice('StpPortState')),
  isStpRootPort: withDefault(
    flag('Whether it leads to the root of the spanning tree (BRIDGE-MIB dot1dStpRootPort).'),
    false,
  ),
  stpBlockedVlans: withDefault(
    of(['Int'], {
      ...list(maximumVlans, within(vlanNumbers.min, vlanNumbers.max)),
      description:
        'Numbers of the VLANs whose own spanning tree blocks it (PVST); empty if it has none of its own or they were not read.',
    }),
    [],
  ),
  stpBlockedInstances: withDefault(
    of(['Int'], {
      ...list(maximumInstances, within(spanningTreeInstances.min, spanningTreeInstances.max)),
      description:
        'Instances of MSTP that block it (IEEE8021-MSTP-MIB ieee8021MstpPortState); 0 is the CIST. Empty if there are none or they were not read.',
    }),
    [],
  ),
  poeStatus: optional(choice('PoeStatus')),
  poeClass: optional(
    integer(
      0,
      8,
      'Class of the powered device (POWER-ETHERNET-MIB pethPsePortPowerClassifications; IEEE 802.3bt above 4).',
    ),
  ),
};

/**
 * The input field `aggregateIfIndex`: the ifIndex of a port's aggregate. Only reports of daemons have this field,
 * because daemons do not know the ids of ports.
 */
export const aggregateIfIndex = optional(
  integer(
    0,
    highestInt32,
    'Index of the aggregate that it is a member of, a port of the same report (IEEE8023-LAG-MIB, IF-MIB ifStackTable); null for none.',
  ),
);

export const vlanIds = optional(
  of(['UUID'], {
    ...list(maximumVlans),
    description: 'Ids of the tagged VLANs (IEEE 802.1Q); the complete list. Left out: unchanged.',
  }),
);

/** Returns all input fields of an interface except ifIndex and ifDescr, which are required in some inputs only. */
export function interfaceInputFields(t: Parameters<typeof inputFields>[0]) {
  const { ifIndex: _index, ifDescr: _description, ...others } = interfaceFields;
  return inputFields(t, { ...others, vlanIds });
}
