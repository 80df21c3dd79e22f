// The lint rule for imports between rooms (the parts of src). An error of the rule says where the code belongs. The
// table of rooms in this file documents the architecture.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { filesBelow, projectDir } from './project.mjs';

/**
 * The rooms, which are the parts of src. A file (given by its path below src) belongs to the first room whose pattern
 * `files` matches. `may` lists the rooms that a room may import besides itself and `errors`. `belongs` is the advice in
 * the lint error: where code belongs that needs another room.
 */
export const rooms = [
  {
    name: 'errors',
    files: /^errors\.ts$/,
    may: [],
    belongs: 'The error table depends on nothing.',
  },
  {
    name: 'config',
    files: /^config\/[^/]+\.ts$/,
    may: ['platform'],
    belongs: 'Settings are read here and handed down: nothing of the service is needed for that.',
  },
  {
    name: 'main',
    files: /^(main|server|services)\.ts$/,
    may: [
      'config',
      'platform',
      'data',
      'auth',
      'graphql',
      'rest',
      'mcp',
      'pages',
      'demo',
      'lists',
      'client',
      'generated',
    ],
    belongs: 'main and server wire the rooms together; modules they know by the lists in src/modules alone.',
  },
  {
    name: 'client',
    files: /^generated\/(prisma\/|pothos-prisma-types|model-facts|entity-facts)/,
    may: [],
    belongs: 'Generated.',
  },
  { name: 'generated', files: /^generated\/(?!module-)/, may: ['client'], belongs: 'Generated.' },
  {
    name: 'platform',
    files: /^platform\/(http|limits|mail|postgres|process|text|threads|tracing)\/.+\.ts$/,
    may: [],
    belongs: 'The platform knows nothing of networks and rows: what does belongs to src/data or a module.',
  },
  {
    name: 'data',
    files:
      /^data\/((acting|client|connection-pool|database-health|direct-sql|transaction)\.ts|model\/|replicas\/|sql\/|tenancy\/)/,
    may: ['platform', 'client'],
    belongs: 'src/data is the way to rows for every caller: rights belong to src/auth, operations to a module.',
  },
  {
    name: 'auth',
    files: /^auth\/[^/]+\.ts$/,
    may: ['data', 'platform', 'client'],
    belongs: 'src/auth judges credentials and rights: routes and accounts belong to src/modules/access.',
  },
  {
    name: 'graphql',
    files:
      /^graphql\/([^/]+\.ts$|connections\/|descriptions\/|documents\/|entity\/|federation\/|heavy-work\/|jit\/|large-answers\/|lists\/|loaders\/|node\/|plugin\/|streams\/)/,
    may: ['auth', 'data', 'platform', 'client'],
    belongs: 'The engine knows no entity and no REST: an entity belongs to its module.',
  },
  {
    name: 'rest',
    files: /^rest\/([^/]+\.(ts|graphql)$|documents\/|openapi\/)/,
    may: ['graphql', 'auth', 'data', 'platform', 'client', 'generated'],
    belongs:
      'REST asks GraphQL documents and adds no rule of its own: routes are given to it by src/modules/routes.ts.',
  },
  {
    name: 'mcp',
    files: /^mcp\/[^/]+\.(ts|graphql)$/,
    may: ['graphql', 'auth', 'data', 'platform', 'client', 'generated'],
    belongs: 'A tool asks GraphQL documents and adds no rule of its own: what it asks for belongs to a module.',
  },
  {
    name: 'lists',
    files:
      /^(modules\/(types|routes|other-names|plain-operations|jobs|thread-jobs|service-workers)|generated\/module-(types|routes))\.ts$/,
    may: [
      ...['modules', 'graph', 'judging', 'resolution', 'formats', 'rest', 'graphql', 'auth', 'data', 'platform'],
      'client',
    ],
    belongs: 'A list names what modules have, a line each: the code belongs to the module.',
  },
  {
    name: 'graph',
    files: /^modules\/topology\/graph\//,
    may: ['text', 'facts', 'places'],
    mayErrors: false,
    belongs: 'The graph is a pure function: hand it data from src/modules/topology/answers.',
  },
  {
    name: 'judging',
    files: /^modules\/topology\/judging\//,
    may: ['graph', 'text', 'facts', 'places'],
    mayErrors: false,
    belongs: 'A verdict is a pure function of facts: hand it data from src/modules/topology/answers.',
  },
  {
    name: 'resolution',
    files: /^modules\/discovery\/neighbor-resolution\//,
    may: ['text', 'identity'],
    mayErrors: false,
    belongs: 'Resolving neighbours is a pure function: hand it rows from src/modules/discovery/runs.',
  },
  {
    name: 'formats',
    files: /^modules\/discovery\/importing\/formats\//,
    may: ['text', 'facts'],
    mayErrors: false,
    belongs: 'Reading a file is a pure function of its bytes: what becomes of its entries belongs beside this folder.',
  },
  {
    name: 'modules',
    files: /^modules\/(access|discovery|events|history|inventory|topology)\/|^generated\/module-reports\.ts$/,
    may: [
      ...['graph', 'judging', 'resolution', 'formats', 'rest', 'graphql', 'auth', 'data', 'platform', 'client'],
      'generated',
    ],
    belongs: 'A module does not know the lists that name it, nor pages and the demo.',
  },
  {
    name: 'kit',
    files: /^pages\/kit\//,
    may: ['generated'],
    belongs: 'What the built pages share knows none of them, and asks the service through its own documents.',
  },
  {
    name: 'page',
    files: /^pages\/topology\//,
    may: ['kit', 'graph', 'generated'],
    belongs: 'The page asks the service through its documents, and shares the pure graph with it.',
  },
  {
    name: 'api pages',
    files: /^pages\/api\//,
    may: ['kit', 'generated'],
    belongs: 'The frame around GraphiQL and Swagger UI asks through its documents: what another page needs too is kit.',
  },
  {
    name: 'home',
    files: /^pages\/home\//,
    may: ['kit', 'generated'],
    belongs: 'The home page asks through its documents: what another page needs too is kit.',
  },
  {
    name: 'people',
    files: /^pages\/people\//,
    may: ['kit', 'generated'],
    belongs: 'The pages of accounts and organizations ask through their documents: what another page needs too is kit.',
  },
  {
    name: 'inventory',
    files: /^pages\/inventory\//,
    may: ['kit', 'generated'],
    belongs: 'The inventory pages know the published schema alone: what another page needs too is kit.',
  },
  {
    name: 'discovery page',
    files: /^pages\/discovery\//,
    may: ['kit', 'generated'],
    belongs: 'The discovery page asks the service through its documents: what another page needs too is kit.',
  },
  {
    name: 'checks page',
    files: /^pages\/checks\//,
    may: ['kit', 'generated'],
    belongs: 'The page of checks asks the service through its documents: what another page needs too is kit.',
  },
  {
    name: 'pages',
    files: /^pages\//,
    may: ['kit', 'platform', 'generated'],
    belongs: 'Pages are files: what they show they ask for through the two doors.',
  },
  {
    name: 'agent',
    files: /^agent\//,
    may: ['text', 'generated'],
    mayErrors: false,
    belongs: 'The agent speaks the public daemon protocol: of the service it knows the generated REST types alone.',
  },
  {
    name: 'importer',
    files: /^importer\//,
    may: ['formats', 'agent', 'generated'],
    mayErrors: false,
    belongs:
      'The command that imports is a client of the service: it shares with it how files are read, and with the agent the command line.',
  },
  {
    name: 'checker',
    files: /^checker\//,
    may: ['agent', 'generated'],
    mayErrors: false,
    belongs: 'The command that checks is a client of the service: it shares with the agent the command line.',
  },
  {
    name: 'watcher',
    files: /^watcher\//,
    may: ['agent', 'generated'],
    mayErrors: false,
    belongs: 'The command that watches is a client of the service: it shares with the agent the command line.',
  },
  {
    name: 'operator',
    files: /^operator\//,
    may: ['config', 'modules', 'data', 'auth', 'platform', 'client'],
    belongs: 'The commands of an operator call what modules have: the code belongs there.',
  },
  {
    name: 'demo',
    files: /^demo\//,
    may: ['config', 'data', 'auth', 'platform', 'options', 'client'],
    belongs: 'The demo writes rows through the raw client, nothing else.',
  },
];

