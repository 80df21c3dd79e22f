// Limits the number of enrolment codes of a network, and deletes codes a day after they expire.
import { Prisma } from '../../../generated/prisma/client';
import { AppError } from '../../../errors';
import type { Db } from '../../../data/tenancy/rows';
import { deleteOld } from '../../../data/tenancy/sweep-rows';
import { executeSql, querySql, tenantSafeSql } from '../../../data/tenancy/tenant-sql';
import type { Viewer } from '../../../data/tenancy/viewer';
import type { RowsAside } from '../../../platform/process/rows-aside';

/**
 * Maximum number of usable enrolment codes of a network. Also the number of used and expired codes that stay listed.
 */
export const mostCodes = 20;

/**
 * Throws 409 `enrolment_codes_exceeded` if the network has 20 usable codes. Deletes all used and expired codes except
 * for the newest 20. The caller has locked the network.
 */
export async function requireRoomForCode(tx: Db, viewer: Viewer, networkId: string, now: Date): Promise<void> {
  const isOver = Prisma.sql`(used_at IS NOT NULL OR expires_at <= ${now}::timestamptz)`;
  const older = Prisma.sql`
    DELETE FROM enrolment_codes WHERE id IN (
      SELECT id FROM enrolment_codes WHERE network_id = ${networkId}::uuid AND ${isOver}
      ORDER BY created_at DESC, id OFFSET ${mostCodes}::int)`;
  await executeSql(tx, tenantSafeSql(viewer, older));
  const openCount = Prisma.sql`
    SELECT count(*)::int AS count FROM enrolment_codes WHERE network_id = ${networkId}::uuid AND NOT ${isOver}`;
  const [row] = await querySql<{ count: number }>(tx, tenantSafeSql(viewer, openCount));
  if (row!.count >= mostCodes) throw new AppError('enrolment_codes_exceeded', { max: mostCodes });
}

/**
 * Deletes enrolment codes that expired more than a day ago. Resolves with the number of codes that this call deleted.
 */
export function sweepEnrolmentCodes(db: Db, now: Date, rows: RowsAside): Promise<number> {
  const condition = Prisma.sql`r.expires_at < ${now}::timestamptz - interval '1 day'`;
  return deleteOld(db, rows, now, { table: 'enrolment_codes', condition, atMost: 500 });
}
