-- Hosts are ordered by their first IP address and by their first MAC address. Both follow from the addresses of a host, so
-- they are computed on every read, at any instant: no state of a host ends where an address of it changes.
CREATE VIEW "host_first_addresses" AS
  SELECT DISTINCT ON (host_id) network_id, host_id, ip_address FROM ip_addresses ORDER BY host_id, position, id;
CREATE VIEW "host_first_macs" AS
  SELECT DISTINCT ON (host_id) network_id, host_id, mac_address FROM ip_addresses
  WHERE mac_address IS NOT NULL ORDER BY host_id, position, id;

-- The same for one host: left to join the views by themselves, PostgreSQL reads the addresses of all organizations.
CREATE FUNCTION "host_first_addresses_by_host_id"(near uuid) RETURNS SETOF "host_first_addresses" LANGUAGE sql STABLE AS $$
  SELECT network_id, host_id, ip_address FROM ip_addresses WHERE host_id = near ORDER BY position, id LIMIT 1
$$;
CREATE FUNCTION "host_first_macs_by_host_id"(near uuid) RETURNS SETOF "host_first_macs" LANGUAGE sql STABLE AS $$
  SELECT network_id, host_id, mac_address FROM ip_addresses
  WHERE host_id = near AND mac_address IS NOT NULL ORDER BY position, id LIMIT 1
$$;
CREATE FUNCTION "host_first_addresses_by_host_id_at"(at timestamptz, near uuid) RETURNS SETOF "host_first_addresses"
LANGUAGE sql STABLE AS $$
  SELECT network_id, host_id, ip_address FROM ip_addresses_at(at) WHERE host_id = near ORDER BY position, id LIMIT 1
$$;
CREATE FUNCTION "host_first_macs_by_host_id_at"(at timestamptz, near uuid) RETURNS SETOF "host_first_macs"
LANGUAGE sql STABLE AS $$
  SELECT network_id, host_id, mac_address FROM ip_addresses_at(at)
  WHERE host_id = near AND mac_address IS NOT NULL ORDER BY position, id LIMIT 1
$$;
