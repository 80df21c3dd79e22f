// SQL for the audit event of a change, with only the columns that every reader of the changed row may see.

/** The audit event of a change. The ids of the user, API key, daemon and discovery may belong to deleted rows. */
export interface EventRow {
  readonly id: string;
  readonly createdAt: string;
  readonly actorType: 'User' | 'UserApiKey' | 'Daemon' | 'Discovery' | 'System';
  readonly actorName: string | null;
  readonly userId: string | null;
  readonly userApiKeyId: string | null;
  readonly daemonId: string | null;
  readonly discoveryId: string | null;
  readonly operation: string | null;
}

/** SQL for the column `event`: the audit event as JSON. The FROM clause of the statement must contain `eventJoin`. */
export const eventColumns = `CASE WHEN event.id IS NOT NULL THEN jsonb_build_object(
    'id', event.id, 'createdAt', event.created_at, 'actorType', event.actor_type, 'actorName', event.actor_name,
    'userId', event.user_id, 'userApiKeyId', event.user_api_key_id, 'daemonId', event.daemon_id,
    'discoveryId', event.discovery_id, 'operation', event.operation) END AS event`;

/**
 * Returns SQL that joins the audit event with this id, if the organization still has the event. `id` and `organization`
 * are SQL expressions.
 */
export const eventJoin = (id: string, organization: string): string =>
  `LEFT JOIN audit_events event ON event.id = ${id} AND event.organization_id = ${organization}`;
