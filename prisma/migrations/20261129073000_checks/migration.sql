-- Checks: what organizations demand of their networks, what the judgements said, and what people accepted.
CREATE TYPE "check_severity" AS ENUM ('Info', 'Warning', 'Critical');
CREATE TYPE "verdict_state" AS ENUM ('Passing', 'Failing', 'Unknown');
ALTER TYPE "audit_event_type" ADD VALUE 'CheckCreated';
ALTER TYPE "audit_event_type" ADD VALUE 'CheckChanged';
ALTER TYPE "audit_event_type" ADD VALUE 'CheckDeleted';
ALTER TYPE "audit_event_type" ADD VALUE 'FindingAccepted';
ALTER TYPE "audit_event_type" ADD VALUE 'FindingAcceptanceWithdrawn';

CREATE TABLE "checks" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "organization_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "natural_name" TEXT COLLATE "C" GENERATED ALWAYS AS (natural_key("name")) STORED NOT NULL,
    "description" TEXT,
    "severity" "check_severity" NOT NULL DEFAULT 'Warning',
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "all_networks" BOOLEAN NOT NULL DEFAULT false,
    "kind" TEXT NOT NULL,
    "rule" JSONB NOT NULL DEFAULT '{}',
    "selection" JSONB NOT NULL DEFAULT '{}',
    "muted_until" TIMESTAMPTZ(3),
    "muted_reason" TEXT,
    "muted_by_user_id" UUID,

    CONSTRAINT "checks_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "checks_id_organization_id_key" UNIQUE ("id", "organization_id"),
    CONSTRAINT "checks_name_check" CHECK (char_length("name") BETWEEN 1 AND 100),
    CONSTRAINT "checks_description_check" CHECK (char_length("description") <= 2000),
    CONSTRAINT "checks_kind_check" CHECK (char_length("kind") BETWEEN 1 AND 100),
    CONSTRAINT "checks_muted_reason_check" CHECK (char_length("muted_reason") <= 500),
    CONSTRAINT "checks_rule_check" CHECK (jsonb_typeof("rule") = 'object'),
    CONSTRAINT "checks_selection_check" CHECK (jsonb_typeof("selection") = 'object')
);
CREATE INDEX "checks_organization_id_created_at_id_idx" ON "checks" ("organization_id", "created_at", "id");
CREATE INDEX "checks_muted_by_user_id_idx" ON "checks" ("muted_by_user_id") WHERE "muted_by_user_id" IS NOT NULL;
ALTER TABLE "checks" ADD CONSTRAINT "checks_organization_id_fkey" FOREIGN KEY ("organization_id")
    REFERENCES "organizations" ("id") ON DELETE CASCADE;
ALTER TABLE "checks" ADD CONSTRAINT "checks_muted_by_user_id_fkey" FOREIGN KEY ("muted_by_user_id", "organization_id")
    REFERENCES "users" ("id", "organization_id") ON DELETE SET NULL ("muted_by_user_id");

CREATE TABLE "check_networks" (
    "check_id" UUID NOT NULL,
    "network_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "check_networks_pkey" PRIMARY KEY ("check_id", "network_id")
);
CREATE INDEX "check_networks_network_id_idx" ON "check_networks" ("network_id");
ALTER TABLE "check_networks" ADD CONSTRAINT "check_networks_check_id_fkey" FOREIGN KEY ("check_id", "organization_id")
    REFERENCES "checks" ("id", "organization_id") ON DELETE CASCADE;
ALTER TABLE "check_networks" ADD CONSTRAINT "check_networks_network_id_fkey" FOREIGN KEY ("network_id", "organization_id")
    REFERENCES "networks" ("id", "organization_id") ON DELETE CASCADE;

CREATE TABLE "check_verdicts" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "check_id" UUID NOT NULL,
    "network_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "state" "verdict_state" NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "since_is_at_least" BOOLEAN NOT NULL,
    "looked_back" BOOLEAN NOT NULL DEFAULT false,
    "judged" INTEGER NOT NULL,
    "finding_count" INTEGER NOT NULL,
    "accepted_count" INTEGER NOT NULL,
    "findings" JSONB NOT NULL DEFAULT '[]',
    "missing" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "check_verdicts_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "check_verdicts_check_id_network_id_key" UNIQUE ("check_id", "network_id"),
    CONSTRAINT "check_verdicts_findings_check" CHECK (jsonb_typeof("findings") = 'array'),
    CONSTRAINT "check_verdicts_missing_check" CHECK (jsonb_typeof("missing") = 'array')
);
CREATE INDEX "check_verdicts_network_id_created_at_id_idx" ON "check_verdicts" ("network_id", "created_at", "id");
CREATE INDEX "check_verdicts_to_look_back_idx" ON "check_verdicts" ("network_id") WHERE "since_is_at_least" AND NOT "looked_back";
ALTER TABLE "check_verdicts" ADD CONSTRAINT "check_verdicts_check_id_fkey" FOREIGN KEY ("check_id", "organization_id")
    REFERENCES "checks" ("id", "organization_id") ON DELETE CASCADE;
