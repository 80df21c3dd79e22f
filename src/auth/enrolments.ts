// Enrolment codes of agents: finds the code that a caller without a credential sends, and reads and writes on behalf of
// the user who created the code.
import { AppError } from '../errors';
import type { PrismaClient } from '../generated/prisma/client';
import { frozen, type UserViewer } from '../data/tenancy/viewer';
import { dbFor, type ScopedDb } from '../data/tenancy/scoped-db';
import { nilId } from '../platform/text/validation';
import { hashToken, isKeyForm } from './tokens';

export interface Enrolment {
  readonly codeId: string;
  readonly networkId: string;
  readonly createdBy: string;
  /**
   * The client that reads and writes the network of the enrolment code. The audit log attributes its writes to the user
   * who created the code.
   */
  readonly db: ScopedDb;
}

export interface Enrolments {
  /**
   * Finds an enrolment code by its text. Throws 403 `enrolment_code_invalid` if there is no such code. Does not check
   * whether the code can still be used.
   */
  find(code: string): Promise<Enrolment>;
}

export const createEnrolments = (prisma: PrismaClient): Enrolments => ({
  async find(code) {
    // A code has 190 random bits, so it cannot be guessed. A text of any other form is not looked up.
    const row = isKeyForm('enrolment', code)
      ? await prisma.enrolmentCode.findUnique({
          where: { codeHash: hashToken(code) },
          select: { id: true, networkId: true, organizationId: true, createdBy: true },
        })
      : null;
    if (!row) throw new AppError('enrolment_code_invalid');
    const { id: codeId, networkId, organizationId, createdBy } = row;
    const viewer: UserViewer = frozen({
      via: 'session',
      userId: createdBy,
      organizationId,
      permissions: 'Viewer',
      isNarrowed: true,
      networkIds: [networkId],
      credentialId: nilId,
    });
    return { codeId, networkId, createdBy, db: dbFor(prisma, viewer) };
  },
});
