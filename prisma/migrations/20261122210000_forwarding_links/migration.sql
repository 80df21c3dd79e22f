-- Links that follow from forwarding tables alone, and why a table gave none.
CREATE TYPE "neighbor_basis" AS ENUM ('LLDP', 'CDP', 'FDB');
ALTER TABLE "interface_neighbors" ADD COLUMN "basis" "neighbor_basis";
SELECT keep_history_of('interface_neighbors', 'network_id');

CREATE TYPE "forwarding_reason" AS ENUM (
  'Pending', 'NeighborReported', 'Stale', 'NotEdgePort', 'NoMachine', 'UnknownMac', 'AmbiguousMac', 'SeveralMachines',
  'LearnedElsewhere'
);
-- Tables that were read before are not known to be whole: the next scan tells.
CREATE TABLE "forwarding_evidence" (
    "interface_id" UUID NOT NULL,
    "network_id" UUID NOT NULL,
    "read_at" TIMESTAMPTZ(3) NOT NULL,
    "reason" "forwarding_reason" DEFAULT 'Pending',

    CONSTRAINT "forwarding_evidence_pkey" PRIMARY KEY ("interface_id")
);
CREATE INDEX "forwarding_evidence_network_id_idx" ON "forwarding_evidence" ("network_id");
ALTER TABLE "forwarding_evidence" ADD CONSTRAINT "forwarding_evidence_interface_id_fkey"
    FOREIGN KEY ("interface_id", "network_id") REFERENCES "interfaces" ("id", "network_id") ON DELETE CASCADE;
ALTER TABLE "forwarding_evidence" ADD CONSTRAINT "forwarding_evidence_network_id_fkey"
    FOREIGN KEY ("network_id") REFERENCES "networks" ("id") ON DELETE CASCADE;
