-- Codes that agents exchange, once, for the API keys of their daemons.
ALTER TYPE "audit_event_type" ADD VALUE 'EnrolmentCodeCreated';
ALTER TYPE "audit_event_type" ADD VALUE 'EnrolmentCodeUsed';
ALTER TYPE "audit_event_type" ADD VALUE 'EnrolmentCodeRevoked';

CREATE TABLE "enrolment_codes" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "network_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "created_by" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "code_hash" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "enrolment_codes_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "enrolment_codes_code_hash_key" UNIQUE ("code_hash"),
    CONSTRAINT "enrolment_codes_code_hash_check" CHECK ("code_hash" ~ '^[0-9a-f]{64}$'),
    CONSTRAINT "enrolment_codes_name_check" CHECK (char_length("name") BETWEEN 1 AND 100)
);
CREATE INDEX "enrolment_codes_network_id_created_at_id_idx" ON "enrolment_codes" ("network_id", "created_at", "id");
CREATE INDEX "enrolment_codes_organization_id_idx" ON "enrolment_codes" ("organization_id");
CREATE INDEX "enrolment_codes_created_by_idx" ON "enrolment_codes" ("created_by");
CREATE INDEX "enrolment_codes_expires_at_idx" ON "enrolment_codes" ("expires_at");

-- A code lets something happen, like a share: it is deleted with its network at once.
ALTER TABLE "enrolment_codes" ADD CONSTRAINT "enrolment_codes_network_id_fkey"
    FOREIGN KEY ("network_id", "organization_id") REFERENCES "networks" ("id", "organization_id") ON DELETE CASCADE;
ALTER TABLE "enrolment_codes" ADD CONSTRAINT "enrolment_codes_created_by_fkey"
    FOREIGN KEY ("created_by", "organization_id") REFERENCES "users" ("id", "organization_id") ON DELETE CASCADE;

SELECT audit_on('INSERT', 'enrolment_codes', 'EnrolmentCodeCreated', 'EnrolmentCode', '{network_id,expires_at}');
SELECT audit_on('UPDATE', 'enrolment_codes', 'EnrolmentCodeUsed', 'EnrolmentCode', '{used_at}');
-- The sweep deletes codes that nobody can use any more: only a code that could be used is revoked.
SELECT audit_on('DELETE', 'enrolment_codes', 'EnrolmentCodeRevoked', 'EnrolmentCode', '{network_id}',
  condition => 'OLD.used_at IS NULL AND OLD.expires_at > now()');
