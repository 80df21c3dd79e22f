-- The saved options of a topology decide what its graph shows: who follows the graph hears of them, and of its end.
CREATE FUNCTION mark_network_change_of_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO network_changes (network_id, transaction_id)
  VALUES (OLD.network_id, pg_current_xact_id()::text::bigint)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER topologies_update_marks_network AFTER UPDATE ON topologies
  FOR EACH ROW WHEN (OLD.options IS DISTINCT FROM NEW.options) EXECUTE FUNCTION mark_network_change_of_row();
CREATE TRIGGER topologies_delete_marks_network AFTER DELETE ON topologies
  FOR EACH ROW EXECUTE FUNCTION mark_network_change_of_row();
