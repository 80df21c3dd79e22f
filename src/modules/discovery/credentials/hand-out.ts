// Gives a daemon the decrypted credentials for its run. If the daemon may not have the credentials, warnings of the
// session say why.
import { recordAuditEvent } from '../../../data/tenancy/audit-events';
import type { Db } from '../../../data/tenancy/rows';
import type { SecretBox } from '../../../platform/text/sealed-secrets';
import { networkCredentialTypes } from '../../access';
import { isSettingsType, openSecrets, type Settings } from '../../inventory';
import {
  toCredentialMappings,
  type CredentialMapping,
  type OpenedCredential,
  type UsedCredential,
} from './credential-mappings';
import { usedCredentials, type SealedCredential } from './used-credentials.sql';
import { canDaemonRead, wireCredential } from './wire-credential';
import { canDaemonUse, toSettingsMappings, type OpenedSettings } from './wire-settings';

export interface Recipient {
  readonly daemonId: string;
  readonly name: string;
  readonly version: string | null;
  readonly networkId: string;
  readonly organizationId: string;
  /** Time at which a user provisioned or confirmed the daemon; null if no user has done so. */
  readonly confirmedAt: Date | null;
  /**
   * Whether the response may contain secrets: the request came over TLS or from this machine, or the operator allows
   * it.
   */
  readonly isConfidential: boolean;
}

const prefix = 'Credentials withheld: ';
const withheld = {
  unconfirmed: (daemonId: string) =>
    `${prefix}the daemon is neither provisioned nor confirmed. Confirm it once (POST /api/v1/daemons/${daemonId}/confirm, as a Member), then start the run again.`,
  readable: `${prefix}the daemon connects over plain HTTP from another machine. Use TLS, or set INSECURE_CREDENTIALS=on.`,
  sealed: (names: string) => `${prefix}no key in SECRETS_KEY decrypts ${names}.`,
  unread: (names: string) => `${prefix}this version of the daemon does not read ${names}.`,
};

/** Whether the server added the warning because it withheld credentials. */
export const isWithheldWarning = (warning: string): boolean => warning.startsWith(prefix);

const noMappings = { mappings: [], otherMappings: [] };

export interface Handed {
  readonly mappings: readonly CredentialMapping[];
  /** Mappings of credentials of other protocols than SNMP, in the form of the daemon protocol. */
  readonly otherMappings: readonly object[];
  readonly warnings: readonly string[];
}

/**
 * Decrypts the credentials of the daemon's network, and writes an audit event. Resolves with the mappings for the
 * daemon, and with warnings about credentials that are withheld from the daemon. Call this function in the transaction
 * that assigns the session to the daemon.
 */
export async function handOutCredentials(tx: Db, box: SecretBox, to: Recipient, sessionId: string): Promise<Handed> {
  const storedCredentials = await usedCredentials(tx, to.networkId, to.daemonId);
  if (storedCredentials.length === 0) return { ...noMappings, warnings: [] };
  if (!to.confirmedAt) return { ...noMappings, warnings: [withheld.unconfirmed(to.daemonId)] };
  if (!to.isConfidential) return { ...noMappings, warnings: [withheld.readable] };
  const snmp = storedCredentials.flatMap((credential) => openedCredential(box, credential));
  const others = storedCredentials.flatMap((credential) => openedSettings(box, credential));
  const sentSnmp = snmp.filter(({ wire }) => canDaemonRead(to.version, wire));
  const sentOthers = others.filter((one) => canDaemonUse(to.version, one));
  const mappings = toCredentialMappings(sentSnmp);
  const otherMappings = toSettingsMappings(sentOthers, (type) => networkCredentialTypes.includes(type));
  const openedCredentials = [...snmp, ...others];
  const sentCredentials = [...sentSnmp, ...sentOthers];
  if (mappings.length + otherMappings.length > 0) await recordHandingOut(tx, to, sessionId, sentCredentials);
  const without = <T extends { readonly id: string }>(
    all: readonly T[],
    excludedRows: readonly { readonly id: string }[],
  ) => all.filter(({ id }) => excludedRows.every((one) => one.id !== id));
  const warnings = [
    ...warningOf(withheld.sealed, without(storedCredentials, openedCredentials)),
    ...warningOf(withheld.unread, without(openedCredentials, sentCredentials)),
  ];
  return { mappings, otherMappings, warnings };
}

function openedCredential(box: SecretBox, credential: SealedCredential): OpenedCredential[] {
  const { credentialType } = credential;
  if (isSettingsType(credentialType)) return [];
  const secrets = openSecrets(box, credential);
  return secrets ? [{ ...credential, credentialType, wire: wireCredential(credentialType, secrets) }] : [];
}

function openedSettings(box: SecretBox, credential: SealedCredential): OpenedSettings[] {
  const { id, credentialType, secrets, settings } = credential;
  if (!isSettingsType(credentialType)) return [];
  const opened = box.open(id, secrets) as Settings['secrets'] | undefined;
  return opened ? [{ ...credential, credentialType, settings: { shown: settings, secrets: opened } }] : [];
}

const mostNames = 10;

function warningOf(text: (names: string) => string, credentials: readonly { readonly name: string }[]): string[] {
  if (credentials.length === 0) return [];
  const names = credentials.slice(0, mostNames).map(({ name }) => JSON.stringify(name));
  const more = credentials.length - names.length;
  return [text(names.join(', ') + (more > 0 ? ` and ${more} more` : ''))];
}

/**
 * Writes an audit event that a daemon received credentials. The event has the names of the credentials, but no secrets.
 */
async function recordHandingOut(
  tx: Db,
  { daemonId, name, networkId, organizationId }: Recipient,
  sessionId: string,
  sentCredentials: readonly UsedCredential[],
): Promise<void> {
  const credentials = sentCredentials.map((one) => ({ id: one.id, name: one.name }));
  await recordAuditEvent(tx, {
    eventType: 'CredentialsSent',
    organizationId,
    subjectType: 'Daemon',
    subjectId: daemonId,
    subjectName: name,
    details: { network_id: networkId, session_id: sessionId, credentials },
  });
}
