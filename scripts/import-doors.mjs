// The lint rule for who may import whom; each refusal names the right door.
import path from 'node:path';
import { projectDir } from './project.mjs';

const rawClientDoor =
  'Only auth, tenancy, demo and main hold the raw client: elsewhere take the scoped one, ctx.db, or dbFor(viewer) of src/tenancy.';
const noEntityDoor =
  'Entities never import each other: name the other model to Pothos, and put what both need into src/graphql or src/tenancy.';

/** Each zone: what it may import, and where to go instead. Every zone may import itself and errors. */
const zones = {
  main: {
    may: ['config', 'db', 'server', 'http', 'demo', 'background', 'model'],
    door: 'main only wires: go through createServer() of src/server.',
  },
  server: {
    may: ['config', 'http', 'pages', 'rest', 'graphql', 'auth', 'limits', 'secrets', 'operations', 'model', 'workers'],
    door: 'The pipeline knows the doors, not what is behind them: go through src/rest or src/graphql.',
  },
  http: {
    may: ['config', 'rest', 'model', 'validation', 'db'],
    door: 'Plain endpoints answer for the service itself: entities have src/entities.',
  },
  pages: {
    may: ['rest', 'operations', 'topologyGraph'],
    door: 'Pages are files: what they show they ask for through the two doors.',
  },
  rest: {
    may: ['graphql', 'auth', 'validation', 'operations'],
    door: 'REST asks GraphQL documents and adds no rule of its own: write the rule in src/entities or src/tenancy.',
  },
  entityRest: {
    may: ['rest', 'operations'],
    door: 'A route is one line, route(…, XDocument): the rest belongs to the document and the schema.',
  },
  entity: {
    may: [
      'graphql',
      'tenancy',
      'auth',
      'validation',
      'model',
      'topologyGraph',
      'discoveryRuns',
      'secrets',
      'workers',
      'topologyOptions',
    ],
    door: 'An entity reaches rows through ctx.db and src/tenancy, and never knows REST.',
  },
  graphql: {
    may: ['tenancy', 'auth', 'validation', 'model', 'db', 'secrets', 'workers'],
    door: 'The GraphQL base knows no entity and no REST: only graphql/schema imports entities.',
  },
  discoveryRuns: {
    may: ['tenancy', 'auth', 'validation', 'model', 'secrets', 'neighborResolution'],
    door: 'The life of a run knows rows, not doors: entities and background work call it with the client they have.',
  },
  background: {
    may: ['discoveryRuns', 'tenancy', 'model', 'db'],
    door: 'Background work belongs to nobody: it calls src/discovery-runs and src/tenancy with the raw client that main hands it.',
  },
  tenancy: {
    may: ['db', 'auth', 'validation', 'model', 'neighborResolution'],
    door: 'Tenancy stands below the doors and the entities.',
  },
  auth: {
    may: ['db', 'tenancy', 'validation', 'model', 'limits', 'rest'],
    door: 'Auth stands below the entities and GraphQL.',
  },
  demo: {
    may: ['db', 'auth', 'model', 'validation', 'config', 'topologyOptions'],
    door: 'The demo writes rows through the raw client, nothing else.',
  },
  limits: { may: ['validation'], door: 'The rate limit knows requests, not who or what they are for.' },
  db: { may: ['model', 'secrets'], door: 'src/db connects: it knows nothing of what is in the rows.' },
  topologyGraph: {
    may: [],
    mayErrors: false,
    door: 'The graph is a pure function: hand it data from src/entities/topology.',
  },
  workers: {
    may: ['topologyGraph'],
    door: 'The threads know no jobs by themselves: only workers/jobs imports them, from src/entities.',
  },
  neighborResolution: {
    may: [],
    mayErrors: false,
    door: 'Resolving neighbours is a pure function: hand it rows from src/discovery-runs.',
  },
  secrets: { may: ['validation'], door: 'Sealing knows keys and values, not whose rows they are of.' },
  topologyOptions: {
    may: ['topologyGraph', 'validation'],
    door: 'Options know the rules they choose from, not the rows they are saved in.',
  },
  config: { may: [], door: 'Settings depend on nothing.' },
  validation: { may: [], door: 'Text checks depend on nothing but errors.' },
  errors: { may: [], door: 'The error table depends on nothing.' },
  operations: { may: ['model'], door: 'Generated.' },
  model: { may: [], door: 'Generated.' },
};

