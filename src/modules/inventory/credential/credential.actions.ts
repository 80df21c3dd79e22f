// Creates and updates credentials. All secrets of a credential are checked together, and encrypted before they are
// stored.
import { randomUUID } from 'node:crypto';
import { AppError } from '../../../errors';
import type { Prisma } from '../../../generated/prisma/client';
import type { CredentialType } from '../../../generated/prisma/enums';
import { requireChangeable } from '../../../data/tenancy/shared-rows';
import { isDaemon, type Viewer } from '../../../data/tenancy/viewer';
import type { SecretBox } from '../../../platform/text/sealed-secrets';
import { isSnmpVersion, parseForm, type CredentialForm } from './credential-form';
import {
  assertPlaces,
  assertUnassigned,
  isForNetworks,
  replaceLinks,
  requirePlaces,
  type CredentialLinks,
} from './credential-links';
import { mergeSettings, type Settings } from './credential-settings';
import {
  givesSecrets,
  mergedSecrets,
  openSecrets,
  secretFields,
  type GivenSecrets,
  type SnmpVersion,
} from './snmp-secrets';
import { updateVisible } from '../../../data/tenancy/rows';
import type { ScopedDb } from '../../../data/tenancy/scoped-db';

interface CredentialInput extends GivenSecrets, CredentialLinks {
  readonly name?: string | null;
  readonly description?: string | null;
  readonly credentialType?: CredentialType | null;
  readonly typeWithSettings?: unknown;
  readonly isDefault?: boolean | null;
}
interface NewCredential extends CredentialInput {
  readonly name: string;
}

/**
 * The input field that contains the type of a credential together with its settings. Errors about settings name this
 * field.
 */
const formField = 'typeWithSettings';

/**
 * Creates credentials in one transaction and resolves with their ids. The encrypted secrets of a credential are bound
 * to its id.
 */
export async function createCredentials(
  db: ScopedDb,
  viewer: Viewer,
  box: SecretBox,
  inputs: readonly NewCredential[],
): Promise<string[]> {
  const { organizationId } = viewer;
  const newCredentials = inputs.map((input) => {
    const form = formOf(input);
    if (!form) throw new AppError('validation_required', { field: 'credentialType' });
    const { name, description, isDefault } = input;
    const id = randomUUID();
    const columns = {
      ...{ id, organizationId, name, description: description || null },
      isDefault: isDefault ?? false,
    };
    return {
      id,
      links: input,
      row: { ...columns, writtenByKeyId: narrowedKeyOf(viewer), ...newColumns(box, id, form, input) },
    };
  });
  await db.$transaction(async (tx) => {
    const networkOf = await requirePlaces(tx, viewer, inputs);
    await tx.credential.createMany({ data: newCredentials.map(({ row }) => row) });
    await replaceLinks(tx, viewer, newCredentials, networkOf);
    for (const { row, links } of newCredentials) assertPlaces(row.credentialType, links);
  });
  return newCredentials.map(({ id }) => id);
}

/** Returns the columns of a new credential that store its type, settings and secrets. */
function newColumns(box: SecretBox, id: string, form: CredentialForm, input: GivenSecrets) {
  if ('secrets' in form) {
    const secrets = mergedSecrets(form.type, {}, { ...form.secrets, ...givenOf(input) });
    return { credentialType: form.type, settings: {}, secrets: box.seal(id, secrets) };
  }
  assertNoSnmp(input);
  const { shown, secrets } = mergeSettings(form.type, form.settings, formField);
  return { credentialType: form.type, settings: shown as Prisma.JsonObject, secrets: box.seal(id, secrets) };
}

/**
 * Returns the type in a request, with its secrets or settings; undefined if the request has no type. The type is in
 * `credentialType` or in `typeWithSettings`. If it is in both, it must be the same.
 */
function formOf({ credentialType, typeWithSettings }: CredentialInput): CredentialForm | undefined {
  if (typeWithSettings != null) {
    const form = parseForm(formField, typeWithSettings);
    if (credentialType != null && credentialType !== form.type)
      throw new AppError('validation_invalid_format', { field: formField });
    return form;
  }
  return credentialType == null ? undefined : parseForm('credentialType', credentialType);
}

/** Returns the SNMP secrets that the request has in separate input fields, not in `typeWithSettings`. */
const givenOf = (input: GivenSecrets): GivenSecrets =>
  Object.fromEntries(secretFields.flatMap((field) => (input[field] === undefined ? [] : [[field, input[field]]])));

function assertNoSnmp(input: GivenSecrets): void {
  const field = secretFields.find((one) => input[one] != null);
  if (field !== undefined) throw new AppError('validation_invalid_format', { field });
}

