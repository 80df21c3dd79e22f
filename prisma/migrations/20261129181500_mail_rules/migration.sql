-- Mail rules of users: which events they get by mail, and the events that wait for their mail.
CREATE TYPE "mail_timing" AS ENUM ('Now', 'Hourly', 'Daily');
ALTER TYPE "audit_event_type" ADD VALUE 'MailRuleCreated';
ALTER TYPE "audit_event_type" ADD VALUE 'MailRuleChanged';
ALTER TYPE "audit_event_type" ADD VALUE 'MailRuleDeleted';

CREATE TABLE "mail_rules" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "organization_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "natural_name" TEXT COLLATE "C" GENERATED ALWAYS AS (natural_key("name")) STORED NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "network_ids" UUID[] NOT NULL DEFAULT ARRAY[]::UUID[],
    "kinds" "network_event_kind"[] NOT NULL DEFAULT ARRAY[]::"network_event_kind"[],
    "severities" "network_event_severity"[] NOT NULL DEFAULT ARRAY[]::"network_event_severity"[],
    "tag_ids" UUID[] NOT NULL DEFAULT ARRAY[]::UUID[],
    "roles" "host_role"[] NOT NULL DEFAULT ARRAY[]::"host_role"[],
    "timing" "mail_timing" NOT NULL DEFAULT 'Now',
    "hour" INTEGER NOT NULL DEFAULT 8,
    "quiet_from" INTEGER,
    "quiet_to" INTEGER,
    "time_zone" TEXT NOT NULL DEFAULT 'UTC',
    "mailed_at" TIMESTAMPTZ(3),
    "due_at" TIMESTAMPTZ(3),

    CONSTRAINT "mail_rules_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "mail_rules_id_organization_id_key" UNIQUE ("id", "organization_id"),
    CONSTRAINT "mail_rules_name_check" CHECK (char_length("name") BETWEEN 1 AND 100),
    CONSTRAINT "mail_rules_network_ids_check" CHECK (cardinality("network_ids") <= 1000),
    CONSTRAINT "mail_rules_tag_ids_check" CHECK (cardinality("tag_ids") <= 100),
    CONSTRAINT "mail_rules_hour_check" CHECK ("hour" BETWEEN 0 AND 23),
    CONSTRAINT "mail_rules_quiet_from_check" CHECK ("quiet_from" BETWEEN 0 AND 23),
    CONSTRAINT "mail_rules_quiet_to_check" CHECK ("quiet_to" BETWEEN 0 AND 23),
    CONSTRAINT "mail_rules_quiet_check" CHECK (("quiet_from" IS NULL) = ("quiet_to" IS NULL) AND ("quiet_from" IS NULL OR "quiet_from" <> "quiet_to")),
    CONSTRAINT "mail_rules_time_zone_check" CHECK (char_length("time_zone") BETWEEN 1 AND 100)
);
CREATE INDEX "mail_rules_organization_id_created_at_id_idx" ON "mail_rules" ("organization_id", "created_at", "id");
CREATE INDEX "mail_rules_user_id_created_at_id_idx" ON "mail_rules" ("user_id", "created_at", "id");
CREATE INDEX "mail_rules_due_at_idx" ON "mail_rules" ("due_at") WHERE "due_at" IS NOT NULL;
ALTER TABLE "mail_rules" ADD CONSTRAINT "mail_rules_organization_id_fkey" FOREIGN KEY ("organization_id")
    REFERENCES "organizations" ("id") ON DELETE CASCADE;
ALTER TABLE "mail_rules" ADD CONSTRAINT "mail_rules_user_id_fkey" FOREIGN KEY ("user_id", "organization_id")
    REFERENCES "users" ("id", "organization_id") ON DELETE CASCADE;

CREATE TABLE "mail_rule_events" (
    "rule_id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "mail_id" UUID,

    CONSTRAINT "mail_rule_events_pkey" PRIMARY KEY ("rule_id", "event_id")
);
CREATE INDEX "mail_rule_events_organization_id_idx" ON "mail_rule_events" ("organization_id");
CREATE INDEX "mail_rule_events_created_at_idx" ON "mail_rule_events" ("created_at");
CREATE INDEX "mail_rule_events_mail_id_idx" ON "mail_rule_events" ("mail_id", "event_id") WHERE "mail_id" IS NOT NULL;
CREATE INDEX "mail_rule_events_waiting_idx" ON "mail_rule_events" ("rule_id", "created_at") WHERE "mail_id" IS NULL;
ALTER TABLE "mail_rule_events" ADD CONSTRAINT "mail_rule_events_rule_id_fkey" FOREIGN KEY ("rule_id", "organization_id")
    REFERENCES "mail_rules" ("id", "organization_id") ON DELETE CASCADE;
ALTER TABLE "mail_rule_events" ADD CONSTRAINT "mail_rule_events_organization_id_fkey" FOREIGN KEY ("organization_id")
    REFERENCES "organizations" ("id") ON DELETE CASCADE;

SELECT audit_on('INSERT', 'mail_rules', 'MailRuleCreated', 'MailRule',
  '{user_id,enabled,network_ids,kinds,severities,tag_ids,roles,timing,hour,quiet_from,quiet_to,time_zone}');
SELECT audit_on('UPDATE', 'mail_rules', 'MailRuleChanged', 'MailRule',
  '{name,enabled,network_ids,kinds,severities,tag_ids,roles,timing,hour,quiet_from,quiet_to,time_zone}');
SELECT audit_on('DELETE', 'mail_rules', 'MailRuleDeleted', 'MailRule', '{user_id,timing}');

ALTER TABLE "mails" DROP CONSTRAINT "mails_kind_check";
ALTER TABLE "mails" ADD CONSTRAINT "mails_kind_check" CHECK ("kind" IN (
    'Registration', 'PasswordReset', 'PasswordChanged', 'EmailChange', 'EmailChanged', 'Invite', 'DiscoveryDigest', 'DaemonSilent',
    'WebhookTrouble', 'NetworkEvents'
));
