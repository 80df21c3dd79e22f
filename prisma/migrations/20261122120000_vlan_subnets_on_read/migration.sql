-- The subnets of a VLAN follow from ports and addresses: they are computed on every read, at any instant. The table of them
-- told of the last discovery run only. It stays for replicas of the version before, which write it, but keeps no history any
-- more: what it told of the past follows from the past of ports and addresses.
DROP TRIGGER "history_1_begin" ON "subnet_vlans";
DROP TRIGGER "history_2_begin_later" ON "subnet_vlans";
DROP TRIGGER "history_1_change" ON "subnet_vlans";
DROP TRIGGER "history_2_keep_changed" ON "subnet_vlans";
DROP TRIGGER "history_2_keep_deleted" ON "subnet_vlans";
DROP TRIGGER "subnet_vlans_insert_marks_network" ON "subnet_vlans";
DROP TRIGGER "subnet_vlans_update_marks_network" ON "subnet_vlans";
DROP TRIGGER "subnet_vlans_delete_marks_network" ON "subnet_vlans";
DROP TRIGGER "no_truncation" ON "subnet_vlans_revisions";
TRUNCATE "subnet_vlans_revisions";

-- The native VLANs of ports that carry an address, with the address's subnet, each pair once.
CREATE VIEW "vlan_subnets" AS
  SELECT DISTINCT port.network_id, port.native_vlan_id AS vlan_id, address.subnet_id
  FROM interfaces port JOIN ip_addresses address ON address.id = port.ip_address_id
  WHERE port.native_vlan_id IS NOT NULL;

-- The subnets of a VLAN as of an instant, from one VLAN or from one subnet: PostgreSQL finds its way through states fast from
-- the side that it begins at only.
CREATE FUNCTION "vlan_subnets_by_vlan_id_at"(at timestamptz, near uuid) RETURNS SETOF "vlan_subnets" LANGUAGE sql STABLE AS $$
  SELECT DISTINCT port.network_id, port.native_vlan_id, address.subnet_id
  FROM interfaces_at(at) port CROSS JOIN LATERAL (
    SELECT found.subnet_id FROM ip_addresses_at(at) found WHERE found.id = port.ip_address_id OFFSET 0
  ) address
  WHERE port.native_vlan_id = near AND port.ip_address_id IS NOT NULL
$$;
CREATE FUNCTION "vlan_subnets_by_subnet_id_at"(at timestamptz, near uuid) RETURNS SETOF "vlan_subnets" LANGUAGE sql STABLE AS $$
  SELECT DISTINCT port.network_id, port.native_vlan_id, address.subnet_id
  FROM ip_addresses_at(at) address CROSS JOIN LATERAL (
    SELECT found.network_id, found.native_vlan_id FROM interfaces_at(at) found
    WHERE found.ip_address_id = address.id AND found.native_vlan_id IS NOT NULL OFFSET 0
  ) port
  WHERE address.subnet_id = near
$$;

-- A VLAN may be the native one of all ports, of which few carry an address.
CREATE INDEX "interfaces_native_vlan_id_ip_address_id_idx" ON "interfaces" ("native_vlan_id", "ip_address_id")
  WHERE "native_vlan_id" IS NOT NULL AND "ip_address_id" IS NOT NULL;
CREATE INDEX "interfaces_revisions_native_vlan_id_ip_address_id_idx"
  ON "interfaces_revisions" ("native_vlan_id", "ip_address_id", "valid_to")
  WHERE "native_vlan_id" IS NOT NULL AND "ip_address_id" IS NOT NULL;
