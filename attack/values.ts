// Random values for the types of the REST and GraphQL contracts. Most values are valid, so that requests reach the
// database.
import fc from 'fast-check';
import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
} from 'graphql';
import { camelCase, capitalize } from '../src/platform/text/names';
import { junk, oddText } from '../test/errors/arbitraries';
import type { Dice } from './dice';
import type { World } from './world';

const junkRate = 0.01;
const base64url = (text: string): string => Buffer.from(text).toString('base64url');

/**
 * Arguments and fields that contain ids, but are not named after a model, such as `remoteHostId`. The key is the name
 * without `Id`; the value is the model whose ids it contains.
 */
const roles: Readonly<Record<string, string>> = {
  NativeVlan: 'Vlan',
  VirtualizationService: 'Service',
  RemoteHost: 'Host',
  RemoteInterface: 'Interface',
  FirstDiscovery: 'Discovery',
  LastDiscovery: 'Discovery',
  CreatedBy: 'User',
  ApiKey: 'DaemonApiKey',
  InterfacedSubnet: 'Subnet',
  Session: 'DiscoverySession',
  Subject: 'Host',
  Entity: 'Host',
};

/**
 * The model whose ids an argument or field takes: Host for `hostId`, Tag for `tag_ids`, and the model `owner` for `id`.
 */
function modelAt(name: string, owner: string, { ids }: World): string | undefined {
  const stem = capitalize(camelCase(name)).replace(/Ids?$/, '');
  return [owner, stem, roles[stem] ?? ''].find((model, at) => (at > 0 || stem === '') && ids.has(model));
}

export function pickId(dice: Dice, world: World, name: string, owner: string): string {
  if (dice.chance(0.05))
    return dice.pick(['00000000-0000-0000-0000-000000000000', 'a'.repeat(36), dice.draw(fc.uuid())]);
  const model = dice.chance(0.92) ? modelAt(name, owner, world) : undefined;
  return dice.pick(world.ids.get(model ?? dice.pick([...world.ids.keys()]))!);
}

export function pickInstant(dice: Dice, world: World): string {
  if (dice.chance(0.04))
    return dice.pick([
      'yesterday',
      '',
      '9999-12-31T23:59:59.999Z',
      '0000-01-01T00:00:00Z',
      '1e21',
      '2026-02-30T00:00:00Z',
    ]);
  return dice.pick(world.instants);
}

/**
 * A text, often the beginning of a word in stored rows, so that some conditions match. It is never a whole canary, by
 * which the attack recognizes leaked rows, because a response may repeat the text.
 */
export function pickText(dice: Dice): string {
  if (dice.chance(0.12)) return dice.draw(oddText);
  return dice.pick([
    'secret',
    'secret-',
    'moved',
    'daemon host',
    'N1',
    'name',
    '10.111',
    '10.',
    'a',
    'e',
    '%',
    '_',
    'Lan',
  ]);
}

function cursorFor(dice: Dice, world: World): string {
  const value = () =>
    dice.pick([pickId(dice, world, '', 'Host'), pickInstant(dice, world), pickText(dice), dice.int(-1, 99), null]);
  return dice.chance(0.85) ? base64url(JSON.stringify(dice.times(dice.int(1, 3), value))) : pickText(dice);
}

export interface Place {
  /** The name of the argument or input field. */
  readonly name: string;
  /** The type that contains the argument or input field. An `id` is an id of this type. */
  readonly owner: string;
  readonly depth: number;
}

export function pickValue(dice: Dice, world: World, type: GraphQLInputType, place: Place): unknown {
  if (dice.chance(junkRate)) return dice.draw(junk);
  if (!isNonNullType(type) && dice.chance(0.03)) return null;
  const nullable = getNullableType(type);
  if (isListType(nullable)) {
    const count = dice.pick([0, 1, 1, 1, 2, 3]);
    return dice.times(count, () => pickValue(dice, world, nullable.ofType as GraphQLInputType, place));
  }
  const namedType = getNamedType(type);
  if (isEnumType(namedType)) return dice.pick(namedType.getValues()).name;
  if (isInputObjectType(namedType)) return membersFor(dice, world, namedType, place);
  switch (namedType.name) {
    case 'UUID':
    case 'ID':
      return pickId(dice, world, place.name, place.owner);
    case 'Int':
      if (/^(first|last)$/.test(place.name))
        return dice.chance(0.95) ? dice.int(1, 5) : dice.pick([20, 100, 1000, 0, -1]);
      if (place.name === 'offset') return dice.pick([0, 1, 5, 1000, 2 ** 31 - 1]);
      return dice.pick([0, 1, 6, 443, 20_001, 4000, -1, 2 ** 31 - 1, 2 ** 31]);
    case 'BigInt':
      return dice.pick([0, 20_001_000_000, '20001000000', '9223372036854775807', '-1']);
    case 'Float':
      return dice.pick([0, 0.5, -1, 1e308]);
    case 'Boolean':
      return dice.chance(0.5);
    case 'DateTime':
      return pickInstant(dice, world);
    case 'JSON':
      return dice.draw(junk);
    default:
      return /^(after|before)$/.test(place.name) ? cursorFor(dice, world) : pickText(dice);
  }
}

/**
 * Values for all required fields of an input type and for a few optional fields. Filters are nested up to a maximum
 * depth; inner filters are often empty.
 */
function membersFor(dice: Dice, world: World, type: GraphQLInputObjectType, { owner, depth }: Place): object {
  const fields = Object.values(type.getFields());
  const about = /^(\w+?)(List)?Filter$/.exec(type.name)?.[1] ?? owner;
  const isFilter = /Filter$/.test(type.name) && !/ColumnFilter$/.test(type.name);
  const requiredFields = fields.filter((field) => isNonNullType(field.type) && field.defaultValue === undefined);
  const others = fields.filter((field) => !requiredFields.includes(field));
  const most = /ColumnFilter$/.test(type.name) ? 1 : isFilter ? (depth > 5 || dice.chance(0.25) ? 0 : 2) : 3;
  const chosenFields = [...requiredFields, ...dice.pickSeveral(others, most)];
  if (chosenFields.length === 0 && !isFilter && others.length > 0) chosenFields.push(dice.pick(others));
  return Object.fromEntries(
    chosenFields.map(({ name, type: inner }) => [
      name,
      pickValue(dice, world, inner, { name, owner: about.replace(/Order$/, ''), depth: depth + 1 }),
    ]),
  );
}
