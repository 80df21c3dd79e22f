-- Searches look for a text anywhere inside of others: PostgreSQL's own arrays and GIN index their trigrams, so that no
-- extension is needed, which not every role may create.
CREATE FUNCTION "search_trigrams"("texts" text[]) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  one text;
  found text[] := '{}';
BEGIN
  FOREACH one IN ARRAY texts LOOP
    one := lower(one);
    FOR at IN 1 .. coalesce(length(one), 0) - 2 LOOP
      found := found || substr(one, at, 3);
    END LOOP;
  END LOOP;
  RETURN found;
END
$$;

CREATE INDEX "hosts_search_idx" ON "hosts" USING gin (
  "search_trigrams"(ARRAY["name", "hostname", "description", "sys_name", "sys_descr", "chassis_id", "manufacturer", "model", "serial_number", "os"])
);
CREATE INDEX "services_search_idx" ON "services" USING gin ("search_trigrams"(ARRAY["name", "service_definition"]));

-- Orders that people ask for and that change seldom; times of the last sighting would make every observation rewrite an index.
CREATE INDEX "hosts_network_id_name_id_idx" ON "hosts" ("network_id", "name", "id");
CREATE INDEX "services_network_id_name_id_idx" ON "services" ("network_id", "name", "id");
