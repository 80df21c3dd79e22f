// Names of hosts and groups in an Ansible inventory. The names are unique, and safe in patterns, paths and commands.

/** Kinds of groups in an Ansible inventory. The kind is the prefix of a group's name. */
export const groupKinds = ['network', 'subnet', 'vlan', 'tag', 'service'] as const;
export type GroupKind = (typeof groupKinds)[number];

const uuid = ['[0-9a-f]{8}', ...Array<string>(3).fill('[0-9a-f]{4}'), '[0-9a-f]{12}'];
const endsLikeHost = new RegExp(`-${uuid.join('-')}$`, 'i');
const endsLikeGroup = new RegExp(`_${uuid.join('_')}$`);
/** Matches names that Ansible reserves, names of the control machine, and names that look like names of groups. */
const isReserved = new RegExp(`^(all|ungrouped|_meta|localhost|127\\.0\\.0\\.1|(${groupKinds.join('|')})_.*)$`, 'i');

/**
 * Returns a host name of letters, digits, dots, hyphens and underscores. The name does not begin with a dot or hyphen,
 * so that commands do not read it as a path or an option.
 */
const hostNameOf = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[^\p{L}\p{M}\p{N}._-]/gu, '_')
    .replace(/^(?=[^\p{L}\p{N}_])/u, '_') || 'host';

/** Returns a part of a group name, with only lower-case letters, digits and underscores. */
const groupWord = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_');

export interface NamedHost {
  readonly id: string;
  readonly name: string;
}

/**
 * Chooses unique host names. If a name is reserved, or if several hosts would have it (ignoring case), each of these
 * hosts gets its id as a suffix. So names do not depend on the order of the hosts.
 */
export class HostNames {
  private readonly names = new Map<string, string>();
  private readonly uses = new Map<string, number>();

  add({ id, name }: NamedHost): void {
    const groupName = hostNameOf(name);
    this.names.set(id, groupName);
    const key = groupName.toLowerCase();
    this.uses.set(key, (this.uses.get(key) ?? 0) + 1);
  }

  /** Returns the name of a host. A host that was not added gets a unique name, with its id as a suffix. */
  of({ id, name }: NamedHost): string {
    const ansibleName = this.names.get(id);
    const isOwn = ansibleName !== undefined && this.uses.get(ansibleName.toLowerCase()) === 1;
    if (isOwn && !isReserved.test(ansibleName) && !endsLikeHost.test(ansibleName)) return ansibleName;
    return `${ansibleName ?? hostNameOf(name)}-${id}`;
  }
}

/** Kind, id and name of a group of an Ansible inventory. `words` are the parts of the group's name after the kind. */
export interface GroupIdentity {
  readonly kind: GroupKind;
  readonly id: string;
  readonly words: readonly (string | number)[];
}
interface Group {
  readonly id: string;
  readonly name: string;
  readonly hosts: string[];
  readonly children: Group[];
}
export interface GroupMembers {
  readonly hosts?: readonly string[];
  readonly children?: readonly string[];
}

const keyOf = ({ kind, id }: Pick<GroupIdentity, 'kind' | 'id'>): string => `${kind} ${id}`;

/** Groups of an Ansible inventory, with their members. Groups with equal names get their ids as suffixes. */
export class Groups {
  private readonly byKey = new Map<string, Group>();
  private readonly uses = new Map<string, number>();

  /**
   * Adds a host to a group. A repeated call for the same host has no effect, unless another host was added to the group
   * in between.
   */
  add(host: string, of: GroupIdentity): void {
    const { hosts } = this.groupOf(of);
    if (hosts.at(-1) !== host) hosts.push(host);
  }

  /** Makes the group `below` a child of the group `above`. Does nothing if `below` has no hosts. */
  putBelow(above: GroupIdentity, below: Pick<GroupIdentity, 'kind' | 'id'>): void {
    const child = this.byKey.get(keyOf(below));
    if (child) this.groupOf(above).children.push(child);
  }

  *namedGroups(): Generator<readonly [name: string, members: GroupMembers], void, undefined> {
    for (const group of this.byKey.values()) {
      const { hosts, children } = group;
      const members = {
        ...(hosts.length > 0 && { hosts }),
        ...(children.length > 0 && { children: children.map((child) => this.nameOf(child)) }),
      };
      yield [this.nameOf(group), members];
    }
  }

  private groupOf({ kind, id, words }: GroupIdentity): Group {
    const key = keyOf({ kind, id });
    const existingGroup = this.byKey.get(key);
    if (existingGroup) return existingGroup;
    const name = [kind, ...words.map((word) => groupWord(String(word)))].join('_');
    const group = { id, name, hosts: [], children: [] };
    this.byKey.set(key, group);
    this.uses.set(name, (this.uses.get(name) ?? 0) + 1);
    return group;
  }

  private nameOf({ id, name }: Group): string {
    const isOwn = this.uses.get(name) === 1 && !endsLikeGroup.test(name);
    return isOwn ? name : `${name}_${id.replaceAll('-', '_')}`;
  }
}