/** Parts of a room (a folder below `src`) that other rooms may import even if they may not import the whole room. */
const parts = {
  text: /^platform\/text\//,
  // Tables of port states and subnet types, which the topology graph, the checks and the import of files use.
  facts: /^modules\/inventory\/shared\/(port-states|subnet-types)\.ts$/,
  // Pure functions that find the port to which a machine is connected, for the page of the machine and the topology.
  places: /^modules\/inventory\/location\/places\.ts$/,
  // Pure functions that decide whether two hosts are the same machine. The resolution of neighbours in discovery uses
  // the same functions as the inventory module.
  identity: /^modules\/inventory\/identity\/(compare|identity)\.ts$/,
  options: /^modules\/(topology\/options|inventory\/index)\.ts$/,
};

/** Modules in the order of their layers, highest first. Each module may import those after it. */
export const modules = ['events', 'topology', 'discovery', 'history', 'inventory', 'access'];

const moduleDoor = (name) =>
  `Another module is known by its door alone: import src/modules/${name} (index.ts, or writes.ts for what writes rows), or add it there.`;
const upwards = (from, to) =>
  `${to} stands above ${from} (${modules.join(' → ')}): what both need belongs to the lower one, or to src/data or src/graphql.`;
const rawClient =
  'The raw client is held by data, auth, operator, demo and main: elsewhere take the scoped one, ctx.db, and ctx.sql for reads by hand.';
