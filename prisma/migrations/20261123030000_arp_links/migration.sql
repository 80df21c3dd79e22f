-- Links that follow from the ARP tables of routers alone, and why a table gave none.
ALTER TYPE "neighbor_basis" ADD VALUE 'ARP' BEFORE 'Manual';
CREATE TABLE "arp_evidence" (
    "interface_id" UUID NOT NULL,
    "network_id" UUID NOT NULL,
    "mac_addresses" TEXT[] NOT NULL,
    "read_at" TIMESTAMPTZ(3) NOT NULL,
    "reason" "forwarding_reason" DEFAULT 'Pending',

    CONSTRAINT "arp_evidence_pkey" PRIMARY KEY ("interface_id")
);
CREATE INDEX "arp_evidence_network_id_idx" ON "arp_evidence" ("network_id");
ALTER TABLE "arp_evidence" ADD CONSTRAINT "arp_evidence_interface_id_fkey"
    FOREIGN KEY ("interface_id", "network_id") REFERENCES "interfaces" ("id", "network_id") ON DELETE CASCADE;
ALTER TABLE "arp_evidence" ADD CONSTRAINT "arp_evidence_network_id_fkey"
    FOREIGN KEY ("network_id") REFERENCES "networks" ("id") ON DELETE CASCADE;
