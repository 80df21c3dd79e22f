-- Ports that have learned a MAC address are found by it, each together with the network of its port: what other tenants have
-- learned costs a reader nothing.

CREATE FUNCTION "mac_keys"("network" uuid, "macs" text[]) RETURNS bigint[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(hashtextextended(mac, uuid_hash_extended(network, 0))), '{}') FROM unnest(macs) mac
$$;

CREATE INDEX "interfaces_mac_keys_idx" ON "interfaces" USING gin ("mac_keys"("network_id", "fdb_macs"))
  WHERE "fdb_macs" <> '{}';
