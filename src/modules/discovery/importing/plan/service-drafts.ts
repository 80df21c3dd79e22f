// The services of a host and their bindings as they will be after the import. This file does not access the database.
import { Claims, isEmpty, KnownServices, findServiceDefinition, positionAfterLast, type Row } from '../../../inventory';
import type { Binding, Service } from '../../../../generated/prisma/client';
import { isOther, type Differences } from './differences';
import type { ImportedHost, ImportedPort, ImportedService } from '../formats/imported-entries';

/** A stored service, or a new service from the file. */
type Draft = Partial<Service> & Pick<Service, 'id' | 'name' | 'serviceDefinition'>;
type ServiceIdentity = Pick<Service, 'name' | 'serviceDefinition'> & { readonly id?: string | undefined };
type Bound = Pick<Binding, 'id' | 'serviceId' | 'ipAddressId' | 'portId'>;

export class ServiceDrafts {
  private readonly services: Map<string, Draft>;
  private nextPosition: number;
  private readonly addedKeys = new Set<string>();
  private readonly namedServices: Row[] = [];
  private bindings: readonly Bound[];
  private readonly addedBindings = new Map<string, Row>();
  private readonly goneBindings = new Set<string>();

  constructor(
    /** Stored services of the host, oldest first. */
    storedServices: readonly Service[],
    bindings: readonly Binding[],
    private readonly fileName: string,
  ) {
    this.services = new Map(storedServices.map((one) => [one.id, { ...one }]));
    this.nextPosition = positionAfterLast(storedServices);
    this.bindings = [...bindings];
  }

  /**
   * Merges the services in an entry of the file into the host's services. Returns whether a service or binding changes.
   * `portIds` are the ids of the open ports in the entry, by number and protocol.
   */
  merge(
    { services, ports }: Pick<ImportedHost, 'services' | 'ports'>,
    portIds: ReadonlyMap<string, string>,
    differences: Differences,
  ): boolean {
    if (services.length === 0 && portIds.size === 0) return false;
    const knownServices = new KnownServices<Draft, ServiceIdentity>([...this.services.values()], this.bindings);
    const claims = new Claims(this.bindings, knownServices.openPorts?.id);
    const onPort = this.servicesByPort();
    const idWithoutPort = this.finderWithoutPort(services);
    for (const { id: importedId, name, definition, product, port } of services) {
      const portId = port && portIds.get(portKey(port));
      const serviceDefinition = definition ?? findServiceDefinition([product, name]);
      const row = { name: (product ?? name).slice(0, 100), serviceDefinition: serviceDefinition ?? name };
      // If the port is already bound to services of other programs, those bindings stay. The plan only shows that the
      // file names another program.
      const servicesOnPort = onPort.get(portId ?? '') ?? [];
      const isThere = servicesOnPort.some((one) => one?.serviceDefinition === row.serviceDefinition);
      if (portId !== undefined && claims.isClaimed(portId) && !isThere) {
        differences.add(
          'services',
          `${port!.number}/${port!.protocol}`,
          servicesOnPort.map((one) => one && labelOf(one)),
          row.name,
          'value_kept',
        );
        continue;
      }
      const bound = portId === undefined ? [] : [{ ipAddressId: null, portId }];
      const { id } = knownServices.take({ ...row, id: port ? undefined : idWithoutPort(row, importedId) }, bound);
      for (const target of bound) claims.add(id, target);
    }
    const listedKeys = new Set(ports.filter(({ isWithoutService }) => isWithoutService).map(portKey));
    const unclaimedPorts = [...portIds].flatMap(([key, id]) =>
      listedKeys.has(key) || claims.isClaimed(id) ? [] : [id],
    );
    if (unclaimedPorts.length > 0) {
      const rest = knownServices.takeOpenPorts();
      for (const portId of unclaimedPorts) claims.addLeftOver(rest.id, portId);
    }
    let isChanged = false;
    for (const { id, reports } of knownServices.matches)
      isChanged = this.put(id, reports[0]!, differences) || isChanged;
    return this.claim(claims) || isChanged;
  }

