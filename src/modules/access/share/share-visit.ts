// The result for a visitor of a public share, to which the share and topology modules add fields.
import type { Share } from '../../../generated/prisma/client';
import type { ScopedDb } from '../../../data/tenancy/scoped-db';
import type { TenantSql } from '../../../data/tenancy/scoped-sql';
import { builder } from '../../../graphql/builder';

export interface ShareVisit {
  readonly share: Share;
  /** Reads the share's network on behalf of the visitor, whose own client has no access. */
  readonly db: ScopedDb;
  /** The same for SQL, at the instant of a pinned topology. */
  readonly sql: (at?: Date) => TenantSql;
}

/** Its fields are plain values: a row with relations would open the rest of the network. */
export const shareVisitRef = builder.objectRef<ShareVisit>('PublicShareTopology');
