// What a caller may say of a service, checked and in the form that the database keeps: alone or among a host's own.
import type { ServiceVirtualizationType } from '../../../generated/prisma/enums';
import { assertLength, assertNotNull, assertRange } from '../../../platform/text/validation';

export interface ServiceFields {
  readonly name?: string | null;
  readonly serviceDefinition?: string | null;
  readonly position?: number | null;
  readonly virtualizationMetadata?: {
    readonly type: ServiceVirtualizationType;
    readonly details?: { readonly [D in (typeof containerTexts)[number]]?: string | null } | null;
  } | null;
}

const containerTexts = ['containerName', 'containerId', 'composeProject'] as const;

/** `above` is put before the names of fields in errors. Undefined stays undefined: the stored value is kept. */
export function checkedService(fields: ServiceFields, above = '') {
  const { name, serviceDefinition, position, virtualizationMetadata: container } = fields;
  assertNotNull({
    [`${above}name`]: name,
    [`${above}serviceDefinition`]: serviceDefinition,
    [`${above}position`]: position,
  });
  if (name != null) assertLength(`${above}name`, name, 0, 100);
  if (serviceDefinition != null) assertLength(`${above}serviceDefinition`, serviceDefinition, 1, 255);
  if (position != null) assertRange(`${above}position`, position, 0, 2 ** 31 - 1);
  for (const text of containerTexts) {
    const value = container?.details?.[text];
    if (value != null) assertLength(`${above}virtualizationMetadata.details.${text}`, value, 0, 255);
  }
  return {
    name: name ?? undefined,
    serviceDefinition: serviceDefinition ?? undefined,
    position: position ?? undefined,
    ...(container !== undefined && {
      virtualizationType: container?.type ?? null,
      containerName: container?.details?.containerName ?? null,
      containerId: container?.details?.containerId ?? null,
      composeProject: container?.details?.composeProject ?? null,
    }),
  };
}
