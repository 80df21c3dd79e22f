// What a caller may say of a service, in the form that the database keeps: alone or among a host's own.
import type { ServiceVirtualizationType } from '../../../generated/prisma/enums';

export interface ServiceFields {
  readonly name?: string | null;
  readonly serviceDefinition?: string | null;
  readonly position?: number | null;
  readonly virtualizationMetadata?: {
    readonly type: ServiceVirtualizationType;
    readonly details?: {
      readonly containerName?: string | null;
      readonly containerId?: string | null;
      readonly composeProject?: string | null;
    } | null;
  } | null;
}

/** Undefined stays undefined: the stored value is kept. */
export function serviceColumns(fields: ServiceFields) {
  const { name, serviceDefinition, position, virtualizationMetadata: container } = fields;
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
