-- Pictures of topologies that users keep, for themselves or for their organization.
CREATE TYPE "saved_view_visibility" AS ENUM ('Own', 'Organization');

CREATE TABLE "saved_views" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "valid_from" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "valid_to" TIMESTAMPTZ(3),
    "lineage_id" UUID NOT NULL GENERATED ALWAYS AS ("id") STORED,
    "audit_event_id" UUID,
    "network_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "topology_id" UUID NOT NULL,
    "created_by_user_id" UUID,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "visibility" "saved_view_visibility" NOT NULL DEFAULT 'Own',
    "view" "topology_view" NOT NULL,
    "shown_at" TIMESTAMPTZ(3),
    "compared_at" TIMESTAMPTZ(3),
    "state" JSONB NOT NULL DEFAULT '{}',
    "positions" JSONB NOT NULL DEFAULT '[]',
    "routes" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "saved_views_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "saved_views_id_network_id_key" UNIQUE ("id", "network_id"),
    CONSTRAINT "saved_views_topology_id_created_by_user_id_name_key" UNIQUE ("topology_id", "created_by_user_id", "name"),
    CONSTRAINT "saved_views_valid_to_check" CHECK ("valid_to" IS NULL),
    CONSTRAINT "saved_views_name_check" CHECK (char_length("name") BETWEEN 1 AND 100),
    CONSTRAINT "saved_views_positions_check" CHECK (jsonb_typeof("positions") = 'array'),
    CONSTRAINT "saved_views_routes_check" CHECK (jsonb_typeof("routes") = 'array'),
    -- Nobody could read it any more.
    CONSTRAINT "saved_views_visibility_check" CHECK ("visibility" = 'Organization' OR "created_by_user_id" IS NOT NULL)
);
CREATE INDEX "saved_views_network_id_created_at_id_idx" ON "saved_views" ("network_id", "created_at", "id");
CREATE INDEX "saved_views_created_by_user_id_idx" ON "saved_views" ("created_by_user_id")
    WHERE "created_by_user_id" IS NOT NULL;
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_network_id_fkey" FOREIGN KEY ("network_id", "organization_id")
    REFERENCES "networks" ("id", "organization_id") ON DELETE CASCADE;
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_topology_id_fkey" FOREIGN KEY ("topology_id", "network_id")
    REFERENCES "topologies" ("id", "network_id") ON DELETE CASCADE;
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_created_by_user_id_fkey"
    FOREIGN KEY ("created_by_user_id", "organization_id")
    REFERENCES "users" ("id", "organization_id") ON DELETE SET NULL ("created_by_user_id");

-- What only a user sees goes with the user; what the organization sees stays.
CREATE FUNCTION "delete_own_saved_views"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM saved_views WHERE created_by_user_id = OLD.id AND visibility = 'Own';
  RETURN OLD;
END $$;
CREATE TRIGGER "delete_own_saved_views" BEFORE DELETE ON "users" FOR EACH ROW EXECUTE FUNCTION delete_own_saved_views();

-- With an organization its users go, and with these their views, before the networks do: of what is gone there are no events.
CREATE OR REPLACE FUNCTION "tell_change"(network uuid, organization uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  event_id text := current_setting('netloom.audit_event');
  actor jsonb;
BEGIN
  IF current_setting('netloom.told_event', true) = event_id THEN
    RETURN;
  END IF;
  actor := coalesce(nullif(current_setting('netloom.actor', true), ''), '{}')::jsonb;
  INSERT INTO audit_events (
    id, created_at, organization_id, actor_type, user_id, user_api_key_id, daemon_id, discovery_id, operation, actor_name,
    subject_type, subject_id, subject_name
  )
  SELECT event_id::uuid, change_time(),
    coalesce((actor->>'organizationId')::uuid, organization, subject.organization_id),
    coalesce(actor->>'actorType', 'System')::audit_actor_type,
    (actor->>'userId')::uuid, (actor->>'userApiKeyId')::uuid, (actor->>'daemonId')::uuid,
    (actor->>'discoveryId')::uuid, actor->>'operation',
    -- As it is called now: it may be gone when someone reads this.
    coalesce(
      (SELECT name FROM user_api_keys WHERE id = (actor->>'userApiKeyId')::uuid),
      (SELECT email FROM users WHERE id = (actor->>'userId')::uuid),
      (SELECT name FROM daemons WHERE id = (actor->>'daemonId')::uuid),
      (SELECT name FROM discoveries WHERE id = (actor->>'discoveryId')::uuid)
    ),
    CASE WHEN subject.id IS NOT NULL THEN 'Network' END, subject.id, subject.name
  FROM (SELECT) one LEFT JOIN networks subject ON subject.id = network
  WHERE EXISTS (
    SELECT FROM organizations
    WHERE id = coalesce((actor->>'organizationId')::uuid, organization, subject.organization_id)
  ) OR coalesce((actor->>'organizationId')::uuid, organization, subject.organization_id) IS NULL;
  PERFORM set_config('netloom.told_event', event_id, true);
END $$;

-- Networks are not marked as changed: no graph follows from a saved view.
SELECT keep_history_of('saved_views', 'network_id');
CREATE OR REPLACE TRIGGER "begin_without_history" AFTER INSERT ON "networks" FOR EACH ROW
  EXECUTE FUNCTION begin_without_history('network_id', 'bindings_revisions group_members_revisions groups_revisions hosts_revisions interface_neighbors_revisions interface_vlans_revisions interfaces_revisions ip_addresses_revisions ports_revisions saved_views_revisions services_revisions subnets_revisions vlans_revisions');
