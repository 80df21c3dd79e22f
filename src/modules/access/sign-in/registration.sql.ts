// Checks whether anyone may register an account now.
import { demoOrganizationId } from '../../../auth/published-access';
import type { Db } from '../../../data/tenancy/rows';
import { systemScope, executeSql, querySql, tenantSafeSql } from '../../../data/tenancy/tenant-sql';
import { Prisma, type PrismaClient } from '../../../generated/prisma/client';

/** When registration is open. `first`: until an account outside of the demo organization exists. */
export type RegistrationSetting = 'open' | 'closed' | 'first';

export interface RegistrationGate {
  isOpen(): Promise<boolean>;
  /**
   * Whether registration is open. Call it in the transaction of a registration: of two concurrent first registrations,
   * one waits for the other and is then refused.
   */
  isOpenTo(tx: Db): Promise<boolean>;
}

// Key of the PostgreSQL advisory lock for registrations. No other lock has this number.
const lockNumber = 5_018_646;

export function registrationGate(prisma: PrismaClient, setting: RegistrationSetting): RegistrationGate {
  const isEmpty = async (db: Db): Promise<boolean> => {
    const statement = Prisma.sql`
      SELECT EXISTS (SELECT FROM users WHERE organization_id <> ${demoOrganizationId}::uuid) AS has_account`;
    const [row] = await querySql<{ has_account: boolean }>(db, tenantSafeSql(systemScope, statement));
    return !row!.has_account;
  };
  return {
    isOpen: async () => (setting === 'first' ? isEmpty(prisma) : setting === 'open'),
    async isOpenTo(tx) {
      if (setting !== 'first') return setting === 'open';
      await executeSql(tx, tenantSafeSql(systemScope, Prisma.sql`SELECT pg_advisory_xact_lock(${lockNumber})`));
      return isEmpty(tx);
    },
  };
}