  /**
   * Returns a function that finds the existing service which a service without a port describes: the one with the id in
   * the file, otherwise the oldest one with the same software and name that no other service of the file describes.
   */
  private finderWithoutPort(services: readonly ImportedService[]) {
    const importedIds = new Set(services.map(({ id }) => id));
    const remainingIds = new Map<string, string[]>();
    const keyOf = ({ serviceDefinition, name }: ServiceIdentity) => JSON.stringify([serviceDefinition, name]);
    for (const service of [...this.services.values()].reverse())
      if (!importedIds.has(service.id))
        (remainingIds.get(keyOf(service)) ?? remainingIds.set(keyOf(service), []).get(keyOf(service))!).push(
          service.id,
        );
    return (identity: ServiceIdentity, importedId: string | undefined): string | undefined =>
      importedId !== undefined && this.services.has(importedId) ? importedId : remainingIds.get(keyOf(identity))?.pop();
  }

  /** Adds a service, or sets the name of an existing service without a name. Returns whether the service changes. */
  private put(id: string, { name, serviceDefinition }: ServiceIdentity, differences: Differences): boolean {
    const existingService = this.services.get(id);
    const label = labelOf({ name, serviceDefinition });
    if (existingService) {
      if (existingService.serviceDefinition !== serviceDefinition)
        differences.add('services', label, existingService.serviceDefinition, serviceDefinition, 'value_kept');
      if (isOther(existingService.name, name) && !isEmpty(existingService.name))
        differences.add('services', existingService.serviceDefinition, existingService.name, name, 'value_kept');
      if (!isEmpty(existingService.name) || isEmpty(name)) return false;
      existingService.name = name;
      this.namedServices.push({ id, name });
      return true;
    }
    differences.add('services', null, null, label);
    const source = { sourceType: 'Imported' as const, sourceReason: this.fileName };
    this.services.set(id, { id, name, serviceDefinition, position: this.nextPosition, ...source });
    this.nextPosition = positionAfterLast([{ position: this.nextPosition }]);
    this.addedKeys.add(id);
    return true;
  }

  private claim({ added, gone }: Claims): boolean {
    for (const id of gone) if (!this.addedBindings.delete(id)) this.goneBindings.add(id);
    for (const { id, serviceId, ipAddressId, portId } of added)
      this.addedBindings.set(id, { id, serviceId, ipAddressId, portId });
    const isGone = new Set(gone);
    this.bindings = [...this.bindings.filter(({ id }) => !isGone.has(id)), ...added];
    return added.length > 0 || gone.length > 0;
  }

  /** Removes the bindings to an IP address that the host no longer has. */
  unbind(addressId: string): void {
    this.bindings = this.bindings.filter(({ ipAddressId }) => ipAddressId !== addressId);
  }

  /**
   * Returns the services by the id of the port to which they are bound. A list contains undefined for a binding whose
   * service no longer exists.
   */
  private servicesByPort(): Map<string | null, (Draft | undefined)[]> {
    const servicesByPortId = new Map<string | null, (Draft | undefined)[]>();
    for (const { portId, serviceId } of this.bindings)
      (servicesByPortId.get(portId) ?? servicesByPortId.set(portId, []).get(portId)!).push(
        this.services.get(serviceId),
      );
    return servicesByPortId;
  }

  writes(hostId: string) {
    return {
      services: Array.from(this.addedKeys, (id) => ({ ...this.services.get(id), hostId })),
      namedServices: this.namedServices,
      bindings: [...this.addedBindings.values()].map((row) => ({ ...row, hostId })),
      goneBindings: [...this.goneBindings],
    };
  }
}

const portKey = ({ number, protocol }: ImportedPort): string => `${number} ${protocol}`;

const labelOf = ({ name, serviceDefinition }: ServiceIdentity): string => (isEmpty(name) ? serviceDefinition : name);
