// Builds a single tree from a device's responses, which contain either a value per leaf or whole subtrees as JSON.
import { fieldsOf, listOf, textOf, type Fields } from '../../evidence/json';
import { isDeeperThan } from '../http/depth';
import type { PathElement } from './messages';

/** Nodes are objects without a prototype, so that a leaf may have any name, such as `constructor`. */
type Node = Record<string, unknown>;
const newNode = (): Node => Object.create(null) as Node;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Names of large subtrees that the agent does not use. */
const ignored: ReadonlySet<string> = new Set(['counters']);
const deepest = 64;
const usualMost = 1_000_000;

/** The name of a node without its module prefix (RFC 7951, section 4). */
const bareName = (name: string): string => name.slice(name.indexOf(':') + 1);

export class DataTree {
  readonly root: Fields = newNode();
  /** Whether values were dropped, because they were invalid or too many. */
  isCut = false;
  private values = 0;
  /** For each node of the tree, the entries of its lists, by the name of the list and the keys of the entry. */
  private readonly entries = new WeakMap<Node, Map<string, Node>>();

  constructor(private readonly most = usualMost) {}

  /**
   * Adds the updates of a notification. An update has a value and a path, which is relative to the notification's
   * prefix.
   */
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

  /**
   * Merges the members of an object into a node. Recursion is bounded, because the caller has limited the object's
   * depth.
   */
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

  /**
   * Adds items to a list; an item is merged with the entry that has the same keys. The strings and numbers directly in
   * an item are its keys, because an OpenConfig list item has no other direct leaves.
   */
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

/**
 * The value of an update; undefined if the value is missing, is invalid, or has a type that the agent does not support.
 */
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
