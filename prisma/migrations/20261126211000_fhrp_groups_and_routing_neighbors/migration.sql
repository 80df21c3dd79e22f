-- Routers that share virtual addresses, and neighbours of routing protocols.
CREATE TYPE "fhrp_protocol" AS ENUM ('Vrrp2', 'Vrrp3', 'Hsrp');
CREATE TYPE "fhrp_state" AS ENUM (
  'Initialize', 'Backup', 'Master', 'Learn', 'Listen', 'Speak', 'Standby', 'Active'
);
CREATE TYPE "routing_protocol" AS ENUM ('Ospf', 'Ospfv3', 'Bgp', 'IsIs');
CREATE TYPE "routing_neighbor_state" AS ENUM (
  'Down', 'Attempt', 'Init', 'TwoWay', 'ExchangeStart', 'Exchange', 'Loading', 'Full', 'Idle', 'Connect', 'Active',
  'OpenSent', 'OpenConfirm', 'Established', 'Initializing', 'Up', 'Failed'
);

CREATE TABLE "fhrp_groups" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "valid_from" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "valid_to" TIMESTAMPTZ(3),
    "lineage_id" UUID NOT NULL GENERATED ALWAYS AS ("id") STORED,
    "audit_event_id" UUID,
    "network_id" UUID NOT NULL,
    "namespace" TEXT NOT NULL DEFAULT '',
    "protocol" "fhrp_protocol" NOT NULL,
    "group_number" INTEGER NOT NULL,
    "virtual_addresses" TEXT[] NOT NULL,

    CONSTRAINT "fhrp_groups_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "fhrp_groups_id_network_id_key" UNIQUE ("id", "network_id"),
    CONSTRAINT "fhrp_groups_valid_to_check" CHECK ("valid_to" IS NULL)
);
CREATE INDEX "fhrp_groups_network_id_created_at_id_idx" ON "fhrp_groups" ("network_id", "created_at", "id");
-- No host holds a group: its rows go with their network, in the background.
ALTER TABLE "fhrp_groups" ADD CONSTRAINT "fhrp_groups_network_id_fkey"
    FOREIGN KEY ("network_id") REFERENCES "networks" ("id") ON DELETE CASCADE;
SELECT outlive_networks('fhrp_groups');
CREATE OR REPLACE TRIGGER "begin_without_rows" BEFORE INSERT ON "networks" FOR EACH ROW EXECUTE FUNCTION begin_without_rows(
  'tag_assignments daemons daemon_api_keys hosts subnets vlans groups discoveries snapshots topologies saved_views import_plans host_credentials working_credentials link_decisions forwarding_evidence arp_evidence fhrp_groups'
);

CREATE TABLE "fhrp_members" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "valid_from" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "valid_to" TIMESTAMPTZ(3),
    "lineage_id" UUID NOT NULL GENERATED ALWAYS AS ("id") STORED,
    "audit_event_id" UUID,
    "network_id" UUID NOT NULL,
    "group_id" UUID NOT NULL,
    "host_id" UUID NOT NULL,
    "interface_id" UUID,
    "state" "fhrp_state" NOT NULL,
    "priority" INTEGER,
    "virtual_addresses" TEXT[] NOT NULL,

    CONSTRAINT "fhrp_members_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "fhrp_members_valid_to_check" CHECK ("valid_to" IS NULL)
);
CREATE INDEX "fhrp_members_network_id_created_at_id_idx" ON "fhrp_members" ("network_id", "created_at", "id");
CREATE INDEX "fhrp_members_group_id_idx" ON "fhrp_members" ("group_id");
CREATE INDEX "fhrp_members_host_id_idx" ON "fhrp_members" ("host_id");
CREATE INDEX "fhrp_members_interface_id_idx" ON "fhrp_members" ("interface_id") WHERE "interface_id" IS NOT NULL;
ALTER TABLE "fhrp_members" ADD CONSTRAINT "fhrp_members_group_id_fkey" FOREIGN KEY ("group_id", "network_id")
    REFERENCES "fhrp_groups" ("id", "network_id") ON DELETE CASCADE;
ALTER TABLE "fhrp_members" ADD CONSTRAINT "fhrp_members_host_id_fkey" FOREIGN KEY ("host_id", "network_id")
    REFERENCES "hosts" ("id", "network_id") ON DELETE CASCADE;
ALTER TABLE "fhrp_members" ADD CONSTRAINT "fhrp_members_interface_id_fkey" FOREIGN KEY ("interface_id", "network_id")
    REFERENCES "interfaces" ("id", "network_id") ON DELETE SET NULL ("interface_id");

