// Derives the OpenAPI 3.1 document of the REST API from the routes, their documents and the GraphQL schema. Recorded
// responses are its examples.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Kind, type DocumentNode, type GraphQLSchema, type OperationDefinitionNode } from 'graphql';
import { demandOf, type Action } from '../../auth/permissions';
import { publicOperations } from '../../auth/public-operations';
import { GetMetadataRegistryDocument, ListNeighborEvidenceDocument } from '../../generated/operations';
import { jsonSchemas } from '../../graphql/descriptions/json-schemas';
import { capitalize, toSingular, toWords } from '../../platform/text/names';
import { apiVersion } from '../envelope';
import {
  cellDescription,
  downloadDescription,
  downloadInput,
  downloadResponse,
  listingResponse,
  textFileResponse,
} from './downloads';
import { keyParameter, operationInput, type DescribedInput } from './parameters';
import { examplesAtOtherPath, describeOtherNames, documentedNameKeyword, routeAtOtherPath } from './other-names';
import type { PlainOperations } from './plain-operations';
import { routeRefusals, takesKey } from './refusals';
import {
  envelope,
  envelopeSchemas,
  errorResponses,
  eventStream,
  headers,
  notChanged,
  refusals,
  success,
} from './responses';
import { SchemaComponents, type JsonSchema } from './schemas';
import { registry, service } from './service';
import { actionOfRoute, findRootField } from '../rights';
import { isStream, mountedPath, toOperationId, operationName, type RestDoor, type Route } from '../route';

/** Path of the committed examples. Only `npm run record-examples` writes this file. */
export const examplesFile = path.resolve(__dirname, '../../../schema/examples.json');

/** Examples of responses with their envelopes, by operation id. Secrets in them are invented. */
export type Examples = Readonly<Record<string, object>>;

/**
 * Reads the recorded examples from their file. Each call reads the file again, so that a process that has just recorded
 * examples uses the new ones.
 */
export const recordedExamples = (): Examples => JSON.parse(readFileSync(examplesFile, 'utf8')) as Examples;

type PathItems = Record<string, Record<string, object>>;

const introduction = `Netloom keeps the inventory and topology of networks: hosts, services, subnets, VLANs and their connections.

Bodies, except downloads, are JSON in one envelope: \`success\`, \`data\` and \`meta\`, or \`success: false\` with \`error\`, \`code\` and \`params\`.
Daemons of any version are served: \`X-Daemon-Version\` says which, else the version of their registration. The operations of
daemons are described in the form of the newest. They take the bodies of older ones as well, leave out what they do not know
or cannot store instead of refusing it, and answer older daemons in the form of their version; members that they cannot read
as null are left out.
Some paths and members have a second name for newer clients. The operations at second paths name the first in
\`x-other-name-of\`; parameters and members of requests name the second in \`x-other-name\`. A user or user API key that sends a
second name gets both names in the response.
Callers see their organization and the networks that they can access. Other rows are reported as missing.
The same operations with selectable fields, filters and depth are at \`/graphql\`.

${cellDescription}`;

const securitySchemes = {
  api_key: {
    type: 'http',
    scheme: 'bearer',
    description: 'A user API key, \`nlm_u_…\`. Accepted if the organization has API access.',
  },
  session_cookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'session_id',
    description:
      'Session cookie set by `/api/auth/login`. Writes with the `Origin` or `Sec-Fetch-Site` of another site are refused.',
  },
  daemon_api_key: {
    type: 'http',
    scheme: 'bearer',
    description: "A daemon's API key, `nlm_d_…`. It gives access to one network and has no rate limit.",
  },
  daemon_id: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Daemon-ID',
    description: 'Id of the calling daemon, as registered; required with its key.',
  },
  metrics_token: { type: 'http', scheme: 'bearer', description: 'Token from the setting `METRICS_TOKEN`.' },
};

/** Tags and nouns of collections whose names cannot be derived from their path. */
const collectionNames: Record<string, { tag: string; noun: string; description?: string }> = {
  vlans: { tag: 'VLANs', noun: 'VLAN' },
  'ip-addresses': { tag: 'IP addresses', noun: 'IP address' },
  'auth/keys': { tag: 'User API keys', noun: 'user API key' },
  'auth/daemon': { tag: 'Daemon API keys', noun: 'daemon API key' },
  discovery: { tag: 'Discoveries', noun: 'discovery' },
  topology: { tag: 'Topologies', noun: 'topology' },
  integrations: {
    tag: 'Integrations',
    noun: 'inventory',
    description: 'Hosts and services in the forms of other programs: JSON outside the envelope. Errors are inside it.',
  },
};
const serviceTag = {
  name: 'Service',
  description: 'Versions, health, public configuration and metrics of the service.',
};

