// Creates and updates credentials. All secrets of a credential are checked together, and encrypted before they are
// stored.
import { randomUUID } from 'node:crypto';
import { requireChangeable } from '../../../data/tenancy/shared-rows';
import { isDaemon, type Viewer } from '../../../data/tenancy/viewer';
import type { SecretBox } from '../../../platform/text/sealed-secrets';
import { givesSecrets, mergedSecrets, openSecrets, type GivenSecrets, type SnmpVersion } from './snmp-secrets';
import { updateVisible } from '../../../data/tenancy/rows';
import type { ScopedDb } from '../../../data/tenancy/scoped-db';

interface CredentialInput extends GivenSecrets {
  readonly name?: string | null;
  readonly credentialType?: SnmpVersion | null;
  readonly isDefault?: boolean | null;
}
interface NewCredential extends CredentialInput {
  readonly name: string;
  readonly credentialType: SnmpVersion;
}

/** Creates a credential and resolves with its id. The encrypted secrets are bound to this id. */
export async function createCredential(
  db: ScopedDb,
  viewer: Viewer,
  box: SecretBox,
  input: NewCredential,
): Promise<string> {
  const { organizationId } = viewer;
  const { name, credentialType, isDefault } = input;
  const id = randomUUID();
  const secrets = box.seal(id, mergedSecrets(credentialType, {}, input));
  await db.credential.create({
    data: {
      ...{ id, organizationId, name, credentialType, secrets },
      ...{ isDefault: isDefault ?? false, writtenByKeyId: narrowedKeyOf(viewer) },
    },
  });
  return id;
}

/** Returns the id of the caller's API key if the key is limited to some networks; null for other callers. */
const narrowedKeyOf = (viewer: Viewer): string | null =>
  !isDaemon(viewer) && viewer.isNarrowed ? viewer.credentialId : null;

/** Updates a credential. Omitted secrets keep their values, but changing the SNMP version clears all secrets. */
export async function updateCredential(
  db: ScopedDb,
  viewer: Viewer,
  box: SecretBox,
  id: string,
  input: CredentialInput,
  expectedUpdatedAt: Date | null | undefined,
): Promise<void> {
  const { credentialType } = input;
  await db.$transaction(async (tx) => {
    await requireChangeable(tx, viewer, 'Credential', [id]);
    // The update locks the row before its secrets are read. Otherwise, two concurrent updates would merge with the same
    // stored secrets, and one update would be lost.
    const query = { select: { credentialType: true, secrets: true, writtenByKeyId: true } };
    const storedCredential = await updateVisible(
      tx,
      'Credential',
      id,
      { updatedAt: new Date() },
      { query, expectedUpdatedAt },
    );
    const version = credentialType ?? storedCredential.credentialType;
    const isAnother = version !== storedCredential.credentialType;
    const keptSecrets = isAnother ? {} : (openSecrets(box, { id, secrets: storedCredential.secrets }) ?? {});
    const newSecrets = isAnother || givesSecrets(input) ? mergedSecrets(version, keptSecrets, input) : undefined;
    const secrets = newSecrets && box.seal(id, newSecrets);
    // Whether the caller sets all secrets of the credential. Otherwise, the caller may not know the other secrets. Its
    // API key is then stored as the author (`writtenByKeyId`) only if the key was the author before.
    const isWhole = newSecrets && Object.keys(newSecrets).every((field) => input[field as keyof GivenSecrets] != null);
    const key = narrowedKeyOf(viewer);
    const writtenByKeyId = newSecrets && (isWhole || storedCredential.writtenByKeyId === key ? key : null);
    const { name, isDefault } = input;
    const columns = { name: name ?? undefined, isDefault: isDefault ?? undefined, credentialType: version };
    const data = { ...columns, secrets, writtenByKeyId };
    await updateVisible(tx, 'Credential', id, data, { query: { select: { id: true } } });
  });
}
