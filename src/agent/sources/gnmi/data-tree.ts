// Builds one tree of what a device answers, whether it sends a value for each leaf or whole subtrees as JSON.
import { fieldsOf, listOf, textOf, type Fields } from '../../evidence/json';
import { isDeeperThan } from '../http/depth';
import type { PathElement } from './messages';

/** A node has no prototype, so that no name of a leaf is special. */
type Node = Record<string, unknown>;
const newNode = (): Node => Object.create(null) as Node;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Subtrees that the agent does not use, and that are large. */
const ignored: ReadonlySet<string> = new Set(['counters']);
const deepest = 64;
const usualMost = 1_000_000;

/** The name of a node without the module before it (RFC 7951, section 4). */
const bareName = (name: string): string => name.slice(name.indexOf(':') + 1);

export class DataTree {
  readonly root: Fields = newNode();
  /** Whether values were left out, because they were not valid or too many. */
  isCut = false;
  private values = 0;
  /** The entries of the lists of a node, by the name and the keys of an entry. */
  private readonly entries = new WeakMap<Node, Map<string, Node>>();

  constructor(private readonly most = usualMost) {}

  /** Adds a notification: updates, each with a path below the prefix and a value. */
  add(notification: unknown): void {
    const { prefix, update } = fieldsOf(notification);
    const before = elementsOf(prefix);
    for (const { path, val } of listOf(update)) {
      const elements = [...before, ...elementsOf(path)];
      if (elements.some(({ name }) => ignored.has(name))) continue;
      if (elements.length > deepest) this.isCut = true;
      else this.put(elements, fieldsOf(val));
    }
  }

  private put(elements: readonly PathElement[], typed: Fields): void {
    const value = plainValue(typed);
    const last = elements.at(-1);
    if (value === undefined) this.isCut = true;
    else if (last === undefined || isNode(value) || Object.keys(last.key ?? {}).length > 0)
      this.merge(
        elements.reduce((at, element) => this.step(at, element), this.root as Node),
        value,
      );
    else {
      const node = elements.slice(0, -1).reduce((at, element) => this.step(at, element), this.root as Node);
      this.merge(node, { [last.name]: value });
    }
  }

  private step(at: Node, { name, key }: PathElement): Node {
    const keys = Object.entries(key ?? {});
    return keys.length > 0 ? this.entry(at, name, keys) : this.child(at, name);
  }

  private child(at: Node, name: string): Node {
    const before = at[name];
    if (isNode(before)) return before;
    return (at[name] = newNode());
  }

  private entry(at: Node, name: string, keys: readonly (readonly [string, unknown])[]): Node {
    const texts = keys.map(([key, value]) => [key, String(value)] as const).sort(([a], [b]) => (a < b ? -1 : 1));
    const id = JSON.stringify([name, texts]);
    const entries = this.entries.get(at) ?? new Map<string, Node>();
    this.entries.set(at, entries);
    const before = entries.get(id);
    if (before) return before;
    const entry = newNode();
    for (const [key, value] of keys) entry[key] = value;
    entries.set(id, entry);
    this.append(at, name, entry);
    return entry;
  }

  private append(at: Node, name: string, entry: Node): void {
    const list = at[name];
    if (Array.isArray(list)) list.push(entry);
    else at[name] = [entry];
  }

  /** Merges the members of an object into a node. The depth of the object is bounded. */
  private merge(at: Node, value: unknown): void {
    if (!isNode(value)) {
      this.isCut = true;
      return;
    }
    for (const [qualified, member] of Object.entries(value)) {
      const name = bareName(qualified);
      if (ignored.has(name)) continue;
      if (this.values++ >= this.most) {
        this.isCut = true;
        return;
      }
      if (isNode(member)) this.merge(this.child(at, name), member);
      else if (Array.isArray(member) && member.some(isNode)) this.mergeList(at, name, member);
      else at[name] = member;
    }
  }

  /** In OpenConfig, the keys of a list are the only leaves that stand in its entries themselves. */
  private mergeList(at: Node, name: string, items: readonly unknown[]): void {
    for (const item of items) {
      if (this.values++ >= this.most) this.isCut = true;
      if (this.isCut && this.values > this.most) return;
      const members = Object.entries(fieldsOf(item)).map(([key, value]) => [bareName(key), value] as const);
      const keys = members.filter(([, value]) => typeof value === 'string' || typeof value === 'number');
      if (keys.length > 0) this.merge(this.entry(at, name, keys), item);
      else {
        const entry = newNode();
        this.append(at, name, entry);
        this.merge(entry, item);
      }
    }
  }
}

const elementsOf = (path: unknown): PathElement[] =>
  listOf(fieldsOf(path).elem).map(({ name, key }) => ({
    name: bareName(textOf(name)),
    key: Object.fromEntries(Object.entries(fieldsOf(key)).map(([one, value]) => [bareName(one), textOf(value)])),
  }));

/** The value of an update; undefined if it is missing, not valid, or of a form that the agent does not read. */
function plainValue(typed: Fields): unknown {
  const { value: kind } = typed;
  const value = typed[textOf(kind)];
  switch (kind) {
    case 'json_val':
    case 'json_ietf_val':
      return parseJson(value);
    case 'leaflist_val':
      return listOf(fieldsOf(value).element).flatMap((one) => plainValue(one) ?? []);
    case 'decimal_val': {
      const { digits, precision } = fieldsOf(value);
      return Number(digits ?? 0) / 10 ** Number(precision ?? 0);
    }
    case 'bytes_val':
      return undefined;
    default:
      return value;
  }
}

function parseJson(bytes: unknown): unknown {
  if (!Buffer.isBuffer(bytes)) return undefined;
  const text = bytes.toString('utf8');
  if (isDeeperThan(text, deepest)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
