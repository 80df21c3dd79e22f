-- The triggers of histories mark a past state as the last one in a network when its row has left the network, or was
-- deleted, in the transaction that ended the state. Few rows do. They were found by one statement that joins all changed
-- rows with the past states, and PostgreSQL may plan that as a nested loop: an update of 100,000 addresses ran for more than
-- four minutes. Now only the rows that have left are looked up, each by its key.
CREATE FUNCTION "mark_last_by_row"(definition text) RETURNS text LANGUAGE plpgsql AS $function$
DECLARE
  patched text := definition;
  by_key constant text := $source$ LOOP
          UPDATE \1 r SET is_last = true
          WHERE r.id = departed.id AND r.valid_to = departed.valid_from AND NOT r.is_last;
        END LOOP;$source$;
BEGIN
  patched := regexp_replace(patched,
    'UPDATE (\S+) r SET is_last = true FROM \((\s+SELECT before\.id, before\.valid_from, before\.audit_event_id,.*? OFFSET 0)'
      '\s+\) change\s+WHERE (change\.audit_event_id = event_id AND change\.has_left)\s+'
      'AND r\.id = change\.id AND r\.valid_to = change\.valid_from AND NOT r\.is_last;',
    'FOR departed IN SELECT id, valid_from FROM (\2) change WHERE \3' || by_key);
  patched := regexp_replace(patched,
    'UPDATE (\S+) r SET is_last = true FROM rows_before before\s+'
      'WHERE (before\.\S+ = owner\.id AND before\.audit_event_id = begun\.event_id)\s+'
      'AND r\.id = before\.id AND r\.valid_to = before\.valid_from AND NOT r\.is_last;',
    'FOR departed IN SELECT id, valid_from FROM rows_before before WHERE \2' || by_key);
  -- The variable of the loops.
  patched := regexp_replace(patched,
    'DECLARE(\s+)(event_id uuid := nullif\(current_setting\(''netloom\.audit_event'')', 'DECLARE\1departed record;\1\2');
  RETURN regexp_replace(patched,
    'DECLARE(\s+)begun record;\s+owner record;', 'DECLARE\1departed record;\1begun record;\1owner record;');
END $function$;

DO $$
DECLARE
  changed regprocedure;
  patched text;
BEGIN
  FOR changed IN
    SELECT oid FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace AND (proname = 'keep_history_of'
      OR proname ~ '_keep_(changed|deleted)$' AND EXISTS (SELECT FROM pg_trigger WHERE tgfoid = pg_proc.oid))
  LOOP
    patched := mark_last_by_row(pg_get_functiondef(changed));
    IF patched ~ 'SET is_last = true FROM' OR patched !~ 'departed record' THEN
      RAISE EXCEPTION '% is not as expected', changed;
    END IF;
    EXECUTE patched;
  END LOOP;
END $$;

DROP FUNCTION "mark_last_by_row"(text);
