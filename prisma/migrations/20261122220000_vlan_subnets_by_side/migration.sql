-- The subnets of one VLAN, and the VLANs of one subnet, found from that side only, as those of the past are: left to join
-- the view by itself, PostgreSQL may read the addresses of all organizations in the order of their ids.
CREATE FUNCTION "vlan_subnets_by_vlan_id"(near uuid) RETURNS SETOF "vlan_subnets" LANGUAGE sql STABLE AS $$
  SELECT DISTINCT port.network_id, port.native_vlan_id, address.subnet_id
  FROM interfaces port CROSS JOIN LATERAL (
    SELECT found.subnet_id FROM ip_addresses found WHERE found.id = port.ip_address_id OFFSET 0
  ) address
  WHERE port.native_vlan_id = near AND port.ip_address_id IS NOT NULL
$$;
CREATE FUNCTION "vlan_subnets_by_subnet_id"(near uuid) RETURNS SETOF "vlan_subnets" LANGUAGE sql STABLE AS $$
  SELECT DISTINCT port.network_id, port.native_vlan_id, address.subnet_id
  FROM ip_addresses address CROSS JOIN LATERAL (
    SELECT found.network_id, found.native_vlan_id FROM interfaces found
    WHERE found.ip_address_id = address.id AND found.native_vlan_id IS NOT NULL OFFSET 0
  ) port
  WHERE address.subnet_id = near
$$;
