-- Deleting tags took as long as they have assignments: 500 tags on 1,000 hosts are more than a statement has time for. A tag's
-- own row goes at once; its assignments are removed in batches in the background, and until then nobody reads them.
CREATE TABLE "deleted_tags" (
    "tag_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "deleted_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_by" UUID NOT NULL,

    CONSTRAINT "deleted_tags_pkey" PRIMARY KEY ("tag_id")
);
CREATE INDEX "deleted_tags_deleted_at_idx" ON "deleted_tags" ("deleted_at");

-- Assignments outlive their tag for a while, so no foreign key holds them. Triggers hold what it would: one is written only
-- of a tag that exists, and the tag stays until the transaction ends. They report the same error.
CREATE FUNCTION "require_tags"() RETURNS trigger LANGUAGE plpgsql AS $$
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
END $$;
-- Of an assignment that goes over to another tag.
CREATE FUNCTION "require_tag_of_row"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM tags WHERE tags.id = NEW.tag_id AND tags.organization_id = NEW.organization_id FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'tag % does not exist in the organization', NEW.tag_id
      USING ERRCODE = 'foreign_key_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_TABLE_NAME || '_tag_id_fkey';
  END IF;
  RETURN NULL;
END $$;
ALTER TABLE "tag_assignments" DROP CONSTRAINT "tag_assignments_tag_id_fkey";
CREATE TRIGGER "tag_assignments_tag_id_fkey_insert" AFTER INSERT ON "tag_assignments" REFERENCING NEW TABLE AS rows_after
  FOR EACH STATEMENT EXECUTE FUNCTION require_tags();
CREATE TRIGGER "tag_assignments_tag_id_fkey_update" AFTER UPDATE ON "tag_assignments" FOR EACH ROW
  WHEN (OLD.tag_id IS DISTINCT FROM NEW.tag_id OR OLD.organization_id IS DISTINCT FROM NEW.organization_id)
  EXECUTE FUNCTION require_tag_of_row();

CREATE FUNCTION "begin_emptying_tags"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO deleted_tags (tag_id, organization_id, deleted_at, ended_by)
  SELECT gone.id, gone.organization_id, begun.changed_at, begun.event_id
  FROM rows_before gone CROSS JOIN LATERAL begin_change(gone.organization_id) begun;
  RETURN NULL;
END $$;
CREATE TRIGGER "begin_emptying" AFTER DELETE ON "tags" REFERENCING OLD TABLE AS rows_before
  FOR EACH STATEMENT EXECUTE FUNCTION begin_emptying_tags();

-- A tag that is made anew under an old id begins on nothing.
CREATE FUNCTION "begin_without_assignments"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM deleted_tags WHERE tag_id = NEW.id) THEN
    DELETE FROM tag_assignments WHERE tag_id = NEW.id;
    DELETE FROM deleted_tags WHERE tag_id = NEW.id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "begin_without_assignments" BEFORE INSERT ON "tags"
  FOR EACH ROW EXECUTE FUNCTION begin_without_assignments();

-- Assignments that are in force.
CREATE VIEW "tag_assignments_now" AS
  SELECT * FROM tag_assignments r WHERE NOT EXISTS (SELECT FROM deleted_tags d WHERE d.tag_id = r.tag_id);
-- Those that have ended with their tag and are still to be removed, as the states that they become by that.
CREATE VIEW "tag_assignments_ending" AS
  SELECT r.id, r.valid_from, greatest(d.deleted_at, r.valid_from + interval '1 millisecond') AS valid_to,
    r.audit_event_id, d.ended_by, true AS is_last,
    r.organization_id, r.network_id, r.user_id, r.tag_id, r.entity_type, r.entity_id, r.host_id, r.service_id, r.subnet_id,
    r.group_id, r.tagged_network_id, r.discovery_id, r.daemon_id, r.daemon_api_key_id, r.user_api_key_id
  FROM tag_assignments r JOIN deleted_tags d ON d.tag_id = r.tag_id
  -- Made and gone in one transaction, it was never there.
  WHERE r.audit_event_id IS DISTINCT FROM d.ended_by;

-- However an assignment goes after its tag, with its entity or by the job: it ended with the tag.
CREATE FUNCTION "end_with_tag"() RETURNS trigger LANGUAGE plpgsql AS $$
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
END $$;
CREATE TRIGGER "end_with_tag" BEFORE INSERT ON "tag_assignments_revisions" FOR EACH ROW EXECUTE FUNCTION end_with_tag();

-- Who takes a tag off while it is being deleted waits for that, or the other way round: the assignment ends once.
CREATE FUNCTION "hold_tags"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM tags WHERE id IN (SELECT tag_id FROM rows_before) ORDER BY id FOR KEY SHARE;
  RETURN NULL;
END $$;
CREATE TRIGGER "history_1_hold_tags" AFTER DELETE ON "tag_assignments" REFERENCING OLD TABLE AS rows_before
  FOR EACH STATEMENT EXECUTE FUNCTION hold_tags();

-- Assignments as of an instant are those whose tag was there; to be called again after keep_history_of('tag_assignments', …).
CREATE FUNCTION "end_history_with_tags"() RETURNS void LANGUAGE plpgsql AS $function$
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
END $function$;
SELECT end_history_with_tags();

-- The deletion has told every network of the organization: the removal of what it left is no change.
CREATE FUNCTION "mark_network_changes_of_assignments"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO network_changes (network_id, transaction_id)
  SELECT DISTINCT changed.network_id, pg_current_xact_id()::text::bigint
  FROM changed_rows changed
  WHERE changed.network_id IS NOT NULL AND NOT EXISTS (SELECT FROM deleted_tags d WHERE d.tag_id = changed.tag_id)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
DROP TRIGGER tag_assignments_delete_marks_network ON tag_assignments;
CREATE TRIGGER tag_assignments_delete_marks_network AFTER DELETE ON tag_assignments REFERENCING OLD TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes_of_assignments();

-- Lets the rest of the transaction happen at an instant that is given, by the clocks of these networks and organizations: no
-- lock stands for it, and who reads does not wait for the transaction. Without scopes it has times of its own again.
CREATE FUNCTION "set_change_times"("at" timestamptz, "scopes" uuid[]) RETURNS void LANGUAGE sql AS $$
  SELECT set_config('netloom.change_times', coalesce(
    (SELECT string_agg(scope::text || lpad((extract(epoch FROM "at") * 1000)::bigint::text, 13, '0'), '') FROM unnest(scopes) scope),
    ''), true)
$$;