const folders = {
  http: 'http',
  pages: 'pages',
  rest: 'rest',
  graphql: 'graphql',
  tenancy: 'tenancy',
  auth: 'auth',
  demo: 'demo',
  'discovery-runs': 'discoveryRuns',
  background: 'background',
  db: 'db',
  'topology-graph': 'topologyGraph',
  workers: 'workers',
  'neighbor-resolution': 'neighborResolution',
};
const topFiles = {
  main: 'main',
  banner: 'main',
  'http-listener': 'main',
  'stop-signals': 'main',
  server: 'server',
  config: 'config',
  'sealed-secrets': 'secrets',
  'snmp-secrets': 'secrets',
  errors: 'errors',
  'topology-options': 'topologyOptions',
  'rate-limit': 'limits',
  'token-bucket': 'limits',
};

/** What a file is to the rule: its zone, and its entity's folder if it has one. */
function placeOf(file) {
  const parts = path.relative(path.join(projectDir, 'src'), file).split(path.sep);
  const [first = '', second = ''] = parts;
  const stem = first.replace(/(\.d)?\.ts$/, '');
  // Declarations of other packages' types may name anything.
  if (first === '..' || file.endsWith('.d.ts')) return undefined;
  if (first === 'generated')
    return { zone: /^(page-)?operations/.test(second) ? 'operations' : 'model', generated: parts[2] };
  if (first === 'entities') {
    const name = parts.at(-1).replace(/\.ts$/, '');
    return { zone: name.endsWith('.rest') ? 'entityRest' : 'entity', entity: second, name };
  }
  if (parts.length > 1) return folders[first] && { zone: folders[first], name: parts.at(-1).replace(/\.tsx?$/, '') };
  return { zone: topFiles[stem] ?? 'validation' };
}

/** Why a file may not import another, or undefined. */
export function refusal(from, to, isTypeOnly) {
  const source = placeOf(from);
  const target = placeOf(to);
  if (!source || !target) return undefined;
  const isRawClient = (target.zone === 'db' && target.name === 'client') || target.generated === 'client';
  if (isRawClient && !isTypeOnly && !['auth', 'tenancy', 'demo', 'main', 'db'].includes(source.zone))
    return rawClientDoor;
  // The two lists of all entities, and that of their jobs.
  if (source.zone === 'rest' && source.name === 'routes' && target.zone === 'entityRest') return undefined;
  if (source.zone === 'graphql' && source.name === 'schema' && target.zone === 'entity') return undefined;
  if (source.zone === 'workers' && source.name === 'jobs' && target.zone === 'entity') return undefined;
  if (source.entity && target.entity && source.entity !== target.entity) return noEntityDoor;
  if (source.zone === target.zone) return undefined;
  if (source.entity && target.entity && source.zone === 'entity') return 'A schema does not know its REST routes.';
  const { may, mayErrors = true, door } = zones[source.zone];
  if (target.zone === 'errors' && mayErrors) return undefined;
  return may.includes(target.zone) ? undefined : door;
}

export const importDoors = {
  meta: { type: 'problem', schema: [], messages: { wrongDoor: '{{door}}' } },
  create(context) {
    const check = (node, isTypeOnly) => {
      const specifier = node?.value;
      if (typeof specifier !== 'string' || !specifier.startsWith('.')) return;
      const door = refusal(context.filename, path.resolve(path.dirname(context.filename), specifier), isTypeOnly);
      if (door) context.report({ node, messageId: 'wrongDoor', data: { door } });
    };
    const isTypeOnly = (node) =>
      node.importKind === 'type' ||
      node.exportKind === 'type' ||
      (node.specifiers?.length > 0 &&
        node.specifiers.every((specifier) => (specifier.importKind ?? specifier.exportKind) === 'type'));
    return {
      ImportDeclaration: (node) => check(node.source, isTypeOnly(node)),
      ExportNamedDeclaration: (node) => check(node.source, isTypeOnly(node)),
      ExportAllDeclaration: (node) => check(node.source, isTypeOnly(node)),
      ImportExpression: (node) => check(node.source, false),
      TSImportType: (node) => check(node.source ?? node.argument?.literal, true),
      'CallExpression[callee.name="require"]': (node) => check(node.arguments[0], false),
    };
  },
};
