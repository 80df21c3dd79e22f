// GraphQL input fields of a service, for mutations of services and for the list of services in a host's input.
import { builder } from '../../../graphql/builder';
import {
  withDefault,
  id,
  inputFields,
  integer,
  of,
  optional,
  withColumns,
  text,
} from '../../../graphql/entity/sheet-fields';
import { enumRef } from '../../../graphql/enums';
import * as bounds from '../../../graphql/plugin/bounds';

/** Description of an input field with an id that callers choose. */
export const clientId =
  'Id of the row; a new row may bring its own, for references within the request. The id of another row of the network: `entity_already_exists`; one that a row elsewhere has is replaced.';

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
    containerName: t.string(bounds.text(0, 255)),
    containerId: t.string(bounds.text(0, 255)),
    composeProject: t.string(bounds.text(0, 255)),
  }),
});
const virtualization = builder.inputType('ServiceVirtualizationInput', {
  description: 'A container on its runtime.',
  fields: (t) => ({
    type: t.field({ type: enumRef('ServiceVirtualizationType'), required: true }),
    details: t.field({ type: virtualizationDetails }),
  }),
});

export const serviceFields = {
  name: text(0, 100),
  serviceDefinition: text(1, 255),
  position: withDefault(integer(0, undefined, 'Position on its host; last if left out on create.')),
  virtualizationServiceId: optional(id('Id of the container runtime service that runs the container.')),
};

/** Input fields that set several columns of the service's row, or rows of related tables. */
export const serviceInputs = {
  virtualizationMetadata: withColumns(optional(of(virtualization)), (container) => ({
    virtualizationType: container?.type ?? null,
    containerName: container?.details?.containerName ?? null,
    containerId: container?.details?.containerId ?? null,
    composeProject: container?.details?.composeProject ?? null,
  })),
  bindings: optional(
    of([bindingInput], {
      description: 'Its bindings, the complete list. Left out: none on create, unchanged on update.',
    }),
  ),
};

/** Optional input fields of a service in the list `services` of a host's input. */
export const serviceInputFields = (t: Parameters<typeof inputFields>[0]) =>
  inputFields(t, { virtualizationServiceId: serviceFields.virtualizationServiceId, ...serviceInputs });