CREATE TABLE "routing_neighbors" (
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
    "protocol" "routing_protocol" NOT NULL,
    "neighbor_address" INET,
    "neighbor_router_id" TEXT,
    "neighbor_host_id" UUID,
    "state" "routing_neighbor_state" NOT NULL,
    "remote_as" BIGINT,

    CONSTRAINT "routing_neighbors_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "routing_neighbors_valid_to_check" CHECK ("valid_to" IS NULL),
    CONSTRAINT "routing_neighbors_named_check" CHECK (num_nonnulls("neighbor_address", "neighbor_router_id") > 0),
    CONSTRAINT "routing_neighbors_not_itself_check" CHECK ("neighbor_host_id" <> "host_id")
);
CREATE INDEX "routing_neighbors_network_id_created_at_id_idx" ON "routing_neighbors" ("network_id", "created_at", "id");
CREATE INDEX "routing_neighbors_host_id_idx" ON "routing_neighbors" ("host_id");
CREATE INDEX "routing_neighbors_interface_id_idx" ON "routing_neighbors" ("interface_id")
    WHERE "interface_id" IS NOT NULL;
CREATE INDEX "routing_neighbors_neighbor_host_id_idx" ON "routing_neighbors" ("neighbor_host_id")
    WHERE "neighbor_host_id" IS NOT NULL;
ALTER TABLE "routing_neighbors" ADD CONSTRAINT "routing_neighbors_host_id_fkey" FOREIGN KEY ("host_id", "network_id")
    REFERENCES "hosts" ("id", "network_id") ON DELETE CASCADE;
ALTER TABLE "routing_neighbors" ADD CONSTRAINT "routing_neighbors_interface_id_fkey" FOREIGN KEY ("interface_id", "network_id")
    REFERENCES "interfaces" ("id", "network_id") ON DELETE SET NULL ("interface_id");
ALTER TABLE "routing_neighbors" ADD CONSTRAINT "routing_neighbors_neighbor_host_id_fkey" FOREIGN KEY ("neighbor_host_id", "network_id")
    REFERENCES "hosts" ("id", "network_id") ON DELETE SET NULL ("neighbor_host_id");

-- The history of "fhrp_groups" follows its columns.
SELECT keep_history_of('fhrp_groups', 'network_id');

CREATE TRIGGER "fhrp_groups_insert_marks_network" AFTER INSERT ON "fhrp_groups"
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();
CREATE TRIGGER "fhrp_groups_delete_marks_network" AFTER DELETE ON "fhrp_groups"
  REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();
CREATE TRIGGER "fhrp_groups_update_marks_network" AFTER UPDATE ON "fhrp_groups"
  REFERENCING OLD TABLE AS rows_before NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes_of_update();

-- The history of "fhrp_members" follows its columns.
SELECT keep_history_of('fhrp_members', 'network_id');

CREATE TRIGGER "fhrp_members_insert_marks_network" AFTER INSERT ON "fhrp_members"
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();
CREATE TRIGGER "fhrp_members_delete_marks_network" AFTER DELETE ON "fhrp_members"
  REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();
CREATE TRIGGER "fhrp_members_update_marks_network" AFTER UPDATE ON "fhrp_members"
  REFERENCING OLD TABLE AS rows_before NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes_of_update();

-- The history of "routing_neighbors" follows its columns.
SELECT keep_history_of('routing_neighbors', 'network_id');

CREATE TRIGGER "routing_neighbors_insert_marks_network" AFTER INSERT ON "routing_neighbors"
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();
CREATE TRIGGER "routing_neighbors_delete_marks_network" AFTER DELETE ON "routing_neighbors"
  REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();
CREATE TRIGGER "routing_neighbors_update_marks_network" AFTER UPDATE ON "routing_neighbors"
  REFERENCING OLD TABLE AS rows_before NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes_of_update();

CREATE OR REPLACE TRIGGER "begin_without_history" AFTER INSERT ON "networks" FOR EACH ROW
  EXECUTE FUNCTION begin_without_history('network_id', 'bindings_revisions fhrp_groups_revisions fhrp_members_revisions group_members_revisions groups_revisions hosts_revisions interface_neighbors_revisions interface_vlans_revisions interfaces_revisions ip_addresses_revisions ports_revisions routes_revisions routing_neighbors_revisions saved_views_revisions services_revisions subnets_revisions vlans_revisions');
