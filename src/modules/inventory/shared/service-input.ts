// The optional input fields that services have wherever they are written: alone or among a host's own.
import { text } from '../../../graphql/plugin/bounds';
import type { InputFieldBuilder } from '@pothos/core';
import { builder, type SchemaTypes } from '../../../graphql/builder';
import { enumRef } from '../../../graphql/enums';

type Inputs = InputFieldBuilder<PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>, 'InputObject'>;

/** What callers are told of ids that they make themselves. */
export const clientId =
  'Id of the row; a new row may bring its own, for references within the request. An id of any other row: `entity_already_exists`.';

export const bindingTypeRef = builder.enumType('BindingType', {
  description: 'Kinds of bindings.',
  values: ['IPAddress', 'Port'] as const,
});

const bindingInput = builder.inputType('ServiceBindingInput', {
  description: 'A whole address, a port on one address, or a port on all addresses of the host.',
  fields: (t) => ({
    id: t.field({ type: 'UUID', description: clientId }),
    type: t.field({ type: bindingTypeRef, description: 'Kind of the binding; follows from the ids if left out.' }),
    ipAddressId: t.field({ type: 'UUID', description: 'Id of an address of the host, stored or in this request.' }),
    portId: t.field({ type: 'UUID', description: 'Id of a port of the host, stored or in this request.' }),
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
  description: 'A container on its runtime.',
  fields: (t) => ({
    type: t.field({ type: enumRef('ServiceVirtualizationType'), required: true }),
    details: t.field({ type: virtualizationDetails }),
  }),
});

export const serviceInputFields = (t: Inputs) => ({
  virtualizationMetadata: t.field({ type: virtualization }),
  virtualizationServiceId: t.field({
    type: 'UUID',
    description: 'Id of the container runtime service that runs the container.',
  }),
  bindings: t.field({
    type: [bindingInput],
    description: 'The complete list. Left out: none on create, unchanged on update.',
  }),
});