const rawSql =
  'SQL by hand is written in data, auth, demo, main and files named *.sql.ts: elsewhere take the scoped client, ctx.db.';
const documents = 'A schema does not know REST: routes stand in *.rest.ts.';

const belowSrc = (file) => path.relative(path.join(projectDir, 'src'), file).split(path.sep).join('/');

/** The room of a file below src; undefined if no room matches the file. */
export const findRoom = (file) => rooms.find(({ files }) => files.test(file));

// The generated list of the tables that a host's report may contain counts as part of the module `inventory`.
const moduleOf = (file) =>
  file === 'generated/module-reports.ts' ? 'inventory' : /^modules\/([a-z-]+)\//.exec(file)?.[1];
const isSqlFile = (file) => file.endsWith('.sql.ts');
const isRestFile = (file) => /\.(rest|routes|pages|openapi)\.ts$/.test(file);

/** Why the file `from` may not import the file `to` (paths below src). Undefined if the import is allowed. */
export function refusal(from, to, isTypeOnly) {
  const source = findRoom(from);
  const target = findRoom(to);
  if (!source || !target) return undefined;
  const isTrusted = isTypeOnly || ['data', 'auth', 'operator', 'demo', 'main', 'client'].includes(source.name);
  if (to === 'data/client.ts' && !isTrusted) return rawClient;
  if (['generated/prisma/client.ts', 'data/tenancy/tenant-sql.ts'].includes(to) && !isTrusted && !isSqlFile(from))
    return rawSql;
  if (source.may.some((name) => parts[name]?.test(to))) return undefined;
  const [ownRoom, other] = [moduleOf(from), moduleOf(to)];
  if (source.name === 'modules' && ownRoom && other && ownRoom !== other) {
    if (modules.indexOf(other) < modules.indexOf(ownRoom)) return upwards(ownRoom, other);
    return [`modules/${other}/index.ts`, `modules/${other}/writes.ts`].includes(to) ? undefined : moduleDoor(other);
  }
  if (source === target) return ownRoom && isRestFile(to) && !isRestFile(from) ? documents : undefined;
  if (source.name === 'modules' && ['rest', 'generated'].includes(target.name) && !isRestFile(from)) return documents;
  if (target.name === 'errors') return source.mayErrors === false ? source.belongs : undefined;
  return source.may.includes(target.name) ? undefined : source.belongs;
}

