-- A neighbour tells several management addresses: all are kept beside the first.
ALTER TABLE "neighbor_evidence"
    ADD COLUMN "management_addresses" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    ADD CONSTRAINT "neighbor_evidence_management_addresses_check" CHECK (cardinality("management_addresses") <= 20);

UPDATE "neighbor_evidence" SET "management_addresses" = ARRAY[host(coalesce("lldp_mgmt_addr", "cdp_address"))]
WHERE "lldp_mgmt_addr" IS NOT NULL OR "cdp_address" IS NOT NULL;
