-- What connects, of each port: its aggregate, the spanning tree, duplex, MTU, and power over Ethernet.
CREATE TYPE "stp_port_state" AS ENUM ('Disabled', 'Blocking', 'Listening', 'Learning', 'Forwarding', 'Broken');
CREATE TYPE "duplex_mode" AS ENUM ('Half', 'Full');
CREATE TYPE "poe_status" AS ENUM ('Disabled', 'Searching', 'Delivering', 'Fault', 'Test', 'OtherFault');

ALTER TABLE "interfaces"
    ADD COLUMN "mtu" INTEGER,
    ADD COLUMN "duplex" "duplex_mode",
    ADD COLUMN "aggregate_id" UUID,
    ADD COLUMN "stp_state" "stp_port_state",
    ADD COLUMN "is_stp_root_port" BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN "poe_status" "poe_status",
    ADD COLUMN "poe_class" INTEGER,
    ADD CONSTRAINT "interfaces_id_host_id_key" UNIQUE ("id", "host_id"),
    ADD CONSTRAINT "interfaces_aggregate_id_check" CHECK ("aggregate_id" <> "id"),
    ADD CONSTRAINT "interfaces_mtu_check" CHECK ("mtu" >= 0),
    ADD CONSTRAINT "interfaces_poe_class_check" CHECK ("poe_class" BETWEEN 0 AND 8);
-- Of one host; a report writes ports before aggregates that it brings, and hosts are merged in several statements.
ALTER TABLE "interfaces" ADD CONSTRAINT "interfaces_aggregate_id_fkey" FOREIGN KEY ("aggregate_id", "host_id")
    REFERENCES "interfaces" ("id", "host_id") ON DELETE SET NULL ("aggregate_id") DEFERRABLE INITIALLY DEFERRED;
CREATE INDEX "interfaces_aggregate_id_idx" ON "interfaces" ("aggregate_id") WHERE "aggregate_id" IS NOT NULL;

ALTER TABLE "hosts"
    ADD COLUMN "stp_root_bridge_id" TEXT,
    ADD COLUMN "stp_root_cost" INTEGER,
    ADD CONSTRAINT "hosts_stp_root_cost_check" CHECK ("stp_root_cost" >= 0);

-- States from before the column have what their rows got with it.
ALTER TABLE "interfaces_revisions" ADD COLUMN "is_stp_root_port" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "interfaces_revisions" ALTER COLUMN "is_stp_root_port" DROP DEFAULT;
SELECT keep_history_of('interfaces', 'network_id');
SELECT keep_history_of('hosts', 'network_id');
CREATE INDEX "interfaces_revisions_aggregate_id_idx" ON "interfaces_revisions" ("aggregate_id", "valid_to")
    WHERE "aggregate_id" IS NOT NULL;
