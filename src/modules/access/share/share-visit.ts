// The answer to a visitor of a public share: a type that the share and the topology each add their part to.
import type { Share } from '../../../generated/prisma/client';
import type { ScopedDb } from '../../../data/tenancy/scoped-db';
import type { TenantSql } from '../../../data/tenancy/scoped-sql';
import { builder } from '../../../graphql/builder';

export interface ShareVisit {
  readonly share: Share;
  /** Reads the share's network, which the visitor is let into; the caller's own client reaches nothing of it. */
  readonly db: ScopedDb;
  /** The same for statements of our own, as of an instant that a pinned topology names. */
  readonly sql: (at?: Date) => TenantSql;
}

/** Its fields are plain values: a row with relations would open the rest of the network. */
export const shareVisitRef = builder.objectRef<ShareVisit>('PublicShareTopology');
