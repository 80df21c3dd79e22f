// Namespaces of NetBox's prefixes and addresses: their VRF or their site.
import type { NamespaceBy } from './imported-entries';
import { toFields, type Fields } from './json';
import { lengths, readPrefix, readText } from './values';

/** Several namespaces could be meant; the text is for people. */
export class Ambiguous {
  constructor(readonly text: string) {}
}

/** Undefined if NetBox has none. */
type Namespace = string | undefined;

export interface Namespaces {
  /** Learns where a device or virtual machine is. */
  addMachine(key: string, object: Fields): void;
  ofPrefix(object: Fields, cidr: string): Namespace | Ambiguous;
  /** `key`: of the machine that has it. */
  ofAddress(object: Fields, ip: string, key: string | undefined): Namespace | Ambiguous;
}

const nameOf = (value: unknown): string | undefined => readText(toFields(value)['name'], lengths.name)?.normalize();

/** Names of VRFs need not be unique: the first of a name has it. */
class ByVrf implements Namespaces {
  private readonly idByName = new Map<string, unknown>();

  addMachine(): void {
    // A machine may have addresses of several VRFs.
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

/** An address of no machine is where the smallest prefix is that contains it. */
class BySite implements Namespaces {
  private readonly siteOfMachine = new Map<string, string>();
  private readonly sitesOfPrefix = new Map<string, Set<Namespace>>();

  addMachine(key: string, object: Fields): void {
    const site = nameOf(object['site']);
    if (site !== undefined) this.siteOfMachine.set(key, site);
  }

  ofPrefix(object: Fields, cidr: string): Namespace {
    // Versions before 4.2 have a site, later ones a scope, which may be another kind of place.
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

export const namespacesBy: Readonly<Record<NamespaceBy, () => Namespaces>> = {
  Vrf: () => new ByVrf(),
  Site: () => new BySite(),
};
