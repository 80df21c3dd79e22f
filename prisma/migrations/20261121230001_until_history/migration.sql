-- The ten migrations until history, as one: a database that has them has this one (replaces.json).

-- 20261121033000_init

-- The first schema. Written for PostgreSQL 15 or newer, for an ordinary role that owns an empty database.
--
-- "Same network" and "same organization" are guarantees of the database: a foreign key between rows of one network
-- carries network_id along, between rows of one organization organization_id. Where such a key already implies the
-- plain one to networks or organizations, the plain one is left out.
--
-- History is prepared for: live rows keep their id for ever, valid_to stays null, lineage_id is the id itself.

-- Enums, in wire spelling
CREATE TYPE "credential_type" AS ENUM ('SnmpV1', 'SnmpV2c', 'SnmpV3');
CREATE TYPE "daemon_mode" AS ENUM ('server_poll', 'daemon_poll');
CREATE TYPE "discovery_phase" AS ENUM (
    'Pending', 'Queued', 'Starting', 'Started', 'Scanning', 'Complete', 'Failed', 'Cancelled'
);
CREATE TYPE "discovery_type" AS ENUM ('Unified', 'Rescan');
CREATE TYPE "run_type" AS ENUM ('Scheduled', 'AdHoc', 'Historical');
CREATE TYPE "group_type" AS ENUM ('RequestPath', 'HubAndSpoke');
CREATE TYPE "group_member_type" AS ENUM ('Services', 'Bindings');
CREATE TYPE "edge_style" AS ENUM ('Straight', 'SmoothStep', 'Bezier');
CREATE TYPE "host_virtualization_type" AS ENUM ('Proxmox', 'VCenter', 'ESXi');
CREATE TYPE "neighbor_protocol" AS ENUM ('LLDP', 'CDP');
CREATE TYPE "if_admin_status" AS ENUM ('Up', 'Down', 'Testing');
CREATE TYPE "if_oper_status" AS ENUM ('Up', 'Down', 'Testing', 'Unknown', 'Dormant', 'NotPresent', 'LowerLayerDown');
CREATE TYPE "lldp_chassis_id_subtype" AS ENUM (
    'ChassisComponent', 'InterfaceAlias', 'PortComponent', 'MacAddress', 'NetworkAddress', 'InterfaceName', 'LocallyAssigned'
);
CREATE TYPE "lldp_port_id_subtype" AS ENUM (
    'InterfaceAlias', 'PortComponent', 'MacAddress', 'NetworkAddress', 'InterfaceName', 'AgentCircuitId', 'LocallyAssigned'
);
CREATE TYPE "transport_protocol" AS ENUM ('Tcp', 'Udp');
CREATE TYPE "service_virtualization_type" AS ENUM ('Docker', 'Podman');
CREATE TYPE "entity_source_type" AS ENUM (
    'Manual', 'System', 'Imported', 'Discovery', 'DiscoveryWithMatch', 'Inferred', 'Unknown'
);
CREATE TYPE "match_confidence" AS ENUM ('NotApplicable', 'Low', 'Medium', 'High', 'Certain');
CREATE TYPE "subnet_type" AS ENUM (
    'Internet', 'Remote', 'Gateway', 'VpnTunnel', 'Dmz', 'Lan', 'WiFi', 'IoT',
    'Guest', 'DockerBridge', 'PodmanBridge', 'MacVlan', 'IpVlan', 'Management', 'Storage', 'Loopback',
    'Unknown'
);
CREATE TYPE "taggable_entity_type" AS ENUM (
    'Host', 'Service', 'Subnet', 'Group', 'Network', 'Discovery', 'Daemon', 'DaemonApiKey',
    'UserApiKey'
);
CREATE TYPE "color" AS ENUM (
    'Pink', 'Rose', 'Red', 'Orange', 'Amber', 'Yellow', 'Lime', 'Green',
    'Emerald', 'Teal', 'Cyan', 'Sky', 'Blue', 'Indigo', 'Violet', 'Purple',
    'Fuchsia', 'Gray'
);
CREATE TYPE "topology_view" AS ENUM ('L2Physical', 'L3Logical', 'Workloads', 'Application');
CREATE TYPE "user_org_permissions" AS ENUM ('Viewer', 'Member', 'Admin', 'Owner');

-- Tables
CREATE TABLE "organizations" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "name" TEXT NOT NULL,
    "api_access_enabled" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "organizations_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "organizations_name_check" CHECK (char_length("name") BETWEEN 1 AND 100)
);

CREATE TABLE "users" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "organization_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "email_verified" BOOLEAN NOT NULL DEFAULT false,
    "password_hash" TEXT,
    "session_epoch" INTEGER NOT NULL DEFAULT 0,
    "permissions" "user_org_permissions" NOT NULL,
    "oidc_provider" TEXT,
    "oidc_subject" TEXT,
    "oidc_linked_at" TIMESTAMPTZ(3),
    "terms_accepted_at" TIMESTAMPTZ(3),
    "email_discovery_digest" BOOLEAN NOT NULL DEFAULT true,
    "email_daemon_alerts" BOOLEAN NOT NULL DEFAULT true,
    "email_product_onboarding" BOOLEAN NOT NULL DEFAULT true,
    "email_trial_and_usage" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "users_id_organization_id_key" UNIQUE ("id", "organization_id"),
    CONSTRAINT "users_email_key" UNIQUE ("email"),
    CONSTRAINT "users_oidc_provider_oidc_subject_key" UNIQUE ("oidc_provider", "oidc_subject"),
    CONSTRAINT "users_email_check" CHECK (char_length("email") BETWEEN 1 AND 254),
    CONSTRAINT "users_oidc_check" CHECK (("oidc_provider" IS NULL) = ("oidc_subject" IS NULL))
);

CREATE TABLE "sessions" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "token_hash" TEXT NOT NULL,
    "user_id" UUID,
    "session_epoch" INTEGER NOT NULL DEFAULT 0,
    "pending_setup" JSONB,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "sessions_token_hash_key" UNIQUE ("token_hash"),
    CONSTRAINT "sessions_token_hash_check" CHECK ("token_hash" ~ '^[0-9a-f]{64}$')
);

CREATE TABLE "login_failures" (
    "email" TEXT NOT NULL,
    "failure_count" INTEGER NOT NULL DEFAULT 1,
    "last_failed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "locked_until" TIMESTAMPTZ(3),

    CONSTRAINT "login_failures_pkey" PRIMARY KEY ("email"),
    CONSTRAINT "login_failures_email_check" CHECK (char_length("email") <= 254),
    CONSTRAINT "login_failures_failure_count_check" CHECK ("failure_count" >= 0)
);

CREATE TABLE "networks" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "organization_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "stale_after_hours" INTEGER,

    CONSTRAINT "networks_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "networks_id_organization_id_key" UNIQUE ("id", "organization_id"),
    CONSTRAINT "networks_name_check" CHECK (char_length("name") BETWEEN 1 AND 100),
    CONSTRAINT "networks_stale_after_hours_check" CHECK ("stale_after_hours" > 0)
);

CREATE TABLE "user_networks" (
    "user_id" UUID NOT NULL,
    "network_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_networks_pkey" PRIMARY KEY ("user_id","network_id")
);

CREATE TABLE "user_api_keys" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "organization_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "key_hash" TEXT NOT NULL,
    "key_prefix" TEXT NOT NULL,
    "is_enabled" BOOLEAN NOT NULL DEFAULT true,
    "expires_at" TIMESTAMPTZ(3),
    "last_used" TIMESTAMPTZ(3),
    "permissions" "user_org_permissions" NOT NULL DEFAULT 'Viewer',

    CONSTRAINT "user_api_keys_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "user_api_keys_id_user_id_organization_id_key" UNIQUE ("id", "user_id", "organization_id"),
    CONSTRAINT "user_api_keys_id_organization_id_key" UNIQUE ("id", "organization_id"),
    CONSTRAINT "user_api_keys_key_hash_key" UNIQUE ("key_hash"),
    CONSTRAINT "user_api_keys_key_hash_check" CHECK ("key_hash" ~ '^[0-9a-f]{64}$'),
    CONSTRAINT "user_api_keys_key_prefix_check" CHECK (char_length("key_prefix") <= 8)
);

CREATE TABLE "user_api_key_networks" (
    "user_api_key_id" UUID NOT NULL,
    "network_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "user_api_key_networks_pkey" PRIMARY KEY ("user_api_key_id","network_id")
);

CREATE TABLE "invites" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "organization_id" UUID NOT NULL,
    "created_by" UUID,
    "permissions" "user_org_permissions" NOT NULL,
    "send_to" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),

    CONSTRAINT "invites_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "invites_id_organization_id_key" UNIQUE ("id", "organization_id")
);

CREATE TABLE "invite_networks" (
    "invite_id" UUID NOT NULL,
    "network_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "invite_networks_pkey" PRIMARY KEY ("invite_id","network_id")
);

CREATE TABLE "credentials" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "organization_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "credential_type" "credential_type" NOT NULL,
    "secrets" BYTEA NOT NULL,

    CONSTRAINT "credentials_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "credentials_id_organization_id_key" UNIQUE ("id", "organization_id"),
    CONSTRAINT "credentials_organization_id_name_key" UNIQUE ("organization_id", "name"),
    CONSTRAINT "credentials_name_check" CHECK (char_length("name") BETWEEN 1 AND 100)
);

CREATE TABLE "network_credentials" (
    "network_id" UUID NOT NULL,
    "credential_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "network_credentials_pkey" PRIMARY KEY ("network_id","credential_id")
);

CREATE TABLE "hosts" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "valid_from" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "valid_to" TIMESTAMPTZ(3),
    "lineage_id" UUID NOT NULL GENERATED ALWAYS AS ("id") STORED,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_discovery_id" UUID,
    "first_discovery_id" UUID,
    "network_id" UUID NOT NULL,
    "source_type" "entity_source_type" NOT NULL DEFAULT 'Manual',
    "source_confidence" "match_confidence",
    "source_reason" TEXT,
    "name" TEXT NOT NULL,
    "hostname" TEXT,
    "description" TEXT,
    "hidden" BOOLEAN NOT NULL DEFAULT false,
    "sys_descr" TEXT,
    "sys_object_id" TEXT,
    "sys_location" TEXT,
    "sys_contact" TEXT,
    "management_url" TEXT,
    "chassis_id" TEXT,
    "sys_name" TEXT,
    "sys_name_source" TEXT,
    "manufacturer" TEXT,
    "manufacturer_source" TEXT,
    "model" TEXT,
    "model_source" TEXT,
    "serial_number" TEXT,
    "serial_number_source" TEXT,
    "firmware_revision" TEXT,
    "firmware_revision_source" TEXT,
    "software_revision" TEXT,
    "software_revision_source" TEXT,
    "os" TEXT,
    "os_source" TEXT,
    "virtualization_type" "host_virtualization_type",
    "vm_name" TEXT,
    "vm_id" TEXT,
    "virtualization_service_id" UUID,

    CONSTRAINT "hosts_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "hosts_id_network_id_key" UNIQUE ("id", "network_id"),
    CONSTRAINT "hosts_valid_to_check" CHECK ("valid_to" IS NULL),
    CONSTRAINT "hosts_source_check" CHECK (
        "source_type" = 'DiscoveryWithMatch' OR ("source_confidence" IS NULL AND "source_reason" IS NULL)
    ),
    CONSTRAINT "hosts_name_check" CHECK (char_length("name") <= 100),
    CONSTRAINT "hosts_description_check" CHECK (char_length("description") <= 500),
    CONSTRAINT "hosts_chassis_id_check" CHECK (char_length("chassis_id") <= 255),
    CONSTRAINT "hosts_virtualization_check" CHECK (
        "virtualization_type" IS NOT NULL OR ("vm_name" IS NULL AND "vm_id" IS NULL)
    )
);

CREATE TABLE "host_credentials" (
    "host_id" UUID NOT NULL,
    "credential_id" UUID NOT NULL,
    "network_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "host_credentials_pkey" PRIMARY KEY ("host_id","credential_id")
);

CREATE TABLE "subnets" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "valid_from" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "valid_to" TIMESTAMPTZ(3),
    "lineage_id" UUID NOT NULL GENERATED ALWAYS AS ("id") STORED,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_discovery_id" UUID,
    "first_discovery_id" UUID,
    "network_id" UUID NOT NULL,
    "source_type" "entity_source_type" NOT NULL DEFAULT 'Manual',
    "source_confidence" "match_confidence",
    "source_reason" TEXT,
    "name" TEXT NOT NULL,
    "cidr" INET NOT NULL,
    "cidr_source" TEXT,
    "description" TEXT,
    "subnet_type" "subnet_type" NOT NULL,
    "virtualization_service_id" UUID,

    CONSTRAINT "subnets_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "subnets_id_network_id_key" UNIQUE ("id", "network_id"),
    CONSTRAINT "subnets_id_network_id_cidr_key" UNIQUE ("id", "network_id", "cidr"),
    CONSTRAINT "subnets_valid_to_check" CHECK ("valid_to" IS NULL),
    CONSTRAINT "subnets_source_check" CHECK (
        "source_type" = 'DiscoveryWithMatch' OR ("source_confidence" IS NULL AND "source_reason" IS NULL)
    ),
    CONSTRAINT "subnets_name_check" CHECK (char_length("name") <= 100),
    CONSTRAINT "subnets_description_check" CHECK (char_length("description") <= 500),
    CONSTRAINT "subnets_cidr_check" CHECK ("cidr" = network("cidr"))
);

CREATE TABLE "ip_addresses" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "valid_from" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "valid_to" TIMESTAMPTZ(3),
    "lineage_id" UUID NOT NULL GENERATED ALWAYS AS ("id") STORED,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_discovery_id" UUID,
    "first_discovery_id" UUID,
    "network_id" UUID NOT NULL,
    "host_id" UUID NOT NULL,
    "subnet_id" UUID NOT NULL,
    "subnet_cidr" INET NOT NULL,
    "ip_address" INET NOT NULL,
    "name" TEXT,
    "mac_address" TEXT,
    "position" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "ip_addresses_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "ip_addresses_id_host_id_key" UNIQUE ("id", "host_id"),
    CONSTRAINT "ip_addresses_host_id_subnet_id_ip_address_key" UNIQUE ("host_id", "subnet_id", "ip_address"),
    CONSTRAINT "ip_addresses_valid_to_check" CHECK ("valid_to" IS NULL),
    CONSTRAINT "ip_addresses_ip_address_check" CHECK (
        masklen("ip_address") = CASE family("ip_address") WHEN 4 THEN 32 ELSE 128 END
    ),
    CONSTRAINT "ip_addresses_inside_subnet_check" CHECK ("ip_address" <<= "subnet_cidr"),
    CONSTRAINT "ip_addresses_mac_address_check" CHECK ("mac_address" ~ '^([0-9a-f]{2}:){5}[0-9a-f]{2}$'),
    CONSTRAINT "ip_addresses_position_check" CHECK ("position" >= 0)
);

