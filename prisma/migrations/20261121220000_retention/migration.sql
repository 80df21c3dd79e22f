-- What is kept of the past goes some day: which states snapshots pin is asked for each of them.
CREATE INDEX "snapshots_network_id_taken_at_idx" ON "snapshots" ("network_id", "taken_at");
CREATE INDEX "snapshots_organization_id_taken_at_idx" ON "snapshots" ("organization_id", "taken_at");

-- With a network or an organization goes its history, in the background. One that is made anew under an old id begins
-- with none.
CREATE FUNCTION "begin_without_history"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  twin text;
BEGIN
  FOREACH twin IN ARRAY string_to_array(TG_ARGV[1], ' ') LOOP
    EXECUTE format('DELETE FROM %I WHERE %I = $1', twin, TG_ARGV[0]) USING NEW.id;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER "begin_without_history" AFTER INSERT ON "networks" FOR EACH ROW EXECUTE FUNCTION begin_without_history(
  'network_id', 'hosts_revisions interfaces_revisions interface_vlans_revisions interface_neighbors_revisions ip_addresses_revisions ports_revisions bindings_revisions services_revisions subnets_revisions subnet_vlans_revisions vlans_revisions groups_revisions group_members_revisions'
);
CREATE TRIGGER "begin_without_tags_history" AFTER INSERT ON "networks" FOR EACH ROW
  EXECUTE FUNCTION begin_without_history('tagged_network_id', 'tag_assignments_revisions');
CREATE TRIGGER "begin_without_history" AFTER INSERT ON "organizations" FOR EACH ROW
  EXECUTE FUNCTION begin_without_history('organization_id', 'tags_revisions tag_assignments_revisions');
