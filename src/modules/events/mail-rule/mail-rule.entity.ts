// Declares mail rules as an entity: dependent models, constraints and conflict errors.
import { defineEntity } from '../../../data/model/entity-manifest';

export const mailRuleManifest = defineEntity('MailRule', {
  parts: ['MailRuleEvent'],
  constraints: { mail_rule_events_pkey: ['eventId'] },
  conflicts: {
    createMailRule: { mail_rules_exceeded: 'the user has as many mail rules as a user may have.' },
  },
});
