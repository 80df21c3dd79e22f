-- Webhooks: to whom events of networks are sent, and the outbox of their messages.
CREATE TYPE "webhook_format" AS ENUM ('Netloom', 'CloudEvents', 'Slack', 'Teams', 'Discord', 'Ntfy');
CREATE TYPE "webhook_stop" AS ENUM ('Gone', 'Failing', 'TooManyWaiting', 'RightsLost');
CREATE TYPE "webhook_delivery_state" AS ENUM ('Waiting', 'Delivered', 'GivenUp', 'NotAllowed');
ALTER TYPE "audit_event_type" ADD VALUE 'WebhookCreated';
ALTER TYPE "audit_event_type" ADD VALUE 'WebhookChanged';
ALTER TYPE "audit_event_type" ADD VALUE 'WebhookDeleted';
ALTER TYPE "audit_event_type" ADD VALUE 'WebhookSecretRotated';

CREATE TABLE "webhooks" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "organization_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "natural_name" TEXT COLLATE "C" GENERATED ALWAYS AS (natural_key("name")) STORED NOT NULL,
    "url" TEXT NOT NULL,
    "format" "webhook_format" NOT NULL DEFAULT 'Netloom',
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "all_networks" BOOLEAN NOT NULL DEFAULT false,
    "kinds" "network_event_kind"[] NOT NULL DEFAULT ARRAY[]::"network_event_kind"[],
    "severities" "network_event_severity"[] NOT NULL DEFAULT ARRAY[]::"network_event_severity"[],
    "tag_ids" UUID[] NOT NULL DEFAULT ARRAY[]::UUID[],
    "roles" "host_role"[] NOT NULL DEFAULT ARRAY[]::"host_role"[],
    "header_names" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "secrets" BYTEA NOT NULL,
    "former_secret_until" TIMESTAMPTZ(3),
    "created_by_user_id" UUID,
    "created_by_key_id" UUID,
    "stopped_because" "webhook_stop",
    "failing_since" TIMESTAMPTZ(3),
    "delivered_at" TIMESTAMPTZ(3),
    "due_at" TIMESTAMPTZ(3),
    "is_slow" BOOLEAN NOT NULL DEFAULT false,
    "claimed_until" TIMESTAMPTZ(3),

    CONSTRAINT "webhooks_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "webhooks_id_organization_id_key" UNIQUE ("id", "organization_id"),
    CONSTRAINT "webhooks_name_check" CHECK (char_length("name") BETWEEN 1 AND 100),
    CONSTRAINT "webhooks_url_check" CHECK (char_length("url") BETWEEN 1 AND 2000),
    CONSTRAINT "webhooks_tag_ids_check" CHECK (cardinality("tag_ids") <= 100),
    CONSTRAINT "webhooks_header_names_check" CHECK (cardinality("header_names") <= 10)
);
CREATE INDEX "webhooks_organization_id_created_at_id_idx" ON "webhooks" ("organization_id", "created_at", "id");
CREATE INDEX "webhooks_created_by_user_id_idx" ON "webhooks" ("created_by_user_id") WHERE "created_by_user_id" IS NOT NULL;
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_organization_id_fkey" FOREIGN KEY ("organization_id")
    REFERENCES "organizations" ("id") ON DELETE CASCADE;
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_created_by_user_id_fkey" FOREIGN KEY ("created_by_user_id", "organization_id")
    REFERENCES "users" ("id", "organization_id") ON DELETE SET NULL ("created_by_user_id");

CREATE TABLE "webhook_networks" (
    "webhook_id" UUID NOT NULL,
    "network_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_networks_pkey" PRIMARY KEY ("webhook_id", "network_id")
);
CREATE INDEX "webhook_networks_network_id_idx" ON "webhook_networks" ("network_id");
ALTER TABLE "webhook_networks" ADD CONSTRAINT "webhook_networks_webhook_id_fkey" FOREIGN KEY ("webhook_id", "organization_id")
    REFERENCES "webhooks" ("id", "organization_id") ON DELETE CASCADE;
