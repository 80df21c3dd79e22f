// Declares the entity MailRule: the models that belong to it, its unique constraints, and conflict errors (409).
import { defineEntity } from '../../../data/model/entity-manifest';

const builtinStays = { entity_delete_forbidden: 'the rule is built in.' };

export const mailRuleManifest = defineEntity('MailRule', {
  parts: ['MailRuleEvent'],
  constraints: { mail_rule_events_pkey: ['eventId'], mail_rules_user_id_builtin_key: ['builtin'] },
  conflicts: {
    updateMailRule: { mail_rule_kinds_fixed: 'the rule is built in, and its kinds of events cannot be changed.' },
    deleteMailRule: builtinStays,
    deleteMailRules: builtinStays,
    createMailRule: { mail_rules_exceeded: 'the user has as many mail rules as a user may have.' },
  },
});
