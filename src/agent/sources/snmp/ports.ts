// Maps port numbers of LLDP and of bridges to interfaces. These numbers are not necessarily the ifIndex.
import { aggregateType, propVirtual, virtualTypes } from '../../../platform/text/interface-types';
import { macFromText } from '../../evidence/mac';
import type { InterfaceFacts } from './facts';
import type { PortId } from '../../evidence/lldp-ids';

/** A port of the device itself, from a row of lldpLocPortTable. */
export interface LocalPort {
  readonly id?: PortId;
  /**
   * Whether the device reported a valid subtype of the port id. If not, the subtype was inferred from the id's value.
   */
  readonly isSubtypeKnown: boolean;
  readonly description?: string;
}

export interface PlacedPort {
  readonly port: InterfaceFacts;
  readonly how: 'resolved' | 'assumed';
}

/** ifIndex by bridge port number (BRIDGE-MIB dot1dBasePortIfIndex). */
export type BasePorts = ReadonlyMap<number, number>;

/** Whether the interface is a physical port, at which LLDP frames can arrive. */
export const isPhysical = ({ type }: InterfaceFacts): boolean => !virtualTypes.has(type) && type !== aggregateType;
/** Whether the interface is a physical port or a logical unit of one; false for VLANs, tunnels and bridges. */
export const isPortOrUnit = (port: InterfaceFacts | undefined): boolean =>
  port !== undefined && (port.type === propVirtual || isPhysical(port));

/**
 * On many devices, the LLDP number of a port is the ifIndex of its interface. A number below this limit may equal
 * another interface's ifIndex by chance, so it only counts if the interface's name fits the port's id.
 */
const firstTellingNumber = 4096;

/** Finds the interfaces for the port numbers of one device. */
export class PortPlacer {
  private readonly byIndex: ReadonlyMap<number, InterfaceFacts>;
  /** Interfaces that lldpLocPortTable names, with their LLDP port numbers. */
  private readonly lldpNumberOf = new Map<InterfaceFacts, number>();
  /** Bridge port numbers by ifIndex. */
  private readonly baseOf = new Map<number, number>();

  constructor(
    private readonly interfaces: readonly InterfaceFacts[],
    private readonly basePorts: BasePorts,
    private readonly localPorts: ReadonlyMap<number, LocalPort> = new Map(),
  ) {
    this.byIndex = new Map(interfaces.map((port) => [port.ifIndex, port]));
    for (const [number, ifIndex] of basePorts) this.baseOf.set(ifIndex, number);
    for (const [number, local] of localPorts) {
      const [port, another] = this.namedBy(local);
      if (port && !another) this.lldpNumberOf.set(port, number);
    }
  }

  /**
   * Finds the interface of an LLDP local port; undefined if none matches. Compares, in the order of reliability, the
   * port id, bridge port number (IEEE 802.1AB, 9.5.3), port description, end of the name, and ifIndex.
   */
  lldpPort(number: number): PlacedPort | undefined {
    const local = this.localPorts.get(number);
    const namedPorts = local ? this.namedBy(local) : [];
    if (namedPorts.length === 1) return { port: namedPorts[0]!, how: 'resolved' };
    const base = this.byIndex.get(this.basePorts.get(number) ?? NaN);
    if (base && (namedPorts.length === 0 || namedPorts.includes(base))) return { port: base, how: 'resolved' };
    const among = namedPorts.length > 0 ? namedPorts : this.interfaces;
    const resolved = describedBy(local?.description, among) ?? only(namedPorts.filter(isPhysical));
    if (resolved) return { port: resolved, how: 'resolved' };
    const assumed = (namedPorts.length === 0 && this.endingWith(local)) || this.withIndex(number, local, namedPorts);
    return assumed && { port: assumed, how: 'assumed' };
  }

  /**
   * Finds the interface of a bridge port by BRIDGE-MIB. Some devices leave the port out of BRIDGE-MIB; its number is
   * then taken as the ifIndex of the interface, unless BRIDGE-MIB contradicts this.
   */
  bridgePort(number: number): InterfaceFacts | undefined {
    if (this.basePorts.has(number)) return this.byIndex.get(this.basePorts.get(number)!);
    const equal = this.byIndex.get(number);
    const isPort = equal?.type === aggregateType || isPortOrUnit(equal);
    return isPort && !this.hasOtherNumbers(number) ? equal : undefined;
  }

