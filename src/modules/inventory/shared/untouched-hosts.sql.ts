// The condition for hosts that discovery may delete, because nothing that users have added would be lost.
import { Prisma } from '../../../generated/prisma/client';

/**
 * SQL condition: users have not edited, named or annotated the host `h`, and no other data that users entered depends
 * on the host.
 */
export const isUntouched: Prisma.Sql = Prisma.sql`
      coalesce(h.description, '') = '' AND h.role_source IS DISTINCT FROM 'Manual'
      AND NOT EXISTS (SELECT FROM daemons d WHERE d.host_id = h.id)
      AND NOT EXISTS (SELECT FROM host_credentials c WHERE c.host_id = h.id)
      AND NOT EXISTS (SELECT FROM host_merges m WHERE m.host_id = h.id)
      AND NOT EXISTS (SELECT FROM link_decisions d WHERE d.remote_host_id = h.id)
      AND NOT EXISTS (SELECT FROM tag_assignments_now t WHERE t.host_id = h.id)
      AND NOT EXISTS (
        SELECT FROM identity_suggestions s WHERE h.id IN (s.host_id, s.other_host_id) AND s.state = 'Refused')
      AND NOT EXISTS (
        SELECT FROM services s WHERE s.host_id = h.id AND (s.source_type NOT IN ('Discovery', 'DiscoveryWithMatch')
          OR EXISTS (SELECT FROM group_members m WHERE m.service_id = s.id)
          OR EXISTS (SELECT FROM bindings b JOIN group_members m ON m.binding_id = b.id WHERE b.service_id = s.id)
          OR EXISTS (SELECT FROM tag_assignments_now t WHERE t.service_id = s.id)
          OR EXISTS (SELECT FROM hosts v WHERE v.virtualization_service_id = s.id)
          OR EXISTS (SELECT FROM subnets v WHERE v.virtualization_service_id = s.id)))
      AND NOT EXISTS (
        SELECT FROM audit_events e WHERE e.actor_type IN ('User', 'UserApiKey')
          AND (e.id = h.audit_event_id OR e.id IN (SELECT r.ended_by FROM hosts_revisions r WHERE r.id = h.id)))`;
