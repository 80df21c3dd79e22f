// The published REST contract: its operations, their parameters, and generated values for its schemas.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { junk } from '../test/errors/arbitraries';
import type { Dice } from './dice';
import { pickId, pickInstant, pickText } from './values';
import type { World } from './world';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}
interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Schema;
}
interface OpenApi {
  readonly paths: Record<string, Record<string, { parameters?: Parameter[]; requestBody?: Body; responses?: object }>>;
}
interface Body {
  readonly content: Record<string, { schema: Schema }>;
}
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body?: Schema;
  /** The model of the rows to which the path refers: `Host` for `/api/v1/hosts/{id}`. */
  readonly owner: string;
}

const contract = JSON.parse(readFileSync(path.join(__dirname, '..', 'schema', 'openapi.json'), 'utf8')) as OpenApi;

function resolve<T extends { readonly $ref?: string }>(value: T): T {
  if (!value.$ref) return value;
  let resolvedNode: unknown = contract;
  for (const part of value.$ref.slice(2).split('/')) resolvedNode = (resolvedNode as Record<string, unknown>)[part];
  return resolve(resolvedNode as T);
}

const owners: Readonly<Record<string, string>> = {
  hosts: 'Host',
  services: 'Service',
  subnets: 'Subnet',
  vlans: 'Vlan',
  groups: 'Group',
  tags: 'Tag',
  ports: 'Port',
  bindings: 'Binding',
  interfaces: 'Interface',
  'ip-addresses': 'IpAddress',
  networks: 'Network',
  daemons: 'Daemon',
  discovery: 'Discovery',
  daemon: 'DaemonApiKey',
  keys: 'UserApiKey',
  topology: 'Topology',
  shares: 'Share',
  snapshots: 'Snapshot',
  users: 'User',
  credentials: 'Credential',
  invites: 'Invite',
  'audit-events': 'AuditEvent',
  organizations: 'Organization',
};
const ownerOf = (at: string): string =>
  at
    .split('/')
    .map((part) => owners[part])
    .filter(Boolean)
    .at(-1) ?? 'Host';

export const operations: readonly Operation[] = Object.entries(contract.paths).flatMap(([at, methods]) =>
  Object.entries(methods)
    .filter(([, { responses }]) => responses !== undefined)
    .map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path: at,
      parameters: parameters.map(resolve),
      ...(requestBody && {
        body: resolve(requestBody as Body & { $ref?: string }).content['application/json']?.schema,
      }),
      owner: ownerOf(at),
    })),
);

/** Draws a value for a JSON schema. Most drawn values are valid. */
export function pickSchemaValue(
  dice: Dice,
  world: World,
  schemaPart: Schema,
  name: string,
  owner: string,
  depth = 0,
): unknown {
  if (dice.chance(0.01)) return dice.draw(junk);
  const schema = resolve(schemaPart);
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) return pickSchemaValue(dice, world, dice.pick(choices), name, owner, depth + 1);
  if (schema.allOf)
    return Object.assign({}, ...schema.allOf.map((part) => pickSchemaValue(dice, world, part, name, owner, depth + 1)));
  if (schema.enum) return dice.pick(schema.enum);
  if (schema.const !== undefined) return schema.const;
  const types = [schema.type ?? 'string'].flat();
  switch (dice.pick(types)) {
    case 'null':
      return null;
    case 'boolean':
      return dice.chance(0.5);
    case 'integer':
    case 'number':
      if (name === 'limit') return dice.pick([1, 5, 50, 1000, 0, -1]);
      return dice.pick([0, 1, 2, 443, 4000, -1, 2 ** 31]);
    case 'array':
      return dice.times(depth > 4 ? 0 : dice.pick([0, 1, 1, 2, 3]), () =>
        pickSchemaValue(dice, world, schema.items ?? {}, name, owner, depth + 1),
      );
    case 'object':
      return membersOf(dice, world, schema, owner, depth);
    default:
      if (schema.format === 'uuid') return pickId(dice, world, name, owner);
      if (schema.format === 'date-time' || /^(at|from|to)$/.test(name)) return pickInstant(dice, world);
      return pickText(dice);
  }
}

function membersOf(dice: Dice, world: World, schema: Schema, owner: string, depth: number): object {
  const names = Object.keys(schema.properties ?? {});
  const requiredNames = names.filter((name) => schema.required?.includes(name));
  const others = depth > 4 ? [] : names.filter((name) => !requiredNames.includes(name));
  return Object.fromEntries(
    [...requiredNames, ...dice.pickSeveral(others, 4)].map((name) => [
      name,
      pickSchemaValue(dice, world, schema.properties![name]!, name, owner, depth + 1),
    ]),
  );
}
