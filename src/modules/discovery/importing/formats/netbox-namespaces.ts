// Finds the namespace of a prefix or address from NetBox. Depending on the import, this is its VRF or its site
// (location).
import type { NamespaceOrigin } from './imported-entries';
import { toFields, type Fields } from './json';
import { lengths, readPrefix, readText } from './values';

/** Result if several namespaces are possible. `text` explains the reason to users. */
export class Ambiguous {
  constructor(readonly text: string) {}
}

type Namespace = string | undefined;

export interface Namespaces {
  /** Notes a device or virtual machine, so that `ofAddress` can find the namespace of its addresses by `key`. */
  addMachine(key: string, object: Fields): void;
  ofPrefix(object: Fields, cidr: string): Namespace | Ambiguous;
  /** Returns the namespace of an address. `key` identifies the machine that has the address. */
  ofAddress(object: Fields, ip: string, key: string | undefined): Namespace | Ambiguous;
}

const nameOf = (value: unknown): string | undefined => readText(toFields(value)['name'], lengths.name)?.normalize();

/**
 * Finds namespaces by VRF; a namespace has the name of its VRF. Names of VRFs need not be unique in NetBox. If a second
 * VRF has a name that is in use, its addresses and prefixes are refused as ambiguous.
 */
class ByVrf implements Namespaces {
  private readonly idByName = new Map<string, unknown>();

  addMachine(): void {
    // A machine determines no namespace, because its addresses may be in several VRFs.
  }
  ofPrefix = (object: Fields): Namespace | Ambiguous => this.findByVrf(object['vrf']);
  ofAddress = (object: Fields): Namespace | Ambiguous => this.findByVrf(object['vrf']);

  private findByVrf(vrf: unknown): Namespace | Ambiguous {
    const name = nameOf(vrf);
    if (name === undefined) return undefined;
    const { id } = toFields(vrf);
    const first = this.idByName.get(name) ?? id;
    this.idByName.set(name, first);
    return first === id ? name : new Ambiguous(`several VRFs are called "${name}"`);
  }
}

/**
 * Finds namespaces by site (NetBox's word for a location). An address of a machine is in the machine's site. Any other
 * address is in the site of the smallest prefix that contains it.
 */
class BySite implements Namespaces {
  private readonly siteOfMachine = new Map<string, string>();
  private readonly sitesOfPrefix = new Map<string, Set<Namespace>>();

  addMachine(key: string, object: Fields): void {
    const site = nameOf(object['site']);
    if (site !== undefined) this.siteOfMachine.set(key, site);
  }

  ofPrefix(object: Fields, cidr: string): Namespace {
    // Before NetBox 4.2, a prefix has a site. Since NetBox 4.2, a prefix has a scope, which may be a site or another
    // object.
    const site = nameOf(object['scope_type'] === 'dcim.site' ? object['scope'] : object['site']);
    this.sitesOfPrefix.set(cidr, (this.sitesOfPrefix.get(cidr) ?? new Set()).add(site));
    return site;
  }

  ofAddress(_object: Fields, ip: string, key: string | undefined): Namespace | Ambiguous {
    if (key !== undefined) return this.siteOfMachine.get(key);
    for (let length = ip.includes(':') ? 128 : 32; length >= 0; length -= 1) {
      const sites = this.sitesOfPrefix.get(readPrefix(`${ip}/${length}`)!);
      if (sites && sites.size > 1) return new Ambiguous(`several sites have the prefix of ${ip}`);
      if (sites) return [...sites][0];
    }
    return undefined;
  }
}

export const namespacesByOrigin: Readonly<Record<NamespaceOrigin, () => Namespaces>> = {
  Vrf: () => new ByVrf(),
  Site: () => new BySite(),
};
