-- Credentials go to daemons: which of them all networks of an organization use, which daemons may have any, and what a
-- daemon has opened with them.

ALTER TYPE "audit_event_type" ADD VALUE 'CredentialsSent';
ALTER TYPE "audit_event_type" ADD VALUE 'DaemonConfirmed';

ALTER TABLE "credentials" ADD COLUMN "is_default" BOOLEAN NOT NULL DEFAULT false;
DROP TRIGGER "audit_CredentialCreated" ON "credentials";
SELECT audit_on('INSERT', 'credentials', 'CredentialCreated', 'Credential', '{credential_type,is_default}');
DROP TRIGGER "audit_CredentialChanged" ON "credentials";
SELECT audit_on('UPDATE', 'credentials', 'CredentialChanged', 'Credential', '{name,credential_type,is_default}',
  '{secrets}');

-- Daemons that are there already have been given no credentials so far: a person confirms them first.
ALTER TABLE "daemons" ADD COLUMN "confirmed_at" TIMESTAMPTZ(3);

ALTER TABLE "discovery_sessions" ADD COLUMN "credential_results" JSONB;

CREATE TABLE "working_credentials" (
    "host_id" UUID NOT NULL,
    "credential_id" UUID NOT NULL,
    "network_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "ip_address" INET NOT NULL,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "working_credentials_pkey" PRIMARY KEY ("host_id","credential_id")
);
CREATE INDEX "working_credentials_credential_id_idx" ON "working_credentials" ("credential_id");
CREATE INDEX "working_credentials_network_id_idx" ON "working_credentials" ("network_id");
ALTER TABLE "working_credentials" ADD CONSTRAINT "working_credentials_host_id_fkey" FOREIGN KEY ("host_id", "network_id")
    REFERENCES "hosts" ("id", "network_id") ON DELETE CASCADE;
ALTER TABLE "working_credentials" ADD CONSTRAINT "working_credentials_credential_id_fkey" FOREIGN KEY ("credential_id", "organization_id")
    REFERENCES "credentials" ("id", "organization_id") ON DELETE CASCADE;
ALTER TABLE "working_credentials" ADD CONSTRAINT "working_credentials_network_id_fkey" FOREIGN KEY ("network_id", "organization_id")
    REFERENCES "networks" ("id", "organization_id") ON DELETE CASCADE;
