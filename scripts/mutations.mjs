// Finds mutations of the source: small changes that at least one test must detect. Selects mutations by a seed.
import { createHash } from 'node:crypto';
import ts from 'typescript';

/**
 * Groups of files to mutate. A group has the name of the behaviour that its mutations break, and a pattern that matches
 * the paths of its files.
 */
const rooms = {
  bounds: /^src\/graphql\/plugin\/(enforced-)?bounds\.ts$|^src\/modules\/(?!topology\/graph).*\.schema\.ts$/,
  tenancy: /^src\/data\/tenancy\/.*\.ts$/,
  permissions: /^src\/auth\/(permissions|makers|public-operations|published-access|public-shares)\.ts$/,
  'SQL conditions': /^src\/data\/sql\/.*\.ts$|\.sql\.ts$/,
  'REST variables':
    /^src\/rest\/(request-variables|tolerant-variables|query-string|list-order|listing|list-pages|broken-requests)\.ts$/,
  'graph rules': /^src\/modules\/topology\/graph\/(?!render\/).*\.ts$/,
};
export const roomNames = Object.keys(rooms);
export const mutationRoom = (file) => roomNames.find((name) => rooms[name].test(file));

const operators = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '&&': '||',
  '||': '&&',
};
const roles = { Owner: 'Admin', Admin: 'Member', Member: 'Viewer', Viewer: 'Member' };
const sqlWords = [
  [/\bAND\b/g, 'OR'],
  [/\bOR\b/g, 'AND'],
  [/\bNOT (?=EXISTS|IN\b)/g, ''],
  [/(?<=\S )=(?= \S)/g, '<>'],
  [/(?<=\S )<(?= \S)/g, '<='],
  [/(?<=\S )>=(?= \S)/g, '>'],
  [/\bIS NULL\b/g, 'IS NOT NULL'],
  [/\bIS NOT NULL\b/g, 'IS NULL'],
];
/**
 * Whether to keep all fields of the object literal: it has only one field, or the type of its variable may require each
 * field.
 */
const isTable = ({ properties, parent }) =>
  properties.length < 2 || (ts.isVariableDeclaration(parent) && parent.type !== undefined);
const isSql = (text) => /\b(SELECT|FROM|WHERE|AND|OR|UPDATE|DELETE|EXISTS)\b/.test(text);

/** The mutations of a syntax node, each as [start, end, replacement] in the text of the file. */
function* changesAt(node, text, room) {
  const [start, end] = [node.getStart(), node.getEnd()];
  const inner = (child) => text.slice(child.getStart(), child.getEnd());
  if (ts.isBinaryExpression(node)) {
    const sign = node.operatorToken;
    const other = operators[inner(sign)];
    if (other) yield [sign.getStart(), sign.getEnd(), other];
  } else if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    yield [start, end, inner(node.operand)];
  else if (node.kind === ts.SyntaxKind.TrueKeyword && room !== 'bounds') yield [start, end, 'false'];
  else if (node.kind === ts.SyntaxKind.FalseKeyword && room !== 'bounds') yield [start, end, 'true'];
  else if (ts.isNumericLiteral(node) && room === 'bounds' && ts.isCallExpression(node.parent))
    yield [start, end, String(Number(node.text.replaceAll('_', '')) + 1)];
  else if (ts.isStringLiteral(node) && roles[node.text] && (room === 'permissions' || room === 'tenancy'))
    yield [start, end, `'${roles[node.text]}'`];
  else if (ts.isExpressionStatement(node) && /^(await )?(\w+\.)?(assert|require|check|refuse)[A-Z]/.test(inner(node)))
    yield [start, end, ';'];
  else if (room === 'tenancy' && ts.isObjectLiteralExpression(node.parent) && !isTable(node.parent)) {
    const behind = text.slice(end).match(/^\s*,/)?.[0].length ?? 0;
    yield [start, end + behind, ''];
  } else if (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    node.expression.name.text === 'filter'
  )
    yield [node.expression.expression.getEnd(), end, ''];
  else if (ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node)) {
    const pieces = ts.isTemplateExpression(node)
      ? [node.head, ...node.templateSpans.map((span) => span.literal)]
      : [node];
    for (const piece of isSql(inner(node)) ? pieces : [])
      for (const [word, other] of sqlWords)
        for (const { index, 0: was } of inner(piece).matchAll(word))
          yield [piece.getStart() + index, piece.getStart() + index + was.length, other];
  }
}

/**
 * All mutants of a file, each with the mutated text of the whole file. The id of a mutant is a hash of the file name
 * and the changed line, so that the mutants of two revisions can be compared.
 */
export function findMutants(file, text) {
  const room = mutationRoom(file);
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const mutants = [];
  const visit = (node) => {
    // Types have no effect at run time, so they are not mutated.
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isImportDeclaration(node)) return;
    for (const change of changesAt(node, text, room)) mutants.push(change);
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  const counts = new Map();
  return mutants.map(([start, end, put]) => {
    const lineStart = text.lastIndexOf('\n', start) + 1;
    const lineEnd = text.indexOf('\n', end) < 0 ? text.length : text.indexOf('\n', end);
    const was = text.slice(lineStart, lineEnd).trim();
    const becomes = (text.slice(lineStart, start) + put + text.slice(end, lineEnd)).trim();
    const mutantName = `${file}\0${was}\0${becomes}`;
    const nth = (counts.get(mutantName) ?? 0) + 1;
    counts.set(mutantName, nth);
    const id = createHash('sha256').update(`${mutantName}\0${nth}`).digest('hex').slice(0, 12);
    const line = text.slice(0, start).split('\n').length;
    return { id, room, file, line, was, becomes, text: text.slice(0, start) + put + text.slice(end) };
  });
}

/** Selects `count` mutants, about the same number in each group. Their order depends only on the seed. */
export function chooseMutants(mutants, seed, count) {
  const rank = ({ id }) => createHash('sha256').update(`${seed}\0${id}`).digest('hex');
  const rankedMutants = mutants.map((one) => [rank(one), one]).sort(([a], [b]) => (a < b ? -1 : 1));
  const ofRooms = roomNames.map((name) => rankedMutants.filter(([, { room }]) => room === name).map(([, one]) => one));
  const chosenMutants = [];
  for (let at = 0; chosenMutants.length < count && ofRooms.some((list) => at < list.length); at += 1)
    for (const list of ofRooms) if (list[at] && chosenMutants.length < count) chosenMutants.push(list[at]);
  return chosenMutants;
}
