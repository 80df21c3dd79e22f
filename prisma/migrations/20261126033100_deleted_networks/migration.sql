-- Deleting a network took as long as it has rows: 190,000 hosts are more than a statement has time for. The network's own
-- row goes at once, and with it everyone's reach; its rows are removed in batches in the background.
CREATE TABLE "deleted_networks" (
    "network_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "deleted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "deleted_networks_pkey" PRIMARY KEY ("network_id")
);
CREATE INDEX "deleted_networks_deleted_at_idx" ON "deleted_networks" ("deleted_at");

-- Rows outlive their network for a while, so no foreign key holds them. Triggers hold what foreign keys would: a row is
-- written only into a network that exists, and the network stays until the transaction ends. They report the same error.
CREATE FUNCTION "require_networks"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wanted record;
BEGIN
  FOR wanted IN SELECT DISTINCT network_id AS id FROM rows_after WHERE network_id IS NOT NULL ORDER BY network_id LOOP
    PERFORM FROM networks WHERE networks.id = wanted.id FOR KEY SHARE;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'network % does not exist', wanted.id
        USING ERRCODE = 'foreign_key_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_TABLE_NAME || '_network_id_fkey';
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

CREATE FUNCTION "require_networks_of_organization"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wanted record;
BEGIN
  FOR wanted IN
    SELECT DISTINCT network_id AS id, organization_id FROM rows_after WHERE network_id IS NOT NULL ORDER BY network_id
  LOOP
    PERFORM FROM networks
    WHERE networks.id = wanted.id AND networks.organization_id = wanted.organization_id FOR KEY SHARE;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'network % does not exist in the organization', wanted.id
        USING ERRCODE = 'foreign_key_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_TABLE_NAME || '_network_id_fkey';
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

-- Of a row that moves to another network.
CREATE FUNCTION "require_network_of_row"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM networks WHERE networks.id = NEW.network_id FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'network % does not exist', NEW.network_id
      USING ERRCODE = 'foreign_key_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_TABLE_NAME || '_network_id_fkey';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION "require_network_of_organization_of_row"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM networks
  WHERE networks.id = NEW.network_id AND networks.organization_id = NEW.organization_id FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'network % does not exist in the organization', NEW.network_id
      USING ERRCODE = 'foreign_key_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_TABLE_NAME || '_network_id_fkey';
  END IF;
  RETURN NULL;
END $$;

-- Gives a table whose rows outlive their network these triggers in place of its foreign key.
CREATE FUNCTION "outlive_networks"(kept text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  key text := kept || '_network_id_fkey';
  is_of_organization boolean;
BEGIN
  SELECT cardinality(conkey) = 2 INTO STRICT is_of_organization
  FROM pg_constraint WHERE conname = key AND conrelid = kept::regclass;
  EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', kept, key);
  EXECUTE format(
    'CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION %I()',
    key || '_insert', kept, CASE WHEN is_of_organization THEN 'require_networks_of_organization' ELSE 'require_networks' END);
  EXECUTE format(
    'CREATE TRIGGER %I AFTER UPDATE ON %I FOR EACH ROW WHEN (NEW.network_id IS NOT NULL AND (%s)) EXECUTE FUNCTION %I()',
    key || '_update', kept,
    CASE WHEN is_of_organization THEN
      'OLD.network_id IS DISTINCT FROM NEW.network_id OR OLD.organization_id IS DISTINCT FROM NEW.organization_id'
      ELSE 'OLD.network_id IS DISTINCT FROM NEW.network_id' END,
    CASE WHEN is_of_organization THEN 'require_network_of_organization_of_row' ELSE 'require_network_of_row' END);
END $$;

-- Not those that say what a person, a key or an invite reaches, and not the few that let something happen: an active run,
-- a call on a daemon, an alert, a share. These go at once.
SELECT outlive_networks(kept) FROM unnest(ARRAY[
  'hosts', 'subnets', 'vlans', 'groups', 'host_credentials', 'working_credentials', 'link_decisions',
  'forwarding_evidence', 'arp_evidence', 'tag_assignments', 'daemon_api_keys', 'daemons', 'discoveries', 'snapshots',
  'topologies', 'saved_views', 'import_plans'
]) kept;

CREATE FUNCTION "begin_emptying_network"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO deleted_networks (network_id, organization_id, deleted_at) VALUES (OLD.id, OLD.organization_id, change_time());
  -- Who follows the network learns that it is gone.
  INSERT INTO network_changes (network_id, transaction_id) VALUES (OLD.id, pg_current_xact_id()::text::bigint)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER "begin_emptying" AFTER DELETE ON "networks" FOR EACH ROW EXECUTE FUNCTION begin_emptying_network();

-- A network that is made anew under an old id begins empty.
CREATE FUNCTION "begin_without_rows"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  outliving text;
BEGIN
  DELETE FROM deleted_networks WHERE network_id = NEW.id;
  IF FOUND THEN
    FOREACH outliving IN ARRAY string_to_array(TG_ARGV[0], ' ') LOOP
      EXECUTE format('DELETE FROM %I WHERE network_id = $1', outliving) USING NEW.id;
    END LOOP;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "begin_without_rows" BEFORE INSERT ON "networks" FOR EACH ROW EXECUTE FUNCTION begin_without_rows(
  'tag_assignments daemons daemon_api_keys hosts subnets vlans groups discoveries snapshots topologies saved_views import_plans host_credentials working_credentials link_decisions forwarding_evidence arp_evidence'
);

-- The rows of a network are found by it.
CREATE INDEX "neighbor_evidence_network_id_idx" ON "neighbor_evidence" ("network_id");
CREATE INDEX "daemon_subnets_network_id_idx" ON "daemon_subnets" ("network_id");

-- A daemon keeps its id wherever it is: that of a deleted network makes room for it.
CREATE FUNCTION "free_id_of_daemon"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM daemons WHERE id = NEW.id AND NOT EXISTS (SELECT FROM networks WHERE networks.id = daemons.network_id);
  RETURN NEW;
END $$;
CREATE TRIGGER "free_id" BEFORE INSERT ON "daemons" FOR EACH ROW EXECUTE FUNCTION free_id_of_daemon();
