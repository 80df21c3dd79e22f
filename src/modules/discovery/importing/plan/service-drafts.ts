// The services of a host and what they listen on, as they will be after the import. Pure.
import { Claims, isEmpty, KnownServices, serviceDefinitionIn, type Row } from '../../../inventory';
import type { Binding, Service } from '../../../../generated/prisma/client';
import type { ImportedService } from '../formats/imported-entries';

export class ServiceDrafts {
  private readonly services: Row[];
  private readonly added = new Set<string>();
  private readonly named: Row[] = [];
  private bindings: Binding[];
  private readonly addedBindings = new Map<string, Row>();
  private readonly goneBindings = new Set<string>();

  constructor(
    /** Oldest first. */
    stored: readonly Service[],
    bindings: readonly Binding[],
    private readonly fileName: string,
  ) {
    this.services = stored.map((one) => ({ ...one }));
    this.bindings = [...bindings];
  }

  /** Answers whether it changes anything. `portIds`: open ports of the file by number and protocol. */
  merge(given: readonly ImportedService[], portIds: ReadonlyMap<string, string>): boolean {
    if (given.length === 0 && portIds.size === 0) return false;
    const known = new KnownServices(this.services as unknown as Service[], this.bindings);
    const claims = new Claims(this.bindings, known.openPorts?.id);
    for (const { name, definition, product, port } of given) {
      const portId = port && portIds.get(`${port.number} ${port.protocol}`);
      const found = definition ?? serviceDefinitionIn([product, name]);
      const row = { name: (product ?? name).slice(0, 100), serviceDefinition: found ?? name };
      // What has the port already is what listens there: another program would be a service without a port.
      if (portId !== undefined && claims.isClaimed(portId) && !this.isOn(portId, row.serviceDefinition)) continue;
      const bound = portId === undefined ? [] : [{ ipAddressId: null, portId }];
      const { id } = known.take(row as never, bound);
      for (const target of bound) claims.add(id, target);
    }
    const left = [...portIds.values()].filter((id) => !claims.isClaimed(id));
    if (left.length > 0) {
      const rest = known.takeOpenPorts();
      for (const portId of left) claims.addLeftOver(rest.id, portId);
    }
    let isChanged = false;
    for (const { id, reports } of known.taken) isChanged = this.put(id, { ...reports[0] }) || isChanged;
    return this.claim(claims) || isChanged;
  }

  /** A service that is there only gains a name that it lacks. */
  private put(id: string, { name, serviceDefinition }: Row): boolean {
    const there = this.services.find((row) => row.id === id);
    if (there) {
      if (!isEmpty(there.name) || isEmpty(name)) return false;
      there.name = name;
      this.named.push({ id, name });
      return true;
    }
    const source = { sourceType: 'Imported', sourceReason: this.fileName };
    const position = this.services.reduce((last, row) => Math.max(last, (row.position as number) + 1), 0);
    this.services.push({ id, name, serviceDefinition, position, ...source });
    this.added.add(id);
    return true;
  }

  private claim({ added, gone }: Claims): boolean {
    for (const id of gone) if (!this.addedBindings.delete(id)) this.goneBindings.add(id);
    for (const { id, serviceId, ipAddressId, portId } of added)
      this.addedBindings.set(id, { id, serviceId, ipAddressId, portId });
    const isGone = new Set(gone);
    this.bindings = [...this.bindings.filter(({ id }) => !isGone.has(id)), ...(added as unknown as Binding[])];
    return added.length > 0 || gone.length > 0;
  }

  private isOn(portId: string, definition: string): boolean {
    const there = this.bindings.filter((one) => one.portId === portId).map(({ serviceId }) => serviceId);
    return this.services.some((row) => there.includes(row.id as string) && row.serviceDefinition === definition);
  }

  writes(hostId: string) {
    return {
      services: this.services.filter(({ id }) => this.added.has(id as string)).map((row) => ({ ...row, hostId })),
      namedServices: this.named,
      bindings: [...this.addedBindings.values()].map((row) => ({ ...row, hostId })),
      goneBindings: [...this.goneBindings],
    };
  }
}
