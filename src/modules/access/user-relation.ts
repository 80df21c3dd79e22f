// A reference to a user, shown to those who may look that user up: one rule for every row that names its author.
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

/** Sessions may look up all members; API keys their owner, and those whom the owner may list; daemons no user. */
export function mayLookUp(viewer: Viewer, user: User): boolean {
  if (isDaemon(viewer)) return false;
  if (viewer.via === 'session' || user.id === viewer.userId) return true;
  return atLeast(viewer, 'Admin') && listableRanks(viewer).includes(user.permissions);
}

/** The user behind a relation; null where there is none, or none that the caller may look up. */
export function userRelation(t: object, relation: string, description: string): never {
  return (t as { field(options: object): never }).field({
    type: getRefFromModel('User', builder),
    nullable: true,
    description,
    select: (_args: object, _ctx: object, nested: Nested) => ({
      [relation]: nested({ select: { id: true, permissions: true } }),
    }),
    resolve: (row: Record<string, User | null>, _args: object, { viewer }: GraphqlContext) => {
      const user = row[relation];
      return user && mayLookUp(viewer, user) ? user : null;
    },
  });
}
