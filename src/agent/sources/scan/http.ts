// Parses an HTTP response to the facts that identify its software: status, headers, title. Pure functions.

export interface HttpFacts {
  readonly status: number;
  readonly isTls: boolean;
  readonly server?: string;
  readonly poweredBy?: string;
  readonly authenticate?: string;
  readonly location?: string;
  readonly title?: string;
  /** The first 2,000 characters of the body, to identify pages without a title. */
  readonly body: string;
}

const longest = 200;

/** The text as one line of printable characters, cut to `length`; undefined if nothing remains. */
export function cleanLine(text: string | undefined, length = longest): string | undefined {
  const line = text?.replace(/[\p{C}\s]+/gu, ' ').trim();
  return line ? [...line].slice(0, length).join('').trim() : undefined;
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  middot: '·',
};

const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name: string | undefined) => {
    if (name !== undefined) return entities[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? parseInt(hex as string, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : '';
  });

/** Parses a response; undefined if the bytes are not HTTP. */
export function parseHttp(bytes: Buffer, isTls: boolean): HttpFacts | undefined {
  const text = bytes.toString('utf8');
  const status = /^HTTP\/\d(?:\.\d)? (\d{3})/.exec(text)?.[1];
  if (status === undefined) return undefined;
  const end = text.indexOf('\r\n\r\n');
  const [head, body] = end < 0 ? [text, ''] : [text.slice(0, end), text.slice(end + 4)];
  const header = (name: string) => cleanLine(new RegExp(`^${name}:[ \\t]*([^\\r\\n]*)`, 'im').exec(head)?.[1]);
  const title = /<title[^>]{0,200}>([^<]{0,1000})<\/title/i.exec(body)?.[1];
  return {
    status: Number(status),
    isTls,
    server: header('server'),
    poweredBy: header('x-powered-by'),
    authenticate: header('www-authenticate'),
    location: header('location'),
    title: cleanLine(title === undefined ? undefined : decodeEntities(title)),
    body: body.slice(0, 2_000),
  };
}

/**
 * The path to which the response redirects on the same server; undefined if the response redirects elsewhere or not at
 * all.
 */
export function redirectPath({ status, location }: HttpFacts, address: string, port: number): string | undefined {
  if (status < 300 || status > 399 || location === undefined) return undefined;
  const host = address.includes(':') ? `[${address}]` : address;
  for (const base of [`http://${host}:${port}/`, `https://${host}:${port}/`]) {
    if (!URL.canParse(location, base)) continue;
    const target = new URL(location, base);
    if (target.host === new URL(base).host && target.protocol === new URL(base).protocol)
      return `${target.pathname}${target.search}`;
  }
  return undefined;
}