ALTER TABLE "webhook_networks" ADD CONSTRAINT "webhook_networks_network_id_fkey" FOREIGN KEY ("network_id", "organization_id")
    REFERENCES "networks" ("id", "organization_id") ON DELETE CASCADE;

CREATE TABLE "webhook_deliveries" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "webhook_id" UUID NOT NULL,
    "network_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "state" "webhook_delivery_state" NOT NULL DEFAULT 'Waiting',
    "event_ids" UUID[] NOT NULL,
    "queued_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "part" INTEGER NOT NULL DEFAULT 0,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "attempted_at" TIMESTAMPTZ(3),
    "next_attempt_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "answer_status" INTEGER,
    "answer_text" TEXT,

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "webhook_deliveries_event_ids_check" CHECK (cardinality("event_ids") BETWEEN 1 AND 50),
    CONSTRAINT "webhook_deliveries_answer_text_check" CHECK (char_length("answer_text") <= 200),
    CONSTRAINT "webhook_deliveries_ended_at_check" CHECK (("state" = 'Waiting') = ("ended_at" IS NULL))
);
CREATE INDEX "webhook_deliveries_webhook_id_created_at_id_idx" ON "webhook_deliveries" ("webhook_id", "created_at", "id");
CREATE INDEX "webhook_deliveries_network_id_created_at_id_idx" ON "webhook_deliveries" ("network_id", "created_at", "id");
CREATE INDEX "webhook_deliveries_created_at_idx" ON "webhook_deliveries" ("created_at");
-- The next message of a webhook.
CREATE INDEX "webhook_deliveries_waiting_idx" ON "webhook_deliveries" ("webhook_id", "queued_at", "part", "id")
    WHERE "state" = 'Waiting';
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_fkey" FOREIGN KEY ("webhook_id", "organization_id")
    REFERENCES "webhooks" ("id", "organization_id") ON DELETE CASCADE;
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_network_id_fkey" FOREIGN KEY ("network_id", "organization_id")
    REFERENCES "networks" ("id", "organization_id") ON DELETE CASCADE;

-- A webhook without a network would never send anything.
CREATE FUNCTION "delete_webhooks_without_networks"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM webhooks w USING gone
    WHERE w.id = gone.webhook_id AND NOT w.all_networks AND NOT EXISTS (SELECT FROM webhook_networks s WHERE s.webhook_id = w.id);
  RETURN NULL;
END $$;
CREATE TRIGGER "delete_webhooks_without_networks" AFTER DELETE ON "webhook_networks"
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION delete_webhooks_without_networks();

-- The URL is not told: many receivers take whoever knows it for the sender.
SELECT audit_on('INSERT', 'webhooks', 'WebhookCreated', 'Webhook', '{format,enabled,all_networks,kinds,severities,tag_ids,roles,header_names}',
  given => '{webhook_networks,webhook_id}');
SELECT audit_on('UPDATE', 'webhooks', 'WebhookChanged', 'Webhook',
  '{name,format,enabled,all_networks,kinds,severities,tag_ids,roles,header_names,stopped_because}', '{url,secrets}',
  condition => 'OLD.former_secret_until IS NOT DISTINCT FROM NEW.former_secret_until');
SELECT audit_on('UPDATE', 'webhooks', 'WebhookSecretRotated', 'Webhook', '{}', '{former_secret_until}');
SELECT audit_on('DELETE', 'webhooks', 'WebhookDeleted', 'Webhook', '{format,all_networks}');

ALTER TABLE "mails" DROP CONSTRAINT "mails_kind_check";
ALTER TABLE "mails" ADD CONSTRAINT "mails_kind_check" CHECK ("kind" IN (
    'Registration', 'PasswordReset', 'PasswordChanged', 'EmailChange', 'EmailChanged', 'Invite', 'DiscoveryDigest', 'DaemonSilent',
    'WebhookTrouble'
));
