// The optional input fields that services have wherever they are written: alone or among a host's own.
import { text } from '../../../graphql/plugin/bounds';
import type { InputFieldBuilder } from '@pothos/core';
import { builder, type SchemaTypes } from '../../../graphql/builder';
import { enumRef } from '../../../graphql/enums';

type Inputs = InputFieldBuilder<PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>, 'InputObject'>;

/** What callers are told of ids that they make themselves. */
export const clientId =
  'Id of the row; a new one may bring its own, so that others can refer to it in the same request. ' +
  'One that any row has already, within reach or not, is refused alike: `entity_already_exists`.';

export const bindingTypeRef = builder.enumType('BindingType', {
  description: 'What a service is bound to: a whole address, or a port on one or on every address.',
  values: ['IPAddress', 'Port'] as const,
});

const bindingInput = builder.inputType('ServiceBindingInput', {
  description: 'A whole address (no port), or a port on one address or, without an address, on every one.',
  fields: (t) => ({
    id: t.field({ type: 'UUID', description: clientId }),
    type: t.field({ type: bindingTypeRef, description: 'What it is; follows from the other two if left out.' }),
    ipAddressId: t.field({ type: 'UUID', description: 'An address of the host, also one of this request.' }),
    portId: t.field({ type: 'UUID', description: 'A port of the host, also one of this request.' }),
  }),
});

const virtualizationDetails = builder.inputType('ServiceVirtualizationDetailsInput', {
  fields: (t) => ({
    containerName: t.string(text(0, 255)),
    containerId: t.string(text(0, 255)),
    composeProject: t.string(text(0, 255)),
  }),
});
const virtualization = builder.inputType('ServiceVirtualizationInput', {
  description: 'What a containerized service is on its runtime.',
  fields: (t) => ({
    type: t.field({ type: enumRef('ServiceVirtualizationType'), required: true }),
    details: t.field({ type: virtualizationDetails }),
  }),
});

export const serviceInputFields = (t: Inputs) => ({
  virtualizationMetadata: t.field({ type: virtualization }),
  virtualizationServiceId: t.field({
    type: 'UUID',
    description: 'Its container runtime: a service of the network that runs containers.',
  }),
  bindings: t.field({
    type: [bindingInput],
    description: 'Exactly these. Left out: none on create, unchanged on update.',
  }),
});
