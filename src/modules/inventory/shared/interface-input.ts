// What callers write of an interface, alone or among a host's own.
import {
  choice,
  defaulted,
  demanded,
  flag,
  id,
  inForm,
  inputFieldsOf,
  integer,
  of,
  optional,
  text,
} from '../../../graphql/entity/sheet-fields';
import { list } from '../../../graphql/plugin/bounds';
import { macAddressOf } from '../../../platform/text/addresses';

/** MAC addresses that one port may have learned. */
const maximumLearned = 10_000;
/** Tagged VLANs of one port: as many as there are. */
const maximumVlans = 4094;

const macAddress = of('String', { description: 'In any usual notation; kept in lower case with colons.' });
const fdbMacs = of(['String'], {
  ...list(maximumLearned),
  description: `MAC addresses learned; exactly these, at most ${maximumLearned}.`,
});

export const interfaceFields = {
  ifIndex: demanded(integer(0)),
  ifDescr: demanded(text(1, 255)),
  ifName: optional(text(0, 255, ', unique on its host')),
  ifAlias: optional(text(0, 255)),
  ifType: optional(integer(0, undefined, 'IANA ifType.')),
  speedBps: optional(of('BigInt', { description: 'Not negative.', extensions: { jsonSchema: { minimum: 0 } } })),
  adminStatus: optional(choice('IfAdminStatus')),
  operStatus: optional(choice('IfOperStatus')),
  macAddress: optional(inForm(macAddress, macAddressOf)),
  ipConfigured: defaulted(flag('False if left out on create.'), false),
  fdbMacs: defaulted(
    inForm(fdbMacs, (name, macs) => macs.map((mac) => macAddressOf(name, mac))),
    [],
  ),
  ipAddressId: optional(id('An address of the same host.')),
  nativeVlanId: optional(id('The VLAN that it carries untagged.')),
};

export const vlanIds = optional(
  of(['UUID'], { ...list(maximumVlans), description: 'Tagged VLANs: exactly these. Left out: unchanged.' }),
);

/** All but its index and its description, which not every input demands. */
export function interfaceInputFields(t: Parameters<typeof inputFieldsOf>[0]) {
  const { ifIndex: _index, ifDescr: _description, ...others } = interfaceFields;
  return inputFieldsOf(t, { ...others, vlanIds });
}
