-- Ranges of addresses that people reserve in subnets.
CREATE TABLE "address_reservations" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "valid_from" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "valid_to" TIMESTAMPTZ(3),
    "lineage_id" UUID NOT NULL GENERATED ALWAYS AS ("id") STORED,
    "audit_event_id" UUID,
    "network_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "subnet_id" UUID NOT NULL,
    "subnet_cidr" INET NOT NULL,
    "created_by_user_id" UUID,
    "first_address" INET NOT NULL,
    "last_address" INET NOT NULL,
    "purpose" TEXT NOT NULL,
    "until" TIMESTAMPTZ(3),
    "description" TEXT,

    CONSTRAINT "address_reservations_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "address_reservations_id_network_id_key" UNIQUE ("id", "network_id"),
    CONSTRAINT "address_reservations_valid_to_check" CHECK ("valid_to" IS NULL),
    CONSTRAINT "address_reservations_purpose_check" CHECK (char_length("purpose") BETWEEN 1 AND 100),
    CONSTRAINT "address_reservations_description_check" CHECK (char_length("description") <= 500),
    CONSTRAINT "address_reservations_inside_subnet_check"
        CHECK ("first_address" <<= "subnet_cidr" AND "last_address" <<= "subnet_cidr"),
    CONSTRAINT "address_reservations_last_address_check" CHECK ("first_address" <= "last_address")
);
CREATE INDEX "address_reservations_network_id_created_at_id_idx" ON "address_reservations" ("network_id", "created_at", "id");
CREATE INDEX "address_reservations_subnet_id_first_address_idx" ON "address_reservations" ("subnet_id", "first_address");
CREATE INDEX "address_reservations_created_by_user_id_idx" ON "address_reservations" ("created_by_user_id")
    WHERE "created_by_user_id" IS NOT NULL;
ALTER TABLE "address_reservations" ADD CONSTRAINT "address_reservations_network_id_fkey"
    FOREIGN KEY ("network_id", "organization_id") REFERENCES "networks" ("id", "organization_id") ON DELETE CASCADE;
SELECT outlive_networks('address_reservations');
-- A reservation follows its subnet to another network, and its copy of the CIDR follows that of the subnet.
ALTER TABLE "address_reservations" ADD CONSTRAINT "address_reservations_subnet_id_fkey"
    FOREIGN KEY ("subnet_id", "network_id", "subnet_cidr") REFERENCES "subnets" ("id", "network_id", "cidr")
    ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "address_reservations" ADD CONSTRAINT "address_reservations_created_by_user_id_fkey"
    FOREIGN KEY ("created_by_user_id", "organization_id")
    REFERENCES "users" ("id", "organization_id") ON DELETE SET NULL ("created_by_user_id");

-- The history of "address_reservations" follows its columns.
SELECT keep_history_of('address_reservations', 'network_id');

CREATE TRIGGER "address_reservations_insert_marks_network" AFTER INSERT ON "address_reservations"
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();
CREATE TRIGGER "address_reservations_delete_marks_network" AFTER DELETE ON "address_reservations"
  REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();
CREATE TRIGGER "address_reservations_update_marks_network" AFTER UPDATE ON "address_reservations"
  REFERENCING OLD TABLE AS rows_before NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes_of_update();

CREATE OR REPLACE TRIGGER "begin_without_history" AFTER INSERT ON "networks" FOR EACH ROW
  EXECUTE FUNCTION begin_without_history('network_id', 'address_reservations_revisions bindings_revisions fhrp_groups_revisions fhrp_members_revisions group_members_revisions groups_revisions hosts_revisions interface_neighbors_revisions interface_vlans_revisions interfaces_revisions ip_addresses_revisions ports_revisions routes_revisions routing_neighbors_revisions saved_views_revisions services_revisions subnets_revisions vlans_revisions wireless_associations_revisions');