CREATE TABLE "vlans" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "valid_from" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "valid_to" TIMESTAMPTZ(3),
    "lineage_id" UUID NOT NULL GENERATED ALWAYS AS ("id") STORED,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_discovery_id" UUID,
    "first_discovery_id" UUID,
    "network_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "source_type" "entity_source_type" NOT NULL DEFAULT 'Manual',
    "source_confidence" "match_confidence",
    "source_reason" TEXT,
    "name" TEXT NOT NULL,
    "vlan_number" INTEGER NOT NULL,
    "description" TEXT,

    CONSTRAINT "vlans_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "vlans_id_network_id_key" UNIQUE ("id", "network_id"),
    CONSTRAINT "vlans_network_id_vlan_number_key" UNIQUE ("network_id", "vlan_number"),
    CONSTRAINT "vlans_valid_to_check" CHECK ("valid_to" IS NULL),
    CONSTRAINT "vlans_source_check" CHECK (
        "source_type" = 'DiscoveryWithMatch' OR ("source_confidence" IS NULL AND "source_reason" IS NULL)
    ),
    CONSTRAINT "vlans_name_check" CHECK (char_length("name") BETWEEN 1 AND 100),
    CONSTRAINT "vlans_vlan_number_check" CHECK ("vlan_number" BETWEEN 1 AND 4094)
);

CREATE TABLE "subnet_vlans" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "valid_from" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "valid_to" TIMESTAMPTZ(3),
    "lineage_id" UUID NOT NULL GENERATED ALWAYS AS ("id") STORED,
    "network_id" UUID NOT NULL,
    "subnet_id" UUID NOT NULL,
    "vlan_id" UUID NOT NULL,

    CONSTRAINT "subnet_vlans_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "subnet_vlans_subnet_id_vlan_id_key" UNIQUE ("subnet_id", "vlan_id"),
    CONSTRAINT "subnet_vlans_valid_to_check" CHECK ("valid_to" IS NULL)
);

CREATE TABLE "interfaces" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "valid_from" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "valid_to" TIMESTAMPTZ(3),
    "lineage_id" UUID NOT NULL GENERATED ALWAYS AS ("id") STORED,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_discovery_id" UUID,
    "first_discovery_id" UUID,
    "network_id" UUID NOT NULL,
    "host_id" UUID NOT NULL,
    "if_index" INTEGER,
    "if_descr" TEXT,
    "if_name" TEXT,
    "if_alias" TEXT,
    "if_type" INTEGER,
    "speed_bps" BIGINT,
    "admin_status" "if_admin_status",
    "oper_status" "if_oper_status",
    "mac_address" TEXT,
    "ip_configured" BOOLEAN NOT NULL DEFAULT false,
    "fdb_macs" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "ip_address_id" UUID,
    "native_vlan_id" UUID,

    CONSTRAINT "interfaces_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "interfaces_id_network_id_key" UNIQUE ("id", "network_id"),
    CONSTRAINT "interfaces_host_id_if_name_key" UNIQUE ("host_id", "if_name"),
    CONSTRAINT "interfaces_valid_to_check" CHECK ("valid_to" IS NULL),
    CONSTRAINT "interfaces_mac_address_check" CHECK ("mac_address" ~ '^([0-9a-f]{2}:){5}[0-9a-f]{2}$'),
    CONSTRAINT "interfaces_fdb_macs_check" CHECK (
        array_to_string("fdb_macs", ',', '-') ~ '^(([0-9a-f]{2}:){5}[0-9a-f]{2}(,([0-9a-f]{2}:){5}[0-9a-f]{2})*)?$'
    ),
    CONSTRAINT "interfaces_if_name_check" CHECK (char_length("if_name") BETWEEN 1 AND 255),
    CONSTRAINT "interfaces_if_index_check" CHECK ("if_index" >= 0),
    CONSTRAINT "interfaces_speed_bps_check" CHECK ("speed_bps" >= 0)
);

CREATE TABLE "interface_vlans" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "valid_from" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "valid_to" TIMESTAMPTZ(3),
    "lineage_id" UUID NOT NULL GENERATED ALWAYS AS ("id") STORED,
    "network_id" UUID NOT NULL,
    "interface_id" UUID NOT NULL,
    "vlan_id" UUID NOT NULL,

    CONSTRAINT "interface_vlans_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "interface_vlans_interface_id_vlan_id_key" UNIQUE ("interface_id", "vlan_id"),
    CONSTRAINT "interface_vlans_valid_to_check" CHECK ("valid_to" IS NULL)
);

CREATE TABLE "interface_neighbors" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "valid_from" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "valid_to" TIMESTAMPTZ(3),
    "lineage_id" UUID NOT NULL GENERATED ALWAYS AS ("id") STORED,
    "network_id" UUID NOT NULL,
    "interface_id" UUID NOT NULL,
    "remote_interface_id" UUID,
    "remote_host_id" UUID,
    "protocol" "neighbor_protocol" NOT NULL,

    CONSTRAINT "interface_neighbors_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "interface_neighbors_interface_id_remote_interface_id_key" UNIQUE ("interface_id", "remote_interface_id"),
    CONSTRAINT "interface_neighbors_interface_id_remote_host_id_key" UNIQUE ("interface_id", "remote_host_id"),
    CONSTRAINT "interface_neighbors_valid_to_check" CHECK ("valid_to" IS NULL),
    CONSTRAINT "interface_neighbors_remote_check" CHECK (num_nonnulls("remote_interface_id", "remote_host_id") = 1),
    CONSTRAINT "interface_neighbors_not_itself_check" CHECK ("remote_interface_id" <> "interface_id")
);

CREATE TABLE "neighbor_evidence" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "network_id" UUID NOT NULL,
    "interface_id" UUID NOT NULL,
    "protocol" "neighbor_protocol" NOT NULL,
    "lldp_chassis_id_subtype" "lldp_chassis_id_subtype",
    "lldp_chassis_id_value" TEXT,
    "lldp_port_id_subtype" "lldp_port_id_subtype",
    "lldp_port_id_value" TEXT,
    "lldp_sys_name" TEXT,
    "lldp_port_desc" TEXT,
    "lldp_mgmt_addr" INET,
    "lldp_sys_desc" TEXT,
    "cdp_device_id" TEXT,
    "cdp_port_id" TEXT,
    "cdp_platform" TEXT,
    "cdp_address" INET,

    CONSTRAINT "neighbor_evidence_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "neighbor_evidence_protocol_check" CHECK (
        CASE "protocol"
            WHEN 'LLDP' THEN num_nonnulls("cdp_device_id", "cdp_port_id", "cdp_platform", "cdp_address") = 0
            ELSE num_nonnulls("lldp_chassis_id_subtype", "lldp_chassis_id_value", "lldp_port_id_subtype", "lldp_port_id_value", "lldp_sys_name", "lldp_port_desc", "lldp_mgmt_addr", "lldp_sys_desc") = 0
        END
    ),
    CONSTRAINT "neighbor_evidence_lldp_ids_check" CHECK (
        ("lldp_chassis_id_subtype" IS NULL) = ("lldp_chassis_id_value" IS NULL) AND ("lldp_port_id_subtype" IS NULL) = ("lldp_port_id_value" IS NULL)
    )
);

CREATE TABLE "ports" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "valid_from" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "valid_to" TIMESTAMPTZ(3),
    "lineage_id" UUID NOT NULL GENERATED ALWAYS AS ("id") STORED,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_discovery_id" UUID,
    "first_discovery_id" UUID,
    "network_id" UUID NOT NULL,
    "host_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "protocol" "transport_protocol" NOT NULL,

    CONSTRAINT "ports_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "ports_id_host_id_key" UNIQUE ("id", "host_id"),
    CONSTRAINT "ports_host_id_number_protocol_key" UNIQUE ("host_id", "number", "protocol"),
    CONSTRAINT "ports_valid_to_check" CHECK ("valid_to" IS NULL),
    CONSTRAINT "ports_number_check" CHECK ("number" BETWEEN 1 AND 65535)
);

CREATE TABLE "services" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "valid_from" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "valid_to" TIMESTAMPTZ(3),
    "lineage_id" UUID NOT NULL GENERATED ALWAYS AS ("id") STORED,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_discovery_id" UUID,
    "first_discovery_id" UUID,
    "network_id" UUID NOT NULL,
    "source_type" "entity_source_type" NOT NULL DEFAULT 'Manual',
    "source_confidence" "match_confidence",
    "source_reason" TEXT,
    "host_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "service_definition" TEXT NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,
    "virtualization_type" "service_virtualization_type",
    "container_name" TEXT,
    "container_id" TEXT,
    "compose_project" TEXT,
    "virtualization_service_id" UUID,

    CONSTRAINT "services_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "services_id_host_id_key" UNIQUE ("id", "host_id"),
    CONSTRAINT "services_id_network_id_key" UNIQUE ("id", "network_id"),
    CONSTRAINT "services_valid_to_check" CHECK ("valid_to" IS NULL),
    CONSTRAINT "services_source_check" CHECK (
        "source_type" = 'DiscoveryWithMatch' OR ("source_confidence" IS NULL AND "source_reason" IS NULL)
    ),
    CONSTRAINT "services_name_check" CHECK (char_length("name") <= 100),
    CONSTRAINT "services_position_check" CHECK ("position" >= 0),
    CONSTRAINT "services_service_definition_check" CHECK (char_length("service_definition") <= 255),
    CONSTRAINT "services_virtualization_check" CHECK (
        "virtualization_type" IS NOT NULL OR ("container_name" IS NULL AND "container_id" IS NULL AND "compose_project" IS NULL)
    ),
    CONSTRAINT "services_virtualization_service_check" CHECK ("virtualization_service_id" <> "id")
);

CREATE TABLE "bindings" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "valid_from" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "valid_to" TIMESTAMPTZ(3),
    "lineage_id" UUID NOT NULL GENERATED ALWAYS AS ("id") STORED,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_discovery_id" UUID,
    "first_discovery_id" UUID,
    "network_id" UUID NOT NULL,
    "host_id" UUID NOT NULL,
    "service_id" UUID NOT NULL,
    "ip_address_id" UUID,
    "port_id" UUID,

    CONSTRAINT "bindings_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "bindings_id_network_id_key" UNIQUE ("id", "network_id"),
    CONSTRAINT "bindings_service_id_port_id_ip_address_id_key" UNIQUE NULLS NOT DISTINCT ("service_id", "port_id", "ip_address_id"),
    CONSTRAINT "bindings_valid_to_check" CHECK ("valid_to" IS NULL),
    CONSTRAINT "bindings_target_check" CHECK (num_nonnulls("ip_address_id", "port_id") >= 1)
);

CREATE TABLE "groups" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "valid_from" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "valid_to" TIMESTAMPTZ(3),
    "lineage_id" UUID NOT NULL GENERATED ALWAYS AS ("id") STORED,
    "network_id" UUID NOT NULL,
    "source_type" "entity_source_type" NOT NULL DEFAULT 'Manual',
    "source_confidence" "match_confidence",
    "source_reason" TEXT,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "group_type" "group_type" NOT NULL,
    "member_type" "group_member_type" NOT NULL,
    "color" "color" NOT NULL,
    "edge_style" "edge_style" NOT NULL DEFAULT 'SmoothStep',

    CONSTRAINT "groups_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "groups_id_network_id_member_type_key" UNIQUE ("id", "network_id", "member_type"),
    CONSTRAINT "groups_id_network_id_key" UNIQUE ("id", "network_id"),
    CONSTRAINT "groups_valid_to_check" CHECK ("valid_to" IS NULL),
    CONSTRAINT "groups_source_check" CHECK (
        "source_type" = 'DiscoveryWithMatch' OR ("source_confidence" IS NULL AND "source_reason" IS NULL)
    ),
    CONSTRAINT "groups_name_check" CHECK (char_length("name") BETWEEN 1 AND 100),
    CONSTRAINT "groups_description_check" CHECK (char_length("description") <= 500)
);

CREATE TABLE "group_members" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "valid_from" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "valid_to" TIMESTAMPTZ(3),
    "lineage_id" UUID NOT NULL GENERATED ALWAYS AS ("id") STORED,
    "network_id" UUID NOT NULL,
    "group_id" UUID NOT NULL,
    "member_type" "group_member_type" NOT NULL GENERATED ALWAYS AS (
        CASE WHEN "service_id" IS NOT NULL THEN 'Services'::"group_member_type" ELSE 'Bindings'::"group_member_type" END
    ) STORED,
    "service_id" UUID,
    "binding_id" UUID,
    "position" INTEGER NOT NULL,

    CONSTRAINT "group_members_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "group_members_group_id_position_key" UNIQUE ("group_id", "position"),
    CONSTRAINT "group_members_group_id_service_id_key" UNIQUE ("group_id", "service_id"),
    CONSTRAINT "group_members_group_id_binding_id_key" UNIQUE ("group_id", "binding_id"),
    CONSTRAINT "group_members_valid_to_check" CHECK ("valid_to" IS NULL),
    CONSTRAINT "group_members_position_check" CHECK ("position" >= 0),
    CONSTRAINT "group_members_one_member_check" CHECK (num_nonnulls("service_id", "binding_id") = 1)
);

CREATE TABLE "daemon_api_keys" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "network_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "key_hash" TEXT NOT NULL,
    "key_prefix" TEXT NOT NULL,
    "is_enabled" BOOLEAN NOT NULL DEFAULT true,
    "expires_at" TIMESTAMPTZ(3),
    "last_used" TIMESTAMPTZ(3),

    CONSTRAINT "daemon_api_keys_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "daemon_api_keys_id_network_id_key" UNIQUE ("id", "network_id"),
    CONSTRAINT "daemon_api_keys_key_hash_key" UNIQUE ("key_hash"),
    CONSTRAINT "daemon_api_keys_key_hash_check" CHECK ("key_hash" ~ '^[0-9a-f]{64}$'),
    CONSTRAINT "daemon_api_keys_key_prefix_check" CHECK (char_length("key_prefix") <= 8)
);

