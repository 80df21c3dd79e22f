// Lint rule for folders: sibling folders import each other in one direction only, and a folder has at most 25 files.
import path from 'node:path';
import { circles, importGraph, resolveImport } from './import-rooms.mjs';
import { filesBelow, inProject } from './project.mjs';

/** Maximum number of files directly in a folder below src. */
export const mostFiles = 25;

/**
 * For some folders, the order of their files and subfolders: each may import those after it. In other folders, imports
 * may have any direction, but must not form a circle.
 */
const orders = {
  data: ['tenancy', 'client.ts', 'sql', 'model'],
  'modules/discovery': ['server-poll', 'daemon', 'session', 'runs', 'credentials', 'protocol'],
  'modules/topology': [
    'plan',
    'what-if',
    'check',
    'query-check',
    'saved-view',
    'snapshot',
    'schema',
    'live',
    'answers',
    'judging',
    'graph',
  ],
  'pages/topology': ['panels', 'drawing', 'state', 'api', 'layout', 'graph'],
};

/** For `data/sql/a.ts` and `data/model/b.ts`: the common folder `data`, and in it the entries `sql` and `model`. */
function branchingOf(from, to) {
  const [source, target] = [from.split('/'), to.split('/')];
  const at = source.findIndex((part, index) => part !== target[index]);
  return { parent: source.slice(0, at).join('/'), entry: source[at], other: target[at] };
}

/** By folder: which of its files and subfolders import which other ones of the same folder. */
export function entriesByFolder(graph = importGraph()) {
  const folders = new Map();
  for (const [from, targets] of graph)
    for (const to of targets) {
      const { parent, entry, other } = branchingOf(from, to);
      if (!folders.has(parent)) folders.set(parent, new Map());
      const entries = folders.get(parent);
      entries.set(entry, (entries.get(entry) ?? new Set()).add(other));
    }
  return folders;
}

/** Names of folders whose entries import each other, directly or indirectly. */
export const folderCircles = (folders = entriesByFolder()) =>
  [...folders].flatMap(([parent, entries]) => circles(entries).map((circle) => `${parent}: ${circle.join(', ')}`));

function leadsTo(entries, from, to) {
  const reachedFolders = new Set([from]);
  for (const entry of reachedFolders) for (const next of entries?.get(entry) ?? []) reachedFolders.add(next);
  return reachedFolders.has(to);
}

let knownFolders;

/**
 * Explains why the folder rules forbid one file to import another (both paths are below src). Undefined if the rules
 * allow the import.
 */
export function folderRefusal(from, to, folders = (knownFolders ??= entriesByFolder())) {
  const { parent, entry, other } = branchingOf(from, to);
  const order = orders[parent] ?? [];
  const [place, otherPlace] = [order.indexOf(entry), order.indexOf(other)];
  const below = `What both need belongs to the lower one, or below both.`;
  if (otherPlace !== -1 && otherPlace < place)
    return `${parent}/${other} stands above ${entry} (${order.join(' → ')}). ${below}`;
  if (!leadsTo(folders.get(parent), other, entry)) return undefined;
  return `${parent}/${other} imports ${entry}, directly or by way of others: folders import one way. ${below}`;
}

/** Folders below src with more than `mostFiles` files, each with the number of its files. */
export function crowdedFolders() {
  const counts = new Map();
  for (const file of filesBelow(['src'], (name) => !name.startsWith('src/generated/'))) {
    const folder = path.relative(inProject(), path.dirname(file));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > mostFiles);
}

let crowdedNames;

export const folderArrows = {
  meta: { type: 'problem', schema: [], messages: { wrong: '{{reason}}' } },
  create(context) {
    const file = path.relative(inProject('src'), context.filename).split(path.sep).join('/');
    const check = (node, source) => {
      const target = typeof source?.value === 'string' && resolveImport(file, source.value);
      const reason = target && target !== file && folderRefusal(file, target);
      if (reason) context.report({ node, messageId: 'wrong', data: { reason } });
    };
    return {
      Program(node) {
        crowdedNames ??= new Map(crowdedFolders());
        const folder = path.dirname(`src/${file}`);
        const reason = `${folder} has ${crowdedNames.get(folder)} files directly in it, ${mostFiles} at most: make folders of it by what they are about.`;
        if (crowdedNames.has(folder)) context.report({ node, messageId: 'wrong', data: { reason } });
      },
      ImportDeclaration: (node) => check(node, node.source),
      ExportNamedDeclaration: (node) => check(node, node.source),
      ExportAllDeclaration: (node) => check(node, node.source),
      ImportExpression: (node) => check(node, node.source),
      TSImportType: (node) => check(node, node.source ?? node.argument?.literal),
      'CallExpression[callee.name="require"]': (node) => check(node, node.arguments[0]),
    };
  },
};
