-- Which MAC addresses identify nobody, why addresses have moved, and what hosts are looked up by.
ALTER TABLE "ip_addresses" ADD COLUMN "answers_for_others" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "ip_addresses" ADD COLUMN "move_reason" TEXT;
ALTER TABLE "ip_addresses_revisions" ADD COLUMN "answers_for_others" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "ip_addresses_revisions" ALTER COLUMN "answers_for_others" DROP DEFAULT;
SELECT keep_history_of('ip_addresses', 'network_id');

CREATE INDEX "hosts_network_id_serial_number_idx" ON "hosts" ("network_id", "serial_number") WHERE "serial_number" IS NOT NULL;
CREATE INDEX "hosts_network_id_sys_name_idx" ON "hosts" ("network_id", "sys_name") WHERE "sys_name" IS NOT NULL;

ALTER TABLE "import_plans" ADD COLUMN "shared_macs" TEXT[] NOT NULL DEFAULT '{}';