/** Returns the id of the caller's API key if the key is limited to some networks; null for other callers. */
const narrowedKeyOf = (viewer: Viewer): string | null =>
  !isDaemon(viewer) && viewer.isNarrowed ? viewer.credentialId : null;

/** Updates a credential. Omitted secrets and settings keep their values, but changing the type clears all of them. */
export async function updateCredential(
  db: ScopedDb,
  viewer: Viewer,
  box: SecretBox,
  id: string,
  input: CredentialInput,
  expectedUpdatedAt: Date | null | undefined,
): Promise<void> {
  const form = formOf(input);
  await db.$transaction(async (tx) => {
    const networkOf = await requirePlaces(tx, viewer, [input]);
    await requireChangeable(tx, viewer, 'Credential', [id]);
    // The update locks the row before its secrets are read. Otherwise, two concurrent updates would merge with the same
    // stored secrets, and one update would be lost.
    const columns = { credentialType: true, secrets: true, settings: true, isDefault: true, writtenByKeyId: true };
    const select = { id: true, ...columns };
    const stored = await updateVisible(
      tx,
      'Credential',
      id,
      { updatedAt: new Date() },
      { query: { select }, expectedUpdatedAt },
    );
    const type = form?.type ?? stored.credentialType;
    if (input.assignedNetworkIds === undefined && type !== stored.credentialType && !isForNetworks(type))
      await assertUnassigned(tx, id);
    const written = isSnmpVersion(type)
      ? snmpColumns(box, stored, type, form, input)
      : settingsColumns(box, stored, form, input);
    const key = narrowedKeyOf(viewer);
    // An API key that is limited to some networks may assign a credential whose secrets this key has written. So the id
    // of the key is stored if the key has written all secrets, in this request or in this and earlier requests.
    const writtenByKeyId = written.secrets && (written.isWhole || stored.writtenByKeyId === key ? key : null);
    const { name, isDefault, description } = input;
    const changed = { name: name ?? undefined, isDefault: isDefault ?? undefined, credentialType: type };
    const texts = { description: description === undefined ? undefined : description || null };
    const { secrets, settings } = written;
    const data = { ...changed, ...texts, secrets, settings, writtenByKeyId };
    await updateVisible(tx, 'Credential', id, data, { query: { select: { id: true } } });
    await replaceLinks(tx, viewer, [{ id, links: input }], networkOf);
    assertPlaces(type, { ...input, isDefault: isDefault ?? stored.isDefault });
  });
}

interface StoredCredential {
  readonly id: string;
  readonly credentialType: CredentialType;
  readonly secrets: Uint8Array;
  readonly settings: Prisma.JsonValue;
}

/** The columns that an update writes, and whether the request has all secrets of the credential. */
interface Written {
  readonly secrets?: Uint8Array<ArrayBuffer>;
  readonly settings?: Prisma.JsonObject;
  readonly isWhole?: boolean;
}

function snmpColumns(
  box: SecretBox,
  stored: StoredCredential,
  version: SnmpVersion,
  form: CredentialForm | undefined,
  input: CredentialInput,
): Written {
  const givenSecrets = { ...(form && 'secrets' in form ? form.secrets : {}), ...givenOf(input) };
  const isAnother = version !== stored.credentialType;
  if (!isAnother && !givesSecrets(givenSecrets)) return {};
  const keptSecrets = isAnother ? {} : (openSecrets(box, stored) ?? {});
  const secrets = mergedSecrets(version, keptSecrets, givenSecrets);
  const isWhole = Object.keys(secrets).every((field) => givenSecrets[field as keyof GivenSecrets] != null);
  return { secrets: box.seal(stored.id, secrets), isWhole, ...(isAnother && { settings: {} }) };
}

function settingsColumns(
  box: SecretBox,
  stored: StoredCredential,
  form: CredentialForm | undefined,
  input: CredentialInput,
): Written {
  assertNoSnmp(input);
  if (!form || !('settings' in form)) return {};
  const keptSettings = form.type === stored.credentialType ? storedSettings(box, stored) : undefined;
  const { shown, secrets } = mergeSettings(form.type, form.settings, formField, keptSettings);
  const isWhole = Object.entries(secrets).every(([name, value]) => keptSettings?.secrets[name] !== value);
  return { secrets: box.seal(stored.id, secrets), settings: shown as Prisma.JsonObject, isWhole };
}

/** The stored settings with their secrets. `secrets` is empty if no key in SECRETS_KEY decrypts the secrets. */
function storedSettings(box: SecretBox, { id, secrets, settings }: StoredCredential): Settings {
  const opened = box.open(id, secrets) as Settings['secrets'] | undefined;
  return { shown: settings as Prisma.JsonObject, secrets: opened ?? {} };
}
