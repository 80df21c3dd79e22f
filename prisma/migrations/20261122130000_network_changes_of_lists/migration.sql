-- What whole lists of a network's rows show beside its inventory changes the network as well: credentials of its hosts, and
-- what its devices hear of their neighbours.
DO $$
DECLARE
  watched text;
BEGIN
  FOREACH watched IN ARRAY ARRAY['host_credentials', 'neighbor_evidence'] LOOP
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