ALTER TABLE "check_verdicts" ADD CONSTRAINT "check_verdicts_network_id_fkey" FOREIGN KEY ("network_id", "organization_id")
    REFERENCES "networks" ("id", "organization_id") ON DELETE CASCADE;

CREATE TABLE "check_verdict_changes" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "check_id" UUID NOT NULL,
    "network_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    "from_state" "verdict_state",
    "to_state" "verdict_state",
    "finding_count" INTEGER NOT NULL,

    CONSTRAINT "check_verdict_changes_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "check_verdict_changes_network_id_created_at_id_idx" ON "check_verdict_changes" ("network_id", "created_at", "id");
CREATE INDEX "check_verdict_changes_check_id_network_id_changed_at_idx" ON "check_verdict_changes" ("check_id", "network_id", "changed_at");
ALTER TABLE "check_verdict_changes" ADD CONSTRAINT "check_verdict_changes_check_id_fkey" FOREIGN KEY ("check_id", "organization_id")
    REFERENCES "checks" ("id", "organization_id") ON DELETE CASCADE;
ALTER TABLE "check_verdict_changes" ADD CONSTRAINT "check_verdict_changes_network_id_fkey" FOREIGN KEY ("network_id", "organization_id")
    REFERENCES "networks" ("id", "organization_id") ON DELETE CASCADE;

CREATE TABLE "check_acceptances" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "check_id" UUID NOT NULL,
    "network_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "finding_key" TEXT NOT NULL,
    "note" TEXT,
    "accepted_by_user_id" UUID,

    CONSTRAINT "check_acceptances_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "check_acceptances_check_id_network_id_finding_key_key" UNIQUE ("check_id", "network_id", "finding_key"),
    CONSTRAINT "check_acceptances_finding_key_check" CHECK (char_length("finding_key") BETWEEN 1 AND 1000),
    CONSTRAINT "check_acceptances_note_check" CHECK (char_length("note") <= 500)
);
CREATE INDEX "check_acceptances_network_id_created_at_id_idx" ON "check_acceptances" ("network_id", "created_at", "id");
CREATE INDEX "check_acceptances_accepted_by_user_id_idx" ON "check_acceptances" ("accepted_by_user_id")
    WHERE "accepted_by_user_id" IS NOT NULL;
ALTER TABLE "check_acceptances" ADD CONSTRAINT "check_acceptances_check_id_fkey" FOREIGN KEY ("check_id", "organization_id")
    REFERENCES "checks" ("id", "organization_id") ON DELETE CASCADE;
ALTER TABLE "check_acceptances" ADD CONSTRAINT "check_acceptances_network_id_fkey" FOREIGN KEY ("network_id", "organization_id")
    REFERENCES "networks" ("id", "organization_id") ON DELETE CASCADE;
ALTER TABLE "check_acceptances" ADD CONSTRAINT "check_acceptances_accepted_by_user_id_fkey"
    FOREIGN KEY ("accepted_by_user_id", "organization_id")
    REFERENCES "users" ("id", "organization_id") ON DELETE SET NULL ("accepted_by_user_id");

CREATE TABLE "judged_networks" (
    "network_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "change_token" TEXT,
    "requests" INTEGER NOT NULL DEFAULT 0,
    "judged_at" TIMESTAMPTZ(3),
    "due_at" TIMESTAMPTZ(3),
    "claimed_until" TIMESTAMPTZ(3),

    CONSTRAINT "judged_networks_pkey" PRIMARY KEY ("network_id")
);
ALTER TABLE "judged_networks" ADD CONSTRAINT "judged_networks_network_id_fkey" FOREIGN KEY ("network_id", "organization_id")
    REFERENCES "networks" ("id", "organization_id") ON DELETE CASCADE;

-- Nobody would see a check without a network.
CREATE FUNCTION "delete_checks_without_networks"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM checks c USING gone
    WHERE c.id = gone.check_id AND NOT c.all_networks AND NOT EXISTS (SELECT FROM check_networks s WHERE s.check_id = c.id);
  RETURN NULL;
END $$;
CREATE TRIGGER "delete_checks_without_networks" AFTER DELETE ON "check_networks"
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION delete_checks_without_networks();

SELECT audit_on('INSERT', 'checks', 'CheckCreated', 'Check', '{severity,enabled,all_networks,kind}',
  given => '{check_networks,check_id}');
SELECT audit_on('UPDATE', 'checks', 'CheckChanged', 'Check',
  '{name,severity,enabled,all_networks,kind,rule,selection,muted_until,muted_reason}');
SELECT audit_on('DELETE', 'checks', 'CheckDeleted', 'Check', '{severity,all_networks,kind}');
SELECT audit_on('INSERT', 'check_acceptances', 'FindingAccepted', 'CheckAcceptance', '{check_id,network_id,finding_key,note}');
-- The service records a withdrawal itself: acceptances that are deleted with their check are not withdrawn.
