-- Routes of hosts, as their routing tables have them.
CREATE TYPE "route_protocol" AS ENUM (
  'Other', 'Local', 'Static', 'Icmp', 'Egp', 'Ggp', 'Hello', 'Rip', 'IsIs', 'EsIs', 'Igrp', 'BbnSpfIgp', 'Ospf', 'Bgp',
  'Idpr', 'Eigrp', 'Dvmrp', 'Rpl', 'Dhcp', 'Ttdp'
);
CREATE TYPE "route_type" AS ENUM ('Other', 'Reject', 'Local', 'Remote', 'Blackhole');

CREATE TABLE "routes" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "valid_from" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "valid_to" TIMESTAMPTZ(3),
    "lineage_id" UUID NOT NULL GENERATED ALWAYS AS ("id") STORED,
    "audit_event_id" UUID,
    "network_id" UUID NOT NULL,
    "host_id" UUID NOT NULL,
    "subnet_id" UUID,
    "destination" INET NOT NULL,
    "next_hop" INET,
    "next_hop_host_id" UUID,
    "interface_id" UUID,
    "protocol" "route_protocol" NOT NULL,
    "type" "route_type" NOT NULL,
    "metric" INTEGER,

    CONSTRAINT "routes_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "routes_valid_to_check" CHECK ("valid_to" IS NULL),
    CONSTRAINT "routes_destination_check" CHECK ("destination" = network("destination")),
    CONSTRAINT "routes_next_hop_host_check" CHECK ("next_hop_host_id" <> "host_id")
);
CREATE INDEX "routes_network_id_created_at_id_idx" ON "routes" ("network_id", "created_at", "id");
CREATE INDEX "routes_host_id_idx" ON "routes" ("host_id");
CREATE INDEX "routes_subnet_id_idx" ON "routes" ("subnet_id") WHERE "subnet_id" IS NOT NULL;
CREATE INDEX "routes_next_hop_host_id_idx" ON "routes" ("next_hop_host_id") WHERE "next_hop_host_id" IS NOT NULL;
CREATE INDEX "routes_interface_id_idx" ON "routes" ("interface_id") WHERE "interface_id" IS NOT NULL;
ALTER TABLE "routes" ADD CONSTRAINT "routes_host_id_fkey" FOREIGN KEY ("host_id", "network_id")
    REFERENCES "hosts" ("id", "network_id") ON DELETE CASCADE;
ALTER TABLE "routes" ADD CONSTRAINT "routes_subnet_id_fkey" FOREIGN KEY ("subnet_id", "network_id")
    REFERENCES "subnets" ("id", "network_id") ON DELETE SET NULL ("subnet_id");
ALTER TABLE "routes" ADD CONSTRAINT "routes_next_hop_host_id_fkey" FOREIGN KEY ("next_hop_host_id", "network_id")
    REFERENCES "hosts" ("id", "network_id") ON DELETE SET NULL ("next_hop_host_id");
ALTER TABLE "routes" ADD CONSTRAINT "routes_interface_id_fkey" FOREIGN KEY ("interface_id", "network_id")
    REFERENCES "interfaces" ("id", "network_id") ON DELETE SET NULL ("interface_id");

-- The history of "routes" follows its columns.
SELECT keep_history_of('routes', 'network_id');

CREATE TRIGGER "routes_insert_marks_network" AFTER INSERT ON "routes"
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();
CREATE TRIGGER "routes_delete_marks_network" AFTER DELETE ON "routes"
  REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();
CREATE TRIGGER "routes_update_marks_network" AFTER UPDATE ON "routes"
  REFERENCING OLD TABLE AS rows_before NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes_of_update();

CREATE OR REPLACE TRIGGER "begin_without_history" AFTER INSERT ON "networks" FOR EACH ROW
  EXECUTE FUNCTION begin_without_history('network_id', 'bindings_revisions group_members_revisions groups_revisions hosts_revisions interface_neighbors_revisions interface_vlans_revisions interfaces_revisions ip_addresses_revisions ports_revisions routes_revisions saved_views_revisions services_revisions subnets_revisions vlans_revisions');
