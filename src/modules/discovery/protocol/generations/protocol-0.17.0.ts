// Conversions for the daemon protocol up to 0.17.4: the field `virtualization` has both the data of a virtual machine
// or container, and the service that runs it.
import { changeEach, isObject, without, type Json, type Step } from './protocol-versions';

/**
 * Converts `virtualization: {type, details: {…, service_id}}` to two fields: the container or virtual machine, and the
 * service that runs it.
 */
function readVirtualization(row: Json): Json {
  if (!('virtualization' in row) || 'virtualization_metadata' in row) return without(row, 'virtualization');
  const { virtualization, ...others } = row;
  if (!isObject(virtualization)) return others;
  const { service_id, ...details } = isObject(virtualization.details) ? virtualization.details : {};
  return {
    ...others,
    virtualization_metadata: { type: virtualization.type, details },
    virtualization_service_id: service_id ?? null,
  };
}

const readHost = (body: Json): Json =>
  changeEach(
    isObject(body.host) ? { ...body, host: readVirtualization(body.host) } : body,
    'services',
    readVirtualization,
  );

function withService(metadata: Json, serviceId: unknown): Json {
  return { ...metadata, details: { ...(isObject(metadata.details) && metadata.details), service_id: serviceId } };
}

function writeVirtualization(row: Json): Json {
  const { virtualization_metadata: metadata, virtualization_service_id: serviceId, ...others } = row;
  // Daemons of these versions cannot parse a response with another platform than Docker and Proxmox.
  const isKnown = isObject(metadata) && ['Docker', 'Proxmox'].includes(metadata.type as string);
  return { ...others, virtualization: isKnown ? withService(metadata, serviceId) : null };
}

export const protocol0170: Step = {
  read: { 'hosts/discovery': readHost },
  write: {
    'hosts/discovery': (host) => changeEach(writeVirtualization(host), 'services', writeVirtualization),
  },
};