/** The collection to which a path belongs: `/auth/keys/:id/rotate` belongs to `auth/keys`. */
function collectionKey(path: string): string {
  const segments = path.split('/').filter(Boolean);
  return segments.slice(0, segments[0] === 'auth' ? 2 : 1).join('/');
}

function collectionOf(path: string): (typeof collectionNames)[string] {
  const key = collectionKey(path);
  const words = toWords(key.replace('/', ' '));
  return (
    collectionNames[key] ?? {
      tag: capitalize(words),
      noun: toSingular(words),
    }
  );
}

const acronyms: Record<string, string> = {
  vlan: 'VLAN',
  vlans: 'VLANs',
  ip: 'IP',
  api: 'API',
  csv: 'CSV',
  zip: 'ZIP',
  fhrp: 'FHRP',
};

/** The summary of an operation, derived from its name: `GetVlanById` becomes "Get VLAN by id". */
function summaryOf(operationName: string): string {
  const words = toOperationId(operationName)
    .split('_')
    .map((word) => acronyms[word] ?? word);
  return capitalize(words.join(' ').replace(/ (?=(CSV|ZIP)$)/, ' as '));
}

const definitionOf = ({ definitions }: DocumentNode): OperationDefinitionNode =>
  definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)!;

/** The security requirements of an operation. Any one of the listed credentials suffices. */
function securityOf(action: Action | undefined): Record<string, []>[] {
  const { sessionOnly = false, daemon = 'none', daemonOnly = false } = action ? demandOf(action) : {};
  return [
    ...(sessionOnly || daemonOnly ? [] : [{ api_key: [] as [] }]),
    ...(daemonOnly ? [] : [{ session_cookie: [] as [] }]),
    ...(daemon === 'keyed' ? [{ daemon_api_key: [] as [] }] : []),
    ...(daemon === 'none' ? [] : [{ daemon_api_key: [] as [], daemon_id: [] as [] }]),
  ];
}

/**
 * The schema of a response whose form differs from that of the GraphQL field: an array of counts, or a tuple (an array
 * with the values of an object's members).
 */
function inOrder({ tuple, path, countsField }: Route, row: JsonSchema): JsonSchema {
  if (countsField) return { type: 'array', items: { $ref: '#/components/schemas/GroupCount' } };
  if (!tuple) return row;
  const members = row.properties as Record<string, JsonSchema> | undefined;
  if (!members) throw new Error(`OpenAPI: ${path} answers no object that a tuple could be made of`);
  const prefixItems = tuple.map((member) => members[member]!);
  return { type: 'array', prefixItems, minItems: tuple.length, maxItems: tuple.length };
}

function operationOf(schema: GraphQLSchema, route: Route, components: SchemaComponents, examples: Examples): object {
  const definition = definitionOf(route.document);
  const field = findRootField(schema, route.document);
  const action = actionOfRoute(schema, route);
  const isPublic = publicOperations.has(field.name);
  const { level = 'Viewer', everyNetwork = false } = action ? demandOf(action) : {};
  const { tag, noun } = collectionOf(route.path);
  const isRows = definition.selectionSet.selections.some(
    (node) => node.kind === Kind.FIELD && node.alias?.value === 'page',
  );
  const isList = isRows && !route.listing;
  const name = operationName(route);
  const wholeRow = isRows
    ? components.ofListItems(route.document)
    : inOrder(route, components.ofRootField(route.document, 'data') ?? { type: 'null' });
  const row = route.omits ? components.withOptional(wholeRow, route.omits) : wholeRow;
  const answer = isList ? envelope({ type: 'array', items: row }, 'PageMeta') : envelope(row);
  const rank = level === 'Viewer' ? undefined : `Requires the role ${level}${level === 'Owner' ? '' : ' or higher'}.`;
  const reach = everyNetwork ? 'An API key must have access to all networks of the organization.' : undefined;
  const demand = [rank, reach].filter(Boolean).join(' ');
  const file = route.download ? downloadDescription(route) : route.listing?.description;
  const purpose = route.countsField ? 'Number of rows for each value of a sort key.' : field.description;
  const description = [purpose, file, demand].filter(Boolean).join('\n\n');
  return {
    operationId: toOperationId(name),
    tags: [tag],
    summary: summaryOf(name),
    ...(description && { description }),
    security: isPublic ? [] : securityOf(action),
    ...withKey(
      takesKey(route, { action, isPublic }),
      withWholeParameters(
        route.download
          ? downloadInput(route, schema, operationInput(route, schema, components, { noun, isList: false, row }))
          : operationInput(route, schema, components, { noun, isList, row }),
        components,
      ),
    ),
    responses: {
      [route.status ?? 200]: route.textFile
        ? textFileResponse(route.textFile)
        : isStream(route)
          ? eventStream(row)
          : route.download
            ? downloadResponse(route, schema)
            : route.listing
              ? listingResponse(route.listing)
              : success(answer, { example: examples[toOperationId(name)] }),
      ...(route.isTagged && notChanged),
      ...refusals(routeRefusals(schema, route, field, { action, isPublic })),
    },
  };
}

