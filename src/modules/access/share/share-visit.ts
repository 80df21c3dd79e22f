// What a visitor of a public share gets. The share and topology modules add its fields.
import type { Share } from '../../../generated/prisma/client';
import type { ScopedDb } from '../../../data/tenancy/scoped-db';
import type { TenantSql } from '../../../data/tenancy/scoped-sql';
import { builder } from '../../../graphql/builder';

export interface ShareVisit {
  readonly share: Share;
  /** Reads the share's network on behalf of the visitor, whose own client reaches nothing. */
  readonly db: ScopedDb;
  /** Sends SQL with the same access; `at` is the instant of a pinned topology. */
  readonly sql: (at?: Date) => TenantSql;
}

/** The type has plain values only. A row with relations would give access to other parts of the network. */
export const shareVisitRef = builder.objectRef<ShareVisit>('PublicShareTopology');
