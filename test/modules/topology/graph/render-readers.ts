// Strict readers for exported graphs: they accept what the grammar of a format allows, and nothing more.

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** The text of the element itself, without the text of its children. */
  readonly text: string;
}

const xmlText = (text: string): string => {
  if (/[<>]|&(?!(amp|lt|gt|quot|#10);)/.test(text)) throw new Error(`not escaped: ${text}`);
  // Throws unless all characters are allowed in XML 1.0.
  if (/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(text)) throw new Error('a character of no XML');
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#10': '\n' };
  return text.replace(/&(#?\w+);/g, (_all, name: string) => entities[name]!);
};

/** Reads XML 1.0 without comments, CDATA sections and processing instructions. Throws if it is not well-formed. */
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

/** The tables of wiki markup, by heading. The character `|` ends a cell unless a backslash precedes it. */
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
