// What callers write of a service, alone or among a host's own.
import { builder } from '../../../graphql/builder';
import {
  defaulted,
  id,
  inputFieldsOf,
  integer,
  of,
  optional,
  storedAs,
  text,
} from '../../../graphql/entity/sheet-fields';
import { enumRef } from '../../../graphql/enums';
import * as bounds from '../../../graphql/plugin/bounds';

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
    containerName: t.string(bounds.text(0, 255)),
    containerId: t.string(bounds.text(0, 255)),
    composeProject: t.string(bounds.text(0, 255)),
  }),
});
const virtualization = builder.inputType('ServiceVirtualizationInput', {
  description: 'What a containerized service is on its runtime.',
  fields: (t) => ({
    type: t.field({ type: enumRef('ServiceVirtualizationType'), required: true }),
    details: t.field({ type: virtualizationDetails }),
  }),
});

export const serviceFields = {
  name: text(0, 100),
  serviceDefinition: text(1, 255, ': the id of a known software, or one of your own'),
  position: defaulted(integer(0, undefined, 'Order on the host; last if left out on create.')),
  virtualizationServiceId: optional(id('Its container runtime: a service of the network that runs containers.')),
};

/** What is not stored in one column of the service's row. */
export const serviceInputs = {
  virtualizationMetadata: storedAs(of(virtualization), (container) => ({
    virtualizationType: container?.type ?? null,
    containerName: container?.details?.containerName ?? null,
    containerId: container?.details?.containerId ?? null,
    composeProject: container?.details?.composeProject ?? null,
  })),
  bindings: optional(
    of([bindingInput], { description: 'Exactly these. Left out: none on create, unchanged on update.' }),
  ),
};

/** Those of a service among a host's own that may be left out. */
export const serviceInputFields = (t: Parameters<typeof inputFieldsOf>[0]) =>
  inputFieldsOf(t, { virtualizationServiceId: serviceFields.virtualizationServiceId, ...serviceInputs });
