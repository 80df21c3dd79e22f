// Elements of an XML file of any size, read as it comes: depth and sizes are bounded, declared entities are refused.
// By sax, because it reads in pieces and knows no DTD; parsers that make a tree want the whole document in memory.
import sax, { type Tag } from 'sax';
import { ImportFileError, type ImportFileErrorCode } from './imported-entries';

/** Characters of a tag with all its attributes, of a comment, of an instruction. */
const mostBetweenEvents = 1024 * 1024;
const mostDepth = 64;

// The parser's own bound is smaller, and gone after a document type.
Object.assign(sax, { MAX_BUFFER_LENGTH: Infinity });

export interface XmlElement {
  readonly name: string;
  /** 0 is the root. */
  readonly depth: number;
  readonly line: number;
  readonly attributes: Readonly<Record<string, string | undefined>>;
}

export interface XmlHandlers {
  open(element: XmlElement): void;
  close(name: string, depth: number): void;
}

/** Takes the text piece by piece and calls the handlers; throws ImportFileError. */
export function xmlReader({ open, close }: XmlHandlers): { write(text: string): void; end(): void } {
  // Only the five entities of XML itself are known.
  const options = { position: true, strictEntities: true };
  const parser = sax.parser(true, options);
  let depth = 0;
  let line = 1;
  let lastEvent = 0;
  let hasRoot = false;
  const fail = (code: ImportFileErrorCode, detail?: string): never => {
    throw new ImportFileError(code, parser.line + 1, detail, parser.column + 1);
  };
  const seen = () => void (lastEvent = parser.position);
  parser.onerror = (error) => {
    const [reason = ''] = error.message.split('\n');
    fail(/^Unclosed|^Unexpected end/.test(reason) ? 'truncated' : 'malformed', reason);
  };
  parser.ondoctype = (declaration) => {
    seen();
    if (declaration.includes('[')) fail('entities_refused');
  };
  parser.onopentagstart = () => {
    line = parser.line + 1;
    if (depth >= mostDepth) fail('too_deep');
    if (depth === 0 && hasRoot) fail('malformed', 'a second root');
    hasRoot = true;
  };
  parser.onattribute = ({ name }) => {
    // The parser would call it as a method of the attributes.
    if (name === 'hasOwnProperty') fail('malformed', 'an attribute that no format has');
  };
  parser.onopentag = (tag) => {
    seen();
    const { name, attributes } = tag as Tag;
    depth += 1;
    open({ name, depth: depth - 1, line, attributes });
  };
  parser.onclosetag = (name) => {
    seen();
    depth -= 1;
    close(name, depth);
  };
  parser.ontext = parser.oncdata = parser.oncomment = parser.onprocessinginstruction = seen;
  return {
    write(text) {
      parser.write(text);
      // Text between tags is not read, and may have any length.
      parser.flush();
      if (parser.position - lastEvent > mostBetweenEvents) fail('too_long');
    },
    end() {
      parser.close();
      if (!hasRoot) fail('truncated');
    },
  };
}
