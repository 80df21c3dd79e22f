-- Daemons name sessions: such an id is unique in its network alone, so that no network can take or end another's run.

ALTER TABLE "discovery_sessions" ADD COLUMN "session_id" UUID;
UPDATE "discovery_sessions" SET "session_id" = "id";
ALTER TABLE "discovery_sessions" ALTER COLUMN "session_id" SET NOT NULL;

-- A run that the server starts is known to its daemon by the id of the row.
CREATE FUNCTION default_session_id() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.session_id := coalesce(NEW.session_id, NEW.id);
  RETURN NEW;
END $$;
CREATE TRIGGER default_session_id BEFORE INSERT ON "discovery_sessions"
  FOR EACH ROW EXECUTE FUNCTION default_session_id();

ALTER TABLE "discovery_sessions"
  ADD CONSTRAINT "discovery_sessions_network_id_session_id_key" UNIQUE ("network_id", "session_id");
ALTER TABLE "discoveries" DROP CONSTRAINT "discoveries_session_id_key";
ALTER TABLE "discoveries"
  ADD CONSTRAINT "discoveries_network_id_session_id_key" UNIQUE ("network_id", "session_id");
