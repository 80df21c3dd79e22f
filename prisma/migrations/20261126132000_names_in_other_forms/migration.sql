-- Two names that differ only in how Unicode writes their letters (NFC, NFD) look the same: of tags and credentials of an
-- organization a new one is refused as its unique key would. Those that are stored stay.
CREATE FUNCTION "refuse_name_in_other_form"() RETURNS trigger LANGUAGE plpgsql AS $$
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
END $$;
CREATE TRIGGER "other_forms" AFTER INSERT OR UPDATE OF "name", "organization_id" ON "tags"
  FOR EACH ROW EXECUTE FUNCTION refuse_name_in_other_form();
CREATE TRIGGER "other_forms" AFTER INSERT OR UPDATE OF "name", "organization_id" ON "credentials"
  FOR EACH ROW EXECUTE FUNCTION refuse_name_in_other_form();
