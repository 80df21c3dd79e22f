SET timezone = 'UTC';

SET check_function_bodies = off;

CREATE TYPE audit_actor_type AS ENUM ('User', 'UserApiKey', 'Daemon', 'Discovery', 'System');

CREATE TYPE audit_event_type AS ENUM ('Change', 'SignIn', 'SignInRefused', 'SignOut', 'PasswordChanged', 'PasswordLinkMade', 'SecondFactorSet', 'SecondFactorRemoved', 'RecoveryCodesReplaced', 'PasskeyAdded', 'PasskeyRemoved', 'SecondFactorRequirementChanged', 'UserAdded', 'UserRemoved', 'RightsChanged', 'KeyCreated', 'KeyChanged', 'KeyRotated', 'KeyDeleted', 'InviteCreated', 'InviteRevoked', 'ApiAccessChanged', 'InviteAccepted', 'OrganizationChanged', 'OrganizationReset', 'NetworkCreated', 'NetworkChanged', 'NetworkDeleted', 'CredentialCreated', 'CredentialChanged', 'CredentialDeleted', 'ShareCreated', 'ShareChanged', 'ShareDeleted', 'SnapshotTaken', 'SnapshotDeleted', 'DiscoveryCreated', 'DiscoveryChanged', 'DiscoveryDeleted', 'DaemonAdded', 'DaemonRemoved', 'CredentialsSent', 'DaemonConfirmed', 'LinkDecided', 'LinkDecisionDeleted', 'HostsMerged', 'HostSplit', 'IdentitySuggestionAnswered', 'EnrolmentCodeCreated', 'EnrolmentCodeUsed', 'EnrolmentCodeRevoked', 'SnapshotRenamed', 'CheckCreated', 'CheckChanged', 'CheckDeleted', 'FindingAccepted', 'FindingAcceptanceWithdrawn', 'WebhookCreated', 'WebhookChanged', 'WebhookDeleted', 'WebhookSecretRotated');

CREATE TYPE check_severity AS ENUM ('Info', 'Warning', 'Critical');

CREATE TYPE color AS ENUM ('Pink', 'Rose', 'Red', 'Orange', 'Amber', 'Yellow', 'Lime', 'Green', 'Emerald', 'Teal', 'Cyan', 'Sky', 'Blue', 'Indigo', 'Violet', 'Purple', 'Fuchsia', 'Gray');

CREATE TYPE credential_type AS ENUM ('SnmpV1', 'SnmpV2c', 'SnmpV3', 'Gnmi', 'DockerProxy', 'DockerSocket', 'PodmanProxy', 'PodmanSocket', 'UnifiApiKey', 'UnifiLocalAdmin', 'InstantOnAccount', 'SshPassword', 'SshKey', 'WakeOnLan', 'ProxmoxApiToken', 'RouterOsAccount');

CREATE TYPE daemon_mode AS ENUM ('server_poll', 'daemon_poll');

CREATE TYPE discovery_phase AS ENUM ('Pending', 'Queued', 'Starting', 'Started', 'Scanning', 'Complete', 'Failed', 'Cancelled');

CREATE TYPE discovery_stage AS ENUM ('SelfReport', 'Network', 'Docker');

CREATE TYPE discovery_type AS ENUM ('Unified', 'Rescan');

CREATE TYPE documented_link_state AS ENUM ('Pending', 'Documented', 'Confirmed', 'Contradicted', 'Refuted', 'UnknownHost', 'AmbiguousHost', 'OwnHost', 'UnknownPort', 'AmbiguousPort');

CREATE TYPE duplex_mode AS ENUM ('Half', 'Full');

CREATE TYPE edge_style AS ENUM ('Straight', 'SmoothStep', 'Bezier');

CREATE TYPE entity_source_type AS ENUM ('Manual', 'System', 'Imported', 'Discovery', 'DiscoveryWithMatch', 'Inferred', 'Unknown');

CREATE TYPE fhrp_protocol AS ENUM ('Vrrp2', 'Vrrp3', 'Hsrp');

CREATE TYPE fhrp_state AS ENUM ('Initialize', 'Backup', 'Master', 'Learn', 'Listen', 'Speak', 'Standby', 'Active');

CREATE TYPE forwarding_reason AS ENUM ('Pending', 'NeighborReported', 'Stale', 'NotEdgePort', 'NoMachine', 'UnknownMac', 'AmbiguousMac', 'SeveralMachines', 'LearnedElsewhere', 'Decided', 'Refuted');

CREATE TYPE group_member_type AS ENUM ('Services', 'Bindings');

CREATE TYPE group_type AS ENUM ('RequestPath', 'HubAndSpoke');

CREATE TYPE host_role AS ENUM ('Router', 'Switch', 'Firewall', 'AccessPoint', 'Controller', 'Server', 'Hypervisor', 'Storage', 'Printer', 'Phone', 'Camera', 'Ups', 'Pc');

CREATE TYPE host_role_source AS ENUM ('Manual', 'Lldp', 'EntityMib', 'SysObjectId', 'Software', 'Ports');

CREATE TYPE host_virtualization_type AS ENUM ('Proxmox', 'VCenter', 'ESXi');

CREATE TYPE identity_suggestion_state AS ENUM ('Open', 'Later', 'Refused');

CREATE TYPE if_admin_status AS ENUM ('Up', 'Down', 'Testing');

CREATE TYPE if_oper_status AS ENUM ('Up', 'Down', 'Testing', 'Unknown', 'Dormant', 'NotPresent', 'LowerLayerDown');

CREATE TYPE import_action AS ENUM ('Create', 'Change', 'Match', 'Refuse');

CREATE TYPE import_row_kind AS ENUM ('Host', 'Interface', 'Subnet', 'Vlan', 'Entry');

CREATE TYPE link_verdict AS ENUM ('Proposed', 'Confirmed', 'Refuted');

CREATE TYPE lldp_chassis_id_subtype AS ENUM ('ChassisComponent', 'InterfaceAlias', 'PortComponent', 'MacAddress', 'NetworkAddress', 'InterfaceName', 'LocallyAssigned');

CREATE TYPE lldp_port_id_subtype AS ENUM ('InterfaceAlias', 'PortComponent', 'MacAddress', 'NetworkAddress', 'InterfaceName', 'AgentCircuitId', 'LocallyAssigned');

CREATE TYPE match_confidence AS ENUM ('NotApplicable', 'Low', 'Medium', 'High', 'Certain');

CREATE TYPE neighbor_basis AS ENUM ('LLDP', 'CDP', 'FDB', 'ARP', 'Documented', 'Manual');

CREATE TYPE neighbor_protocol AS ENUM ('LLDP', 'CDP');

CREATE TYPE neighbor_reason AS ENUM ('Pending', 'Superseded', 'Stale', 'NoIdentity', 'UnknownChassis', 'AmbiguousMac', 'AmbiguousAddress', 'AmbiguousChassisId', 'AmbiguousName', 'OwnHost', 'UnknownPort', 'AmbiguousPort', 'OneSided', 'Refuted');

CREATE TYPE network_event_kind AS ENUM ('MachineNew', 'MachineSilent', 'MachineBack', 'MachineGone', 'MachineMoved', 'AddressMoved', 'LinkNew', 'LinkMoved', 'LinkUnconfirmed', 'PortDown', 'PortUp', 'ServiceNew', 'ServiceGone', 'CheckFailing', 'CheckRecovered', 'RunFinished', 'RunFailed', 'DaemonSilent', 'DaemonBack');

CREATE TYPE network_event_severity AS ENUM ('Info', 'Warning', 'Critical');

CREATE TYPE poe_status AS ENUM ('Disabled', 'Searching', 'Delivering', 'Fault', 'Test', 'OtherFault');

CREATE TYPE route_protocol AS ENUM ('Other', 'Local', 'Static', 'Icmp', 'Egp', 'Ggp', 'Hello', 'Rip', 'IsIs', 'EsIs', 'Igrp', 'BbnSpfIgp', 'Ospf', 'Bgp', 'Idpr', 'Eigrp', 'Dvmrp', 'Rpl', 'Dhcp', 'Ttdp');

CREATE TYPE route_type AS ENUM ('Other', 'Reject', 'Local', 'Remote', 'Blackhole');

CREATE TYPE routing_neighbor_state AS ENUM ('Down', 'Attempt', 'Init', 'TwoWay', 'ExchangeStart', 'Exchange', 'Loading', 'Full', 'Idle', 'Connect', 'Active', 'OpenSent', 'OpenConfirm', 'Established', 'Initializing', 'Up', 'Failed');

CREATE TYPE routing_protocol AS ENUM ('Ospf', 'Ospfv3', 'Bgp', 'IsIs');

CREATE TYPE run_type AS ENUM ('Scheduled', 'AdHoc', 'Historical');

CREATE TYPE saved_view_visibility AS ENUM ('Own', 'Organization');

CREATE TYPE service_virtualization_type AS ENUM ('Docker', 'Podman');

CREATE TYPE stp_port_state AS ENUM ('Disabled', 'Blocking', 'Listening', 'Learning', 'Forwarding', 'Broken');

CREATE TYPE subnet_type AS ENUM ('Internet', 'Remote', 'Gateway', 'VpnTunnel', 'Dmz', 'Lan', 'WiFi', 'IoT', 'Guest', 'DockerBridge', 'PodmanBridge', 'MacVlan', 'IpVlan', 'Management', 'Storage', 'Loopback', 'Unknown');

CREATE TYPE taggable_entity_type AS ENUM ('Host', 'Service', 'Subnet', 'Group', 'Network', 'Discovery', 'Daemon', 'DaemonApiKey', 'UserApiKey');

CREATE TYPE topology_view AS ENUM ('L2Physical', 'L3Logical', 'Workloads', 'Application');

CREATE TYPE transport_protocol AS ENUM ('Tcp', 'Udp');

CREATE TYPE user_org_permissions AS ENUM ('Viewer', 'Member', 'Admin', 'Owner');

CREATE TYPE verdict_state AS ENUM ('Passing', 'Failing', 'Unknown');

CREATE TYPE webhook_delivery_state AS ENUM ('Waiting', 'Delivered', 'GivenUp', 'NotAllowed');

CREATE TYPE webhook_format AS ENUM ('Netloom', 'CloudEvents', 'Slack', 'Teams', 'Discord', 'Ntfy');

CREATE TYPE webhook_stop AS ENUM ('Gone', 'Failing', 'TooManyWaiting', 'RightsLost');

CREATE TYPE wireless_band AS ENUM ('TwoPointFourGhz', 'FiveGhz', 'SixGhz');

CREATE OR REPLACE FUNCTION public.natural_key(name text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
DECLARE
  -- NFC, in which equal names are equal. Plain letters have no other form.
  folded constant text := lower(CASE WHEN octet_length(name) = length(name) THEN name ELSE normalize(name) END);
  key text := '';
  part text[];
  digits text;
BEGIN
  IF folded !~ '[0-9]' THEN
    RETURN left(folded, 600);
  END IF;
  FOR part IN SELECT regexp_matches(folded, '([^0-9]*)([0-9]*)', 'g') LOOP
    key := key || part[1];
    IF part[2] <> '' THEN
      digits := ltrim(part[2], '0');
      key := key || length(length(digits)::text) || length(digits) || digits;
    END IF;
  END LOOP;
  RETURN left(key, 600);
END $function$
;

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

CREATE TABLE "address_reservations" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  valid_from timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  valid_to timestamp(3) with time zone,
  lineage_id uuid GENERATED ALWAYS AS (id) STORED NOT NULL,
  audit_event_id uuid,
  network_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  subnet_id uuid NOT NULL,
  subnet_cidr inet NOT NULL,
  created_by_user_id uuid,
  first_address inet NOT NULL,
  last_address inet NOT NULL,
  purpose text NOT NULL,
  until timestamp(3) with time zone,
  description text
);

CREATE TABLE "address_reservations_revisions" (
  id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  valid_from timestamp(3) with time zone NOT NULL,
  valid_to timestamp(3) with time zone NOT NULL,
  lineage_id uuid NOT NULL,
  audit_event_id uuid,
  network_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  subnet_id uuid NOT NULL,
  subnet_cidr inet NOT NULL,
  created_by_user_id uuid,
  first_address inet NOT NULL,
  last_address inet NOT NULL,
  purpose text NOT NULL,
  until timestamp(3) with time zone,
  description text,
  revision_id uuid DEFAULT gen_random_uuid() NOT NULL,
  ended_by uuid NOT NULL,
  is_last boolean NOT NULL
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

CREATE TABLE "check_acceptances" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  check_id uuid NOT NULL,
  network_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  finding_key text NOT NULL,
  note text,
  accepted_by_user_id uuid
);

CREATE TABLE "check_networks" (
  check_id uuid NOT NULL,
  network_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE "check_verdict_changes" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  check_id uuid NOT NULL,
  network_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  changed_at timestamp(3) with time zone NOT NULL,
  from_state verdict_state,
  to_state verdict_state,
  finding_count integer NOT NULL
);

CREATE TABLE "check_verdicts" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  check_id uuid NOT NULL,
  network_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  state verdict_state NOT NULL,
  since timestamp(3) with time zone NOT NULL,
  since_is_at_least boolean NOT NULL,
  looked_back boolean DEFAULT false NOT NULL,
  judged integer NOT NULL,
  finding_count integer NOT NULL,
  accepted_count integer NOT NULL,
  findings jsonb DEFAULT '[]'::jsonb NOT NULL,
  missing jsonb DEFAULT '[]'::jsonb NOT NULL
);

CREATE TABLE "checks" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  organization_id uuid NOT NULL,
  name text NOT NULL,
  natural_name text GENERATED ALWAYS AS (natural_key(name)) STORED NOT NULL,
  description text,
  severity check_severity DEFAULT 'Warning'::check_severity NOT NULL,
  enabled boolean DEFAULT true NOT NULL,
  all_networks boolean DEFAULT false NOT NULL,
  kind text NOT NULL,
  rule jsonb DEFAULT '{}'::jsonb NOT NULL,
  selection jsonb DEFAULT '{}'::jsonb NOT NULL,
  muted_until timestamp(3) with time zone,
  muted_reason text,
  muted_by_user_id uuid
);

CREATE TABLE "credentials" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  organization_id uuid NOT NULL,
  name text NOT NULL,
  credential_type credential_type NOT NULL,
  secrets bytea NOT NULL,
  is_default boolean DEFAULT false NOT NULL,
  written_by_key_id uuid,
  natural_name text GENERATED ALWAYS AS (natural_key(name)) STORED NOT NULL,
  description text,
  settings jsonb DEFAULT '{}'::jsonb NOT NULL
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
  last_used timestamp(3) with time zone,
  natural_name text GENERATED ALWAYS AS (natural_key(name)) STORED NOT NULL
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
  has_docker_socket boolean DEFAULT false NOT NULL,
  natural_name text GENERATED ALWAYS AS (natural_key(name)) STORED NOT NULL
);

CREATE TABLE "deleted_networks" (
  network_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  deleted_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE "deleted_tags" (
  tag_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  deleted_at timestamp(3) with time zone NOT NULL,
  ended_by uuid NOT NULL
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
  neighbors_pending boolean DEFAULT false NOT NULL,
  natural_name text GENERATED ALWAYS AS (natural_key(name)) STORED NOT NULL
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
  stage discovery_stage,
  session_id uuid NOT NULL
);

CREATE TABLE "documented_links" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  network_id uuid NOT NULL,
  interface_id uuid NOT NULL,
  remote_host_name text NOT NULL,
  remote_port_name text NOT NULL,
  source_name text NOT NULL,
  resolved_interface_id uuid,
  resolved_host_id uuid,
  state documented_link_state DEFAULT 'Pending'::documented_link_state NOT NULL
);

CREATE TABLE "email_tokens" (
  user_id uuid NOT NULL,
  purpose text NOT NULL,
  email text NOT NULL,
  token_hash text NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE "enrolment_codes" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  network_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  created_by uuid NOT NULL,
  name text NOT NULL,
  code_hash text NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  used_at timestamp(3) with time zone
);

CREATE TABLE "fhrp_groups" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  valid_from timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  valid_to timestamp(3) with time zone,
  lineage_id uuid GENERATED ALWAYS AS (id) STORED NOT NULL,
  audit_event_id uuid,
  network_id uuid NOT NULL,
  namespace text DEFAULT ''::text NOT NULL,
  protocol fhrp_protocol NOT NULL,
  group_number integer NOT NULL,
  virtual_addresses text[] NOT NULL
);

CREATE TABLE "fhrp_groups_revisions" (
  id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  valid_from timestamp(3) with time zone NOT NULL,
  valid_to timestamp(3) with time zone NOT NULL,
  lineage_id uuid NOT NULL,
  audit_event_id uuid,
  network_id uuid NOT NULL,
  namespace text NOT NULL,
  protocol fhrp_protocol NOT NULL,
  group_number integer NOT NULL,
  virtual_addresses text[] NOT NULL,
  revision_id uuid DEFAULT gen_random_uuid() NOT NULL,
  ended_by uuid NOT NULL,
  is_last boolean NOT NULL
);

CREATE TABLE "fhrp_members" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  valid_from timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  valid_to timestamp(3) with time zone,
  lineage_id uuid GENERATED ALWAYS AS (id) STORED NOT NULL,
  audit_event_id uuid,
  network_id uuid NOT NULL,
  group_id uuid NOT NULL,
  host_id uuid NOT NULL,
  interface_id uuid,
  state fhrp_state NOT NULL,
  priority integer,
  virtual_addresses text[] NOT NULL
);

CREATE TABLE "fhrp_members_revisions" (
  id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  valid_from timestamp(3) with time zone NOT NULL,
  valid_to timestamp(3) with time zone NOT NULL,
  lineage_id uuid NOT NULL,
  audit_event_id uuid,
  network_id uuid NOT NULL,
  group_id uuid NOT NULL,
  host_id uuid NOT NULL,
  interface_id uuid,
  state fhrp_state NOT NULL,
  priority integer,
  virtual_addresses text[] NOT NULL,
  revision_id uuid DEFAULT gen_random_uuid() NOT NULL,
  ended_by uuid NOT NULL,
  is_last boolean NOT NULL
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
  audit_event_id uuid,
  natural_name text GENERATED ALWAYS AS (natural_key(name)) STORED NOT NULL
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
  is_last boolean NOT NULL,
  natural_name text
);

CREATE TABLE "host_credentials" (
  host_id uuid NOT NULL,
  credential_id uuid NOT NULL,
  network_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  assigned_by uuid
);

CREATE TABLE "host_merges" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  network_id uuid NOT NULL,
  host_id uuid NOT NULL,
  into_host_id uuid NOT NULL,
  merged_host_id uuid NOT NULL,
  merged_name text NOT NULL,
  reasons jsonb NOT NULL,
  shared_mac text,
  taken jsonb NOT NULL
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
  hostname_source text,
  role host_role,
  role_source host_role_source,
  stp_root_bridge_id text,
  stp_root_cost integer,
  natural_name text GENERATED ALWAYS AS (natural_key(name)) STORED NOT NULL,
  former_macs text[] DEFAULT ARRAY[]::text[] NOT NULL,
  merged_host_ids uuid[] DEFAULT ARRAY[]::uuid[] NOT NULL
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
  hostname_source text,
  role host_role,
  role_source host_role_source,
  stp_root_bridge_id text,
  stp_root_cost integer,
  natural_name text,
  former_macs text[] NOT NULL,
  merged_host_ids uuid[] NOT NULL
);

CREATE TABLE "idempotent_answers" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  organization_id uuid NOT NULL,
  credential_id uuid NOT NULL,
  route text NOT NULL,
  key text NOT NULL,
  digest text NOT NULL,
  permissions text NOT NULL,
  network_ids uuid[] NOT NULL,
  reached_all boolean NOT NULL,
  body text
);

CREATE TABLE "identity_suggestions" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  network_id uuid NOT NULL,
  host_id uuid NOT NULL,
  other_host_id uuid NOT NULL,
  reasons jsonb NOT NULL,
  state identity_suggestion_state DEFAULT 'Open'::identity_suggestion_state NOT NULL
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
  entry jsonb,
  differences jsonb DEFAULT '[]'::jsonb NOT NULL,
  same_as_line integer
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
  applied_at timestamp(3) with time zone,
  shared_macs text[] DEFAULT ARRAY[]::text[] NOT NULL,
  namespace text DEFAULT ''::text NOT NULL
);

CREATE TABLE "interface_counters" (
  interface_id uuid NOT NULL,
  network_id uuid NOT NULL,
  read_at timestamp(3) with time zone NOT NULL,
  latest jsonb NOT NULL,
  previous_read_at timestamp(3) with time zone,
  previous jsonb
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
  audit_event_id uuid,
  mtu integer,
  duplex duplex_mode,
  aggregate_id uuid,
  stp_state stp_port_state,
  is_stp_root_port boolean DEFAULT false NOT NULL,
  poe_status poe_status,
  poe_class integer,
  natural_name text GENERATED ALWAYS AS (natural_key(if_name)) STORED,
  stp_blocked_vlans integer[] DEFAULT ARRAY[]::integer[] NOT NULL,
  stp_blocked_instances integer[] DEFAULT ARRAY[]::integer[] NOT NULL,
  mac_address_source text
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
  is_last boolean NOT NULL,
  is_stp_root_port boolean NOT NULL,
  mtu integer,
  duplex duplex_mode,
  aggregate_id uuid,
  stp_state stp_port_state,
  poe_status poe_status,
  poe_class integer,
  natural_name text,
  stp_blocked_vlans integer[] NOT NULL,
  stp_blocked_instances integer[] NOT NULL,
  mac_address_source text
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
  audit_event_id uuid,
  answers_for_others boolean DEFAULT false NOT NULL,
  move_reason text,
  natural_name text GENERATED ALWAYS AS (natural_key(name)) STORED,
  mac_address_source text
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
  is_last boolean NOT NULL,
  answers_for_others boolean NOT NULL,
  move_reason text,
  natural_name text,
  mac_address_source text
);

CREATE TABLE "judged_networks" (
  network_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  change_token text,
  requests integer DEFAULT 0 NOT NULL,
  judged_at timestamp(3) with time zone,
  due_at timestamp(3) with time zone,
  claimed_until timestamp(3) with time zone
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

CREATE TABLE "moved_organizations" (
  organization_id uuid NOT NULL,
  moved_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
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
  reason neighbor_reason DEFAULT 'Pending'::neighbor_reason,
  management_addresses text[] DEFAULT ARRAY[]::text[] NOT NULL
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
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  assigned_by uuid
);

CREATE TABLE "network_event_cursors" (
  network_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  started_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  changed_at timestamp(3) with time zone,
  changed_kind integer DEFAULT 127 NOT NULL,
  changed_id uuid,
  change_token text,
  considered_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  claimed_until timestamp(3) with time zone
);

CREATE TABLE "network_events" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  network_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  kind network_event_kind NOT NULL,
  severity network_event_severity NOT NULL,
  happened_at timestamp(3) with time zone NOT NULL,
  code text NOT NULL,
  params jsonb DEFAULT '{}'::jsonb NOT NULL,
  count integer DEFAULT 1 NOT NULL,
  host_ids uuid[] DEFAULT ARRAY[]::uuid[] NOT NULL,
  subject_ids uuid[] DEFAULT ARRAY[]::uuid[] NOT NULL,
  tag_ids uuid[] DEFAULT ARRAY[]::uuid[] NOT NULL,
  roles text[] DEFAULT ARRAY[]::text[] NOT NULL,
  cause_ids uuid[] DEFAULT ARRAY[]::uuid[] NOT NULL
);

CREATE TABLE "networks" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  organization_id uuid NOT NULL,
  name text NOT NULL,
  stale_after_hours integer,
  history_kept_since timestamp(3) with time zone,
  natural_name text GENERATED ALWAYS AS (natural_key(name)) STORED NOT NULL
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

CREATE TABLE "plans" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  valid_from timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  valid_to timestamp(3) with time zone,
  lineage_id uuid GENERATED ALWAYS AS (id) STORED NOT NULL,
  audit_event_id uuid,
  network_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  created_by_user_id uuid,
  name text NOT NULL,
  natural_name text GENERATED ALWAYS AS (natural_key(name)) STORED NOT NULL,
  description text,
  changes jsonb DEFAULT '[]'::jsonb NOT NULL
);

CREATE TABLE "plans_revisions" (
  id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  valid_from timestamp(3) with time zone NOT NULL,
  valid_to timestamp(3) with time zone NOT NULL,
  lineage_id uuid NOT NULL,
  audit_event_id uuid,
  network_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  created_by_user_id uuid,
  name text NOT NULL,
  natural_name text NOT NULL,
  description text,
  changes jsonb NOT NULL,
  revision_id uuid DEFAULT gen_random_uuid() NOT NULL,
  ended_by uuid NOT NULL,
  is_last boolean NOT NULL
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

CREATE TABLE "primary_marks" (
  is_only boolean DEFAULT true NOT NULL,
  mark text NOT NULL
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

CREATE TABLE "routes" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  valid_from timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  valid_to timestamp(3) with time zone,
  lineage_id uuid GENERATED ALWAYS AS (id) STORED NOT NULL,
  audit_event_id uuid,
  network_id uuid NOT NULL,
  host_id uuid NOT NULL,
  subnet_id uuid,
  destination inet NOT NULL,
  next_hop inet,
  next_hop_host_id uuid,
  interface_id uuid,
  protocol route_protocol NOT NULL,
  type route_type NOT NULL,
  metric integer
);

CREATE TABLE "routes_revisions" (
  id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  valid_from timestamp(3) with time zone NOT NULL,
  valid_to timestamp(3) with time zone NOT NULL,
  lineage_id uuid NOT NULL,
  audit_event_id uuid,
  network_id uuid NOT NULL,
  host_id uuid NOT NULL,
  subnet_id uuid,
  destination inet NOT NULL,
  next_hop inet,
  next_hop_host_id uuid,
  interface_id uuid,
  protocol route_protocol NOT NULL,
  type route_type NOT NULL,
  metric integer,
  revision_id uuid DEFAULT gen_random_uuid() NOT NULL,
  ended_by uuid NOT NULL,
  is_last boolean NOT NULL
);

CREATE TABLE "routing_neighbors" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  valid_from timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  valid_to timestamp(3) with time zone,
  lineage_id uuid GENERATED ALWAYS AS (id) STORED NOT NULL,
  audit_event_id uuid,
  network_id uuid NOT NULL,
  host_id uuid NOT NULL,
  interface_id uuid,
  protocol routing_protocol NOT NULL,
  neighbor_address inet,
  neighbor_router_id text,
  neighbor_host_id uuid,
  state routing_neighbor_state NOT NULL,
  remote_as bigint
);

CREATE TABLE "routing_neighbors_revisions" (
  id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  valid_from timestamp(3) with time zone NOT NULL,
  valid_to timestamp(3) with time zone NOT NULL,
  lineage_id uuid NOT NULL,
  audit_event_id uuid,
  network_id uuid NOT NULL,
  host_id uuid NOT NULL,
  interface_id uuid,
  protocol routing_protocol NOT NULL,
  neighbor_address inet,
  neighbor_router_id text,
  neighbor_host_id uuid,
  state routing_neighbor_state NOT NULL,
  remote_as bigint,
  revision_id uuid DEFAULT gen_random_uuid() NOT NULL,
  ended_by uuid NOT NULL,
  is_last boolean NOT NULL
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
  routes jsonb DEFAULT '[]'::jsonb NOT NULL,
  natural_name text GENERATED ALWAYS AS (natural_key(name)) STORED NOT NULL
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
  is_last boolean NOT NULL,
  natural_name text
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
  audit_event_id uuid,
  natural_name text GENERATED ALWAYS AS (natural_key(name)) STORED NOT NULL
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
  is_last boolean NOT NULL,
  natural_name text
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
  password_hash text,
  natural_name text GENERATED ALWAYS AS (natural_key(name)) STORED NOT NULL
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
  created_by_user_id uuid,
  name text,
  natural_name text GENERATED ALWAYS AS (natural_key(name)) STORED
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
  audit_event_id uuid,
  namespace text DEFAULT ''::text NOT NULL,
  natural_name text GENERATED ALWAYS AS (natural_key(name)) STORED NOT NULL
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
  is_last boolean NOT NULL,
  namespace text NOT NULL,
  natural_name text
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
  audit_event_id uuid,
  natural_name text GENERATED ALWAYS AS (natural_key(name)) STORED NOT NULL
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
  is_last boolean NOT NULL,
  natural_name text
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
  permissions user_org_permissions DEFAULT 'Viewer'::user_org_permissions NOT NULL,
  natural_name text GENERATED ALWAYS AS (natural_key(name)) STORED NOT NULL
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
  audit_event_id uuid,
  natural_name text GENERATED ALWAYS AS (natural_key(name)) STORED NOT NULL
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
  is_last boolean NOT NULL,
  natural_name text
);

CREATE TABLE "webhook_deliveries" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  webhook_id uuid NOT NULL,
  network_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  state webhook_delivery_state DEFAULT 'Waiting'::webhook_delivery_state NOT NULL,
  event_ids uuid[] NOT NULL,
  queued_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  part integer DEFAULT 0 NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  attempted_at timestamp(3) with time zone,
  next_attempt_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  answer_status integer,
  answer_text text
);

CREATE TABLE "webhook_networks" (
  webhook_id uuid NOT NULL,
  network_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE TABLE "webhooks" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  organization_id uuid NOT NULL,
  name text NOT NULL,
  natural_name text GENERATED ALWAYS AS (natural_key(name)) STORED NOT NULL,
  url text NOT NULL,
  format webhook_format DEFAULT 'Netloom'::webhook_format NOT NULL,
  enabled boolean DEFAULT true NOT NULL,
  all_networks boolean DEFAULT false NOT NULL,
  kinds network_event_kind[] DEFAULT ARRAY[]::network_event_kind[] NOT NULL,
  severities network_event_severity[] DEFAULT ARRAY[]::network_event_severity[] NOT NULL,
  tag_ids uuid[] DEFAULT ARRAY[]::uuid[] NOT NULL,
  roles host_role[] DEFAULT ARRAY[]::host_role[] NOT NULL,
  header_names text[] DEFAULT ARRAY[]::text[] NOT NULL,
  secrets bytea NOT NULL,
  former_secret_until timestamp(3) with time zone,
  created_by_user_id uuid,
  created_by_key_id uuid,
  stopped_because webhook_stop,
  failing_since timestamp(3) with time zone,
  delivered_at timestamp(3) with time zone,
  due_at timestamp(3) with time zone,
  is_slow boolean DEFAULT false NOT NULL,
  claimed_until timestamp(3) with time zone
);

CREATE TABLE "wireless_associations" (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  valid_from timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
  valid_to timestamp(3) with time zone,
  lineage_id uuid GENERATED ALWAYS AS (id) STORED NOT NULL,
  audit_event_id uuid,
  network_id uuid NOT NULL,
  host_id uuid NOT NULL,
  interface_id uuid,
  is_own_radio boolean DEFAULT false NOT NULL,
  client_mac text NOT NULL,
  client_address inet,
  client_host_id uuid,
  access_point_mac text,
  access_point_address inet,
  access_point_name text,
  access_point_host_id uuid,
  ssid text,
  bssid text,
  channel integer,
  band wireless_band,
  associated_since timestamp(3) with time zone
);

CREATE TABLE "wireless_associations_revisions" (
  id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  valid_from timestamp(3) with time zone NOT NULL,
  valid_to timestamp(3) with time zone NOT NULL,
  lineage_id uuid NOT NULL,
  audit_event_id uuid,
  network_id uuid NOT NULL,
  host_id uuid NOT NULL,
  interface_id uuid,
  is_own_radio boolean NOT NULL,
  client_mac text NOT NULL,
  client_address inet,
  client_host_id uuid,
  access_point_mac text,
  access_point_address inet,
  access_point_name text,
  access_point_host_id uuid,
  ssid text,
  bssid text,
  channel integer,
  band wireless_band,
  associated_since timestamp(3) with time zone,
  revision_id uuid DEFAULT gen_random_uuid() NOT NULL,
  ended_by uuid NOT NULL,
  is_last boolean NOT NULL
);

CREATE TABLE "wireless_signals" (
  association_id uuid NOT NULL,
  network_id uuid NOT NULL,
  read_at timestamp(3) with time zone NOT NULL,
  signal_dbm integer,
  snr_db integer
);

CREATE TABLE "working_credentials" (
  host_id uuid NOT NULL,
  credential_id uuid NOT NULL,
  network_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  ip_address inet NOT NULL,
  last_used_at timestamp(3) with time zone NOT NULL
);

CREATE TABLE "write_positions" (
  credential_id uuid NOT NULL,
  timeline integer NOT NULL,
  lsn bigint NOT NULL,
  written_at timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);

CREATE VIEW host_first_addresses AS  SELECT DISTINCT ON (host_id) network_id,
    host_id,
    ip_address
   FROM ip_addresses
  ORDER BY host_id, "position", id;

CREATE VIEW host_first_macs AS  SELECT DISTINCT ON (host_id) network_id,
    host_id,
    mac_address
   FROM ip_addresses
  WHERE (mac_address IS NOT NULL)
  ORDER BY host_id, "position", id;

CREATE VIEW tag_assignments_ending AS  SELECT r.id,
    r.valid_from,
    GREATEST(d.deleted_at, (r.valid_from + '00:00:00.001'::interval)) AS valid_to,
    r.audit_event_id,
    d.ended_by,
    true AS is_last,
    r.organization_id,
    r.network_id,
    r.user_id,
    r.tag_id,
    r.entity_type,
    r.entity_id,
    r.host_id,
    r.service_id,
    r.subnet_id,
    r.group_id,
    r.tagged_network_id,
    r.discovery_id,
    r.daemon_id,
    r.daemon_api_key_id,
    r.user_api_key_id
   FROM (tag_assignments r
     JOIN deleted_tags d ON ((d.tag_id = r.tag_id)))
  WHERE (r.audit_event_id IS DISTINCT FROM d.ended_by);

CREATE VIEW tag_assignments_now AS  SELECT id,
    created_at,
    updated_at,
    valid_from,
    valid_to,
    lineage_id,
    organization_id,
    network_id,
    user_id,
    tag_id,
    entity_type,
    entity_id,
    host_id,
    service_id,
    subnet_id,
    group_id,
    tagged_network_id,
    discovery_id,
    daemon_id,
    daemon_api_key_id,
    user_api_key_id,
    audit_event_id
   FROM tag_assignments r
  WHERE (NOT (EXISTS ( SELECT
           FROM deleted_tags d
          WHERE (d.tag_id = r.tag_id))));

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

CREATE OR REPLACE FUNCTION public.address_reservations_at(at timestamp with time zone)
 RETURNS SETOF address_reservations
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.audit_event_id, r.network_id, r.organization_id, r.subnet_id, r.subnet_cidr, r.created_by_user_id, r.first_address, r.last_address, r.purpose, r.until, r.description FROM address_reservations r WHERE r.valid_from <= at
      UNION ALL
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.audit_event_id, r.network_id, r.organization_id, r.subnet_id, r.subnet_cidr, r.created_by_user_id, r.first_address, r.last_address, r.purpose, r.until, r.description FROM address_reservations_revisions r WHERE r.valid_from <= at AND r.valid_to > at
    $function$
;

CREATE OR REPLACE FUNCTION public.address_reservations_at(at timestamp with time zone, scope uuid[])
 RETURNS SETOF address_reservations
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.audit_event_id, r.network_id, r.organization_id, r.subnet_id, r.subnet_cidr, r.created_by_user_id, r.first_address, r.last_address, r.purpose, r.until, r.description FROM address_reservations r WHERE r.valid_from <= at
      UNION ALL
      -- What has changed since is there with its present state, or left with its last one.
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.audit_event_id, r.network_id, r.organization_id, r.subnet_id, r.subnet_cidr, r.created_by_user_id, r.first_address, r.last_address, r.purpose, r.until, r.description FROM (
        SELECT id FROM address_reservations WHERE network_id = ANY (scope) AND valid_from > at
        UNION
        SELECT id FROM address_reservations_revisions WHERE network_id = ANY (scope) AND valid_to > at AND is_last
      ) since CROSS JOIN LATERAL (
        SELECT * FROM address_reservations_revisions state WHERE state.id = since.id AND state.valid_from <= at
        ORDER BY state.valid_from DESC LIMIT 1
      ) r
      WHERE r.valid_to > at AND r.network_id = ANY (scope)
    $function$
;

CREATE OR REPLACE FUNCTION public.address_reservations_begin()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      begun record;
    BEGIN
      begun := begin_change(NEW.network_id);
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

CREATE OR REPLACE FUNCTION public.address_reservations_begin_later()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF EXISTS (SELECT FROM rows_after made JOIN address_reservations_revisions r ON r.id = made.id AND r.valid_to > made.valid_from) THEN
        RAISE EXCEPTION 'the row was deleted at the same time' USING ERRCODE = 'serialization_failure';
      END IF;
      PERFORM tell_change(owner.id, NULL) FROM (SELECT network_id AS id FROM rows_after LIMIT 1) owner;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.address_reservations_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      begun record;
    BEGIN
      IF NEW.id <> OLD.id THEN
        RAISE EXCEPTION 'ids of rows never change' USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      begun := begin_change(NEW.network_id);
      IF NEW.network_id <> OLD.network_id THEN
        begun.changed_at := greatest(begun.changed_at, change_time(OLD.network_id));
      END IF;
      NEW.audit_event_id := begun.event_id;
      NEW.valid_from := CASE
        WHEN OLD.audit_event_id = begun.event_id AND (NEW.network_id = OLD.network_id OR OLD.valid_from >= begun.changed_at)
          THEN OLD.valid_from
        ELSE greatest(begun.changed_at, OLD.valid_from + interval '1 millisecond') END;
      RETURN NEW;
    END $function$
;

CREATE OR REPLACE FUNCTION public.address_reservations_keep_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      departed record;
      event_id uuid := nullif(current_setting('netloom.audit_event', true), '')::uuid;
    BEGIN
      -- Most updates are observations: nothing has begun a change.
      -- The plan of a connection's first updates, of a row each, serves all later ones: it would go through all rows for each
      -- row of an update of many. A full join is never done so, and behind an offset it stays one.
      IF event_id IS NOT NULL THEN
        -- What foreign keys do to a row one after the other, PostgreSQL tells at once: its first state is the one that ends.
        INSERT INTO address_reservations_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, audit_event_id, network_id, organization_id, subnet_id, subnet_cidr, created_by_user_id, first_address, last_address, purpose, until, description, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.audit_event_id, gone.network_id, gone.organization_id, gone.subnet_id, gone.subnet_cidr, gone.created_by_user_id, gone.first_address, gone.last_address, gone.purpose, gone.until, gone.description, event_id, is_last FROM (
          SELECT DISTINCT ON (id) * FROM (
            SELECT before.*, after.valid_from AS ended_at, after.audit_event_id AS changed_by,
              after.network_id <> before.network_id AS is_last
            FROM rows_before before FULL JOIN rows_after after ON after.id = before.id OFFSET 0
          ) change
          WHERE changed_by = event_id AND ended_at > valid_from
          ORDER BY id, updated_at DESC
        ) gone;
        -- Where no state has ended, the transaction has made or changed the rows before, and told so.
        IF FOUND THEN
          PERFORM tell_change(owner.id, NULL)
          FROM (SELECT network_id AS id FROM rows_after WHERE audit_event_id = event_id LIMIT 1) owner;
        END IF;
        -- Left with a later change of the same transaction.
        FOR departed IN SELECT id, valid_from FROM (
          SELECT before.id, before.valid_from, before.audit_event_id,
            after.network_id <> before.network_id AND after.valid_from = before.valid_from AS has_left
          FROM rows_before before FULL JOIN rows_after after ON after.id = before.id OFFSET 0) change WHERE change.audit_event_id = event_id AND change.has_left LOOP
          UPDATE address_reservations_revisions r SET is_last = true
          WHERE r.id = departed.id AND r.valid_to = departed.valid_from AND NOT r.is_last;
        END LOOP;
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.address_reservations_keep_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      departed record;
      begun record;
      owner record;
    BEGIN
      FOR owner IN
        SELECT DISTINCT network_id AS id FROM rows_before WHERE EXISTS (SELECT FROM networks live WHERE live.id = rows_before.network_id)
      LOOP
        begun := begin_change(owner.id);
        PERFORM tell_change(owner.id, NULL);
        INSERT INTO address_reservations_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, audit_event_id, network_id, organization_id, subnet_id, subnet_cidr, created_by_user_id, first_address, last_address, purpose, until, description, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.audit_event_id, gone.network_id, gone.organization_id, gone.subnet_id, gone.subnet_cidr, gone.created_by_user_id, gone.first_address, gone.last_address, gone.purpose, gone.until, gone.description, begun.event_id, true FROM (
          SELECT before.*, greatest(begun.changed_at, before.valid_from + interval '1 millisecond') AS ended_at
          FROM rows_before before
          WHERE before.network_id = owner.id AND before.audit_event_id IS DISTINCT FROM begun.event_id
        ) gone;
        -- Changed before in the same transaction.
        FOR departed IN SELECT id, valid_from FROM rows_before before WHERE before.network_id = owner.id AND before.audit_event_id = begun.event_id LOOP
          UPDATE address_reservations_revisions r SET is_last = true
          WHERE r.id = departed.id AND r.valid_to = departed.valid_from AND NOT r.is_last;
        END LOOP;
      END LOOP;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.address_reservations_revisions_no_overlap()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF EXISTS (
        SELECT FROM rows_after made CROSS JOIN LATERAL (
          SELECT valid_to FROM address_reservations_revisions r WHERE r.id = made.id AND r.valid_from < made.valid_to
          ORDER BY r.valid_from DESC LIMIT 2
        ) r
        GROUP BY made.id, made.valid_from HAVING count(*) FILTER (WHERE r.valid_to > made.valid_from) > 1
      ) THEN
        RAISE EXCEPTION 'states of one row overlap' USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'address_reservations_revisions_no_overlap';
      END IF;
      RETURN NULL;
    END $function$
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

CREATE OR REPLACE FUNCTION public.await_documented_end()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.state := 'Pending';
  RETURN NEW;
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

CREATE OR REPLACE FUNCTION public.begin_change(scope uuid, OUT event_id uuid, OUT changed_at timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
BEGIN
  event_id := nullif(current_setting('netloom.audit_event', true), '')::uuid;
  changed_at := change_time(scope);
  IF event_id IS NULL THEN
    event_id := gen_random_uuid();
    PERFORM set_config('netloom.audit_event', event_id::text, true);
  END IF;
END $function$
;

CREATE OR REPLACE FUNCTION public.begin_emptying_network()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO deleted_networks (network_id, organization_id, deleted_at) VALUES (OLD.id, OLD.organization_id, change_time());
  -- Who follows the network learns that it is gone.
  INSERT INTO network_changes (network_id, transaction_id) VALUES (OLD.id, pg_current_xact_id()::text::bigint)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION public.begin_emptying_tags()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO deleted_tags (tag_id, organization_id, deleted_at, ended_by)
  SELECT gone.id, gone.organization_id, begun.changed_at, begun.event_id
  FROM rows_before gone CROSS JOIN LATERAL begin_change(gone.organization_id) begun;
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION public.begin_without_assignments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF EXISTS (SELECT FROM deleted_tags WHERE tag_id = NEW.id) THEN
    DELETE FROM tag_assignments WHERE tag_id = NEW.id;
    DELETE FROM deleted_tags WHERE tag_id = NEW.id;
  END IF;
  RETURN NEW;
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

CREATE OR REPLACE FUNCTION public.begin_without_rows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  outliving text;
BEGIN
  DELETE FROM deleted_networks WHERE network_id = NEW.id;
  IF FOUND THEN
    FOREACH outliving IN ARRAY string_to_array(TG_ARGV[0], ' ') LOOP
      EXECUTE format('DELETE FROM %I WHERE network_id = $1', outliving) USING NEW.id;
    END LOOP;
  END IF;
  RETURN NEW;
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
      begun := begin_change(NEW.network_id);
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
      begun := begin_change(NEW.network_id);
      IF NEW.network_id <> OLD.network_id THEN
        begun.changed_at := greatest(begun.changed_at, change_time(OLD.network_id));
      END IF;
      NEW.audit_event_id := begun.event_id;
      NEW.valid_from := CASE
        WHEN OLD.audit_event_id = begun.event_id AND (NEW.network_id = OLD.network_id OR OLD.valid_from >= begun.changed_at)
          THEN OLD.valid_from
        ELSE greatest(begun.changed_at, OLD.valid_from + interval '1 millisecond') END;
      RETURN NEW;
    END $function$
;

CREATE OR REPLACE FUNCTION public.bindings_keep_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      departed record;
      event_id uuid := nullif(current_setting('netloom.audit_event', true), '')::uuid;
    BEGIN
      -- Most updates are observations: nothing has begun a change.
      -- The plan of a connection's first updates, of a row each, serves all later ones: it would go through all rows for each
      -- row of an update of many. A full join is never done so, and behind an offset it stays one.
      IF event_id IS NOT NULL THEN
        -- What foreign keys do to a row one after the other, PostgreSQL tells at once: its first state is the one that ends.
        INSERT INTO bindings_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, last_seen_at, last_discovery_id, first_discovery_id, network_id, host_id, service_id, ip_address_id, port_id, audit_event_id, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.last_seen_at, gone.last_discovery_id, gone.first_discovery_id, gone.network_id, gone.host_id, gone.service_id, gone.ip_address_id, gone.port_id, gone.audit_event_id, event_id, is_last FROM (
          SELECT DISTINCT ON (id) * FROM (
            SELECT before.*, after.valid_from AS ended_at, after.audit_event_id AS changed_by,
              after.network_id <> before.network_id AS is_last
            FROM rows_before before FULL JOIN rows_after after ON after.id = before.id OFFSET 0
          ) change
          WHERE changed_by = event_id AND ended_at > valid_from
          ORDER BY id, updated_at DESC
        ) gone;
        -- Where no state has ended, the transaction has made or changed the rows before, and told so.
        IF FOUND THEN
          PERFORM tell_change(owner.id, NULL)
          FROM (SELECT network_id AS id FROM rows_after WHERE audit_event_id = event_id LIMIT 1) owner;
        END IF;
        -- Left with a later change of the same transaction.
        FOR departed IN SELECT id, valid_from FROM (
          SELECT before.id, before.valid_from, before.audit_event_id,
            after.network_id <> before.network_id AND after.valid_from = before.valid_from AS has_left
          FROM rows_before before FULL JOIN rows_after after ON after.id = before.id OFFSET 0) change WHERE change.audit_event_id = event_id AND change.has_left LOOP
          UPDATE bindings_revisions r SET is_last = true
          WHERE r.id = departed.id AND r.valid_to = departed.valid_from AND NOT r.is_last;
        END LOOP;
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.bindings_keep_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      departed record;
      begun record;
      owner record;
    BEGIN
      FOR owner IN
        SELECT DISTINCT network_id AS id FROM rows_before WHERE EXISTS (SELECT FROM networks live WHERE live.id = rows_before.network_id)
      LOOP
        begun := begin_change(owner.id);
        PERFORM tell_change(owner.id, NULL);
        INSERT INTO bindings_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, last_seen_at, last_discovery_id, first_discovery_id, network_id, host_id, service_id, ip_address_id, port_id, audit_event_id, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.last_seen_at, gone.last_discovery_id, gone.first_discovery_id, gone.network_id, gone.host_id, gone.service_id, gone.ip_address_id, gone.port_id, gone.audit_event_id, begun.event_id, true FROM (
          SELECT before.*, greatest(begun.changed_at, before.valid_from + interval '1 millisecond') AS ended_at
          FROM rows_before before
          WHERE before.network_id = owner.id AND before.audit_event_id IS DISTINCT FROM begun.event_id
        ) gone;
        -- Changed before in the same transaction.
        FOR departed IN SELECT id, valid_from FROM rows_before before WHERE before.network_id = owner.id AND before.audit_event_id = begun.event_id LOOP
          UPDATE bindings_revisions r SET is_last = true
          WHERE r.id = departed.id AND r.valid_to = departed.valid_from AND NOT r.is_last;
        END LOOP;
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

CREATE OR REPLACE FUNCTION public.change_clock(scope uuid)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE STRICT
AS $function$
  SELECT uuid_hash(scope) & 16777215
$function$
;

CREATE OR REPLACE FUNCTION public.change_time(scope uuid DEFAULT NULL::uuid)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
AS $function$
DECLARE
  -- Of each scope 36 characters of its id and 13 digits of milliseconds since 1970.
  times text := coalesce(current_setting('netloom.change_times', true), '');
  place int := strpos(times, scope::text);
  begun bigint;
BEGIN
  IF scope IS NULL THEN
    place := sign(length(times));
    scope := '00000000-0000-0000-0000-000000000000';
  -- Locks are few: where a transaction changes many networks, it holds the clock of their organization.
  ELSIF place = 0 AND length(times) >= 64 * 49 THEN
    scope := coalesce((SELECT organization_id FROM networks WHERE id = scope), scope);
    place := strpos(times, scope::text);
  END IF;
  IF place = 0 THEN
    place := length(times) + 1;
    begun := extract(epoch FROM date_trunc('milliseconds', clock_timestamp())) * 1000;
    IF scope <> '00000000-0000-0000-0000-000000000000' THEN
      -- From November 2023 on for 34 years.
      PERFORM pg_advisory_xact_lock_shared(
        change_clock(scope) << 8 | ((begun - 1700000000000) >> 32 & 255)::int, (begun - 1700000000000)::bit(32)::int);
      begun := greatest(begun, extract(epoch FROM date_trunc('milliseconds', clock_timestamp())) * 1000);
    END IF;
    times := times || scope::text || lpad(begun::text, 13, '0');
    PERFORM set_config('netloom.change_times', times, true);
  END IF;
  RETURN 'epoch'::timestamptz + substr(times, place + 36, 13)::bigint * interval '1 millisecond';
END $function$
;

CREATE OR REPLACE FUNCTION public.closed_instants(network_ids uuid[])
 RETURNS TABLE(network_id uuid, at timestamp with time zone)
 LANGUAGE plpgsql
AS $function$
DECLARE
  taken timestamptz := date_trunc('milliseconds', clock_timestamp());
BEGIN
  RETURN QUERY
    WITH writers AS MATERIALIZED (
      SELECT w.clock, min(w.begun_at) AS begun_at FROM history_writers() w GROUP BY w.clock
    )
    SELECT asked.id, least(taken, min(writers.begun_at)) - interval '1 millisecond'
    FROM unnest(network_ids) asked (id)
    LEFT JOIN networks ON networks.id = asked.id
    LEFT JOIN writers ON writers.clock IN (change_clock(asked.id), change_clock(networks.organization_id))
    GROUP BY asked.id;
END $function$
;

CREATE OR REPLACE FUNCTION public.default_session_id()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  NEW.session_id := coalesce(NEW.session_id, NEW.id);
  RETURN NEW;
END $function$
;

CREATE OR REPLACE FUNCTION public.delete_checks_without_networks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  DELETE FROM checks c USING gone
    WHERE c.id = gone.check_id AND NOT c.all_networks AND NOT EXISTS (SELECT FROM check_networks s WHERE s.check_id = c.id);
  RETURN NULL;
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

CREATE OR REPLACE FUNCTION public.delete_webhooks_without_networks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  DELETE FROM webhooks w USING gone
    WHERE w.id = gone.webhook_id AND NOT w.all_networks AND NOT EXISTS (SELECT FROM webhook_networks s WHERE s.webhook_id = w.id);
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION public.end_history_with_tags()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  live constant text := 'FROM tag_assignments r WHERE r.valid_from <= at';
  past regprocedure;
BEGIN
  FOREACH past IN ARRAY ARRAY['tag_assignments_at(timestamptz)', 'tag_assignments_at(timestamptz, uuid[])']::regprocedure[]
  LOOP
    EXECUTE replace(pg_get_functiondef(past), live, live || $source$ AND NOT EXISTS (
        SELECT FROM deleted_tags d WHERE d.tag_id = r.tag_id AND (d.ended_by = r.audit_event_id
          OR greatest(d.deleted_at, r.valid_from + interval '1 millisecond') <= at))$source$);
  END LOOP;
END $function$
;

CREATE OR REPLACE FUNCTION public.end_with_tag()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  gone deleted_tags;
BEGIN
  SELECT * INTO gone FROM deleted_tags WHERE tag_id = NEW.tag_id;
  IF FOUND THEN
    NEW.valid_to := greatest(gone.deleted_at, NEW.valid_from + interval '1 millisecond');
    NEW.ended_by := gone.ended_by;
    NEW.is_last := true;
  END IF;
  RETURN NEW;
END $function$
;

CREATE OR REPLACE FUNCTION public.fhrp_groups_at(at timestamp with time zone)
 RETURNS SETOF fhrp_groups
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.audit_event_id, r.network_id, r.namespace, r.protocol, r.group_number, r.virtual_addresses FROM fhrp_groups r WHERE r.valid_from <= at
      UNION ALL
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.audit_event_id, r.network_id, r.namespace, r.protocol, r.group_number, r.virtual_addresses FROM fhrp_groups_revisions r WHERE r.valid_from <= at AND r.valid_to > at
    $function$
;

CREATE OR REPLACE FUNCTION public.fhrp_groups_at(at timestamp with time zone, scope uuid[])
 RETURNS SETOF fhrp_groups
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.audit_event_id, r.network_id, r.namespace, r.protocol, r.group_number, r.virtual_addresses FROM fhrp_groups r WHERE r.valid_from <= at
      UNION ALL
      -- What has changed since is there with its present state, or left with its last one.
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.audit_event_id, r.network_id, r.namespace, r.protocol, r.group_number, r.virtual_addresses FROM (
        SELECT id FROM fhrp_groups WHERE network_id = ANY (scope) AND valid_from > at
        UNION
        SELECT id FROM fhrp_groups_revisions WHERE network_id = ANY (scope) AND valid_to > at AND is_last
      ) since CROSS JOIN LATERAL (
        SELECT * FROM fhrp_groups_revisions state WHERE state.id = since.id AND state.valid_from <= at
        ORDER BY state.valid_from DESC LIMIT 1
      ) r
      WHERE r.valid_to > at AND r.network_id = ANY (scope)
    $function$
;

CREATE OR REPLACE FUNCTION public.fhrp_groups_begin()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      begun record;
    BEGIN
      begun := begin_change(NEW.network_id);
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

CREATE OR REPLACE FUNCTION public.fhrp_groups_begin_later()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF EXISTS (SELECT FROM rows_after made JOIN fhrp_groups_revisions r ON r.id = made.id AND r.valid_to > made.valid_from) THEN
        RAISE EXCEPTION 'the row was deleted at the same time' USING ERRCODE = 'serialization_failure';
      END IF;
      PERFORM tell_change(owner.id, NULL) FROM (SELECT network_id AS id FROM rows_after LIMIT 1) owner;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.fhrp_groups_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      begun record;
    BEGIN
      IF NEW.id <> OLD.id THEN
        RAISE EXCEPTION 'ids of rows never change' USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      begun := begin_change(NEW.network_id);
      IF NEW.network_id <> OLD.network_id THEN
        begun.changed_at := greatest(begun.changed_at, change_time(OLD.network_id));
      END IF;
      NEW.audit_event_id := begun.event_id;
      NEW.valid_from := CASE
        WHEN OLD.audit_event_id = begun.event_id AND (NEW.network_id = OLD.network_id OR OLD.valid_from >= begun.changed_at)
          THEN OLD.valid_from
        ELSE greatest(begun.changed_at, OLD.valid_from + interval '1 millisecond') END;
      RETURN NEW;
    END $function$
;

CREATE OR REPLACE FUNCTION public.fhrp_groups_keep_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      departed record;
      event_id uuid := nullif(current_setting('netloom.audit_event', true), '')::uuid;
    BEGIN
      -- Most updates are observations: nothing has begun a change.
      -- The plan of a connection's first updates, of a row each, serves all later ones: it would go through all rows for each
      -- row of an update of many. A full join is never done so, and behind an offset it stays one.
      IF event_id IS NOT NULL THEN
        -- What foreign keys do to a row one after the other, PostgreSQL tells at once: its first state is the one that ends.
        INSERT INTO fhrp_groups_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, audit_event_id, network_id, namespace, protocol, group_number, virtual_addresses, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.audit_event_id, gone.network_id, gone.namespace, gone.protocol, gone.group_number, gone.virtual_addresses, event_id, is_last FROM (
          SELECT DISTINCT ON (id) * FROM (
            SELECT before.*, after.valid_from AS ended_at, after.audit_event_id AS changed_by,
              after.network_id <> before.network_id AS is_last
            FROM rows_before before FULL JOIN rows_after after ON after.id = before.id OFFSET 0
          ) change
          WHERE changed_by = event_id AND ended_at > valid_from
          ORDER BY id, updated_at DESC
        ) gone;
        -- Where no state has ended, the transaction has made or changed the rows before, and told so.
        IF FOUND THEN
          PERFORM tell_change(owner.id, NULL)
          FROM (SELECT network_id AS id FROM rows_after WHERE audit_event_id = event_id LIMIT 1) owner;
        END IF;
        -- Left with a later change of the same transaction.
        FOR departed IN SELECT id, valid_from FROM (
          SELECT before.id, before.valid_from, before.audit_event_id,
            after.network_id <> before.network_id AND after.valid_from = before.valid_from AS has_left
          FROM rows_before before FULL JOIN rows_after after ON after.id = before.id OFFSET 0) change WHERE change.audit_event_id = event_id AND change.has_left LOOP
          UPDATE fhrp_groups_revisions r SET is_last = true
          WHERE r.id = departed.id AND r.valid_to = departed.valid_from AND NOT r.is_last;
        END LOOP;
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.fhrp_groups_keep_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      departed record;
      begun record;
      owner record;
    BEGIN
      FOR owner IN
        SELECT DISTINCT network_id AS id FROM rows_before WHERE EXISTS (SELECT FROM networks live WHERE live.id = rows_before.network_id)
      LOOP
        begun := begin_change(owner.id);
        PERFORM tell_change(owner.id, NULL);
        INSERT INTO fhrp_groups_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, audit_event_id, network_id, namespace, protocol, group_number, virtual_addresses, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.audit_event_id, gone.network_id, gone.namespace, gone.protocol, gone.group_number, gone.virtual_addresses, begun.event_id, true FROM (
          SELECT before.*, greatest(begun.changed_at, before.valid_from + interval '1 millisecond') AS ended_at
          FROM rows_before before
          WHERE before.network_id = owner.id AND before.audit_event_id IS DISTINCT FROM begun.event_id
        ) gone;
        -- Changed before in the same transaction.
        FOR departed IN SELECT id, valid_from FROM rows_before before WHERE before.network_id = owner.id AND before.audit_event_id = begun.event_id LOOP
          UPDATE fhrp_groups_revisions r SET is_last = true
          WHERE r.id = departed.id AND r.valid_to = departed.valid_from AND NOT r.is_last;
        END LOOP;
      END LOOP;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.fhrp_groups_revisions_no_overlap()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF EXISTS (
        SELECT FROM rows_after made CROSS JOIN LATERAL (
          SELECT valid_to FROM fhrp_groups_revisions r WHERE r.id = made.id AND r.valid_from < made.valid_to
          ORDER BY r.valid_from DESC LIMIT 2
        ) r
        GROUP BY made.id, made.valid_from HAVING count(*) FILTER (WHERE r.valid_to > made.valid_from) > 1
      ) THEN
        RAISE EXCEPTION 'states of one row overlap' USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'fhrp_groups_revisions_no_overlap';
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.fhrp_members_at(at timestamp with time zone)
 RETURNS SETOF fhrp_members
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.audit_event_id, r.network_id, r.group_id, r.host_id, r.interface_id, r.state, r.priority, r.virtual_addresses FROM fhrp_members r WHERE r.valid_from <= at
      UNION ALL
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.audit_event_id, r.network_id, r.group_id, r.host_id, r.interface_id, r.state, r.priority, r.virtual_addresses FROM fhrp_members_revisions r WHERE r.valid_from <= at AND r.valid_to > at
    $function$
;

CREATE OR REPLACE FUNCTION public.fhrp_members_at(at timestamp with time zone, scope uuid[])
 RETURNS SETOF fhrp_members
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.audit_event_id, r.network_id, r.group_id, r.host_id, r.interface_id, r.state, r.priority, r.virtual_addresses FROM fhrp_members r WHERE r.valid_from <= at
      UNION ALL
      -- What has changed since is there with its present state, or left with its last one.
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.audit_event_id, r.network_id, r.group_id, r.host_id, r.interface_id, r.state, r.priority, r.virtual_addresses FROM (
        SELECT id FROM fhrp_members WHERE network_id = ANY (scope) AND valid_from > at
        UNION
        SELECT id FROM fhrp_members_revisions WHERE network_id = ANY (scope) AND valid_to > at AND is_last
      ) since CROSS JOIN LATERAL (
        SELECT * FROM fhrp_members_revisions state WHERE state.id = since.id AND state.valid_from <= at
        ORDER BY state.valid_from DESC LIMIT 1
      ) r
      WHERE r.valid_to > at AND r.network_id = ANY (scope)
    $function$
;

CREATE OR REPLACE FUNCTION public.fhrp_members_begin()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      begun record;
    BEGIN
      begun := begin_change(NEW.network_id);
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

CREATE OR REPLACE FUNCTION public.fhrp_members_begin_later()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF EXISTS (SELECT FROM rows_after made JOIN fhrp_members_revisions r ON r.id = made.id AND r.valid_to > made.valid_from) THEN
        RAISE EXCEPTION 'the row was deleted at the same time' USING ERRCODE = 'serialization_failure';
      END IF;
      PERFORM tell_change(owner.id, NULL) FROM (SELECT network_id AS id FROM rows_after LIMIT 1) owner;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.fhrp_members_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      begun record;
    BEGIN
      IF NEW.id <> OLD.id THEN
        RAISE EXCEPTION 'ids of rows never change' USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      begun := begin_change(NEW.network_id);
      IF NEW.network_id <> OLD.network_id THEN
        begun.changed_at := greatest(begun.changed_at, change_time(OLD.network_id));
      END IF;
      NEW.audit_event_id := begun.event_id;
      NEW.valid_from := CASE
        WHEN OLD.audit_event_id = begun.event_id AND (NEW.network_id = OLD.network_id OR OLD.valid_from >= begun.changed_at)
          THEN OLD.valid_from
        ELSE greatest(begun.changed_at, OLD.valid_from + interval '1 millisecond') END;
      RETURN NEW;
    END $function$
;

CREATE OR REPLACE FUNCTION public.fhrp_members_keep_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      departed record;
      event_id uuid := nullif(current_setting('netloom.audit_event', true), '')::uuid;
    BEGIN
      -- Most updates are observations: nothing has begun a change.
      -- The plan of a connection's first updates, of a row each, serves all later ones: it would go through all rows for each
      -- row of an update of many. A full join is never done so, and behind an offset it stays one.
      IF event_id IS NOT NULL THEN
        -- What foreign keys do to a row one after the other, PostgreSQL tells at once: its first state is the one that ends.
        INSERT INTO fhrp_members_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, audit_event_id, network_id, group_id, host_id, interface_id, state, priority, virtual_addresses, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.audit_event_id, gone.network_id, gone.group_id, gone.host_id, gone.interface_id, gone.state, gone.priority, gone.virtual_addresses, event_id, is_last FROM (
          SELECT DISTINCT ON (id) * FROM (
            SELECT before.*, after.valid_from AS ended_at, after.audit_event_id AS changed_by,
              after.network_id <> before.network_id AS is_last
            FROM rows_before before FULL JOIN rows_after after ON after.id = before.id OFFSET 0
          ) change
          WHERE changed_by = event_id AND ended_at > valid_from
          ORDER BY id, updated_at DESC
        ) gone;
        -- Where no state has ended, the transaction has made or changed the rows before, and told so.
        IF FOUND THEN
          PERFORM tell_change(owner.id, NULL)
          FROM (SELECT network_id AS id FROM rows_after WHERE audit_event_id = event_id LIMIT 1) owner;
        END IF;
        -- Left with a later change of the same transaction.
        FOR departed IN SELECT id, valid_from FROM (
          SELECT before.id, before.valid_from, before.audit_event_id,
            after.network_id <> before.network_id AND after.valid_from = before.valid_from AS has_left
          FROM rows_before before FULL JOIN rows_after after ON after.id = before.id OFFSET 0) change WHERE change.audit_event_id = event_id AND change.has_left LOOP
          UPDATE fhrp_members_revisions r SET is_last = true
          WHERE r.id = departed.id AND r.valid_to = departed.valid_from AND NOT r.is_last;
        END LOOP;
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.fhrp_members_keep_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      departed record;
      begun record;
      owner record;
    BEGIN
      FOR owner IN
        SELECT DISTINCT network_id AS id FROM rows_before WHERE EXISTS (SELECT FROM networks live WHERE live.id = rows_before.network_id)
      LOOP
        begun := begin_change(owner.id);
        PERFORM tell_change(owner.id, NULL);
        INSERT INTO fhrp_members_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, audit_event_id, network_id, group_id, host_id, interface_id, state, priority, virtual_addresses, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.audit_event_id, gone.network_id, gone.group_id, gone.host_id, gone.interface_id, gone.state, gone.priority, gone.virtual_addresses, begun.event_id, true FROM (
          SELECT before.*, greatest(begun.changed_at, before.valid_from + interval '1 millisecond') AS ended_at
          FROM rows_before before
          WHERE before.network_id = owner.id AND before.audit_event_id IS DISTINCT FROM begun.event_id
        ) gone;
        -- Changed before in the same transaction.
        FOR departed IN SELECT id, valid_from FROM rows_before before WHERE before.network_id = owner.id AND before.audit_event_id = begun.event_id LOOP
          UPDATE fhrp_members_revisions r SET is_last = true
          WHERE r.id = departed.id AND r.valid_to = departed.valid_from AND NOT r.is_last;
        END LOOP;
      END LOOP;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.fhrp_members_revisions_no_overlap()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF EXISTS (
        SELECT FROM rows_after made CROSS JOIN LATERAL (
          SELECT valid_to FROM fhrp_members_revisions r WHERE r.id = made.id AND r.valid_from < made.valid_to
          ORDER BY r.valid_from DESC LIMIT 2
        ) r
        GROUP BY made.id, made.valid_from HAVING count(*) FILTER (WHERE r.valid_to > made.valid_from) > 1
      ) THEN
        RAISE EXCEPTION 'states of one row overlap' USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'fhrp_members_revisions_no_overlap';
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.free_id_of_daemon()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  DELETE FROM daemons WHERE id = NEW.id AND NOT EXISTS (SELECT FROM networks WHERE networks.id = daemons.network_id);
  RETURN NEW;
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
      begun := begin_change(NEW.network_id);
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
      begun := begin_change(NEW.network_id);
      IF NEW.network_id <> OLD.network_id THEN
        begun.changed_at := greatest(begun.changed_at, change_time(OLD.network_id));
      END IF;
      NEW.audit_event_id := begun.event_id;
      NEW.valid_from := CASE
        WHEN OLD.audit_event_id = begun.event_id AND (NEW.network_id = OLD.network_id OR OLD.valid_from >= begun.changed_at)
          THEN OLD.valid_from
        ELSE greatest(begun.changed_at, OLD.valid_from + interval '1 millisecond') END;
      RETURN NEW;
    END $function$
;

CREATE OR REPLACE FUNCTION public.group_members_keep_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      departed record;
      event_id uuid := nullif(current_setting('netloom.audit_event', true), '')::uuid;
    BEGIN
      -- Most updates are observations: nothing has begun a change.
      -- The plan of a connection's first updates, of a row each, serves all later ones: it would go through all rows for each
      -- row of an update of many. A full join is never done so, and behind an offset it stays one.
      IF event_id IS NOT NULL THEN
        -- What foreign keys do to a row one after the other, PostgreSQL tells at once: its first state is the one that ends.
        INSERT INTO group_members_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, network_id, group_id, member_type, service_id, binding_id, "position", audit_event_id, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.network_id, gone.group_id, gone.member_type, gone.service_id, gone.binding_id, gone."position", gone.audit_event_id, event_id, is_last FROM (
          SELECT DISTINCT ON (id) * FROM (
            SELECT before.*, after.valid_from AS ended_at, after.audit_event_id AS changed_by,
              after.network_id <> before.network_id AS is_last
            FROM rows_before before FULL JOIN rows_after after ON after.id = before.id OFFSET 0
          ) change
          WHERE changed_by = event_id AND ended_at > valid_from
          ORDER BY id, updated_at DESC
        ) gone;
        -- Where no state has ended, the transaction has made or changed the rows before, and told so.
        IF FOUND THEN
          PERFORM tell_change(owner.id, NULL)
          FROM (SELECT network_id AS id FROM rows_after WHERE audit_event_id = event_id LIMIT 1) owner;
        END IF;
        -- Left with a later change of the same transaction.
        FOR departed IN SELECT id, valid_from FROM (
          SELECT before.id, before.valid_from, before.audit_event_id,
            after.network_id <> before.network_id AND after.valid_from = before.valid_from AS has_left
          FROM rows_before before FULL JOIN rows_after after ON after.id = before.id OFFSET 0) change WHERE change.audit_event_id = event_id AND change.has_left LOOP
          UPDATE group_members_revisions r SET is_last = true
          WHERE r.id = departed.id AND r.valid_to = departed.valid_from AND NOT r.is_last;
        END LOOP;
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.group_members_keep_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      departed record;
      begun record;
      owner record;
    BEGIN
      FOR owner IN
        SELECT DISTINCT network_id AS id FROM rows_before WHERE EXISTS (SELECT FROM networks live WHERE live.id = rows_before.network_id)
      LOOP
        begun := begin_change(owner.id);
        PERFORM tell_change(owner.id, NULL);
        INSERT INTO group_members_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, network_id, group_id, member_type, service_id, binding_id, "position", audit_event_id, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.network_id, gone.group_id, gone.member_type, gone.service_id, gone.binding_id, gone."position", gone.audit_event_id, begun.event_id, true FROM (
          SELECT before.*, greatest(begun.changed_at, before.valid_from + interval '1 millisecond') AS ended_at
          FROM rows_before before
          WHERE before.network_id = owner.id AND before.audit_event_id IS DISTINCT FROM begun.event_id
        ) gone;
        -- Changed before in the same transaction.
        FOR departed IN SELECT id, valid_from FROM rows_before before WHERE before.network_id = owner.id AND before.audit_event_id = begun.event_id LOOP
          UPDATE group_members_revisions r SET is_last = true
          WHERE r.id = departed.id AND r.valid_to = departed.valid_from AND NOT r.is_last;
        END LOOP;
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
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.network_id, r.source_type, r.source_confidence, r.source_reason, r.name, r.description, r.group_type, r.member_type, r.color, r.edge_style, r.audit_event_id, r.natural_name FROM groups r WHERE r.valid_from <= at
      UNION ALL
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.network_id, r.source_type, r.source_confidence, r.source_reason, r.name, r.description, r.group_type, r.member_type, r.color, r.edge_style, r.audit_event_id, r.natural_name FROM groups_revisions r WHERE r.valid_from <= at AND r.valid_to > at
    $function$
;

CREATE OR REPLACE FUNCTION public.groups_at(at timestamp with time zone, scope uuid[])
 RETURNS SETOF groups
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.network_id, r.source_type, r.source_confidence, r.source_reason, r.name, r.description, r.group_type, r.member_type, r.color, r.edge_style, r.audit_event_id, r.natural_name FROM groups r WHERE r.valid_from <= at
      UNION ALL
      -- What has changed since is there with its present state, or left with its last one.
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.network_id, r.source_type, r.source_confidence, r.source_reason, r.name, r.description, r.group_type, r.member_type, r.color, r.edge_style, r.audit_event_id, r.natural_name FROM (
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
      begun := begin_change(NEW.network_id);
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
      begun := begin_change(NEW.network_id);
      IF NEW.network_id <> OLD.network_id THEN
        begun.changed_at := greatest(begun.changed_at, change_time(OLD.network_id));
      END IF;
      NEW.audit_event_id := begun.event_id;
      NEW.valid_from := CASE
        WHEN OLD.audit_event_id = begun.event_id AND (NEW.network_id = OLD.network_id OR OLD.valid_from >= begun.changed_at)
          THEN OLD.valid_from
        ELSE greatest(begun.changed_at, OLD.valid_from + interval '1 millisecond') END;
      RETURN NEW;
    END $function$
;

CREATE OR REPLACE FUNCTION public.groups_keep_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      departed record;
      event_id uuid := nullif(current_setting('netloom.audit_event', true), '')::uuid;
    BEGIN
      -- Most updates are observations: nothing has begun a change.
      -- The plan of a connection's first updates, of a row each, serves all later ones: it would go through all rows for each
      -- row of an update of many. A full join is never done so, and behind an offset it stays one.
      IF event_id IS NOT NULL THEN
        -- What foreign keys do to a row one after the other, PostgreSQL tells at once: its first state is the one that ends.
        INSERT INTO groups_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, network_id, source_type, source_confidence, source_reason, name, description, group_type, member_type, color, edge_style, audit_event_id, natural_name, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.network_id, gone.source_type, gone.source_confidence, gone.source_reason, gone.name, gone.description, gone.group_type, gone.member_type, gone.color, gone.edge_style, gone.audit_event_id, gone.natural_name, event_id, is_last FROM (
          SELECT DISTINCT ON (id) * FROM (
            SELECT before.*, after.valid_from AS ended_at, after.audit_event_id AS changed_by,
              after.network_id <> before.network_id AS is_last
            FROM rows_before before FULL JOIN rows_after after ON after.id = before.id OFFSET 0
          ) change
          WHERE changed_by = event_id AND ended_at > valid_from
          ORDER BY id, updated_at DESC
        ) gone;
        -- Where no state has ended, the transaction has made or changed the rows before, and told so.
        IF FOUND THEN
          PERFORM tell_change(owner.id, NULL)
          FROM (SELECT network_id AS id FROM rows_after WHERE audit_event_id = event_id LIMIT 1) owner;
        END IF;
        -- Left with a later change of the same transaction.
        FOR departed IN SELECT id, valid_from FROM (
          SELECT before.id, before.valid_from, before.audit_event_id,
            after.network_id <> before.network_id AND after.valid_from = before.valid_from AS has_left
          FROM rows_before before FULL JOIN rows_after after ON after.id = before.id OFFSET 0) change WHERE change.audit_event_id = event_id AND change.has_left LOOP
          UPDATE groups_revisions r SET is_last = true
          WHERE r.id = departed.id AND r.valid_to = departed.valid_from AND NOT r.is_last;
        END LOOP;
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.groups_keep_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      departed record;
      begun record;
      owner record;
    BEGIN
      FOR owner IN
        SELECT DISTINCT network_id AS id FROM rows_before WHERE EXISTS (SELECT FROM networks live WHERE live.id = rows_before.network_id)
      LOOP
        begun := begin_change(owner.id);
        PERFORM tell_change(owner.id, NULL);
        INSERT INTO groups_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, network_id, source_type, source_confidence, source_reason, name, description, group_type, member_type, color, edge_style, audit_event_id, natural_name, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.network_id, gone.source_type, gone.source_confidence, gone.source_reason, gone.name, gone.description, gone.group_type, gone.member_type, gone.color, gone.edge_style, gone.audit_event_id, gone.natural_name, begun.event_id, true FROM (
          SELECT before.*, greatest(begun.changed_at, before.valid_from + interval '1 millisecond') AS ended_at
          FROM rows_before before
          WHERE before.network_id = owner.id AND before.audit_event_id IS DISTINCT FROM begun.event_id
        ) gone;
        -- Changed before in the same transaction.
        FOR departed IN SELECT id, valid_from FROM rows_before before WHERE before.network_id = owner.id AND before.audit_event_id = begun.event_id LOOP
          UPDATE groups_revisions r SET is_last = true
          WHERE r.id = departed.id AND r.valid_to = departed.valid_from AND NOT r.is_last;
        END LOOP;
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
 RETURNS TABLE(id text, clock integer, begun_at timestamp with time zone)
 LANGUAGE sql
AS $function$
  SELECT virtualtransaction, (classid::bigint >> 8)::int,
    'epoch'::timestamptz
      + (1700000000000 + ((classid::bigint & 255) << 32) + objid::bigint) * interval '1 millisecond'
  FROM pg_locks
  -- Nobody else takes locks of two numbers.
  WHERE locktype = 'advisory' AND objsubid = 2 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
$function$
;

CREATE OR REPLACE FUNCTION public.hold_tags()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM FROM tags WHERE id IN (SELECT tag_id FROM rows_before) ORDER BY id FOR KEY SHARE;
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION public.host_first_addresses_by_host_id(near uuid)
 RETURNS SETOF host_first_addresses
 LANGUAGE sql
 STABLE
AS $function$
  SELECT network_id, host_id, ip_address FROM ip_addresses WHERE host_id = near ORDER BY position, id LIMIT 1
$function$
;

CREATE OR REPLACE FUNCTION public.host_first_addresses_by_host_id_at(at timestamp with time zone, near uuid)
 RETURNS SETOF host_first_addresses
 LANGUAGE sql
 STABLE
AS $function$
  SELECT network_id, host_id, ip_address FROM ip_addresses_at(at) WHERE host_id = near ORDER BY position, id LIMIT 1
$function$
;

CREATE OR REPLACE FUNCTION public.host_first_macs_by_host_id(near uuid)
 RETURNS SETOF host_first_macs
 LANGUAGE sql
 STABLE
AS $function$
  SELECT network_id, host_id, mac_address FROM ip_addresses
  WHERE host_id = near AND mac_address IS NOT NULL ORDER BY position, id LIMIT 1
$function$
;

CREATE OR REPLACE FUNCTION public.host_first_macs_by_host_id_at(at timestamp with time zone, near uuid)
 RETURNS SETOF host_first_macs
 LANGUAGE sql
 STABLE
AS $function$
  SELECT network_id, host_id, mac_address FROM ip_addresses_at(at)
  WHERE host_id = near AND mac_address IS NOT NULL ORDER BY position, id LIMIT 1
$function$
;

CREATE OR REPLACE FUNCTION public.hosts_at(at timestamp with time zone)
 RETURNS SETOF hosts
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.source_type, r.source_confidence, r.source_reason, r.name, r.hostname, r.description, r.hidden, r.sys_descr, r.sys_object_id, r.sys_location, r.sys_contact, r.management_url, r.chassis_id, r.sys_name, r.sys_name_source, r.manufacturer, r.manufacturer_source, r.model, r.model_source, r.serial_number, r.serial_number_source, r.firmware_revision, r.firmware_revision_source, r.software_revision, r.software_revision_source, r.os, r.os_source, r.virtualization_type, r.vm_name, r.vm_id, r.virtualization_service_id, r.audit_event_id, r.missing_since, r.name_source, r.hostname_source, r.role, r.role_source, r.stp_root_bridge_id, r.stp_root_cost, r.natural_name, r.former_macs, r.merged_host_ids FROM hosts r WHERE r.valid_from <= at
      UNION ALL
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.source_type, r.source_confidence, r.source_reason, r.name, r.hostname, r.description, r.hidden, r.sys_descr, r.sys_object_id, r.sys_location, r.sys_contact, r.management_url, r.chassis_id, r.sys_name, r.sys_name_source, r.manufacturer, r.manufacturer_source, r.model, r.model_source, r.serial_number, r.serial_number_source, r.firmware_revision, r.firmware_revision_source, r.software_revision, r.software_revision_source, r.os, r.os_source, r.virtualization_type, r.vm_name, r.vm_id, r.virtualization_service_id, r.audit_event_id, r.missing_since, r.name_source, r.hostname_source, r.role, r.role_source, r.stp_root_bridge_id, r.stp_root_cost, r.natural_name, r.former_macs, r.merged_host_ids FROM hosts_revisions r WHERE r.valid_from <= at AND r.valid_to > at
    $function$
;

CREATE OR REPLACE FUNCTION public.hosts_at(at timestamp with time zone, scope uuid[])
 RETURNS SETOF hosts
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.source_type, r.source_confidence, r.source_reason, r.name, r.hostname, r.description, r.hidden, r.sys_descr, r.sys_object_id, r.sys_location, r.sys_contact, r.management_url, r.chassis_id, r.sys_name, r.sys_name_source, r.manufacturer, r.manufacturer_source, r.model, r.model_source, r.serial_number, r.serial_number_source, r.firmware_revision, r.firmware_revision_source, r.software_revision, r.software_revision_source, r.os, r.os_source, r.virtualization_type, r.vm_name, r.vm_id, r.virtualization_service_id, r.audit_event_id, r.missing_since, r.name_source, r.hostname_source, r.role, r.role_source, r.stp_root_bridge_id, r.stp_root_cost, r.natural_name, r.former_macs, r.merged_host_ids FROM hosts r WHERE r.valid_from <= at
      UNION ALL
      -- What has changed since is there with its present state, or left with its last one.
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.source_type, r.source_confidence, r.source_reason, r.name, r.hostname, r.description, r.hidden, r.sys_descr, r.sys_object_id, r.sys_location, r.sys_contact, r.management_url, r.chassis_id, r.sys_name, r.sys_name_source, r.manufacturer, r.manufacturer_source, r.model, r.model_source, r.serial_number, r.serial_number_source, r.firmware_revision, r.firmware_revision_source, r.software_revision, r.software_revision_source, r.os, r.os_source, r.virtualization_type, r.vm_name, r.vm_id, r.virtualization_service_id, r.audit_event_id, r.missing_since, r.name_source, r.hostname_source, r.role, r.role_source, r.stp_root_bridge_id, r.stp_root_cost, r.natural_name, r.former_macs, r.merged_host_ids FROM (
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
      begun := begin_change(NEW.network_id);
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
      begun := begin_change(NEW.network_id);
      IF NEW.network_id <> OLD.network_id THEN
        begun.changed_at := greatest(begun.changed_at, change_time(OLD.network_id));
      END IF;
      NEW.audit_event_id := begun.event_id;
      NEW.valid_from := CASE
        WHEN OLD.audit_event_id = begun.event_id AND (NEW.network_id = OLD.network_id OR OLD.valid_from >= begun.changed_at)
          THEN OLD.valid_from
        ELSE greatest(begun.changed_at, OLD.valid_from + interval '1 millisecond') END;
      RETURN NEW;
    END $function$
;

CREATE OR REPLACE FUNCTION public.hosts_keep_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      departed record;
      event_id uuid := nullif(current_setting('netloom.audit_event', true), '')::uuid;
    BEGIN
      -- Most updates are observations: nothing has begun a change.
      -- The plan of a connection's first updates, of a row each, serves all later ones: it would go through all rows for each
      -- row of an update of many. A full join is never done so, and behind an offset it stays one.
      IF event_id IS NOT NULL THEN
        -- What foreign keys do to a row one after the other, PostgreSQL tells at once: its first state is the one that ends.
        INSERT INTO hosts_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, last_seen_at, last_discovery_id, first_discovery_id, network_id, source_type, source_confidence, source_reason, name, hostname, description, hidden, sys_descr, sys_object_id, sys_location, sys_contact, management_url, chassis_id, sys_name, sys_name_source, manufacturer, manufacturer_source, model, model_source, serial_number, serial_number_source, firmware_revision, firmware_revision_source, software_revision, software_revision_source, os, os_source, virtualization_type, vm_name, vm_id, virtualization_service_id, audit_event_id, missing_since, name_source, hostname_source, role, role_source, stp_root_bridge_id, stp_root_cost, natural_name, former_macs, merged_host_ids, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.last_seen_at, gone.last_discovery_id, gone.first_discovery_id, gone.network_id, gone.source_type, gone.source_confidence, gone.source_reason, gone.name, gone.hostname, gone.description, gone.hidden, gone.sys_descr, gone.sys_object_id, gone.sys_location, gone.sys_contact, gone.management_url, gone.chassis_id, gone.sys_name, gone.sys_name_source, gone.manufacturer, gone.manufacturer_source, gone.model, gone.model_source, gone.serial_number, gone.serial_number_source, gone.firmware_revision, gone.firmware_revision_source, gone.software_revision, gone.software_revision_source, gone.os, gone.os_source, gone.virtualization_type, gone.vm_name, gone.vm_id, gone.virtualization_service_id, gone.audit_event_id, gone.missing_since, gone.name_source, gone.hostname_source, gone.role, gone.role_source, gone.stp_root_bridge_id, gone.stp_root_cost, gone.natural_name, gone.former_macs, gone.merged_host_ids, event_id, is_last FROM (
          SELECT DISTINCT ON (id) * FROM (
            SELECT before.*, after.valid_from AS ended_at, after.audit_event_id AS changed_by,
              after.network_id <> before.network_id AS is_last
            FROM rows_before before FULL JOIN rows_after after ON after.id = before.id OFFSET 0
          ) change
          WHERE changed_by = event_id AND ended_at > valid_from
          ORDER BY id, updated_at DESC
        ) gone;
        -- Where no state has ended, the transaction has made or changed the rows before, and told so.
        IF FOUND THEN
          PERFORM tell_change(owner.id, NULL)
          FROM (SELECT network_id AS id FROM rows_after WHERE audit_event_id = event_id LIMIT 1) owner;
        END IF;
        -- Left with a later change of the same transaction.
        FOR departed IN SELECT id, valid_from FROM (
          SELECT before.id, before.valid_from, before.audit_event_id,
            after.network_id <> before.network_id AND after.valid_from = before.valid_from AS has_left
          FROM rows_before before FULL JOIN rows_after after ON after.id = before.id OFFSET 0) change WHERE change.audit_event_id = event_id AND change.has_left LOOP
          UPDATE hosts_revisions r SET is_last = true
          WHERE r.id = departed.id AND r.valid_to = departed.valid_from AND NOT r.is_last;
        END LOOP;
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.hosts_keep_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      departed record;
      begun record;
      owner record;
    BEGIN
      FOR owner IN
        SELECT DISTINCT network_id AS id FROM rows_before WHERE EXISTS (SELECT FROM networks live WHERE live.id = rows_before.network_id)
      LOOP
        begun := begin_change(owner.id);
        PERFORM tell_change(owner.id, NULL);
        INSERT INTO hosts_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, last_seen_at, last_discovery_id, first_discovery_id, network_id, source_type, source_confidence, source_reason, name, hostname, description, hidden, sys_descr, sys_object_id, sys_location, sys_contact, management_url, chassis_id, sys_name, sys_name_source, manufacturer, manufacturer_source, model, model_source, serial_number, serial_number_source, firmware_revision, firmware_revision_source, software_revision, software_revision_source, os, os_source, virtualization_type, vm_name, vm_id, virtualization_service_id, audit_event_id, missing_since, name_source, hostname_source, role, role_source, stp_root_bridge_id, stp_root_cost, natural_name, former_macs, merged_host_ids, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.last_seen_at, gone.last_discovery_id, gone.first_discovery_id, gone.network_id, gone.source_type, gone.source_confidence, gone.source_reason, gone.name, gone.hostname, gone.description, gone.hidden, gone.sys_descr, gone.sys_object_id, gone.sys_location, gone.sys_contact, gone.management_url, gone.chassis_id, gone.sys_name, gone.sys_name_source, gone.manufacturer, gone.manufacturer_source, gone.model, gone.model_source, gone.serial_number, gone.serial_number_source, gone.firmware_revision, gone.firmware_revision_source, gone.software_revision, gone.software_revision_source, gone.os, gone.os_source, gone.virtualization_type, gone.vm_name, gone.vm_id, gone.virtualization_service_id, gone.audit_event_id, gone.missing_since, gone.name_source, gone.hostname_source, gone.role, gone.role_source, gone.stp_root_bridge_id, gone.stp_root_cost, gone.natural_name, gone.former_macs, gone.merged_host_ids, begun.event_id, true FROM (
          SELECT before.*, greatest(begun.changed_at, before.valid_from + interval '1 millisecond') AS ended_at
          FROM rows_before before
          WHERE before.network_id = owner.id AND before.audit_event_id IS DISTINCT FROM begun.event_id
        ) gone;
        -- Changed before in the same transaction.
        FOR departed IN SELECT id, valid_from FROM rows_before before WHERE before.network_id = owner.id AND before.audit_event_id = begun.event_id LOOP
          UPDATE hosts_revisions r SET is_last = true
          WHERE r.id = departed.id AND r.valid_to = departed.valid_from AND NOT r.is_last;
        END LOOP;
      END LOOP;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.hosts_merged_into(host uuid)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE
AS $function$
  SELECT ARRAY(
    SELECT merged_host_id FROM (
      SELECT merged_host_id, created_at FROM host_merges WHERE host_id = host
      ORDER BY created_at DESC, merged_host_id DESC LIMIT 1000
    ) latest ORDER BY created_at, merged_host_id)
$function$
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
      begun := begin_change(NEW.network_id);
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
      begun := begin_change(NEW.network_id);
      IF NEW.network_id <> OLD.network_id THEN
        begun.changed_at := greatest(begun.changed_at, change_time(OLD.network_id));
      END IF;
      NEW.audit_event_id := begun.event_id;
      NEW.valid_from := CASE
        WHEN OLD.audit_event_id = begun.event_id AND (NEW.network_id = OLD.network_id OR OLD.valid_from >= begun.changed_at)
          THEN OLD.valid_from
        ELSE greatest(begun.changed_at, OLD.valid_from + interval '1 millisecond') END;
      RETURN NEW;
    END $function$
;

CREATE OR REPLACE FUNCTION public.interface_neighbors_keep_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      departed record;
      event_id uuid := nullif(current_setting('netloom.audit_event', true), '')::uuid;
    BEGIN
      -- Most updates are observations: nothing has begun a change.
      -- The plan of a connection's first updates, of a row each, serves all later ones: it would go through all rows for each
      -- row of an update of many. A full join is never done so, and behind an offset it stays one.
      IF event_id IS NOT NULL THEN
        -- What foreign keys do to a row one after the other, PostgreSQL tells at once: its first state is the one that ends.
        INSERT INTO interface_neighbors_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, network_id, interface_id, remote_interface_id, remote_host_id, protocol, audit_event_id, basis, down_since, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.network_id, gone.interface_id, gone.remote_interface_id, gone.remote_host_id, gone.protocol, gone.audit_event_id, gone.basis, gone.down_since, event_id, is_last FROM (
          SELECT DISTINCT ON (id) * FROM (
            SELECT before.*, after.valid_from AS ended_at, after.audit_event_id AS changed_by,
              after.network_id <> before.network_id AS is_last
            FROM rows_before before FULL JOIN rows_after after ON after.id = before.id OFFSET 0
          ) change
          WHERE changed_by = event_id AND ended_at > valid_from
          ORDER BY id, updated_at DESC
        ) gone;
        -- Where no state has ended, the transaction has made or changed the rows before, and told so.
        IF FOUND THEN
          PERFORM tell_change(owner.id, NULL)
          FROM (SELECT network_id AS id FROM rows_after WHERE audit_event_id = event_id LIMIT 1) owner;
        END IF;
        -- Left with a later change of the same transaction.
        FOR departed IN SELECT id, valid_from FROM (
          SELECT before.id, before.valid_from, before.audit_event_id,
            after.network_id <> before.network_id AND after.valid_from = before.valid_from AS has_left
          FROM rows_before before FULL JOIN rows_after after ON after.id = before.id OFFSET 0) change WHERE change.audit_event_id = event_id AND change.has_left LOOP
          UPDATE interface_neighbors_revisions r SET is_last = true
          WHERE r.id = departed.id AND r.valid_to = departed.valid_from AND NOT r.is_last;
        END LOOP;
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.interface_neighbors_keep_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      departed record;
      begun record;
      owner record;
    BEGIN
      FOR owner IN
        SELECT DISTINCT network_id AS id FROM rows_before WHERE EXISTS (SELECT FROM networks live WHERE live.id = rows_before.network_id)
      LOOP
        begun := begin_change(owner.id);
        PERFORM tell_change(owner.id, NULL);
        INSERT INTO interface_neighbors_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, network_id, interface_id, remote_interface_id, remote_host_id, protocol, audit_event_id, basis, down_since, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.network_id, gone.interface_id, gone.remote_interface_id, gone.remote_host_id, gone.protocol, gone.audit_event_id, gone.basis, gone.down_since, begun.event_id, true FROM (
          SELECT before.*, greatest(begun.changed_at, before.valid_from + interval '1 millisecond') AS ended_at
          FROM rows_before before
          WHERE before.network_id = owner.id AND before.audit_event_id IS DISTINCT FROM begun.event_id
        ) gone;
        -- Changed before in the same transaction.
        FOR departed IN SELECT id, valid_from FROM rows_before before WHERE before.network_id = owner.id AND before.audit_event_id = begun.event_id LOOP
          UPDATE interface_neighbors_revisions r SET is_last = true
          WHERE r.id = departed.id AND r.valid_to = departed.valid_from AND NOT r.is_last;
        END LOOP;
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
      begun := begin_change(NEW.network_id);
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
      begun := begin_change(NEW.network_id);
      IF NEW.network_id <> OLD.network_id THEN
        begun.changed_at := greatest(begun.changed_at, change_time(OLD.network_id));
      END IF;
      NEW.audit_event_id := begun.event_id;
      NEW.valid_from := CASE
        WHEN OLD.audit_event_id = begun.event_id AND (NEW.network_id = OLD.network_id OR OLD.valid_from >= begun.changed_at)
          THEN OLD.valid_from
        ELSE greatest(begun.changed_at, OLD.valid_from + interval '1 millisecond') END;
      RETURN NEW;
    END $function$
;

CREATE OR REPLACE FUNCTION public.interface_vlans_keep_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      departed record;
      event_id uuid := nullif(current_setting('netloom.audit_event', true), '')::uuid;
    BEGIN
      -- Most updates are observations: nothing has begun a change.
      -- The plan of a connection's first updates, of a row each, serves all later ones: it would go through all rows for each
      -- row of an update of many. A full join is never done so, and behind an offset it stays one.
      IF event_id IS NOT NULL THEN
        -- What foreign keys do to a row one after the other, PostgreSQL tells at once: its first state is the one that ends.
        INSERT INTO interface_vlans_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, network_id, interface_id, vlan_id, audit_event_id, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.network_id, gone.interface_id, gone.vlan_id, gone.audit_event_id, event_id, is_last FROM (
          SELECT DISTINCT ON (id) * FROM (
            SELECT before.*, after.valid_from AS ended_at, after.audit_event_id AS changed_by,
              after.network_id <> before.network_id AS is_last
            FROM rows_before before FULL JOIN rows_after after ON after.id = before.id OFFSET 0
          ) change
          WHERE changed_by = event_id AND ended_at > valid_from
          ORDER BY id, updated_at DESC
        ) gone;
        -- Where no state has ended, the transaction has made or changed the rows before, and told so.
        IF FOUND THEN
          PERFORM tell_change(owner.id, NULL)
          FROM (SELECT network_id AS id FROM rows_after WHERE audit_event_id = event_id LIMIT 1) owner;
        END IF;
        -- Left with a later change of the same transaction.
        FOR departed IN SELECT id, valid_from FROM (
          SELECT before.id, before.valid_from, before.audit_event_id,
            after.network_id <> before.network_id AND after.valid_from = before.valid_from AS has_left
          FROM rows_before before FULL JOIN rows_after after ON after.id = before.id OFFSET 0) change WHERE change.audit_event_id = event_id AND change.has_left LOOP
          UPDATE interface_vlans_revisions r SET is_last = true
          WHERE r.id = departed.id AND r.valid_to = departed.valid_from AND NOT r.is_last;
        END LOOP;
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.interface_vlans_keep_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      departed record;
      begun record;
      owner record;
    BEGIN
      FOR owner IN
        SELECT DISTINCT network_id AS id FROM rows_before WHERE EXISTS (SELECT FROM networks live WHERE live.id = rows_before.network_id)
      LOOP
        begun := begin_change(owner.id);
        PERFORM tell_change(owner.id, NULL);
        INSERT INTO interface_vlans_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, network_id, interface_id, vlan_id, audit_event_id, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.network_id, gone.interface_id, gone.vlan_id, gone.audit_event_id, begun.event_id, true FROM (
          SELECT before.*, greatest(begun.changed_at, before.valid_from + interval '1 millisecond') AS ended_at
          FROM rows_before before
          WHERE before.network_id = owner.id AND before.audit_event_id IS DISTINCT FROM begun.event_id
        ) gone;
        -- Changed before in the same transaction.
        FOR departed IN SELECT id, valid_from FROM rows_before before WHERE before.network_id = owner.id AND before.audit_event_id = begun.event_id LOOP
          UPDATE interface_vlans_revisions r SET is_last = true
          WHERE r.id = departed.id AND r.valid_to = departed.valid_from AND NOT r.is_last;
        END LOOP;
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
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.host_id, r.if_index, r.if_descr, r.if_name, r.if_alias, r.if_type, r.speed_bps, r.admin_status, r.oper_status, r.mac_address, r.ip_configured, r.fdb_macs, r.ip_address_id, r.native_vlan_id, r.audit_event_id, r.mtu, r.duplex, r.aggregate_id, r.stp_state, r.is_stp_root_port, r.poe_status, r.poe_class, r.natural_name, r.stp_blocked_vlans, r.stp_blocked_instances, r.mac_address_source FROM interfaces r WHERE r.valid_from <= at
      UNION ALL
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.host_id, r.if_index, r.if_descr, r.if_name, r.if_alias, r.if_type, r.speed_bps, r.admin_status, r.oper_status, r.mac_address, r.ip_configured, r.fdb_macs, r.ip_address_id, r.native_vlan_id, r.audit_event_id, r.mtu, r.duplex, r.aggregate_id, r.stp_state, r.is_stp_root_port, r.poe_status, r.poe_class, r.natural_name, r.stp_blocked_vlans, r.stp_blocked_instances, r.mac_address_source FROM interfaces_revisions r WHERE r.valid_from <= at AND r.valid_to > at
    $function$
;

CREATE OR REPLACE FUNCTION public.interfaces_at(at timestamp with time zone, scope uuid[])
 RETURNS SETOF interfaces
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.host_id, r.if_index, r.if_descr, r.if_name, r.if_alias, r.if_type, r.speed_bps, r.admin_status, r.oper_status, r.mac_address, r.ip_configured, r.fdb_macs, r.ip_address_id, r.native_vlan_id, r.audit_event_id, r.mtu, r.duplex, r.aggregate_id, r.stp_state, r.is_stp_root_port, r.poe_status, r.poe_class, r.natural_name, r.stp_blocked_vlans, r.stp_blocked_instances, r.mac_address_source FROM interfaces r WHERE r.valid_from <= at
      UNION ALL
      -- What has changed since is there with its present state, or left with its last one.
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.host_id, r.if_index, r.if_descr, r.if_name, r.if_alias, r.if_type, r.speed_bps, r.admin_status, r.oper_status, r.mac_address, r.ip_configured, r.fdb_macs, r.ip_address_id, r.native_vlan_id, r.audit_event_id, r.mtu, r.duplex, r.aggregate_id, r.stp_state, r.is_stp_root_port, r.poe_status, r.poe_class, r.natural_name, r.stp_blocked_vlans, r.stp_blocked_instances, r.mac_address_source FROM (
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
      begun := begin_change(NEW.network_id);
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
      begun := begin_change(NEW.network_id);
      IF NEW.network_id <> OLD.network_id THEN
        begun.changed_at := greatest(begun.changed_at, change_time(OLD.network_id));
      END IF;
      NEW.audit_event_id := begun.event_id;
      NEW.valid_from := CASE
        WHEN OLD.audit_event_id = begun.event_id AND (NEW.network_id = OLD.network_id OR OLD.valid_from >= begun.changed_at)
          THEN OLD.valid_from
        ELSE greatest(begun.changed_at, OLD.valid_from + interval '1 millisecond') END;
      RETURN NEW;
    END $function$
;

CREATE OR REPLACE FUNCTION public.interfaces_keep_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      departed record;
      event_id uuid := nullif(current_setting('netloom.audit_event', true), '')::uuid;
    BEGIN
      -- Most updates are observations: nothing has begun a change.
      -- The plan of a connection's first updates, of a row each, serves all later ones: it would go through all rows for each
      -- row of an update of many. A full join is never done so, and behind an offset it stays one.
      IF event_id IS NOT NULL THEN
        -- What foreign keys do to a row one after the other, PostgreSQL tells at once: its first state is the one that ends.
        INSERT INTO interfaces_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, last_seen_at, last_discovery_id, first_discovery_id, network_id, host_id, if_index, if_descr, if_name, if_alias, if_type, speed_bps, admin_status, oper_status, mac_address, ip_configured, fdb_macs, ip_address_id, native_vlan_id, audit_event_id, mtu, duplex, aggregate_id, stp_state, is_stp_root_port, poe_status, poe_class, natural_name, stp_blocked_vlans, stp_blocked_instances, mac_address_source, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.last_seen_at, gone.last_discovery_id, gone.first_discovery_id, gone.network_id, gone.host_id, gone.if_index, gone.if_descr, gone.if_name, gone.if_alias, gone.if_type, gone.speed_bps, gone.admin_status, gone.oper_status, gone.mac_address, gone.ip_configured, gone.fdb_macs, gone.ip_address_id, gone.native_vlan_id, gone.audit_event_id, gone.mtu, gone.duplex, gone.aggregate_id, gone.stp_state, gone.is_stp_root_port, gone.poe_status, gone.poe_class, gone.natural_name, gone.stp_blocked_vlans, gone.stp_blocked_instances, gone.mac_address_source, event_id, is_last FROM (
          SELECT DISTINCT ON (id) * FROM (
            SELECT before.*, after.valid_from AS ended_at, after.audit_event_id AS changed_by,
              after.network_id <> before.network_id AS is_last
            FROM rows_before before FULL JOIN rows_after after ON after.id = before.id OFFSET 0
          ) change
          WHERE changed_by = event_id AND ended_at > valid_from
          ORDER BY id, updated_at DESC
        ) gone;
        -- Where no state has ended, the transaction has made or changed the rows before, and told so.
        IF FOUND THEN
          PERFORM tell_change(owner.id, NULL)
          FROM (SELECT network_id AS id FROM rows_after WHERE audit_event_id = event_id LIMIT 1) owner;
        END IF;
        -- Left with a later change of the same transaction.
        FOR departed IN SELECT id, valid_from FROM (
          SELECT before.id, before.valid_from, before.audit_event_id,
            after.network_id <> before.network_id AND after.valid_from = before.valid_from AS has_left
          FROM rows_before before FULL JOIN rows_after after ON after.id = before.id OFFSET 0) change WHERE change.audit_event_id = event_id AND change.has_left LOOP
          UPDATE interfaces_revisions r SET is_last = true
          WHERE r.id = departed.id AND r.valid_to = departed.valid_from AND NOT r.is_last;
        END LOOP;
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.interfaces_keep_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      departed record;
      begun record;
      owner record;
    BEGIN
      FOR owner IN
        SELECT DISTINCT network_id AS id FROM rows_before WHERE EXISTS (SELECT FROM networks live WHERE live.id = rows_before.network_id)
      LOOP
        begun := begin_change(owner.id);
        PERFORM tell_change(owner.id, NULL);
        INSERT INTO interfaces_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, last_seen_at, last_discovery_id, first_discovery_id, network_id, host_id, if_index, if_descr, if_name, if_alias, if_type, speed_bps, admin_status, oper_status, mac_address, ip_configured, fdb_macs, ip_address_id, native_vlan_id, audit_event_id, mtu, duplex, aggregate_id, stp_state, is_stp_root_port, poe_status, poe_class, natural_name, stp_blocked_vlans, stp_blocked_instances, mac_address_source, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.last_seen_at, gone.last_discovery_id, gone.first_discovery_id, gone.network_id, gone.host_id, gone.if_index, gone.if_descr, gone.if_name, gone.if_alias, gone.if_type, gone.speed_bps, gone.admin_status, gone.oper_status, gone.mac_address, gone.ip_configured, gone.fdb_macs, gone.ip_address_id, gone.native_vlan_id, gone.audit_event_id, gone.mtu, gone.duplex, gone.aggregate_id, gone.stp_state, gone.is_stp_root_port, gone.poe_status, gone.poe_class, gone.natural_name, gone.stp_blocked_vlans, gone.stp_blocked_instances, gone.mac_address_source, begun.event_id, true FROM (
          SELECT before.*, greatest(begun.changed_at, before.valid_from + interval '1 millisecond') AS ended_at
          FROM rows_before before
          WHERE before.network_id = owner.id AND before.audit_event_id IS DISTINCT FROM begun.event_id
        ) gone;
        -- Changed before in the same transaction.
        FOR departed IN SELECT id, valid_from FROM rows_before before WHERE before.network_id = owner.id AND before.audit_event_id = begun.event_id LOOP
          UPDATE interfaces_revisions r SET is_last = true
          WHERE r.id = departed.id AND r.valid_to = departed.valid_from AND NOT r.is_last;
        END LOOP;
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
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.host_id, r.subnet_id, r.subnet_cidr, r.ip_address, r.name, r.mac_address, r."position", r.audit_event_id, r.answers_for_others, r.move_reason, r.natural_name, r.mac_address_source FROM ip_addresses r WHERE r.valid_from <= at
      UNION ALL
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.host_id, r.subnet_id, r.subnet_cidr, r.ip_address, r.name, r.mac_address, r."position", r.audit_event_id, r.answers_for_others, r.move_reason, r.natural_name, r.mac_address_source FROM ip_addresses_revisions r WHERE r.valid_from <= at AND r.valid_to > at
    $function$
;

CREATE OR REPLACE FUNCTION public.ip_addresses_at(at timestamp with time zone, scope uuid[])
 RETURNS SETOF ip_addresses
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.host_id, r.subnet_id, r.subnet_cidr, r.ip_address, r.name, r.mac_address, r."position", r.audit_event_id, r.answers_for_others, r.move_reason, r.natural_name, r.mac_address_source FROM ip_addresses r WHERE r.valid_from <= at
      UNION ALL
      -- What has changed since is there with its present state, or left with its last one.
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.host_id, r.subnet_id, r.subnet_cidr, r.ip_address, r.name, r.mac_address, r."position", r.audit_event_id, r.answers_for_others, r.move_reason, r.natural_name, r.mac_address_source FROM (
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
      begun := begin_change(NEW.network_id);
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
      begun := begin_change(NEW.network_id);
      IF NEW.network_id <> OLD.network_id THEN
        begun.changed_at := greatest(begun.changed_at, change_time(OLD.network_id));
      END IF;
      NEW.audit_event_id := begun.event_id;
      NEW.valid_from := CASE
        WHEN OLD.audit_event_id = begun.event_id AND (NEW.network_id = OLD.network_id OR OLD.valid_from >= begun.changed_at)
          THEN OLD.valid_from
        ELSE greatest(begun.changed_at, OLD.valid_from + interval '1 millisecond') END;
      RETURN NEW;
    END $function$
;

CREATE OR REPLACE FUNCTION public.ip_addresses_keep_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      departed record;
      event_id uuid := nullif(current_setting('netloom.audit_event', true), '')::uuid;
    BEGIN
      -- Most updates are observations: nothing has begun a change.
      -- The plan of a connection's first updates, of a row each, serves all later ones: it would go through all rows for each
      -- row of an update of many. A full join is never done so, and behind an offset it stays one.
      IF event_id IS NOT NULL THEN
        -- What foreign keys do to a row one after the other, PostgreSQL tells at once: its first state is the one that ends.
        INSERT INTO ip_addresses_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, last_seen_at, last_discovery_id, first_discovery_id, network_id, host_id, subnet_id, subnet_cidr, ip_address, name, mac_address, "position", audit_event_id, answers_for_others, move_reason, natural_name, mac_address_source, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.last_seen_at, gone.last_discovery_id, gone.first_discovery_id, gone.network_id, gone.host_id, gone.subnet_id, gone.subnet_cidr, gone.ip_address, gone.name, gone.mac_address, gone."position", gone.audit_event_id, gone.answers_for_others, gone.move_reason, gone.natural_name, gone.mac_address_source, event_id, is_last FROM (
          SELECT DISTINCT ON (id) * FROM (
            SELECT before.*, after.valid_from AS ended_at, after.audit_event_id AS changed_by,
              after.network_id <> before.network_id AS is_last
            FROM rows_before before FULL JOIN rows_after after ON after.id = before.id OFFSET 0
          ) change
          WHERE changed_by = event_id AND ended_at > valid_from
          ORDER BY id, updated_at DESC
        ) gone;
        -- Where no state has ended, the transaction has made or changed the rows before, and told so.
        IF FOUND THEN
          PERFORM tell_change(owner.id, NULL)
          FROM (SELECT network_id AS id FROM rows_after WHERE audit_event_id = event_id LIMIT 1) owner;
        END IF;
        -- Left with a later change of the same transaction.
        FOR departed IN SELECT id, valid_from FROM (
          SELECT before.id, before.valid_from, before.audit_event_id,
            after.network_id <> before.network_id AND after.valid_from = before.valid_from AS has_left
          FROM rows_before before FULL JOIN rows_after after ON after.id = before.id OFFSET 0) change WHERE change.audit_event_id = event_id AND change.has_left LOOP
          UPDATE ip_addresses_revisions r SET is_last = true
          WHERE r.id = departed.id AND r.valid_to = departed.valid_from AND NOT r.is_last;
        END LOOP;
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.ip_addresses_keep_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      departed record;
      begun record;
      owner record;
    BEGIN
      FOR owner IN
        SELECT DISTINCT network_id AS id FROM rows_before WHERE EXISTS (SELECT FROM networks live WHERE live.id = rows_before.network_id)
      LOOP
        begun := begin_change(owner.id);
        PERFORM tell_change(owner.id, NULL);
        INSERT INTO ip_addresses_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, last_seen_at, last_discovery_id, first_discovery_id, network_id, host_id, subnet_id, subnet_cidr, ip_address, name, mac_address, "position", audit_event_id, answers_for_others, move_reason, natural_name, mac_address_source, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.last_seen_at, gone.last_discovery_id, gone.first_discovery_id, gone.network_id, gone.host_id, gone.subnet_id, gone.subnet_cidr, gone.ip_address, gone.name, gone.mac_address, gone."position", gone.audit_event_id, gone.answers_for_others, gone.move_reason, gone.natural_name, gone.mac_address_source, begun.event_id, true FROM (
          SELECT before.*, greatest(begun.changed_at, before.valid_from + interval '1 millisecond') AS ended_at
          FROM rows_before before
          WHERE before.network_id = owner.id AND before.audit_event_id IS DISTINCT FROM begun.event_id
        ) gone;
        -- Changed before in the same transaction.
        FOR departed IN SELECT id, valid_from FROM rows_before before WHERE before.network_id = owner.id AND before.audit_event_id = begun.event_id LOOP
          UPDATE ip_addresses_revisions r SET is_last = true
          WHERE r.id = departed.id AND r.valid_to = departed.valid_from AND NOT r.is_last;
        END LOOP;
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
      begun := begin_change(NEW.%3$I);
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
      'IF NEW.last_seen_at >= NEW.created_at THEN NEW.last_seen_at := begun.changed_at; END IF;' ELSE '' END,
    scope);
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

  -- What a transaction changes twice was never seen in between: its states in between are not kept. Where it goes to another
  -- network, whose time is later, the one before it is.
  EXECUTE format($source$
    CREATE OR REPLACE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $body$
    DECLARE
      begun record;
    BEGIN
      IF NEW.id <> OLD.id THEN
        RAISE EXCEPTION 'ids of rows never change' USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      begun := begin_change(NEW.%2$I);
      IF NEW.%2$I <> OLD.%2$I THEN
        begun.changed_at := greatest(begun.changed_at, change_time(OLD.%2$I));
      END IF;
      NEW.audit_event_id := begun.event_id;
      NEW.valid_from := CASE
        WHEN OLD.audit_event_id = begun.event_id AND (NEW.%2$I = OLD.%2$I OR OLD.valid_from >= begun.changed_at)
          THEN OLD.valid_from
        ELSE greatest(begun.changed_at, OLD.valid_from + interval '1 millisecond') END;
      RETURN NEW;
    END $body$ $source$, kept || '_change', scope);
  EXECUTE format('CREATE OR REPLACE TRIGGER history_1_change BEFORE UPDATE ON %I FOR EACH ROW WHEN (%s) '
    'EXECUTE FUNCTION %I()', kept, differs, kept || '_change');

  EXECUTE format($source$
    CREATE OR REPLACE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql AS $body$
    DECLARE
      departed record;
      event_id uuid := nullif(current_setting('netloom.audit_event', true), '')::uuid;
    BEGIN
      -- Most updates are observations: nothing has begun a change.
      -- The plan of a connection's first updates, of a row each, serves all later ones: it would go through all rows for each
      -- row of an update of many. A full join is never done so, and behind an offset it stays one.
      IF event_id IS NOT NULL THEN
        -- What foreign keys do to a row one after the other, PostgreSQL tells at once: its first state is the one that ends.
        INSERT INTO %2$I (%3$s, ended_by, is_last)
        SELECT %4$s, event_id, is_last FROM (
          SELECT DISTINCT ON (id) * FROM (
            SELECT before.*, after.valid_from AS ended_at, after.audit_event_id AS changed_by,
              after.%5$I <> before.%5$I AS is_last
            FROM rows_before before FULL JOIN rows_after after ON after.id = before.id OFFSET 0
          ) change
          WHERE changed_by = event_id AND ended_at > valid_from
          ORDER BY id, updated_at DESC
        ) gone;
        -- Where no state has ended, the transaction has made or changed the rows before, and told so.
        IF FOUND THEN
          PERFORM tell_change(%6$s)
          FROM (SELECT %5$I AS id FROM rows_after WHERE audit_event_id = event_id LIMIT 1) owner;
        END IF;
        -- Left with a later change of the same transaction.
        FOR departed IN SELECT id, valid_from FROM (
          SELECT before.id, before.valid_from, before.audit_event_id,
            after.%5$I <> before.%5$I AND after.valid_from = before.valid_from AS has_left
          FROM rows_before before FULL JOIN rows_after after ON after.id = before.id OFFSET 0) change WHERE change.audit_event_id = event_id AND change.has_left LOOP
          UPDATE %2$I r SET is_last = true
          WHERE r.id = departed.id AND r.valid_to = departed.valid_from AND NOT r.is_last;
        END LOOP;
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
      departed record;
      begun record;
      owner record;
    BEGIN
      FOR owner IN
        SELECT DISTINCT %5$I AS id FROM rows_before WHERE EXISTS (SELECT FROM %6$I live WHERE live.id = rows_before.%5$I)
      LOOP
        begun := begin_change(owner.id);
        PERFORM tell_change(%7$s);
        INSERT INTO %2$I (%3$s, ended_by, is_last)
        SELECT %4$s, begun.event_id, true FROM (
          SELECT before.*, greatest(begun.changed_at, before.valid_from + interval '1 millisecond') AS ended_at
          FROM rows_before before
          WHERE before.%5$I = owner.id AND before.audit_event_id IS DISTINCT FROM begun.event_id
        ) gone;
        -- Changed before in the same transaction.
        FOR departed IN SELECT id, valid_from FROM rows_before before WHERE before.%5$I = owner.id AND before.audit_event_id = begun.event_id LOOP
          UPDATE %2$I r SET is_last = true
          WHERE r.id = departed.id AND r.valid_to = departed.valid_from AND NOT r.is_last;
        END LOOP;
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

CREATE OR REPLACE FUNCTION public.list_merged_hosts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  changed uuid[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    changed := ARRAY(SELECT host_id FROM rows_after);
  ELSIF TG_OP = 'DELETE' THEN
    changed := ARRAY(SELECT host_id FROM rows_before);
  ELSE
    changed := ARRAY(SELECT host_id FROM rows_before UNION SELECT host_id FROM rows_after);
  END IF;
  UPDATE hosts SET merged_host_ids = merged.ids, updated_at = clock_timestamp()
  FROM (SELECT DISTINCT id, hosts_merged_into(id) AS ids FROM unnest(changed) id) merged
  WHERE hosts.id = merged.id AND hosts.merged_host_ids <> merged.ids
    AND EXISTS (SELECT FROM networks WHERE networks.id = hosts.network_id);
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION public.mac_keys(network uuid, macs text[])
 RETURNS bigint[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT coalesce(array_agg(hashtextextended(mac, uuid_hash_extended(network, 0))), '{}') FROM unnest(macs) mac
$function$
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

CREATE OR REPLACE FUNCTION public.mark_network_changes_of_assignments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  INSERT INTO network_changes (network_id, transaction_id)
  SELECT DISTINCT changed.network_id, pg_current_xact_id()::text::bigint
  FROM changed_rows changed
  WHERE changed.network_id IS NOT NULL AND NOT EXISTS (SELECT FROM deleted_tags d WHERE d.tag_id = changed.tag_id)
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

CREATE OR REPLACE FUNCTION public.network_writers(network uuid)
 RETURNS TABLE(id text, begun_at timestamp with time zone)
 LANGUAGE sql
AS $function$
  SELECT id, begun_at FROM history_writers()
  WHERE clock = change_clock(network)
    OR clock = (SELECT change_clock(organization_id) FROM networks WHERE networks.id = network)
$function$
;

CREATE OR REPLACE FUNCTION public.outlive_networks(kept text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  key text := kept || '_network_id_fkey';
  is_of_organization boolean;
BEGIN
  SELECT cardinality(conkey) = 2 INTO STRICT is_of_organization
  FROM pg_constraint WHERE conname = key AND conrelid = kept::regclass;
  EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', kept, key);
  EXECUTE format(
    'CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION %I()',
    key || '_insert', kept, CASE WHEN is_of_organization THEN 'require_networks_of_organization' ELSE 'require_networks' END);
  EXECUTE format(
    'CREATE TRIGGER %I AFTER UPDATE ON %I FOR EACH ROW WHEN (NEW.network_id IS NOT NULL AND (%s)) EXECUTE FUNCTION %I()',
    key || '_update', kept,
    CASE WHEN is_of_organization THEN
      'OLD.network_id IS DISTINCT FROM NEW.network_id OR OLD.organization_id IS DISTINCT FROM NEW.organization_id'
      ELSE 'OLD.network_id IS DISTINCT FROM NEW.network_id' END,
    CASE WHEN is_of_organization THEN 'require_network_of_organization_of_row' ELSE 'require_network_of_row' END);
END $function$
;

CREATE OR REPLACE FUNCTION public.plans_at(at timestamp with time zone)
 RETURNS SETOF plans
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.audit_event_id, r.network_id, r.organization_id, r.created_by_user_id, r.name, r.natural_name, r.description, r.changes FROM plans r WHERE r.valid_from <= at
      UNION ALL
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.audit_event_id, r.network_id, r.organization_id, r.created_by_user_id, r.name, r.natural_name, r.description, r.changes FROM plans_revisions r WHERE r.valid_from <= at AND r.valid_to > at
    $function$
;

CREATE OR REPLACE FUNCTION public.plans_at(at timestamp with time zone, scope uuid[])
 RETURNS SETOF plans
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.audit_event_id, r.network_id, r.organization_id, r.created_by_user_id, r.name, r.natural_name, r.description, r.changes FROM plans r WHERE r.valid_from <= at
      UNION ALL
      -- What has changed since is there with its present state, or left with its last one.
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.audit_event_id, r.network_id, r.organization_id, r.created_by_user_id, r.name, r.natural_name, r.description, r.changes FROM (
        SELECT id FROM plans WHERE network_id = ANY (scope) AND valid_from > at
        UNION
        SELECT id FROM plans_revisions WHERE network_id = ANY (scope) AND valid_to > at AND is_last
      ) since CROSS JOIN LATERAL (
        SELECT * FROM plans_revisions state WHERE state.id = since.id AND state.valid_from <= at
        ORDER BY state.valid_from DESC LIMIT 1
      ) r
      WHERE r.valid_to > at AND r.network_id = ANY (scope)
    $function$
;

CREATE OR REPLACE FUNCTION public.plans_begin()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      begun record;
    BEGIN
      begun := begin_change(NEW.network_id);
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

CREATE OR REPLACE FUNCTION public.plans_begin_later()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF EXISTS (SELECT FROM rows_after made JOIN plans_revisions r ON r.id = made.id AND r.valid_to > made.valid_from) THEN
        RAISE EXCEPTION 'the row was deleted at the same time' USING ERRCODE = 'serialization_failure';
      END IF;
      PERFORM tell_change(owner.id, NULL) FROM (SELECT network_id AS id FROM rows_after LIMIT 1) owner;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.plans_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      begun record;
    BEGIN
      IF NEW.id <> OLD.id THEN
        RAISE EXCEPTION 'ids of rows never change' USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      begun := begin_change(NEW.network_id);
      IF NEW.network_id <> OLD.network_id THEN
        begun.changed_at := greatest(begun.changed_at, change_time(OLD.network_id));
      END IF;
      NEW.audit_event_id := begun.event_id;
      NEW.valid_from := CASE
        WHEN OLD.audit_event_id = begun.event_id AND (NEW.network_id = OLD.network_id OR OLD.valid_from >= begun.changed_at)
          THEN OLD.valid_from
        ELSE greatest(begun.changed_at, OLD.valid_from + interval '1 millisecond') END;
      RETURN NEW;
    END $function$
;

CREATE OR REPLACE FUNCTION public.plans_keep_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      departed record;
      event_id uuid := nullif(current_setting('netloom.audit_event', true), '')::uuid;
    BEGIN
      -- Most updates are observations: nothing has begun a change.
      -- The plan of a connection's first updates, of a row each, serves all later ones: it would go through all rows for each
      -- row of an update of many. A full join is never done so, and behind an offset it stays one.
      IF event_id IS NOT NULL THEN
        -- What foreign keys do to a row one after the other, PostgreSQL tells at once: its first state is the one that ends.
        INSERT INTO plans_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, audit_event_id, network_id, organization_id, created_by_user_id, name, natural_name, description, changes, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.audit_event_id, gone.network_id, gone.organization_id, gone.created_by_user_id, gone.name, gone.natural_name, gone.description, gone.changes, event_id, is_last FROM (
          SELECT DISTINCT ON (id) * FROM (
            SELECT before.*, after.valid_from AS ended_at, after.audit_event_id AS changed_by,
              after.network_id <> before.network_id AS is_last
            FROM rows_before before FULL JOIN rows_after after ON after.id = before.id OFFSET 0
          ) change
          WHERE changed_by = event_id AND ended_at > valid_from
          ORDER BY id, updated_at DESC
        ) gone;
        -- Where no state has ended, the transaction has made or changed the rows before, and told so.
        IF FOUND THEN
          PERFORM tell_change(owner.id, NULL)
          FROM (SELECT network_id AS id FROM rows_after WHERE audit_event_id = event_id LIMIT 1) owner;
        END IF;
        -- Left with a later change of the same transaction.
        FOR departed IN SELECT id, valid_from FROM (
          SELECT before.id, before.valid_from, before.audit_event_id,
            after.network_id <> before.network_id AND after.valid_from = before.valid_from AS has_left
          FROM rows_before before FULL JOIN rows_after after ON after.id = before.id OFFSET 0) change WHERE change.audit_event_id = event_id AND change.has_left LOOP
          UPDATE plans_revisions r SET is_last = true
          WHERE r.id = departed.id AND r.valid_to = departed.valid_from AND NOT r.is_last;
        END LOOP;
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.plans_keep_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      departed record;
      begun record;
      owner record;
    BEGIN
      FOR owner IN
        SELECT DISTINCT network_id AS id FROM rows_before WHERE EXISTS (SELECT FROM networks live WHERE live.id = rows_before.network_id)
      LOOP
        begun := begin_change(owner.id);
        PERFORM tell_change(owner.id, NULL);
        INSERT INTO plans_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, audit_event_id, network_id, organization_id, created_by_user_id, name, natural_name, description, changes, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.audit_event_id, gone.network_id, gone.organization_id, gone.created_by_user_id, gone.name, gone.natural_name, gone.description, gone.changes, begun.event_id, true FROM (
          SELECT before.*, greatest(begun.changed_at, before.valid_from + interval '1 millisecond') AS ended_at
          FROM rows_before before
          WHERE before.network_id = owner.id AND before.audit_event_id IS DISTINCT FROM begun.event_id
        ) gone;
        -- Changed before in the same transaction.
        FOR departed IN SELECT id, valid_from FROM rows_before before WHERE before.network_id = owner.id AND before.audit_event_id = begun.event_id LOOP
          UPDATE plans_revisions r SET is_last = true
          WHERE r.id = departed.id AND r.valid_to = departed.valid_from AND NOT r.is_last;
        END LOOP;
      END LOOP;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.plans_revisions_no_overlap()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF EXISTS (
        SELECT FROM rows_after made CROSS JOIN LATERAL (
          SELECT valid_to FROM plans_revisions r WHERE r.id = made.id AND r.valid_from < made.valid_to
          ORDER BY r.valid_from DESC LIMIT 2
        ) r
        GROUP BY made.id, made.valid_from HAVING count(*) FILTER (WHERE r.valid_to > made.valid_from) > 1
      ) THEN
        RAISE EXCEPTION 'states of one row overlap' USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'plans_revisions_no_overlap';
      END IF;
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
      begun := begin_change(NEW.network_id);
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
      begun := begin_change(NEW.network_id);
      IF NEW.network_id <> OLD.network_id THEN
        begun.changed_at := greatest(begun.changed_at, change_time(OLD.network_id));
      END IF;
      NEW.audit_event_id := begun.event_id;
      NEW.valid_from := CASE
        WHEN OLD.audit_event_id = begun.event_id AND (NEW.network_id = OLD.network_id OR OLD.valid_from >= begun.changed_at)
          THEN OLD.valid_from
        ELSE greatest(begun.changed_at, OLD.valid_from + interval '1 millisecond') END;
      RETURN NEW;
    END $function$
;

CREATE OR REPLACE FUNCTION public.ports_keep_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      departed record;
      event_id uuid := nullif(current_setting('netloom.audit_event', true), '')::uuid;
    BEGIN
      -- Most updates are observations: nothing has begun a change.
      -- The plan of a connection's first updates, of a row each, serves all later ones: it would go through all rows for each
      -- row of an update of many. A full join is never done so, and behind an offset it stays one.
      IF event_id IS NOT NULL THEN
        -- What foreign keys do to a row one after the other, PostgreSQL tells at once: its first state is the one that ends.
        INSERT INTO ports_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, last_seen_at, last_discovery_id, first_discovery_id, network_id, host_id, number, protocol, audit_event_id, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.last_seen_at, gone.last_discovery_id, gone.first_discovery_id, gone.network_id, gone.host_id, gone.number, gone.protocol, gone.audit_event_id, event_id, is_last FROM (
          SELECT DISTINCT ON (id) * FROM (
            SELECT before.*, after.valid_from AS ended_at, after.audit_event_id AS changed_by,
              after.network_id <> before.network_id AS is_last
            FROM rows_before before FULL JOIN rows_after after ON after.id = before.id OFFSET 0
          ) change
          WHERE changed_by = event_id AND ended_at > valid_from
          ORDER BY id, updated_at DESC
        ) gone;
        -- Where no state has ended, the transaction has made or changed the rows before, and told so.
        IF FOUND THEN
          PERFORM tell_change(owner.id, NULL)
          FROM (SELECT network_id AS id FROM rows_after WHERE audit_event_id = event_id LIMIT 1) owner;
        END IF;
        -- Left with a later change of the same transaction.
        FOR departed IN SELECT id, valid_from FROM (
          SELECT before.id, before.valid_from, before.audit_event_id,
            after.network_id <> before.network_id AND after.valid_from = before.valid_from AS has_left
          FROM rows_before before FULL JOIN rows_after after ON after.id = before.id OFFSET 0) change WHERE change.audit_event_id = event_id AND change.has_left LOOP
          UPDATE ports_revisions r SET is_last = true
          WHERE r.id = departed.id AND r.valid_to = departed.valid_from AND NOT r.is_last;
        END LOOP;
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.ports_keep_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      departed record;
      begun record;
      owner record;
    BEGIN
      FOR owner IN
        SELECT DISTINCT network_id AS id FROM rows_before WHERE EXISTS (SELECT FROM networks live WHERE live.id = rows_before.network_id)
      LOOP
        begun := begin_change(owner.id);
        PERFORM tell_change(owner.id, NULL);
        INSERT INTO ports_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, last_seen_at, last_discovery_id, first_discovery_id, network_id, host_id, number, protocol, audit_event_id, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.last_seen_at, gone.last_discovery_id, gone.first_discovery_id, gone.network_id, gone.host_id, gone.number, gone.protocol, gone.audit_event_id, begun.event_id, true FROM (
          SELECT before.*, greatest(begun.changed_at, before.valid_from + interval '1 millisecond') AS ended_at
          FROM rows_before before
          WHERE before.network_id = owner.id AND before.audit_event_id IS DISTINCT FROM begun.event_id
        ) gone;
        -- Changed before in the same transaction.
        FOR departed IN SELECT id, valid_from FROM rows_before before WHERE before.network_id = owner.id AND before.audit_event_id = begun.event_id LOOP
          UPDATE ports_revisions r SET is_last = true
          WHERE r.id = departed.id AND r.valid_to = departed.valid_from AND NOT r.is_last;
        END LOOP;
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

CREATE OR REPLACE FUNCTION public.refuse_changes_of_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'events never change' USING ERRCODE = 'restrict_violation';
END $function$
;

CREATE OR REPLACE FUNCTION public.refuse_name_in_other_form()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  is_taken boolean;
BEGIN
  -- Plain letters have one form, which the key compares; those of other names are judged one after the other.
  IF NEW.name ~ '^[\x01-\x7f]*$' OR (TG_OP = 'UPDATE' AND NEW.name = OLD.name) THEN
    RETURN NULL;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended(TG_TABLE_NAME || ' names of ' || NEW.organization_id, 0));
  EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE organization_id = $1 AND id <> $2 AND normalize(name) = normalize($3))',
    TG_TABLE_NAME) INTO is_taken USING NEW.organization_id, NEW.id, NEW.name;
  IF is_taken THEN
    RAISE EXCEPTION 'the name is there in another form' USING ERRCODE = 'unique_violation',
      CONSTRAINT = TG_TABLE_NAME || '_organization_id_name_key', TABLE = TG_TABLE_NAME;
  END IF;
  RETURN NULL;
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

CREATE OR REPLACE FUNCTION public.require_network_of_organization_of_row()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM FROM networks
  WHERE networks.id = NEW.network_id AND networks.organization_id = NEW.organization_id FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'network % does not exist in the organization', NEW.network_id
      USING ERRCODE = 'foreign_key_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_TABLE_NAME || '_network_id_fkey';
  END IF;
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION public.require_network_of_row()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM FROM networks WHERE networks.id = NEW.network_id FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'network % does not exist', NEW.network_id
      USING ERRCODE = 'foreign_key_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_TABLE_NAME || '_network_id_fkey';
  END IF;
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION public.require_networks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  wanted record;
BEGIN
  FOR wanted IN SELECT DISTINCT network_id AS id FROM rows_after WHERE network_id IS NOT NULL ORDER BY network_id LOOP
    PERFORM FROM networks WHERE networks.id = wanted.id FOR KEY SHARE;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'network % does not exist', wanted.id
        USING ERRCODE = 'foreign_key_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_TABLE_NAME || '_network_id_fkey';
    END IF;
  END LOOP;
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION public.require_networks_of_organization()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  wanted record;
BEGIN
  FOR wanted IN
    SELECT DISTINCT network_id AS id, organization_id FROM rows_after WHERE network_id IS NOT NULL ORDER BY network_id
  LOOP
    PERFORM FROM networks
    WHERE networks.id = wanted.id AND networks.organization_id = wanted.organization_id FOR KEY SHARE;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'network % does not exist in the organization', wanted.id
        USING ERRCODE = 'foreign_key_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_TABLE_NAME || '_network_id_fkey';
    END IF;
  END LOOP;
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION public.require_tag_of_row()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM FROM tags WHERE tags.id = NEW.tag_id AND tags.organization_id = NEW.organization_id FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'tag % does not exist in the organization', NEW.tag_id
      USING ERRCODE = 'foreign_key_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_TABLE_NAME || '_tag_id_fkey';
  END IF;
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION public.require_tags()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  wanted record;
BEGIN
  FOR wanted IN SELECT DISTINCT tag_id AS id, organization_id FROM rows_after ORDER BY tag_id LOOP
    PERFORM FROM tags WHERE tags.id = wanted.id AND tags.organization_id = wanted.organization_id FOR KEY SHARE;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'tag % does not exist in the organization', wanted.id
        USING ERRCODE = 'foreign_key_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_TABLE_NAME || '_tag_id_fkey';
    END IF;
  END LOOP;
  RETURN NULL;
END $function$
;

CREATE OR REPLACE FUNCTION public.routes_at(at timestamp with time zone)
 RETURNS SETOF routes
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.audit_event_id, r.network_id, r.host_id, r.subnet_id, r.destination, r.next_hop, r.next_hop_host_id, r.interface_id, r.protocol, r.type, r.metric FROM routes r WHERE r.valid_from <= at
      UNION ALL
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.audit_event_id, r.network_id, r.host_id, r.subnet_id, r.destination, r.next_hop, r.next_hop_host_id, r.interface_id, r.protocol, r.type, r.metric FROM routes_revisions r WHERE r.valid_from <= at AND r.valid_to > at
    $function$
;

CREATE OR REPLACE FUNCTION public.routes_at(at timestamp with time zone, scope uuid[])
 RETURNS SETOF routes
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.audit_event_id, r.network_id, r.host_id, r.subnet_id, r.destination, r.next_hop, r.next_hop_host_id, r.interface_id, r.protocol, r.type, r.metric FROM routes r WHERE r.valid_from <= at
      UNION ALL
      -- What has changed since is there with its present state, or left with its last one.
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.audit_event_id, r.network_id, r.host_id, r.subnet_id, r.destination, r.next_hop, r.next_hop_host_id, r.interface_id, r.protocol, r.type, r.metric FROM (
        SELECT id FROM routes WHERE network_id = ANY (scope) AND valid_from > at
        UNION
        SELECT id FROM routes_revisions WHERE network_id = ANY (scope) AND valid_to > at AND is_last
      ) since CROSS JOIN LATERAL (
        SELECT * FROM routes_revisions state WHERE state.id = since.id AND state.valid_from <= at
        ORDER BY state.valid_from DESC LIMIT 1
      ) r
      WHERE r.valid_to > at AND r.network_id = ANY (scope)
    $function$
;

CREATE OR REPLACE FUNCTION public.routes_begin()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      begun record;
    BEGIN
      begun := begin_change(NEW.network_id);
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

CREATE OR REPLACE FUNCTION public.routes_begin_later()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF EXISTS (SELECT FROM rows_after made JOIN routes_revisions r ON r.id = made.id AND r.valid_to > made.valid_from) THEN
        RAISE EXCEPTION 'the row was deleted at the same time' USING ERRCODE = 'serialization_failure';
      END IF;
      PERFORM tell_change(owner.id, NULL) FROM (SELECT network_id AS id FROM rows_after LIMIT 1) owner;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.routes_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      begun record;
    BEGIN
      IF NEW.id <> OLD.id THEN
        RAISE EXCEPTION 'ids of rows never change' USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      begun := begin_change(NEW.network_id);
      IF NEW.network_id <> OLD.network_id THEN
        begun.changed_at := greatest(begun.changed_at, change_time(OLD.network_id));
      END IF;
      NEW.audit_event_id := begun.event_id;
      NEW.valid_from := CASE
        WHEN OLD.audit_event_id = begun.event_id AND (NEW.network_id = OLD.network_id OR OLD.valid_from >= begun.changed_at)
          THEN OLD.valid_from
        ELSE greatest(begun.changed_at, OLD.valid_from + interval '1 millisecond') END;
      RETURN NEW;
    END $function$
;

CREATE OR REPLACE FUNCTION public.routes_keep_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      departed record;
      event_id uuid := nullif(current_setting('netloom.audit_event', true), '')::uuid;
    BEGIN
      -- Most updates are observations: nothing has begun a change.
      -- The plan of a connection's first updates, of a row each, serves all later ones: it would go through all rows for each
      -- row of an update of many. A full join is never done so, and behind an offset it stays one.
      IF event_id IS NOT NULL THEN
        -- What foreign keys do to a row one after the other, PostgreSQL tells at once: its first state is the one that ends.
        INSERT INTO routes_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, audit_event_id, network_id, host_id, subnet_id, destination, next_hop, next_hop_host_id, interface_id, protocol, type, metric, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.audit_event_id, gone.network_id, gone.host_id, gone.subnet_id, gone.destination, gone.next_hop, gone.next_hop_host_id, gone.interface_id, gone.protocol, gone.type, gone.metric, event_id, is_last FROM (
          SELECT DISTINCT ON (id) * FROM (
            SELECT before.*, after.valid_from AS ended_at, after.audit_event_id AS changed_by,
              after.network_id <> before.network_id AS is_last
            FROM rows_before before FULL JOIN rows_after after ON after.id = before.id OFFSET 0
          ) change
          WHERE changed_by = event_id AND ended_at > valid_from
          ORDER BY id, updated_at DESC
        ) gone;
        -- Where no state has ended, the transaction has made or changed the rows before, and told so.
        IF FOUND THEN
          PERFORM tell_change(owner.id, NULL)
          FROM (SELECT network_id AS id FROM rows_after WHERE audit_event_id = event_id LIMIT 1) owner;
        END IF;
        -- Left with a later change of the same transaction.
        FOR departed IN SELECT id, valid_from FROM (
          SELECT before.id, before.valid_from, before.audit_event_id,
            after.network_id <> before.network_id AND after.valid_from = before.valid_from AS has_left
          FROM rows_before before FULL JOIN rows_after after ON after.id = before.id OFFSET 0) change WHERE change.audit_event_id = event_id AND change.has_left LOOP
          UPDATE routes_revisions r SET is_last = true
          WHERE r.id = departed.id AND r.valid_to = departed.valid_from AND NOT r.is_last;
        END LOOP;
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.routes_keep_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      departed record;
      begun record;
      owner record;
    BEGIN
      FOR owner IN
        SELECT DISTINCT network_id AS id FROM rows_before WHERE EXISTS (SELECT FROM networks live WHERE live.id = rows_before.network_id)
      LOOP
        begun := begin_change(owner.id);
        PERFORM tell_change(owner.id, NULL);
        INSERT INTO routes_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, audit_event_id, network_id, host_id, subnet_id, destination, next_hop, next_hop_host_id, interface_id, protocol, type, metric, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.audit_event_id, gone.network_id, gone.host_id, gone.subnet_id, gone.destination, gone.next_hop, gone.next_hop_host_id, gone.interface_id, gone.protocol, gone.type, gone.metric, begun.event_id, true FROM (
          SELECT before.*, greatest(begun.changed_at, before.valid_from + interval '1 millisecond') AS ended_at
          FROM rows_before before
          WHERE before.network_id = owner.id AND before.audit_event_id IS DISTINCT FROM begun.event_id
        ) gone;
        -- Changed before in the same transaction.
        FOR departed IN SELECT id, valid_from FROM rows_before before WHERE before.network_id = owner.id AND before.audit_event_id = begun.event_id LOOP
          UPDATE routes_revisions r SET is_last = true
          WHERE r.id = departed.id AND r.valid_to = departed.valid_from AND NOT r.is_last;
        END LOOP;
      END LOOP;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.routes_revisions_no_overlap()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF EXISTS (
        SELECT FROM rows_after made CROSS JOIN LATERAL (
          SELECT valid_to FROM routes_revisions r WHERE r.id = made.id AND r.valid_from < made.valid_to
          ORDER BY r.valid_from DESC LIMIT 2
        ) r
        GROUP BY made.id, made.valid_from HAVING count(*) FILTER (WHERE r.valid_to > made.valid_from) > 1
      ) THEN
        RAISE EXCEPTION 'states of one row overlap' USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'routes_revisions_no_overlap';
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.routing_neighbors_at(at timestamp with time zone)
 RETURNS SETOF routing_neighbors
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.audit_event_id, r.network_id, r.host_id, r.interface_id, r.protocol, r.neighbor_address, r.neighbor_router_id, r.neighbor_host_id, r.state, r.remote_as FROM routing_neighbors r WHERE r.valid_from <= at
      UNION ALL
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.audit_event_id, r.network_id, r.host_id, r.interface_id, r.protocol, r.neighbor_address, r.neighbor_router_id, r.neighbor_host_id, r.state, r.remote_as FROM routing_neighbors_revisions r WHERE r.valid_from <= at AND r.valid_to > at
    $function$
;

CREATE OR REPLACE FUNCTION public.routing_neighbors_at(at timestamp with time zone, scope uuid[])
 RETURNS SETOF routing_neighbors
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.audit_event_id, r.network_id, r.host_id, r.interface_id, r.protocol, r.neighbor_address, r.neighbor_router_id, r.neighbor_host_id, r.state, r.remote_as FROM routing_neighbors r WHERE r.valid_from <= at
      UNION ALL
      -- What has changed since is there with its present state, or left with its last one.
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.audit_event_id, r.network_id, r.host_id, r.interface_id, r.protocol, r.neighbor_address, r.neighbor_router_id, r.neighbor_host_id, r.state, r.remote_as FROM (
        SELECT id FROM routing_neighbors WHERE network_id = ANY (scope) AND valid_from > at
        UNION
        SELECT id FROM routing_neighbors_revisions WHERE network_id = ANY (scope) AND valid_to > at AND is_last
      ) since CROSS JOIN LATERAL (
        SELECT * FROM routing_neighbors_revisions state WHERE state.id = since.id AND state.valid_from <= at
        ORDER BY state.valid_from DESC LIMIT 1
      ) r
      WHERE r.valid_to > at AND r.network_id = ANY (scope)
    $function$
;

CREATE OR REPLACE FUNCTION public.routing_neighbors_begin()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      begun record;
    BEGIN
      begun := begin_change(NEW.network_id);
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

CREATE OR REPLACE FUNCTION public.routing_neighbors_begin_later()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF EXISTS (SELECT FROM rows_after made JOIN routing_neighbors_revisions r ON r.id = made.id AND r.valid_to > made.valid_from) THEN
        RAISE EXCEPTION 'the row was deleted at the same time' USING ERRCODE = 'serialization_failure';
      END IF;
      PERFORM tell_change(owner.id, NULL) FROM (SELECT network_id AS id FROM rows_after LIMIT 1) owner;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.routing_neighbors_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      begun record;
    BEGIN
      IF NEW.id <> OLD.id THEN
        RAISE EXCEPTION 'ids of rows never change' USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      begun := begin_change(NEW.network_id);
      IF NEW.network_id <> OLD.network_id THEN
        begun.changed_at := greatest(begun.changed_at, change_time(OLD.network_id));
      END IF;
      NEW.audit_event_id := begun.event_id;
      NEW.valid_from := CASE
        WHEN OLD.audit_event_id = begun.event_id AND (NEW.network_id = OLD.network_id OR OLD.valid_from >= begun.changed_at)
          THEN OLD.valid_from
        ELSE greatest(begun.changed_at, OLD.valid_from + interval '1 millisecond') END;
      RETURN NEW;
    END $function$
;

CREATE OR REPLACE FUNCTION public.routing_neighbors_keep_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      departed record;
      event_id uuid := nullif(current_setting('netloom.audit_event', true), '')::uuid;
    BEGIN
      -- Most updates are observations: nothing has begun a change.
      -- The plan of a connection's first updates, of a row each, serves all later ones: it would go through all rows for each
      -- row of an update of many. A full join is never done so, and behind an offset it stays one.
      IF event_id IS NOT NULL THEN
        -- What foreign keys do to a row one after the other, PostgreSQL tells at once: its first state is the one that ends.
        INSERT INTO routing_neighbors_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, audit_event_id, network_id, host_id, interface_id, protocol, neighbor_address, neighbor_router_id, neighbor_host_id, state, remote_as, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.audit_event_id, gone.network_id, gone.host_id, gone.interface_id, gone.protocol, gone.neighbor_address, gone.neighbor_router_id, gone.neighbor_host_id, gone.state, gone.remote_as, event_id, is_last FROM (
          SELECT DISTINCT ON (id) * FROM (
            SELECT before.*, after.valid_from AS ended_at, after.audit_event_id AS changed_by,
              after.network_id <> before.network_id AS is_last
            FROM rows_before before FULL JOIN rows_after after ON after.id = before.id OFFSET 0
          ) change
          WHERE changed_by = event_id AND ended_at > valid_from
          ORDER BY id, updated_at DESC
        ) gone;
        -- Where no state has ended, the transaction has made or changed the rows before, and told so.
        IF FOUND THEN
          PERFORM tell_change(owner.id, NULL)
          FROM (SELECT network_id AS id FROM rows_after WHERE audit_event_id = event_id LIMIT 1) owner;
        END IF;
        -- Left with a later change of the same transaction.
        FOR departed IN SELECT id, valid_from FROM (
          SELECT before.id, before.valid_from, before.audit_event_id,
            after.network_id <> before.network_id AND after.valid_from = before.valid_from AS has_left
          FROM rows_before before FULL JOIN rows_after after ON after.id = before.id OFFSET 0) change WHERE change.audit_event_id = event_id AND change.has_left LOOP
          UPDATE routing_neighbors_revisions r SET is_last = true
          WHERE r.id = departed.id AND r.valid_to = departed.valid_from AND NOT r.is_last;
        END LOOP;
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.routing_neighbors_keep_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      departed record;
      begun record;
      owner record;
    BEGIN
      FOR owner IN
        SELECT DISTINCT network_id AS id FROM rows_before WHERE EXISTS (SELECT FROM networks live WHERE live.id = rows_before.network_id)
      LOOP
        begun := begin_change(owner.id);
        PERFORM tell_change(owner.id, NULL);
        INSERT INTO routing_neighbors_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, audit_event_id, network_id, host_id, interface_id, protocol, neighbor_address, neighbor_router_id, neighbor_host_id, state, remote_as, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.audit_event_id, gone.network_id, gone.host_id, gone.interface_id, gone.protocol, gone.neighbor_address, gone.neighbor_router_id, gone.neighbor_host_id, gone.state, gone.remote_as, begun.event_id, true FROM (
          SELECT before.*, greatest(begun.changed_at, before.valid_from + interval '1 millisecond') AS ended_at
          FROM rows_before before
          WHERE before.network_id = owner.id AND before.audit_event_id IS DISTINCT FROM begun.event_id
        ) gone;
        -- Changed before in the same transaction.
        FOR departed IN SELECT id, valid_from FROM rows_before before WHERE before.network_id = owner.id AND before.audit_event_id = begun.event_id LOOP
          UPDATE routing_neighbors_revisions r SET is_last = true
          WHERE r.id = departed.id AND r.valid_to = departed.valid_from AND NOT r.is_last;
        END LOOP;
      END LOOP;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.routing_neighbors_revisions_no_overlap()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF EXISTS (
        SELECT FROM rows_after made CROSS JOIN LATERAL (
          SELECT valid_to FROM routing_neighbors_revisions r WHERE r.id = made.id AND r.valid_from < made.valid_to
          ORDER BY r.valid_from DESC LIMIT 2
        ) r
        GROUP BY made.id, made.valid_from HAVING count(*) FILTER (WHERE r.valid_to > made.valid_from) > 1
      ) THEN
        RAISE EXCEPTION 'states of one row overlap' USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'routing_neighbors_revisions_no_overlap';
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.saved_views_at(at timestamp with time zone)
 RETURNS SETOF saved_views
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.audit_event_id, r.network_id, r.organization_id, r.topology_id, r.created_by_user_id, r.name, r.description, r.visibility, r.view, r.shown_at, r.compared_at, r.state, r.positions, r.routes, r.natural_name FROM saved_views r WHERE r.valid_from <= at
      UNION ALL
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.audit_event_id, r.network_id, r.organization_id, r.topology_id, r.created_by_user_id, r.name, r.description, r.visibility, r.view, r.shown_at, r.compared_at, r.state, r.positions, r.routes, r.natural_name FROM saved_views_revisions r WHERE r.valid_from <= at AND r.valid_to > at
    $function$
;

CREATE OR REPLACE FUNCTION public.saved_views_at(at timestamp with time zone, scope uuid[])
 RETURNS SETOF saved_views
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.audit_event_id, r.network_id, r.organization_id, r.topology_id, r.created_by_user_id, r.name, r.description, r.visibility, r.view, r.shown_at, r.compared_at, r.state, r.positions, r.routes, r.natural_name FROM saved_views r WHERE r.valid_from <= at
      UNION ALL
      -- What has changed since is there with its present state, or left with its last one.
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.audit_event_id, r.network_id, r.organization_id, r.topology_id, r.created_by_user_id, r.name, r.description, r.visibility, r.view, r.shown_at, r.compared_at, r.state, r.positions, r.routes, r.natural_name FROM (
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
      begun := begin_change(NEW.network_id);
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
      begun := begin_change(NEW.network_id);
      IF NEW.network_id <> OLD.network_id THEN
        begun.changed_at := greatest(begun.changed_at, change_time(OLD.network_id));
      END IF;
      NEW.audit_event_id := begun.event_id;
      NEW.valid_from := CASE
        WHEN OLD.audit_event_id = begun.event_id AND (NEW.network_id = OLD.network_id OR OLD.valid_from >= begun.changed_at)
          THEN OLD.valid_from
        ELSE greatest(begun.changed_at, OLD.valid_from + interval '1 millisecond') END;
      RETURN NEW;
    END $function$
;

CREATE OR REPLACE FUNCTION public.saved_views_keep_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      departed record;
      event_id uuid := nullif(current_setting('netloom.audit_event', true), '')::uuid;
    BEGIN
      -- Most updates are observations: nothing has begun a change.
      -- The plan of a connection's first updates, of a row each, serves all later ones: it would go through all rows for each
      -- row of an update of many. A full join is never done so, and behind an offset it stays one.
      IF event_id IS NOT NULL THEN
        -- What foreign keys do to a row one after the other, PostgreSQL tells at once: its first state is the one that ends.
        INSERT INTO saved_views_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, audit_event_id, network_id, organization_id, topology_id, created_by_user_id, name, description, visibility, view, shown_at, compared_at, state, positions, routes, natural_name, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.audit_event_id, gone.network_id, gone.organization_id, gone.topology_id, gone.created_by_user_id, gone.name, gone.description, gone.visibility, gone.view, gone.shown_at, gone.compared_at, gone.state, gone.positions, gone.routes, gone.natural_name, event_id, is_last FROM (
          SELECT DISTINCT ON (id) * FROM (
            SELECT before.*, after.valid_from AS ended_at, after.audit_event_id AS changed_by,
              after.network_id <> before.network_id AS is_last
            FROM rows_before before FULL JOIN rows_after after ON after.id = before.id OFFSET 0
          ) change
          WHERE changed_by = event_id AND ended_at > valid_from
          ORDER BY id, updated_at DESC
        ) gone;
        -- Where no state has ended, the transaction has made or changed the rows before, and told so.
        IF FOUND THEN
          PERFORM tell_change(owner.id, NULL)
          FROM (SELECT network_id AS id FROM rows_after WHERE audit_event_id = event_id LIMIT 1) owner;
        END IF;
        -- Left with a later change of the same transaction.
        FOR departed IN SELECT id, valid_from FROM (
          SELECT before.id, before.valid_from, before.audit_event_id,
            after.network_id <> before.network_id AND after.valid_from = before.valid_from AS has_left
          FROM rows_before before FULL JOIN rows_after after ON after.id = before.id OFFSET 0) change WHERE change.audit_event_id = event_id AND change.has_left LOOP
          UPDATE saved_views_revisions r SET is_last = true
          WHERE r.id = departed.id AND r.valid_to = departed.valid_from AND NOT r.is_last;
        END LOOP;
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.saved_views_keep_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      departed record;
      begun record;
      owner record;
    BEGIN
      FOR owner IN
        SELECT DISTINCT network_id AS id FROM rows_before WHERE EXISTS (SELECT FROM networks live WHERE live.id = rows_before.network_id)
      LOOP
        begun := begin_change(owner.id);
        PERFORM tell_change(owner.id, NULL);
        INSERT INTO saved_views_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, audit_event_id, network_id, organization_id, topology_id, created_by_user_id, name, description, visibility, view, shown_at, compared_at, state, positions, routes, natural_name, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.audit_event_id, gone.network_id, gone.organization_id, gone.topology_id, gone.created_by_user_id, gone.name, gone.description, gone.visibility, gone.view, gone.shown_at, gone.compared_at, gone.state, gone.positions, gone.routes, gone.natural_name, begun.event_id, true FROM (
          SELECT before.*, greatest(begun.changed_at, before.valid_from + interval '1 millisecond') AS ended_at
          FROM rows_before before
          WHERE before.network_id = owner.id AND before.audit_event_id IS DISTINCT FROM begun.event_id
        ) gone;
        -- Changed before in the same transaction.
        FOR departed IN SELECT id, valid_from FROM rows_before before WHERE before.network_id = owner.id AND before.audit_event_id = begun.event_id LOOP
          UPDATE saved_views_revisions r SET is_last = true
          WHERE r.id = departed.id AND r.valid_to = departed.valid_from AND NOT r.is_last;
        END LOOP;
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
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.source_type, r.source_confidence, r.source_reason, r.host_id, r.name, r.service_definition, r."position", r.virtualization_type, r.container_name, r.container_id, r.compose_project, r.virtualization_service_id, r.audit_event_id, r.natural_name FROM services r WHERE r.valid_from <= at
      UNION ALL
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.source_type, r.source_confidence, r.source_reason, r.host_id, r.name, r.service_definition, r."position", r.virtualization_type, r.container_name, r.container_id, r.compose_project, r.virtualization_service_id, r.audit_event_id, r.natural_name FROM services_revisions r WHERE r.valid_from <= at AND r.valid_to > at
    $function$
;

CREATE OR REPLACE FUNCTION public.services_at(at timestamp with time zone, scope uuid[])
 RETURNS SETOF services
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.source_type, r.source_confidence, r.source_reason, r.host_id, r.name, r.service_definition, r."position", r.virtualization_type, r.container_name, r.container_id, r.compose_project, r.virtualization_service_id, r.audit_event_id, r.natural_name FROM services r WHERE r.valid_from <= at
      UNION ALL
      -- What has changed since is there with its present state, or left with its last one.
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.source_type, r.source_confidence, r.source_reason, r.host_id, r.name, r.service_definition, r."position", r.virtualization_type, r.container_name, r.container_id, r.compose_project, r.virtualization_service_id, r.audit_event_id, r.natural_name FROM (
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
      begun := begin_change(NEW.network_id);
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
      begun := begin_change(NEW.network_id);
      IF NEW.network_id <> OLD.network_id THEN
        begun.changed_at := greatest(begun.changed_at, change_time(OLD.network_id));
      END IF;
      NEW.audit_event_id := begun.event_id;
      NEW.valid_from := CASE
        WHEN OLD.audit_event_id = begun.event_id AND (NEW.network_id = OLD.network_id OR OLD.valid_from >= begun.changed_at)
          THEN OLD.valid_from
        ELSE greatest(begun.changed_at, OLD.valid_from + interval '1 millisecond') END;
      RETURN NEW;
    END $function$
;

CREATE OR REPLACE FUNCTION public.services_keep_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      departed record;
      event_id uuid := nullif(current_setting('netloom.audit_event', true), '')::uuid;
    BEGIN
      -- Most updates are observations: nothing has begun a change.
      -- The plan of a connection's first updates, of a row each, serves all later ones: it would go through all rows for each
      -- row of an update of many. A full join is never done so, and behind an offset it stays one.
      IF event_id IS NOT NULL THEN
        -- What foreign keys do to a row one after the other, PostgreSQL tells at once: its first state is the one that ends.
        INSERT INTO services_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, last_seen_at, last_discovery_id, first_discovery_id, network_id, source_type, source_confidence, source_reason, host_id, name, service_definition, "position", virtualization_type, container_name, container_id, compose_project, virtualization_service_id, audit_event_id, natural_name, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.last_seen_at, gone.last_discovery_id, gone.first_discovery_id, gone.network_id, gone.source_type, gone.source_confidence, gone.source_reason, gone.host_id, gone.name, gone.service_definition, gone."position", gone.virtualization_type, gone.container_name, gone.container_id, gone.compose_project, gone.virtualization_service_id, gone.audit_event_id, gone.natural_name, event_id, is_last FROM (
          SELECT DISTINCT ON (id) * FROM (
            SELECT before.*, after.valid_from AS ended_at, after.audit_event_id AS changed_by,
              after.network_id <> before.network_id AS is_last
            FROM rows_before before FULL JOIN rows_after after ON after.id = before.id OFFSET 0
          ) change
          WHERE changed_by = event_id AND ended_at > valid_from
          ORDER BY id, updated_at DESC
        ) gone;
        -- Where no state has ended, the transaction has made or changed the rows before, and told so.
        IF FOUND THEN
          PERFORM tell_change(owner.id, NULL)
          FROM (SELECT network_id AS id FROM rows_after WHERE audit_event_id = event_id LIMIT 1) owner;
        END IF;
        -- Left with a later change of the same transaction.
        FOR departed IN SELECT id, valid_from FROM (
          SELECT before.id, before.valid_from, before.audit_event_id,
            after.network_id <> before.network_id AND after.valid_from = before.valid_from AS has_left
          FROM rows_before before FULL JOIN rows_after after ON after.id = before.id OFFSET 0) change WHERE change.audit_event_id = event_id AND change.has_left LOOP
          UPDATE services_revisions r SET is_last = true
          WHERE r.id = departed.id AND r.valid_to = departed.valid_from AND NOT r.is_last;
        END LOOP;
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.services_keep_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      departed record;
      begun record;
      owner record;
    BEGIN
      FOR owner IN
        SELECT DISTINCT network_id AS id FROM rows_before WHERE EXISTS (SELECT FROM networks live WHERE live.id = rows_before.network_id)
      LOOP
        begun := begin_change(owner.id);
        PERFORM tell_change(owner.id, NULL);
        INSERT INTO services_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, last_seen_at, last_discovery_id, first_discovery_id, network_id, source_type, source_confidence, source_reason, host_id, name, service_definition, "position", virtualization_type, container_name, container_id, compose_project, virtualization_service_id, audit_event_id, natural_name, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.last_seen_at, gone.last_discovery_id, gone.first_discovery_id, gone.network_id, gone.source_type, gone.source_confidence, gone.source_reason, gone.host_id, gone.name, gone.service_definition, gone."position", gone.virtualization_type, gone.container_name, gone.container_id, gone.compose_project, gone.virtualization_service_id, gone.audit_event_id, gone.natural_name, begun.event_id, true FROM (
          SELECT before.*, greatest(begun.changed_at, before.valid_from + interval '1 millisecond') AS ended_at
          FROM rows_before before
          WHERE before.network_id = owner.id AND before.audit_event_id IS DISTINCT FROM begun.event_id
        ) gone;
        -- Changed before in the same transaction.
        FOR departed IN SELECT id, valid_from FROM rows_before before WHERE before.network_id = owner.id AND before.audit_event_id = begun.event_id LOOP
          UPDATE services_revisions r SET is_last = true
          WHERE r.id = departed.id AND r.valid_to = departed.valid_from AND NOT r.is_last;
        END LOOP;
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

CREATE OR REPLACE FUNCTION public.set_change_times(at timestamp with time zone, scopes uuid[])
 RETURNS void
 LANGUAGE sql
AS $function$
  SELECT set_config('netloom.change_times', coalesce(
    (SELECT string_agg(scope::text || lpad((extract(epoch FROM "at") * 1000)::bigint::text, 13, '0'), '') FROM unnest(scopes) scope),
    ''), true)
$function$
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
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.source_type, r.source_confidence, r.source_reason, r.name, r.cidr, r.cidr_source, r.description, r.subnet_type, r.virtualization_service_id, r.audit_event_id, r.namespace, r.natural_name FROM subnets r WHERE r.valid_from <= at
      UNION ALL
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.source_type, r.source_confidence, r.source_reason, r.name, r.cidr, r.cidr_source, r.description, r.subnet_type, r.virtualization_service_id, r.audit_event_id, r.namespace, r.natural_name FROM subnets_revisions r WHERE r.valid_from <= at AND r.valid_to > at
    $function$
;

CREATE OR REPLACE FUNCTION public.subnets_at(at timestamp with time zone, scope uuid[])
 RETURNS SETOF subnets
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.source_type, r.source_confidence, r.source_reason, r.name, r.cidr, r.cidr_source, r.description, r.subnet_type, r.virtualization_service_id, r.audit_event_id, r.namespace, r.natural_name FROM subnets r WHERE r.valid_from <= at
      UNION ALL
      -- What has changed since is there with its present state, or left with its last one.
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.source_type, r.source_confidence, r.source_reason, r.name, r.cidr, r.cidr_source, r.description, r.subnet_type, r.virtualization_service_id, r.audit_event_id, r.namespace, r.natural_name FROM (
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
      begun := begin_change(NEW.network_id);
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
      begun := begin_change(NEW.network_id);
      IF NEW.network_id <> OLD.network_id THEN
        begun.changed_at := greatest(begun.changed_at, change_time(OLD.network_id));
      END IF;
      NEW.audit_event_id := begun.event_id;
      NEW.valid_from := CASE
        WHEN OLD.audit_event_id = begun.event_id AND (NEW.network_id = OLD.network_id OR OLD.valid_from >= begun.changed_at)
          THEN OLD.valid_from
        ELSE greatest(begun.changed_at, OLD.valid_from + interval '1 millisecond') END;
      RETURN NEW;
    END $function$
;

CREATE OR REPLACE FUNCTION public.subnets_keep_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      departed record;
      event_id uuid := nullif(current_setting('netloom.audit_event', true), '')::uuid;
    BEGIN
      -- Most updates are observations: nothing has begun a change.
      -- The plan of a connection's first updates, of a row each, serves all later ones: it would go through all rows for each
      -- row of an update of many. A full join is never done so, and behind an offset it stays one.
      IF event_id IS NOT NULL THEN
        -- What foreign keys do to a row one after the other, PostgreSQL tells at once: its first state is the one that ends.
        INSERT INTO subnets_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, last_seen_at, last_discovery_id, first_discovery_id, network_id, source_type, source_confidence, source_reason, name, cidr, cidr_source, description, subnet_type, virtualization_service_id, audit_event_id, namespace, natural_name, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.last_seen_at, gone.last_discovery_id, gone.first_discovery_id, gone.network_id, gone.source_type, gone.source_confidence, gone.source_reason, gone.name, gone.cidr, gone.cidr_source, gone.description, gone.subnet_type, gone.virtualization_service_id, gone.audit_event_id, gone.namespace, gone.natural_name, event_id, is_last FROM (
          SELECT DISTINCT ON (id) * FROM (
            SELECT before.*, after.valid_from AS ended_at, after.audit_event_id AS changed_by,
              after.network_id <> before.network_id AS is_last
            FROM rows_before before FULL JOIN rows_after after ON after.id = before.id OFFSET 0
          ) change
          WHERE changed_by = event_id AND ended_at > valid_from
          ORDER BY id, updated_at DESC
        ) gone;
        -- Where no state has ended, the transaction has made or changed the rows before, and told so.
        IF FOUND THEN
          PERFORM tell_change(owner.id, NULL)
          FROM (SELECT network_id AS id FROM rows_after WHERE audit_event_id = event_id LIMIT 1) owner;
        END IF;
        -- Left with a later change of the same transaction.
        FOR departed IN SELECT id, valid_from FROM (
          SELECT before.id, before.valid_from, before.audit_event_id,
            after.network_id <> before.network_id AND after.valid_from = before.valid_from AS has_left
          FROM rows_before before FULL JOIN rows_after after ON after.id = before.id OFFSET 0) change WHERE change.audit_event_id = event_id AND change.has_left LOOP
          UPDATE subnets_revisions r SET is_last = true
          WHERE r.id = departed.id AND r.valid_to = departed.valid_from AND NOT r.is_last;
        END LOOP;
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.subnets_keep_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      departed record;
      begun record;
      owner record;
    BEGIN
      FOR owner IN
        SELECT DISTINCT network_id AS id FROM rows_before WHERE EXISTS (SELECT FROM networks live WHERE live.id = rows_before.network_id)
      LOOP
        begun := begin_change(owner.id);
        PERFORM tell_change(owner.id, NULL);
        INSERT INTO subnets_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, last_seen_at, last_discovery_id, first_discovery_id, network_id, source_type, source_confidence, source_reason, name, cidr, cidr_source, description, subnet_type, virtualization_service_id, audit_event_id, namespace, natural_name, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.last_seen_at, gone.last_discovery_id, gone.first_discovery_id, gone.network_id, gone.source_type, gone.source_confidence, gone.source_reason, gone.name, gone.cidr, gone.cidr_source, gone.description, gone.subnet_type, gone.virtualization_service_id, gone.audit_event_id, gone.namespace, gone.natural_name, begun.event_id, true FROM (
          SELECT before.*, greatest(begun.changed_at, before.valid_from + interval '1 millisecond') AS ended_at
          FROM rows_before before
          WHERE before.network_id = owner.id AND before.audit_event_id IS DISTINCT FROM begun.event_id
        ) gone;
        -- Changed before in the same transaction.
        FOR departed IN SELECT id, valid_from FROM rows_before before WHERE before.network_id = owner.id AND before.audit_event_id = begun.event_id LOOP
          UPDATE subnets_revisions r SET is_last = true
          WHERE r.id = departed.id AND r.valid_to = departed.valid_from AND NOT r.is_last;
        END LOOP;
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
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.organization_id, r.network_id, r.user_id, r.tag_id, r.entity_type, r.entity_id, r.host_id, r.service_id, r.subnet_id, r.group_id, r.tagged_network_id, r.discovery_id, r.daemon_id, r.daemon_api_key_id, r.user_api_key_id, r.audit_event_id FROM tag_assignments r WHERE r.valid_from <= at AND NOT EXISTS (
        SELECT FROM deleted_tags d WHERE d.tag_id = r.tag_id AND (d.ended_by = r.audit_event_id
          OR greatest(d.deleted_at, r.valid_from + interval '1 millisecond') <= at))
      UNION ALL
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.organization_id, r.network_id, r.user_id, r.tag_id, r.entity_type, r.entity_id, r.host_id, r.service_id, r.subnet_id, r.group_id, r.tagged_network_id, r.discovery_id, r.daemon_id, r.daemon_api_key_id, r.user_api_key_id, r.audit_event_id FROM tag_assignments_revisions r WHERE r.valid_from <= at AND r.valid_to > at
    $function$
;

CREATE OR REPLACE FUNCTION public.tag_assignments_at(at timestamp with time zone, scope uuid[])
 RETURNS SETOF tag_assignments
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.organization_id, r.network_id, r.user_id, r.tag_id, r.entity_type, r.entity_id, r.host_id, r.service_id, r.subnet_id, r.group_id, r.tagged_network_id, r.discovery_id, r.daemon_id, r.daemon_api_key_id, r.user_api_key_id, r.audit_event_id FROM tag_assignments r WHERE r.valid_from <= at AND NOT EXISTS (
        SELECT FROM deleted_tags d WHERE d.tag_id = r.tag_id AND (d.ended_by = r.audit_event_id
          OR greatest(d.deleted_at, r.valid_from + interval '1 millisecond') <= at))
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
      begun := begin_change(NEW.organization_id);
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
      begun := begin_change(NEW.organization_id);
      IF NEW.organization_id <> OLD.organization_id THEN
        begun.changed_at := greatest(begun.changed_at, change_time(OLD.organization_id));
      END IF;
      NEW.audit_event_id := begun.event_id;
      NEW.valid_from := CASE
        WHEN OLD.audit_event_id = begun.event_id AND (NEW.organization_id = OLD.organization_id OR OLD.valid_from >= begun.changed_at)
          THEN OLD.valid_from
        ELSE greatest(begun.changed_at, OLD.valid_from + interval '1 millisecond') END;
      RETURN NEW;
    END $function$
;

CREATE OR REPLACE FUNCTION public.tag_assignments_keep_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      departed record;
      event_id uuid := nullif(current_setting('netloom.audit_event', true), '')::uuid;
    BEGIN
      -- Most updates are observations: nothing has begun a change.
      -- The plan of a connection's first updates, of a row each, serves all later ones: it would go through all rows for each
      -- row of an update of many. A full join is never done so, and behind an offset it stays one.
      IF event_id IS NOT NULL THEN
        -- What foreign keys do to a row one after the other, PostgreSQL tells at once: its first state is the one that ends.
        INSERT INTO tag_assignments_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, organization_id, network_id, user_id, tag_id, entity_type, entity_id, host_id, service_id, subnet_id, group_id, tagged_network_id, discovery_id, daemon_id, daemon_api_key_id, user_api_key_id, audit_event_id, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.organization_id, gone.network_id, gone.user_id, gone.tag_id, gone.entity_type, gone.entity_id, gone.host_id, gone.service_id, gone.subnet_id, gone.group_id, gone.tagged_network_id, gone.discovery_id, gone.daemon_id, gone.daemon_api_key_id, gone.user_api_key_id, gone.audit_event_id, event_id, is_last FROM (
          SELECT DISTINCT ON (id) * FROM (
            SELECT before.*, after.valid_from AS ended_at, after.audit_event_id AS changed_by,
              after.organization_id <> before.organization_id AS is_last
            FROM rows_before before FULL JOIN rows_after after ON after.id = before.id OFFSET 0
          ) change
          WHERE changed_by = event_id AND ended_at > valid_from
          ORDER BY id, updated_at DESC
        ) gone;
        -- Where no state has ended, the transaction has made or changed the rows before, and told so.
        IF FOUND THEN
          PERFORM tell_change(NULL, owner.id)
          FROM (SELECT organization_id AS id FROM rows_after WHERE audit_event_id = event_id LIMIT 1) owner;
        END IF;
        -- Left with a later change of the same transaction.
        FOR departed IN SELECT id, valid_from FROM (
          SELECT before.id, before.valid_from, before.audit_event_id,
            after.organization_id <> before.organization_id AND after.valid_from = before.valid_from AS has_left
          FROM rows_before before FULL JOIN rows_after after ON after.id = before.id OFFSET 0) change WHERE change.audit_event_id = event_id AND change.has_left LOOP
          UPDATE tag_assignments_revisions r SET is_last = true
          WHERE r.id = departed.id AND r.valid_to = departed.valid_from AND NOT r.is_last;
        END LOOP;
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.tag_assignments_keep_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      departed record;
      begun record;
      owner record;
    BEGIN
      FOR owner IN
        SELECT DISTINCT organization_id AS id FROM rows_before WHERE EXISTS (SELECT FROM organizations live WHERE live.id = rows_before.organization_id)
      LOOP
        begun := begin_change(owner.id);
        PERFORM tell_change(NULL, owner.id);
        INSERT INTO tag_assignments_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, organization_id, network_id, user_id, tag_id, entity_type, entity_id, host_id, service_id, subnet_id, group_id, tagged_network_id, discovery_id, daemon_id, daemon_api_key_id, user_api_key_id, audit_event_id, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.organization_id, gone.network_id, gone.user_id, gone.tag_id, gone.entity_type, gone.entity_id, gone.host_id, gone.service_id, gone.subnet_id, gone.group_id, gone.tagged_network_id, gone.discovery_id, gone.daemon_id, gone.daemon_api_key_id, gone.user_api_key_id, gone.audit_event_id, begun.event_id, true FROM (
          SELECT before.*, greatest(begun.changed_at, before.valid_from + interval '1 millisecond') AS ended_at
          FROM rows_before before
          WHERE before.organization_id = owner.id AND before.audit_event_id IS DISTINCT FROM begun.event_id
        ) gone;
        -- Changed before in the same transaction.
        FOR departed IN SELECT id, valid_from FROM rows_before before WHERE before.organization_id = owner.id AND before.audit_event_id = begun.event_id LOOP
          UPDATE tag_assignments_revisions r SET is_last = true
          WHERE r.id = departed.id AND r.valid_to = departed.valid_from AND NOT r.is_last;
        END LOOP;
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
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.organization_id, r.name, r.description, r.color, r.is_application, r.audit_event_id, r.natural_name FROM tags r WHERE r.valid_from <= at
      UNION ALL
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.organization_id, r.name, r.description, r.color, r.is_application, r.audit_event_id, r.natural_name FROM tags_revisions r WHERE r.valid_from <= at AND r.valid_to > at
    $function$
;

CREATE OR REPLACE FUNCTION public.tags_at(at timestamp with time zone, scope uuid[])
 RETURNS SETOF tags
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.organization_id, r.name, r.description, r.color, r.is_application, r.audit_event_id, r.natural_name FROM tags r WHERE r.valid_from <= at
      UNION ALL
      -- What has changed since is there with its present state, or left with its last one.
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.organization_id, r.name, r.description, r.color, r.is_application, r.audit_event_id, r.natural_name FROM (
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
      begun := begin_change(NEW.organization_id);
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
      begun := begin_change(NEW.organization_id);
      IF NEW.organization_id <> OLD.organization_id THEN
        begun.changed_at := greatest(begun.changed_at, change_time(OLD.organization_id));
      END IF;
      NEW.audit_event_id := begun.event_id;
      NEW.valid_from := CASE
        WHEN OLD.audit_event_id = begun.event_id AND (NEW.organization_id = OLD.organization_id OR OLD.valid_from >= begun.changed_at)
          THEN OLD.valid_from
        ELSE greatest(begun.changed_at, OLD.valid_from + interval '1 millisecond') END;
      RETURN NEW;
    END $function$
;

CREATE OR REPLACE FUNCTION public.tags_keep_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      departed record;
      event_id uuid := nullif(current_setting('netloom.audit_event', true), '')::uuid;
    BEGIN
      -- Most updates are observations: nothing has begun a change.
      -- The plan of a connection's first updates, of a row each, serves all later ones: it would go through all rows for each
      -- row of an update of many. A full join is never done so, and behind an offset it stays one.
      IF event_id IS NOT NULL THEN
        -- What foreign keys do to a row one after the other, PostgreSQL tells at once: its first state is the one that ends.
        INSERT INTO tags_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, organization_id, name, description, color, is_application, audit_event_id, natural_name, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.organization_id, gone.name, gone.description, gone.color, gone.is_application, gone.audit_event_id, gone.natural_name, event_id, is_last FROM (
          SELECT DISTINCT ON (id) * FROM (
            SELECT before.*, after.valid_from AS ended_at, after.audit_event_id AS changed_by,
              after.organization_id <> before.organization_id AS is_last
            FROM rows_before before FULL JOIN rows_after after ON after.id = before.id OFFSET 0
          ) change
          WHERE changed_by = event_id AND ended_at > valid_from
          ORDER BY id, updated_at DESC
        ) gone;
        -- Where no state has ended, the transaction has made or changed the rows before, and told so.
        IF FOUND THEN
          PERFORM tell_change(NULL, owner.id)
          FROM (SELECT organization_id AS id FROM rows_after WHERE audit_event_id = event_id LIMIT 1) owner;
        END IF;
        -- Left with a later change of the same transaction.
        FOR departed IN SELECT id, valid_from FROM (
          SELECT before.id, before.valid_from, before.audit_event_id,
            after.organization_id <> before.organization_id AND after.valid_from = before.valid_from AS has_left
          FROM rows_before before FULL JOIN rows_after after ON after.id = before.id OFFSET 0) change WHERE change.audit_event_id = event_id AND change.has_left LOOP
          UPDATE tags_revisions r SET is_last = true
          WHERE r.id = departed.id AND r.valid_to = departed.valid_from AND NOT r.is_last;
        END LOOP;
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.tags_keep_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      departed record;
      begun record;
      owner record;
    BEGIN
      FOR owner IN
        SELECT DISTINCT organization_id AS id FROM rows_before WHERE EXISTS (SELECT FROM organizations live WHERE live.id = rows_before.organization_id)
      LOOP
        begun := begin_change(owner.id);
        PERFORM tell_change(NULL, owner.id);
        INSERT INTO tags_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, organization_id, name, description, color, is_application, audit_event_id, natural_name, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.organization_id, gone.name, gone.description, gone.color, gone.is_application, gone.audit_event_id, gone.natural_name, begun.event_id, true FROM (
          SELECT before.*, greatest(begun.changed_at, before.valid_from + interval '1 millisecond') AS ended_at
          FROM rows_before before
          WHERE before.organization_id = owner.id AND before.audit_event_id IS DISTINCT FROM begun.event_id
        ) gone;
        -- Changed before in the same transaction.
        FOR departed IN SELECT id, valid_from FROM rows_before before WHERE before.organization_id = owner.id AND before.audit_event_id = begun.event_id LOOP
          UPDATE tags_revisions r SET is_last = true
          WHERE r.id = departed.id AND r.valid_to = departed.valid_from AND NOT r.is_last;
        END LOOP;
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
  SELECT event_id::uuid, change_time(coalesce(network, organization)),
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
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.organization_id, r.source_type, r.source_confidence, r.source_reason, r.name, r.vlan_number, r.description, r.audit_event_id, r.natural_name FROM vlans r WHERE r.valid_from <= at
      UNION ALL
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.organization_id, r.source_type, r.source_confidence, r.source_reason, r.name, r.vlan_number, r.description, r.audit_event_id, r.natural_name FROM vlans_revisions r WHERE r.valid_from <= at AND r.valid_to > at
    $function$
;

CREATE OR REPLACE FUNCTION public.vlans_at(at timestamp with time zone, scope uuid[])
 RETURNS SETOF vlans
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.organization_id, r.source_type, r.source_confidence, r.source_reason, r.name, r.vlan_number, r.description, r.audit_event_id, r.natural_name FROM vlans r WHERE r.valid_from <= at
      UNION ALL
      -- What has changed since is there with its present state, or left with its last one.
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.valid_from, NULL::uuid, r.first_discovery_id, r.network_id, r.organization_id, r.source_type, r.source_confidence, r.source_reason, r.name, r.vlan_number, r.description, r.audit_event_id, r.natural_name FROM (
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
      begun := begin_change(NEW.network_id);
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
      begun := begin_change(NEW.network_id);
      IF NEW.network_id <> OLD.network_id THEN
        begun.changed_at := greatest(begun.changed_at, change_time(OLD.network_id));
      END IF;
      NEW.audit_event_id := begun.event_id;
      NEW.valid_from := CASE
        WHEN OLD.audit_event_id = begun.event_id AND (NEW.network_id = OLD.network_id OR OLD.valid_from >= begun.changed_at)
          THEN OLD.valid_from
        ELSE greatest(begun.changed_at, OLD.valid_from + interval '1 millisecond') END;
      RETURN NEW;
    END $function$
;

CREATE OR REPLACE FUNCTION public.vlans_keep_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      departed record;
      event_id uuid := nullif(current_setting('netloom.audit_event', true), '')::uuid;
    BEGIN
      -- Most updates are observations: nothing has begun a change.
      -- The plan of a connection's first updates, of a row each, serves all later ones: it would go through all rows for each
      -- row of an update of many. A full join is never done so, and behind an offset it stays one.
      IF event_id IS NOT NULL THEN
        -- What foreign keys do to a row one after the other, PostgreSQL tells at once: its first state is the one that ends.
        INSERT INTO vlans_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, last_seen_at, last_discovery_id, first_discovery_id, network_id, organization_id, source_type, source_confidence, source_reason, name, vlan_number, description, audit_event_id, natural_name, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.last_seen_at, gone.last_discovery_id, gone.first_discovery_id, gone.network_id, gone.organization_id, gone.source_type, gone.source_confidence, gone.source_reason, gone.name, gone.vlan_number, gone.description, gone.audit_event_id, gone.natural_name, event_id, is_last FROM (
          SELECT DISTINCT ON (id) * FROM (
            SELECT before.*, after.valid_from AS ended_at, after.audit_event_id AS changed_by,
              after.network_id <> before.network_id AS is_last
            FROM rows_before before FULL JOIN rows_after after ON after.id = before.id OFFSET 0
          ) change
          WHERE changed_by = event_id AND ended_at > valid_from
          ORDER BY id, updated_at DESC
        ) gone;
        -- Where no state has ended, the transaction has made or changed the rows before, and told so.
        IF FOUND THEN
          PERFORM tell_change(owner.id, NULL)
          FROM (SELECT network_id AS id FROM rows_after WHERE audit_event_id = event_id LIMIT 1) owner;
        END IF;
        -- Left with a later change of the same transaction.
        FOR departed IN SELECT id, valid_from FROM (
          SELECT before.id, before.valid_from, before.audit_event_id,
            after.network_id <> before.network_id AND after.valid_from = before.valid_from AS has_left
          FROM rows_before before FULL JOIN rows_after after ON after.id = before.id OFFSET 0) change WHERE change.audit_event_id = event_id AND change.has_left LOOP
          UPDATE vlans_revisions r SET is_last = true
          WHERE r.id = departed.id AND r.valid_to = departed.valid_from AND NOT r.is_last;
        END LOOP;
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.vlans_keep_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      departed record;
      begun record;
      owner record;
    BEGIN
      FOR owner IN
        SELECT DISTINCT network_id AS id FROM rows_before WHERE EXISTS (SELECT FROM networks live WHERE live.id = rows_before.network_id)
      LOOP
        begun := begin_change(owner.id);
        PERFORM tell_change(owner.id, NULL);
        INSERT INTO vlans_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, last_seen_at, last_discovery_id, first_discovery_id, network_id, organization_id, source_type, source_confidence, source_reason, name, vlan_number, description, audit_event_id, natural_name, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.last_seen_at, gone.last_discovery_id, gone.first_discovery_id, gone.network_id, gone.organization_id, gone.source_type, gone.source_confidence, gone.source_reason, gone.name, gone.vlan_number, gone.description, gone.audit_event_id, gone.natural_name, begun.event_id, true FROM (
          SELECT before.*, greatest(begun.changed_at, before.valid_from + interval '1 millisecond') AS ended_at
          FROM rows_before before
          WHERE before.network_id = owner.id AND before.audit_event_id IS DISTINCT FROM begun.event_id
        ) gone;
        -- Changed before in the same transaction.
        FOR departed IN SELECT id, valid_from FROM rows_before before WHERE before.network_id = owner.id AND before.audit_event_id = begun.event_id LOOP
          UPDATE vlans_revisions r SET is_last = true
          WHERE r.id = departed.id AND r.valid_to = departed.valid_from AND NOT r.is_last;
        END LOOP;
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

CREATE OR REPLACE FUNCTION public.wireless_associations_at(at timestamp with time zone)
 RETURNS SETOF wireless_associations
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.audit_event_id, r.network_id, r.host_id, r.interface_id, r.is_own_radio, r.client_mac, r.client_address, r.client_host_id, r.access_point_mac, r.access_point_address, r.access_point_name, r.access_point_host_id, r.ssid, r.bssid, r.channel, r.band, r.associated_since FROM wireless_associations r WHERE r.valid_from <= at
      UNION ALL
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.audit_event_id, r.network_id, r.host_id, r.interface_id, r.is_own_radio, r.client_mac, r.client_address, r.client_host_id, r.access_point_mac, r.access_point_address, r.access_point_name, r.access_point_host_id, r.ssid, r.bssid, r.channel, r.band, r.associated_since FROM wireless_associations_revisions r WHERE r.valid_from <= at AND r.valid_to > at
    $function$
;

CREATE OR REPLACE FUNCTION public.wireless_associations_at(at timestamp with time zone, scope uuid[])
 RETURNS SETOF wireless_associations
 LANGUAGE sql
 STABLE
AS $function$
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.audit_event_id, r.network_id, r.host_id, r.interface_id, r.is_own_radio, r.client_mac, r.client_address, r.client_host_id, r.access_point_mac, r.access_point_address, r.access_point_name, r.access_point_host_id, r.ssid, r.bssid, r.channel, r.band, r.associated_since FROM wireless_associations r WHERE r.valid_from <= at
      UNION ALL
      -- What has changed since is there with its present state, or left with its last one.
      SELECT r.id, r.created_at, r.valid_from, r.valid_from, NULL::timestamp(3) with time zone, r.lineage_id, r.audit_event_id, r.network_id, r.host_id, r.interface_id, r.is_own_radio, r.client_mac, r.client_address, r.client_host_id, r.access_point_mac, r.access_point_address, r.access_point_name, r.access_point_host_id, r.ssid, r.bssid, r.channel, r.band, r.associated_since FROM (
        SELECT id FROM wireless_associations WHERE network_id = ANY (scope) AND valid_from > at
        UNION
        SELECT id FROM wireless_associations_revisions WHERE network_id = ANY (scope) AND valid_to > at AND is_last
      ) since CROSS JOIN LATERAL (
        SELECT * FROM wireless_associations_revisions state WHERE state.id = since.id AND state.valid_from <= at
        ORDER BY state.valid_from DESC LIMIT 1
      ) r
      WHERE r.valid_to > at AND r.network_id = ANY (scope)
    $function$
;

CREATE OR REPLACE FUNCTION public.wireless_associations_begin()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      begun record;
    BEGIN
      begun := begin_change(NEW.network_id);
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

CREATE OR REPLACE FUNCTION public.wireless_associations_begin_later()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF EXISTS (SELECT FROM rows_after made JOIN wireless_associations_revisions r ON r.id = made.id AND r.valid_to > made.valid_from) THEN
        RAISE EXCEPTION 'the row was deleted at the same time' USING ERRCODE = 'serialization_failure';
      END IF;
      PERFORM tell_change(owner.id, NULL) FROM (SELECT network_id AS id FROM rows_after LIMIT 1) owner;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.wireless_associations_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      begun record;
    BEGIN
      IF NEW.id <> OLD.id THEN
        RAISE EXCEPTION 'ids of rows never change' USING ERRCODE = 'integrity_constraint_violation';
      END IF;
      begun := begin_change(NEW.network_id);
      IF NEW.network_id <> OLD.network_id THEN
        begun.changed_at := greatest(begun.changed_at, change_time(OLD.network_id));
      END IF;
      NEW.audit_event_id := begun.event_id;
      NEW.valid_from := CASE
        WHEN OLD.audit_event_id = begun.event_id AND (NEW.network_id = OLD.network_id OR OLD.valid_from >= begun.changed_at)
          THEN OLD.valid_from
        ELSE greatest(begun.changed_at, OLD.valid_from + interval '1 millisecond') END;
      RETURN NEW;
    END $function$
;

CREATE OR REPLACE FUNCTION public.wireless_associations_keep_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      departed record;
      event_id uuid := nullif(current_setting('netloom.audit_event', true), '')::uuid;
    BEGIN
      -- Most updates are observations: nothing has begun a change.
      -- The plan of a connection's first updates, of a row each, serves all later ones: it would go through all rows for each
      -- row of an update of many. A full join is never done so, and behind an offset it stays one.
      IF event_id IS NOT NULL THEN
        -- What foreign keys do to a row one after the other, PostgreSQL tells at once: its first state is the one that ends.
        INSERT INTO wireless_associations_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, audit_event_id, network_id, host_id, interface_id, is_own_radio, client_mac, client_address, client_host_id, access_point_mac, access_point_address, access_point_name, access_point_host_id, ssid, bssid, channel, band, associated_since, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.audit_event_id, gone.network_id, gone.host_id, gone.interface_id, gone.is_own_radio, gone.client_mac, gone.client_address, gone.client_host_id, gone.access_point_mac, gone.access_point_address, gone.access_point_name, gone.access_point_host_id, gone.ssid, gone.bssid, gone.channel, gone.band, gone.associated_since, event_id, is_last FROM (
          SELECT DISTINCT ON (id) * FROM (
            SELECT before.*, after.valid_from AS ended_at, after.audit_event_id AS changed_by,
              after.network_id <> before.network_id AS is_last
            FROM rows_before before FULL JOIN rows_after after ON after.id = before.id OFFSET 0
          ) change
          WHERE changed_by = event_id AND ended_at > valid_from
          ORDER BY id, updated_at DESC
        ) gone;
        -- Where no state has ended, the transaction has made or changed the rows before, and told so.
        IF FOUND THEN
          PERFORM tell_change(owner.id, NULL)
          FROM (SELECT network_id AS id FROM rows_after WHERE audit_event_id = event_id LIMIT 1) owner;
        END IF;
        -- Left with a later change of the same transaction.
        FOR departed IN SELECT id, valid_from FROM (
          SELECT before.id, before.valid_from, before.audit_event_id,
            after.network_id <> before.network_id AND after.valid_from = before.valid_from AS has_left
          FROM rows_before before FULL JOIN rows_after after ON after.id = before.id OFFSET 0) change WHERE change.audit_event_id = event_id AND change.has_left LOOP
          UPDATE wireless_associations_revisions r SET is_last = true
          WHERE r.id = departed.id AND r.valid_to = departed.valid_from AND NOT r.is_last;
        END LOOP;
      END IF;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.wireless_associations_keep_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    DECLARE
      departed record;
      begun record;
      owner record;
    BEGIN
      FOR owner IN
        SELECT DISTINCT network_id AS id FROM rows_before WHERE EXISTS (SELECT FROM networks live WHERE live.id = rows_before.network_id)
      LOOP
        begun := begin_change(owner.id);
        PERFORM tell_change(owner.id, NULL);
        INSERT INTO wireless_associations_revisions (id, created_at, updated_at, valid_from, valid_to, lineage_id, audit_event_id, network_id, host_id, interface_id, is_own_radio, client_mac, client_address, client_host_id, access_point_mac, access_point_address, access_point_name, access_point_host_id, ssid, bssid, channel, band, associated_since, ended_by, is_last)
        SELECT gone.id, gone.created_at, gone.updated_at, gone.valid_from, gone.ended_at, gone.lineage_id, gone.audit_event_id, gone.network_id, gone.host_id, gone.interface_id, gone.is_own_radio, gone.client_mac, gone.client_address, gone.client_host_id, gone.access_point_mac, gone.access_point_address, gone.access_point_name, gone.access_point_host_id, gone.ssid, gone.bssid, gone.channel, gone.band, gone.associated_since, begun.event_id, true FROM (
          SELECT before.*, greatest(begun.changed_at, before.valid_from + interval '1 millisecond') AS ended_at
          FROM rows_before before
          WHERE before.network_id = owner.id AND before.audit_event_id IS DISTINCT FROM begun.event_id
        ) gone;
        -- Changed before in the same transaction.
        FOR departed IN SELECT id, valid_from FROM rows_before before WHERE before.network_id = owner.id AND before.audit_event_id = begun.event_id LOOP
          UPDATE wireless_associations_revisions r SET is_last = true
          WHERE r.id = departed.id AND r.valid_to = departed.valid_from AND NOT r.is_last;
        END LOOP;
      END LOOP;
      RETURN NULL;
    END $function$
;

CREATE OR REPLACE FUNCTION public.wireless_associations_revisions_no_overlap()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    BEGIN
      IF EXISTS (
        SELECT FROM rows_after made CROSS JOIN LATERAL (
          SELECT valid_to FROM wireless_associations_revisions r WHERE r.id = made.id AND r.valid_from < made.valid_to
          ORDER BY r.valid_from DESC LIMIT 2
        ) r
        GROUP BY made.id, made.valid_from HAVING count(*) FILTER (WHERE r.valid_to > made.valid_from) > 1
      ) THEN
        RAISE EXCEPTION 'states of one row overlap' USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'wireless_associations_revisions_no_overlap';
      END IF;
      RETURN NULL;
    END $function$
;

INSERT INTO "_prisma_migrations" ("id", "checksum", "finished_at", "migration_name", "logs", "rolled_back_at", "started_at", "applied_steps_count") VALUES
('046b5f77-bba4-4b7b-b92d-f897cee13350', 'c79d499c9ffd39d28380f04cbd358d3758b649ed51c82a84bf32907ff64670f6', '2026-11-29 19:44:39.302067+00', '20261127110000_address_reservations', NULL, NULL, '2026-11-29 19:44:39.237377+00', '1'),
('119086d8-ce59-4101-b1f1-832a2d59d616', 'a6b948be1ad5ad067546804b1f53ff85edef341d02f08ddf03ec1e37e0879b48', '2026-11-29 19:44:39.371499+00', '20261127180000_search_ports_and_addresses', NULL, NULL, '2026-11-29 19:44:39.364126+00', '1'),
('119f5be8-7a26-4597-b8e1-8e644a75ae17', '540b079b9857be2cf624716569320975480ac79ac3e487af43cf437ad23cbeed', '2026-11-29 19:44:39.507432+00', '20261129073000_checks', NULL, NULL, '2026-11-29 19:44:39.451578+00', '1'),
('1456e966-5245-4846-876b-8c13ae5cfae4', '4302bc2510592ad848d3682f45b32b3fe4c4d59dabc1b8870beef92738e026f0', '2026-11-29 19:44:38.43124+00', '20261126160000_host_roles', NULL, NULL, '2026-11-29 19:44:38.405244+00', '1'),
('174ef4c4-6704-4dd9-831a-9e7190567e2e', '20eefc384a06f2e588319c7304622081dfccf1f26a445cb6b083b5bff35e61f1', '2026-11-29 19:44:37.733328+00', '20261122232000_daemon_generations', NULL, NULL, '2026-11-29 19:44:37.706441+00', '1'),
('178f6cdb-da0e-46ec-bccc-84a8a861b0ca', '4105c2392d46fedd0c3804ae74d09e8393292135070ac1f7139763209d2a2771', '2026-11-29 19:44:39.232839+00', '20261127060000_learned_macs', NULL, NULL, '2026-11-29 19:44:39.225751+00', '1'),
('1d0b9ca8-563a-4b46-bcc0-5ba3bb1417f7', '03dc0169764b5f1172b69519e3a0cfcaab93b6b5b7944be408c2277a5b16047e', '2026-11-29 19:44:39.522059+00', '20261129080000_api_credentials', NULL, NULL, '2026-11-29 19:44:39.51808+00', '1'),
('20867b69-b010-455b-b841-894b0c176b1e', 'f488f1ad31bdaf15d9f4ba2eedf573153c35f497f11c525189c62a429a3b7746', '2026-11-29 19:44:38.558943+00', '20261126210000_routes', NULL, NULL, '2026-11-29 19:44:38.512923+00', '1'),
('21dfa4ce-2191-47d9-bfeb-cf4d14d08087', '33a50a284ae3541bf0297ff7f46e982d042fab2ff572e392041824fe5ebcee2b', '2026-11-29 19:44:38.512239+00', '20261126201000_interface_counters', NULL, NULL, '2026-11-29 19:44:38.496122+00', '1'),
('22ccddad-9130-4245-887c-a56f69e33cee', 'bc9f4db302a001022458413a5766fa69ef0cb36d3d59c06ac8d8719e9b07e48c', '2026-11-29 19:44:38.993451+00', '20261126230000_natural_names', NULL, NULL, '2026-11-29 19:44:38.616467+00', '1'),
('236b5959-4b53-4e2d-a181-f72bd21872dc', '4f0c2d2add0e4f99672016ef4869dbad97e375a6d471847558c8a009e7860e21', '2026-11-29 19:44:37.526118+00', '20261122130001_types_of_demo_runs', NULL, NULL, '2026-11-29 19:44:37.518651+00', '1'),
('255f46d2-ec0c-4df1-844d-f5ce6dc5dc32', 'b1abe12651c4b9080e8b8f0dcb24ad95b66992eb148e5d50be6190dfde6a7627', '2026-11-29 19:44:37.938055+00', '20261123160000_saved_views', NULL, NULL, '2026-11-29 19:44:37.897837+00', '1'),
('28024815-5dfb-4d93-8bf5-dfe568eb5bf0', '3e00a2700a881206f302a634904a29ff47bbbadff6e94b72d44ff8324a23daf9', '2026-11-29 19:44:39.222467+00', '20261126233000_stp_blocked_trees', NULL, NULL, '2026-11-29 19:44:39.19924+00', '1'),
('29547604-4cff-496d-9b86-cb8a09698d9f', 'c77d834dcce8686ac63f764eceb97a3dc0eae7714faa123fcde2d1b0f8778f98', '2026-11-29 19:44:37.743976+00', '20261123030000_arp_links', NULL, NULL, '2026-11-29 19:44:37.733538+00', '1'),
('2c3a307f-5f31-4634-b792-6146f27b7554', '24db3ef89da9796039cc1edda9d4d07f209d0f031ad22ba890a9de0e45475c3d', '2026-11-29 19:44:38.375744+00', '20261126133000_documented_links', NULL, NULL, '2026-11-29 19:44:38.356865+00', '1'),
('317d4493-9fc3-41ca-afae-63c579cd10d8', '354911d671a224a127fbfe1d2d7e50368e4c389ef85bf625b50ed0f8dabfd90b', '2026-11-29 19:44:38.353742+00', '20261126132000_names_in_other_forms', NULL, NULL, '2026-11-29 19:44:38.352376+00', '1'),
('35996480-c727-4b4a-aa81-ca2c7987627a', 'f24b18e21f3ca4d984a9b427267e2dfb9c5dcad14b225981f94fe24dd017c1e3', '2026-11-29 19:44:38.349907+00', '20261126131000_import_differences', NULL, NULL, '2026-11-29 19:44:38.328281+00', '1'),
('35cbd4c6-055a-4c98-8c8f-09c9b1ccd87f', 'f6c097887940e803d7617585fb4e6a8d79f8412a5a027d38b0108a9449a794be', '2026-11-29 19:44:39.845108+00', '20261129160000_webhooks', NULL, NULL, '2026-11-29 19:44:39.797982+00', '1'),
('37dd5215-913d-444d-95a1-52e445dd5b94', '35958e10c4db5ee27ed230267ec42858a4c13352bc17a7fd98866fc85ab5804e', '2026-11-29 19:44:39.172895+00', '20261126231500_former_macs', NULL, NULL, '2026-11-29 19:44:39.132412+00', '1'),
('3ab01dba-2962-4ce8-98c6-8cc88ccb3124', '8140593ee902b3dc4c9ba4bbbb827cd4603a7f7fa538400bb19cec6c1ab01331', '2026-11-29 19:44:38.322971+00', '20261126130000_namespaces', NULL, NULL, '2026-11-29 19:44:38.297893+00', '1'),
('3e3e0091-49a8-44a7-9ddf-29d6004fb2f9', 'eddc749c323649b9ed6449912fc52d753a702cb0cc00271b3d523d3d3014f54d', '2026-11-29 19:44:39.660708+00', '20261129080000_states_that_left_by_row', NULL, NULL, '2026-11-29 19:44:39.525417+00', '1'),
('5803802f-579d-4871-9c7c-d7257d2befc5', '5eae9a92e8c5e8366be4542ea8719b5e8823da41a367b6f713dde8daae7e84bf', '2026-11-29 19:44:37.573902+00', '20261122140000_neighbor_reasons', NULL, NULL, '2026-11-29 19:44:37.532483+00', '1'),
('73689374-95df-494c-88fc-e2ab3032f109', '6c45ff32d320505b8e145a3de51365bad44414057028d72322aeb8580408bd10', '2026-11-29 19:44:39.424921+00', '20261129022500_search_locations', NULL, NULL, '2026-11-29 19:44:39.423428+00', '1'),
('758e73e9-7cab-4f31-b300-942290f9c009', 'c1cb2b28c64661613824aa7a73cfdb70818aac7721afce36c7aecbf18114deb0', '2026-11-29 19:44:37.793053+00', '20261123030000_import_plans', NULL, NULL, '2026-11-29 19:44:37.744355+00', '1'),
('796906a6-0aa0-44bc-b494-0f7952cf3f12', '1085bba69b4f8c8abe478d40877641e083c66eb57b7e68c2abda2e6ac4ee62e8', '2026-11-29 19:44:37.601076+00', '20261122180000_credentials_reach_daemons', NULL, NULL, '2026-11-29 19:44:37.58281+00', '1'),
('806252ac-4986-4540-a891-7b55bdd729c3', '65bbc6ea64b827221f6fdbe951c559d7d846d700ac4889c7fb2264c6065d58bf', '2026-11-29 19:44:37.410858+00', '20261121230001_until_history', NULL, NULL, '2026-11-29 19:44:36.615423+00', '1'),
('83982724-b5ea-4dc2-9238-10a72b659eab', '293b35b7ed00ccffbe672273ce8ddbfc59c2ed4b78d9bbbf2a5650192c92f79c', '2026-11-29 19:44:38.040256+00', '20261126013100_session_ids_of_networks', NULL, NULL, '2026-11-29 19:44:38.033225+00', '1'),
('84945ffb-c9a2-4a30-94b3-4d958895b3e4', '0f3048cd1693e5d004dd520b2190b3a7f248971b4a577a80c2e73be4d02c6264', '2026-11-29 19:44:37.61116+00', '20261122210000_forwarding_links', NULL, NULL, '2026-11-29 19:44:37.601513+00', '1'),
('853685ba-5c45-4ae7-b850-cac44d9d70f7', 'c4d6e3497bcf5b31d18622a6e509c9a9ef1b76e30d9d517e99392d4c430400db', '2026-11-29 19:44:38.404253+00', '20261126140000_management_addresses', NULL, NULL, '2026-11-29 19:44:38.379142+00', '1'),
('869eed9d-0537-49d4-bf15-88916b60476b', 'e36f1cc10561683073fcffe90e48d87e13f8b7a8e6a2f7a69aad3b61a4087b07', '2026-11-29 19:44:39.426799+00', '20261129030000_first_addresses_of_hosts', NULL, NULL, '2026-11-29 19:44:39.425175+00', '1'),
('8b0af395-0ea4-4eeb-9d93-edaba84dddb5', '3c79cb12467e5c3172bc70338d4f13a18520375626b5da24740088b2898a3258', '2026-11-29 19:44:38.024291+00', '20261123230000_changes_of_many_rows', NULL, NULL, '2026-11-29 19:44:37.938686+00', '1'),
('8be22f1c-2fb0-4173-8ee7-2986d23bc0af', '2410c0b71b64f78e4cc4116825ffc18956329058288f261034873ea76f3208b2', '2026-11-29 19:44:38.190754+00', '20261126033100_deleted_networks', NULL, NULL, '2026-11-29 19:44:38.154749+00', '1'),
('9089fa7f-51a5-4513-9ffc-c22c08465a29', '0ad1c34572daecbb5cf2734106bcdc0899b61db1267eaace0e134cefc5eb461b', '2026-11-29 19:44:39.444669+00', '20261129030100_mac_address_sources', NULL, NULL, '2026-11-29 19:44:39.426909+00', '1'),
('90d034ca-f50a-4492-94fa-2f69adac9876', '14c108ce7b07c79a88020eb0ba1839b17be790def078f676bfea59f34dc784a2', '2026-11-29 19:44:39.324421+00', '20261127110000_learned_before', NULL, NULL, '2026-11-29 19:44:39.303069+00', '1'),
('9123243e-47d9-4dd8-b87c-7d9049a46044', '31252d8d046d27724f1bc6239a61dacf3b4cd0ebb7ce35bdd892baf60395bc95', '2026-11-29 19:44:39.663159+00', '20261129090000_moved_organizations', NULL, NULL, '2026-11-29 19:44:39.660992+00', '1'),
('94ba6fdc-4741-4a77-904f-48a7ee2c5079', 'efdc6eb89ac9c6da4520f06b887c0c34a832a3e582d34cbc225d9fd7b4f814ab', '2026-11-29 19:44:39.329809+00', '20261127110500_routes_by_next_hop', NULL, NULL, '2026-11-29 19:44:39.324583+00', '1'),
('9772c2b5-6d90-484f-a3c6-a0381f53eb67', 'f29d26cdd162bf814b2cf6df52118bfcbe51c92d19cb43a3f7cc93a6c2513e46', '2026-11-29 19:44:38.608398+00', '20261126211000_fhrp_groups_and_routing_neighbors', NULL, NULL, '2026-11-29 19:44:38.560185+00', '1'),
('98caebda-eded-42fa-a7f8-a9736d3fce9a', '1ad7c40db244cf5b5bbf0bb507fd1c27d0d7ed19b94205eddd71d5f544d5e18a', '2026-11-29 19:44:37.677837+00', '20261122230000_links_by_hand', NULL, NULL, '2026-11-29 19:44:37.616693+00', '1'),
('9f038ae0-e1f2-4216-ad4c-68704c73bdf2', '73a2eb15a67347ae98a38888aaf7453f7e2977df6f1bccdd24e42c00c97928e4', '2026-11-29 19:44:37.443909+00', '20261122120000_vlan_subnets_on_read', NULL, NULL, '2026-11-29 19:44:37.432034+00', '1'),
('a00053f9-2998-49cb-a3d1-a9f4c2edd79f', '390b45658a07c9df9b87297e6eb41f9178a66e23a482d89c07c981cc5ed1bb11', '2026-11-29 19:44:39.790894+00', '20261129153233_plans', NULL, NULL, '2026-11-29 19:44:39.73111+00', '1'),
('a6492a16-0ded-4d1c-b8eb-c5276a5405fd', '25f6d8d8861c0cab98835e1cf772dc535e21c126723382fa813581eda6d8ba1b', '2026-11-29 19:44:37.429183+00', '20261122100000_search_by_network', NULL, NULL, '2026-11-29 19:44:37.415641+00', '1'),
('ac23d0c8-a8c1-479a-88fc-34907cd76bba', 'e3d7c7c9d07238b6adab2ef3886172a573e32f558209e85d35ba9ddbac3228c1', '2026-11-29 19:44:38.442542+00', '20261126170000_identity_events', NULL, NULL, '2026-11-29 19:44:38.431617+00', '1'),
('ad341784-fe5d-4d92-afce-c8c37a5f0301', '0c830e4acabbd7687958b379dffd43db43e3908e2e3ec1ec6f3f698fad038611', '2026-11-29 19:44:37.704908+00', '20261122231000_daemon_polls', NULL, NULL, '2026-11-29 19:44:37.678662+00', '1'),
('aedf62c9-c088-4b98-b12a-61d41283ab2e', '2a959d1ca17a6406928f750ce1997f09b69b06405fc64891730b5f6db92016cb', '2026-11-29 19:44:38.15262+00', '20261126030100_clocks_of_changes', NULL, NULL, '2026-11-29 19:44:38.040731+00', '1'),
('af5f206c-425a-40fe-9cca-d14c1d81c270', '903f0da3f3bd5ef1f73a6ea512fce715e9dfec35af2290ea3b6b9e662b166095', '2026-11-29 19:44:38.283271+00', '20261126121000_host_merges', NULL, NULL, '2026-11-29 19:44:38.262267+00', '1'),
('b18386e7-a0b3-4288-ad18-e9a63aed6109', '74186c9fcf7f4daf23d329252c2739bbb478652f959998c9d4b73a994e3e4f45', '2026-11-29 19:44:37.882684+00', '20261123110000_second_factor', NULL, NULL, '2026-11-29 19:44:37.865737+00', '1'),
('b49d5bb4-4462-40d6-a84b-6cdcf973c3e3', 'afc18a85204712e8d8e73aa7dbf65d409d06461d5068043135ec3b83cc06de50', '2026-11-29 19:44:37.616404+00', '20261122220000_vlan_subnets_by_side', NULL, NULL, '2026-11-29 19:44:37.611357+00', '1'),
('be667890-c87a-4d1c-9939-1b2dcbfa7996', '08826d6016a6a7983a5622999d6e3888879ccb28a21dd3142d5234f300ff5e7b', '2026-11-29 19:44:39.417558+00', '20261128165038_idempotent_answers', NULL, NULL, '2026-11-29 19:44:39.376346+00', '1'),
('bfc69f3d-a512-48f7-89e9-893823f5ea25', '028a3d71f54b7807e7cedf167eef14a6f6a900f8bd8505a3966e579da1fb5b60', '2026-11-29 19:44:38.255158+00', '20261126120000_identity', NULL, NULL, '2026-11-29 19:44:38.233558+00', '1'),
('c48cbdaa-91f5-4755-82d2-c9ac6b6f3eef', '77ab492620fee72164a557757028a6aebd66ed6d643ee62050b1f6467b6fd77f', '2026-11-29 19:44:39.340546+00', '20261127150000_enrolment_codes', NULL, NULL, '2026-11-29 19:44:39.332013+00', '1'),
('c5d8eaff-de44-4eb4-9f8c-9d30f70e825d', '74710819dfdd1178e031722aa6c587499d33eeddb2c17c46b1a5131c13aaff4f', '2026-11-29 19:44:37.865616+00', '20261123070000_network_changes_of_options', NULL, NULL, '2026-11-29 19:44:37.864412+00', '1'),
('c8be3d4c-382c-4a0e-a7f4-1ff8ac26db37', '7d6dbb1af03eef884269ed51921ed95750817a9d17dbf2e1cb70860993a19e0c', '2026-11-29 19:44:37.847276+00', '20261123040000_mail', NULL, NULL, '2026-11-29 19:44:37.805858+00', '1'),
('c956877e-f436-4561-97e2-4c6fd9dd9faf', '83e6bb5a1899fec345c3505e14c33651f8a2d61331f5a36f42574c0e4b10bd54', '2026-11-29 19:44:37.897657+00', '20261123150000_passkeys', NULL, NULL, '2026-11-29 19:44:37.884253+00', '1'),
('d0de4d98-a3b5-4141-a5f9-a5fb022f39d7', '8636e00a229fe899bf433747885a01fcde20da8797446c2e922dd7376fa886dd', '2026-11-29 19:44:39.730738+00', '20261129110000_network_events', NULL, NULL, '2026-11-29 19:44:39.66333+00', '1'),
('df31b772-4da4-45d0-a53a-9db011e0be08', 'aba5c2d1491bc3242f3fbed7c6b5a349a6dfcdee96a5d43fbc61151716bfed2e', '2026-11-29 19:44:37.481893+00', '20261122121000_known_software_ids', NULL, NULL, '2026-11-29 19:44:37.445774+00', '1'),
('e3b19245-e4ac-47ad-bc2e-321f6d54edf4', '464ded702ce0ff88b81102f4a524aff0b226c0ed06f08f9c59cb03b753b201ed', '2026-11-29 19:44:39.196372+00', '20261126232000_merged_hosts_in_history', NULL, NULL, '2026-11-29 19:44:39.173807+00', '1'),
('e4a34dc7-3f32-4f85-a7fc-546ba9242a0f', '16fff28eb60a4b26d10c60c1472f1ce3ada4093476f330b37c91832ee919edbf', '2026-11-29 19:44:38.230692+00', '20261126110000_deleted_tags', NULL, NULL, '2026-11-29 19:44:38.198414+00', '1'),
('e77bc5be-50eb-4897-9f7f-763bc0221378', 'f15ae569e281c41fcb068d75d1b7d6401d1c387efb410efd084bcbf8ebb70d72', '2026-11-29 19:44:38.477607+00', '20261126200000_interface_layer2_facts', NULL, NULL, '2026-11-29 19:44:38.443082+00', '1'),
('ead69eeb-4c33-4deb-81f0-cd785630f059', '837e37e1709a4f0d75edc26d836b2a8fe7b31cf003434618e8e2ae9e5c6c2ea5', '2026-11-29 19:44:37.517786+00', '20261122130000_network_changes_of_lists', NULL, NULL, '2026-11-29 19:44:37.490848+00', '1'),
('ed452ae5-0fa7-4e40-b9c8-a0717feea524', 'af09500c94ead664869df3a627c46dd3873803b87fbce4633474d7200fcd5566', '2026-11-29 19:44:39.423294+00', '20261128233000_credential_types', NULL, NULL, '2026-11-29 19:44:39.420887+00', '1'),
('ede6342e-3436-4430-886b-20732b25ccfc', '893387dc89ec2409f1ec5b6f41afd6bd10e4a88e54ae12a1b0e0613b5ed0e312', '2026-11-29 19:44:37.864209+00', '20261123041000_oidc', NULL, NULL, '2026-11-29 19:44:37.854108+00', '1'),
('ef64fc67-6d77-4a09-a0c7-bfe3d29b01a3', 'c8ce9b74154dadaa8f4b41a20e6e55d95b28fe8a9dc63c6153ce0fe8da7edbd0', '2026-11-29 19:44:38.033084+00', '20261126010000_credential_assigners', NULL, NULL, '2026-11-29 19:44:38.024685+00', '1'),
('f52f5d8b-112c-4e6d-8586-e1245c08126e', '4245745c74c5efcbd6b9c354a4f8f70290f73cf07a452f027d39de35f41def69', '2026-11-29 19:44:39.126824+00', '20261126231000_wireless_associations', NULL, NULL, '2026-11-29 19:44:39.015474+00', '1'),
('fbf751da-8224-4c48-9e57-c0bdbff463e5', 'dcf8bbc4b458debf983728ad4d74bfc116fa8032134fe609926ecc3b9e945322', '2026-11-29 19:44:39.420717+00', '20261128203000_replica_reads', NULL, NULL, '2026-11-29 19:44:39.417821+00', '1'),
('fd1a45fc-95a0-4575-9df1-65b89df098fd', 'cfce985fe10d2140d457b35aaf5c81c147855651814e4a054162d07379bf3b89', '2026-11-29 19:44:39.351836+00', '20261127173127_snapshot_names', NULL, NULL, '2026-11-29 19:44:39.34169+00', '1');

INSERT INTO "address_reservations" ("id", "created_at", "updated_at", "valid_from", "valid_to", "audit_event_id", "network_id", "organization_id", "subnet_id", "subnet_cidr", "created_by_user_id", "first_address", "last_address", "purpose", "until", "description") VALUES
('455363f3-2eca-5557-ae40-94cd29ba9e02', '2026-10-31 12:00:00+00', '2026-10-31 12:00:00+00', '2026-10-31 12:00:00+00', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'f68ebf03-128f-59f7-a7d0-aeb58fe7e115', '10.16.0.0/24', 'e82d2bb2-51d9-565b-930e-59ed689b7104', '10.16.0.240/32', '10.16.0.247/32', 'Consoles of new racks', NULL, NULL),
('7bbb9766-0d12-5316-8653-781757b9e964', '2026-10-31 12:00:00+00', '2026-10-31 12:00:00+00', '2026-10-31 12:00:00+00', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'e64e7641-2939-5a41-8663-50e9cb2e3038', '10.16.1.0/24', 'e82d2bb2-51d9-565b-930e-59ed689b7104', '10.16.1.250/32', '10.16.1.250/32', 'Spare machine for repairs', NULL, NULL),
('ad5ecea4-294a-51bd-b013-5e2644fbd2f6', '2026-10-31 12:00:00+00', '2026-10-31 12:00:00+00', '2026-10-31 12:00:00+00', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'e64e7641-2939-5a41-8663-50e9cb2e3038', '10.16.1.0/24', 'e82d2bb2-51d9-565b-930e-59ed689b7104', '10.16.1.230/32', '10.16.1.239/32', 'Machines on order', '2027-01-19 12:00:00+00', 'They are installed when they arrive.');

INSERT INTO "audit_events" ("id", "created_at", "organization_id", "event_type", "actor_type", "actor_name", "user_id", "user_api_key_id", "daemon_id", "discovery_id", "operation", "subject_type", "subject_id", "subject_name", "details") VALUES
('0145f86f-b801-4d2f-99c9-b97fba4be212', '2026-09-21 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'CheckCreated', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'Check', '255046b3-0ac8-5e89-8273-3287e876503a', 'No address twice', '{"kind": "NoAddressTwice", "enabled": true, "severity": "Critical", "network_ids": [], "all_networks": true}'),
('023750ec-01ba-5b5e-b933-0acbd72c8699', '2026-11-18 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'Discovery', 'Unified — Riverside Campus', NULL, NULL, NULL, '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', 'reportHost', 'Network', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Riverside Campus', NULL),
('0621f7b2-cf34-4515-9464-e8700bbe2a1d', '2026-11-29 19:44:43.135+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'Network', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Riverside Campus', NULL),
('09a77097-68b0-4cc3-9e06-128a70c033c3', '2026-09-21 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'CheckCreated', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'Check', '2fcd141e-05d8-55ed-a2e1-ecdd2b1c19d0', 'Subnets do not overlap', '{"kind": "NoOverlappingSubnets", "enabled": true, "severity": "Warning", "network_ids": [], "all_networks": true}'),
('11282414-f0a4-4306-9249-efee55567b4a', '2026-09-21 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'CheckCreated', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'Check', '1d0d5a4e-7ccc-5aec-9af9-4720c617ff9a', 'No Telnet', '{"kind": "ServiceForbidden", "enabled": true, "severity": "Warning", "network_ids": [], "all_networks": true}'),
('17be4298-6075-4e7a-acef-a79e2de8c3f5', '2026-11-29 19:44:43.154+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'Network', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Riverside Campus', NULL),
('1aaf7736-b6a5-54a3-adc7-56daa0f409ec', '2026-11-04 12:01:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'Daemon', 'rv-probe', NULL, NULL, '57daa2d6-7c33-52f9-ba6b-218b7179fdc0', NULL, 'reportHost', 'Network', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Riverside Campus', NULL),
('21477274-5743-5f85-8f5e-8ade8004eea0', '2026-11-04 12:03:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'Daemon', 'rv-probe', NULL, NULL, '57daa2d6-7c33-52f9-ba6b-218b7179fdc0', NULL, 'reportHost', 'Network', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Riverside Campus', NULL),
('23b0698f-3219-561b-99d3-803f23862888', '2026-10-26 12:01:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'User', 'ingrid.holm@upgrade.netloom.example', 'e82d2bb2-51d9-565b-930e-59ed689b7104', NULL, NULL, NULL, 'updateHost', 'Network', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Riverside Campus', NULL),
('2995612a-bb32-5f9f-8350-77d6c0e2867f', '2026-11-04 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'Daemon', 'rv-probe', NULL, NULL, '57daa2d6-7c33-52f9-ba6b-218b7179fdc0', NULL, 'reportHost', 'Network', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Riverside Campus', NULL),
('29c6da37-f1e2-55f0-b205-702ea0de17e4', '2026-11-11 12:01:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'Daemon', 'rv-probe', NULL, NULL, '57daa2d6-7c33-52f9-ba6b-218b7179fdc0', NULL, 'reportHost', 'Network', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Riverside Campus', NULL),
('2f7c6493-68c5-48b8-be58-f96bd07142fb', '2026-11-29 19:44:43.151+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'System', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
('30df607c-cd0b-4abf-b1a1-f6c6a9a206ae', '2026-08-29 23:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'KeyCreated', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'DaemonApiKey', '99a4c2cf-d831-59a0-a4fe-1c4738b7d588', 'rv-probe key', '{"is_enabled": true, "network_id": "f47736eb-e46d-59bb-8330-ab8e3ccbc1ed"}'),
('3acf0a6d-0772-4358-acaf-6aca77dcb8fd', '2026-11-01 09:22:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'ShareCreated', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'Share', '40cb9a54-a89e-5f0f-911c-fc731412346d', 'Screen in the office, Riverside Campus', '{"is_enabled": true, "network_id": "f47736eb-e46d-59bb-8330-ab8e3ccbc1ed", "topology_id": "c80602d9-b6a4-5c0e-9b8f-89ae6a9b558a"}'),
('3fa50ae9-dc9f-4db9-a70b-c2ab9651ef5b', '2026-11-01 09:22:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'SnapshotTaken', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'Snapshot', '4bc7d241-dd13-5ae0-8fbe-9ed521511c31', 'Before the audit', '{"taken_at": "2026-11-01T09:22:00+00:00", "network_id": "f47736eb-e46d-59bb-8330-ab8e3ccbc1ed"}'),
('43dc0076-9ede-47cd-8f67-8d0c2775b016', '2026-09-19 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'UserAdded', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'User', '62061219-e282-5690-ba13-e294e433e68c', 'tomas.novak@upgrade.netloom.example', '{"network_ids": ["f47736eb-e46d-59bb-8330-ab8e3ccbc1ed"], "permissions": "Viewer"}'),
('44c822a0-0ac6-4907-9587-1509b605acd8', '2026-08-17 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'UserAdded', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'User', 'e82d2bb2-51d9-565b-930e-59ed689b7104', 'ingrid.holm@upgrade.netloom.example', '{"network_ids": [], "permissions": "Admin"}'),
('49cbd493-c919-5e2a-b7fd-fd3f91f1ca9d', '2026-10-24 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'User', 'ingrid.holm@upgrade.netloom.example', 'e82d2bb2-51d9-565b-930e-59ed689b7104', NULL, NULL, NULL, 'updateVlan', 'Network', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Riverside Campus', NULL),
('4a997281-ef05-453a-8d3b-b4c1c7b5ec8d', '2026-08-28 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'UserAdded', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'User', 'f4229945-3718-5925-bc3f-cb8772dd0082', 'marco.ricci@upgrade.netloom.example', '{"network_ids": ["f47736eb-e46d-59bb-8330-ab8e3ccbc1ed"], "permissions": "Member"}'),
('58b2d85a-bb82-500d-a33f-d7af1b66878e', '2026-10-24 12:01:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'User', 'ingrid.holm@upgrade.netloom.example', 'e82d2bb2-51d9-565b-930e-59ed689b7104', NULL, NULL, NULL, 'updateVlan', 'Network', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Riverside Campus', NULL),
('5f1ca774-dd7d-49d4-92b2-7785015af331', '2026-09-30 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'UserAdded', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'User', 'eb7f43bb-4aec-5606-a5fd-a396c1dec6ec', 'yuki.tanaka@upgrade.netloom.example', '{"network_ids": [], "permissions": "Viewer"}'),
('608c9a8f-553b-4d5e-9262-5f89ea51ffd1', '2026-09-21 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'CheckCreated', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'Check', 'a25c2885-ed60-5f28-b61b-85740becd059', 'Infrastructure is seen every week', '{"kind": "SeenWithin", "enabled": true, "severity": "Critical", "network_ids": [], "all_networks": true}'),
('656243fb-45ac-41b0-84bb-1e00ee7ae099', '2026-08-29 23:01:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'DiscoveryCreated', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'Discovery', 'e0bc708a-fb8d-50a7-a4a0-f3235f6d1c88', 'Riverside Campus, every night', '{"run_type": "Scheduled", "daemon_id": "57daa2d6-7c33-52f9-ba6b-218b7179fdc0", "network_id": "f47736eb-e46d-59bb-8330-ab8e3ccbc1ed", "cron_schedule": "0 0 2 * * *"}'),
('66954ca5-9313-45b3-8dba-adf20355bf39', '2026-11-12 15:47:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'SnapshotTaken', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'Snapshot', '4b270bca-c68b-5671-9432-34d746e8ab1c', 'After the audit', '{"taken_at": "2026-11-12T15:47:00+00:00", "network_id": "f47736eb-e46d-59bb-8330-ab8e3ccbc1ed"}'),
('6810e351-41fd-50d4-94ab-8e3001ec1229', '2026-11-03 12:02:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'User', 'ingrid.holm@upgrade.netloom.example', 'e82d2bb2-51d9-565b-930e-59ed689b7104', NULL, NULL, NULL, 'updateHost', 'Network', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Riverside Campus', NULL),
('71313342-92a8-4999-a193-d0d218c1e620', '2026-11-18 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'InviteCreated', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'Invite', 'fd4ea5da-adf6-570b-886e-2030dbacc11d', 'lea.fontaine@upgrade.netloom.example', '{"send_to": "lea.fontaine@upgrade.netloom.example", "expires_at": "2026-11-25T12:00:00+00:00", "network_ids": ["f47736eb-e46d-59bb-8330-ab8e3ccbc1ed"], "permissions": "Viewer"}'),
('71d9e1fd-1983-4257-a2ad-0c00c4b9b89c', '2026-08-22 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'KeyCreated', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'UserApiKey', 'c019c502-5db0-5347-a48f-c7705382c27f', 'Grafana, read only', '{"user_id": "2cca0170-936b-5667-9b4b-d8c7c87e9149", "expires_at": "2027-05-19T12:00:00+00:00", "is_enabled": true, "network_ids": [], "permissions": "Viewer"}'),
('73d4e727-9585-4b17-aab3-c265f3ef2fd2', '2026-08-22 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'KeyCreated', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'UserApiKey', 'c108f0fd-76da-5005-bdc0-974f48d0ab16', 'Old inventory script', '{"user_id": "2cca0170-936b-5667-9b4b-d8c7c87e9149", "expires_at": "2026-11-08T12:00:00+00:00", "is_enabled": false, "network_ids": ["f47736eb-e46d-59bb-8330-ab8e3ccbc1ed"], "permissions": "Member"}'),
('7cae8965-504a-5586-9f5e-d797c0f13659', '2026-11-11 12:03:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'Daemon', 'rv-probe', NULL, NULL, '57daa2d6-7c33-52f9-ba6b-218b7179fdc0', NULL, 'reportHost', 'Network', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Riverside Campus', NULL),
('7f1777a1-ee3c-4eb8-be56-eb9f26ebc503', '2026-11-29 19:44:43.155+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'Network', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Riverside Campus', NULL),
('80983706-c244-42a2-80fe-40f45b5a7546', '2026-09-21 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'CheckCreated', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'Check', '4b59e02b-f61d-59d2-86b6-82434da4155f', 'Subnets have free addresses', '{"kind": "SubnetNotFull", "enabled": true, "severity": "Warning", "network_ids": [], "all_networks": true}'),
('87925f3e-2b86-5c02-90e4-386dec7388a4', '2026-10-18 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'User', 'ingrid.holm@upgrade.netloom.example', 'e82d2bb2-51d9-565b-930e-59ed689b7104', NULL, NULL, NULL, 'updateHost', 'Network', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Riverside Campus', NULL),
('887142a9-e4ae-49dc-bf04-eccbf053d843', '2026-08-29 23:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'DaemonAdded', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'Daemon', '57daa2d6-7c33-52f9-ba6b-218b7179fdc0', 'rv-probe', '{"url": "http://10.16.1.11:60073", "mode": "daemon_poll", "host_id": "f0a75094-bd79-5356-a42c-7da0fbb62b9e", "network_id": "f47736eb-e46d-59bb-8330-ab8e3ccbc1ed"}'),
('89e9e92c-6e77-4b2e-b915-db5b82369573', '2026-11-29 19:44:43.13+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'Network', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Riverside Campus', NULL),
('8b8a7a4d-e0be-4c66-9d6f-bfa7678602a8', '2026-08-22 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'KeyCreated', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'UserApiKey', '76ca30bc-920c-5927-8e91-07cb1322495c', 'Demo', '{"user_id": "2cca0170-936b-5667-9b4b-d8c7c87e9149", "is_enabled": true, "network_ids": ["f47736eb-e46d-59bb-8330-ab8e3ccbc1ed"], "permissions": "Owner"}'),
('9341dc33-93ef-414b-bab9-7dee1d41665e', '2026-11-29 19:44:43.146+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'Network', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Riverside Campus', NULL),
('9488ba46-c2b5-4720-bf1a-ba032a388c53', '2026-09-21 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'CheckCreated', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'Check', 'e54bf706-5c01-5fa7-a4c6-72fc2237f72b', 'Aggregates are complete', '{"kind": "AggregateMembersUp", "enabled": true, "severity": "Warning", "network_ids": [], "all_networks": true}'),
('97ea5920-5b57-4853-bc5b-572a4381b313', '2026-09-21 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'CheckCreated', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'Check', '682ad108-e092-54dd-9a8e-19bd9b3b4369', 'Both ends of a cable run at one speed', '{"kind": "LinkEndsAgree", "enabled": true, "severity": "Warning", "network_ids": [], "all_networks": true}'),
('9e0e90b1-6b97-523e-b97c-7058122da63f', '2026-11-18 12:02:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'Discovery', 'Unified — Riverside Campus', NULL, NULL, NULL, '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', 'reportHost', 'Network', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Riverside Campus', NULL),
('9f964967-d23a-4f96-abf3-07cfe69b69df', '2026-11-29 19:44:41.357+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'System', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
('a25ee98c-d6e9-5769-858f-4d868ea64719', '2026-11-08 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'User', 'ingrid.holm@upgrade.netloom.example', 'e82d2bb2-51d9-565b-930e-59ed689b7104', NULL, NULL, NULL, 'deleteHost', 'Network', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Riverside Campus', NULL),
('a5f5d21a-3147-4646-9180-f3ef6ca2e591', '2026-11-01 09:22:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'ShareCreated', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'Share', 'c4cf31d5-2708-59de-abe3-d50755861365', 'Cabling contractor', '{"expires_at": "2026-12-20T12:00:00+00:00", "is_enabled": true, "network_id": "f47736eb-e46d-59bb-8330-ab8e3ccbc1ed", "topology_id": "c80602d9-b6a4-5c0e-9b8f-89ae6a9b558a"}'),
('acc8cccc-ae33-4dae-a230-86fc2432d688', '2026-11-29 19:44:43.149+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'Network', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Riverside Campus', NULL),
('be27c219-04de-4f0d-a474-abe18a8a2439', '2026-11-12 08:23:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'DiscoveryCreated', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'Discovery', '9d814226-3d96-5005-88d3-1c69f6057c3f', 'After the last change', '{"run_type": "AdHoc", "daemon_id": "57daa2d6-7c33-52f9-ba6b-218b7179fdc0", "network_id": "f47736eb-e46d-59bb-8330-ab8e3ccbc1ed"}'),
('bfdb09a0-be99-55f8-8b05-38f60df132a8', '2026-11-11 12:02:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'Daemon', 'rv-probe', NULL, NULL, '57daa2d6-7c33-52f9-ba6b-218b7179fdc0', NULL, 'reportHost', 'Network', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Riverside Campus', NULL),
('c08a7a8b-06d0-40a5-8942-b4092679704f', '2026-09-21 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'CheckCreated', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'Check', 'c4263df1-bce9-54a3-8740-177068405d0e', 'No MAC address at two machines', '{"kind": "NoMacAtTwoMachines", "enabled": true, "severity": "Warning", "network_ids": [], "all_networks": true}'),
('c6b85936-2c8f-4c8c-94a3-7373934cae27', '2026-08-13 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'NetworkCreated', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'Network', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Riverside Campus', NULL),
('c7405184-3fd9-4540-98aa-ad95f41d92b8', '2026-11-29 19:44:43.138+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'Network', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Riverside Campus', NULL),
('c7d365f9-72e5-5f64-8413-0dba84da1ddd', '2026-11-18 12:01:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'Discovery', 'Unified — Riverside Campus', NULL, NULL, NULL, '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', 'reportHost', 'Network', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Riverside Campus', NULL),
('cfc6a094-0ff8-47e2-98be-c95201905ff4', '2026-09-08 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'UserAdded', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'User', 'be4e756a-3ed5-5550-a6a7-5e380d6ddc6e', 'amina.diallo@upgrade.netloom.example', '{"network_ids": [], "permissions": "Member"}'),
('d19aef10-c17d-4846-9958-b7ca4bd09aae', '2026-09-21 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'CheckCreated', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'Check', 'c44fe724-7b2c-54ae-bb63-91c691306426', 'Addresses are in subnets', '{"kind": "NoAddressOutsideSubnets", "enabled": true, "severity": "Warning", "network_ids": [], "all_networks": true}'),
('d3fd0fae-14b6-5df9-8ecf-8de92ada89b8', '2026-11-11 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'Daemon', 'rv-probe', NULL, NULL, '57daa2d6-7c33-52f9-ba6b-218b7179fdc0', NULL, 'reportHost', 'Network', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Riverside Campus', NULL),
('daaa38e0-b79e-4b4f-84b6-9a7786bc3a94', '2026-11-29 19:44:43.153+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'System', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
('e0176c01-9f4d-4d88-bf54-49dfeac31bab', '2026-08-29 23:01:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'DiscoveryCreated', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'Discovery', '8c0dc0c6-756b-5afc-9ae8-d04fd9d7034e', 'Riverside Campus, thorough', '{"run_type": "Scheduled", "daemon_id": "57daa2d6-7c33-52f9-ba6b-218b7179fdc0", "network_id": "f47736eb-e46d-59bb-8330-ab8e3ccbc1ed", "cron_schedule": "0 0 0 * * 0"}'),
('e2ea40dc-380e-44ae-9a80-b8623787f0ee', '2026-09-21 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'CheckCreated', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'Check', '2edde0d8-9cef-5d03-a81b-e5acb210add2', 'Each switch has two uplinks', '{"kind": "UplinksToDifferentDevices", "enabled": true, "severity": "Critical", "network_ids": [], "all_networks": true}'),
('e7a53636-7e0d-474a-b33a-7e2ac56b0328', '2026-10-11 09:21:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'SnapshotTaken', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'Snapshot', 'ade7e4e7-d802-53ae-b5b7-fd1af108fec7', 'Monthly record', '{"taken_at": "2026-10-11T09:21:00+00:00", "network_id": "f47736eb-e46d-59bb-8330-ab8e3ccbc1ed"}'),
('eb96a417-e2e3-4791-ac8a-cfd98f023724', '2026-08-12 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'UserAdded', 'System', NULL, NULL, NULL, NULL, NULL, NULL, 'User', '2cca0170-936b-5667-9b4b-d8c7c87e9149', 'owner@upgrade.netloom.example', '{"network_ids": [], "permissions": "Owner"}'),
('ec4cb6ca-0a86-5190-97eb-85d20cc7ebd7', '2026-11-04 12:04:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'Daemon', 'rv-probe', NULL, NULL, '57daa2d6-7c33-52f9-ba6b-218b7179fdc0', NULL, 'reportHost', 'Network', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Riverside Campus', NULL),
('f425b2ec-10a4-5f88-9aae-c3694f071815', '2026-11-04 12:02:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Change', 'Daemon', 'rv-probe', NULL, NULL, '57daa2d6-7c33-52f9-ba6b-218b7179fdc0', NULL, 'reportHost', 'Network', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Riverside Campus', NULL);

INSERT INTO "bindings" ("id", "created_at", "updated_at", "valid_from", "valid_to", "last_seen_at", "last_discovery_id", "first_discovery_id", "network_id", "host_id", "service_id", "ip_address_id", "port_id", "audit_event_id") VALUES
('22cdd2a5-d8bc-582d-b6f3-4648dd30580f', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', '1c60a42d-b081-560a-b2f2-afdb83fc919b', 'a94d4d26-d68f-5962-8c61-fa29a76d62ee', '9d515009-e2ac-5721-8b51-e5eb9d6bdc29', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('2cad8bb9-b51a-5d98-8b2e-ce004fc7a082', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', 'b52b50c5-107e-5db8-998d-0f2d47bda892', '7ab10dd7-878e-5073-96c5-c7b695658e48', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('3860a781-4db4-5e71-832c-352eaa1ac6c5', '2026-08-30 02:06:41.76+00', '2026-11-20 02:05:34.8+00', '2026-08-30 02:06:41.76+00', NULL, '2026-11-20 02:05:34.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '7be38b8e-d760-5b9a-b66e-74cc350efb05', 'd996a649-80ff-5885-b4ff-468c2fb19ade', '6b294096-90c7-5a2e-97a3-4a7f0e7b2e0a', 'b9217320-e1b9-561c-9f57-6f387afc9204', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('5285e417-4673-5faa-9688-a35ec8485523', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', NULL, '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', '64c900f3-01e5-576a-9e90-ac83be517398', '5515cb87-f86d-5985-93e9-3ab5ee7b35ea', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('65c4aa6b-1b12-556a-a4b8-904fce36e307', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', 'b52b50c5-107e-5db8-998d-0f2d47bda892', 'a726d320-7aea-50a3-a386-4bd422ae01bd', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('6c597f33-6c24-5790-aaf2-e5cc34f473f0', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', 'b52b50c5-107e-5db8-998d-0f2d47bda892', '081917d3-aaaa-57cf-a01a-ddcaf2931f57', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('6d53874a-666a-577a-b4c9-d6868943b993', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', NULL, '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', '64c900f3-01e5-576a-9e90-ac83be517398', 'ec1a06db-1f9f-57bd-98bf-d22a49f813df', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('74c48552-5894-5e6b-92b7-d4e572399f08', '2026-08-30 02:13:44.04+00', '2026-11-20 02:11:26.7+00', '2026-08-30 02:13:44.04+00', NULL, '2026-11-20 02:11:26.7+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '557ab5c4-3b09-52d6-af3d-f196bd79cd65', '8af23691-e9fa-5c74-9c21-92f4879480f7', '4a18aa39-358f-57c6-a7b2-b9e5b84100a7', 'a3e6703e-e729-59f4-a165-d245fe92ac24', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('772d7e0e-e735-58df-b4e4-f7f874de1503', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', '1c60a42d-b081-560a-b2f2-afdb83fc919b', 'a94d4d26-d68f-5962-8c61-fa29a76d62ee', '43547a48-a6ef-5c7f-abbe-a10216e918e8', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('84615ed5-1608-557a-b144-d029bb56f0cf', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '8a0917d8-f7b0-5e2a-b9a3-8190b2a1de35', 'addfe373-ffbe-5df5-bdd9-1aa79addf71c', 'afda5547-82aa-5334-890f-9748fb931364', 'c3764df9-1866-5787-af1c-058891acdd47', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('84e41f93-5a65-585c-909c-349b5387c3bc', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', NULL, '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', '64c900f3-01e5-576a-9e90-ac83be517398', '22f3d9b6-19aa-5acc-9d7b-561b0454aca4', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('8786caf6-e6a6-591a-ba63-2ac6e5ccef31', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', NULL, '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', '8f843aae-bd6d-5ffd-8ea9-35b2f64cd4f3', '093cbd61-6220-59c4-92ff-0901707a4a90', 'fcd94d3d-9560-561d-82b0-43698e45e046', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('a10f81fa-32bb-5912-94b8-b9b7e3480c45', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', '0ca36db0-221d-546c-95ca-9c5b4547e31b', 'e7667104-f535-5d6f-805f-9ddb40d1bfe6', 'b2222271-fea9-5d48-b9fb-f67b8b5a29a4', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('ad4f8353-5a10-5133-921f-b0f6ebd0fdba', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', 'b52b50c5-107e-5db8-998d-0f2d47bda892', '7e81a2a1-cd03-5252-a693-42599c59c7e8', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('b03abe92-692c-5cfd-8eaf-d3a4711b879c', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', 'b52b50c5-107e-5db8-998d-0f2d47bda892', 'b3e308e5-3f4d-53da-85e2-3c4cc9d5cc93', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('b5ea8e00-7804-527a-b3f5-07b8d4547d54', '2026-08-30 02:08:13.56+00', '2026-11-20 02:06:51.3+00', '2026-08-30 02:08:13.56+00', NULL, '2026-11-20 02:06:51.3+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f0a75094-bd79-5356-a42c-7da0fbb62b9e', 'b7236e4b-375b-5d66-b30b-443711029100', NULL, 'f022136c-94ff-5825-b32c-5a652e81d304', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('bb77470d-23e8-54b8-8510-e876cf881784', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', 'b52b50c5-107e-5db8-998d-0f2d47bda892', '33d4fca6-d309-54bc-8dbd-b75e425f0a46', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('df21bfa6-654e-5857-b352-f35728436e3c', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', NULL, '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', '64c900f3-01e5-576a-9e90-ac83be517398', '52c54dfa-a7fd-5e01-ace0-2599d5347edb', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('e171f096-1850-55ca-ab2f-528ce9e1478b', '2026-08-30 02:13:44.04+00', '2026-11-20 02:11:26.7+00', '2026-08-30 02:13:44.04+00', NULL, '2026-11-20 02:11:26.7+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '557ab5c4-3b09-52d6-af3d-f196bd79cd65', '8af23691-e9fa-5c74-9c21-92f4879480f7', '4a18aa39-358f-57c6-a7b2-b9e5b84100a7', '112eaad3-4caf-5dc2-8d64-f2657f32be55', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('e9a61ecd-5280-54eb-becb-d1569076a7af', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', NULL, '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', '64c900f3-01e5-576a-9e90-ac83be517398', 'd44aa03b-8547-5eb9-a1c2-7fdb089d28b7', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('f4f1bd4a-3ceb-59df-900e-6e18851d63ca', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', '0ca36db0-221d-546c-95ca-9c5b4547e31b', 'e7667104-f535-5d6f-805f-9ddb40d1bfe6', '77afaa0a-4bb6-5059-a12d-4746b198eda0', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('f9b77c4f-f177-5ab7-b72d-fd6c53ebf0af', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', 'b52b50c5-107e-5db8-998d-0f2d47bda892', 'e75fab72-5d27-5633-a625-6c047c76c617', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('ff957576-a3ee-58bc-a566-fd0ea0483dad', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', NULL, '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', '64c900f3-01e5-576a-9e90-ac83be517398', '85cbfb09-9fff-5f23-b441-0691b1d0e0af', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df');

INSERT INTO "bindings_revisions" ("id", "created_at", "updated_at", "valid_from", "valid_to", "lineage_id", "last_seen_at", "last_discovery_id", "first_discovery_id", "network_id", "host_id", "service_id", "ip_address_id", "port_id", "audit_event_id", "revision_id", "ended_by", "is_last") VALUES
('0583de8a-2012-5b91-b1c3-55143ded9021', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', '2026-11-29 19:44:43.154+00', '0583de8a-2012-5b91-b1c3-55143ded9021', '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', 'a2f92221-6e51-5549-a0ba-1de9fe8fe39b', 'a94d4d26-d68f-5962-8c61-fa29a76d62ee', '46259f6e-40a5-5cf8-848d-fb61ceeffa79', '9f964967-d23a-4f96-abf3-07cfe69b69df', '61b3e227-181c-4a04-93b0-1693a7ccd5de', '17be4298-6075-4e7a-acef-a79e2de8c3f5', 'true'),
('0d54805e-ce2e-5ddf-b860-3e8f5f1eaf6d', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', '2026-11-29 19:44:43.154+00', '0d54805e-ce2e-5ddf-b860-3e8f5f1eaf6d', '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', '8f843aae-bd6d-5ffd-8ea9-35b2f64cd4f3', '093cbd61-6220-59c4-92ff-0901707a4a90', '606503ec-8551-5545-bcf0-e53fe00f1cf5', '9f964967-d23a-4f96-abf3-07cfe69b69df', 'a924ff4f-2ebc-468c-9faa-b9620aab6c72', '17be4298-6075-4e7a-acef-a79e2de8c3f5', 'true'),
('124b51e2-04bd-5d18-8f02-9283cc9565a5', '2026-08-30 02:13:44.04+00', '2026-11-20 02:11:26.7+00', '2026-08-30 02:13:44.04+00', '2026-11-29 19:44:43.154+00', '124b51e2-04bd-5d18-8f02-9283cc9565a5', '2026-11-20 02:11:26.7+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '557ab5c4-3b09-52d6-af3d-f196bd79cd65', '8af23691-e9fa-5c74-9c21-92f4879480f7', '4a18aa39-358f-57c6-a7b2-b9e5b84100a7', 'af81ab0b-4e83-5e2a-a2a1-b6cfe4b535a0', '9f964967-d23a-4f96-abf3-07cfe69b69df', '91e7d251-8837-473e-b366-b709d1fbf4b9', '17be4298-6075-4e7a-acef-a79e2de8c3f5', 'true'),
('74dee72a-25cf-5a2f-8a37-4d2a650f4f05', '2026-08-30 02:08:13.56+00', '2026-11-20 02:06:51.3+00', '2026-08-30 02:08:13.56+00', '2026-11-29 19:44:43.138+00', '74dee72a-25cf-5a2f-8a37-4d2a650f4f05', '2026-11-20 02:06:51.3+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f0a75094-bd79-5356-a42c-7da0fbb62b9e', 'fa727422-a074-5f05-8a27-fd2db96c9e47', NULL, '763652a9-acfb-51a4-abfb-957acf27de10', '9f964967-d23a-4f96-abf3-07cfe69b69df', '1eed177e-32a2-46c3-b632-22d093602b7b', 'c7405184-3fd9-4540-98aa-ad95f41d92b8', 'true'),
('898e66a0-cb57-5c6d-b6aa-a021e2d74771', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', '2026-11-29 19:44:43.138+00', '898e66a0-cb57-5c6d-b6aa-a021e2d74771', '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', 'f27a1f40-4333-5bbf-81df-31e71a290dc9', 'dd55d8df-0189-5f20-87ad-cef712602121', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', 'bf415901-3420-4716-b954-0bf265da47b1', 'c7405184-3fd9-4540-98aa-ad95f41d92b8', 'true'),
('d2563fb7-c918-57bc-96a4-e19ba73d8177', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', '2026-11-29 19:44:43.138+00', 'd2563fb7-c918-57bc-96a4-e19ba73d8177', '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', 'f27a1f40-4333-5bbf-81df-31e71a290dc9', '5003227c-63a5-5757-85f3-aadb32dc9273', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', '64c19863-5183-4567-badd-3b09181612b8', 'c7405184-3fd9-4540-98aa-ad95f41d92b8', 'true');

INSERT INTO "checks" ("id", "created_at", "updated_at", "organization_id", "name", "description", "severity", "enabled", "all_networks", "kind", "rule", "selection", "muted_until", "muted_reason", "muted_by_user_id") VALUES
('1d0d5a4e-7ccc-5aec-9af9-4720c617ff9a', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'No Telnet', 'Telnet sends passwords in the clear.', 'Warning', 'true', 'true', 'ServiceForbidden', '{"service": {"port": {"number": 23, "protocol": "Tcp"}}}', '{}', NULL, NULL, NULL),
('255046b3-0ac8-5e89-8273-3287e876503a', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'No address twice', NULL, 'Critical', 'true', 'true', 'NoAddressTwice', '{}', '{}', NULL, NULL, NULL),
('2edde0d8-9cef-5d03-a81b-e5acb210add2', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Each switch has two uplinks', 'A switch with one uplink goes dark with one cable.', 'Critical', 'true', 'true', 'UplinksToDifferentDevices', '{"count": 2}', '{"roles": ["Switch"]}', NULL, NULL, NULL),
('2fcd141e-05d8-55ed-a2e1-ecdd2b1c19d0', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Subnets do not overlap', NULL, 'Warning', 'true', 'true', 'NoOverlappingSubnets', '{}', '{}', NULL, NULL, NULL),
('4b59e02b-f61d-59d2-86b6-82434da4155f', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Subnets have free addresses', 'At 90 %, there is time to make room.', 'Warning', 'true', 'true', 'SubnetNotFull', '{"maxPercent": 90}', '{}', NULL, NULL, NULL),
('682ad108-e092-54dd-9a8e-19bd9b3b4369', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Both ends of a cable run at one speed', NULL, 'Warning', 'true', 'true', 'LinkEndsAgree', '{"properties": ["Speed", "Duplex"]}', '{}', NULL, NULL, NULL),
('a25c2885-ed60-5f28-b61b-85740becd059', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Infrastructure is seen every week', NULL, 'Critical', 'true', 'true', 'SeenWithin', '{"hours": 168}', '{"roles": ["Router", "Switch", "Firewall", "Server", "Hypervisor", "Storage"]}', NULL, NULL, NULL),
('c4263df1-bce9-54a3-8740-177068405d0e', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'No MAC address at two machines', NULL, 'Warning', 'true', 'true', 'NoMacAtTwoMachines', '{}', '{}', NULL, NULL, NULL),
('c44fe724-7b2c-54ae-bb63-91c691306426', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Addresses are in subnets', NULL, 'Warning', 'true', 'true', 'NoAddressOutsideSubnets', '{}', '{}', NULL, NULL, NULL),
('e54bf706-5c01-5fa7-a4c6-72fc2237f72b', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Aggregates are complete', NULL, 'Warning', 'true', 'true', 'AggregateMembersUp', '{}', '{}', NULL, NULL, NULL);

INSERT INTO "daemon_api_keys" ("id", "created_at", "updated_at", "network_id", "name", "key_hash", "key_prefix", "is_enabled", "expires_at", "last_used") VALUES
('99a4c2cf-d831-59a0-a4fe-1c4738b7d588', '2026-08-29 23:00:00+00', '2026-08-29 23:00:00+00', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'rv-probe key', 'f10c4e5322ea9a7f81e3422a3b9527c8e553748a3417bebb89d443fcfd4da467', 'e4aec8', 'true', NULL, '2026-11-20 11:59:39+00');

INSERT INTO "daemon_subnets" ("daemon_id", "subnet_id", "network_id", "created_at") VALUES
('57daa2d6-7c33-52f9-ba6b-218b7179fdc0', 'e64e7641-2939-5a41-8663-50e9cb2e3038', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '2026-08-29 23:00:00+00');

INSERT INTO "daemons" ("id", "created_at", "updated_at", "network_id", "organization_id", "host_id", "user_id", "api_key_id", "name", "mode", "url", "version", "last_seen", "is_unreachable", "poll_failures", "standby", "cancel_pending", "confirmed_at", "has_docker_socket") VALUES
('57daa2d6-7c33-52f9-ba6b-218b7179fdc0', '2026-08-29 23:00:00+00', '2026-11-20 11:59:39+00', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'f0a75094-bd79-5356-a42c-7da0fbb62b9e', 'e82d2bb2-51d9-565b-930e-59ed689b7104', '99a4c2cf-d831-59a0-a4fe-1c4738b7d588', 'rv-probe', 'daemon_poll', 'http://10.16.1.11:60073', '0.17.22', '2026-11-20 11:59:39+00', 'false', '0', 'false', 'false', NULL, 'false');

INSERT INTO "discoveries" ("id", "created_at", "updated_at", "network_id", "daemon_id", "name", "discovery_type", "discovery_details", "run_type", "cron_schedule", "schedule_enabled", "timezone", "last_run", "results", "session_id", "force_full_scan", "scan_count", "next_run", "neighbors_pending") VALUES
('346c4f1d-6cae-50b1-9307-70d6c88afd97', '2026-11-12 08:47:00+00', '2026-11-12 08:47:00+00', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '57daa2d6-7c33-52f9-ba6b-218b7179fdc0', 'Unified — Riverside Campus', 'Unified', '{"host_id": "f0a75094-bd79-5356-a42c-7da0fbb62b9e", "subnet_ids": null, "scan_settings": {}, "host_naming_fallback": "BestService"}', 'Historical', NULL, NULL, NULL, NULL, '{"error": null, "phase": "Complete", "reason": null, "progress": 100, "warnings": ["A neighbour was reported that no scan has seen"], "daemon_id": "57daa2d6-7c33-52f9-ba6b-218b7179fdc0", "network_id": "f47736eb-e46d-59bb-8330-ab8e3ccbc1ed", "session_id": "a5bbc75a-186d-5bd0-aad6-3cee1c4fcd93", "started_at": "2026-11-12T08:27:00.000Z", "finished_at": "2026-11-12T08:47:00.000Z", "discovery_id": "9d814226-3d96-5005-88d3-1c69f6057c3f", "daemon_version": "0.17.22", "discovery_type": {"type": "Unified", "host_id": "f0a75094-bd79-5356-a42c-7da0fbb62b9e", "subnet_ids": null, "scan_settings": {}, "host_naming_fallback": "BestService"}, "last_update_at": "2026-11-12T08:47:00.000Z", "hosts_discovered": 49, "estimated_remaining_secs": null}', 'a5bbc75a-186d-5bd0-aad6-3cee1c4fcd93', 'false', '0', NULL, 'false'),
('37556735-0cc8-531d-ba4c-706ea880d71f', '2026-08-30 02:18:00+00', '2026-08-30 02:18:00+00', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '57daa2d6-7c33-52f9-ba6b-218b7179fdc0', 'Unified — Riverside Campus', 'Unified', '{"host_id": "f0a75094-bd79-5356-a42c-7da0fbb62b9e", "subnet_ids": null, "scan_settings": {}, "host_naming_fallback": "BestService"}', 'Historical', NULL, NULL, NULL, NULL, '{"error": null, "phase": "Complete", "reason": null, "progress": 100, "warnings": ["A neighbour was reported that no scan has seen"], "daemon_id": "57daa2d6-7c33-52f9-ba6b-218b7179fdc0", "network_id": "f47736eb-e46d-59bb-8330-ab8e3ccbc1ed", "session_id": "8ea5a2f3-645b-5a3b-a764-1b14fd5d3c56", "started_at": "2026-08-30T02:00:00.000Z", "finished_at": "2026-08-30T02:18:00.000Z", "discovery_id": "e0bc708a-fb8d-50a7-a4a0-f3235f6d1c88", "daemon_version": "0.17.22", "discovery_type": {"type": "Unified", "host_id": "f0a75094-bd79-5356-a42c-7da0fbb62b9e", "subnet_ids": null, "scan_settings": {}, "host_naming_fallback": "BestService"}, "last_update_at": "2026-08-30T02:18:00.000Z", "hosts_discovered": 44, "estimated_remaining_secs": null}', '8ea5a2f3-645b-5a3b-a764-1b14fd5d3c56', 'false', '0', NULL, 'false'),
('59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '2026-11-20 02:15:00+00', '2026-11-20 02:15:00+00', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '57daa2d6-7c33-52f9-ba6b-218b7179fdc0', 'Unified — Riverside Campus', 'Unified', '{"host_id": "f0a75094-bd79-5356-a42c-7da0fbb62b9e", "subnet_ids": null, "scan_settings": {}, "host_naming_fallback": "BestService"}', 'Historical', NULL, NULL, NULL, NULL, '{"error": null, "phase": "Complete", "reason": null, "progress": 100, "warnings": ["A neighbour was reported that no scan has seen"], "daemon_id": "57daa2d6-7c33-52f9-ba6b-218b7179fdc0", "network_id": "f47736eb-e46d-59bb-8330-ab8e3ccbc1ed", "session_id": "d9c6a58d-7fd9-5639-af9b-402e5001d680", "started_at": "2026-11-20T02:00:00.000Z", "finished_at": "2026-11-20T02:15:00.000Z", "discovery_id": "e0bc708a-fb8d-50a7-a4a0-f3235f6d1c88", "daemon_version": "0.17.22", "discovery_type": {"type": "Unified", "host_id": "f0a75094-bd79-5356-a42c-7da0fbb62b9e", "subnet_ids": null, "scan_settings": {}, "host_naming_fallback": "BestService"}, "last_update_at": "2026-11-20T02:15:00.000Z", "hosts_discovered": 50, "estimated_remaining_secs": null}', 'd9c6a58d-7fd9-5639-af9b-402e5001d680', 'false', '0', NULL, 'false'),
('61bbe22e-092d-59ca-9592-8fe918fe27b7', '2026-11-17 13:38:24+00', '2026-11-17 13:38:24+00', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '57daa2d6-7c33-52f9-ba6b-218b7179fdc0', 'Unified — Riverside Campus', 'Unified', '{"host_id": "f0a75094-bd79-5356-a42c-7da0fbb62b9e", "subnet_ids": null, "scan_settings": {}, "host_naming_fallback": "BestService"}', 'Historical', NULL, NULL, NULL, NULL, '{"error": null, "phase": "Cancelled", "reason": "Cancelled by a user", "progress": 27, "warnings": [], "daemon_id": "57daa2d6-7c33-52f9-ba6b-218b7179fdc0", "network_id": "f47736eb-e46d-59bb-8330-ab8e3ccbc1ed", "session_id": "423aedc1-c37a-52ce-8e1e-92bb920c38df", "started_at": "2026-11-17T13:33:00.000Z", "finished_at": "2026-11-17T13:38:24.000Z", "discovery_id": "9d814226-3d96-5005-88d3-1c69f6057c3f", "daemon_version": "0.17.22", "discovery_type": {"type": "Unified", "host_id": "f0a75094-bd79-5356-a42c-7da0fbb62b9e", "subnet_ids": null, "scan_settings": {}, "host_naming_fallback": "BestService"}, "last_update_at": "2026-11-17T13:38:24.000Z", "hosts_discovered": 10, "estimated_remaining_secs": null}', '423aedc1-c37a-52ce-8e1e-92bb920c38df', 'false', '0', NULL, 'false'),
('6b0f8885-2446-5094-a755-d2b53c6b36aa', '2026-10-11 02:21:00+00', '2026-10-11 02:21:00+00', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '57daa2d6-7c33-52f9-ba6b-218b7179fdc0', 'Unified — Riverside Campus', 'Unified', '{"host_id": "f0a75094-bd79-5356-a42c-7da0fbb62b9e", "subnet_ids": null, "scan_settings": {}, "host_naming_fallback": "BestService"}', 'Historical', NULL, NULL, NULL, NULL, '{"error": null, "phase": "Complete", "reason": null, "progress": 100, "warnings": ["A neighbour was reported that no scan has seen"], "daemon_id": "57daa2d6-7c33-52f9-ba6b-218b7179fdc0", "network_id": "f47736eb-e46d-59bb-8330-ab8e3ccbc1ed", "session_id": "59ec26b4-30c2-5d5a-b15f-1cc91f887240", "started_at": "2026-10-11T02:00:00.000Z", "finished_at": "2026-10-11T02:21:00.000Z", "discovery_id": "e0bc708a-fb8d-50a7-a4a0-f3235f6d1c88", "daemon_version": "0.17.22", "discovery_type": {"type": "Unified", "host_id": "f0a75094-bd79-5356-a42c-7da0fbb62b9e", "subnet_ids": null, "scan_settings": {}, "host_naming_fallback": "BestService"}, "last_update_at": "2026-10-11T02:21:00.000Z", "hosts_discovered": 46, "estimated_remaining_secs": null}', '59ec26b4-30c2-5d5a-b15f-1cc91f887240', 'false', '0', NULL, 'false'),
('7b9bdde9-c658-50d0-9dc8-464a9388924f', '2026-11-01 02:22:00+00', '2026-11-01 02:22:00+00', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '57daa2d6-7c33-52f9-ba6b-218b7179fdc0', 'Unified — Riverside Campus', 'Unified', '{"host_id": "f0a75094-bd79-5356-a42c-7da0fbb62b9e", "subnet_ids": null, "scan_settings": {}, "host_naming_fallback": "BestService"}', 'Historical', NULL, NULL, NULL, NULL, '{"error": null, "phase": "Complete", "reason": null, "progress": 100, "warnings": ["A neighbour was reported that no scan has seen"], "daemon_id": "57daa2d6-7c33-52f9-ba6b-218b7179fdc0", "network_id": "f47736eb-e46d-59bb-8330-ab8e3ccbc1ed", "session_id": "0f32a071-86f8-50b2-84c2-e628627f8819", "started_at": "2026-11-01T02:00:00.000Z", "finished_at": "2026-11-01T02:22:00.000Z", "discovery_id": "e0bc708a-fb8d-50a7-a4a0-f3235f6d1c88", "daemon_version": "0.17.22", "discovery_type": {"type": "Unified", "host_id": "f0a75094-bd79-5356-a42c-7da0fbb62b9e", "subnet_ids": null, "scan_settings": {}, "host_naming_fallback": "BestService"}, "last_update_at": "2026-11-01T02:22:00.000Z", "hosts_discovered": 48, "estimated_remaining_secs": null}', '0f32a071-86f8-50b2-84c2-e628627f8819', 'false', '0', NULL, 'false'),
('7e764764-c810-5e7a-b3a5-da2959abb01f', '2026-09-20 02:20:00+00', '2026-09-20 02:20:00+00', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '57daa2d6-7c33-52f9-ba6b-218b7179fdc0', 'Unified — Riverside Campus', 'Unified', '{"host_id": "f0a75094-bd79-5356-a42c-7da0fbb62b9e", "subnet_ids": null, "scan_settings": {}, "host_naming_fallback": "BestService"}', 'Historical', NULL, NULL, NULL, NULL, '{"error": null, "phase": "Complete", "reason": null, "progress": 100, "warnings": ["A neighbour was reported that no scan has seen"], "daemon_id": "57daa2d6-7c33-52f9-ba6b-218b7179fdc0", "network_id": "f47736eb-e46d-59bb-8330-ab8e3ccbc1ed", "session_id": "2816aa1c-36a4-58c8-8dca-4e89066ddff3", "started_at": "2026-09-20T02:00:00.000Z", "finished_at": "2026-09-20T02:20:00.000Z", "discovery_id": "e0bc708a-fb8d-50a7-a4a0-f3235f6d1c88", "daemon_version": "0.17.22", "discovery_type": {"type": "Unified", "host_id": "f0a75094-bd79-5356-a42c-7da0fbb62b9e", "subnet_ids": null, "scan_settings": {}, "host_naming_fallback": "BestService"}, "last_update_at": "2026-09-20T02:20:00.000Z", "hosts_discovered": 45, "estimated_remaining_secs": null}', '2816aa1c-36a4-58c8-8dca-4e89066ddff3', 'false', '0', NULL, 'false'),
('8c0dc0c6-756b-5afc-9ae8-d04fd9d7034e', '2026-08-29 23:01:00+00', '2026-11-20 02:15:00+00', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '57daa2d6-7c33-52f9-ba6b-218b7179fdc0', 'Riverside Campus, thorough', 'Unified', '{"host_id": "f0a75094-bd79-5356-a42c-7da0fbb62b9e", "subnet_ids": null, "scan_settings": {}, "host_naming_fallback": "BestService"}', 'Scheduled', '0 0 0 * * 0', 'false', 'Europe/Paris', NULL, NULL, NULL, 'true', '0', NULL, 'false'),
('9d814226-3d96-5005-88d3-1c69f6057c3f', '2026-11-12 08:23:00+00', '2026-11-20 02:15:00+00', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '57daa2d6-7c33-52f9-ba6b-218b7179fdc0', 'After the last change', 'Unified', '{"host_id": "f0a75094-bd79-5356-a42c-7da0fbb62b9e", "subnet_ids": null, "scan_settings": {}, "host_naming_fallback": "BestService"}', 'AdHoc', NULL, NULL, NULL, '2026-11-17 13:33:00+00', NULL, NULL, 'false', '2', NULL, 'false'),
('c44bb5c0-2622-5081-ae13-0d3ba2a08f5e', '2026-11-08 02:06:36+00', '2026-11-08 02:06:36+00', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '57daa2d6-7c33-52f9-ba6b-218b7179fdc0', 'Unified — Riverside Campus', 'Unified', '{"host_id": "f0a75094-bd79-5356-a42c-7da0fbb62b9e", "subnet_ids": null, "scan_settings": {}, "host_naming_fallback": "BestService"}', 'Historical', NULL, NULL, NULL, NULL, '{"error": "No update for five minutes", "phase": "Failed", "reason": null, "progress": 27, "warnings": [], "daemon_id": "57daa2d6-7c33-52f9-ba6b-218b7179fdc0", "network_id": "f47736eb-e46d-59bb-8330-ab8e3ccbc1ed", "session_id": "b0a616fd-7a02-5b0a-9d19-7f2681c3d68c", "started_at": "2026-11-08T02:00:00.000Z", "finished_at": "2026-11-08T02:06:36.000Z", "discovery_id": "e0bc708a-fb8d-50a7-a4a0-f3235f6d1c88", "daemon_version": "0.17.22", "discovery_type": {"type": "Unified", "host_id": "f0a75094-bd79-5356-a42c-7da0fbb62b9e", "subnet_ids": null, "scan_settings": {}, "host_naming_fallback": "BestService"}, "last_update_at": "2026-11-08T02:06:36.000Z", "hosts_discovered": 10, "estimated_remaining_secs": null}', 'b0a616fd-7a02-5b0a-9d19-7f2681c3d68c', 'false', '0', NULL, 'false'),
('e0bc708a-fb8d-50a7-a4a0-f3235f6d1c88', '2026-08-29 23:01:00+00', '2026-11-20 02:15:00+00', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '57daa2d6-7c33-52f9-ba6b-218b7179fdc0', 'Riverside Campus, every night', 'Unified', '{"host_id": "f0a75094-bd79-5356-a42c-7da0fbb62b9e", "subnet_ids": null, "scan_settings": {}, "host_naming_fallback": "BestService"}', 'Scheduled', '0 0 2 * * *', 'true', 'UTC', '2026-11-20 02:00:00+00', NULL, NULL, 'false', '6', NULL, 'false');

INSERT INTO "fhrp_groups" ("id", "created_at", "updated_at", "valid_from", "valid_to", "audit_event_id", "network_id", "namespace", "protocol", "group_number", "virtual_addresses") VALUES
('058a15fe-b48f-575c-93e3-da74d9d72156', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '', 'Vrrp2', '50', '{10.16.18.1}'),
('203945d7-95db-5ff7-9d4d-3d7a4a2d61bc', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '', 'Vrrp2', '10', '{10.16.16.1}'),
('2b2384b1-10cc-5870-8a2d-6876fbaead68', '2026-08-30 02:12:30.6+00', '2026-11-20 02:10:25.5+00', '2026-08-30 02:12:30.6+00', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '', 'Vrrp2', '80', '{10.16.13.1}'),
('3907de98-a63c-5d23-b75d-de8e436701a0', '2026-08-30 02:12:30.6+00', '2026-11-20 02:10:25.5+00', '2026-08-30 02:12:30.6+00', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '', 'Vrrp2', '50', '{10.16.10.1}'),
('5e33b433-3605-5358-84e6-b0e4c4543d1c', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '', 'Vrrp2', '80', '{10.16.21.1}'),
('932487bf-f914-5705-ab22-4fa155dd460b', '2026-08-30 02:12:30.6+00', '2026-11-20 02:10:25.5+00', '2026-08-30 02:12:30.6+00', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '', 'Vrrp2', '10', '{10.16.8.1}'),
('9f137e08-bec6-57d8-a3a1-52b99e5be65d', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '', 'Vrrp2', '90', '{10.16.22.1}'),
('b713a74f-59be-51dc-84c0-56e3f8dfd477', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '', 'Vrrp2', '30', '{10.16.1.1}'),
('bf1c6432-33d3-5fe3-8336-4a733880cb8f', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '', 'Vrrp2', '10', '{10.16.0.1}'),
('c23c7ce6-5ae7-5e90-b2e4-722f20f43f63', '2026-08-30 02:12:30.6+00', '2026-11-20 02:10:25.5+00', '2026-08-30 02:12:30.6+00', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '', 'Vrrp2', '70', '{10.16.12.1}'),
('c62e028c-9d7d-539f-89a1-305e1553d726', '2026-08-30 02:12:30.6+00', '2026-11-20 02:10:25.5+00', '2026-08-30 02:12:30.6+00', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '', 'Vrrp2', '20', '{10.16.9.1}'),
('d4ab7271-7ac2-5437-8664-c68438327d09', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '', 'Vrrp2', '70', '{10.16.20.1}'),
('e01a8dd9-ac79-5c89-803e-78594c0733ab', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '', 'Vrrp2', '20', '{10.16.17.1}'),
('eda106d0-8a5a-5fcc-af64-4ea04486224a', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '', 'Vrrp2', '60', '{10.16.19.1}'),
('f42e5806-01a5-5605-9357-182efbb86fbf', '2026-08-30 02:12:30.6+00', '2026-11-20 02:10:25.5+00', '2026-08-30 02:12:30.6+00', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '', 'Vrrp2', '90', '{10.16.14.1}'),
('f80e3d08-6655-59cc-8add-efd3c21a7051', '2026-08-30 02:12:30.6+00', '2026-11-20 02:10:25.5+00', '2026-08-30 02:12:30.6+00', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '', 'Vrrp2', '60', '{10.16.11.1}'),
('fafcc07f-94e6-5384-ad50-cfbef297a9d8', '2026-08-30 02:06:05.04+00', '2026-11-20 02:05:04.2+00', '2026-08-30 02:06:05.04+00', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '', 'Vrrp2', '40', '{10.16.2.1}');

INSERT INTO "fhrp_members" ("id", "created_at", "updated_at", "valid_from", "valid_to", "audit_event_id", "network_id", "group_id", "host_id", "interface_id", "state", "priority", "virtual_addresses") VALUES
('088f23ec-8c34-5d4b-bdcf-90e863c172bc', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '3907de98-a63c-5d23-b75d-de8e436701a0', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', 'ebaee5a5-fa69-56ef-97a0-f26a6a32c227', 'Backup', '100', '{10.16.10.1}'),
('0ccd8594-afdf-5360-a8eb-3b9124ce804c', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'c23c7ce6-5ae7-5e90-b2e4-722f20f43f63', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', NULL, 'Backup', '100', '{10.16.12.1}'),
('0d72512a-9af3-5444-bf7b-a9a5f0f33771', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f80e3d08-6655-59cc-8add-efd3c21a7051', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', 'ff54922b-9909-554f-8705-bf504d0115e5', 'Backup', '100', '{10.16.11.1}'),
('1dec4e9f-96c8-5edf-88a0-54db15e2795f', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '9f137e08-bec6-57d8-a3a1-52b99e5be65d', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', NULL, 'Master', '120', '{10.16.22.1}'),
('2bd24b2e-a87e-5c86-a576-aa2bebe27ed2', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '5e33b433-3605-5358-84e6-b0e4c4543d1c', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', NULL, 'Master', '120', '{10.16.21.1}'),
('3433023b-0fcb-5eb3-8edd-b5433d0800ea', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'd4ab7271-7ac2-5437-8664-c68438327d09', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', NULL, 'Master', '120', '{10.16.20.1}'),
('36deec46-3b4c-5dcb-b034-a15e0878ae48', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '932487bf-f914-5705-ab22-4fa155dd460b', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', 'c6b052de-7509-524e-899f-83bcc8425176', 'Backup', '100', '{10.16.8.1}'),
('3c21f03f-00be-5163-b254-77960ad455c4', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'c62e028c-9d7d-539f-89a1-305e1553d726', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', '94f91498-ecd5-5750-ac90-bc83625b539a', 'Backup', '100', '{10.16.9.1}'),
('41bf062e-7f11-5bd3-ab9a-c89af243b737', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'eda106d0-8a5a-5fcc-af64-4ea04486224a', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', '13198735-d623-575e-bc66-eca5a4c00e28', 'Master', '120', '{10.16.19.1}'),
('54ea4e51-ee2f-57aa-9ff3-56058c4250c6', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '2b2384b1-10cc-5870-8a2d-6876fbaead68', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', NULL, 'Backup', '100', '{10.16.13.1}'),
('9e82e7ad-3251-53d3-8bb0-e24438019ef6', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '058a15fe-b48f-575c-93e3-da74d9d72156', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', '6927e3df-2fa7-5f66-bbac-6317da823a26', 'Master', '120', '{10.16.18.1}'),
('a06fc021-b761-5036-8180-c647388e664e', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'b713a74f-59be-51dc-84c0-56e3f8dfd477', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', '07079af9-43b2-5bd3-8dc1-8668b231debc', 'Master', '120', '{10.16.1.1}'),
('b82d7620-3d5f-50c7-b838-b2001b2be446', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'bf1c6432-33d3-5fe3-8336-4a733880cb8f', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', '57fd496d-8ab4-5292-aa36-7bd9543e9dec', 'Master', '120', '{10.16.0.1}'),
('bfcedf6b-5b67-5935-aa79-89078c91dab7', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'e01a8dd9-ac79-5c89-803e-78594c0733ab', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', '75db9da9-72bb-598e-865b-774fe3676d4a', 'Master', '120', '{10.16.17.1}'),
('f9316632-a134-51d5-bfb6-a5c65c9c16f0', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f42e5806-01a5-5605-9357-182efbb86fbf', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', NULL, 'Backup', '100', '{10.16.14.1}'),
('fc21e700-4e8f-51d1-baa4-c5551e6cff40', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '203945d7-95db-5ff7-9d4d-3d7a4a2d61bc', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', 'ca6024f8-2dd2-588c-ba1a-926aece7a9f6', 'Master', '120', '{10.16.16.1}');

INSERT INTO "group_members" ("id", "created_at", "updated_at", "valid_from", "valid_to", "network_id", "group_id", "service_id", "binding_id", "position", "audit_event_id") VALUES
('abd48a39-91e4-5f9e-be84-96201e6182e6', '2026-09-26 12:00:00+00', '2026-09-26 12:00:00+00', '2026-09-26 12:00:00+00', NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '5bce5217-4458-53c7-9ca0-0362cb3ba405', '1c60a42d-b081-560a-b2f2-afdb83fc919b', NULL, '2', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('d3ab5ed8-d767-57b5-8777-11c5454d3d21', '2026-09-26 12:00:00+00', '2026-09-26 12:00:00+00', '2026-09-26 12:00:00+00', NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '20f50ff2-d511-5b4b-afc7-088e6a91c236', '1c60a42d-b081-560a-b2f2-afdb83fc919b', NULL, '1', '9f964967-d23a-4f96-abf3-07cfe69b69df');

INSERT INTO "groups" ("id", "created_at", "updated_at", "valid_from", "valid_to", "network_id", "source_type", "source_confidence", "source_reason", "name", "description", "group_type", "member_type", "color", "edge_style", "audit_event_id") VALUES
('1bda5426-58c5-5e91-a66f-4bb3ba7d44a4', '2026-09-26 12:00:00+00', '2026-09-26 12:00:00+00', '2026-09-26 12:00:00+00', NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Manual', NULL, NULL, 'Printing', NULL, 'RequestPath', 'Bindings', 'Sky', 'SmoothStep', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('20f50ff2-d511-5b4b-afc7-088e6a91c236', '2026-09-26 12:00:00+00', '2026-09-26 12:00:00+00', '2026-09-26 12:00:00+00', NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Manual', NULL, NULL, 'Network monitoring', NULL, 'HubAndSpoke', 'Services', 'Amber', 'Bezier', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('31cb6e0a-6d5d-5614-a33b-eda404dd1bad', '2026-09-26 12:00:00+00', '2026-09-26 12:00:00+00', '2026-09-26 12:00:00+00', NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Manual', NULL, NULL, 'Extensions Science Block', NULL, 'HubAndSpoke', 'Services', 'Teal', 'SmoothStep', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('5bce5217-4458-53c7-9ca0-0362cb3ba405', '2026-09-26 12:00:00+00', '2026-09-26 12:00:00+00', '2026-09-26 12:00:00+00', NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Manual', NULL, NULL, 'Sign-in to the network', 'Switches and controllers ask RADIUS', 'HubAndSpoke', 'Services', 'Indigo', 'SmoothStep', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('a79467e1-e2c1-5ebc-936e-523f4597822e', '2026-09-26 12:00:00+00', '2026-09-26 12:00:00+00', '2026-09-26 12:00:00+00', NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Manual', NULL, NULL, 'Extensions Main Hall', NULL, 'HubAndSpoke', 'Services', 'Teal', 'SmoothStep', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('d744276b-fd4a-522b-9575-0eec30051fc5', '2026-09-26 12:00:00+00', '2026-09-26 12:00:00+00', '2026-09-26 12:00:00+00', NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Manual', NULL, NULL, 'Extensions Library', NULL, 'HubAndSpoke', 'Services', 'Teal', 'SmoothStep', '9f964967-d23a-4f96-abf3-07cfe69b69df');

INSERT INTO "hosts" ("id", "created_at", "updated_at", "valid_from", "valid_to", "last_seen_at", "last_discovery_id", "first_discovery_id", "network_id", "source_type", "source_confidence", "source_reason", "name", "hostname", "description", "hidden", "sys_descr", "sys_object_id", "sys_location", "sys_contact", "management_url", "chassis_id", "sys_name", "sys_name_source", "manufacturer", "manufacturer_source", "model", "model_source", "serial_number", "serial_number_source", "firmware_revision", "firmware_revision_source", "software_revision", "software_revision_source", "os", "os_source", "virtualization_type", "vm_name", "vm_id", "virtualization_service_id", "audit_event_id", "missing_since", "name_source", "hostname_source", "role", "role_source", "stp_root_bridge_id", "stp_root_cost", "former_macs", "merged_host_ids") VALUES
('557ab5c4-3b09-52d6-af3d-f196bd79cd65', '2026-08-30 02:13:44.04+00', '2026-11-20 02:11:26.7+00', '2026-11-29 19:44:43.146+00', NULL, '2026-11-20 02:11:26.7+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'rv-a-acc-2', 'rv-a-acc-2.rv.upgrade.netloom.example', 'Seen again', 'false', 'Cisco IOS Software [Cupertino], Catalyst L3 Switch Software (CAT9K_IOSXE), Version 17.9.5, RELEASE SOFTWARE (fc3)', '1.3.6.1.4.1.9.1.2494', 'Main Hall, floor 1', 'noc@rv.upgrade.netloom.example', 'https://10.16.8.11/', 'f8:7b:20:1a:73:00', 'rv-a-acc-2.rv.upgrade.netloom.example', 'snmp', 'Cisco', 'snmp', 'C9300-24P', 'snmp', 'FCW2840P0HN', 'snmp', '17.9.5', 'snmp', '17.9.5', 'snmp', 'IOS XE 17.9.5', 'snmp', NULL, NULL, NULL, NULL, '9341dc33-93ef-414b-bab9-7dee1d41665e', NULL, NULL, NULL, 'Switch', 'Software', NULL, NULL, '{}', '{}'),
('7be38b8e-d760-5b9a-b66e-74cc350efb05', '2026-08-30 02:06:41.76+00', '2026-11-20 02:05:34.8+00', '2026-11-11 12:01:00+00', NULL, '2026-11-20 02:05:34.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'rv-wan-1', 'rv-wan-1.rv.upgrade.netloom.example', NULL, 'false', 'Cisco IOS Software [Gibraltar], ISR Software (X86_64_LINUX_IOSD-UNIVERSALK9-M), Version 16.12.9', '1.3.6.1.4.1.9.1.2068', 'Server room', 'noc@rv.upgrade.netloom.example', 'https://203.0.113.2/', '70:db:98:12:9e:80', 'rv-wan-1.rv.upgrade.netloom.example', 'snmp', 'Cisco', 'snmp', 'ISR4331/K9', 'snmp', 'FDO3028N11U', 'snmp', '16.12.9', 'snmp', '16.12.9', 'snmp', 'IOS XE 16.12.9', 'snmp', NULL, NULL, NULL, NULL, '29c6da37-f1e2-55f0-b205-702ea0de17e4', NULL, NULL, NULL, 'Router', 'Software', NULL, NULL, '{}', '{}'),
('8a0917d8-f7b0-5e2a-b9a3-8190b2a1de35', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-11-03 12:02:00+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'rv-b-hvac-01', NULL, NULL, 'false', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'Delta Controls', 'oui', 'DSC-1616E', 'fingerprint', NULL, NULL, '3.40', 'fingerprint', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '6810e351-41fd-50d4-94ab-8e3001ec1229', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '{}', '{}'),
('a0a03d38-312e-517b-9cd3-43ce3b7181fa', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-11-11 12:03:00+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'rv-b-dist-1', 'rv-b-dist-1.rv.upgrade.netloom.example', NULL, 'false', 'Aruba JL635A 8325-48Y8C GL.10.10.1080', '1.3.6.1.4.1.47196.4.1.1.1.50', 'Library, basement', 'noc@rv.upgrade.netloom.example', 'https://10.16.16.2/', '94:b4:0f:dd:9b:80', 'rv-b-dist-1.rv.upgrade.netloom.example', 'snmp', 'HPE Aruba', 'snmp', '8325-48Y8C', 'snmp', 'SG43KN60VJ', 'snmp', 'GL.10.10.1080', 'snmp', 'GL.10.10.1080', 'snmp', 'ArubaOS-CX GL.10.10.1080', 'snmp', NULL, NULL, NULL, NULL, '7cae8965-504a-5586-9f5e-d797c0f13659', NULL, NULL, NULL, 'Router', 'Software', NULL, NULL, '{}', '{}'),
('f0a75094-bd79-5356-a42c-7da0fbb62b9e', '2026-08-30 02:08:13.56+00', '2026-11-20 02:06:51.3+00', '2026-08-30 02:08:13.56+00', NULL, '2026-11-20 02:06:51.3+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'rv-probe', 'rv-probe.rv.upgrade.netloom.example', 'Runs the discovery daemon', 'false', 'Linux rv-probe 6.1.0-22-amd64 #1 SMP PREEMPT_DYNAMIC Debian x86_64', '1.3.6.1.4.1.8072.3.2.10', 'Server room', NULL, NULL, 'b8:ae:ed:58:ba:98', 'rv-probe.rv.upgrade.netloom.example', 'snmp', 'Intel', 'snmp', 'NUC11TNHi3', 'snmp', 'G6TN02158675', 'snmp', NULL, NULL, NULL, NULL, 'Debian GNU/Linux 12', 'snmp', NULL, NULL, NULL, NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '{}', '{}'),
('f1aced27-4cac-5cfa-a65a-b0cb1647765a', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-11-11 12:02:00+00', NULL, '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'rv-a-dist-2', 'rv-a-dist-2.rv.upgrade.netloom.example', NULL, 'false', 'Cisco IOS Software [Cupertino], Catalyst L3 Switch Software (CAT9K_IOSXE), Version 17.9.5, RELEASE SOFTWARE (fc3)', '1.3.6.1.4.1.9.1.2593', 'Main Hall, basement', 'noc@rv.upgrade.netloom.example', 'https://10.16.8.3/', '00:1b:54:2a:be:00', 'rv-a-dist-2.rv.upgrade.netloom.example', 'snmp', 'Cisco', 'snmp', 'C9500-24Y4C', 'snmp', 'FCW2766A0V2', 'snmp', '17.9.5', 'snmp', '17.9.5', 'snmp', 'IOS XE 17.9.5', 'snmp', NULL, NULL, NULL, NULL, 'bfdb09a0-be99-55f8-8b05-38f60df132a8', NULL, NULL, NULL, 'Router', 'Software', NULL, NULL, '{}', '{}'),
('f9ade0a9-d814-5241-bd7f-18c3acba16d5', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-11-11 12:00:00+00', NULL, '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'rv-core-1', 'rv-core-1.rv.upgrade.netloom.example', NULL, 'false', 'Cisco IOS Software [Cupertino], Catalyst L3 Switch Software (CAT9K_IOSXE), Version 17.9.5, RELEASE SOFTWARE (fc3)', '1.3.6.1.4.1.9.1.2593', 'Server room', 'noc@rv.upgrade.netloom.example', 'https://10.16.0.2/', '00:1b:54:2a:bd:80', 'rv-core-1.rv.upgrade.netloom.example', 'snmp', 'Cisco', 'snmp', 'C9500-40X', 'snmp', 'FCW5530D0PW', 'snmp', '17.9.5', 'snmp', '17.9.5', 'snmp', 'IOS XE 17.9.5', 'snmp', NULL, NULL, NULL, NULL, 'd3fd0fae-14b6-5df9-8ecf-8de92ada89b8', NULL, NULL, NULL, 'Router', 'Software', '4096/00:1b:54:2a:bd:80', '0', '{}', '{}');

INSERT INTO "hosts_revisions" ("id", "created_at", "updated_at", "valid_from", "valid_to", "lineage_id", "last_seen_at", "last_discovery_id", "first_discovery_id", "network_id", "source_type", "source_confidence", "source_reason", "name", "hostname", "description", "hidden", "sys_descr", "sys_object_id", "sys_location", "sys_contact", "management_url", "chassis_id", "sys_name", "sys_name_source", "manufacturer", "manufacturer_source", "model", "model_source", "serial_number", "serial_number_source", "firmware_revision", "firmware_revision_source", "software_revision", "software_revision_source", "os", "os_source", "virtualization_type", "vm_name", "vm_id", "virtualization_service_id", "audit_event_id", "revision_id", "ended_by", "is_last", "missing_since", "name_source", "hostname_source", "role", "role_source", "stp_root_bridge_id", "stp_root_cost", "natural_name", "former_macs", "merged_host_ids") VALUES
('557ab5c4-3b09-52d6-af3d-f196bd79cd65', '2026-08-30 02:13:44.04+00', '2026-11-20 02:11:26.7+00', '2026-10-26 12:01:00+00', '2026-11-29 19:44:43.146+00', '557ab5c4-3b09-52d6-af3d-f196bd79cd65', '2026-11-20 02:11:26.7+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'rv-a-acc-2', 'rv-a-acc-2.rv.upgrade.netloom.example', NULL, 'false', 'Cisco IOS Software [Cupertino], Catalyst L3 Switch Software (CAT9K_IOSXE), Version 17.9.5, RELEASE SOFTWARE (fc3)', '1.3.6.1.4.1.9.1.2494', 'Main Hall, floor 1', 'noc@rv.upgrade.netloom.example', 'https://10.16.8.11/', 'f8:7b:20:1a:73:00', 'rv-a-acc-2.rv.upgrade.netloom.example', 'snmp', 'Cisco', 'snmp', 'C9300-24P', 'snmp', 'FCW2840P0HN', 'snmp', '17.9.5', 'snmp', '17.9.5', 'snmp', 'IOS XE 17.9.5', 'snmp', NULL, NULL, NULL, NULL, '23b0698f-3219-561b-99d3-803f23862888', 'e2dfa7b8-f130-48b6-a00e-598968f26432', '9341dc33-93ef-414b-bab9-7dee1d41665e', 'false', NULL, NULL, NULL, 'Switch', 'Software', NULL, NULL, 'rv-a-acc-112', '{}', '{}'),
('557ab5c4-3b09-52d6-af3d-f196bd79cd65', '2026-08-30 02:13:44.04+00', '2026-11-20 02:11:26.7+00', '2026-08-30 02:13:44.04+00', '2026-10-26 12:01:00+00', '557ab5c4-3b09-52d6-af3d-f196bd79cd65', '2026-11-20 02:11:26.7+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'rv-a-acc-2-staging', 'rv-a-acc-2.rv.upgrade.netloom.example', NULL, 'false', 'Cisco IOS Software [Cupertino], Catalyst L3 Switch Software (CAT9K_IOSXE), Version 17.9.5, RELEASE SOFTWARE (fc3)', '1.3.6.1.4.1.9.1.2494', 'Main Hall, floor 1', 'noc@rv.upgrade.netloom.example', 'https://10.16.8.11/', 'f8:7b:20:1a:73:00', 'rv-a-acc-2.rv.upgrade.netloom.example', 'snmp', 'Cisco', 'snmp', 'C9300-24P', 'snmp', 'FCW2840P0HN', 'snmp', '17.9.5', 'snmp', '17.9.5', 'snmp', 'IOS XE 17.9.5', 'snmp', NULL, NULL, NULL, NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', '6a13ade5-af53-42ec-b700-b1284e3fc011', '23b0698f-3219-561b-99d3-803f23862888', 'false', NULL, NULL, NULL, 'Switch', 'Software', NULL, NULL, 'rv-a-acc-112-staging', '{}', '{}'),
('7be38b8e-d760-5b9a-b66e-74cc350efb05', '2026-08-30 02:06:41.76+00', '2026-11-20 02:05:34.8+00', '2026-08-30 02:06:41.76+00', '2026-11-11 12:01:00+00', '7be38b8e-d760-5b9a-b66e-74cc350efb05', '2026-11-20 02:05:34.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'rv-wan-1', 'rv-wan-1.rv.upgrade.netloom.example', NULL, 'false', 'Cisco IOS Software [Gibraltar], ISR Software (X86_64_LINUX_IOSD-UNIVERSALK9-M), Version 16.12.9', '1.3.6.1.4.1.9.1.2068', 'Server room', 'noc@rv.upgrade.netloom.example', 'https://203.0.113.2/', '70:db:98:12:9e:80', 'rv-wan-1.rv.upgrade.netloom.example', 'snmp', 'Cisco', 'snmp', 'ISR4331/K9', 'snmp', 'FDO3028N11U', 'snmp', '16.12.9', 'snmp', '16.12.8', 'snmp', 'IOS XE 16.12.9', 'snmp', NULL, NULL, NULL, NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', '90ec0ae6-b817-480b-958c-c67bf58389dd', '29c6da37-f1e2-55f0-b205-702ea0de17e4', 'false', NULL, NULL, NULL, 'Router', 'Software', NULL, NULL, 'rv-wan-111', '{}', '{}'),
('8a0917d8-f7b0-5e2a-b9a3-8190b2a1de35', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', '2026-11-03 12:02:00+00', '8a0917d8-f7b0-5e2a-b9a3-8190b2a1de35', '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'rv-b-hvac-01-staging', NULL, NULL, 'false', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'Delta Controls', 'oui', 'DSC-1616E', 'fingerprint', NULL, NULL, '3.40', 'fingerprint', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', 'd9ab2bc4-6261-4493-a704-7e4c6fe4d577', '6810e351-41fd-50d4-94ab-8e3001ec1229', 'false', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'rv-b-hvac-111-staging', '{}', '{}'),
('a0a03d38-312e-517b-9cd3-43ce3b7181fa', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', '2026-11-11 12:03:00+00', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'rv-b-dist-1', 'rv-b-dist-1.rv.upgrade.netloom.example', NULL, 'false', 'Aruba JL635A 8325-48Y8C GL.10.10.1080', '1.3.6.1.4.1.47196.4.1.1.1.50', 'Library, basement', 'noc@rv.upgrade.netloom.example', 'https://10.16.16.2/', '94:b4:0f:dd:9b:80', 'rv-b-dist-1.rv.upgrade.netloom.example', 'snmp', 'HPE Aruba', 'snmp', '8325-48Y8C', 'snmp', 'SG43KN60VJ', 'snmp', 'GL.10.10.1080', 'snmp', 'GL.10.10.1079', 'snmp', 'ArubaOS-CX GL.10.10.1080', 'snmp', NULL, NULL, NULL, NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', '2f229353-2ab0-45b5-80a5-d2c633837558', '7cae8965-504a-5586-9f5e-d797c0f13659', 'false', NULL, NULL, NULL, 'Router', 'Software', NULL, NULL, 'rv-b-dist-111', '{}', '{}'),
('f1aced27-4cac-5cfa-a65a-b0cb1647765a', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', '2026-11-11 12:02:00+00', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'rv-a-dist-2', 'rv-a-dist-2.rv.upgrade.netloom.example', NULL, 'false', 'Cisco IOS Software [Cupertino], Catalyst L3 Switch Software (CAT9K_IOSXE), Version 17.9.5, RELEASE SOFTWARE (fc3)', '1.3.6.1.4.1.9.1.2593', 'Main Hall, basement', 'noc@rv.upgrade.netloom.example', 'https://10.16.8.3/', '00:1b:54:2a:be:00', 'rv-a-dist-2.rv.upgrade.netloom.example', 'snmp', 'Cisco', 'snmp', 'C9500-24Y4C', 'snmp', 'FCW2766A0V2', 'snmp', '17.9.5', 'snmp', '17.9.4', 'snmp', 'IOS XE 17.9.5', 'snmp', NULL, NULL, NULL, NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', 'ecf81298-cd1b-485c-8d14-e2930d063824', 'bfdb09a0-be99-55f8-8b05-38f60df132a8', 'false', NULL, NULL, NULL, 'Router', 'Software', NULL, NULL, 'rv-a-dist-112', '{}', '{}'),
('f9ade0a9-d814-5241-bd7f-18c3acba16d5', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-10-18 12:00:00+00', '2026-11-11 12:00:00+00', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'rv-core-1', 'rv-core-1.rv.upgrade.netloom.example', NULL, 'false', 'Cisco IOS Software [Cupertino], Catalyst L3 Switch Software (CAT9K_IOSXE), Version 17.9.5, RELEASE SOFTWARE (fc3)', '1.3.6.1.4.1.9.1.2593', 'Server room', 'noc@rv.upgrade.netloom.example', 'https://10.16.0.2/', '00:1b:54:2a:bd:80', 'rv-core-1.rv.upgrade.netloom.example', 'snmp', 'Cisco', 'snmp', 'C9500-40X', 'snmp', 'FCW5530D0PW', 'snmp', '17.9.5', 'snmp', '17.9.4', 'snmp', 'IOS XE 17.9.5', 'snmp', NULL, NULL, NULL, NULL, '87925f3e-2b86-5c02-90e4-386dec7388a4', '0c897285-7468-456a-9b0f-e1bd11bf3d36', 'd3fd0fae-14b6-5df9-8ecf-8de92ada89b8', 'false', NULL, NULL, NULL, 'Router', 'Software', '4096/00:1b:54:2a:bd:80', '0', 'rv-core-111', '{}', '{}'),
('f9ade0a9-d814-5241-bd7f-18c3acba16d5', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', '2026-10-18 12:00:00+00', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'rv-core-1-staging', 'rv-core-1.rv.upgrade.netloom.example', NULL, 'false', 'Cisco IOS Software [Cupertino], Catalyst L3 Switch Software (CAT9K_IOSXE), Version 17.9.5, RELEASE SOFTWARE (fc3)', '1.3.6.1.4.1.9.1.2593', 'Server room', 'noc@rv.upgrade.netloom.example', 'https://10.16.0.2/', '00:1b:54:2a:bd:80', 'rv-core-1.rv.upgrade.netloom.example', 'snmp', 'Cisco', 'snmp', 'C9500-40X', 'snmp', 'FCW5530D0PW', 'snmp', '17.9.5', 'snmp', '17.9.4', 'snmp', 'IOS XE 17.9.5', 'snmp', NULL, NULL, NULL, NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', '3a437e3c-654d-4d4b-ac39-3402132ba640', '87925f3e-2b86-5c02-90e4-386dec7388a4', 'false', NULL, NULL, NULL, 'Router', 'Software', '4096/00:1b:54:2a:bd:80', '0', 'rv-core-111-staging', '{}', '{}');

INSERT INTO "interface_counters" ("interface_id", "network_id", "read_at", "latest", "previous_read_at", "previous") VALUES
('1858bdbc-cee7-5dad-96d3-e7ca6d7f8705', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '2026-11-20 02:06:51.3+00', '{"inErrors": "0", "inOctets": "3765239510400", "octetBits": 64, "outErrors": "0", "outOctets": "1506101990400", "inDiscards": "0", "outDiscards": "0", "upTimeTicks": "1546560000"}', '2026-11-20 01:06:51.3+00', '{"inErrors": "0", "inOctets": "3764363058000", "octetBits": 64, "outErrors": "0", "outOctets": "1505751408000", "inDiscards": "0", "outDiscards": "0", "upTimeTicks": "1546200000"}'),
('5f7fa056-1a25-56a0-a484-94916ef5d004', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '2026-11-20 02:04:33.6+00', '{"inErrors": "0", "inOctets": "276039116352000", "octetBits": 64, "outErrors": "0", "outOctets": "110415646540800", "inDiscards": "0", "outDiscards": "0", "upTimeTicks": "2738880000"}', '2026-11-20 01:04:33.6+00', '{"inErrors": "0", "inOctets": "276002833608000", "octetBits": 64, "outErrors": "0", "outOctets": "110401133443200", "inDiscards": "0", "outDiscards": "0", "upTimeTicks": "2738520000"}'),
('6c91d271-2208-5db2-9b28-7c6d3f27506f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '2026-11-20 02:05:34.8+00', '{"inErrors": "0", "inOctets": "59445196704000", "octetBits": 64, "outErrors": "0", "outOctets": "23778078681600", "inDiscards": "0", "outDiscards": "0", "upTimeTicks": "1745280000"}', '2026-11-20 01:05:34.8+00', '{"inErrors": "0", "inOctets": "59432934906000", "octetBits": 64, "outErrors": "0", "outOctets": "23773173962400", "inDiscards": "0", "outDiscards": "0", "upTimeTicks": "1744920000"}'),
('806f223e-7019-5a79-b951-f4052fe2459b', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '2026-11-20 02:05:34.8+00', '{"inErrors": "0", "inOctets": "29558541600000", "octetBits": 64, "outErrors": "0", "outOctets": "11823418800000", "inDiscards": "0", "outDiscards": "0", "upTimeTicks": "1080000000"}', '2026-11-20 01:05:34.8+00', '{"inErrors": "0", "inOctets": "29548688752800", "octetBits": 64, "outErrors": "0", "outOctets": "11819477660400", "inDiscards": "0", "outDiscards": "0", "upTimeTicks": "1079640000"}'),
('9cdbf966-6d0f-54c0-9e07-f0a28538ada2', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '2026-11-20 02:04:33.6+00', '{"inErrors": "0", "inOctets": "881373593318400", "octetBits": 64, "outErrors": "0", "outOctets": "352549431072000", "inDiscards": "0", "outDiscards": "0", "upTimeTicks": "1563840000"}', '2026-11-20 01:04:33.6+00', '{"inErrors": "0", "inOctets": "881170698844800", "octetBits": 64, "outErrors": "0", "outOctets": "352468273284000", "inDiscards": "0", "outDiscards": "0", "upTimeTicks": "1563480000"}'),
('a28ca68a-5592-5204-ad0e-3b1d2930daca', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '2026-11-20 02:11:26.7+00', '{"inErrors": "0", "inOctets": "3905927827200", "octetBits": 64, "outErrors": "0", "outOctets": "1562373100800", "inDiscards": "0", "outDiscards": "0", "upTimeTicks": "984960000"}', '2026-11-20 01:11:26.7+00', '{"inErrors": "0", "inOctets": "3904500222000", "octetBits": 64, "outErrors": "0", "outOctets": "1561802058000", "inDiscards": "0", "outDiscards": "0", "upTimeTicks": "984600000"}'),
('b4eaf5d0-9d71-53f4-85a2-f0b948bfe5df', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '2026-11-20 02:11:26.7+00', '{"inErrors": "0", "inOctets": "0", "octetBits": 64, "outErrors": "0", "outOctets": "0", "inDiscards": "0", "outDiscards": "0", "upTimeTicks": "406080000"}', '2026-11-20 01:11:26.7+00', '{"inErrors": "0", "inOctets": "0", "octetBits": 64, "outErrors": "0", "outOctets": "0", "inDiscards": "0", "outDiscards": "0", "upTimeTicks": "405720000"}'),
('dee06e93-05a5-561d-b5c7-bc836eaca691', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '2026-11-20 02:05:34.8+00', '{"inErrors": "44", "inOctets": "14787073152000", "octetBits": 64, "outErrors": "0", "outOctets": "5914821312000", "inDiscards": "0", "outDiscards": "88", "upTimeTicks": "1987200000"}', '2026-11-20 01:05:34.8+00', '{"inErrors": "44", "inOctets": "14784394334400", "octetBits": 64, "outErrors": "0", "outOctets": "5913749786400", "inDiscards": "0", "outDiscards": "88", "upTimeTicks": "1986840000"}');

INSERT INTO "interface_vlans" ("id", "created_at", "updated_at", "valid_from", "valid_to", "network_id", "interface_id", "vlan_id", "audit_event_id") VALUES
('2767489e-d9c2-57ae-a999-75bb25c174bf', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '5f7fa056-1a25-56a0-a484-94916ef5d004', '9c04b73b-875b-5e01-a936-9555bf6b38a5', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('386e7680-2498-55d7-946b-26c5ee0dcaaf', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '9cdbf966-6d0f-54c0-9e07-f0a28538ada2', '7641b5d1-d56f-58e8-bdd7-2216f9ea1c96', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('3ac312e8-86b0-5e24-93a8-f1275ce374c6', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '5f7fa056-1a25-56a0-a484-94916ef5d004', '7641b5d1-d56f-58e8-bdd7-2216f9ea1c96', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('3ba08293-64ea-5a3e-89c1-bca15bf09ace', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '5f7fa056-1a25-56a0-a484-94916ef5d004', 'c0d7f0a8-a1c2-57c9-9e52-fe655f9e6f6f', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('4abb255c-1e68-5d72-96cc-100b3c87ac3f', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '9cdbf966-6d0f-54c0-9e07-f0a28538ada2', '9c04b73b-875b-5e01-a936-9555bf6b38a5', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('4edaa3a7-f636-5c79-a6ff-aba7145b9d28', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '5f7fa056-1a25-56a0-a484-94916ef5d004', '7c2ae00d-9b0e-5f51-b5d1-1a642fe96942', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('5d3e8e3f-1e49-5760-b22b-0b8228ced855', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '9cdbf966-6d0f-54c0-9e07-f0a28538ada2', '2037fa8f-4ec8-51b5-8a21-ac0caf2ed1ba', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('8ffbcd31-4a88-52e8-920b-66ba95acbf4a', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '5f7fa056-1a25-56a0-a484-94916ef5d004', '64f68e2b-2b98-5d43-88a1-171b1a05578b', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('9258d966-d27b-5aef-b1cc-6eded5fd8f55', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '9cdbf966-6d0f-54c0-9e07-f0a28538ada2', 'e6c505a4-4d84-5eb2-bf6c-1f505ef751fb', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('9416f6c2-5cd3-51f9-b6fb-dccdd51ba3cb', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '9cdbf966-6d0f-54c0-9e07-f0a28538ada2', '64f68e2b-2b98-5d43-88a1-171b1a05578b', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('96c474e9-45c1-591f-96d5-ce740262f935', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '9cdbf966-6d0f-54c0-9e07-f0a28538ada2', '3b7671fd-6054-5afc-9ba1-1bb6256e5773', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('9a22058e-abfd-56c2-8cb7-692c43f79b12', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '9cdbf966-6d0f-54c0-9e07-f0a28538ada2', 'ac86557d-e021-5051-b245-9886ed8c0000', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('a07010ce-cd54-55b0-b4cb-40c79a3df0e0', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '9cdbf966-6d0f-54c0-9e07-f0a28538ada2', '7c2ae00d-9b0e-5f51-b5d1-1a642fe96942', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('a8449763-8d88-53f5-96ea-1230d5b47f1d', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '5f7fa056-1a25-56a0-a484-94916ef5d004', 'ac86557d-e021-5051-b245-9886ed8c0000', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('d5a8cc32-072c-582d-a61c-f56c1bba9429', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '9cdbf966-6d0f-54c0-9e07-f0a28538ada2', 'c0d7f0a8-a1c2-57c9-9e52-fe655f9e6f6f', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('d65ffe5b-1c55-5914-b61c-393052f267e9', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '5f7fa056-1a25-56a0-a484-94916ef5d004', 'e6c505a4-4d84-5eb2-bf6c-1f505ef751fb', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('d8684857-6a78-59cb-be95-65e09e5b284e', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '5f7fa056-1a25-56a0-a484-94916ef5d004', '2037fa8f-4ec8-51b5-8a21-ac0caf2ed1ba', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('f7f3281e-53c3-5e25-91ab-84b33a1d6702', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '5f7fa056-1a25-56a0-a484-94916ef5d004', '3b7671fd-6054-5afc-9ba1-1bb6256e5773', '9f964967-d23a-4f96-abf3-07cfe69b69df');

INSERT INTO "interfaces" ("id", "created_at", "updated_at", "valid_from", "valid_to", "last_seen_at", "last_discovery_id", "first_discovery_id", "network_id", "host_id", "if_index", "if_descr", "if_name", "if_alias", "if_type", "speed_bps", "admin_status", "oper_status", "mac_address", "ip_configured", "fdb_macs", "ip_address_id", "native_vlan_id", "audit_event_id", "mtu", "duplex", "aggregate_id", "stp_state", "is_stp_root_port", "poe_status", "poe_class", "stp_blocked_vlans", "stp_blocked_instances", "mac_address_source") VALUES
('07079af9-43b2-5bd3-8dc1-8668b231debc', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-11-29 19:44:43.155+00', NULL, '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', '45', 'Vlan30', 'Vl30', NULL, '53', '1000000000', 'Up', 'Up', '70:db:98:12:9e:6b', 'true', '{}', '9a91b6ce-bc0b-5ba1-851b-858558440db2', NULL, '7f1777a1-ee3c-4eb8-be56-eb9f26ebc503', '1500', NULL, NULL, NULL, 'false', NULL, NULL, '{}', '{}', NULL),
('13198735-d623-575e-bc66-eca5a4c00e28', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', '62', 'vlan60', 'vlan60', NULL, '136', '1000000000', 'Up', 'Up', '94:b4:0f:dd:9c:82', 'true', '{}', 'a70ec063-08f4-5d3e-a154-3d1bfaa6bc9f', '64f68e2b-2b98-5d43-88a1-171b1a05578b', '9f964967-d23a-4f96-abf3-07cfe69b69df', '1500', NULL, NULL, NULL, 'false', NULL, NULL, '{}', '{}', NULL),
('1858bdbc-cee7-5dad-96d3-e7ca6d7f8705', '2026-08-30 02:08:13.56+00', '2026-11-20 02:06:51.3+00', '2026-08-30 02:08:13.56+00', NULL, '2026-11-20 02:06:51.3+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f0a75094-bd79-5356-a42c-7da0fbb62b9e', '1', 'enp86s0', 'enp86s0', NULL, '6', '1000000000', 'Up', 'Up', 'b8:ae:ed:58:ba:98', 'true', '{}', '1bea3c9e-f7ad-5c48-a657-41b9eacf3e6d', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', '1500', 'Full', NULL, NULL, 'false', NULL, NULL, '{}', '{}', NULL),
('1dc3d8d5-8bf4-54ea-9808-30c3ea120bea', '2026-08-30 02:13:44.04+00', '2026-11-20 02:11:26.7+00', '2026-08-30 02:13:44.04+00', NULL, '2026-11-20 02:11:26.7+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '557ab5c4-3b09-52d6-af3d-f196bd79cd65', '29', 'Vlan10', 'Vl10', NULL, '53', '1000000000', 'Up', 'Up', 'f8:7b:20:1a:73:00', 'true', '{}', '4a18aa39-358f-57c6-a7b2-b9e5b84100a7', 'c0d7f0a8-a1c2-57c9-9e52-fe655f9e6f6f', '9f964967-d23a-4f96-abf3-07cfe69b69df', '1500', NULL, NULL, NULL, 'false', NULL, NULL, '{}', '{}', NULL),
('3e6e5d44-495b-5652-b91d-18db5289b9b5', '2026-08-30 02:13:44.04+00', '2026-11-20 02:11:26.7+00', '2026-08-30 02:13:44.04+00', NULL, '2026-11-20 02:11:26.7+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '557ab5c4-3b09-52d6-af3d-f196bd79cd65', '3', 'GigabitEthernet1/0/3', 'Gi1/0/3', NULL, '6', '1000000000', 'Down', 'Down', 'f8:7b:20:1a:73:03', 'false', '{}', NULL, '5a1a261f-5d4b-52a8-a3ad-db01a0631885', '9f964967-d23a-4f96-abf3-07cfe69b69df', '1500', NULL, NULL, NULL, 'false', 'Disabled', NULL, '{}', '{}', NULL),
('57fd496d-8ab4-5292-aa36-7bd9543e9dec', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', '43', 'Vlan10', 'Vl10', NULL, '53', '1000000000', 'Up', 'Up', '00:1b:54:2a:bd:80', 'true', '{}', 'a94d4d26-d68f-5962-8c61-fa29a76d62ee', 'c0d7f0a8-a1c2-57c9-9e52-fe655f9e6f6f', '9f964967-d23a-4f96-abf3-07cfe69b69df', '1500', NULL, NULL, NULL, 'false', NULL, NULL, '{}', '{}', NULL),
('5f7fa056-1a25-56a0-a484-94916ef5d004', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', '2', 'TenGigabitEthernet1/0/2', 'Te1/0/2', 'rv-fw-2 x1', '6', '10000000000', 'Up', 'Up', '00:1b:54:2a:bd:82', 'false', '{}', NULL, '5a1a261f-5d4b-52a8-a3ad-db01a0631885', '9f964967-d23a-4f96-abf3-07cfe69b69df', '9216', 'Full', NULL, NULL, 'false', NULL, NULL, '{}', '{}', NULL),
('6927e3df-2fa7-5f66-bbac-6317da823a26', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', '61', 'vlan50', 'vlan50', NULL, '136', '1000000000', 'Up', 'Up', '94:b4:0f:dd:9c:81', 'true', '{}', '5be07bb4-fc9a-51e8-a565-2ee8db6edf85', '3b7671fd-6054-5afc-9ba1-1bb6256e5773', '9f964967-d23a-4f96-abf3-07cfe69b69df', '1500', NULL, NULL, NULL, 'false', NULL, NULL, '{}', '{}', NULL),
('6c91d271-2208-5db2-9b28-7c6d3f27506f', '2026-08-30 02:06:41.76+00', '2026-11-20 02:05:34.8+00', '2026-08-30 02:06:41.76+00', NULL, '2026-11-20 02:05:34.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '7be38b8e-d760-5b9a-b66e-74cc350efb05', '3', 'GigabitEthernet0/0/2', 'Gi0/0/2', NULL, '6', '1000000000', 'Up', 'Up', '70:db:98:12:9e:83', 'false', '{}', NULL, NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', '1500', 'Full', NULL, NULL, 'false', NULL, NULL, '{}', '{}', NULL),
('75db9da9-72bb-598e-865b-774fe3676d4a', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', '60', 'vlan20', 'vlan20', NULL, '136', '1000000000', 'Up', 'Up', '94:b4:0f:dd:9c:80', 'true', '{}', '2255b4e6-6457-529a-abf7-bab433c880cc', 'ac86557d-e021-5051-b245-9886ed8c0000', '9f964967-d23a-4f96-abf3-07cfe69b69df', '1500', NULL, NULL, NULL, 'false', NULL, NULL, '{}', '{}', NULL),
('806f223e-7019-5a79-b951-f4052fe2459b', '2026-08-30 02:06:41.76+00', '2026-11-20 02:05:34.8+00', '2026-08-30 02:06:41.76+00', NULL, '2026-11-20 02:05:34.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '7be38b8e-d760-5b9a-b66e-74cc350efb05', '1', 'GigabitEthernet0/0/0', 'Gi0/0/0', 'rv-fw-1 port1', '6', '1000000000', 'Up', 'Up', '70:db:98:12:9e:81', 'false', '{}', NULL, NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', '1500', 'Full', NULL, NULL, 'false', NULL, NULL, '{}', '{}', NULL),
('94f91498-ecd5-5750-ac90-bc83625b539a', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-11-04 12:02:00+00', NULL, '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', '32', 'Vlan20', 'Vl20', NULL, '53', '1000000000', 'Up', 'Up', '70:db:98:12:9f:86', 'true', '{}', '22f3d9b6-19aa-5acc-9d7b-561b0454aca4', 'ac86557d-e021-5051-b245-9886ed8c0000', 'f425b2ec-10a4-5f88-9aae-c3694f071815', '1500', NULL, NULL, NULL, 'false', NULL, NULL, '{}', '{}', NULL),
('9cdbf966-6d0f-54c0-9e07-f0a28538ada2', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-11-04 12:00:00+00', NULL, '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', '1', 'TenGigabitEthernet1/0/1', 'Te1/0/1', 'rv-fw-1 x1', '6', '10000000000', 'Up', 'Up', '00:1b:54:2a:bd:81', 'false', '{}', NULL, '5a1a261f-5d4b-52a8-a3ad-db01a0631885', '2995612a-bb32-5f9f-8350-77d6c0e2867f', '9216', 'Full', NULL, NULL, 'false', NULL, NULL, '{}', '{}', NULL),
('a28ca68a-5592-5204-ad0e-3b1d2930daca', '2026-08-30 02:13:44.04+00', '2026-11-20 02:11:26.7+00', '2026-08-30 02:13:44.04+00', NULL, '2026-11-20 02:11:26.7+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '557ab5c4-3b09-52d6-af3d-f196bd79cd65', '1', 'GigabitEthernet1/0/1', 'Gi1/0/1', 'rv-a-prn-01', '6', '1000000000', 'Up', 'Up', 'f8:7b:20:1a:73:01', 'false', '{3c:d9:2b:9f:66:80}', NULL, '7c2ae00d-9b0e-5f51-b5d1-1a642fe96942', '9f964967-d23a-4f96-abf3-07cfe69b69df', '1500', 'Full', NULL, NULL, 'false', 'Searching', NULL, '{}', '{}', NULL),
('b4eaf5d0-9d71-53f4-85a2-f0b948bfe5df', '2026-08-30 02:13:44.04+00', '2026-11-20 02:11:26.7+00', '2026-08-30 02:13:44.04+00', NULL, '2026-11-20 02:11:26.7+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '557ab5c4-3b09-52d6-af3d-f196bd79cd65', '2', 'GigabitEthernet1/0/2', 'Gi1/0/2', 'rv-a-pc-01', '6', '1000000000', 'Up', 'Up', 'f8:7b:20:1a:73:02', 'false', '{a4:bb:6d:e0:81:08}', NULL, 'ac86557d-e021-5051-b245-9886ed8c0000', '9f964967-d23a-4f96-abf3-07cfe69b69df', '1500', 'Full', NULL, NULL, 'false', 'Searching', NULL, '{}', '{}', NULL),
('c6b052de-7509-524e-899f-83bcc8425176', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', NULL, '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', '29', 'Vlan10', 'Vl10', NULL, '53', '1000000000', 'Up', 'Up', '00:1b:54:2a:be:00', 'true', '{}', '093cbd61-6220-59c4-92ff-0901707a4a90', 'c0d7f0a8-a1c2-57c9-9e52-fe655f9e6f6f', '9f964967-d23a-4f96-abf3-07cfe69b69df', '1500', NULL, NULL, NULL, 'false', NULL, NULL, '{}', '{}', NULL),
('ca6024f8-2dd2-588c-ba1a-926aece7a9f6', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', '57', 'vlan10', 'vlan10', NULL, '136', '1000000000', 'Up', 'Up', '94:b4:0f:dd:9b:80', 'true', '{}', 'e7667104-f535-5d6f-805f-9ddb40d1bfe6', 'c0d7f0a8-a1c2-57c9-9e52-fe655f9e6f6f', '9f964967-d23a-4f96-abf3-07cfe69b69df', '1500', NULL, NULL, NULL, 'false', NULL, NULL, '{}', '{}', NULL),
('dee06e93-05a5-561d-b5c7-bc836eaca691', '2026-08-30 02:06:41.76+00', '2026-11-20 02:05:34.8+00', '2026-08-30 02:06:41.76+00', NULL, '2026-11-20 02:05:34.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '7be38b8e-d760-5b9a-b66e-74cc350efb05', '2', 'GigabitEthernet0/0/1', 'Gi0/0/1', 'rv-fw-2 port1', '6', '1000000000', 'Up', 'Up', '70:db:98:12:9e:82', 'false', '{}', NULL, NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', '1500', 'Full', NULL, NULL, 'false', NULL, NULL, '{}', '{}', NULL),
('ebaee5a5-fa69-56ef-97a0-f26a6a32c227', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', NULL, '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', '33', 'Vlan50', 'Vl50', NULL, '53', '1000000000', 'Up', 'Up', '70:db:98:12:9f:87', 'true', '{}', '85cbfb09-9fff-5f23-b441-0691b1d0e0af', '3b7671fd-6054-5afc-9ba1-1bb6256e5773', '9f964967-d23a-4f96-abf3-07cfe69b69df', '1500', NULL, NULL, NULL, 'false', NULL, NULL, '{}', '{}', NULL),
('ff54922b-9909-554f-8705-bf504d0115e5', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', NULL, '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', '34', 'Vlan60', 'Vl60', NULL, '53', '1000000000', 'Up', 'Up', '70:db:98:12:9f:88', 'true', '{}', 'ec1a06db-1f9f-57bd-98bf-d22a49f813df', '64f68e2b-2b98-5d43-88a1-171b1a05578b', '9f964967-d23a-4f96-abf3-07cfe69b69df', '1500', NULL, NULL, NULL, 'false', NULL, NULL, '{}', '{}', NULL);

INSERT INTO "interfaces_revisions" ("id", "created_at", "updated_at", "valid_from", "valid_to", "lineage_id", "last_seen_at", "last_discovery_id", "first_discovery_id", "network_id", "host_id", "if_index", "if_descr", "if_name", "if_alias", "if_type", "speed_bps", "admin_status", "oper_status", "mac_address", "ip_configured", "fdb_macs", "ip_address_id", "native_vlan_id", "audit_event_id", "revision_id", "ended_by", "is_last", "is_stp_root_port", "mtu", "duplex", "aggregate_id", "stp_state", "poe_status", "poe_class", "natural_name", "stp_blocked_vlans", "stp_blocked_instances", "mac_address_source") VALUES
('07079af9-43b2-5bd3-8dc1-8668b231debc', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', '2026-11-29 19:44:43.155+00', '07079af9-43b2-5bd3-8dc1-8668b231debc', '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', '45', 'Vlan30', 'Vl30', NULL, '53', '1000000000', 'Up', 'Up', '70:db:98:12:9e:6b', 'true', '{}', '9a91b6ce-bc0b-5ba1-851b-858558440db2', '2037fa8f-4ec8-51b5-8a21-ac0caf2ed1ba', '9f964967-d23a-4f96-abf3-07cfe69b69df', '33865776-196b-4042-bb66-6a13758875b5', '7f1777a1-ee3c-4eb8-be56-eb9f26ebc503', 'false', 'false', '1500', NULL, NULL, NULL, NULL, NULL, 'vl1230', '{}', '{}', NULL),
('94f91498-ecd5-5750-ac90-bc83625b539a', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', '2026-11-04 12:02:00+00', '94f91498-ecd5-5750-ac90-bc83625b539a', '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', '32', 'Vlan20', 'Vl20', NULL, '53', '1000000000', 'Up', 'Up', '70:db:98:12:9f:86', 'true', '{}', '22f3d9b6-19aa-5acc-9d7b-561b0454aca4', 'c0d7f0a8-a1c2-57c9-9e52-fe655f9e6f6f', '9f964967-d23a-4f96-abf3-07cfe69b69df', '250655cf-3d5a-4257-a3ef-6c74b3dde471', 'f425b2ec-10a4-5f88-9aae-c3694f071815', 'false', 'false', '1500', NULL, NULL, NULL, NULL, NULL, 'vl1220', '{}', '{}', NULL),
('9cdbf966-6d0f-54c0-9e07-f0a28538ada2', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', '2026-11-04 12:00:00+00', '9cdbf966-6d0f-54c0-9e07-f0a28538ada2', '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', '1', 'TenGigabitEthernet1/0/1', 'Te1/0/1', 'rv-fw-1 x1', '6', '10000000000', 'Up', 'Up', '00:1b:54:2a:bd:81', 'false', '{}', NULL, 'c0d7f0a8-a1c2-57c9-9e52-fe655f9e6f6f', '9f964967-d23a-4f96-abf3-07cfe69b69df', '13cfc6af-6cb1-421c-bc36-80cd5be83939', '2995612a-bb32-5f9f-8350-77d6c0e2867f', 'false', 'false', '9216', 'Full', NULL, NULL, NULL, NULL, 'te111/10/111', '{}', '{}', NULL);

INSERT INTO "invite_networks" ("invite_id", "network_id", "organization_id", "created_at") VALUES
('fd4ea5da-adf6-570b-886e-2030dbacc11d', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', '2026-11-18 12:00:00+00');

INSERT INTO "invites" ("id", "created_at", "updated_at", "organization_id", "created_by", "permissions", "send_to", "expires_at", "accepted_at") VALUES
('fd4ea5da-adf6-570b-886e-2030dbacc11d', '2026-11-18 12:00:00+00', '2026-11-18 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', '2cca0170-936b-5667-9b4b-d8c7c87e9149', 'Viewer', 'lea.fontaine@upgrade.netloom.example', '2026-11-25 12:00:00+00', NULL);

INSERT INTO "ip_addresses" ("id", "created_at", "updated_at", "valid_from", "valid_to", "last_seen_at", "last_discovery_id", "first_discovery_id", "network_id", "host_id", "subnet_id", "subnet_cidr", "ip_address", "name", "mac_address", "position", "audit_event_id", "answers_for_others", "move_reason", "mac_address_source") VALUES
('081917d3-aaaa-57cf-a01a-ddcaf2931f57', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', 'a6449680-8491-5de2-b313-7de3e24364e2', '10.16.17.0/24', '10.16.17.1/32', 'VRRP 20', '00:00:5e:00:01:14', '3', '9f964967-d23a-4f96-abf3-07cfe69b69df', 'false', NULL, NULL),
('093cbd61-6220-59c4-92ff-0901707a4a90', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', NULL, '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', 'e1ccf188-dfca-5b32-9446-0b164b913f0d', '10.16.8.0/24', '10.16.8.3/32', 'Vl10', '00:1b:54:2a:be:00', '0', '9f964967-d23a-4f96-abf3-07cfe69b69df', 'false', NULL, NULL),
('19f5b5d1-de17-5884-ab8c-15fee3fbc756', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', '064c71d1-283b-53e0-898f-2099edb640d5', '10.16.15.0/28', '10.16.15.1/32', 'transit', '00:1b:54:2a:bd:80', '4', '9f964967-d23a-4f96-abf3-07cfe69b69df', 'false', NULL, NULL),
('1bea3c9e-f7ad-5c48-a657-41b9eacf3e6d', '2026-08-30 02:08:13.56+00', '2026-11-20 02:06:51.3+00', '2026-08-30 02:08:13.56+00', NULL, '2026-11-20 02:06:51.3+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f0a75094-bd79-5356-a42c-7da0fbb62b9e', 'e64e7641-2939-5a41-8663-50e9cb2e3038', '10.16.1.0/24', '10.16.1.11/32', NULL, 'b8:ae:ed:58:ba:98', '0', '9f964967-d23a-4f96-abf3-07cfe69b69df', 'false', NULL, NULL),
('2255b4e6-6457-529a-abf7-bab433c880cc', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', 'a6449680-8491-5de2-b313-7de3e24364e2', '10.16.17.0/24', '10.16.17.2/32', 'vlan20', '94:b4:0f:dd:9c:80', '2', '9f964967-d23a-4f96-abf3-07cfe69b69df', 'false', NULL, NULL),
('22f3d9b6-19aa-5acc-9d7b-561b0454aca4', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', NULL, '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', '4d3e10aa-fd13-5cfb-a2e1-880ae812146e', '10.16.9.0/24', '10.16.9.3/32', 'Vl20', '70:db:98:12:9f:86', '1', '9f964967-d23a-4f96-abf3-07cfe69b69df', 'false', NULL, NULL),
('33d4fca6-d309-54bc-8dbd-b75e425f0a46', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', 'cdb9f94a-2478-53c4-a644-7e24b18b3c58', '10.16.19.0/24', '10.16.19.1/32', 'VRRP 60', '00:00:5e:00:01:3c', '7', '9f964967-d23a-4f96-abf3-07cfe69b69df', 'false', NULL, NULL),
('4a18aa39-358f-57c6-a7b2-b9e5b84100a7', '2026-08-30 02:13:44.04+00', '2026-11-20 02:11:26.7+00', '2026-08-30 02:13:44.04+00', NULL, '2026-11-20 02:11:26.7+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '557ab5c4-3b09-52d6-af3d-f196bd79cd65', 'e1ccf188-dfca-5b32-9446-0b164b913f0d', '10.16.8.0/24', '10.16.8.11/32', 'Vl10', 'f8:7b:20:1a:73:00', '0', '9f964967-d23a-4f96-abf3-07cfe69b69df', 'false', NULL, NULL),
('5003227c-63a5-5757-85f3-aadb32dc9273', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', 'e64e7641-2939-5a41-8663-50e9cb2e3038', '10.16.1.0/24', '10.16.1.1/32', 'VRRP 30', '00:00:5e:00:01:1e', '3', '9f964967-d23a-4f96-abf3-07cfe69b69df', 'false', NULL, NULL),
('52c54dfa-a7fd-5e01-ace0-2599d5347edb', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', NULL, '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', 'b1103805-9652-5784-a6d4-37a4b00e474e', '10.16.12.0/24', '10.16.12.3/32', 'Vl70', '70:db:98:12:9f:89', '4', '9f964967-d23a-4f96-abf3-07cfe69b69df', 'false', NULL, NULL),
('5515cb87-f86d-5985-93e9-3ab5ee7b35ea', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', NULL, '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', '35f7aee3-5d84-5f87-8955-8870bfba63a5', '10.16.14.0/24', '10.16.14.3/32', 'Vl90', '70:db:98:12:9f:8b', '6', '9f964967-d23a-4f96-abf3-07cfe69b69df', 'false', NULL, NULL),
('5be07bb4-fc9a-51e8-a565-2ee8db6edf85', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', '07ff65f9-4d33-5e02-9a0f-a27ec1e90c65', '10.16.18.0/24', '10.16.18.2/32', 'vlan50', '94:b4:0f:dd:9c:81', '4', '9f964967-d23a-4f96-abf3-07cfe69b69df', 'false', NULL, NULL),
('5c600928-b026-5881-8376-5adf486eb0ff', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', '1e661ca4-687e-5fdf-afd9-15745550cae0', '10.16.22.0/24', '10.16.22.2/32', 'vlan90', '94:b4:0f:dd:9c:85', '12', '9f964967-d23a-4f96-abf3-07cfe69b69df', 'false', NULL, NULL),
('5f97bd22-fd95-5c20-ae43-ce357c759458', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', 'd6cb86ab-bd9a-55c7-8bbd-7b91ba50461f', '10.16.21.0/24', '10.16.21.2/32', 'vlan80', '94:b4:0f:dd:9c:84', '10', '9f964967-d23a-4f96-abf3-07cfe69b69df', 'false', NULL, NULL),
('6b294096-90c7-5a2e-97a3-4a7f0e7b2e0a', '2026-08-30 02:06:41.76+00', '2026-11-20 02:05:34.8+00', '2026-08-30 02:06:41.76+00', NULL, '2026-11-20 02:05:34.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '7be38b8e-d760-5b9a-b66e-74cc350efb05', 'c95630ab-035f-5473-9995-6c5a089177af', '203.0.113.0/29', '203.0.113.2/32', NULL, '70:db:98:12:9e:80', '0', '9f964967-d23a-4f96-abf3-07cfe69b69df', 'false', NULL, NULL),
('7a1b30bb-cf75-5cec-88f3-7092c9d0f58c', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', 'd2514599-3bea-5ee0-b642-6c9b9ba6100b', '10.16.23.0/28', '10.16.23.1/32', 'transit', '00:1b:54:2a:bd:80', '5', '9f964967-d23a-4f96-abf3-07cfe69b69df', 'false', NULL, NULL),
('7ab10dd7-878e-5073-96c5-c7b695658e48', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', 'd6cb86ab-bd9a-55c7-8bbd-7b91ba50461f', '10.16.21.0/24', '10.16.21.1/32', 'VRRP 80', '00:00:5e:00:01:50', '11', '9f964967-d23a-4f96-abf3-07cfe69b69df', 'false', NULL, NULL),
('7e81a2a1-cd03-5252-a693-42599c59c7e8', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', '07ff65f9-4d33-5e02-9a0f-a27ec1e90c65', '10.16.18.0/24', '10.16.18.1/32', 'VRRP 50', '00:00:5e:00:01:32', '5', '9f964967-d23a-4f96-abf3-07cfe69b69df', 'false', NULL, NULL),
('85cbfb09-9fff-5f23-b441-0691b1d0e0af', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', NULL, '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', '6f0919c8-c018-5d82-abcc-aec938c30f70', '10.16.10.0/24', '10.16.10.3/32', 'Vl50', '70:db:98:12:9f:87', '2', '9f964967-d23a-4f96-abf3-07cfe69b69df', 'false', NULL, NULL),
('9a91b6ce-bc0b-5ba1-851b-858558440db2', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', 'e64e7641-2939-5a41-8663-50e9cb2e3038', '10.16.1.0/24', '10.16.1.2/32', 'Vl30', '70:db:98:12:9e:6b', '2', '9f964967-d23a-4f96-abf3-07cfe69b69df', 'false', NULL, NULL),
('a0c25298-81f3-59f7-88d5-129f35b46eac', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', '56988890-fe02-58d5-bd8f-374ee15dce97', '10.16.31.0/28', '10.16.31.1/32', 'transit', '00:1b:54:2a:bd:80', '6', '9f964967-d23a-4f96-abf3-07cfe69b69df', 'false', NULL, NULL),
('a70ec063-08f4-5d3e-a154-3d1bfaa6bc9f', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', 'cdb9f94a-2478-53c4-a644-7e24b18b3c58', '10.16.19.0/24', '10.16.19.2/32', 'vlan60', '94:b4:0f:dd:9c:82', '6', '9f964967-d23a-4f96-abf3-07cfe69b69df', 'false', NULL, NULL),
('a72569ed-5831-5f0a-aee9-29f81436f5ea', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', NULL, '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', '064c71d1-283b-53e0-898f-2099edb640d5', '10.16.15.0/28', '10.16.15.10/32', 'transit', '00:1b:54:2a:be:00', '7', '9f964967-d23a-4f96-abf3-07cfe69b69df', 'false', NULL, NULL),
('a726d320-7aea-50a3-a386-4bd422ae01bd', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', '0a3bd0cf-effc-5d5a-b64a-1328c20ed17a', '10.16.20.0/24', '10.16.20.1/32', 'VRRP 70', '00:00:5e:00:01:46', '9', '9f964967-d23a-4f96-abf3-07cfe69b69df', 'false', NULL, NULL),
('a793ac06-eb0f-5dee-a85e-0a38cd9bbf17', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', '0a3bd0cf-effc-5d5a-b64a-1328c20ed17a', '10.16.20.0/24', '10.16.20.2/32', 'vlan70', '94:b4:0f:dd:9c:83', '8', '9f964967-d23a-4f96-abf3-07cfe69b69df', 'false', NULL, NULL),
('a94d4d26-d68f-5962-8c61-fa29a76d62ee', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', 'f68ebf03-128f-59f7-a7d0-aeb58fe7e115', '10.16.0.0/24', '10.16.0.2/32', 'Vl10', '00:1b:54:2a:bd:80', '0', '9f964967-d23a-4f96-abf3-07cfe69b69df', 'false', NULL, NULL),
('afda5547-82aa-5334-890f-9748fb931364', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '8a0917d8-f7b0-5e2a-b9a3-8190b2a1de35', 'd6cb86ab-bd9a-55c7-8bbd-7b91ba50461f', '10.16.21.0/24', '10.16.21.11/32', NULL, '00:40:ae:66:ff:b8', '0', '9f964967-d23a-4f96-abf3-07cfe69b69df', 'false', NULL, NULL),
('b3e308e5-3f4d-53da-85e2-3c4cc9d5cc93', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', '1e661ca4-687e-5fdf-afd9-15745550cae0', '10.16.22.0/24', '10.16.22.1/32', 'VRRP 90', '00:00:5e:00:01:5a', '13', '9f964967-d23a-4f96-abf3-07cfe69b69df', 'false', NULL, NULL),
('cc01e97a-3669-5d59-a2f7-d7007e84dee3', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', 'd2514599-3bea-5ee0-b642-6c9b9ba6100b', '10.16.23.0/28', '10.16.23.9/32', 'transit', '94:b4:0f:dd:9b:80', '14', '9f964967-d23a-4f96-abf3-07cfe69b69df', 'false', NULL, NULL),
('d44aa03b-8547-5eb9-a1c2-7fdb089d28b7', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', NULL, '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', 'dae10e22-5061-5dcd-ab73-91a0f920ba35', '10.16.13.0/24', '10.16.13.3/32', 'Vl80', '70:db:98:12:9f:8a', '5', '9f964967-d23a-4f96-abf3-07cfe69b69df', 'false', NULL, NULL),
('dd55d8df-0189-5f20-87ad-cef712602121', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', 'f68ebf03-128f-59f7-a7d0-aeb58fe7e115', '10.16.0.0/24', '10.16.0.1/32', 'VRRP 10', '00:00:5e:00:01:0a', '1', '9f964967-d23a-4f96-abf3-07cfe69b69df', 'false', NULL, NULL),
('e75fab72-5d27-5633-a625-6c047c76c617', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', '1de8a95a-b9c3-57b5-9414-dc0c18b35935', '10.16.16.0/24', '10.16.16.1/32', 'VRRP 10', '00:00:5e:00:01:0a', '1', '9f964967-d23a-4f96-abf3-07cfe69b69df', 'false', NULL, NULL),
('e7667104-f535-5d6f-805f-9ddb40d1bfe6', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', '1de8a95a-b9c3-57b5-9414-dc0c18b35935', '10.16.16.0/24', '10.16.16.2/32', 'vlan10', '94:b4:0f:dd:9b:80', '0', '9f964967-d23a-4f96-abf3-07cfe69b69df', 'false', NULL, NULL),
('ec1a06db-1f9f-57bd-98bf-d22a49f813df', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', NULL, '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', '2cdb3cd5-a514-5ca1-af50-12cf7fab65af', '10.16.11.0/24', '10.16.11.3/32', 'Vl60', '70:db:98:12:9f:88', '3', '9f964967-d23a-4f96-abf3-07cfe69b69df', 'false', NULL, NULL);

INSERT INTO "ip_addresses_revisions" ("id", "created_at", "updated_at", "valid_from", "valid_to", "lineage_id", "last_seen_at", "last_discovery_id", "first_discovery_id", "network_id", "host_id", "subnet_id", "subnet_cidr", "ip_address", "name", "mac_address", "position", "audit_event_id", "revision_id", "ended_by", "is_last", "answers_for_others", "move_reason", "natural_name", "mac_address_source") VALUES
('1c583552-f8f7-5f8f-80b9-bb9392cb1ef3', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', '2026-11-08 12:00:00+00', '1c583552-f8f7-5f8f-80b9-bb9392cb1ef3', '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '4bdc06e3-02eb-5bc4-93d8-5c7af31281ed', 'b1103805-9652-5784-a6d4-37a4b00e474e', '10.16.12.0/24', '10.16.12.10/32', NULL, NULL, '0', '9f964967-d23a-4f96-abf3-07cfe69b69df', 'bb298e94-8864-45c4-a98a-008d033a8379', 'a25ee98c-d6e9-5769-858f-4d868ea64719', 'true', 'false', NULL, NULL, NULL);

INSERT INTO "neighbor_evidence" ("id", "created_at", "updated_at", "network_id", "interface_id", "protocol", "lldp_chassis_id_subtype", "lldp_chassis_id_value", "lldp_port_id_subtype", "lldp_port_id_value", "lldp_sys_name", "lldp_port_desc", "lldp_mgmt_addr", "lldp_sys_desc", "cdp_device_id", "cdp_port_id", "cdp_platform", "cdp_address", "resolved_interface_id", "resolved_host_id", "reason", "management_addresses") VALUES
('0b3ba24c-1965-524f-863a-9d2dc189f83e', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '5f7fa056-1a25-56a0-a484-94916ef5d004', 'LLDP', 'MacAddress', '70:4c:a5:a3:1c:00', 'InterfaceName', 'x1', 'rv-fw-2.rv.upgrade.netloom.example', 'x1', '10.16.0.6/32', 'FortiGate-200F v7.4.4', NULL, NULL, NULL, NULL, NULL, NULL, 'Pending', '{}'),
('736c89cb-ba9a-5e17-821a-01e33e91b03f', '2026-08-30 02:08:13.56+00', '2026-11-20 02:06:51.3+00', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '1858bdbc-cee7-5dad-96d3-e7ca6d7f8705', 'LLDP', 'MacAddress', 'f8:7b:20:1a:72:00', 'InterfaceName', 'Gi1/0/3', 'rv-sw-srv-1.rv.upgrade.netloom.example', 'GigabitEthernet1/0/3', '10.16.0.9/32', 'Cisco IOS Software [Cupertino], Catalyst L3 Switch Software (CAT9K_IOSXE), Version 17.12.3, RELEASE SOFTWARE (fc3)', NULL, NULL, NULL, NULL, NULL, NULL, 'Pending', '{}'),
('823dcc57-2ece-5a20-a4b9-4854a9c994d6', '2026-08-30 02:06:41.76+00', '2026-11-20 02:05:34.8+00', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '6c91d271-2208-5db2-9b28-7c6d3f27506f', 'LLDP', 'MacAddress', '84:18:88:1a:06:54', 'MacAddress', '84:18:88:1a:06:54', 'pe3.par.isp.example', 'WAN PORT', NULL, 'Juniper MX480', NULL, NULL, NULL, NULL, NULL, NULL, 'Pending', '{}'),
('9655b8df-5b89-52c5-a095-2a22eaf7ab0c', '2026-08-30 02:06:41.76+00', '2026-11-20 02:05:34.8+00', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '806f223e-7019-5a79-b951-f4052fe2459b', 'LLDP', 'MacAddress', '00:09:0f:78:af:80', 'InterfaceName', 'port1', 'rv-fw-1.rv.upgrade.netloom.example', 'port1', '10.16.0.5/32', 'FortiGate-200F v7.4.4', NULL, NULL, NULL, NULL, NULL, NULL, 'Pending', '{}'),
('bb96f0a9-9a81-57d6-85f6-f44b59ded60c', '2026-08-30 02:06:41.76+00', '2026-11-20 02:05:34.8+00', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'dee06e93-05a5-561d-b5c7-bc836eaca691', 'LLDP', 'MacAddress', '70:4c:a5:a3:1c:00', 'InterfaceName', 'port1', 'rv-fw-2.rv.upgrade.netloom.example', 'port1', '10.16.0.6/32', 'FortiGate-200F v7.4.4', NULL, NULL, NULL, NULL, NULL, NULL, 'Pending', '{}'),
('f49eb227-526e-540d-a8a2-c9aa7955ec4a', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '9cdbf966-6d0f-54c0-9e07-f0a28538ada2', 'LLDP', 'MacAddress', '00:09:0f:78:af:80', 'InterfaceName', 'x1', 'rv-fw-1.rv.upgrade.netloom.example', 'x1', '10.16.0.5/32', 'FortiGate-200F v7.4.4', NULL, NULL, NULL, NULL, NULL, NULL, 'Pending', '{}');

INSERT INTO "network_changes" ("network_id", "transaction_id", "changed_at") VALUES
('f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '11794', '2026-11-29 19:44:41.248+00'),
('f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '11796', '2026-11-29 19:44:42.861+00'),
('f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '11797', '2026-11-29 19:44:43.129+00'),
('f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '11798', '2026-11-29 19:44:43.135+00'),
('f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '11799', '2026-11-29 19:44:43.137+00'),
('f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '11800', '2026-11-29 19:44:43.146+00'),
('f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '11801', '2026-11-29 19:44:43.149+00'),
('f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '11802', '2026-11-29 19:44:43.151+00'),
('f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '11803', '2026-11-29 19:44:43.153+00'),
('f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '11804', '2026-11-29 19:44:43.154+00'),
('f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '11805', '2026-11-29 19:44:43.155+00');

INSERT INTO "networks" ("id", "created_at", "updated_at", "organization_id", "name", "stale_after_hours", "history_kept_since") VALUES
('f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '2026-08-13 12:00:00+00', '2026-08-13 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Riverside Campus', NULL, NULL);

INSERT INTO "organizations" ("id", "created_at", "updated_at", "name", "api_access_enabled", "history_kept_since", "second_factor_required") VALUES
('b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', '2026-08-12 12:00:00+00', '2026-08-12 12:00:00+00', 'Demo upgrade', 'true', NULL, 'false');

INSERT INTO "ports" ("id", "created_at", "updated_at", "valid_from", "valid_to", "last_seen_at", "last_discovery_id", "first_discovery_id", "network_id", "host_id", "number", "protocol", "audit_event_id") VALUES
('112eaad3-4caf-5dc2-8d64-f2657f32be55', '2026-08-30 02:13:44.04+00', '2026-11-20 02:11:26.7+00', '2026-08-30 02:13:44.04+00', NULL, '2026-11-20 02:11:26.7+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '557ab5c4-3b09-52d6-af3d-f196bd79cd65', '161', 'Udp', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('43547a48-a6ef-5c7f-abbe-a10216e918e8', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', '22', 'Tcp', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('46259f6e-40a5-5cf8-848d-fb61ceeffa79', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', '123', 'Udp', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('606503ec-8551-5545-bcf0-e53fe00f1cf5', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', NULL, '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', '22', 'Tcp', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('763652a9-acfb-51a4-abfb-957acf27de10', '2026-08-30 02:08:13.56+00', '2026-11-20 02:06:51.3+00', '2026-08-30 02:08:13.56+00', NULL, '2026-11-20 02:06:51.3+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f0a75094-bd79-5356-a42c-7da0fbb62b9e', '60073', 'Tcp', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('77afaa0a-4bb6-5059-a12d-4746b198eda0', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', '161', 'Udp', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('9d515009-e2ac-5721-8b51-e5eb9d6bdc29', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', '161', 'Udp', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('a3e6703e-e729-59f4-a165-d245fe92ac24', '2026-08-30 02:13:44.04+00', '2026-11-20 02:11:26.7+00', '2026-08-30 02:13:44.04+00', NULL, '2026-11-20 02:11:26.7+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '557ab5c4-3b09-52d6-af3d-f196bd79cd65', '22', 'Tcp', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('af81ab0b-4e83-5e2a-a2a1-b6cfe4b535a0', '2026-08-30 02:13:44.04+00', '2026-11-20 02:11:26.7+00', '2026-08-30 02:13:44.04+00', NULL, '2026-11-20 02:11:26.7+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '557ab5c4-3b09-52d6-af3d-f196bd79cd65', '443', 'Tcp', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('b2222271-fea9-5d48-b9fb-f67b8b5a29a4', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', '22', 'Tcp', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('b9217320-e1b9-561c-9f57-6f387afc9204', '2026-08-30 02:06:41.76+00', '2026-11-20 02:05:34.8+00', '2026-08-30 02:06:41.76+00', NULL, '2026-11-20 02:05:34.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '7be38b8e-d760-5b9a-b66e-74cc350efb05', '22', 'Tcp', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('c3764df9-1866-5787-af1c-058891acdd47', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', '8a0917d8-f7b0-5e2a-b9a3-8190b2a1de35', '47808', 'Udp', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('f022136c-94ff-5825-b32c-5a652e81d304', '2026-08-30 02:08:13.56+00', '2026-11-20 02:06:51.3+00', '2026-08-30 02:08:13.56+00', NULL, '2026-11-20 02:06:51.3+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f0a75094-bd79-5356-a42c-7da0fbb62b9e', '22', 'Tcp', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('fcd94d3d-9560-561d-82b0-43698e45e046', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', NULL, '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', '161', 'Udp', '9f964967-d23a-4f96-abf3-07cfe69b69df');

INSERT INTO "routing_neighbors" ("id", "created_at", "updated_at", "valid_from", "valid_to", "audit_event_id", "network_id", "host_id", "interface_id", "protocol", "neighbor_address", "neighbor_router_id", "neighbor_host_id", "state", "remote_as") VALUES
('28b0b739-a0e4-576b-a74f-c48da0690fed', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', '57fd496d-8ab4-5292-aa36-7bd9543e9dec', 'Ospf', '10.16.0.3/32', '10.16.0.3', NULL, 'Full', NULL);

INSERT INTO "services" ("id", "created_at", "updated_at", "valid_from", "valid_to", "last_seen_at", "last_discovery_id", "first_discovery_id", "network_id", "source_type", "source_confidence", "source_reason", "host_id", "name", "service_definition", "position", "virtualization_type", "container_name", "container_id", "compose_project", "virtualization_service_id", "audit_event_id") VALUES
('0ca36db0-221d-546c-95ca-9c5b4547e31b', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-11-29 19:44:43.135+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'DiscoveryWithMatch', 'Certain', 'Banner on port 22 names product and version', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', 'Switch (moved)', 'netloom-daemon', '0', NULL, NULL, NULL, NULL, NULL, '0621f7b2-cf34-4515-9464-e8700bbe2a1d'),
('1c60a42d-b081-560a-b2f2-afdb83fc919b', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-11-29 19:44:43.13+00', NULL, '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'DiscoveryWithMatch', 'Certain', 'Banner on port 22 names product and version', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', 'Core Switch (moved)', 'core-switch', '0', NULL, NULL, NULL, NULL, NULL, '89e9e92c-6e77-4b2e-b915-db5b82369573'),
('64c900f3-01e5-576a-9e90-ac83be517398', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-11-29 19:44:43.13+00', NULL, '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'DiscoveryWithMatch', 'Certain', 'Fingerprint of the device', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', 'Gateway (moved)', 'Gateway', '1', NULL, NULL, NULL, NULL, NULL, '89e9e92c-6e77-4b2e-b915-db5b82369573'),
('8af23691-e9fa-5c74-9c21-92f4879480f7', '2026-08-30 02:13:44.04+00', '2026-11-20 02:11:26.7+00', '2026-11-29 19:44:43.13+00', NULL, '2026-11-20 02:11:26.7+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'DiscoveryWithMatch', 'Certain', 'Banner on port 22 names product and version', '557ab5c4-3b09-52d6-af3d-f196bd79cd65', 'Catalyst (moved)', 'cisco-catalyst', '0', NULL, NULL, NULL, NULL, NULL, '89e9e92c-6e77-4b2e-b915-db5b82369573'),
('8f843aae-bd6d-5ffd-8ea9-35b2f64cd4f3', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-11-29 19:44:43.13+00', NULL, '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'DiscoveryWithMatch', 'Certain', 'Banner on port 22 names product and version', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', 'Switch (moved)', 'Switch', '0', NULL, NULL, NULL, NULL, NULL, '89e9e92c-6e77-4b2e-b915-db5b82369573'),
('a2f92221-6e51-5549-a0ba-1de9fe8fe39b', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-11-29 19:44:43.13+00', NULL, '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'DiscoveryWithMatch', 'Certain', 'Banner on port 123/udp names product and version', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', 'NTP (moved)', 'NTP Server', '1', NULL, NULL, NULL, NULL, NULL, '89e9e92c-6e77-4b2e-b915-db5b82369573'),
('addfe373-ffbe-5df5-bdd9-1aa79addf71c', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-11-29 19:44:43.13+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'DiscoveryWithMatch', 'High', 'Answer on port 47808/udp matches', '8a0917d8-f7b0-5e2a-b9a3-8190b2a1de35', 'BACnet (moved)', 'bacnet-device', '0', NULL, NULL, NULL, NULL, NULL, '89e9e92c-6e77-4b2e-b915-db5b82369573'),
('b52b50c5-107e-5db8-998d-0f2d47bda892', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-11-29 19:44:43.13+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'DiscoveryWithMatch', 'Certain', 'Fingerprint of the device', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', 'Gateway (moved)', 'Gateway', '1', NULL, NULL, NULL, NULL, NULL, '89e9e92c-6e77-4b2e-b915-db5b82369573'),
('b7236e4b-375b-5d66-b30b-443711029100', '2026-08-30 02:08:13.56+00', '2026-11-20 02:06:51.3+00', '2026-08-30 02:08:13.56+00', NULL, '2026-11-20 02:06:51.3+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'DiscoveryWithMatch', 'High', 'Answer on port 22 matches', 'f0a75094-bd79-5356-a42c-7da0fbb62b9e', 'SSH', 'SSH', '0', NULL, NULL, NULL, NULL, NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('d996a649-80ff-5885-b4ff-468c2fb19ade', '2026-08-30 02:06:41.76+00', '2026-11-20 02:05:34.8+00', '2026-08-30 02:06:41.76+00', NULL, '2026-11-20 02:05:34.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'DiscoveryWithMatch', 'Certain', 'Banner on port 22 names product and version', '7be38b8e-d760-5b9a-b66e-74cc350efb05', 'Gateway', 'Gateway', '0', NULL, NULL, NULL, NULL, NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df');

INSERT INTO "services_revisions" ("id", "created_at", "updated_at", "valid_from", "valid_to", "lineage_id", "last_seen_at", "last_discovery_id", "first_discovery_id", "network_id", "source_type", "source_confidence", "source_reason", "host_id", "name", "service_definition", "position", "virtualization_type", "container_name", "container_id", "compose_project", "virtualization_service_id", "audit_event_id", "revision_id", "ended_by", "is_last", "natural_name") VALUES
('0ca36db0-221d-546c-95ca-9c5b4547e31b', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-11-29 19:44:43.13+00', '2026-11-29 19:44:43.135+00', '0ca36db0-221d-546c-95ca-9c5b4547e31b', '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'DiscoveryWithMatch', 'Certain', 'Banner on port 22 names product and version', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', 'Switch (moved)', 'Switch', '0', NULL, NULL, NULL, NULL, NULL, '89e9e92c-6e77-4b2e-b915-db5b82369573', '6d4d7d77-88ef-40dc-8549-389fef529810', '0621f7b2-cf34-4515-9464-e8700bbe2a1d', 'false', 'switch (moved)'),
('0ca36db0-221d-546c-95ca-9c5b4547e31b', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', '2026-11-29 19:44:43.13+00', '0ca36db0-221d-546c-95ca-9c5b4547e31b', '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'DiscoveryWithMatch', 'Certain', 'Banner on port 22 names product and version', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', 'Switch', 'Switch', '0', NULL, NULL, NULL, NULL, NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', 'c4c64b59-b062-4f6a-a577-0b16fcced8fc', '89e9e92c-6e77-4b2e-b915-db5b82369573', 'false', 'switch'),
('1c60a42d-b081-560a-b2f2-afdb83fc919b', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', '2026-11-29 19:44:43.13+00', '1c60a42d-b081-560a-b2f2-afdb83fc919b', '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'DiscoveryWithMatch', 'Certain', 'Banner on port 22 names product and version', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', 'Core Switch', 'core-switch', '0', NULL, NULL, NULL, NULL, NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', '704c83de-b229-4fd3-9b26-5871328a3bff', '89e9e92c-6e77-4b2e-b915-db5b82369573', 'false', 'core switch'),
('64c900f3-01e5-576a-9e90-ac83be517398', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', '2026-11-29 19:44:43.13+00', '64c900f3-01e5-576a-9e90-ac83be517398', '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'DiscoveryWithMatch', 'Certain', 'Fingerprint of the device', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', 'Gateway', 'Gateway', '1', NULL, NULL, NULL, NULL, NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', '83de4391-946e-4018-944a-57c2587f2176', '89e9e92c-6e77-4b2e-b915-db5b82369573', 'false', 'gateway'),
('8af23691-e9fa-5c74-9c21-92f4879480f7', '2026-08-30 02:13:44.04+00', '2026-11-20 02:11:26.7+00', '2026-08-30 02:13:44.04+00', '2026-11-29 19:44:43.13+00', '8af23691-e9fa-5c74-9c21-92f4879480f7', '2026-11-20 02:11:26.7+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'DiscoveryWithMatch', 'Certain', 'Banner on port 22 names product and version', '557ab5c4-3b09-52d6-af3d-f196bd79cd65', 'Catalyst', 'cisco-catalyst', '0', NULL, NULL, NULL, NULL, NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', '5d28f77b-86c7-48c7-bb73-f770c6402d5f', '89e9e92c-6e77-4b2e-b915-db5b82369573', 'false', 'catalyst'),
('8f843aae-bd6d-5ffd-8ea9-35b2f64cd4f3', '2026-08-30 02:12:48.96+00', '2026-11-20 02:10:40.8+00', '2026-08-30 02:12:48.96+00', '2026-11-29 19:44:43.13+00', '8f843aae-bd6d-5ffd-8ea9-35b2f64cd4f3', '2026-11-20 02:10:40.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'DiscoveryWithMatch', 'Certain', 'Banner on port 22 names product and version', 'f1aced27-4cac-5cfa-a65a-b0cb1647765a', 'Switch', 'Switch', '0', NULL, NULL, NULL, NULL, NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', '0f2aaf41-45ed-4b0f-a3f1-1299c367591c', '89e9e92c-6e77-4b2e-b915-db5b82369573', 'false', 'switch'),
('a2f92221-6e51-5549-a0ba-1de9fe8fe39b', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', '2026-11-29 19:44:43.13+00', 'a2f92221-6e51-5549-a0ba-1de9fe8fe39b', '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'DiscoveryWithMatch', 'Certain', 'Banner on port 123/udp names product and version', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', 'NTP', 'NTP Server', '1', NULL, NULL, NULL, NULL, NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', '28c2c985-3a42-44d2-b9ff-9177f3a6165b', '89e9e92c-6e77-4b2e-b915-db5b82369573', 'false', 'ntp'),
('addfe373-ffbe-5df5-bdd9-1aa79addf71c', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', '2026-11-29 19:44:43.13+00', 'addfe373-ffbe-5df5-bdd9-1aa79addf71c', '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'DiscoveryWithMatch', 'High', 'Answer on port 47808/udp matches', '8a0917d8-f7b0-5e2a-b9a3-8190b2a1de35', 'BACnet', 'bacnet-device', '0', NULL, NULL, NULL, NULL, NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', '345d0e52-9517-4b4f-89b8-eb174e323ba4', '89e9e92c-6e77-4b2e-b915-db5b82369573', 'false', 'bacnet'),
('b52b50c5-107e-5db8-998d-0f2d47bda892', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', '2026-11-29 19:44:43.13+00', 'b52b50c5-107e-5db8-998d-0f2d47bda892', '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'DiscoveryWithMatch', 'Certain', 'Fingerprint of the device', 'a0a03d38-312e-517b-9cd3-43ce3b7181fa', 'Gateway', 'Gateway', '1', NULL, NULL, NULL, NULL, NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', '7b6e52e9-6658-401c-8eda-c6c446b2b19d', '89e9e92c-6e77-4b2e-b915-db5b82369573', 'false', 'gateway'),
('f27a1f40-4333-5bbf-81df-31e71a290dc9', '2026-08-30 02:05:28.32+00', '2026-11-20 02:04:33.6+00', '2026-08-30 02:05:28.32+00', '2026-11-29 19:44:43.138+00', 'f27a1f40-4333-5bbf-81df-31e71a290dc9', '2026-11-20 02:04:33.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'DiscoveryWithMatch', 'Certain', 'Fingerprint of the device', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', 'Gateway', 'Gateway', '2', NULL, NULL, NULL, NULL, NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', '1ffa70ed-9013-47fc-8209-e80fba9fb2cb', 'c7405184-3fd9-4540-98aa-ad95f41d92b8', 'true', 'gateway'),
('fa727422-a074-5f05-8a27-fd2db96c9e47', '2026-08-30 02:08:13.56+00', '2026-11-20 02:06:51.3+00', '2026-08-30 02:08:13.56+00', '2026-11-29 19:44:43.138+00', 'fa727422-a074-5f05-8a27-fd2db96c9e47', '2026-11-20 02:06:51.3+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'DiscoveryWithMatch', 'Certain', 'Banner on port 60073 names product and version', 'f0a75094-bd79-5356-a42c-7da0fbb62b9e', 'Netloom daemon', 'netloom-daemon', '1', NULL, NULL, NULL, NULL, NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', 'c05ff163-38c3-46ba-87e4-c4b9eaf116fa', 'c7405184-3fd9-4540-98aa-ad95f41d92b8', 'true', 'netloom daemon');

INSERT INTO "shares" ("id", "created_at", "updated_at", "network_id", "organization_id", "topology_id", "created_by", "name", "is_enabled", "expires_at", "allowed_domains", "show_inspect_panel", "show_zoom_controls", "show_export_button", "enabled_views", "password_hash") VALUES
('40cb9a54-a89e-5f0f-911c-fc731412346d', '2026-11-01 09:22:00+00', '2026-11-01 09:22:00+00', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'c80602d9-b6a4-5c0e-9b8f-89ae6a9b558a', '2cca0170-936b-5667-9b4b-d8c7c87e9149', 'Screen in the office, Riverside Campus', 'true', NULL, '{status.netloom.example}', 'true', 'true', 'false', '{L2Physical,L3Logical}', NULL),
('c4cf31d5-2708-59de-abe3-d50755861365', '2026-11-01 09:22:00+00', '2026-11-01 09:22:00+00', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'c80602d9-b6a4-5c0e-9b8f-89ae6a9b558a', '2cca0170-936b-5667-9b4b-d8c7c87e9149', 'Cabling contractor', 'true', '2026-12-20 12:00:00+00', '{}', 'true', 'true', 'true', '{}', '$argon2id$v=19$m=19456,t=2,p=1$33i7ymvBzfDwQnLoV+bkeA$M3TliQvjkw7szSxz1IYjxqdAyzD9Y5SuWJdDX+eUw7A');

INSERT INTO "snapshots" ("id", "created_at", "updated_at", "network_id", "organization_id", "taken_at", "created_by_user_id", "name") VALUES
('4b270bca-c68b-5671-9432-34d746e8ab1c', '2026-11-12 15:47:00+00', '2026-11-12 15:47:00+00', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', '2026-11-12 15:47:00+00', '2cca0170-936b-5667-9b4b-d8c7c87e9149', 'After the audit'),
('4bc7d241-dd13-5ae0-8fbe-9ed521511c31', '2026-11-01 09:22:00+00', '2026-11-01 09:22:00+00', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', '2026-11-01 09:22:00+00', '2cca0170-936b-5667-9b4b-d8c7c87e9149', 'Before the audit'),
('ade7e4e7-d802-53ae-b5b7-fd1af108fec7', '2026-10-11 09:21:00+00', '2026-10-11 09:21:00+00', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', '2026-10-11 09:21:00+00', '2cca0170-936b-5667-9b4b-d8c7c87e9149', 'Monthly record');

INSERT INTO "subnets" ("id", "created_at", "updated_at", "valid_from", "valid_to", "last_seen_at", "last_discovery_id", "first_discovery_id", "network_id", "source_type", "source_confidence", "source_reason", "name", "cidr", "cidr_source", "description", "subnet_type", "virtualization_service_id", "audit_event_id", "namespace") VALUES
('01816038-7b56-5134-9d8f-92457e717d7c', '2026-08-29 23:00:00+00', '2026-08-29 23:00:00+00', '2026-08-29 23:00:00+00', NULL, '2026-08-29 23:00:00+00', NULL, NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Manual', NULL, NULL, 'Remote access', '10.16.7.0/24', NULL, NULL, 'VpnTunnel', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', ''),
('064c71d1-283b-53e0-898f-2099edb640d5', '2026-08-30 02:13:07.32+00', '2026-11-20 02:10:56.1+00', '2026-08-30 02:13:07.32+00', NULL, '2026-11-20 02:10:56.1+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'Main Hall transit', '10.16.15.0/28', 'ipAddrTable', NULL, 'Gateway', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', ''),
('07ff65f9-4d33-5e02-9a0f-a27ec1e90c65', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'Library voice', '10.16.18.0/24', 'ipAddrTable', NULL, 'Lan', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', ''),
('0a3bd0cf-effc-5d5a-b64a-1328c20ed17a', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'Library guests', '10.16.20.0/24', 'ipAddrTable', NULL, 'Guest', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', ''),
('0bca8d51-410c-57a0-b1cb-58a910b12f6f', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'Science Block staff', '10.16.25.0/24', 'ipAddrTable', NULL, 'Lan', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', ''),
('1de8a95a-b9c3-57b5-9414-dc0c18b35935', '2026-08-30 02:16:29.28+00', '2026-11-20 02:13:44.4+00', '2026-08-30 02:16:29.28+00', NULL, '2026-11-20 02:13:44.4+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'Library management', '10.16.16.0/24', 'ipAddrTable', NULL, 'Management', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', ''),
('1e661ca4-687e-5fdf-afd9-15745550cae0', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'Library printers', '10.16.22.0/24', 'ipAddrTable', NULL, 'Lan', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', ''),
('2cdb3cd5-a514-5ca1-af50-12cf7fab65af', '2026-08-30 02:11:17.16+00', '2026-11-20 02:09:24.3+00', '2026-08-30 02:11:17.16+00', NULL, '2026-11-20 02:09:24.3+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'Main Hall WiFi', '10.16.11.0/24', 'ipAddrTable', NULL, 'WiFi', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', ''),
('35f7aee3-5d84-5f87-8955-8870bfba63a5', '2026-08-30 02:12:12.24+00', '2026-11-20 02:10:10.2+00', '2026-08-30 02:12:12.24+00', NULL, '2026-11-20 02:10:10.2+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'Main Hall printers', '10.16.14.0/24', 'ipAddrTable', NULL, 'Lan', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', ''),
('4d3e10aa-fd13-5cfb-a2e1-880ae812146e', '2026-08-30 02:10:40.44+00', '2026-11-20 02:08:53.7+00', '2026-08-30 02:10:40.44+00', NULL, '2026-11-20 02:08:53.7+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'Main Hall staff', '10.16.9.0/24', 'ipAddrTable', NULL, 'Lan', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', ''),
('4fdad2cb-2e74-5d82-9208-aac71e04194b', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'Science Block WiFi', '10.16.27.0/24', 'ipAddrTable', NULL, 'WiFi', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', ''),
('53bbe8f4-bf67-5e01-95d6-9769506b6bc5', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'Science Block voice', '10.16.26.0/24', 'ipAddrTable', NULL, 'Lan', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', ''),
('56988890-fe02-58d5-bd8f-374ee15dce97', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'Science Block transit', '10.16.31.0/28', 'ipAddrTable', NULL, 'Gateway', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', ''),
('6f0919c8-c018-5d82-abcc-aec938c30f70', '2026-08-30 02:10:58.8+00', '2026-11-20 02:09:09+00', '2026-08-30 02:10:58.8+00', NULL, '2026-11-20 02:09:09+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'Main Hall voice', '10.16.10.0/24', 'ipAddrTable', NULL, 'Lan', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', ''),
('70e62546-6cd3-5bc9-bf64-d47d0863a8c5', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'Science Block printers', '10.16.30.0/24', 'ipAddrTable', NULL, 'Lan', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', ''),
('77ad4cdb-2942-56a4-ae23-2c3f82f9b48b', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'Science Block things', '10.16.29.0/24', 'ipAddrTable', NULL, 'IoT', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', ''),
('94f01ce6-d28b-5824-a1eb-1f8875e45351', '2026-08-29 23:00:00+00', '2026-08-29 23:00:00+00', '2026-08-29 23:00:00+00', NULL, '2026-08-29 23:00:00+00', NULL, NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'System', NULL, NULL, 'Remote', '0.0.0.0/0', NULL, NULL, 'Remote', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', ''),
('a27ae206-e12d-5462-9ae0-fa14875ba347', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'Science Block guests', '10.16.28.0/24', 'ipAddrTable', NULL, 'Guest', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', ''),
('a6449680-8491-5de2-b313-7de3e24364e2', '2026-08-30 02:16:47.64+00', '2026-11-20 02:13:59.7+00', '2026-08-30 02:16:47.64+00', NULL, '2026-11-20 02:13:59.7+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'Library staff', '10.16.17.0/24', 'ipAddrTable', NULL, 'Lan', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', ''),
('b1103805-9652-5784-a6d4-37a4b00e474e', '2026-08-30 02:11:35.52+00', '2026-11-20 02:09:39.6+00', '2026-08-30 02:11:35.52+00', NULL, '2026-11-20 02:09:39.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'Main Hall guests', '10.16.12.0/24', 'ipAddrTable', NULL, 'Guest', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', ''),
('b1e65471-6b0d-52c4-a2b9-5dde5b8eaead', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'Science Block management', '10.16.24.0/24', 'ipAddrTable', NULL, 'Management', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', ''),
('ba8545bc-053f-55aa-a7de-ce22c6acda89', '2026-08-29 23:00:00+00', '2026-08-29 23:00:00+00', '2026-08-29 23:00:00+00', NULL, '2026-08-29 23:00:00+00', NULL, NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'System', NULL, NULL, 'Internet', '0.0.0.0/0', NULL, NULL, 'Internet', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', ''),
('c2281cdf-980e-56f2-8087-8e6b33b9f431', '2026-08-30 02:05:09.96+00', '2026-11-20 02:04:18.3+00', '2026-08-30 02:05:09.96+00', NULL, '2026-11-20 02:04:18.3+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'DMZ', '10.16.2.0/24', 'ipAddrTable', NULL, 'Dmz', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', ''),
('c95630ab-035f-5473-9995-6c5a089177af', '2026-08-29 23:00:00+00', '2026-08-29 23:00:00+00', '2026-08-29 23:00:00+00', NULL, '2026-08-29 23:00:00+00', NULL, NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Manual', NULL, NULL, 'Internet uplink', '203.0.113.0/29', NULL, 'Given by the provider', 'Gateway', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', ''),
('cdb9f94a-2478-53c4-a644-7e24b18b3c58', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'Library WiFi', '10.16.19.0/24', 'ipAddrTable', NULL, 'WiFi', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', ''),
('d2514599-3bea-5ee0-b642-6c9b9ba6100b', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'Library transit', '10.16.23.0/28', 'ipAddrTable', NULL, 'Gateway', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', ''),
('d6cb86ab-bd9a-55c7-8bbd-7b91ba50461f', '2026-08-30 02:17:06+00', '2026-11-20 02:14:15+00', '2026-08-30 02:17:06+00', NULL, '2026-11-20 02:14:15+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'Library things', '10.16.21.0/24', 'ipAddrTable', NULL, 'IoT', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', ''),
('dae10e22-5061-5dcd-ab73-91a0f920ba35', '2026-08-30 02:11:53.88+00', '2026-11-20 02:09:54.9+00', '2026-08-30 02:11:53.88+00', NULL, '2026-11-20 02:09:54.9+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'Main Hall things', '10.16.13.0/24', 'ipAddrTable', NULL, 'IoT', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', ''),
('e1ccf188-dfca-5b32-9446-0b164b913f0d', '2026-08-30 02:10:22.08+00', '2026-11-20 02:08:38.4+00', '2026-08-30 02:10:22.08+00', NULL, '2026-11-20 02:08:38.4+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'Main Hall management', '10.16.8.0/24', 'ipAddrTable', NULL, 'Management', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', ''),
('e64e7641-2939-5a41-8663-50e9cb2e3038', '2026-08-30 02:04:51.6+00', '2026-11-20 02:04:03+00', '2026-08-30 02:04:51.6+00', NULL, '2026-11-20 02:04:03+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'Servers', '10.16.1.0/24', 'ipAddrTable', NULL, 'Lan', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', ''),
('f68ebf03-128f-59f7-a7d0-aeb58fe7e115', '2026-08-30 02:04:33.24+00', '2026-11-20 02:03:47.7+00', '2026-08-30 02:04:33.24+00', NULL, '2026-11-20 02:03:47.7+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'Discovery', NULL, NULL, 'Core management', '10.16.0.0/24', 'ipAddrTable', NULL, 'Management', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', '');

INSERT INTO "tag_assignments" ("id", "created_at", "updated_at", "valid_from", "valid_to", "organization_id", "network_id", "user_id", "tag_id", "host_id", "service_id", "subnet_id", "group_id", "tagged_network_id", "discovery_id", "daemon_id", "daemon_api_key_id", "user_api_key_id", "audit_event_id") VALUES
('3dc8c7e7-35ea-506b-8e41-a742648f1b71', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', NULL, '59c88759-ad76-5c18-b3af-cdae4bebff03', '7be38b8e-d760-5b9a-b66e-74cc350efb05', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('63326815-f265-517a-94eb-2d10a12617aa', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', NULL, '92a3655a-ab33-5eb9-9457-1d31f0ddd1fb', NULL, NULL, NULL, '31cb6e0a-6d5d-5614-a33b-eda404dd1bad', NULL, NULL, NULL, NULL, NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('707dd0c8-6e4c-50e1-ad55-18b5f4d7316c', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', NULL, '6ca8dafb-c288-5b10-962e-5c5deb7af574', '8a0917d8-f7b0-5e2a-b9a3-8190b2a1de35', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('7602d02b-182e-587b-9688-8696946d27f0', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', NULL, 'cd456146-37f2-5851-9ba0-92e06e85a085', '7be38b8e-d760-5b9a-b66e-74cc350efb05', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('7e6a2573-54c4-5bc6-a3d7-6792d904ee03', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', NULL, '13edcb36-8982-5767-9f65-a17b6f1a8977', NULL, NULL, NULL, NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', NULL, NULL, NULL, NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('7f7986e0-1d8c-5736-a9d3-e474f85b2c05', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', NULL, '13edcb36-8982-5767-9f65-a17b6f1a8977', NULL, NULL, NULL, NULL, NULL, 'e0bc708a-fb8d-50a7-a4a0-f3235f6d1c88', NULL, NULL, NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('84ef538f-e3d9-56be-9c0b-b7d823939edf', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', NULL, '27ccc176-eef4-5a49-9f52-1848b7c8da46', NULL, NULL, 'a27ae206-e12d-5462-9ae0-fa14875ba347', NULL, NULL, NULL, NULL, NULL, NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('902a8971-bc72-5fd6-a5f3-bad9d14783be', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', NULL, 'cd456146-37f2-5851-9ba0-92e06e85a085', 'f9ade0a9-d814-5241-bd7f-18c3acba16d5', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('c8ac29fe-f78f-5d1f-9979-55e8409cdbb4', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', NULL, '2cca0170-936b-5667-9b4b-d8c7c87e9149', 'b3ffe7ce-9075-54ab-b59a-e4bea36842bd', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'c019c502-5db0-5347-a48f-c7705382c27f', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('cc5a48cb-8933-5ac5-9a8f-1e80d30bbead', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', NULL, '27ccc176-eef4-5a49-9f52-1848b7c8da46', NULL, NULL, '0a3bd0cf-effc-5d5a-b64a-1328c20ed17a', NULL, NULL, NULL, NULL, NULL, NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('e754f50f-97ca-5191-8134-97db9f711c26', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', NULL, 'b3ffe7ce-9075-54ab-b59a-e4bea36842bd', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '99a4c2cf-d831-59a0-a4fe-1c4738b7d588', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('e820fbb6-d336-5c5b-bc28-dd27f51122ac', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', NULL, '92a3655a-ab33-5eb9-9457-1d31f0ddd1fb', NULL, NULL, NULL, 'a79467e1-e2c1-5ebc-936e-523f4597822e', NULL, NULL, NULL, NULL, NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('ee76279d-581d-5bc2-86fb-a8ea46b2d57f', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', NULL, 'cd456146-37f2-5851-9ba0-92e06e85a085', NULL, NULL, NULL, '5bce5217-4458-53c7-9ca0-0362cb3ba405', NULL, NULL, NULL, NULL, NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df');

INSERT INTO "tag_assignments_revisions" ("id", "created_at", "updated_at", "valid_from", "valid_to", "lineage_id", "organization_id", "network_id", "user_id", "tag_id", "entity_type", "entity_id", "host_id", "service_id", "subnet_id", "group_id", "tagged_network_id", "discovery_id", "daemon_id", "daemon_api_key_id", "user_api_key_id", "audit_event_id", "revision_id", "ended_by", "is_last") VALUES
('04598deb-6116-58b0-8399-e1d891c04509', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', '2026-11-29 19:44:43.153+00', '04598deb-6116-58b0-8399-e1d891c04509', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', NULL, '92a3655a-ab33-5eb9-9457-1d31f0ddd1fb', 'Group', 'd744276b-fd4a-522b-9575-0eec30051fc5', NULL, NULL, NULL, 'd744276b-fd4a-522b-9575-0eec30051fc5', NULL, NULL, NULL, NULL, NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', '13ca7ba8-2205-45f8-9ba9-0f37217e5aeb', 'daaa38e0-b79e-4b4f-84b6-9a7786bc3a94', 'true'),
('225d36ee-854c-5636-bc40-6bc23af8f7d7', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', '2026-11-29 19:44:43.153+00', '225d36ee-854c-5636-bc40-6bc23af8f7d7', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', NULL, 'b3ffe7ce-9075-54ab-b59a-e4bea36842bd', 'Daemon', '57daa2d6-7c33-52f9-ba6b-218b7179fdc0', NULL, NULL, NULL, NULL, NULL, NULL, '57daa2d6-7c33-52f9-ba6b-218b7179fdc0', NULL, NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', 'f2a384a4-ffb5-408f-a894-eabd22dddbbf', 'daaa38e0-b79e-4b4f-84b6-9a7786bc3a94', 'true'),
('30b4b548-e7bb-5a58-a27f-b8e7628f0f3d', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', '2026-11-29 19:44:43.153+00', '30b4b548-e7bb-5a58-a27f-b8e7628f0f3d', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', NULL, '27ccc176-eef4-5a49-9f52-1848b7c8da46', 'Subnet', 'b1103805-9652-5784-a6d4-37a4b00e474e', NULL, NULL, 'b1103805-9652-5784-a6d4-37a4b00e474e', NULL, NULL, NULL, NULL, NULL, NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', '726b68ba-c456-488e-a65e-b023cbdcb99f', 'daaa38e0-b79e-4b4f-84b6-9a7786bc3a94', 'true'),
('7510bfd3-9392-5c69-9808-733bd3eae94f', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', '2026-09-21 12:00:00+00', '2026-11-29 19:44:43.144+00', '7510bfd3-9392-5c69-9808-733bd3eae94f', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', NULL, 'b3ffe7ce-9075-54ab-b59a-e4bea36842bd', 'Service', 'fa727422-a074-5f05-8a27-fd2db96c9e47', NULL, 'fa727422-a074-5f05-8a27-fd2db96c9e47', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', 'fc3cbfe4-99cc-4ee7-b814-7cc644940ce6', 'c7405184-3fd9-4540-98aa-ad95f41d92b8', 'true');

INSERT INTO "tags" ("id", "created_at", "updated_at", "valid_from", "valid_to", "organization_id", "name", "description", "color", "is_application", "audit_event_id") VALUES
('13edcb36-8982-5767-9f65-a17b6f1a8977', '2026-08-14 12:08:00+00', '2026-08-14 12:08:00+00', '2026-11-29 19:44:43.151+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Production (old)', 'In use by customers or staff', 'Green', 'false', '2f7c6493-68c5-48b8-be58-f96bd07142fb'),
('27ccc176-eef4-5a49-9f52-1848b7c8da46', '2026-08-14 12:14:00+00', '2026-08-14 12:14:00+00', '2026-08-14 12:14:00+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Guests', 'Devices and networks of visitors', 'Pink', 'false', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('41818770-0ab4-54be-986d-dae42324d393', '2026-08-14 12:09:00+00', '2026-08-14 12:09:00+00', '2026-08-14 12:09:00+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Staging', 'Tried here first', 'Orange', 'false', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('487b8120-ebb3-5df7-a0b1-af48df1dd2fd', '2026-08-14 12:11:00+00', '2026-08-14 12:11:00+00', '2026-08-14 12:11:00+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Cardholder data', 'In the scope of PCI DSS', 'Rose', 'false', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('59c88759-ad76-5c18-b3af-cdae4bebff03', '2026-08-14 12:12:00+00', '2026-08-14 12:12:00+00', '2026-08-14 12:12:00+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'End of life', 'No more updates from the maker', 'Gray', 'false', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('5e6e5461-fa84-5216-8ae7-fdfe5bae7a4d', '2026-08-14 12:01:00+00', '2026-08-14 12:01:00+00', '2026-08-14 12:01:00+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Intranet', 'Wiki, files and single sign-on for everybody', 'Blue', 'true', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('67970770-774d-5883-8875-ebb049d85032', '2026-08-14 12:07:00+00', '2026-08-14 12:07:00+00', '2026-08-14 12:07:00+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Media library', 'Photos and films of the branch', 'Fuchsia', 'true', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('6ca8dafb-c288-5b10-962e-5c5deb7af574', '2026-08-14 12:06:00+00', '2026-08-14 12:06:00+00', '2026-08-14 12:06:00+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Smart building', 'Heating, light, sensors and cameras', 'Lime', 'true', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('6d729984-2a96-5f53-8e14-ae7264a4ddef', '2026-08-14 12:04:00+00', '2026-08-14 12:04:00+00', '2026-08-14 12:04:00+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Mail', 'Mail in, mail out, mailboxes', 'Sky', 'true', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('92a3655a-ab33-5eb9-9457-1d31f0ddd1fb', '2026-08-14 12:05:00+00', '2026-08-14 12:05:00+00', '2026-08-14 12:05:00+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Telephony', 'The telephone exchange and its phones', 'Teal', 'true', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('b3ffe7ce-9075-54ab-b59a-e4bea36842bd', '2026-08-14 12:03:00+00', '2026-08-14 12:03:00+00', '2026-08-14 12:03:00+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Monitoring', 'Metrics, logs and alerts', 'Amber', 'true', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('cb29adec-d6f9-5ead-94ea-ed4f6b61bb92', '2026-08-14 12:00:00+00', '2026-08-14 12:00:00+00', '2026-08-14 12:00:00+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Web shop', 'What customers see, and what it stands on', 'Emerald', 'true', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('cd456146-37f2-5851-9ba0-92e06e85a085', '2026-08-14 12:10:00+00', '2026-08-14 12:10:00+00', '2026-08-14 12:10:00+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Critical', 'Somebody is called at night', 'Red', 'false', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('d8884814-2a0d-5bc8-b021-19450c7d4f65', '2026-08-14 12:02:00+00', '2026-08-14 12:02:00+00', '2026-08-14 12:02:00+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Engineering', 'Code, builds, packages and issues', 'Violet', 'true', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('ed27e020-b525-515f-9eb8-f12f489acf50', '2026-08-14 12:13:00+00', '2026-08-14 12:13:00+00', '2026-08-14 12:13:00+00', NULL, 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Daily backup', NULL, 'Cyan', 'false', '9f964967-d23a-4f96-abf3-07cfe69b69df');

INSERT INTO "tags_revisions" ("id", "created_at", "updated_at", "valid_from", "valid_to", "lineage_id", "organization_id", "name", "description", "color", "is_application", "audit_event_id", "revision_id", "ended_by", "is_last", "natural_name") VALUES
('13edcb36-8982-5767-9f65-a17b6f1a8977', '2026-08-14 12:08:00+00', '2026-08-14 12:08:00+00', '2026-08-14 12:08:00+00', '2026-11-29 19:44:43.151+00', '13edcb36-8982-5767-9f65-a17b6f1a8977', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Production', 'In use by customers or staff', 'Green', 'false', '9f964967-d23a-4f96-abf3-07cfe69b69df', 'e8ebf14c-c961-43ab-9edd-5a8aa3058c6d', '2f7c6493-68c5-48b8-be58-f96bd07142fb', 'false', 'production');

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
('2cca0170-936b-5667-9b4b-d8c7c87e9149', '2026-08-12 12:00:00+00', '2026-08-12 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'owner@upgrade.netloom.example', 'true', '$argon2id$v=19$m=19456,t=2,p=1$33i7ymvBzfDwQnLoV+bkeA$M3TliQvjkw7szSxz1IYjxqdAyzD9Y5SuWJdDX+eUw7A', '0', 'Owner', NULL, NULL, NULL, '2026-08-12 12:00:00+00', 'true', 'true', 'true', 'true', NULL),
('62061219-e282-5690-ba13-e294e433e68c', '2026-09-19 12:00:00+00', '2026-09-19 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'tomas.novak@upgrade.netloom.example', 'true', '$argon2id$v=19$m=19456,t=2,p=1$33i7ymvBzfDwQnLoV+bkeA$M3TliQvjkw7szSxz1IYjxqdAyzD9Y5SuWJdDX+eUw7A', '0', 'Viewer', NULL, NULL, NULL, '2026-09-19 12:00:00+00', 'false', 'true', 'true', 'true', NULL),
('be4e756a-3ed5-5550-a6a7-5e380d6ddc6e', '2026-09-08 12:00:00+00', '2026-09-08 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'amina.diallo@upgrade.netloom.example', 'true', NULL, '0', 'Member', 'Netloom SSO', '10af8a0a-fa5a-5b61-9ab9-1491bc1d9b4a', '2026-09-09 12:00:00+00', '2026-09-08 12:00:00+00', 'true', 'true', 'true', 'true', NULL),
('e82d2bb2-51d9-565b-930e-59ed689b7104', '2026-08-17 12:00:00+00', '2026-08-17 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'ingrid.holm@upgrade.netloom.example', 'true', '$argon2id$v=19$m=19456,t=2,p=1$33i7ymvBzfDwQnLoV+bkeA$M3TliQvjkw7szSxz1IYjxqdAyzD9Y5SuWJdDX+eUw7A', '0', 'Admin', NULL, NULL, NULL, '2026-08-17 12:00:00+00', 'true', 'true', 'true', 'true', NULL),
('eb7f43bb-4aec-5606-a5fd-a396c1dec6ec', '2026-09-30 12:00:00+00', '2026-09-30 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'yuki.tanaka@upgrade.netloom.example', 'true', '$argon2id$v=19$m=19456,t=2,p=1$33i7ymvBzfDwQnLoV+bkeA$M3TliQvjkw7szSxz1IYjxqdAyzD9Y5SuWJdDX+eUw7A', '0', 'Viewer', NULL, NULL, NULL, '2026-09-30 12:00:00+00', 'false', 'true', 'true', 'true', NULL),
('f4229945-3718-5925-bc3f-cb8772dd0082', '2026-08-28 12:00:00+00', '2026-08-28 12:00:00+00', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'marco.ricci@upgrade.netloom.example', 'true', '$argon2id$v=19$m=19456,t=2,p=1$33i7ymvBzfDwQnLoV+bkeA$M3TliQvjkw7szSxz1IYjxqdAyzD9Y5SuWJdDX+eUw7A', '0', 'Member', NULL, NULL, NULL, '2026-08-28 12:00:00+00', 'true', 'true', 'true', 'true', NULL);

INSERT INTO "vlans" ("id", "created_at", "updated_at", "valid_from", "valid_to", "last_seen_at", "last_discovery_id", "first_discovery_id", "network_id", "organization_id", "source_type", "source_confidence", "source_reason", "name", "vlan_number", "description", "audit_event_id") VALUES
('2037fa8f-4ec8-51b5-8a21-ac0caf2ed1ba', '2026-08-30 02:02:24.72+00', '2026-11-20 02:02:00.6+00', '2026-11-29 19:44:43.149+00', NULL, '2026-11-20 02:02:00.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Discovery', NULL, NULL, 'Servers (old)', '30', NULL, 'acc8cccc-ae33-4dae-a230-86fc2432d688'),
('3b7671fd-6054-5afc-9ba1-1bb6256e5773', '2026-08-30 02:03:01.44+00', '2026-11-20 02:02:31.2+00', '2026-08-30 02:03:01.44+00', NULL, '2026-11-20 02:02:31.2+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Discovery', NULL, NULL, 'Voice', '50', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('5a1a261f-5d4b-52a8-a3ad-db01a0631885', '2026-09-11 12:00:00+00', '2026-09-11 12:00:00+00', '2026-09-11 12:00:00+00', NULL, '2026-09-11 12:00:00+00', NULL, NULL, 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Manual', NULL, NULL, 'Parking', '999', 'Unused ports', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('64f68e2b-2b98-5d43-88a1-171b1a05578b', '2026-08-30 02:03:19.8+00', '2026-11-20 02:02:46.5+00', '2026-10-24 12:01:00+00', NULL, '2026-11-20 02:02:46.5+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Discovery', NULL, NULL, 'WiFi Staff', '60', NULL, '58b2d85a-bb82-500d-a33f-d7af1b66878e'),
('7641b5d1-d56f-58e8-bdd7-2216f9ea1c96', '2026-08-30 02:03:56.52+00', '2026-11-20 02:03:17.1+00', '2026-08-30 02:03:56.52+00', NULL, '2026-11-20 02:03:17.1+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Discovery', NULL, NULL, 'IoT', '80', 'Cameras, heating, displays', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('7c2ae00d-9b0e-5f51-b5d1-1a642fe96942', '2026-08-30 02:04:14.88+00', '2026-11-20 02:03:32.4+00', '2026-08-30 02:04:14.88+00', NULL, '2026-11-20 02:03:32.4+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Discovery', NULL, NULL, 'Printers', '90', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('9c04b73b-875b-5e01-a936-9555bf6b38a5', '2026-08-30 02:03:38.16+00', '2026-11-20 02:03:01.8+00', '2026-08-30 02:03:38.16+00', NULL, '2026-11-20 02:03:01.8+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Discovery', NULL, NULL, 'Guests', '70', 'Internet only', '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('ac86557d-e021-5051-b245-9886ed8c0000', '2026-08-30 02:02:06.36+00', '2026-11-20 02:01:45.3+00', '2026-08-30 02:02:06.36+00', NULL, '2026-11-20 02:01:45.3+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Discovery', NULL, NULL, 'Staff', '20', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df'),
('c0d7f0a8-a1c2-57c9-9e52-fe655f9e6f6f', '2026-08-30 02:01:48+00', '2026-11-20 02:01:30+00', '2026-10-24 12:00:00+00', NULL, '2026-11-20 02:01:30+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Discovery', NULL, NULL, 'Management', '10', 'Switches, access points and power', '49cbd493-c919-5e2a-b7fd-fd3f91f1ca9d'),
('e6c505a4-4d84-5eb2-bf6c-1f505ef751fb', '2026-08-30 02:02:43.08+00', '2026-11-20 02:02:15.9+00', '2026-08-30 02:02:43.08+00', NULL, '2026-11-20 02:02:15.9+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Discovery', NULL, NULL, 'DMZ', '40', 'Reachable from outside', '9f964967-d23a-4f96-abf3-07cfe69b69df');

INSERT INTO "vlans_revisions" ("id", "created_at", "updated_at", "valid_from", "valid_to", "lineage_id", "last_seen_at", "last_discovery_id", "first_discovery_id", "network_id", "organization_id", "source_type", "source_confidence", "source_reason", "name", "vlan_number", "description", "audit_event_id", "revision_id", "ended_by", "is_last", "natural_name") VALUES
('2037fa8f-4ec8-51b5-8a21-ac0caf2ed1ba', '2026-08-30 02:02:24.72+00', '2026-11-20 02:02:00.6+00', '2026-08-30 02:02:24.72+00', '2026-11-29 19:44:43.149+00', '2037fa8f-4ec8-51b5-8a21-ac0caf2ed1ba', '2026-11-20 02:02:00.6+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Discovery', NULL, NULL, 'Servers', '30', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', '7ed32f1e-0d0d-46d0-b322-a8499fabbc70', 'acc8cccc-ae33-4dae-a230-86fc2432d688', 'false', 'servers'),
('64f68e2b-2b98-5d43-88a1-171b1a05578b', '2026-08-30 02:03:19.8+00', '2026-11-20 02:02:46.5+00', '2026-08-30 02:03:19.8+00', '2026-10-24 12:01:00+00', '64f68e2b-2b98-5d43-88a1-171b1a05578b', '2026-11-20 02:02:46.5+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Discovery', NULL, NULL, 'VLAN0060', '60', NULL, '9f964967-d23a-4f96-abf3-07cfe69b69df', 'd4bb776d-c245-41c5-ab16-4c80a2479384', '58b2d85a-bb82-500d-a33f-d7af1b66878e', 'false', 'vlan1260'),
('c0d7f0a8-a1c2-57c9-9e52-fe655f9e6f6f', '2026-08-30 02:01:48+00', '2026-11-20 02:01:30+00', '2026-08-30 02:01:48+00', '2026-10-24 12:00:00+00', 'c0d7f0a8-a1c2-57c9-9e52-fe655f9e6f6f', '2026-11-20 02:01:30+00', '59f85de0-3a0c-50ec-9191-6d3a729dcfc4', '37556735-0cc8-531d-ba4c-706ea880d71f', 'f47736eb-e46d-59bb-8330-ab8e3ccbc1ed', 'b629f9c2-c2c5-5fd1-a745-2a424df1bf7c', 'Discovery', NULL, NULL, 'VLAN0010', '10', 'Switches, access points and power', '9f964967-d23a-4f96-abf3-07cfe69b69df', 'e04a1264-ef83-4963-b3db-e6d8b88fc01c', '49cbd493-c919-5e2a-b7fd-fd3f91f1ca9d', 'false', 'vlan1210');

ALTER TABLE _prisma_migrations ADD CONSTRAINT _prisma_migrations_pkey PRIMARY KEY (id);

ALTER TABLE address_reservations ADD CONSTRAINT address_reservations_description_check CHECK ((char_length(description) <= 500));

ALTER TABLE address_reservations ADD CONSTRAINT address_reservations_id_network_id_key UNIQUE (id, network_id);

ALTER TABLE address_reservations ADD CONSTRAINT address_reservations_inside_subnet_check CHECK (((first_address <<= subnet_cidr) AND (last_address <<= subnet_cidr)));

ALTER TABLE address_reservations ADD CONSTRAINT address_reservations_last_address_check CHECK ((first_address <= last_address));

ALTER TABLE address_reservations ADD CONSTRAINT address_reservations_pkey PRIMARY KEY (id);

ALTER TABLE address_reservations ADD CONSTRAINT address_reservations_purpose_check CHECK (((char_length(purpose) >= 1) AND (char_length(purpose) <= 100)));

ALTER TABLE address_reservations ADD CONSTRAINT address_reservations_valid_to_check CHECK ((valid_to IS NULL));

ALTER TABLE address_reservations_revisions ADD CONSTRAINT address_reservations_revisions_period_check CHECK ((valid_from < valid_to));

ALTER TABLE address_reservations_revisions ADD CONSTRAINT address_reservations_revisions_pkey PRIMARY KEY (id, valid_from);

ALTER TABLE arp_evidence ADD CONSTRAINT arp_evidence_pkey PRIMARY KEY (interface_id);

ALTER TABLE audit_events ADD CONSTRAINT audit_events_pkey PRIMARY KEY (id);

ALTER TABLE bindings ADD CONSTRAINT bindings_id_network_id_key UNIQUE (id, network_id);

ALTER TABLE bindings ADD CONSTRAINT bindings_pkey PRIMARY KEY (id);

ALTER TABLE bindings ADD CONSTRAINT bindings_service_id_port_id_ip_address_id_key UNIQUE NULLS NOT DISTINCT (service_id, port_id, ip_address_id) DEFERRABLE;

ALTER TABLE bindings ADD CONSTRAINT bindings_target_check CHECK ((num_nonnulls(ip_address_id, port_id) >= 1));

ALTER TABLE bindings ADD CONSTRAINT bindings_valid_to_check CHECK ((valid_to IS NULL));

ALTER TABLE bindings_revisions ADD CONSTRAINT bindings_revisions_period_check CHECK ((valid_from < valid_to));

ALTER TABLE bindings_revisions ADD CONSTRAINT bindings_revisions_pkey PRIMARY KEY (id, valid_from);

ALTER TABLE check_acceptances ADD CONSTRAINT check_acceptances_check_id_network_id_finding_key_key UNIQUE (check_id, network_id, finding_key);

ALTER TABLE check_acceptances ADD CONSTRAINT check_acceptances_finding_key_check CHECK (((char_length(finding_key) >= 1) AND (char_length(finding_key) <= 1000)));

ALTER TABLE check_acceptances ADD CONSTRAINT check_acceptances_note_check CHECK ((char_length(note) <= 500));

ALTER TABLE check_acceptances ADD CONSTRAINT check_acceptances_pkey PRIMARY KEY (id);

ALTER TABLE check_networks ADD CONSTRAINT check_networks_pkey PRIMARY KEY (check_id, network_id);

ALTER TABLE check_verdict_changes ADD CONSTRAINT check_verdict_changes_pkey PRIMARY KEY (id);

ALTER TABLE check_verdicts ADD CONSTRAINT check_verdicts_check_id_network_id_key UNIQUE (check_id, network_id);

ALTER TABLE check_verdicts ADD CONSTRAINT check_verdicts_findings_check CHECK ((jsonb_typeof(findings) = 'array'::text));

ALTER TABLE check_verdicts ADD CONSTRAINT check_verdicts_missing_check CHECK ((jsonb_typeof(missing) = 'array'::text));

ALTER TABLE check_verdicts ADD CONSTRAINT check_verdicts_pkey PRIMARY KEY (id);

ALTER TABLE checks ADD CONSTRAINT checks_description_check CHECK ((char_length(description) <= 2000));

ALTER TABLE checks ADD CONSTRAINT checks_id_organization_id_key UNIQUE (id, organization_id);

ALTER TABLE checks ADD CONSTRAINT checks_kind_check CHECK (((char_length(kind) >= 1) AND (char_length(kind) <= 100)));

ALTER TABLE checks ADD CONSTRAINT checks_muted_reason_check CHECK ((char_length(muted_reason) <= 500));

ALTER TABLE checks ADD CONSTRAINT checks_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100)));

ALTER TABLE checks ADD CONSTRAINT checks_pkey PRIMARY KEY (id);

ALTER TABLE checks ADD CONSTRAINT checks_rule_check CHECK ((jsonb_typeof(rule) = 'object'::text));

ALTER TABLE checks ADD CONSTRAINT checks_selection_check CHECK ((jsonb_typeof(selection) = 'object'::text));

ALTER TABLE credentials ADD CONSTRAINT credentials_description_check CHECK (((char_length(description) >= 1) AND (char_length(description) <= 500)));

ALTER TABLE credentials ADD CONSTRAINT credentials_id_organization_id_key UNIQUE (id, organization_id);

ALTER TABLE credentials ADD CONSTRAINT credentials_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100)));

ALTER TABLE credentials ADD CONSTRAINT credentials_organization_id_name_key UNIQUE (organization_id, name);

ALTER TABLE credentials ADD CONSTRAINT credentials_pkey PRIMARY KEY (id);

ALTER TABLE credentials ADD CONSTRAINT credentials_settings_check CHECK (((settings = '{}'::jsonb) OR (credential_type <> ALL (ARRAY['SnmpV1'::credential_type, 'SnmpV2c'::credential_type, 'SnmpV3'::credential_type]))));

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

ALTER TABLE deleted_networks ADD CONSTRAINT deleted_networks_pkey PRIMARY KEY (network_id);

ALTER TABLE deleted_tags ADD CONSTRAINT deleted_tags_pkey PRIMARY KEY (tag_id);

ALTER TABLE discoveries ADD CONSTRAINT discoveries_details_check CHECK ((jsonb_typeof(discovery_details) = 'object'::text));

ALTER TABLE discoveries ADD CONSTRAINT discoveries_historical_check CHECK (
CASE run_type
    WHEN 'Historical'::run_type THEN (last_run IS NULL)
    ELSE (num_nonnulls(results, session_id) = 0)
END);

ALTER TABLE discoveries ADD CONSTRAINT discoveries_id_network_id_key UNIQUE (id, network_id);

ALTER TABLE discoveries ADD CONSTRAINT discoveries_neighbors_pending_check CHECK (((NOT neighbors_pending) OR (run_type = 'Historical'::run_type)));

ALTER TABLE discoveries ADD CONSTRAINT discoveries_network_id_session_id_key UNIQUE (network_id, session_id);

ALTER TABLE discoveries ADD CONSTRAINT discoveries_next_run_check CHECK (((next_run IS NULL) OR (schedule_enabled IS TRUE)));

ALTER TABLE discoveries ADD CONSTRAINT discoveries_pkey PRIMARY KEY (id);

ALTER TABLE discoveries ADD CONSTRAINT discoveries_scan_count_check CHECK ((scan_count >= 0));

ALTER TABLE discoveries ADD CONSTRAINT discoveries_schedule_check CHECK (
CASE run_type
    WHEN 'Scheduled'::run_type THEN ((cron_schedule IS NOT NULL) AND (schedule_enabled IS NOT NULL))
    ELSE (num_nonnulls(cron_schedule, schedule_enabled, timezone) = 0)
END);

ALTER TABLE discovery_sessions ADD CONSTRAINT discovery_sessions_discovery_id_key UNIQUE (discovery_id);

ALTER TABLE discovery_sessions ADD CONSTRAINT discovery_sessions_network_id_session_id_key UNIQUE (network_id, session_id);

ALTER TABLE discovery_sessions ADD CONSTRAINT discovery_sessions_pkey PRIMARY KEY (id);

ALTER TABLE discovery_sessions ADD CONSTRAINT discovery_sessions_progress_check CHECK (((progress >= 0) AND (progress <= 100)));

ALTER TABLE documented_links ADD CONSTRAINT documented_links_ends_check CHECK ((num_nonnulls(resolved_interface_id, resolved_host_id) <= 1));

ALTER TABLE documented_links ADD CONSTRAINT documented_links_pkey PRIMARY KEY (id);

ALTER TABLE email_tokens ADD CONSTRAINT email_tokens_pkey PRIMARY KEY (user_id, purpose);

ALTER TABLE email_tokens ADD CONSTRAINT email_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['PasswordReset'::text, 'EmailChange'::text])));

ALTER TABLE enrolment_codes ADD CONSTRAINT enrolment_codes_code_hash_check CHECK ((code_hash ~ '^[0-9a-f]{64}$'::text));

ALTER TABLE enrolment_codes ADD CONSTRAINT enrolment_codes_code_hash_key UNIQUE (code_hash);

ALTER TABLE enrolment_codes ADD CONSTRAINT enrolment_codes_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100)));

ALTER TABLE enrolment_codes ADD CONSTRAINT enrolment_codes_pkey PRIMARY KEY (id);

ALTER TABLE fhrp_groups ADD CONSTRAINT fhrp_groups_id_network_id_key UNIQUE (id, network_id);

ALTER TABLE fhrp_groups ADD CONSTRAINT fhrp_groups_pkey PRIMARY KEY (id);

ALTER TABLE fhrp_groups ADD CONSTRAINT fhrp_groups_valid_to_check CHECK ((valid_to IS NULL));

ALTER TABLE fhrp_groups_revisions ADD CONSTRAINT fhrp_groups_revisions_period_check CHECK ((valid_from < valid_to));

ALTER TABLE fhrp_groups_revisions ADD CONSTRAINT fhrp_groups_revisions_pkey PRIMARY KEY (id, valid_from);

ALTER TABLE fhrp_members ADD CONSTRAINT fhrp_members_pkey PRIMARY KEY (id);

ALTER TABLE fhrp_members ADD CONSTRAINT fhrp_members_valid_to_check CHECK ((valid_to IS NULL));

ALTER TABLE fhrp_members_revisions ADD CONSTRAINT fhrp_members_revisions_period_check CHECK ((valid_from < valid_to));

ALTER TABLE fhrp_members_revisions ADD CONSTRAINT fhrp_members_revisions_pkey PRIMARY KEY (id, valid_from);

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

ALTER TABLE host_merges ADD CONSTRAINT host_merges_id_network_id_key UNIQUE (id, network_id);

ALTER TABLE host_merges ADD CONSTRAINT host_merges_network_id_merged_host_id_key UNIQUE (network_id, merged_host_id);

ALTER TABLE host_merges ADD CONSTRAINT host_merges_pkey PRIMARY KEY (id);

ALTER TABLE hosts ADD CONSTRAINT hosts_chassis_id_check CHECK ((char_length(chassis_id) <= 255));

ALTER TABLE hosts ADD CONSTRAINT hosts_description_check CHECK ((char_length(description) <= 500));

ALTER TABLE hosts ADD CONSTRAINT hosts_id_network_id_key UNIQUE (id, network_id);

ALTER TABLE hosts ADD CONSTRAINT hosts_name_check CHECK ((char_length(name) <= 100));

ALTER TABLE hosts ADD CONSTRAINT hosts_pkey PRIMARY KEY (id);

ALTER TABLE hosts ADD CONSTRAINT hosts_source_check CHECK (((source_type = 'DiscoveryWithMatch'::entity_source_type) OR ((source_confidence IS NULL) AND ((source_reason IS NULL) OR (source_type = 'Imported'::entity_source_type)))));

ALTER TABLE hosts ADD CONSTRAINT hosts_stp_root_cost_check CHECK ((stp_root_cost >= 0));

ALTER TABLE hosts ADD CONSTRAINT hosts_valid_to_check CHECK ((valid_to IS NULL));

ALTER TABLE hosts ADD CONSTRAINT hosts_virtualization_check CHECK (((virtualization_type IS NOT NULL) OR ((vm_name IS NULL) AND (vm_id IS NULL))));

ALTER TABLE hosts_revisions ADD CONSTRAINT hosts_revisions_period_check CHECK ((valid_from < valid_to));

ALTER TABLE hosts_revisions ADD CONSTRAINT hosts_revisions_pkey PRIMARY KEY (id, valid_from);

ALTER TABLE idempotent_answers ADD CONSTRAINT idempotent_answers_body_check CHECK ((octet_length(body) <= 32768));

ALTER TABLE idempotent_answers ADD CONSTRAINT idempotent_answers_key_check CHECK (((char_length(key) >= 1) AND (char_length(key) <= 255)));

ALTER TABLE idempotent_answers ADD CONSTRAINT idempotent_answers_pkey PRIMARY KEY (id);

ALTER TABLE identity_suggestions ADD CONSTRAINT identity_suggestions_host_id_other_host_id_key UNIQUE (host_id, other_host_id);

ALTER TABLE identity_suggestions ADD CONSTRAINT identity_suggestions_id_network_id_key UNIQUE (id, network_id);

ALTER TABLE identity_suggestions ADD CONSTRAINT identity_suggestions_not_itself_check CHECK ((host_id <> other_host_id));

ALTER TABLE identity_suggestions ADD CONSTRAINT identity_suggestions_pkey PRIMARY KEY (id);

ALTER TABLE import_plan_rows ADD CONSTRAINT import_plan_rows_pkey PRIMARY KEY (id);

ALTER TABLE import_plan_rows ADD CONSTRAINT import_plan_rows_plan_id_position_key UNIQUE (plan_id, "position");

ALTER TABLE import_plans ADD CONSTRAINT import_plans_file_name_check CHECK (((char_length(file_name) >= 1) AND (char_length(file_name) <= 255)));

ALTER TABLE import_plans ADD CONSTRAINT import_plans_id_network_id_user_id_key UNIQUE (id, network_id, user_id);

ALTER TABLE import_plans ADD CONSTRAINT import_plans_pkey PRIMARY KEY (id);

ALTER TABLE interface_counters ADD CONSTRAINT interface_counters_pkey PRIMARY KEY (interface_id);

ALTER TABLE interface_counters ADD CONSTRAINT interface_counters_previous_check CHECK (((previous IS NULL) = (previous_read_at IS NULL)));

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

ALTER TABLE interfaces ADD CONSTRAINT interfaces_aggregate_id_check CHECK ((aggregate_id <> id));

ALTER TABLE interfaces ADD CONSTRAINT interfaces_fdb_macs_check CHECK ((array_to_string(fdb_macs, ','::text, '-'::text) ~ '^(([0-9a-f]{2}:){5}[0-9a-f]{2}(,([0-9a-f]{2}:){5}[0-9a-f]{2})*)?$'::text));

ALTER TABLE interfaces ADD CONSTRAINT interfaces_host_id_if_name_key UNIQUE (host_id, if_name) DEFERRABLE;

ALTER TABLE interfaces ADD CONSTRAINT interfaces_id_host_id_key UNIQUE (id, host_id);

ALTER TABLE interfaces ADD CONSTRAINT interfaces_id_network_id_key UNIQUE (id, network_id);

ALTER TABLE interfaces ADD CONSTRAINT interfaces_if_index_check CHECK ((if_index >= 0));

ALTER TABLE interfaces ADD CONSTRAINT interfaces_if_name_check CHECK (((char_length(if_name) >= 1) AND (char_length(if_name) <= 255)));

ALTER TABLE interfaces ADD CONSTRAINT interfaces_mac_address_check CHECK ((mac_address ~ '^([0-9a-f]{2}:){5}[0-9a-f]{2}$'::text));

ALTER TABLE interfaces ADD CONSTRAINT interfaces_mtu_check CHECK ((mtu >= 0));

ALTER TABLE interfaces ADD CONSTRAINT interfaces_pkey PRIMARY KEY (id);

ALTER TABLE interfaces ADD CONSTRAINT interfaces_poe_class_check CHECK (((poe_class >= 0) AND (poe_class <= 8)));

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

ALTER TABLE judged_networks ADD CONSTRAINT judged_networks_pkey PRIMARY KEY (network_id);

ALTER TABLE link_decisions ADD CONSTRAINT link_decisions_id_network_id_key UNIQUE (id, network_id);

ALTER TABLE link_decisions ADD CONSTRAINT link_decisions_not_itself_check CHECK ((remote_interface_id <> interface_id));

ALTER TABLE link_decisions ADD CONSTRAINT link_decisions_pkey PRIMARY KEY (id);

ALTER TABLE link_decisions ADD CONSTRAINT link_decisions_remote_check CHECK ((num_nonnulls(remote_interface_id, remote_host_id) = 1));

ALTER TABLE login_failures ADD CONSTRAINT login_failures_email_check CHECK ((char_length(email) <= 254));

ALTER TABLE login_failures ADD CONSTRAINT login_failures_failure_count_check CHECK ((failure_count >= 0));

ALTER TABLE login_failures ADD CONSTRAINT login_failures_pkey PRIMARY KEY (email);

ALTER TABLE mails ADD CONSTRAINT mails_kind_check CHECK ((kind = ANY (ARRAY['Registration'::text, 'PasswordReset'::text, 'PasswordChanged'::text, 'EmailChange'::text, 'EmailChanged'::text, 'Invite'::text, 'DiscoveryDigest'::text, 'DaemonSilent'::text, 'WebhookTrouble'::text])));

ALTER TABLE mails ADD CONSTRAINT mails_pkey PRIMARY KEY (id);

ALTER TABLE mails ADD CONSTRAINT mails_recipient_check CHECK (((char_length(recipient) >= 3) AND (char_length(recipient) <= 254)));

ALTER TABLE moved_organizations ADD CONSTRAINT moved_organizations_pkey PRIMARY KEY (organization_id);

ALTER TABLE neighbor_evidence ADD CONSTRAINT neighbor_evidence_lldp_ids_check CHECK ((((lldp_chassis_id_subtype IS NULL) = (lldp_chassis_id_value IS NULL)) AND ((lldp_port_id_subtype IS NULL) = (lldp_port_id_value IS NULL))));

ALTER TABLE neighbor_evidence ADD CONSTRAINT neighbor_evidence_management_addresses_check CHECK ((cardinality(management_addresses) <= 20));

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

ALTER TABLE network_event_cursors ADD CONSTRAINT network_event_cursors_pkey PRIMARY KEY (network_id);

ALTER TABLE network_events ADD CONSTRAINT network_events_code_check CHECK (((char_length(code) >= 1) AND (char_length(code) <= 100)));

ALTER TABLE network_events ADD CONSTRAINT network_events_count_check CHECK ((count >= 1));

ALTER TABLE network_events ADD CONSTRAINT network_events_host_ids_check CHECK ((cardinality(host_ids) <= 100));

ALTER TABLE network_events ADD CONSTRAINT network_events_params_check CHECK ((jsonb_typeof(params) = 'object'::text));

ALTER TABLE network_events ADD CONSTRAINT network_events_pkey PRIMARY KEY (id);

ALTER TABLE network_events ADD CONSTRAINT network_events_subject_ids_check CHECK ((cardinality(subject_ids) <= 100));

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

ALTER TABLE plans ADD CONSTRAINT plans_changes_check CHECK ((jsonb_typeof(changes) = 'array'::text));

ALTER TABLE plans ADD CONSTRAINT plans_description_check CHECK ((char_length(description) <= 2000));

ALTER TABLE plans ADD CONSTRAINT plans_id_network_id_key UNIQUE (id, network_id);

ALTER TABLE plans ADD CONSTRAINT plans_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100)));

ALTER TABLE plans ADD CONSTRAINT plans_network_id_name_key UNIQUE (network_id, name);

ALTER TABLE plans ADD CONSTRAINT plans_pkey PRIMARY KEY (id);

ALTER TABLE plans ADD CONSTRAINT plans_valid_to_check CHECK ((valid_to IS NULL));

ALTER TABLE plans_revisions ADD CONSTRAINT plans_revisions_period_check CHECK ((valid_from < valid_to));

ALTER TABLE plans_revisions ADD CONSTRAINT plans_revisions_pkey PRIMARY KEY (id, valid_from);

ALTER TABLE ports ADD CONSTRAINT ports_host_id_number_protocol_key UNIQUE (host_id, number, protocol) DEFERRABLE;

ALTER TABLE ports ADD CONSTRAINT ports_id_host_id_key UNIQUE (id, host_id);

ALTER TABLE ports ADD CONSTRAINT ports_number_check CHECK (((number >= 1) AND (number <= 65535)));

ALTER TABLE ports ADD CONSTRAINT ports_pkey PRIMARY KEY (id);

ALTER TABLE ports ADD CONSTRAINT ports_valid_to_check CHECK ((valid_to IS NULL));

ALTER TABLE ports_revisions ADD CONSTRAINT ports_revisions_period_check CHECK ((valid_from < valid_to));

ALTER TABLE ports_revisions ADD CONSTRAINT ports_revisions_pkey PRIMARY KEY (id, valid_from);

ALTER TABLE primary_marks ADD CONSTRAINT primary_marks_is_only_check CHECK (is_only);

ALTER TABLE primary_marks ADD CONSTRAINT primary_marks_pkey PRIMARY KEY (is_only);

ALTER TABLE recovery_codes ADD CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash);

ALTER TABLE registrations ADD CONSTRAINT registrations_pkey PRIMARY KEY (id);

ALTER TABLE routes ADD CONSTRAINT routes_destination_check CHECK ((destination = (network(destination))::inet));

ALTER TABLE routes ADD CONSTRAINT routes_next_hop_host_check CHECK ((next_hop_host_id <> host_id));

ALTER TABLE routes ADD CONSTRAINT routes_pkey PRIMARY KEY (id);

ALTER TABLE routes ADD CONSTRAINT routes_valid_to_check CHECK ((valid_to IS NULL));

ALTER TABLE routes_revisions ADD CONSTRAINT routes_revisions_period_check CHECK ((valid_from < valid_to));

ALTER TABLE routes_revisions ADD CONSTRAINT routes_revisions_pkey PRIMARY KEY (id, valid_from);

ALTER TABLE routing_neighbors ADD CONSTRAINT routing_neighbors_named_check CHECK ((num_nonnulls(neighbor_address, neighbor_router_id) > 0));

ALTER TABLE routing_neighbors ADD CONSTRAINT routing_neighbors_not_itself_check CHECK ((neighbor_host_id <> host_id));

ALTER TABLE routing_neighbors ADD CONSTRAINT routing_neighbors_pkey PRIMARY KEY (id);

ALTER TABLE routing_neighbors ADD CONSTRAINT routing_neighbors_valid_to_check CHECK ((valid_to IS NULL));

ALTER TABLE routing_neighbors_revisions ADD CONSTRAINT routing_neighbors_revisions_period_check CHECK ((valid_from < valid_to));

ALTER TABLE routing_neighbors_revisions ADD CONSTRAINT routing_neighbors_revisions_pkey PRIMARY KEY (id, valid_from);

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

ALTER TABLE snapshots ADD CONSTRAINT snapshots_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100)));

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

ALTER TABLE subnets ADD CONSTRAINT subnets_namespace_check CHECK ((char_length(namespace) <= 100));

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

ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_answer_text_check CHECK ((char_length(answer_text) <= 200));

ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_ended_at_check CHECK (((state = 'Waiting'::webhook_delivery_state) = (ended_at IS NULL)));

ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_event_ids_check CHECK (((cardinality(event_ids) >= 1) AND (cardinality(event_ids) <= 50)));

ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id);

ALTER TABLE webhook_networks ADD CONSTRAINT webhook_networks_pkey PRIMARY KEY (webhook_id, network_id);

ALTER TABLE webhooks ADD CONSTRAINT webhooks_header_names_check CHECK ((cardinality(header_names) <= 10));

ALTER TABLE webhooks ADD CONSTRAINT webhooks_id_organization_id_key UNIQUE (id, organization_id);

ALTER TABLE webhooks ADD CONSTRAINT webhooks_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100)));

ALTER TABLE webhooks ADD CONSTRAINT webhooks_pkey PRIMARY KEY (id);

ALTER TABLE webhooks ADD CONSTRAINT webhooks_tag_ids_check CHECK ((cardinality(tag_ids) <= 100));

ALTER TABLE webhooks ADD CONSTRAINT webhooks_url_check CHECK (((char_length(url) >= 1) AND (char_length(url) <= 2000)));

ALTER TABLE wireless_associations ADD CONSTRAINT wireless_associations_id_network_id_key UNIQUE (id, network_id);

ALTER TABLE wireless_associations ADD CONSTRAINT wireless_associations_not_itself_check CHECK ((client_host_id <> access_point_host_id));

ALTER TABLE wireless_associations ADD CONSTRAINT wireless_associations_pkey PRIMARY KEY (id);

ALTER TABLE wireless_associations ADD CONSTRAINT wireless_associations_valid_to_check CHECK ((valid_to IS NULL));

ALTER TABLE wireless_associations_revisions ADD CONSTRAINT wireless_associations_revisions_period_check CHECK ((valid_from < valid_to));

ALTER TABLE wireless_associations_revisions ADD CONSTRAINT wireless_associations_revisions_pkey PRIMARY KEY (id, valid_from);

ALTER TABLE wireless_signals ADD CONSTRAINT wireless_signals_pkey PRIMARY KEY (association_id);

ALTER TABLE working_credentials ADD CONSTRAINT working_credentials_pkey PRIMARY KEY (host_id, credential_id);

ALTER TABLE write_positions ADD CONSTRAINT write_positions_pkey PRIMARY KEY (credential_id);

ALTER TABLE address_reservations ADD CONSTRAINT address_reservations_created_by_user_id_fkey FOREIGN KEY (created_by_user_id, organization_id) REFERENCES users(id, organization_id) ON DELETE SET NULL (created_by_user_id);

ALTER TABLE address_reservations ADD CONSTRAINT address_reservations_subnet_id_fkey FOREIGN KEY (subnet_id, network_id, subnet_cidr) REFERENCES subnets(id, network_id, cidr) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE arp_evidence ADD CONSTRAINT arp_evidence_interface_id_fkey FOREIGN KEY (interface_id, network_id) REFERENCES interfaces(id, network_id) ON DELETE CASCADE;

ALTER TABLE audit_events ADD CONSTRAINT audit_events_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;

ALTER TABLE bindings ADD CONSTRAINT bindings_first_discovery_id_fkey FOREIGN KEY (first_discovery_id, network_id) REFERENCES discoveries(id, network_id) ON DELETE SET NULL (first_discovery_id);

ALTER TABLE bindings ADD CONSTRAINT bindings_host_id_fkey FOREIGN KEY (host_id, network_id) REFERENCES hosts(id, network_id) ON DELETE CASCADE DEFERRABLE;

ALTER TABLE bindings ADD CONSTRAINT bindings_ip_address_id_fkey FOREIGN KEY (ip_address_id, host_id) REFERENCES ip_addresses(id, host_id) ON DELETE CASCADE DEFERRABLE;

ALTER TABLE bindings ADD CONSTRAINT bindings_last_discovery_id_fkey FOREIGN KEY (last_discovery_id, network_id) REFERENCES discoveries(id, network_id) ON DELETE SET NULL (last_discovery_id);

ALTER TABLE bindings ADD CONSTRAINT bindings_port_id_fkey FOREIGN KEY (port_id, host_id) REFERENCES ports(id, host_id) ON DELETE CASCADE DEFERRABLE;

ALTER TABLE bindings ADD CONSTRAINT bindings_service_id_fkey FOREIGN KEY (service_id, host_id) REFERENCES services(id, host_id) ON DELETE CASCADE DEFERRABLE;

ALTER TABLE check_acceptances ADD CONSTRAINT check_acceptances_accepted_by_user_id_fkey FOREIGN KEY (accepted_by_user_id, organization_id) REFERENCES users(id, organization_id) ON DELETE SET NULL (accepted_by_user_id);

ALTER TABLE check_acceptances ADD CONSTRAINT check_acceptances_check_id_fkey FOREIGN KEY (check_id, organization_id) REFERENCES checks(id, organization_id) ON DELETE CASCADE;

ALTER TABLE check_acceptances ADD CONSTRAINT check_acceptances_network_id_fkey FOREIGN KEY (network_id, organization_id) REFERENCES networks(id, organization_id) ON DELETE CASCADE;

ALTER TABLE check_networks ADD CONSTRAINT check_networks_check_id_fkey FOREIGN KEY (check_id, organization_id) REFERENCES checks(id, organization_id) ON DELETE CASCADE;

ALTER TABLE check_networks ADD CONSTRAINT check_networks_network_id_fkey FOREIGN KEY (network_id, organization_id) REFERENCES networks(id, organization_id) ON DELETE CASCADE;

ALTER TABLE check_verdict_changes ADD CONSTRAINT check_verdict_changes_check_id_fkey FOREIGN KEY (check_id, organization_id) REFERENCES checks(id, organization_id) ON DELETE CASCADE;

ALTER TABLE check_verdict_changes ADD CONSTRAINT check_verdict_changes_network_id_fkey FOREIGN KEY (network_id, organization_id) REFERENCES networks(id, organization_id) ON DELETE CASCADE;

ALTER TABLE check_verdicts ADD CONSTRAINT check_verdicts_check_id_fkey FOREIGN KEY (check_id, organization_id) REFERENCES checks(id, organization_id) ON DELETE CASCADE;

ALTER TABLE check_verdicts ADD CONSTRAINT check_verdicts_network_id_fkey FOREIGN KEY (network_id, organization_id) REFERENCES networks(id, organization_id) ON DELETE CASCADE;

ALTER TABLE checks ADD CONSTRAINT checks_muted_by_user_id_fkey FOREIGN KEY (muted_by_user_id, organization_id) REFERENCES users(id, organization_id) ON DELETE SET NULL (muted_by_user_id);

ALTER TABLE checks ADD CONSTRAINT checks_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;

ALTER TABLE credentials ADD CONSTRAINT credentials_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;

ALTER TABLE daemon_alerts ADD CONSTRAINT daemon_alerts_daemon_id_fkey FOREIGN KEY (daemon_id, network_id) REFERENCES daemons(id, network_id) ON DELETE CASCADE;

ALTER TABLE daemon_alerts ADD CONSTRAINT daemon_alerts_network_id_fkey FOREIGN KEY (network_id) REFERENCES networks(id) ON DELETE CASCADE;

ALTER TABLE daemon_polls ADD CONSTRAINT daemon_polls_daemon_id_fkey FOREIGN KEY (daemon_id, network_id) REFERENCES daemons(id, network_id) ON DELETE CASCADE;

ALTER TABLE daemon_polls ADD CONSTRAINT daemon_polls_network_id_fkey FOREIGN KEY (network_id) REFERENCES networks(id) ON DELETE CASCADE;

ALTER TABLE daemon_subnets ADD CONSTRAINT daemon_subnets_daemon_id_fkey FOREIGN KEY (daemon_id, network_id) REFERENCES daemons(id, network_id) ON DELETE CASCADE;

ALTER TABLE daemon_subnets ADD CONSTRAINT daemon_subnets_subnet_id_fkey FOREIGN KEY (subnet_id, network_id) REFERENCES subnets(id, network_id) ON DELETE CASCADE;

ALTER TABLE daemons ADD CONSTRAINT daemons_api_key_id_fkey FOREIGN KEY (api_key_id, network_id) REFERENCES daemon_api_keys(id, network_id);

ALTER TABLE daemons ADD CONSTRAINT daemons_host_id_fkey FOREIGN KEY (host_id, network_id) REFERENCES hosts(id, network_id);

ALTER TABLE daemons ADD CONSTRAINT daemons_user_id_fkey FOREIGN KEY (user_id, organization_id) REFERENCES users(id, organization_id) ON DELETE SET NULL (user_id);

ALTER TABLE discoveries ADD CONSTRAINT discoveries_daemon_id_fkey FOREIGN KEY (daemon_id, network_id) REFERENCES daemons(id, network_id) ON DELETE CASCADE;

ALTER TABLE discovery_sessions ADD CONSTRAINT discovery_sessions_daemon_id_fkey FOREIGN KEY (daemon_id, network_id) REFERENCES daemons(id, network_id) ON DELETE CASCADE;

ALTER TABLE discovery_sessions ADD CONSTRAINT discovery_sessions_discovery_id_fkey FOREIGN KEY (discovery_id, network_id) REFERENCES discoveries(id, network_id);

ALTER TABLE discovery_sessions ADD CONSTRAINT discovery_sessions_network_id_fkey FOREIGN KEY (network_id) REFERENCES networks(id) ON DELETE CASCADE;

ALTER TABLE documented_links ADD CONSTRAINT documented_links_interface_id_fkey FOREIGN KEY (interface_id, network_id) REFERENCES interfaces(id, network_id) ON DELETE CASCADE;

ALTER TABLE documented_links ADD CONSTRAINT documented_links_resolved_host_id_fkey FOREIGN KEY (resolved_host_id, network_id) REFERENCES hosts(id, network_id) ON DELETE SET NULL (resolved_host_id);

ALTER TABLE documented_links ADD CONSTRAINT documented_links_resolved_interface_id_fkey FOREIGN KEY (resolved_interface_id, network_id) REFERENCES interfaces(id, network_id) ON DELETE SET NULL (resolved_interface_id);

ALTER TABLE email_tokens ADD CONSTRAINT email_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

ALTER TABLE enrolment_codes ADD CONSTRAINT enrolment_codes_created_by_fkey FOREIGN KEY (created_by, organization_id) REFERENCES users(id, organization_id) ON DELETE CASCADE;

ALTER TABLE enrolment_codes ADD CONSTRAINT enrolment_codes_network_id_fkey FOREIGN KEY (network_id, organization_id) REFERENCES networks(id, organization_id) ON DELETE CASCADE;

ALTER TABLE fhrp_members ADD CONSTRAINT fhrp_members_group_id_fkey FOREIGN KEY (group_id, network_id) REFERENCES fhrp_groups(id, network_id) ON DELETE CASCADE;

ALTER TABLE fhrp_members ADD CONSTRAINT fhrp_members_host_id_fkey FOREIGN KEY (host_id, network_id) REFERENCES hosts(id, network_id) ON DELETE CASCADE;

ALTER TABLE fhrp_members ADD CONSTRAINT fhrp_members_interface_id_fkey FOREIGN KEY (interface_id, network_id) REFERENCES interfaces(id, network_id) ON DELETE SET NULL (interface_id);

ALTER TABLE forwarding_evidence ADD CONSTRAINT forwarding_evidence_interface_id_fkey FOREIGN KEY (interface_id, network_id) REFERENCES interfaces(id, network_id) ON DELETE CASCADE;

ALTER TABLE group_members ADD CONSTRAINT group_members_binding_id_fkey FOREIGN KEY (binding_id, network_id) REFERENCES bindings(id, network_id) ON DELETE CASCADE;

ALTER TABLE group_members ADD CONSTRAINT group_members_group_id_fkey FOREIGN KEY (group_id, network_id, member_type) REFERENCES groups(id, network_id, member_type) ON DELETE CASCADE;

ALTER TABLE group_members ADD CONSTRAINT group_members_service_id_fkey FOREIGN KEY (service_id, network_id) REFERENCES services(id, network_id) ON DELETE CASCADE;

ALTER TABLE host_credentials ADD CONSTRAINT host_credentials_assigned_by_fkey FOREIGN KEY (assigned_by, organization_id) REFERENCES users(id, organization_id) ON DELETE SET NULL (assigned_by);

ALTER TABLE host_credentials ADD CONSTRAINT host_credentials_credential_id_fkey FOREIGN KEY (credential_id, organization_id) REFERENCES credentials(id, organization_id) ON DELETE CASCADE;

ALTER TABLE host_credentials ADD CONSTRAINT host_credentials_host_id_fkey FOREIGN KEY (host_id, network_id) REFERENCES hosts(id, network_id) ON DELETE CASCADE;

ALTER TABLE host_merges ADD CONSTRAINT host_merges_host_id_fkey FOREIGN KEY (host_id, network_id) REFERENCES hosts(id, network_id) ON DELETE CASCADE;

ALTER TABLE hosts ADD CONSTRAINT hosts_first_discovery_id_fkey FOREIGN KEY (first_discovery_id, network_id) REFERENCES discoveries(id, network_id) ON DELETE SET NULL (first_discovery_id);

ALTER TABLE hosts ADD CONSTRAINT hosts_last_discovery_id_fkey FOREIGN KEY (last_discovery_id, network_id) REFERENCES discoveries(id, network_id) ON DELETE SET NULL (last_discovery_id);

ALTER TABLE hosts ADD CONSTRAINT hosts_virtualization_service_id_fkey FOREIGN KEY (virtualization_service_id, network_id) REFERENCES services(id, network_id) ON DELETE SET NULL (virtualization_service_id);

ALTER TABLE idempotent_answers ADD CONSTRAINT idempotent_answers_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;

ALTER TABLE identity_suggestions ADD CONSTRAINT identity_suggestions_host_id_fkey FOREIGN KEY (host_id, network_id) REFERENCES hosts(id, network_id) ON DELETE CASCADE;

ALTER TABLE identity_suggestions ADD CONSTRAINT identity_suggestions_other_host_id_fkey FOREIGN KEY (other_host_id, network_id) REFERENCES hosts(id, network_id) ON DELETE CASCADE;

ALTER TABLE import_plan_rows ADD CONSTRAINT import_plan_rows_plan_id_fkey FOREIGN KEY (plan_id, network_id, user_id) REFERENCES import_plans(id, network_id, user_id) ON DELETE CASCADE;

ALTER TABLE import_plans ADD CONSTRAINT import_plans_user_id_fkey FOREIGN KEY (user_id, organization_id) REFERENCES users(id, organization_id) ON DELETE CASCADE;

ALTER TABLE interface_counters ADD CONSTRAINT interface_counters_interface_id_fkey FOREIGN KEY (interface_id, network_id) REFERENCES interfaces(id, network_id) ON DELETE CASCADE;

ALTER TABLE interface_neighbors ADD CONSTRAINT interface_neighbors_interface_id_fkey FOREIGN KEY (interface_id, network_id) REFERENCES interfaces(id, network_id) ON DELETE CASCADE;

ALTER TABLE interface_neighbors ADD CONSTRAINT interface_neighbors_remote_host_id_fkey FOREIGN KEY (remote_host_id, network_id) REFERENCES hosts(id, network_id) ON DELETE CASCADE;

ALTER TABLE interface_neighbors ADD CONSTRAINT interface_neighbors_remote_interface_id_fkey FOREIGN KEY (remote_interface_id, network_id) REFERENCES interfaces(id, network_id) ON DELETE CASCADE;

ALTER TABLE interface_vlans ADD CONSTRAINT interface_vlans_interface_id_fkey FOREIGN KEY (interface_id, network_id) REFERENCES interfaces(id, network_id) ON DELETE CASCADE;

ALTER TABLE interface_vlans ADD CONSTRAINT interface_vlans_vlan_id_fkey FOREIGN KEY (vlan_id, network_id) REFERENCES vlans(id, network_id) ON DELETE CASCADE;

ALTER TABLE interfaces ADD CONSTRAINT interfaces_aggregate_id_fkey FOREIGN KEY (aggregate_id, host_id) REFERENCES interfaces(id, host_id) ON DELETE SET NULL (aggregate_id) DEFERRABLE INITIALLY DEFERRED;

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

ALTER TABLE judged_networks ADD CONSTRAINT judged_networks_network_id_fkey FOREIGN KEY (network_id, organization_id) REFERENCES networks(id, organization_id) ON DELETE CASCADE;

ALTER TABLE link_decisions ADD CONSTRAINT link_decisions_created_by_user_id_fkey FOREIGN KEY (created_by_user_id, organization_id) REFERENCES users(id, organization_id) ON DELETE SET NULL (created_by_user_id);

ALTER TABLE link_decisions ADD CONSTRAINT link_decisions_interface_id_fkey FOREIGN KEY (interface_id, network_id) REFERENCES interfaces(id, network_id) ON DELETE CASCADE;

ALTER TABLE link_decisions ADD CONSTRAINT link_decisions_remote_host_id_fkey FOREIGN KEY (remote_host_id, network_id) REFERENCES hosts(id, network_id) ON DELETE CASCADE;

ALTER TABLE link_decisions ADD CONSTRAINT link_decisions_remote_interface_id_fkey FOREIGN KEY (remote_interface_id, network_id) REFERENCES interfaces(id, network_id) ON DELETE CASCADE;

ALTER TABLE mails ADD CONSTRAINT mails_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;

ALTER TABLE neighbor_evidence ADD CONSTRAINT neighbor_evidence_interface_id_fkey FOREIGN KEY (interface_id, network_id) REFERENCES interfaces(id, network_id) ON DELETE CASCADE;

ALTER TABLE neighbor_evidence ADD CONSTRAINT neighbor_evidence_resolved_host_id_fkey FOREIGN KEY (resolved_host_id, network_id) REFERENCES hosts(id, network_id) ON DELETE SET NULL (resolved_host_id);

ALTER TABLE neighbor_evidence ADD CONSTRAINT neighbor_evidence_resolved_interface_id_fkey FOREIGN KEY (resolved_interface_id, network_id) REFERENCES interfaces(id, network_id) ON DELETE SET NULL (resolved_interface_id);

ALTER TABLE network_credentials ADD CONSTRAINT network_credentials_assigned_by_fkey FOREIGN KEY (assigned_by, organization_id) REFERENCES users(id, organization_id) ON DELETE SET NULL (assigned_by);

ALTER TABLE network_credentials ADD CONSTRAINT network_credentials_credential_id_fkey FOREIGN KEY (credential_id, organization_id) REFERENCES credentials(id, organization_id) ON DELETE CASCADE;

ALTER TABLE network_credentials ADD CONSTRAINT network_credentials_network_id_fkey FOREIGN KEY (network_id, organization_id) REFERENCES networks(id, organization_id) ON DELETE CASCADE;

ALTER TABLE network_event_cursors ADD CONSTRAINT network_event_cursors_network_id_fkey FOREIGN KEY (network_id, organization_id) REFERENCES networks(id, organization_id) ON DELETE CASCADE;

ALTER TABLE network_events ADD CONSTRAINT network_events_network_id_fkey FOREIGN KEY (network_id, organization_id) REFERENCES networks(id, organization_id) ON DELETE CASCADE;

ALTER TABLE networks ADD CONSTRAINT networks_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;

ALTER TABLE oidc_flows ADD CONSTRAINT oidc_flows_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

ALTER TABLE passkey_challenges ADD CONSTRAINT passkey_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

ALTER TABLE passkeys ADD CONSTRAINT passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

ALTER TABLE plans ADD CONSTRAINT plans_created_by_user_id_fkey FOREIGN KEY (created_by_user_id, organization_id) REFERENCES users(id, organization_id) ON DELETE SET NULL (created_by_user_id);

ALTER TABLE ports ADD CONSTRAINT ports_first_discovery_id_fkey FOREIGN KEY (first_discovery_id, network_id) REFERENCES discoveries(id, network_id) ON DELETE SET NULL (first_discovery_id);

ALTER TABLE ports ADD CONSTRAINT ports_host_id_fkey FOREIGN KEY (host_id, network_id) REFERENCES hosts(id, network_id) ON DELETE CASCADE;

ALTER TABLE ports ADD CONSTRAINT ports_last_discovery_id_fkey FOREIGN KEY (last_discovery_id, network_id) REFERENCES discoveries(id, network_id) ON DELETE SET NULL (last_discovery_id);

ALTER TABLE recovery_codes ADD CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

ALTER TABLE routes ADD CONSTRAINT routes_host_id_fkey FOREIGN KEY (host_id, network_id) REFERENCES hosts(id, network_id) ON DELETE CASCADE;

ALTER TABLE routes ADD CONSTRAINT routes_interface_id_fkey FOREIGN KEY (interface_id, network_id) REFERENCES interfaces(id, network_id) ON DELETE SET NULL (interface_id);

ALTER TABLE routes ADD CONSTRAINT routes_next_hop_host_id_fkey FOREIGN KEY (next_hop_host_id, network_id) REFERENCES hosts(id, network_id) ON DELETE SET NULL (next_hop_host_id);

ALTER TABLE routes ADD CONSTRAINT routes_subnet_id_fkey FOREIGN KEY (subnet_id, network_id) REFERENCES subnets(id, network_id) ON DELETE SET NULL (subnet_id);

ALTER TABLE routing_neighbors ADD CONSTRAINT routing_neighbors_host_id_fkey FOREIGN KEY (host_id, network_id) REFERENCES hosts(id, network_id) ON DELETE CASCADE;

ALTER TABLE routing_neighbors ADD CONSTRAINT routing_neighbors_interface_id_fkey FOREIGN KEY (interface_id, network_id) REFERENCES interfaces(id, network_id) ON DELETE SET NULL (interface_id);

ALTER TABLE routing_neighbors ADD CONSTRAINT routing_neighbors_neighbor_host_id_fkey FOREIGN KEY (neighbor_host_id, network_id) REFERENCES hosts(id, network_id) ON DELETE SET NULL (neighbor_host_id);

ALTER TABLE saved_views ADD CONSTRAINT saved_views_created_by_user_id_fkey FOREIGN KEY (created_by_user_id, organization_id) REFERENCES users(id, organization_id) ON DELETE SET NULL (created_by_user_id);

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

ALTER TABLE subnet_vlans ADD CONSTRAINT subnet_vlans_subnet_id_fkey FOREIGN KEY (subnet_id, network_id) REFERENCES subnets(id, network_id) ON DELETE CASCADE;

ALTER TABLE subnet_vlans ADD CONSTRAINT subnet_vlans_vlan_id_fkey FOREIGN KEY (vlan_id, network_id) REFERENCES vlans(id, network_id) ON DELETE CASCADE;

ALTER TABLE subnets ADD CONSTRAINT subnets_first_discovery_id_fkey FOREIGN KEY (first_discovery_id, network_id) REFERENCES discoveries(id, network_id) ON DELETE SET NULL (first_discovery_id);

ALTER TABLE subnets ADD CONSTRAINT subnets_last_discovery_id_fkey FOREIGN KEY (last_discovery_id, network_id) REFERENCES discoveries(id, network_id) ON DELETE SET NULL (last_discovery_id);

ALTER TABLE subnets ADD CONSTRAINT subnets_virtualization_service_id_fkey FOREIGN KEY (virtualization_service_id, network_id) REFERENCES services(id, network_id) ON DELETE SET NULL (virtualization_service_id);

ALTER TABLE tag_assignments ADD CONSTRAINT tag_assignments_daemon_api_key_id_fkey FOREIGN KEY (daemon_api_key_id, network_id) REFERENCES daemon_api_keys(id, network_id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE tag_assignments ADD CONSTRAINT tag_assignments_daemon_id_fkey FOREIGN KEY (daemon_id, network_id) REFERENCES daemons(id, network_id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE tag_assignments ADD CONSTRAINT tag_assignments_discovery_id_fkey FOREIGN KEY (discovery_id, network_id) REFERENCES discoveries(id, network_id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE tag_assignments ADD CONSTRAINT tag_assignments_group_id_fkey FOREIGN KEY (group_id, network_id) REFERENCES groups(id, network_id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE tag_assignments ADD CONSTRAINT tag_assignments_host_id_fkey FOREIGN KEY (host_id, network_id) REFERENCES hosts(id, network_id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE tag_assignments ADD CONSTRAINT tag_assignments_service_id_fkey FOREIGN KEY (service_id, network_id) REFERENCES services(id, network_id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE tag_assignments ADD CONSTRAINT tag_assignments_subnet_id_fkey FOREIGN KEY (subnet_id, network_id) REFERENCES subnets(id, network_id) ON UPDATE CASCADE ON DELETE CASCADE;

ALTER TABLE tag_assignments ADD CONSTRAINT tag_assignments_tagged_network_id_fkey FOREIGN KEY (tagged_network_id, organization_id) REFERENCES networks(id, organization_id) ON DELETE CASCADE;

ALTER TABLE tag_assignments ADD CONSTRAINT tag_assignments_user_api_key_id_fkey FOREIGN KEY (user_api_key_id, user_id, organization_id) REFERENCES user_api_keys(id, user_id, organization_id) ON DELETE CASCADE;

ALTER TABLE tags ADD CONSTRAINT tags_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;

ALTER TABLE topologies ADD CONSTRAINT topologies_snapshot_id_fkey FOREIGN KEY (snapshot_id, network_id) REFERENCES snapshots(id, network_id) ON DELETE CASCADE;

ALTER TABLE user_api_key_networks ADD CONSTRAINT user_api_key_networks_network_id_fkey FOREIGN KEY (network_id, organization_id) REFERENCES networks(id, organization_id) ON DELETE CASCADE;

ALTER TABLE user_api_key_networks ADD CONSTRAINT user_api_key_networks_user_api_key_id_fkey FOREIGN KEY (user_api_key_id, organization_id) REFERENCES user_api_keys(id, organization_id) ON DELETE CASCADE;

ALTER TABLE user_api_keys ADD CONSTRAINT user_api_keys_user_id_fkey FOREIGN KEY (user_id, organization_id) REFERENCES users(id, organization_id) ON DELETE CASCADE;

ALTER TABLE user_networks ADD CONSTRAINT user_networks_network_id_fkey FOREIGN KEY (network_id, organization_id) REFERENCES networks(id, organization_id) ON DELETE CASCADE;

ALTER TABLE user_networks ADD CONSTRAINT user_networks_user_id_fkey FOREIGN KEY (user_id, organization_id) REFERENCES users(id, organization_id) ON DELETE CASCADE;

ALTER TABLE users ADD CONSTRAINT users_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;

ALTER TABLE vlans ADD CONSTRAINT vlans_first_discovery_id_fkey FOREIGN KEY (first_discovery_id, network_id) REFERENCES discoveries(id, network_id) ON DELETE SET NULL (first_discovery_id);

ALTER TABLE vlans ADD CONSTRAINT vlans_last_discovery_id_fkey FOREIGN KEY (last_discovery_id, network_id) REFERENCES discoveries(id, network_id) ON DELETE SET NULL (last_discovery_id);

ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_network_id_fkey FOREIGN KEY (network_id, organization_id) REFERENCES networks(id, organization_id) ON DELETE CASCADE;

ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id, organization_id) REFERENCES webhooks(id, organization_id) ON DELETE CASCADE;

ALTER TABLE webhook_networks ADD CONSTRAINT webhook_networks_network_id_fkey FOREIGN KEY (network_id, organization_id) REFERENCES networks(id, organization_id) ON DELETE CASCADE;

ALTER TABLE webhook_networks ADD CONSTRAINT webhook_networks_webhook_id_fkey FOREIGN KEY (webhook_id, organization_id) REFERENCES webhooks(id, organization_id) ON DELETE CASCADE;

ALTER TABLE webhooks ADD CONSTRAINT webhooks_created_by_user_id_fkey FOREIGN KEY (created_by_user_id, organization_id) REFERENCES users(id, organization_id) ON DELETE SET NULL (created_by_user_id);

ALTER TABLE webhooks ADD CONSTRAINT webhooks_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;

ALTER TABLE wireless_associations ADD CONSTRAINT wireless_associations_access_point_host_id_fkey FOREIGN KEY (access_point_host_id, network_id) REFERENCES hosts(id, network_id) ON DELETE SET NULL (access_point_host_id);

ALTER TABLE wireless_associations ADD CONSTRAINT wireless_associations_client_host_id_fkey FOREIGN KEY (client_host_id, network_id) REFERENCES hosts(id, network_id) ON DELETE SET NULL (client_host_id);

ALTER TABLE wireless_associations ADD CONSTRAINT wireless_associations_host_id_fkey FOREIGN KEY (host_id, network_id) REFERENCES hosts(id, network_id) ON DELETE CASCADE;

ALTER TABLE wireless_associations ADD CONSTRAINT wireless_associations_interface_id_fkey FOREIGN KEY (interface_id, network_id) REFERENCES interfaces(id, network_id) ON DELETE SET NULL (interface_id);

ALTER TABLE wireless_signals ADD CONSTRAINT wireless_signals_association_id_fkey FOREIGN KEY (association_id, network_id) REFERENCES wireless_associations(id, network_id) ON DELETE CASCADE;

ALTER TABLE working_credentials ADD CONSTRAINT working_credentials_credential_id_fkey FOREIGN KEY (credential_id, organization_id) REFERENCES credentials(id, organization_id) ON DELETE CASCADE;

ALTER TABLE working_credentials ADD CONSTRAINT working_credentials_host_id_fkey FOREIGN KEY (host_id, network_id) REFERENCES hosts(id, network_id) ON DELETE CASCADE;

CREATE INDEX address_reservations_created_by_user_id_idx ON public.address_reservations USING btree (created_by_user_id) WHERE (created_by_user_id IS NOT NULL);

CREATE INDEX address_reservations_network_id_created_at_id_idx ON public.address_reservations USING btree (network_id, created_at, id);

CREATE INDEX address_reservations_revisions_created_by_user_id_idx ON public.address_reservations_revisions USING btree (created_by_user_id, valid_to) WHERE (created_by_user_id IS NOT NULL);

CREATE UNIQUE INDEX address_reservations_revisions_id_valid_to_key ON public.address_reservations_revisions USING btree (id, valid_to);

CREATE INDEX address_reservations_revisions_last_idx ON public.address_reservations_revisions USING btree (network_id, valid_to) WHERE is_last;

CREATE INDEX address_reservations_revisions_scope_idx ON public.address_reservations_revisions USING btree (network_id, valid_to);

CREATE INDEX address_reservations_revisions_subnet_id_idx ON public.address_reservations_revisions USING btree (subnet_id, valid_to) WHERE (subnet_id IS NOT NULL);

CREATE INDEX address_reservations_revisions_valid_to_idx ON public.address_reservations_revisions USING brin (valid_to);

CREATE INDEX address_reservations_scope_valid_from_idx ON public.address_reservations USING btree (network_id, valid_from);

CREATE INDEX address_reservations_subnet_id_first_address_idx ON public.address_reservations USING btree (subnet_id, first_address);

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

CREATE INDEX check_acceptances_accepted_by_user_id_idx ON public.check_acceptances USING btree (accepted_by_user_id) WHERE (accepted_by_user_id IS NOT NULL);

CREATE INDEX check_acceptances_network_id_created_at_id_idx ON public.check_acceptances USING btree (network_id, created_at, id);

CREATE INDEX check_networks_network_id_idx ON public.check_networks USING btree (network_id);

CREATE INDEX check_verdict_changes_check_id_network_id_changed_at_idx ON public.check_verdict_changes USING btree (check_id, network_id, changed_at);

CREATE INDEX check_verdict_changes_network_id_created_at_id_idx ON public.check_verdict_changes USING btree (network_id, created_at, id);

CREATE INDEX check_verdicts_network_id_created_at_id_idx ON public.check_verdicts USING btree (network_id, created_at, id);

CREATE INDEX check_verdicts_to_look_back_idx ON public.check_verdicts USING btree (network_id) WHERE (since_is_at_least AND (NOT looked_back));

CREATE INDEX checks_muted_by_user_id_idx ON public.checks USING btree (muted_by_user_id) WHERE (muted_by_user_id IS NOT NULL);

CREATE INDEX checks_organization_id_created_at_id_idx ON public.checks USING btree (organization_id, created_at, id);

CREATE INDEX credentials_organization_id_created_at_id_idx ON public.credentials USING btree (organization_id, created_at, id);

CREATE INDEX daemon_alerts_network_id_idx ON public.daemon_alerts USING btree (network_id);

CREATE INDEX daemon_api_keys_network_id_created_at_id_idx ON public.daemon_api_keys USING btree (network_id, created_at, id);

CREATE INDEX daemon_polls_due_at_idx ON public.daemon_polls USING btree (due_at);

CREATE INDEX daemon_polls_network_id_idx ON public.daemon_polls USING btree (network_id);

CREATE INDEX daemon_subnets_network_id_idx ON public.daemon_subnets USING btree (network_id);

CREATE INDEX daemon_subnets_subnet_id_idx ON public.daemon_subnets USING btree (subnet_id);

CREATE INDEX daemons_api_key_id_idx ON public.daemons USING btree (api_key_id) WHERE (api_key_id IS NOT NULL);

CREATE INDEX daemons_host_id_idx ON public.daemons USING btree (host_id);

CREATE INDEX daemons_network_id_created_at_id_idx ON public.daemons USING btree (network_id, created_at, id);

CREATE INDEX daemons_user_id_idx ON public.daemons USING btree (user_id) WHERE (user_id IS NOT NULL);

CREATE INDEX deleted_networks_deleted_at_idx ON public.deleted_networks USING btree (deleted_at);

CREATE INDEX deleted_tags_deleted_at_idx ON public.deleted_tags USING btree (deleted_at);

CREATE INDEX discoveries_daemon_id_idx ON public.discoveries USING btree (daemon_id);

CREATE INDEX discoveries_neighbors_pending_idx ON public.discoveries USING btree (network_id) WHERE neighbors_pending;

CREATE INDEX discoveries_network_id_created_at_id_idx ON public.discoveries USING btree (network_id, created_at, id);

CREATE INDEX discoveries_next_run_idx ON public.discoveries USING btree (next_run) WHERE schedule_enabled;

CREATE INDEX discovery_sessions_daemon_id_idx ON public.discovery_sessions USING btree (daemon_id);

CREATE INDEX discovery_sessions_network_id_idx ON public.discovery_sessions USING btree (network_id);

CREATE INDEX documented_links_interface_id_idx ON public.documented_links USING btree (interface_id);

CREATE INDEX documented_links_network_id_idx ON public.documented_links USING btree (network_id);

CREATE INDEX documented_links_resolved_host_id_idx ON public.documented_links USING btree (resolved_host_id) WHERE (resolved_host_id IS NOT NULL);

CREATE INDEX documented_links_resolved_interface_id_idx ON public.documented_links USING btree (resolved_interface_id) WHERE (resolved_interface_id IS NOT NULL);

CREATE INDEX email_tokens_expires_at_idx ON public.email_tokens USING btree (expires_at);

CREATE UNIQUE INDEX email_tokens_token_hash_key ON public.email_tokens USING btree (token_hash);

CREATE INDEX enrolment_codes_created_by_idx ON public.enrolment_codes USING btree (created_by);

CREATE INDEX enrolment_codes_expires_at_idx ON public.enrolment_codes USING btree (expires_at);

CREATE INDEX enrolment_codes_network_id_created_at_id_idx ON public.enrolment_codes USING btree (network_id, created_at, id);

CREATE INDEX enrolment_codes_organization_id_idx ON public.enrolment_codes USING btree (organization_id);

CREATE INDEX fhrp_groups_network_id_created_at_id_idx ON public.fhrp_groups USING btree (network_id, created_at, id);

CREATE UNIQUE INDEX fhrp_groups_revisions_id_valid_to_key ON public.fhrp_groups_revisions USING btree (id, valid_to);

CREATE INDEX fhrp_groups_revisions_last_idx ON public.fhrp_groups_revisions USING btree (network_id, valid_to) WHERE is_last;

CREATE INDEX fhrp_groups_revisions_scope_idx ON public.fhrp_groups_revisions USING btree (network_id, valid_to);

CREATE INDEX fhrp_groups_revisions_valid_to_idx ON public.fhrp_groups_revisions USING brin (valid_to);

CREATE INDEX fhrp_groups_scope_valid_from_idx ON public.fhrp_groups USING btree (network_id, valid_from);

CREATE INDEX fhrp_members_group_id_idx ON public.fhrp_members USING btree (group_id);

CREATE INDEX fhrp_members_host_id_idx ON public.fhrp_members USING btree (host_id);

CREATE INDEX fhrp_members_interface_id_idx ON public.fhrp_members USING btree (interface_id) WHERE (interface_id IS NOT NULL);

CREATE INDEX fhrp_members_network_id_created_at_id_idx ON public.fhrp_members USING btree (network_id, created_at, id);

CREATE INDEX fhrp_members_revisions_group_id_idx ON public.fhrp_members_revisions USING btree (group_id, valid_to) WHERE (group_id IS NOT NULL);

CREATE INDEX fhrp_members_revisions_host_id_idx ON public.fhrp_members_revisions USING btree (host_id, valid_to) WHERE (host_id IS NOT NULL);

CREATE UNIQUE INDEX fhrp_members_revisions_id_valid_to_key ON public.fhrp_members_revisions USING btree (id, valid_to);

CREATE INDEX fhrp_members_revisions_interface_id_idx ON public.fhrp_members_revisions USING btree (interface_id, valid_to) WHERE (interface_id IS NOT NULL);

CREATE INDEX fhrp_members_revisions_last_idx ON public.fhrp_members_revisions USING btree (network_id, valid_to) WHERE is_last;

CREATE INDEX fhrp_members_revisions_scope_idx ON public.fhrp_members_revisions USING btree (network_id, valid_to);

CREATE INDEX fhrp_members_revisions_valid_to_idx ON public.fhrp_members_revisions USING brin (valid_to);

CREATE INDEX fhrp_members_scope_valid_from_idx ON public.fhrp_members USING btree (network_id, valid_from);

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

CREATE INDEX host_credentials_assigned_by_idx ON public.host_credentials USING btree (assigned_by) WHERE (assigned_by IS NOT NULL);

CREATE INDEX host_credentials_credential_id_idx ON public.host_credentials USING btree (credential_id);

CREATE INDEX host_credentials_network_id_idx ON public.host_credentials USING btree (network_id);

CREATE INDEX host_merges_host_id_idx ON public.host_merges USING btree (host_id);

CREATE INDEX host_merges_network_id_shared_mac_idx ON public.host_merges USING btree (network_id, shared_mac) WHERE (shared_mac IS NOT NULL);

CREATE INDEX hosts_first_discovery_id_idx ON public.hosts USING btree (first_discovery_id) WHERE (first_discovery_id IS NOT NULL);

CREATE INDEX hosts_former_macs_idx ON public.hosts USING gin (former_macs) WHERE (former_macs <> '{}'::text[]);

CREATE INDEX hosts_last_discovery_id_idx ON public.hosts USING btree (last_discovery_id) WHERE (last_discovery_id IS NOT NULL);

CREATE INDEX hosts_network_id_chassis_id_idx ON public.hosts USING btree (network_id, chassis_id) WHERE (chassis_id IS NOT NULL);

CREATE INDEX hosts_network_id_created_at_id_idx ON public.hosts USING btree (network_id, created_at, id);

CREATE INDEX hosts_network_id_name_id_idx ON public.hosts USING btree (network_id, name, id);

CREATE INDEX hosts_network_id_natural_name_id_idx ON public.hosts USING btree (network_id, natural_name, id);

CREATE INDEX hosts_network_id_serial_number_idx ON public.hosts USING btree (network_id, serial_number) WHERE (serial_number IS NOT NULL);

CREATE INDEX hosts_network_id_sys_name_idx ON public.hosts USING btree (network_id, sys_name) WHERE (sys_name IS NOT NULL);

CREATE UNIQUE INDEX hosts_revisions_id_valid_to_key ON public.hosts_revisions USING btree (id, valid_to);

CREATE INDEX hosts_revisions_last_idx ON public.hosts_revisions USING btree (network_id, valid_to) WHERE is_last;

CREATE INDEX hosts_revisions_scope_idx ON public.hosts_revisions USING btree (network_id, valid_to);

CREATE INDEX hosts_revisions_valid_to_idx ON public.hosts_revisions USING brin (valid_to);

CREATE INDEX hosts_revisions_virtualization_service_id_idx ON public.hosts_revisions USING btree (virtualization_service_id, valid_to) WHERE (virtualization_service_id IS NOT NULL);

CREATE INDEX hosts_scope_valid_from_idx ON public.hosts USING btree (network_id, valid_from);

CREATE INDEX hosts_search_idx ON public.hosts USING gin (search_keys(network_id, ARRAY[name, hostname, description, sys_name, sys_descr, chassis_id, manufacturer, model, serial_number, os, sys_location]));

CREATE INDEX hosts_virtualization_service_id_idx ON public.hosts USING btree (virtualization_service_id) WHERE (virtualization_service_id IS NOT NULL);

CREATE INDEX idempotent_answers_created_at_idx ON public.idempotent_answers USING btree (created_at);

CREATE UNIQUE INDEX idempotent_answers_credential_id_route_key_key ON public.idempotent_answers USING btree (credential_id, route, key);

CREATE INDEX idempotent_answers_organization_id_idx ON public.idempotent_answers USING btree (organization_id);

CREATE INDEX identity_suggestions_network_id_created_at_id_idx ON public.identity_suggestions USING btree (network_id, created_at, id);

CREATE INDEX identity_suggestions_other_host_id_idx ON public.identity_suggestions USING btree (other_host_id);

CREATE INDEX import_plan_rows_network_id_idx ON public.import_plan_rows USING btree (network_id);

CREATE INDEX import_plan_rows_user_id_idx ON public.import_plan_rows USING btree (user_id);

CREATE INDEX import_plans_expires_at_idx ON public.import_plans USING btree (expires_at);

CREATE INDEX import_plans_network_id_idx ON public.import_plans USING btree (network_id);

CREATE INDEX import_plans_organization_id_idx ON public.import_plans USING btree (organization_id);

CREATE INDEX import_plans_user_id_idx ON public.import_plans USING btree (user_id);

CREATE INDEX interface_counters_network_id_idx ON public.interface_counters USING btree (network_id);

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

CREATE INDEX interfaces_aggregate_id_idx ON public.interfaces USING btree (aggregate_id) WHERE (aggregate_id IS NOT NULL);

CREATE INDEX interfaces_first_discovery_id_idx ON public.interfaces USING btree (first_discovery_id) WHERE (first_discovery_id IS NOT NULL);

CREATE INDEX interfaces_ip_address_id_idx ON public.interfaces USING btree (ip_address_id) WHERE (ip_address_id IS NOT NULL);

CREATE INDEX interfaces_last_discovery_id_idx ON public.interfaces USING btree (last_discovery_id) WHERE (last_discovery_id IS NOT NULL);

CREATE INDEX interfaces_mac_keys_idx ON public.interfaces USING gin (mac_keys(network_id, fdb_macs)) WHERE (fdb_macs <> '{}'::text[]);

CREATE INDEX interfaces_native_vlan_id_idx ON public.interfaces USING btree (native_vlan_id) WHERE (native_vlan_id IS NOT NULL);

CREATE INDEX interfaces_native_vlan_id_ip_address_id_idx ON public.interfaces USING btree (native_vlan_id, ip_address_id) WHERE ((native_vlan_id IS NOT NULL) AND (ip_address_id IS NOT NULL));

CREATE INDEX interfaces_network_id_created_at_id_idx ON public.interfaces USING btree (network_id, created_at, id);

CREATE INDEX interfaces_network_id_mac_address_idx ON public.interfaces USING btree (network_id, mac_address) WHERE (mac_address IS NOT NULL);

CREATE INDEX interfaces_network_id_natural_name_id_idx ON public.interfaces USING btree (network_id, natural_name, id);

CREATE INDEX interfaces_revisions_aggregate_id_idx ON public.interfaces_revisions USING btree (aggregate_id, valid_to) WHERE (aggregate_id IS NOT NULL);

CREATE INDEX interfaces_revisions_host_id_idx ON public.interfaces_revisions USING btree (host_id, valid_to) WHERE (host_id IS NOT NULL);

CREATE UNIQUE INDEX interfaces_revisions_id_valid_to_key ON public.interfaces_revisions USING btree (id, valid_to);

CREATE INDEX interfaces_revisions_ip_address_id_idx ON public.interfaces_revisions USING btree (ip_address_id, valid_to) WHERE (ip_address_id IS NOT NULL);

CREATE INDEX interfaces_revisions_last_idx ON public.interfaces_revisions USING btree (network_id, valid_to) WHERE is_last;

CREATE INDEX interfaces_revisions_mac_keys_idx ON public.interfaces_revisions USING gin (mac_keys(network_id, fdb_macs)) WHERE ((cardinality(fdb_macs) >= 1) AND (cardinality(fdb_macs) <= 64));

CREATE INDEX interfaces_revisions_native_vlan_id_idx ON public.interfaces_revisions USING btree (native_vlan_id, valid_to) WHERE (native_vlan_id IS NOT NULL);

CREATE INDEX interfaces_revisions_native_vlan_id_ip_address_id_idx ON public.interfaces_revisions USING btree (native_vlan_id, ip_address_id, valid_to) WHERE ((native_vlan_id IS NOT NULL) AND (ip_address_id IS NOT NULL));

CREATE INDEX interfaces_revisions_scope_idx ON public.interfaces_revisions USING btree (network_id, valid_to);

CREATE INDEX interfaces_revisions_valid_to_idx ON public.interfaces_revisions USING brin (valid_to);

CREATE INDEX interfaces_scope_valid_from_idx ON public.interfaces USING btree (network_id, valid_from);

CREATE INDEX interfaces_search_idx ON public.interfaces USING gin (search_keys(network_id, ARRAY[(' '::text || translate(if_name, ' -'::text, ''::text)), (' '::text || NULLIF(translate(if_descr, ' -'::text, ''::text), translate(if_name, ' -'::text, ''::text))), if_alias, mac_address]));

CREATE INDEX invite_networks_network_id_idx ON public.invite_networks USING btree (network_id);

CREATE INDEX invites_created_by_idx ON public.invites USING btree (created_by) WHERE (created_by IS NOT NULL);

CREATE INDEX invites_organization_id_created_at_id_idx ON public.invites USING btree (organization_id, created_at, id);

CREATE INDEX ip_addresses_first_discovery_id_idx ON public.ip_addresses USING btree (first_discovery_id) WHERE (first_discovery_id IS NOT NULL);

CREATE INDEX ip_addresses_last_discovery_id_idx ON public.ip_addresses USING btree (last_discovery_id) WHERE (last_discovery_id IS NOT NULL);

CREATE INDEX ip_addresses_network_id_created_at_id_idx ON public.ip_addresses USING btree (network_id, created_at, id);

CREATE INDEX ip_addresses_network_id_ip_address_idx ON public.ip_addresses USING btree (network_id, ip_address);

CREATE INDEX ip_addresses_network_id_mac_address_idx ON public.ip_addresses USING btree (network_id, mac_address) WHERE (mac_address IS NOT NULL);

CREATE INDEX ip_addresses_network_id_name_idx ON public.ip_addresses USING btree (network_id, lower((name COLLATE "C"))) WHERE (name IS NOT NULL);

CREATE INDEX ip_addresses_revisions_host_id_idx ON public.ip_addresses_revisions USING btree (host_id, valid_to) WHERE (host_id IS NOT NULL);

CREATE UNIQUE INDEX ip_addresses_revisions_id_valid_to_key ON public.ip_addresses_revisions USING btree (id, valid_to);

CREATE INDEX ip_addresses_revisions_last_idx ON public.ip_addresses_revisions USING btree (network_id, valid_to) WHERE is_last;

CREATE INDEX ip_addresses_revisions_scope_idx ON public.ip_addresses_revisions USING btree (network_id, valid_to);

CREATE INDEX ip_addresses_revisions_subnet_id_idx ON public.ip_addresses_revisions USING btree (subnet_id, valid_to) WHERE (subnet_id IS NOT NULL);

CREATE INDEX ip_addresses_revisions_valid_to_idx ON public.ip_addresses_revisions USING brin (valid_to);

CREATE INDEX ip_addresses_scope_valid_from_idx ON public.ip_addresses USING btree (network_id, valid_from);

CREATE INDEX ip_addresses_search_idx ON public.ip_addresses USING gin (search_keys(network_id, ARRAY[host(ip_address), mac_address, name]));

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

CREATE INDEX neighbor_evidence_network_id_idx ON public.neighbor_evidence USING btree (network_id);

CREATE INDEX neighbor_evidence_resolved_host_id_idx ON public.neighbor_evidence USING btree (resolved_host_id) WHERE (resolved_host_id IS NOT NULL);

CREATE INDEX neighbor_evidence_resolved_interface_id_idx ON public.neighbor_evidence USING btree (resolved_interface_id) WHERE (resolved_interface_id IS NOT NULL);

CREATE INDEX network_changes_changed_at_idx ON public.network_changes USING btree (changed_at);

CREATE INDEX network_credentials_assigned_by_idx ON public.network_credentials USING btree (assigned_by) WHERE (assigned_by IS NOT NULL);

CREATE INDEX network_credentials_credential_id_idx ON public.network_credentials USING btree (credential_id);

CREATE INDEX network_events_created_at_idx ON public.network_events USING btree (created_at);

CREATE INDEX network_events_network_id_created_at_id_idx ON public.network_events USING btree (network_id, created_at, id);

CREATE INDEX network_events_of_daemons_idx ON public.network_events USING btree (network_id, created_at) WHERE (kind = ANY (ARRAY['DaemonSilent'::network_event_kind, 'DaemonBack'::network_event_kind]));

CREATE INDEX networks_organization_id_created_at_id_idx ON public.networks USING btree (organization_id, created_at, id);

CREATE INDEX oidc_flows_expires_at_idx ON public.oidc_flows USING btree (expires_at);

CREATE INDEX oidc_flows_user_id_idx ON public.oidc_flows USING btree (user_id);

CREATE INDEX oidc_logouts_expires_at_idx ON public.oidc_logouts USING btree (expires_at);

CREATE INDEX passkey_challenges_expires_at_idx ON public.passkey_challenges USING btree (expires_at);

CREATE INDEX passkey_challenges_user_id_expires_at_idx ON public.passkey_challenges USING btree (user_id, expires_at);

CREATE UNIQUE INDEX passkeys_credential_id_key ON public.passkeys USING btree (credential_id);

CREATE INDEX passkeys_user_id_idx ON public.passkeys USING btree (user_id);

CREATE INDEX plans_created_by_user_id_idx ON public.plans USING btree (created_by_user_id) WHERE (created_by_user_id IS NOT NULL);

CREATE INDEX plans_network_id_created_at_id_idx ON public.plans USING btree (network_id, created_at, id);

CREATE INDEX plans_revisions_created_by_user_id_idx ON public.plans_revisions USING btree (created_by_user_id, valid_to) WHERE (created_by_user_id IS NOT NULL);

CREATE UNIQUE INDEX plans_revisions_id_valid_to_key ON public.plans_revisions USING btree (id, valid_to);

CREATE INDEX plans_revisions_last_idx ON public.plans_revisions USING btree (network_id, valid_to) WHERE is_last;

CREATE INDEX plans_revisions_scope_idx ON public.plans_revisions USING btree (network_id, valid_to);

CREATE INDEX plans_revisions_valid_to_idx ON public.plans_revisions USING brin (valid_to);

CREATE INDEX plans_scope_valid_from_idx ON public.plans USING btree (network_id, valid_from);

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

CREATE INDEX routes_host_id_idx ON public.routes USING btree (host_id);

CREATE INDEX routes_interface_id_idx ON public.routes USING btree (interface_id) WHERE (interface_id IS NOT NULL);

CREATE INDEX routes_network_id_created_at_id_idx ON public.routes USING btree (network_id, created_at, id);

CREATE INDEX routes_network_id_next_hop_host_id_idx ON public.routes USING btree (network_id, next_hop, host_id) WHERE (next_hop IS NOT NULL);

CREATE INDEX routes_next_hop_host_id_idx ON public.routes USING btree (next_hop_host_id) WHERE (next_hop_host_id IS NOT NULL);

CREATE INDEX routes_revisions_host_id_idx ON public.routes_revisions USING btree (host_id, valid_to) WHERE (host_id IS NOT NULL);

CREATE UNIQUE INDEX routes_revisions_id_valid_to_key ON public.routes_revisions USING btree (id, valid_to);

CREATE INDEX routes_revisions_interface_id_idx ON public.routes_revisions USING btree (interface_id, valid_to) WHERE (interface_id IS NOT NULL);

CREATE INDEX routes_revisions_last_idx ON public.routes_revisions USING btree (network_id, valid_to) WHERE is_last;

CREATE INDEX routes_revisions_next_hop_host_id_idx ON public.routes_revisions USING btree (next_hop_host_id, valid_to) WHERE (next_hop_host_id IS NOT NULL);

CREATE INDEX routes_revisions_scope_idx ON public.routes_revisions USING btree (network_id, valid_to);

CREATE INDEX routes_revisions_subnet_id_idx ON public.routes_revisions USING btree (subnet_id, valid_to) WHERE (subnet_id IS NOT NULL);

CREATE INDEX routes_revisions_valid_to_idx ON public.routes_revisions USING brin (valid_to);

CREATE INDEX routes_scope_valid_from_idx ON public.routes USING btree (network_id, valid_from);

CREATE INDEX routes_subnet_id_idx ON public.routes USING btree (subnet_id) WHERE (subnet_id IS NOT NULL);

CREATE INDEX routing_neighbors_host_id_idx ON public.routing_neighbors USING btree (host_id);

CREATE INDEX routing_neighbors_interface_id_idx ON public.routing_neighbors USING btree (interface_id) WHERE (interface_id IS NOT NULL);

CREATE INDEX routing_neighbors_neighbor_host_id_idx ON public.routing_neighbors USING btree (neighbor_host_id) WHERE (neighbor_host_id IS NOT NULL);

CREATE INDEX routing_neighbors_network_id_created_at_id_idx ON public.routing_neighbors USING btree (network_id, created_at, id);

CREATE INDEX routing_neighbors_revisions_host_id_idx ON public.routing_neighbors_revisions USING btree (host_id, valid_to) WHERE (host_id IS NOT NULL);

CREATE UNIQUE INDEX routing_neighbors_revisions_id_valid_to_key ON public.routing_neighbors_revisions USING btree (id, valid_to);

CREATE INDEX routing_neighbors_revisions_interface_id_idx ON public.routing_neighbors_revisions USING btree (interface_id, valid_to) WHERE (interface_id IS NOT NULL);

CREATE INDEX routing_neighbors_revisions_last_idx ON public.routing_neighbors_revisions USING btree (network_id, valid_to) WHERE is_last;

CREATE INDEX routing_neighbors_revisions_neighbor_host_id_idx ON public.routing_neighbors_revisions USING btree (neighbor_host_id, valid_to) WHERE (neighbor_host_id IS NOT NULL);

CREATE INDEX routing_neighbors_revisions_scope_idx ON public.routing_neighbors_revisions USING btree (network_id, valid_to);

CREATE INDEX routing_neighbors_revisions_valid_to_idx ON public.routing_neighbors_revisions USING brin (valid_to);

CREATE INDEX routing_neighbors_scope_valid_from_idx ON public.routing_neighbors USING btree (network_id, valid_from);

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

CREATE INDEX services_network_id_natural_name_id_idx ON public.services USING btree (network_id, natural_name, id);

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

CREATE UNIQUE INDEX subnets_network_id_cidr_namespace_key ON public.subnets USING btree (network_id, cidr, namespace) WHERE ((subnet_type <> ALL (ARRAY['DockerBridge'::subnet_type, 'PodmanBridge'::subnet_type])) AND (source_type <> 'System'::entity_source_type));

CREATE UNIQUE INDEX subnets_network_id_cidr_namespace_virtualization_service_id_key ON public.subnets USING btree (network_id, cidr, namespace, virtualization_service_id) WHERE ((subnet_type = ANY (ARRAY['DockerBridge'::subnet_type, 'PodmanBridge'::subnet_type])) AND (source_type <> 'System'::entity_source_type));

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

CREATE INDEX webhook_deliveries_created_at_idx ON public.webhook_deliveries USING btree (created_at);

CREATE INDEX webhook_deliveries_network_id_created_at_id_idx ON public.webhook_deliveries USING btree (network_id, created_at, id);

CREATE INDEX webhook_deliveries_waiting_idx ON public.webhook_deliveries USING btree (webhook_id, queued_at, part, id) WHERE (state = 'Waiting'::webhook_delivery_state);

CREATE INDEX webhook_deliveries_webhook_id_created_at_id_idx ON public.webhook_deliveries USING btree (webhook_id, created_at, id);

CREATE INDEX webhook_networks_network_id_idx ON public.webhook_networks USING btree (network_id);

CREATE INDEX webhooks_created_by_user_id_idx ON public.webhooks USING btree (created_by_user_id) WHERE (created_by_user_id IS NOT NULL);

CREATE INDEX webhooks_organization_id_created_at_id_idx ON public.webhooks USING btree (organization_id, created_at, id);

CREATE INDEX wireless_associations_access_point_host_id_idx ON public.wireless_associations USING btree (access_point_host_id) WHERE (access_point_host_id IS NOT NULL);

CREATE INDEX wireless_associations_client_host_id_idx ON public.wireless_associations USING btree (client_host_id) WHERE (client_host_id IS NOT NULL);

CREATE INDEX wireless_associations_host_id_idx ON public.wireless_associations USING btree (host_id);

CREATE INDEX wireless_associations_interface_id_idx ON public.wireless_associations USING btree (interface_id) WHERE (interface_id IS NOT NULL);

CREATE INDEX wireless_associations_network_id_client_mac_idx ON public.wireless_associations USING btree (network_id, client_mac);

CREATE INDEX wireless_associations_network_id_created_at_id_idx ON public.wireless_associations USING btree (network_id, created_at, id);

CREATE INDEX wireless_associations_revisions_access_point_host_id_idx ON public.wireless_associations_revisions USING btree (access_point_host_id, valid_to) WHERE (access_point_host_id IS NOT NULL);

CREATE INDEX wireless_associations_revisions_client_host_id_idx ON public.wireless_associations_revisions USING btree (client_host_id, valid_to) WHERE (client_host_id IS NOT NULL);

CREATE INDEX wireless_associations_revisions_host_id_idx ON public.wireless_associations_revisions USING btree (host_id, valid_to) WHERE (host_id IS NOT NULL);

CREATE UNIQUE INDEX wireless_associations_revisions_id_valid_to_key ON public.wireless_associations_revisions USING btree (id, valid_to);

CREATE INDEX wireless_associations_revisions_interface_id_idx ON public.wireless_associations_revisions USING btree (interface_id, valid_to) WHERE (interface_id IS NOT NULL);

CREATE INDEX wireless_associations_revisions_last_idx ON public.wireless_associations_revisions USING btree (network_id, valid_to) WHERE is_last;

CREATE INDEX wireless_associations_revisions_scope_idx ON public.wireless_associations_revisions USING btree (network_id, valid_to);

CREATE INDEX wireless_associations_revisions_valid_to_idx ON public.wireless_associations_revisions USING brin (valid_to);

CREATE INDEX wireless_associations_scope_valid_from_idx ON public.wireless_associations USING btree (network_id, valid_from);

CREATE INDEX wireless_signals_network_id_idx ON public.wireless_signals USING btree (network_id);

CREATE INDEX working_credentials_credential_id_idx ON public.working_credentials USING btree (credential_id);

CREATE INDEX working_credentials_network_id_idx ON public.working_credentials USING btree (network_id);

CREATE TRIGGER address_reservations_delete_marks_network AFTER DELETE ON public.address_reservations REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();

CREATE TRIGGER address_reservations_insert_marks_network AFTER INSERT ON public.address_reservations REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();

CREATE TRIGGER address_reservations_network_id_fkey_insert AFTER INSERT ON public.address_reservations REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION require_networks_of_organization();

CREATE TRIGGER address_reservations_network_id_fkey_update AFTER UPDATE ON public.address_reservations FOR EACH ROW WHEN (((new.network_id IS NOT NULL) AND ((old.network_id IS DISTINCT FROM new.network_id) OR (old.organization_id IS DISTINCT FROM new.organization_id)))) EXECUTE FUNCTION require_network_of_organization_of_row();

CREATE TRIGGER address_reservations_update_marks_network AFTER UPDATE ON public.address_reservations REFERENCING OLD TABLE AS rows_before NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes_of_update();

CREATE TRIGGER history_1_begin BEFORE INSERT ON public.address_reservations FOR EACH ROW EXECUTE FUNCTION address_reservations_begin();

CREATE TRIGGER history_1_change BEFORE UPDATE ON public.address_reservations FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.created_at IS DISTINCT FROM new.created_at) OR (old.valid_from IS DISTINCT FROM new.valid_from) OR (old.valid_to IS DISTINCT FROM new.valid_to) OR (old.audit_event_id IS DISTINCT FROM new.audit_event_id) OR (old.network_id IS DISTINCT FROM new.network_id) OR (old.organization_id IS DISTINCT FROM new.organization_id) OR (old.subnet_id IS DISTINCT FROM new.subnet_id) OR (old.subnet_cidr IS DISTINCT FROM new.subnet_cidr) OR (old.created_by_user_id IS DISTINCT FROM new.created_by_user_id) OR (old.first_address IS DISTINCT FROM new.first_address) OR (old.last_address IS DISTINCT FROM new.last_address) OR (old.purpose IS DISTINCT FROM new.purpose) OR (old.until IS DISTINCT FROM new.until) OR (old.description IS DISTINCT FROM new.description))) EXECUTE FUNCTION address_reservations_change();

CREATE TRIGGER history_1_no_truncation BEFORE TRUNCATE ON public.address_reservations FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

CREATE TRIGGER history_2_begin_later AFTER INSERT ON public.address_reservations REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION address_reservations_begin_later();

CREATE TRIGGER history_2_keep_changed AFTER UPDATE ON public.address_reservations REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION address_reservations_keep_changed();

CREATE TRIGGER history_2_keep_deleted AFTER DELETE ON public.address_reservations REFERENCING OLD TABLE AS rows_before FOR EACH STATEMENT EXECUTE FUNCTION address_reservations_keep_deleted();

CREATE TRIGGER kept_for_good BEFORE UPDATE ON public.address_reservations_revisions FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER no_overlap AFTER INSERT ON public.address_reservations_revisions REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION address_reservations_revisions_no_overlap();

CREATE TRIGGER no_truncation BEFORE TRUNCATE ON public.address_reservations_revisions FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

CREATE TRIGGER arp_evidence_network_id_fkey_insert AFTER INSERT ON public.arp_evidence REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION require_networks();

CREATE TRIGGER arp_evidence_network_id_fkey_update AFTER UPDATE ON public.arp_evidence FOR EACH ROW WHEN (((new.network_id IS NOT NULL) AND (old.network_id IS DISTINCT FROM new.network_id))) EXECUTE FUNCTION require_network_of_row();

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

CREATE CONSTRAINT TRIGGER "audit_FindingAccepted" AFTER INSERT ON public.check_acceptances DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('FindingAccepted', 'CheckAcceptance', '{check_id,network_id,finding_key,note}', '{}');

CREATE TRIGGER delete_checks_without_networks AFTER DELETE ON public.check_networks REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION delete_checks_without_networks();

CREATE CONSTRAINT TRIGGER "audit_CheckChanged" AFTER UPDATE ON public.checks DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.name IS DISTINCT FROM new.name) OR (old.severity IS DISTINCT FROM new.severity) OR (old.enabled IS DISTINCT FROM new.enabled) OR (old.all_networks IS DISTINCT FROM new.all_networks) OR (old.kind IS DISTINCT FROM new.kind) OR (old.rule IS DISTINCT FROM new.rule) OR (old.selection IS DISTINCT FROM new.selection) OR (old.muted_until IS DISTINCT FROM new.muted_until) OR (old.muted_reason IS DISTINCT FROM new.muted_reason))) EXECUTE FUNCTION audit_row('CheckChanged', 'Check', '{name,severity,enabled,all_networks,kind,rule,selection,muted_until,muted_reason}', '{}');

CREATE CONSTRAINT TRIGGER "audit_CheckCreated" AFTER INSERT ON public.checks DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('CheckCreated', 'Check', '{severity,enabled,all_networks,kind}', '{}', 'check_networks', 'check_id');

CREATE CONSTRAINT TRIGGER "audit_CheckDeleted" AFTER DELETE ON public.checks DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('CheckDeleted', 'Check', '{severity,all_networks,kind}', '{}');

CREATE CONSTRAINT TRIGGER "audit_CredentialChanged" AFTER UPDATE ON public.credentials DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.name IS DISTINCT FROM new.name) OR (old.description IS DISTINCT FROM new.description) OR (old.credential_type IS DISTINCT FROM new.credential_type) OR (old.is_default IS DISTINCT FROM new.is_default) OR (old.secrets IS DISTINCT FROM new.secrets) OR (old.settings IS DISTINCT FROM new.settings))) EXECUTE FUNCTION audit_row('CredentialChanged', 'Credential', '{name,description,credential_type,is_default}', '{secrets,settings}');

CREATE CONSTRAINT TRIGGER "audit_CredentialCreated" AFTER INSERT ON public.credentials DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('CredentialCreated', 'Credential', '{credential_type,is_default}', '{}');

CREATE CONSTRAINT TRIGGER "audit_CredentialDeleted" AFTER DELETE ON public.credentials DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('CredentialDeleted', 'Credential', '{credential_type}', '{}');

CREATE TRIGGER other_forms AFTER INSERT OR UPDATE OF name, organization_id ON public.credentials FOR EACH ROW EXECUTE FUNCTION refuse_name_in_other_form();

CREATE CONSTRAINT TRIGGER "audit_KeyChanged" AFTER UPDATE ON public.daemon_api_keys DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.name IS DISTINCT FROM new.name) OR (old.network_id IS DISTINCT FROM new.network_id) OR (old.is_enabled IS DISTINCT FROM new.is_enabled) OR (old.expires_at IS DISTINCT FROM new.expires_at))) EXECUTE FUNCTION audit_row('KeyChanged', 'DaemonApiKey', '{name,network_id,is_enabled,expires_at}', '{}');

CREATE CONSTRAINT TRIGGER "audit_KeyCreated" AFTER INSERT ON public.daemon_api_keys DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('KeyCreated', 'DaemonApiKey', '{network_id,is_enabled,expires_at}', '{}');

CREATE CONSTRAINT TRIGGER "audit_KeyDeleted" AFTER DELETE ON public.daemon_api_keys DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('KeyDeleted', 'DaemonApiKey', '{network_id}', '{}');

CREATE CONSTRAINT TRIGGER "audit_KeyRotated" AFTER UPDATE ON public.daemon_api_keys DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.key_hash IS DISTINCT FROM new.key_hash)) EXECUTE FUNCTION audit_row('KeyRotated', 'DaemonApiKey', '{}', '{key_hash}');

CREATE TRIGGER daemon_api_keys_network_id_fkey_insert AFTER INSERT ON public.daemon_api_keys REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION require_networks();

CREATE TRIGGER daemon_api_keys_network_id_fkey_update AFTER UPDATE ON public.daemon_api_keys FOR EACH ROW WHEN (((new.network_id IS NOT NULL) AND (old.network_id IS DISTINCT FROM new.network_id))) EXECUTE FUNCTION require_network_of_row();

CREATE CONSTRAINT TRIGGER "audit_DaemonAdded" AFTER INSERT ON public.daemons DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('DaemonAdded', 'Daemon', '{network_id,host_id,mode,url}', '{}');

CREATE CONSTRAINT TRIGGER "audit_DaemonRemoved" AFTER DELETE ON public.daemons DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('DaemonRemoved', 'Daemon', '{network_id,host_id}', '{}');

CREATE TRIGGER daemons_network_id_fkey_insert AFTER INSERT ON public.daemons REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION require_networks_of_organization();

CREATE TRIGGER daemons_network_id_fkey_update AFTER UPDATE ON public.daemons FOR EACH ROW WHEN (((new.network_id IS NOT NULL) AND ((old.network_id IS DISTINCT FROM new.network_id) OR (old.organization_id IS DISTINCT FROM new.organization_id)))) EXECUTE FUNCTION require_network_of_organization_of_row();

CREATE TRIGGER free_id BEFORE INSERT ON public.daemons FOR EACH ROW EXECUTE FUNCTION free_id_of_daemon();

CREATE CONSTRAINT TRIGGER "audit_DiscoveryChanged" AFTER UPDATE ON public.discoveries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.name IS DISTINCT FROM new.name) OR (old.network_id IS DISTINCT FROM new.network_id) OR (old.daemon_id IS DISTINCT FROM new.daemon_id) OR (old.run_type IS DISTINCT FROM new.run_type) OR (old.cron_schedule IS DISTINCT FROM new.cron_schedule) OR (old.schedule_enabled IS DISTINCT FROM new.schedule_enabled) OR (old.timezone IS DISTINCT FROM new.timezone) OR (old.discovery_type IS DISTINCT FROM new.discovery_type) OR (old.discovery_details IS DISTINCT FROM new.discovery_details))) EXECUTE FUNCTION audit_row('DiscoveryChanged', 'Discovery', '{name,network_id,daemon_id,run_type,cron_schedule,schedule_enabled,timezone,discovery_type,discovery_details}', '{}');

CREATE CONSTRAINT TRIGGER "audit_DiscoveryCreated" AFTER INSERT ON public.discoveries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.run_type <> 'Historical'::run_type)) EXECUTE FUNCTION audit_row('DiscoveryCreated', 'Discovery', '{network_id,daemon_id,run_type,cron_schedule}', '{}');

CREATE CONSTRAINT TRIGGER "audit_DiscoveryDeleted" AFTER DELETE ON public.discoveries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.run_type <> 'Historical'::run_type)) EXECUTE FUNCTION audit_row('DiscoveryDeleted', 'Discovery', '{network_id,daemon_id,run_type}', '{}');

CREATE TRIGGER discoveries_network_id_fkey_insert AFTER INSERT ON public.discoveries REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION require_networks();

CREATE TRIGGER discoveries_network_id_fkey_update AFTER UPDATE ON public.discoveries FOR EACH ROW WHEN (((new.network_id IS NOT NULL) AND (old.network_id IS DISTINCT FROM new.network_id))) EXECUTE FUNCTION require_network_of_row();

CREATE TRIGGER default_session_id BEFORE INSERT ON public.discovery_sessions FOR EACH ROW EXECUTE FUNCTION default_session_id();

CREATE TRIGGER await_documented_end BEFORE UPDATE OF resolved_interface_id, resolved_host_id ON public.documented_links FOR EACH ROW WHEN (((num_nonnulls(old.resolved_interface_id, old.resolved_host_id) > 0) AND (num_nonnulls(new.resolved_interface_id, new.resolved_host_id) = 0) AND (new.state = old.state))) EXECUTE FUNCTION await_documented_end();

CREATE TRIGGER documented_links_delete_marks_network AFTER DELETE ON public.documented_links REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();

CREATE TRIGGER documented_links_insert_marks_network AFTER INSERT ON public.documented_links REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();

CREATE TRIGGER documented_links_update_marks_network AFTER UPDATE ON public.documented_links REFERENCING OLD TABLE AS rows_before NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes_of_update();

CREATE CONSTRAINT TRIGGER "audit_EnrolmentCodeCreated" AFTER INSERT ON public.enrolment_codes DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('EnrolmentCodeCreated', 'EnrolmentCode', '{network_id,expires_at}', '{}');

CREATE CONSTRAINT TRIGGER "audit_EnrolmentCodeRevoked" AFTER DELETE ON public.enrolment_codes DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.used_at IS NULL) AND (old.expires_at > now()))) EXECUTE FUNCTION audit_row('EnrolmentCodeRevoked', 'EnrolmentCode', '{network_id}', '{}');

CREATE CONSTRAINT TRIGGER "audit_EnrolmentCodeUsed" AFTER UPDATE ON public.enrolment_codes DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.used_at IS DISTINCT FROM new.used_at)) EXECUTE FUNCTION audit_row('EnrolmentCodeUsed', 'EnrolmentCode', '{used_at}', '{}');

CREATE TRIGGER fhrp_groups_delete_marks_network AFTER DELETE ON public.fhrp_groups REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();

CREATE TRIGGER fhrp_groups_insert_marks_network AFTER INSERT ON public.fhrp_groups REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();

CREATE TRIGGER fhrp_groups_network_id_fkey_insert AFTER INSERT ON public.fhrp_groups REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION require_networks();

CREATE TRIGGER fhrp_groups_network_id_fkey_update AFTER UPDATE ON public.fhrp_groups FOR EACH ROW WHEN (((new.network_id IS NOT NULL) AND (old.network_id IS DISTINCT FROM new.network_id))) EXECUTE FUNCTION require_network_of_row();

CREATE TRIGGER fhrp_groups_update_marks_network AFTER UPDATE ON public.fhrp_groups REFERENCING OLD TABLE AS rows_before NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes_of_update();

CREATE TRIGGER history_1_begin BEFORE INSERT ON public.fhrp_groups FOR EACH ROW EXECUTE FUNCTION fhrp_groups_begin();

CREATE TRIGGER history_1_change BEFORE UPDATE ON public.fhrp_groups FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.created_at IS DISTINCT FROM new.created_at) OR (old.valid_from IS DISTINCT FROM new.valid_from) OR (old.valid_to IS DISTINCT FROM new.valid_to) OR (old.audit_event_id IS DISTINCT FROM new.audit_event_id) OR (old.network_id IS DISTINCT FROM new.network_id) OR (old.namespace IS DISTINCT FROM new.namespace) OR (old.protocol IS DISTINCT FROM new.protocol) OR (old.group_number IS DISTINCT FROM new.group_number) OR (old.virtual_addresses IS DISTINCT FROM new.virtual_addresses))) EXECUTE FUNCTION fhrp_groups_change();

CREATE TRIGGER history_1_no_truncation BEFORE TRUNCATE ON public.fhrp_groups FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

CREATE TRIGGER history_2_begin_later AFTER INSERT ON public.fhrp_groups REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION fhrp_groups_begin_later();

CREATE TRIGGER history_2_keep_changed AFTER UPDATE ON public.fhrp_groups REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION fhrp_groups_keep_changed();

CREATE TRIGGER history_2_keep_deleted AFTER DELETE ON public.fhrp_groups REFERENCING OLD TABLE AS rows_before FOR EACH STATEMENT EXECUTE FUNCTION fhrp_groups_keep_deleted();

CREATE TRIGGER kept_for_good BEFORE UPDATE ON public.fhrp_groups_revisions FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER no_overlap AFTER INSERT ON public.fhrp_groups_revisions REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION fhrp_groups_revisions_no_overlap();

CREATE TRIGGER no_truncation BEFORE TRUNCATE ON public.fhrp_groups_revisions FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

CREATE TRIGGER fhrp_members_delete_marks_network AFTER DELETE ON public.fhrp_members REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();

CREATE TRIGGER fhrp_members_insert_marks_network AFTER INSERT ON public.fhrp_members REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();

CREATE TRIGGER fhrp_members_update_marks_network AFTER UPDATE ON public.fhrp_members REFERENCING OLD TABLE AS rows_before NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes_of_update();

CREATE TRIGGER history_1_begin BEFORE INSERT ON public.fhrp_members FOR EACH ROW EXECUTE FUNCTION fhrp_members_begin();

CREATE TRIGGER history_1_change BEFORE UPDATE ON public.fhrp_members FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.created_at IS DISTINCT FROM new.created_at) OR (old.valid_from IS DISTINCT FROM new.valid_from) OR (old.valid_to IS DISTINCT FROM new.valid_to) OR (old.audit_event_id IS DISTINCT FROM new.audit_event_id) OR (old.network_id IS DISTINCT FROM new.network_id) OR (old.group_id IS DISTINCT FROM new.group_id) OR (old.host_id IS DISTINCT FROM new.host_id) OR (old.interface_id IS DISTINCT FROM new.interface_id) OR (old.state IS DISTINCT FROM new.state) OR (old.priority IS DISTINCT FROM new.priority) OR (old.virtual_addresses IS DISTINCT FROM new.virtual_addresses))) EXECUTE FUNCTION fhrp_members_change();

CREATE TRIGGER history_1_no_truncation BEFORE TRUNCATE ON public.fhrp_members FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

CREATE TRIGGER history_2_begin_later AFTER INSERT ON public.fhrp_members REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION fhrp_members_begin_later();

CREATE TRIGGER history_2_keep_changed AFTER UPDATE ON public.fhrp_members REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION fhrp_members_keep_changed();

CREATE TRIGGER history_2_keep_deleted AFTER DELETE ON public.fhrp_members REFERENCING OLD TABLE AS rows_before FOR EACH STATEMENT EXECUTE FUNCTION fhrp_members_keep_deleted();

CREATE TRIGGER kept_for_good BEFORE UPDATE ON public.fhrp_members_revisions FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER no_overlap AFTER INSERT ON public.fhrp_members_revisions REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION fhrp_members_revisions_no_overlap();

CREATE TRIGGER no_truncation BEFORE TRUNCATE ON public.fhrp_members_revisions FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

CREATE TRIGGER forwarding_evidence_network_id_fkey_insert AFTER INSERT ON public.forwarding_evidence REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION require_networks();

CREATE TRIGGER forwarding_evidence_network_id_fkey_update AFTER UPDATE ON public.forwarding_evidence FOR EACH ROW WHEN (((new.network_id IS NOT NULL) AND (old.network_id IS DISTINCT FROM new.network_id))) EXECUTE FUNCTION require_network_of_row();

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

CREATE TRIGGER groups_network_id_fkey_insert AFTER INSERT ON public.groups REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION require_networks();

CREATE TRIGGER groups_network_id_fkey_update AFTER UPDATE ON public.groups FOR EACH ROW WHEN (((new.network_id IS NOT NULL) AND (old.network_id IS DISTINCT FROM new.network_id))) EXECUTE FUNCTION require_network_of_row();

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

CREATE TRIGGER host_credentials_network_id_fkey_insert AFTER INSERT ON public.host_credentials REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION require_networks_of_organization();

CREATE TRIGGER host_credentials_network_id_fkey_update AFTER UPDATE ON public.host_credentials FOR EACH ROW WHEN (((new.network_id IS NOT NULL) AND ((old.network_id IS DISTINCT FROM new.network_id) OR (old.organization_id IS DISTINCT FROM new.organization_id)))) EXECUTE FUNCTION require_network_of_organization_of_row();

CREATE TRIGGER host_credentials_update_marks_network AFTER UPDATE ON public.host_credentials REFERENCING OLD TABLE AS rows_before NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes_of_update();

CREATE TRIGGER list_deleted AFTER DELETE ON public.host_merges REFERENCING OLD TABLE AS rows_before FOR EACH STATEMENT EXECUTE FUNCTION list_merged_hosts();

CREATE TRIGGER list_inserted AFTER INSERT ON public.host_merges REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION list_merged_hosts();

CREATE TRIGGER list_updated AFTER UPDATE ON public.host_merges REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION list_merged_hosts();

CREATE TRIGGER history_1_begin BEFORE INSERT ON public.hosts FOR EACH ROW EXECUTE FUNCTION hosts_begin();

CREATE TRIGGER history_1_change BEFORE UPDATE ON public.hosts FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.created_at IS DISTINCT FROM new.created_at) OR (old.valid_from IS DISTINCT FROM new.valid_from) OR (old.valid_to IS DISTINCT FROM new.valid_to) OR (old.first_discovery_id IS DISTINCT FROM new.first_discovery_id) OR (old.network_id IS DISTINCT FROM new.network_id) OR (old.source_type IS DISTINCT FROM new.source_type) OR (old.source_confidence IS DISTINCT FROM new.source_confidence) OR (old.source_reason IS DISTINCT FROM new.source_reason) OR (old.name IS DISTINCT FROM new.name) OR (old.hostname IS DISTINCT FROM new.hostname) OR (old.description IS DISTINCT FROM new.description) OR (old.hidden IS DISTINCT FROM new.hidden) OR (old.sys_descr IS DISTINCT FROM new.sys_descr) OR (old.sys_object_id IS DISTINCT FROM new.sys_object_id) OR (old.sys_location IS DISTINCT FROM new.sys_location) OR (old.sys_contact IS DISTINCT FROM new.sys_contact) OR (old.management_url IS DISTINCT FROM new.management_url) OR (old.chassis_id IS DISTINCT FROM new.chassis_id) OR (old.sys_name IS DISTINCT FROM new.sys_name) OR (old.sys_name_source IS DISTINCT FROM new.sys_name_source) OR (old.manufacturer IS DISTINCT FROM new.manufacturer) OR (old.manufacturer_source IS DISTINCT FROM new.manufacturer_source) OR (old.model IS DISTINCT FROM new.model) OR (old.model_source IS DISTINCT FROM new.model_source) OR (old.serial_number IS DISTINCT FROM new.serial_number) OR (old.serial_number_source IS DISTINCT FROM new.serial_number_source) OR (old.firmware_revision IS DISTINCT FROM new.firmware_revision) OR (old.firmware_revision_source IS DISTINCT FROM new.firmware_revision_source) OR (old.software_revision IS DISTINCT FROM new.software_revision) OR (old.software_revision_source IS DISTINCT FROM new.software_revision_source) OR (old.os IS DISTINCT FROM new.os) OR (old.os_source IS DISTINCT FROM new.os_source) OR (old.virtualization_type IS DISTINCT FROM new.virtualization_type) OR (old.vm_name IS DISTINCT FROM new.vm_name) OR (old.vm_id IS DISTINCT FROM new.vm_id) OR (old.virtualization_service_id IS DISTINCT FROM new.virtualization_service_id) OR (old.audit_event_id IS DISTINCT FROM new.audit_event_id) OR (old.missing_since IS DISTINCT FROM new.missing_since) OR (old.name_source IS DISTINCT FROM new.name_source) OR (old.hostname_source IS DISTINCT FROM new.hostname_source) OR (old.role IS DISTINCT FROM new.role) OR (old.role_source IS DISTINCT FROM new.role_source) OR (old.stp_root_bridge_id IS DISTINCT FROM new.stp_root_bridge_id) OR (old.stp_root_cost IS DISTINCT FROM new.stp_root_cost) OR (old.former_macs IS DISTINCT FROM new.former_macs) OR (old.merged_host_ids IS DISTINCT FROM new.merged_host_ids))) EXECUTE FUNCTION hosts_change();

CREATE TRIGGER history_1_no_truncation BEFORE TRUNCATE ON public.hosts FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

CREATE TRIGGER history_2_begin_later AFTER INSERT ON public.hosts REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION hosts_begin_later();

CREATE TRIGGER history_2_keep_changed AFTER UPDATE ON public.hosts REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION hosts_keep_changed();

CREATE TRIGGER history_2_keep_deleted AFTER DELETE ON public.hosts REFERENCING OLD TABLE AS rows_before FOR EACH STATEMENT EXECUTE FUNCTION hosts_keep_deleted();

CREATE TRIGGER hosts_delete_marks_network AFTER DELETE ON public.hosts REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();

CREATE TRIGGER hosts_insert_marks_network AFTER INSERT ON public.hosts REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();

CREATE TRIGGER hosts_network_id_fkey_insert AFTER INSERT ON public.hosts REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION require_networks();

CREATE TRIGGER hosts_network_id_fkey_update AFTER UPDATE ON public.hosts FOR EACH ROW WHEN (((new.network_id IS NOT NULL) AND (old.network_id IS DISTINCT FROM new.network_id))) EXECUTE FUNCTION require_network_of_row();

CREATE TRIGGER hosts_update_marks_network AFTER UPDATE ON public.hosts REFERENCING OLD TABLE AS rows_before NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes_of_update();

CREATE TRIGGER kept_for_good BEFORE UPDATE ON public.hosts_revisions FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER no_overlap AFTER INSERT ON public.hosts_revisions REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION hosts_revisions_no_overlap();

CREATE TRIGGER no_truncation BEFORE TRUNCATE ON public.hosts_revisions FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

CREATE TRIGGER import_plans_network_id_fkey_insert AFTER INSERT ON public.import_plans REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION require_networks_of_organization();

CREATE TRIGGER import_plans_network_id_fkey_update AFTER UPDATE ON public.import_plans FOR EACH ROW WHEN (((new.network_id IS NOT NULL) AND ((old.network_id IS DISTINCT FROM new.network_id) OR (old.organization_id IS DISTINCT FROM new.organization_id)))) EXECUTE FUNCTION require_network_of_organization_of_row();

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

CREATE TRIGGER history_1_change BEFORE UPDATE ON public.interfaces FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.created_at IS DISTINCT FROM new.created_at) OR (old.valid_from IS DISTINCT FROM new.valid_from) OR (old.valid_to IS DISTINCT FROM new.valid_to) OR (old.first_discovery_id IS DISTINCT FROM new.first_discovery_id) OR (old.network_id IS DISTINCT FROM new.network_id) OR (old.host_id IS DISTINCT FROM new.host_id) OR (old.if_index IS DISTINCT FROM new.if_index) OR (old.if_descr IS DISTINCT FROM new.if_descr) OR (old.if_name IS DISTINCT FROM new.if_name) OR (old.if_alias IS DISTINCT FROM new.if_alias) OR (old.if_type IS DISTINCT FROM new.if_type) OR (old.speed_bps IS DISTINCT FROM new.speed_bps) OR (old.admin_status IS DISTINCT FROM new.admin_status) OR (old.oper_status IS DISTINCT FROM new.oper_status) OR (old.mac_address IS DISTINCT FROM new.mac_address) OR (old.ip_configured IS DISTINCT FROM new.ip_configured) OR (old.fdb_macs IS DISTINCT FROM new.fdb_macs) OR (old.ip_address_id IS DISTINCT FROM new.ip_address_id) OR (old.native_vlan_id IS DISTINCT FROM new.native_vlan_id) OR (old.audit_event_id IS DISTINCT FROM new.audit_event_id) OR (old.mtu IS DISTINCT FROM new.mtu) OR (old.duplex IS DISTINCT FROM new.duplex) OR (old.aggregate_id IS DISTINCT FROM new.aggregate_id) OR (old.stp_state IS DISTINCT FROM new.stp_state) OR (old.is_stp_root_port IS DISTINCT FROM new.is_stp_root_port) OR (old.poe_status IS DISTINCT FROM new.poe_status) OR (old.poe_class IS DISTINCT FROM new.poe_class) OR (old.stp_blocked_vlans IS DISTINCT FROM new.stp_blocked_vlans) OR (old.stp_blocked_instances IS DISTINCT FROM new.stp_blocked_instances) OR (old.mac_address_source IS DISTINCT FROM new.mac_address_source))) EXECUTE FUNCTION interfaces_change();

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

CREATE TRIGGER history_1_change BEFORE UPDATE ON public.ip_addresses FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.created_at IS DISTINCT FROM new.created_at) OR (old.valid_from IS DISTINCT FROM new.valid_from) OR (old.valid_to IS DISTINCT FROM new.valid_to) OR (old.first_discovery_id IS DISTINCT FROM new.first_discovery_id) OR (old.network_id IS DISTINCT FROM new.network_id) OR (old.host_id IS DISTINCT FROM new.host_id) OR (old.subnet_id IS DISTINCT FROM new.subnet_id) OR (old.subnet_cidr IS DISTINCT FROM new.subnet_cidr) OR (old.ip_address IS DISTINCT FROM new.ip_address) OR (old.name IS DISTINCT FROM new.name) OR (old.mac_address IS DISTINCT FROM new.mac_address) OR (old."position" IS DISTINCT FROM new."position") OR (old.audit_event_id IS DISTINCT FROM new.audit_event_id) OR (old.answers_for_others IS DISTINCT FROM new.answers_for_others) OR (old.move_reason IS DISTINCT FROM new.move_reason) OR (old.mac_address_source IS DISTINCT FROM new.mac_address_source))) EXECUTE FUNCTION ip_addresses_change();

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

CREATE TRIGGER link_decisions_network_id_fkey_insert AFTER INSERT ON public.link_decisions REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION require_networks_of_organization();

CREATE TRIGGER link_decisions_network_id_fkey_update AFTER UPDATE ON public.link_decisions FOR EACH ROW WHEN (((new.network_id IS NOT NULL) AND ((old.network_id IS DISTINCT FROM new.network_id) OR (old.organization_id IS DISTINCT FROM new.organization_id)))) EXECUTE FUNCTION require_network_of_organization_of_row();

CREATE TRIGGER await_resolution BEFORE UPDATE OF resolved_interface_id, resolved_host_id ON public.neighbor_evidence FOR EACH ROW WHEN (((num_nonnulls(old.resolved_interface_id, old.resolved_host_id) > 0) AND (num_nonnulls(new.resolved_interface_id, new.resolved_host_id) = 0) AND (NOT (new.reason IS DISTINCT FROM old.reason)))) EXECUTE FUNCTION await_resolution();

CREATE TRIGGER neighbor_evidence_delete_marks_network AFTER DELETE ON public.neighbor_evidence REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();

CREATE TRIGGER neighbor_evidence_insert_marks_network AFTER INSERT ON public.neighbor_evidence REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();

CREATE TRIGGER neighbor_evidence_update_marks_network AFTER UPDATE ON public.neighbor_evidence REFERENCING OLD TABLE AS rows_before NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes_of_update();

CREATE TRIGGER keep BEFORE UPDATE ON public.network_events FOR EACH ROW EXECUTE FUNCTION refuse_changes_of_events();

CREATE CONSTRAINT TRIGGER "audit_NetworkChanged" AFTER UPDATE ON public.networks DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.name IS DISTINCT FROM new.name) OR (old.stale_after_hours IS DISTINCT FROM new.stale_after_hours))) EXECUTE FUNCTION audit_row('NetworkChanged', 'Network', '{name,stale_after_hours}', '{}');

CREATE CONSTRAINT TRIGGER "audit_NetworkCreated" AFTER INSERT ON public.networks DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('NetworkCreated', 'Network', '{stale_after_hours}', '{}');

CREATE CONSTRAINT TRIGGER "audit_NetworkDeleted" AFTER DELETE ON public.networks DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('NetworkDeleted', 'Network', '{}', '{}');

CREATE TRIGGER begin_emptying AFTER DELETE ON public.networks FOR EACH ROW EXECUTE FUNCTION begin_emptying_network();

CREATE TRIGGER begin_without_history AFTER INSERT ON public.networks FOR EACH ROW EXECUTE FUNCTION begin_without_history('network_id', 'address_reservations_revisions bindings_revisions fhrp_groups_revisions fhrp_members_revisions group_members_revisions groups_revisions hosts_revisions interface_neighbors_revisions interface_vlans_revisions interfaces_revisions ip_addresses_revisions plans_revisions ports_revisions routes_revisions routing_neighbors_revisions saved_views_revisions services_revisions subnets_revisions vlans_revisions wireless_associations_revisions');

CREATE TRIGGER begin_without_rows BEFORE INSERT ON public.networks FOR EACH ROW EXECUTE FUNCTION begin_without_rows('tag_assignments daemons daemon_api_keys hosts subnets vlans groups discoveries snapshots topologies saved_views import_plans host_credentials working_credentials link_decisions forwarding_evidence arp_evidence fhrp_groups plans');

CREATE TRIGGER begin_without_tags_history AFTER INSERT ON public.networks FOR EACH ROW EXECUTE FUNCTION begin_without_history('tagged_network_id', 'tag_assignments_revisions');

CREATE CONSTRAINT TRIGGER "audit_ApiAccessChanged" AFTER UPDATE ON public.organizations DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.api_access_enabled IS DISTINCT FROM new.api_access_enabled)) EXECUTE FUNCTION audit_row('ApiAccessChanged', 'Organization', '{api_access_enabled}', '{}');

CREATE CONSTRAINT TRIGGER "audit_OrganizationChanged" AFTER UPDATE ON public.organizations DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.name IS DISTINCT FROM new.name)) EXECUTE FUNCTION audit_row('OrganizationChanged', 'Organization', '{name}', '{}');

CREATE CONSTRAINT TRIGGER "audit_SecondFactorRequirementChanged" AFTER UPDATE ON public.organizations DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.second_factor_required IS DISTINCT FROM new.second_factor_required)) EXECUTE FUNCTION audit_row('SecondFactorRequirementChanged', 'Organization', '{second_factor_required}', '{}');

CREATE TRIGGER begin_without_history AFTER INSERT ON public.organizations FOR EACH ROW EXECUTE FUNCTION begin_without_history('organization_id', 'tags_revisions tag_assignments_revisions');

CREATE TRIGGER history_1_begin BEFORE INSERT ON public.plans FOR EACH ROW EXECUTE FUNCTION plans_begin();

CREATE TRIGGER history_1_change BEFORE UPDATE ON public.plans FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.created_at IS DISTINCT FROM new.created_at) OR (old.valid_from IS DISTINCT FROM new.valid_from) OR (old.valid_to IS DISTINCT FROM new.valid_to) OR (old.audit_event_id IS DISTINCT FROM new.audit_event_id) OR (old.network_id IS DISTINCT FROM new.network_id) OR (old.organization_id IS DISTINCT FROM new.organization_id) OR (old.created_by_user_id IS DISTINCT FROM new.created_by_user_id) OR (old.name IS DISTINCT FROM new.name) OR (old.description IS DISTINCT FROM new.description) OR (old.changes IS DISTINCT FROM new.changes))) EXECUTE FUNCTION plans_change();

CREATE TRIGGER history_1_no_truncation BEFORE TRUNCATE ON public.plans FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

CREATE TRIGGER history_2_begin_later AFTER INSERT ON public.plans REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION plans_begin_later();

CREATE TRIGGER history_2_keep_changed AFTER UPDATE ON public.plans REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION plans_keep_changed();

CREATE TRIGGER history_2_keep_deleted AFTER DELETE ON public.plans REFERENCING OLD TABLE AS rows_before FOR EACH STATEMENT EXECUTE FUNCTION plans_keep_deleted();

CREATE TRIGGER plans_network_id_fkey_insert AFTER INSERT ON public.plans REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION require_networks_of_organization();

CREATE TRIGGER plans_network_id_fkey_update AFTER UPDATE ON public.plans FOR EACH ROW WHEN (((new.network_id IS NOT NULL) AND ((old.network_id IS DISTINCT FROM new.network_id) OR (old.organization_id IS DISTINCT FROM new.organization_id)))) EXECUTE FUNCTION require_network_of_organization_of_row();

CREATE TRIGGER kept_for_good BEFORE UPDATE ON public.plans_revisions FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER no_overlap AFTER INSERT ON public.plans_revisions REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION plans_revisions_no_overlap();

CREATE TRIGGER no_truncation BEFORE TRUNCATE ON public.plans_revisions FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

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

CREATE TRIGGER history_1_begin BEFORE INSERT ON public.routes FOR EACH ROW EXECUTE FUNCTION routes_begin();

CREATE TRIGGER history_1_change BEFORE UPDATE ON public.routes FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.created_at IS DISTINCT FROM new.created_at) OR (old.valid_from IS DISTINCT FROM new.valid_from) OR (old.valid_to IS DISTINCT FROM new.valid_to) OR (old.audit_event_id IS DISTINCT FROM new.audit_event_id) OR (old.network_id IS DISTINCT FROM new.network_id) OR (old.host_id IS DISTINCT FROM new.host_id) OR (old.subnet_id IS DISTINCT FROM new.subnet_id) OR (old.destination IS DISTINCT FROM new.destination) OR (old.next_hop IS DISTINCT FROM new.next_hop) OR (old.next_hop_host_id IS DISTINCT FROM new.next_hop_host_id) OR (old.interface_id IS DISTINCT FROM new.interface_id) OR (old.protocol IS DISTINCT FROM new.protocol) OR (old.type IS DISTINCT FROM new.type) OR (old.metric IS DISTINCT FROM new.metric))) EXECUTE FUNCTION routes_change();

CREATE TRIGGER history_1_no_truncation BEFORE TRUNCATE ON public.routes FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

CREATE TRIGGER history_2_begin_later AFTER INSERT ON public.routes REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION routes_begin_later();

CREATE TRIGGER history_2_keep_changed AFTER UPDATE ON public.routes REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION routes_keep_changed();

CREATE TRIGGER history_2_keep_deleted AFTER DELETE ON public.routes REFERENCING OLD TABLE AS rows_before FOR EACH STATEMENT EXECUTE FUNCTION routes_keep_deleted();

CREATE TRIGGER routes_delete_marks_network AFTER DELETE ON public.routes REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();

CREATE TRIGGER routes_insert_marks_network AFTER INSERT ON public.routes REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();

CREATE TRIGGER routes_update_marks_network AFTER UPDATE ON public.routes REFERENCING OLD TABLE AS rows_before NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes_of_update();

CREATE TRIGGER kept_for_good BEFORE UPDATE ON public.routes_revisions FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER no_overlap AFTER INSERT ON public.routes_revisions REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION routes_revisions_no_overlap();

CREATE TRIGGER no_truncation BEFORE TRUNCATE ON public.routes_revisions FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

CREATE TRIGGER history_1_begin BEFORE INSERT ON public.routing_neighbors FOR EACH ROW EXECUTE FUNCTION routing_neighbors_begin();

CREATE TRIGGER history_1_change BEFORE UPDATE ON public.routing_neighbors FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.created_at IS DISTINCT FROM new.created_at) OR (old.valid_from IS DISTINCT FROM new.valid_from) OR (old.valid_to IS DISTINCT FROM new.valid_to) OR (old.audit_event_id IS DISTINCT FROM new.audit_event_id) OR (old.network_id IS DISTINCT FROM new.network_id) OR (old.host_id IS DISTINCT FROM new.host_id) OR (old.interface_id IS DISTINCT FROM new.interface_id) OR (old.protocol IS DISTINCT FROM new.protocol) OR (old.neighbor_address IS DISTINCT FROM new.neighbor_address) OR (old.neighbor_router_id IS DISTINCT FROM new.neighbor_router_id) OR (old.neighbor_host_id IS DISTINCT FROM new.neighbor_host_id) OR (old.state IS DISTINCT FROM new.state) OR (old.remote_as IS DISTINCT FROM new.remote_as))) EXECUTE FUNCTION routing_neighbors_change();

CREATE TRIGGER history_1_no_truncation BEFORE TRUNCATE ON public.routing_neighbors FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

CREATE TRIGGER history_2_begin_later AFTER INSERT ON public.routing_neighbors REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION routing_neighbors_begin_later();

CREATE TRIGGER history_2_keep_changed AFTER UPDATE ON public.routing_neighbors REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION routing_neighbors_keep_changed();

CREATE TRIGGER history_2_keep_deleted AFTER DELETE ON public.routing_neighbors REFERENCING OLD TABLE AS rows_before FOR EACH STATEMENT EXECUTE FUNCTION routing_neighbors_keep_deleted();

CREATE TRIGGER routing_neighbors_delete_marks_network AFTER DELETE ON public.routing_neighbors REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();

CREATE TRIGGER routing_neighbors_insert_marks_network AFTER INSERT ON public.routing_neighbors REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();

CREATE TRIGGER routing_neighbors_update_marks_network AFTER UPDATE ON public.routing_neighbors REFERENCING OLD TABLE AS rows_before NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes_of_update();

CREATE TRIGGER kept_for_good BEFORE UPDATE ON public.routing_neighbors_revisions FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER no_overlap AFTER INSERT ON public.routing_neighbors_revisions REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION routing_neighbors_revisions_no_overlap();

CREATE TRIGGER no_truncation BEFORE TRUNCATE ON public.routing_neighbors_revisions FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

CREATE TRIGGER history_1_begin BEFORE INSERT ON public.saved_views FOR EACH ROW EXECUTE FUNCTION saved_views_begin();

CREATE TRIGGER history_1_change BEFORE UPDATE ON public.saved_views FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.created_at IS DISTINCT FROM new.created_at) OR (old.valid_from IS DISTINCT FROM new.valid_from) OR (old.valid_to IS DISTINCT FROM new.valid_to) OR (old.audit_event_id IS DISTINCT FROM new.audit_event_id) OR (old.network_id IS DISTINCT FROM new.network_id) OR (old.organization_id IS DISTINCT FROM new.organization_id) OR (old.topology_id IS DISTINCT FROM new.topology_id) OR (old.created_by_user_id IS DISTINCT FROM new.created_by_user_id) OR (old.name IS DISTINCT FROM new.name) OR (old.description IS DISTINCT FROM new.description) OR (old.visibility IS DISTINCT FROM new.visibility) OR (old.view IS DISTINCT FROM new.view) OR (old.shown_at IS DISTINCT FROM new.shown_at) OR (old.compared_at IS DISTINCT FROM new.compared_at) OR (old.state IS DISTINCT FROM new.state) OR (old.positions IS DISTINCT FROM new.positions) OR (old.routes IS DISTINCT FROM new.routes))) EXECUTE FUNCTION saved_views_change();

CREATE TRIGGER history_1_no_truncation BEFORE TRUNCATE ON public.saved_views FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

CREATE TRIGGER history_2_begin_later AFTER INSERT ON public.saved_views REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION saved_views_begin_later();

CREATE TRIGGER history_2_keep_changed AFTER UPDATE ON public.saved_views REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION saved_views_keep_changed();

CREATE TRIGGER history_2_keep_deleted AFTER DELETE ON public.saved_views REFERENCING OLD TABLE AS rows_before FOR EACH STATEMENT EXECUTE FUNCTION saved_views_keep_deleted();

CREATE TRIGGER saved_views_network_id_fkey_insert AFTER INSERT ON public.saved_views REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION require_networks_of_organization();

CREATE TRIGGER saved_views_network_id_fkey_update AFTER UPDATE ON public.saved_views FOR EACH ROW WHEN (((new.network_id IS NOT NULL) AND ((old.network_id IS DISTINCT FROM new.network_id) OR (old.organization_id IS DISTINCT FROM new.organization_id)))) EXECUTE FUNCTION require_network_of_organization_of_row();

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

CREATE CONSTRAINT TRIGGER "audit_SnapshotRenamed" AFTER UPDATE ON public.snapshots DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.name IS DISTINCT FROM new.name)) EXECUTE FUNCTION audit_row('SnapshotRenamed', 'Snapshot', '{name}', '{}');

CREATE CONSTRAINT TRIGGER "audit_SnapshotTaken" AFTER INSERT ON public.snapshots DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('SnapshotTaken', 'Snapshot', '{network_id,taken_at}', '{}');

CREATE TRIGGER snapshots_network_id_fkey_insert AFTER INSERT ON public.snapshots REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION require_networks_of_organization();

CREATE TRIGGER snapshots_network_id_fkey_update AFTER UPDATE ON public.snapshots FOR EACH ROW WHEN (((new.network_id IS NOT NULL) AND ((old.network_id IS DISTINCT FROM new.network_id) OR (old.organization_id IS DISTINCT FROM new.organization_id)))) EXECUTE FUNCTION require_network_of_organization_of_row();

CREATE TRIGGER history_1_no_truncation BEFORE TRUNCATE ON public.subnet_vlans FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

CREATE TRIGGER kept_for_good BEFORE UPDATE ON public.subnet_vlans_revisions FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER no_overlap AFTER INSERT ON public.subnet_vlans_revisions REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION subnet_vlans_revisions_no_overlap();

CREATE TRIGGER history_1_begin BEFORE INSERT ON public.subnets FOR EACH ROW EXECUTE FUNCTION subnets_begin();

CREATE TRIGGER history_1_change BEFORE UPDATE ON public.subnets FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.created_at IS DISTINCT FROM new.created_at) OR (old.valid_from IS DISTINCT FROM new.valid_from) OR (old.valid_to IS DISTINCT FROM new.valid_to) OR (old.first_discovery_id IS DISTINCT FROM new.first_discovery_id) OR (old.network_id IS DISTINCT FROM new.network_id) OR (old.source_type IS DISTINCT FROM new.source_type) OR (old.source_confidence IS DISTINCT FROM new.source_confidence) OR (old.source_reason IS DISTINCT FROM new.source_reason) OR (old.name IS DISTINCT FROM new.name) OR (old.cidr IS DISTINCT FROM new.cidr) OR (old.cidr_source IS DISTINCT FROM new.cidr_source) OR (old.description IS DISTINCT FROM new.description) OR (old.subnet_type IS DISTINCT FROM new.subnet_type) OR (old.virtualization_service_id IS DISTINCT FROM new.virtualization_service_id) OR (old.audit_event_id IS DISTINCT FROM new.audit_event_id) OR (old.namespace IS DISTINCT FROM new.namespace))) EXECUTE FUNCTION subnets_change();

CREATE TRIGGER history_1_no_truncation BEFORE TRUNCATE ON public.subnets FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

CREATE TRIGGER history_2_begin_later AFTER INSERT ON public.subnets REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION subnets_begin_later();

CREATE TRIGGER history_2_keep_changed AFTER UPDATE ON public.subnets REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION subnets_keep_changed();

CREATE TRIGGER history_2_keep_deleted AFTER DELETE ON public.subnets REFERENCING OLD TABLE AS rows_before FOR EACH STATEMENT EXECUTE FUNCTION subnets_keep_deleted();

CREATE TRIGGER subnets_delete_marks_network AFTER DELETE ON public.subnets REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();

CREATE TRIGGER subnets_insert_marks_network AFTER INSERT ON public.subnets REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();

CREATE TRIGGER subnets_network_id_fkey_insert AFTER INSERT ON public.subnets REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION require_networks();

CREATE TRIGGER subnets_network_id_fkey_update AFTER UPDATE ON public.subnets FOR EACH ROW WHEN (((new.network_id IS NOT NULL) AND (old.network_id IS DISTINCT FROM new.network_id))) EXECUTE FUNCTION require_network_of_row();

CREATE TRIGGER subnets_update_marks_network AFTER UPDATE ON public.subnets REFERENCING OLD TABLE AS rows_before NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes_of_update();

CREATE TRIGGER kept_for_good BEFORE UPDATE ON public.subnets_revisions FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER no_overlap AFTER INSERT ON public.subnets_revisions REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION subnets_revisions_no_overlap();

CREATE TRIGGER no_truncation BEFORE TRUNCATE ON public.subnets_revisions FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

CREATE TRIGGER history_1_begin BEFORE INSERT ON public.tag_assignments FOR EACH ROW EXECUTE FUNCTION tag_assignments_begin();

CREATE TRIGGER history_1_change BEFORE UPDATE ON public.tag_assignments FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.created_at IS DISTINCT FROM new.created_at) OR (old.valid_from IS DISTINCT FROM new.valid_from) OR (old.valid_to IS DISTINCT FROM new.valid_to) OR (old.organization_id IS DISTINCT FROM new.organization_id) OR (old.network_id IS DISTINCT FROM new.network_id) OR (old.user_id IS DISTINCT FROM new.user_id) OR (old.tag_id IS DISTINCT FROM new.tag_id) OR (old.host_id IS DISTINCT FROM new.host_id) OR (old.service_id IS DISTINCT FROM new.service_id) OR (old.subnet_id IS DISTINCT FROM new.subnet_id) OR (old.group_id IS DISTINCT FROM new.group_id) OR (old.tagged_network_id IS DISTINCT FROM new.tagged_network_id) OR (old.discovery_id IS DISTINCT FROM new.discovery_id) OR (old.daemon_id IS DISTINCT FROM new.daemon_id) OR (old.daemon_api_key_id IS DISTINCT FROM new.daemon_api_key_id) OR (old.user_api_key_id IS DISTINCT FROM new.user_api_key_id) OR (old.audit_event_id IS DISTINCT FROM new.audit_event_id))) EXECUTE FUNCTION tag_assignments_change();

CREATE TRIGGER history_1_hold_tags AFTER DELETE ON public.tag_assignments REFERENCING OLD TABLE AS rows_before FOR EACH STATEMENT EXECUTE FUNCTION hold_tags();

CREATE TRIGGER history_1_no_truncation BEFORE TRUNCATE ON public.tag_assignments FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

CREATE TRIGGER history_2_begin_later AFTER INSERT ON public.tag_assignments REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION tag_assignments_begin_later();

CREATE TRIGGER history_2_keep_changed AFTER UPDATE ON public.tag_assignments REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION tag_assignments_keep_changed();

CREATE TRIGGER history_2_keep_deleted AFTER DELETE ON public.tag_assignments REFERENCING OLD TABLE AS rows_before FOR EACH STATEMENT EXECUTE FUNCTION tag_assignments_keep_deleted();

CREATE TRIGGER tag_assignments_delete_marks_network AFTER DELETE ON public.tag_assignments REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes_of_assignments();

CREATE TRIGGER tag_assignments_insert_marks_network AFTER INSERT ON public.tag_assignments REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();

CREATE TRIGGER tag_assignments_network_id_fkey_insert AFTER INSERT ON public.tag_assignments REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION require_networks_of_organization();

CREATE TRIGGER tag_assignments_network_id_fkey_update AFTER UPDATE ON public.tag_assignments FOR EACH ROW WHEN (((new.network_id IS NOT NULL) AND ((old.network_id IS DISTINCT FROM new.network_id) OR (old.organization_id IS DISTINCT FROM new.organization_id)))) EXECUTE FUNCTION require_network_of_organization_of_row();

CREATE TRIGGER tag_assignments_tag_id_fkey_insert AFTER INSERT ON public.tag_assignments REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION require_tags();

CREATE TRIGGER tag_assignments_tag_id_fkey_update AFTER UPDATE ON public.tag_assignments FOR EACH ROW WHEN (((old.tag_id IS DISTINCT FROM new.tag_id) OR (old.organization_id IS DISTINCT FROM new.organization_id))) EXECUTE FUNCTION require_tag_of_row();

CREATE TRIGGER tag_assignments_update_marks_network AFTER UPDATE ON public.tag_assignments REFERENCING OLD TABLE AS rows_before NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes_of_update();

CREATE TRIGGER end_with_tag BEFORE INSERT ON public.tag_assignments_revisions FOR EACH ROW EXECUTE FUNCTION end_with_tag();

CREATE TRIGGER kept_for_good BEFORE UPDATE ON public.tag_assignments_revisions FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER no_overlap AFTER INSERT ON public.tag_assignments_revisions REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION tag_assignments_revisions_no_overlap();

CREATE TRIGGER no_truncation BEFORE TRUNCATE ON public.tag_assignments_revisions FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

CREATE TRIGGER begin_emptying AFTER DELETE ON public.tags REFERENCING OLD TABLE AS rows_before FOR EACH STATEMENT EXECUTE FUNCTION begin_emptying_tags();

CREATE TRIGGER begin_without_assignments BEFORE INSERT ON public.tags FOR EACH ROW EXECUTE FUNCTION begin_without_assignments();

CREATE TRIGGER history_1_begin BEFORE INSERT ON public.tags FOR EACH ROW EXECUTE FUNCTION tags_begin();

CREATE TRIGGER history_1_change BEFORE UPDATE ON public.tags FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.created_at IS DISTINCT FROM new.created_at) OR (old.valid_from IS DISTINCT FROM new.valid_from) OR (old.valid_to IS DISTINCT FROM new.valid_to) OR (old.organization_id IS DISTINCT FROM new.organization_id) OR (old.name IS DISTINCT FROM new.name) OR (old.description IS DISTINCT FROM new.description) OR (old.color IS DISTINCT FROM new.color) OR (old.is_application IS DISTINCT FROM new.is_application) OR (old.audit_event_id IS DISTINCT FROM new.audit_event_id))) EXECUTE FUNCTION tags_change();

CREATE TRIGGER history_1_no_truncation BEFORE TRUNCATE ON public.tags FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

CREATE TRIGGER history_2_begin_later AFTER INSERT ON public.tags REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION tags_begin_later();

CREATE TRIGGER history_2_keep_changed AFTER UPDATE ON public.tags REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION tags_keep_changed();

CREATE TRIGGER history_2_keep_deleted AFTER DELETE ON public.tags REFERENCING OLD TABLE AS rows_before FOR EACH STATEMENT EXECUTE FUNCTION tags_keep_deleted();

CREATE TRIGGER other_forms AFTER INSERT OR UPDATE OF name, organization_id ON public.tags FOR EACH ROW EXECUTE FUNCTION refuse_name_in_other_form();

CREATE TRIGGER tags_delete_marks_networks AFTER DELETE ON public.tags REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes_of_tags();

CREATE TRIGGER tags_insert_marks_networks AFTER INSERT ON public.tags REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes_of_tags();

CREATE TRIGGER tags_update_marks_networks AFTER UPDATE ON public.tags REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes_of_tags();

CREATE TRIGGER kept_for_good BEFORE UPDATE ON public.tags_revisions FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER no_overlap AFTER INSERT ON public.tags_revisions REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION tags_revisions_no_overlap();

CREATE TRIGGER no_truncation BEFORE TRUNCATE ON public.tags_revisions FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

CREATE TRIGGER topologies_delete_marks_network AFTER DELETE ON public.topologies FOR EACH ROW EXECUTE FUNCTION mark_network_change_of_row();

CREATE TRIGGER topologies_network_id_fkey_insert AFTER INSERT ON public.topologies REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION require_networks();

CREATE TRIGGER topologies_network_id_fkey_update AFTER UPDATE ON public.topologies FOR EACH ROW WHEN (((new.network_id IS NOT NULL) AND (old.network_id IS DISTINCT FROM new.network_id))) EXECUTE FUNCTION require_network_of_row();

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

CREATE TRIGGER vlans_network_id_fkey_insert AFTER INSERT ON public.vlans REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION require_networks_of_organization();

CREATE TRIGGER vlans_network_id_fkey_update AFTER UPDATE ON public.vlans FOR EACH ROW WHEN (((new.network_id IS NOT NULL) AND ((old.network_id IS DISTINCT FROM new.network_id) OR (old.organization_id IS DISTINCT FROM new.organization_id)))) EXECUTE FUNCTION require_network_of_organization_of_row();

CREATE TRIGGER vlans_update_marks_network AFTER UPDATE ON public.vlans REFERENCING OLD TABLE AS rows_before NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes_of_update();

CREATE TRIGGER kept_for_good BEFORE UPDATE ON public.vlans_revisions FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER no_overlap AFTER INSERT ON public.vlans_revisions REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION vlans_revisions_no_overlap();

CREATE TRIGGER no_truncation BEFORE TRUNCATE ON public.vlans_revisions FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

CREATE TRIGGER delete_webhooks_without_networks AFTER DELETE ON public.webhook_networks REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION delete_webhooks_without_networks();

CREATE CONSTRAINT TRIGGER "audit_WebhookChanged" AFTER UPDATE ON public.webhooks DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((((old.name IS DISTINCT FROM new.name) OR (old.format IS DISTINCT FROM new.format) OR (old.enabled IS DISTINCT FROM new.enabled) OR (old.all_networks IS DISTINCT FROM new.all_networks) OR (old.kinds IS DISTINCT FROM new.kinds) OR (old.severities IS DISTINCT FROM new.severities) OR (old.tag_ids IS DISTINCT FROM new.tag_ids) OR (old.roles IS DISTINCT FROM new.roles) OR (old.header_names IS DISTINCT FROM new.header_names) OR (old.stopped_because IS DISTINCT FROM new.stopped_because) OR (old.url IS DISTINCT FROM new.url) OR (old.secrets IS DISTINCT FROM new.secrets)) AND (NOT (old.former_secret_until IS DISTINCT FROM new.former_secret_until)))) EXECUTE FUNCTION audit_row('WebhookChanged', 'Webhook', '{name,format,enabled,all_networks,kinds,severities,tag_ids,roles,header_names,stopped_because}', '{url,secrets}');

CREATE CONSTRAINT TRIGGER "audit_WebhookCreated" AFTER INSERT ON public.webhooks DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('WebhookCreated', 'Webhook', '{format,enabled,all_networks,kinds,severities,tag_ids,roles,header_names}', '{}', 'webhook_networks', 'webhook_id');

CREATE CONSTRAINT TRIGGER "audit_WebhookDeleted" AFTER DELETE ON public.webhooks DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_row('WebhookDeleted', 'Webhook', '{format,all_networks}', '{}');

CREATE CONSTRAINT TRIGGER "audit_WebhookSecretRotated" AFTER UPDATE ON public.webhooks DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.former_secret_until IS DISTINCT FROM new.former_secret_until)) EXECUTE FUNCTION audit_row('WebhookSecretRotated', 'Webhook', '{}', '{former_secret_until}');

CREATE TRIGGER history_1_begin BEFORE INSERT ON public.wireless_associations FOR EACH ROW EXECUTE FUNCTION wireless_associations_begin();

CREATE TRIGGER history_1_change BEFORE UPDATE ON public.wireless_associations FOR EACH ROW WHEN (((old.id IS DISTINCT FROM new.id) OR (old.created_at IS DISTINCT FROM new.created_at) OR (old.valid_from IS DISTINCT FROM new.valid_from) OR (old.valid_to IS DISTINCT FROM new.valid_to) OR (old.audit_event_id IS DISTINCT FROM new.audit_event_id) OR (old.network_id IS DISTINCT FROM new.network_id) OR (old.host_id IS DISTINCT FROM new.host_id) OR (old.interface_id IS DISTINCT FROM new.interface_id) OR (old.is_own_radio IS DISTINCT FROM new.is_own_radio) OR (old.client_mac IS DISTINCT FROM new.client_mac) OR (old.client_address IS DISTINCT FROM new.client_address) OR (old.client_host_id IS DISTINCT FROM new.client_host_id) OR (old.access_point_mac IS DISTINCT FROM new.access_point_mac) OR (old.access_point_address IS DISTINCT FROM new.access_point_address) OR (old.access_point_name IS DISTINCT FROM new.access_point_name) OR (old.access_point_host_id IS DISTINCT FROM new.access_point_host_id) OR (old.ssid IS DISTINCT FROM new.ssid) OR (old.bssid IS DISTINCT FROM new.bssid) OR (old.channel IS DISTINCT FROM new.channel) OR (old.band IS DISTINCT FROM new.band) OR (old.associated_since IS DISTINCT FROM new.associated_since))) EXECUTE FUNCTION wireless_associations_change();

CREATE TRIGGER history_1_no_truncation BEFORE TRUNCATE ON public.wireless_associations FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

CREATE TRIGGER history_2_begin_later AFTER INSERT ON public.wireless_associations REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION wireless_associations_begin_later();

CREATE TRIGGER history_2_keep_changed AFTER UPDATE ON public.wireless_associations REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION wireless_associations_keep_changed();

CREATE TRIGGER history_2_keep_deleted AFTER DELETE ON public.wireless_associations REFERENCING OLD TABLE AS rows_before FOR EACH STATEMENT EXECUTE FUNCTION wireless_associations_keep_deleted();

CREATE TRIGGER wireless_associations_delete_marks_network AFTER DELETE ON public.wireless_associations REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();

CREATE TRIGGER wireless_associations_insert_marks_network AFTER INSERT ON public.wireless_associations REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();

CREATE TRIGGER wireless_associations_update_marks_network AFTER UPDATE ON public.wireless_associations REFERENCING OLD TABLE AS rows_before NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes_of_update();

CREATE TRIGGER kept_for_good BEFORE UPDATE ON public.wireless_associations_revisions FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER no_overlap AFTER INSERT ON public.wireless_associations_revisions REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION wireless_associations_revisions_no_overlap();

CREATE TRIGGER no_truncation BEFORE TRUNCATE ON public.wireless_associations_revisions FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncation();

CREATE TRIGGER working_credentials_network_id_fkey_insert AFTER INSERT ON public.working_credentials REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION require_networks_of_organization();

CREATE TRIGGER working_credentials_network_id_fkey_update AFTER UPDATE ON public.working_credentials FOR EACH ROW WHEN (((new.network_id IS NOT NULL) AND ((old.network_id IS DISTINCT FROM new.network_id) OR (old.organization_id IS DISTINCT FROM new.organization_id)))) EXECUTE FUNCTION require_network_of_organization_of_row();
