-- From when on every state of a network, and of the tags of an organization, is kept: the latest end of a state that
-- retention has removed. Whoever asks for an earlier instant is told so, and is not shown what happens to be left of it.
ALTER TABLE "networks" ADD COLUMN "history_kept_since" TIMESTAMPTZ(3);
ALTER TABLE "organizations" ADD COLUMN "history_kept_since" TIMESTAMPTZ(3);

-- What is truncated tells nobody which rows it took.
CREATE FUNCTION "refuse_truncation"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'history is kept of %: delete its rows', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
DO $$
DECLARE
  kept text;
BEGIN
  FOREACH kept IN ARRAY ARRAY[
    'hosts', 'interfaces', 'interface_vlans', 'interface_neighbors', 'ip_addresses', 'ports', 'bindings', 'services',
    'subnets', 'subnet_vlans', 'vlans', 'groups', 'group_members', 'tags', 'tag_assignments'
  ] LOOP
    EXECUTE format('CREATE TRIGGER history_1_no_truncation BEFORE TRUNCATE ON %I EXECUTE FUNCTION refuse_truncation()', kept);
    EXECUTE format('CREATE TRIGGER no_truncation BEFORE TRUNCATE ON %I EXECUTE FUNCTION refuse_truncation()',
      kept || '_revisions');
  END LOOP;
  CREATE TRIGGER no_truncation BEFORE TRUNCATE ON audit_events EXECUTE FUNCTION refuse_truncation();
END $$;
