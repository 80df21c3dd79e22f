-- An update of many rows took time by the square of their number on connections that had updated single rows before: 8,000
-- hosts in 20 seconds. Their states are joined by hashing now, whatever plan the connection remembers.
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
          WHERE changed_by = event_id AND audit_event_id IS DISTINCT FROM event_id
          ORDER BY id, updated_at DESC
        ) gone;
        -- Where no state has ended, the transaction has made or changed the rows before, and told so.
        IF FOUND THEN
          PERFORM tell_change(%6$s)
          FROM (SELECT %5$I AS id FROM rows_after WHERE audit_event_id = event_id LIMIT 1) owner;
        END IF;
        -- Left with a later change of the same transaction.
        UPDATE %2$I r SET is_last = true FROM (
          SELECT before.id, before.valid_from, before.audit_event_id, after.%5$I <> before.%5$I AS has_left
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
    'subnets', 'vlans', 'groups', 'group_members', 'tags', 'tag_assignments', 'saved_views'
  ] LOOP
    PERFORM keep_history_of(
      kept, CASE WHEN kept IN ('tags', 'tag_assignments') THEN 'organization_id' ELSE 'network_id' END);
  END LOOP;
END $$;
