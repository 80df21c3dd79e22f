-- Every VRRP group of IPv6 has a link-local virtual address (RFC 5798 5.2.9), which is often the same on all links, such as
-- fe80::1. Groups of one number on different links were stored as one group because of it. Here they become the groups as
-- which reports now store them: members of a group have a virtual address in common that is not the same on every link. The
-- part with the oldest member keeps the group. Members without addresses stay in it until the next report. Past states stay.
CREATE TABLE "split_members" AS
WITH RECURSIVE address AS MATERIALIZED (
  SELECT member.id, member.group_id, member.created_at, named.text,
    named.text::inet <<= ANY('{0.0.0.0/8,127.0.0.0/8,169.254.0.0/16,224.0.0.0/3,::/127,fe80::/10,ff00::/8}'::inet[]) AS is_special
  FROM fhrp_members member CROSS JOIN LATERAL unnest(member.virtual_addresses) AS named (text)
  WHERE member.group_id IN (
    SELECT id FROM fhrp_groups stored
    -- Rows of a deleted network may still wait for their deletion.
    WHERE EXISTS (SELECT FROM networks WHERE networks.id = stored.network_id) AND EXISTS (
      SELECT FROM unnest(stored.virtual_addresses) AS named (text)
      WHERE named.text::inet <<= ANY('{0.0.0.0/8,127.0.0.0/8,169.254.0.0/16,224.0.0.0/3,::/127,fe80::/10,ff00::/8}'::inet[])))
), connected (id, group_id, other_id) AS (
  SELECT id, group_id, id FROM address
  UNION
  SELECT connected.id, connected.group_id, other.id FROM connected
  JOIN address one ON one.id = connected.other_id AND NOT one.is_special
  JOIN address other ON other.group_id = one.group_id AND other.text = one.text AND NOT other.is_special
), part AS (
  SELECT connected.id, connected.group_id, min(connected.other_id::text) AS name, min(address.created_at) AS began
  FROM connected JOIN address ON address.id = connected.other_id GROUP BY connected.id, connected.group_id
)
SELECT id, group_id, name, dense_rank() OVER (PARTITION BY group_id ORDER BY began, name) AS place FROM part;

CREATE TABLE "split_groups" AS
SELECT group_id, name, gen_random_uuid() AS new_id FROM split_members WHERE place > 1 GROUP BY group_id, name;

INSERT INTO fhrp_groups (id, network_id, namespace, protocol, group_number, virtual_addresses)
SELECT part.new_id, stored.network_id, stored.namespace, stored.protocol, stored.group_number, ARRAY(
  SELECT DISTINCT named.text
  FROM split_members split JOIN fhrp_members member ON member.id = split.id
  CROSS JOIN LATERAL unnest(member.virtual_addresses) AS named (text)
  WHERE split.group_id = part.group_id AND split.name = part.name ORDER BY named.text)
FROM split_groups part JOIN fhrp_groups stored ON stored.id = part.group_id;

UPDATE fhrp_members member SET group_id = part.new_id, updated_at = clock_timestamp()
FROM split_members split JOIN split_groups part ON part.group_id = split.group_id AND part.name = split.name
WHERE member.id = split.id;

UPDATE fhrp_groups stored SET updated_at = clock_timestamp(), virtual_addresses = ARRAY(
  SELECT DISTINCT named.text
  FROM fhrp_members member CROSS JOIN LATERAL unnest(member.virtual_addresses) AS named (text)
  WHERE member.group_id = stored.id ORDER BY named.text)
WHERE stored.id IN (SELECT group_id FROM split_groups);

DROP TABLE "split_groups";
DROP TABLE "split_members";