  private namedBy({ id, isSubtypeKnown }: LocalPort): InterfaceFacts[] {
    if (!id) return [];
    const { value } = id;
    const mac = macFromText(value);
    const withMac = (): InterfaceFacts[] => this.interfaces.filter((port) => mac !== undefined && port.mac === mac);
    const withIndex = (): InterfaceFacts[] => {
      const port = /^\d{1,10}$/.test(value) ? this.byIndex.get(Number(value)) : undefined;
      return port ? [port] : [];
    };
    const withName = (): InterfaceFacts[] => {
      const byName = this.interfaces.filter(({ name }) => name === value);
      return byName.length > 0 ? byName : this.interfaces.filter(({ descr }) => descr === value);
    };
    const withAlias = (): InterfaceFacts[] => this.interfaces.filter(({ alias }) => alias === value);
    if (!isSubtypeKnown) return distinct([...withMac(), ...withName(), ...withAlias(), ...withIndex()]);
    switch (id.subtype) {
      case 'MacAddress':
        return withMac();
      case 'InterfaceName':
        return withName();
      case 'InterfaceAlias':
        return firstFilled(withAlias, withName);
      case 'NetworkAddress':
        return [];
      default:
        return distinct([...firstFilled(withName, withAlias), ...withIndex()]);
    }
  }

  /**
   * The only physical interface whose name ends with the port's id. Some devices send only the end of the name, `1` for
   * port `1:1`.
   */
  private endingWith(local: LocalPort | undefined): InterfaceFacts | undefined {
    const { id } = local ?? {};
    if (!id || id.subtype === 'MacAddress' || !/^\d[\d/:]*$/.test(id.value)) return undefined;
    const isEnd = ({ name }: InterfaceFacts): boolean => /^[/:]/.test(name?.slice(0, -id.value.length).slice(-1) ?? '');
    return only(this.interfaces.filter((port) => isPhysical(port) && port.name?.endsWith(id.value) && isEnd(port)));
  }

  private withIndex(
    number: number,
    local: LocalPort | undefined,
    namedPorts: readonly InterfaceFacts[],
  ): InterfaceFacts | undefined {
    const port = this.byIndex.get(number);
    if (!port || !isPortOrUnit(port)) return undefined;
    const isOther =
      (namedPorts.length > 0 && !namedPorts.includes(port)) || (this.lldpNumberOf.get(port) ?? number) !== number;
    if (isOther) return undefined;
    if (local?.id?.value === String(number)) return port;
    if (this.hasOtherNumbers(number)) return undefined;
    return number >= firstTellingNumber || mayBeCalled(port, local) ? port : undefined;
  }

  /**
   * Whether BRIDGE-MIB shows that bridge port `number` is not the interface with the ifIndex `number`: it lists another
   * interface for the port, or another port for the interface.
   */
  private hasOtherNumbers(number: number): boolean {
    return (this.basePorts.get(number) ?? number) !== number || (this.baseOf.get(number) ?? number) !== number;
  }
}

/**
 * Whether the port's id can belong to the interface: the last number in the id also occurs in the interface's name,
 * description or alias.
 */
function mayBeCalled({ name, descr, alias }: InterfaceFacts, local: LocalPort | undefined): boolean {
  if (!local?.id || local.id.subtype === 'MacAddress' || macFromText(local.id.value) !== undefined) return true;
  const last = numbersIn(local.id.value).at(-1);
  return (
    last === undefined || [name, descr, alias].some((text) => text !== undefined && numbersIn(text).includes(last))
  );
}

const numbersIn = (text: string): number[] => (text.match(/\d+/g) ?? []).map(Number);

function describedBy(text: string | undefined, among: readonly InterfaceFacts[]): InterfaceFacts | undefined {
  if (text === undefined) return undefined;
  for (const key of ['name', 'descr', 'alias'] as const) {
    const port = only(among.filter((one) => one[key] === text));
    if (port) return port;
  }
  return undefined;
}

const only = <T>(items: readonly T[]): T | undefined => (items.length === 1 ? items[0] : undefined);
const distinct = <T>(items: readonly T[]): T[] => [...new Set(items)];
const firstFilled = <T>(...finders: readonly (() => T[])[]): T[] => {
  for (const find of finders) {
    const items = find();
    if (items.length > 0) return items;
  }
  return [];
};