CREATE TABLE "daemons" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "network_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "host_id" UUID NOT NULL,
    "user_id" UUID,
    "api_key_id" UUID,
    "name" TEXT NOT NULL,
    "mode" "daemon_mode" NOT NULL,
    "url" TEXT NOT NULL,
    "version" TEXT,
    "last_seen" TIMESTAMPTZ(3),
    "is_unreachable" BOOLEAN NOT NULL DEFAULT false,
    "poll_failures" INTEGER NOT NULL DEFAULT 0,
    "standby" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "daemons_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "daemons_id_network_id_key" UNIQUE ("id", "network_id"),
    CONSTRAINT "daemons_poll_failures_check" CHECK ("poll_failures" >= 0)
);

CREATE TABLE "daemon_subnets" (
    "daemon_id" UUID NOT NULL,
    "subnet_id" UUID NOT NULL,
    "network_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "daemon_subnets_pkey" PRIMARY KEY ("daemon_id","subnet_id")
);

CREATE TABLE "discoveries" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "network_id" UUID NOT NULL,
    "daemon_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "discovery_type" "discovery_type" NOT NULL,
    "discovery_details" JSONB NOT NULL DEFAULT '{}',
    "run_type" "run_type" NOT NULL,
    "cron_schedule" TEXT,
    "schedule_enabled" BOOLEAN,
    "timezone" TEXT,
    "last_run" TIMESTAMPTZ(3),
    "results" JSONB,
    "session_id" UUID,
    "force_full_scan" BOOLEAN NOT NULL DEFAULT false,
    "scan_count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "discoveries_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "discoveries_id_network_id_key" UNIQUE ("id", "network_id"),
    CONSTRAINT "discoveries_session_id_key" UNIQUE ("session_id"),
    CONSTRAINT "discoveries_details_check" CHECK (jsonb_typeof("discovery_details") = 'object'),
    CONSTRAINT "discoveries_schedule_check" CHECK (
        CASE "run_type"
            WHEN 'Scheduled' THEN "cron_schedule" IS NOT NULL AND "schedule_enabled" IS NOT NULL
            ELSE num_nonnulls("cron_schedule", "schedule_enabled", "timezone") = 0
        END
    ),
    CONSTRAINT "discoveries_historical_check" CHECK (
        CASE "run_type"
            WHEN 'Historical' THEN "last_run" IS NULL
            ELSE num_nonnulls("results", "session_id") = 0
        END
    ),
    CONSTRAINT "discoveries_scan_count_check" CHECK ("scan_count" >= 0)
);

CREATE TABLE "discovery_sessions" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "network_id" UUID NOT NULL,
    "discovery_id" UUID NOT NULL,
    "daemon_id" UUID NOT NULL,
    "phase" "discovery_phase" NOT NULL DEFAULT 'Pending',
    "discovery_type" "discovery_type" NOT NULL,
    "discovery_details" JSONB NOT NULL DEFAULT '{}',
    "progress" INTEGER NOT NULL DEFAULT 0,
    "reason" TEXT,
    "error" TEXT,
    "warnings" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "hosts_discovered" INTEGER NOT NULL DEFAULT 0,
    "estimated_remaining_secs" INTEGER,
    "started_at" TIMESTAMPTZ(3),
    "last_update_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "daemon_version" TEXT,
    "cancel_requested" BOOLEAN NOT NULL DEFAULT false,
    "scanned" JSONB,

    CONSTRAINT "discovery_sessions_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "discovery_sessions_discovery_id_key" UNIQUE ("discovery_id"),
    CONSTRAINT "discovery_sessions_progress_check" CHECK ("progress" BETWEEN 0 AND 100)
);

CREATE TABLE "snapshots" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "network_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "taken_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by_user_id" UUID,

    CONSTRAINT "snapshots_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "snapshots_id_network_id_key" UNIQUE ("id", "network_id")
);

CREATE TABLE "topologies" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "network_id" UUID NOT NULL,
    "snapshot_id" UUID,
    "options" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "topologies_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "topologies_id_network_id_key" UNIQUE ("id", "network_id"),
    CONSTRAINT "topologies_snapshot_id_key" UNIQUE ("snapshot_id"),
    CONSTRAINT "topologies_options_check" CHECK (jsonb_typeof("options") = 'object')
);

CREATE TABLE "shares" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "network_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "topology_id" UUID NOT NULL,
    "created_by" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "is_enabled" BOOLEAN NOT NULL DEFAULT true,
    "expires_at" TIMESTAMPTZ(3),
    "allowed_domains" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "show_inspect_panel" BOOLEAN NOT NULL DEFAULT true,
    "show_zoom_controls" BOOLEAN NOT NULL DEFAULT true,
    "show_export_button" BOOLEAN NOT NULL DEFAULT true,
    "enabled_views" "topology_view"[] NOT NULL DEFAULT ARRAY[]::"topology_view"[],
    "password_hash" TEXT,

    CONSTRAINT "shares_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "tags" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "valid_from" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "valid_to" TIMESTAMPTZ(3),
    "lineage_id" UUID NOT NULL GENERATED ALWAYS AS ("id") STORED,
    "organization_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "color" "color" NOT NULL DEFAULT 'Yellow',
    "is_application" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "tags_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "tags_id_organization_id_key" UNIQUE ("id", "organization_id"),
    CONSTRAINT "tags_organization_id_name_key" UNIQUE ("organization_id", "name"),
    CONSTRAINT "tags_valid_to_check" CHECK ("valid_to" IS NULL),
    CONSTRAINT "tags_name_check" CHECK (char_length("name") BETWEEN 1 AND 100)
);

CREATE TABLE "tag_assignments" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "valid_from" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "valid_to" TIMESTAMPTZ(3),
    "lineage_id" UUID NOT NULL GENERATED ALWAYS AS ("id") STORED,
    "organization_id" UUID NOT NULL,
    "network_id" UUID,
    "user_id" UUID,
    "tag_id" UUID NOT NULL,
    "entity_type" "taggable_entity_type" NOT NULL GENERATED ALWAYS AS (
        CASE
            WHEN "host_id" IS NOT NULL THEN 'Host'::"taggable_entity_type"
            WHEN "service_id" IS NOT NULL THEN 'Service'::"taggable_entity_type"
            WHEN "subnet_id" IS NOT NULL THEN 'Subnet'::"taggable_entity_type"
            WHEN "group_id" IS NOT NULL THEN 'Group'::"taggable_entity_type"
            WHEN "tagged_network_id" IS NOT NULL THEN 'Network'::"taggable_entity_type"
            WHEN "discovery_id" IS NOT NULL THEN 'Discovery'::"taggable_entity_type"
            WHEN "daemon_id" IS NOT NULL THEN 'Daemon'::"taggable_entity_type"
            WHEN "daemon_api_key_id" IS NOT NULL THEN 'DaemonApiKey'::"taggable_entity_type"
            WHEN "user_api_key_id" IS NOT NULL THEN 'UserApiKey'::"taggable_entity_type"
        END
    ) STORED,
    "entity_id" UUID NOT NULL GENERATED ALWAYS AS (
        COALESCE("host_id", "service_id", "subnet_id", "group_id", "tagged_network_id", "discovery_id", "daemon_id", "daemon_api_key_id", "user_api_key_id")
    ) STORED,
    "host_id" UUID,
    "service_id" UUID,
    "subnet_id" UUID,
    "group_id" UUID,
    "tagged_network_id" UUID,
    "discovery_id" UUID,
    "daemon_id" UUID,
    "daemon_api_key_id" UUID,
    "user_api_key_id" UUID,

    CONSTRAINT "tag_assignments_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "tag_assignments_entity_id_entity_type_tag_id_key" UNIQUE ("entity_id", "entity_type", "tag_id"),
    CONSTRAINT "tag_assignments_valid_to_check" CHECK ("valid_to" IS NULL),
    CONSTRAINT "tag_assignments_one_entity_check" CHECK (
        num_nonnulls("host_id", "service_id", "subnet_id", "group_id", "tagged_network_id", "discovery_id", "daemon_id", "daemon_api_key_id", "user_api_key_id") = 1
    ),
    CONSTRAINT "tag_assignments_scope_check" CHECK (
        ("network_id" IS NULL) = ("user_api_key_id" IS NOT NULL) AND ("user_id" IS NULL) = ("user_api_key_id" IS NULL)
    ),
    CONSTRAINT "tag_assignments_tagged_network_check" CHECK ("tagged_network_id" = "network_id")
);

-- Foreign keys
ALTER TABLE "users" ADD CONSTRAINT "users_organization_id_fkey" FOREIGN KEY ("organization_id")
    REFERENCES "organizations" ("id") ON DELETE CASCADE;
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id")
    REFERENCES "users" ("id") ON DELETE CASCADE;
ALTER TABLE "networks" ADD CONSTRAINT "networks_organization_id_fkey" FOREIGN KEY ("organization_id")
    REFERENCES "organizations" ("id") ON DELETE CASCADE;
ALTER TABLE "user_networks" ADD CONSTRAINT "user_networks_user_id_fkey" FOREIGN KEY ("user_id", "organization_id")
    REFERENCES "users" ("id", "organization_id") ON DELETE CASCADE;
ALTER TABLE "user_networks" ADD CONSTRAINT "user_networks_network_id_fkey" FOREIGN KEY ("network_id", "organization_id")
    REFERENCES "networks" ("id", "organization_id") ON DELETE CASCADE;
ALTER TABLE "user_api_keys" ADD CONSTRAINT "user_api_keys_user_id_fkey" FOREIGN KEY ("user_id", "organization_id")
    REFERENCES "users" ("id", "organization_id") ON DELETE CASCADE;
ALTER TABLE "user_api_key_networks" ADD CONSTRAINT "user_api_key_networks_user_api_key_id_fkey" FOREIGN KEY ("user_api_key_id", "organization_id")
    REFERENCES "user_api_keys" ("id", "organization_id") ON DELETE CASCADE;
ALTER TABLE "user_api_key_networks" ADD CONSTRAINT "user_api_key_networks_network_id_fkey" FOREIGN KEY ("network_id", "organization_id")
    REFERENCES "networks" ("id", "organization_id") ON DELETE CASCADE;
ALTER TABLE "invites" ADD CONSTRAINT "invites_organization_id_fkey" FOREIGN KEY ("organization_id")
    REFERENCES "organizations" ("id") ON DELETE CASCADE;
ALTER TABLE "invites" ADD CONSTRAINT "invites_created_by_fkey" FOREIGN KEY ("created_by", "organization_id")
    REFERENCES "users" ("id", "organization_id") ON DELETE SET NULL ("created_by");
ALTER TABLE "invite_networks" ADD CONSTRAINT "invite_networks_invite_id_fkey" FOREIGN KEY ("invite_id", "organization_id")
    REFERENCES "invites" ("id", "organization_id") ON DELETE CASCADE;
ALTER TABLE "invite_networks" ADD CONSTRAINT "invite_networks_network_id_fkey" FOREIGN KEY ("network_id", "organization_id")
    REFERENCES "networks" ("id", "organization_id") ON DELETE CASCADE;
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_organization_id_fkey" FOREIGN KEY ("organization_id")
    REFERENCES "organizations" ("id") ON DELETE CASCADE;
ALTER TABLE "network_credentials" ADD CONSTRAINT "network_credentials_network_id_fkey" FOREIGN KEY ("network_id", "organization_id")
    REFERENCES "networks" ("id", "organization_id") ON DELETE CASCADE;
ALTER TABLE "network_credentials" ADD CONSTRAINT "network_credentials_credential_id_fkey" FOREIGN KEY ("credential_id", "organization_id")
    REFERENCES "credentials" ("id", "organization_id") ON DELETE CASCADE;
ALTER TABLE "hosts" ADD CONSTRAINT "hosts_last_discovery_id_fkey" FOREIGN KEY ("last_discovery_id", "network_id")
    REFERENCES "discoveries" ("id", "network_id") ON DELETE SET NULL ("last_discovery_id");
ALTER TABLE "hosts" ADD CONSTRAINT "hosts_first_discovery_id_fkey" FOREIGN KEY ("first_discovery_id", "network_id")
    REFERENCES "discoveries" ("id", "network_id") ON DELETE SET NULL ("first_discovery_id");
ALTER TABLE "hosts" ADD CONSTRAINT "hosts_network_id_fkey" FOREIGN KEY ("network_id")
    REFERENCES "networks" ("id") ON DELETE CASCADE;
ALTER TABLE "hosts" ADD CONSTRAINT "hosts_virtualization_service_id_fkey" FOREIGN KEY ("virtualization_service_id", "network_id")
    REFERENCES "services" ("id", "network_id") ON DELETE SET NULL ("virtualization_service_id");
ALTER TABLE "host_credentials" ADD CONSTRAINT "host_credentials_host_id_fkey" FOREIGN KEY ("host_id", "network_id")
    REFERENCES "hosts" ("id", "network_id") ON DELETE CASCADE;
ALTER TABLE "host_credentials" ADD CONSTRAINT "host_credentials_credential_id_fkey" FOREIGN KEY ("credential_id", "organization_id")
    REFERENCES "credentials" ("id", "organization_id") ON DELETE CASCADE;
ALTER TABLE "host_credentials" ADD CONSTRAINT "host_credentials_network_id_fkey" FOREIGN KEY ("network_id", "organization_id")
    REFERENCES "networks" ("id", "organization_id") ON DELETE CASCADE;
ALTER TABLE "subnets" ADD CONSTRAINT "subnets_last_discovery_id_fkey" FOREIGN KEY ("last_discovery_id", "network_id")
    REFERENCES "discoveries" ("id", "network_id") ON DELETE SET NULL ("last_discovery_id");
ALTER TABLE "subnets" ADD CONSTRAINT "subnets_first_discovery_id_fkey" FOREIGN KEY ("first_discovery_id", "network_id")
    REFERENCES "discoveries" ("id", "network_id") ON DELETE SET NULL ("first_discovery_id");
