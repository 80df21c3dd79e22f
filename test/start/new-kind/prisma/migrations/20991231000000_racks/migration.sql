-- Racks: places of hosts.
-- CreateTable
CREATE TABLE "racks" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "valid_from" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "valid_to" TIMESTAMPTZ(3),
    "lineage_id" UUID NOT NULL GENERATED ALWAYS AS ("id") STORED,
    "audit_event_id" UUID,
    "network_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "natural_name" TEXT COLLATE "C" NOT NULL GENERATED ALWAYS AS (natural_key("name")) STORED,
    "address" TEXT,

    CONSTRAINT "racks_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "racks_valid_to_check" CHECK ("valid_to" IS NULL),
    CONSTRAINT "racks_name_check" CHECK (char_length("name") BETWEEN 1 AND 100)
);

-- CreateIndex
CREATE UNIQUE INDEX "racks_network_id_name_key" ON "racks"("network_id", "name");
CREATE INDEX "racks_network_id_created_at_id_idx" ON "racks"("network_id", "created_at", "id");

-- AddForeignKey
ALTER TABLE "racks" ADD CONSTRAINT "racks_network_id_fkey" FOREIGN KEY ("network_id") REFERENCES "networks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The history of "racks" follows its columns.
SELECT keep_history_of('racks', 'network_id');

CREATE TRIGGER "racks_insert_marks_network" AFTER INSERT ON "racks"
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();

CREATE TRIGGER "racks_delete_marks_network" AFTER DELETE ON "racks"
  REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();

CREATE TRIGGER "racks_update_marks_network" AFTER UPDATE ON "racks"
  REFERENCING OLD TABLE AS rows_before NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes_of_update();

CREATE OR REPLACE TRIGGER "begin_without_history" AFTER INSERT ON "networks" FOR EACH ROW
  EXECUTE FUNCTION begin_without_history('network_id', 'address_reservations_revisions bindings_revisions fhrp_groups_revisions fhrp_members_revisions group_members_revisions groups_revisions hosts_revisions interface_neighbors_revisions interface_vlans_revisions interfaces_revisions ip_addresses_revisions ports_revisions routes_revisions routing_neighbors_revisions saved_views_revisions services_revisions racks_revisions subnets_revisions vlans_revisions wireless_associations_revisions');
