-- Ports that had learned a MAC address are found by it. Large tables, which uplinks have, are left out: an index of them would
-- grow with each change of each uplink.

CREATE INDEX "interfaces_revisions_mac_keys_idx" ON "interfaces_revisions" USING gin ("mac_keys"("network_id", "fdb_macs"))
  WHERE cardinality("fdb_macs") BETWEEN 1 AND 64;