ALTER TABLE "subnets" ADD CONSTRAINT "subnets_network_id_fkey" FOREIGN KEY ("network_id")
    REFERENCES "networks" ("id") ON DELETE CASCADE;
ALTER TABLE "subnets" ADD CONSTRAINT "subnets_virtualization_service_id_fkey" FOREIGN KEY ("virtualization_service_id", "network_id")
    REFERENCES "services" ("id", "network_id") ON DELETE SET NULL ("virtualization_service_id");
ALTER TABLE "ip_addresses" ADD CONSTRAINT "ip_addresses_last_discovery_id_fkey" FOREIGN KEY ("last_discovery_id", "network_id")
    REFERENCES "discoveries" ("id", "network_id") ON DELETE SET NULL ("last_discovery_id");
ALTER TABLE "ip_addresses" ADD CONSTRAINT "ip_addresses_first_discovery_id_fkey" FOREIGN KEY ("first_discovery_id", "network_id")
    REFERENCES "discoveries" ("id", "network_id") ON DELETE SET NULL ("first_discovery_id");
ALTER TABLE "ip_addresses" ADD CONSTRAINT "ip_addresses_host_id_fkey" FOREIGN KEY ("host_id", "network_id")
    REFERENCES "hosts" ("id", "network_id") ON DELETE CASCADE;
ALTER TABLE "ip_addresses" ADD CONSTRAINT "ip_addresses_subnet_id_fkey" FOREIGN KEY ("subnet_id", "network_id", "subnet_cidr")
    REFERENCES "subnets" ("id", "network_id", "cidr") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "vlans" ADD CONSTRAINT "vlans_last_discovery_id_fkey" FOREIGN KEY ("last_discovery_id", "network_id")
    REFERENCES "discoveries" ("id", "network_id") ON DELETE SET NULL ("last_discovery_id");
ALTER TABLE "vlans" ADD CONSTRAINT "vlans_first_discovery_id_fkey" FOREIGN KEY ("first_discovery_id", "network_id")
    REFERENCES "discoveries" ("id", "network_id") ON DELETE SET NULL ("first_discovery_id");
ALTER TABLE "vlans" ADD CONSTRAINT "vlans_network_id_fkey" FOREIGN KEY ("network_id", "organization_id")
    REFERENCES "networks" ("id", "organization_id") ON DELETE CASCADE;
ALTER TABLE "subnet_vlans" ADD CONSTRAINT "subnet_vlans_subnet_id_fkey" FOREIGN KEY ("subnet_id", "network_id")
    REFERENCES "subnets" ("id", "network_id") ON DELETE CASCADE;
ALTER TABLE "subnet_vlans" ADD CONSTRAINT "subnet_vlans_vlan_id_fkey" FOREIGN KEY ("vlan_id", "network_id")
    REFERENCES "vlans" ("id", "network_id") ON DELETE CASCADE;
ALTER TABLE "interfaces" ADD CONSTRAINT "interfaces_last_discovery_id_fkey" FOREIGN KEY ("last_discovery_id", "network_id")
    REFERENCES "discoveries" ("id", "network_id") ON DELETE SET NULL ("last_discovery_id");
ALTER TABLE "interfaces" ADD CONSTRAINT "interfaces_first_discovery_id_fkey" FOREIGN KEY ("first_discovery_id", "network_id")
    REFERENCES "discoveries" ("id", "network_id") ON DELETE SET NULL ("first_discovery_id");
ALTER TABLE "interfaces" ADD CONSTRAINT "interfaces_host_id_fkey" FOREIGN KEY ("host_id", "network_id")
    REFERENCES "hosts" ("id", "network_id") ON DELETE CASCADE;
ALTER TABLE "interfaces" ADD CONSTRAINT "interfaces_ip_address_id_fkey" FOREIGN KEY ("ip_address_id", "host_id")
    REFERENCES "ip_addresses" ("id", "host_id") ON DELETE SET NULL ("ip_address_id") DEFERRABLE INITIALLY IMMEDIATE;
ALTER TABLE "interfaces" ADD CONSTRAINT "interfaces_native_vlan_id_fkey" FOREIGN KEY ("native_vlan_id", "network_id")
    REFERENCES "vlans" ("id", "network_id") ON DELETE SET NULL ("native_vlan_id");
ALTER TABLE "interface_vlans" ADD CONSTRAINT "interface_vlans_interface_id_fkey" FOREIGN KEY ("interface_id", "network_id")
    REFERENCES "interfaces" ("id", "network_id") ON DELETE CASCADE;
ALTER TABLE "interface_vlans" ADD CONSTRAINT "interface_vlans_vlan_id_fkey" FOREIGN KEY ("vlan_id", "network_id")
    REFERENCES "vlans" ("id", "network_id") ON DELETE CASCADE;
ALTER TABLE "interface_neighbors" ADD CONSTRAINT "interface_neighbors_interface_id_fkey" FOREIGN KEY ("interface_id", "network_id")
    REFERENCES "interfaces" ("id", "network_id") ON DELETE CASCADE;
ALTER TABLE "interface_neighbors" ADD CONSTRAINT "interface_neighbors_remote_interface_id_fkey" FOREIGN KEY ("remote_interface_id", "network_id")
    REFERENCES "interfaces" ("id", "network_id") ON DELETE CASCADE;
ALTER TABLE "interface_neighbors" ADD CONSTRAINT "interface_neighbors_remote_host_id_fkey" FOREIGN KEY ("remote_host_id", "network_id")
    REFERENCES "hosts" ("id", "network_id") ON DELETE CASCADE;
ALTER TABLE "neighbor_evidence" ADD CONSTRAINT "neighbor_evidence_interface_id_fkey" FOREIGN KEY ("interface_id", "network_id")
    REFERENCES "interfaces" ("id", "network_id") ON DELETE CASCADE;
ALTER TABLE "ports" ADD CONSTRAINT "ports_last_discovery_id_fkey" FOREIGN KEY ("last_discovery_id", "network_id")
    REFERENCES "discoveries" ("id", "network_id") ON DELETE SET NULL ("last_discovery_id");
ALTER TABLE "ports" ADD CONSTRAINT "ports_first_discovery_id_fkey" FOREIGN KEY ("first_discovery_id", "network_id")
    REFERENCES "discoveries" ("id", "network_id") ON DELETE SET NULL ("first_discovery_id");
ALTER TABLE "ports" ADD CONSTRAINT "ports_host_id_fkey" FOREIGN KEY ("host_id", "network_id")
    REFERENCES "hosts" ("id", "network_id") ON DELETE CASCADE;
ALTER TABLE "services" ADD CONSTRAINT "services_last_discovery_id_fkey" FOREIGN KEY ("last_discovery_id", "network_id")
    REFERENCES "discoveries" ("id", "network_id") ON DELETE SET NULL ("last_discovery_id");
ALTER TABLE "services" ADD CONSTRAINT "services_first_discovery_id_fkey" FOREIGN KEY ("first_discovery_id", "network_id")
    REFERENCES "discoveries" ("id", "network_id") ON DELETE SET NULL ("first_discovery_id");
ALTER TABLE "services" ADD CONSTRAINT "services_host_id_fkey" FOREIGN KEY ("host_id", "network_id")
    REFERENCES "hosts" ("id", "network_id") ON DELETE CASCADE;
ALTER TABLE "services" ADD CONSTRAINT "services_virtualization_service_id_fkey" FOREIGN KEY ("virtualization_service_id", "network_id")
    REFERENCES "services" ("id", "network_id") ON DELETE SET NULL ("virtualization_service_id");
ALTER TABLE "bindings" ADD CONSTRAINT "bindings_last_discovery_id_fkey" FOREIGN KEY ("last_discovery_id", "network_id")
    REFERENCES "discoveries" ("id", "network_id") ON DELETE SET NULL ("last_discovery_id");
ALTER TABLE "bindings" ADD CONSTRAINT "bindings_first_discovery_id_fkey" FOREIGN KEY ("first_discovery_id", "network_id")
    REFERENCES "discoveries" ("id", "network_id") ON DELETE SET NULL ("first_discovery_id");
ALTER TABLE "bindings" ADD CONSTRAINT "bindings_host_id_fkey" FOREIGN KEY ("host_id", "network_id")
    REFERENCES "hosts" ("id", "network_id") ON DELETE CASCADE DEFERRABLE INITIALLY IMMEDIATE;
ALTER TABLE "bindings" ADD CONSTRAINT "bindings_service_id_fkey" FOREIGN KEY ("service_id", "host_id")
    REFERENCES "services" ("id", "host_id") ON DELETE CASCADE DEFERRABLE INITIALLY IMMEDIATE;
ALTER TABLE "bindings" ADD CONSTRAINT "bindings_ip_address_id_fkey" FOREIGN KEY ("ip_address_id", "host_id")
    REFERENCES "ip_addresses" ("id", "host_id") ON DELETE CASCADE DEFERRABLE INITIALLY IMMEDIATE;
ALTER TABLE "bindings" ADD CONSTRAINT "bindings_port_id_fkey" FOREIGN KEY ("port_id", "host_id")
    REFERENCES "ports" ("id", "host_id") ON DELETE CASCADE DEFERRABLE INITIALLY IMMEDIATE;
ALTER TABLE "groups" ADD CONSTRAINT "groups_network_id_fkey" FOREIGN KEY ("network_id")
    REFERENCES "networks" ("id") ON DELETE CASCADE;
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_group_id_fkey" FOREIGN KEY ("group_id", "network_id", "member_type")
    REFERENCES "groups" ("id", "network_id", "member_type") ON DELETE CASCADE;
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_service_id_fkey" FOREIGN KEY ("service_id", "network_id")
    REFERENCES "services" ("id", "network_id") ON DELETE CASCADE;
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_binding_id_fkey" FOREIGN KEY ("binding_id", "network_id")
    REFERENCES "bindings" ("id", "network_id") ON DELETE CASCADE;
ALTER TABLE "daemon_api_keys" ADD CONSTRAINT "daemon_api_keys_network_id_fkey" FOREIGN KEY ("network_id")
    REFERENCES "networks" ("id") ON DELETE CASCADE;
ALTER TABLE "daemons" ADD CONSTRAINT "daemons_network_id_fkey" FOREIGN KEY ("network_id", "organization_id")
    REFERENCES "networks" ("id", "organization_id") ON DELETE CASCADE;
ALTER TABLE "daemons" ADD CONSTRAINT "daemons_host_id_fkey" FOREIGN KEY ("host_id", "network_id")
    REFERENCES "hosts" ("id", "network_id") ON DELETE NO ACTION;
ALTER TABLE "daemons" ADD CONSTRAINT "daemons_user_id_fkey" FOREIGN KEY ("user_id", "organization_id")
    REFERENCES "users" ("id", "organization_id") ON DELETE SET NULL ("user_id");
ALTER TABLE "daemons" ADD CONSTRAINT "daemons_api_key_id_fkey" FOREIGN KEY ("api_key_id", "network_id")
    REFERENCES "daemon_api_keys" ("id", "network_id") ON DELETE NO ACTION;
ALTER TABLE "daemon_subnets" ADD CONSTRAINT "daemon_subnets_daemon_id_fkey" FOREIGN KEY ("daemon_id", "network_id")
    REFERENCES "daemons" ("id", "network_id") ON DELETE CASCADE;
ALTER TABLE "daemon_subnets" ADD CONSTRAINT "daemon_subnets_subnet_id_fkey" FOREIGN KEY ("subnet_id", "network_id")
    REFERENCES "subnets" ("id", "network_id") ON DELETE CASCADE;
ALTER TABLE "discoveries" ADD CONSTRAINT "discoveries_network_id_fkey" FOREIGN KEY ("network_id")
    REFERENCES "networks" ("id") ON DELETE CASCADE;
ALTER TABLE "discoveries" ADD CONSTRAINT "discoveries_daemon_id_fkey" FOREIGN KEY ("daemon_id", "network_id")
    REFERENCES "daemons" ("id", "network_id") ON DELETE CASCADE;
ALTER TABLE "discovery_sessions" ADD CONSTRAINT "discovery_sessions_network_id_fkey" FOREIGN KEY ("network_id")
    REFERENCES "networks" ("id") ON DELETE CASCADE;
ALTER TABLE "discovery_sessions" ADD CONSTRAINT "discovery_sessions_discovery_id_fkey" FOREIGN KEY ("discovery_id", "network_id")
    REFERENCES "discoveries" ("id", "network_id") ON DELETE NO ACTION;
ALTER TABLE "discovery_sessions" ADD CONSTRAINT "discovery_sessions_daemon_id_fkey" FOREIGN KEY ("daemon_id", "network_id")
    REFERENCES "daemons" ("id", "network_id") ON DELETE CASCADE;
ALTER TABLE "snapshots" ADD CONSTRAINT "snapshots_network_id_fkey" FOREIGN KEY ("network_id", "organization_id")
    REFERENCES "networks" ("id", "organization_id") ON DELETE CASCADE;
ALTER TABLE "snapshots" ADD CONSTRAINT "snapshots_created_by_user_id_fkey" FOREIGN KEY ("created_by_user_id", "organization_id")
    REFERENCES "users" ("id", "organization_id") ON DELETE SET NULL ("created_by_user_id");
ALTER TABLE "topologies" ADD CONSTRAINT "topologies_network_id_fkey" FOREIGN KEY ("network_id")
    REFERENCES "networks" ("id") ON DELETE CASCADE;
ALTER TABLE "topologies" ADD CONSTRAINT "topologies_snapshot_id_fkey" FOREIGN KEY ("snapshot_id", "network_id")
    REFERENCES "snapshots" ("id", "network_id") ON DELETE CASCADE;
ALTER TABLE "shares" ADD CONSTRAINT "shares_network_id_fkey" FOREIGN KEY ("network_id", "organization_id")
    REFERENCES "networks" ("id", "organization_id") ON DELETE CASCADE;
ALTER TABLE "shares" ADD CONSTRAINT "shares_topology_id_fkey" FOREIGN KEY ("topology_id", "network_id")
    REFERENCES "topologies" ("id", "network_id") ON DELETE CASCADE;
ALTER TABLE "shares" ADD CONSTRAINT "shares_created_by_fkey" FOREIGN KEY ("created_by", "organization_id")
    REFERENCES "users" ("id", "organization_id") ON DELETE CASCADE;
