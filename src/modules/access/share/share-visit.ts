// The GraphQL type of a share's content for its visitors. The share and topology modules add the fields of the type.
import type { Share } from '../../../generated/prisma/client';
import type { ScopedDb } from '../../../data/tenancy/scoped-db';
import type { TenantSql } from '../../../data/tenancy/scoped-sql';
import { builder } from '../../../graphql/builder';

export interface ShareVisit {
  readonly share: Share;
  /** Database client that reads the share's network for the visitor. The visitor's own client can read no rows. */
  readonly db: ScopedDb;
  /**
   * Returns a client for SQL statements with the same access as `db`. For the topology of a snapshot, `at` is the
   * snapshot's instant.
   */
  readonly sql: (at?: Date) => TenantSql;
}

/**
 * GraphQL type of a shared topology. The type has only plain values: relations would give access to other parts of the
 * network.
 */
export const shareVisitRef = builder.objectRef<ShareVisit>('PublicShareTopology');