/** The input with all references in parameters resolved, because many tools do not follow references in parameters. */
const withWholeParameters = (
  { parameters, ...input }: DescribedInput,
  components: SchemaComponents,
): DescribedInput => ({
  ...(parameters && { parameters: parameters.map((parameter) => components.whole(parameter)) }),
  ...input,
});

const withKey = (isKeyed: boolean, { parameters = [], ...input }: DescribedInput): DescribedInput => {
  const all = isKeyed ? [...parameters, keyParameter] : parameters;
  return { ...(all.length > 0 && { parameters: all }), ...input };
};

const templateOf = (path: string): string => path.replace(/:(\w+)/g, '{$1}');
const aliasId = (method: string, path: string): string => `${method}${path.replace(/[/-]/g, '_')}_alias`;

function addRoutes({ schema, routes }: RestDoor, paths: PathItems, components: SchemaComponents): void {
  const add = (path: string, method: string, operation: object) => {
    const item = (paths[templateOf(path)] ??= {});
    if (method in item) throw new Error(`OpenAPI: two routes for ${method} ${path}`);
    item[method] = operation;
  };
  const examples = recordedExamples();
  for (const route of routes) {
    const operation = operationOf(schema, route, components, examples);
    add(`/api${mountedPath(route)}`, route.method, operation);
    for (const alias of route.aliases ?? [])
      add(`/api${alias}`, route.method, { ...operation, operationId: aliasId(route.method, alias) });
    for (const other of route.otherNames?.paths ?? [])
      add(`/api${other.path}`, route.method, {
        ...operationOf(schema, routeAtOtherPath(route, other), components, examplesAtOtherPath(route, other, examples)),
        [documentedNameKeyword]: toOperationId(operationName(route)),
      });
  }
}

/**
 * Which route of a collection gives the description of the collection's tag: the route of a single row if there is one
 * (0), otherwise the list (1), otherwise any other route (2).
 */
function descriptionRank({ method, path }: Route): number {
  if (method !== 'get') return 2;
  return path === `/${collectionKey(path)}/:id` ? 0 : path === `/${collectionKey(path)}` ? 1 : 2;
}

/** Tags of the OpenAPI document sorted by name, each with the description of the type of its rows. */
function tagsOf({ schema, routes }: RestDoor): object[] {
  const descriptions = new Map<string, string>();
  for (const { path, document } of routes.toSorted((a, b) => descriptionRank(a) - descriptionRank(b))) {
    const { tag, description } = collectionOf(path);
    const field = findRootField(schema, document);
    const tagDescription =
      description ?? schema.getType(String(field.type).replace(/[[\]!]|Connection/g, ''))?.description;
    if (!descriptions.get(tag)) descriptions.set(tag, tagDescription ?? '');
  }
  return [...descriptions]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, text]) => ({ name, description: text || `${name}.` }));
}

/**
 * The input of the OpenAPI document: the REST routes, and the modules' descriptions of handlers without a GraphQL
 * document.
 */
export interface DescribedDoor extends RestDoor {
  readonly plainOperations: readonly PlainOperations[];
}

/** Builds the published OpenAPI document, which depends on the code alone. */
export async function openApiDocument(door: DescribedDoor): Promise<object> {
  const components = new SchemaComponents(door.schema);
  for (const [name, schema] of Object.entries<JsonSchema>({ ...envelopeSchemas, ...jsonSchemas() }))
    components.component(name, schema, () => schema);
  // Neighbor evidence has no list route, but other responses refer to the schema of its rows.
  components.ofListItems(ListNeighborEvidenceDocument);
  const paths: PathItems = {};
  addRoutes(door, paths, components);
  const metadata = components.ofRootField(GetMetadataRegistryDocument, 'data')!;
  const plain = door.plainOperations.flatMap((ofModule) => ofModule.describe(components));
  for (const { method, path, operation } of [...plain, ...service, registry(metadata)])
    (paths[path] ??= {})[method] = operation;
  const schemas = components.reachableFrom([paths, errorResponses]);
  return describeOtherNames(
    {
      openapi: '3.1.0',
      info: {
        title: 'Netloom',
        version: String(apiVersion),
        description: introduction,
        contact: { name: 'Operator of this installation' },
        license: { name: 'All rights reserved', identifier: 'LicenseRef-All-Rights-Reserved' },
      },
      servers: [{ url: '/', description: 'The server of this document.' }],
      tags: [...door.plainOperations.flatMap(({ tags }) => tags), serviceTag, ...tagsOf(door)],
      paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
      components: {
        securitySchemes,
        headers,
        responses: errorResponses,
        schemas,
      },
    },
    door.routes[0]?.otherNames?.accepted ?? {},
  );
}
