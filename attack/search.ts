// Attack phase: bursts of search texts of every length and form, by a tenant with one host among tenants with many.
import { oddText } from '../test/errors/arbitraries';
import type { Dice } from './dice';
import type { Request } from './exchange';
import { operations } from './openapi';
import { escapeLetters, graphql, type Phase } from './phase';
import { publishedSchema } from './documents';
import { isInputObjectType } from 'graphql';

/** REST lists with a search parameter, and GraphQL lists whose filter has a search. */
const searchOperations = operations.filter(
  ({ method, parameters }) => method === 'GET' && parameters.some(({ name }) => name === 'search'),
);
const searchedFields = Object.values(publishedSchema.getQueryType()!.getFields()).filter(({ args }) =>
  args.some(({ name, type }) => name === 'filter' && isInputObjectType(type) && 'search' in type.getFields()),
);

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
const words = ['host', 'switch software', 'version', 'model', 'maker', 'example.net', '10.0.', 'secret-'];

function textOf(dice: Dice): string {
  const random = (length: number) => dice.times(length, () => dice.pick([...letters])).join('');
  switch (dice.int(0, 8)) {
    case 0:
      return random(dice.pick([1, 2, 3, 20, 100, 200, 201]));
    case 1:
    case 2:
      return random(dice.int(300, 7000));
    case 3:
      return dice.times(dice.int(1, 300), () => dice.pick(words)).join(' ');
    case 4:
      return dice
        .pick(['%', '_', '\\', "'", '"', '\0', '\ud800', '*', '?', '.*', '(', '|', '&', '<->', ':*'])
        .repeat(dice.int(1, 300));
    case 5:
      return dice
        .times(dice.int(1, 200), () =>
          String.fromCodePoint(dice.pick([0x1f4a5, 0x202e, 0xdf, 0x130, 0x301, 0x4e00, 0xfeff])),
        )
        .join('');
    case 6:
      return dice.draw(oddText);
    default:
      return dice.pick(words);
  }
}

export function searchRequest(dice: Dice, text: string): { request: Request; operation: string } {
  if (dice.chance(0.5)) {
    const { path } = dice.pick(searchOperations);
    // The text is cut, because longer URLs are refused before they are parsed.
    const searchText = escapeLetters([...text].slice(0, 4000).join(''));
    return {
      request: { method: 'GET', path: `${path}?limit=5&search=${searchText.slice(0, 14_000).replace(/%.?$/, '')}` },
      operation: `search GET ${path}`,
    };
  }
  const { name, args } = dice.pick(searchedFields);
  const type = String(args.find((argument) => argument.name === 'filter')!.type);
  const query = `query q($filter: ${type}) { ${name}(first: 5, filter: $filter) { totalCount nodes { id } } }`;
  return { request: graphql({ query, variables: { filter: { search: text } } }), operation: `search ${name}` };
}

/** A tenant with one host must get the response to a search within this number of milliseconds, without other load. */
const slowMs = 2000;

export const search: Phase = {
  name: 'search',
  duty: 'long, odd and common search texts, one at a time and in bursts of twenty',
  share: 2,
  together: 1,
  async run({ dice, world, send, broken }) {
    const text = textOf(dice);
    const alone = searchRequest(dice, text);
    const { ms } = await send(world.small, alone.request, alone.operation);
    if (ms > slowMs)
      broken(
        `a search costs by the caller's own rows: ${alone.operation}`,
        `a tenant with one host waited ${Math.round(ms)} ms for a search of ${text.length} letters`,
        world.small,
      );
    const caller = dice.pick([world.small, world.large, ...world.callers]);
    const burst = dice.times(dice.pick([1, 4, 20]), () => searchRequest(dice, dice.chance(0.7) ? text : textOf(dice)));
    await Promise.all(burst.map(({ request, operation }) => send(caller, request, operation)));
  },
};
