// The manifest of audit events: what the service knows of them beside their fields and rights.
import { defineEntity } from '../../../data/model/entity-manifest';

export const auditEventManifest = defineEntity('AuditEvent', {});
