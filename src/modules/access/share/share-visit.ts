// The result for a visitor of a public share, to which the share and topology modules add fields.
import type { Share } from '../../../generated/prisma/client';
import type { ScopedDb } from '../../../data/tenancy/scoped-db';
import type { TenantSql } from '../../../data/tenancy/scoped-sql';
import { builder } from '../../../graphql/builder';

export interface ShareVisit {
  readonly share: Share;
  /** Reads the share's network on behalf of the visitor, whose own client has no access. */
  readonly db: ScopedDb;
  /** Tenant scope for SQL with the same access, at the instant of a pinned topology. */
  readonly sql: (at?: Date) => TenantSql;
}

/** The type exposes plain values only: a row with relations would give access to the rest of the network. */
export const shareVisitRef = builder.objectRef<ShareVisit>('PublicShareTopology');
