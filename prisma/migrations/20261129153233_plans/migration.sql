-- Plans: changes of networks that people mean to make.
CREATE TABLE "plans" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "valid_from" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "valid_to" TIMESTAMPTZ(3),
    "lineage_id" UUID NOT NULL GENERATED ALWAYS AS ("id") STORED,
    "audit_event_id" UUID,
    "network_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "created_by_user_id" UUID,
    "name" TEXT NOT NULL,
    "natural_name" TEXT COLLATE "C" GENERATED ALWAYS AS (natural_key("name")) STORED NOT NULL,
    "description" TEXT,
    "changes" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "plans_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "plans_id_network_id_key" UNIQUE ("id", "network_id"),
    CONSTRAINT "plans_network_id_name_key" UNIQUE ("network_id", "name"),
    CONSTRAINT "plans_valid_to_check" CHECK ("valid_to" IS NULL),
    CONSTRAINT "plans_name_check" CHECK (char_length("name") BETWEEN 1 AND 100),
    CONSTRAINT "plans_description_check" CHECK (char_length("description") <= 2000),
    CONSTRAINT "plans_changes_check" CHECK (jsonb_typeof("changes") = 'array')
);
CREATE INDEX "plans_network_id_created_at_id_idx" ON "plans" ("network_id", "created_at", "id");
CREATE INDEX "plans_created_by_user_id_idx" ON "plans" ("created_by_user_id")
    WHERE "created_by_user_id" IS NOT NULL;
ALTER TABLE "plans" ADD CONSTRAINT "plans_network_id_fkey" FOREIGN KEY ("network_id", "organization_id")
    REFERENCES "networks" ("id", "organization_id") ON DELETE CASCADE;
SELECT outlive_networks('plans');
CREATE OR REPLACE TRIGGER "begin_without_rows" BEFORE INSERT ON "networks" FOR EACH ROW EXECUTE FUNCTION begin_without_rows(
  'tag_assignments daemons daemon_api_keys hosts subnets vlans groups discoveries snapshots topologies saved_views import_plans host_credentials working_credentials link_decisions forwarding_evidence arp_evidence fhrp_groups plans'
);
ALTER TABLE "plans" ADD CONSTRAINT "plans_created_by_user_id_fkey"
    FOREIGN KEY ("created_by_user_id", "organization_id")
    REFERENCES "users" ("id", "organization_id") ON DELETE SET NULL ("created_by_user_id");

-- Networks are not marked as changed: no graph follows from a plan.
-- The history of "plans" follows its columns.
SELECT keep_history_of('plans', 'network_id');

CREATE OR REPLACE TRIGGER "begin_without_history" AFTER INSERT ON "networks" FOR EACH ROW
  EXECUTE FUNCTION begin_without_history('network_id', 'address_reservations_revisions bindings_revisions fhrp_groups_revisions fhrp_members_revisions group_members_revisions groups_revisions hosts_revisions interface_neighbors_revisions interface_vlans_revisions interfaces_revisions ip_addresses_revisions plans_revisions ports_revisions routes_revisions routing_neighbors_revisions saved_views_revisions services_revisions subnets_revisions vlans_revisions wireless_associations_revisions');
