-- Wireless clients at their access points, as access points and controllers have them.
CREATE TYPE "wireless_band" AS ENUM ('TwoPointFourGhz', 'FiveGhz', 'SixGhz');

CREATE TABLE "wireless_associations" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "valid_from" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "valid_to" TIMESTAMPTZ(3),
    "lineage_id" UUID NOT NULL GENERATED ALWAYS AS ("id") STORED,
    "audit_event_id" UUID,
    "network_id" UUID NOT NULL,
    "host_id" UUID NOT NULL,
    "interface_id" UUID,
    "is_own_radio" BOOLEAN NOT NULL DEFAULT false,
    "client_mac" TEXT NOT NULL,
    "client_address" INET,
    "client_host_id" UUID,
    "access_point_mac" TEXT,
    "access_point_address" INET,
    "access_point_name" TEXT,
    "access_point_host_id" UUID,
    "ssid" TEXT,
    "bssid" TEXT,
    "channel" INTEGER,
    "band" "wireless_band",
    "associated_since" TIMESTAMPTZ(3),

    CONSTRAINT "wireless_associations_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "wireless_associations_valid_to_check" CHECK ("valid_to" IS NULL),
    CONSTRAINT "wireless_associations_not_itself_check" CHECK ("client_host_id" <> "access_point_host_id")
);
CREATE INDEX "wireless_associations_network_id_created_at_id_idx"
    ON "wireless_associations" ("network_id", "created_at", "id");
CREATE INDEX "wireless_associations_network_id_client_mac_idx" ON "wireless_associations" ("network_id", "client_mac");
CREATE INDEX "wireless_associations_host_id_idx" ON "wireless_associations" ("host_id");
CREATE INDEX "wireless_associations_interface_id_idx" ON "wireless_associations" ("interface_id")
    WHERE "interface_id" IS NOT NULL;
CREATE INDEX "wireless_associations_client_host_id_idx" ON "wireless_associations" ("client_host_id")
    WHERE "client_host_id" IS NOT NULL;
CREATE INDEX "wireless_associations_access_point_host_id_idx" ON "wireless_associations" ("access_point_host_id")
    WHERE "access_point_host_id" IS NOT NULL;
ALTER TABLE "wireless_associations" ADD CONSTRAINT "wireless_associations_host_id_fkey"
    FOREIGN KEY ("host_id", "network_id") REFERENCES "hosts" ("id", "network_id") ON DELETE CASCADE;
ALTER TABLE "wireless_associations" ADD CONSTRAINT "wireless_associations_interface_id_fkey"
    FOREIGN KEY ("interface_id", "network_id") REFERENCES "interfaces" ("id", "network_id")
    ON DELETE SET NULL ("interface_id");
ALTER TABLE "wireless_associations" ADD CONSTRAINT "wireless_associations_client_host_id_fkey"
    FOREIGN KEY ("client_host_id", "network_id") REFERENCES "hosts" ("id", "network_id")
    ON DELETE SET NULL ("client_host_id");
ALTER TABLE "wireless_associations" ADD CONSTRAINT "wireless_associations_access_point_host_id_fkey"
    FOREIGN KEY ("access_point_host_id", "network_id") REFERENCES "hosts" ("id", "network_id")
    ON DELETE SET NULL ("access_point_host_id");
ALTER TABLE "wireless_associations" ADD CONSTRAINT "wireless_associations_id_network_id_key" UNIQUE ("id", "network_id");

-- The last reading of each client's signal: another one with each run, and history keeps none of it.
CREATE TABLE "wireless_signals" (
    "association_id" UUID NOT NULL,
    "network_id" UUID NOT NULL,
    "read_at" TIMESTAMPTZ(3) NOT NULL,
    "signal_dbm" INTEGER,
    "snr_db" INTEGER,

    CONSTRAINT "wireless_signals_pkey" PRIMARY KEY ("association_id")
);
CREATE INDEX "wireless_signals_network_id_idx" ON "wireless_signals" ("network_id");
ALTER TABLE "wireless_signals" ADD CONSTRAINT "wireless_signals_association_id_fkey"
    FOREIGN KEY ("association_id", "network_id") REFERENCES "wireless_associations" ("id", "network_id")
    ON DELETE CASCADE;

-- The history of "wireless_associations" follows its columns.
SELECT keep_history_of('wireless_associations', 'network_id');

CREATE TRIGGER "wireless_associations_insert_marks_network" AFTER INSERT ON "wireless_associations"
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();
CREATE TRIGGER "wireless_associations_delete_marks_network" AFTER DELETE ON "wireless_associations"
  REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();
CREATE TRIGGER "wireless_associations_update_marks_network" AFTER UPDATE ON "wireless_associations"
  REFERENCING OLD TABLE AS rows_before NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes_of_update();

CREATE OR REPLACE TRIGGER "begin_without_history" AFTER INSERT ON "networks" FOR EACH ROW
  EXECUTE FUNCTION begin_without_history('network_id', 'bindings_revisions fhrp_groups_revisions fhrp_members_revisions group_members_revisions groups_revisions hosts_revisions interface_neighbors_revisions interface_vlans_revisions interfaces_revisions ip_addresses_revisions ports_revisions routes_revisions routing_neighbors_revisions saved_views_revisions services_revisions subnets_revisions vlans_revisions wireless_associations_revisions');
