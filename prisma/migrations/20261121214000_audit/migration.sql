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
