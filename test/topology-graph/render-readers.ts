// Strict readers of exported graphs: what the formats' own grammars allow, and nothing more.

export interface ReadGraph {
  readonly nodes: readonly { readonly id: string; readonly parent?: string }[];
  readonly edges: readonly { readonly source: string; readonly target: string; readonly label: string }[];
}
type Nodes = { id: string; parent?: string }[];
type Edges = { source: string; target: string; label: string }[];

const mermaidText = (text: string): string => {
  if (/["<>[\]`%{}|&]/.test(text.replaceAll('<br/>', ''))) throw new Error(`unescaped: ${text}`);
  const codes: Record<string, string> = { quot: '"', lt: '<', gt: '>', amp: '&' };
  return text.replace(/#(\w+);/g, (_all, code: string) => codes[code] ?? String.fromCharCode(Number(code)));
};

/** The flowchart grammar's subgraphs, quoted nodes and links, one statement to a line. */
export function readMermaid(text: string): ReadGraph {
  const [first, ...lines] = text.trimEnd().split('\n');
  if (first !== 'flowchart TD') throw new Error(first);
  const nodes: Nodes = [];
  const edges: Edges = [];
  const open: string[] = [];
  const arrows = new Set(['-->', '---', '-.-', '-.->']);
  for (const line of lines.map((one) => one.trim())) {
    const node = /^(subgraph )?([0-9a-f]{8})\["([^"\n]+)"\]$/.exec(line);
    const link = /^([0-9a-f]{8}) ([-.>]+)(?:\|"([^"\n]+)"\|)? ([0-9a-f]{8})$/.exec(line);
    if (line === 'end') {
      if (open.pop() === undefined) throw new Error('an end too many');
    } else if (node) {
      const [, box, id, label] = node;
      mermaidText(label!);
      nodes.push({ id: id!, parent: open.at(-1) });
      if (box) open.push(id!);
    } else if (link && arrows.has(link[2]!)) {
      if (open.length > 0) throw new Error('a link inside a subgraph');
      edges.push({ source: link[1]!, target: link[4]!, label: mermaidText(link[3] ?? '') });
    } else throw new Error(`no statement: ${line}`);
  }
  if (open.length > 0) throw new Error('an open subgraph');
  return { nodes, edges };
}

/** Tokens of DOT: quoted strings (only `\"` is an escape there), words, and punctuation. */
function dotTokens(text: string): string[] {
  const tokens: string[] = [];
  const pattern = /\s*(?:("(?:\\[^]|[^"\\])*")|(->|[{}[\];,=])|(\w+))/y;
  const end = text.trimEnd().length;
  while (pattern.lastIndex < end) {
    const at = pattern.lastIndex;
    const found = pattern.exec(text);
    if (!found) throw new Error(`no token at ${text.slice(at, at + 40)}`);
    tokens.push(found[1] ?? found[2] ?? found[3]!);
  }
  return tokens;
}

const unquoted = (token: string): string => token.slice(1, -1);
const dotLabel = (token: string): string =>
  unquoted(token)
    .replace(/\\(["\\n])/g, (_all, one: string) => (one === 'n' ? ' ' : one))
    .replaceAll('&amp;', '&');

/** A digraph with clusters. An invisible point of a cluster's own id stands for the cluster. */
export function readDot(text: string): ReadGraph {
  const tokens = dotTokens(text);
  const nodes: Nodes = [];
  const edges: Edges = [];
  const expect = (...wanted: string[]) => {
    for (const one of wanted) {
      const found = tokens.shift();
      if (found !== one) throw new Error(`${found} where ${one} should be`);
    }
  };
  const isNext = (token: string): boolean => tokens[0] === token;
  const attributes = (): Record<string, string> => {
    const found: Record<string, string> = {};
    if (!isNext('[')) return found;
    expect('[');
    while (!isNext(']')) {
      const name = tokens.shift()!;
      expect('=');
      found[name] = tokens.shift()!;
      if (isNext(',')) expect(',');
    }
    expect(']');
    return found;
  };
  const block = (parent?: string): void => {
    expect('{');
    while (tokens[0] !== '}') {
      const first = tokens.shift();
      if (first === undefined) throw new Error('an open block');
      if (first === 'subgraph') {
        const id = unquoted(tokens.shift()!).replace(/^cluster_/, '');
        nodes.push({ id, parent });
        block(id);
        continue;
      }
      if (tokens[0] === '=') tokens.splice(0, 2);
      else if (first === 'node') attributes();
      else if (tokens[0] === '->') {
        tokens.shift();
        const target = unquoted(tokens.shift()!);
        edges.push({ source: unquoted(first), target, label: dotLabel(attributes().label ?? '""') });
      } else {
        const { shape } = attributes();
        if (shape === 'point' && unquoted(first) !== parent) throw new Error(`a point outside its box: ${first}`);
        if (shape !== 'point') nodes.push({ id: unquoted(first), parent });
      }
      expect(';');
    }
    expect('}');
  };
  expect('digraph');
  tokens.shift();
  block();
  if (tokens.length > 0) throw new Error(`after the end: ${tokens[0]}`);
  return { nodes, edges };
}

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Of the element itself. */
  readonly text: string;
}

const xmlText = (text: string): string => {
  if (/[<>]|&(?!(amp|lt|gt|quot);)/.test(text)) throw new Error(`not escaped: ${text}`);
  // The characters of XML 1.0.
  if (/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(text)) throw new Error('a character of no XML');
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };
  return text.replace(/&(\w+);/g, (_all, name: string) => entities[name]!);
};

/** XML 1.0 without comments, sections and instructions of its own. Throws where it is not well-formed. */
export function readXml(text: string): XmlElement {
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>';
  if (!text.startsWith(declaration)) throw new Error('no declaration');
  type Open = { name: string; attributes: Record<string, string>; children: Open[]; text: string };
  const document: Open = { name: '', attributes: {}, children: [], text: '' };
  const open = [document];
  for (const [, tag, content] of text.slice(declaration.length).matchAll(/(<[^<>]*>)|([^<]+)/g)) {
    const current = open.at(-1)!;
    if (tag === undefined) {
      current.text += xmlText(content!);
    } else if (tag.startsWith('</')) {
      if (tag !== `</${current.name}>`) throw new Error(`${tag} closes ${current.name}`);
      open.pop();
    } else {
      const [, name, list, isEmpty] = /^<([\w.]+)((?: [\w.:]+="[^"]*")*)(\/?)>$/.exec(tag) ?? [];
      if (name === undefined) throw new Error(`no tag: ${tag}`);
      const pairs = [...list!.matchAll(/ ([\w.:]+)="([^"]*)"/g)].map(([, key, value]) => [key, xmlText(value!)]);
      const element: Open = { name, attributes: Object.fromEntries(pairs), children: [], text: '' };
      current.children.push(element);
      if (!isEmpty) open.push(element);
    }
  }
  const [root, ...others] = document.children;
  if (open.length > 1 || !root || others.length > 0 || document.text.trim() !== '') throw new Error('no one root');
  return root;
}

/** Tables of wiki markup by their headings; cells end at bars that no backslash precedes. */
export function readConfluence(text: string): Record<string, string[][]> {
  const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&#92;': '\\' };
  const cellText = (cell: string): string => {
    if (/(?<!\\)[{}[\]|*_!]/.test(cell)) throw new Error(`unescaped: ${cell}`);
    return cell.trim().replace(/\\(.)|&(?:amp|lt|gt|#92);/gu, (all, one?: string) => one ?? entities[all]!);
  };
  const tables: Record<string, string[][]> = {};
  const [title, ...lines] = text.trimEnd().split('\n');
  if (!title!.startsWith('h1. ')) throw new Error(title);
  let table: string[][] | undefined;
  for (const line of lines) {
    if (line.startsWith('h2. ')) tables[line.slice(4)] = table = [];
    else if (line.startsWith('|') && !line.startsWith('||') && table) {
      const cells = [...line.slice(1).matchAll(/((?:\\.|[^\\|])*)\|/gu)];
      if (cells.map(([all]) => all).join('') !== line.slice(1)) throw new Error(`no row: ${line}`);
      table.push(cells.map(([, cell]) => cellText(cell!)));
    } else if (line !== '' && !line.startsWith('||')) throw new Error(`no markup: ${line}`);
  }
  return tables;
}
