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
