// GraphQL relations from rows to users, such as the user who created a row. A caller sees the user only if the caller
// may look up that user.
import { getRefFromModel } from '@pothos/plugin-prisma';
import { listableRanks } from '../../auth/permissions';
import { atLeast, isDaemon, type Permissions, type Viewer } from '../../data/tenancy/viewer';
import { builder } from '../../graphql/builder';
import type { GraphqlContext } from '../../graphql/context';

interface User {
  readonly id: string;
  readonly permissions: Permissions;
}
type Nested = (selection: object) => object;

/**
 * Whether the viewer may look up the user. A session may look up all users of the organization. An API key may look up
 * its owner and the users whom the owner may list. A daemon may look up no user.
 */
export function mayReadUser(viewer: Viewer, user: User): boolean {
  if (isDaemon(viewer)) return false;
  if (viewer.via === 'session' || user.id === viewer.userId) return true;
  return atLeast(viewer, 'Admin') && listableRanks(viewer).includes(user.permissions);
}

/**
 * Returns a GraphQL field with the user of a relation. The field is null if the row has no such user or the caller may
 * not look up the user.
 */
export function userRelation(t: object, relation: string, description: string): never {
  return (t as { field(options: object): never }).field({
    type: getRefFromModel('User', builder),
    nullable: true,
    description,
    select: (_args: object, _ctx: object, nestedQuery: Nested) => ({
      [relation]: nestedQuery({ select: { id: true, permissions: true } }),
    }),
    resolve: (row: Record<string, User | null>, _args: object, { viewer }: GraphqlContext) => {
      const user = row[relation];
      return user && mayReadUser(viewer, user) ? user : null;
    },
  });
}
