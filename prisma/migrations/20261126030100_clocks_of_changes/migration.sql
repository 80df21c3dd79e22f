-- Nobody waits for a stranger's transaction: the clock of changes is that of a network, or of an organization for its tags.
-- Who changes something in one of them holds a lock that names it and the moment; who reads waits for its own alone.

-- The clocks of networks and organizations are told apart by 24 bits. Two may share theirs: then one waits for the other.
CREATE FUNCTION "change_clock"("scope" uuid) RETURNS int LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT uuid_hash(scope) & 16777215
$$;

DROP FUNCTION "change_time"();
DROP FUNCTION "begin_change"();
DROP FUNCTION "history_writers"();

-- The time of this transaction's changes in a network or organization: one, whatever it changes there. It is taken under a
-- lock of two numbers that stands for the clock and the moment and is held, shared, until the transaction ends: whoever sees
-- a clock's locks of older moments gone has seen all changes by it up to then. A transaction that goes on to another clock
-- takes a later time there: by then readers may have seen all up to its first one.
-- Without a scope: the first of these times, or now for a transaction that changes nothing with a history.
CREATE FUNCTION "change_time"("scope" uuid DEFAULT NULL) RETURNS timestamptz LANGUAGE plpgsql AS $$
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
END $$;

-- Transactions that have taken their time by a clock, and may still change something with it or with a later one.
CREATE FUNCTION "history_writers"() RETURNS TABLE (id text, clock int, begun_at timestamptz) LANGUAGE sql AS $$
  SELECT virtualtransaction, (classid::bigint >> 8)::int,
    'epoch'::timestamptz
      + (1700000000000 + ((classid::bigint & 255) << 32) + objid::bigint) * interval '1 millisecond'
  FROM pg_locks
  -- Nobody else takes locks of two numbers.
  WHERE locktype = 'advisory' AND objsubid = 2 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
$$;

-- Those that write in a network, or tags of its organization.
CREATE FUNCTION "network_writers"("network" uuid) RETURNS TABLE (id text, begun_at timestamptz) LANGUAGE sql AS $$
  SELECT id, begun_at FROM history_writers()
  WHERE clock = change_clock(network)
    OR clock = (SELECT change_clock(organization_id) FROM networks WHERE networks.id = network)
$$;

-- For each network the latest instant whose changes, and all earlier ones, later statements see: nobody who is writing
-- changes them any more. The clock is read before the locks: who takes a time later has a later one.
CREATE FUNCTION "closed_instants"("network_ids" uuid[]) RETURNS TABLE (network_id uuid, "at" timestamptz)
LANGUAGE plpgsql AS $$
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
END $$;

-- The event of this transaction's changes, and their time in a network or organization. The event itself is written by what
-- has changed something: rows that are there already, and are inserted again, change nothing.
CREATE FUNCTION "begin_change"("scope" uuid, OUT event_id uuid, OUT changed_at timestamptz) LANGUAGE plpgsql AS $$
BEGIN
  event_id := nullif(current_setting('netloom.audit_event', true), '')::uuid;
  changed_at := change_time(scope);
  IF event_id IS NULL THEN
    event_id := gen_random_uuid();
    PERFORM set_config('netloom.audit_event', event_id::text, true);
  END IF;
END $$;

-- At the time of its changes in the network or organization that it is told of.
CREATE OR REPLACE FUNCTION "tell_change"(network uuid, organization uuid) RETURNS void LANGUAGE plpgsql AS $$
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
END $$;

-- Gives a table its twin, its triggers and its as-of functions; to be called again after its columns have changed.
--   <table>_revisions       the states its rows have left: id is the live row's, revision_id their own, is_last tells that
--                           the row was deleted, or left its network, with it
--   <table>_at(at)          its rows as of an instant, for those found by an id
--   <table>_at(at, scope)   the same within networks (or organizations), for whole lists
-- Observation alone (updated_at, last_seen_at, last_discovery_id) is no change and not kept, so rows of the past tell the
-- start of their state instead: else they would go on changing.
CREATE OR REPLACE FUNCTION "keep_history_of"(kept text, scope text) RETURNS void LANGUAGE plpgsql AS $function$
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
        UPDATE %2$I r SET is_last = true FROM (
          SELECT before.id, before.valid_from, before.audit_event_id,
            after.%5$I <> before.%5$I AND after.valid_from = before.valid_from AS has_left
          FROM rows_before before FULL JOIN rows_after after ON after.id = before.id OFFSET 0
        ) change
        WHERE change.audit_event_id = event_id AND change.has_left
          AND r.id = change.id AND r.valid_to = change.valid_from AND NOT r.is_last;
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
        begun := begin_change(owner.id);
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
    'subnets', 'vlans', 'groups', 'group_members', 'tags', 'tag_assignments', 'saved_views'
  ] LOOP
    PERFORM keep_history_of(
      kept, CASE WHEN kept IN ('tags', 'tag_assignments') THEN 'organization_id' ELSE 'network_id' END);
  END LOOP;
END $$;
