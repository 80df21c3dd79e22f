// Metadata (names, descriptions, icons) of the kinds of groups.
import type { GroupType } from '../../../generated/prisma/enums';
import { looks, registerMetadata } from '../../../graphql/descriptions/metadata';

registerMetadata(
  'groupTypes',
  looks<GroupType>({
    RequestPath: ['Request path', 'Members in the order in which a request passes them.', 'route', 'Rose'],
    HubAndSpoke: ['Hub and spoke', 'The first member is the hub, the others are spokes.', 'git-fork', 'Pink'],
  }),
);
