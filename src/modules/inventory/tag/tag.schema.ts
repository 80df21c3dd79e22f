// GraphQL type, queries and mutations of tags.
import { listLimits } from '../../../data/tenancy/list-limits';
import { builder } from '../../../graphql/builder';
import { entity } from '../../../graphql/entity/entity';
import { choice, withDefault, flag, optional, text } from '../../../graphql/entity/sheet-fields';
import { joinConnection } from '../../../graphql/lists/connection-through';

/**
 * Fields of the GraphQL type Tag that list tagged rows, such as `hosts`. The value is the Prisma relation from a tag
 * assignment to such a row.
 */
const carriers = {
  hosts: 'host',
  services: 'service',
  subnets: 'subnet',
  groups: 'group',
  discoveries: 'discovery',
  networks: 'taggedNetwork',
  daemons: 'daemon',
  daemonApiKeys: 'daemonApiKey',
} as const;

entity('Tag', {
  mixins: ['history'],
  fields: {
    name: text(1, 100),
    description: optional(text(0, 2000)),
    color: withDefault(choice('Color', 'Colour in clients; Yellow if left out on create.')),
    isApplication: withDefault(flag('Whether the tag marks an application; false if left out.')),
  },
  list: { name: 'tags', description: 'Tags of the organization.' },
  getter: { name: 'tag' },
  filter: Object.fromEntries(Object.entries(carriers).map(([name, to]) => [name, ['assignments', to] as const])),
  order: ['name', 'color', 'isApplication'],
  most: listLimits.organizationTags,
  update: 'Updates a tag. Null clears the description.',
  deletes: { effect: 'It is removed from all entities.' },
});

const carrying = (to: string) => ({ where: { [to]: { isNot: null } } });

builder.prismaObjectFields('Tag', (t) => ({
  ...(Object.fromEntries(
    Object.entries(carriers).map(([name, to]) => [name, joinConnection(t, 'Tag', 'assignments', to, carrying(to))]),
  ) as object),
  userApiKeys: joinConnection(t, 'Tag', 'assignments', 'userApiKey', {
    description: "The caller's own API keys with this tag. Open to sessions only.",
    ...carrying('userApiKey'),
    action: 'userApiKeys',
  }),
}));
