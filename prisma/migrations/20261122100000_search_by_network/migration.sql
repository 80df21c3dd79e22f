-- Searches read the index entries of the networks that they are limited to, and of no other: a trigram is indexed together
-- with the network of its row. What other organizations keep then neither costs a search anything nor shows in its time.

-- What the index holds of a row.
CREATE FUNCTION "search_keys"("network" uuid, "texts" text[]) RETURNS bigint[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  seed constant bigint := uuid_hash_extended(network, 0);
  one text;
  found bigint[] := '{}';
BEGIN
  FOREACH one IN ARRAY texts LOOP
    one := lower(one);
    FOR at IN 1 .. coalesce(length(one), 0) - 2 LOOP
      found := found || hashtextextended(substr(one, at, 3), seed);
    END LOOP;
  END LOOP;
  RETURN found;
END
$$;

-- What a text inside a row of the network must have in the index: at most 16 keys, from all over the text and each once.
CREATE FUNCTION "searched_keys"("network" uuid, "wanted" text) RETURNS bigint[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  seed constant bigint := uuid_hash_extended(network, 0);
  one constant text := lower(wanted);
  trigrams constant integer := length(one) - 2;
BEGIN
  RETURN ARRAY(
    SELECT DISTINCT hashtextextended(substr(one, at, 3), seed)
    FROM generate_series(1, trigrams, greatest(1, (trigrams + 15) / 16)) at
  );
END
$$;

DROP INDEX "hosts_search_idx";
DROP INDEX "services_search_idx";
DROP FUNCTION "search_trigrams";

CREATE INDEX "hosts_search_idx" ON "hosts" USING gin (
  "search_keys"("network_id", ARRAY["name", "hostname", "description", "sys_name", "sys_descr", "chassis_id", "manufacturer", "model", "serial_number", "os"])
);
CREATE INDEX "services_search_idx" ON "services" USING gin (
  "search_keys"("network_id", ARRAY["name", "service_definition"])
);
