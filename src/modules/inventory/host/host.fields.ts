// Checks the inputs of a host and its parts, and converts them to columns.
import type { createHostInput, updateHostInput } from './host.input';
import { assertInsideNetwork } from '../../../platform/text/addresses';
import { AppError } from '../../../errors';
import { inputColumns } from '../../../graphql/entity/inputs';
import { plainColumns, roleInput } from './host-columns';
import { interfaceFields } from '../shared/interface-input';
import { ipAddressFields } from '../shared/ip-address-fields';
import { serviceFields, serviceInputs } from '../shared/service-input';
import { referenceInvalid } from '../../../data/tenancy/references';
import { assertBindings } from '../shared/service-parts';

export type CreateHost = typeof createHostInput.$inferInput;
export type UpdateHost = typeof updateHostInput.$inferInput;
/** Fields that the create and update inputs have in common. */
export type HostInput = Omit<UpdateHost, 'expectedUpdatedAt'>;
type ChildrenOf<L extends 'ipAddresses' | 'ports' | 'services' | 'interfaces'> = NonNullable<HostInput[L]>;

/** Returns the columns of a host's input. Undefined fields stay undefined, so that stored values do not change. */
export function hostColumns(input: HostInput & Partial<Omit<CreateHost, keyof HostInput>>) {
  const { name, hidden, virtualizationMetadata: machine } = input;
  return {
    name: name ?? undefined,
    hidden: hidden ?? undefined,
    ...inputColumns('Host', { ...plainColumns, ...roleInput }, input),
    ...(machine !== undefined && {
      virtualizationType: machine?.type ?? null,
      vmName: machine?.details?.vmName ?? null,
      vmId: machine?.details?.vmId ?? null,
    }),
  };
}

export function checkedIpAddresses(rows: ChildrenOf<'ipAddresses'>, cidrs: ReadonlyMap<string, string>) {
  return withPositions('ipAddresses', rows).map((row) => {
    const fields = inputColumns('IpAddress', ipAddressFields, row, 'ipAddresses.');
    const subnetCidr = cidrs.get(row.subnetId)!;
    assertInsideNetwork(fields.ipAddress!, subnetCidr);
    return { ...fields, id: row.id, subnetId: row.subnetId, subnetCidr };
  });
}

export function checkedPorts(rows: ChildrenOf<'ports'>) {
  return rows.map(({ id, number, protocol }) => ({ id, number, protocol }));
}

export function checkedInterfaces(rows: ChildrenOf<'interfaces'>) {
  return rows.map((row) => ({ ...inputColumns('Interface', interfaceFields, row, 'interfaces.'), id: row.id }));
}

export function checkedServices(rows: ChildrenOf<'services'>) {
  for (const { bindings } of rows) assertBindings(bindings ?? [], 'services.bindings.');
  return withPositions('services', rows).map((row) => {
    const { id, virtualizationServiceId } = row;
    if (id && virtualizationServiceId === id) throw referenceInvalid('Service', 'services.virtualizationServiceId');
    return { ...inputColumns('Service', { ...serviceFields, ...serviceInputs }, row), id };
  });
}

/**
 * Returns the rows with their positions. If no row has a position, the positions follow the order of the rows. Throws
 * 400 if only some rows have a position.
 */
function withPositions<R extends { position?: number | null }>(list: string, rows: readonly R[]): R[] {
  const positionCount = rows.filter(({ position }) => position != null).length;
  if (positionCount > 0 && positionCount < rows.length)
    throw new AppError('validation_required', { field: `${list}.position` });
  return rows.map((row, index) => ({ ...row, position: row.position ?? index }));
}