const endings = ['', '.ts', '.tsx', '.d.ts', '/index.ts'];

/** The path below src to which an import specifier resolves; undefined for packages, and for files outside of src. */
export function resolveImport(file, specifier) {
  if (!specifier.startsWith('.')) return undefined;
  const importedPath = path.resolve(path.dirname(path.join(projectDir, 'src', file)), specifier);
  const resolvedFile = endings
    .map((ending) => importedPath + ending)
    .find((one) => /\.[a-z]+$/.test(one) && existsSync(one));
  const below = belowSrc(resolvedFile ?? `${importedPath}.ts`);
  return below.startsWith('..') ? undefined : below;
}

const importForm =
  /(?:^|\n)\s*(?:import|export)\s(?:[^'";]*?\sfrom\s)?'(\.[^']+)'|\b(?:import|require)\(\s*'(\.[^']+)'\s*\)/g;

/** Every import between files below src, including type imports, as a map from a file to the files that it imports. */
export function importGraph() {
  const files = filesBelow(['src'], (file) => /\.tsx?$/.test(file) && !file.startsWith('src/generated/')).map(belowSrc);
  return new Map(
    files.map((file) => {
      const text = readFileSync(path.join(projectDir, 'src', file), 'utf8');
      const importedFiles = [...text.matchAll(importForm)].map(([, from, call]) => resolveImport(file, from ?? call));
      return [file, [...new Set(importedFiles.filter((one) => one !== undefined && one !== file))]];
    }),
  );
}

/** Groups of files that import each other, directly or indirectly (Tarjan's algorithm). */
export function circles(graph = importGraph()) {
  const indexes = new Map();
  const lows = new Map();
  const stack = [];
  const foundCircles = [];
  const visit = (file) => {
    indexes.set(file, indexes.size);
    lows.set(file, indexes.get(file));
    stack.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!indexes.has(next)) {
        visit(next);
        lows.set(file, Math.min(lows.get(file), lows.get(next)));
      } else if (stack.includes(next)) lows.set(file, Math.min(lows.get(file), indexes.get(next)));
    }
    if (lows.get(file) !== indexes.get(file)) return;
    const circle = stack.splice(stack.indexOf(file));
    if (circle.length > 1) foundCircles.push(circle.sort());
  };
  for (const file of graph.keys()) if (!indexes.has(file)) visit(file);
  return foundCircles;
}

export const importRooms = {
  meta: { type: 'problem', schema: [], messages: { wrong: '{{reason}}' } },
  create(context) {
    const file = belowSrc(context.filename);
    const check = (node, isTypeOnly) => {
      const target = typeof node?.value === 'string' && resolveImport(file, node.value);
      const reason = target && refusal(file, target, isTypeOnly);
      if (reason) context.report({ node, messageId: 'wrong', data: { reason } });
    };
    const isTypeOnly = (node) =>
      node.importKind === 'type' ||
      node.exportKind === 'type' ||
      (node.specifiers?.length > 0 &&
        node.specifiers.every((specifier) => (specifier.importKind ?? specifier.exportKind) === 'type'));
    return {
      Program: (node) => {
        if (file.endsWith('.d.ts') || findRoom(file)) return;
        const reason = `No room has a place for src/${file}: put it into one of those in scripts/import-rooms.mjs.`;
        context.report({ node, messageId: 'wrong', data: { reason } });
      },
      ImportDeclaration: (node) => check(node.source, isTypeOnly(node)),
      ExportNamedDeclaration: (node) => check(node.source, isTypeOnly(node)),
      ExportAllDeclaration: (node) => check(node.source, isTypeOnly(node)),
      ImportExpression: (node) => check(node.source, false),
      TSImportType: (node) => check(node.source ?? node.argument?.literal, true),
      'CallExpression[callee.name="require"]': (node) => check(node.arguments[0], false),
    };
  },
};
