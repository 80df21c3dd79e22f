SET timezone = 'UTC';

SET check_function_bodies = off;

CREATE TYPE audit_actor_type AS ENUM ('User', 'UserApiKey', 'Daemon', 'Discovery', 'System');

CREATE TYPE audit_event_type AS ENUM ('Change', 'SignIn', 'SignInRefused', 'SignOut', 'PasswordChanged', 'PasswordLinkMade', 'SecondFactorSet', 'SecondFactorRemoved', 'RecoveryCodesReplaced', 'PasskeyAdded', 'PasskeyRemoved', 'SecondFactorRequirementChanged', 'UserAdded', 'UserRemoved', 'RightsChanged', 'KeyCreated', 'KeyChanged', 'KeyRotated', 'KeyDeleted', 'InviteCreated', 'InviteRevoked', 'ApiAccessChanged', 'InviteAccepted', 'OrganizationChanged', 'OrganizationReset', 'NetworkCreated', 'NetworkChanged', 'NetworkDeleted', 'CredentialCreated', 'CredentialChanged', 'CredentialDeleted', 'ShareCreated', 'ShareChanged', 'ShareDeleted', 'SnapshotTaken', 'SnapshotDeleted', 'DiscoveryCreated', 'DiscoveryChanged', 'DiscoveryDeleted', 'DaemonAdded', 'DaemonRemoved', 'CredentialsSent', 'DaemonConfirmed', 'LinkDecided', 'LinkDecisionDeleted');

CREATE TYPE color AS ENUM ('Pink', 'Rose', 'Red', 'Orange', 'Amber', 'Yellow', 'Lime', 'Green', 'Emerald', 'Teal', 'Cyan', 'Sky', 'Blue', 'Indigo', 'Violet', 'Purple', 'Fuchsia', 'Gray');

CREATE TYPE credential_type AS ENUM ('SnmpV1', 'SnmpV2c', 'SnmpV3');

CREATE TYPE daemon_mode AS ENUM ('server_poll', 'daemon_poll');

CREATE TYPE discovery_phase AS ENUM ('Pending', 'Queued', 'Starting', 'Started', 'Scanning', 'Complete', 'Failed', 'Cancelled');

CREATE TYPE discovery_stage AS ENUM ('SelfReport', 'Network', 'Docker');

CREATE TYPE discovery_type AS ENUM ('Unified', 'Rescan');

CREATE TYPE edge_style AS ENUM ('Straight', 'SmoothStep', 'Bezier');

CREATE TYPE entity_source_type AS ENUM ('Manual', 'System', 'Imported', 'Discovery', 'DiscoveryWithMatch', 'Inferred', 'Unknown');

CREATE TYPE forwarding_reason AS ENUM ('Pending', 'NeighborReported', 'Stale', 'NotEdgePort', 'NoMachine', 'UnknownMac', 'AmbiguousMac', 'SeveralMachines', 'LearnedElsewhere', 'Decided', 'Refuted');

CREATE TYPE group_member_type AS ENUM ('Services', 'Bindings');

CREATE TYPE group_type AS ENUM ('RequestPath', 'HubAndSpoke');

CREATE TYPE host_virtualization_type AS ENUM ('Proxmox', 'VCenter', 'ESXi');

CREATE TYPE if_admin_status AS ENUM ('Up', 'Down', 'Testing');

CREATE TYPE if_oper_status AS ENUM ('Up', 'Down', 'Testing', 'Unknown', 'Dormant', 'NotPresent', 'LowerLayerDown');

CREATE TYPE import_action AS ENUM ('Create', 'Change', 'Match', 'Refuse');

CREATE TYPE import_row_kind AS ENUM ('Host', 'Interface', 'Subnet', 'Vlan', 'Entry');

CREATE TYPE link_verdict AS ENUM ('Proposed', 'Confirmed', 'Refuted');

CREATE TYPE lldp_chassis_id_subtype AS ENUM ('ChassisComponent', 'InterfaceAlias', 'PortComponent', 'MacAddress', 'NetworkAddress', 'InterfaceName', 'LocallyAssigned');

CREATE TYPE lldp_port_id_subtype AS ENUM ('InterfaceAlias', 'PortComponent', 'MacAddress', 'NetworkAddress', 'InterfaceName', 'AgentCircuitId', 'LocallyAssigned');

CREATE TYPE match_confidence AS ENUM ('NotApplicable', 'Low', 'Medium', 'High', 'Certain');

CREATE TYPE neighbor_basis AS ENUM ('LLDP', 'CDP', 'FDB', 'ARP', 'Manual');

CREATE TYPE neighbor_protocol AS ENUM ('LLDP', 'CDP');

CREATE TYPE neighbor_reason AS ENUM ('Pending', 'Superseded', 'Stale', 'NoIdentity', 'UnknownChassis', 'AmbiguousMac', 'AmbiguousAddress', 'AmbiguousChassisId', 'AmbiguousName', 'OwnHost', 'UnknownPort', 'AmbiguousPort', 'OneSided', 'Refuted');

CREATE TYPE run_type AS ENUM ('Scheduled', 'AdHoc', 'Historical');

CREATE TYPE saved_view_visibility AS ENUM ('Own', 'Organization');

CREATE TYPE service_virtualization_type AS ENUM ('Docker', 'Podman');

CREATE TYPE subnet_type AS ENUM ('Internet', 'Remote', 'Gateway', 'VpnTunnel', 'Dmz', 'Lan', 'WiFi', 'IoT', 'Guest', 'DockerBridge', 'PodmanBridge', 'MacVlan', 'IpVlan', 'Management', 'Storage', 'Loopback', 'Unknown');

CREATE TYPE taggable_entity_type AS ENUM ('Host', 'Service', 'Subnet', 'Group', 'Network', 'Discovery', 'Daemon', 'DaemonApiKey', 'UserApiKey');

CREATE TYPE topology_view AS ENUM ('L2Physical', 'L3Logical', 'Workloads', 'Application');

CREATE TYPE transport_protocol AS ENUM ('Tcp', 'Udp');

CREATE TYPE user_org_permissions AS ENUM ('Viewer', 'Member', 'Admin', 'Owner');

CREATE TABLE "_prisma_migrations" (
  id character varying(36) NOT NULL,
  checksum character varying(64) NOT NULL,
  finished_at timestamp with time zone,
  migration_name character varying(255) NOT NULL,
  logs text,
  rolled_back_at timestamp with time zone,
  started_at timestamp with time zone DEFAULT now() NOT NULL,
  applied_steps_count integer DEFAULT 0 NOT NULL
);

CREATE TABLE "arp_evidence" (
  interface_id uuid NOT NULL,
  network_id uuid NOT NULL,
  mac_addresses text[] NOT NULL,
  read_at timestamp(3) with time zone NOT NULL,
  reason forwarding_reason DEFAULT 'Pending'::forwarding_reason
);

CREATE TABLE "audit_events" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  organization_id uuid,
  event_type audit_event_type DEFAULT 'Change'::audit_event_type NOT NULL,
  actor_type audit_actor_type DEFAULT 'System'::audit_actor_type NOT NULL,
  actor_name text,
  user_id uuid,
  user_api_key_id uuid,
  daemon_id uuid,
  discovery_id uuid,
  operation text,
  subject_type text,
  subject_id uuid,
  subject_name text,
  details jsonb
);

CREATE TABLE "bindings" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  valid_from timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  valid_to timestamp(3) with time zone,
  lineage_id uuid GENERATED ALWAYS AS (id) STORED NOT NULL,
  last_seen_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  last_discovery_id uuid,
  first_discovery_id uuid,
  network_id uuid NOT NULL,
  host_id uuid NOT NULL,
  service_id uuid NOT NULL,
  ip_address_id uuid,
  port_id uuid,
  audit_event_id uuid
);

CREATE TABLE "bindings_revisions" (
  id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  valid_from timestamp(3) with time zone NOT NULL,
  valid_to timestamp(3) with time zone NOT NULL,
  lineage_id uuid NOT NULL,
  last_seen_at timestamp(3) with time zone NOT NULL,
  last_discovery_id uuid,
  first_discovery_id uuid,
  network_id uuid NOT NULL,
  host_id uuid NOT NULL,
  service_id uuid NOT NULL,
  ip_address_id uuid,
  port_id uuid,
  audit_event_id uuid,
  revision_id uuid DEFAULT gen_random_uuid() NOT NULL,
  ended_by uuid NOT NULL,
  is_last boolean NOT NULL
);

CREATE TABLE "credentials" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  organization_id uuid NOT NULL,
  name text NOT NULL,
  credential_type credential_type NOT NULL,
  secrets bytea NOT NULL,
  is_default boolean DEFAULT false NOT NULL
);

CREATE TABLE "daemon_alerts" (
  daemon_id uuid NOT NULL,
  network_id uuid NOT NULL,
  last_seen timestamp(3) with time zone NOT NULL
);

CREATE TABLE "daemon_api_keys" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  network_id uuid NOT NULL,
  name text NOT NULL,
  key_hash text NOT NULL,
  key_prefix text NOT NULL,
  is_enabled boolean DEFAULT true NOT NULL,
  expires_at timestamp(3) with time zone,
  last_used timestamp(3) with time zone
);

CREATE TABLE "daemon_polls" (
  daemon_id uuid NOT NULL,
  network_id uuid NOT NULL,
  url text NOT NULL,
  sealed_key bytea NOT NULL,
  due_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  leased_until timestamp(3) with time zone,
  contacted_at timestamp(3) with time zone
);

CREATE TABLE "daemon_subnets" (
  daemon_id uuid NOT NULL,
  subnet_id uuid NOT NULL,
  network_id uuid NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE "daemons" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  network_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  host_id uuid NOT NULL,
  user_id uuid,
  api_key_id uuid,
  name text NOT NULL,
  mode daemon_mode NOT NULL,
  url text NOT NULL,
  version text,
  last_seen timestamp(3) with time zone,
  is_unreachable boolean DEFAULT false NOT NULL,
  poll_failures integer DEFAULT 0 NOT NULL,
  standby boolean DEFAULT false NOT NULL,
  cancel_pending boolean DEFAULT false NOT NULL,
  confirmed_at timestamp(3) with time zone,
  has_docker_socket boolean DEFAULT false NOT NULL
);

CREATE TABLE "discoveries" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  network_id uuid NOT NULL,
  daemon_id uuid NOT NULL,
  name text NOT NULL,
  discovery_type discovery_type NOT NULL,
  discovery_details jsonb DEFAULT '{}'::jsonb NOT NULL,
  run_type run_type NOT NULL,
  cron_schedule text,
  schedule_enabled boolean,
  timezone text,
  last_run timestamp(3) with time zone,
  results jsonb,
  session_id uuid,
  force_full_scan boolean DEFAULT false NOT NULL,
  scan_count integer DEFAULT 0 NOT NULL,
  next_run timestamp(3) with time zone,
  neighbors_pending boolean DEFAULT false NOT NULL
);

CREATE TABLE "discovery_sessions" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  network_id uuid NOT NULL,
  discovery_id uuid NOT NULL,
  daemon_id uuid NOT NULL,
  phase discovery_phase DEFAULT 'Pending'::discovery_phase NOT NULL,
  discovery_type discovery_type NOT NULL,
  discovery_details jsonb DEFAULT '{}'::jsonb NOT NULL,
  progress integer DEFAULT 0 NOT NULL,
  reason text,
  error text,
  warnings text[] DEFAULT ARRAY[]::text[] NOT NULL,
  hosts_discovered integer DEFAULT 0 NOT NULL,
  estimated_remaining_secs integer,
  started_at timestamp(3) with time zone,
  last_update_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  daemon_version text,
  cancel_requested boolean DEFAULT false NOT NULL,
  scanned jsonb,
  credential_results jsonb,
  stage discovery_stage
);

CREATE TABLE "email_tokens" (
  user_id uuid NOT NULL,
  purpose text NOT NULL,
  email text NOT NULL,
  token_hash text NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE "forwarding_evidence" (
  interface_id uuid NOT NULL,
  network_id uuid NOT NULL,
  read_at timestamp(3) with time zone NOT NULL,
  reason forwarding_reason DEFAULT 'Pending'::forwarding_reason
);

CREATE TABLE "group_members" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  valid_from timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  valid_to timestamp(3) with time zone,
  lineage_id uuid GENERATED ALWAYS AS (id) STORED NOT NULL,
  network_id uuid NOT NULL,
  group_id uuid NOT NULL,
  member_type group_member_type GENERATED ALWAYS AS (
CASE
    WHEN (service_id IS NOT NULL) THEN 'Services'::group_member_type
    ELSE 'Bindings'::group_member_type
END) STORED NOT NULL,
  service_id uuid,
  binding_id uuid,
  "position" integer NOT NULL,
  audit_event_id uuid
);

CREATE TABLE "group_members_revisions" (
  id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  valid_from timestamp(3) with time zone NOT NULL,
  valid_to timestamp(3) with time zone NOT NULL,
  lineage_id uuid NOT NULL,
  network_id uuid NOT NULL,
  group_id uuid NOT NULL,
  member_type group_member_type NOT NULL,
  service_id uuid,
  binding_id uuid,
  "position" integer NOT NULL,
  audit_event_id uuid,
  revision_id uuid DEFAULT gen_random_uuid() NOT NULL,
  ended_by uuid NOT NULL,
  is_last boolean NOT NULL
);

CREATE TABLE "groups" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  valid_from timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  valid_to timestamp(3) with time zone,
  lineage_id uuid GENERATED ALWAYS AS (id) STORED NOT NULL,
  network_id uuid NOT NULL,
  source_type entity_source_type DEFAULT 'Manual'::entity_source_type NOT NULL,
  source_confidence match_confidence,
  source_reason text,
  name text NOT NULL,
  description text,
  group_type group_type NOT NULL,
  member_type group_member_type NOT NULL,
  color color NOT NULL,
  edge_style edge_style DEFAULT 'SmoothStep'::edge_style NOT NULL,
  audit_event_id uuid
);

CREATE TABLE "groups_revisions" (
  id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  valid_from timestamp(3) with time zone NOT NULL,
  valid_to timestamp(3) with time zone NOT NULL,
  lineage_id uuid NOT NULL,
  network_id uuid NOT NULL,
  source_type entity_source_type NOT NULL,
  source_confidence match_confidence,
  source_reason text,
  name text NOT NULL,
  description text,
  group_type group_type NOT NULL,
  member_type group_member_type NOT NULL,
  color color NOT NULL,
  edge_style edge_style NOT NULL,
  audit_event_id uuid,
  revision_id uuid DEFAULT gen_random_uuid() NOT NULL,
  ended_by uuid NOT NULL,
  is_last boolean NOT NULL
);

CREATE TABLE "host_credentials" (
  host_id uuid NOT NULL,
  credential_id uuid NOT NULL,
  network_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE "hosts" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  valid_from timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  valid_to timestamp(3) with time zone,
  lineage_id uuid GENERATED ALWAYS AS (id) STORED NOT NULL,
  last_seen_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  last_discovery_id uuid,
  first_discovery_id uuid,
  network_id uuid NOT NULL,
  source_type entity_source_type DEFAULT 'Manual'::entity_source_type NOT NULL,
  source_confidence match_confidence,
  source_reason text,
  name text NOT NULL,
  hostname text,
  description text,
  hidden boolean DEFAULT false NOT NULL,
  sys_descr text,
  sys_object_id text,
  sys_location text,
  sys_contact text,
  management_url text,
  chassis_id text,
  sys_name text,
  sys_name_source text,
  manufacturer text,
  manufacturer_source text,
  model text,
  model_source text,
  serial_number text,
  serial_number_source text,
  firmware_revision text,
  firmware_revision_source text,
  software_revision text,
  software_revision_source text,
  os text,
  os_source text,
  virtualization_type host_virtualization_type,
  vm_name text,
  vm_id text,
  virtualization_service_id uuid,
  audit_event_id uuid,
  missing_since timestamp(3) with time zone,
  name_source text,
  hostname_source text
);

CREATE TABLE "hosts_revisions" (
  id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  valid_from timestamp(3) with time zone NOT NULL,
  valid_to timestamp(3) with time zone NOT NULL,
  lineage_id uuid NOT NULL,
  last_seen_at timestamp(3) with time zone NOT NULL,
  last_discovery_id uuid,
  first_discovery_id uuid,
  network_id uuid NOT NULL,
  source_type entity_source_type NOT NULL,
  source_confidence match_confidence,
  source_reason text,
  name text NOT NULL,
  hostname text,
  description text,
  hidden boolean NOT NULL,
  sys_descr text,
  sys_object_id text,
  sys_location text,
  sys_contact text,
  management_url text,
  chassis_id text,
  sys_name text,
  sys_name_source text,
  manufacturer text,
  manufacturer_source text,
  model text,
  model_source text,
  serial_number text,
  serial_number_source text,
  firmware_revision text,
  firmware_revision_source text,
  software_revision text,
  software_revision_source text,
  os text,
  os_source text,
  virtualization_type host_virtualization_type,
  vm_name text,
  vm_id text,
  virtualization_service_id uuid,
  audit_event_id uuid,
  revision_id uuid DEFAULT gen_random_uuid() NOT NULL,
  ended_by uuid NOT NULL,
  is_last boolean NOT NULL,
  missing_since timestamp(3) with time zone,
  name_source text,
  hostname_source text
);

CREATE TABLE "import_plan_rows" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  plan_id uuid NOT NULL,
  network_id uuid NOT NULL,
  user_id uuid NOT NULL,
  "position" integer NOT NULL,
  line integer NOT NULL,
  kind import_row_kind NOT NULL,
  action import_action NOT NULL,
  name text NOT NULL,
  entity_id uuid,
  entity_updated_at timestamp(3) with time zone,
  fields text[] DEFAULT ARRAY[]::text[] NOT NULL,
  code text,
  reason text,
  entry jsonb
);

CREATE TABLE "import_plans" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  network_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  user_id uuid NOT NULL,
  file_name text NOT NULL,
  created integer DEFAULT 0 NOT NULL,
  changed integer DEFAULT 0 NOT NULL,
  matched integer DEFAULT 0 NOT NULL,
  refused integer DEFAULT 0 NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  applied_at timestamp(3) with time zone
);

CREATE TABLE "interface_neighbors" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  valid_from timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  valid_to timestamp(3) with time zone,
  lineage_id uuid GENERATED ALWAYS AS (id) STORED NOT NULL,
  network_id uuid NOT NULL,
  interface_id uuid NOT NULL,
  remote_interface_id uuid,
  remote_host_id uuid,
  protocol neighbor_protocol NOT NULL,
  audit_event_id uuid,
  basis neighbor_basis,
  down_since timestamp(3) with time zone
);

CREATE TABLE "interface_neighbors_revisions" (
  id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  valid_from timestamp(3) with time zone NOT NULL,
  valid_to timestamp(3) with time zone NOT NULL,
  lineage_id uuid NOT NULL,
  network_id uuid NOT NULL,
  interface_id uuid NOT NULL,
  remote_interface_id uuid,
  remote_host_id uuid,
  protocol neighbor_protocol NOT NULL,
  audit_event_id uuid,
  revision_id uuid DEFAULT gen_random_uuid() NOT NULL,
  ended_by uuid NOT NULL,
  is_last boolean NOT NULL,
  basis neighbor_basis,
  down_since timestamp(3) with time zone
);

CREATE TABLE "interface_vlans" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  valid_from timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  valid_to timestamp(3) with time zone,
  lineage_id uuid GENERATED ALWAYS AS (id) STORED NOT NULL,
  network_id uuid NOT NULL,
  interface_id uuid NOT NULL,
  vlan_id uuid NOT NULL,
  audit_event_id uuid
);

CREATE TABLE "interface_vlans_revisions" (
  id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  valid_from timestamp(3) with time zone NOT NULL,
  valid_to timestamp(3) with time zone NOT NULL,
  lineage_id uuid NOT NULL,
  network_id uuid NOT NULL,
  interface_id uuid NOT NULL,
  vlan_id uuid NOT NULL,
  audit_event_id uuid,
  revision_id uuid DEFAULT gen_random_uuid() NOT NULL,
  ended_by uuid NOT NULL,
  is_last boolean NOT NULL
);

CREATE TABLE "interfaces" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  valid_from timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  valid_to timestamp(3) with time zone,
  lineage_id uuid GENERATED ALWAYS AS (id) STORED NOT NULL,
  last_seen_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  last_discovery_id uuid,
  first_discovery_id uuid,
  network_id uuid NOT NULL,
  host_id uuid NOT NULL,
  if_index integer,
  if_descr text,
  if_name text,
  if_alias text,
  if_type integer,
  speed_bps bigint,
  admin_status if_admin_status,
  oper_status if_oper_status,
  mac_address text,
  ip_configured boolean DEFAULT false NOT NULL,
  fdb_macs text[] DEFAULT ARRAY[]::text[] NOT NULL,
  ip_address_id uuid,
  native_vlan_id uuid,
  audit_event_id uuid
);

CREATE TABLE "interfaces_revisions" (
  id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  valid_from timestamp(3) with time zone NOT NULL,
  valid_to timestamp(3) with time zone NOT NULL,
  lineage_id uuid NOT NULL,
  last_seen_at timestamp(3) with time zone NOT NULL,
  last_discovery_id uuid,
  first_discovery_id uuid,
  network_id uuid NOT NULL,
  host_id uuid NOT NULL,
  if_index integer,
  if_descr text,
  if_name text,
  if_alias text,
  if_type integer,
  speed_bps bigint,
  admin_status if_admin_status,
  oper_status if_oper_status,
  mac_address text,
  ip_configured boolean NOT NULL,
  fdb_macs text[] NOT NULL,
  ip_address_id uuid,
  native_vlan_id uuid,
  audit_event_id uuid,
  revision_id uuid DEFAULT gen_random_uuid() NOT NULL,
  ended_by uuid NOT NULL,
  is_last boolean NOT NULL
);

CREATE TABLE "invite_networks" (
  invite_id uuid NOT NULL,
  network_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE "invites" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  organization_id uuid NOT NULL,
  created_by uuid,
  permissions user_org_permissions NOT NULL,
  send_to text,
  expires_at timestamp(3) with time zone NOT NULL,
  accepted_at timestamp(3) with time zone
);

CREATE TABLE "ip_addresses" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  valid_from timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  valid_to timestamp(3) with time zone,
  lineage_id uuid GENERATED ALWAYS AS (id) STORED NOT NULL,
  last_seen_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  last_discovery_id uuid,
  first_discovery_id uuid,
  network_id uuid NOT NULL,
  host_id uuid NOT NULL,
  subnet_id uuid NOT NULL,
  subnet_cidr inet NOT NULL,
  ip_address inet NOT NULL,
  name text,
  mac_address text,
  "position" integer DEFAULT 0 NOT NULL,
  audit_event_id uuid
);

CREATE TABLE "ip_addresses_revisions" (
  id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  valid_from timestamp(3) with time zone NOT NULL,
  valid_to timestamp(3) with time zone NOT NULL,
  lineage_id uuid NOT NULL,
  last_seen_at timestamp(3) with time zone NOT NULL,
  last_discovery_id uuid,
  first_discovery_id uuid,
  network_id uuid NOT NULL,
  host_id uuid NOT NULL,
  subnet_id uuid NOT NULL,
  subnet_cidr inet NOT NULL,
  ip_address inet NOT NULL,
  name text,
  mac_address text,
  "position" integer NOT NULL,
  audit_event_id uuid,
  revision_id uuid DEFAULT gen_random_uuid() NOT NULL,
  ended_by uuid NOT NULL,
  is_last boolean NOT NULL
);

CREATE TABLE "link_decisions" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  network_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  interface_id uuid NOT NULL,
  remote_interface_id uuid,
  remote_host_id uuid,
  verdict link_verdict NOT NULL,
  created_by_user_id uuid
);

CREATE TABLE "login_failures" (
  email text NOT NULL,
  failure_count integer DEFAULT 1 NOT NULL,
  last_failed_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  locked_until timestamp(3) with time zone
);

CREATE TABLE "mails" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  organization_id uuid,
  kind text NOT NULL,
  recipient text NOT NULL,
  subject_id uuid,
  due_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  claimed_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone
);

CREATE TABLE "neighbor_evidence" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  network_id uuid NOT NULL,
  interface_id uuid NOT NULL,
  protocol neighbor_protocol NOT NULL,
  lldp_chassis_id_subtype lldp_chassis_id_subtype,
  lldp_chassis_id_value text,
  lldp_port_id_subtype lldp_port_id_subtype,
  lldp_port_id_value text,
  lldp_sys_name text,
  lldp_port_desc text,
  lldp_mgmt_addr inet,
  lldp_sys_desc text,
  cdp_device_id text,
  cdp_port_id text,
  cdp_platform text,
  cdp_address inet,
  resolved_interface_id uuid,
  resolved_host_id uuid,
  reason neighbor_reason DEFAULT 'Pending'::neighbor_reason
);

CREATE TABLE "network_changes" (
  network_id uuid NOT NULL,
  transaction_id bigint NOT NULL,
  changed_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE "network_credentials" (
  network_id uuid NOT NULL,
  credential_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE "networks" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  organization_id uuid NOT NULL,
  name text NOT NULL,
  stale_after_hours integer,
  history_kept_since timestamp(3) with time zone
);

CREATE TABLE "oidc_flows" (
  browser_hash text NOT NULL,
  slug text NOT NULL,
  user_id uuid,
  return_path text NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE "oidc_logouts" (
  token_hash text NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE "organizations" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  name text NOT NULL,
  api_access_enabled boolean DEFAULT true NOT NULL,
  history_kept_since timestamp(3) with time zone,
  second_factor_required boolean DEFAULT false NOT NULL
);

CREATE TABLE "passkey_challenges" (
  challenge_hash text NOT NULL,
  user_id uuid,
  user_handle bytea,
  expires_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE "passkeys" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  user_id uuid NOT NULL,
  name text NOT NULL,
  credential_id bytea NOT NULL,
  public_key bytea NOT NULL,
  user_handle bytea NOT NULL,
  counter bigint NOT NULL,
  synced boolean NOT NULL,
  transports text[] NOT NULL,
  last_used_at timestamp(3) with time zone
);

CREATE TABLE "ports" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  valid_from timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  valid_to timestamp(3) with time zone,
  lineage_id uuid GENERATED ALWAYS AS (id) STORED NOT NULL,
  last_seen_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  last_discovery_id uuid,
  first_discovery_id uuid,
  network_id uuid NOT NULL,
  host_id uuid NOT NULL,
  number integer NOT NULL,
  protocol transport_protocol NOT NULL,
  audit_event_id uuid
);

CREATE TABLE "ports_revisions" (
  id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  valid_from timestamp(3) with time zone NOT NULL,
  valid_to timestamp(3) with time zone NOT NULL,
  lineage_id uuid NOT NULL,
  last_seen_at timestamp(3) with time zone NOT NULL,
  last_discovery_id uuid,
  first_discovery_id uuid,
  network_id uuid NOT NULL,
  host_id uuid NOT NULL,
  number integer NOT NULL,
  protocol transport_protocol NOT NULL,
  audit_event_id uuid,
  revision_id uuid DEFAULT gen_random_uuid() NOT NULL,
  ended_by uuid NOT NULL,
  is_last boolean NOT NULL
);

CREATE TABLE "recovery_codes" (
  user_id uuid NOT NULL,
  code_hash text NOT NULL
);

CREATE TABLE "registrations" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  email text NOT NULL,
  password_hash text NOT NULL,
  terms_accepted_at timestamp(3) with time zone,
  pending_setup jsonb NOT NULL,
  session_hash text NOT NULL,
  token_hash text,
  expires_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE "saved_views" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  valid_from timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  valid_to timestamp(3) with time zone,
  lineage_id uuid GENERATED ALWAYS AS (id) STORED NOT NULL,
  audit_event_id uuid,
  network_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  topology_id uuid NOT NULL,
  created_by_user_id uuid,
  name text NOT NULL,
  description text,
  visibility saved_view_visibility DEFAULT 'Own'::saved_view_visibility NOT NULL,
  view topology_view NOT NULL,
  shown_at timestamp(3) with time zone,
  compared_at timestamp(3) with time zone,
  state jsonb DEFAULT '{}'::jsonb NOT NULL,
  positions jsonb DEFAULT '[]'::jsonb NOT NULL,
  routes jsonb DEFAULT '[]'::jsonb NOT NULL
);

CREATE TABLE "saved_views_revisions" (
  id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  valid_from timestamp(3) with time zone NOT NULL,
  valid_to timestamp(3) with time zone NOT NULL,
  lineage_id uuid NOT NULL,
  audit_event_id uuid,
  network_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  topology_id uuid NOT NULL,
  created_by_user_id uuid,
  name text NOT NULL,
  description text,
  visibility saved_view_visibility NOT NULL,
  view topology_view NOT NULL,
  shown_at timestamp(3) with time zone,
  compared_at timestamp(3) with time zone,
  state jsonb NOT NULL,
  positions jsonb NOT NULL,
  routes jsonb NOT NULL,
  revision_id uuid DEFAULT gen_random_uuid() NOT NULL,
  ended_by uuid NOT NULL,
  is_last boolean NOT NULL
);

CREATE TABLE "second_factors" (
  user_id uuid NOT NULL,
  secret bytea NOT NULL,
  confirmed_at timestamp(3) with time zone,
  last_step integer
);

CREATE TABLE "services" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  valid_from timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  valid_to timestamp(3) with time zone,
  lineage_id uuid GENERATED ALWAYS AS (id) STORED NOT NULL,
  last_seen_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  last_discovery_id uuid,
  first_discovery_id uuid,
  network_id uuid NOT NULL,
  source_type entity_source_type DEFAULT 'Manual'::entity_source_type NOT NULL,
  source_confidence match_confidence,
  source_reason text,
  host_id uuid NOT NULL,
  name text NOT NULL,
  service_definition text NOT NULL,
  "position" integer DEFAULT 0 NOT NULL,
  virtualization_type service_virtualization_type,
  container_name text,
  container_id text,
  compose_project text,
  virtualization_service_id uuid,
  audit_event_id uuid
);

CREATE TABLE "services_revisions" (
  id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  valid_from timestamp(3) with time zone NOT NULL,
  valid_to timestamp(3) with time zone NOT NULL,
  lineage_id uuid NOT NULL,
  last_seen_at timestamp(3) with time zone NOT NULL,
  last_discovery_id uuid,
  first_discovery_id uuid,
  network_id uuid NOT NULL,
  source_type entity_source_type NOT NULL,
  source_confidence match_confidence,
  source_reason text,
  host_id uuid NOT NULL,
  name text NOT NULL,
  service_definition text NOT NULL,
  "position" integer NOT NULL,
  virtualization_type service_virtualization_type,
  container_name text,
  container_id text,
  compose_project text,
  virtualization_service_id uuid,
  audit_event_id uuid,
  revision_id uuid DEFAULT gen_random_uuid() NOT NULL,
  ended_by uuid NOT NULL,
  is_last boolean NOT NULL
);

CREATE TABLE "sessions" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  token_hash text NOT NULL,
  user_id uuid,
  session_epoch integer DEFAULT 0 NOT NULL,
  pending_setup jsonb,
  last_used_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE "shares" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  network_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  topology_id uuid NOT NULL,
  created_by uuid NOT NULL,
  name text NOT NULL,
  is_enabled boolean DEFAULT true NOT NULL,
  expires_at timestamp(3) with time zone,
  allowed_domains text[] DEFAULT ARRAY[]::text[] NOT NULL,
  show_inspect_panel boolean DEFAULT true NOT NULL,
  show_zoom_controls boolean DEFAULT true NOT NULL,
  show_export_button boolean DEFAULT true NOT NULL,
  enabled_views topology_view[] DEFAULT ARRAY[]::topology_view[] NOT NULL,
  password_hash text
);

CREATE TABLE "sign_in_challenges" (
  token_hash text NOT NULL,
  user_id uuid NOT NULL,
  session_epoch integer NOT NULL,
  oidc_provider text,
  expires_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE "snapshots" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  network_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  taken_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  created_by_user_id uuid
);

CREATE TABLE "subnet_vlans" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  valid_from timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  valid_to timestamp(3) with time zone,
  lineage_id uuid GENERATED ALWAYS AS (id) STORED NOT NULL,
  network_id uuid NOT NULL,
  subnet_id uuid NOT NULL,
  vlan_id uuid NOT NULL,
  audit_event_id uuid
);

CREATE TABLE "subnet_vlans_revisions" (
  id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  valid_from timestamp(3) with time zone NOT NULL,
  valid_to timestamp(3) with time zone NOT NULL,
  lineage_id uuid NOT NULL,
  network_id uuid NOT NULL,
  subnet_id uuid NOT NULL,
  vlan_id uuid NOT NULL,
  audit_event_id uuid,
  revision_id uuid DEFAULT gen_random_uuid() NOT NULL,
  ended_by uuid NOT NULL,
  is_last boolean NOT NULL
);

CREATE TABLE "subnets" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  valid_from timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  valid_to timestamp(3) with time zone,
  lineage_id uuid GENERATED ALWAYS AS (id) STORED NOT NULL,
  last_seen_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  last_discovery_id uuid,
  first_discovery_id uuid,
  network_id uuid NOT NULL,
  source_type entity_source_type DEFAULT 'Manual'::entity_source_type NOT NULL,
  source_confidence match_confidence,
  source_reason text,
  name text NOT NULL,
  cidr inet NOT NULL,
  cidr_source text,
  description text,
  subnet_type subnet_type NOT NULL,
  virtualization_service_id uuid,
  audit_event_id uuid
);

CREATE TABLE "subnets_revisions" (
  id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  valid_from timestamp(3) with time zone NOT NULL,
  valid_to timestamp(3) with time zone NOT NULL,
  lineage_id uuid NOT NULL,
  last_seen_at timestamp(3) with time zone NOT NULL,
  last_discovery_id uuid,
  first_discovery_id uuid,
  network_id uuid NOT NULL,
  source_type entity_source_type NOT NULL,
  source_confidence match_confidence,
  source_reason text,
  name text NOT NULL,
  cidr inet NOT NULL,
  cidr_source text,
  description text,
  subnet_type subnet_type NOT NULL,
  virtualization_service_id uuid,
  audit_event_id uuid,
  revision_id uuid DEFAULT gen_random_uuid() NOT NULL,
  ended_by uuid NOT NULL,
  is_last boolean NOT NULL
);

CREATE TABLE "tag_assignments" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  valid_from timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  valid_to timestamp(3) with time zone,
  lineage_id uuid GENERATED ALWAYS AS (id) STORED NOT NULL,
  organization_id uuid NOT NULL,
  network_id uuid,
  user_id uuid,
  tag_id uuid NOT NULL,
  entity_type taggable_entity_type GENERATED ALWAYS AS (
CASE
    WHEN (host_id IS NOT NULL) THEN 'Host'::taggable_entity_type
    WHEN (service_id IS NOT NULL) THEN 'Service'::taggable_entity_type
    WHEN (subnet_id IS NOT NULL) THEN 'Subnet'::taggable_entity_type
    WHEN (group_id IS NOT NULL) THEN 'Group'::taggable_entity_type
    WHEN (tagged_network_id IS NOT NULL) THEN 'Network'::taggable_entity_type
    WHEN (discovery_id IS NOT NULL) THEN 'Discovery'::taggable_entity_type
    WHEN (daemon_id IS NOT NULL) THEN 'Daemon'::taggable_entity_type
    WHEN (daemon_api_key_id IS NOT NULL) THEN 'DaemonApiKey'::taggable_entity_type
    WHEN (user_api_key_id IS NOT NULL) THEN 'UserApiKey'::taggable_entity_type
    ELSE NULL::taggable_entity_type
END) STORED NOT NULL,
  entity_id uuid GENERATED ALWAYS AS (COALESCE(host_id, service_id, subnet_id, group_id, tagged_network_id, discovery_id, daemon_id, daemon_api_key_id, user_api_key_id)) STORED NOT NULL,
  host_id uuid,
  service_id uuid,
  subnet_id uuid,
  group_id uuid,
  tagged_network_id uuid,
  discovery_id uuid,
  daemon_id uuid,
  daemon_api_key_id uuid,
  user_api_key_id uuid,
  audit_event_id uuid
);

CREATE TABLE "tag_assignments_revisions" (
  id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  valid_from timestamp(3) with time zone NOT NULL,
  valid_to timestamp(3) with time zone NOT NULL,
  lineage_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  network_id uuid,
  user_id uuid,
  tag_id uuid NOT NULL,
  entity_type taggable_entity_type NOT NULL,
  entity_id uuid NOT NULL,
  host_id uuid,
  service_id uuid,
  subnet_id uuid,
  group_id uuid,
  tagged_network_id uuid,
  discovery_id uuid,
  daemon_id uuid,
  daemon_api_key_id uuid,
  user_api_key_id uuid,
  audit_event_id uuid,
  revision_id uuid DEFAULT gen_random_uuid() NOT NULL,
  ended_by uuid NOT NULL,
  is_last boolean NOT NULL
);

CREATE TABLE "tags" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  valid_from timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  valid_to timestamp(3) with time zone,
  lineage_id uuid GENERATED ALWAYS AS (id) STORED NOT NULL,
  organization_id uuid NOT NULL,
  name text NOT NULL,
  description text,
  color color DEFAULT 'Yellow'::color NOT NULL,
  is_application boolean DEFAULT false NOT NULL,
  audit_event_id uuid
);

CREATE TABLE "tags_revisions" (
  id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  valid_from timestamp(3) with time zone NOT NULL,
  valid_to timestamp(3) with time zone NOT NULL,
  lineage_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  name text NOT NULL,
  description text,
  color color NOT NULL,
  is_application boolean NOT NULL,
  audit_event_id uuid,
  revision_id uuid DEFAULT gen_random_uuid() NOT NULL,
  ended_by uuid NOT NULL,
  is_last boolean NOT NULL
);

CREATE TABLE "topologies" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  network_id uuid NOT NULL,
  snapshot_id uuid,
  options jsonb DEFAULT '{}'::jsonb NOT NULL
);

CREATE TABLE "user_api_key_networks" (
  user_api_key_id uuid NOT NULL,
  network_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE "user_api_keys" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  organization_id uuid NOT NULL,
  user_id uuid NOT NULL,
  name text NOT NULL,
  key_hash text NOT NULL,
  key_prefix text NOT NULL,
  is_enabled boolean DEFAULT true NOT NULL,
  expires_at timestamp(3) with time zone,
  last_used timestamp(3) with time zone,
  permissions user_org_permissions DEFAULT 'Viewer'::user_org_permissions NOT NULL
);

CREATE TABLE "user_networks" (
  user_id uuid NOT NULL,
  network_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE "users" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  organization_id uuid NOT NULL,
  email text NOT NULL,
  email_verified boolean DEFAULT false NOT NULL,
  password_hash text,
  session_epoch integer DEFAULT 0 NOT NULL,
  permissions user_org_permissions NOT NULL,
  oidc_provider text,
  oidc_subject text,
  oidc_linked_at timestamp(3) with time zone,
  terms_accepted_at timestamp(3) with time zone,
  email_discovery_digest boolean DEFAULT true NOT NULL,
  email_daemon_alerts boolean DEFAULT true NOT NULL,
  email_product_onboarding boolean DEFAULT true NOT NULL,
  email_trial_and_usage boolean DEFAULT true NOT NULL,
  second_factor_at timestamp(3) with time zone
);

CREATE TABLE "vlans" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  valid_from timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  valid_to timestamp(3) with time zone,
  lineage_id uuid GENERATED ALWAYS AS (id) STORED NOT NULL,
  last_seen_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  last_discovery_id uuid,
  first_discovery_id uuid,
  network_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  source_type entity_source_type DEFAULT 'Manual'::entity_source_type NOT NULL,
  source_confidence match_confidence,
  source_reason text,
  name text NOT NULL,
  vlan_number integer NOT NULL,
  description text,
  audit_event_id uuid
);

CREATE TABLE "vlans_revisions" (
  id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  valid_from timestamp(3) with time zone NOT NULL,
  valid_to timestamp(3) with time zone NOT NULL,
  lineage_id uuid NOT NULL,
  last_seen_at timestamp(3) with time zone NOT NULL,
  last_discovery_id uuid,
  first_discovery_id uuid,
  network_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  source_type entity_source_type NOT NULL,
  source_confidence match_confidence,
  source_reason text,
  name text NOT NULL,
  vlan_number integer NOT NULL,
  description text,
  audit_event_id uuid,
  revision_id uuid DEFAULT gen_random_uuid() NOT NULL,
  ended_by uuid NOT NULL,
  is_last boolean NOT NULL
);

CREATE TABLE "working_credentials" (
  host_id uuid NOT NULL,
  credential_id uuid NOT NULL,
  network_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  ip_address inet NOT NULL,
  last_used_at timestamp(3) with time zone NOT NULL
);

CREATE VIEW vlan_subnets AS  SELECT DISTINCT port.network_id,
    port.native_vlan_id AS vlan_id,
    address.subnet_id
   FROM (interfaces port
     JOIN ip_addresses address ON ((address.id = port.ip_address_id)))
  WHERE (port.native_vlan_id IS NOT NULL);

CREATE OR REPLACE FUNCTION public.add_audit_event(kind text, organization uuid, subject_kind text, subject uuid, called text, more jsonb, happened timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS void
 LANGUAGE sql
AS $function$
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
$function$
;

CREATE OR REPLACE FUNCTION public.audit_on(change text, watched text, event text, kind text, told text[], named text[] DEFAULT '{}'::text[], given text[] DEFAULT '{}'::text[], condition text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
END $function$
;

CREATE OR REPLACE FUNCTION public.audit_row()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
END $function$
;

CREATE OR REPLACE FUNCTION public.await_resolution()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.reason := 'Pending';
  RETURN NEW;
END $function$
;

CREATE OR REPLACE FUNCTION public.begin_change(OUT event_id uuid, OUT changed_at timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
BEGIN
  event_id := nullif(current_setting('netloom.audit_event', true), '')::uuid;
  changed_at := change_time();
  IF event_id IS NULL THEN
    event_id := gen_random_uuid();
    PERFORM set_config('netloom.audit_event', event_id::text, true);
  END IF;
END $function$
;

CREATE OR REPLACE FUNCTION public.begin_without_history()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  twin text;
BEGIN
  FOREACH twin IN ARRAY string_to_array(TG_ARGV[1], ' ') LOOP
    EXECUTE format('DELETE FROM %I WHERE %I = $1', twin, TG_ARGV[0]) USING NEW.id;
  END LOOP;
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION public.bindings_at(at timestamp with time zone)
 RETURNS SETOF bindings
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.host_id, r.service_id, r.ip_address_id, r.port_id, r.audit_event_id FROM bindings r WHERE r.valid_from <= at
      UNION ALL
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.host_id, r.service_id, r.ip_address_id, r.port_id, r.audit_event_id FROM bindings_revisions r WHERE r.valid_from <= at AND r.valid_to > at
    $function$
;

CREATE OR REPLACE FUNCTION public.bindings_at(at timestamp with time zone, scope uuid[])
 RETURNS SETOF bindings
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.host_id, r.service_id, r.ip_address_id, r.port_id, r.audit_event_id FROM bindings r WHERE r.valid_from <= at
      UNION ALL
      -- What has changed since is there with its present state, or left with its last one.
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.host_id, r.service_id, r.ip_address_id, r.port_id, r.audit_event_id FROM (
        SELECT id FROM bindings WHERE network_id = ANY (scope) AND valid_from > at
        UNION
        SELECT id FROM bindings_revisions WHERE network_id = ANY (scope) AND valid_to > at AND is_last
      ) since CROSS JOIN LATERAL (
        SELECT * FROM bindings_revisions state WHERE state.id = since.id AND state.valid_from <= at
        ORDER BY state.valid_from DESC LIMIT 1
      ) r
      WHERE r.valid_to > at AND r.network_id = ANY (scope)
    $function$
;

CREATE OR REPLACE FUNCTION public.bindings_begin()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      begun record;
    BEGIN
      begun := begin_change();
      NEW.audit_event_id := begun.event_id;
      IF current_setting('netloom.keep_given_times', true) IS DISTINCT FROM 'on' THEN
        NEW.valid_from := begun.changed_at;
        -- Callers' clocks tell almost the same; what is brought in from before keeps its times.
        IF NEW.created_at > begun.changed_at - interval '1 minute' THEN
          IF NEW.last_seen_at >= NEW.created_at THEN NEW.last_seen_at := begun.changed_at; END IF;
          NEW.created_at := begun.changed_at;
          NEW.updated_at := begun.changed_at;
        END IF;
      END IF;
      RETURN NEW;
    END $function$
;

CREATE OR REPLACE FUNCTION public.bindings_begin_later()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF EXISTS (SELECT FROM rows_after made JOIN bindings_revisions r ON r.id = made.id AND r.valid_to > made.valid_from) THEN
        RAISE EXCEPTION 'the row was deleted at the same time' USING ERRCODE = 'serialization_failure';
      END IF;
      PERFORM tell_change(owner.id, NULL) FROM (SELECT network_id AS id FROM rows_after LIMIT 1) owner;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.bindings_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
    END $function$
;

CREATE OR REPLACE FUNCTION public.bindings_keep_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      event_id uuid := nullif(current_setting('netloom.audit_event', true), '')::uuid;
    BEGIN
      -- Most updates are observations: nothing has begun a change.
      IF event_id IS NOT NULL THEN
        -- What foreign keys do to a row one after the other, PostgreSQL tells at once: its first state is the one that ends.
        INSERT INTO bindings_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, last_seen_at, last_discovery_id, first_discovery_id, network_id, host_id, service_id, ip_address_id, port_id, audit_event_id, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.last_seen_at, gone.last_discovery_id, gone.first_discovery_id, gone.network_id, gone.host_id, gone.service_id, gone.ip_address_id, gone.port_id, gone.audit_event_id, event_id, is_last FROM (
          SELECT DISTINCT ON (before.id) before.*, after.valid_from AS ended_at,
            after.network_id <> before.network_id AS is_last
          FROM rows_before before JOIN rows_after after ON after.id = before.id AND after.audit_event_id = event_id
          WHERE before.audit_event_id IS DISTINCT FROM event_id
          ORDER BY before.id, before.updated_at DESC
        ) gone;
        -- Where no state has ended, the transaction has made or changed the rows before, and told so.
        IF FOUND THEN
          PERFORM tell_change(owner.id, NULL)
          FROM (SELECT network_id AS id FROM rows_after WHERE audit_event_id = event_id LIMIT 1) owner;
        END IF;
        -- Left with a later change of the same transaction.
        UPDATE bindings_revisions r SET is_last = true FROM rows_before before JOIN rows_after after ON after.id = before.id
        WHERE before.audit_event_id = event_id AND after.network_id <> before.network_id
          AND r.id = before.id AND r.valid_to = before.valid_from AND NOT r.is_last;
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.bindings_keep_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      begun record;
      owner record;
    BEGIN
      FOR owner IN
        SELECT DISTINCT network_id AS id FROM rows_before WHERE EXISTS (SELECT FROM networks live WHERE live.id = rows_before.network_id)
      LOOP
        begun := begin_change();
        PERFORM tell_change(owner.id, NULL);
        INSERT INTO bindings_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, last_seen_at, last_discovery_id, first_discovery_id, network_id, host_id, service_id, ip_address_id, port_id, audit_event_id, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.last_seen_at, gone.last_discovery_id, gone.first_discovery_id, gone.network_id, gone.host_id, gone.service_id, gone.ip_address_id, gone.port_id, gone.audit_event_id, begun.event_id, true FROM (
          SELECT before.*, greatest(begun.changed_at, before.valid_from + interval '1 millisecond') AS ended_at
          FROM rows_before before
          WHERE before.network_id = owner.id AND before.audit_event_id IS DISTINCT FROM begun.event_id
        ) gone;
        -- Changed before in the same transaction.
        UPDATE bindings_revisions r SET is_last = true FROM rows_before before
        WHERE before.network_id = owner.id AND before.audit_event_id = begun.event_id
          AND r.id = before.id AND r.valid_to = before.valid_from AND NOT r.is_last;
      END LOOP;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.bindings_revisions_no_overlap()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF EXISTS (
        SELECT FROM rows_after made CROSS JOIN LATERAL (
          SELECT valid_to FROM bindings_revisions r WHERE r.id = made.id AND r.valid_from < made.valid_to
          ORDER BY r.valid_from DESC LIMIT 2
        ) r
        GROUP BY made.id, made.valid_from HAVING count(*) FILTER (WHERE r.valid_to > made.valid_from) > 1
      ) THEN
        RAISE EXCEPTION 'states of one row overlap' USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'bindings_revisions_no_overlap';
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.change_time()
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
AS $function$
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
END $function$
;

CREATE OR REPLACE FUNCTION public.delete_own_saved_views()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  DELETE FROM saved_views WHERE created_by_user_id = OLD.id AND visibility = 'Own';
  RETURN OLD;
END $function$
;

CREATE OR REPLACE FUNCTION public.group_members_at(at timestamp with time zone)
 RETURNS SETOF group_members
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.network_id, r.group_id, r.member_type, r.service_id, r.binding_id, r."position", r.audit_event_id FROM group_members r WHERE r.valid_from <= at
      UNION ALL
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.network_id, r.group_id, r.member_type, r.service_id, r.binding_id, r."position", r.audit_event_id FROM group_members_revisions r WHERE r.valid_from <= at AND r.valid_to > at
    $function$
;

CREATE OR REPLACE FUNCTION public.group_members_at(at timestamp with time zone, scope uuid[])
 RETURNS SETOF group_members
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.network_id, r.group_id, r.member_type, r.service_id, r.binding_id, r."position", r.audit_event_id FROM group_members r WHERE r.valid_from <= at
      UNION ALL
      -- What has changed since is there with its present state, or left with its last one.
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.network_id, r.group_id, r.member_type, r.service_id, r.binding_id, r."position", r.audit_event_id FROM (
        SELECT id FROM group_members WHERE network_id = ANY (scope) AND valid_from > at
        UNION
        SELECT id FROM group_members_revisions WHERE network_id = ANY (scope) AND valid_to > at AND is_last
      ) since CROSS JOIN LATERAL (
        SELECT * FROM group_members_revisions state WHERE state.id = since.id AND state.valid_from <= at
        ORDER BY state.valid_from DESC LIMIT 1
      ) r
      WHERE r.valid_to > at AND r.network_id = ANY (scope)
    $function$
;

CREATE OR REPLACE FUNCTION public.group_members_begin()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      begun record;
    BEGIN
      begun := begin_change();
      NEW.audit_event_id := begun.event_id;
      IF current_setting('netloom.keep_given_times', true) IS DISTINCT FROM 'on' THEN
        NEW.valid_from := begun.changed_at;
        -- Callers' clocks tell almost the same; what is brought in from before keeps its times.
        IF NEW.created_at > begun.changed_at - interval '1 minute' THEN
          
          NEW.created_at := begun.changed_at;
          NEW.updated_at := begun.changed_at;
        END IF;
      END IF;
      RETURN NEW;
    END $function$
;

CREATE OR REPLACE FUNCTION public.group_members_begin_later()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF EXISTS (SELECT FROM rows_after made JOIN group_members_revisions r ON r.id = made.id AND r.valid_to > made.valid_from) THEN
        RAISE EXCEPTION 'the row was deleted at the same time' USING ERRCODE = 'serialization_failure';
      END IF;
      PERFORM tell_change(owner.id, NULL) FROM (SELECT network_id AS id FROM rows_after LIMIT 1) owner;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.group_members_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
    END $function$
;

CREATE OR REPLACE FUNCTION public.group_members_keep_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      event_id uuid := nullif(current_setting('netloom.audit_event', true), '')::uuid;
    BEGIN
      -- Most updates are observations: nothing has begun a change.
      IF event_id IS NOT NULL THEN
        -- What foreign keys do to a row one after the other, PostgreSQL tells at once: its first state is the one that ends.
        INSERT INTO group_members_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, network_id, group_id, member_type, service_id, binding_id, "position", audit_event_id, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.network_id, gone.group_id, gone.member_type, gone.service_id, gone.binding_id, gone."position", gone.audit_event_id, event_id, is_last FROM (
          SELECT DISTINCT ON (before.id) before.*, after.valid_from AS ended_at,
            after.network_id <> before.network_id AS is_last
          FROM rows_before before JOIN rows_after after ON after.id = before.id AND after.audit_event_id = event_id
          WHERE before.audit_event_id IS DISTINCT FROM event_id
          ORDER BY before.id, before.updated_at DESC
        ) gone;
        -- Where no state has ended, the transaction has made or changed the rows before, and told so.
        IF FOUND THEN
          PERFORM tell_change(owner.id, NULL)
          FROM (SELECT network_id AS id FROM rows_after WHERE audit_event_id = event_id LIMIT 1) owner;
        END IF;
        -- Left with a later change of the same transaction.
        UPDATE group_members_revisions r SET is_last = true FROM rows_before before JOIN rows_after after ON after.id = before.id
        WHERE before.audit_event_id = event_id AND after.network_id <> before.network_id
          AND r.id = before.id AND r.valid_to = before.valid_from AND NOT r.is_last;
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.group_members_keep_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      begun record;
      owner record;
    BEGIN
      FOR owner IN
        SELECT DISTINCT network_id AS id FROM rows_before WHERE EXISTS (SELECT FROM networks live WHERE live.id = rows_before.network_id)
      LOOP
        begun := begin_change();
        PERFORM tell_change(owner.id, NULL);
        INSERT INTO group_members_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, network_id, group_id, member_type, service_id, binding_id, "position", audit_event_id, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.network_id, gone.group_id, gone.member_type, gone.service_id, gone.binding_id, gone."position", gone.audit_event_id, begun.event_id, true FROM (
          SELECT before.*, greatest(begun.changed_at, before.valid_from + interval '1 millisecond') AS ended_at
          FROM rows_before before
          WHERE before.network_id = owner.id AND before.audit_event_id IS DISTINCT FROM begun.event_id
        ) gone;
        -- Changed before in the same transaction.
        UPDATE group_members_revisions r SET is_last = true FROM rows_before before
        WHERE before.network_id = owner.id AND before.audit_event_id = begun.event_id
          AND r.id = before.id AND r.valid_to = before.valid_from AND NOT r.is_last;
      END LOOP;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.group_members_revisions_no_overlap()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF EXISTS (
        SELECT FROM rows_after made CROSS JOIN LATERAL (
          SELECT valid_to FROM group_members_revisions r WHERE r.id = made.id AND r.valid_from < made.valid_to
          ORDER BY r.valid_from DESC LIMIT 2
        ) r
        GROUP BY made.id, made.valid_from HAVING count(*) FILTER (WHERE r.valid_to > made.valid_from) > 1
      ) THEN
        RAISE EXCEPTION 'states of one row overlap' USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'group_members_revisions_no_overlap';
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.groups_at(at timestamp with time zone)
 RETURNS SETOF groups
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.network_id, r.source_type, r.source_confidence, r.source_reason, r.name, r.description, r.group_type, r.member_type, r.color, r.edge_style, r.audit_event_id FROM groups r WHERE r.valid_from <= at
      UNION ALL
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.network_id, r.source_type, r.source_confidence, r.source_reason, r.name, r.description, r.group_type, r.member_type, r.color, r.edge_style, r.audit_event_id FROM groups_revisions r WHERE r.valid_from <= at AND r.valid_to > at
    $function$
;

CREATE OR REPLACE FUNCTION public.groups_at(at timestamp with time zone, scope uuid[])
 RETURNS SETOF groups
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.network_id, r.source_type, r.source_confidence, r.source_reason, r.name, r.description, r.group_type, r.member_type, r.color, r.edge_style, r.audit_event_id FROM groups r WHERE r.valid_from <= at
      UNION ALL
      -- What has changed since is there with its present state, or left with its last one.
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.network_id, r.source_type, r.source_confidence, r.source_reason, r.name, r.description, r.group_type, r.member_type, r.color, r.edge_style, r.audit_event_id FROM (
        SELECT id FROM groups WHERE network_id = ANY (scope) AND valid_from > at
        UNION
        SELECT id FROM groups_revisions WHERE network_id = ANY (scope) AND valid_to > at AND is_last
      ) since CROSS JOIN LATERAL (
        SELECT * FROM groups_revisions state WHERE state.id = since.id AND state.valid_from <= at
        ORDER BY state.valid_from DESC LIMIT 1
      ) r
      WHERE r.valid_to > at AND r.network_id = ANY (scope)
    $function$
;

CREATE OR REPLACE FUNCTION public.groups_begin()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      begun record;
    BEGIN
      begun := begin_change();
      NEW.audit_event_id := begun.event_id;
      IF current_setting('netloom.keep_given_times', true) IS DISTINCT FROM 'on' THEN
        NEW.valid_from := begun.changed_at;
        -- Callers' clocks tell almost the same; what is brought in from before keeps its times.
        IF NEW.created_at > begun.changed_at - interval '1 minute' THEN
          
          NEW.created_at := begun.changed_at;
          NEW.updated_at := begun.changed_at;
        END IF;
      END IF;
      RETURN NEW;
    END $function$
;

CREATE OR REPLACE FUNCTION public.groups_begin_later()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF EXISTS (SELECT FROM rows_after made JOIN groups_revisions r ON r.id = made.id AND r.valid_to > made.valid_from) THEN
        RAISE EXCEPTION 'the row was deleted at the same time' USING ERRCODE = 'serialization_failure';
      END IF;
      PERFORM tell_change(owner.id, NULL) FROM (SELECT network_id AS id FROM rows_after LIMIT 1) owner;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.groups_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
    END $function$
;

CREATE OR REPLACE FUNCTION public.groups_keep_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      event_id uuid := nullif(current_setting('netloom.audit_event', true), '')::uuid;
    BEGIN
      -- Most updates are observations: nothing has begun a change.
      IF event_id IS NOT NULL THEN
        -- What foreign keys do to a row one after the other, PostgreSQL tells at once: its first state is the one that ends.
        INSERT INTO groups_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, network_id, source_type, source_confidence, source_reason, name, description, group_type, member_type, color, edge_style, audit_event_id, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.network_id, gone.source_type, gone.source_confidence, gone.source_reason, gone.name, gone.description, gone.group_type, gone.member_type, gone.color, gone.edge_style, gone.audit_event_id, event_id, is_last FROM (
          SELECT DISTINCT ON (before.id) before.*, after.valid_from AS ended_at,
            after.network_id <> before.network_id AS is_last
          FROM rows_before before JOIN rows_after after ON after.id = before.id AND after.audit_event_id = event_id
          WHERE before.audit_event_id IS DISTINCT FROM event_id
          ORDER BY before.id, before.updated_at DESC
        ) gone;
        -- Where no state has ended, the transaction has made or changed the rows before, and told so.
        IF FOUND THEN
          PERFORM tell_change(owner.id, NULL)
          FROM (SELECT network_id AS id FROM rows_after WHERE audit_event_id = event_id LIMIT 1) owner;
        END IF;
        -- Left with a later change of the same transaction.
        UPDATE groups_revisions r SET is_last = true FROM rows_before before JOIN rows_after after ON after.id = before.id
        WHERE before.audit_event_id = event_id AND after.network_id <> before.network_id
          AND r.id = before.id AND r.valid_to = before.valid_from AND NOT r.is_last;
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.groups_keep_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      begun record;
      owner record;
    BEGIN
      FOR owner IN
        SELECT DISTINCT network_id AS id FROM rows_before WHERE EXISTS (SELECT FROM networks live WHERE live.id = rows_before.network_id)
      LOOP
        begun := begin_change();
        PERFORM tell_change(owner.id, NULL);
        INSERT INTO groups_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, network_id, source_type, source_confidence, source_reason, name, description, group_type, member_type, color, edge_style, audit_event_id, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.network_id, gone.source_type, gone.source_confidence, gone.source_reason, gone.name, gone.description, gone.group_type, gone.member_type, gone.color, gone.edge_style, gone.audit_event_id, begun.event_id, true FROM (
          SELECT before.*, greatest(begun.changed_at, before.valid_from + interval '1 millisecond') AS ended_at
          FROM rows_before before
          WHERE before.network_id = owner.id AND before.audit_event_id IS DISTINCT FROM begun.event_id
        ) gone;
        -- Changed before in the same transaction.
        UPDATE groups_revisions r SET is_last = true FROM rows_before before
        WHERE before.network_id = owner.id AND before.audit_event_id = begun.event_id
          AND r.id = before.id AND r.valid_to = before.valid_from AND NOT r.is_last;
      END LOOP;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.groups_revisions_no_overlap()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF EXISTS (
        SELECT FROM rows_after made CROSS JOIN LATERAL (
          SELECT valid_to FROM groups_revisions r WHERE r.id = made.id AND r.valid_from < made.valid_to
          ORDER BY r.valid_from DESC LIMIT 2
        ) r
        GROUP BY made.id, made.valid_from HAVING count(*) FILTER (WHERE r.valid_to > made.valid_from) > 1
      ) THEN
        RAISE EXCEPTION 'states of one row overlap' USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'groups_revisions_no_overlap';
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.history_writers()
 RETURNS TABLE(id text, begun_at timestamp with time zone)
 LANGUAGE sql
AS $function$
  SELECT virtualtransaction, to_timestamp(1700000000 + classid::bigint) + objid::bigint * interval '1 millisecond'
  FROM pg_locks
  -- Nobody else takes locks of two numbers.
  WHERE locktype = 'advisory' AND objsubid = 2 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
$function$
;

CREATE OR REPLACE FUNCTION public.hosts_at(at timestamp with time zone)
 RETURNS SETOF hosts
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.source_type, r.source_confidence, r.source_reason, r.name, r.hostname, r.description, r.hidden, r.sys_descr, r.sys_object_id, r.sys_location, r.sys_contact, r.management_url, r.chassis_id, r.sys_name, r.sys_name_source, r.manufacturer, r.manufacturer_source, r.model, r.model_source, r.serial_number, r.serial_number_source, r.firmware_revision, r.firmware_revision_source, r.software_revision, r.software_revision_source, r.os, r.os_source, r.virtualization_type, r.vm_name, r.vm_id, r.virtualization_service_id, r.audit_event_id, r.missing_since, r.name_source, r.hostname_source FROM hosts r WHERE r.valid_from <= at
      UNION ALL
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.source_type, r.source_confidence, r.source_reason, r.name, r.hostname, r.description, r.hidden, r.sys_descr, r.sys_object_id, r.sys_location, r.sys_contact, r.management_url, r.chassis_id, r.sys_name, r.sys_name_source, r.manufacturer, r.manufacturer_source, r.model, r.model_source, r.serial_number, r.serial_number_source, r.firmware_revision, r.firmware_revision_source, r.software_revision, r.software_revision_source, r.os, r.os_source, r.virtualization_type, r.vm_name, r.vm_id, r.virtualization_service_id, r.audit_event_id, r.missing_since, r.name_source, r.hostname_source FROM hosts_revisions r WHERE r.valid_from <= at AND r.valid_to > at
    $function$
;

CREATE OR REPLACE FUNCTION public.hosts_at(at timestamp with time zone, scope uuid[])
 RETURNS SETOF hosts
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.source_type, r.source_confidence, r.source_reason, r.name, r.hostname, r.description, r.hidden, r.sys_descr, r.sys_object_id, r.sys_location, r.sys_contact, r.management_url, r.chassis_id, r.sys_name, r.sys_name_source, r.manufacturer, r.manufacturer_source, r.model, r.model_source, r.serial_number, r.serial_number_source, r.firmware_revision, r.firmware_revision_source, r.software_revision, r.software_revision_source, r.os, r.os_source, r.virtualization_type, r.vm_name, r.vm_id, r.virtualization_service_id, r.audit_event_id, r.missing_since, r.name_source, r.hostname_source FROM hosts r WHERE r.valid_from <= at
      UNION ALL
      -- What has changed since is there with its present state, or left with its last one.
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.source_type, r.source_confidence, r.source_reason, r.name, r.hostname, r.description, r.hidden, r.sys_descr, r.sys_object_id, r.sys_location, r.sys_contact, r.management_url, r.chassis_id, r.sys_name, r.sys_name_source, r.manufacturer, r.manufacturer_source, r.model, r.model_source, r.serial_number, r.serial_number_source, r.firmware_revision, r.firmware_revision_source, r.software_revision, r.software_revision_source, r.os, r.os_source, r.virtualization_type, r.vm_name, r.vm_id, r.virtualization_service_id, r.audit_event_id, r.missing_since, r.name_source, r.hostname_source FROM (
        SELECT id FROM hosts WHERE network_id = ANY (scope) AND valid_from > at
        UNION
        SELECT id FROM hosts_revisions WHERE network_id = ANY (scope) AND valid_to > at AND is_last
      ) since CROSS JOIN LATERAL (
        SELECT * FROM hosts_revisions state WHERE state.id = since.id AND state.valid_from <= at
        ORDER BY state.valid_from DESC LIMIT 1
      ) r
      WHERE r.valid_to > at AND r.network_id = ANY (scope)
    $function$
;

CREATE OR REPLACE FUNCTION public.hosts_begin()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      begun record;
    BEGIN
      begun := begin_change();
      NEW.audit_event_id := begun.event_id;
      IF current_setting('netloom.keep_given_times', true) IS DISTINCT FROM 'on' THEN
        NEW.valid_from := begun.changed_at;
        -- Callers' clocks tell almost the same; what is brought in from before keeps its times.
        IF NEW.created_at > begun.changed_at - interval '1 minute' THEN
          IF NEW.last_seen_at >= NEW.created_at THEN NEW.last_seen_at := begun.changed_at; END IF;
          NEW.created_at := begun.changed_at;
          NEW.updated_at := begun.changed_at;
        END IF;
      END IF;
      RETURN NEW;
    END $function$
;

CREATE OR REPLACE FUNCTION public.hosts_begin_later()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF EXISTS (SELECT FROM rows_after made JOIN hosts_revisions r ON r.id = made.id AND r.valid_to > made.valid_from) THEN
        RAISE EXCEPTION 'the row was deleted at the same time' USING ERRCODE = 'serialization_failure';
      END IF;
      PERFORM tell_change(owner.id, NULL) FROM (SELECT network_id AS id FROM rows_after LIMIT 1) owner;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.hosts_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
    END $function$
;

CREATE OR REPLACE FUNCTION public.hosts_keep_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      event_id uuid := nullif(current_setting('netloom.audit_event', true), '')::uuid;
    BEGIN
      -- Most updates are observations: nothing has begun a change.
      IF event_id IS NOT NULL THEN
        -- What foreign keys do to a row one after the other, PostgreSQL tells at once: its first state is the one that ends.
        INSERT INTO hosts_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, last_seen_at, last_discovery_id, first_discovery_id, network_id, source_type, source_confidence, source_reason, name, hostname, description, hidden, sys_descr, sys_object_id, sys_location, sys_contact, management_url, chassis_id, sys_name, sys_name_source, manufacturer, manufacturer_source, model, model_source, serial_number, serial_number_source, firmware_revision, firmware_revision_source, software_revision, software_revision_source, os, os_source, virtualization_type, vm_name, vm_id, virtualization_service_id, audit_event_id, missing_since, name_source, hostname_source, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.last_seen_at, gone.last_discovery_id, gone.first_discovery_id, gone.network_id, gone.source_type, gone.source_confidence, gone.source_reason, gone.name, gone.hostname, gone.description, gone.hidden, gone.sys_descr, gone.sys_object_id, gone.sys_location, gone.sys_contact, gone.management_url, gone.chassis_id, gone.sys_name, gone.sys_name_source, gone.manufacturer, gone.manufacturer_source, gone.model, gone.model_source, gone.serial_number, gone.serial_number_source, gone.firmware_revision, gone.firmware_revision_source, gone.software_revision, gone.software_revision_source, gone.os, gone.os_source, gone.virtualization_type, gone.vm_name, gone.vm_id, gone.virtualization_service_id, gone.audit_event_id, gone.missing_since, gone.name_source, gone.hostname_source, event_id, is_last FROM (
          SELECT DISTINCT ON (before.id) before.*, after.valid_from AS ended_at,
            after.network_id <> before.network_id AS is_last
          FROM rows_before before JOIN rows_after after ON after.id = before.id AND after.audit_event_id = event_id
          WHERE before.audit_event_id IS DISTINCT FROM event_id
          ORDER BY before.id, before.updated_at DESC
        ) gone;
        -- Where no state has ended, the transaction has made or changed the rows before, and told so.
        IF FOUND THEN
          PERFORM tell_change(owner.id, NULL)
          FROM (SELECT network_id AS id FROM rows_after WHERE audit_event_id = event_id LIMIT 1) owner;
        END IF;
        -- Left with a later change of the same transaction.
        UPDATE hosts_revisions r SET is_last = true FROM rows_before before JOIN rows_after after ON after.id = before.id
        WHERE before.audit_event_id = event_id AND after.network_id <> before.network_id
          AND r.id = before.id AND r.valid_to = before.valid_from AND NOT r.is_last;
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.hosts_keep_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      begun record;
      owner record;
    BEGIN
      FOR owner IN
        SELECT DISTINCT network_id AS id FROM rows_before WHERE EXISTS (SELECT FROM networks live WHERE live.id = rows_before.network_id)
      LOOP
        begun := begin_change();
        PERFORM tell_change(owner.id, NULL);
        INSERT INTO hosts_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, last_seen_at, last_discovery_id, first_discovery_id, network_id, source_type, source_confidence, source_reason, name, hostname, description, hidden, sys_descr, sys_object_id, sys_location, sys_contact, management_url, chassis_id, sys_name, sys_name_source, manufacturer, manufacturer_source, model, model_source, serial_number, serial_number_source, firmware_revision, firmware_revision_source, software_revision, software_revision_source, os, os_source, virtualization_type, vm_name, vm_id, virtualization_service_id, audit_event_id, missing_since, name_source, hostname_source, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.last_seen_at, gone.last_discovery_id, gone.first_discovery_id, gone.network_id, gone.source_type, gone.source_confidence, gone.source_reason, gone.name, gone.hostname, gone.description, gone.hidden, gone.sys_descr, gone.sys_object_id, gone.sys_location, gone.sys_contact, gone.management_url, gone.chassis_id, gone.sys_name, gone.sys_name_source, gone.manufacturer, gone.manufacturer_source, gone.model, gone.model_source, gone.serial_number, gone.serial_number_source, gone.firmware_revision, gone.firmware_revision_source, gone.software_revision, gone.software_revision_source, gone.os, gone.os_source, gone.virtualization_type, gone.vm_name, gone.vm_id, gone.virtualization_service_id, gone.audit_event_id, gone.missing_since, gone.name_source, gone.hostname_source, begun.event_id, true FROM (
          SELECT before.*, greatest(begun.changed_at, before.valid_from + interval '1 millisecond') AS ended_at
          FROM rows_before before
          WHERE before.network_id = owner.id AND before.audit_event_id IS DISTINCT FROM begun.event_id
        ) gone;
        -- Changed before in the same transaction.
        UPDATE hosts_revisions r SET is_last = true FROM rows_before before
        WHERE before.network_id = owner.id AND before.audit_event_id = begun.event_id
          AND r.id = before.id AND r.valid_to = before.valid_from AND NOT r.is_last;
      END LOOP;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.hosts_revisions_no_overlap()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF EXISTS (
        SELECT FROM rows_after made CROSS JOIN LATERAL (
          SELECT valid_to FROM hosts_revisions r WHERE r.id = made.id AND r.valid_from < made.valid_to
          ORDER BY r.valid_from DESC LIMIT 2
        ) r
        GROUP BY made.id, made.valid_from HAVING count(*) FILTER (WHERE r.valid_to > made.valid_from) > 1
      ) THEN
        RAISE EXCEPTION 'states of one row overlap' USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'hosts_revisions_no_overlap';
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.interface_neighbors_at(at timestamp with time zone)
 RETURNS SETOF interface_neighbors
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.network_id, r.interface_id, r.remote_interface_id, r.remote_host_id, r.protocol, r.audit_event_id, r.basis, r.down_since FROM interface_neighbors r WHERE r.valid_from <= at
      UNION ALL
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.network_id, r.interface_id, r.remote_interface_id, r.remote_host_id, r.protocol, r.audit_event_id, r.basis, r.down_since FROM interface_neighbors_revisions r WHERE r.valid_from <= at AND r.valid_to > at
    $function$
;

CREATE OR REPLACE FUNCTION public.interface_neighbors_at(at timestamp with time zone, scope uuid[])
 RETURNS SETOF interface_neighbors
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.network_id, r.interface_id, r.remote_interface_id, r.remote_host_id, r.protocol, r.audit_event_id, r.basis, r.down_since FROM interface_neighbors r WHERE r.valid_from <= at
      UNION ALL
      -- What has changed since is there with its present state, or left with its last one.
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.network_id, r.interface_id, r.remote_interface_id, r.remote_host_id, r.protocol, r.audit_event_id, r.basis, r.down_since FROM (
        SELECT id FROM interface_neighbors WHERE network_id = ANY (scope) AND valid_from > at
        UNION
        SELECT id FROM interface_neighbors_revisions WHERE network_id = ANY (scope) AND valid_to > at AND is_last
      ) since CROSS JOIN LATERAL (
        SELECT * FROM interface_neighbors_revisions state WHERE state.id = since.id AND state.valid_from <= at
        ORDER BY state.valid_from DESC LIMIT 1
      ) r
      WHERE r.valid_to > at AND r.network_id = ANY (scope)
    $function$
;

CREATE OR REPLACE FUNCTION public.interface_neighbors_begin()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      begun record;
    BEGIN
      begun := begin_change();
      NEW.audit_event_id := begun.event_id;
      IF current_setting('netloom.keep_given_times', true) IS DISTINCT FROM 'on' THEN
        NEW.valid_from := begun.changed_at;
        -- Callers' clocks tell almost the same; what is brought in from before keeps its times.
        IF NEW.created_at > begun.changed_at - interval '1 minute' THEN
          
          NEW.created_at := begun.changed_at;
          NEW.updated_at := begun.changed_at;
        END IF;
      END IF;
      RETURN NEW;
    END $function$
;

CREATE OR REPLACE FUNCTION public.interface_neighbors_begin_later()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF EXISTS (SELECT FROM rows_after made JOIN interface_neighbors_revisions r ON r.id = made.id AND r.valid_to > made.valid_from) THEN
        RAISE EXCEPTION 'the row was deleted at the same time' USING ERRCODE = 'serialization_failure';
      END IF;
      PERFORM tell_change(owner.id, NULL) FROM (SELECT network_id AS id FROM rows_after LIMIT 1) owner;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.interface_neighbors_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
    END $function$
;

CREATE OR REPLACE FUNCTION public.interface_neighbors_keep_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      event_id uuid := nullif(current_setting('netloom.audit_event', true), '')::uuid;
    BEGIN
      -- Most updates are observations: nothing has begun a change.
      IF event_id IS NOT NULL THEN
        -- What foreign keys do to a row one after the other, PostgreSQL tells at once: its first state is the one that ends.
        INSERT INTO interface_neighbors_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, network_id, interface_id, remote_interface_id, remote_host_id, protocol, audit_event_id, basis, down_since, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.network_id, gone.interface_id, gone.remote_interface_id, gone.remote_host_id, gone.protocol, gone.audit_event_id, gone.basis, gone.down_since, event_id, is_last FROM (
          SELECT DISTINCT ON (before.id) before.*, after.valid_from AS ended_at,
            after.network_id <> before.network_id AS is_last
          FROM rows_before before JOIN rows_after after ON after.id = before.id AND after.audit_event_id = event_id
          WHERE before.audit_event_id IS DISTINCT FROM event_id
          ORDER BY before.id, before.updated_at DESC
        ) gone;
        -- Where no state has ended, the transaction has made or changed the rows before, and told so.
        IF FOUND THEN
          PERFORM tell_change(owner.id, NULL)
          FROM (SELECT network_id AS id FROM rows_after WHERE audit_event_id = event_id LIMIT 1) owner;
        END IF;
        -- Left with a later change of the same transaction.
        UPDATE interface_neighbors_revisions r SET is_last = true FROM rows_before before JOIN rows_after after ON after.id = before.id
        WHERE before.audit_event_id = event_id AND after.network_id <> before.network_id
          AND r.id = before.id AND r.valid_to = before.valid_from AND NOT r.is_last;
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.interface_neighbors_keep_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      begun record;
      owner record;
    BEGIN
      FOR owner IN
        SELECT DISTINCT network_id AS id FROM rows_before WHERE EXISTS (SELECT FROM networks live WHERE live.id = rows_before.network_id)
      LOOP
        begun := begin_change();
        PERFORM tell_change(owner.id, NULL);
        INSERT INTO interface_neighbors_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, network_id, interface_id, remote_interface_id, remote_host_id, protocol, audit_event_id, basis, down_since, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.network_id, gone.interface_id, gone.remote_interface_id, gone.remote_host_id, gone.protocol, gone.audit_event_id, gone.basis, gone.down_since, begun.event_id, true FROM (
          SELECT before.*, greatest(begun.changed_at, before.valid_from + interval '1 millisecond') AS ended_at
          FROM rows_before before
          WHERE before.network_id = owner.id AND before.audit_event_id IS DISTINCT FROM begun.event_id
        ) gone;
        -- Changed before in the same transaction.
        UPDATE interface_neighbors_revisions r SET is_last = true FROM rows_before before
        WHERE before.network_id = owner.id AND before.audit_event_id = begun.event_id
          AND r.id = before.id AND r.valid_to = before.valid_from AND NOT r.is_last;
      END LOOP;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.interface_neighbors_revisions_no_overlap()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF EXISTS (
        SELECT FROM rows_after made CROSS JOIN LATERAL (
          SELECT valid_to FROM interface_neighbors_revisions r WHERE r.id = made.id AND r.valid_from < made.valid_to
          ORDER BY r.valid_from DESC LIMIT 2
        ) r
        GROUP BY made.id, made.valid_from HAVING count(*) FILTER (WHERE r.valid_to > made.valid_from) > 1
      ) THEN
        RAISE EXCEPTION 'states of one row overlap' USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'interface_neighbors_revisions_no_overlap';
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.interface_vlans_at(at timestamp with time zone)
 RETURNS SETOF interface_vlans
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.network_id, r.interface_id, r.vlan_id, r.audit_event_id FROM interface_vlans r WHERE r.valid_from <= at
      UNION ALL
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.network_id, r.interface_id, r.vlan_id, r.audit_event_id FROM interface_vlans_revisions r WHERE r.valid_from <= at AND r.valid_to > at
    $function$
;

CREATE OR REPLACE FUNCTION public.interface_vlans_at(at timestamp with time zone, scope uuid[])
 RETURNS SETOF interface_vlans
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.network_id, r.interface_id, r.vlan_id, r.audit_event_id FROM interface_vlans r WHERE r.valid_from <= at
      UNION ALL
      -- What has changed since is there with its present state, or left with its last one.
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.network_id, r.interface_id, r.vlan_id, r.audit_event_id FROM (
        SELECT id FROM interface_vlans WHERE network_id = ANY (scope) AND valid_from > at
        UNION
        SELECT id FROM interface_vlans_revisions WHERE network_id = ANY (scope) AND valid_to > at AND is_last
      ) since CROSS JOIN LATERAL (
        SELECT * FROM interface_vlans_revisions state WHERE state.id = since.id AND state.valid_from <= at
        ORDER BY state.valid_from DESC LIMIT 1
      ) r
      WHERE r.valid_to > at AND r.network_id = ANY (scope)
    $function$
;

CREATE OR REPLACE FUNCTION public.interface_vlans_begin()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      begun record;
    BEGIN
      begun := begin_change();
      NEW.audit_event_id := begun.event_id;
      IF current_setting('netloom.keep_given_times', true) IS DISTINCT FROM 'on' THEN
        NEW.valid_from := begun.changed_at;
        -- Callers' clocks tell almost the same; what is brought in from before keeps its times.
        IF NEW.created_at > begun.changed_at - interval '1 minute' THEN
          
          NEW.created_at := begun.changed_at;
          NEW.updated_at := begun.changed_at;
        END IF;
      END IF;
      RETURN NEW;
    END $function$
;

CREATE OR REPLACE FUNCTION public.interface_vlans_begin_later()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF EXISTS (SELECT FROM rows_after made JOIN interface_vlans_revisions r ON r.id = made.id AND r.valid_to > made.valid_from) THEN
        RAISE EXCEPTION 'the row was deleted at the same time' USING ERRCODE = 'serialization_failure';
      END IF;
      PERFORM tell_change(owner.id, NULL) FROM (SELECT network_id AS id FROM rows_after LIMIT 1) owner;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.interface_vlans_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
    END $function$
;

CREATE OR REPLACE FUNCTION public.interface_vlans_keep_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      event_id uuid := nullif(current_setting('netloom.audit_event', true), '')::uuid;
    BEGIN
      -- Most updates are observations: nothing has begun a change.
      IF event_id IS NOT NULL THEN
        -- What foreign keys do to a row one after the other, PostgreSQL tells at once: its first state is the one that ends.
        INSERT INTO interface_vlans_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, network_id, interface_id, vlan_id, audit_event_id, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.network_id, gone.interface_id, gone.vlan_id, gone.audit_event_id, event_id, is_last FROM (
          SELECT DISTINCT ON (before.id) before.*, after.valid_from AS ended_at,
            after.network_id <> before.network_id AS is_last
          FROM rows_before before JOIN rows_after after ON after.id = before.id AND after.audit_event_id = event_id
          WHERE before.audit_event_id IS DISTINCT FROM event_id
          ORDER BY before.id, before.updated_at DESC
        ) gone;
        -- Where no state has ended, the transaction has made or changed the rows before, and told so.
        IF FOUND THEN
          PERFORM tell_change(owner.id, NULL)
          FROM (SELECT network_id AS id FROM rows_after WHERE audit_event_id = event_id LIMIT 1) owner;
        END IF;
        -- Left with a later change of the same transaction.
        UPDATE interface_vlans_revisions r SET is_last = true FROM rows_before before JOIN rows_after after ON after.id = before.id
        WHERE before.audit_event_id = event_id AND after.network_id <> before.network_id
          AND r.id = before.id AND r.valid_to = before.valid_from AND NOT r.is_last;
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.interface_vlans_keep_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      begun record;
      owner record;
    BEGIN
      FOR owner IN
        SELECT DISTINCT network_id AS id FROM rows_before WHERE EXISTS (SELECT FROM networks live WHERE live.id = rows_before.network_id)
      LOOP
        begun := begin_change();
        PERFORM tell_change(owner.id, NULL);
        INSERT INTO interface_vlans_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, network_id, interface_id, vlan_id, audit_event_id, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.network_id, gone.interface_id, gone.vlan_id, gone.audit_event_id, begun.event_id, true FROM (
          SELECT before.*, greatest(begun.changed_at, before.valid_from + interval '1 millisecond') AS ended_at
          FROM rows_before before
          WHERE before.network_id = owner.id AND before.audit_event_id IS DISTINCT FROM begun.event_id
        ) gone;
        -- Changed before in the same transaction.
        UPDATE interface_vlans_revisions r SET is_last = true FROM rows_before before
        WHERE before.network_id = owner.id AND before.audit_event_id = begun.event_id
          AND r.id = before.id AND r.valid_to = before.valid_from AND NOT r.is_last;
      END LOOP;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.interface_vlans_revisions_no_overlap()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF EXISTS (
        SELECT FROM rows_after made CROSS JOIN LATERAL (
          SELECT valid_to FROM interface_vlans_revisions r WHERE r.id = made.id AND r.valid_from < made.valid_to
          ORDER BY r.valid_from DESC LIMIT 2
        ) r
        GROUP BY made.id, made.valid_from HAVING count(*) FILTER (WHERE r.valid_to > made.valid_from) > 1
      ) THEN
        RAISE EXCEPTION 'states of one row overlap' USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'interface_vlans_revisions_no_overlap';
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.interfaces_at(at timestamp with time zone)
 RETURNS SETOF interfaces
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.host_id, r.if_index, r.if_descr, r.if_name, r.if_alias, r.if_type, r.speed_bps, r.admin_status, r.oper_status, r.mac_address, r.ip_configured, r.fdb_macs, r.ip_address_id, r.native_vlan_id, r.audit_event_id FROM interfaces r WHERE r.valid_from <= at
      UNION ALL
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.host_id, r.if_index, r.if_descr, r.if_name, r.if_alias, r.if_type, r.speed_bps, r.admin_status, r.oper_status, r.mac_address, r.ip_configured, r.fdb_macs, r.ip_address_id, r.native_vlan_id, r.audit_event_id FROM interfaces_revisions r WHERE r.valid_from <= at AND r.valid_to > at
    $function$
;

CREATE OR REPLACE FUNCTION public.interfaces_at(at timestamp with time zone, scope uuid[])
 RETURNS SETOF interfaces
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.host_id, r.if_index, r.if_descr, r.if_name, r.if_alias, r.if_type, r.speed_bps, r.admin_status, r.oper_status, r.mac_address, r.ip_configured, r.fdb_macs, r.ip_address_id, r.native_vlan_id, r.audit_event_id FROM interfaces r WHERE r.valid_from <= at
      UNION ALL
      -- What has changed since is there with its present state, or left with its last one.
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.host_id, r.if_index, r.if_descr, r.if_name, r.if_alias, r.if_type, r.speed_bps, r.admin_status, r.oper_status, r.mac_address, r.ip_configured, r.fdb_macs, r.ip_address_id, r.native_vlan_id, r.audit_event_id FROM (
        SELECT id FROM interfaces WHERE network_id = ANY (scope) AND valid_from > at
        UNION
        SELECT id FROM interfaces_revisions WHERE network_id = ANY (scope) AND valid_to > at AND is_last
      ) since CROSS JOIN LATERAL (
        SELECT * FROM interfaces_revisions state WHERE state.id = since.id AND state.valid_from <= at
        ORDER BY state.valid_from DESC LIMIT 1
      ) r
      WHERE r.valid_to > at AND r.network_id = ANY (scope)
    $function$
;

CREATE OR REPLACE FUNCTION public.interfaces_begin()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      begun record;
    BEGIN
      begun := begin_change();
      NEW.audit_event_id := begun.event_id;
      IF current_setting('netloom.keep_given_times', true) IS DISTINCT FROM 'on' THEN
        NEW.valid_from := begun.changed_at;
        -- Callers' clocks tell almost the same; what is brought in from before keeps its times.
        IF NEW.created_at > begun.changed_at - interval '1 minute' THEN
          IF NEW.last_seen_at >= NEW.created_at THEN NEW.last_seen_at := begun.changed_at; END IF;
          NEW.created_at := begun.changed_at;
          NEW.updated_at := begun.changed_at;
        END IF;
      END IF;
      RETURN NEW;
    END $function$
;

CREATE OR REPLACE FUNCTION public.interfaces_begin_later()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF EXISTS (SELECT FROM rows_after made JOIN interfaces_revisions r ON r.id = made.id AND r.valid_to > made.valid_from) THEN
        RAISE EXCEPTION 'the row was deleted at the same time' USING ERRCODE = 'serialization_failure';
      END IF;
      PERFORM tell_change(owner.id, NULL) FROM (SELECT network_id AS id FROM rows_after LIMIT 1) owner;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.interfaces_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
    END $function$
;

CREATE OR REPLACE FUNCTION public.interfaces_keep_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      event_id uuid := nullif(current_setting('netloom.audit_event', true), '')::uuid;
    BEGIN
      -- Most updates are observations: nothing has begun a change.
      IF event_id IS NOT NULL THEN
        -- What foreign keys do to a row one after the other, PostgreSQL tells at once: its first state is the one that ends.
        INSERT INTO interfaces_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, last_seen_at, last_discovery_id, first_discovery_id, network_id, host_id, if_index, if_descr, if_name, if_alias, if_type, speed_bps, admin_status, oper_status, mac_address, ip_configured, fdb_macs, ip_address_id, native_vlan_id, audit_event_id, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.last_seen_at, gone.last_discovery_id, gone.first_discovery_id, gone.network_id, gone.host_id, gone.if_index, gone.if_descr, gone.if_name, gone.if_alias, gone.if_type, gone.speed_bps, gone.admin_status, gone.oper_status, gone.mac_address, gone.ip_configured, gone.fdb_macs, gone.ip_address_id, gone.native_vlan_id, gone.audit_event_id, event_id, is_last FROM (
          SELECT DISTINCT ON (before.id) before.*, after.valid_from AS ended_at,
            after.network_id <> before.network_id AS is_last
          FROM rows_before before JOIN rows_after after ON after.id = before.id AND after.audit_event_id = event_id
          WHERE before.audit_event_id IS DISTINCT FROM event_id
          ORDER BY before.id, before.updated_at DESC
        ) gone;
        -- Where no state has ended, the transaction has made or changed the rows before, and told so.
        IF FOUND THEN
          PERFORM tell_change(owner.id, NULL)
          FROM (SELECT network_id AS id FROM rows_after WHERE audit_event_id = event_id LIMIT 1) owner;
        END IF;
        -- Left with a later change of the same transaction.
        UPDATE interfaces_revisions r SET is_last = true FROM rows_before before JOIN rows_after after ON after.id = before.id
        WHERE before.audit_event_id = event_id AND after.network_id <> before.network_id
          AND r.id = before.id AND r.valid_to = before.valid_from AND NOT r.is_last;
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.interfaces_keep_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      begun record;
      owner record;
    BEGIN
      FOR owner IN
        SELECT DISTINCT network_id AS id FROM rows_before WHERE EXISTS (SELECT FROM networks live WHERE live.id = rows_before.network_id)
      LOOP
        begun := begin_change();
        PERFORM tell_change(owner.id, NULL);
        INSERT INTO interfaces_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, last_seen_at, last_discovery_id, first_discovery_id, network_id, host_id, if_index, if_descr, if_name, if_alias, if_type, speed_bps, admin_status, oper_status, mac_address, ip_configured, fdb_macs, ip_address_id, native_vlan_id, audit_event_id, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.last_seen_at, gone.last_discovery_id, gone.first_discovery_id, gone.network_id, gone.host_id, gone.if_index, gone.if_descr, gone.if_name, gone.if_alias, gone.if_type, gone.speed_bps, gone.admin_status, gone.oper_status, gone.mac_address, gone.ip_configured, gone.fdb_macs, gone.ip_address_id, gone.native_vlan_id, gone.audit_event_id, begun.event_id, true FROM (
          SELECT before.*, greatest(begun.changed_at, before.valid_from + interval '1 millisecond') AS ended_at
          FROM rows_before before
          WHERE before.network_id = owner.id AND before.audit_event_id IS DISTINCT FROM begun.event_id
        ) gone;
        -- Changed before in the same transaction.
        UPDATE interfaces_revisions r SET is_last = true FROM rows_before before
        WHERE before.network_id = owner.id AND before.audit_event_id = begun.event_id
          AND r.id = before.id AND r.valid_to = before.valid_from AND NOT r.is_last;
      END LOOP;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.interfaces_revisions_no_overlap()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF EXISTS (
        SELECT FROM rows_after made CROSS JOIN LATERAL (
          SELECT valid_to FROM interfaces_revisions r WHERE r.id = made.id AND r.valid_from < made.valid_to
          ORDER BY r.valid_from DESC LIMIT 2
        ) r
        GROUP BY made.id, made.valid_from HAVING count(*) FILTER (WHERE r.valid_to > made.valid_from) > 1
      ) THEN
        RAISE EXCEPTION 'states of one row overlap' USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'interfaces_revisions_no_overlap';
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.ip_addresses_at(at timestamp with time zone)
 RETURNS SETOF ip_addresses
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.host_id, r.subnet_id, r.subnet_cidr, r.ip_address, r.name, r.mac_address, r."position", r.audit_event_id FROM ip_addresses r WHERE r.valid_from <= at
      UNION ALL
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.host_id, r.subnet_id, r.subnet_cidr, r.ip_address, r.name, r.mac_address, r."position", r.audit_event_id FROM ip_addresses_revisions r WHERE r.valid_from <= at AND r.valid_to > at
    $function$
;

CREATE OR REPLACE FUNCTION public.ip_addresses_at(at timestamp with time zone, scope uuid[])
 RETURNS SETOF ip_addresses
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.host_id, r.subnet_id, r.subnet_cidr, r.ip_address, r.name, r.mac_address, r."position", r.audit_event_id FROM ip_addresses r WHERE r.valid_from <= at
      UNION ALL
      -- What has changed since is there with its present state, or left with its last one.
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.host_id, r.subnet_id, r.subnet_cidr, r.ip_address, r.name, r.mac_address, r."position", r.audit_event_id FROM (
        SELECT id FROM ip_addresses WHERE network_id = ANY (scope) AND valid_from > at
        UNION
        SELECT id FROM ip_addresses_revisions WHERE network_id = ANY (scope) AND valid_to > at AND is_last
      ) since CROSS JOIN LATERAL (
        SELECT * FROM ip_addresses_revisions state WHERE state.id = since.id AND state.valid_from <= at
        ORDER BY state.valid_from DESC LIMIT 1
      ) r
      WHERE r.valid_to > at AND r.network_id = ANY (scope)
    $function$
;

CREATE OR REPLACE FUNCTION public.ip_addresses_begin()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      begun record;
    BEGIN
      begun := begin_change();
      NEW.audit_event_id := begun.event_id;
      IF current_setting('netloom.keep_given_times', true) IS DISTINCT FROM 'on' THEN
        NEW.valid_from := begun.changed_at;
        -- Callers' clocks tell almost the same; what is brought in from before keeps its times.
        IF NEW.created_at > begun.changed_at - interval '1 minute' THEN
          IF NEW.last_seen_at >= NEW.created_at THEN NEW.last_seen_at := begun.changed_at; END IF;
          NEW.created_at := begun.changed_at;
          NEW.updated_at := begun.changed_at;
        END IF;
      END IF;
      RETURN NEW;
    END $function$
;

CREATE OR REPLACE FUNCTION public.ip_addresses_begin_later()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF EXISTS (SELECT FROM rows_after made JOIN ip_addresses_revisions r ON r.id = made.id AND r.valid_to > made.valid_from) THEN
        RAISE EXCEPTION 'the row was deleted at the same time' USING ERRCODE = 'serialization_failure';
      END IF;
      PERFORM tell_change(owner.id, NULL) FROM (SELECT network_id AS id FROM rows_after LIMIT 1) owner;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.ip_addresses_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
    END $function$
;

CREATE OR REPLACE FUNCTION public.ip_addresses_keep_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      event_id uuid := nullif(current_setting('netloom.audit_event', true), '')::uuid;
    BEGIN
      -- Most updates are observations: nothing has begun a change.
      IF event_id IS NOT NULL THEN
        -- What foreign keys do to a row one after the other, PostgreSQL tells at once: its first state is the one that ends.
        INSERT INTO ip_addresses_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, last_seen_at, last_discovery_id, first_discovery_id, network_id, host_id, subnet_id, subnet_cidr, ip_address, name, mac_address, "position", audit_event_id, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.last_seen_at, gone.last_discovery_id, gone.first_discovery_id, gone.network_id, gone.host_id, gone.subnet_id, gone.subnet_cidr, gone.ip_address, gone.name, gone.mac_address, gone."position", gone.audit_event_id, event_id, is_last FROM (
          SELECT DISTINCT ON (before.id) before.*, after.valid_from AS ended_at,
            after.network_id <> before.network_id AS is_last
          FROM rows_before before JOIN rows_after after ON after.id = before.id AND after.audit_event_id = event_id
          WHERE before.audit_event_id IS DISTINCT FROM event_id
          ORDER BY before.id, before.updated_at DESC
        ) gone;
        -- Where no state has ended, the transaction has made or changed the rows before, and told so.
        IF FOUND THEN
          PERFORM tell_change(owner.id, NULL)
          FROM (SELECT network_id AS id FROM rows_after WHERE audit_event_id = event_id LIMIT 1) owner;
        END IF;
        -- Left with a later change of the same transaction.
        UPDATE ip_addresses_revisions r SET is_last = true FROM rows_before before JOIN rows_after after ON after.id = before.id
        WHERE before.audit_event_id = event_id AND after.network_id <> before.network_id
          AND r.id = before.id AND r.valid_to = before.valid_from AND NOT r.is_last;
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.ip_addresses_keep_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      begun record;
      owner record;
    BEGIN
      FOR owner IN
        SELECT DISTINCT network_id AS id FROM rows_before WHERE EXISTS (SELECT FROM networks live WHERE live.id = rows_before.network_id)
      LOOP
        begun := begin_change();
        PERFORM tell_change(owner.id, NULL);
        INSERT INTO ip_addresses_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, last_seen_at, last_discovery_id, first_discovery_id, network_id, host_id, subnet_id, subnet_cidr, ip_address, name, mac_address, "position", audit_event_id, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.last_seen_at, gone.last_discovery_id, gone.first_discovery_id, gone.network_id, gone.host_id, gone.subnet_id, gone.subnet_cidr, gone.ip_address, gone.name, gone.mac_address, gone."position", gone.audit_event_id, begun.event_id, true FROM (
          SELECT before.*, greatest(begun.changed_at, before.valid_from + interval '1 millisecond') AS ended_at
          FROM rows_before before
          WHERE before.network_id = owner.id AND before.audit_event_id IS DISTINCT FROM begun.event_id
        ) gone;
        -- Changed before in the same transaction.
        UPDATE ip_addresses_revisions r SET is_last = true FROM rows_before before
        WHERE before.network_id = owner.id AND before.audit_event_id = begun.event_id
          AND r.id = before.id AND r.valid_to = before.valid_from AND NOT r.is_last;
      END LOOP;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.ip_addresses_revisions_no_overlap()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF EXISTS (
        SELECT FROM rows_after made CROSS JOIN LATERAL (
          SELECT valid_to FROM ip_addresses_revisions r WHERE r.id = made.id AND r.valid_from < made.valid_to
          ORDER BY r.valid_from DESC LIMIT 2
        ) r
        GROUP BY made.id, made.valid_from HAVING count(*) FILTER (WHERE r.valid_to > made.valid_from) > 1
      ) THEN
        RAISE EXCEPTION 'states of one row overlap' USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'ip_addresses_revisions_no_overlap';
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.keep_audit_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF TG_OP = 'DELETE' AND (
    current_setting('netloom.sweep', true) = 'on'
    OR (OLD.organization_id IS NOT NULL AND NOT EXISTS (SELECT FROM organizations WHERE id = OLD.organization_id))
  ) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'audit events are never changed or deleted' USING ERRCODE = 'integrity_constraint_violation';
END $function$
;

CREATE OR REPLACE FUNCTION public.keep_history_of(kept text, scope text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
END $function$
;

CREATE OR REPLACE FUNCTION public.mark_network_change_of_row()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO network_changes (network_id, transaction_id)
  VALUES (OLD.network_id, pg_current_xact_id()::text::bigint)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION public.mark_network_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO network_changes (network_id, transaction_id)
  SELECT DISTINCT changed.network_id, pg_current_xact_id()::text::bigint
  FROM changed_rows changed
  WHERE changed.network_id IS NOT NULL
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION public.mark_network_changes_of_tags()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO network_changes (network_id, transaction_id)
  SELECT networks.id, pg_current_xact_id()::text::bigint
  FROM networks
  WHERE networks.organization_id IN (SELECT organization_id FROM changed_rows)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION public.mark_network_changes_of_update()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO network_changes (network_id, transaction_id)
  SELECT DISTINCT changed.network_id, pg_current_xact_id()::text::bigint
  FROM (SELECT network_id FROM rows_before UNION ALL SELECT network_id FROM changed_rows) changed
  WHERE changed.network_id IS NOT NULL
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION public.ports_at(at timestamp with time zone)
 RETURNS SETOF ports
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.host_id, r.number, r.protocol, r.audit_event_id FROM ports r WHERE r.valid_from <= at
      UNION ALL
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.host_id, r.number, r.protocol, r.audit_event_id FROM ports_revisions r WHERE r.valid_from <= at AND r.valid_to > at
    $function$
;

CREATE OR REPLACE FUNCTION public.ports_at(at timestamp with time zone, scope uuid[])
 RETURNS SETOF ports
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.host_id, r.number, r.protocol, r.audit_event_id FROM ports r WHERE r.valid_from <= at
      UNION ALL
      -- What has changed since is there with its present state, or left with its last one.
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.host_id, r.number, r.protocol, r.audit_event_id FROM (
        SELECT id FROM ports WHERE network_id = ANY (scope) AND valid_from > at
        UNION
        SELECT id FROM ports_revisions WHERE network_id = ANY (scope) AND valid_to > at AND is_last
      ) since CROSS JOIN LATERAL (
        SELECT * FROM ports_revisions state WHERE state.id = since.id AND state.valid_from <= at
        ORDER BY state.valid_from DESC LIMIT 1
      ) r
      WHERE r.valid_to > at AND r.network_id = ANY (scope)
    $function$
;

CREATE OR REPLACE FUNCTION public.ports_begin()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      begun record;
    BEGIN
      begun := begin_change();
      NEW.audit_event_id := begun.event_id;
      IF current_setting('netloom.keep_given_times', true) IS DISTINCT FROM 'on' THEN
        NEW.valid_from := begun.changed_at;
        -- Callers' clocks tell almost the same; what is brought in from before keeps its times.
        IF NEW.created_at > begun.changed_at - interval '1 minute' THEN
          IF NEW.last_seen_at >= NEW.created_at THEN NEW.last_seen_at := begun.changed_at; END IF;
          NEW.created_at := begun.changed_at;
          NEW.updated_at := begun.changed_at;
        END IF;
      END IF;
      RETURN NEW;
    END $function$
;

CREATE OR REPLACE FUNCTION public.ports_begin_later()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF EXISTS (SELECT FROM rows_after made JOIN ports_revisions r ON r.id = made.id AND r.valid_to > made.valid_from) THEN
        RAISE EXCEPTION 'the row was deleted at the same time' USING ERRCODE = 'serialization_failure';
      END IF;
      PERFORM tell_change(owner.id, NULL) FROM (SELECT network_id AS id FROM rows_after LIMIT 1) owner;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.ports_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
    END $function$
;

CREATE OR REPLACE FUNCTION public.ports_keep_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      event_id uuid := nullif(current_setting('netloom.audit_event', true), '')::uuid;
    BEGIN
      -- Most updates are observations: nothing has begun a change.
      IF event_id IS NOT NULL THEN
        -- What foreign keys do to a row one after the other, PostgreSQL tells at once: its first state is the one that ends.
        INSERT INTO ports_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, last_seen_at, last_discovery_id, first_discovery_id, network_id, host_id, number, protocol, audit_event_id, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.last_seen_at, gone.last_discovery_id, gone.first_discovery_id, gone.network_id, gone.host_id, gone.number, gone.protocol, gone.audit_event_id, event_id, is_last FROM (
          SELECT DISTINCT ON (before.id) before.*, after.valid_from AS ended_at,
            after.network_id <> before.network_id AS is_last
          FROM rows_before before JOIN rows_after after ON after.id = before.id AND after.audit_event_id = event_id
          WHERE before.audit_event_id IS DISTINCT FROM event_id
          ORDER BY before.id, before.updated_at DESC
        ) gone;
        -- Where no state has ended, the transaction has made or changed the rows before, and told so.
        IF FOUND THEN
          PERFORM tell_change(owner.id, NULL)
          FROM (SELECT network_id AS id FROM rows_after WHERE audit_event_id = event_id LIMIT 1) owner;
        END IF;
        -- Left with a later change of the same transaction.
        UPDATE ports_revisions r SET is_last = true FROM rows_before before JOIN rows_after after ON after.id = before.id
        WHERE before.audit_event_id = event_id AND after.network_id <> before.network_id
          AND r.id = before.id AND r.valid_to = before.valid_from AND NOT r.is_last;
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.ports_keep_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      begun record;
      owner record;
    BEGIN
      FOR owner IN
        SELECT DISTINCT network_id AS id FROM rows_before WHERE EXISTS (SELECT FROM networks live WHERE live.id = rows_before.network_id)
      LOOP
        begun := begin_change();
        PERFORM tell_change(owner.id, NULL);
        INSERT INTO ports_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, last_seen_at, last_discovery_id, first_discovery_id, network_id, host_id, number, protocol, audit_event_id, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.last_seen_at, gone.last_discovery_id, gone.first_discovery_id, gone.network_id, gone.host_id, gone.number, gone.protocol, gone.audit_event_id, begun.event_id, true FROM (
          SELECT before.*, greatest(begun.changed_at, before.valid_from + interval '1 millisecond') AS ended_at
          FROM rows_before before
          WHERE before.network_id = owner.id AND before.audit_event_id IS DISTINCT FROM begun.event_id
        ) gone;
        -- Changed before in the same transaction.
        UPDATE ports_revisions r SET is_last = true FROM rows_before before
        WHERE before.network_id = owner.id AND before.audit_event_id = begun.event_id
          AND r.id = before.id AND r.valid_to = before.valid_from AND NOT r.is_last;
      END LOOP;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.ports_revisions_no_overlap()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF EXISTS (
        SELECT FROM rows_after made CROSS JOIN LATERAL (
          SELECT valid_to FROM ports_revisions r WHERE r.id = made.id AND r.valid_from < made.valid_to
          ORDER BY r.valid_from DESC LIMIT 2
        ) r
        GROUP BY made.id, made.valid_from HAVING count(*) FILTER (WHERE r.valid_to > made.valid_from) > 1
      ) THEN
        RAISE EXCEPTION 'states of one row overlap' USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'ports_revisions_no_overlap';
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF to_jsonb(NEW) - 'is_last' <> to_jsonb(OLD) - 'is_last' THEN
    RAISE EXCEPTION 'what was, stays' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $function$
;

CREATE OR REPLACE FUNCTION public.refuse_truncation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'history is kept of %: delete its rows', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $function$
;

CREATE OR REPLACE FUNCTION public.remove_passkeys()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  DELETE FROM passkeys WHERE user_id = NEW.id;
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION public.saved_views_at(at timestamp with time zone)
 RETURNS SETOF saved_views
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.audit_event_id, r.network_id, r.organization_id, r.topology_id, r.created_by_user_id, r.name, r.description, r.visibility, r.view, r.shown_at, r.compared_at, r.state, r.positions, r.routes FROM saved_views r WHERE r.valid_from <= at
      UNION ALL
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.audit_event_id, r.network_id, r.organization_id, r.topology_id, r.created_by_user_id, r.name, r.description, r.visibility, r.view, r.shown_at, r.compared_at, r.state, r.positions, r.routes FROM saved_views_revisions r WHERE r.valid_from <= at AND r.valid_to > at
    $function$
;

CREATE OR REPLACE FUNCTION public.saved_views_at(at timestamp with time zone, scope uuid[])
 RETURNS SETOF saved_views
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.audit_event_id, r.network_id, r.organization_id, r.topology_id, r.created_by_user_id, r.name, r.description, r.visibility, r.view, r.shown_at, r.compared_at, r.state, r.positions, r.routes FROM saved_views r WHERE r.valid_from <= at
      UNION ALL
      -- What has changed since is there with its present state, or left with its last one.
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.audit_event_id, r.network_id, r.organization_id, r.topology_id, r.created_by_user_id, r.name, r.description, r.visibility, r.view, r.shown_at, r.compared_at, r.state, r.positions, r.routes FROM (
        SELECT id FROM saved_views WHERE network_id = ANY (scope) AND valid_from > at
        UNION
        SELECT id FROM saved_views_revisions WHERE network_id = ANY (scope) AND valid_to > at AND is_last
      ) since CROSS JOIN LATERAL (
        SELECT * FROM saved_views_revisions state WHERE state.id = since.id AND state.valid_from <= at
        ORDER BY state.valid_from DESC LIMIT 1
      ) r
      WHERE r.valid_to > at AND r.network_id = ANY (scope)
    $function$
;

CREATE OR REPLACE FUNCTION public.saved_views_begin()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      begun record;
    BEGIN
      begun := begin_change();
      NEW.audit_event_id := begun.event_id;
      IF current_setting('netloom.keep_given_times', true) IS DISTINCT FROM 'on' THEN
        NEW.valid_from := begun.changed_at;
        -- Callers' clocks tell almost the same; what is brought in from before keeps its times.
        IF NEW.created_at > begun.changed_at - interval '1 minute' THEN
          
          NEW.created_at := begun.changed_at;
          NEW.updated_at := begun.changed_at;
        END IF;
      END IF;
      RETURN NEW;
    END $function$
;

CREATE OR REPLACE FUNCTION public.saved_views_begin_later()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF EXISTS (SELECT FROM rows_after made JOIN saved_views_revisions r ON r.id = made.id AND r.valid_to > made.valid_from) THEN
        RAISE EXCEPTION 'the row was deleted at the same time' USING ERRCODE = 'serialization_failure';
      END IF;
      PERFORM tell_change(owner.id, NULL) FROM (SELECT network_id AS id FROM rows_after LIMIT 1) owner;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.saved_views_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
    END $function$
;

CREATE OR REPLACE FUNCTION public.saved_views_keep_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      event_id uuid := nullif(current_setting('netloom.audit_event', true), '')::uuid;
    BEGIN
      -- Most updates are observations: nothing has begun a change.
      IF event_id IS NOT NULL THEN
        -- What foreign keys do to a row one after the other, PostgreSQL tells at once: its first state is the one that ends.
        INSERT INTO saved_views_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, audit_event_id, network_id, organization_id, topology_id, created_by_user_id, name, description, visibility, view, shown_at, compared_at, state, positions, routes, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.audit_event_id, gone.network_id, gone.organization_id, gone.topology_id, gone.created_by_user_id, gone.name, gone.description, gone.visibility, gone.view, gone.shown_at, gone.compared_at, gone.state, gone.positions, gone.routes, event_id, is_last FROM (
          SELECT DISTINCT ON (before.id) before.*, after.valid_from AS ended_at,
            after.network_id <> before.network_id AS is_last
          FROM rows_before before JOIN rows_after after ON after.id = before.id AND after.audit_event_id = event_id
          WHERE before.audit_event_id IS DISTINCT FROM event_id
          ORDER BY before.id, before.updated_at DESC
        ) gone;
        -- Where no state has ended, the transaction has made or changed the rows before, and told so.
        IF FOUND THEN
          PERFORM tell_change(owner.id, NULL)
          FROM (SELECT network_id AS id FROM rows_after WHERE audit_event_id = event_id LIMIT 1) owner;
        END IF;
        -- Left with a later change of the same transaction.
        UPDATE saved_views_revisions r SET is_last = true FROM rows_before before JOIN rows_after after ON after.id = before.id
        WHERE before.audit_event_id = event_id AND after.network_id <> before.network_id
          AND r.id = before.id AND r.valid_to = before.valid_from AND NOT r.is_last;
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.saved_views_keep_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      begun record;
      owner record;
    BEGIN
      FOR owner IN
        SELECT DISTINCT network_id AS id FROM rows_before WHERE EXISTS (SELECT FROM networks live WHERE live.id = rows_before.network_id)
      LOOP
        begun := begin_change();
        PERFORM tell_change(owner.id, NULL);
        INSERT INTO saved_views_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, audit_event_id, network_id, organization_id, topology_id, created_by_user_id, name, description, visibility, view, shown_at, compared_at, state, positions, routes, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.audit_event_id, gone.network_id, gone.organization_id, gone.topology_id, gone.created_by_user_id, gone.name, gone.description, gone.visibility, gone.view, gone.shown_at, gone.compared_at, gone.state, gone.positions, gone.routes, begun.event_id, true FROM (
          SELECT before.*, greatest(begun.changed_at, before.valid_from + interval '1 millisecond') AS ended_at
          FROM rows_before before
          WHERE before.network_id = owner.id AND before.audit_event_id IS DISTINCT FROM begun.event_id
        ) gone;
        -- Changed before in the same transaction.
        UPDATE saved_views_revisions r SET is_last = true FROM rows_before before
        WHERE before.network_id = owner.id AND before.audit_event_id = begun.event_id
          AND r.id = before.id AND r.valid_to = before.valid_from AND NOT r.is_last;
      END LOOP;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.saved_views_revisions_no_overlap()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF EXISTS (
        SELECT FROM rows_after made CROSS JOIN LATERAL (
          SELECT valid_to FROM saved_views_revisions r WHERE r.id = made.id AND r.valid_from < made.valid_to
          ORDER BY r.valid_from DESC LIMIT 2
        ) r
        GROUP BY made.id, made.valid_from HAVING count(*) FILTER (WHERE r.valid_to > made.valid_from) > 1
      ) THEN
        RAISE EXCEPTION 'states of one row overlap' USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'saved_views_revisions_no_overlap';
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.search_keys(network uuid, texts text[])
 RETURNS bigint[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
DECLARE
  seed constant bigint := uuid_hash_extended(network, 0);
  one text;
  found bigint[] := '{}';
BEGIN
  FOREACH one IN ARRAY texts LOOP
    one := lower(one);
    FOR at IN 1 .. coalesce(length(one), 0) - 2 LOOP
      found := found || hashtextextended(substr(one, at, 3), seed);
    END LOOP;
  END LOOP;
  RETURN found;
END
$function$
;

CREATE OR REPLACE FUNCTION public.searched_keys(network uuid, wanted text)
 RETURNS bigint[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
DECLARE
  seed constant bigint := uuid_hash_extended(network, 0);
  one constant text := lower(wanted);
  trigrams constant integer := length(one) - 2;
BEGIN
  RETURN ARRAY(
    SELECT DISTINCT hashtextextended(substr(one, at, 3), seed)
    FROM generate_series(1, trigrams, greatest(1, (trigrams + 15) / 16)) at
  );
END
$function$
;

CREATE OR REPLACE FUNCTION public.services_at(at timestamp with time zone)
 RETURNS SETOF services
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.source_type, r.source_confidence, r.source_reason, r.host_id, r.name, r.service_definition, r."position", r.virtualization_type, r.container_name, r.container_id, r.compose_project, r.virtualization_service_id, r.audit_event_id FROM services r WHERE r.valid_from <= at
      UNION ALL
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.source_type, r.source_confidence, r.source_reason, r.host_id, r.name, r.service_definition, r."position", r.virtualization_type, r.container_name, r.container_id, r.compose_project, r.virtualization_service_id, r.audit_event_id FROM services_revisions r WHERE r.valid_from <= at AND r.valid_to > at
    $function$
;

CREATE OR REPLACE FUNCTION public.services_at(at timestamp with time zone, scope uuid[])
 RETURNS SETOF services
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.source_type, r.source_confidence, r.source_reason, r.host_id, r.name, r.service_definition, r."position", r.virtualization_type, r.container_name, r.container_id, r.compose_project, r.virtualization_service_id, r.audit_event_id FROM services r WHERE r.valid_from <= at
      UNION ALL
      -- What has changed since is there with its present state, or left with its last one.
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.source_type, r.source_confidence, r.source_reason, r.host_id, r.name, r.service_definition, r."position", r.virtualization_type, r.container_name, r.container_id, r.compose_project, r.virtualization_service_id, r.audit_event_id FROM (
        SELECT id FROM services WHERE network_id = ANY (scope) AND valid_from > at
        UNION
        SELECT id FROM services_revisions WHERE network_id = ANY (scope) AND valid_to > at AND is_last
      ) since CROSS JOIN LATERAL (
        SELECT * FROM services_revisions state WHERE state.id = since.id AND state.valid_from <= at
        ORDER BY state.valid_from DESC LIMIT 1
      ) r
      WHERE r.valid_to > at AND r.network_id = ANY (scope)
    $function$
;

CREATE OR REPLACE FUNCTION public.services_begin()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      begun record;
    BEGIN
      begun := begin_change();
      NEW.audit_event_id := begun.event_id;
      IF current_setting('netloom.keep_given_times', true) IS DISTINCT FROM 'on' THEN
        NEW.valid_from := begun.changed_at;
        -- Callers' clocks tell almost the same; what is brought in from before keeps its times.
        IF NEW.created_at > begun.changed_at - interval '1 minute' THEN
          IF NEW.last_seen_at >= NEW.created_at THEN NEW.last_seen_at := begun.changed_at; END IF;
          NEW.created_at := begun.changed_at;
          NEW.updated_at := begun.changed_at;
        END IF;
      END IF;
      RETURN NEW;
    END $function$
;

CREATE OR REPLACE FUNCTION public.services_begin_later()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF EXISTS (SELECT FROM rows_after made JOIN services_revisions r ON r.id = made.id AND r.valid_to > made.valid_from) THEN
        RAISE EXCEPTION 'the row was deleted at the same time' USING ERRCODE = 'serialization_failure';
      END IF;
      PERFORM tell_change(owner.id, NULL) FROM (SELECT network_id AS id FROM rows_after LIMIT 1) owner;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.services_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
    END $function$
;

CREATE OR REPLACE FUNCTION public.services_keep_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      event_id uuid := nullif(current_setting('netloom.audit_event', true), '')::uuid;
    BEGIN
      -- Most updates are observations: nothing has begun a change.
      IF event_id IS NOT NULL THEN
        -- What foreign keys do to a row one after the other, PostgreSQL tells at once: its first state is the one that ends.
        INSERT INTO services_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, last_seen_at, last_discovery_id, first_discovery_id, network_id, source_type, source_confidence, source_reason, host_id, name, service_definition, "position", virtualization_type, container_name, container_id, compose_project, virtualization_service_id, audit_event_id, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.last_seen_at, gone.last_discovery_id, gone.first_discovery_id, gone.network_id, gone.source_type, gone.source_confidence, gone.source_reason, gone.host_id, gone.name, gone.service_definition, gone."position", gone.virtualization_type, gone.container_name, gone.container_id, gone.compose_project, gone.virtualization_service_id, gone.audit_event_id, event_id, is_last FROM (
          SELECT DISTINCT ON (before.id) before.*, after.valid_from AS ended_at,
            after.network_id <> before.network_id AS is_last
          FROM rows_before before JOIN rows_after after ON after.id = before.id AND after.audit_event_id = event_id
          WHERE before.audit_event_id IS DISTINCT FROM event_id
          ORDER BY before.id, before.updated_at DESC
        ) gone;
        -- Where no state has ended, the transaction has made or changed the rows before, and told so.
        IF FOUND THEN
          PERFORM tell_change(owner.id, NULL)
          FROM (SELECT network_id AS id FROM rows_after WHERE audit_event_id = event_id LIMIT 1) owner;
        END IF;
        -- Left with a later change of the same transaction.
        UPDATE services_revisions r SET is_last = true FROM rows_before before JOIN rows_after after ON after.id = before.id
        WHERE before.audit_event_id = event_id AND after.network_id <> before.network_id
          AND r.id = before.id AND r.valid_to = before.valid_from AND NOT r.is_last;
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.services_keep_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      begun record;
      owner record;
    BEGIN
      FOR owner IN
        SELECT DISTINCT network_id AS id FROM rows_before WHERE EXISTS (SELECT FROM networks live WHERE live.id = rows_before.network_id)
      LOOP
        begun := begin_change();
        PERFORM tell_change(owner.id, NULL);
        INSERT INTO services_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, last_seen_at, last_discovery_id, first_discovery_id, network_id, source_type, source_confidence, source_reason, host_id, name, service_definition, "position", virtualization_type, container_name, container_id, compose_project, virtualization_service_id, audit_event_id, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.last_seen_at, gone.last_discovery_id, gone.first_discovery_id, gone.network_id, gone.source_type, gone.source_confidence, gone.source_reason, gone.host_id, gone.name, gone.service_definition, gone."position", gone.virtualization_type, gone.container_name, gone.container_id, gone.compose_project, gone.virtualization_service_id, gone.audit_event_id, begun.event_id, true FROM (
          SELECT before.*, greatest(begun.changed_at, before.valid_from + interval '1 millisecond') AS ended_at
          FROM rows_before before
          WHERE before.network_id = owner.id AND before.audit_event_id IS DISTINCT FROM begun.event_id
        ) gone;
        -- Changed before in the same transaction.
        UPDATE services_revisions r SET is_last = true FROM rows_before before
        WHERE before.network_id = owner.id AND before.audit_event_id = begun.event_id
          AND r.id = before.id AND r.valid_to = before.valid_from AND NOT r.is_last;
      END LOOP;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.services_revisions_no_overlap()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF EXISTS (
        SELECT FROM rows_after made CROSS JOIN LATERAL (
          SELECT valid_to FROM services_revisions r WHERE r.id = made.id AND r.valid_from < made.valid_to
          ORDER BY r.valid_from DESC LIMIT 2
        ) r
        GROUP BY made.id, made.valid_from HAVING count(*) FILTER (WHERE r.valid_to > made.valid_from) > 1
      ) THEN
        RAISE EXCEPTION 'states of one row overlap' USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'services_revisions_no_overlap';
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.subnet_vlans_at(at timestamp with time zone)
 RETURNS SETOF subnet_vlans
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.network_id, r.subnet_id, r.vlan_id, r.audit_event_id FROM subnet_vlans r WHERE r.valid_from <= at
      UNION ALL
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.network_id, r.subnet_id, r.vlan_id, r.audit_event_id FROM subnet_vlans_revisions r WHERE r.valid_from <= at AND r.valid_to > at
    $function$
;

CREATE OR REPLACE FUNCTION public.subnet_vlans_at(at timestamp with time zone, scope uuid[])
 RETURNS SETOF subnet_vlans
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.network_id, r.subnet_id, r.vlan_id, r.audit_event_id FROM subnet_vlans r WHERE r.valid_from <= at
      UNION ALL
      -- What has changed since is there with its present state, or left with its last one.
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.network_id, r.subnet_id, r.vlan_id, r.audit_event_id FROM (
        SELECT id FROM subnet_vlans WHERE network_id = ANY (scope) AND valid_from > at
        UNION
        SELECT id FROM subnet_vlans_revisions WHERE network_id = ANY (scope) AND valid_to > at AND is_last
      ) since CROSS JOIN LATERAL (
        SELECT * FROM subnet_vlans_revisions state WHERE state.id = since.id AND state.valid_from <= at
        ORDER BY state.valid_from DESC LIMIT 1
      ) r
      WHERE r.valid_to > at AND r.network_id = ANY (scope)
    $function$
;

CREATE OR REPLACE FUNCTION public.subnet_vlans_begin()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      begun record;
    BEGIN
      begun := begin_change();
      NEW.audit_event_id := begun.event_id;
      IF current_setting('netloom.keep_given_times', true) IS DISTINCT FROM 'on' THEN
        NEW.valid_from := begun.changed_at;
        -- Callers' clocks tell almost the same; what is brought in from before keeps its times.
        IF NEW.created_at > begun.changed_at - interval '1 minute' THEN
          
          NEW.created_at := begun.changed_at;
          NEW.updated_at := begun.changed_at;
        END IF;
      END IF;
      RETURN NEW;
    END $function$
;

CREATE OR REPLACE FUNCTION public.subnet_vlans_begin_later()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF EXISTS (SELECT FROM rows_after made JOIN subnet_vlans_revisions r ON r.id = made.id AND r.valid_to > made.valid_from) THEN
        RAISE EXCEPTION 'the row was deleted at the same time' USING ERRCODE = 'serialization_failure';
      END IF;
      PERFORM tell_change(owner.id, NULL) FROM (SELECT network_id AS id FROM rows_after LIMIT 1) owner;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.subnet_vlans_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
    END $function$
;

CREATE OR REPLACE FUNCTION public.subnet_vlans_keep_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      event_id uuid := nullif(current_setting('netloom.audit_event', true), '')::uuid;
    BEGIN
      -- Most updates are observations: nothing has begun a change.
      IF event_id IS NOT NULL THEN
        -- What foreign keys do to a row one after the other, PostgreSQL tells at once: its first state is the one that ends.
        INSERT INTO subnet_vlans_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, network_id, subnet_id, vlan_id, audit_event_id, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.network_id, gone.subnet_id, gone.vlan_id, gone.audit_event_id, event_id, is_last FROM (
          SELECT DISTINCT ON (before.id) before.*, after.valid_from AS ended_at,
            after.network_id <> before.network_id AS is_last
          FROM rows_before before JOIN rows_after after ON after.id = before.id AND after.audit_event_id = event_id
          WHERE before.audit_event_id IS DISTINCT FROM event_id
          ORDER BY before.id, before.updated_at DESC
        ) gone;
        -- Where no state has ended, the transaction has made or changed the rows before, and told so.
        IF FOUND THEN
          PERFORM tell_change(owner.id, NULL)
          FROM (SELECT network_id AS id FROM rows_after WHERE audit_event_id = event_id LIMIT 1) owner;
        END IF;
        -- Left with a later change of the same transaction.
        UPDATE subnet_vlans_revisions r SET is_last = true FROM rows_before before JOIN rows_after after ON after.id = before.id
        WHERE before.audit_event_id = event_id AND after.network_id <> before.network_id
          AND r.id = before.id AND r.valid_to = before.valid_from AND NOT r.is_last;
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.subnet_vlans_keep_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      begun record;
      owner record;
    BEGIN
      FOR owner IN
        SELECT DISTINCT network_id AS id FROM rows_before WHERE EXISTS (SELECT FROM networks live WHERE live.id = rows_before.network_id)
      LOOP
        begun := begin_change();
        PERFORM tell_change(owner.id, NULL);
        INSERT INTO subnet_vlans_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, network_id, subnet_id, vlan_id, audit_event_id, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.network_id, gone.subnet_id, gone.vlan_id, gone.audit_event_id, begun.event_id, true FROM (
          SELECT before.*, greatest(begun.changed_at, before.valid_from + interval '1 millisecond') AS ended_at
          FROM rows_before before
          WHERE before.network_id = owner.id AND before.audit_event_id IS DISTINCT FROM begun.event_id
        ) gone;
        -- Changed before in the same transaction.
        UPDATE subnet_vlans_revisions r SET is_last = true FROM rows_before before
        WHERE before.network_id = owner.id AND before.audit_event_id = begun.event_id
          AND r.id = before.id AND r.valid_to = before.valid_from AND NOT r.is_last;
      END LOOP;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.subnet_vlans_revisions_no_overlap()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF EXISTS (
        SELECT FROM rows_after made CROSS JOIN LATERAL (
          SELECT valid_to FROM subnet_vlans_revisions r WHERE r.id = made.id AND r.valid_from < made.valid_to
          ORDER BY r.valid_from DESC LIMIT 2
        ) r
        GROUP BY made.id, made.valid_from HAVING count(*) FILTER (WHERE r.valid_to > made.valid_from) > 1
      ) THEN
        RAISE EXCEPTION 'states of one row overlap' USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'subnet_vlans_revisions_no_overlap';
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.subnets_at(at timestamp with time zone)
 RETURNS SETOF subnets
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.source_type, r.source_confidence, r.source_reason, r.name, r.cidr, r.cidr_source, r.description, r.subnet_type, r.virtualization_service_id, r.audit_event_id FROM subnets r WHERE r.valid_from <= at
      UNION ALL
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.source_type, r.source_confidence, r.source_reason, r.name, r.cidr, r.cidr_source, r.description, r.subnet_type, r.virtualization_service_id, r.audit_event_id FROM subnets_revisions r WHERE r.valid_from <= at AND r.valid_to > at
    $function$
;

CREATE OR REPLACE FUNCTION public.subnets_at(at timestamp with time zone, scope uuid[])
 RETURNS SETOF subnets
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.source_type, r.source_confidence, r.source_reason, r.name, r.cidr, r.cidr_source, r.description, r.subnet_type, r.virtualization_service_id, r.audit_event_id FROM subnets r WHERE r.valid_from <= at
      UNION ALL
      -- What has changed since is there with its present state, or left with its last one.
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.source_type, r.source_confidence, r.source_reason, r.name, r.cidr, r.cidr_source, r.description, r.subnet_type, r.virtualization_service_id, r.audit_event_id FROM (
        SELECT id FROM subnets WHERE network_id = ANY (scope) AND valid_from > at
        UNION
        SELECT id FROM subnets_revisions WHERE network_id = ANY (scope) AND valid_to > at AND is_last
      ) since CROSS JOIN LATERAL (
        SELECT * FROM subnets_revisions state WHERE state.id = since.id AND state.valid_from <= at
        ORDER BY state.valid_from DESC LIMIT 1
      ) r
      WHERE r.valid_to > at AND r.network_id = ANY (scope)
    $function$
;

CREATE OR REPLACE FUNCTION public.subnets_begin()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      begun record;
    BEGIN
      begun := begin_change();
      NEW.audit_event_id := begun.event_id;
      IF current_setting('netloom.keep_given_times', true) IS DISTINCT FROM 'on' THEN
        NEW.valid_from := begun.changed_at;
        -- Callers' clocks tell almost the same; what is brought in from before keeps its times.
        IF NEW.created_at > begun.changed_at - interval '1 minute' THEN
          IF NEW.last_seen_at >= NEW.created_at THEN NEW.last_seen_at := begun.changed_at; END IF;
          NEW.created_at := begun.changed_at;
          NEW.updated_at := begun.changed_at;
        END IF;
      END IF;
      RETURN NEW;
    END $function$
;

CREATE OR REPLACE FUNCTION public.subnets_begin_later()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF EXISTS (SELECT FROM rows_after made JOIN subnets_revisions r ON r.id = made.id AND r.valid_to > made.valid_from) THEN
        RAISE EXCEPTION 'the row was deleted at the same time' USING ERRCODE = 'serialization_failure';
      END IF;
      PERFORM tell_change(owner.id, NULL) FROM (SELECT network_id AS id FROM rows_after LIMIT 1) owner;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.subnets_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
    END $function$
;

CREATE OR REPLACE FUNCTION public.subnets_keep_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      event_id uuid := nullif(current_setting('netloom.audit_event', true), '')::uuid;
    BEGIN
      -- Most updates are observations: nothing has begun a change.
      IF event_id IS NOT NULL THEN
        -- What foreign keys do to a row one after the other, PostgreSQL tells at once: its first state is the one that ends.
        INSERT INTO subnets_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, last_seen_at, last_discovery_id, first_discovery_id, network_id, source_type, source_confidence, source_reason, name, cidr, cidr_source, description, subnet_type, virtualization_service_id, audit_event_id, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.last_seen_at, gone.last_discovery_id, gone.first_discovery_id, gone.network_id, gone.source_type, gone.source_confidence, gone.source_reason, gone.name, gone.cidr, gone.cidr_source, gone.description, gone.subnet_type, gone.virtualization_service_id, gone.audit_event_id, event_id, is_last FROM (
          SELECT DISTINCT ON (before.id) before.*, after.valid_from AS ended_at,
            after.network_id <> before.network_id AS is_last
          FROM rows_before before JOIN rows_after after ON after.id = before.id AND after.audit_event_id = event_id
          WHERE before.audit_event_id IS DISTINCT FROM event_id
          ORDER BY before.id, before.updated_at DESC
        ) gone;
        -- Where no state has ended, the transaction has made or changed the rows before, and told so.
        IF FOUND THEN
          PERFORM tell_change(owner.id, NULL)
          FROM (SELECT network_id AS id FROM rows_after WHERE audit_event_id = event_id LIMIT 1) owner;
        END IF;
        -- Left with a later change of the same transaction.
        UPDATE subnets_revisions r SET is_last = true FROM rows_before before JOIN rows_after after ON after.id = before.id
        WHERE before.audit_event_id = event_id AND after.network_id <> before.network_id
          AND r.id = before.id AND r.valid_to = before.valid_from AND NOT r.is_last;
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.subnets_keep_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      begun record;
      owner record;
    BEGIN
      FOR owner IN
        SELECT DISTINCT network_id AS id FROM rows_before WHERE EXISTS (SELECT FROM networks live WHERE live.id = rows_before.network_id)
      LOOP
        begun := begin_change();
        PERFORM tell_change(owner.id, NULL);
        INSERT INTO subnets_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, last_seen_at, last_discovery_id, first_discovery_id, network_id, source_type, source_confidence, source_reason, name, cidr, cidr_source, description, subnet_type, virtualization_service_id, audit_event_id, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.last_seen_at, gone.last_discovery_id, gone.first_discovery_id, gone.network_id, gone.source_type, gone.source_confidence, gone.source_reason, gone.name, gone.cidr, gone.cidr_source, gone.description, gone.subnet_type, gone.virtualization_service_id, gone.audit_event_id, begun.event_id, true FROM (
          SELECT before.*, greatest(begun.changed_at, before.valid_from + interval '1 millisecond') AS ended_at
          FROM rows_before before
          WHERE before.network_id = owner.id AND before.audit_event_id IS DISTINCT FROM begun.event_id
        ) gone;
        -- Changed before in the same transaction.
        UPDATE subnets_revisions r SET is_last = true FROM rows_before before
        WHERE before.network_id = owner.id AND before.audit_event_id = begun.event_id
          AND r.id = before.id AND r.valid_to = before.valid_from AND NOT r.is_last;
      END LOOP;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.subnets_revisions_no_overlap()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF EXISTS (
        SELECT FROM rows_after made CROSS JOIN LATERAL (
          SELECT valid_to FROM subnets_revisions r WHERE r.id = made.id AND r.valid_from < made.valid_to
          ORDER BY r.valid_from DESC LIMIT 2
        ) r
        GROUP BY made.id, made.valid_from HAVING count(*) FILTER (WHERE r.valid_to > made.valid_from) > 1
      ) THEN
        RAISE EXCEPTION 'states of one row overlap' USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'subnets_revisions_no_overlap';
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.tag_assignments_at(at timestamp with time zone)
 RETURNS SETOF tag_assignments
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.organization_id, r.network_id, r.user_id, r.tag_id, r.entity_type, r.entity_id, r.host_id, r.service_id, r.subnet_id, r.group_id, r.tagged_network_id, r.discovery_id, r.daemon_id, r.daemon_api_key_id, r.user_api_key_id, r.audit_event_id FROM tag_assignments r WHERE r.valid_from <= at
      UNION ALL
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.organization_id, r.network_id, r.user_id, r.tag_id, r.entity_type, r.entity_id, r.host_id, r.service_id, r.subnet_id, r.group_id, r.tagged_network_id, r.discovery_id, r.daemon_id, r.daemon_api_key_id, r.user_api_key_id, r.audit_event_id FROM tag_assignments_revisions r WHERE r.valid_from <= at AND r.valid_to > at
    $function$
;

CREATE OR REPLACE FUNCTION public.tag_assignments_at(at timestamp with time zone, scope uuid[])
 RETURNS SETOF tag_assignments
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.organization_id, r.network_id, r.user_id, r.tag_id, r.entity_type, r.entity_id, r.host_id, r.service_id, r.subnet_id, r.group_id, r.tagged_network_id, r.discovery_id, r.daemon_id, r.daemon_api_key_id, r.user_api_key_id, r.audit_event_id FROM tag_assignments r WHERE r.valid_from <= at
      UNION ALL
      -- What has changed since is there with its present state, or left with its last one.
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.organization_id, r.network_id, r.user_id, r.tag_id, r.entity_type, r.entity_id, r.host_id, r.service_id, r.subnet_id, r.group_id, r.tagged_network_id, r.discovery_id, r.daemon_id, r.daemon_api_key_id, r.user_api_key_id, r.audit_event_id FROM (
        SELECT id FROM tag_assignments WHERE organization_id = ANY (scope) AND valid_from > at
        UNION
        SELECT id FROM tag_assignments_revisions WHERE organization_id = ANY (scope) AND valid_to > at AND is_last
      ) since CROSS JOIN LATERAL (
        SELECT * FROM tag_assignments_revisions state WHERE state.id = since.id AND state.valid_from <= at
        ORDER BY state.valid_from DESC LIMIT 1
      ) r
      WHERE r.valid_to > at AND r.organization_id = ANY (scope)
    $function$
;

CREATE OR REPLACE FUNCTION public.tag_assignments_begin()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      begun record;
    BEGIN
      begun := begin_change();
      NEW.audit_event_id := begun.event_id;
      IF current_setting('netloom.keep_given_times', true) IS DISTINCT FROM 'on' THEN
        NEW.valid_from := begun.changed_at;
        -- Callers' clocks tell almost the same; what is brought in from before keeps its times.
        IF NEW.created_at > begun.changed_at - interval '1 minute' THEN
          
          NEW.created_at := begun.changed_at;
          NEW.updated_at := begun.changed_at;
        END IF;
      END IF;
      RETURN NEW;
    END $function$
;

CREATE OR REPLACE FUNCTION public.tag_assignments_begin_later()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF EXISTS (SELECT FROM rows_after made JOIN tag_assignments_revisions r ON r.id = made.id AND r.valid_to > made.valid_from) THEN
        RAISE EXCEPTION 'the row was deleted at the same time' USING ERRCODE = 'serialization_failure';
      END IF;
      PERFORM tell_change(NULL, owner.id) FROM (SELECT organization_id AS id FROM rows_after LIMIT 1) owner;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.tag_assignments_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
    END $function$
;

CREATE OR REPLACE FUNCTION public.tag_assignments_keep_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      event_id uuid := nullif(current_setting('netloom.audit_event', true), '')::uuid;
    BEGIN
      -- Most updates are observations: nothing has begun a change.
      IF event_id IS NOT NULL THEN
        -- What foreign keys do to a row one after the other, PostgreSQL tells at once: its first state is the one that ends.
        INSERT INTO tag_assignments_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, organization_id, network_id, user_id, tag_id, entity_type, entity_id, host_id, service_id, subnet_id, group_id, tagged_network_id, discovery_id, daemon_id, daemon_api_key_id, user_api_key_id, audit_event_id, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.organization_id, gone.network_id, gone.user_id, gone.tag_id, gone.entity_type, gone.entity_id, gone.host_id, gone.service_id, gone.subnet_id, gone.group_id, gone.tagged_network_id, gone.discovery_id, gone.daemon_id, gone.daemon_api_key_id, gone.user_api_key_id, gone.audit_event_id, event_id, is_last FROM (
          SELECT DISTINCT ON (before.id) before.*, after.valid_from AS ended_at,
            after.organization_id <> before.organization_id AS is_last
          FROM rows_before before JOIN rows_after after ON after.id = before.id AND after.audit_event_id = event_id
          WHERE before.audit_event_id IS DISTINCT FROM event_id
          ORDER BY before.id, before.updated_at DESC
        ) gone;
        -- Where no state has ended, the transaction has made or changed the rows before, and told so.
        IF FOUND THEN
          PERFORM tell_change(NULL, owner.id)
          FROM (SELECT organization_id AS id FROM rows_after WHERE audit_event_id = event_id LIMIT 1) owner;
        END IF;
        -- Left with a later change of the same transaction.
        UPDATE tag_assignments_revisions r SET is_last = true FROM rows_before before JOIN rows_after after ON after.id = before.id
        WHERE before.audit_event_id = event_id AND after.organization_id <> before.organization_id
          AND r.id = before.id AND r.valid_to = before.valid_from AND NOT r.is_last;
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.tag_assignments_keep_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      begun record;
      owner record;
    BEGIN
      FOR owner IN
        SELECT DISTINCT organization_id AS id FROM rows_before WHERE EXISTS (SELECT FROM organizations live WHERE live.id = rows_before.organization_id)
      LOOP
        begun := begin_change();
        PERFORM tell_change(NULL, owner.id);
        INSERT INTO tag_assignments_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, organization_id, network_id, user_id, tag_id, entity_type, entity_id, host_id, service_id, subnet_id, group_id, tagged_network_id, discovery_id, daemon_id, daemon_api_key_id, user_api_key_id, audit_event_id, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.organization_id, gone.network_id, gone.user_id, gone.tag_id, gone.entity_type, gone.entity_id, gone.host_id, gone.service_id, gone.subnet_id, gone.group_id, gone.tagged_network_id, gone.discovery_id, gone.daemon_id, gone.daemon_api_key_id, gone.user_api_key_id, gone.audit_event_id, begun.event_id, true FROM (
          SELECT before.*, greatest(begun.changed_at, before.valid_from + interval '1 millisecond') AS ended_at
          FROM rows_before before
          WHERE before.organization_id = owner.id AND before.audit_event_id IS DISTINCT FROM begun.event_id
        ) gone;
        -- Changed before in the same transaction.
        UPDATE tag_assignments_revisions r SET is_last = true FROM rows_before before
        WHERE before.organization_id = owner.id AND before.audit_event_id = begun.event_id
          AND r.id = before.id AND r.valid_to = before.valid_from AND NOT r.is_last;
      END LOOP;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.tag_assignments_revisions_no_overlap()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF EXISTS (
        SELECT FROM rows_after made CROSS JOIN LATERAL (
          SELECT valid_to FROM tag_assignments_revisions r WHERE r.id = made.id AND r.valid_from < made.valid_to
          ORDER BY r.valid_from DESC LIMIT 2
        ) r
        GROUP BY made.id, made.valid_from HAVING count(*) FILTER (WHERE r.valid_to > made.valid_from) > 1
      ) THEN
        RAISE EXCEPTION 'states of one row overlap' USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'tag_assignments_revisions_no_overlap';
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.tags_at(at timestamp with time zone)
 RETURNS SETOF tags
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.organization_id, r.name, r.description, r.color, r.is_application, r.audit_event_id FROM tags r WHERE r.valid_from <= at
      UNION ALL
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.organization_id, r.name, r.description, r.color, r.is_application, r.audit_event_id FROM tags_revisions r WHERE r.valid_from <= at AND r.valid_to > at
    $function$
;

CREATE OR REPLACE FUNCTION public.tags_at(at timestamp with time zone, scope uuid[])
 RETURNS SETOF tags
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.organization_id, r.name, r.description, r.color, r.is_application, r.audit_event_id FROM tags r WHERE r.valid_from <= at
      UNION ALL
      -- What has changed since is there with its present state, or left with its last one.
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.organization_id, r.name, r.description, r.color, r.is_application, r.audit_event_id FROM (
        SELECT id FROM tags WHERE organization_id = ANY (scope) AND valid_from > at
        UNION
        SELECT id FROM tags_revisions WHERE organization_id = ANY (scope) AND valid_to > at AND is_last
      ) since CROSS JOIN LATERAL (
        SELECT * FROM tags_revisions state WHERE state.id = since.id AND state.valid_from <= at
        ORDER BY state.valid_from DESC LIMIT 1
      ) r
      WHERE r.valid_to > at AND r.organization_id = ANY (scope)
    $function$
;

CREATE OR REPLACE FUNCTION public.tags_begin()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      begun record;
    BEGIN
      begun := begin_change();
      NEW.audit_event_id := begun.event_id;
      IF current_setting('netloom.keep_given_times', true) IS DISTINCT FROM 'on' THEN
        NEW.valid_from := begun.changed_at;
        -- Callers' clocks tell almost the same; what is brought in from before keeps its times.
        IF NEW.created_at > begun.changed_at - interval '1 minute' THEN
          
          NEW.created_at := begun.changed_at;
          NEW.updated_at := begun.changed_at;
        END IF;
      END IF;
      RETURN NEW;
    END $function$
;

CREATE OR REPLACE FUNCTION public.tags_begin_later()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF EXISTS (SELECT FROM rows_after made JOIN tags_revisions r ON r.id = made.id AND r.valid_to > made.valid_from) THEN
        RAISE EXCEPTION 'the row was deleted at the same time' USING ERRCODE = 'serialization_failure';
      END IF;
      PERFORM tell_change(NULL, owner.id) FROM (SELECT organization_id AS id FROM rows_after LIMIT 1) owner;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.tags_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
    END $function$
;

CREATE OR REPLACE FUNCTION public.tags_keep_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      event_id uuid := nullif(current_setting('netloom.audit_event', true), '')::uuid;
    BEGIN
      -- Most updates are observations: nothing has begun a change.
      IF event_id IS NOT NULL THEN
        -- What foreign keys do to a row one after the other, PostgreSQL tells at once: its first state is the one that ends.
        INSERT INTO tags_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, organization_id, name, description, color, is_application, audit_event_id, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.organization_id, gone.name, gone.description, gone.color, gone.is_application, gone.audit_event_id, event_id, is_last FROM (
          SELECT DISTINCT ON (before.id) before.*, after.valid_from AS ended_at,
            after.organization_id <> before.organization_id AS is_last
          FROM rows_before before JOIN rows_after after ON after.id = before.id AND after.audit_event_id = event_id
          WHERE before.audit_event_id IS DISTINCT FROM event_id
          ORDER BY before.id, before.updated_at DESC
        ) gone;
        -- Where no state has ended, the transaction has made or changed the rows before, and told so.
        IF FOUND THEN
          PERFORM tell_change(NULL, owner.id)
          FROM (SELECT organization_id AS id FROM rows_after WHERE audit_event_id = event_id LIMIT 1) owner;
        END IF;
        -- Left with a later change of the same transaction.
        UPDATE tags_revisions r SET is_last = true FROM rows_before before JOIN rows_after after ON after.id = before.id
        WHERE before.audit_event_id = event_id AND after.organization_id <> before.organization_id
          AND r.id = before.id AND r.valid_to = before.valid_from AND NOT r.is_last;
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.tags_keep_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      begun record;
      owner record;
    BEGIN
      FOR owner IN
        SELECT DISTINCT organization_id AS id FROM rows_before WHERE EXISTS (SELECT FROM organizations live WHERE live.id = rows_before.organization_id)
      LOOP
        begun := begin_change();
        PERFORM tell_change(NULL, owner.id);
        INSERT INTO tags_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, organization_id, name, description, color, is_application, audit_event_id, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.organization_id, gone.name, gone.description, gone.color, gone.is_application, gone.audit_event_id, begun.event_id, true FROM (
          SELECT before.*, greatest(begun.changed_at, before.valid_from + interval '1 millisecond') AS ended_at
          FROM rows_before before
          WHERE before.organization_id = owner.id AND before.audit_event_id IS DISTINCT FROM begun.event_id
        ) gone;
        -- Changed before in the same transaction.
        UPDATE tags_revisions r SET is_last = true FROM rows_before before
        WHERE before.organization_id = owner.id AND before.audit_event_id = begun.event_id
          AND r.id = before.id AND r.valid_to = before.valid_from AND NOT r.is_last;
      END LOOP;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.tags_revisions_no_overlap()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF EXISTS (
        SELECT FROM rows_after made CROSS JOIN LATERAL (
          SELECT valid_to FROM tags_revisions r WHERE r.id = made.id AND r.valid_from < made.valid_to
          ORDER BY r.valid_from DESC LIMIT 2
        ) r
        GROUP BY made.id, made.valid_from HAVING count(*) FILTER (WHERE r.valid_to > made.valid_from) > 1
      ) THEN
        RAISE EXCEPTION 'states of one row overlap' USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'tags_revisions_no_overlap';
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.tell_change(network uuid, organization uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
  FROM (SELECT) one LEFT JOIN networks subject ON subject.id = network
  WHERE EXISTS (
    SELECT FROM organizations
    WHERE id = coalesce((actor->>'organizationId')::uuid, organization, subject.organization_id)
  ) OR coalesce((actor->>'organizationId')::uuid, organization, subject.organization_id) IS NULL;
  PERFORM set_config('netloom.told_event', event_id, true);
END $function$
;

CREATE OR REPLACE FUNCTION public.vlan_subnets_by_subnet_id(near uuid)
 RETURNS SETOF vlan_subnets
 LANGUAGE sql
 STABLE
AS $function$
  SELECT DISTINCT port.network_id, port.native_vlan_id, address.subnet_id
  FROM ip_addresses address CROSS JOIN LATERAL (
    SELECT found.network_id, found.native_vlan_id FROM interfaces found
    WHERE found.ip_address_id = address.id AND found.native_vlan_id IS NOT NULL OFFSET 0
  ) port
  WHERE address.subnet_id = near
$function$
;

CREATE OR REPLACE FUNCTION public.vlan_subnets_by_subnet_id_at(at timestamp with time zone, near uuid)
 RETURNS SETOF vlan_subnets
 LANGUAGE sql
 STABLE
AS $function$
  SELECT DISTINCT port.network_id, port.native_vlan_id, address.subnet_id
  FROM ip_addresses_at(at) address CROSS JOIN LATERAL (
    SELECT found.network_id, found.native_vlan_id FROM interfaces_at(at) found
    WHERE found.ip_address_id = address.id AND found.native_vlan_id IS NOT NULL OFFSET 0
  ) port
  WHERE address.subnet_id = near
$function$
;

CREATE OR REPLACE FUNCTION public.vlan_subnets_by_vlan_id(near uuid)
 RETURNS SETOF vlan_subnets
 LANGUAGE sql
 STABLE
AS $function$
  SELECT DISTINCT port.network_id, port.native_vlan_id, address.subnet_id
  FROM interfaces port CROSS JOIN LATERAL (
    SELECT found.subnet_id FROM ip_addresses found WHERE found.id = port.ip_address_id OFFSET 0
  ) address
  WHERE port.native_vlan_id = near AND port.ip_address_id IS NOT NULL
$function$
;

CREATE OR REPLACE FUNCTION public.vlan_subnets_by_vlan_id_at(at timestamp with time zone, near uuid)
 RETURNS SETOF vlan_subnets
 LANGUAGE sql
 STABLE
AS $function$
  SELECT DISTINCT port.network_id, port.native_vlan_id, address.subnet_id
  FROM interfaces_at(at) port CROSS JOIN LATERAL (
    SELECT found.subnet_id FROM ip_addresses_at(at) found WHERE found.id = port.ip_address_id OFFSET 0
  ) address
  WHERE port.native_vlan_id = near AND port.ip_address_id IS NOT NULL
$function$
;

CREATE OR REPLACE FUNCTION public.vlans_at(at timestamp with time zone)
 RETURNS SETOF vlans
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.organization_id, r.source_type, r.source_confidence, r.source_reason, r.name, r.vlan_number, r.description, r.audit_event_id FROM vlans r WHERE r.valid_from <= at
      UNION ALL
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.organization_id, r.source_type, r.source_confidence, r.source_reason, r.name, r.vlan_number, r.description, r.audit_event_id FROM vlans_revisions r WHERE r.valid_from <= at AND r.valid_to > at
    $function$
;

CREATE OR REPLACE FUNCTION public.vlans_at(at timestamp with time zone, scope uuid[])
 RETURNS SETOF vlans
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.organization_id, r.source_type, r.source_confidence, r.source_reason, r.name, r.vlan_number, r.description, r.audit_event_id FROM vlans r WHERE r.valid_from <= at
      UNION ALL
      -- What has changed since is there with its present state, or left with its last one.
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.organization_id, r.source_type, r.source_confidence, r.source_reason, r.name, r.vlan_number, r.description, r.audit_event_id FROM (
        SELECT id FROM vlans WHERE network_id = ANY (scope) AND valid_from > at
        UNION
        SELECT id FROM vlans_revisions WHERE network_id = ANY (scope) AND valid_to > at AND is_last
      ) since CROSS JOIN LATERAL (
        SELECT * FROM vlans_revisions state WHERE state.id = since.id AND state.valid_from <= at
        ORDER BY state.valid_from DESC LIMIT 1
      ) r
      WHERE r.valid_to > at AND r.network_id = ANY (scope)
    $function$
;

CREATE OR REPLACE FUNCTION public.vlans_begin()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      begun record;
    BEGIN
      begun := begin_change();
      NEW.audit_event_id := begun.event_id;
      IF current_setting('netloom.keep_given_times', true) IS DISTINCT FROM 'on' THEN
        NEW.valid_from := begun.changed_at;
        -- Callers' clocks tell almost the same; what is brought in from before keeps its times.
        IF NEW.created_at > begun.changed_at - interval '1 minute' THEN
          IF NEW.last_seen_at >= NEW.created_at THEN NEW.last_seen_at := begun.changed_at; END IF;
          NEW.created_at := begun.changed_at;
          NEW.updated_at := begun.changed_at;
        END IF;
      END IF;
      RETURN NEW;
    END $function$
;

CREATE OR REPLACE FUNCTION public.vlans_begin_later()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF EXISTS (SELECT FROM rows_after made JOIN vlans_revisions r ON r.id = made.id AND r.valid_to > made.valid_from) THEN
        RAISE EXCEPTION 'the row was deleted at the same time' USING ERRCODE = 'serialization_failure';
      END IF;
      PERFORM tell_change(owner.id, NULL) FROM (SELECT network_id AS id FROM rows_after LIMIT 1) owner;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.vlans_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
    END $function$
;

CREATE OR REPLACE FUNCTION public.vlans_keep_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      event_id uuid := nullif(current_setting('netloom.audit_event', true), '')::uuid;
    BEGIN
      -- Most updates are observations: nothing has begun a change.
      IF event_id IS NOT NULL THEN
        -- What foreign keys do to a row one after the other, PostgreSQL tells at once: its first state is the one that ends.
        INSERT INTO vlans_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, last_seen_at, last_discovery_id, first_discovery_id, network_id, organization_id, source_type, source_confidence, source_reason, name, vlan_number, description, audit_event_id, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.last_seen_at, gone.last_discovery_id, gone.first_discovery_id, gone.network_id, gone.organization_id, gone.source_type, gone.source_confidence, gone.source_reason, gone.name, gone.vlan_number, gone.description, gone.audit_event_id, event_id, is_last FROM (
          SELECT DISTINCT ON (before.id) before.*, after.valid_from AS ended_at,
            after.network_id <> before.network_id AS is_last
          FROM rows_before before JOIN rows_after after ON after.id = before.id AND after.audit_event_id = event_id
          WHERE before.audit_event_id IS DISTINCT FROM event_id
          ORDER BY before.id, before.updated_at DESC
        ) gone;
        -- Where no state has ended, the transaction has made or changed the rows before, and told so.
        IF FOUND THEN
          PERFORM tell_change(owner.id, NULL)
          FROM (SELECT network_id AS id FROM rows_after WHERE audit_event_id = event_id LIMIT 1) owner;
        END IF;
        -- Left with a later change of the same transaction.
        UPDATE vlans_revisions r SET is_last = true FROM rows_before before JOIN rows_after after ON after.id = before.id
        WHERE before.audit_event_id = event_id AND after.network_id <> before.network_id
          AND r.id = before.id AND r.valid_to = before.valid_from AND NOT r.is_last;
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.vlans_keep_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      begun record;
      owner record;
    BEGIN
      FOR owner IN
        SELECT DISTINCT network_id AS id FROM rows_before WHERE EXISTS (SELECT FROM networks live WHERE live.id = rows_before.network_id)
      LOOP
        begun := begin_change();
        PERFORM tell_change(owner.id, NULL);
        INSERT INTO vlans_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, last_seen_at, last_discovery_id, first_discovery_id, network_id, organization_id, source_type, source_confidence, source_reason, name, vlan_number, description, audit_event_id, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.last_seen_at, gone.last_discovery_id, gone.first_discovery_id, gone.network_id, gone.organization_id, gone.source_type, gone.source_confidence, gone.source_reason, gone.name, gone.vlan_number, gone.description, gone.audit_event_id, begun.event_id, true FROM (
          SELECT before.*, greatest(begun.changed_at, before.valid_from + interval '1 millisecond') AS ended_at
          FROM rows_before before
          WHERE before.network_id = owner.id AND before.audit_event_id IS DISTINCT FROM begun.event_id
        ) gone;
        -- Changed before in the same transaction.
        UPDATE vlans_revisions r SET is_last = true FROM rows_before before
        WHERE before.network_id = owner.id AND before.audit_event_id = begun.event_id
          AND r.id = before.id AND r.valid_to = before.valid_from AND NOT r.is_last;
      END LOOP;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.vlans_revisions_no_overlap()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF EXISTS (
        SELECT FROM rows_after made CROSS JOIN LATERAL (
          SELECT valid_to FROM vlans_revisions r WHERE r.id = made.id AND r.valid_from < made.valid_to
          ORDER BY r.valid_from DESC LIMIT 2
        ) r
        GROUP BY made.id, made.valid_from HAVING count(*) FILTER (WHERE r.valid_to > made.valid_from) > 1
      ) THEN
        RAISE EXCEPTION 'states of one row overlap' USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'vlans_revisions_no_overlap';
      END IF;
      RETURN NULL;
    END $function$
;

INSERT INTO "_prisma_migrations" ("id", "checksum", "finished_at", "migration_name", "logs", "rolled_back_at", "started_at", "applied_steps_count") VALUES
('0b167e69-d318-45cf-bff9-e24ee52f53a2', 'f6c5eb6b3e46c8dc8e6ba36e61d54002c29aeacd86f6df3a509717adeeabab97', '2026-11-23 22:32:05.923949+00', '20261121230000_history_kept_since', NULL, NULL, '2026-11-23 22:32:05.918698+00', '1'),
('1a410e7b-ae41-4a4f-aa96-3fff24619ea8', 'e2327113ac1d2baf2c0da9007cfdedd5589f6d2b397dd73dbb5f4bfec5bd2df5', '2026-11-23 22:32:04.877958+00', '20261121063900_swaps_on_a_host', NULL, NULL, '2026-11-23 22:32:04.844212+00', '1'),
('23abf5d4-27f0-4709-96a4-36aea08f04c5', '74186c9fcf7f4daf23d329252c2739bbb478652f959998c9d4b73a994e3e4f45', '2026-11-23 22:32:06.628107+00', '20261123110000_second_factor', NULL, NULL, '2026-11-23 22:32:06.522316+00', '1'),
('24c0fd41-03c1-4027-a635-0ab08f7d7d68', '893387dc89ec2409f1ec5b6f41afd6bd10e4a88e54ae12a1b0e0613b5ed0e312', '2026-11-23 22:32:06.501972+00', '20261123041000_oidc', NULL, NULL, '2026-11-23 22:32:06.450277+00', '1'),
('2cd620da-2d8e-4bd2-be08-eaa1726629af', 'c1cb2b28c64661613824aa7a73cfdb70818aac7721afce36c7aecbf18114deb0', '2026-11-23 22:32:06.378404+00', '20261123030000_import_plans', NULL, NULL, '2026-11-23 22:32:06.273043+00', '1'),
('40f3d0e3-97a9-422b-a4fa-fa5e7df3b361', '25f6d8d8861c0cab98835e1cf772dc535e21c126723382fa813581eda6d8ba1b', '2026-11-23 22:32:05.938397+00', '20261122100000_search_by_network', NULL, NULL, '2026-11-23 22:32:05.924536+00', '1'),
('49450a6b-70ce-4e69-a07f-4d20c1843e13', 'c77d834dcce8686ac63f764eceb97a3dc0eae7714faa123fcde2d1b0f8778f98', '2026-11-23 22:32:06.269822+00', '20261123030000_arp_links', NULL, NULL, '2026-11-23 22:32:06.224604+00', '1'),
('4b084243-6cbd-4a77-8742-fc8d87080564', 'fa586a3f717adea2baf0c26e69f788f6e2bd80e401cfdabb47bc1853e918a162', '2026-11-23 22:32:04.903026+00', '20261121064500_network_changes', NULL, NULL, '2026-11-23 22:32:04.879789+00', '1'),
('4c172030-990f-4e82-ab33-a72746ccb7fd', '4f0c2d2add0e4f99672016ef4869dbad97e375a6d471847558c8a009e7860e21', '2026-11-23 22:32:06.003131+00', '20261122130001_types_of_demo_runs', NULL, NULL, '2026-11-23 22:32:05.999485+00', '1'),
('4c65b830-7ff8-4fea-a727-43fc179badb1', 'c12b42c8e6bb44fd34838d13284056cbfe550a1b32950befd8d2c971e7efafec', '2026-11-23 22:32:04.824065+00', '20261121033000_init', NULL, NULL, '2026-11-23 22:32:04.024151+00', '1'),
('585b5701-67a9-4eea-b868-8ccc50b4a85d', 'b76eb4dedbcdbbba54bb44d3e45ba6e959872aa5378f9b079de422251df973c9', '2026-11-23 22:32:04.926599+00', '20261121074200_neighbors_pending', NULL, NULL, '2026-11-23 22:32:04.918113+00', '1'),
('5d022a6c-f60f-4428-9805-1522175c69d4', '1085bba69b4f8c8abe478d40877641e083c66eb57b7e68c2abda2e6ac4ee62e8', '2026-11-23 22:32:06.043339+00', '20261122180000_credentials_reach_daemons', NULL, NULL, '2026-11-23 22:32:06.020713+00', '1'),
('5d5f157e-b611-4ccf-b871-98170bcd9dfc', '5eae9a92e8c5e8366be4542ea8719b5e8823da41a367b6f713dde8daae7e84bf', '2026-11-23 22:32:06.020069+00', '20261122140000_neighbor_reasons', NULL, NULL, '2026-11-23 22:32:06.003642+00', '1'),
('6c247eb2-dbc0-493d-8433-ec0dcb7174a5', '20eefc384a06f2e588319c7304622081dfccf1f26a445cb6b083b5bff35e61f1', '2026-11-23 22:32:06.223978+00', '20261122232000_daemon_generations', NULL, NULL, '2026-11-23 22:32:06.208969+00', '1'),
('7e33df19-9cf4-40d0-8234-b13238e76fbe', '0f3048cd1693e5d004dd520b2190b3a7f248971b4a577a80c2e73be4d02c6264', '2026-11-23 22:32:06.074843+00', '20261122210000_forwarding_links', NULL, NULL, '2026-11-23 22:32:06.043896+00', '1'),
('aca30026-f604-4ed4-b27f-a7bbf849747a', 'aba5c2d1491bc3242f3fbed7c6b5a349a6dfcdee96a5d43fbc61151716bfed2e', '2026-11-23 22:32:05.99211+00', '20261122121000_known_software_ids', NULL, NULL, '2026-11-23 22:32:05.969556+00', '1'),
('be52d624-cb23-4115-949b-de09c3c466f6', '4e6e033d801dcc80755d4c30f5aa501bdf9542b500368fd896aa28d58675c157', '2026-11-23 22:32:05.862508+00', '20261121200000_history', NULL, NULL, '2026-11-23 22:32:04.9273+00', '1'),
('c06a01e6-686d-4155-a260-22e9e6096012', '4860d9766c8b1b01fdcddc49506afc182bfeb38debe7f3a279e2d2084a19d021', '2026-11-23 22:32:04.917305+00', '20261121065741_search', NULL, NULL, '2026-11-23 22:32:04.903575+00', '1'),
('c8f06925-7338-404c-9e7f-cfe19beb6b31', '73a2eb15a67347ae98a38888aaf7453f7e2977df6f1bccdd24e42c00c97928e4', '2026-11-23 22:32:05.967656+00', '20261122120000_vlan_subnets_on_read', NULL, NULL, '2026-11-23 22:32:05.93991+00', '1'),
('cc63393f-b1ab-460b-aae3-1d5838dbca80', '96480c98b2bb72626cefe501de443d55a749f3297e56af1b8026c309bbdbfc9d', '2026-11-23 22:32:04.843608+00', '20261121062912_schedules', NULL, NULL, '2026-11-23 22:32:04.828738+00', '1'),
('cd8563cd-3510-4c3e-a839-ec3592614d33', '837e37e1709a4f0d75edc26d836b2a8fe7b31cf003434618e8e2ae9e5c6c2ea5', '2026-11-23 22:32:05.998906+00', '20261122130000_network_changes_of_lists', NULL, NULL, '2026-11-23 22:32:05.993814+00', '1'),
('d047fa02-1583-4324-991b-a004d3a402df', '83e6bb5a1899fec345c3505e14c33651f8a2d61331f5a36f42574c0e4b10bd54', '2026-11-23 22:32:06.681953+00', '20261123150000_passkeys', NULL, NULL, '2026-11-23 22:32:06.62969+00', '1'),
('d151163b-251a-44cb-91cc-4b257e602f17', 'afc18a85204712e8d8e73aa7dbf65d409d06461d5068043135ec3b83cc06de50', '2026-11-23 22:32:06.082515+00', '20261122220000_vlan_subnets_by_side', NULL, NULL, '2026-11-23 22:32:06.078407+00', '1'),
('da0cfc39-a62d-4aa4-bb32-ffaea2fa0707', '74710819dfdd1178e031722aa6c587499d33eeddb2c17c46b1a5131c13aaff4f', '2026-11-23 22:32:06.515592+00', '20261123070000_network_changes_of_options', NULL, NULL, '2026-11-23 22:32:06.502915+00', '1'),
('deb1470a-f3db-4612-8cc1-16854d8146ab', '1ad7c40db244cf5b5bbf0bb507fd1c27d0d7ed19b94205eddd71d5f544d5e18a', '2026-11-23 22:32:06.165891+00', '20261122230000_links_by_hand', NULL, NULL, '2026-11-23 22:32:06.085459+00', '1'),
('f04bb81d-ae9f-4a91-a2ab-ccf4abe3856b', '0c830e4acabbd7687958b379dffd43db43e3908e2e3ec1ec6f3f698fad038611', '2026-11-23 22:32:06.208308+00', '20261122231000_daemon_polls', NULL, NULL, '2026-11-23 22:32:06.175018+00', '1'),
('f484c473-20f8-45d3-8109-3cbfa0022851', '3e8524b6f2054df49eab7d307ff6254f0269ea5038b8679aa048686aba1641b9', '2026-11-23 22:32:05.917891+00', '20261121220000_retention', NULL, NULL, '2026-11-23 22:32:05.906256+00', '1'),
('f62aa551-a79b-4751-845b-1d3d220f2279', 'b1abe12651c4b9080e8b8f0dcb24ad95b66992eb148e5d50be6190dfde6a7627', '2026-11-23 22:32:06.771353+00', '20261123160000_saved_views', NULL, NULL, '2026-11-23 22:32:06.684461+00', '1'),
('fbc2f7de-6d39-49ab-97b1-6587254c7cfa', '7d6dbb1af03eef884269ed51921ed95750817a9d17dbf2e1cb70860993a19e0c', '2026-11-23 22:32:06.449445+00', '20261123040000_mail', NULL, NULL, '2026-11-23 22:32:06.381063+00', '1'),
('fff8499b-4fb4-43c7-85e9-ffdfd95b047f', '24118f312e12d1d6e471bed226f17fbcee727769eaa5bd7f028c319e6a082cd9', '2026-11-23 22:32:05.905044+00', '20261121214000_audit', NULL, NULL, '2026-11-23 22:32:05.872497+00', '1');

INSERT INTO "audit_events" ("id", "created_at", "organization_id", "event_type", "actor_type", "actor_name", "user_id", "user_api_key_id", "daemon_id", "discovery_id", "operation", "subject_type", "subject_id", "subject_name", "details") VALUES
('023750ec-01ba-5b5e-b933-0acbd72c8699', '2026-11-18 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'Discovery', 'Unified — Riverside Campus', NULL, NULL, NULL, '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', 'reportHost', 'Network', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Riverside Campus', NULL),
('0399fb6f-ec9e-48b1-a338-510d0691e963', '2026-09-08 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'UserAdded', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'User', 'be4e756a-3ed5-5550-a6a7-5e380d6ddc6e', 'amina.diallo@upgrade.netloom.example', '{"network_ids": [], "permissions": "Member"}'),
('0e455d89-dbd5-4225-a5d7-bdbab461cd7a', '2026-08-29 23:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'DaemonAdded', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'Daemon', '57daa2d6-7c33-52f9-ba6b-218b7179fdc0', 'rv-probe', '{"url": "http://10.16.1.11:60073", "mode": "daemon_poll", "host_id": "f0a75094-bd79-5356-a42c-7da0fbb62b9e", "network_id": "f47736eb-e46d-59bb-8330-ab8e3ccbc1ed"}'),
('18b1ba52-44e3-4351-a8ac-07dea18be6d3', '2026-08-29 23:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'KeyCreated', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'DaemonApiKey', '99a4c2cf-d831-59a0-a4fe-1c4738b7d588', 'rv-probe key', '{"is_enabled": true, "network_id": "f47736eb-e46d-59bb-8330-ab8e3ccbc1ed"}'),
('1a8f2992-b201-4aa4-afbc-5d0e74666866', '2026-08-22 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'KeyCreated', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'UserApiKey', 'c108f0fd-76da-5005-bdc0-974f48d0ab16', 'Old inventory script', '{"user_id": "2cca0170-936b-5667-9b4b-d8c7c87e9149", "expires_at": "2026-11-08T12:00:00+00:00", "is_enabled": false, "network_ids": ["f47736eb-e46d-59bb-8330-ab8e3ccbc1ed"], "permissions": "Member"}'),
('1aaf7736-b6a5-54a3-adc7-56daa0f409ec', '2026-11-04 12:01:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'Daemon', 'rv-probe', NULL, NULL, '57daa2d6-7c33-52f9-ba6b-218b7179fdc0', NULL, 'reportHost', 'Network', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Riverside Campus', NULL),
('1ab2f578-8a2f-4267-aa8a-f6eeaf32ce2d', '2026-11-23 22:32:12.397+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'Network', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Riverside Campus', NULL),
('1b8d7e0a-7723-4fb9-b66d-c97879e262ce', '2026-08-22 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'KeyCreated', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'UserApiKey', '76ca30bc-920c-5927-8e91-07cb1322495c', 'Demo', '{"user_id": "2cca0170-936b-5667-9b4b-d8c7c87e9149", "is_enabled": true, "network_ids": ["f47736eb-e46d-59bb-8330-ab8e3ccbc1ed"], "permissions": "Owner"}'),
('21477274-5743-5f85-8f5e-8ade8004eea0', '2026-11-04 12:03:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'Daemon', 'rv-probe', NULL, NULL, '57daa2d6-7c33-52f9-ba6b-218b7179fdc0', NULL, 'reportHost', 'Network', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Riverside Campus', NULL),
('228395a9-d1bc-484a-a74d-fa27fb710f46', '2026-11-01 09:22:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'ShareCreated', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'Share', 'c4cf31d5-2708-59de-abe3-d50755861365', 'Cabling contractor', '{"expires_at": "2026-12-20T12:00:00+00:00", "is_enabled": true, "network_id": "f47736eb-e46d-59bb-8330-ab8e3ccbc1ed", "topology_id": "c80602d9-b6a4-5c0e-9b8f-89ae6a9b558a"}'),
('23b0698f-3219-561b-99d3-803f23862888', '2026-10-26 12:01:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'User', 'ingrid.holm@upgrade.netloom.example', 'e82d2bb2-51d9-565b-930e-59ed689b7104', NULL, NULL, NULL, 'updateHost', 'Network', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Riverside Campus', NULL),
('25b41194-4e2c-4c62-ad3f-c2343f06f425', '2026-08-29 23:01:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'DiscoveryCreated', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'Discovery', 'e0bc708a-fb8d-50a7-a4a0-f3235f6d1c88', 'Riverside Campus, every night', '{"run_type": "Scheduled", "daemon_id": "57daa2d6-7c33-52f9-ba6b-218b7179fdc0", "network_id": "f47736eb-e46d-59bb-8330-ab8e3ccbc1ed", "cron_schedule": "0 0 2 * * *"}'),
('28f84dbc-fff0-4bc0-aaf0-a9c2787298b7', '2026-08-17 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'UserAdded', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'User', 'e82d2bb2-51d9-565b-930e-59ed689b7104', 'ingrid.holm@upgrade.netloom.example', '{"network_ids": [], "permissions": "Admin"}'),
('2995612a-bb32-5f9f-8350-77d6c0e2867f', '2026-11-04 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'Daemon', 'rv-probe', NULL, NULL, '57daa2d6-7c33-52f9-ba6b-218b7179fdc0', NULL, 'reportHost', 'Network', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Riverside Campus', NULL),
('29c6da37-f1e2-55f0-b205-702ea0de17e4', '2026-11-11 12:01:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'Daemon', 'rv-probe', NULL, NULL, '57daa2d6-7c33-52f9-ba6b-218b7179fdc0', NULL, 'reportHost', 'Network', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Riverside Campus', NULL),
('3384e8df-c2ac-4b04-9a0d-a936f5b6e466', '2026-11-23 22:32:10.397+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'System', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
('34ae1cb6-8f41-404f-92c6-398956a979c6', '2026-08-22 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'KeyCreated', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'UserApiKey', 'c019c502-5db0-5347-a48f-c7705382c27f', 'Grafana, read only', '{"user_id": "2cca0170-936b-5667-9b4b-d8c7c87e9149", "expires_at": "2027-05-19T12:00:00+00:00", "is_enabled": true, "network_ids": [], "permissions": "Viewer"}'),
('3592efd3-b615-4e98-9b49-addbb8003845', '2026-08-29 23:01:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'DiscoveryCreated', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'Discovery', '8c0dc0c6-756b-5afc-9ae8-d04fd9d7034e', 'Riverside Campus, thorough', '{"run_type": "Scheduled", "daemon_id": "57daa2d6-7c33-52f9-ba6b-218b7179fdc0", "network_id": "f47736eb-e46d-59bb-8330-ab8e3ccbc1ed", "cron_schedule": "0 0 0 * * 0"}'),
('3c88e310-2eed-47ae-940b-5664b26a97aa', '2026-11-23 22:32:12.415+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'System', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
('4541083d-b728-439e-a795-ae61f4aadec1', '2026-08-12 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'UserAdded', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'User', '2cca0170-936b-5667-9b4b-d8c7c87e9149', 'owner@upgrade.netloom.example', '{"network_ids": [], "permissions": "Owner"}'),
('4839954a-4e0c-4a4e-8e98-6114364f8071', '2026-09-19 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'UserAdded', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'User', '62061219-e282-5690-ba13-e294e433e68c', 'tomas.novak@upgrade.netloom.example', '{"network_ids": ["f47736eb-e46d-59bb-8330-ab8e3ccbc1ed"], "permissions": "Viewer"}'),
('49cbd493-c919-5e2a-b7fd-fd3f91f1ca9d', '2026-10-24 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'User', 'ingrid.holm@upgrade.netloom.example', 'e82d2bb2-51d9-565b-930e-59ed689b7104', NULL, NULL, NULL, 'updateVlan', 'Network', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Riverside Campus', NULL),
('57dbc74f-1b0a-440e-9bfb-1b77d46e5a4d', '2026-11-12 15:47:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'SnapshotTaken', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'Snapshot', '4b270bca-c68b-5671-9432-34d746e8ab1c', NULL, '{"taken_at": "2026-11-12T15:47:00+00:00", "network_id": "f47736eb-e46d-59bb-8330-ab8e3ccbc1ed"}'),
('58b2d85a-bb82-500d-a33f-d7af1b66878e', '2026-10-24 12:01:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'User', 'ingrid.holm@upgrade.netloom.example', 'e82d2bb2-51d9-565b-930e-59ed689b7104', NULL, NULL, NULL, 'updateVlan', 'Network', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Riverside Campus', NULL),
('61a132a6-ad7a-4b1e-866c-e7b9e425056a', '2026-11-01 09:22:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'ShareCreated', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'Share', '40cb9a54-a89e-5f0f-911c-fc731412346d', 'Screen in the office, Riverside Campus', '{"is_enabled": true, "network_id": "f47736eb-e46d-59bb-8330-ab8e3ccbc1ed", "topology_id": "c80602d9-b6a4-5c0e-9b8f-89ae6a9b558a"}'),
('6810e351-41fd-50d4-94ab-8e3001ec1229', '2026-11-03 12:02:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'User', 'ingrid.holm@upgrade.netloom.example', 'e82d2bb2-51d9-565b-930e-59ed689b7104', NULL, NULL, NULL, 'updateHost', 'Network', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Riverside Campus', NULL),
('6cdd0db1-e102-4ce7-8cdb-9338c767f8c9', '2026-08-28 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'UserAdded', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'User', 'f4229945-3718-5925-bc3f-cb8772dd0082', 'marco.ricci@upgrade.netloom.example', '{"network_ids": ["f47736eb-e46d-59bb-8330-ab8e3ccbc1ed"], "permissions": "Member"}'),
('77f67049-5e5e-494c-90ed-3bfaf4221afb', '2026-11-12 08:23:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'DiscoveryCreated', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'Discovery', '9d814226-3d96-5005-88d3-1c69f6057c3f', 'After the last change', '{"run_type": "AdHoc", "daemon_id": "57daa2d6-7c33-52f9-ba6b-218b7179fdc0", "network_id": "f47736eb-e46d-59bb-8330-ab8e3ccbc1ed"}'),
('78a44ff9-23d1-49d9-9230-e468646fc77f', '2026-08-13 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'NetworkCreated', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'Network', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Riverside Campus', NULL),
('79fda19d-cf4f-46e4-91b6-83c699aa6d30', '2026-11-23 22:32:12.361+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'Network', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Riverside Campus', NULL),
('7cae8965-504a-5586-9f5e-d797c0f13659', '2026-11-11 12:03:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'Daemon', 'rv-probe', NULL, NULL, '57daa2d6-7c33-52f9-ba6b-218b7179fdc0', NULL, 'reportHost', 'Network', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Riverside Campus', NULL),
('85ee5bc4-b659-4482-b4f0-0251ccbcd0ca', '2026-11-01 09:22:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'SnapshotTaken', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'Snapshot', '4bc7d241-dd13-5ae0-8fbe-9ed521511c31', NULL, '{"taken_at": "2026-11-01T09:22:00+00:00", "network_id": "f47736eb-e46d-59bb-8330-ab8e3ccbc1ed"}'),
('87925f3e-2b86-5c02-90e4-386dec7388a4', '2026-10-18 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'User', 'ingrid.holm@upgrade.netloom.example', 'e82d2bb2-51d9-565b-930e-59ed689b7104', NULL, NULL, NULL, 'updateHost', 'Network', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Riverside Campus', NULL),
('8ec819a7-4856-44c8-9968-785e30a6696f', '2026-09-30 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'UserAdded', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'User', 'eb7f43bb-4aec-5606-a5fd-a396c1dec6ec', 'yuki.tanaka@upgrade.netloom.example', '{"network_ids": [], "permissions": "Viewer"}'),
('9d5e0139-46c2-4f0f-bdd4-c803cbc92f14', '2026-11-23 22:32:12.406+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'Network', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Riverside Campus', NULL),
('9e0e90b1-6b97-523e-b97c-7058122da63f', '2026-11-18 12:02:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'Discovery', 'Unified — Riverside Campus', NULL, NULL, NULL, '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', 'reportHost', 'Network', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Riverside Campus', NULL),
('a25ee98c-d6e9-5769-858f-4d868ea64719', '2026-11-08 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'User', 'ingrid.holm@upgrade.netloom.example', 'e82d2bb2-51d9-565b-930e-59ed689b7104', NULL, NULL, NULL, 'deleteHost', 'Network', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Riverside Campus', NULL),
('a47aff52-bec2-4db5-a0e1-2d53f1c65db2', '2026-11-23 22:32:12.375+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'Network', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Riverside Campus', NULL),
('b09590f8-496c-4936-b320-343237624e8b', '2026-11-23 22:32:12.427+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'System', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
('b18c6673-99ba-4524-a711-6f1f12785ed4', '2026-10-11 09:21:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'SnapshotTaken', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'Snapshot', 'ade7e4e7-d802-53ae-b5b7-fd1af108fec7', NULL, '{"taken_at": "2026-10-11T09:21:00+00:00", "network_id": "f47736eb-e46d-59bb-8330-ab8e3ccbc1ed"}'),
('bfdb09a0-be99-55f8-8b05-38f60df132a8', '2026-11-11 12:02:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'Daemon', 'rv-probe', NULL, NULL, '57daa2d6-7c33-52f9-ba6b-218b7179fdc0', NULL, 'reportHost', 'Network', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Riverside Campus', NULL),
('c7d365f9-72e5-5f64-8413-0dba84da1ddd', '2026-11-18 12:01:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'Discovery', 'Unified — Riverside Campus', NULL, NULL, NULL, '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', 'reportHost', 'Network', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Riverside Campus', NULL),
('cea53fc4-20fc-41c3-a61c-48f1b1c9b386', '2026-11-23 22:32:12.438+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'Network', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Riverside Campus', NULL),
('cf544991-ff53-4592-965e-86cd0dd0ed57', '2026-11-23 22:32:12.446+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'Network', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Riverside Campus', NULL),
('d3fd0fae-14b6-5df9-8ecf-8de92ada89b8', '2026-11-11 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'Daemon', 'rv-probe', NULL, NULL, '57daa2d6-7c33-52f9-ba6b-218b7179fdc0', NULL, 'reportHost', 'Network', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Riverside Campus', NULL),
('d461f818-2631-4655-8311-0248aba4c0c2', '2026-11-23 22:32:12.369+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'Network', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Riverside Campus', NULL),
('d8a3803e-a794-42c3-bbb4-279187f14aaa', '2026-11-18 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'InviteCreated', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'Invite', 'fd4ea5da-adf6-570b-886e-2030dbacc11d', 'lea.fontaine@upgrade.netloom.example', '{"send_to": "lea.fontaine@upgrade.netloom.example", "expires_at": "2026-11-25T12:00:00+00:00", "network_ids": ["f47736eb-e46d-59bb-8330-ab8e3ccbc1ed"], "permissions": "Viewer"}'),
('ec4cb6ca-0a86-5190-97eb-85d20cc7ebd7', '2026-11-04 12:04:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'Daemon', 'rv-probe', NULL, NULL, '57daa2d6-7c33-52f9-ba6b-218b7179fdc0', NULL, 'reportHost', 'Network', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Riverside Campus', NULL),
('f425b2ec-10a4-5f88-9aae-c3694f071815', '2026-11-04 12:02:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'Daemon', 'rv-probe', NULL, NULL, '57daa2d6-7c33-52f9-ba6b-218b7179fdc0', NULL, 'reportHost', 'Network', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Riverside Campus', NULL);

INSERT INTO "bindings" ("id", "created_at", "updated_at", "valid_from", "valid_to", "last_seen_at", "last_discovery_id", "first_discovery_id", "network_id", "host_id", "service_id", "ip_address_id", "port_id", "audit_event_id") VALUES
('22cdd2a5-d8bc-582d-b6f3-4648dd30580f', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', '1c60a42d-b081-560a-b2f2-afdb83fc919b', 'a94d4d26-d68f-5962-8c61-fa29a76d62ee', '9d515009-e2ac-5721-8b51-e5eb9d6bdc29', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('2cad8bb9-b51a-5d98-8b2e-ce004fc7a082', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', 'b52b50c5-107e-5db8-998d-0f2d47bda892', '7ab10dd7-878e-5073-96c5-c7b695658e48', NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('3860a781-4db4-5e71-832c-352eaa1ac6c5', '2026-08-30 02:06:41.76+00', '2026-11-20 02:05:34.8+00', '2026-08-30 02:06:41.76+00', NULL, '2026-11-20 02:05:34.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '7be38b8e-d760-5b9a-b66e-74cc350efb05', 'd996a649-80ff-5885-b4ff-468c2fb19ade', '6b294096-90c7-5a2e-97a3-4a7f0e7b2e0a', 'b9217320-e1b9-561c-9f57-6f387afc9204', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('5285e417-4673-5faa-9688-a35ec8485523', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', NULL, '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', '64c900f3-01e5-576a-9e90-ac83be517398', '5515cb87-f86d-5985-93e9-3ab5ee7b35ea', NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('65c4aa6b-1b12-556a-a4b8-904fce36e307', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', 'b52b50c5-107e-5db8-998d-0f2d47bda892', 'a726d320-7aea-50a3-a386-4bd422ae01bd', NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('6c597f33-6c24-5790-aaf2-e5cc34f473f0', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', 'b52b50c5-107e-5db8-998d-0f2d47bda892', '081917d3-aaaa-57cf-a01a-ddcaf2931f57', NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('6d53874a-666a-577a-b4c9-d6868943b993', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', NULL, '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', '64c900f3-01e5-576a-9e90-ac83be517398', 'ec1a06db-1f9f-57bd-98bf-d22a49f813df', NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('74c48552-5894-5e6b-92b7-d4e572399f08', '2026-08-30 02:13:44.04+00', '2026-11-20 02:11:26.7+00', '2026-08-30 02:13:44.04+00', NULL, '2026-11-20 02:11:26.7+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '557ab5c4-3b09-52d6-af3d-f196bd79cd65', '8af23691-e9fa-5c74-9c21-92f4879480f7', '4a18aa39-358f-57c6-a7b2-b9e5b84100a7', 'a3e6703e-e729-59f4-a165-d245fe92ac24', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('772d7e0e-e735-58df-b4e4-f7f874de1503', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', '1c60a42d-b081-560a-b2f2-afdb83fc919b', 'a94d4d26-d68f-5962-8c61-fa29a76d62ee', '43547a48-a6ef-5c7f-abbe-a10216e918e8', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('84615ed5-1608-557a-b144-d029bb56f0cf', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '8a0917d8-f7b0-5e2a-b9a3-8190b2a1de35', 'addfe373-ffbe-5df5-bdd9-1aa79addf71c', 'afda5547-82aa-5334-890f-9748fb931364', 'c3764df9-1866-5787-af1c-058891acdd47', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('84e41f93-5a65-585c-909c-349b5387c3bc', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', NULL, '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', '64c900f3-01e5-576a-9e90-ac83be517398', '22f3d9b6-19aa-5acc-9d7b-561b0454aca4', NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('8786caf6-e6a6-591a-ba63-2ac6e5ccef31', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', NULL, '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', '8f843aae-bd6d-5ffd-8ea9-35b2f64cd4f3', '093cbd61-6220-59c4-92ff-0901707a4a90', 'fcd94d3d-9560-561d-82b0-43698e45e046', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('a10f81fa-32bb-5912-94b8-b9b7e3480c45', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', '0ca36db0-221d-546c-95ca-9c5b4547e31b', 'e7667104-f535-5d6f-805f-9ddb40d1bfe6', 'b2222271-fea9-5d48-b9fb-f67b8b5a29a4', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('ad4f8353-5a10-5133-921f-b0f6ebd0fdba', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', 'b52b50c5-107e-5db8-998d-0f2d47bda892', '7e81a2a1-cd03-5252-a693-42599c59c7e8', NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('b03abe92-692c-5cfd-8eaf-d3a4711b879c', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', 'b52b50c5-107e-5db8-998d-0f2d47bda892', 'b3e308e5-3f4d-53da-85e2-3c4cc9d5cc93', NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('b5ea8e00-7804-527a-b3f5-07b8d4547d54', '2026-08-30 02:08:13.56+00', '2026-11-20 02:06:51.3+00', '2026-08-30 02:08:13.56+00', NULL, '2026-11-20 02:06:51.3+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f0a75094-bd79-5356-a42c-7da0fbb62b9e', 'b7236e4b-375b-5d66-b30b-443711029100', NULL, 'f022136c-94ff-5825-b32c-5a652e81d304', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('bb77470d-23e8-54b8-8510-e876cf881784', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', 'b52b50c5-107e-5db8-998d-0f2d47bda892', '33d4fca6-d309-54bc-8dbd-b75e425f0a46', NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('df21bfa6-654e-5857-b352-f35728436e3c', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', NULL, '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', '64c900f3-01e5-576a-9e90-ac83be517398', '52c54dfa-a7fd-5e01-ace0-2599d5347edb', NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('e171f096-1850-55ca-ab2f-528ce9e1478b', '2026-08-30 02:13:44.04+00', '2026-11-20 02:11:26.7+00', '2026-08-30 02:13:44.04+00', NULL, '2026-11-20 02:11:26.7+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '557ab5c4-3b09-52d6-af3d-f196bd79cd65', '8af23691-e9fa-5c74-9c21-92f4879480f7', '4a18aa39-358f-57c6-a7b2-b9e5b84100a7', '112eaad3-4caf-5dc2-8d64-f2657f32be55', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('e9a61ecd-5280-54eb-becb-d1569076a7af', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', NULL, '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', '64c900f3-01e5-576a-9e90-ac83be517398', 'd44aa03b-8547-5eb9-a1c2-7fdb089d28b7', NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('f4f1bd4a-3ceb-59df-900e-6e18851d63ca', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', '0ca36db0-221d-546c-95ca-9c5b4547e31b', 'e7667104-f535-5d6f-805f-9ddb40d1bfe6', '77afaa0a-4bb6-5059-a12d-4746b198eda0', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('f9b77c4f-f177-5ab7-b72d-fd6c53ebf0af', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', 'b52b50c5-107e-5db8-998d-0f2d47bda892', 'e75fab72-5d27-5633-a625-6c047c76c617', NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('ff957576-a3ee-58bc-a566-fd0ea0483dad', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', NULL, '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', '64c900f3-01e5-576a-9e90-ac83be517398', '85cbfb09-9fff-5f23-b441-0691b1d0e0af', NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466');

INSERT INTO "bindings_revisions" ("id", "created_at", "updated_at", "valid_from", "valid_to", "lineage_id", "last_seen_at", "last_discovery_id", "first_discovery_id", "network_id", "host_id", "service_id", "ip_address_id", "port_id", "audit_event_id", "revision_id", "ended_by", "is_last") VALUES
('0583de8a-2012-5b91-b1c3-55143ded9021', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', '2026-11-23 22:32:12.438+00', '0583de8a-2012-5b91-b1c3-55143ded9021', '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', 'a2f92221-6e51-5549-a0ba-1de9fe8fe39b', 'a94d4d26-d68f-5962-8c61-fa29a76d62ee', '46259f6e-40a5-5cf8-848d-fb61ceeffa79', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466', 'e21cf268-2fb8-4822-8e67-f3da0d440b39', 'cea53fc4-20fc-41c3-a61c-48f1b1c9b386', 'true'),
('0d54805e-ce2e-5ddf-b860-3e8f5f1eaf6d', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', '2026-11-23 22:32:12.438+00', '0d54805e-ce2e-5ddf-b860-3e8f5f1eaf6d', '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', '8f843aae-bd6d-5ffd-8ea9-35b2f64cd4f3', '093cbd61-6220-59c4-92ff-0901707a4a90', '606503ec-8551-5545-bcf0-e53fe00f1cf5', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466', '278e53d4-b343-458f-a91b-3785c8725e9c', 'cea53fc4-20fc-41c3-a61c-48f1b1c9b386', 'true'),
('124b51e2-04bd-5d18-8f02-9283cc9565a5', '2026-08-30 02:13:44.04+00', '2026-11-20 02:11:26.7+00', '2026-08-30 02:13:44.04+00', '2026-11-23 22:32:12.438+00', '124b51e2-04bd-5d18-8f02-9283cc9565a5', '2026-11-20 02:11:26.7+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '557ab5c4-3b09-52d6-af3d-f196bd79cd65', '8af23691-e9fa-5c74-9c21-92f4879480f7', '4a18aa39-358f-57c6-a7b2-b9e5b84100a7', 'af81ab0b-4e83-5e2a-a2a1-b6cfe4b535a0', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466', 'd4131903-c40f-4334-8063-31a15d20b5e9', 'cea53fc4-20fc-41c3-a61c-48f1b1c9b386', 'true'),
('74dee72a-25cf-5a2f-8a37-4d2a650f4f05', '2026-08-30 02:08:13.56+00', '2026-11-20 02:06:51.3+00', '2026-08-30 02:08:13.56+00', '2026-11-23 22:32:12.375+00', '74dee72a-25cf-5a2f-8a37-4d2a650f4f05', '2026-11-20 02:06:51.3+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f0a75094-bd79-5356-a42c-7da0fbb62b9e', 'fa727422-a074-5f05-8a27-fd2db96c9e47', NULL, '763652a9-acfb-51a4-abfb-957acf27de10', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466', '4a8f7d22-ebda-4907-98dd-676285f70c4b', 'a47aff52-bec2-4db5-a0e1-2d53f1c65db2', 'true'),
('898e66a0-cb57-5c6d-b6aa-a021e2d74771', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', '2026-11-23 22:32:12.375+00', '898e66a0-cb57-5c6d-b6aa-a021e2d74771', '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', 'f27a1f40-4333-5bbf-81df-31e71a290dc9', 'dd55d8df-0189-5f20-87ad-cef712602121', NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466', '3310485d-40ce-4f32-b085-ad7c60eb1cf8', 'a47aff52-bec2-4db5-a0e1-2d53f1c65db2', 'true'),
('d2563fb7-c918-57bc-96a4-e19ba73d8177', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', '2026-11-23 22:32:12.375+00', 'd2563fb7-c918-57bc-96a4-e19ba73d8177', '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', 'f27a1f40-4333-5bbf-81df-31e71a290dc9', '5003227c-63a5-5757-85f3-aadb32dc9273', NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466', 'e7103028-664a-4a57-bd9b-409565177743', 'a47aff52-bec2-4db5-a0e1-2d53f1c65db2', 'true');

INSERT INTO "daemon_api_keys" ("id", "created_at", "updated_at", "network_id", "name", "key_hash", "key_prefix", "is_enabled", "expires_at", "last_used") VALUES
('99a4c2cf-d831-59a0-a4fe-1c4738b7d588', '2026-08-29 23:00:00+00', '2026-08-29 23:00:00+00', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'rv-probe key', 'f10c4e5322ea9a7f81e3422a3b9527c8e553748a3417bebb89d443fcfd4da467', 'e4aec8', 'true', NULL, '2026-11-20 11:59:39+00');

INSERT INTO "daemon_subnets" ("daemon_id", "subnet_id", "network_id", "created_at") VALUES
('57daa2d6-7c33-52f9-ba6b-218b7179fdc0', 'e64e7641-2939-5a41-8663-50e9cb2e3038', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '2026-08-29 23:00:00+00');

INSERT INTO "daemons" ("id", "created_at", "updated_at", "network_id", "organization_id", "host_id", "user_id", "api_key_id", "name", "mode", "url", "version", "last_seen", "is_unreachable", "poll_failures", "standby", "cancel_pending", "confirmed_at", "has_docker_socket") VALUES
('57daa2d6-7c33-52f9-ba6b-218b7179fdc0', '2026-08-29 23:00:00+00', '2026-11-20 11:59:39+00', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'f0a75094-bd79-5356-a42c-7da0fbb62b9e', 'e82d2bb2-51d9-565b-930e-59ed689b7104', '99a4c2cf-d831-59a0-a4fe-1c4738b7d588', 'rv-probe', 'daemon_poll', 'http://10.16.1.11:60073', '0.1.0', '2026-11-20 11:59:39+00', 'false', '0', 'false', 'false', NULL, 'false');

INSERT INTO "discoveries" ("id", "created_at", "updated_at", "network_id", "daemon_id", "name", "discovery_type", "discovery_details", "run_type", "cron_schedule", "schedule_enabled", "timezone", "last_run", "results", "session_id", "force_full_scan", "scan_count", "next_run", "neighbors_pending") VALUES
('346c4f1d-6cae-50b1-9307-70d6c88afd97', '2026-11-12 08:47:00+00', '2026-11-12 08:47:00+00', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '57daa2d6-7c33-52f9-ba6b-218b7179fdc0', 'Unified — Riverside Campus', 'Unified', '{"host_id": "f0a75094-bd79-5356-a42c-7da0fbb62b9e", "subnet_ids": null, "scan_settings": {}, "host_naming_fallback": "BestService"}', 'Historical', NULL, NULL, NULL, NULL, '{"error": null, "phase": "Complete", "reason": null, "progress": 100, "warnings": ["A neighbour was reported that no scan has seen"], "daemon_id": "57daa2d6-7c33-52f9-ba6b-218b7179fdc0", "network_id": "f47736eb-e46d-59bb-8330-ab8e3ccbc1ed", "session_id": "a5bbc75a-186d-5bd0-aad6-3cee1c4fcd93", "started_at": "2026-11-12T08:27:00.000Z", "finished_at": "2026-11-12T08:47:00.000Z", "discovery_id": "9d814226-3d96-5005-88d3-1c69f6057c3f", "daemon_version": "0.1.0", "discovery_type": {"type": "Unified", "host_id": "f0a75094-bd79-5356-a42c-7da0fbb62b9e", "subnet_ids": null, "scan_settings": {}, "host_naming_fallback": "BestService"}, "last_update_at": "2026-11-12T08:47:00.000Z", "hosts_discovered": 49, "estimated_remaining_secs": null}', 'a5bbc75a-186d-5bd0-aad6-3cee1c4fcd93', 'false', '0', NULL, 'false'),
('37556735-0cc8-531d-ba4c-706ea880d71f', '2026-08-30 02:18:00+00', '2026-08-30 02:18:00+00', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '57daa2d6-7c33-52f9-ba6b-218b7179fdc0', 'Unified — Riverside Campus', 'Unified', '{"host_id": "f0a75094-bd79-5356-a42c-7da0fbb62b9e", "subnet_ids": null, "scan_settings": {}, "host_naming_fallback": "BestService"}', 'Historical', NULL, NULL, NULL, NULL, '{"error": null, "phase": "Complete", "reason": null, "progress": 100, "warnings": ["A neighbour was reported that no scan has seen"], "daemon_id": "57daa2d6-7c33-52f9-ba6b-218b7179fdc0", "network_id": "f47736eb-e46d-59bb-8330-ab8e3ccbc1ed", "session_id": "8ea5a2f3-645b-5a3b-a764-1b14fd5d3c56", "started_at": "2026-08-30T02:00:00.000Z", "finished_at": "2026-08-30T02:18:00.000Z", "discovery_id": "e0bc708a-fb8d-50a7-a4a0-f3235f6d1c88", "daemon_version": "0.1.0", "discovery_type": {"type": "Unified", "host_id": "f0a75094-bd79-5356-a42c-7da0fbb62b9e", "subnet_ids": null, "scan_settings": {}, "host_naming_fallback": "BestService"}, "last_update_at": "2026-08-30T02:18:00.000Z", "hosts_discovered": 44, "estimated_remaining_secs": null}', '8ea5a2f3-645b-5a3b-a764-1b14fd5d3c56', 'false', '0', NULL, 'false'),
('59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '2026-11-20 02:15:00+00', '2026-11-20 02:15:00+00', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '57daa2d6-7c33-52f9-ba6b-218b7179fdc0', 'Unified — Riverside Campus', 'Unified', '{"host_id": "f0a75094-bd79-5356-a42c-7da0fbb62b9e", "subnet_ids": null, "scan_settings": {}, "host_naming_fallback": "BestService"}', 'Historical', NULL, NULL, NULL, NULL, '{"error": null, "phase": "Complete", "reason": null, "progress": 100, "warnings": ["A neighbour was reported that no scan has seen"], "daemon_id": "57daa2d6-7c33-52f9-ba6b-218b7179fdc0", "network_id": "f47736eb-e46d-59bb-8330-ab8e3ccbc1ed", "session_id": "d9c6a58d-7fd9-5639-af9b-402e5001d680", "started_at": "2026-11-20T02:00:00.000Z", "finished_at": "2026-11-20T02:15:00.000Z", "discovery_id": "e0bc708a-fb8d-50a7-a4a0-f3235f6d1c88", "daemon_version": "0.1.0", "discovery_type": {"type": "Unified", "host_id": "f0a75094-bd79-5356-a42c-7da0fbb62b9e", "subnet_ids": null, "scan_settings": {}, "host_naming_fallback": "BestService"}, "last_update_at": "2026-11-20T02:15:00.000Z", "hosts_discovered": 50, "estimated_remaining_secs": null}', 'd9c6a58d-7fd9-5639-af9b-402e5001d680', 'false', '0', NULL, 'false'),
('61bbe22e-092d-59ca-9592-8fe918fe27b7', '2026-11-17 13:38:24+00', '2026-11-17 13:38:24+00', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '57daa2d6-7c33-52f9-ba6b-218b7179fdc0', 'Unified — Riverside Campus', 'Unified', '{"host_id": "f0a75094-bd79-5356-a42c-7da0fbb62b9e", "subnet_ids": null, "scan_settings": {}, "host_naming_fallback": "BestService"}', 'Historical', NULL, NULL, NULL, NULL, '{"error": null, "phase": "Cancelled", "reason": "Cancelled by a user", "progress": 27, "warnings": [], "daemon_id": "57daa2d6-7c33-52f9-ba6b-218b7179fdc0", "network_id": "f47736eb-e46d-59bb-8330-ab8e3ccbc1ed", "session_id": "423aedc1-c37a-52ce-8e1e-92bb920c38df", "started_at": "2026-11-17T13:33:00.000Z", "finished_at": "2026-11-17T13:38:24.000Z", "discovery_id": "9d814226-3d96-5005-88d3-1c69f6057c3f", "daemon_version": "0.1.0", "discovery_type": {"type": "Unified", "host_id": "f0a75094-bd79-5356-a42c-7da0fbb62b9e", "subnet_ids": null, "scan_settings": {}, "host_naming_fallback": "BestService"}, "last_update_at": "2026-11-17T13:38:24.000Z", "hosts_discovered": 10, "estimated_remaining_secs": null}', '423aedc1-c37a-52ce-8e1e-92bb920c38df', 'false', '0', NULL, 'false'),
('6b0f8885-2446-5094-a755-d2b53c6b36aa', '2026-10-11 02:21:00+00', '2026-10-11 02:21:00+00', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '57daa2d6-7c33-52f9-ba6b-218b7179fdc0', 'Unified — Riverside Campus', 'Unified', '{"host_id": "f0a75094-bd79-5356-a42c-7da0fbb62b9e", "subnet_ids": null, "scan_settings": {}, "host_naming_fallback": "BestService"}', 'Historical', NULL, NULL, NULL, NULL, '{"error": null, "phase": "Complete", "reason": null, "progress": 100, "warnings": ["A neighbour was reported that no scan has seen"], "daemon_id": "57daa2d6-7c33-52f9-ba6b-218b7179fdc0", "network_id": "f47736eb-e46d-59bb-8330-ab8e3ccbc1ed", "session_id": "59ec26b4-30c2-5d5a-b15f-1cc91f887240", "started_at": "2026-10-11T02:00:00.000Z", "finished_at": "2026-10-11T02:21:00.000Z", "discovery_id": "e0bc708a-fb8d-50a7-a4a0-f3235f6d1c88", "daemon_version": "0.1.0", "discovery_type": {"type": "Unified", "host_id": "f0a75094-bd79-5356-a42c-7da0fbb62b9e", "subnet_ids": null, "scan_settings": {}, "host_naming_fallback": "BestService"}, "last_update_at": "2026-10-11T02:21:00.000Z", "hosts_discovered": 46, "estimated_remaining_secs": null}', '59ec26b4-30c2-5d5a-b15f-1cc91f887240', 'false', '0', NULL, 'false'),
('7b9bdde9-c658-50d0-9dc8-464a9388924f', '2026-11-01 02:22:00+00', '2026-11-01 02:22:00+00', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '57daa2d6-7c33-52f9-ba6b-218b7179fdc0', 'Unified — Riverside Campus', 'Unified', '{"host_id": "f0a75094-bd79-5356-a42c-7da0fbb62b9e", "subnet_ids": null, "scan_settings": {}, "host_naming_fallback": "BestService"}', 'Historical', NULL, NULL, NULL, NULL, '{"error": null, "phase": "Complete", "reason": null, "progress": 100, "warnings": ["A neighbour was reported that no scan has seen"], "daemon_id": "57daa2d6-7c33-52f9-ba6b-218b7179fdc0", "network_id": "f47736eb-e46d-59bb-8330-ab8e3ccbc1ed", "session_id": "0f32a071-86f8-50b2-84c2-e628627f8819", "started_at": "2026-11-01T02:00:00.000Z", "finished_at": "2026-11-01T02:22:00.000Z", "discovery_id": "e0bc708a-fb8d-50a7-a4a0-f3235f6d1c88", "daemon_version": "0.1.0", "discovery_type": {"type": "Unified", "host_id": "f0a75094-bd79-5356-a42c-7da0fbb62b9e", "subnet_ids": null, "scan_settings": {}, "host_naming_fallback": "BestService"}, "last_update_at": "2026-11-01T02:22:00.000Z", "hosts_discovered": 48, "estimated_remaining_secs": null}', '0f32a071-86f8-50b2-84c2-e628627f8819', 'false', '0', NULL, 'false'),
('7e764764-c810-5e7a-b3a5-da2959abb01f', '2026-09-20 02:20:00+00', '2026-09-20 02:20:00+00', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '57daa2d6-7c33-52f9-ba6b-218b7179fdc0', 'Unified — Riverside Campus', 'Unified', '{"host_id": "f0a75094-bd79-5356-a42c-7da0fbb62b9e", "subnet_ids": null, "scan_settings": {}, "host_naming_fallback": "BestService"}', 'Historical', NULL, NULL, NULL, NULL, '{"error": null, "phase": "Complete", "reason": null, "progress": 100, "warnings": ["A neighbour was reported that no scan has seen"], "daemon_id": "57daa2d6-7c33-52f9-ba6b-218b7179fdc0", "network_id": "f47736eb-e46d-59bb-8330-ab8e3ccbc1ed", "session_id": "2816aa1c-36a4-58c8-8dca-4e89066ddff3", "started_at": "2026-09-20T02:00:00.000Z", "finished_at": "2026-09-20T02:20:00.000Z", "discovery_id": "e0bc708a-fb8d-50a7-a4a0-f3235f6d1c88", "daemon_version": "0.1.0", "discovery_type": {"type": "Unified", "host_id": "f0a75094-bd79-5356-a42c-7da0fbb62b9e", "subnet_ids": null, "scan_settings": {}, "host_naming_fallback": "BestService"}, "last_update_at": "2026-09-20T02:20:00.000Z", "hosts_discovered": 45, "estimated_remaining_secs": null}', '2816aa1c-36a4-58c8-8dca-4e89066ddff3', 'false', '0', NULL, 'false'),
('8c0dc0c6-756b-5afc-9ae8-d04fd9d7034e', '2026-08-29 23:01:00+00', '2026-11-20 02:15:00+00', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '57daa2d6-7c33-52f9-ba6b-218b7179fdc0', 'Riverside Campus, thorough', 'Unified', '{"host_id": "f0a75094-bd79-5356-a42c-7da0fbb62b9e", "subnet_ids": null, "scan_settings": {}, "host_naming_fallback": "BestService"}', 'Scheduled', '0 0 0 * * 0', 'false', 'Europe/Paris', NULL, NULL, NULL, 'true', '0', NULL, 'false'),
('9d814226-3d96-5005-88d3-1c69f6057c3f', '2026-11-12 08:23:00+00', '2026-11-20 02:15:00+00', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '57daa2d6-7c33-52f9-ba6b-218b7179fdc0', 'After the last change', 'Unified', '{"host_id": "f0a75094-bd79-5356-a42c-7da0fbb62b9e", "subnet_ids": null, "scan_settings": {}, "host_naming_fallback": "BestService"}', 'AdHoc', NULL, NULL, NULL, '2026-11-17 13:33:00+00', NULL, NULL, 'false', '2', NULL, 'false'),
('c44bb5c0-2622-5081-ae13-0d3ba2a08f5e', '2026-11-08 02:06:36+00', '2026-11-08 02:06:36+00', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '57daa2d6-7c33-52f9-ba6b-218b7179fdc0', 'Unified — Riverside Campus', 'Unified', '{"host_id": "f0a75094-bd79-5356-a42c-7da0fbb62b9e", "subnet_ids": null, "scan_settings": {}, "host_naming_fallback": "BestService"}', 'Historical', NULL, NULL, NULL, NULL, '{"error": "No update for five minutes", "phase": "Failed", "reason": null, "progress": 27, "warnings": [], "daemon_id": "57daa2d6-7c33-52f9-ba6b-218b7179fdc0", "network_id": "f47736eb-e46d-59bb-8330-ab8e3ccbc1ed", "session_id": "b0a616fd-7a02-5b0a-9d19-7f2681c3d68c", "started_at": "2026-11-08T02:00:00.000Z", "finished_at": "2026-11-08T02:06:36.000Z", "discovery_id": "e0bc708a-fb8d-50a7-a4a0-f3235f6d1c88", "daemon_version": "0.1.0", "discovery_type": {"type": "Unified", "host_id": "f0a75094-bd79-5356-a42c-7da0fbb62b9e", "subnet_ids": null, "scan_settings": {}, "host_naming_fallback": "BestService"}, "last_update_at": "2026-11-08T02:06:36.000Z", "hosts_discovered": 10, "estimated_remaining_secs": null}', 'b0a616fd-7a02-5b0a-9d19-7f2681c3d68c', 'false', '0', NULL, 'false'),
('e0bc708a-fb8d-50a7-a4a0-f3235f6d1c88', '2026-08-29 23:01:00+00', '2026-11-20 02:15:00+00', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '57daa2d6-7c33-52f9-ba6b-218b7179fdc0', 'Riverside Campus, every night', 'Unified', '{"host_id": "f0a75094-bd79-5356-a42c-7da0fbb62b9e", "subnet_ids": null, "scan_settings": {}, "host_naming_fallback": "BestService"}', 'Scheduled', '0 0 2 * * *', 'true', 'UTC', '2026-11-20 02:00:00+00', NULL, NULL, 'false', '6', NULL, 'false');

INSERT INTO "group_members" ("id", "created_at", "updated_at", "valid_from", "valid_to", "network_id", "group_id", "service_id", "binding_id", "position", "audit_event_id") VALUES
('abd48a39-91e4-5f9e-be84-96201e6182e6', '2026-09-26 12:00:00+00', '2026-09-26 12:00:00+00', '2026-09-26 12:00:00+00', NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '5bce5217-4458-53c7-9ca0-0362cb3ba405', '1c60a42d-b081-560a-b2f2-afdb83fc919b', NULL, '2', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('d3ab5ed8-d767-57b5-8777-11c5454d3d21', '2026-09-26 12:00:00+00', '2026-09-26 12:00:00+00', '2026-09-26 12:00:00+00', NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '20f50ff2-d511-5b4b-afc7-088e6a91c236', '1c60a42d-b081-560a-b2f2-afdb83fc919b', NULL, '1', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466');

INSERT INTO "groups" ("id", "created_at", "updated_at", "valid_from", "valid_to", "network_id", "source_type", "source_confidence", "source_reason", "name", "description", "group_type", "member_type", "color", "edge_style", "audit_event_id") VALUES
('1bda5426-58c5-5e91-a66f-4bb3ba7d44a4', '2026-09-26 12:00:00+00', '2026-09-26 12:00:00+00', '2026-09-26 12:00:00+00', NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Manual', NULL, NULL, 'Printing', NULL, 'RequestPath', 'Bindings', 'Sky', 'SmoothStep', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('20f50ff2-d511-5b4b-afc7-088e6a91c236', '2026-09-26 12:00:00+00', '2026-09-26 12:00:00+00', '2026-09-26 12:00:00+00', NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Manual', NULL, NULL, 'Network monitoring', NULL, 'HubAndSpoke', 'Services', 'Amber', 'Bezier', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('31cb6e0a-6d5d-5614-a33b-eda404dd1bad', '2026-09-26 12:00:00+00', '2026-09-26 12:00:00+00', '2026-09-26 12:00:00+00', NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Manual', NULL, NULL, 'Extensions Science Block', NULL, 'HubAndSpoke', 'Services', 'Teal', 'SmoothStep', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('5bce5217-4458-53c7-9ca0-0362cb3ba405', '2026-09-26 12:00:00+00', '2026-09-26 12:00:00+00', '2026-09-26 12:00:00+00', NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Manual', NULL, NULL, 'Sign-in to the network', 'Switches and controllers ask RADIUS', 'HubAndSpoke', 'Services', 'Indigo', 'SmoothStep', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('a79467e1-e2c1-5ebc-936e-523f4597822e', '2026-09-26 12:00:00+00', '2026-09-26 12:00:00+00', '2026-09-26 12:00:00+00', NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Manual', NULL, NULL, 'Extensions Main Hall', NULL, 'HubAndSpoke', 'Services', 'Teal', 'SmoothStep', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('d744276b-fd4a-522b-9575-0eec30051fc5', '2026-09-26 12:00:00+00', '2026-09-26 12:00:00+00', '2026-09-26 12:00:00+00', NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Manual', NULL, NULL, 'Extensions Library', NULL, 'HubAndSpoke', 'Services', 'Teal', 'SmoothStep', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466');

INSERT INTO "hosts" ("id", "created_at", "updated_at", "valid_from", "valid_to", "last_seen_at", "last_discovery_id", "first_discovery_id", "network_id", "source_type", "source_confidence", "source_reason", "name", "hostname", "description", "hidden", "sys_descr", "sys_object_id", "sys_location", "sys_contact", "management_url", "chassis_id", "sys_name", "sys_name_source", "manufacturer", "manufacturer_source", "model", "model_source", "serial_number", "serial_number_source", "firmware_revision", "firmware_revision_source", "software_revision", "software_revision_source", "os", "os_source", "virtualization_type", "vm_name", "vm_id", "virtualization_service_id", "audit_event_id", "missing_since", "name_source", "hostname_source") VALUES
('557ab5c4-3b09-52d6-af3d-f196bd79cd65', '2026-08-30 02:13:44.04+00', '2026-11-20 02:11:26.7+00', '2026-11-23 22:32:12.397+00', NULL, '2026-11-20 02:11:26.7+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'rv-a-acc-2', 'rv-a-acc-2.rv.upgrade.netloom.example', 'Seen again', 'false', 'Cisco IOS Software [Cupertino], Catalyst L3 Switch Software (CAT9K_IOSXE), Version 17.9.5, RELEASE SOFTWARE (fc3)', '1.3.6.1.4.1.9.1.2494', 'Main Hall, floor 1', 'noc@rv.upgrade.netloom.example', 'https://10.16.8.11/', 'f8:7b:20:1a:73:00', 'rv-a-acc-2.rv.upgrade.netloom.example', 'snmp', 'Cisco', 'snmp', 'C9300-24P', 'snmp', 'FCW2840P0HN', 'snmp', '17.9.5', 'snmp', '17.9.5', 'snmp', 'IOS XE 17.9.5', 'snmp', NULL, NULL, NULL, NULL, '1ab2f578-8a2f-4267-aa8a-f6eeaf32ce2d', NULL, NULL, NULL),
('7be38b8e-d760-5b9a-b66e-74cc350efb05', '2026-08-30 02:06:41.76+00', '2026-11-20 02:05:34.8+00', '2026-11-11 12:01:00+00', NULL, '2026-11-20 02:05:34.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'rv-wan-1', 'rv-wan-1.rv.upgrade.netloom.example', NULL, 'false', 'Cisco IOS Software [Gibraltar], ISR Software (X86_64_LINUX_IOSD-UNIVERSALK9-M), Version 16.12.9', '1.3.6.1.4.1.9.1.2068', 'Server room', 'noc@rv.upgrade.netloom.example', 'https://203.0.113.2/', '70:db:98:12:9e:80', 'rv-wan-1.rv.upgrade.netloom.example', 'snmp', 'Cisco', 'snmp', 'ISR4331/K9', 'snmp', 'FDO3028N11U', 'snmp', '16.12.9', 'snmp', '16.12.9', 'snmp', 'IOS XE 16.12.9', 'snmp', NULL, NULL, NULL, NULL, '29c6da37-f1e2-55f0-b205-702ea0de17e4', NULL, NULL, NULL),
('8a0917d8-f7b0-5e2a-b9a3-8190b2a1de35', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-11-03 12:02:00+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'rv-b-hvac-01', NULL, NULL, 'false', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'Delta Controls', 'oui', 'DSC-1616E', 'fingerprint', NULL, NULL, '3.40', 'fingerprint', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '6810e351-41fd-50d4-94ab-8e3001ec1229', NULL, NULL, NULL),
('a0a03d38-312e-517b-9cd3-43ce3b7181fa', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-11-11 12:03:00+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'rv-b-dist-1', 'rv-b-dist-1.rv.upgrade.netloom.example', NULL, 'false', 'Aruba JL635A 8325-48Y8C GL.10.10.1080', '1.3.6.1.4.1.47196.4.1.1.1.50', 'Library, basement', 'noc@rv.upgrade.netloom.example', 'https://10.16.16.2/', '94:b4:0f:dd:9b:80', 'rv-b-dist-1.rv.upgrade.netloom.example', 'snmp', 'HPE Aruba', 'snmp', '8325-48Y8C', 'snmp', 'SG43KN60VJ', 'snmp', 'GL.10.10.1080', 'snmp', 'GL.10.10.1080', 'snmp', 'ArubaOS-CX GL.10.10.1080', 'snmp', NULL, NULL, NULL, NULL, '7cae8965-504a-5586-9f5e-d797c0f13659', NULL, NULL, NULL),
('f0a75094-bd79-5356-a42c-7da0fbb62b9e', '2026-08-30 02:08:13.56+00', '2026-11-20 02:06:51.3+00', '2026-08-30 02:08:13.56+00', NULL, '2026-11-20 02:06:51.3+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'rv-probe', 'rv-probe.rv.upgrade.netloom.example', 'Runs the discovery daemon', 'false', 'Linux rv-probe 6.1.0-22-amd64 #1 SMP PREEMPT_DYNAMIC Debian x86_64', '1.3.6.1.4.1.8072.3.2.10', 'Server room', NULL, NULL, 'b8:ae:ed:58:ba:98', 'rv-probe.rv.upgrade.netloom.example', 'snmp', 'Intel', 'snmp', 'NUC11TNHi3', 'snmp', 'G6TN02158675', 'snmp', NULL, NULL, NULL, NULL, 'Debian GNU/Linux 12', 'snmp', NULL, NULL, NULL, NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466', NULL, NULL, NULL),
('f1aced27-4cac-5cfa-a65a-b0cb1647765a', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-11-11 12:02:00+00', NULL, '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'rv-a-dist-2', 'rv-a-dist-2.rv.upgrade.netloom.example', NULL, 'false', 'Cisco IOS Software [Cupertino], Catalyst L3 Switch Software (CAT9K_IOSXE), Version 17.9.5, RELEASE SOFTWARE (fc3)', '1.3.6.1.4.1.9.1.2593', 'Main Hall, basement', 'noc@rv.upgrade.netloom.example', 'https://10.16.8.3/', '00:1b:54:2a:be:00', 'rv-a-dist-2.rv.upgrade.netloom.example', 'snmp', 'Cisco', 'snmp', 'C9500-24Y4C', 'snmp', 'FCW2766A0V2', 'snmp', '17.9.5', 'snmp', '17.9.5', 'snmp', 'IOS XE 17.9.5', 'snmp', NULL, NULL, NULL, NULL, 'bfdb09a0-be99-55f8-8b05-38f60df132a8', NULL, NULL, NULL),
('f9ade0a9-d814-5241-bd7f-18c3acba16d5', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-11-11 12:00:00+00', NULL, '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'rv-core-1', 'rv-core-1.rv.upgrade.netloom.example', NULL, 'false', 'Cisco IOS Software [Cupertino], Catalyst L3 Switch Software (CAT9K_IOSXE), Version 17.9.5, RELEASE SOFTWARE (fc3)', '1.3.6.1.4.1.9.1.2593', 'Server room', 'noc@rv.upgrade.netloom.example', 'https://10.16.0.2/', '00:1b:54:2a:bd:80', 'rv-core-1.rv.upgrade.netloom.example', 'snmp', 'Cisco', 'snmp', 'C9500-40X', 'snmp', 'FCW5530D0PW', 'snmp', '17.9.5', 'snmp', '17.9.5', 'snmp', 'IOS XE 17.9.5', 'snmp', NULL, NULL, NULL, NULL, 'd3fd0fae-14b6-5df9-8ecf-8de92ada89b8', NULL, NULL, NULL);

INSERT INTO "hosts_revisions" ("id", "created_at", "updated_at", "valid_from", "valid_to", "lineage_id", "last_seen_at", "last_discovery_id", "first_discovery_id", "network_id", "source_type", "source_confidence", "source_reason", "name", "hostname", "description", "hidden", "sys_descr", "sys_object_id", "sys_location", "sys_contact", "management_url", "chassis_id", "sys_name", "sys_name_source", "manufacturer", "manufacturer_source", "model", "model_source", "serial_number", "serial_number_source", "firmware_revision", "firmware_revision_source", "software_revision", "software_revision_source", "os", "os_source", "virtualization_type", "vm_name", "vm_id", "virtualization_service_id", "audit_event_id", "revision_id", "ended_by", "is_last", "missing_since", "name_source", "hostname_source") VALUES
('557ab5c4-3b09-52d6-af3d-f196bd79cd65', '2026-08-30 02:13:44.04+00', '2026-11-20 02:11:26.7+00', '2026-10-26 12:01:00+00', '2026-11-23 22:32:12.397+00', '557ab5c4-3b09-52d6-af3d-f196bd79cd65', '2026-11-20 02:11:26.7+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'rv-a-acc-2', 'rv-a-acc-2.rv.upgrade.netloom.example', NULL, 'false', 'Cisco IOS Software [Cupertino], Catalyst L3 Switch Software (CAT9K_IOSXE), Version 17.9.5, RELEASE SOFTWARE (fc3)', '1.3.6.1.4.1.9.1.2494', 'Main Hall, floor 1', 'noc@rv.upgrade.netloom.example', 'https://10.16.8.11/', 'f8:7b:20:1a:73:00', 'rv-a-acc-2.rv.upgrade.netloom.example', 'snmp', 'Cisco', 'snmp', 'C9300-24P', 'snmp', 'FCW2840P0HN', 'snmp', '17.9.5', 'snmp', '17.9.5', 'snmp', 'IOS XE 17.9.5', 'snmp', NULL, NULL, NULL, NULL, '23b0698f-3219-561b-99d3-803f23862888', '58dc0384-a24e-45f4-9716-3defc7934717', '1ab2f578-8a2f-4267-aa8a-f6eeaf32ce2d', 'false', NULL, NULL, NULL),
('557ab5c4-3b09-52d6-af3d-f196bd79cd65', '2026-08-30 02:13:44.04+00', '2026-11-20 02:11:26.7+00', '2026-08-30 02:13:44.04+00', '2026-10-26 12:01:00+00', '557ab5c4-3b09-52d6-af3d-f196bd79cd65', '2026-11-20 02:11:26.7+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'rv-a-acc-2-staging', 'rv-a-acc-2.rv.upgrade.netloom.example', NULL, 'false', 'Cisco IOS Software [Cupertino], Catalyst L3 Switch Software (CAT9K_IOSXE), Version 17.9.5, RELEASE SOFTWARE (fc3)', '1.3.6.1.4.1.9.1.2494', 'Main Hall, floor 1', 'noc@rv.upgrade.netloom.example', 'https://10.16.8.11/', 'f8:7b:20:1a:73:00', 'rv-a-acc-2.rv.upgrade.netloom.example', 'snmp', 'Cisco', 'snmp', 'C9300-24P', 'snmp', 'FCW2840P0HN', 'snmp', '17.9.5', 'snmp', '17.9.5', 'snmp', 'IOS XE 17.9.5', 'snmp', NULL, NULL, NULL, NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466', '38a0502a-8cc3-4ffe-9ed3-c90da8e8aede', '23b0698f-3219-561b-99d3-803f23862888', 'false', NULL, NULL, NULL),
('7be38b8e-d760-5b9a-b66e-74cc350efb05', '2026-08-30 02:06:41.76+00', '2026-11-20 02:05:34.8+00', '2026-08-30 02:06:41.76+00', '2026-11-11 12:01:00+00', '7be38b8e-d760-5b9a-b66e-74cc350efb05', '2026-11-20 02:05:34.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'rv-wan-1', 'rv-wan-1.rv.upgrade.netloom.example', NULL, 'false', 'Cisco IOS Software [Gibraltar], ISR Software (X86_64_LINUX_IOSD-UNIVERSALK9-M), Version 16.12.9', '1.3.6.1.4.1.9.1.2068', 'Server room', 'noc@rv.upgrade.netloom.example', 'https://203.0.113.2/', '70:db:98:12:9e:80', 'rv-wan-1.rv.upgrade.netloom.example', 'snmp', 'Cisco', 'snmp', 'ISR4331/K9', 'snmp', 'FDO3028N11U', 'snmp', '16.12.9', 'snmp', '16.12.8', 'snmp', 'IOS XE 16.12.9', 'snmp', NULL, NULL, NULL, NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466', 'aaedfa0d-df14-4a55-9815-3a357f32a0dc', '29c6da37-f1e2-55f0-b205-702ea0de17e4', 'false', NULL, NULL, NULL),
('8a0917d8-f7b0-5e2a-b9a3-8190b2a1de35', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', '2026-11-03 12:02:00+00', '8a0917d8-f7b0-5e2a-b9a3-8190b2a1de35', '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'rv-b-hvac-01-staging', NULL, NULL, 'false', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'Delta Controls', 'oui', 'DSC-1616E', 'fingerprint', NULL, NULL, '3.40', 'fingerprint', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466', '035aa14f-bb4d-4dc3-82a2-b8a53d1f462e', '6810e351-41fd-50d4-94ab-8e3001ec1229', 'false', NULL, NULL, NULL),
('a0a03d38-312e-517b-9cd3-43ce3b7181fa', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', '2026-11-11 12:03:00+00', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'rv-b-dist-1', 'rv-b-dist-1.rv.upgrade.netloom.example', NULL, 'false', 'Aruba JL635A 8325-48Y8C GL.10.10.1080', '1.3.6.1.4.1.47196.4.1.1.1.50', 'Library, basement', 'noc@rv.upgrade.netloom.example', 'https://10.16.16.2/', '94:b4:0f:dd:9b:80', 'rv-b-dist-1.rv.upgrade.netloom.example', 'snmp', 'HPE Aruba', 'snmp', '8325-48Y8C', 'snmp', 'SG43KN60VJ', 'snmp', 'GL.10.10.1080', 'snmp', 'GL.10.10.1079', 'snmp', 'ArubaOS-CX GL.10.10.1080', 'snmp', NULL, NULL, NULL, NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466', '92a05e08-7309-4af5-b13f-61d767f0e139', '7cae8965-504a-5586-9f5e-d797c0f13659', 'false', NULL, NULL, NULL),
('f1aced27-4cac-5cfa-a65a-b0cb1647765a', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', '2026-11-11 12:02:00+00', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'rv-a-dist-2', 'rv-a-dist-2.rv.upgrade.netloom.example', NULL, 'false', 'Cisco IOS Software [Cupertino], Catalyst L3 Switch Software (CAT9K_IOSXE), Version 17.9.5, RELEASE SOFTWARE (fc3)', '1.3.6.1.4.1.9.1.2593', 'Main Hall, basement', 'noc@rv.upgrade.netloom.example', 'https://10.16.8.3/', '00:1b:54:2a:be:00', 'rv-a-dist-2.rv.upgrade.netloom.example', 'snmp', 'Cisco', 'snmp', 'C9500-24Y4C', 'snmp', 'FCW2766A0V2', 'snmp', '17.9.5', 'snmp', '17.9.4', 'snmp', 'IOS XE 17.9.5', 'snmp', NULL, NULL, NULL, NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466', '2a6acd38-2fe5-4903-9613-57cc551fbc25', 'bfdb09a0-be99-55f8-8b05-38f60df132a8', 'false', NULL, NULL, NULL),
('f9ade0a9-d814-5241-bd7f-18c3acba16d5', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-10-18 12:00:00+00', '2026-11-11 12:00:00+00', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'rv-core-1', 'rv-core-1.rv.upgrade.netloom.example', NULL, 'false', 'Cisco IOS Software [Cupertino], Catalyst L3 Switch Software (CAT9K_IOSXE), Version 17.9.5, RELEASE SOFTWARE (fc3)', '1.3.6.1.4.1.9.1.2593', 'Server room', 'noc@rv.upgrade.netloom.example', 'https://10.16.0.2/', '00:1b:54:2a:bd:80', 'rv-core-1.rv.upgrade.netloom.example', 'snmp', 'Cisco', 'snmp', 'C9500-40X', 'snmp', 'FCW5530D0PW', 'snmp', '17.9.5', 'snmp', '17.9.4', 'snmp', 'IOS XE 17.9.5', 'snmp', NULL, NULL, NULL, NULL, '87925f3e-2b86-5c02-90e4-386dec7388a4', '09572137-b657-4ae2-b141-c97cd0476b6a', 'd3fd0fae-14b6-5df9-8ecf-8de92ada89b8', 'false', NULL, NULL, NULL),
('f9ade0a9-d814-5241-bd7f-18c3acba16d5', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', '2026-10-18 12:00:00+00', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'rv-core-1-staging', 'rv-core-1.rv.upgrade.netloom.example', NULL, 'false', 'Cisco IOS Software [Cupertino], Catalyst L3 Switch Software (CAT9K_IOSXE), Version 17.9.5, RELEASE SOFTWARE (fc3)', '1.3.6.1.4.1.9.1.2593', 'Server room', 'noc@rv.upgrade.netloom.example', 'https://10.16.0.2/', '00:1b:54:2a:bd:80', 'rv-core-1.rv.upgrade.netloom.example', 'snmp', 'Cisco', 'snmp', 'C9500-40X', 'snmp', 'FCW5530D0PW', 'snmp', '17.9.5', 'snmp', '17.9.4', 'snmp', 'IOS XE 17.9.5', 'snmp', NULL, NULL, NULL, NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466', '75cae650-57b4-4440-abb5-0bfdd83090b6', '87925f3e-2b86-5c02-90e4-386dec7388a4', 'false', NULL, NULL, NULL);

INSERT INTO "interface_vlans" ("id", "created_at", "updated_at", "valid_from", "valid_to", "network_id", "interface_id", "vlan_id", "audit_event_id") VALUES
('2767489e-d9c2-57ae-a999-75bb25c174bf', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '5f7fa056-1a25-56a0-a484-94916ef5d004', '9c04b73b-875b-5e01-a936-9555bf6b38a5', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('386e7680-2498-55d7-946b-26c5ee0dcaaf', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '9cdbf966-6d0f-54c0-9e07-f0a28538ada2', '7641b5d1-d56f-58e8-bdd7-2216f9ea1c96', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('3ac312e8-86b0-5e24-93a8-f1275ce374c6', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '5f7fa056-1a25-56a0-a484-94916ef5d004', '7641b5d1-d56f-58e8-bdd7-2216f9ea1c96', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('3ba08293-64ea-5a3e-89c1-bca15bf09ace', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '5f7fa056-1a25-56a0-a484-94916ef5d004', 'c0d7f0a8-a1c2-57c9-9e52-fe655f9e6f6f', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('4abb255c-1e68-5d72-96cc-100b3c87ac3f', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '9cdbf966-6d0f-54c0-9e07-f0a28538ada2', '9c04b73b-875b-5e01-a936-9555bf6b38a5', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('4edaa3a7-f636-5c79-a6ff-aba7145b9d28', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '5f7fa056-1a25-56a0-a484-94916ef5d004', '7c2ae00d-9b0e-5f51-b5d1-1a642fe96942', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('5d3e8e3f-1e49-5760-b22b-0b8228ced855', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '9cdbf966-6d0f-54c0-9e07-f0a28538ada2', '2037fa8f-4ec8-51b5-8a21-ac0caf2ed1ba', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('8ffbcd31-4a88-52e8-920b-66ba95acbf4a', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '5f7fa056-1a25-56a0-a484-94916ef5d004', '64f68e2b-2b98-5d43-88a1-171b1a05578b', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('9258d966-d27b-5aef-b1cc-6eded5fd8f55', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '9cdbf966-6d0f-54c0-9e07-f0a28538ada2', 'e6c505a4-4d84-5eb2-bf6c-1f505ef751fb', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('9416f6c2-5cd3-51f9-b6fb-dccdd51ba3cb', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '9cdbf966-6d0f-54c0-9e07-f0a28538ada2', '64f68e2b-2b98-5d43-88a1-171b1a05578b', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('96c474e9-45c1-591f-96d5-ce740262f935', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '9cdbf966-6d0f-54c0-9e07-f0a28538ada2', '3b7671fd-6054-5afc-9ba1-1bb6256e5773', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('9a22058e-abfd-56c2-8cb7-692c43f79b12', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '9cdbf966-6d0f-54c0-9e07-f0a28538ada2', 'ac86557d-e021-5051-b245-9886ed8c0000', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('a07010ce-cd54-55b0-b4cb-40c79a3df0e0', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '9cdbf966-6d0f-54c0-9e07-f0a28538ada2', '7c2ae00d-9b0e-5f51-b5d1-1a642fe96942', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('a8449763-8d88-53f5-96ea-1230d5b47f1d', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '5f7fa056-1a25-56a0-a484-94916ef5d004', 'ac86557d-e021-5051-b245-9886ed8c0000', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('d5a8cc32-072c-582d-a61c-f56c1bba9429', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '9cdbf966-6d0f-54c0-9e07-f0a28538ada2', 'c0d7f0a8-a1c2-57c9-9e52-fe655f9e6f6f', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('d65ffe5b-1c55-5914-b61c-393052f267e9', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '5f7fa056-1a25-56a0-a484-94916ef5d004', 'e6c505a4-4d84-5eb2-bf6c-1f505ef751fb', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('d8684857-6a78-59cb-be95-65e09e5b284e', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '5f7fa056-1a25-56a0-a484-94916ef5d004', '2037fa8f-4ec8-51b5-8a21-ac0caf2ed1ba', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('f7f3281e-53c3-5e25-91ab-84b33a1d6702', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '5f7fa056-1a25-56a0-a484-94916ef5d004', '3b7671fd-6054-5afc-9ba1-1bb6256e5773', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466');

INSERT INTO "interfaces" ("id", "created_at", "updated_at", "valid_from", "valid_to", "last_seen_at", "last_discovery_id", "first_discovery_id", "network_id", "host_id", "if_index", "if_descr", "if_name", "if_alias", "if_type", "speed_bps", "admin_status", "oper_status", "mac_address", "ip_configured", "fdb_macs", "ip_address_id", "native_vlan_id", "audit_event_id") VALUES
('07079af9-43b2-5bd3-8dc1-8668b231debc', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-11-23 22:32:12.446+00', NULL, '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', '45', 'Vlan30', 'Vl30', NULL, '53', '1000000000', 'Up', 'Up', '70:db:98:12:9e:6b', 'true', '{}', '9a91b6ce-bc0b-5ba1-851b-858558440db2', NULL, 'cf544991-ff53-4592-965e-86cd0dd0ed57'),
('13198735-d623-575e-bc66-eca5a4c00e28', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', '62', 'vlan60', 'vlan60', NULL, '136', '1000000000', 'Up', 'Up', '94:b4:0f:dd:9c:82', 'true', '{}', 'a70ec063-08f4-5d3e-a154-3d1bfaa6bc9f', '64f68e2b-2b98-5d43-88a1-171b1a05578b', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('1858bdbc-cee7-5dad-96d3-e7ca6d7f8705', '2026-08-30 02:08:13.56+00', '2026-11-20 02:06:51.3+00', '2026-08-30 02:08:13.56+00', NULL, '2026-11-20 02:06:51.3+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f0a75094-bd79-5356-a42c-7da0fbb62b9e', '1', 'enp86s0', 'enp86s0', NULL, '6', '1000000000', 'Up', 'Up', 'b8:ae:ed:58:ba:98', 'true', '{}', '1bea3c9e-f7ad-5c48-a657-41b9eacf3e6d', NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('1dc3d8d5-8bf4-54ea-9808-30c3ea120bea', '2026-08-30 02:13:44.04+00', '2026-11-20 02:11:26.7+00', '2026-08-30 02:13:44.04+00', NULL, '2026-11-20 02:11:26.7+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '557ab5c4-3b09-52d6-af3d-f196bd79cd65', '29', 'Vlan10', 'Vl10', NULL, '53', '1000000000', 'Up', 'Up', 'f8:7b:20:1a:73:00', 'true', '{}', '4a18aa39-358f-57c6-a7b2-b9e5b84100a7', 'c0d7f0a8-a1c2-57c9-9e52-fe655f9e6f6f', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('3e6e5d44-495b-5652-b91d-18db5289b9b5', '2026-08-30 02:13:44.04+00', '2026-11-20 02:11:26.7+00', '2026-08-30 02:13:44.04+00', NULL, '2026-11-20 02:11:26.7+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '557ab5c4-3b09-52d6-af3d-f196bd79cd65', '3', 'GigabitEthernet1/0/3', 'Gi1/0/3', NULL, '6', '1000000000', 'Down', 'Down', 'f8:7b:20:1a:73:03', 'false', '{}', NULL, '5a1a261f-5d4b-52a8-a3ad-db01a0631885', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('57fd496d-8ab4-5292-aa36-7bd9543e9dec', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', '43', 'Vlan10', 'Vl10', NULL, '53', '1000000000', 'Up', 'Up', '00:1b:54:2a:bd:80', 'true', '{}', 'a94d4d26-d68f-5962-8c61-fa29a76d62ee', 'c0d7f0a8-a1c2-57c9-9e52-fe655f9e6f6f', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('5f7fa056-1a25-56a0-a484-94916ef5d004', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', '2', 'TenGigabitEthernet1/0/2', 'Te1/0/2', 'rv-fw-2 x1', '6', '10000000000', 'Up', 'Up', '00:1b:54:2a:bd:82', 'false', '{}', NULL, '5a1a261f-5d4b-52a8-a3ad-db01a0631885', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('6927e3df-2fa7-5f66-bbac-6317da823a26', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', '61', 'vlan50', 'vlan50', NULL, '136', '1000000000', 'Up', 'Up', '94:b4:0f:dd:9c:81', 'true', '{}', '5be07bb4-fc9a-51e8-a565-2ee8db6edf85', '3b7671fd-6054-5afc-9ba1-1bb6256e5773', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('6c91d271-2208-5db2-9b28-7c6d3f27506f', '2026-08-30 02:06:41.76+00', '2026-11-20 02:05:34.8+00', '2026-08-30 02:06:41.76+00', NULL, '2026-11-20 02:05:34.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '7be38b8e-d760-5b9a-b66e-74cc350efb05', '3', 'GigabitEthernet0/0/2', 'Gi0/0/2', NULL, '6', '1000000000', 'Up', 'Up', '70:db:98:12:9e:83', 'false', '{}', NULL, NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('75db9da9-72bb-598e-865b-774fe3676d4a', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', '60', 'vlan20', 'vlan20', NULL, '136', '1000000000', 'Up', 'Up', '94:b4:0f:dd:9c:80', 'true', '{}', '2255b4e6-6457-529a-abf7-bab433c880cc', 'ac86557d-e021-5051-b245-9886ed8c0000', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('806f223e-7019-5a79-b951-f4052fe2459b', '2026-08-30 02:06:41.76+00', '2026-11-20 02:05:34.8+00', '2026-08-30 02:06:41.76+00', NULL, '2026-11-20 02:05:34.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '7be38b8e-d760-5b9a-b66e-74cc350efb05', '1', 'GigabitEthernet0/0/0', 'Gi0/0/0', 'rv-fw-1 port1', '6', '1000000000', 'Up', 'Up', '70:db:98:12:9e:81', 'false', '{}', NULL, NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('94f91498-ecd5-5750-ac90-bc83625b539a', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-11-04 12:02:00+00', NULL, '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', '32', 'Vlan20', 'Vl20', NULL, '53', '1000000000', 'Up', 'Up', '70:db:98:12:9f:86', 'true', '{}', '22f3d9b6-19aa-5acc-9d7b-561b0454aca4', 'ac86557d-e021-5051-b245-9886ed8c0000', 'f425b2ec-10a4-5f88-9aae-c3694f071815'),
('9cdbf966-6d0f-54c0-9e07-f0a28538ada2', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-11-04 12:00:00+00', NULL, '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', '1', 'TenGigabitEthernet1/0/1', 'Te1/0/1', 'rv-fw-1 x1', '6', '10000000000', 'Up', 'Up', '00:1b:54:2a:bd:81', 'false', '{}', NULL, '5a1a261f-5d4b-52a8-a3ad-db01a0631885', '2995612a-bb32-5f9f-8350-77d6c0e2867f'),
('a28ca68a-5592-5204-ad0e-3b1d2930daca', '2026-08-30 02:13:44.04+00', '2026-11-20 02:11:26.7+00', '2026-08-30 02:13:44.04+00', NULL, '2026-11-20 02:11:26.7+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '557ab5c4-3b09-52d6-af3d-f196bd79cd65', '1', 'GigabitEthernet1/0/1', 'Gi1/0/1', 'rv-a-prn-01', '6', '1000000000', 'Up', 'Up', 'f8:7b:20:1a:73:01', 'false', '{3c:d9:2b:9f:66:80}', NULL, '7c2ae00d-9b0e-5f51-b5d1-1a642fe96942', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('b4eaf5d0-9d71-53f4-85a2-f0b948bfe5df', '2026-08-30 02:13:44.04+00', '2026-11-20 02:11:26.7+00', '2026-08-30 02:13:44.04+00', NULL, '2026-11-20 02:11:26.7+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '557ab5c4-3b09-52d6-af3d-f196bd79cd65', '2', 'GigabitEthernet1/0/2', 'Gi1/0/2', 'rv-a-pc-01', '6', '1000000000', 'Up', 'Up', 'f8:7b:20:1a:73:02', 'false', '{a4:bb:6d:e0:81:08}', NULL, 'ac86557d-e021-5051-b245-9886ed8c0000', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('c6b052de-7509-524e-899f-83bcc8425176', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', NULL, '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', '29', 'Vlan10', 'Vl10', NULL, '53', '1000000000', 'Up', 'Up', '00:1b:54:2a:be:00', 'true', '{}', '093cbd61-6220-59c4-92ff-0901707a4a90', 'c0d7f0a8-a1c2-57c9-9e52-fe655f9e6f6f', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('ca6024f8-2dd2-588c-ba1a-926aece7a9f6', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', '57', 'vlan10', 'vlan10', NULL, '136', '1000000000', 'Up', 'Up', '94:b4:0f:dd:9b:80', 'true', '{}', 'e7667104-f535-5d6f-805f-9ddb40d1bfe6', 'c0d7f0a8-a1c2-57c9-9e52-fe655f9e6f6f', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('dee06e93-05a5-561d-b5c7-bc836eaca691', '2026-08-30 02:06:41.76+00', '2026-11-20 02:05:34.8+00', '2026-08-30 02:06:41.76+00', NULL, '2026-11-20 02:05:34.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '7be38b8e-d760-5b9a-b66e-74cc350efb05', '2', 'GigabitEthernet0/0/1', 'Gi0/0/1', 'rv-fw-2 port1', '6', '1000000000', 'Up', 'Up', '70:db:98:12:9e:82', 'false', '{}', NULL, NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('ebaee5a5-fa69-56ef-97a0-f26a6a32c227', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', NULL, '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', '33', 'Vlan50', 'Vl50', NULL, '53', '1000000000', 'Up', 'Up', '70:db:98:12:9f:87', 'true', '{}', '85cbfb09-9fff-5f23-b441-0691b1d0e0af', '3b7671fd-6054-5afc-9ba1-1bb6256e5773', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('ff54922b-9909-554f-8705-bf504d0115e5', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', NULL, '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', '34', 'Vlan60', 'Vl60', NULL, '53', '1000000000', 'Up', 'Up', '70:db:98:12:9f:88', 'true', '{}', 'ec1a06db-1f9f-57bd-98bf-d22a49f813df', '64f68e2b-2b98-5d43-88a1-171b1a05578b', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466');

INSERT INTO "interfaces_revisions" ("id", "created_at", "updated_at", "valid_from", "valid_to", "lineage_id", "last_seen_at", "last_discovery_id", "first_discovery_id", "network_id", "host_id", "if_index", "if_descr", "if_name", "if_alias", "if_type", "speed_bps", "admin_status", "oper_status", "mac_address", "ip_configured", "fdb_macs", "ip_address_id", "native_vlan_id", "audit_event_id", "revision_id", "ended_by", "is_last") VALUES
('07079af9-43b2-5bd3-8dc1-8668b231debc', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', '2026-11-23 22:32:12.446+00', '07079af9-43b2-5bd3-8dc1-8668b231debc', '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', '45', 'Vlan30', 'Vl30', NULL, '53', '1000000000', 'Up', 'Up', '70:db:98:12:9e:6b', 'true', '{}', '9a91b6ce-bc0b-5ba1-851b-858558440db2', '2037fa8f-4ec8-51b5-8a21-ac0caf2ed1ba', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466', '2293213c-0288-40b6-9cd6-f32e0c492599', 'cf544991-ff53-4592-965e-86cd0dd0ed57', 'false'),
('94f91498-ecd5-5750-ac90-bc83625b539a', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', '2026-11-04 12:02:00+00', '94f91498-ecd5-5750-ac90-bc83625b539a', '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', '32', 'Vlan20', 'Vl20', NULL, '53', '1000000000', 'Up', 'Up', '70:db:98:12:9f:86', 'true', '{}', '22f3d9b6-19aa-5acc-9d7b-561b0454aca4', 'c0d7f0a8-a1c2-57c9-9e52-fe655f9e6f6f', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466', '1827d721-0957-406d-b928-3cdc935c6f79', 'f425b2ec-10a4-5f88-9aae-c3694f071815', 'false'),
('9cdbf966-6d0f-54c0-9e07-f0a28538ada2', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', '2026-11-04 12:00:00+00', '9cdbf966-6d0f-54c0-9e07-f0a28538ada2', '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', '1', 'TenGigabitEthernet1/0/1', 'Te1/0/1', 'rv-fw-1 x1', '6', '10000000000', 'Up', 'Up', '00:1b:54:2a:bd:81', 'false', '{}', NULL, 'c0d7f0a8-a1c2-57c9-9e52-fe655f9e6f6f', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466', 'dba04215-a488-4293-9fcd-cd855e6299ed', '2995612a-bb32-5f9f-8350-77d6c0e2867f', 'false');

INSERT INTO "invite_networks" ("invite_id", "network_id", "organization_id", "created_at") VALUES
('fd4ea5da-adf6-570b-886e-2030dbacc11d', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', '2026-11-18 12:00:00+00');

INSERT INTO "invites" ("id", "created_at", "updated_at", "organization_id", "created_by", "permissions", "send_to", "expires_at", "accepted_at") VALUES
('fd4ea5da-adf6-570b-886e-2030dbacc11d', '2026-11-18 12:00:00+00', '2026-11-18 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', '2cca0170-936b-5667-9b4b-d8c7c87e9149', 'Viewer', 'lea.fontaine@upgrade.netloom.example', '2026-11-25 12:00:00+00', NULL);

INSERT INTO "ip_addresses" ("id", "created_at", "updated_at", "valid_from", "valid_to", "last_seen_at", "last_discovery_id", "first_discovery_id", "network_id", "host_id", "subnet_id", "subnet_cidr", "ip_address", "name", "mac_address", "position", "audit_event_id") VALUES
('081917d3-aaaa-57cf-a01a-ddcaf2931f57', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', 'a6449680-8491-5de2-b313-7de3e24364e2', '10.16.17.0/24', '10.16.17.1/32', 'VRRP 20', '00:00:5e:00:01:14', '3', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('093cbd61-6220-59c4-92ff-0901707a4a90', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', NULL, '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', 'e1ccf188-dfca-5b32-9446-0b164b913f0d', '10.16.8.0/24', '10.16.8.3/32', 'Vl10', '00:1b:54:2a:be:00', '0', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('19f5b5d1-de17-5884-ab8c-15fee3fbc756', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', '064c71d1-283b-53e0-898f-2099edb640d5', '10.16.15.0/28', '10.16.15.1/32', 'transit', '00:1b:54:2a:bd:80', '4', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('1bea3c9e-f7ad-5c48-a657-41b9eacf3e6d', '2026-08-30 02:08:13.56+00', '2026-11-20 02:06:51.3+00', '2026-08-30 02:08:13.56+00', NULL, '2026-11-20 02:06:51.3+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f0a75094-bd79-5356-a42c-7da0fbb62b9e', 'e64e7641-2939-5a41-8663-50e9cb2e3038', '10.16.1.0/24', '10.16.1.11/32', NULL, 'b8:ae:ed:58:ba:98', '0', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('2255b4e6-6457-529a-abf7-bab433c880cc', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', 'a6449680-8491-5de2-b313-7de3e24364e2', '10.16.17.0/24', '10.16.17.2/32', 'vlan20', '94:b4:0f:dd:9c:80', '2', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('22f3d9b6-19aa-5acc-9d7b-561b0454aca4', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', NULL, '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', '4d3e10aa-fd13-5cfb-a2e1-880ae812146e', '10.16.9.0/24', '10.16.9.3/32', 'Vl20', '70:db:98:12:9f:86', '1', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('33d4fca6-d309-54bc-8dbd-b75e425f0a46', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', 'cdb9f94a-2478-53c4-a644-7e24b18b3c58', '10.16.19.0/24', '10.16.19.1/32', 'VRRP 60', '00:00:5e:00:01:3c', '7', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('4a18aa39-358f-57c6-a7b2-b9e5b84100a7', '2026-08-30 02:13:44.04+00', '2026-11-20 02:11:26.7+00', '2026-08-30 02:13:44.04+00', NULL, '2026-11-20 02:11:26.7+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '557ab5c4-3b09-52d6-af3d-f196bd79cd65', 'e1ccf188-dfca-5b32-9446-0b164b913f0d', '10.16.8.0/24', '10.16.8.11/32', 'Vl10', 'f8:7b:20:1a:73:00', '0', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('5003227c-63a5-5757-85f3-aadb32dc9273', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', 'e64e7641-2939-5a41-8663-50e9cb2e3038', '10.16.1.0/24', '10.16.1.1/32', 'VRRP 30', '00:00:5e:00:01:1e', '3', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('52c54dfa-a7fd-5e01-ace0-2599d5347edb', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', NULL, '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', 'b1103805-9652-5784-a6d4-37a4b00e474e', '10.16.12.0/24', '10.16.12.3/32', 'Vl70', '70:db:98:12:9f:89', '4', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('5515cb87-f86d-5985-93e9-3ab5ee7b35ea', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', NULL, '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', '35f7aee3-5d84-5f87-8955-8870bfba63a5', '10.16.14.0/24', '10.16.14.3/32', 'Vl90', '70:db:98:12:9f:8b', '6', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('5be07bb4-fc9a-51e8-a565-2ee8db6edf85', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', '07ff65f9-4d33-5e02-9a0f-a27ec1e90c65', '10.16.18.0/24', '10.16.18.2/32', 'vlan50', '94:b4:0f:dd:9c:81', '4', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('5c600928-b026-5881-8376-5adf486eb0ff', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', '1e661ca4-687e-5fdf-afd9-15745550cae0', '10.16.22.0/24', '10.16.22.2/32', 'vlan90', '94:b4:0f:dd:9c:85', '12', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('5f97bd22-fd95-5c20-ae43-ce357c759458', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', 'd6cb86ab-bd9a-55c7-8bbd-7b91ba50461f', '10.16.21.0/24', '10.16.21.2/32', 'vlan80', '94:b4:0f:dd:9c:84', '10', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('6b294096-90c7-5a2e-97a3-4a7f0e7b2e0a', '2026-08-30 02:06:41.76+00', '2026-11-20 02:05:34.8+00', '2026-08-30 02:06:41.76+00', NULL, '2026-11-20 02:05:34.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '7be38b8e-d760-5b9a-b66e-74cc350efb05', 'c95630ab-035f-5473-9995-6c5a089177af', '203.0.113.0/29', '203.0.113.2/32', NULL, '70:db:98:12:9e:80', '0', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('7a1b30bb-cf75-5cec-88f3-7092c9d0f58c', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', 'd2514599-3bea-5ee0-b642-6c9b9ba6100b', '10.16.23.0/28', '10.16.23.1/32', 'transit', '00:1b:54:2a:bd:80', '5', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('7ab10dd7-878e-5073-96c5-c7b695658e48', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', 'd6cb86ab-bd9a-55c7-8bbd-7b91ba50461f', '10.16.21.0/24', '10.16.21.1/32', 'VRRP 80', '00:00:5e:00:01:50', '11', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('7e81a2a1-cd03-5252-a693-42599c59c7e8', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', '07ff65f9-4d33-5e02-9a0f-a27ec1e90c65', '10.16.18.0/24', '10.16.18.1/32', 'VRRP 50', '00:00:5e:00:01:32', '5', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('85cbfb09-9fff-5f23-b441-0691b1d0e0af', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', NULL, '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', '6f0919c8-c018-5d82-abcc-aec938c30f70', '10.16.10.0/24', '10.16.10.3/32', 'Vl50', '70:db:98:12:9f:87', '2', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('9a91b6ce-bc0b-5ba1-851b-858558440db2', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', 'e64e7641-2939-5a41-8663-50e9cb2e3038', '10.16.1.0/24', '10.16.1.2/32', 'Vl30', '70:db:98:12:9e:6b', '2', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('a0c25298-81f3-59f7-88d5-129f35b46eac', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', '56988890-fe02-58d5-bd8f-374ee15dce97', '10.16.31.0/28', '10.16.31.1/32', 'transit', '00:1b:54:2a:bd:80', '6', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('a70ec063-08f4-5d3e-a154-3d1bfaa6bc9f', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', 'cdb9f94a-2478-53c4-a644-7e24b18b3c58', '10.16.19.0/24', '10.16.19.2/32', 'vlan60', '94:b4:0f:dd:9c:82', '6', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('a72569ed-5831-5f0a-aee9-29f81436f5ea', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', NULL, '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', '064c71d1-283b-53e0-898f-2099edb640d5', '10.16.15.0/28', '10.16.15.10/32', 'transit', '00:1b:54:2a:be:00', '7', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('a726d320-7aea-50a3-a386-4bd422ae01bd', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', '0a3bd0cf-effc-5d5a-b64a-1328c20ed17a', '10.16.20.0/24', '10.16.20.1/32', 'VRRP 70', '00:00:5e:00:01:46', '9', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('a793ac06-eb0f-5dee-a85e-0a38cd9bbf17', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', '0a3bd0cf-effc-5d5a-b64a-1328c20ed17a', '10.16.20.0/24', '10.16.20.2/32', 'vlan70', '94:b4:0f:dd:9c:83', '8', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('a94d4d26-d68f-5962-8c61-fa29a76d62ee', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', 'f68ebf03-128f-59f7-a7d0-aeb58fe7e115', '10.16.0.0/24', '10.16.0.2/32', 'Vl10', '00:1b:54:2a:bd:80', '0', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('afda5547-82aa-5334-890f-9748fb931364', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '8a0917d8-f7b0-5e2a-b9a3-8190b2a1de35', 'd6cb86ab-bd9a-55c7-8bbd-7b91ba50461f', '10.16.21.0/24', '10.16.21.11/32', NULL, '00:40:ae:66:ff:b8', '0', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('b3e308e5-3f4d-53da-85e2-3c4cc9d5cc93', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', '1e661ca4-687e-5fdf-afd9-15745550cae0', '10.16.22.0/24', '10.16.22.1/32', 'VRRP 90', '00:00:5e:00:01:5a', '13', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('cc01e97a-3669-5d59-a2f7-d7007e84dee3', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', 'd2514599-3bea-5ee0-b642-6c9b9ba6100b', '10.16.23.0/28', '10.16.23.9/32', 'transit', '94:b4:0f:dd:9b:80', '14', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('d44aa03b-8547-5eb9-a1c2-7fdb089d28b7', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', NULL, '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', 'dae10e22-5061-5dcd-ab73-91a0f920ba35', '10.16.13.0/24', '10.16.13.3/32', 'Vl80', '70:db:98:12:9f:8a', '5', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('dd55d8df-0189-5f20-87ad-cef712602121', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', 'f68ebf03-128f-59f7-a7d0-aeb58fe7e115', '10.16.0.0/24', '10.16.0.1/32', 'VRRP 10', '00:00:5e:00:01:0a', '1', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('e75fab72-5d27-5633-a625-6c047c76c617', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', '1de8a95a-b9c3-57b5-9414-dc0c18b35935', '10.16.16.0/24', '10.16.16.1/32', 'VRRP 10', '00:00:5e:00:01:0a', '1', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('e7667104-f535-5d6f-805f-9ddb40d1bfe6', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', '1de8a95a-b9c3-57b5-9414-dc0c18b35935', '10.16.16.0/24', '10.16.16.2/32', 'vlan10', '94:b4:0f:dd:9b:80', '0', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('ec1a06db-1f9f-57bd-98bf-d22a49f813df', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', NULL, '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', '2cdb3cd5-a514-5ca1-af50-12cf7fab65af', '10.16.11.0/24', '10.16.11.3/32', 'Vl60', '70:db:98:12:9f:88', '3', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466');

INSERT INTO "ip_addresses_revisions" ("id", "created_at", "updated_at", "valid_from", "valid_to", "lineage_id", "last_seen_at", "last_discovery_id", "first_discovery_id", "network_id", "host_id", "subnet_id", "subnet_cidr", "ip_address", "name", "mac_address", "position", "audit_event_id", "revision_id", "ended_by", "is_last") VALUES
('1c583552-f8f7-5f8f-80b9-bb9392cb1ef3', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', '2026-11-08 12:00:00+00', '1c583552-f8f7-5f8f-80b9-bb9392cb1ef3', '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '4bdc06e3-02eb-5bc4-93d8-5c7af31281ed', 'b1103805-9652-5784-a6d4-37a4b00e474e', '10.16.12.0/24', '10.16.12.10/32', NULL, NULL, '0', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466', '82025f59-f97b-431a-a44d-4131cf500622', 'a25ee98c-d6e9-5769-858f-4d868ea64719', 'true');

INSERT INTO "neighbor_evidence" ("id", "created_at", "updated_at", "network_id", "interface_id", "protocol", "lldp_chassis_id_subtype", "lldp_chassis_id_value", "lldp_port_id_subtype", "lldp_port_id_value", "lldp_sys_name", "lldp_port_desc", "lldp_mgmt_addr", "lldp_sys_desc", "cdp_device_id", "cdp_port_id", "cdp_platform", "cdp_address", "resolved_interface_id", "resolved_host_id", "reason") VALUES
('0b3ba24c-1965-524f-863a-9d2dc189f83e', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '5f7fa056-1a25-56a0-a484-94916ef5d004', 'LLDP', 'MacAddress', '70:4c:a5:a3:1c:00', 'InterfaceName', 'x1', 'rv-fw-2.rv.upgrade.netloom.example', 'x1', '10.16.0.6/32', 'FortiGate-200F v7.4.4', NULL, NULL, NULL, NULL, NULL, NULL, 'Pending'),
('736c89cb-ba9a-5e17-821a-01e33e91b03f', '2026-08-30 02:08:13.56+00', '2026-11-20 02:06:51.3+00', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '1858bdbc-cee7-5dad-96d3-e7ca6d7f8705', 'LLDP', 'MacAddress', 'f8:7b:20:1a:72:00', 'InterfaceName', 'Gi1/0/3', 'rv-sw-srv-1.rv.upgrade.netloom.example', 'GigabitEthernet1/0/3', '10.16.0.9/32', 'Cisco IOS Software [Cupertino], Catalyst L3 Switch Software (CAT9K_IOSXE), Version 17.12.3, RELEASE SOFTWARE (fc3)', NULL, NULL, NULL, NULL, NULL, NULL, 'Pending'),
('823dcc57-2ece-5a20-a4b9-4854a9c994d6', '2026-08-30 02:06:41.76+00', '2026-11-20 02:05:34.8+00', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '6c91d271-2208-5db2-9b28-7c6d3f27506f', 'LLDP', 'MacAddress', '84:18:88:1a:06:54', 'MacAddress', '84:18:88:1a:06:54', 'pe3.par.isp.example', 'WAN PORT', NULL, 'Juniper MX480', NULL, NULL, NULL, NULL, NULL, NULL, 'Pending'),
('9655b8df-5b89-52c5-a095-2a22eaf7ab0c', '2026-08-30 02:06:41.76+00', '2026-11-20 02:05:34.8+00', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '806f223e-7019-5a79-b951-f4052fe2459b', 'LLDP', 'MacAddress', '00:09:0f:78:af:80', 'InterfaceName', 'port1', 'rv-fw-1.rv.upgrade.netloom.example', 'port1', '10.16.0.5/32', 'FortiGate-200F v7.4.4', NULL, NULL, NULL, NULL, NULL, NULL, 'Pending'),
('bb96f0a9-9a81-57d6-85f6-f44b59ded60c', '2026-08-30 02:06:41.76+00', '2026-11-20 02:05:34.8+00', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'dee06e93-05a5-561d-b5c7-bc836eaca691', 'LLDP', 'MacAddress', '70:4c:a5:a3:1c:00', 'InterfaceName', 'port1', 'rv-fw-2.rv.upgrade.netloom.example', 'port1', '10.16.0.6/32', 'FortiGate-200F v7.4.4', NULL, NULL, NULL, NULL, NULL, NULL, 'Pending'),
('f49eb227-526e-540d-a8a2-c9aa7955ec4a', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '9cdbf966-6d0f-54c0-9e07-f0a28538ada2', 'LLDP', 'MacAddress', '00:09:0f:78:af:80', 'InterfaceName', 'x1', 'rv-fw-1.rv.upgrade.netloom.example', 'x1', '10.16.0.5/32', 'FortiGate-200F v7.4.4', NULL, NULL, NULL, NULL, NULL, NULL, 'Pending');

INSERT INTO "network_changes" ("network_id", "transaction_id", "changed_at") VALUES
('f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '22031', '2026-11-23 22:32:09.702+00'),
('f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '22033', '2026-11-23 22:32:12.047+00'),
('f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '22034', '2026-11-23 22:32:12.359+00'),
('f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '22035', '2026-11-23 22:32:12.369+00'),
('f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '22036', '2026-11-23 22:32:12.373+00'),
('f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '22037', '2026-11-23 22:32:12.397+00'),
('f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '22038', '2026-11-23 22:32:12.406+00'),
('f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '22039', '2026-11-23 22:32:12.414+00'),
('f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '22040', '2026-11-23 22:32:12.426+00'),
('f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '22041', '2026-11-23 22:32:12.436+00'),
('f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '22042', '2026-11-23 22:32:12.445+00');

INSERT INTO "networks" ("id", "created_at", "updated_at", "organization_id", "name", "stale_after_hours", "history_kept_since") VALUES
('f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '2026-08-13 12:00:00+00', '2026-08-13 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Riverside Campus', NULL, NULL);

INSERT INTO "organizations" ("id", "created_at", "updated_at", "name", "api_access_enabled", "history_kept_since", "second_factor_required") VALUES
('b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', '2026-08-12 12:00:00+00', '2026-08-12 12:00:00+00', 'Demo upgrade', 'true', NULL, 'false');

INSERT INTO "ports" ("id", "created_at", "updated_at", "valid_from", "valid_to", "last_seen_at", "last_discovery_id", "first_discovery_id", "network_id", "host_id", "number", "protocol", "audit_event_id") VALUES
('112eaad3-4caf-5dc2-8d64-f2657f32be55', '2026-08-30 02:13:44.04+00', '2026-11-20 02:11:26.7+00', '2026-08-30 02:13:44.04+00', NULL, '2026-11-20 02:11:26.7+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '557ab5c4-3b09-52d6-af3d-f196bd79cd65', '161', 'Udp', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('43547a48-a6ef-5c7f-abbe-a10216e918e8', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', '22', 'Tcp', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('46259f6e-40a5-5cf8-848d-fb61ceeffa79', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', '123', 'Udp', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('606503ec-8551-5545-bcf0-e53fe00f1cf5', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', NULL, '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', '22', 'Tcp', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('763652a9-acfb-51a4-abfb-957acf27de10', '2026-08-30 02:08:13.56+00', '2026-11-20 02:06:51.3+00', '2026-08-30 02:08:13.56+00', NULL, '2026-11-20 02:06:51.3+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f0a75094-bd79-5356-a42c-7da0fbb62b9e', '60073', 'Tcp', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('77afaa0a-4bb6-5059-a12d-4746b198eda0', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', '161', 'Udp', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('9d515009-e2ac-5721-8b51-e5eb9d6bdc29', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', '161', 'Udp', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('a3e6703e-e729-59f4-a165-d245fe92ac24', '2026-08-30 02:13:44.04+00', '2026-11-20 02:11:26.7+00', '2026-08-30 02:13:44.04+00', NULL, '2026-11-20 02:11:26.7+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '557ab5c4-3b09-52d6-af3d-f196bd79cd65', '22', 'Tcp', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('af81ab0b-4e83-5e2a-a2a1-b6cfe4b535a0', '2026-08-30 02:13:44.04+00', '2026-11-20 02:11:26.7+00', '2026-08-30 02:13:44.04+00', NULL, '2026-11-20 02:11:26.7+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '557ab5c4-3b09-52d6-af3d-f196bd79cd65', '443', 'Tcp', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('b2222271-fea9-5d48-b9fb-f67b8b5a29a4', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', '22', 'Tcp', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('b9217320-e1b9-561c-9f57-6f387afc9204', '2026-08-30 02:06:41.76+00', '2026-11-20 02:05:34.8+00', '2026-08-30 02:06:41.76+00', NULL, '2026-11-20 02:05:34.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '7be38b8e-d760-5b9a-b66e-74cc350efb05', '22', 'Tcp', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('c3764df9-1866-5787-af1c-058891acdd47', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '8a0917d8-f7b0-5e2a-b9a3-8190b2a1de35', '47808', 'Udp', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('f022136c-94ff-5825-b32c-5a652e81d304', '2026-08-30 02:08:13.56+00', '2026-11-20 02:06:51.3+00', '2026-08-30 02:08:13.56+00', NULL, '2026-11-20 02:06:51.3+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f0a75094-bd79-5356-a42c-7da0fbb62b9e', '22', 'Tcp', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('fcd94d3d-9560-561d-82b0-43698e45e046', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', NULL, '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', '161', 'Udp', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466');

INSERT INTO "services" ("id", "created_at", "updated_at", "valid_from", "valid_to", "last_seen_at", "last_discovery_id", "first_discovery_id", "network_id", "source_type", "source_confidence", "source_reason", "host_id", "name", "service_definition", "position", "virtualization_type", "container_name", "container_id", "compose_project", "virtualization_service_id", "audit_event_id") VALUES
('0ca36db0-221d-546c-95ca-9c5b4547e31b', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-11-23 22:32:12.369+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'DiscoveryWithMatch', 'Certain', 'Banner on port 22 names product and version', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', 'Switch (moved)', 'netloom-daemon', '0', NULL, NULL, NULL, NULL, NULL, 'd461f818-2631-4655-8311-0248aba4c0c2'),
('1c60a42d-b081-560a-b2f2-afdb83fc919b', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-11-23 22:32:12.361+00', NULL, '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'DiscoveryWithMatch', 'Certain', 'Banner on port 22 names product and version', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', 'Core Switch (moved)', 'core-switch', '0', NULL, NULL, NULL, NULL, NULL, '79fda19d-cf4f-46e4-91b6-83c699aa6d30'),
('64c900f3-01e5-576a-9e90-ac83be517398', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-11-23 22:32:12.361+00', NULL, '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'DiscoveryWithMatch', 'Certain', 'Fingerprint of the device', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', 'Gateway (moved)', 'Gateway', '1', NULL, NULL, NULL, NULL, NULL, '79fda19d-cf4f-46e4-91b6-83c699aa6d30'),
('8af23691-e9fa-5c74-9c21-92f4879480f7', '2026-08-30 02:13:44.04+00', '2026-11-20 02:11:26.7+00', '2026-11-23 22:32:12.361+00', NULL, '2026-11-20 02:11:26.7+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'DiscoveryWithMatch', 'Certain', 'Banner on port 22 names product and version', '557ab5c4-3b09-52d6-af3d-f196bd79cd65', 'Catalyst (moved)', 'cisco-catalyst', '0', NULL, NULL, NULL, NULL, NULL, '79fda19d-cf4f-46e4-91b6-83c699aa6d30'),
('8f843aae-bd6d-5ffd-8ea9-35b2f64cd4f3', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-11-23 22:32:12.361+00', NULL, '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'DiscoveryWithMatch', 'Certain', 'Banner on port 22 names product and version', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', 'Switch (moved)', 'Switch', '0', NULL, NULL, NULL, NULL, NULL, '79fda19d-cf4f-46e4-91b6-83c699aa6d30'),
('a2f92221-6e51-5549-a0ba-1de9fe8fe39b', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-11-23 22:32:12.361+00', NULL, '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'DiscoveryWithMatch', 'Certain', 'Banner on port 123/udp names product and version', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', 'NTP (moved)', 'NTP Server', '1', NULL, NULL, NULL, NULL, NULL, '79fda19d-cf4f-46e4-91b6-83c699aa6d30'),
('addfe373-ffbe-5df5-bdd9-1aa79addf71c', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-11-23 22:32:12.361+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'DiscoveryWithMatch', 'High', 'Answer on port 47808/udp matches', '8a0917d8-f7b0-5e2a-b9a3-8190b2a1de35', 'BACnet (moved)', 'bacnet-device', '0', NULL, NULL, NULL, NULL, NULL, '79fda19d-cf4f-46e4-91b6-83c699aa6d30'),
('b52b50c5-107e-5db8-998d-0f2d47bda892', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-11-23 22:32:12.361+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'DiscoveryWithMatch', 'Certain', 'Fingerprint of the device', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', 'Gateway (moved)', 'Gateway', '1', NULL, NULL, NULL, NULL, NULL, '79fda19d-cf4f-46e4-91b6-83c699aa6d30'),
('b7236e4b-375b-5d66-b30b-443711029100', '2026-08-30 02:08:13.56+00', '2026-11-20 02:06:51.3+00', '2026-08-30 02:08:13.56+00', NULL, '2026-11-20 02:06:51.3+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'DiscoveryWithMatch', 'High', 'Answer on port 22 matches', 'f0a75094-bd79-5356-a42c-7da0fbb62b9e', 'SSH', 'SSH', '0', NULL, NULL, NULL, NULL, NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('d996a649-80ff-5885-b4ff-468c2fb19ade', '2026-08-30 02:06:41.76+00', '2026-11-20 02:05:34.8+00', '2026-08-30 02:06:41.76+00', NULL, '2026-11-20 02:05:34.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'DiscoveryWithMatch', 'Certain', 'Banner on port 22 names product and version', '7be38b8e-d760-5b9a-b66e-74cc350efb05', 'Gateway', 'Gateway', '0', NULL, NULL, NULL, NULL, NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466');

INSERT INTO "services_revisions" ("id", "created_at", "updated_at", "valid_from", "valid_to", "lineage_id", "last_seen_at", "last_discovery_id", "first_discovery_id", "network_id", "source_type", "source_confidence", "source_reason", "host_id", "name", "service_definition", "position", "virtualization_type", "container_name", "container_id", "compose_project", "virtualization_service_id", "audit_event_id", "revision_id", "ended_by", "is_last") VALUES
('0ca36db0-221d-546c-95ca-9c5b4547e31b', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-11-23 22:32:12.361+00', '2026-11-23 22:32:12.369+00', '0ca36db0-221d-546c-95ca-9c5b4547e31b', '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'DiscoveryWithMatch', 'Certain', 'Banner on port 22 names product and version', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', 'Switch (moved)', 'Switch', '0', NULL, NULL, NULL, NULL, NULL, '79fda19d-cf4f-46e4-91b6-83c699aa6d30', 'bc055641-5f39-44fb-817b-f009aa680e06', 'd461f818-2631-4655-8311-0248aba4c0c2', 'false'),
('0ca36db0-221d-546c-95ca-9c5b4547e31b', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', '2026-11-23 22:32:12.361+00', '0ca36db0-221d-546c-95ca-9c5b4547e31b', '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'DiscoveryWithMatch', 'Certain', 'Banner on port 22 names product and version', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', 'Switch', 'Switch', '0', NULL, NULL, NULL, NULL, NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466', '7a7397c8-c377-45d0-970a-07e1e381b045', '79fda19d-cf4f-46e4-91b6-83c699aa6d30', 'false'),
('1c60a42d-b081-560a-b2f2-afdb83fc919b', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', '2026-11-23 22:32:12.361+00', '1c60a42d-b081-560a-b2f2-afdb83fc919b', '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'DiscoveryWithMatch', 'Certain', 'Banner on port 22 names product and version', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', 'Core Switch', 'core-switch', '0', NULL, NULL, NULL, NULL, NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466', 'e4586d09-abca-4047-96eb-f8eb80397b84', '79fda19d-cf4f-46e4-91b6-83c699aa6d30', 'false'),
('64c900f3-01e5-576a-9e90-ac83be517398', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', '2026-11-23 22:32:12.361+00', '64c900f3-01e5-576a-9e90-ac83be517398', '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'DiscoveryWithMatch', 'Certain', 'Fingerprint of the device', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', 'Gateway', 'Gateway', '1', NULL, NULL, NULL, NULL, NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466', '364c6fb7-4e5c-4855-bf06-e78a9678da15', '79fda19d-cf4f-46e4-91b6-83c699aa6d30', 'false'),
('8af23691-e9fa-5c74-9c21-92f4879480f7', '2026-08-30 02:13:44.04+00', '2026-11-20 02:11:26.7+00', '2026-08-30 02:13:44.04+00', '2026-11-23 22:32:12.361+00', '8af23691-e9fa-5c74-9c21-92f4879480f7', '2026-11-20 02:11:26.7+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'DiscoveryWithMatch', 'Certain', 'Banner on port 22 names product and version', '557ab5c4-3b09-52d6-af3d-f196bd79cd65', 'Catalyst', 'cisco-catalyst', '0', NULL, NULL, NULL, NULL, NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466', 'e07675a7-5dac-46fe-874b-68a29c732edd', '79fda19d-cf4f-46e4-91b6-83c699aa6d30', 'false'),
('8f843aae-bd6d-5ffd-8ea9-35b2f64cd4f3', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', '2026-11-23 22:32:12.361+00', '8f843aae-bd6d-5ffd-8ea9-35b2f64cd4f3', '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'DiscoveryWithMatch', 'Certain', 'Banner on port 22 names product and version', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', 'Switch', 'Switch', '0', NULL, NULL, NULL, NULL, NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466', '26613eff-5bf3-4f4b-846b-acc49e476461', '79fda19d-cf4f-46e4-91b6-83c699aa6d30', 'false'),
('a2f92221-6e51-5549-a0ba-1de9fe8fe39b', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', '2026-11-23 22:32:12.361+00', 'a2f92221-6e51-5549-a0ba-1de9fe8fe39b', '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'DiscoveryWithMatch', 'Certain', 'Banner on port 123/udp names product and version', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', 'NTP', 'NTP Server', '1', NULL, NULL, NULL, NULL, NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466', 'b20aeee3-3ae4-4e86-80c3-1b2898a18365', '79fda19d-cf4f-46e4-91b6-83c699aa6d30', 'false'),
('addfe373-ffbe-5df5-bdd9-1aa79addf71c', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', '2026-11-23 22:32:12.361+00', 'addfe373-ffbe-5df5-bdd9-1aa79addf71c', '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'DiscoveryWithMatch', 'High', 'Answer on port 47808/udp matches', '8a0917d8-f7b0-5e2a-b9a3-8190b2a1de35', 'BACnet', 'bacnet-device', '0', NULL, NULL, NULL, NULL, NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466', '8ec76fb9-8a46-469c-82a2-005096aa02ae', '79fda19d-cf4f-46e4-91b6-83c699aa6d30', 'false'),
('b52b50c5-107e-5db8-998d-0f2d47bda892', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', '2026-11-23 22:32:12.361+00', 'b52b50c5-107e-5db8-998d-0f2d47bda892', '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'DiscoveryWithMatch', 'Certain', 'Fingerprint of the device', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', 'Gateway', 'Gateway', '1', NULL, NULL, NULL, NULL, NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466', 'b94bec8b-88fb-4272-b5c3-d7b2b07b2403', '79fda19d-cf4f-46e4-91b6-83c699aa6d30', 'false'),
('f27a1f40-4333-5bbf-81df-31e71a290dc9', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', '2026-11-23 22:32:12.375+00', 'f27a1f40-4333-5bbf-81df-31e71a290dc9', '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'DiscoveryWithMatch', 'Certain', 'Fingerprint of the device', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', 'Gateway', 'Gateway', '2', NULL, NULL, NULL, NULL, NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466', '4112936e-1a3a-4cf2-83c8-f900f425e251', 'a47aff52-bec2-4db5-a0e1-2d53f1c65db2', 'true'),
('fa727422-a074-5f05-8a27-fd2db96c9e47', '2026-08-30 02:08:13.56+00', '2026-11-20 02:06:51.3+00', '2026-08-30 02:08:13.56+00', '2026-11-23 22:32:12.375+00', 'fa727422-a074-5f05-8a27-fd2db96c9e47', '2026-11-20 02:06:51.3+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'DiscoveryWithMatch', 'Certain', 'Banner on port 60073 names product and version', 'f0a75094-bd79-5356-a42c-7da0fbb62b9e', 'Netloom daemon', 'netloom-daemon', '1', NULL, NULL, NULL, NULL, NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466', 'f4d48f2b-c815-4dcd-9cf6-013f5a8975a3', 'a47aff52-bec2-4db5-a0e1-2d53f1c65db2', 'true');

INSERT INTO "shares" ("id", "created_at", "updated_at", "network_id", "organization_id", "topology_id", "created_by", "name", "is_enabled", "expires_at", "allowed_domains", "show_inspect_panel", "show_zoom_controls", "show_export_button", "enabled_views", "password_hash") VALUES
('40cb9a54-a89e-5f0f-911c-fc731412346d', '2026-11-01 09:22:00+00', '2026-11-01 09:22:00+00', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'c80602d9-b6a4-5c0e-9b8f-89ae6a9b558a', '2cca0170-936b-5667-9b4b-d8c7c87e9149', 'Screen in the office, Riverside Campus', 'true', NULL, '{status.netloom.example}', 'true', 'true', 'false', '{L2Physical,L3Logical}', NULL),
('c4cf31d5-2708-59de-abe3-d50755861365', '2026-11-01 09:22:00+00', '2026-11-01 09:22:00+00', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'c80602d9-b6a4-5c0e-9b8f-89ae6a9b558a', '2cca0170-936b-5667-9b4b-d8c7c87e9149', 'Cabling contractor', 'true', '2026-12-20 12:00:00+00', '{}', 'true', 'true', 'true', '{}', '$argon2id$v=19$m=19456,t=2,p=1$XMWB/4X+8PdZxUMnMWTyCA$ZPV0BJD3JVz0qbCMAe2pRllhcmdt90ea3erIQLrUT2w');

INSERT INTO "snapshots" ("id", "created_at", "updated_at", "network_id", "organization_id", "taken_at", "created_by_user_id") VALUES
('4b270bca-c68b-5671-9432-34d746e8ab1c', '2026-11-12 15:47:00+00', '2026-11-12 15:47:00+00', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', '2026-11-12 15:47:00+00', '2cca0170-936b-5667-9b4b-d8c7c87e9149'),
('4bc7d241-dd13-5ae0-8fbe-9ed521511c31', '2026-11-01 09:22:00+00', '2026-11-01 09:22:00+00', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', '2026-11-01 09:22:00+00', '2cca0170-936b-5667-9b4b-d8c7c87e9149'),
('ade7e4e7-d802-53ae-b5b7-fd1af108fec7', '2026-10-11 09:21:00+00', '2026-10-11 09:21:00+00', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', '2026-10-11 09:21:00+00', '2cca0170-936b-5667-9b4b-d8c7c87e9149');

INSERT INTO "subnets" ("id", "created_at", "updated_at", "valid_from", "valid_to", "last_seen_at", "last_discovery_id", "first_discovery_id", "network_id", "source_type", "source_confidence", "source_reason", "name", "cidr", "cidr_source", "description", "subnet_type", "virtualization_service_id", "audit_event_id") VALUES
('01816038-7b56-5134-9d8f-92457e717d7c', '2026-08-29 23:00:00+00', '2026-08-29 23:00:00+00', '2026-08-29 23:00:00+00', NULL, '2026-08-29 23:00:00+00', NULL, NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Manual', NULL, NULL, 'Remote access', '10.16.7.0/24', NULL, NULL, 'VpnTunnel', NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('064c71d1-283b-53e0-898f-2099edb640d5', '2026-08-30 02:13:07.32+00', '2026-11-20 02:10:56.1+00', '2026-08-30 02:13:07.32+00', NULL, '2026-11-20 02:10:56.1+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'Main Hall transit', '10.16.15.0/28', 'ipAddrTable', NULL, 'Gateway', NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('07ff65f9-4d33-5e02-9a0f-a27ec1e90c65', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'Library voice', '10.16.18.0/24', 'ipAddrTable', NULL, 'Lan', NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('0a3bd0cf-effc-5d5a-b64a-1328c20ed17a', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'Library guests', '10.16.20.0/24', 'ipAddrTable', NULL, 'Guest', NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('0bca8d51-410c-57a0-b1cb-58a910b12f6f', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'Science Block staff', '10.16.25.0/24', 'ipAddrTable', NULL, 'Lan', NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('1de8a95a-b9c3-57b5-9414-dc0c18b35935', '2026-08-30 02:16:29.28+00', '2026-11-20 02:13:44.4+00', '2026-08-30 02:16:29.28+00', NULL, '2026-11-20 02:13:44.4+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'Library management', '10.16.16.0/24', 'ipAddrTable', NULL, 'Management', NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('1e661ca4-687e-5fdf-afd9-15745550cae0', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'Library printers', '10.16.22.0/24', 'ipAddrTable', NULL, 'Lan', NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('2cdb3cd5-a514-5ca1-af50-12cf7fab65af', '2026-08-30 02:11:17.16+00', '2026-11-20 02:09:24.3+00', '2026-08-30 02:11:17.16+00', NULL, '2026-11-20 02:09:24.3+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'Main Hall WiFi', '10.16.11.0/24', 'ipAddrTable', NULL, 'WiFi', NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('35f7aee3-5d84-5f87-8955-8870bfba63a5', '2026-08-30 02:12:12.24+00', '2026-11-20 02:10:10.2+00', '2026-08-30 02:12:12.24+00', NULL, '2026-11-20 02:10:10.2+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'Main Hall printers', '10.16.14.0/24', 'ipAddrTable', NULL, 'Lan', NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('4d3e10aa-fd13-5cfb-a2e1-880ae812146e', '2026-08-30 02:10:40.44+00', '2026-11-20 02:08:53.7+00', '2026-08-30 02:10:40.44+00', NULL, '2026-11-20 02:08:53.7+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'Main Hall staff', '10.16.9.0/24', 'ipAddrTable', NULL, 'Lan', NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('4fdad2cb-2e74-5d82-9208-aac71e04194b', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'Science Block WiFi', '10.16.27.0/24', 'ipAddrTable', NULL, 'WiFi', NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('53bbe8f4-bf67-5e01-95d6-9769506b6bc5', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'Science Block voice', '10.16.26.0/24', 'ipAddrTable', NULL, 'Lan', NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('56988890-fe02-58d5-bd8f-374ee15dce97', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'Science Block transit', '10.16.31.0/28', 'ipAddrTable', NULL, 'Gateway', NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('6f0919c8-c018-5d82-abcc-aec938c30f70', '2026-08-30 02:10:58.8+00', '2026-11-20 02:09:09+00', '2026-08-30 02:10:58.8+00', NULL, '2026-11-20 02:09:09+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'Main Hall voice', '10.16.10.0/24', 'ipAddrTable', NULL, 'Lan', NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('70e62546-6cd3-5bc9-bf64-d47d0863a8c5', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'Science Block printers', '10.16.30.0/24', 'ipAddrTable', NULL, 'Lan', NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('77ad4cdb-2942-56a4-ae23-2c3f82f9b48b', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'Science Block things', '10.16.29.0/24', 'ipAddrTable', NULL, 'IoT', NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('94f01ce6-d28b-5824-a1eb-1f8875e45351', '2026-08-29 23:00:00+00', '2026-08-29 23:00:00+00', '2026-08-29 23:00:00+00', NULL, '2026-08-29 23:00:00+00', NULL, NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'System', NULL, NULL, 'Remote', '0.0.0.0/0', NULL, NULL, 'Remote', NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('a27ae206-e12d-5462-9ae0-fa14875ba347', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'Science Block guests', '10.16.28.0/24', 'ipAddrTable', NULL, 'Guest', NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('a6449680-8491-5de2-b313-7de3e24364e2', '2026-08-30 02:16:47.64+00', '2026-11-20 02:13:59.7+00', '2026-08-30 02:16:47.64+00', NULL, '2026-11-20 02:13:59.7+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'Library staff', '10.16.17.0/24', 'ipAddrTable', NULL, 'Lan', NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('b1103805-9652-5784-a6d4-37a4b00e474e', '2026-08-30 02:11:35.52+00', '2026-11-20 02:09:39.6+00', '2026-08-30 02:11:35.52+00', NULL, '2026-11-20 02:09:39.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'Main Hall guests', '10.16.12.0/24', 'ipAddrTable', NULL, 'Guest', NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('b1e65471-6b0d-52c4-a2b9-5dde5b8eaead', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'Science Block management', '10.16.24.0/24', 'ipAddrTable', NULL, 'Management', NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('ba8545bc-053f-55aa-a7de-ce22c6acda89', '2026-08-29 23:00:00+00', '2026-08-29 23:00:00+00', '2026-08-29 23:00:00+00', NULL, '2026-08-29 23:00:00+00', NULL, NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'System', NULL, NULL, 'Internet', '0.0.0.0/0', NULL, NULL, 'Internet', NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('c2281cdf-980e-56f2-8087-8e6b33b9f431', '2026-08-30 02:05:09.96+00', '2026-11-20 02:04:18.3+00', '2026-08-30 02:05:09.96+00', NULL, '2026-11-20 02:04:18.3+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'DMZ', '10.16.2.0/24', 'ipAddrTable', NULL, 'Dmz', NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('c95630ab-035f-5473-9995-6c5a089177af', '2026-08-29 23:00:00+00', '2026-08-29 23:00:00+00', '2026-08-29 23:00:00+00', NULL, '2026-08-29 23:00:00+00', NULL, NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Manual', NULL, NULL, 'Internet uplink', '203.0.113.0/29', NULL, 'Given by the provider', 'Gateway', NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('cdb9f94a-2478-53c4-a644-7e24b18b3c58', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'Library WiFi', '10.16.19.0/24', 'ipAddrTable', NULL, 'WiFi', NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('d2514599-3bea-5ee0-b642-6c9b9ba6100b', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'Library transit', '10.16.23.0/28', 'ipAddrTable', NULL, 'Gateway', NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('d6cb86ab-bd9a-55c7-8bbd-7b91ba50461f', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'Library things', '10.16.21.0/24', 'ipAddrTable', NULL, 'IoT', NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('dae10e22-5061-5dcd-ab73-91a0f920ba35', '2026-08-30 02:11:53.88+00', '2026-11-20 02:09:54.9+00', '2026-08-30 02:11:53.88+00', NULL, '2026-11-20 02:09:54.9+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'Main Hall things', '10.16.13.0/24', 'ipAddrTable', NULL, 'IoT', NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('e1ccf188-dfca-5b32-9446-0b164b913f0d', '2026-08-30 02:10:22.08+00', '2026-11-20 02:08:38.4+00', '2026-08-30 02:10:22.08+00', NULL, '2026-11-20 02:08:38.4+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'Main Hall management', '10.16.8.0/24', 'ipAddrTable', NULL, 'Management', NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('e64e7641-2939-5a41-8663-50e9cb2e3038', '2026-08-30 02:04:51.6+00', '2026-11-20 02:04:03+00', '2026-08-30 02:04:51.6+00', NULL, '2026-11-20 02:04:03+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'Servers', '10.16.1.0/24', 'ipAddrTable', NULL, 'Lan', NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('f68ebf03-128f-59f7-a7d0-aeb58fe7e115', '2026-08-30 02:04:33.24+00', '2026-11-20 02:03:47.7+00', '2026-08-30 02:04:33.24+00', NULL, '2026-11-20 02:03:47.7+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'Core management', '10.16.0.0/24', 'ipAddrTable', NULL, 'Management', NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466');

INSERT INTO "tag_assignments" ("id", "created_at", "updated_at", "valid_from", "valid_to", "organization_id", "network_id", "user_id", "tag_id", "host_id", "service_id", "subnet_id", "group_id", "tagged_network_id", "discovery_id", "daemon_id", "daemon_api_key_id", "user_api_key_id", "audit_event_id") VALUES
('3dc8c7e7-35ea-506b-8e41-a742648f1b71', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', NULL, '59c88759-ad76-5c18-b3af-cdae4bebff03', '7be38b8e-d760-5b9a-b66e-74cc350efb05', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('63326815-f265-517a-94eb-2d10a12617aa', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', NULL, '92a3655a-ab33-5eb9-9457-1d31f0ddd1fb', NULL, NULL, NULL, '31cb6e0a-6d5d-5614-a33b-eda404dd1bad', NULL, NULL, NULL, NULL, NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('707dd0c8-6e4c-50e1-ad55-18b5f4d7316c', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', NULL, '6ca8dafb-c288-5b10-962e-5c5deb7af574', '8a0917d8-f7b0-5e2a-b9a3-8190b2a1de35', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('7602d02b-182e-587b-9688-8696946d27f0', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', NULL, 'cd456146-37f2-5851-9ba0-92e06e85a085', '7be38b8e-d760-5b9a-b66e-74cc350efb05', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('7e6a2573-54c4-5bc6-a3d7-6792d904ee03', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', NULL, '13edcb36-8982-5767-9f65-a17b6f1a8977', NULL, NULL, NULL, NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', NULL, NULL, NULL, NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('7f7986e0-1d8c-5736-a9d3-e474f85b2c05', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', NULL, '13edcb36-8982-5767-9f65-a17b6f1a8977', NULL, NULL, NULL, NULL, NULL, 'e0bc708a-fb8d-50a7-a4a0-f3235f6d1c88', NULL, NULL, NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('84ef538f-e3d9-56be-9c0b-b7d823939edf', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', NULL, '27ccc176-eef4-5a49-9f52-1848b7c8da46', NULL, NULL, 'a27ae206-e12d-5462-9ae0-fa14875ba347', NULL, NULL, NULL, NULL, NULL, NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('902a8971-bc72-5fd6-a5f3-bad9d14783be', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', NULL, 'cd456146-37f2-5851-9ba0-92e06e85a085', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('c8ac29fe-f78f-5d1f-9979-55e8409cdbb4', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', NULL, '2cca0170-936b-5667-9b4b-d8c7c87e9149', 'b3ffe7ce-9075-54ab-b59a-e4bea36842bd', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'c019c502-5db0-5347-a48f-c7705382c27f', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('cc5a48cb-8933-5ac5-9a8f-1e80d30bbead', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', NULL, '27ccc176-eef4-5a49-9f52-1848b7c8da46', NULL, NULL, '0a3bd0cf-effc-5d5a-b64a-1328c20ed17a', NULL, NULL, NULL, NULL, NULL, NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('e754f50f-97ca-5191-8134-97db9f711c26', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', NULL, 'b3ffe7ce-9075-54ab-b59a-e4bea36842bd', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '99a4c2cf-d831-59a0-a4fe-1c4738b7d588', NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('e820fbb6-d336-5c5b-bc28-dd27f51122ac', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', NULL, '92a3655a-ab33-5eb9-9457-1d31f0ddd1fb', NULL, NULL, NULL, 'a79467e1-e2c1-5ebc-936e-523f4597822e', NULL, NULL, NULL, NULL, NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('ee76279d-581d-5bc2-86fb-a8ea46b2d57f', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', NULL, 'cd456146-37f2-5851-9ba0-92e06e85a085', NULL, NULL, NULL, '5bce5217-4458-53c7-9ca0-0362cb3ba405', NULL, NULL, NULL, NULL, NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466');

INSERT INTO "tag_assignments_revisions" ("id", "created_at", "updated_at", "valid_from", "valid_to", "lineage_id", "organization_id", "network_id", "user_id", "tag_id", "entity_type", "entity_id", "host_id", "service_id", "subnet_id", "group_id", "tagged_network_id", "discovery_id", "daemon_id", "daemon_api_key_id", "user_api_key_id", "audit_event_id", "revision_id", "ended_by", "is_last") VALUES
('04598deb-6116-58b0-8399-e1d891c04509', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', '2026-11-23 22:32:12.427+00', '04598deb-6116-58b0-8399-e1d891c04509', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', NULL, '92a3655a-ab33-5eb9-9457-1d31f0ddd1fb', 'Group', 'd744276b-fd4a-522b-9575-0eec30051fc5', NULL, NULL, NULL, 'd744276b-fd4a-522b-9575-0eec30051fc5', NULL, NULL, NULL, NULL, NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466', 'ac5285f0-d032-494b-8483-af7a42cc348d', 'b09590f8-496c-4936-b320-343237624e8b', 'true'),
('225d36ee-854c-5636-bc40-6bc23af8f7d7', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', '2026-11-23 22:32:12.427+00', '225d36ee-854c-5636-bc40-6bc23af8f7d7', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', NULL, 'b3ffe7ce-9075-54ab-b59a-e4bea36842bd', 'Daemon', '57daa2d6-7c33-52f9-ba6b-218b7179fdc0', NULL, NULL, NULL, NULL, NULL, NULL, '57daa2d6-7c33-52f9-ba6b-218b7179fdc0', NULL, NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466', '40a0b14d-1567-4df3-befe-9163af485eaf', 'b09590f8-496c-4936-b320-343237624e8b', 'true'),
('30b4b548-e7bb-5a58-a27f-b8e7628f0f3d', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', '2026-11-23 22:32:12.427+00', '30b4b548-e7bb-5a58-a27f-b8e7628f0f3d', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', NULL, '27ccc176-eef4-5a49-9f52-1848b7c8da46', 'Subnet', 'b1103805-9652-5784-a6d4-37a4b00e474e', NULL, NULL, 'b1103805-9652-5784-a6d4-37a4b00e474e', NULL, NULL, NULL, NULL, NULL, NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466', '0131bb65-2c7f-4dd8-b876-c9b848265f81', 'b09590f8-496c-4936-b320-343237624e8b', 'true'),
('7510bfd3-9392-5c69-9808-733bd3eae94f', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', '2026-11-23 22:32:12.375+00', '7510bfd3-9392-5c69-9808-733bd3eae94f', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', NULL, 'b3ffe7ce-9075-54ab-b59a-e4bea36842bd', 'Service', 'fa727422-a074-5f05-8a27-fd2db96c9e47', NULL, 'fa727422-a074-5f05-8a27-fd2db96c9e47', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466', 'f5ac6d6a-df79-4021-8fb3-f141e6589502', 'a47aff52-bec2-4db5-a0e1-2d53f1c65db2', 'true');

INSERT INTO "tags" ("id", "created_at", "updated_at", "valid_from", "valid_to", "organization_id", "name", "description", "color", "is_application", "audit_event_id") VALUES
('13edcb36-8982-5767-9f65-a17b6f1a8977', '2026-08-14 12:08:00+00', '2026-08-14 12:08:00+00', '2026-11-23 22:32:12.415+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Production (old)', 'In use by customers or staff', 'Green', 'false', '3c88e310-2eed-47ae-940b-5664b26a97aa'),
('27ccc176-eef4-5a49-9f52-1848b7c8da46', '2026-08-14 12:14:00+00', '2026-08-14 12:14:00+00', '2026-08-14 12:14:00+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Guests', 'Devices and networks of visitors', 'Pink', 'false', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('41818770-0ab4-54be-986d-dae42324d393', '2026-08-14 12:09:00+00', '2026-08-14 12:09:00+00', '2026-08-14 12:09:00+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Staging', 'Tried here first', 'Orange', 'false', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('487b8120-ebb3-5df7-a0b1-af48df1dd2fd', '2026-08-14 12:11:00+00', '2026-08-14 12:11:00+00', '2026-08-14 12:11:00+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Cardholder data', 'In the scope of PCI DSS', 'Rose', 'false', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('59c88759-ad76-5c18-b3af-cdae4bebff03', '2026-08-14 12:12:00+00', '2026-08-14 12:12:00+00', '2026-08-14 12:12:00+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'End of life', 'No more updates from the maker', 'Gray', 'false', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('5e6e5461-fa84-5216-8ae7-fdfe5bae7a4d', '2026-08-14 12:01:00+00', '2026-08-14 12:01:00+00', '2026-08-14 12:01:00+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Intranet', 'Wiki, files and single sign-on for everybody', 'Blue', 'true', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('67970770-774d-5883-8875-ebb049d85032', '2026-08-14 12:07:00+00', '2026-08-14 12:07:00+00', '2026-08-14 12:07:00+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Media library', 'Photos and films of the branch', 'Fuchsia', 'true', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('6ca8dafb-c288-5b10-962e-5c5deb7af574', '2026-08-14 12:06:00+00', '2026-08-14 12:06:00+00', '2026-08-14 12:06:00+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Smart building', 'Heating, light, sensors and cameras', 'Lime', 'true', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('6d729984-2a96-5f53-8e14-ae7264a4ddef', '2026-08-14 12:04:00+00', '2026-08-14 12:04:00+00', '2026-08-14 12:04:00+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Mail', 'Mail in, mail out, mailboxes', 'Sky', 'true', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('92a3655a-ab33-5eb9-9457-1d31f0ddd1fb', '2026-08-14 12:05:00+00', '2026-08-14 12:05:00+00', '2026-08-14 12:05:00+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Telephony', 'The telephone exchange and its phones', 'Teal', 'true', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('b3ffe7ce-9075-54ab-b59a-e4bea36842bd', '2026-08-14 12:03:00+00', '2026-08-14 12:03:00+00', '2026-08-14 12:03:00+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Monitoring', 'Metrics, logs and alerts', 'Amber', 'true', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('cb29adec-d6f9-5ead-94ea-ed4f6b61bb92', '2026-08-14 12:00:00+00', '2026-08-14 12:00:00+00', '2026-08-14 12:00:00+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Web shop', 'What customers see, and what it stands on', 'Emerald', 'true', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('cd456146-37f2-5851-9ba0-92e06e85a085', '2026-08-14 12:10:00+00', '2026-08-14 12:10:00+00', '2026-08-14 12:10:00+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Critical', 'Somebody is called at night', 'Red', 'false', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('d8884814-2a0d-5bc8-b021-19450c7d4f65', '2026-08-14 12:02:00+00', '2026-08-14 12:02:00+00', '2026-08-14 12:02:00+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Engineering', 'Code, builds, packages and issues', 'Violet', 'true', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('ed27e020-b525-515f-9eb8-f12f489acf50', '2026-08-14 12:13:00+00', '2026-08-14 12:13:00+00', '2026-08-14 12:13:00+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Daily backup', NULL, 'Cyan', 'false', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466');

INSERT INTO "tags_revisions" ("id", "created_at", "updated_at", "valid_from", "valid_to", "lineage_id", "organization_id", "name", "description", "color", "is_application", "audit_event_id", "revision_id", "ended_by", "is_last") VALUES
('13edcb36-8982-5767-9f65-a17b6f1a8977', '2026-08-14 12:08:00+00', '2026-08-14 12:08:00+00', '2026-08-14 12:08:00+00', '2026-11-23 22:32:12.415+00', '13edcb36-8982-5767-9f65-a17b6f1a8977', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Production', 'In use by customers or staff', 'Green', 'false', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466', 'b22535b5-c39a-47b1-9be9-2905da8ff7b3', '3c88e310-2eed-47ae-940b-5664b26a97aa', 'false');

INSERT INTO "topologies" ("id", "created_at", "updated_at", "network_id", "snapshot_id", "options") VALUES
('8a347162-02fb-509a-9e5c-88374f907f30', '2026-11-01 09:22:00+00', '2026-11-01 09:22:00+00', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '4bc7d241-dd13-5ae0-8fbe-9ed521511c31', '{"local": {"tagFilter": {"hiddenHostTagIds": [], "hiddenSubnetTagIds": [], "hiddenServiceTagIds": []}, "bundleEdges": true, "noFadeEdges": false, "showMinimap": true, "hideEdgeTypes": ["Hypervisor"]}, "request": {"elementRules": [{"id": "b4f5f114-0705-5b82-93b9-b3fae9232c36", "rule": "ByTrunkPort"}, {"id": "513382ef-71f9-58df-8a8a-fee7661514de", "rule": "ByVLAN"}, {"id": "8c483150-1d5f-5e8e-a7a1-7827fbfcdffc", "rule": "ByPortOpStatus"}, {"id": "1bbf15c8-61d5-56c4-82f0-a70e3b4d0c72", "rule": {"ByServiceCategory": {"title": "Infrastructure", "categories": ["NetworkCore", "NetworkAccess", "RemoteAccess", "Workstation", "Mobile", "Printer", "OpenPorts"], "is_infra_rule": true}}}, {"id": "de5faa53-e8a7-5bce-9bf6-97465ef48e0e", "rule": {"ByTag": {"title": null, "tag_ids": []}}}, {"id": "cf3e70d7-bdce-5218-b263-d4975680eef7", "rule": "ByHypervisor"}, {"id": "8f332f9b-217f-5572-8f7e-ac2639993634", "rule": "ByContainerRuntime"}, {"id": "d86160c4-6c99-5ef7-96a5-cbc53105a38c", "rule": "ByStack"}], "hideEntities": {}, "containerRules": {"L3Logical": [{"id": "f9435a11-686b-543f-81d8-c23c06b8edd4", "rule": "BySubnet"}, {"id": "4de26c78-15f7-56ce-be73-1feed1ac9e84", "rule": "MergeContainerBridges"}], "Workloads": [{"id": "d2689d4e-37f5-5d5f-86aa-5dd28b6c837d", "rule": "ByHost"}], "L2Physical": [{"id": "89273a72-791d-534a-b49b-eb46b69bdf05", "rule": "ByHost"}], "Application": [{"id": "64b54b7e-fcaf-581d-b100-38bd52fe39ac", "rule": {"ByApplication": {"tag_ids": []}}}]}, "hideMetadataValues": {"L3Logical": {"Service": {"Category": ["OpenPorts"]}}, "Workloads": {"Service": {"Category": ["OpenPorts"]}}, "L2Physical": {"Service": {"Category": ["OpenPorts"]}, "Interface": {"LinkState": ["Unlinked"]}}, "Application": {"Service": {"Category": ["OpenPorts"]}}}}}'),
('b4b86bb4-8f6d-582b-adbb-28270d542991', '2026-11-12 15:47:00+00', '2026-11-12 15:47:00+00', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '4b270bca-c68b-5671-9432-34d746e8ab1c', '{"local": {"tagFilter": {"hiddenHostTagIds": [], "hiddenSubnetTagIds": [], "hiddenServiceTagIds": []}, "bundleEdges": true, "noFadeEdges": false, "showMinimap": true, "hideEdgeTypes": ["Hypervisor"]}, "request": {"elementRules": [{"id": "b4f5f114-0705-5b82-93b9-b3fae9232c36", "rule": "ByTrunkPort"}, {"id": "513382ef-71f9-58df-8a8a-fee7661514de", "rule": "ByVLAN"}, {"id": "8c483150-1d5f-5e8e-a7a1-7827fbfcdffc", "rule": "ByPortOpStatus"}, {"id": "1bbf15c8-61d5-56c4-82f0-a70e3b4d0c72", "rule": {"ByServiceCategory": {"title": "Infrastructure", "categories": ["NetworkCore", "NetworkAccess", "RemoteAccess", "Workstation", "Mobile", "Printer", "OpenPorts"], "is_infra_rule": true}}}, {"id": "de5faa53-e8a7-5bce-9bf6-97465ef48e0e", "rule": {"ByTag": {"title": null, "tag_ids": []}}}, {"id": "cf3e70d7-bdce-5218-b263-d4975680eef7", "rule": "ByHypervisor"}, {"id": "8f332f9b-217f-5572-8f7e-ac2639993634", "rule": "ByContainerRuntime"}, {"id": "d86160c4-6c99-5ef7-96a5-cbc53105a38c", "rule": "ByStack"}], "hideEntities": {}, "containerRules": {"L3Logical": [{"id": "f9435a11-686b-543f-81d8-c23c06b8edd4", "rule": "BySubnet"}, {"id": "4de26c78-15f7-56ce-be73-1feed1ac9e84", "rule": "MergeContainerBridges"}], "Workloads": [{"id": "d2689d4e-37f5-5d5f-86aa-5dd28b6c837d", "rule": "ByHost"}], "L2Physical": [{"id": "89273a72-791d-534a-b49b-eb46b69bdf05", "rule": "ByHost"}], "Application": [{"id": "64b54b7e-fcaf-581d-b100-38bd52fe39ac", "rule": {"ByApplication": {"tag_ids": []}}}]}, "hideMetadataValues": {"L3Logical": {"Service": {"Category": ["OpenPorts"]}}, "Workloads": {"Service": {"Category": ["OpenPorts"]}}, "L2Physical": {"Service": {"Category": ["OpenPorts"]}, "Interface": {"LinkState": ["Unlinked"]}}, "Application": {"Service": {"Category": ["OpenPorts"]}}}}}'),
('c80602d9-b6a4-5c0e-9b8f-89ae6a9b558a', '2026-08-29 22:50:00+00', '2026-08-29 22:50:00+00', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', NULL, '{}'),
('f5bad1c4-42fa-5e40-91af-6fc3cab5aa57', '2026-10-11 09:21:00+00', '2026-10-11 09:21:00+00', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'ade7e4e7-d802-53ae-b5b7-fd1af108fec7', '{"local": {"tagFilter": {"hiddenHostTagIds": [], "hiddenSubnetTagIds": [], "hiddenServiceTagIds": []}, "bundleEdges": true, "noFadeEdges": false, "showMinimap": true, "hideEdgeTypes": ["Hypervisor"]}, "request": {"elementRules": [{"id": "b4f5f114-0705-5b82-93b9-b3fae9232c36", "rule": "ByTrunkPort"}, {"id": "513382ef-71f9-58df-8a8a-fee7661514de", "rule": "ByVLAN"}, {"id": "8c483150-1d5f-5e8e-a7a1-7827fbfcdffc", "rule": "ByPortOpStatus"}, {"id": "1bbf15c8-61d5-56c4-82f0-a70e3b4d0c72", "rule": {"ByServiceCategory": {"title": "Infrastructure", "categories": ["NetworkCore", "NetworkAccess", "RemoteAccess", "Workstation", "Mobile", "Printer", "OpenPorts"], "is_infra_rule": true}}}, {"id": "de5faa53-e8a7-5bce-9bf6-97465ef48e0e", "rule": {"ByTag": {"title": null, "tag_ids": []}}}, {"id": "cf3e70d7-bdce-5218-b263-d4975680eef7", "rule": "ByHypervisor"}, {"id": "8f332f9b-217f-5572-8f7e-ac2639993634", "rule": "ByContainerRuntime"}, {"id": "d86160c4-6c99-5ef7-96a5-cbc53105a38c", "rule": "ByStack"}], "hideEntities": {}, "containerRules": {"L3Logical": [{"id": "f9435a11-686b-543f-81d8-c23c06b8edd4", "rule": "BySubnet"}, {"id": "4de26c78-15f7-56ce-be73-1feed1ac9e84", "rule": "MergeContainerBridges"}], "Workloads": [{"id": "d2689d4e-37f5-5d5f-86aa-5dd28b6c837d", "rule": "ByHost"}], "L2Physical": [{"id": "89273a72-791d-534a-b49b-eb46b69bdf05", "rule": "ByHost"}], "Application": [{"id": "64b54b7e-fcaf-581d-b100-38bd52fe39ac", "rule": {"ByApplication": {"tag_ids": []}}}]}, "hideMetadataValues": {"L3Logical": {"Service": {"Category": ["OpenPorts"]}}, "Workloads": {"Service": {"Category": ["OpenPorts"]}}, "L2Physical": {"Service": {"Category": ["OpenPorts"]}, "Interface": {"LinkState": ["Unlinked"]}}, "Application": {"Service": {"Category": ["OpenPorts"]}}}}}');

INSERT INTO "user_api_key_networks" ("user_api_key_id", "network_id", "organization_id", "created_at") VALUES
('76ca30bc-920c-5927-8e91-07cb1322495c', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', '2026-08-22 12:00:00+00'),
('c108f0fd-76da-5005-bdc0-974f48d0ab16', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', '2026-08-22 12:00:00+00');

INSERT INTO "user_api_keys" ("id", "created_at", "updated_at", "organization_id", "user_id", "name", "key_hash", "key_prefix", "is_enabled", "expires_at", "last_used", "permissions") VALUES
('76ca30bc-920c-5927-8e91-07cb1322495c', '2026-08-22 12:00:00+00', '2026-08-22 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', '2cca0170-936b-5667-9b4b-d8c7c87e9149', 'Demo', '15edcd6dbe9605418ae9201b748de73e6de9719525d37d96c5cbc16443565215', 'Upgrad', 'true', NULL, NULL, 'Owner'),
('c019c502-5db0-5347-a48f-c7705382c27f', '2026-08-22 12:00:00+00', '2026-08-22 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', '2cca0170-936b-5667-9b4b-d8c7c87e9149', 'Grafana, read only', 'bdbebdebc962cac3e3fb535bb02ad6aa4d25e34bad18be3084d1e32bc35b3176', '53ddc3', 'true', '2027-05-19 12:00:00+00', '2026-11-20 11:45:36+00', 'Viewer'),
('c108f0fd-76da-5005-bdc0-974f48d0ab16', '2026-08-22 12:00:00+00', '2026-08-22 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', '2cca0170-936b-5667-9b4b-d8c7c87e9149', 'Old inventory script', 'e71231ebb600cb59fce6581981ab862039881f4c8fa47250c9f64f6013b6746c', 'ec5d7f', 'false', '2026-11-08 12:00:00+00', '2026-11-06 12:00:00+00', 'Member');

INSERT INTO "user_networks" ("user_id", "network_id", "organization_id", "created_at") VALUES
('62061219-e282-5690-ba13-e294e433e68c', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', '2026-09-19 12:00:00+00'),
('f4229945-3718-5925-bc3f-cb8772dd0082', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', '2026-08-28 12:00:00+00');

INSERT INTO "users" ("id", "created_at", "updated_at", "organization_id", "email", "email_verified", "password_hash", "session_epoch", "permissions", "oidc_provider", "oidc_subject", "oidc_linked_at", "terms_accepted_at", "email_discovery_digest", "email_daemon_alerts", "email_product_onboarding", "email_trial_and_usage", "second_factor_at") VALUES
('2cca0170-936b-5667-9b4b-d8c7c87e9149', '2026-08-12 12:00:00+00', '2026-08-12 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'owner@upgrade.netloom.example', 'true', '$argon2id$v=19$m=19456,t=2,p=1$XMWB/4X+8PdZxUMnMWTyCA$ZPV0BJD3JVz0qbCMAe2pRllhcmdt90ea3erIQLrUT2w', '0', 'Owner', NULL, NULL, NULL, '2026-08-12 12:00:00+00', 'true', 'true', 'true', 'true', NULL),
('62061219-e282-5690-ba13-e294e433e68c', '2026-09-19 12:00:00+00', '2026-09-19 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'tomas.novak@upgrade.netloom.example', 'true', '$argon2id$v=19$m=19456,t=2,p=1$XMWB/4X+8PdZxUMnMWTyCA$ZPV0BJD3JVz0qbCMAe2pRllhcmdt90ea3erIQLrUT2w', '0', 'Viewer', NULL, NULL, NULL, '2026-09-19 12:00:00+00', 'false', 'true', 'true', 'true', NULL),
('be4e756a-3ed5-5550-a6a7-5e380d6ddc6e', '2026-09-08 12:00:00+00', '2026-09-08 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'amina.diallo@upgrade.netloom.example', 'true', NULL, '0', 'Member', 'Netloom SSO', '10af8a0a-fa5a-5b61-9ab9-1491bc1d9b4a', '2026-09-09 12:00:00+00', '2026-09-08 12:00:00+00', 'true', 'true', 'true', 'true', NULL),
('e82d2bb2-51d9-565b-930e-59ed689b7104', '2026-08-17 12:00:00+00', '2026-08-17 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'ingrid.holm@upgrade.netloom.example', 'true', '$argon2id$v=19$m=19456,t=2,p=1$XMWB/4X+8PdZxUMnMWTyCA$ZPV0BJD3JVz0qbCMAe2pRllhcmdt90ea3erIQLrUT2w', '0', 'Admin', NULL, NULL, NULL, '2026-08-17 12:00:00+00', 'true', 'true', 'true', 'true', NULL),
('eb7f43bb-4aec-5606-a5fd-a396c1dec6ec', '2026-09-30 12:00:00+00', '2026-09-30 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'yuki.tanaka@upgrade.netloom.example', 'true', '$argon2id$v=19$m=19456,t=2,p=1$XMWB/4X+8PdZxUMnMWTyCA$ZPV0BJD3JVz0qbCMAe2pRllhcmdt90ea3erIQLrUT2w', '0', 'Viewer', NULL, NULL, NULL, '2026-09-30 12:00:00+00', 'false', 'true', 'true', 'true', NULL),
('f4229945-3718-5925-bc3f-cb8772dd0082', '2026-08-28 12:00:00+00', '2026-08-28 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'marco.ricci@upgrade.netloom.example', 'true', '$argon2id$v=19$m=19456,t=2,p=1$XMWB/4X+8PdZxUMnMWTyCA$ZPV0BJD3JVz0qbCMAe2pRllhcmdt90ea3erIQLrUT2w', '0', 'Member', NULL, NULL, NULL, '2026-08-28 12:00:00+00', 'true', 'true', 'true', 'true', NULL);

INSERT INTO "vlans" ("id", "created_at", "updated_at", "valid_from", "valid_to", "last_seen_at", "last_discovery_id", "first_discovery_id", "network_id", "organization_id", "source_type", "source_confidence", "source_reason", "name", "vlan_number", "description", "audit_event_id") VALUES
('2037fa8f-4ec8-51b5-8a21-ac0caf2ed1ba', '2026-08-30 02:02:24.72+00', '2026-11-20 02:02:00.6+00', '2026-11-23 22:32:12.406+00', NULL, '2026-11-20 02:02:00.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Discovery', NULL, NULL, 'Servers (old)', '30', NULL, '9d5e0139-46c2-4f0f-bdd4-c803cbc92f14'),
('3b7671fd-6054-5afc-9ba1-1bb6256e5773', '2026-08-30 02:03:01.44+00', '2026-11-20 02:02:31.2+00', '2026-08-30 02:03:01.44+00', NULL, '2026-11-20 02:02:31.2+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Discovery', NULL, NULL, 'Voice', '50', NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('5a1a261f-5d4b-52a8-a3ad-db01a0631885', '2026-09-11 12:00:00+00', '2026-09-11 12:00:00+00', '2026-09-11 12:00:00+00', NULL, '2026-09-11 12:00:00+00', NULL, NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Manual', NULL, NULL, 'Parking', '999', 'Unused ports', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('64f68e2b-2b98-5d43-88a1-171b1a05578b', '2026-08-30 02:03:19.8+00', '2026-11-20 02:02:46.5+00', '2026-10-24 12:01:00+00', NULL, '2026-11-20 02:02:46.5+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Discovery', NULL, NULL, 'WiFi Staff', '60', NULL, '58b2d85a-bb82-500d-a33f-d7af1b66878e'),
('7641b5d1-d56f-58e8-bdd7-2216f9ea1c96', '2026-08-30 02:03:56.52+00', '2026-11-20 02:03:17.1+00', '2026-08-30 02:03:56.52+00', NULL, '2026-11-20 02:03:17.1+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Discovery', NULL, NULL, 'IoT', '80', 'Cameras, heating, displays', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('7c2ae00d-9b0e-5f51-b5d1-1a642fe96942', '2026-08-30 02:04:14.88+00', '2026-11-20 02:03:32.4+00', '2026-08-30 02:04:14.88+00', NULL, '2026-11-20 02:03:32.4+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Discovery', NULL, NULL, 'Printers', '90', NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('9c04b73b-875b-5e01-a936-9555bf6b38a5', '2026-08-30 02:03:38.16+00', '2026-11-20 02:03:01.8+00', '2026-08-30 02:03:38.16+00', NULL, '2026-11-20 02:03:01.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Discovery', NULL, NULL, 'Guests', '70', 'Internet only', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('ac86557d-e021-5051-b245-9886ed8c0000', '2026-08-30 02:02:06.36+00', '2026-11-20 02:01:45.3+00', '2026-08-30 02:02:06.36+00', NULL, '2026-11-20 02:01:45.3+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Discovery', NULL, NULL, 'Staff', '20', NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466'),
('c0d7f0a8-a1c2-57c9-9e52-fe655f9e6f6f', '2026-08-30 02:01:48+00', '2026-11-20 02:01:30+00', '2026-10-24 12:00:00+00', NULL, '2026-11-20 02:01:30+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Discovery', NULL, NULL, 'Management', '10', 'Switches, access points and power', '49cbd493-c919-5e2a-b7fd-fd3f91f1ca9d'),
('e6c505a4-4d84-5eb2-bf6c-1f505ef751fb', '2026-08-30 02:02:43.08+00', '2026-11-20 02:02:15.9+00', '2026-08-30 02:02:43.08+00', NULL, '2026-11-20 02:02:15.9+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Discovery', NULL, NULL, 'DMZ', '40', 'Reachable from outside', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466');

INSERT INTO "vlans_revisions" ("id", "created_at", "updated_at", "valid_from", "valid_to", "lineage_id", "last_seen_at", "last_discovery_id", "first_discovery_id", "network_id", "organization_id", "source_type", "source_confidence", "source_reason", "name", "vlan_number", "description", "audit_event_id", "revision_id", "ended_by", "is_last") VALUES
('2037fa8f-4ec8-51b5-8a21-ac0caf2ed1ba', '2026-08-30 02:02:24.72+00', '2026-11-20 02:02:00.6+00', '2026-08-30 02:02:24.72+00', '2026-11-23 22:32:12.406+00', '2037fa8f-4ec8-51b5-8a21-ac0caf2ed1ba', '2026-11-20 02:02:00.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Discovery', NULL, NULL, 'Servers', '30', NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466', 'd6265547-5cf1-4c26-9c4f-c597cb0a6bad', '9d5e0139-46c2-4f0f-bdd4-c803cbc92f14', 'false'),
('64f68e2b-2b98-5d43-88a1-171b1a05578b', '2026-08-30 02:03:19.8+00', '2026-11-20 02:02:46.5+00', '2026-08-30 02:03:19.8+00', '2026-10-24 12:01:00+00', '64f68e2b-2b98-5d43-88a1-171b1a05578b', '2026-11-20 02:02:46.5+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Discovery', NULL, NULL, 'VLAN0060', '60', NULL, '3384e8df-c2ac-4b04-9a0d-a936f5b6e466', '9d2b6561-c40b-4575-b3e5-c104b1ca61dd', '58b2d85a-bb82-500d-a33f-d7af1b66878e', 'false'),
('c0d7f0a8-a1c2-57c9-9e52-fe655f9e6f6f', '2026-08-30 02:01:48+00', '2026-11-20 02:01:30+00', '2026-08-30 02:01:48+00', '2026-10-24 12:00:00+00', 'c0d7f0a8-a1c2-57c9-9e52-fe655f9e6f6f', '2026-11-20 02:01:30+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Discovery', NULL, NULL, 'VLAN0010', '10', 'Switches, access points and power', '3384e8df-c2ac-4b04-9a0d-a936f5b6e466', 'a216e9a5-71fc-4a11-a3ec-264552df1ef8', '49cbd493-c919-5e2a-b7fd-fd3f91f1ca9d', 'false');

ALTER TABLE _prisma_migrations ADD CONSTRAINT _prisma_migrations_pkey PRIMARY KEY (id);

ALTER TABLE arp_evidence ADD CONSTRAINT arp_evidence_pkey PRIMARY KEY (interface_id);

ALTER TABLE audit_events ADD CONSTRAINT audit_events_pkey PRIMARY KEY (id);

ALTER TABLE bindings ADD CONSTRAINT bindings_id_network_id_key UNIQUE (id, network_id);

ALTER TABLE bindings ADD CONSTRAINT bindings_pkey PRIMARY KEY (id);

ALTER TABLE bindings ADD CONSTRAINT bindings_service_id_port_id_ip_address_id_key UNIQUE NULLS NOT DISTINCT (service_id, port_id, ip_address_id) DEFERRABLE;

ALTER TABLE bindings ADD CONSTRAINT bindings_target_check CHECK ((num_nonnulls(ip_address_id, port_id) >= 1));

ALTER TABLE bindings ADD CONSTRAINT bindings_valid_to_check CHECK ((valid_to IS NULL));

ALTER TABLE bindings_revisions ADD CONSTRAINT bindings_revisions_period_check CHECK ((valid_from < valid_to));

ALTER TABLE bindings_revisions ADD CONSTRAINT bindings_revisions_pkey PRIMARY KEY (id, valid_from);

ALTER TABLE credentials ADD CONSTRAINT credentials_id_organization_id_key UNIQUE (id, organization_id);

ALTER TABLE credentials ADD CONSTRAINT credentials_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100)));

ALTER TABLE credentials ADD CONSTRAINT credentials_organization_id_name_key UNIQUE (organization_id, name);

ALTER TABLE credentials ADD CONSTRAINT credentials_pkey PRIMARY KEY (id);

ALTER TABLE daemon_alerts ADD CONSTRAINT daemon_alerts_pkey PRIMARY KEY (daemon_id);

ALTER TABLE daemon_api_keys ADD CONSTRAINT daemon_api_keys_id_network_id_key UNIQUE (id, network_id);

ALTER TABLE daemon_api_keys ADD CONSTRAINT daemon_api_keys_key_hash_check CHECK ((key_hash ~ '^[0-9a-f]{64}$'::text));

ALTER TABLE daemon_api_keys ADD CONSTRAINT daemon_api_keys_key_hash_key UNIQUE (key_hash);

ALTER TABLE daemon_api_keys ADD CONSTRAINT daemon_api_keys_key_prefix_check CHECK ((char_length(key_prefix) <= 8));

ALTER TABLE daemon_api_keys ADD CONSTRAINT daemon_api_keys_pkey PRIMARY KEY (id);

ALTER TABLE daemon_polls ADD CONSTRAINT daemon_polls_pkey PRIMARY KEY (daemon_id);

ALTER TABLE daemon_polls ADD CONSTRAINT daemon_polls_url_check CHECK (((char_length(url) >= 1) AND (char_length(url) <= 2000)));

ALTER TABLE daemon_subnets ADD CONSTRAINT daemon_subnets_pkey PRIMARY KEY (daemon_id, subnet_id);

ALTER TABLE daemons ADD CONSTRAINT daemons_id_network_id_key UNIQUE (id, network_id);

ALTER TABLE daemons ADD CONSTRAINT daemons_pkey PRIMARY KEY (id);

ALTER TABLE daemons ADD CONSTRAINT daemons_poll_failures_check CHECK ((poll_failures >= 0));

ALTER TABLE discoveries ADD CONSTRAINT discoveries_details_check CHECK ((jsonb_typeof(discovery_details) = 'object'::text));

ALTER TABLE discoveries ADD CONSTRAINT discoveries_historical_check CHECK (
CASE run_type
    WHEN 'Historical'::run_type THEN (last_run IS NULL)
    ELSE (num_nonnulls(results, session_id) = 0)
END);

ALTER TABLE discoveries ADD CONSTRAINT discoveries_id_network_id_key UNIQUE (id, network_id);

ALTER TABLE discoveries ADD CONSTRAINT discoveries_neighbors_pending_check CHECK (((NOT neighbors_pending) OR (run_type = 'Historical'::run_type)));

ALTER TABLE discoveries ADD CONSTRAINT discoveries_next_run_check CHECK (((next_run IS NULL) OR (schedule_enabled IS TRUE)));

ALTER TABLE discoveries ADD CONSTRAINT discoveries_pkey PRIMARY KEY (id);

ALTER TABLE discoveries ADD CONSTRAINT discoveries_scan_count_check CHECK ((scan_count >= 0));

ALTER TABLE discoveries ADD CONSTRAINT discoveries_schedule_check CHECK (
CASE run_type
    WHEN 'Scheduled'::run_type THEN ((cron_schedule IS NOT NULL) AND (schedule_enabled IS NOT NULL))
    ELSE (num_nonnulls(cron_schedule, schedule_enabled, timezone) = 0)
END);

ALTER TABLE discoveries ADD CONSTRAINT discoveries_session_id_key UNIQUE (session_id);

ALTER TABLE discovery_sessions ADD CONSTRAINT discovery_sessions_discovery_id_key UNIQUE (discovery_id);

ALTER TABLE discovery_sessions ADD CONSTRAINT discovery_sessions_pkey PRIMARY KEY (id);

ALTER TABLE discovery_sessions ADD CONSTRAINT discovery_sessions_progress_check CHECK (((progress >= 0) AND (progress <= 100)));

ALTER TABLE email_tokens ADD CONSTRAINT email_tokens_pkey PRIMARY KEY (user_id, purpose);

ALTER TABLE email_tokens ADD CONSTRAINT email_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['PasswordReset'::text, 'EmailChange'::text])));

ALTER TABLE forwarding_evidence ADD CONSTRAINT forwarding_evidence_pkey PRIMARY KEY (interface_id);

ALTER TABLE group_members ADD CONSTRAINT group_members_group_id_binding_id_key UNIQUE (group_id, binding_id);

ALTER TABLE group_members ADD CONSTRAINT group_members_group_id_position_key UNIQUE (group_id, "position");

ALTER TABLE group_members ADD CONSTRAINT group_members_group_id_service_id_key UNIQUE (group_id, service_id);

ALTER TABLE group_members ADD CONSTRAINT group_members_one_member_check CHECK ((num_nonnulls(service_id, binding_id) = 1));

ALTER TABLE group_members ADD CONSTRAINT group_members_pkey PRIMARY KEY (id);

ALTER TABLE group_members ADD CONSTRAINT group_members_position_check CHECK (("position" >= 0));

ALTER TABLE group_members ADD CONSTRAINT group_members_valid_to_check CHECK ((valid_to IS NULL));

ALTER TABLE group_members_revisions ADD CONSTRAINT group_members_revisions_period_check CHECK ((valid_from < valid_to));

ALTER TABLE group_members_revisions ADD CONSTRAINT group_members_revisions_pkey PRIMARY KEY (id, valid_from);

ALTER TABLE groups ADD CONSTRAINT groups_description_check CHECK ((char_length(description) <= 500));

ALTER TABLE groups ADD CONSTRAINT groups_id_network_id_key UNIQUE (id, network_id);

ALTER TABLE groups ADD CONSTRAINT groups_id_network_id_member_type_key UNIQUE (id, network_id, member_type);

ALTER TABLE groups ADD CONSTRAINT groups_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100)));

ALTER TABLE groups ADD CONSTRAINT groups_pkey PRIMARY KEY (id);

ALTER TABLE groups ADD CONSTRAINT groups_source_check CHECK (((source_type = 'DiscoveryWithMatch'::entity_source_type) OR ((source_confidence IS NULL) AND (source_reason IS NULL))));

ALTER TABLE groups ADD CONSTRAINT groups_valid_to_check CHECK ((valid_to IS NULL));

ALTER TABLE groups_revisions ADD CONSTRAINT groups_revisions_period_check CHECK ((valid_from < valid_to));

ALTER TABLE groups_revisions ADD CONSTRAINT groups_revisions_pkey PRIMARY KEY (id, valid_from);

ALTER TABLE host_credentials ADD CONSTRAINT host_credentials_pkey PRIMARY KEY (host_id, credential_id);

ALTER TABLE hosts ADD CONSTRAINT hosts_chassis_id_check CHECK ((char_length(chassis_id) <= 255));

ALTER TABLE hosts ADD CONSTRAINT hosts_description_check CHECK ((char_length(description) <= 500));

ALTER TABLE hosts ADD CONSTRAINT hosts_id_network_id_key UNIQUE (id, network_id);

ALTER TABLE hosts ADD CONSTRAINT hosts_name_check CHECK ((char_length(name) <= 100));

ALTER TABLE hosts ADD CONSTRAINT hosts_pkey PRIMARY KEY (id);

ALTER TABLE hosts ADD CONSTRAINT hosts_source_check CHECK (((source_type = 'DiscoveryWithMatch'::entity_source_type) OR ((source_confidence IS NULL) AND ((source_reason IS NULL) OR (source_type = 'Imported'::entity_source_type)))));

ALTER TABLE hosts ADD CONSTRAINT hosts_valid_to_check CHECK ((valid_to IS NULL));

ALTER TABLE hosts ADD CONSTRAINT hosts_virtualization_check CHECK (((virtualization_type IS NOT NULL) OR ((vm_name IS NULL) AND (vm_id IS NULL))));

ALTER TABLE hosts_revisions ADD CONSTRAINT hosts_revisions_period_check CHECK ((valid_from < valid_to));

ALTER TABLE hosts_revisions ADD CONSTRAINT hosts_revisions_pkey PRIMARY KEY (id, valid_from);

ALTER TABLE import_plan_rows ADD CONSTRAINT import_plan_rows_pkey PRIMARY KEY (id);

ALTER TABLE import_plan_rows ADD CONSTRAINT import_plan_rows_plan_id_position_key UNIQUE (plan_id, "position");

ALTER TABLE import_plans ADD CONSTRAINT import_plans_file_name_check CHECK (((char_length(file_name) >= 1) AND (char_length(file_name) <= 255)));

ALTER TABLE import_plans ADD CONSTRAINT import_plans_id_network_id_user_id_key UNIQUE (id, network_id, user_id);

ALTER TABLE import_plans ADD CONSTRAINT import_plans_pkey PRIMARY KEY (id);

ALTER TABLE interface_neighbors ADD CONSTRAINT interface_neighbors_interface_id_remote_host_id_key UNIQUE (interface_id, remote_host_id);

ALTER TABLE interface_neighbors ADD CONSTRAINT interface_neighbors_interface_id_remote_interface_id_key UNIQUE (interface_id, remote_interface_id);

ALTER TABLE interface_neighbors ADD CONSTRAINT interface_neighbors_not_itself_check CHECK ((remote_interface_id <> interface_id));

ALTER TABLE interface_neighbors ADD CONSTRAINT interface_neighbors_pkey PRIMARY KEY (id);

ALTER TABLE interface_neighbors ADD CONSTRAINT interface_neighbors_remote_check CHECK ((num_nonnulls(remote_interface_id, remote_host_id) = 1));

ALTER TABLE interface_neighbors ADD CONSTRAINT interface_neighbors_valid_to_check CHECK ((valid_to IS NULL));

ALTER TABLE interface_neighbors_revisions ADD CONSTRAINT interface_neighbors_revisions_period_check CHECK ((valid_from < valid_to));

ALTER TABLE interface_neighbors_revisions ADD CONSTRAINT interface_neighbors_revisions_pkey PRIMARY KEY (id, valid_from);

ALTER TABLE interface_vlans ADD CONSTRAINT interface_vlans_interface_id_vlan_id_key UNIQUE (interface_id, vlan_id);

ALTER TABLE interface_vlans ADD CONSTRAINT interface_vlans_pkey PRIMARY KEY (id);

ALTER TABLE interface_vlans ADD CONSTRAINT interface_vlans_valid_to_check CHECK ((valid_to IS NULL));

ALTER TABLE interface_vlans_revisions ADD CONSTRAINT interface_vlans_revisions_period_check CHECK ((valid_from < valid_to));

ALTER TABLE interface_vlans_revisions ADD CONSTRAINT interface_vlans_revisions_pkey PRIMARY KEY (id, valid_from);

ALTER TABLE interfaces ADD CONSTRAINT interfaces_fdb_macs_check CHECK ((array_to_string(fdb_macs, ','::text, '-'::text) ~ '^(([0-9a-f]{2}:){5}[0-9a-f]{2}(,([0-9a-f]{2}:){5}[0-9a-f]{2})*)?$'::text));

ALTER TABLE interfaces ADD CONSTRAINT interfaces_host_id_if_name_key UNIQUE (host_id, if_name) DEFERRABLE;

ALTER TABLE interfaces ADD CONSTRAINT interfaces_id_network_id_key UNIQUE (id, network_id);

ALTER TABLE interfaces ADD CONSTRAINT interfaces_if_index_check CHECK ((if_index >= 0));

ALTER TABLE interfaces ADD CONSTRAINT interfaces_if_name_check CHECK (((char_length(if_name) >= 1) AND (char_length(if_name) <= 255)));

ALTER TABLE interfaces ADD CONSTRAINT interfaces_mac_address_check CHECK ((mac_address ~ '^([0-9a-f]{2}:){5}[0-9a-f]{2}$'::text));

ALTER TABLE interfaces ADD CONSTRAINT interfaces_pkey PRIMARY KEY (id);

ALTER TABLE interfaces ADD CONSTRAINT interfaces_speed_bps_check CHECK ((speed_bps >= 0));

ALTER TABLE interfaces ADD CONSTRAINT interfaces_valid_to_check CHECK ((valid_to IS NULL));

ALTER TABLE interfaces_revisions ADD CONSTRAINT interfaces_revisions_period_check CHECK ((valid_from < valid_to));

ALTER TABLE interfaces_revisions ADD CONSTRAINT interfaces_revisions_pkey PRIMARY KEY (id, valid_from);

ALTER TABLE invite_networks ADD CONSTRAINT invite_networks_pkey PRIMARY KEY (invite_id, network_id);

ALTER TABLE invites ADD CONSTRAINT invites_id_organization_id_key UNIQUE (id, organization_id);

ALTER TABLE invites ADD CONSTRAINT invites_pkey PRIMARY KEY (id);

ALTER TABLE ip_addresses ADD CONSTRAINT ip_addresses_host_id_subnet_id_ip_address_key UNIQUE (host_id, subnet_id, ip_address) DEFERRABLE;

ALTER TABLE ip_addresses ADD CONSTRAINT ip_addresses_id_host_id_key UNIQUE (id, host_id);

ALTER TABLE ip_addresses ADD CONSTRAINT ip_addresses_inside_subnet_check CHECK ((ip_address <<= subnet_cidr));

ALTER TABLE ip_addresses ADD CONSTRAINT ip_addresses_ip_address_check CHECK ((masklen(ip_address) =
CASE family(ip_address)
    WHEN 4 THEN 32
    ELSE 128
END));

ALTER TABLE ip_addresses ADD CONSTRAINT ip_addresses_mac_address_check CHECK ((mac_address ~ '^([0-9a-f]{2}:){5}[0-9a-f]{2}$'::text));

ALTER TABLE ip_addresses ADD CONSTRAINT ip_addresses_pkey PRIMARY KEY (id);

ALTER TABLE ip_addresses ADD CONSTRAINT ip_addresses_position_check CHECK (("position" >= 0));

ALTER TABLE ip_addresses ADD CONSTRAINT ip_addresses_valid_to_check CHECK ((valid_to IS NULL));

ALTER TABLE ip_addresses_revisions ADD CONSTRAINT ip_addresses_revisions_period_check CHECK ((valid_from < valid_to));

ALTER TABLE ip_addresses_revisions ADD CONSTRAINT ip_addresses_revisions_pkey PRIMARY KEY (id, valid_from);

ALTER TABLE link_decisions ADD CONSTRAINT link_decisions_id_network_id_key UNIQUE (id, network_id);

ALTER TABLE link_decisions ADD CONSTRAINT link_decisions_not_itself_check CHECK ((remote_interface_id <> interface_id));

ALTER TABLE link_decisions ADD CONSTRAINT link_decisions_pkey PRIMARY KEY (id);

ALTER TABLE link_decisions ADD CONSTRAINT link_decisions_remote_check CHECK ((num_nonnulls(remote_interface_id, remote_host_id) = 1));

ALTER TABLE login_failures ADD CONSTRAINT login_failures_email_check CHECK ((char_length(email) <= 254));

ALTER TABLE login_failures ADD CONSTRAINT login_failures_failure_count_check CHECK ((failure_count >= 0));

ALTER TABLE login_failures ADD CONSTRAINT login_failures_pkey PRIMARY KEY (email);

ALTER TABLE mails ADD CONSTRAINT mails_kind_check CHECK ((kind = ANY (ARRAY['Registration'::text, 'PasswordReset'::text, 'PasswordChanged'::text, 'EmailChange'::text, 'EmailChanged'::text, 'Invite'::text, 'DiscoveryDigest'::text, 'DaemonSilent'::text])));

ALTER TABLE mails ADD CONSTRAINT mails_pkey PRIMARY KEY (id);

ALTER TABLE mails ADD CONSTRAINT mails_recipient_check CHECK (((char_length(recipient) >= 3) AND (char_length(recipient) <= 254)));

ALTER TABLE neighbor_evidence ADD CONSTRAINT neighbor_evidence_lldp_ids_check CHECK ((((lldp_chassis_id_subtype IS NULL) = (lldp_chassis_id_value IS NULL)) AND ((lldp_port_id_subtype IS NULL) = (lldp_port_id_value IS NULL))));

ALTER TABLE neighbor_evidence ADD CONSTRAINT neighbor_evidence_pkey PRIMARY KEY (id);

ALTER TABLE neighbor_evidence ADD CONSTRAINT neighbor_evidence_protocol_check CHECK (
CASE protocol
    WHEN 'LLDP'::neighbor_protocol THEN (num_nonnulls(cdp_device_id, cdp_port_id, cdp_platform, cdp_address) = 0)
    ELSE (num_nonnulls(lldp_chassis_id_subtype, lldp_chassis_id_value, lldp_port_id_subtype, lldp_port_id_value, lldp_sys_name, lldp_port_desc, lldp_mgmt_addr, lldp_sys_desc) = 0)
END);

ALTER TABLE neighbor_evidence ADD CONSTRAINT neighbor_evidence_reason_check CHECK (
CASE num_nonnulls(resolved_interface_id, resolved_host_id)
    WHEN 0 THEN (reason IS NOT NULL)
    WHEN 1 THEN ((reason IS NOT NULL) OR (resolved_interface_id IS NOT NULL))
    ELSE false
END);

ALTER TABLE network_changes ADD CONSTRAINT network_changes_pkey PRIMARY KEY (network_id, transaction_id);

ALTER TABLE network_credentials ADD CONSTRAINT network_credentials_pkey PRIMARY KEY (network_id, credential_id);

ALTER TABLE networks ADD CONSTRAINT networks_id_organization_id_key UNIQUE (id, organization_id);

ALTER TABLE networks ADD CONSTRAINT networks_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100)));

ALTER TABLE networks ADD CONSTRAINT networks_pkey PRIMARY KEY (id);

ALTER TABLE networks ADD CONSTRAINT networks_stale_after_hours_check CHECK ((stale_after_hours > 0));

ALTER TABLE oidc_flows ADD CONSTRAINT oidc_flows_pkey PRIMARY KEY (browser_hash);

ALTER TABLE oidc_flows ADD CONSTRAINT oidc_flows_return_path_check CHECK ((char_length(return_path) <= 2000));

ALTER TABLE oidc_logouts ADD CONSTRAINT oidc_logouts_pkey PRIMARY KEY (token_hash);

ALTER TABLE organizations ADD CONSTRAINT organizations_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100)));

ALTER TABLE organizations ADD CONSTRAINT organizations_pkey PRIMARY KEY (id);

ALTER TABLE passkey_challenges ADD CONSTRAINT passkey_challenges_pkey PRIMARY KEY (challenge_hash);

ALTER TABLE passkeys ADD CONSTRAINT passkeys_pkey PRIMARY KEY (id);

ALTER TABLE ports ADD CONSTRAINT ports_host_id_number_protocol_key UNIQUE (host_id, number, protocol) DEFERRABLE;

ALTER TABLE ports ADD CONSTRAINT ports_id_host_id_key UNIQUE (id, host_id);

ALTER TABLE ports ADD CONSTRAINT ports_number_check CHECK (((number >= 1) AND (number <= 65535)));

ALTER TABLE ports ADD CONSTRAINT ports_pkey PRIMARY KEY (id);

ALTER TABLE ports ADD CONSTRAINT ports_valid_to_check CHECK ((valid_to IS NULL));

ALTER TABLE ports_revisions ADD CONSTRAINT ports_revisions_period_check CHECK ((valid_from < valid_to));

ALTER TABLE ports_revisions ADD CONSTRAINT ports_revisions_pkey PRIMARY KEY (id, valid_from);

ALTER TABLE recovery_codes ADD CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash);

ALTER TABLE registrations ADD CONSTRAINT registrations_pkey PRIMARY KEY (id);

ALTER TABLE saved_views ADD CONSTRAINT saved_views_id_network_id_key UNIQUE (id, network_id);

ALTER TABLE saved_views ADD CONSTRAINT saved_views_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100)));

ALTER TABLE saved_views ADD CONSTRAINT saved_views_pkey PRIMARY KEY (id);

ALTER TABLE saved_views ADD CONSTRAINT saved_views_positions_check CHECK ((jsonb_typeof(positions) = 'array'::text));

ALTER TABLE saved_views ADD CONSTRAINT saved_views_routes_check CHECK ((jsonb_typeof(routes) = 'array'::text));

ALTER TABLE saved_views ADD CONSTRAINT saved_views_topology_id_created_by_user_id_name_key UNIQUE (topology_id, created_by_user_id, name);

ALTER TABLE saved_views ADD CONSTRAINT saved_views_valid_to_check CHECK ((valid_to IS NULL));

ALTER TABLE saved_views ADD CONSTRAINT saved_views_visibility_check CHECK (((visibility = 'Organization'::saved_view_visibility) OR (created_by_user_id IS NOT NULL)));

ALTER TABLE saved_views_revisions ADD CONSTRAINT saved_views_revisions_period_check CHECK ((valid_from < valid_to));

ALTER TABLE saved_views_revisions ADD CONSTRAINT saved_views_revisions_pkey PRIMARY KEY (id, valid_from);

ALTER TABLE second_factors ADD CONSTRAINT second_factors_pkey PRIMARY KEY (user_id);

ALTER TABLE services ADD CONSTRAINT services_id_host_id_key UNIQUE (id, host_id);

ALTER TABLE services ADD CONSTRAINT services_id_network_id_key UNIQUE (id, network_id);

ALTER TABLE services ADD CONSTRAINT services_name_check CHECK ((char_length(name) <= 100));

ALTER TABLE services ADD CONSTRAINT services_pkey PRIMARY KEY (id);

ALTER TABLE services ADD CONSTRAINT services_position_check CHECK (("position" >= 0));

ALTER TABLE services ADD CONSTRAINT services_service_definition_check CHECK ((char_length(service_definition) <= 255));

ALTER TABLE services ADD CONSTRAINT services_source_check CHECK (((source_type = 'DiscoveryWithMatch'::entity_source_type) OR ((source_confidence IS NULL) AND ((source_reason IS NULL) OR (source_type = 'Imported'::entity_source_type)))));

ALTER TABLE services ADD CONSTRAINT services_valid_to_check CHECK ((valid_to IS NULL));

ALTER TABLE services ADD CONSTRAINT services_virtualization_check CHECK (((virtualization_type IS NOT NULL) OR ((container_name IS NULL) AND (container_id IS NULL) AND (compose_project IS NULL))));

ALTER TABLE services ADD CONSTRAINT services_virtualization_service_check CHECK ((virtualization_service_id <> id));

ALTER TABLE services_revisions ADD CONSTRAINT services_revisions_period_check CHECK ((valid_from < valid_to));

ALTER TABLE services_revisions ADD CONSTRAINT services_revisions_pkey PRIMARY KEY (id, valid_from);

ALTER TABLE sessions ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);

ALTER TABLE sessions ADD CONSTRAINT sessions_token_hash_check CHECK ((token_hash ~ '^[0-9a-f]{64}$'::text));

ALTER TABLE sessions ADD CONSTRAINT sessions_token_hash_key UNIQUE (token_hash);

ALTER TABLE shares ADD CONSTRAINT shares_pkey PRIMARY KEY (id);

ALTER TABLE sign_in_challenges ADD CONSTRAINT sign_in_challenges_pkey PRIMARY KEY (token_hash);

ALTER TABLE snapshots ADD CONSTRAINT snapshots_id_network_id_key UNIQUE (id, network_id);

ALTER TABLE snapshots ADD CONSTRAINT snapshots_pkey PRIMARY KEY (id);

ALTER TABLE subnet_vlans ADD CONSTRAINT subnet_vlans_pkey PRIMARY KEY (id);

ALTER TABLE subnet_vlans ADD CONSTRAINT subnet_vlans_subnet_id_vlan_id_key UNIQUE (subnet_id, vlan_id);

ALTER TABLE subnet_vlans ADD CONSTRAINT subnet_vlans_valid_to_check CHECK ((valid_to IS NULL));

ALTER TABLE subnet_vlans_revisions ADD CONSTRAINT subnet_vlans_revisions_period_check CHECK ((valid_from < valid_to));

ALTER TABLE subnet_vlans_revisions ADD CONSTRAINT subnet_vlans_revisions_pkey PRIMARY KEY (id, valid_from);

ALTER TABLE subnets ADD CONSTRAINT subnets_cidr_check CHECK ((cidr = (network(cidr))::inet));

ALTER TABLE subnets ADD CONSTRAINT subnets_description_check CHECK ((char_length(description) <= 500));

ALTER TABLE subnets ADD CONSTRAINT subnets_id_network_id_cidr_key UNIQUE (id, network_id, cidr);

ALTER TABLE subnets ADD CONSTRAINT subnets_id_network_id_key UNIQUE (id, network_id);

ALTER TABLE subnets ADD CONSTRAINT subnets_name_check CHECK ((char_length(name) <= 100));

ALTER TABLE subnets ADD CONSTRAINT subnets_pkey PRIMARY KEY (id);

ALTER TABLE subnets ADD CONSTRAINT subnets_source_check CHECK (((source_type = 'DiscoveryWithMatch'::entity_source_type) OR ((source_confidence IS NULL) AND ((source_reason IS NULL) OR (source_type = 'Imported'::entity_source_type)))));

ALTER TABLE subnets ADD CONSTRAINT subnets_valid_to_check CHECK ((valid_to IS NULL));

ALTER TABLE subnets_revisions ADD CONSTRAINT subnets_revisions_period_check CHECK ((valid_from < valid_to));

ALTER TABLE subnets_revisions ADD CONSTRAINT subnets_revisions_pkey PRIMARY KEY (id, valid_from);

ALTER TABLE tag_assignments ADD CONSTRAINT tag_assignments_entity_id_entity_type_tag_id_key UNIQUE (entity_id, entity_type, tag_id);

ALTER TABLE tag_assignments ADD CONSTRAINT tag_assignments_one_entity_check CHECK ((num_nonnulls(host_id, service_id, subnet_id, group_id, tagged_network_id, discovery_id, daemon_id, daemon_api_key_id, user_api_key_id) = 1));

ALTER TABLE tag_assignments ADD CONSTRAINT tag_assignments_pkey PRIMARY KEY (id);

ALTER TABLE tag_assignments ADD CONSTRAINT tag_assignments_scope_check CHECK ((((network_id IS NULL) = (user_api_key_id IS NOT NULL)) AND ((user_id IS NULL) = (user_api_key_id IS NULL))));

ALTER TABLE tag_assignments ADD CONSTRAINT tag_assignments_tagged_network_check CHECK ((tagged_network_id = network_id));

ALTER TABLE tag_assignments ADD CONSTRAINT tag_assignments_valid_to_check CHECK ((valid_to IS NULL));

ALTER TABLE tag_assignments_revisions ADD CONSTRAINT tag_assignments_revisions_period_check CHECK ((valid_from < valid_to));

ALTER TABLE tag_assignments_revisions ADD CONSTRAINT tag_assignments_revisions_pkey PRIMARY KEY (id, valid_from);

ALTER TABLE tags ADD CONSTRAINT tags_id_organization_id_key UNIQUE (id, organization_id);

ALTER TABLE tags ADD CONSTRAINT tags_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100)));

ALTER TABLE tags ADD CONSTRAINT tags_organization_id_name_key UNIQUE (organization_id, name);

ALTER TABLE tags ADD CONSTRAINT tags_pkey PRIMARY KEY (id);

ALTER TABLE tags ADD CONSTRAINT tags_valid_to_check CHECK ((valid_to IS NULL));

ALTER TABLE tags_revisions ADD CONSTRAINT tags_revisions_period_check CHECK ((valid_from < valid_to));

ALTER TABLE tags_revisions ADD CONSTRAINT tags_revisions_pkey PRIMARY KEY (id, valid_from);

ALTER TABLE topologies ADD CONSTRAINT topologies_id_network_id_key UNIQUE (id, network_id);

ALTER TABLE topologies ADD CONSTRAINT topologies_options_check CHECK ((jsonb_typeof(options) = 'object'::text));

ALTER TABLE topologies ADD CONSTRAINT topologies_pkey PRIMARY KEY (id);

ALTER TABLE topologies ADD CONSTRAINT topologies_snapshot_id_key UNIQUE (snapshot_id);

ALTER TABLE user_api_key_networks ADD CONSTRAINT user_api_key_networks_pkey PRIMARY KEY (user_api_key_id, network_id);

ALTER TABLE user_api_keys ADD CONSTRAINT user_api_keys_id_organization_id_key UNIQUE (id, organization_id);

ALTER TABLE user_api_keys ADD CONSTRAINT user_api_keys_id_user_id_organization_id_key UNIQUE (id, user_id, organization_id);

ALTER TABLE user_api_keys ADD CONSTRAINT user_api_keys_key_hash_check CHECK ((key_hash ~ '^[0-9a-f]{64}$'::text));

ALTER TABLE user_api_keys ADD CONSTRAINT user_api_keys_key_hash_key UNIQUE (key_hash);

ALTER TABLE user_api_keys ADD CONSTRAINT user_api_keys_key_prefix_check CHECK ((char_length(key_prefix) <= 8));

ALTER TABLE user_api_keys ADD CONSTRAINT user_api_keys_pkey PRIMARY KEY (id);

ALTER TABLE user_networks ADD CONSTRAINT user_networks_pkey PRIMARY KEY (user_id, network_id);

ALTER TABLE users ADD CONSTRAINT users_email_check CHECK (((char_length(email) >= 1) AND (char_length(email) <= 254)));

ALTER TABLE users ADD CONSTRAINT users_email_key UNIQUE (email);

ALTER TABLE users ADD CONSTRAINT users_id_organization_id_key UNIQUE (id, organization_id);

ALTER TABLE users ADD CONSTRAINT users_oidc_check CHECK (((oidc_provider IS NULL) = (oidc_subject IS NULL)));

ALTER TABLE users ADD CONSTRAINT users_oidc_provider_oidc_subject_key UNIQUE (oidc_provider, oidc_subject);

ALTER TABLE users ADD CONSTRAINT users_pkey PRIMARY KEY (id);

ALTER TABLE vlans ADD CONSTRAINT vlans_id_network_id_key UNIQUE (id, network_id);

ALTER TABLE vlans ADD CONSTRAINT vlans_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100)));

ALTER TABLE vlans ADD CONSTRAINT vlans_network_id_vlan_number_key UNIQUE (network_id, vlan_number);

ALTER TABLE vlans ADD CONSTRAINT vlans_pkey PRIMARY KEY (id);

ALTER TABLE vlans ADD CONSTRAINT vlans_source_check CHECK (((source_type = 'DiscoveryWithMatch'::entity_source_type) OR ((source_confidence IS NULL) AND ((source_reason IS NULL) OR (source_type = 'Imported'::entity_source_type)))));

ALTER TABLE vlans ADD CONSTRAINT vlans_valid_to_check CHECK ((valid_to IS NULL));

ALTER TABLE vlans ADD CONSTRAINT vlans_vlan_number_check CHECK (((vlan_number >= 1) AND (vlan_number <= 4094)));

ALTER TABLE vlans_revisions ADD CONSTRAINT vlans_revisions_period_check CHECK ((valid_from < valid_to));

ALTER TABLE vlans_revisions ADD CONSTRAINT vlans_revisions_pkey PRIMARY KEY (id, valid_from);

ALTER TABLE working_credentials ADD CONSTRAINT working_credentials_pkey PRIMARY KEY (host_id, credential_id);

ALTER TABLE arp_evidence ADD CONSTRAINT arp_evidence_interface_id_fkey FOREIGN KEY (interface_id, network_id) REFERENCES interfaces(id, network_id) ON DELETE CASCADE;

ALTER TABLE arp_evidence ADD CONSTRAINT arp_evidence_network_id_fkey FOREIGN KEY (network_id) REFERENCES networks(id) ON DELETE CASCADE;

ALTER TABLE audit_events ADD CONSTRAINT audit_events_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;

ALTER TABLE bindings ADD CONSTRAINT bindings_first_discovery_id_fkey FOREIGN KEY (first_discovery_id, network_id) REFERENCES discoveries(id, network_id) ON DELETE SET NULL (first_discovery_id);

ALTER TABLE bindings ADD CONSTRAINT bindings_host_id_fkey FOREIGN KEY (host_id, network_id) REFERENCES hosts(id, network_id) ON DELETE CASCADE DEFERRABLE;

ALTER TABLE bindings ADD CONSTRAINT bindings_ip_address_id_fkey FOREIGN KEY (ip_address_id, host_id) REFERENCES ip_addresses(id, host_id) ON DELETE CASCADE DEFERRABLE;

ALTER TABLE bindings ADD CONSTRAINT bindings_last_discovery_id_fkey FOREIGN KEY (last_discovery_id, network_id) REFERENCES discoveries(id, network_id) ON DELETE SET NULL (last_discovery_id);

ALTER TABLE bindings ADD CONSTRAINT bindings_port_id_fkey FOREIGN KEY (port_id, host_id) REFERENCES ports(id, host_id) ON DELETE CASCADE DEFERRABLE;

ALTER TABLE bindings ADD CONSTRAINT bindings_service_id_fkey FOREIGN KEY (service_id, host_id) REFERENCES services(id, host_id) ON DELETE CASCADE DEFERRABLE;

ALTER TABLE credentials ADD CONSTRAINT credentials_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;

ALTER TABLE daemon_alerts ADD CONSTRAINT daemon_alerts_daemon_id_fkey FOREIGN KEY (daemon_id, network_id) REFERENCES daemons(id, network_id) ON DELETE CASCADE;

ALTER TABLE daemon_alerts ADD CONSTRAINT daemon_alerts_network_id_fkey FOREIGN KEY (network_id) REFERENCES networks(id) ON DELETE CASCADE;

ALTER TABLE daemon_api_keys ADD CONSTRAINT daemon_api_keys_network_id_fkey FOREIGN KEY (network_id) REFERENCES networks(id) ON DELETE CASCADE;

ALTER TABLE daemon_polls ADD CONSTRAINT daemon_polls_daemon_id_fkey FOREIGN KEY (daemon_id, network_id) REFERENCES daemons(id, network_id) ON DELETE CASCADE;

ALTER TABLE daemon_polls ADD CONSTRAINT daemon_polls_network_id_fkey FOREIGN KEY (network_id) REFERENCES networks(id) ON DELETE CASCADE;

ALTER TABLE daemon_subnets ADD CONSTRAINT daemon_subnets_daemon_id_fkey FOREIGN KEY (daemon_id, network_id) REFERENCES daemons(id, network_id) ON DELETE CASCADE;

ALTER TABLE daemon_subnets ADD CONSTRAINT daemon_subnets_subnet_id_fkey FOREIGN KEY (subnet_id, network_id) REFERENCES subnets(id, network_id) ON DELETE CASCADE;

ALTER TABLE daemons ADD CONSTRAINT daemons_api_key_id_fkey FOREIGN KEY (api_key_id, network_id) REFERENCES daemon_api_keys(id, network_id);

ALTER TABLE daemons ADD CONSTRAINT daemons_host_id_fkey FOREIGN KEY (host_id, network_id) REFERENCES hosts(id, network_id);

ALTER TABLE daemons ADD CONSTRAINT daemons_network_id_fkey FOREIGN KEY (network_id, organization_id) REFERENCES networks(id, organization_id) ON DELETE CASCADE;

ALTER TABLE daemons ADD CONSTRAINT daemons_user_id_fkey FOREIGN KEY (user_id, organization_id) REFERENCES users(id, organization_id) ON DELETE SET NULL (user_id);

ALTER TABLE discoveries ADD CONSTRAINT discoveries_daemon_id_fkey FOREIGN KEY (daemon_id, network_id) REFERENCES daemons(id, network_id) ON DELETE CASCADE;

ALTER TABLE discoveries ADD CONSTRAINT discoveries_network_id_fkey FOREIGN KEY (network_id) REFERENCES networks(id) ON DELETE CASCADE;

ALTER TABLE discovery_sessions ADD CONSTRAINT discovery_sessions_daemon_id_fkey FOREIGN KEY (daemon_id, network_id) REFERENCES daemons(id, network_id) ON DELETE CASCADE;

ALTER TABLE discovery_sessions ADD CONSTRAINT discovery_sessions_discovery_id_fkey FOREIGN KEY (discovery_id, network_id) REFERENCES discoveries(id, network_id);

ALTER TABLE discovery_sessions ADD CONSTRAINT discovery_sessions_network_id_fkey FOREIGN KEY (network_id) REFERENCES networks(id) ON DELETE CASCADE;

ALTER TABLE email_tokens ADD CONSTRAINT email_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

ALTER TABLE forwarding_evidence ADD CONSTRAINT forwarding_evidence_interface_id_fkey FOREIGN KEY (interface_id, network_id) REFERENCES interfaces(id, network_id) ON DELETE CASCADE;

ALTER TABLE forwarding_evidence ADD CONSTRAINT forwarding_evidence_network_id_fkey FOREIGN KEY (network_id) REFERENCES networks(id) ON DELETE CASCADE;

ALTER TABLE group_members ADD CONSTRAINT group_members_binding_id_fkey FOREIGN KEY (binding_id, network_id) REFERENCES bindings(id, network_id) ON DELETE CASCADE;

ALTER TABLE group_members ADD CONSTRAINT group_members_group_id_fkey FOREIGN KEY (group_id, network_id, member_type) REFERENCES groups(id, network_id, member_type) ON DELETE CASCADE;

ALTER TABLE group_members ADD CONSTRAINT group_members_service_id_fkey FOREIGN KEY (service_id, network_id) REFERENCES services(id, network_id) ON DELETE CASCADE;

ALTER TABLE groups ADD CONSTRAINT groups_network_id_fkey FOREIGN KEY (network_id) REFERENCES networks(id) ON DELETE CASCADE;

ALTER TABLE host_credentials ADD CONSTRAINT host_credentials_credential_id_fkey FOREIGN KEY (credential_id, organization_id) REFERENCES credentials(id, organization_id) ON DELETE CASCADE;

ALTER TABLE host_credentials ADD CONSTRAINT host_credentials_host_id_fkey FOREIGN KEY (host_id, network_id) REFERENCES hosts(id, network_id) ON DELETE CASCADE;

ALTER TABLE host_credentials ADD CONSTRAINT host_credentials_network_id_fkey FOREIGN KEY (network_id, organization_id) REFERENCES networks(id, organization_id) ON DELETE CASCADE;

ALTER TABLE hosts ADD CONSTRAINT hosts_first_discovery_id_fkey FOREIGN KEY (first_discovery_id, network_id) REFERENCES discoveries(id, network_id) ON DELETE SET NULL (first_discovery_id);

ALTER TABLE hosts ADD CONSTRAINT hosts_last_discovery_id_fkey FOREIGN KEY (last_discovery_id, network_id) REFERENCES discoveries(id, network_id) ON DELETE SET NULL (last_discovery_id);

ALTER TABLE hosts ADD CONSTRAINT hosts_network_id_fkey FOREIGN KEY (network_id) REFERENCES networks(id) ON DELETE CASCADE;

ALTER TABLE hosts ADD CONSTRAINT hosts_virtualization_service_id_fkey FOREIGN KEY (virtualization_service_id, network_id) REFERENCES services(id, network_id) ON DELETE SET NULL (virtualization_service_id);

ALTER TABLE import_plan_rows ADD CONSTRAINT import_plan_rows_plan_id_fkey FOREIGN KEY (plan_id, network_id, user_id) REFERENCES import_plans(id, network_id, user_id) ON DELETE CASCADE;

ALTER TABLE import_plans ADD CONSTRAINT import_plans_network_id_fkey FOREIGN KEY (network_id, organization_id) REFERENCES networks(id, organization_id) ON DELETE CASCADE;

ALTER TABLE import_plans ADD CONSTRAINT import_plans_user_id_fkey FOREIGN KEY (user_id, organization_id) REFERENCES users(id, organization_id) ON DELETE CASCADE;

ALTER TABLE interface_neighbors ADD CONSTRAINT interface_neighbors_interface_id_fkey FOREIGN KEY (interface_id, network_id) REFERENCES interfaces(id, network_id) ON DELETE CASCADE;

ALTER TABLE interface_neighbors ADD CONSTRAINT interface_neighbors_remote_host_id_fkey FOREIGN KEY (remote_host_id, network_id) REFERENCES hosts(id, network_id) ON DELETE CASCADE;

ALTER TABLE interface_neighbors ADD CONSTRAINT interface_neighbors_remote_interface_id_fkey FOREIGN KEY (remote_interface_id, network_id) REFERENCES interfaces(id, network_id) ON DELETE CASCADE;

ALTER TABLE interface_vlans ADD CONSTRAINT interface_vlans_interface_id_fkey FOREIGN KEY (interface_id, network_id) REFERENCES interfaces(id, network_id) ON DELETE CASCADE;

ALTER TABLE interface_vlans ADD CONSTRAINT interface_vlans_vlan_id_fkey FOREIGN KEY (vlan_id, network_id) REFERENCES vlans(id, network_id) ON DELETE CASCADE;

ALTER TABLE interfaces ADD CONSTRAINT interfaces_first_discovery_id_fkey FOREIGN KEY (first_discovery_id, network_id) REFERENCES discoveries(id, network_id) ON DELETE SET NULL (first_discovery_id);

ALTER TABLE interfaces ADD CONSTRAINT interfaces_host_id_fkey FOREIGN KEY (host_id, network_id) REFERENCES hosts(id, network_id) ON DELETE CASCADE;

ALTER TABLE interfaces ADD CONSTRAINT interfaces_ip_address_id_fkey FOREIGN KEY (ip_address_id, host_id) REFERENCES ip_addresses(id, host_id) ON DELETE SET NULL (ip_address_id) DEFERRABLE;

ALTER TABLE interfaces ADD CONSTRAINT interfaces_last_discovery_id_fkey FOREIGN KEY (last_discovery_id, network_id) REFERENCES discoveries(id, network_id) ON DELETE SET NULL (last_discovery_id);

ALTER TABLE interfaces ADD CONSTRAINT interfaces_native_vlan_id_fkey FOREIGN KEY (native_vlan_id, network_id) REFERENCES vlans(id, network_id) ON DELETE SET NULL (native_vlan_id);

ALTER TABLE invite_networks ADD CONSTRAINT invite_networks_invite_id_fkey FOREIGN KEY (invite_id, organization_id) REFERENCES invites(id, organization_id) ON DELETE CASCADE;

ALTER TABLE invite_networks ADD CONSTRAINT invite_networks_network_id_fkey FOREIGN KEY (network_id, organization_id) REFERENCES networks(id, organization_id) ON DELETE CASCADE;

ALTER TABLE invites ADD CONSTRAINT invites_created_by_fkey FOREIGN KEY (created_by, organization_id) REFERENCES users(id, organization_id) ON DELETE SET NULL (created_by);

ALTER TABLE invites ADD CONSTRAINT invites_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;

ALTER TABLE ip_addresses ADD CONSTRAINT ip_addresses_first_discovery_id_fkey FOREIGN KEY (first_discovery_id, network_id) REFERENCES discoveries(id, network_id) ON DELETE SET NULL (first_discovery_id);

ALTER TABLE ip_addresses ADD CONSTRAINT ip_addresses_host_id_fkey FOREIGN KEY (host_id, network_id) REFERENCES hosts(id, network_id) ON DELETE CASCADE;

ALTER TABLE ip_addresses ADD CONSTRAINT ip_addresses_last_discovery_id_fkey FOREIGN KEY (last_discovery_id, network_id) REFERENCES discoveries(id, network_id) ON DELETE SET NULL (last_discovery_id);

ALTER TABLE ip_addresses ADD CONSTRAINT ip_addresses_subnet_id_fkey FOREIGN KEY (subnet_id, network_id, subnet_cidr) REFERENCES subnets(id, network_id, cidr) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE link_decisions ADD CONSTRAINT link_decisions_created_by_user_id_fkey FOREIGN KEY (created_by_user_id, organization_id) REFERENCES users(id, organization_id) ON DELETE SET NULL (created_by_user_id);

ALTER TABLE link_decisions ADD CONSTRAINT link_decisions_interface_id_fkey FOREIGN KEY (interface_id, network_id) REFERENCES interfaces(id, network_id) ON DELETE CASCADE;

ALTER TABLE link_decisions ADD CONSTRAINT link_decisions_network_id_fkey FOREIGN KEY (network_id, organization_id) REFERENCES networks(id, organization_id) ON DELETE CASCADE;

ALTER TABLE link_decisions ADD CONSTRAINT link_decisions_remote_host_id_fkey FOREIGN KEY (remote_host_id, network_id) REFERENCES hosts(id, network_id) ON DELETE CASCADE;

ALTER TABLE link_decisions ADD CONSTRAINT link_decisions_remote_interface_id_fkey FOREIGN KEY (remote_interface_id, network_id) REFERENCES interfaces(id, network_id) ON DELETE CASCADE;

ALTER TABLE mails ADD CONSTRAINT mails_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;

ALTER TABLE neighbor_evidence ADD CONSTRAINT neighbor_evidence_interface_id_fkey FOREIGN KEY (interface_id, network_id) REFERENCES interfaces(id, network_id) ON DELETE CASCADE;

ALTER TABLE neighbor_evidence ADD CONSTRAINT neighbor_evidence_resolved_host_id_fkey FOREIGN KEY (resolved_host_id, network_id) REFERENCES hosts(id, network_id) ON DELETE SET NULL (resolved_host_id);

ALTER TABLE neighbor_evidence ADD CONSTRAINT neighbor_evidence_resolved_interface_id_fkey FOREIGN KEY (resolved_interface_id, network_id) REFERENCES interfaces(id, network_id) ON DELETE SET NULL (resolved_interface_id);

ALTER TABLE network_credentials ADD CONSTRAINT network_credentials_credential_id_fkey FOREIGN KEY (credential_id, organization_id) REFERENCES credentials(id, organization_id) ON DELETE CASCADE;

ALTER TABLE network_credentials ADD CONSTRAINT network_credentials_network_id_fkey FOREIGN KEY (network_id, organization_id) REFERENCES networks(id, organization_id) ON DELETE CASCADE;

ALTER TABLE networks ADD CONSTRAINT networks_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;

ALTER TABLE oidc_flows ADD CONSTRAINT oidc_flows_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

ALTER TABLE passkey_challenges ADD CONSTRAINT passkey_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

ALTER TABLE passkeys ADD CONSTRAINT passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

ALTER TABLE ports ADD CONSTRAINT ports_first_discovery_id_fkey FOREIGN KEY (first_discovery_id, network_id) REFERENCES discoveries(id, network_id) ON DELETE SET NULL (first_discovery_id);

ALTER TABLE ports ADD CONSTRAINT ports_host_id_fkey FOREIGN KEY (host_id, network_id) REFERENCES hosts(id, network_id) ON DELETE CASCADE;

ALTER TABLE ports ADD CONSTRAINT ports_last_discovery_id_fkey FOREIGN KEY (last_discovery_id, network_id) REFERENCES discoveries(id, network_id) ON DELETE SET NULL (last_discovery_id);

ALTER TABLE recovery_codes ADD CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

ALTER TABLE saved_views ADD CONSTRAINT saved_views_created_by_user_id_fkey FOREIGN KEY (created_by_user_id, organization_id) REFERENCES users(id, organization_id) ON DELETE SET NULL (created_by_user_id);

ALTER TABLE saved_views ADD CONSTRAINT saved_views_network_id_fkey FOREIGN KEY (network_id, organization_id) REFERENCES networks(id, organization_id) ON DELETE CASCADE;

ALTER TABLE saved_views ADD CONSTRAINT saved_views_topology_id_fkey FOREIGN KEY (topology_id, network_id) REFERENCES topologies(id, network_id) ON DELETE CASCADE;

ALTER TABLE second_factors ADD CONSTRAINT second_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

ALTER TABLE services ADD CONSTRAINT services_first_discovery_id_fkey FOREIGN KEY (first_discovery_id, network_id) REFERENCES discoveries(id, network_id) ON DELETE SET NULL (first_discovery_id);

ALTER TABLE services ADD CONSTRAINT services_host_id_fkey FOREIGN KEY (host_id, network_id) REFERENCES hosts(id, network_id) ON DELETE CASCADE;

ALTER TABLE services ADD CONSTRAINT services_last_discovery_id_fkey FOREIGN KEY (last_discovery_id, network_id) REFERENCES discoveries(id, network_id) ON DELETE SET NULL (last_discovery_id);

ALTER TABLE services ADD CONSTRAINT services_virtualization_service_id_fkey FOREIGN KEY (virtualization_service_id, network_id) REFERENCES services(id, network_id) ON DELETE SET NULL (virtualization_service_id);

ALTER TABLE sessions ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

ALTER TABLE shares ADD CONSTRAINT shares_created_by_fkey FOREIGN KEY (created_by, organization_id) REFERENCES users(id, organization_id) ON DELETE CASCADE;

ALTER TABLE shares ADD CONSTRAINT shares_network_id_fkey FOREIGN KEY (network_id, organization_id) REFERENCES networks(id, organization_id) ON DELETE CASCADE;

ALTER TABLE shares ADD CONSTRAINT shares_topology_id_fkey FOREIGN KEY (topology_id, network_id) REFERENCES topologies(id, network_id) ON DELETE CASCADE;

ALTER TABLE sign_in_challenges ADD CONSTRAINT sign_in_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

ALTER TABLE snapshots ADD CONSTRAINT snapshots_created_by_user_id_fkey FOREIGN KEY (created_by_user_id, organization_id) REFERENCES users(id, organization_id) ON DELETE SET NULL (created_by_user_id);

ALTER TABLE snapshots ADD CONSTRAINT snapshots_network_id_fkey FOREIGN KEY (network_id, organization_id) REFERENCES networks(id, organization_id) ON DELETE CASCADE;

ALTER TABLE subnet_vlans ADD CONSTRAINT subnet_vlans_subnet_id_fkey FOREIGN KEY (subnet_id, network_id) REFERENCES subnets(id, network_id) ON DELETE CASCADE;

ALTER TABLE subnet_vlans ADD CONSTRAINT subnet_vlans_vlan_id_fkey FOREIGN KEY (vlan_id, network_id) REFERENCES vlans(id, network_id) ON DELETE CASCADE;

ALTER TABLE subnets ADD CONSTRAINT subnets_first_discovery_id_fkey FOREIGN KEY (first_discovery_id, network_id) REFERENCES discoveries(id, network_id) ON DELETE SET NULL (first_discovery_id);

ALTER TABLE subnets ADD CONSTRAINT subnets_last_discovery_id_fkey FOREIGN KEY (last_discovery_id, network_id) REFERENCES discoveries(id, network_id) ON DELETE SET NULL (last_discovery_id);

ALTER TABLE subnets ADD CONSTRAINT subnets_network_id_fkey FOREIGN KEY (network_id) REFERENCES networks(id) ON DELETE CASCADE;

ALTER TABLE subnets ADD CONSTRAINT subnets_virtualization_service_id_fkey FOREIGN KEY (virtualization_service_id, network_id) REFERENCES services(id, network_id) ON DELETE SET NULL (virtualization_service_id);

ALTER TABLE tag_assignments ADD CONSTRAINT tag_assignments_daemon_api_key_id_fkey FOREIGN KEY (daemon_api_key_id, network_id) REFERENCES daemon_api_keys(id, network_id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE tag_assignments ADD CONSTRAINT tag_assignments_daemon_id_fkey FOREIGN KEY (daemon_id, network_id) REFERENCES daemons(id, network_id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE tag_assignments ADD CONSTRAINT tag_assignments_discovery_id_fkey FOREIGN KEY (discovery_id, network_id) REFERENCES discoveries(id, network_id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE tag_assignments ADD CONSTRAINT tag_assignments_group_id_fkey FOREIGN KEY (group_id, network_id) REFERENCES groups(id, network_id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE tag_assignments ADD CONSTRAINT tag_assignments_host_id_fkey FOREIGN KEY (host_id, network_id) REFERENCES hosts(id, network_id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE tag_assignments ADD CONSTRAINT tag_assignments_network_id_fkey FOREIGN KEY (network_id, organization_id) REFERENCES networks(id, organization_id) ON DELETE CASCADE;

ALTER TABLE tag_assignments ADD CONSTRAINT tag_assignments_service_id_fkey FOREIGN KEY (service_id, network_id) REFERENCES services(id, network_id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE tag_assignments ADD CONSTRAINT tag_assignments_subnet_id_fkey FOREIGN KEY (subnet_id, network_id) REFERENCES subnets(id, network_id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE tag_assignments ADD CONSTRAINT tag_assignments_tag_id_fkey FOREIGN KEY (tag_id, organization_id) REFERENCES tags(id, organization_id) ON DELETE CASCADE;

ALTER TABLE tag_assignments ADD CONSTRAINT tag_assignments_tagged_network_id_fkey FOREIGN KEY (tagged_network_id, organization_id) REFERENCES networks(id, organization_id) ON DELETE CASCADE;

ALTER TABLE tag_assignments ADD CONSTRAINT tag_assignments_user_api_key_id_fkey FOREIGN KEY (user_api_key_id, user_id, organization_id) REFERENCES user_api_keys(id, user_id, organization_id) ON DELETE CASCADE;

ALTER TABLE tags ADD CONSTRAINT tags_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;

ALTER TABLE topologies ADD CONSTRAINT topologies_network_id_fkey FOREIGN KEY (network_id) REFERENCES networks(id) ON DELETE CASCADE;

ALTER TABLE topologies ADD CONSTRAINT topologies_snapshot_id_fkey FOREIGN KEY (snapshot_id, network_id) REFERENCES snapshots(id, network_id) ON DELETE CASCADE;

ALTER TABLE user_api_key_networks ADD CONSTRAINT user_api_key_networks_network_id_fkey FOREIGN KEY (network_id, organization_id) REFERENCES networks(id, organization_id) ON DELETE CASCADE;

ALTER TABLE user_api_key_networks ADD CONSTRAINT user_api_key_networks_user_api_key_id_fkey FOREIGN KEY (user_api_key_id, organization_id) REFERENCES user_api_keys(id, organization_id) ON DELETE CASCADE;

ALTER TABLE user_api_keys ADD CONSTRAINT user_api_keys_user_id_fkey FOREIGN KEY (user_id, organization_id) REFERENCES users(id, organization_id) ON DELETE CASCADE;

ALTER TABLE user_networks ADD CONSTRAINT user_networks_network_id_fkey FOREIGN KEY (network_id, organization_id) REFERENCES networks(id, organization_id) ON DELETE CASCADE;

ALTER TABLE user_networks ADD CONSTRAINT user_networks_user_id_fkey FOREIGN KEY (user_id, organization_id) REFERENCES users(id, organization_id) ON DELETE CASCADE;

ALTER TABLE users ADD CONSTRAINT users_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;

ALTER TABLE vlans ADD CONSTRAINT vlans_first_discovery_id_fkey FOREIGN KEY (first_discovery_id, network_id) REFERENCES discoveries(id, network_id) ON DELETE SET NULL (first_discovery_id);

ALTER TABLE vlans ADD CONSTRAINT vlans_last_discovery_id_fkey FOREIGN KEY (last_discovery_id, network_id) REFERENCES discoveries(id, network_id) ON DELETE SET NULL (last_discovery_id);

ALTER TABLE vlans ADD CONSTRAINT vlans_network_id_fkey FOREIGN KEY (network_id, organization_id) REFERENCES networks(id, organization_id) ON DELETE CASCADE;

ALTER TABLE working_credentials ADD CONSTRAINT working_credentials_credential_id_fkey FOREIGN KEY (credential_id, organization_id) REFERENCES credentials(id, organization_id) ON DELETE CASCADE;

ALTER TABLE working_credentials ADD CONSTRAINT working_credentials_host_id_fkey FOREIGN KEY (host_id, network_id) REFERENCES hosts(id, network_id) ON DELETE CASCADE;

ALTER TABLE working_credentials ADD CONSTRAINT working_credentials_network_id_fkey FOREIGN KEY (network_id, organization_id) REFERENCES networks(id, organization_id) ON DELETE CASCADE;

CREATE INDEX arp_evidence_network_id_idx ON public.arp_evidence USING btree (network_id);

CREATE INDEX audit_events_created_at_idx ON public.audit_events USING brin (created_at);

CREATE INDEX audit_events_organization_id_created_at_id_idx ON public.audit_events USING btree (organization_id, created_at, id);

CREATE INDEX bindings_first_discovery_id_idx ON public.bindings USING btree (first_discovery_id) WHERE (first_discovery_id IS NOT NULL);

CREATE INDEX bindings_host_id_idx ON public.bindings USING btree (host_id);

CREATE INDEX bindings_ip_address_id_idx ON public.bindings USING btree (ip_address_id) WHERE (ip_address_id IS NOT NULL);

CREATE INDEX bindings_last_discovery_id_idx ON public.bindings USING btree (last_discovery_id) WHERE (last_discovery_id IS NOT NULL);

CREATE INDEX bindings_network_id_created_at_id_idx ON public.bindings USING btree (network_id, created_at, id);

CREATE INDEX bindings_port_id_idx ON public.bindings USING btree (port_id) WHERE (port_id IS NOT NULL);

CREATE INDEX bindings_revisions_host_id_idx ON public.bindings_revisions USING btree (host_id, valid_to) WHERE (host_id IS NOT NULL);

CREATE UNIQUE INDEX bindings_revisions_id_valid_to_key ON public.bindings_revisions USING btree (id, valid_to);

CREATE INDEX bindings_revisions_ip_address_id_idx ON public.bindings_revisions USING btree (ip_address_id, valid_to) WHERE (ip_address_id IS NOT NULL);

CREATE INDEX bindings_revisions_last_idx ON public.bindings_revisions USING btree (network_id, valid_to) WHERE is_last;

CREATE INDEX bindings_revisions_port_id_idx ON public.bindings_revisions USING btree (port_id, valid_to) WHERE (port_id IS NOT NULL);

CREATE INDEX bindings_revisions_scope_idx ON public.bindings_revisions USING btree (network_id, valid_to);

CREATE INDEX bindings_revisions_service_id_idx ON public.bindings_revisions USING btree (service_id, valid_to) WHERE (service_id IS NOT NULL);

CREATE INDEX bindings_revisions_valid_to_idx ON public.bindings_revisions USING brin (valid_to);

CREATE INDEX bindings_scope_valid_from_idx ON public.bindings USING btree (network_id, valid_from);

CREATE INDEX credentials_organization_id_created_at_id_idx ON public.credentials USING btree (organization_id, created_at, id);

CREATE INDEX daemon_alerts_network_id_idx ON public.daemon_alerts USING btree (network_id);

CREATE INDEX daemon_api_keys_network_id_created_at_id_idx ON public.daemon_api_keys USING btree (network_id, created_at, id);

CREATE INDEX daemon_polls_due_at_idx ON public.daemon_polls USING btree (due_at);

CREATE INDEX daemon_polls_network_id_idx ON public.daemon_polls USING btree (network_id);

CREATE INDEX daemon_subnets_subnet_id_idx ON public.daemon_subnets USING btree (subnet_id);

CREATE INDEX daemons_api_key_id_idx ON public.daemons USING btree (api_key_id) WHERE (api_key_id IS NOT NULL);

CREATE INDEX daemons_host_id_idx ON public.daemons USING btree (host_id);

CREATE INDEX daemons_network_id_created_at_id_idx ON public.daemons USING btree (network_id, created_at, id);

CREATE INDEX daemons_user_id_idx ON public.daemons USING btree (user_id) WHERE (user_id IS NOT NULL);

CREATE INDEX discoveries_daemon_id_idx ON public.discoveries USING btree (daemon_id);

CREATE INDEX discoveries_neighbors_pending_idx ON public.discoveries USING btree (network_id) WHERE neighbors_pending;

CREATE INDEX discoveries_network_id_created_at_id_idx ON public.discoveries USING btree (network_id, created_at, id);

CREATE INDEX discoveries_next_run_idx ON public.discoveries USING btree (next_run) WHERE schedule_enabled;

CREATE INDEX discovery_sessions_daemon_id_idx ON public.discovery_sessions USING btree (daemon_id);

CREATE INDEX discovery_sessions_network_id_idx ON public.discovery_sessions USING btree (network_id);

CREATE INDEX email_tokens_expires_at_idx ON public.email_tokens USING btree (expires_at);

CREATE UNIQUE INDEX email_tokens_token_hash_key ON public.email_tokens USING btree (token_hash);

CREATE INDEX forwarding_evidence_network_id_idx ON public.forwarding_evidence USING btree (network_id);

CREATE INDEX group_members_binding_id_idx ON public.group_members USING btree (binding_id) WHERE (binding_id IS NOT NULL);

CREATE INDEX group_members_revisions_binding_id_idx ON public.group_members_revisions USING btree (binding_id, valid_to) WHERE (binding_id IS NOT NULL);

CREATE INDEX group_members_revisions_group_id_idx ON public.group_members_revisions USING btree (group_id, valid_to) WHERE (group_id IS NOT NULL);

CREATE UNIQUE INDEX group_members_revisions_id_valid_to_key ON public.group_members_revisions USING btree (id, valid_to);

CREATE INDEX group_members_revisions_last_idx ON public.group_members_revisions USING btree (network_id, valid_to) WHERE is_last;

CREATE INDEX group_members_revisions_scope_idx ON public.group_members_revisions USING btree (network_id, valid_to);

CREATE INDEX group_members_revisions_service_id_idx ON public.group_members_revisions USING btree (service_id, valid_to) WHERE (service_id IS NOT NULL);

CREATE INDEX group_members_revisions_valid_to_idx ON public.group_members_revisions USING brin (valid_to);

CREATE INDEX group_members_scope_valid_from_idx ON public.group_members USING btree (network_id, valid_from);

CREATE INDEX group_members_service_id_idx ON public.group_members USING btree (service_id) WHERE (service_id IS NOT NULL);

CREATE INDEX groups_network_id_created_at_id_idx ON public.groups USING btree (network_id, created_at, id);

CREATE UNIQUE INDEX groups_revisions_id_valid_to_key ON public.groups_revisions USING btree (id, valid_to);

CREATE INDEX groups_revisions_last_idx ON public.groups_revisions USING btree (network_id, valid_to) WHERE is_last;

CREATE INDEX groups_revisions_scope_idx ON public.groups_revisions USING btree (network_id, valid_to);

CREATE INDEX groups_revisions_valid_to_idx ON public.groups_revisions USING brin (valid_to);

CREATE INDEX groups_scope_valid_from_idx ON public.groups USING btree (network_id, valid_from);

CREATE INDEX host_credentials_credential_id_idx ON public.host_credentials USING btree (credential_id);

CREATE INDEX host_credentials_network_id_idx ON public.host_credentials USING btree (network_id);

CREATE INDEX hosts_first_discovery_id_idx ON public.hosts USING btree (first_discovery_id) WHERE (first_discovery_id IS NOT NULL);

CREATE INDEX hosts_last_discovery_id_idx ON public.hosts USING btree (last_discovery_id) WHERE (last_discovery_id IS NOT NULL);

CREATE INDEX hosts_network_id_chassis_id_idx ON public.hosts USING btree (network_id, chassis_id) WHERE (chassis_id IS NOT NULL);

CREATE INDEX hosts_network_id_created_at_id_idx ON public.hosts USING btree (network_id, created_at, id);

CREATE INDEX hosts_network_id_name_id_idx ON public.hosts USING btree (network_id, name, id);

CREATE UNIQUE INDEX hosts_revisions_id_valid_to_key ON public.hosts_revisions USING btree (id, valid_to);

CREATE INDEX hosts_revisions_last_idx ON public.hosts_revisions USING btree (network_id, valid_to) WHERE is_last;

CREATE INDEX hosts_revisions_scope_idx ON public.hosts_revisions USING btree (network_id, valid_to);

CREATE INDEX hosts_revisions_valid_to_idx ON public.hosts_revisions USING brin (valid_to);

CREATE INDEX hosts_revisions_virtualization_service_id_idx ON public.hosts_revisions USING btree (virtualization_service_id, valid_to) WHERE (virtualization_service_id IS NOT NULL);

CREATE INDEX hosts_scope_valid_from_idx ON public.hosts USING btree (network_id, valid_from);

CREATE INDEX hosts_search_idx ON public.hosts USING gin (search_keys(network_id, ARRAY[name, hostname, description, sys_name, sys_descr, chassis_id, manufacturer, model, serial_number, os]));

CREATE INDEX hosts_virtualization_service_id_idx ON public.hosts USING btree (virtualization_service_id) WHERE (virtualization_service_id IS NOT NULL);

CREATE INDEX import_plan_rows_network_id_idx ON public.import_plan_rows USING btree (network_id);

CREATE INDEX import_plan_rows_user_id_idx ON public.import_plan_rows USING btree (user_id);

CREATE INDEX import_plans_expires_at_idx ON public.import_plans USING btree (expires_at);

CREATE INDEX import_plans_network_id_idx ON public.import_plans USING btree (network_id);

CREATE INDEX import_plans_organization_id_idx ON public.import_plans USING btree (organization_id);

CREATE INDEX import_plans_user_id_idx ON public.import_plans USING btree (user_id);

CREATE INDEX interface_neighbors_remote_host_id_idx ON public.interface_neighbors USING btree (remote_host_id) WHERE (remote_host_id IS NOT NULL);

CREATE INDEX interface_neighbors_remote_interface_id_idx ON public.interface_neighbors USING btree (remote_interface_id) WHERE (remote_interface_id IS NOT NULL);

CREATE UNIQUE INDEX interface_neighbors_revisions_id_valid_to_key ON public.interface_neighbors_revisions USING btree (id, valid_to);

CREATE INDEX interface_neighbors_revisions_interface_id_idx ON public.interface_neighbors_revisions USING btree (interface_id, valid_to) WHERE (interface_id IS NOT NULL);

CREATE INDEX interface_neighbors_revisions_last_idx ON public.interface_neighbors_revisions USING btree (network_id, valid_to) WHERE is_last;

CREATE INDEX interface_neighbors_revisions_remote_host_id_idx ON public.interface_neighbors_revisions USING btree (remote_host_id, valid_to) WHERE (remote_host_id IS NOT NULL);

CREATE INDEX interface_neighbors_revisions_remote_interface_id_idx ON public.interface_neighbors_revisions USING btree (remote_interface_id, valid_to) WHERE (remote_interface_id IS NOT NULL);

CREATE INDEX interface_neighbors_revisions_scope_idx ON public.interface_neighbors_revisions USING btree (network_id, valid_to);

CREATE INDEX interface_neighbors_revisions_valid_to_idx ON public.interface_neighbors_revisions USING brin (valid_to);

CREATE INDEX interface_neighbors_scope_valid_from_idx ON public.interface_neighbors USING btree (network_id, valid_from);

CREATE UNIQUE INDEX interface_vlans_revisions_id_valid_to_key ON public.interface_vlans_revisions USING btree (id, valid_to);

CREATE INDEX interface_vlans_revisions_interface_id_idx ON public.interface_vlans_revisions USING btree (interface_id, valid_to) WHERE (interface_id IS NOT NULL);

CREATE INDEX interface_vlans_revisions_last_idx ON public.interface_vlans_revisions USING btree (network_id, valid_to) WHERE is_last;

CREATE INDEX interface_vlans_revisions_scope_idx ON public.interface_vlans_revisions USING btree (network_id, valid_to);

CREATE INDEX interface_vlans_revisions_valid_to_idx ON public.interface_vlans_revisions USING brin (valid_to);

CREATE INDEX interface_vlans_revisions_vlan_id_idx ON public.interface_vlans_revisions USING btree (vlan_id, valid_to) WHERE (vlan_id IS NOT NULL);

CREATE INDEX interface_vlans_scope_valid_from_idx ON public.interface_vlans USING btree (network_id, valid_from);

CREATE INDEX interface_vlans_vlan_id_idx ON public.interface_vlans USING btree (vlan_id);

CREATE INDEX interfaces_first_discovery_id_idx ON public.interfaces USING btree (first_discovery_id) WHERE (first_discovery_id IS NOT NULL);

CREATE INDEX interfaces_ip_address_id_idx ON public.interfaces USING btree (ip_address_id) WHERE (ip_address_id IS NOT NULL);

CREATE INDEX interfaces_last_discovery_id_idx ON public.interfaces USING btree (last_discovery_id) WHERE (last_discovery_id IS NOT NULL);

CREATE INDEX interfaces_native_vlan_id_idx ON public.interfaces USING btree (native_vlan_id) WHERE (native_vlan_id IS NOT NULL);

CREATE INDEX interfaces_native_vlan_id_ip_address_id_idx ON public.interfaces USING btree (native_vlan_id, ip_address_id) WHERE ((native_vlan_id IS NOT NULL) AND (ip_address_id IS NOT NULL));

CREATE INDEX interfaces_network_id_created_at_id_idx ON public.interfaces USING btree (network_id, created_at, id);

CREATE INDEX interfaces_network_id_mac_address_idx ON public.interfaces USING btree (network_id, mac_address) WHERE (mac_address IS NOT NULL);

CREATE INDEX interfaces_revisions_host_id_idx ON public.interfaces_revisions USING btree (host_id, valid_to) WHERE (host_id IS NOT NULL);

CREATE UNIQUE INDEX interfaces_revisions_id_valid_to_key ON public.interfaces_revisions USING btree (id, valid_to);

CREATE INDEX interfaces_revisions_ip_address_id_idx ON public.interfaces_revisions USING btree (ip_address_id, valid_to) WHERE (ip_address_id IS NOT NULL);

CREATE INDEX interfaces_revisions_last_idx ON public.interfaces_revisions USING btree (network_id, valid_to) WHERE is_last;

CREATE INDEX interfaces_revisions_native_vlan_id_idx ON public.interfaces_revisions USING btree (native_vlan_id, valid_to) WHERE (native_vlan_id IS NOT NULL);

CREATE INDEX interfaces_revisions_native_vlan_id_ip_address_id_idx ON public.interfaces_revisions USING btree (native_vlan_id, ip_address_id, valid_to) WHERE ((native_vlan_id IS NOT NULL) AND (ip_address_id IS NOT NULL));

CREATE INDEX interfaces_revisions_scope_idx ON public.interfaces_revisions USING btree (network_id, valid_to);

CREATE INDEX interfaces_revisions_valid_to_idx ON public.interfaces_revisions USING brin (valid_to);

CREATE INDEX interfaces_scope_valid_from_idx ON public.interfaces USING btree (network_id, valid_from);

CREATE INDEX invite_networks_network_id_idx ON public.invite_networks USING btree (network_id);

CREATE INDEX invites_created_by_idx ON public.invites USING btree (created_by) WHERE (created_by IS NOT NULL);

CREATE INDEX invites_organization_id_created_at_id_idx ON public.invites USING btree (organization_id, created_at, id);

CREATE INDEX ip_addresses_first_discovery_id_idx ON public.ip_addresses USING btree (first_discovery_id) WHERE (first_discovery_id IS NOT NULL);

CREATE INDEX ip_addresses_last_discovery_id_idx ON public.ip_addresses USING btree (last_discovery_id) WHERE (last_discovery_id IS NOT NULL);

CREATE INDEX ip_addresses_network_id_created_at_id_idx ON public.ip_addresses USING btree (network_id, created_at, id);

CREATE INDEX ip_addresses_network_id_ip_address_idx ON public.ip_addresses USING btree (network_id, ip_address);

CREATE INDEX ip_addresses_network_id_mac_address_idx ON public.ip_addresses USING btree (network_id, mac_address) WHERE (mac_address IS NOT NULL);

CREATE INDEX ip_addresses_revisions_host_id_idx ON public.ip_addresses_revisions USING btree (host_id, valid_to) WHERE (host_id IS NOT NULL);

CREATE UNIQUE INDEX ip_addresses_revisions_id_valid_to_key ON public.ip_addresses_revisions USING btree (id, valid_to);

CREATE INDEX ip_addresses_revisions_last_idx ON public.ip_addresses_revisions USING btree (network_id, valid_to) WHERE is_last;

CREATE INDEX ip_addresses_revisions_scope_idx ON public.ip_addresses_revisions USING btree (network_id, valid_to);

CREATE INDEX ip_addresses_revisions_subnet_id_idx ON public.ip_addresses_revisions USING btree (subnet_id, valid_to) WHERE (subnet_id IS NOT NULL);

CREATE INDEX ip_addresses_revisions_valid_to_idx ON public.ip_addresses_revisions USING brin (valid_to);

CREATE INDEX ip_addresses_scope_valid_from_idx ON public.ip_addresses USING btree (network_id, valid_from);

CREATE INDEX ip_addresses_subnet_id_idx ON public.ip_addresses USING btree (subnet_id);

CREATE INDEX link_decisions_created_by_user_id_idx ON public.link_decisions USING btree (created_by_user_id) WHERE (created_by_user_id IS NOT NULL);

CREATE INDEX link_decisions_interface_id_idx ON public.link_decisions USING btree (interface_id);

CREATE UNIQUE INDEX link_decisions_interface_id_remote_host_id_key ON public.link_decisions USING btree (interface_id, remote_host_id) WHERE (remote_host_id IS NOT NULL);

CREATE UNIQUE INDEX link_decisions_interfaces_key ON public.link_decisions USING btree (LEAST(interface_id, remote_interface_id), GREATEST(interface_id, remote_interface_id)) WHERE (remote_interface_id IS NOT NULL);

CREATE INDEX link_decisions_network_id_created_at_id_idx ON public.link_decisions USING btree (network_id, created_at, id);

CREATE INDEX link_decisions_remote_host_id_idx ON public.link_decisions USING btree (remote_host_id) WHERE (remote_host_id IS NOT NULL);

CREATE INDEX link_decisions_remote_interface_id_idx ON public.link_decisions USING btree (remote_interface_id) WHERE (remote_interface_id IS NOT NULL);

CREATE INDEX login_failures_last_failed_at_idx ON public.login_failures USING btree (last_failed_at);

CREATE INDEX mails_due_at_idx ON public.mails USING btree (due_at);

CREATE INDEX mails_organization_id_created_at_idx ON public.mails USING btree (organization_id, created_at);

CREATE INDEX mails_recipient_created_at_idx ON public.mails USING btree (recipient, created_at);

CREATE UNIQUE INDEX mails_waiting_key ON public.mails USING btree (kind, recipient, subject_id) NULLS NOT DISTINCT WHERE ((claimed_at IS NULL) AND (finished_at IS NULL));

CREATE INDEX neighbor_evidence_interface_id_idx ON public.neighbor_evidence USING btree (interface_id);

CREATE INDEX neighbor_evidence_resolved_host_id_idx ON public.neighbor_evidence USING btree (resolved_host_id) WHERE (resolved_host_id IS NOT NULL);

CREATE INDEX neighbor_evidence_resolved_interface_id_idx ON public.neighbor_evidence USING btree (resolved_interface_id) WHERE (resolved_interface_id IS NOT NULL);

CREATE INDEX network_changes_changed_at_idx ON public.network_changes USING btree (changed_at);

CREATE INDEX network_credentials_credential_id_idx ON public.network_credentials USING btree (credential_id);

CREATE INDEX networks_organization_id_created_at_id_idx ON public.networks USING btree (organization_id, created_at, id);

CREATE INDEX oidc_flows_expires_at_idx ON public.oidc_flows USING btree (expires_at);

CREATE INDEX oidc_flows_user_id_idx ON public.oidc_flows USING btree (user_id);

CREATE INDEX oidc_logouts_expires_at_idx ON public.oidc_logouts USING btree (expires_at);

CREATE INDEX passkey_challenges_expires_at_idx ON public.passkey_challenges USING btree (expires_at);

CREATE INDEX passkey_challenges_user_id_expires_at_idx ON public.passkey_challenges USING btree (user_id, expires_at);

CREATE UNIQUE INDEX passkeys_credential_id_key ON public.passkeys USING btree (credential_id);

CREATE INDEX passkeys_user_id_idx ON public.passkeys USING btree (user_id);

CREATE INDEX ports_first_discovery_id_idx ON public.ports USING btree (first_discovery_id) WHERE (first_discovery_id IS NOT NULL);

CREATE INDEX ports_last_discovery_id_idx ON public.ports USING btree (last_discovery_id) WHERE (last_discovery_id IS NOT NULL);

CREATE INDEX ports_network_id_created_at_id_idx ON public.ports USING btree (network_id, created_at, id);

CREATE INDEX ports_revisions_host_id_idx ON public.ports_revisions USING btree (host_id, valid_to) WHERE (host_id IS NOT NULL);

CREATE UNIQUE INDEX ports_revisions_id_valid_to_key ON public.ports_revisions USING btree (id, valid_to);

CREATE INDEX ports_revisions_last_idx ON public.ports_revisions USING btree (network_id, valid_to) WHERE is_last;

CREATE INDEX ports_revisions_scope_idx ON public.ports_revisions USING btree (network_id, valid_to);

CREATE INDEX ports_revisions_valid_to_idx ON public.ports_revisions USING brin (valid_to);

CREATE INDEX ports_scope_valid_from_idx ON public.ports USING btree (network_id, valid_from);

CREATE INDEX registrations_email_idx ON public.registrations USING btree (email);

CREATE INDEX registrations_expires_at_idx ON public.registrations USING btree (expires_at);

CREATE UNIQUE INDEX registrations_token_hash_key ON public.registrations USING btree (token_hash);

CREATE INDEX saved_views_created_by_user_id_idx ON public.saved_views USING btree (created_by_user_id) WHERE (created_by_user_id IS NOT NULL);

CREATE INDEX saved_views_network_id_created_at_id_idx ON public.saved_views USING btree (network_id, created_at, id);

CREATE INDEX saved_views_revisions_created_by_user_id_idx ON public.saved_views_revisions USING btree (created_by_user_id, valid_to) WHERE (created_by_user_id IS NOT NULL);

CREATE UNIQUE INDEX saved_views_revisions_id_valid_to_key ON public.saved_views_revisions USING btree (id, valid_to);

CREATE INDEX saved_views_revisions_last_idx ON public.saved_views_revisions USING btree (network_id, valid_to) WHERE is_last;

CREATE INDEX saved_views_revisions_scope_idx ON public.saved_views_revisions USING btree (network_id, valid_to);

CREATE INDEX saved_views_revisions_topology_id_idx ON public.saved_views_revisions USING btree (topology_id, valid_to) WHERE (topology_id IS NOT NULL);

CREATE INDEX saved_views_revisions_valid_to_idx ON public.saved_views_revisions USING brin (valid_to);

CREATE INDEX saved_views_scope_valid_from_idx ON public.saved_views USING btree (network_id, valid_from);

CREATE INDEX services_first_discovery_id_idx ON public.services USING btree (first_discovery_id) WHERE (first_discovery_id IS NOT NULL);

CREATE INDEX services_host_id_position_idx ON public.services USING btree (host_id, "position");

CREATE INDEX services_last_discovery_id_idx ON public.services USING btree (last_discovery_id) WHERE (last_discovery_id IS NOT NULL);

CREATE INDEX services_network_id_created_at_id_idx ON public.services USING btree (network_id, created_at, id);

CREATE INDEX services_network_id_name_id_idx ON public.services USING btree (network_id, name, id);

CREATE INDEX services_revisions_host_id_idx ON public.services_revisions USING btree (host_id, valid_to) WHERE (host_id IS NOT NULL);

CREATE UNIQUE INDEX services_revisions_id_valid_to_key ON public.services_revisions USING btree (id, valid_to);

CREATE INDEX services_revisions_last_idx ON public.services_revisions USING btree (network_id, valid_to) WHERE is_last;

CREATE INDEX services_revisions_scope_idx ON public.services_revisions USING btree (network_id, valid_to);

CREATE INDEX services_revisions_valid_to_idx ON public.services_revisions USING brin (valid_to);

CREATE INDEX services_revisions_virtualization_service_id_idx ON public.services_revisions USING btree (virtualization_service_id, valid_to) WHERE (virtualization_service_id IS NOT NULL);

CREATE INDEX services_scope_valid_from_idx ON public.services USING btree (network_id, valid_from);

CREATE INDEX services_search_idx ON public.services USING gin (search_keys(network_id, ARRAY[name, service_definition]));

CREATE INDEX services_virtualization_service_id_idx ON public.services USING btree (virtualization_service_id) WHERE (virtualization_service_id IS NOT NULL);

CREATE INDEX sessions_expires_at_idx ON public.sessions USING btree (expires_at);

CREATE INDEX sessions_user_id_idx ON public.sessions USING btree (user_id) WHERE (user_id IS NOT NULL);

CREATE INDEX shares_created_by_idx ON public.shares USING btree (created_by);

CREATE INDEX shares_network_id_created_at_id_idx ON public.shares USING btree (network_id, created_at, id);

CREATE INDEX shares_topology_id_idx ON public.shares USING btree (topology_id);

CREATE INDEX sign_in_challenges_expires_at_idx ON public.sign_in_challenges USING btree (expires_at);

CREATE INDEX sign_in_challenges_user_id_idx ON public.sign_in_challenges USING btree (user_id);

CREATE INDEX snapshots_created_by_user_id_idx ON public.snapshots USING btree (created_by_user_id) WHERE (created_by_user_id IS NOT NULL);

CREATE INDEX snapshots_network_id_created_at_id_idx ON public.snapshots USING btree (network_id, created_at, id);

CREATE INDEX snapshots_network_id_taken_at_idx ON public.snapshots USING btree (network_id, taken_at);

CREATE INDEX snapshots_organization_id_taken_at_idx ON public.snapshots USING btree (organization_id, taken_at);

CREATE UNIQUE INDEX subnet_vlans_revisions_id_valid_to_key ON public.subnet_vlans_revisions USING btree (id, valid_to);

CREATE INDEX subnet_vlans_revisions_last_idx ON public.subnet_vlans_revisions USING btree (network_id, valid_to) WHERE is_last;

CREATE INDEX subnet_vlans_revisions_scope_idx ON public.subnet_vlans_revisions USING btree (network_id, valid_to);

CREATE INDEX subnet_vlans_revisions_subnet_id_idx ON public.subnet_vlans_revisions USING btree (subnet_id, valid_to) WHERE (subnet_id IS NOT NULL);

CREATE INDEX subnet_vlans_revisions_valid_to_idx ON public.subnet_vlans_revisions USING brin (valid_to);

CREATE INDEX subnet_vlans_revisions_vlan_id_idx ON public.subnet_vlans_revisions USING btree (vlan_id, valid_to) WHERE (vlan_id IS NOT NULL);

CREATE INDEX subnet_vlans_scope_valid_from_idx ON public.subnet_vlans USING btree (network_id, valid_from);

CREATE INDEX subnet_vlans_vlan_id_idx ON public.subnet_vlans USING btree (vlan_id);

CREATE INDEX subnets_first_discovery_id_idx ON public.subnets USING btree (first_discovery_id) WHERE (first_discovery_id IS NOT NULL);

CREATE INDEX subnets_last_discovery_id_idx ON public.subnets USING btree (last_discovery_id) WHERE (last_discovery_id IS NOT NULL);

CREATE UNIQUE INDEX subnets_network_id_cidr_key ON public.subnets USING btree (network_id, cidr) WHERE ((subnet_type <> ALL (ARRAY['DockerBridge'::subnet_type, 'PodmanBridge'::subnet_type])) AND (source_type <> 'System'::entity_source_type));

CREATE UNIQUE INDEX subnets_network_id_cidr_virtualization_service_id_key ON public.subnets USING btree (network_id, cidr, virtualization_service_id) WHERE ((subnet_type = ANY (ARRAY['DockerBridge'::subnet_type, 'PodmanBridge'::subnet_type])) AND (source_type <> 'System'::entity_source_type));

CREATE INDEX subnets_network_id_created_at_id_idx ON public.subnets USING btree (network_id, created_at, id);

CREATE UNIQUE INDEX subnets_network_id_subnet_type_system_key ON public.subnets USING btree (network_id, subnet_type) WHERE (source_type = 'System'::entity_source_type);

CREATE UNIQUE INDEX subnets_revisions_id_valid_to_key ON public.subnets_revisions USING btree (id, valid_to);

CREATE INDEX subnets_revisions_last_idx ON public.subnets_revisions USING btree (network_id, valid_to) WHERE is_last;

CREATE INDEX subnets_revisions_scope_idx ON public.subnets_revisions USING btree (network_id, valid_to);

CREATE INDEX subnets_revisions_valid_to_idx ON public.subnets_revisions USING brin (valid_to);

CREATE INDEX subnets_revisions_virtualization_service_id_idx ON public.subnets_revisions USING btree (virtualization_service_id, valid_to) WHERE (virtualization_service_id IS NOT NULL);

CREATE INDEX subnets_scope_valid_from_idx ON public.subnets USING btree (network_id, valid_from);

CREATE INDEX subnets_virtualization_service_id_idx ON public.subnets USING btree (virtualization_service_id) WHERE (virtualization_service_id IS NOT NULL);

CREATE INDEX tag_assignments_daemon_api_key_id_idx ON public.tag_assignments USING btree (daemon_api_key_id) WHERE (daemon_api_key_id IS NOT NULL);

CREATE INDEX tag_assignments_daemon_id_idx ON public.tag_assignments USING btree (daemon_id) WHERE (daemon_id IS NOT NULL);

CREATE INDEX tag_assignments_discovery_id_idx ON public.tag_assignments USING btree (discovery_id) WHERE (discovery_id IS NOT NULL);

CREATE INDEX tag_assignments_group_id_idx ON public.tag_assignments USING btree (group_id) WHERE (group_id IS NOT NULL);

CREATE INDEX tag_assignments_host_id_idx ON public.tag_assignments USING btree (host_id) WHERE (host_id IS NOT NULL);

CREATE INDEX tag_assignments_network_id_idx ON public.tag_assignments USING btree (network_id) WHERE (network_id IS NOT NULL);

CREATE INDEX tag_assignments_revisions_daemon_api_key_id_idx ON public.tag_assignments_revisions USING btree (daemon_api_key_id, valid_to) WHERE (daemon_api_key_id IS NOT NULL);

CREATE INDEX tag_assignments_revisions_daemon_id_idx ON public.tag_assignments_revisions USING btree (daemon_id, valid_to) WHERE (daemon_id IS NOT NULL);

CREATE INDEX tag_assignments_revisions_discovery_id_idx ON public.tag_assignments_revisions USING btree (discovery_id, valid_to) WHERE (discovery_id IS NOT NULL);

CREATE INDEX tag_assignments_revisions_group_id_idx ON public.tag_assignments_revisions USING btree (group_id, valid_to) WHERE (group_id IS NOT NULL);

CREATE INDEX tag_assignments_revisions_host_id_idx ON public.tag_assignments_revisions USING btree (host_id, valid_to) WHERE (host_id IS NOT NULL);

CREATE UNIQUE INDEX tag_assignments_revisions_id_valid_to_key ON public.tag_assignments_revisions USING btree (id, valid_to);

CREATE INDEX tag_assignments_revisions_last_idx ON public.tag_assignments_revisions USING btree (organization_id, valid_to) WHERE is_last;

CREATE INDEX tag_assignments_revisions_scope_idx ON public.tag_assignments_revisions USING btree (organization_id, valid_to);

CREATE INDEX tag_assignments_revisions_service_id_idx ON public.tag_assignments_revisions USING btree (service_id, valid_to) WHERE (service_id IS NOT NULL);

CREATE INDEX tag_assignments_revisions_subnet_id_idx ON public.tag_assignments_revisions USING btree (subnet_id, valid_to) WHERE (subnet_id IS NOT NULL);

CREATE INDEX tag_assignments_revisions_tag_id_idx ON public.tag_assignments_revisions USING btree (tag_id, valid_to) WHERE (tag_id IS NOT NULL);

CREATE INDEX tag_assignments_revisions_tagged_network_id_idx ON public.tag_assignments_revisions USING btree (tagged_network_id, valid_to) WHERE (tagged_network_id IS NOT NULL);

CREATE INDEX tag_assignments_revisions_user_api_key_id_idx ON public.tag_assignments_revisions USING btree (user_api_key_id, valid_to) WHERE (user_api_key_id IS NOT NULL);

CREATE INDEX tag_assignments_revisions_valid_to_idx ON public.tag_assignments_revisions USING brin (valid_to);

CREATE INDEX tag_assignments_scope_valid_from_idx ON public.tag_assignments USING btree (organization_id, valid_from);

CREATE INDEX tag_assignments_service_id_idx ON public.tag_assignments USING btree (service_id) WHERE (service_id IS NOT NULL);

CREATE INDEX tag_assignments_subnet_id_idx ON public.tag_assignments USING btree (subnet_id) WHERE (subnet_id IS NOT NULL);

CREATE INDEX tag_assignments_tag_id_idx ON public.tag_assignments USING btree (tag_id);

CREATE INDEX tag_assignments_tagged_network_id_idx ON public.tag_assignments USING btree (tagged_network_id) WHERE (tagged_network_id IS NOT NULL);

CREATE INDEX tag_assignments_user_api_key_id_idx ON public.tag_assignments USING btree (user_api_key_id) WHERE (user_api_key_id IS NOT NULL);

CREATE INDEX tags_organization_id_created_at_id_idx ON public.tags USING btree (organization_id, created_at, id);

CREATE UNIQUE INDEX tags_revisions_id_valid_to_key ON public.tags_revisions USING btree (id, valid_to);

CREATE INDEX tags_revisions_last_idx ON public.tags_revisions USING btree (organization_id, valid_to) WHERE is_last;

CREATE INDEX tags_revisions_scope_idx ON public.tags_revisions USING btree (organization_id, valid_to);

CREATE INDEX tags_revisions_valid_to_idx ON public.tags_revisions USING brin (valid_to);

CREATE INDEX tags_scope_valid_from_idx ON public.tags USING btree (organization_id, valid_from);

CREATE INDEX topologies_network_id_created_at_id_idx ON public.topologies USING btree (network_id, created_at, id);

CREATE UNIQUE INDEX topologies_network_id_live_key ON public.topologies USING btree (network_id) WHERE (snapshot_id IS NULL);

CREATE INDEX user_api_key_networks_network_id_idx ON public.user_api_key_networks USING btree (network_id);

CREATE INDEX user_api_keys_user_id_created_at_id_idx ON public.user_api_keys USING btree (user_id, created_at, id);

CREATE INDEX user_networks_network_id_idx ON public.user_networks USING btree (network_id);

CREATE UNIQUE INDEX users_lower_email_key ON public.users USING btree (lower(email));

CREATE INDEX users_organization_id_created_at_id_idx ON public.users USING btree (organization_id, created_at, id);

CREATE INDEX vlans_first_discovery_id_idx ON public.vlans USING btree (first_discovery_id) WHERE (first_discovery_id IS NOT NULL);

CREATE INDEX vlans_last_discovery_id_idx ON public.vlans USING btree (last_discovery_id) WHERE (last_discovery_id IS NOT NULL);

CREATE INDEX vlans_network_id_created_at_id_idx ON public.vlans USING btree (network_id, created_at, id);

CREATE UNIQUE INDEX vlans_revisions_id_valid_to_key ON public.vlans_revisions USING btree (id, valid_to);

CREATE INDEX vlans_revisions_last_idx ON public.vlans_revisions USING btree (network_id, valid_to) WHERE is_last;

CREATE INDEX vlans_revisions_scope_idx ON public.vlans_revisions USING btree (network_id, valid_to);

CREATE INDEX vlans_revisions_valid_to_idx ON public.vlans_revisions USING brin (valid_to);

CREATE INDEX vlans_scope_valid_from_idx ON public.vlans USING btree (network_id, valid_from);

CREATE INDEX working_credentials_credential_id_idx ON public.working_credentials USING btree (credential_id);

CREATE INDEX working_credentials_network_id_idx ON public.working_credentials USING btree (network_id);

CREATE TRIGGER keep BEFORE DELETE OR UPDATE ON public.audit_events FOR EACH ROW EXECUTE FUNCTION keep_audit_event();

CREATE TRIGGER no_truncation BEFORE TRUNCATE ON public.audit_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

CREATE TRIGGER bindings_delete_marks_network AFTER DELETE ON public.bindings REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();

CREATE TRIGGER bindings_insert_marks_network AFTER INSERT ON public.bindings REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();

CREATE TRIGGER bindings_update_marks_network AFTER UPDATE ON public.bindings REFERENCING OLD TABLE AS rows_before NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes_of_update();

CREATE TRIGGER history_1_begin BEFORE INSERT ON public.bindings FOR EACH ROW EXECUTE FUNCTION bindings_begin();

CREATE TRIGGER history_1_change BEFORE UPDATE ON public.bindings FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.created_at IS DISTINCT FROM new.created_at) OR (old.valid_from IS DISTINCT FROM new.valid_from) OR (old.valid_to IS DISTINCT FROM new.valid_to) OR (old.first_discovery_id IS DISTINCT FROM new.first_discovery_id) OR (old.network_id IS DISTINCT FROM new.network_id) OR (old.host_id IS DISTINCT FROM new.host_id) OR (old.service_id IS DISTINCT FROM new.service_id) OR (old.ip_address_id IS DISTINCT FROM new.ip_address_id) OR (old.port_id IS DISTINCT FROM new.port_id) OR (old.audit_event_id IS DISTINCT FROM new.audit_event_id))) EXECUTE FUNCTION bindings_change();

CREATE TRIGGER history_1_no_truncation BEFORE TRUNCATE ON public.bindings FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

CREATE TRIGGER history_2_begin_later AFTER INSERT ON public.bindings REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION bindings_begin_later();

CREATE TRIGGER history_2_keep_changed AFTER UPDATE ON public.bindings REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION bindings_keep_changed();

CREATE TRIGGER history_2_keep_deleted AFTER DELETE ON public.bindings REFERENCING OLD TABLE AS rows_before FOR EACH STATEMENT EXECUTE FUNCTION bindings_keep_deleted();

CREATE TRIGGER kept_for_good BEFORE UPDATE ON public.bindings_revisions FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER no_overlap AFTER INSERT ON public.bindings_revisions REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION bindings_revisions_no_overlap();

CREATE TRIGGER no_truncation BEFORE TRUNCATE ON public.bindings_revisions FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

CREATE CONSTRAINT TRIGGER "audit_CredentialChanged" AFTER UPDATE ON public.credentials DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.name IS DISTINCT FROM new.name) OR (old.credential_type IS DISTINCT FROM new.credential_type) OR (old.is_default IS DISTINCT FROM new.is_default) OR (old.secrets IS DISTINCT FROM new.secrets))) EXECUTE FUNCTION audit_row('CredentialChanged', 'Credential', '{name,credential_type,is_default}', '{secrets}');

CREATE CONSTRAINT TRIGGER "audit_CredentialCreated" AFTER INSERT ON public.credentials DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('CredentialCreated', 'Credential', '{credential_type,is_default}', '{}');

CREATE CONSTRAINT TRIGGER "audit_CredentialDeleted" AFTER DELETE ON public.credentials DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('CredentialDeleted', 'Credential', '{credential_type}', '{}');

CREATE CONSTRAINT TRIGGER "audit_KeyChanged" AFTER UPDATE ON public.daemon_api_keys DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.name IS DISTINCT FROM new.name) OR (old.network_id IS DISTINCT FROM new.network_id) OR (old.is_enabled IS DISTINCT FROM new.is_enabled) OR (old.expires_at IS DISTINCT FROM new.expires_at))) EXECUTE FUNCTION audit_row('KeyChanged', 'DaemonApiKey', '{name,network_id,is_enabled,expires_at}', '{}');

CREATE CONSTRAINT TRIGGER "audit_KeyCreated" AFTER INSERT ON public.daemon_api_keys DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('KeyCreated', 'DaemonApiKey', '{network_id,is_enabled,expires_at}', '{}');

CREATE CONSTRAINT TRIGGER "audit_KeyDeleted" AFTER DELETE ON public.daemon_api_keys DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('KeyDeleted', 'DaemonApiKey', '{network_id}', '{}');

CREATE CONSTRAINT TRIGGER "audit_KeyRotated" AFTER UPDATE ON public.daemon_api_keys DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.key_hash IS DISTINCT FROM new.key_hash)) EXECUTE FUNCTION audit_row('KeyRotated', 'DaemonApiKey', '{}', '{key_hash}');

CREATE CONSTRAINT TRIGGER "audit_DaemonAdded" AFTER INSERT ON public.daemons DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('DaemonAdded', 'Daemon', '{network_id,host_id,mode,url}', '{}');

CREATE CONSTRAINT TRIGGER "audit_DaemonRemoved" AFTER DELETE ON public.daemons DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('DaemonRemoved', 'Daemon', '{network_id,host_id}', '{}');

CREATE CONSTRAINT TRIGGER "audit_DiscoveryChanged" AFTER UPDATE ON public.discoveries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.name IS DISTINCT FROM new.name) OR (old.network_id IS DISTINCT FROM new.network_id) OR (old.daemon_id IS DISTINCT FROM new.daemon_id) OR (old.run_type IS DISTINCT FROM new.run_type) OR (old.cron_schedule IS DISTINCT FROM new.cron_schedule) OR (old.schedule_enabled IS DISTINCT FROM new.schedule_enabled) OR (old.timezone IS DISTINCT FROM new.timezone) OR (old.discovery_type IS DISTINCT FROM new.discovery_type) OR (old.discovery_details IS DISTINCT FROM new.discovery_details))) EXECUTE FUNCTION audit_row('DiscoveryChanged', 'Discovery', '{name,network_id,daemon_id,run_type,cron_schedule,schedule_enabled,timezone,discovery_type,discovery_details}', '{}');

CREATE CONSTRAINT TRIGGER "audit_DiscoveryCreated" AFTER INSERT ON public.discoveries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.run_type <> 'Historical'::run_type)) EXECUTE FUNCTION audit_row('DiscoveryCreated', 'Discovery', '{network_id,daemon_id,run_type,cron_schedule}', '{}');

CREATE CONSTRAINT TRIGGER "audit_DiscoveryDeleted" AFTER DELETE ON public.discoveries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.run_type <> 'Historical'::run_type)) EXECUTE FUNCTION audit_row('DiscoveryDeleted', 'Discovery', '{network_id,daemon_id,run_type}', '{}');

CREATE TRIGGER group_members_delete_marks_network AFTER DELETE ON public.group_members REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();

CREATE TRIGGER group_members_insert_marks_network AFTER INSERT ON public.group_members REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();

CREATE TRIGGER group_members_update_marks_network AFTER UPDATE ON public.group_members REFERENCING OLD TABLE AS rows_before NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes_of_update();

CREATE TRIGGER history_1_begin BEFORE INSERT ON public.group_members FOR EACH ROW EXECUTE FUNCTION group_members_begin();

CREATE TRIGGER history_1_change BEFORE UPDATE ON public.group_members FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.created_at IS DISTINCT FROM new.created_at) OR (old.valid_from IS DISTINCT FROM new.valid_from) OR (old.valid_to IS DISTINCT FROM new.valid_to) OR (old.network_id IS DISTINCT FROM new.network_id) OR (old.group_id IS DISTINCT FROM new.group_id) OR (old.service_id IS DISTINCT FROM new.service_id) OR (old.binding_id IS DISTINCT FROM new.binding_id) OR (old."position" IS DISTINCT FROM new."position") OR (old.audit_event_id IS DISTINCT FROM new.audit_event_id))) EXECUTE FUNCTION group_members_change();

CREATE TRIGGER history_1_no_truncation BEFORE TRUNCATE ON public.group_members FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

CREATE TRIGGER history_2_begin_later AFTER INSERT ON public.group_members REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION group_members_begin_later();

CREATE TRIGGER history_2_keep_changed AFTER UPDATE ON public.group_members REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION group_members_keep_changed();

CREATE TRIGGER history_2_keep_deleted AFTER DELETE ON public.group_members REFERENCING OLD TABLE AS rows_before FOR EACH STATEMENT EXECUTE FUNCTION group_members_keep_deleted();

CREATE TRIGGER kept_for_good BEFORE UPDATE ON public.group_members_revisions FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER no_overlap AFTER INSERT ON public.group_members_revisions REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION group_members_revisions_no_overlap();

CREATE TRIGGER no_truncation BEFORE TRUNCATE ON public.group_members_revisions FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

CREATE TRIGGER groups_delete_marks_network AFTER DELETE ON public.groups REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();

CREATE TRIGGER groups_insert_marks_network AFTER INSERT ON public.groups REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();

CREATE TRIGGER groups_update_marks_network AFTER UPDATE ON public.groups REFERENCING OLD TABLE AS rows_before NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes_of_update();

CREATE TRIGGER history_1_begin BEFORE INSERT ON public.groups FOR EACH ROW EXECUTE FUNCTION groups_begin();

CREATE TRIGGER history_1_change BEFORE UPDATE ON public.groups FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.created_at IS DISTINCT FROM new.created_at) OR (old.valid_from IS DISTINCT FROM new.valid_from) OR (old.valid_to IS DISTINCT FROM new.valid_to) OR (old.network_id IS DISTINCT FROM new.network_id) OR (old.source_type IS DISTINCT FROM new.source_type) OR (old.source_confidence IS DISTINCT FROM new.source_confidence) OR (old.source_reason IS DISTINCT FROM new.source_reason) OR (old.name IS DISTINCT FROM new.name) OR (old.description IS DISTINCT FROM new.description) OR (old.group_type IS DISTINCT FROM new.group_type) OR (old.member_type IS DISTINCT FROM new.member_type) OR (old.color IS DISTINCT FROM new.color) OR (old.edge_style IS DISTINCT FROM new.edge_style) OR (old.audit_event_id IS DISTINCT FROM new.audit_event_id))) EXECUTE FUNCTION groups_change();

CREATE TRIGGER history_1_no_truncation BEFORE TRUNCATE ON public.groups FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

CREATE TRIGGER history_2_begin_later AFTER INSERT ON public.groups REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION groups_begin_later();

CREATE TRIGGER history_2_keep_changed AFTER UPDATE ON public.groups REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION groups_keep_changed();

CREATE TRIGGER history_2_keep_deleted AFTER DELETE ON public.groups REFERENCING OLD TABLE AS rows_before FOR EACH STATEMENT EXECUTE FUNCTION groups_keep_deleted();

CREATE TRIGGER kept_for_good BEFORE UPDATE ON public.groups_revisions FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER no_overlap AFTER INSERT ON public.groups_revisions REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION groups_revisions_no_overlap();

CREATE TRIGGER no_truncation BEFORE TRUNCATE ON public.groups_revisions FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

CREATE TRIGGER host_credentials_delete_marks_network AFTER DELETE ON public.host_credentials REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();

CREATE TRIGGER host_credentials_insert_marks_network AFTER INSERT ON public.host_credentials REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();

CREATE TRIGGER host_credentials_update_marks_network AFTER UPDATE ON public.host_credentials REFERENCING OLD TABLE AS rows_before NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes_of_update();

CREATE TRIGGER history_1_begin BEFORE INSERT ON public.hosts FOR EACH ROW EXECUTE FUNCTION hosts_begin();

CREATE TRIGGER history_1_change BEFORE UPDATE ON public.hosts FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.created_at IS DISTINCT FROM new.created_at) OR (old.valid_from IS DISTINCT FROM new.valid_from) OR (old.valid_to IS DISTINCT FROM new.valid_to) OR (old.first_discovery_id IS DISTINCT FROM new.first_discovery_id) OR (old.network_id IS DISTINCT FROM new.network_id) OR (old.source_type IS DISTINCT FROM new.source_type) OR (old.source_confidence IS DISTINCT FROM new.source_confidence) OR (old.source_reason IS DISTINCT FROM new.source_reason) OR (old.name IS DISTINCT FROM new.name) OR (old.hostname IS DISTINCT FROM new.hostname) OR (old.description IS DISTINCT FROM new.description) OR (old.hidden IS DISTINCT FROM new.hidden) OR (old.sys_descr IS DISTINCT FROM new.sys_descr) OR (old.sys_object_id IS DISTINCT FROM new.sys_object_id) OR (old.sys_location IS DISTINCT FROM new.sys_location) OR (old.sys_contact IS DISTINCT FROM new.sys_contact) OR (old.management_url IS DISTINCT FROM new.management_url) OR (old.chassis_id IS DISTINCT FROM new.chassis_id) OR (old.sys_name IS DISTINCT FROM new.sys_name) OR (old.sys_name_source IS DISTINCT FROM new.sys_name_source) OR (old.manufacturer IS DISTINCT FROM new.manufacturer) OR (old.manufacturer_source IS DISTINCT FROM new.manufacturer_source) OR (old.model IS DISTINCT FROM new.model) OR (old.model_source IS DISTINCT FROM new.model_source) OR (old.serial_number IS DISTINCT FROM new.serial_number) OR (old.serial_number_source IS DISTINCT FROM new.serial_number_source) OR (old.firmware_revision IS DISTINCT FROM new.firmware_revision) OR (old.firmware_revision_source IS DISTINCT FROM new.firmware_revision_source) OR (old.software_revision IS DISTINCT FROM new.software_revision) OR (old.software_revision_source IS DISTINCT FROM new.software_revision_source) OR (old.os IS DISTINCT FROM new.os) OR (old.os_source IS DISTINCT FROM new.os_source) OR (old.virtualization_type IS DISTINCT FROM new.virtualization_type) OR (old.vm_name IS DISTINCT FROM new.vm_name) OR (old.vm_id IS DISTINCT FROM new.vm_id) OR (old.virtualization_service_id IS DISTINCT FROM new.virtualization_service_id) OR (old.audit_event_id IS DISTINCT FROM new.audit_event_id) OR (old.missing_since IS DISTINCT FROM new.missing_since) OR (old.name_source IS DISTINCT FROM new.name_source) OR (old.hostname_source IS DISTINCT FROM new.hostname_source))) EXECUTE FUNCTION hosts_change();

CREATE TRIGGER history_1_no_truncation BEFORE TRUNCATE ON public.hosts FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

CREATE TRIGGER history_2_begin_later AFTER INSERT ON public.hosts REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION hosts_begin_later();

CREATE TRIGGER history_2_keep_changed AFTER UPDATE ON public.hosts REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION hosts_keep_changed();

CREATE TRIGGER history_2_keep_deleted AFTER DELETE ON public.hosts REFERENCING OLD TABLE AS rows_before FOR EACH STATEMENT EXECUTE FUNCTION hosts_keep_deleted();

CREATE TRIGGER hosts_delete_marks_network AFTER DELETE ON public.hosts REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();

CREATE TRIGGER hosts_insert_marks_network AFTER INSERT ON public.hosts REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();

CREATE TRIGGER hosts_update_marks_network AFTER UPDATE ON public.hosts REFERENCING OLD TABLE AS rows_before NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes_of_update();

CREATE TRIGGER kept_for_good BEFORE UPDATE ON public.hosts_revisions FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER no_overlap AFTER INSERT ON public.hosts_revisions REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION hosts_revisions_no_overlap();

CREATE TRIGGER no_truncation BEFORE TRUNCATE ON public.hosts_revisions FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

CREATE TRIGGER history_1_begin BEFORE INSERT ON public.interface_neighbors FOR EACH ROW EXECUTE FUNCTION interface_neighbors_begin();

CREATE TRIGGER history_1_change BEFORE UPDATE ON public.interface_neighbors FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.created_at IS DISTINCT FROM new.created_at) OR (old.valid_from IS DISTINCT FROM new.valid_from) OR (old.valid_to IS DISTINCT FROM new.valid_to) OR (old.network_id IS DISTINCT FROM new.network_id) OR (old.interface_id IS DISTINCT FROM new.interface_id) OR (old.remote_interface_id IS DISTINCT FROM new.remote_interface_id) OR (old.remote_host_id IS DISTINCT FROM new.remote_host_id) OR (old.protocol IS DISTINCT FROM new.protocol) OR (old.audit_event_id IS DISTINCT FROM new.audit_event_id) OR (old.basis IS DISTINCT FROM new.basis) OR (old.down_since IS DISTINCT FROM new.down_since))) EXECUTE FUNCTION interface_neighbors_change();

CREATE TRIGGER history_1_no_truncation BEFORE TRUNCATE ON public.interface_neighbors FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

CREATE TRIGGER history_2_begin_later AFTER INSERT ON public.interface_neighbors REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION interface_neighbors_begin_later();

CREATE TRIGGER history_2_keep_changed AFTER UPDATE ON public.interface_neighbors REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION interface_neighbors_keep_changed();

CREATE TRIGGER history_2_keep_deleted AFTER DELETE ON public.interface_neighbors REFERENCING OLD TABLE AS rows_before FOR EACH STATEMENT EXECUTE FUNCTION interface_neighbors_keep_deleted();

CREATE TRIGGER interface_neighbors_delete_marks_network AFTER DELETE ON public.interface_neighbors REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();

CREATE TRIGGER interface_neighbors_insert_marks_network AFTER INSERT ON public.interface_neighbors REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();

CREATE TRIGGER interface_neighbors_update_marks_network AFTER UPDATE ON public.interface_neighbors REFERENCING OLD TABLE AS rows_before NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes_of_update();

CREATE TRIGGER kept_for_good BEFORE UPDATE ON public.interface_neighbors_revisions FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER no_overlap AFTER INSERT ON public.interface_neighbors_revisions REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION interface_neighbors_revisions_no_overlap();

CREATE TRIGGER no_truncation BEFORE TRUNCATE ON public.interface_neighbors_revisions FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

CREATE TRIGGER history_1_begin BEFORE INSERT ON public.interface_vlans FOR EACH ROW EXECUTE FUNCTION interface_vlans_begin();

CREATE TRIGGER history_1_change BEFORE UPDATE ON public.interface_vlans FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.created_at IS DISTINCT FROM new.created_at) OR (old.valid_from IS DISTINCT FROM new.valid_from) OR (old.valid_to IS DISTINCT FROM new.valid_to) OR (old.network_id IS DISTINCT FROM new.network_id) OR (old.interface_id IS DISTINCT FROM new.interface_id) OR (old.vlan_id IS DISTINCT FROM new.vlan_id) OR (old.audit_event_id IS DISTINCT FROM new.audit_event_id))) EXECUTE FUNCTION interface_vlans_change();

CREATE TRIGGER history_1_no_truncation BEFORE TRUNCATE ON public.interface_vlans FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

CREATE TRIGGER history_2_begin_later AFTER INSERT ON public.interface_vlans REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION interface_vlans_begin_later();

CREATE TRIGGER history_2_keep_changed AFTER UPDATE ON public.interface_vlans REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION interface_vlans_keep_changed();

CREATE TRIGGER history_2_keep_deleted AFTER DELETE ON public.interface_vlans REFERENCING OLD TABLE AS rows_before FOR EACH STATEMENT EXECUTE FUNCTION interface_vlans_keep_deleted();

CREATE TRIGGER interface_vlans_delete_marks_network AFTER DELETE ON public.interface_vlans REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();

CREATE TRIGGER interface_vlans_insert_marks_network AFTER INSERT ON public.interface_vlans REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();

CREATE TRIGGER interface_vlans_update_marks_network AFTER UPDATE ON public.interface_vlans REFERENCING OLD TABLE AS rows_before NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes_of_update();

CREATE TRIGGER kept_for_good BEFORE UPDATE ON public.interface_vlans_revisions FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER no_overlap AFTER INSERT ON public.interface_vlans_revisions REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION interface_vlans_revisions_no_overlap();

CREATE TRIGGER no_truncation BEFORE TRUNCATE ON public.interface_vlans_revisions FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

CREATE TRIGGER history_1_begin BEFORE INSERT ON public.interfaces FOR EACH ROW EXECUTE FUNCTION interfaces_begin();

CREATE TRIGGER history_1_change BEFORE UPDATE ON public.interfaces FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.created_at IS DISTINCT FROM new.created_at) OR (old.valid_from IS DISTINCT FROM new.valid_from) OR (old.valid_to IS DISTINCT FROM new.valid_to) OR (old.first_discovery_id IS DISTINCT FROM new.first_discovery_id) OR (old.network_id IS DISTINCT FROM new.network_id) OR (old.host_id IS DISTINCT FROM new.host_id) OR (old.if_index IS DISTINCT FROM new.if_index) OR (old.if_descr IS DISTINCT FROM new.if_descr) OR (old.if_name IS DISTINCT FROM new.if_name) OR (old.if_alias IS DISTINCT FROM new.if_alias) OR (old.if_type IS DISTINCT FROM new.if_type) OR (old.speed_bps IS DISTINCT FROM new.speed_bps) OR (old.admin_status IS DISTINCT FROM new.admin_status) OR (old.oper_status IS DISTINCT FROM new.oper_status) OR (old.mac_address IS DISTINCT FROM new.mac_address) OR (old.ip_configured IS DISTINCT FROM new.ip_configured) OR (old.fdb_macs IS DISTINCT FROM new.fdb_macs) OR (old.ip_address_id IS DISTINCT FROM new.ip_address_id) OR (old.native_vlan_id IS DISTINCT FROM new.native_vlan_id) OR (old.audit_event_id IS DISTINCT FROM new.audit_event_id))) EXECUTE FUNCTION interfaces_change();

CREATE TRIGGER history_1_no_truncation BEFORE TRUNCATE ON public.interfaces FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

CREATE TRIGGER history_2_begin_later AFTER INSERT ON public.interfaces REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION interfaces_begin_later();

CREATE TRIGGER history_2_keep_changed AFTER UPDATE ON public.interfaces REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION interfaces_keep_changed();

CREATE TRIGGER history_2_keep_deleted AFTER DELETE ON public.interfaces REFERENCING OLD TABLE AS rows_before FOR EACH STATEMENT EXECUTE FUNCTION interfaces_keep_deleted();

CREATE TRIGGER interfaces_delete_marks_network AFTER DELETE ON public.interfaces REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();

CREATE TRIGGER interfaces_insert_marks_network AFTER INSERT ON public.interfaces REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();

CREATE TRIGGER interfaces_update_marks_network AFTER UPDATE ON public.interfaces REFERENCING OLD TABLE AS rows_before NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes_of_update();

CREATE TRIGGER kept_for_good BEFORE UPDATE ON public.interfaces_revisions FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER no_overlap AFTER INSERT ON public.interfaces_revisions REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION interfaces_revisions_no_overlap();

CREATE TRIGGER no_truncation BEFORE TRUNCATE ON public.interfaces_revisions FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

CREATE CONSTRAINT TRIGGER "audit_InviteAccepted" AFTER UPDATE ON public.invites DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.accepted_at IS DISTINCT FROM new.accepted_at)) EXECUTE FUNCTION audit_row('InviteAccepted', 'Invite', '{accepted_at}', '{}');

CREATE CONSTRAINT TRIGGER "audit_InviteCreated" AFTER INSERT ON public.invites DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('InviteCreated', 'Invite', '{permissions,send_to,expires_at}', '{}', 'invite_networks', 'invite_id');

CREATE CONSTRAINT TRIGGER "audit_InviteRevoked" AFTER DELETE ON public.invites DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('InviteRevoked', 'Invite', '{permissions,send_to,expires_at}', '{}');

CREATE TRIGGER history_1_begin BEFORE INSERT ON public.ip_addresses FOR EACH ROW EXECUTE FUNCTION ip_addresses_begin();

CREATE TRIGGER history_1_change BEFORE UPDATE ON public.ip_addresses FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.created_at IS DISTINCT FROM new.created_at) OR (old.valid_from IS DISTINCT FROM new.valid_from) OR (old.valid_to IS DISTINCT FROM new.valid_to) OR (old.first_discovery_id IS DISTINCT FROM new.first_discovery_id) OR (old.network_id IS DISTINCT FROM new.network_id) OR (old.host_id IS DISTINCT FROM new.host_id) OR (old.subnet_id IS DISTINCT FROM new.subnet_id) OR (old.subnet_cidr IS DISTINCT FROM new.subnet_cidr) OR (old.ip_address IS DISTINCT FROM new.ip_address) OR (old.name IS DISTINCT FROM new.name) OR (old.mac_address IS DISTINCT FROM new.mac_address) OR (old."position" IS DISTINCT FROM new."position") OR (old.audit_event_id IS DISTINCT FROM new.audit_event_id))) EXECUTE FUNCTION ip_addresses_change();

CREATE TRIGGER history_1_no_truncation BEFORE TRUNCATE ON public.ip_addresses FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

CREATE TRIGGER history_2_begin_later AFTER INSERT ON public.ip_addresses REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION ip_addresses_begin_later();

CREATE TRIGGER history_2_keep_changed AFTER UPDATE ON public.ip_addresses REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION ip_addresses_keep_changed();

CREATE TRIGGER history_2_keep_deleted AFTER DELETE ON public.ip_addresses REFERENCING OLD TABLE AS rows_before FOR EACH STATEMENT EXECUTE FUNCTION ip_addresses_keep_deleted();

CREATE TRIGGER ip_addresses_delete_marks_network AFTER DELETE ON public.ip_addresses REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();

CREATE TRIGGER ip_addresses_insert_marks_network AFTER INSERT ON public.ip_addresses REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();

CREATE TRIGGER ip_addresses_update_marks_network AFTER UPDATE ON public.ip_addresses REFERENCING OLD TABLE AS rows_before NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes_of_update();

CREATE TRIGGER kept_for_good BEFORE UPDATE ON public.ip_addresses_revisions FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER no_overlap AFTER INSERT ON public.ip_addresses_revisions REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION ip_addresses_revisions_no_overlap();

CREATE TRIGGER no_truncation BEFORE TRUNCATE ON public.ip_addresses_revisions FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

CREATE CONSTRAINT TRIGGER "audit_LinkDecided" AFTER INSERT ON public.link_decisions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('LinkDecided', 'LinkDecision', '{network_id,interface_id,remote_interface_id,remote_host_id,verdict}', '{}');

CREATE CONSTRAINT TRIGGER "audit_LinkDecisionDeleted" AFTER DELETE ON public.link_decisions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('LinkDecisionDeleted', 'LinkDecision', '{network_id,interface_id,remote_interface_id,remote_host_id,verdict}', '{}');

CREATE TRIGGER await_resolution BEFORE UPDATE OF resolved_interface_id, resolved_host_id ON public.neighbor_evidence FOR EACH ROW WHEN (((num_nonnulls(old.resolved_interface_id, old.resolved_host_id) > 0) AND (num_nonnulls(new.resolved_interface_id, new.resolved_host_id) = 0) AND (NOT (new.reason IS DISTINCT FROM old.reason)))) EXECUTE FUNCTION await_resolution();

CREATE TRIGGER neighbor_evidence_delete_marks_network AFTER DELETE ON public.neighbor_evidence REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();

CREATE TRIGGER neighbor_evidence_insert_marks_network AFTER INSERT ON public.neighbor_evidence REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();

CREATE TRIGGER neighbor_evidence_update_marks_network AFTER UPDATE ON public.neighbor_evidence REFERENCING OLD TABLE AS rows_before NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes_of_update();

CREATE CONSTRAINT TRIGGER "audit_NetworkChanged" AFTER UPDATE ON public.networks DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.name IS DISTINCT FROM new.name) OR (old.stale_after_hours IS DISTINCT FROM new.stale_after_hours))) EXECUTE FUNCTION audit_row('NetworkChanged', 'Network', '{name,stale_after_hours}', '{}');

CREATE CONSTRAINT TRIGGER "audit_NetworkCreated" AFTER INSERT ON public.networks DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('NetworkCreated', 'Network', '{stale_after_hours}', '{}');

CREATE CONSTRAINT TRIGGER "audit_NetworkDeleted" AFTER DELETE ON public.networks DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('NetworkDeleted', 'Network', '{}', '{}');

CREATE TRIGGER begin_without_history AFTER INSERT ON public.networks FOR EACH ROW EXECUTE FUNCTION begin_without_history('network_id', 'bindings_revisions group_members_revisions groups_revisions hosts_revisions interface_neighbors_revisions interface_vlans_revisions interfaces_revisions ip_addresses_revisions ports_revisions saved_views_revisions services_revisions subnets_revisions vlans_revisions');

CREATE TRIGGER begin_without_tags_history AFTER INSERT ON public.networks FOR EACH ROW EXECUTE FUNCTION begin_without_history('tagged_network_id', 'tag_assignments_revisions');

CREATE CONSTRAINT TRIGGER "audit_ApiAccessChanged" AFTER UPDATE ON public.organizations DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.api_access_enabled IS DISTINCT FROM new.api_access_enabled)) EXECUTE FUNCTION audit_row('ApiAccessChanged', 'Organization', '{api_access_enabled}', '{}');

CREATE CONSTRAINT TRIGGER "audit_OrganizationChanged" AFTER UPDATE ON public.organizations DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.name IS DISTINCT FROM new.name)) EXECUTE FUNCTION audit_row('OrganizationChanged', 'Organization', '{name}', '{}');

CREATE CONSTRAINT TRIGGER "audit_SecondFactorRequirementChanged" AFTER UPDATE ON public.organizations DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.second_factor_required IS DISTINCT FROM new.second_factor_required)) EXECUTE FUNCTION audit_row('SecondFactorRequirementChanged', 'Organization', '{second_factor_required}', '{}');

CREATE TRIGGER begin_without_history AFTER INSERT ON public.organizations FOR EACH ROW EXECUTE FUNCTION begin_without_history('organization_id', 'tags_revisions tag_assignments_revisions');

CREATE TRIGGER history_1_begin BEFORE INSERT ON public.ports FOR EACH ROW EXECUTE FUNCTION ports_begin();

CREATE TRIGGER history_1_change BEFORE UPDATE ON public.ports FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.created_at IS DISTINCT FROM new.created_at) OR (old.valid_from IS DISTINCT FROM new.valid_from) OR (old.valid_to IS DISTINCT FROM new.valid_to) OR (old.first_discovery_id IS DISTINCT FROM new.first_discovery_id) OR (old.network_id IS DISTINCT FROM new.network_id) OR (old.host_id IS DISTINCT FROM new.host_id) OR (old.number IS DISTINCT FROM new.number) OR (old.protocol IS DISTINCT FROM new.protocol) OR (old.audit_event_id IS DISTINCT FROM new.audit_event_id))) EXECUTE FUNCTION ports_change();

CREATE TRIGGER history_1_no_truncation BEFORE TRUNCATE ON public.ports FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

CREATE TRIGGER history_2_begin_later AFTER INSERT ON public.ports REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION ports_begin_later();

CREATE TRIGGER history_2_keep_changed AFTER UPDATE ON public.ports REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION ports_keep_changed();

CREATE TRIGGER history_2_keep_deleted AFTER DELETE ON public.ports REFERENCING OLD TABLE AS rows_before FOR EACH STATEMENT EXECUTE FUNCTION ports_keep_deleted();

CREATE TRIGGER ports_delete_marks_network AFTER DELETE ON public.ports REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();

CREATE TRIGGER ports_insert_marks_network AFTER INSERT ON public.ports REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();

CREATE TRIGGER ports_update_marks_network AFTER UPDATE ON public.ports REFERENCING OLD TABLE AS rows_before NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes_of_update();

CREATE TRIGGER kept_for_good BEFORE UPDATE ON public.ports_revisions FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER no_overlap AFTER INSERT ON public.ports_revisions REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION ports_revisions_no_overlap();

CREATE TRIGGER no_truncation BEFORE TRUNCATE ON public.ports_revisions FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

CREATE TRIGGER history_1_begin BEFORE INSERT ON public.saved_views FOR EACH ROW EXECUTE FUNCTION saved_views_begin();

CREATE TRIGGER history_1_change BEFORE UPDATE ON public.saved_views FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.created_at IS DISTINCT FROM new.created_at) OR (old.valid_from IS DISTINCT FROM new.valid_from) OR (old.valid_to IS DISTINCT FROM new.valid_to) OR (old.audit_event_id IS DISTINCT FROM new.audit_event_id) OR (old.network_id IS DISTINCT FROM new.network_id) OR (old.organization_id IS DISTINCT FROM new.organization_id) OR (old.topology_id IS DISTINCT FROM new.topology_id) OR (old.created_by_user_id IS DISTINCT FROM new.created_by_user_id) OR (old.name IS DISTINCT FROM new.name) OR (old.description IS DISTINCT FROM new.description) OR (old.visibility IS DISTINCT FROM new.visibility) OR (old.view IS DISTINCT FROM new.view) OR (old.shown_at IS DISTINCT FROM new.shown_at) OR (old.compared_at IS DISTINCT FROM new.compared_at) OR (old.state IS DISTINCT FROM new.state) OR (old.positions IS DISTINCT FROM new.positions) OR (old.routes IS DISTINCT FROM new.routes))) EXECUTE FUNCTION saved_views_change();

CREATE TRIGGER history_1_no_truncation BEFORE TRUNCATE ON public.saved_views FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

CREATE TRIGGER history_2_begin_later AFTER INSERT ON public.saved_views REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION saved_views_begin_later();

CREATE TRIGGER history_2_keep_changed AFTER UPDATE ON public.saved_views REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION saved_views_keep_changed();

CREATE TRIGGER history_2_keep_deleted AFTER DELETE ON public.saved_views REFERENCING OLD TABLE AS rows_before FOR EACH STATEMENT EXECUTE FUNCTION saved_views_keep_deleted();

CREATE TRIGGER kept_for_good BEFORE UPDATE ON public.saved_views_revisions FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER no_overlap AFTER INSERT ON public.saved_views_revisions REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION saved_views_revisions_no_overlap();

CREATE TRIGGER no_truncation BEFORE TRUNCATE ON public.saved_views_revisions FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

CREATE TRIGGER history_1_begin BEFORE INSERT ON public.services FOR EACH ROW EXECUTE FUNCTION services_begin();

CREATE TRIGGER history_1_change BEFORE UPDATE ON public.services FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.created_at IS DISTINCT FROM new.created_at) OR (old.valid_from IS DISTINCT FROM new.valid_from) OR (old.valid_to IS DISTINCT FROM new.valid_to) OR (old.first_discovery_id IS DISTINCT FROM new.first_discovery_id) OR (old.network_id IS DISTINCT FROM new.network_id) OR (old.source_type IS DISTINCT FROM new.source_type) OR (old.source_confidence IS DISTINCT FROM new.source_confidence) OR (old.source_reason IS DISTINCT FROM new.source_reason) OR (old.host_id IS DISTINCT FROM new.host_id) OR (old.name IS DISTINCT FROM new.name) OR (old.service_definition IS DISTINCT FROM new.service_definition) OR (old."position" IS DISTINCT FROM new."position") OR (old.virtualization_type IS DISTINCT FROM new.virtualization_type) OR (old.container_name IS DISTINCT FROM new.container_name) OR (old.container_id IS DISTINCT FROM new.container_id) OR (old.compose_project IS DISTINCT FROM new.compose_project) OR (old.virtualization_service_id IS DISTINCT FROM new.virtualization_service_id) OR (old.audit_event_id IS DISTINCT FROM new.audit_event_id))) EXECUTE FUNCTION services_change();

CREATE TRIGGER history_1_no_truncation BEFORE TRUNCATE ON public.services FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

CREATE TRIGGER history_2_begin_later AFTER INSERT ON public.services REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION services_begin_later();

CREATE TRIGGER history_2_keep_changed AFTER UPDATE ON public.services REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION services_keep_changed();

CREATE TRIGGER history_2_keep_deleted AFTER DELETE ON public.services REFERENCING OLD TABLE AS rows_before FOR EACH STATEMENT EXECUTE FUNCTION services_keep_deleted();

CREATE TRIGGER services_delete_marks_network AFTER DELETE ON public.services REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();

CREATE TRIGGER services_insert_marks_network AFTER INSERT ON public.services REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();

CREATE TRIGGER services_update_marks_network AFTER UPDATE ON public.services REFERENCING OLD TABLE AS rows_before NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes_of_update();

CREATE TRIGGER kept_for_good BEFORE UPDATE ON public.services_revisions FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER no_overlap AFTER INSERT ON public.services_revisions REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION services_revisions_no_overlap();

CREATE TRIGGER no_truncation BEFORE TRUNCATE ON public.services_revisions FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

CREATE CONSTRAINT TRIGGER "audit_ShareChanged" AFTER UPDATE ON public.shares DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.name IS DISTINCT FROM new.name) OR (old.topology_id IS DISTINCT FROM new.topology_id) OR (old.is_enabled IS DISTINCT FROM new.is_enabled) OR (old.expires_at IS DISTINCT FROM new.expires_at) OR (old.allowed_domains IS DISTINCT FROM new.allowed_domains) OR (old.enabled_views IS DISTINCT FROM new.enabled_views) OR (old.password_hash IS DISTINCT FROM new.password_hash))) EXECUTE FUNCTION audit_row('ShareChanged', 'Share', '{name,topology_id,is_enabled,expires_at,allowed_domains,enabled_views}', '{password_hash}');

CREATE CONSTRAINT TRIGGER "audit_ShareCreated" AFTER INSERT ON public.shares DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('ShareCreated', 'Share', '{network_id,topology_id,is_enabled,expires_at}', '{}');

CREATE CONSTRAINT TRIGGER "audit_ShareDeleted" AFTER DELETE ON public.shares DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('ShareDeleted', 'Share', '{network_id,topology_id}', '{}');

CREATE CONSTRAINT TRIGGER "audit_SnapshotDeleted" AFTER DELETE ON public.snapshots DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('SnapshotDeleted', 'Snapshot', '{network_id,taken_at}', '{}');

CREATE CONSTRAINT TRIGGER "audit_SnapshotTaken" AFTER INSERT ON public.snapshots DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('SnapshotTaken', 'Snapshot', '{network_id,taken_at}', '{}');

CREATE TRIGGER history_1_no_truncation BEFORE TRUNCATE ON public.subnet_vlans FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

CREATE TRIGGER kept_for_good BEFORE UPDATE ON public.subnet_vlans_revisions FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER no_overlap AFTER INSERT ON public.subnet_vlans_revisions REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION subnet_vlans_revisions_no_overlap();

CREATE TRIGGER history_1_begin BEFORE INSERT ON public.subnets FOR EACH ROW EXECUTE FUNCTION subnets_begin();

CREATE TRIGGER history_1_change BEFORE UPDATE ON public.subnets FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.created_at IS DISTINCT FROM new.created_at) OR (old.valid_from IS DISTINCT FROM new.valid_from) OR (old.valid_to IS DISTINCT FROM new.valid_to) OR (old.first_discovery_id IS DISTINCT FROM new.first_discovery_id) OR (old.network_id IS DISTINCT FROM new.network_id) OR (old.source_type IS DISTINCT FROM new.source_type) OR (old.source_confidence IS DISTINCT FROM new.source_confidence) OR (old.source_reason IS DISTINCT FROM new.source_reason) OR (old.name IS DISTINCT FROM new.name) OR (old.cidr IS DISTINCT FROM new.cidr) OR (old.cidr_source IS DISTINCT FROM new.cidr_source) OR (old.description IS DISTINCT FROM new.description) OR (old.subnet_type IS DISTINCT FROM new.subnet_type) OR (old.virtualization_service_id IS DISTINCT FROM new.virtualization_service_id) OR (old.audit_event_id IS DISTINCT FROM new.audit_event_id))) EXECUTE FUNCTION subnets_change();

CREATE TRIGGER history_1_no_truncation BEFORE TRUNCATE ON public.subnets FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

CREATE TRIGGER history_2_begin_later AFTER INSERT ON public.subnets REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION subnets_begin_later();

CREATE TRIGGER history_2_keep_changed AFTER UPDATE ON public.subnets REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION subnets_keep_changed();

CREATE TRIGGER history_2_keep_deleted AFTER DELETE ON public.subnets REFERENCING OLD TABLE AS rows_before FOR EACH STATEMENT EXECUTE FUNCTION subnets_keep_deleted();

CREATE TRIGGER subnets_delete_marks_network AFTER DELETE ON public.subnets REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();

CREATE TRIGGER subnets_insert_marks_network AFTER INSERT ON public.subnets REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();

CREATE TRIGGER subnets_update_marks_network AFTER UPDATE ON public.subnets REFERENCING OLD TABLE AS rows_before NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes_of_update();

CREATE TRIGGER kept_for_good BEFORE UPDATE ON public.subnets_revisions FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER no_overlap AFTER INSERT ON public.subnets_revisions REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION subnets_revisions_no_overlap();

CREATE TRIGGER no_truncation BEFORE TRUNCATE ON public.subnets_revisions FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

CREATE TRIGGER history_1_begin BEFORE INSERT ON public.tag_assignments FOR EACH ROW EXECUTE FUNCTION tag_assignments_begin();

CREATE TRIGGER history_1_change BEFORE UPDATE ON public.tag_assignments FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.created_at IS DISTINCT FROM new.created_at) OR (old.valid_from IS DISTINCT FROM new.valid_from) OR (old.valid_to IS DISTINCT FROM new.valid_to) OR (old.organization_id IS DISTINCT FROM new.organization_id) OR (old.network_id IS DISTINCT FROM new.network_id) OR (old.user_id IS DISTINCT FROM new.user_id) OR (old.tag_id IS DISTINCT FROM new.tag_id) OR (old.host_id IS DISTINCT FROM new.host_id) OR (old.service_id IS DISTINCT FROM new.service_id) OR (old.subnet_id IS DISTINCT FROM new.subnet_id) OR (old.group_id IS DISTINCT FROM new.group_id) OR (old.tagged_network_id IS DISTINCT FROM new.tagged_network_id) OR (old.discovery_id IS DISTINCT FROM new.discovery_id) OR (old.daemon_id IS DISTINCT FROM new.daemon_id) OR (old.daemon_api_key_id IS DISTINCT FROM new.daemon_api_key_id) OR (old.user_api_key_id IS DISTINCT FROM new.user_api_key_id) OR (old.audit_event_id IS DISTINCT FROM new.audit_event_id))) EXECUTE FUNCTION tag_assignments_change();

CREATE TRIGGER history_1_no_truncation BEFORE TRUNCATE ON public.tag_assignments FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

CREATE TRIGGER history_2_begin_later AFTER INSERT ON public.tag_assignments REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION tag_assignments_begin_later();

CREATE TRIGGER history_2_keep_changed AFTER UPDATE ON public.tag_assignments REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION tag_assignments_keep_changed();

CREATE TRIGGER history_2_keep_deleted AFTER DELETE ON public.tag_assignments REFERENCING OLD TABLE AS rows_before FOR EACH STATEMENT EXECUTE FUNCTION tag_assignments_keep_deleted();

CREATE TRIGGER tag_assignments_delete_marks_network AFTER DELETE ON public.tag_assignments REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();

CREATE TRIGGER tag_assignments_insert_marks_network AFTER INSERT ON public.tag_assignments REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();

CREATE TRIGGER tag_assignments_update_marks_network AFTER UPDATE ON public.tag_assignments REFERENCING OLD TABLE AS rows_before NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes_of_update();

CREATE TRIGGER kept_for_good BEFORE UPDATE ON public.tag_assignments_revisions FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER no_overlap AFTER INSERT ON public.tag_assignments_revisions REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION tag_assignments_revisions_no_overlap();

CREATE TRIGGER no_truncation BEFORE TRUNCATE ON public.tag_assignments_revisions FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

CREATE TRIGGER history_1_begin BEFORE INSERT ON public.tags FOR EACH ROW EXECUTE FUNCTION tags_begin();

CREATE TRIGGER history_1_change BEFORE UPDATE ON public.tags FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.created_at IS DISTINCT FROM new.created_at) OR (old.valid_from IS DISTINCT FROM new.valid_from) OR (old.valid_to IS DISTINCT FROM new.valid_to) OR (old.organization_id IS DISTINCT FROM new.organization_id) OR (old.name IS DISTINCT FROM new.name) OR (old.description IS DISTINCT FROM new.description) OR (old.color IS DISTINCT FROM new.color) OR (old.is_application IS DISTINCT FROM new.is_application) OR (old.audit_event_id IS DISTINCT FROM new.audit_event_id))) EXECUTE FUNCTION tags_change();

CREATE TRIGGER history_1_no_truncation BEFORE TRUNCATE ON public.tags FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

CREATE TRIGGER history_2_begin_later AFTER INSERT ON public.tags REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION tags_begin_later();

CREATE TRIGGER history_2_keep_changed AFTER UPDATE ON public.tags REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION tags_keep_changed();

CREATE TRIGGER history_2_keep_deleted AFTER DELETE ON public.tags REFERENCING OLD TABLE AS rows_before FOR EACH STATEMENT EXECUTE FUNCTION tags_keep_deleted();

CREATE TRIGGER tags_delete_marks_networks AFTER DELETE ON public.tags REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes_of_tags();

CREATE TRIGGER tags_insert_marks_networks AFTER INSERT ON public.tags REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes_of_tags();

CREATE TRIGGER tags_update_marks_networks AFTER UPDATE ON public.tags REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes_of_tags();

CREATE TRIGGER kept_for_good BEFORE UPDATE ON public.tags_revisions FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER no_overlap AFTER INSERT ON public.tags_revisions REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION tags_revisions_no_overlap();

CREATE TRIGGER no_truncation BEFORE TRUNCATE ON public.tags_revisions FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

CREATE TRIGGER topologies_delete_marks_network AFTER DELETE ON public.topologies FOR EACH ROW EXECUTE FUNCTION mark_network_change_of_row();

CREATE TRIGGER topologies_update_marks_network AFTER UPDATE ON public.topologies FOR EACH ROW WHEN ((old.options IS DISTINCT FROM new.options)) EXECUTE FUNCTION mark_network_change_of_row();

CREATE CONSTRAINT TRIGGER "audit_KeyChanged" AFTER UPDATE ON public.user_api_keys DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.name IS DISTINCT FROM new.name) OR (old.permissions IS DISTINCT FROM new.permissions) OR (old.is_enabled IS DISTINCT FROM new.is_enabled) OR (old.expires_at IS DISTINCT FROM new.expires_at))) EXECUTE FUNCTION audit_row('KeyChanged', 'UserApiKey', '{name,permissions,is_enabled,expires_at}', '{}');

CREATE CONSTRAINT TRIGGER "audit_KeyCreated" AFTER INSERT ON public.user_api_keys DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('KeyCreated', 'UserApiKey', '{user_id,permissions,is_enabled,expires_at}', '{}', 'user_api_key_networks', 'user_api_key_id');

CREATE CONSTRAINT TRIGGER "audit_KeyDeleted" AFTER DELETE ON public.user_api_keys DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('KeyDeleted', 'UserApiKey', '{user_id,permissions}', '{}');

CREATE CONSTRAINT TRIGGER "audit_KeyRotated" AFTER UPDATE ON public.user_api_keys DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.key_hash IS DISTINCT FROM new.key_hash)) EXECUTE FUNCTION audit_row('KeyRotated', 'UserApiKey', '{}', '{key_hash}');

CREATE CONSTRAINT TRIGGER "audit_PasswordChanged" AFTER UPDATE ON public.users DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.password_hash IS DISTINCT FROM new.password_hash)) EXECUTE FUNCTION audit_row('PasswordChanged', 'User', '{}', '{password_hash}');

CREATE CONSTRAINT TRIGGER "audit_RightsChanged" AFTER UPDATE ON public.users DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.permissions IS DISTINCT FROM new.permissions)) EXECUTE FUNCTION audit_row('RightsChanged', 'User', '{permissions}', '{}');

CREATE CONSTRAINT TRIGGER "audit_SecondFactorRemoved" AFTER UPDATE ON public.users DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.second_factor_at IS DISTINCT FROM new.second_factor_at) AND (new.second_factor_at IS NULL))) EXECUTE FUNCTION audit_row('SecondFactorRemoved', 'User', '{}', '{second_factor_at}');

CREATE CONSTRAINT TRIGGER "audit_SecondFactorSet" AFTER UPDATE ON public.users DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.second_factor_at IS DISTINCT FROM new.second_factor_at) AND (new.second_factor_at IS NOT NULL))) EXECUTE FUNCTION audit_row('SecondFactorSet', 'User', '{}', '{second_factor_at}');

CREATE CONSTRAINT TRIGGER "audit_UserAdded" AFTER INSERT ON public.users DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('UserAdded', 'User', '{permissions}', '{}', 'user_networks', 'user_id');

CREATE CONSTRAINT TRIGGER "audit_UserRemoved" AFTER DELETE ON public.users DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('UserRemoved', 'User', '{permissions}', '{}');

CREATE TRIGGER delete_own_saved_views BEFORE DELETE ON public.users FOR EACH ROW EXECUTE FUNCTION delete_own_saved_views();

CREATE TRIGGER remove_passkeys AFTER UPDATE OF second_factor_at ON public.users FOR EACH ROW WHEN (((old.second_factor_at IS NOT NULL) AND (new.second_factor_at IS NULL))) EXECUTE FUNCTION remove_passkeys();

CREATE TRIGGER history_1_begin BEFORE INSERT ON public.vlans FOR EACH ROW EXECUTE FUNCTION vlans_begin();

CREATE TRIGGER history_1_change BEFORE UPDATE ON public.vlans FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.created_at IS DISTINCT FROM new.created_at) OR (old.valid_from IS DISTINCT FROM new.valid_from) OR (old.valid_to IS DISTINCT FROM new.valid_to) OR (old.first_discovery_id IS DISTINCT FROM new.first_discovery_id) OR (old.network_id IS DISTINCT FROM new.network_id) OR (old.organization_id IS DISTINCT FROM new.organization_id) OR (old.source_type IS DISTINCT FROM new.source_type) OR (old.source_confidence IS DISTINCT FROM new.source_confidence) OR (old.source_reason IS DISTINCT FROM new.source_reason) OR (old.name IS DISTINCT FROM new.name) OR (old.vlan_number IS DISTINCT FROM new.vlan_number) OR (old.description IS DISTINCT FROM new.description) OR (old.audit_event_id IS DISTINCT FROM new.audit_event_id))) EXECUTE FUNCTION vlans_change();

CREATE TRIGGER history_1_no_truncation BEFORE TRUNCATE ON public.vlans FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

CREATE TRIGGER history_2_begin_later AFTER INSERT ON public.vlans REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION vlans_begin_later();

CREATE TRIGGER history_2_keep_changed AFTER UPDATE ON public.vlans REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION vlans_keep_changed();

CREATE TRIGGER history_2_keep_deleted AFTER DELETE ON public.vlans REFERENCING OLD TABLE AS rows_before FOR EACH STATEMENT EXECUTE FUNCTION vlans_keep_deleted();

CREATE TRIGGER vlans_delete_marks_network AFTER DELETE ON public.vlans REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();

CREATE TRIGGER vlans_insert_marks_network AFTER INSERT ON public.vlans REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();

CREATE TRIGGER vlans_update_marks_network AFTER UPDATE ON public.vlans REFERENCING OLD TABLE AS rows_before NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes_of_update();

CREATE TRIGGER kept_for_good BEFORE UPDATE ON public.vlans_revisions FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER no_overlap AFTER INSERT ON public.vlans_revisions REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION vlans_revisions_no_overlap();

CREATE TRIGGER no_truncation BEFORE TRUNCATE ON public.vlans_revisions FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();
