-- The natural order of names: "switch-2" before "switch-10", letters without regard to case. Texts are compared by their keys,
-- byte by byte: each number stands behind the number of its digits, and behind how many digits that has.
-- At most 600 characters (2,400 bytes), so that every key fits into an index.
CREATE FUNCTION "natural_key"(name text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  -- NFC, in which equal names are equal. Plain letters have no other form.
  folded constant text := lower(CASE WHEN octet_length(name) = length(name) THEN name ELSE normalize(name) END);
  key text := '';
  part text[];
  digits text;
BEGIN
  IF folded !~ '[0-9]' THEN
    RETURN left(folded, 600);
  END IF;
  FOR part IN SELECT regexp_matches(folded, '([^0-9]*)([0-9]*)', 'g') LOOP
    key := key || part[1];
    IF part[2] <> '' THEN
      digits := ltrim(part[2], '0');
      key := key || length(length(digits)::text) || length(digits) || digits;
    END IF;
  END LOOP;
  RETURN left(key, 600);
END $$;

-- Past states get the keys of their names once, and from then on those of the rows that leave them.
ALTER TABLE "groups" ADD COLUMN "natural_name" TEXT COLLATE "C" GENERATED ALWAYS AS (natural_key("name")) STORED NOT NULL;
ALTER TABLE "groups_revisions" ADD COLUMN "natural_name" TEXT COLLATE "C" GENERATED ALWAYS AS (natural_key("name")) STORED;
ALTER TABLE "groups_revisions" ALTER COLUMN "natural_name" DROP EXPRESSION;
SELECT keep_history_of('groups', 'network_id');

ALTER TABLE "hosts" ADD COLUMN "natural_name" TEXT COLLATE "C" GENERATED ALWAYS AS (natural_key("name")) STORED NOT NULL;
ALTER TABLE "hosts_revisions" ADD COLUMN "natural_name" TEXT COLLATE "C" GENERATED ALWAYS AS (natural_key("name")) STORED;
ALTER TABLE "hosts_revisions" ALTER COLUMN "natural_name" DROP EXPRESSION;
SELECT keep_history_of('hosts', 'network_id');

ALTER TABLE "interfaces" ADD COLUMN "natural_name" TEXT COLLATE "C" GENERATED ALWAYS AS (natural_key("if_name")) STORED;
ALTER TABLE "interfaces_revisions" ADD COLUMN "natural_name" TEXT COLLATE "C" GENERATED ALWAYS AS (natural_key("if_name")) STORED;
ALTER TABLE "interfaces_revisions" ALTER COLUMN "natural_name" DROP EXPRESSION;
SELECT keep_history_of('interfaces', 'network_id');

ALTER TABLE "ip_addresses" ADD COLUMN "natural_name" TEXT COLLATE "C" GENERATED ALWAYS AS (natural_key("name")) STORED;
ALTER TABLE "ip_addresses_revisions" ADD COLUMN "natural_name" TEXT COLLATE "C" GENERATED ALWAYS AS (natural_key("name")) STORED;
ALTER TABLE "ip_addresses_revisions" ALTER COLUMN "natural_name" DROP EXPRESSION;
SELECT keep_history_of('ip_addresses', 'network_id');

ALTER TABLE "saved_views" ADD COLUMN "natural_name" TEXT COLLATE "C" GENERATED ALWAYS AS (natural_key("name")) STORED NOT NULL;
ALTER TABLE "saved_views_revisions" ADD COLUMN "natural_name" TEXT COLLATE "C" GENERATED ALWAYS AS (natural_key("name")) STORED;
ALTER TABLE "saved_views_revisions" ALTER COLUMN "natural_name" DROP EXPRESSION;
SELECT keep_history_of('saved_views', 'network_id');

ALTER TABLE "services" ADD COLUMN "natural_name" TEXT COLLATE "C" GENERATED ALWAYS AS (natural_key("name")) STORED NOT NULL;
ALTER TABLE "services_revisions" ADD COLUMN "natural_name" TEXT COLLATE "C" GENERATED ALWAYS AS (natural_key("name")) STORED;
ALTER TABLE "services_revisions" ALTER COLUMN "natural_name" DROP EXPRESSION;
SELECT keep_history_of('services', 'network_id');

ALTER TABLE "subnets" ADD COLUMN "natural_name" TEXT COLLATE "C" GENERATED ALWAYS AS (natural_key("name")) STORED NOT NULL;
ALTER TABLE "subnets_revisions" ADD COLUMN "natural_name" TEXT COLLATE "C" GENERATED ALWAYS AS (natural_key("name")) STORED;
ALTER TABLE "subnets_revisions" ALTER COLUMN "natural_name" DROP EXPRESSION;
SELECT keep_history_of('subnets', 'network_id');

ALTER TABLE "tags" ADD COLUMN "natural_name" TEXT COLLATE "C" GENERATED ALWAYS AS (natural_key("name")) STORED NOT NULL;
ALTER TABLE "tags_revisions" ADD COLUMN "natural_name" TEXT COLLATE "C" GENERATED ALWAYS AS (natural_key("name")) STORED;
ALTER TABLE "tags_revisions" ALTER COLUMN "natural_name" DROP EXPRESSION;
SELECT keep_history_of('tags', 'organization_id');

ALTER TABLE "vlans" ADD COLUMN "natural_name" TEXT COLLATE "C" GENERATED ALWAYS AS (natural_key("name")) STORED NOT NULL;
ALTER TABLE "vlans_revisions" ADD COLUMN "natural_name" TEXT COLLATE "C" GENERATED ALWAYS AS (natural_key("name")) STORED;
ALTER TABLE "vlans_revisions" ALTER COLUMN "natural_name" DROP EXPRESSION;
SELECT keep_history_of('vlans', 'network_id');

ALTER TABLE "credentials" ADD COLUMN "natural_name" TEXT COLLATE "C" GENERATED ALWAYS AS (natural_key("name")) STORED NOT NULL;
ALTER TABLE "daemon_api_keys" ADD COLUMN "natural_name" TEXT COLLATE "C" GENERATED ALWAYS AS (natural_key("name")) STORED NOT NULL;
ALTER TABLE "daemons" ADD COLUMN "natural_name" TEXT COLLATE "C" GENERATED ALWAYS AS (natural_key("name")) STORED NOT NULL;
ALTER TABLE "discoveries" ADD COLUMN "natural_name" TEXT COLLATE "C" GENERATED ALWAYS AS (natural_key("name")) STORED NOT NULL;
ALTER TABLE "networks" ADD COLUMN "natural_name" TEXT COLLATE "C" GENERATED ALWAYS AS (natural_key("name")) STORED NOT NULL;
ALTER TABLE "shares" ADD COLUMN "natural_name" TEXT COLLATE "C" GENERATED ALWAYS AS (natural_key("name")) STORED NOT NULL;
ALTER TABLE "user_api_keys" ADD COLUMN "natural_name" TEXT COLLATE "C" GENERATED ALWAYS AS (natural_key("name")) STORED NOT NULL;

-- As those of names.
CREATE INDEX "hosts_network_id_natural_name_id_idx" ON "hosts" ("network_id", "natural_name", "id");
CREATE INDEX "services_network_id_natural_name_id_idx" ON "services" ("network_id", "natural_name", "id");
