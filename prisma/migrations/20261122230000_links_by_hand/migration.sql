-- Links that people decide on, links whose port is down, and hosts that a run has looked for in vain.
ALTER TYPE "neighbor_basis" ADD VALUE 'Manual';
ALTER TYPE "neighbor_reason" ADD VALUE 'Refuted';
ALTER TYPE "forwarding_reason" ADD VALUE 'Decided';
ALTER TYPE "forwarding_reason" ADD VALUE 'Refuted';
ALTER TYPE "audit_event_type" ADD VALUE 'LinkDecided';
ALTER TYPE "audit_event_type" ADD VALUE 'LinkDecisionDeleted';

ALTER TABLE "interface_neighbors" ADD COLUMN "down_since" TIMESTAMPTZ(3);
SELECT keep_history_of('interface_neighbors', 'network_id');
ALTER TABLE "hosts" ADD COLUMN "missing_since" TIMESTAMPTZ(3);
SELECT keep_history_of('hosts', 'network_id');

CREATE TYPE "link_verdict" AS ENUM ('Proposed', 'Confirmed', 'Refuted');
CREATE TABLE "link_decisions" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "network_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "interface_id" UUID NOT NULL,
    "remote_interface_id" UUID,
    "remote_host_id" UUID,
    "verdict" "link_verdict" NOT NULL,
    "created_by_user_id" UUID,

    CONSTRAINT "link_decisions_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "link_decisions_id_network_id_key" UNIQUE ("id", "network_id"),
    CONSTRAINT "link_decisions_remote_check" CHECK (num_nonnulls("remote_interface_id", "remote_host_id") = 1),
    CONSTRAINT "link_decisions_not_itself_check" CHECK ("remote_interface_id" <> "interface_id")
);
-- A link between two ports is the same from either end.
CREATE UNIQUE INDEX "link_decisions_interfaces_key" ON "link_decisions"
    (LEAST("interface_id", "remote_interface_id"), GREATEST("interface_id", "remote_interface_id"))
    WHERE "remote_interface_id" IS NOT NULL;
CREATE UNIQUE INDEX "link_decisions_interface_id_remote_host_id_key" ON "link_decisions" ("interface_id", "remote_host_id")
    WHERE "remote_host_id" IS NOT NULL;
CREATE INDEX "link_decisions_interface_id_idx" ON "link_decisions" ("interface_id");
CREATE INDEX "link_decisions_remote_interface_id_idx" ON "link_decisions" ("remote_interface_id")
    WHERE "remote_interface_id" IS NOT NULL;
CREATE INDEX "link_decisions_remote_host_id_idx" ON "link_decisions" ("remote_host_id") WHERE "remote_host_id" IS NOT NULL;
CREATE INDEX "link_decisions_created_by_user_id_idx" ON "link_decisions" ("created_by_user_id")
    WHERE "created_by_user_id" IS NOT NULL;
CREATE INDEX "link_decisions_network_id_created_at_id_idx" ON "link_decisions" ("network_id", "created_at", "id");
ALTER TABLE "link_decisions" ADD CONSTRAINT "link_decisions_network_id_fkey" FOREIGN KEY ("network_id", "organization_id")
    REFERENCES "networks" ("id", "organization_id") ON DELETE CASCADE;
ALTER TABLE "link_decisions" ADD CONSTRAINT "link_decisions_interface_id_fkey" FOREIGN KEY ("interface_id", "network_id")
    REFERENCES "interfaces" ("id", "network_id") ON DELETE CASCADE;
ALTER TABLE "link_decisions" ADD CONSTRAINT "link_decisions_remote_interface_id_fkey"
    FOREIGN KEY ("remote_interface_id", "network_id") REFERENCES "interfaces" ("id", "network_id") ON DELETE CASCADE;
ALTER TABLE "link_decisions" ADD CONSTRAINT "link_decisions_remote_host_id_fkey" FOREIGN KEY ("remote_host_id", "network_id")
    REFERENCES "hosts" ("id", "network_id") ON DELETE CASCADE;
ALTER TABLE "link_decisions" ADD CONSTRAINT "link_decisions_created_by_user_id_fkey"
    FOREIGN KEY ("created_by_user_id", "organization_id")
    REFERENCES "users" ("id", "organization_id") ON DELETE SET NULL ("created_by_user_id");

SELECT audit_on('INSERT', 'link_decisions', 'LinkDecided', 'LinkDecision',
  '{network_id,interface_id,remote_interface_id,remote_host_id,verdict}');
SELECT audit_on('DELETE', 'link_decisions', 'LinkDecisionDeleted', 'LinkDecision',
  '{network_id,interface_id,remote_interface_id,remote_host_id,verdict}');
