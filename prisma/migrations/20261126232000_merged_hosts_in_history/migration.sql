-- The history of a host has the hosts that were merged into it: a column that follows "host_merges".
ALTER TABLE "hosts" ADD COLUMN "merged_host_ids" UUID[] NOT NULL DEFAULT ARRAY[]::UUID[];
ALTER TABLE "hosts_revisions" ADD COLUMN "merged_host_ids" UUID[] NOT NULL DEFAULT ARRAY[]::UUID[];
ALTER TABLE "hosts_revisions" ALTER COLUMN "merged_host_ids" DROP DEFAULT;

-- The latest 1,000, in the order of their merges.
CREATE FUNCTION "hosts_merged_into"(host uuid) RETURNS uuid[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY(
    SELECT merged_host_id FROM (
      SELECT merged_host_id, created_at FROM host_merges WHERE host_id = host
      ORDER BY created_at DESC, merged_host_id DESC LIMIT 1000
    ) latest ORDER BY created_at, merged_host_id)
$$;

-- Merges of before: present states have all of theirs, past states those that were made until then.
UPDATE "hosts" SET "merged_host_ids" = hosts_merged_into("id") WHERE "id" IN (SELECT "host_id" FROM "host_merges");

ALTER TABLE "hosts_revisions" DISABLE TRIGGER "kept_for_good";
WITH RECURSIVE merged AS (
  SELECT "network_id", "into_host_id", "merged_host_id", "created_at", "created_at" AS since FROM "host_merges"
  UNION
  -- What a merged host had been joined by came along with it.
  SELECT m."network_id", m."into_host_id", merged."merged_host_id", merged."created_at", greatest(m."created_at", merged.since)
  FROM merged JOIN "host_merges" m
    ON m."network_id" = merged."network_id" AND m."merged_host_id" = merged."into_host_id"
)
UPDATE "hosts_revisions" SET "merged_host_ids" = ARRAY(
  SELECT "merged_host_id" FROM merged
  WHERE merged."network_id" = "hosts_revisions"."network_id" AND "into_host_id" = "hosts_revisions"."id"
    AND since <= "hosts_revisions"."valid_from"
  ORDER BY "created_at", "merged_host_id"
)
WHERE EXISTS (
  SELECT FROM merged WHERE merged."network_id" = "hosts_revisions"."network_id"
    AND "into_host_id" = "hosts_revisions"."id" AND since <= "hosts_revisions"."valid_from"
);
ALTER TABLE "hosts_revisions" ENABLE TRIGGER "kept_for_good";

SELECT keep_history_of('hosts', 'network_id');

-- Whichever way a merge comes or is taken back. What goes after its network has no history to be told in.
CREATE FUNCTION "list_merged_hosts"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed uuid[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    changed := ARRAY(SELECT host_id FROM rows_after);
  ELSIF TG_OP = 'DELETE' THEN
    changed := ARRAY(SELECT host_id FROM rows_before);
  ELSE
    changed := ARRAY(SELECT host_id FROM rows_before UNION SELECT host_id FROM rows_after);
  END IF;
  UPDATE hosts SET merged_host_ids = merged.ids, updated_at = clock_timestamp()
  FROM (SELECT DISTINCT id, hosts_merged_into(id) AS ids FROM unnest(changed) id) merged
  WHERE hosts.id = merged.id AND hosts.merged_host_ids <> merged.ids
    AND EXISTS (SELECT FROM networks WHERE networks.id = hosts.network_id);
  RETURN NULL;
END $$;
CREATE TRIGGER "list_inserted" AFTER INSERT ON "host_merges" REFERENCING NEW TABLE AS rows_after
  FOR EACH STATEMENT EXECUTE FUNCTION list_merged_hosts();
CREATE TRIGGER "list_updated" AFTER UPDATE ON "host_merges" REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after
  FOR EACH STATEMENT EXECUTE FUNCTION list_merged_hosts();
CREATE TRIGGER "list_deleted" AFTER DELETE ON "host_merges" REFERENCING OLD TABLE AS rows_before
  FOR EACH STATEMENT EXECUTE FUNCTION list_merged_hosts();
