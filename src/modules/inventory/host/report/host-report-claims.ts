// Assigns the ports of a reported host to its services. Two services cannot have the same port at the same address.
import { randomUUID } from 'node:crypto';

interface Target {
  readonly id?: string | null;
  readonly ipAddressId: string | null;
  /** Id of the port; null if the service is bound to the address itself. */
  readonly portId: string | null;
}
export interface Claim extends Target {
  readonly id: string;
  readonly serviceId: string;
}

/**
 * Whether two bindings of the same port overlap. A null address means all addresses, so a port on all addresses
 * overlaps the port on each address.
 */
const overlaps = (one: Target, other: Target): boolean =>
  one.ipAddressId === null || other.ipAddressId === null || one.ipAddressId === other.ipAddressId;

export class Claims {
  private readonly confirmedIds = new Set<string>();
  private readonly removedIds = new Set<string>();
  private readonly newClaims = new Map<string, Claim>();
  private readonly storedIds: ReadonlySet<string>;
  private readonly byPort = new Map<string, Claim[]>();
  private readonly byService = new Map<string, Claim[]>();

  /**
   * `openPortsId` is the id of the host's OpenPorts service, which is bound to the ports that no other service uses.
   * Any service may take over ports of the OpenPorts service.
   */
  constructor(
    bindings: readonly Claim[],
    private readonly openPortsId: string | undefined,
  ) {
    this.storedIds = new Set(bindings.map(({ id }) => id));
    for (const one of bindings) this.enter(one);
  }

  get added(): readonly Claim[] {
    return [...this.newClaims.values()];
  }
  /** Ids of stored bindings that the report confirms. */
  get seen(): string[] {
    return [...this.confirmedIds];
  }
  get gone(): string[] {
    return [...this.removedIds];
  }
  /** Whether a service other than the OpenPorts service is bound to the port. */
  isClaimed(portId: string): boolean {
    return (this.byPort.get(portId) ?? []).some(({ serviceId }) => serviceId !== this.openPortsId);
  }

  /** Whether the service has any binding. */
  isBound(serviceId: string): boolean {
    return (this.byService.get(serviceId) ?? []).length > 0;
  }

  /**
   * Binds a port to the OpenPorts service (`serviceId`) if no other service has the port. If the OpenPorts service has
   * the port already, its binding counts as confirmed.
   */
  addLeftOver(serviceId: string, portId: string): void {
    const portClaims = this.byPort.get(portId) ?? [];
    if (portClaims.length === 0) this.add(serviceId, { ipAddressId: null, portId });
    else for (const one of portClaims) this.add(serviceId, one);
  }

  /**
   * Binds a service to a port or an address. Does nothing if another service has the port, or if the service already
   * has an equal or conflicting binding. An equal stored binding counts as confirmed.
   */
  add(serviceId: string, target: Target): void {
    const serviceClaims = this.byService.get(serviceId) ?? [];
    const equalClaim = serviceClaims.find(
      ({ portId, ipAddressId }) => portId === target.portId && ipAddressId === target.ipAddressId,
    );
    if (equalClaim) {
      if (this.storedIds.has(equalClaim.id)) this.confirmedIds.add(equalClaim.id);
      return;
    }
    if (serviceClaims.some((one) => (one.portId === null) !== (target.portId === null) && overlaps(one, target)))
      return;
    if (target.portId !== null) {
      const others = (this.byPort.get(target.portId) ?? []).filter((one) => overlaps(one, target));
      const isTaken = others.some((one) => one.serviceId !== serviceId && one.serviceId !== this.openPortsId);
      const isCovered = others.some((one) => one.serviceId === serviceId && one.ipAddressId === null);
      if (isTaken || isCovered) return;
      // The new binding replaces bindings of the OpenPorts service to the port. A new binding to the port on all
      // addresses also replaces bindings of the same service to the port on single addresses.
      for (const one of others) this.leave(one);
    }
    const id = target.id && !this.storedIds.has(target.id) && !this.newClaims.has(target.id) ? target.id : randomUUID();
    const claim = { id, serviceId, ipAddressId: target.ipAddressId, portId: target.portId };
    this.newClaims.set(id, claim);
    this.enter(claim);
  }

  private enter(claim: Claim): void {
    for (const [index, key] of [
      [this.byPort, claim.portId],
      [this.byService, claim.serviceId],
    ] as const)
      if (key !== null) (index.get(key) ?? index.set(key, []).get(key)!).push(claim);
  }

  private leave(claim: Claim): void {
    if (!this.newClaims.delete(claim.id)) this.removedIds.add(claim.id);
    for (const [index, key] of [
      [this.byPort, claim.portId],
      [this.byService, claim.serviceId],
    ] as const)
      if (key !== null)
        index.set(
          key,
          index.get(key)!.filter(({ id }) => id !== claim.id),
        );
  }
}
