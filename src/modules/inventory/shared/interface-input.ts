// The optional input fields that interfaces have wherever they are written: alone or among a host's own.
import { formed, integer, list, orEmpty, text } from '../../../graphql/plugin/bounds';
import { assertMacAddresses, macAddressOf } from '../../../platform/text/addresses';
import type { InputFieldBuilder } from '@pothos/core';
import type { SchemaTypes } from '../../../graphql/builder';
import { enumRef } from '../../../graphql/enums';

/** MAC addresses that one port may have learned. */
const maximumLearned = 10_000;
/** Tagged VLANs of one port: as many as there are. */
const maximumVlans = 4094;

type Inputs = InputFieldBuilder<PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>, 'InputObject'>;

export const interfaceInputFields = (t: Inputs) => ({
  ifName: t.string(text(0, 255, ', unique on its host')),
  ifAlias: t.string(text(0, 255)),
  ifType: t.int(integer(0, undefined, 'IANA ifType.')),
  speedBps: t.field({
    type: 'BigInt',
    description: 'Not negative.',
    extensions: { jsonSchema: { minimum: 0 } },
  }),
  adminStatus: t.field({ type: enumRef('IfAdminStatus') }),
  operStatus: t.field({ type: enumRef('IfOperStatus') }),
  macAddress: t.string({
    ...formed(orEmpty(macAddressOf)),
    description: 'In any usual notation; kept in lower case with colons.',
  }),
  ipConfigured: t.boolean({ description: 'False if left out on create.' }),
  fdbMacs: t.field({
    type: ['String'],
    extensions: { ...list(maximumLearned).extensions, form: assertMacAddresses },
    description: `MAC addresses learned; exactly these, at most ${maximumLearned}.`,
  }),
  ipAddressId: t.field({ type: 'UUID', description: 'An address of the same host.' }),
  nativeVlanId: t.field({ type: 'UUID', description: 'The VLAN that it carries untagged.' }),
  vlanIds: t.field({
    type: ['UUID'],
    ...list(maximumVlans),
    description: 'Tagged VLANs: exactly these. Left out: unchanged.',
  }),
});
