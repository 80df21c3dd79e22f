-- Mail: what is to be sent, registrations whose address is not verified yet, and the links in mails, of which only a hash is kept.
CREATE TABLE "mails" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "organization_id" UUID,
    "kind" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "subject_id" UUID,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "claimed_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "mails_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "mails_kind_check" CHECK ("kind" IN (
      'Registration', 'PasswordReset', 'PasswordChanged', 'EmailChange', 'EmailChanged', 'Invite', 'DiscoveryDigest', 'DaemonSilent'
    )),
    CONSTRAINT "mails_recipient_check" CHECK (char_length("recipient") BETWEEN 3 AND 254)
);
CREATE INDEX "mails_due_at_idx" ON "mails" ("due_at");
CREATE INDEX "mails_recipient_created_at_idx" ON "mails" ("recipient", "created_at");
CREATE INDEX "mails_organization_id_created_at_idx" ON "mails" ("organization_id", "created_at");
-- The same mail does not wait twice.
CREATE UNIQUE INDEX "mails_waiting_key" ON "mails" ("kind", "recipient", "subject_id") NULLS NOT DISTINCT
    WHERE "claimed_at" IS NULL AND "finished_at" IS NULL;
ALTER TABLE "mails" ADD CONSTRAINT "mails_organization_id_fkey"
    FOREIGN KEY ("organization_id") REFERENCES "organizations" ("id") ON DELETE CASCADE;

CREATE TABLE "registrations" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "email" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "terms_accepted_at" TIMESTAMPTZ(3),
    "pending_setup" JSONB NOT NULL,
    "session_hash" TEXT NOT NULL,
    "token_hash" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "registrations_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "registrations_token_hash_key" ON "registrations" ("token_hash");
CREATE INDEX "registrations_email_idx" ON "registrations" ("email");
CREATE INDEX "registrations_expires_at_idx" ON "registrations" ("expires_at");

CREATE TABLE "email_tokens" (
    "user_id" UUID NOT NULL,
    "purpose" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "email_tokens_pkey" PRIMARY KEY ("user_id", "purpose"),
    CONSTRAINT "email_tokens_purpose_check" CHECK ("purpose" IN ('PasswordReset', 'EmailChange'))
);
CREATE UNIQUE INDEX "email_tokens_token_hash_key" ON "email_tokens" ("token_hash");
CREATE INDEX "email_tokens_expires_at_idx" ON "email_tokens" ("expires_at");
ALTER TABLE "email_tokens" ADD CONSTRAINT "email_tokens_user_id_fkey"
    FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE;

-- For which silence of a daemon its people have been written to: that after this heartbeat.
CREATE TABLE "daemon_alerts" (
    "daemon_id" UUID NOT NULL,
    "network_id" UUID NOT NULL,
    "last_seen" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "daemon_alerts_pkey" PRIMARY KEY ("daemon_id")
);
CREATE INDEX "daemon_alerts_network_id_idx" ON "daemon_alerts" ("network_id");
ALTER TABLE "daemon_alerts" ADD CONSTRAINT "daemon_alerts_daemon_id_fkey"
    FOREIGN KEY ("daemon_id", "network_id") REFERENCES "daemons" ("id", "network_id") ON DELETE CASCADE;
ALTER TABLE "daemon_alerts" ADD CONSTRAINT "daemon_alerts_network_id_fkey"
    FOREIGN KEY ("network_id") REFERENCES "networks" ("id") ON DELETE CASCADE;
