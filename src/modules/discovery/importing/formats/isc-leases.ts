// Reads the lease file of ISC dhcpd (dhcpd.leases(5)): `lease … { … }`, and for DHCPv6 `ia-na … { iaaddr … { … } }`.
import { splitLines } from './decode';
import { ImportFileError, type ImportedEntry, type ReadOptions } from './imported-entries';
import { cutOffEntry, readHostname, LastLeases, never, wrong, type Lease } from './leases';
import { readIp, readMac } from './values';

/** Maximum number of characters in one statement. */
const longestStatement = 64 * 1024;
const mostDepth = 8;

interface Statement {
  readonly line: number;
  readonly words: readonly string[];
  /** The character that ends the statement; undefined if the file ends before it. */
  readonly end: ';' | '{' | '}' | undefined;
  /** Whether a closing quotation mark is missing. The rest of the line is then unknown. */
  readonly isBroken?: boolean;
}

interface Block {
  readonly line: number;
  readonly words: readonly string[];
  /** Fields of a lease block; undefined for other blocks. */
  readonly members: Map<string, readonly string[]> | undefined;
  isBroken: boolean;
}

/** Statements that only occur outside of all blocks. After a line that could not be parsed, all blocks end at them. */
const outermost = ['lease', 'ia-na', 'ia-ta', 'ia-pd', 'failover', 'host', 'server-duid', 'authoring-byte-order'];

export async function* iscLeases(
  text: AsyncIterable<string>,
  { now = new Date() }: ReadOptions,
): AsyncGenerator<ImportedEntry> {
  const leases = new LastLeases();
  /** The blocks around the current statement, innermost last. */
  let open: Block[] = [];
  /**
   * True after a line that could not be parsed: it may have contained braces, so the end of the current block is
   * uncertain.
   */
  let mayMissBraces = false;
  let cut: { readonly line: number; readonly reason: string } | undefined;
  for await (const { line, words, end, isBroken = false } of statementsIn(text)) {
    if (end === undefined) {
      cut = { line, reason: words.join(' ') };
      break;
    }
    if (mayMissBraces && outermost.includes(words[0] ?? '')) {
      yield* open.filter((block) => block.members && block.isBroken).map(refusalOf);
      open = [];
      mayMissBraces = false;
    }
    const block = open.at(-1);
    if (isBroken) {
      mayMissBraces = true;
      for (const around of open) around.isBroken = true;
      if (!open.some(({ members }) => members)) yield wrong(line, words.join(' '));
    } else if (end === '{') {
      if (open.length === mostDepth) throw new ImportFileError('too_deep', line);
      const isLease = words[0] === 'lease' || words[0] === 'iaaddr';
      open.push({ line, words, members: isLease ? new Map() : undefined, isBroken: false });
    } else if (end === ';') {
      if (block?.members && words.length > 0) keep(block.members, words);
    } else if (!block || words.length > 0) {
      if (!mayMissBraces) throw new ImportFileError('malformed', line, 'a closing brace too many');
    } else {
      open.pop();
      if (!block.members) continue;
      const lease = block.isBroken ? undefined : leaseOf(block.line, block.words, block.members);
      if (lease) leases.add(lease);
      else yield refusalOf(block);
    }
  }
  const unclosedBlock = open.at(-1);
  if (unclosedBlock && !mayMissBraces) cut ??= { line: unclosedBlock.line, reason: 'this block has no end' };
  if (cut) yield cutOffEntry(cut.line, leases.size, cut.reason);
  else yield* open.filter((block) => block.members).map(refusalOf);
  yield* leases.entries(now);
}

const refusalOf = ({ line, words }: Block): ImportedEntry => wrong(line, words.join(' '));

/** Statements of a lease block that the import uses. */
const keptStatements = ['ends', 'binding', 'hardware', 'client-hostname', 'abandoned', 'ddns-fwd-name'];

function keep(members: Map<string, readonly string[]>, words: readonly string[]): void {
  const [first = '', ...rest] = words[0] === 'set' ? words.slice(1) : words;
  if (keptStatements.includes(first)) members.set(first, rest);
}

function leaseOf(
  line: number,
  words: readonly string[],
  members: ReadonlyMap<string, readonly string[]>,
): Lease | undefined {
  const ip = readIp(words[1]);
  const ends = timeOf(members.get('ends') ?? ['never']);
  if (words.length !== 2 || ip === undefined || ends === undefined) return undefined;
  const hardware = members.get('hardware');
  const mac = hardware?.[0] === 'ethernet' ? readMac(hardware[1]) : undefined;
  if (hardware?.[0] === 'ethernet' && mac === undefined) return undefined;
  const binding = members.get('binding')?.[1];
  const isAbandoned = members.has('abandoned') || binding === 'abandoned';
  return {
    line,
    ip,
    mac,
    hostname: readHostname(members.get('client-hostname')?.[0] ?? members.get('ddns-fwd-name')?.[1]),
    ends,
    state: isAbandoned ? 'abandoned' : binding === undefined || binding === 'active' ? 'active' : 'ended',
  };
}

/**
 * Returns a time in seconds since 1970. The forms are `never`, `epoch 1700000000` and `4 2026/11/19 10:00:00` (UTC).
 */
function timeOf(words: readonly string[]): number | undefined {
  const [first = '', second = '', third = ''] = words;
  if (first === 'never') return never;
  if (first === 'epoch') return /^\d{1,15}$/.test(second) ? Number(second) : undefined;
  const time = Date.parse(`${second.replaceAll('/', '-')}T${third}Z`);
  return /^[0-6]$/.test(first) && /^\d{4}\/\d\d\/\d\d$/.test(second) && !Number.isNaN(time) ? time / 1000 : undefined;
}

const token = /"((?:[^"\\]|\\.)*)"|#.*|[;{}]|[^\s;{}"#]+|"/g;

/**
 * Yields the statements of the text, which end with `;`, `{` or `}`. Comments are removed. Strings are unquoted and
 * unescaped.
 */
async function* statementsIn(text: AsyncIterable<string>): AsyncGenerator<Statement> {
  let began = 1;
  let words: string[] = [];
  let size = 0;
  for await (const { number, text: line, isEnded } of splitLines(text, longestStatement)) {
    for (const [part, string] of line.matchAll(token)) {
      if (part.startsWith('#')) continue;
      if (words.length === 0) began = number;
      if (part === '"') {
        if (!isEnded) return yield { line: number, words: ['a string has no end'], end: undefined };
        yield { line: began, words, end: ';', isBroken: true };
        words = [];
        size = 0;
        break;
      }
      if (string === undefined && (part === ';' || part === '{' || part === '}')) {
        yield { line: began, words, end: part };
        words = [];
        size = 0;
        continue;
      }
      size += part.length;
      if (size > longestStatement) throw new ImportFileError('too_long', began);
      words.push(string === undefined ? part : unescape(string));
    }
  }
  if (words.length > 0) yield { line: began, words: ['a statement has no end'], end: undefined };
}

/**
 * Returns the string with escaped bytes replaced by their characters. An escaped byte is a backslash with three octal
 * digits.
 */
const unescape = (string: string): string =>
  string.includes('\\')
    ? Buffer.from(
        string.replace(/\\([0-7]{3}|.)/g, (_all, escapedText: string) =>
          escapedText.length === 3 ? String.fromCharCode(parseInt(escapedText, 8) & 0xff) : escapedText,
        ),
        'latin1',
      ).toString('utf8')
    : string;