ALTER TABLE "tags" ADD CONSTRAINT "tags_organization_id_fkey" FOREIGN KEY ("organization_id")
    REFERENCES "organizations" ("id") ON DELETE CASCADE;
ALTER TABLE "tag_assignments" ADD CONSTRAINT "tag_assignments_network_id_fkey" FOREIGN KEY ("network_id", "organization_id")
    REFERENCES "networks" ("id", "organization_id") ON DELETE CASCADE;
ALTER TABLE "tag_assignments" ADD CONSTRAINT "tag_assignments_tag_id_fkey" FOREIGN KEY ("tag_id", "organization_id")
    REFERENCES "tags" ("id", "organization_id") ON DELETE CASCADE;
ALTER TABLE "tag_assignments" ADD CONSTRAINT "tag_assignments_host_id_fkey" FOREIGN KEY ("host_id", "network_id")
    REFERENCES "hosts" ("id", "network_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "tag_assignments" ADD CONSTRAINT "tag_assignments_service_id_fkey" FOREIGN KEY ("service_id", "network_id")
    REFERENCES "services" ("id", "network_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "tag_assignments" ADD CONSTRAINT "tag_assignments_subnet_id_fkey" FOREIGN KEY ("subnet_id", "network_id")
    REFERENCES "subnets" ("id", "network_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "tag_assignments" ADD CONSTRAINT "tag_assignments_group_id_fkey" FOREIGN KEY ("group_id", "network_id")
    REFERENCES "groups" ("id", "network_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "tag_assignments" ADD CONSTRAINT "tag_assignments_tagged_network_id_fkey" FOREIGN KEY ("tagged_network_id", "organization_id")
    REFERENCES "networks" ("id", "organization_id") ON DELETE CASCADE;
ALTER TABLE "tag_assignments" ADD CONSTRAINT "tag_assignments_discovery_id_fkey" FOREIGN KEY ("discovery_id", "network_id")
    REFERENCES "discoveries" ("id", "network_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "tag_assignments" ADD CONSTRAINT "tag_assignments_daemon_id_fkey" FOREIGN KEY ("daemon_id", "network_id")
    REFERENCES "daemons" ("id", "network_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "tag_assignments" ADD CONSTRAINT "tag_assignments_daemon_api_key_id_fkey" FOREIGN KEY ("daemon_api_key_id", "network_id")
    REFERENCES "daemon_api_keys" ("id", "network_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "tag_assignments" ADD CONSTRAINT "tag_assignments_user_api_key_id_fkey" FOREIGN KEY ("user_api_key_id", "user_id", "organization_id")
    REFERENCES "user_api_keys" ("id", "user_id", "organization_id") ON DELETE CASCADE;

-- Natural keys that bind a part of the rows, or an expression
CREATE UNIQUE INDEX "users_lower_email_key" ON "users" (lower("email"));
CREATE UNIQUE INDEX "subnets_network_id_cidr_key" ON "subnets" ("network_id", "cidr")
    WHERE "subnet_type" NOT IN ('DockerBridge', 'PodmanBridge') AND "source_type" <> 'System';
CREATE UNIQUE INDEX "subnets_network_id_cidr_virtualization_service_id_key" ON "subnets" ("network_id", "cidr", "virtualization_service_id")
    WHERE "subnet_type" IN ('DockerBridge', 'PodmanBridge') AND "source_type" <> 'System';
CREATE UNIQUE INDEX "subnets_network_id_subnet_type_system_key" ON "subnets" ("network_id", "subnet_type")
    WHERE "source_type" = 'System';
CREATE UNIQUE INDEX "topologies_network_id_live_key" ON "topologies" ("network_id") WHERE "snapshot_id" IS NULL;

-- Lists in their default order
CREATE INDEX "users_organization_id_created_at_id_idx" ON "users" ("organization_id", "created_at", "id");
CREATE INDEX "networks_organization_id_created_at_id_idx" ON "networks" ("organization_id", "created_at", "id");
CREATE INDEX "invites_organization_id_created_at_id_idx" ON "invites" ("organization_id", "created_at", "id");
CREATE INDEX "credentials_organization_id_created_at_id_idx" ON "credentials" ("organization_id", "created_at", "id");
CREATE INDEX "tags_organization_id_created_at_id_idx" ON "tags" ("organization_id", "created_at", "id");
CREATE INDEX "user_api_keys_user_id_created_at_id_idx" ON "user_api_keys" ("user_id", "created_at", "id");
CREATE INDEX "hosts_network_id_created_at_id_idx" ON "hosts" ("network_id", "created_at", "id");
CREATE INDEX "subnets_network_id_created_at_id_idx" ON "subnets" ("network_id", "created_at", "id");
CREATE INDEX "ip_addresses_network_id_created_at_id_idx" ON "ip_addresses" ("network_id", "created_at", "id");
CREATE INDEX "interfaces_network_id_created_at_id_idx" ON "interfaces" ("network_id", "created_at", "id");
CREATE INDEX "ports_network_id_created_at_id_idx" ON "ports" ("network_id", "created_at", "id");
CREATE INDEX "services_network_id_created_at_id_idx" ON "services" ("network_id", "created_at", "id");
CREATE INDEX "bindings_network_id_created_at_id_idx" ON "bindings" ("network_id", "created_at", "id");
CREATE INDEX "groups_network_id_created_at_id_idx" ON "groups" ("network_id", "created_at", "id");
CREATE INDEX "daemon_api_keys_network_id_created_at_id_idx" ON "daemon_api_keys" ("network_id", "created_at", "id");
CREATE INDEX "daemons_network_id_created_at_id_idx" ON "daemons" ("network_id", "created_at", "id");
CREATE INDEX "discoveries_network_id_created_at_id_idx" ON "discoveries" ("network_id", "created_at", "id");
CREATE INDEX "snapshots_network_id_created_at_id_idx" ON "snapshots" ("network_id", "created_at", "id");
CREATE INDEX "topologies_network_id_created_at_id_idx" ON "topologies" ("network_id", "created_at", "id");
CREATE INDEX "shares_network_id_created_at_id_idx" ON "shares" ("network_id", "created_at", "id");
CREATE INDEX "vlans_network_id_created_at_id_idx" ON "vlans" ("network_id", "created_at", "id");

-- The referencing side of foreign keys, where no key above begins with it
CREATE INDEX "sessions_user_id_idx" ON "sessions" ("user_id") WHERE "user_id" IS NOT NULL;
CREATE INDEX "user_networks_network_id_idx" ON "user_networks" ("network_id");
CREATE INDEX "user_api_key_networks_network_id_idx" ON "user_api_key_networks" ("network_id");
CREATE INDEX "invites_created_by_idx" ON "invites" ("created_by") WHERE "created_by" IS NOT NULL;
CREATE INDEX "invite_networks_network_id_idx" ON "invite_networks" ("network_id");
CREATE INDEX "network_credentials_credential_id_idx" ON "network_credentials" ("credential_id");
CREATE INDEX "host_credentials_credential_id_idx" ON "host_credentials" ("credential_id");
CREATE INDEX "host_credentials_network_id_idx" ON "host_credentials" ("network_id");
CREATE INDEX "hosts_virtualization_service_id_idx" ON "hosts" ("virtualization_service_id") WHERE "virtualization_service_id" IS NOT NULL;
CREATE INDEX "subnets_virtualization_service_id_idx" ON "subnets" ("virtualization_service_id") WHERE "virtualization_service_id" IS NOT NULL;
CREATE INDEX "ip_addresses_subnet_id_idx" ON "ip_addresses" ("subnet_id");
CREATE INDEX "subnet_vlans_vlan_id_idx" ON "subnet_vlans" ("vlan_id");
CREATE INDEX "interfaces_ip_address_id_idx" ON "interfaces" ("ip_address_id") WHERE "ip_address_id" IS NOT NULL;
CREATE INDEX "interfaces_native_vlan_id_idx" ON "interfaces" ("native_vlan_id") WHERE "native_vlan_id" IS NOT NULL;
CREATE INDEX "interface_vlans_vlan_id_idx" ON "interface_vlans" ("vlan_id");
CREATE INDEX "interface_neighbors_remote_interface_id_idx" ON "interface_neighbors" ("remote_interface_id") WHERE "remote_interface_id" IS NOT NULL;
CREATE INDEX "interface_neighbors_remote_host_id_idx" ON "interface_neighbors" ("remote_host_id") WHERE "remote_host_id" IS NOT NULL;
CREATE INDEX "neighbor_evidence_interface_id_idx" ON "neighbor_evidence" ("interface_id");
CREATE INDEX "services_virtualization_service_id_idx" ON "services" ("virtualization_service_id") WHERE "virtualization_service_id" IS NOT NULL;
CREATE INDEX "bindings_host_id_idx" ON "bindings" ("host_id");
CREATE INDEX "bindings_port_id_idx" ON "bindings" ("port_id") WHERE "port_id" IS NOT NULL;
CREATE INDEX "bindings_ip_address_id_idx" ON "bindings" ("ip_address_id") WHERE "ip_address_id" IS NOT NULL;
CREATE INDEX "group_members_service_id_idx" ON "group_members" ("service_id") WHERE "service_id" IS NOT NULL;
CREATE INDEX "group_members_binding_id_idx" ON "group_members" ("binding_id") WHERE "binding_id" IS NOT NULL;
CREATE INDEX "daemons_host_id_idx" ON "daemons" ("host_id");
CREATE INDEX "daemons_user_id_idx" ON "daemons" ("user_id") WHERE "user_id" IS NOT NULL;
CREATE INDEX "daemons_api_key_id_idx" ON "daemons" ("api_key_id") WHERE "api_key_id" IS NOT NULL;
CREATE INDEX "daemon_subnets_subnet_id_idx" ON "daemon_subnets" ("subnet_id");
CREATE INDEX "discoveries_daemon_id_idx" ON "discoveries" ("daemon_id");
CREATE INDEX "discovery_sessions_network_id_idx" ON "discovery_sessions" ("network_id");
CREATE INDEX "discovery_sessions_daemon_id_idx" ON "discovery_sessions" ("daemon_id");
CREATE INDEX "snapshots_created_by_user_id_idx" ON "snapshots" ("created_by_user_id") WHERE "created_by_user_id" IS NOT NULL;
CREATE INDEX "shares_topology_id_idx" ON "shares" ("topology_id");
CREATE INDEX "shares_created_by_idx" ON "shares" ("created_by");
CREATE INDEX "tag_assignments_tag_id_idx" ON "tag_assignments" ("tag_id");
CREATE INDEX "tag_assignments_network_id_idx" ON "tag_assignments" ("network_id") WHERE "network_id" IS NOT NULL;
CREATE INDEX "tag_assignments_host_id_idx" ON "tag_assignments" ("host_id") WHERE "host_id" IS NOT NULL;
CREATE INDEX "tag_assignments_service_id_idx" ON "tag_assignments" ("service_id") WHERE "service_id" IS NOT NULL;
CREATE INDEX "tag_assignments_subnet_id_idx" ON "tag_assignments" ("subnet_id") WHERE "subnet_id" IS NOT NULL;
CREATE INDEX "tag_assignments_group_id_idx" ON "tag_assignments" ("group_id") WHERE "group_id" IS NOT NULL;
CREATE INDEX "tag_assignments_tagged_network_id_idx" ON "tag_assignments" ("tagged_network_id") WHERE "tagged_network_id" IS NOT NULL;
CREATE INDEX "tag_assignments_discovery_id_idx" ON "tag_assignments" ("discovery_id") WHERE "discovery_id" IS NOT NULL;
CREATE INDEX "tag_assignments_daemon_id_idx" ON "tag_assignments" ("daemon_id") WHERE "daemon_id" IS NOT NULL;
CREATE INDEX "tag_assignments_daemon_api_key_id_idx" ON "tag_assignments" ("daemon_api_key_id") WHERE "daemon_api_key_id" IS NOT NULL;
CREATE INDEX "tag_assignments_user_api_key_id_idx" ON "tag_assignments" ("user_api_key_id") WHERE "user_api_key_id" IS NOT NULL;
CREATE INDEX "services_host_id_position_idx" ON "services" ("host_id", "position");
CREATE INDEX "hosts_first_discovery_id_idx" ON "hosts" ("first_discovery_id") WHERE "first_discovery_id" IS NOT NULL;
CREATE INDEX "hosts_last_discovery_id_idx" ON "hosts" ("last_discovery_id") WHERE "last_discovery_id" IS NOT NULL;
CREATE INDEX "subnets_first_discovery_id_idx" ON "subnets" ("first_discovery_id") WHERE "first_discovery_id" IS NOT NULL;
CREATE INDEX "subnets_last_discovery_id_idx" ON "subnets" ("last_discovery_id") WHERE "last_discovery_id" IS NOT NULL;
CREATE INDEX "ip_addresses_first_discovery_id_idx" ON "ip_addresses" ("first_discovery_id") WHERE "first_discovery_id" IS NOT NULL;
CREATE INDEX "ip_addresses_last_discovery_id_idx" ON "ip_addresses" ("last_discovery_id") WHERE "last_discovery_id" IS NOT NULL;
CREATE INDEX "vlans_first_discovery_id_idx" ON "vlans" ("first_discovery_id") WHERE "first_discovery_id" IS NOT NULL;
CREATE INDEX "vlans_last_discovery_id_idx" ON "vlans" ("last_discovery_id") WHERE "last_discovery_id" IS NOT NULL;
CREATE INDEX "interfaces_first_discovery_id_idx" ON "interfaces" ("first_discovery_id") WHERE "first_discovery_id" IS NOT NULL;
CREATE INDEX "interfaces_last_discovery_id_idx" ON "interfaces" ("last_discovery_id") WHERE "last_discovery_id" IS NOT NULL;
CREATE INDEX "ports_first_discovery_id_idx" ON "ports" ("first_discovery_id") WHERE "first_discovery_id" IS NOT NULL;
CREATE INDEX "ports_last_discovery_id_idx" ON "ports" ("last_discovery_id") WHERE "last_discovery_id" IS NOT NULL;
CREATE INDEX "services_first_discovery_id_idx" ON "services" ("first_discovery_id") WHERE "first_discovery_id" IS NOT NULL;
CREATE INDEX "services_last_discovery_id_idx" ON "services" ("last_discovery_id") WHERE "last_discovery_id" IS NOT NULL;
CREATE INDEX "bindings_first_discovery_id_idx" ON "bindings" ("first_discovery_id") WHERE "first_discovery_id" IS NOT NULL;
CREATE INDEX "bindings_last_discovery_id_idx" ON "bindings" ("last_discovery_id") WHERE "last_discovery_id" IS NOT NULL;

-- Look-ups: "same thing again?", neighbour resolution, clearing away what is over
CREATE INDEX "hosts_network_id_chassis_id_idx" ON "hosts" ("network_id", "chassis_id") WHERE "chassis_id" IS NOT NULL;
CREATE INDEX "ip_addresses_network_id_ip_address_idx" ON "ip_addresses" ("network_id", "ip_address");
CREATE INDEX "ip_addresses_network_id_mac_address_idx" ON "ip_addresses" ("network_id", "mac_address") WHERE "mac_address" IS NOT NULL;
CREATE INDEX "interfaces_network_id_mac_address_idx" ON "interfaces" ("network_id", "mac_address") WHERE "mac_address" IS NOT NULL;
CREATE INDEX "sessions_expires_at_idx" ON "sessions" ("expires_at");
CREATE INDEX "login_failures_last_failed_at_idx" ON "login_failures" ("last_failed_at");

-- 20261121062912_schedules

-- When a schedule is due next, and what a daemon is to be told on its next poll.

ALTER TABLE "discoveries" ADD COLUMN "next_run" TIMESTAMPTZ(3);
ALTER TABLE "discoveries" ADD CONSTRAINT "discoveries_next_run_check"
    CHECK ("next_run" IS NULL OR "schedule_enabled" IS TRUE);

ALTER TABLE "daemons" ADD COLUMN "cancel_pending" BOOLEAN NOT NULL DEFAULT false;

-- The scheduler asks every few seconds which schedules are due.
CREATE INDEX "discoveries_next_run_idx" ON "discoveries" ("next_run") WHERE "schedule_enabled";

-- 20261121063900_swaps_on_a_host

-- Parts of a host may swap what makes them unique in one statement: these keys are checked at its end, not row by row.
ALTER TABLE "ip_addresses"
  DROP CONSTRAINT "ip_addresses_host_id_subnet_id_ip_address_key",
  ADD CONSTRAINT "ip_addresses_host_id_subnet_id_ip_address_key"
    UNIQUE ("host_id", "subnet_id", "ip_address") DEFERRABLE INITIALLY IMMEDIATE;

ALTER TABLE "interfaces"
  DROP CONSTRAINT "interfaces_host_id_if_name_key",
  ADD CONSTRAINT "interfaces_host_id_if_name_key"
    UNIQUE ("host_id", "if_name") DEFERRABLE INITIALLY IMMEDIATE;

ALTER TABLE "ports"
  DROP CONSTRAINT "ports_host_id_number_protocol_key",
  ADD CONSTRAINT "ports_host_id_number_protocol_key"
    UNIQUE ("host_id", "number", "protocol") DEFERRABLE INITIALLY IMMEDIATE;

ALTER TABLE "bindings"
  DROP CONSTRAINT "bindings_service_id_port_id_ip_address_id_key",
  ADD CONSTRAINT "bindings_service_id_port_id_ip_address_id_key"
    UNIQUE NULLS NOT DISTINCT ("service_id", "port_id", "ip_address_id") DEFERRABLE INITIALLY IMMEDIATE;

-- 20261121064500_network_changes

-- Which transactions changed what networks hold. Rows are only added: writers of one network never wait for each other
-- here, and whoever sees a transaction's rows sees its mark as well. No foreign key: the mark of a network's deletion
-- outlives it, until it is swept.
CREATE TABLE network_changes (
  network_id uuid NOT NULL,
  transaction_id bigint NOT NULL,
  changed_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT network_changes_pkey PRIMARY KEY (network_id, transaction_id)
);
CREATE INDEX network_changes_changed_at_idx ON network_changes (changed_at);

-- Once per statement, whatever its number of rows.
CREATE FUNCTION mark_network_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO network_changes (network_id, transaction_id)
  SELECT DISTINCT changed.network_id, pg_current_xact_id()::text::bigint
  FROM changed_rows changed
  WHERE changed.network_id IS NOT NULL
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

-- A row that moves changes the network that it leaves too.
CREATE FUNCTION mark_network_changes_of_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO network_changes (network_id, transaction_id)
  SELECT DISTINCT changed.network_id, pg_current_xact_id()::text::bigint
  FROM (SELECT network_id FROM rows_before UNION ALL SELECT network_id FROM changed_rows) changed
  WHERE changed.network_id IS NOT NULL
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

-- A tag is the organization's: its name, color and meaning are drawn in all of its networks.
CREATE FUNCTION mark_network_changes_of_tags() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO network_changes (network_id, transaction_id)
  SELECT networks.id, pg_current_xact_id()::text::bigint
  FROM networks
  WHERE networks.organization_id IN (SELECT organization_id FROM changed_rows)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

DO $$
DECLARE
  watched text;
BEGIN
  FOREACH watched IN ARRAY ARRAY[
    'hosts', 'interfaces', 'interface_vlans', 'interface_neighbors', 'ip_addresses', 'ports', 'bindings', 'services',
    'subnets', 'subnet_vlans', 'vlans', 'groups', 'group_members', 'tag_assignments'
  ] LOOP
    EXECUTE format(
      'CREATE TRIGGER %1$s_insert_marks_network AFTER INSERT ON %1$I REFERENCING NEW TABLE AS changed_rows '
      'FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes()', watched);
    EXECUTE format(
      'CREATE TRIGGER %1$s_delete_marks_network AFTER DELETE ON %1$I REFERENCING OLD TABLE AS changed_rows '
      'FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes()', watched);
    EXECUTE format(
      'CREATE TRIGGER %1$s_update_marks_network AFTER UPDATE ON %1$I REFERENCING OLD TABLE AS rows_before '
      'NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes_of_update()', watched);
  END LOOP;
END $$;

CREATE TRIGGER tags_insert_marks_networks AFTER INSERT ON tags REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes_of_tags();
CREATE TRIGGER tags_update_marks_networks AFTER UPDATE ON tags REFERENCING NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes_of_tags();
CREATE TRIGGER tags_delete_marks_networks AFTER DELETE ON tags REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes_of_tags();

-- 20261121065741_search

-- Searches look for a text anywhere inside of others: PostgreSQL's own arrays and GIN index their trigrams, so that no
-- extension is needed, which not every role may create.
CREATE FUNCTION "search_trigrams"("texts" text[]) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  one text;
  found text[] := '{}';
BEGIN
  FOREACH one IN ARRAY texts LOOP
    one := lower(one);
    FOR at IN 1 .. coalesce(length(one), 0) - 2 LOOP
      found := found || substr(one, at, 3);
    END LOOP;
  END LOOP;
  RETURN found;
END
$$;

CREATE INDEX "hosts_search_idx" ON "hosts" USING gin (
  "search_trigrams"(ARRAY["name", "hostname", "description", "sys_name", "sys_descr", "chassis_id", "manufacturer", "model", "serial_number", "os"])
);
CREATE INDEX "services_search_idx" ON "services" USING gin ("search_trigrams"(ARRAY["name", "service_definition"]));

-- Orders that people ask for and that change seldom; times of the last sighting would make every observation rewrite an index.
CREATE INDEX "hosts_network_id_name_id_idx" ON "hosts" ("network_id", "name", "id");
CREATE INDEX "services_network_id_name_id_idx" ON "services" ("network_id", "name", "id");

-- 20261121074200_neighbors_pending

-- Runs that are complete and whose neighbours are still to be resolved: a crash in between loses none.

ALTER TABLE "discoveries" ADD COLUMN "neighbors_pending" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "discoveries" ADD CONSTRAINT "discoveries_neighbors_pending_check"
    CHECK (NOT "neighbors_pending" OR "run_type" = 'Historical');

-- Asked every few seconds.
CREATE INDEX "discoveries_neighbors_pending_idx" ON "discoveries" ("network_id") WHERE "neighbors_pending";

-- 20261121200000_history

-- History. Every historied table has a twin that keeps the states its rows have left, written by triggers, so that no
-- writer can forget it: a state is kept when it ends, by whatever path.

-- Who changed something, or did something worth keeping. One row per transaction that changes historied rows: rows and
-- revisions name the event that made them. Nothing points back from here, so that events outlive what they tell of.
CREATE TYPE "audit_event_type" AS ENUM (
  'Change', 'SignIn', 'SignInRefused', 'SignOut', 'PasswordChanged', 'UserAdded', 'UserRemoved', 'RightsChanged',
  'KeyCreated', 'KeyChanged', 'KeyRotated', 'KeyDeleted', 'InviteCreated', 'InviteRevoked', 'ApiAccessChanged'
);
CREATE TYPE "audit_actor_type" AS ENUM ('User', 'UserApiKey', 'Daemon', 'Discovery', 'System');
CREATE TABLE "audit_events" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "organization_id" UUID,
    "event_type" "audit_event_type" NOT NULL DEFAULT 'Change',
    "actor_type" "audit_actor_type" NOT NULL DEFAULT 'System',
    "actor_name" TEXT,
    "user_id" UUID,
    "user_api_key_id" UUID,
    "daemon_id" UUID,
    "discovery_id" UUID,
    "operation" TEXT,
    "subject_type" TEXT,
    "subject_id" UUID,
    "subject_name" TEXT,
    "details" JSONB,

    CONSTRAINT "audit_events_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "audit_events_organization_id_fkey" FOREIGN KEY ("organization_id")
      REFERENCES "organizations" ("id") ON DELETE CASCADE
);
CREATE INDEX "audit_events_organization_id_created_at_id_idx" ON "audit_events" ("organization_id", "created_at", "id");
CREATE INDEX "audit_events_created_at_idx" ON "audit_events" USING brin ("created_at");

-- The time of this transaction's changes: one, whatever it changes. It is taken under a lock that stands for that moment and
-- is held, shared, until the transaction ends: whoever sees the locks of older moments gone has seen all changes up to then.
CREATE FUNCTION "change_time"() RETURNS timestamptz LANGUAGE plpgsql AS $$
DECLARE
  changed_at timestamptz := nullif(current_setting('netloom.changed_at', true), '')::timestamptz;
  begun_at timestamptz;
  millisecond bigint;
BEGIN
  IF changed_at IS NULL THEN
    begun_at := date_trunc('milliseconds', clock_timestamp());
    millisecond := extract(epoch FROM begun_at) * 1000;
    PERFORM pg_advisory_xact_lock_shared((millisecond / 1000 - 1700000000)::int, (millisecond % 1000)::int);
    changed_at := greatest(begun_at, date_trunc('milliseconds', clock_timestamp()));
    PERFORM set_config('netloom.changed_at', changed_at::text, true);
  END IF;
  RETURN changed_at;
END $$;

-- Transactions that have taken their time, and may still change something with it or with a later one.
CREATE FUNCTION "history_writers"() RETURNS TABLE (id text, begun_at timestamptz) LANGUAGE sql AS $$
  SELECT virtualtransaction, to_timestamp(1700000000 + classid::bigint) + objid::bigint * interval '1 millisecond'
  FROM pg_locks
  -- Nobody else takes locks of two numbers.
  WHERE locktype = 'advisory' AND objsubid = 2 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
$$;

-- The event and the time of this transaction's changes. The event itself is written by what has changed something: rows
-- that are there already, and are inserted again, change nothing.
CREATE FUNCTION "begin_change"(OUT event_id uuid, OUT changed_at timestamptz) LANGUAGE plpgsql AS $$
BEGIN
  event_id := nullif(current_setting('netloom.audit_event', true), '')::uuid;
  changed_at := change_time();
  IF event_id IS NULL THEN
    event_id := gen_random_uuid();
    PERFORM set_config('netloom.audit_event', event_id::text, true);
  END IF;
END $$;

-- Writes the event that this transaction has begun, once: what is changed first names its network.
CREATE FUNCTION "tell_change"(network uuid, organization uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  event_id text := current_setting('netloom.audit_event');
  actor jsonb;
BEGIN
  IF current_setting('netloom.told_event', true) = event_id THEN
    RETURN;
  END IF;
  actor := coalesce(nullif(current_setting('netloom.actor', true), ''), '{}')::jsonb;
  INSERT INTO audit_events (
    id, created_at, organization_id, actor_type, user_id, user_api_key_id, daemon_id, discovery_id, operation, actor_name,
    subject_type, subject_id, subject_name
  )
  SELECT event_id::uuid, change_time(),
    coalesce((actor->>'organizationId')::uuid, organization, subject.organization_id),
    coalesce(actor->>'actorType', 'System')::audit_actor_type,
    (actor->>'userId')::uuid, (actor->>'userApiKeyId')::uuid, (actor->>'daemonId')::uuid,
    (actor->>'discoveryId')::uuid, actor->>'operation',
    -- As it is called now: it may be gone when someone reads this.
    coalesce(
      (SELECT name FROM user_api_keys WHERE id = (actor->>'userApiKeyId')::uuid),
      (SELECT email FROM users WHERE id = (actor->>'userId')::uuid),
      (SELECT name FROM daemons WHERE id = (actor->>'daemonId')::uuid),
      (SELECT name FROM discoveries WHERE id = (actor->>'discoveryId')::uuid)
    ),
    CASE WHEN subject.id IS NOT NULL THEN 'Network' END, subject.id, subject.name
  FROM (SELECT) one LEFT JOIN networks subject ON subject.id = network;
  PERFORM set_config('netloom.told_event', event_id, true);
END $$;

CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(NEW) - 'is_last' <> to_jsonb(OLD) - 'is_last' THEN
    RAISE EXCEPTION 'what was, stays' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

-- What is truncated tells nobody which rows it took.
CREATE FUNCTION "refuse_truncation"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'history is kept of %: delete its rows', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER "no_truncation" BEFORE TRUNCATE ON "audit_events" EXECUTE FUNCTION refuse_truncation();

-- Gives a table its twin, its triggers and its as-of functions; to be called again after its columns have changed.
--   <table>_revisions       the states its rows have left: id is the live row's, revision_id their own, is_last tells that
--                           the row was deleted, or left its network, with it
--   <table>_at(at)          its rows as of an instant, for those found by an id
--   <table>_at(at, scope)   the same within networks (or organizations), for whole lists
-- Observation alone (updated_at, last_seen_at, last_discovery_id) is no change and not kept, so rows of the past tell the
-- start of their state instead: else they would go on changing.
CREATE FUNCTION "keep_history_of"(kept text, scope text) RETURNS void LANGUAGE plpgsql AS $function$
DECLARE
  twin text := kept || '_revisions';
  observed constant text[] := ARRAY['updated_at', 'last_seen_at', 'last_discovery_id'];
  -- The network and the organization of a change, as tell_change takes them.
  owner constant text := CASE scope WHEN 'network_id' THEN 'owner.id, NULL' ELSE 'NULL, owner.id' END;
  all_columns text;
  old_columns text;
  differs text;
  past_columns text;
  reference text;
  missing record;
BEGIN
  EXECUTE format('CREATE TABLE IF NOT EXISTS %I (LIKE %I)', twin, kept);
  FOR missing IN
    SELECT attname, format_type(atttypid, atttypmod) AS type FROM pg_attribute
    WHERE attrelid = kept::regclass AND attnum > 0 AND NOT attisdropped AND attname NOT IN (
      SELECT attname FROM pg_attribute WHERE attrelid = twin::regclass AND attnum > 0 AND NOT attisdropped)
  LOOP
    EXECUTE format('ALTER TABLE %I ADD COLUMN %I %s', twin, missing.attname, missing.type);
  END LOOP;

  SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum),
    string_agg('gone.' || quote_ident(attname), ', ' ORDER BY attnum),
    string_agg(format('OLD.%1$I IS DISTINCT FROM NEW.%1$I', attname), ' OR ' ORDER BY attnum)
      FILTER (WHERE attgenerated = '' AND attname <> ALL (observed)),
    string_agg(CASE
      WHEN attname IN ('updated_at', 'last_seen_at') THEN 'r.valid_from'
      WHEN attname IN ('valid_to', 'last_discovery_id') THEN format('NULL::%s', format_type(atttypid, atttypmod))
      ELSE 'r.' || quote_ident(attname) END, ', ' ORDER BY attnum)
  INTO all_columns, old_columns, differs, past_columns
  FROM pg_attribute WHERE attrelid = kept::regclass AND attnum > 0 AND NOT attisdropped;
  old_columns := replace(old_columns, 'gone.valid_to', 'gone.ended_at');

  IF NOT EXISTS (SELECT FROM pg_constraint WHERE conrelid = twin::regclass AND contype = 'p') THEN
    EXECUTE format('ALTER TABLE %I ADD COLUMN revision_id uuid NOT NULL DEFAULT gen_random_uuid()', twin);
    EXECUTE format('ALTER TABLE %I ADD COLUMN ended_by uuid NOT NULL', twin);
    EXECUTE format('ALTER TABLE %I ADD COLUMN is_last boolean NOT NULL', twin);
    EXECUTE format('ALTER TABLE %I ALTER COLUMN valid_to SET NOT NULL', twin);
    EXECUTE format('ALTER TABLE %I ADD PRIMARY KEY (id, valid_from)', twin);
    EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I CHECK (valid_from < valid_to)', twin, twin || '_period_check');
    EXECUTE format('CREATE UNIQUE INDEX %I ON %I (id, valid_to)', twin || '_id_valid_to_key', twin);
    EXECUTE format('CREATE INDEX %I ON %I (%I, valid_to)', twin || '_scope_idx', twin, scope);
    EXECUTE format('CREATE INDEX %I ON %I (%I, valid_to) WHERE is_last', twin || '_last_idx', twin, scope);
    EXECUTE format('CREATE INDEX %I ON %I USING brin (valid_to)', twin || '_valid_to_idx', twin);
    -- What has changed since an instant.
    EXECUTE format('CREATE INDEX %I ON %I (%I, valid_from)', kept || '_scope_valid_from_idx', kept, scope);
    -- What leads from one row to others, as on the live table.
    FOR reference IN
      SELECT DISTINCT attname FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = ANY (conkey)
      WHERE conrelid = kept::regclass AND contype = 'f' AND atttypid = 'uuid'::regtype
        AND attname NOT IN ('network_id', 'organization_id', 'user_id', 'first_discovery_id', 'last_discovery_id')
    LOOP
      EXECUTE format('CREATE INDEX %I ON %I (%3$I, valid_to) WHERE %3$I IS NOT NULL',
        twin || '_' || reference || '_idx', twin, reference);
    END LOOP;
  END IF;

  EXECUTE format($source$
    CREATE OR REPLACE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $body$
    DECLARE
      begun record;
    BEGIN
      begun := begin_change();
      NEW.audit_event_id := begun.event_id;
      IF current_setting('netloom.keep_given_times', true) IS DISTINCT FROM 'on' THEN
        NEW.valid_from := begun.changed_at;
        -- Callers' clocks tell almost the same; what is brought in from before keeps its times.
        IF NEW.created_at > begun.changed_at - interval '1 minute' THEN
          %2$s
          NEW.created_at := begun.changed_at;
          NEW.updated_at := begun.changed_at;
        END IF;
      END IF;
      RETURN NEW;
    END $body$ $source$,
    kept || '_begin',
    -- Seen when made, unless it was seen before.
    CASE WHEN all_columns ~ '\mlast_seen_at\M' THEN
      'IF NEW.last_seen_at >= NEW.created_at THEN NEW.last_seen_at := begun.changed_at; END IF;' ELSE '' END);
  EXECUTE format('CREATE OR REPLACE TRIGGER history_1_begin BEFORE INSERT ON %I FOR EACH ROW EXECUTE FUNCTION %I()',
    kept, kept || '_begin');

  -- A row may come back under its old id, but not at a time when it was still there: the next try has a later one.
  EXECUTE format($source$
    CREATE OR REPLACE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $body$
    BEGIN
      IF EXISTS (SELECT FROM rows_after made JOIN %2$I r ON r.id = made.id AND r.valid_to > made.valid_from) THEN
        RAISE EXCEPTION 'the row was deleted at the same time' USING ERRCODE = 'serialization_failure';
      END IF;
      PERFORM tell_change(%3$s) FROM (SELECT %4$I AS id FROM rows_after LIMIT 1) owner;
      RETURN NULL;
    END $body$ $source$, kept || '_begin_later', twin, owner, scope);
  EXECUTE format('CREATE OR REPLACE TRIGGER history_2_begin_later AFTER INSERT ON %I REFERENCING NEW TABLE AS rows_after '
    'FOR EACH STATEMENT EXECUTE FUNCTION %I()', kept, kept || '_begin_later');

  -- What a transaction changes twice was never seen in between: its states in between are not kept.
  EXECUTE format($source$
    CREATE OR REPLACE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $body$
    DECLARE
      begun record;
    BEGIN
      IF NEW.id <> OLD.id THEN
        RAISE EXCEPTION 'ids of rows never change' USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      begun := begin_change();
      NEW.audit_event_id := begun.event_id;
      NEW.valid_from := CASE WHEN OLD.audit_event_id = begun.event_id THEN OLD.valid_from
        ELSE greatest(begun.changed_at, OLD.valid_from + interval '1 millisecond') END;
      RETURN NEW;
    END $body$ $source$, kept || '_change');
  EXECUTE format('CREATE OR REPLACE TRIGGER history_1_change BEFORE UPDATE ON %I FOR EACH ROW WHEN (%s) '
    'EXECUTE FUNCTION %I()', kept, differs, kept || '_change');

  EXECUTE format($source$
    CREATE OR REPLACE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $body$
    DECLARE
      event_id uuid := nullif(current_setting('netloom.audit_event', true), '')::uuid;
    BEGIN
      -- Most updates are observations: nothing has begun a change.
      IF event_id IS NOT NULL THEN
        -- What foreign keys do to a row one after the other, PostgreSQL tells at once: its first state is the one that ends.
        INSERT INTO %2$I (%3$s, ended_by, is_last)
        SELECT %4$s, event_id, is_last FROM (
          SELECT DISTINCT ON (before.id) before.*, after.valid_from AS ended_at,
            after.%5$I <> before.%5$I AS is_last
          FROM rows_before before JOIN rows_after after ON after.id = before.id AND after.audit_event_id = event_id
          WHERE before.audit_event_id IS DISTINCT FROM event_id
          ORDER BY before.id, before.updated_at DESC
        ) gone;
        -- Where no state has ended, the transaction has made or changed the rows before, and told so.
        IF FOUND THEN
          PERFORM tell_change(%6$s)
          FROM (SELECT %5$I AS id FROM rows_after WHERE audit_event_id = event_id LIMIT 1) owner;
        END IF;
        -- Left with a later change of the same transaction.
        UPDATE %2$I r SET is_last = true FROM rows_before before JOIN rows_after after ON after.id = before.id
        WHERE before.audit_event_id = event_id AND after.%5$I <> before.%5$I
          AND r.id = before.id AND r.valid_to = before.valid_from AND NOT r.is_last;
      END IF;
      RETURN NULL;
    END $body$ $source$, kept || '_keep_changed', twin, all_columns, old_columns, scope, owner);
  EXECUTE format('CREATE OR REPLACE TRIGGER history_2_keep_changed AFTER UPDATE ON %I REFERENCING OLD TABLE AS rows_before '
    'NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION %I()', kept, kept || '_keep_changed');

  -- Writers of a row follow one another by its lock, so that each finds the states before its own: this tells a mistake.
  EXECUTE format($source$
    CREATE OR REPLACE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $body$
    BEGIN
      IF EXISTS (
        SELECT FROM rows_after made CROSS JOIN LATERAL (
          SELECT valid_to FROM %2$I r WHERE r.id = made.id AND r.valid_from < made.valid_to
          ORDER BY r.valid_from DESC LIMIT 2
        ) r
        GROUP BY made.id, made.valid_from HAVING count(*) FILTER (WHERE r.valid_to > made.valid_from) > 1
      ) THEN
        RAISE EXCEPTION 'states of one row overlap' USING ERRCODE = 'exclusion_violation', CONSTRAINT = '%2$s_no_overlap';
      END IF;
      RETURN NULL;
    END $body$ $source$, twin || '_no_overlap', twin);
  EXECUTE format('CREATE OR REPLACE TRIGGER no_overlap AFTER INSERT ON %I REFERENCING NEW TABLE AS rows_after '
    'FOR EACH STATEMENT EXECUTE FUNCTION %I()', twin, twin || '_no_overlap');
  EXECUTE format('CREATE OR REPLACE TRIGGER kept_for_good BEFORE UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION refuse_change()',
    twin);
  EXECUTE format('CREATE OR REPLACE TRIGGER history_1_no_truncation BEFORE TRUNCATE ON %I '
    'EXECUTE FUNCTION refuse_truncation()', kept);
  EXECUTE format('CREATE OR REPLACE TRIGGER no_truncation BEFORE TRUNCATE ON %I EXECUTE FUNCTION refuse_truncation()', twin);

  -- With a network goes its history: nobody can ask for it any more.
  EXECUTE format($source$
    CREATE OR REPLACE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $body$
    DECLARE
      begun record;
      owner record;
    BEGIN
      FOR owner IN
        SELECT DISTINCT %5$I AS id FROM rows_before WHERE EXISTS (SELECT FROM %6$I live WHERE live.id = rows_before.%5$I)
      LOOP
        begun := begin_change();
        PERFORM tell_change(%7$s);
        INSERT INTO %2$I (%3$s, ended_by, is_last)
        SELECT %4$s, begun.event_id, true FROM (
          SELECT before.*, greatest(begun.changed_at, before.valid_from + interval '1 millisecond') AS ended_at
          FROM rows_before before
          WHERE before.%5$I = owner.id AND before.audit_event_id IS DISTINCT FROM begun.event_id
        ) gone;
        -- Changed before in the same transaction.
        UPDATE %2$I r SET is_last = true FROM rows_before before
        WHERE before.%5$I = owner.id AND before.audit_event_id = begun.event_id
          AND r.id = before.id AND r.valid_to = before.valid_from AND NOT r.is_last;
      END LOOP;
      RETURN NULL;
    END $body$ $source$, kept || '_keep_deleted', twin, all_columns, old_columns, scope,
    CASE scope WHEN 'network_id' THEN 'networks' ELSE 'organizations' END, owner);
  EXECUTE format('CREATE OR REPLACE TRIGGER history_2_keep_deleted AFTER DELETE ON %I REFERENCING OLD TABLE AS rows_before '
    'FOR EACH STATEMENT EXECUTE FUNCTION %I()', kept, kept || '_keep_deleted');

  EXECUTE format($source$
    CREATE OR REPLACE FUNCTION %1$I(at timestamptz) RETURNS SETOF %2$I LANGUAGE sql STABLE AS $body$
      SELECT %4$s FROM %2$I r WHERE r.valid_from <= at
      UNION ALL
      SELECT %4$s FROM %3$I r WHERE r.valid_from <= at AND r.valid_to > at
    $body$ $source$, kept || '_at', kept, twin, past_columns);
  EXECUTE format($source$
    CREATE OR REPLACE FUNCTION %1$I(at timestamptz, scope uuid[]) RETURNS SETOF %2$I LANGUAGE sql STABLE AS $body$
      SELECT %4$s FROM %2$I r WHERE r.valid_from <= at
      UNION ALL
      -- What has changed since is there with its present state, or left with its last one.
      SELECT %4$s FROM (
        SELECT id FROM %2$I WHERE %5$I = ANY (scope) AND valid_from > at
        UNION
        SELECT id FROM %3$I WHERE %5$I = ANY (scope) AND valid_to > at AND is_last
      ) since CROSS JOIN LATERAL (
        SELECT * FROM %3$I state WHERE state.id = since.id AND state.valid_from <= at
        ORDER BY state.valid_from DESC LIMIT 1
      ) r
      WHERE r.valid_to > at AND r.%5$I = ANY (scope)
    $body$ $source$, kept || '_at', kept, twin, past_columns, scope);
END $function$;

DO $$
DECLARE
  kept text;
BEGIN
  FOREACH kept IN ARRAY ARRAY[
    'hosts', 'interfaces', 'interface_vlans', 'interface_neighbors', 'ip_addresses', 'ports', 'bindings', 'services',
    'subnets', 'subnet_vlans', 'vlans', 'groups', 'group_members', 'tags', 'tag_assignments'
  ] LOOP
    EXECUTE format('ALTER TABLE %I ADD COLUMN audit_event_id uuid', kept);
    PERFORM keep_history_of(
      kept, CASE WHEN kept IN ('tags', 'tag_assignments') THEN 'organization_id' ELSE 'network_id' END);
  END LOOP;
END $$;

-- 20261121214000_audit

-- What has no history of its own is told by events: people, keys, invites, networks and settings. Triggers write them, so
-- that nothing is done without its event, by whatever path, and no event tells of what was not done.

ALTER TYPE "audit_event_type" ADD VALUE 'InviteAccepted';
ALTER TYPE "audit_event_type" ADD VALUE 'OrganizationChanged';
ALTER TYPE "audit_event_type" ADD VALUE 'OrganizationReset';
ALTER TYPE "audit_event_type" ADD VALUE 'NetworkCreated';
ALTER TYPE "audit_event_type" ADD VALUE 'NetworkChanged';
ALTER TYPE "audit_event_type" ADD VALUE 'NetworkDeleted';
ALTER TYPE "audit_event_type" ADD VALUE 'CredentialCreated';
ALTER TYPE "audit_event_type" ADD VALUE 'CredentialChanged';
ALTER TYPE "audit_event_type" ADD VALUE 'CredentialDeleted';
ALTER TYPE "audit_event_type" ADD VALUE 'ShareCreated';
ALTER TYPE "audit_event_type" ADD VALUE 'ShareChanged';
ALTER TYPE "audit_event_type" ADD VALUE 'ShareDeleted';
ALTER TYPE "audit_event_type" ADD VALUE 'SnapshotTaken';
ALTER TYPE "audit_event_type" ADD VALUE 'SnapshotDeleted';
ALTER TYPE "audit_event_type" ADD VALUE 'DiscoveryCreated';
ALTER TYPE "audit_event_type" ADD VALUE 'DiscoveryChanged';
ALTER TYPE "audit_event_type" ADD VALUE 'DiscoveryDeleted';
ALTER TYPE "audit_event_type" ADD VALUE 'DaemonAdded';
ALTER TYPE "audit_event_type" ADD VALUE 'DaemonRemoved';

-- Events stay as they are. They go with their organization, and when they are older than history is kept: the sweep says
-- so with a setting of its transaction.
CREATE FUNCTION "keep_audit_event"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND (
    current_setting('netloom.sweep', true) = 'on'
    OR (OLD.organization_id IS NOT NULL AND NOT EXISTS (SELECT FROM organizations WHERE id = OLD.organization_id))
  ) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'audit events are never changed or deleted' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER "keep" BEFORE UPDATE OR DELETE ON "audit_events" FOR EACH ROW EXECUTE FUNCTION "keep_audit_event"();

-- Adds an event by this transaction's actor, at the time of its changes unless told otherwise.
CREATE FUNCTION "add_audit_event"(
  kind text, organization uuid, subject_kind text, subject uuid, called text, more jsonb, happened timestamptz DEFAULT NULL
) RETURNS void LANGUAGE sql AS $$
  INSERT INTO audit_events (
    created_at, organization_id, event_type, actor_type, actor_name, user_id, user_api_key_id, daemon_id, discovery_id,
    operation, subject_type, subject_id, subject_name, details
  )
  SELECT coalesce(happened, change_time()), organization, kind::audit_event_type,
    coalesce(actor->>'actorType', 'System')::audit_actor_type,
    coalesce(
      (SELECT name FROM user_api_keys WHERE id = (actor->>'userApiKeyId')::uuid),
      (SELECT email FROM users WHERE id = (actor->>'userId')::uuid),
      (SELECT name FROM daemons WHERE id = (actor->>'daemonId')::uuid),
      (SELECT name FROM discoveries WHERE id = (actor->>'discoveryId')::uuid)
    ),
    (actor->>'userId')::uuid, (actor->>'userApiKeyId')::uuid, (actor->>'daemonId')::uuid, (actor->>'discoveryId')::uuid,
    actor->>'operation', subject_kind, subject, called, more
  FROM (SELECT coalesce(nullif(current_setting('netloom.actor', true), ''), '{}')::jsonb AS actor) by
  -- With its organization goes its audit.
  WHERE EXISTS (SELECT FROM organizations WHERE id = organization)
$$;

-- Trigger function. Arguments: event, kind of row, columns told, columns that are only named, table of networks given to it
-- and its column.
CREATE FUNCTION "audit_row"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END;
  after jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END;
  state jsonb := coalesce(after, before);
  told text[] := TG_ARGV[2]::text[];
  named text[] := TG_ARGV[3]::text[];
  network uuid := (state->>'network_id')::uuid;
  organization uuid := (state->>'organization_id')::uuid;
  more jsonb;
  networks jsonb;
BEGIN
  -- With a network goes what is in it: the event of the network says so.
  IF network IS NOT NULL THEN
    SELECT organization_id INTO organization FROM networks WHERE id = network;
    IF NOT FOUND THEN
      RETURN NULL;
    END IF;
  END IF;
  IF TG_TABLE_NAME = 'organizations' THEN
    organization := (state->>'id')::uuid;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    SELECT jsonb_object_agg(name, jsonb_build_object('from', before->name, 'to', after->name)) INTO more
    FROM unnest(told) name WHERE before->name IS DISTINCT FROM after->name;
    -- Where nothing else is told, the event's name says it all.
    IF cardinality(told) > 0 THEN
      more := coalesce(more, '{}') || coalesce((
        SELECT jsonb_object_agg(name, jsonb_build_object('changed', true))
        FROM unnest(named) name WHERE before->name IS DISTINCT FROM after->name), '{}');
    END IF;
  ELSE
    SELECT jsonb_object_agg(name, state->name) INTO more FROM unnest(told) name WHERE state->>name IS NOT NULL;
  END IF;
  IF TG_OP = 'INSERT' AND TG_NARGS > 4 THEN
    EXECUTE format('SELECT coalesce(jsonb_agg(network_id ORDER BY network_id), ''[]'') FROM %I WHERE %I = $1',
      TG_ARGV[4], TG_ARGV[5]) INTO networks USING (state->>'id')::uuid;
    more := coalesce(more, '{}') || jsonb_build_object('network_ids', networks);
  END IF;
  PERFORM add_audit_event(TG_ARGV[0], organization, TG_ARGV[1], (state->>'id')::uuid,
    coalesce(state->>'name', state->>'email', state->>'send_to'), nullif(more, '{}'),
    CASE WHEN TG_OP = 'INSERT' AND current_setting('netloom.keep_given_times', true) = 'on'
      THEN (state->>'created_at')::timestamptz END);
  RETURN NULL;
END $$;

-- Tells the event when it is over: by then a row has all that was given to it, and what went with it is gone.
CREATE FUNCTION "audit_on"(
  change text, watched text, event text, kind text, told text[], named text[] DEFAULT '{}', given text[] DEFAULT '{}',
  condition text DEFAULT NULL
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  differs text;
BEGIN
  SELECT string_agg(format('OLD.%1$I IS DISTINCT FROM NEW.%1$I', name), ' OR ') INTO differs
  FROM unnest(told || named) name WHERE change = 'UPDATE';
  EXECUTE format('CREATE CONSTRAINT TRIGGER %I AFTER %s ON %I DEFERRABLE INITIALLY DEFERRED FOR EACH ROW %s '
    'EXECUTE FUNCTION audit_row(%s)', 'audit_' || event, change, watched,
    coalesce('WHEN (' || nullif(concat_ws(' AND ', '(' || differs || ')', condition), '') || ')', ''),
    (SELECT string_agg(quote_literal(argument), ', ')
     FROM unnest(ARRAY[event, kind, told::text, named::text] || given) argument));
END $$;

SELECT audit_on('INSERT', 'users', 'UserAdded', 'User', '{permissions}', given => '{user_networks,user_id}');
SELECT audit_on('DELETE', 'users', 'UserRemoved', 'User', '{permissions}');
SELECT audit_on('UPDATE', 'users', 'RightsChanged', 'User', '{permissions}');
SELECT audit_on('UPDATE', 'users', 'PasswordChanged', 'User', '{}', '{password_hash}');

SELECT audit_on('INSERT', 'user_api_keys', 'KeyCreated', 'UserApiKey', '{user_id,permissions,is_enabled,expires_at}',
  given => '{user_api_key_networks,user_api_key_id}');
SELECT audit_on('UPDATE', 'user_api_keys', 'KeyChanged', 'UserApiKey', '{name,permissions,is_enabled,expires_at}');
SELECT audit_on('UPDATE', 'user_api_keys', 'KeyRotated', 'UserApiKey', '{}', '{key_hash}');
SELECT audit_on('DELETE', 'user_api_keys', 'KeyDeleted', 'UserApiKey', '{user_id,permissions}');
SELECT audit_on('INSERT', 'daemon_api_keys', 'KeyCreated', 'DaemonApiKey', '{network_id,is_enabled,expires_at}');
SELECT audit_on('UPDATE', 'daemon_api_keys', 'KeyChanged', 'DaemonApiKey', '{name,network_id,is_enabled,expires_at}');
SELECT audit_on('UPDATE', 'daemon_api_keys', 'KeyRotated', 'DaemonApiKey', '{}', '{key_hash}');
SELECT audit_on('DELETE', 'daemon_api_keys', 'KeyDeleted', 'DaemonApiKey', '{network_id}');

SELECT audit_on('INSERT', 'invites', 'InviteCreated', 'Invite', '{permissions,send_to,expires_at}',
  given => '{invite_networks,invite_id}');
SELECT audit_on('UPDATE', 'invites', 'InviteAccepted', 'Invite', '{accepted_at}');
SELECT audit_on('DELETE', 'invites', 'InviteRevoked', 'Invite', '{permissions,send_to,expires_at}');

SELECT audit_on('UPDATE', 'organizations', 'OrganizationChanged', 'Organization', '{name}');
SELECT audit_on('UPDATE', 'organizations', 'ApiAccessChanged', 'Organization', '{api_access_enabled}');

SELECT audit_on('INSERT', 'networks', 'NetworkCreated', 'Network', '{stale_after_hours}');
SELECT audit_on('UPDATE', 'networks', 'NetworkChanged', 'Network', '{name,stale_after_hours}');
SELECT audit_on('DELETE', 'networks', 'NetworkDeleted', 'Network', '{}');

SELECT audit_on('INSERT', 'credentials', 'CredentialCreated', 'Credential', '{credential_type}');
SELECT audit_on('UPDATE', 'credentials', 'CredentialChanged', 'Credential', '{name,credential_type}', '{secrets}');
SELECT audit_on('DELETE', 'credentials', 'CredentialDeleted', 'Credential', '{credential_type}');

SELECT audit_on('INSERT', 'shares', 'ShareCreated', 'Share', '{network_id,topology_id,is_enabled,expires_at}');
SELECT audit_on('UPDATE', 'shares', 'ShareChanged', 'Share',
  '{name,topology_id,is_enabled,expires_at,allowed_domains,enabled_views}', '{password_hash}');
SELECT audit_on('DELETE', 'shares', 'ShareDeleted', 'Share', '{network_id,topology_id}');

SELECT audit_on('INSERT', 'snapshots', 'SnapshotTaken', 'Snapshot', '{network_id,taken_at}');
SELECT audit_on('DELETE', 'snapshots', 'SnapshotDeleted', 'Snapshot', '{network_id,taken_at}');

-- Finished runs are kept as discoveries: nobody made them.
SELECT audit_on('INSERT', 'discoveries', 'DiscoveryCreated', 'Discovery', '{network_id,daemon_id,run_type,cron_schedule}',
  condition => 'NEW.run_type <> ''Historical''');
SELECT audit_on('UPDATE', 'discoveries', 'DiscoveryChanged', 'Discovery',
  '{name,network_id,daemon_id,run_type,cron_schedule,schedule_enabled,timezone,discovery_type,discovery_details}');
SELECT audit_on('DELETE', 'discoveries', 'DiscoveryDeleted', 'Discovery', '{network_id,daemon_id,run_type}',
  condition => 'OLD.run_type <> ''Historical''');

SELECT audit_on('INSERT', 'daemons', 'DaemonAdded', 'Daemon', '{network_id,host_id,mode,url}');
SELECT audit_on('DELETE', 'daemons', 'DaemonRemoved', 'Daemon', '{network_id,host_id}');

-- 20261121220000_retention

-- What is kept of the past goes some day: which states snapshots pin is asked for each of them.
CREATE INDEX "snapshots_network_id_taken_at_idx" ON "snapshots" ("network_id", "taken_at");
CREATE INDEX "snapshots_organization_id_taken_at_idx" ON "snapshots" ("organization_id", "taken_at");

-- With a network or an organization goes its history, in the background. One that is made anew under an old id begins
-- with none.
CREATE FUNCTION "begin_without_history"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  twin text;
BEGIN
  FOREACH twin IN ARRAY string_to_array(TG_ARGV[1], ' ') LOOP
    EXECUTE format('DELETE FROM %I WHERE %I = $1', twin, TG_ARGV[0]) USING NEW.id;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER "begin_without_history" AFTER INSERT ON "networks" FOR EACH ROW EXECUTE FUNCTION begin_without_history(
  'network_id', 'hosts_revisions interfaces_revisions interface_vlans_revisions interface_neighbors_revisions ip_addresses_revisions ports_revisions bindings_revisions services_revisions subnets_revisions subnet_vlans_revisions vlans_revisions groups_revisions group_members_revisions'
);
CREATE TRIGGER "begin_without_tags_history" AFTER INSERT ON "networks" FOR EACH ROW
  EXECUTE FUNCTION begin_without_history('tagged_network_id', 'tag_assignments_revisions');
CREATE TRIGGER "begin_without_history" AFTER INSERT ON "organizations" FOR EACH ROW
  EXECUTE FUNCTION begin_without_history('organization_id', 'tags_revisions tag_assignments_revisions');

-- 20261121230000_history_kept_since

-- From when on every state of a network, and of the tags of an organization, is kept: the latest end of a state that
-- retention has removed. Whoever asks for an earlier instant is told so, and is not shown what happens to be left of it.
ALTER TABLE "networks" ADD COLUMN "history_kept_since" TIMESTAMPTZ(3);
ALTER TABLE "organizations" ADD COLUMN "history_kept_since" TIMESTAMPTZ(3);
