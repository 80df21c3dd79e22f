// Checks that components contain no sentences: the texts of a page are in its files of texts, so that the page can be
// translated.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** Attributes that users read or hear. */
const textAttributes = new Set(['aria-label', 'title', 'placeholder', 'label', 'button', 'hint', 'none']);

const hasWord = (text: string): boolean => /[A-Za-z]{2}/.test(text);

function textsIn(file: string, code: string): string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    // Commands and keys are the same in each language, so components may contain them.
    if (ts.isJsxElement(node) && /^(code|kbd)$/.test(node.openingElement.tagName.getText())) return;
    if (ts.isJsxText(node) && hasWord(node.text)) texts.push(`${file}: ${node.text.trim()}`);
    if (ts.isJsxAttribute(node) && textAttributes.has(node.name.getText())) {
      const { initializer } = node;
      if (initializer && ts.isStringLiteral(initializer) && hasWord(initializer.text))
        texts.push(`${file}: ${initializer.text}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX));
  return texts;
}

test('a text between tags and a text in an attribute are found, a command is not', () => {
  const code = '<p title="One text">Another <b>text</b> <code>npm start</code> {name}: <i class="quiet" /></p>;';
  expect(textsIn('a.tsx', code)).toEqual(['a.tsx: One text', 'a.tsx: Another', 'a.tsx: text']);
});

test('components contain no texts', () => {
  const folder = path.join(__dirname, '..', '..', 'src', 'pages');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap((file) => textsIn(file, readFileSync(path.join(folder, file), 'utf8')))).toEqual([]);
});
