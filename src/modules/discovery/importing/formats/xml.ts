// Streams the elements of an XML file of any size, which may contain several documents. Depth and sizes are limited,
// and declared entities are rejected. The parser is sax, which streams and ignores DTDs; tree parsers need the whole
// document in memory.
import sax, { type Tag } from 'sax';
import { countNewlines } from './decode';
import { ImportFileError, type ImportFileErrorCode } from './imported-entries';

/** Maximum number of characters in a tag with its attributes, a comment, or a processing instruction. */
const mostBetweenEvents = 1024 * 1024;
const mostDepth = 64;

// The parser sax does not apply its size limit to text after a document type declaration. So the limit is disabled, and
// this file checks `mostBetweenEvents` instead.
Object.assign(sax, { MAX_BUFFER_LENGTH: Infinity });

export interface XmlElement {
  readonly name: string;
  /** Depth of the element. The root element has depth 0. */
  readonly depth: number;
  readonly line: number;
  readonly attributes: Readonly<Record<string, string | undefined>>;
}

export interface XmlHandlers {
  open(element: XmlElement): void;
  close(name: string, depth: number): void;
}

interface DocumentReader {
  /**
   * Parses text. If the text contains the end of the root element, returns the text after it; otherwise returns
   * undefined.
   */
  write(text: string): string | undefined;
  end(): void;
}

/** Parses text piece by piece and calls the handlers. Throws ImportFileError. */
export function xmlReader(handlers: XmlHandlers): { write(text: string): void; end(): void } {
  let line = 1;
  let isBetween = false;
  let reader = documentReader(handlers, line);
  return {
    write(text) {
      for (let rest: string | undefined = text; rest !== undefined && rest !== '';) {
        if (isBetween) {
          const next = rest.trimStart();
          line += countNewlines(rest.slice(0, rest.length - next.length));
          if (next === '') return;
          reader = documentReader(handlers, line);
          isBetween = false;
          rest = next;
        }
        const behind: string | undefined = reader.write(rest);
        line += countNewlines(behind === undefined ? rest : rest.slice(0, rest.length - behind.length));
        isBetween = behind !== undefined;
        rest = behind;
      }
    },
    end() {
      if (!isBetween) reader.end();
    },
  };
}

/** Matches character references in attribute values. References to characters that XML forbids are removed. */
const reference = /&#(?:x([0-9a-f]{1,8})|([0-9]{1,8}));/gi;
const longestReference = '&#x00000000;'.length;
const isCharacter = (code: number) =>
  code === 9 || code === 10 || code === 13 || (code >= 32 && code <= 0xd7ff) || (code >= 0xe000 && code <= 0x10ffff);
const withoutBadReferences = (text: string): string =>
  text.replace(reference, (chunk, hex?: string, decimal?: string) =>
    isCharacter(hex === undefined ? Number(decimal) : parseInt(hex, 16)) ? chunk : '',
  );

function documentReader({ open, close }: XmlHandlers, firstLine: number): DocumentReader {
  // Entities other than the five that XML predefines are errors.
  const options = { position: true, strictEntities: true };
  const parser = sax.parser(true, options);
  let depth = 0;
  let line = firstLine;
  let lastEvent = 0;
  let hasRoot = false;
  let hasBadReference = false;
  /**
   * The text that is being parsed. The end of the previous text precedes it, because a character reference may begin
   * there.
   */
  let window = '';
  let windowStart = 0;
  /**
   * Number of characters from the beginning of the document to the end of its root element; undefined until this end is
   * found.
   */
  let length: number | undefined;
  const fail = (code: ImportFileErrorCode, detail?: string): never => {
    throw new ImportFileError(code, parser.line + firstLine, detail, parser.column + 1);
  };
  const markPosition = () => void (lastEvent = parser.position);
  parser.onerror = (error) => {
    if (length !== undefined) return;
    const [reason = ''] = error.message.split('\n');
    const consumed = parser.position - windowStart;
    if (reason === 'Invalid character entity' && /&#[0-9a-fx]+;$/i.test(window.slice(0, consumed))) {
      // A reference to a character that XML forbids, such as `&#0;`, does not make the file invalid: the parser treats
      // the reference as text and continues.
      hasBadReference = true;
      parser.resume();
      return;
    }
    fail(/^Unclosed|^Unexpected end/.test(reason) ? 'truncated' : 'malformed', reason);
  };
  parser.ondoctype = (declaration) => {
    if (length !== undefined) return;
    markPosition();
    if (declaration.includes('[')) fail('entities_refused');
  };
  parser.onopentagstart = () => {
    if (length !== undefined) return;
    line = parser.line + firstLine;
    if (depth >= mostDepth) fail('too_deep');
    hasRoot = true;
  };
  parser.onattribute = ({ name }) => {
    // sax calls the method `hasOwnProperty` of its attributes object, which an attribute with this name would replace.
    // So the attribute is refused.
    if (name === 'hasOwnProperty' && length === undefined) fail('malformed', 'an attribute that no format has');
  };
  parser.onopentag = (tag) => {
    if (length !== undefined) return;
    markPosition();
    const { name, attributes } = tag as Tag;
    if (hasBadReference)
      for (const [key, value] of Object.entries(attributes)) attributes[key] = withoutBadReferences(value);
    hasBadReference = false;
    depth += 1;
    open({ name, depth: depth - 1, line, attributes });
  };
  parser.onclosetag = (name) => {
    if (length !== undefined) return;
    markPosition();
    depth -= 1;
    if (depth === 0) length = parser.position;
    close(name, depth);
  };
  parser.ontext = parser.oncdata = parser.oncomment = parser.onprocessinginstruction = markPosition;
  return {
    write(text) {
      const before = parser.position;
      const tail = window.slice(-longestReference);
      window = tail + text;
      windowStart = before - tail.length;
      parser.write(text);
      if (length !== undefined) return text.slice(length - before);
      // Discards the text between tags, which no format uses. So this text may have any length.
      parser.flush();
      if (parser.position - lastEvent > mostBetweenEvents) fail('too_long');
      return undefined;
    },
    end() {
      parser.close();
      if (!hasRoot) fail('truncated');
    },
  };
}
