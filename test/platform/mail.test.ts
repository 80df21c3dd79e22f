// Tests the texts of mails. Names that users have chosen cannot add lines, HTML tags or links to a mail. Subjects are
// short and on one line.
import fc from 'fast-check';
import { asHtml, asText, onOneLine, letterSubject, withoutLinks } from '../../src/platform/mail/letter';

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '</a><script>alert(1)</script>',
    'a\r\nBcc: x@y.z\r\n\r\nbody',
    '"><img src=x onerror=1>',
    '\u202Egpj.exe',
    '\0',
  ),
);
const letterOf = (name: string) => ({
  subject: `About ${name}`,
  paragraphs: [
    `The host ${name}.`,
    { items: [name, 'second'] },
    { label: name, url: 'https://netloom.example/x?a=1&b=2' },
  ],
});

test('names from users cannot add lines, headers or HTML tags to a mail', () => {
  const plain = letterOf('plain');
  const tagsOf = (html: string) => html.match(/<[^>]*>/g)!.map((tag) => tag.replace(/href="[^"]*"/, 'href'));
  fc.assert(
    fc.property(hostile, (name) => {
      const letter = letterOf(name);
      expect(asText(letter).split(/[\r\n\u2028\u2029\v\f\x85]/).length).toBe(asText(plain).split('\n').length);
      expect(tagsOf(asHtml(letter))).toEqual(tagsOf(asHtml(plain)));
      expect(letterSubject(letter)).not.toMatch(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u);
      expect([...letterSubject(letter)].length).toBeLessThanOrEqual(150);
    }),
  );
});

test('a link is escaped, and the text version shows its target', () => {
  const letter = letterOf('x');
  expect(asHtml(letter)).toContain('href="https://netloom.example/x?a=1&amp;b=2"');
  expect(asText(letter)).toContain('x:\nhttps://netloom.example/x?a=1&b=2');
});

test('a name that looks like an address is no address to mail programs, but reads the same', () => {
  for (const name of ['https://evil.example/login', 'www.evil.example', 'mail@evil.example']) {
    const nameWithoutLinks = withoutLinks(name);
    expect(nameWithoutLinks.replaceAll('\u2060', '')).toBe(onOneLine(name));
    expect(nameWithoutLinks).not.toMatch(/\w[.@:/]+\w/);
  }
  expect(withoutLinks('Acme Inc. of Lyon')).toBe('Acme Inc. of Lyon');
});
