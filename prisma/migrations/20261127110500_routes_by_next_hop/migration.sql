-- Next hops within a subnet are addresses in use.
CREATE INDEX "routes_network_id_next_hop_host_id_idx" ON "routes" ("network_id", "next_hop", "host_id")
    WHERE "next_hop" IS NOT NULL;
