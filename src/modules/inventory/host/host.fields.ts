// What a caller may say of a host and its parts, checked and in the form that the database keeps.
import type { createHostInput, updateHostInput } from './host.input';
import { assertInsideNetwork } from '../../../platform/text/addresses';
import { AppError } from '../../../errors';
import { assertLength, assertRange, blankToNull } from '../../../platform/text/validation';
import { checkedInterface } from '../shared/interface-fields';
import { checkedIpAddress } from '../shared/ip-address-fields';
import { checkedService } from '../shared/service-fields';
import { referenceInvalid } from '../../../data/tenancy/references';
import { assertBindings } from '../shared/service-parts';

export type CreateHost = typeof createHostInput.$inferInput;
export type UpdateHost = typeof updateHostInput.$inferInput;
/** What both have in common. */
export type HostInput = Omit<UpdateHost, 'expectedUpdatedAt'>;
type ChildrenOf<L extends 'ipAddresses' | 'ports' | 'services' | 'interfaces'> = NonNullable<HostInput[L]>;

const described = ['sysDescr', 'sysLocation', 'sysContact', 'managementUrl'] as const;
const identified = ['sysObjectId', 'chassisId'] as const;

/** `above` is put before the names of fields in errors. Undefined stays undefined: the stored value is kept. */
export function checkedHost(input: HostInput & Partial<Omit<CreateHost, keyof HostInput>>, above = '') {
  const { name, hidden, hostname, description, virtualizationMetadata: machine } = input;
  for (const [field, value] of Object.entries({ name, hidden }))
    if (value === null) throw new AppError('validation_required', { field: above + field });
  if (name != null) assertLength(`${above}name`, name, 0, 100);
  if (hostname != null) assertLength(`${above}hostname`, hostname, 0, 255);
  if (description != null) assertLength(`${above}description`, description, 0, 500);
  for (const field of described) if (input[field] != null) assertLength(above + field, input[field], 0, 2000);
  for (const field of identified) if (input[field] != null) assertLength(above + field, input[field], 0, 255);
  for (const field of ['vmName', 'vmId'] as const) {
    const value = machine?.details?.[field];
    if (value != null) assertLength(`${above}virtualizationMetadata.details.${field}`, value, 0, 255);
  }
  return {
    name: name ?? undefined,
    hidden: hidden ?? undefined,
    hostname: blankToNull(hostname),
    description: blankToNull(description),
    ...(machine !== undefined && {
      virtualizationType: machine?.type ?? null,
      vmName: machine?.details?.vmName ?? null,
      vmId: machine?.details?.vmId ?? null,
    }),
    ...Object.fromEntries([...described, ...identified].map((field) => [field, blankToNull(input[field])])),
  };
}

export function checkedIpAddresses(rows: ChildrenOf<'ipAddresses'>, cidrs: ReadonlyMap<string, string>) {
  return withPositions('ipAddresses', rows).map((row) => {
    const fields = checkedIpAddress(row, 'ipAddresses.');
    const subnetCidr = cidrs.get(row.subnetId)!;
    assertInsideNetwork(fields.ipAddress!, subnetCidr);
    return { ...fields, id: row.id, subnetId: row.subnetId, subnetCidr };
  });
}

export function checkedPorts(rows: ChildrenOf<'ports'>) {
  return rows.map(({ id, number, protocol }) => {
    assertRange('ports.number', number, 1, 65535);
    return { id, number, protocol };
  });
}

export function checkedInterfaces(rows: ChildrenOf<'interfaces'>) {
  return rows.map((row) => {
    const { id, ipAddressId, nativeVlanId } = row;
    return { ...checkedInterface(row, 'interfaces.'), id, ipAddressId, nativeVlanId };
  });
}

export function checkedServices(rows: ChildrenOf<'services'>) {
  for (const { bindings } of rows) assertBindings(bindings ?? [], 'services.bindings.');
  return withPositions('services', rows).map((row) => {
    const { id, virtualizationServiceId } = row;
    if (id && virtualizationServiceId === id) throw referenceInvalid('Service', 'services.virtualizationServiceId');
    return { ...checkedService(row, 'services.'), id, virtualizationServiceId };
  });
}

/** Positions as given, or as the rows follow one another; given for some only: 400. */
function withPositions<R extends { position?: number | null }>(list: string, rows: readonly R[]): R[] {
  const given = rows.filter(({ position }) => position != null).length;
  if (given > 0 && given < rows.length) throw new AppError('validation_required', { field: `${list}.position` });
  return rows.map((row, index) => ({ ...row, position: row.position ?? index }));
}
