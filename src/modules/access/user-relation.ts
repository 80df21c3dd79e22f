// Relations from rows to users, such as the user who created a row. A caller sees the user only if the caller may look
// that user up.
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
 * Whether the viewer may look up the user. Sessions may look up all members; API keys may look up their owner and the
 * users whom the owner may list; daemons nobody.
 */
export function mayReadUser(viewer: Viewer, user: User): boolean {
  if (isDaemon(viewer)) return false;
  if (viewer.via === 'session' || user.id === viewer.userId) return true;
  return atLeast(viewer, 'Admin') && listableRanks(viewer).includes(user.permissions);
}

/** The user that a relation leads to; null if there is none or the caller may not look them up. */
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
