// The models whose rows are read only from the primary database. Queries may read other models from replicas
// (`request-reads.ts`).
import type { Prisma } from '../../generated/prisma/client';
import { relationsOf } from '../model/model-fields';

/**
 * Models of credentials, sessions and rights, and of invites, shares and other rows that can be revoked. A replica that
 * is behind would show a revoked key as valid, or a removed user as a member.
 */
const onlyOnPrimary: ReadonlySet<string> = new Set<Prisma.ModelName>([
  ...(['User', 'Session', 'UserNetwork', 'UserApiKey', 'UserApiKeyNetwork', 'DaemonApiKey', 'EnrolmentCode'] as const),
  ...(['Invite', 'InviteNetwork', 'Share', 'Passkey', 'SecondFactor', 'RecoveryCode', 'EmailToken'] as const),
  // `HostCredential` is not in this list: every list of hosts contains the assigned credentials, and replicas may
  // answer lists of hosts.
  'Credential',
]);

interface Selection {
  readonly select?: Readonly<Record<string, unknown>>;
  readonly include?: Readonly<Record<string, unknown>>;
}

/** Whether only the primary may answer this read, because of its model or of a model among its selected relations. */
export function needsPrimary(model: string, { select, include }: Selection): boolean {
  if (onlyOnPrimary.has(model)) return true;
  const relations = relationsOf(model);
  return Object.entries({ ...include, ...select }).some(([name, selected]) => {
    const relation = selected ? relations.get(name) : undefined;
    return relation !== undefined && needsPrimary(relation.model, selected === true ? {} : (selected as Selection));
  });
}
