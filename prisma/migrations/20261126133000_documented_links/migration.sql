-- Cables that people have written down are a source of links beside what devices report.
ALTER TYPE "neighbor_basis" ADD VALUE 'Documented' BEFORE 'Manual';
CREATE TYPE "documented_link_state" AS ENUM (
  'Pending', 'Documented', 'Confirmed', 'Contradicted', 'Refuted', 'UnknownHost', 'AmbiguousHost', 'OwnHost',
  'UnknownPort', 'AmbiguousPort'
);
CREATE TABLE "documented_links" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "network_id" UUID NOT NULL,
    "interface_id" UUID NOT NULL,
    "remote_host_name" TEXT NOT NULL,
    "remote_port_name" TEXT NOT NULL,
    "source_name" TEXT NOT NULL,
    "resolved_interface_id" UUID,
    "resolved_host_id" UUID,
    "state" "documented_link_state" NOT NULL DEFAULT 'Pending',

    CONSTRAINT "documented_links_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "documented_links_ends_check" CHECK (num_nonnulls("resolved_interface_id", "resolved_host_id") <= 1)
);
CREATE INDEX "documented_links_network_id_idx" ON "documented_links" ("network_id");
CREATE INDEX "documented_links_interface_id_idx" ON "documented_links" ("interface_id");
CREATE INDEX "documented_links_resolved_interface_id_idx" ON "documented_links" ("resolved_interface_id")
    WHERE "resolved_interface_id" IS NOT NULL;
CREATE INDEX "documented_links_resolved_host_id_idx" ON "documented_links" ("resolved_host_id")
    WHERE "resolved_host_id" IS NOT NULL;
ALTER TABLE "documented_links" ADD CONSTRAINT "documented_links_interface_id_fkey"
    FOREIGN KEY ("interface_id", "network_id") REFERENCES "interfaces" ("id", "network_id") ON DELETE CASCADE;
ALTER TABLE "documented_links" ADD CONSTRAINT "documented_links_resolved_interface_id_fkey"
    FOREIGN KEY ("resolved_interface_id", "network_id")
    REFERENCES "interfaces" ("id", "network_id") ON DELETE SET NULL ("resolved_interface_id");
ALTER TABLE "documented_links" ADD CONSTRAINT "documented_links_resolved_host_id_fkey"
    FOREIGN KEY ("resolved_host_id", "network_id")
    REFERENCES "hosts" ("id", "network_id") ON DELETE SET NULL ("resolved_host_id");

-- With the port or host at its other end, a link loses what was concluded of it: the next resolution concludes anew.
CREATE FUNCTION "await_documented_end"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.state := 'Pending';
  RETURN NEW;
END $$;
CREATE TRIGGER "await_documented_end" BEFORE UPDATE OF "resolved_interface_id", "resolved_host_id" ON "documented_links"
  FOR EACH ROW WHEN (
    num_nonnulls(OLD.resolved_interface_id, OLD.resolved_host_id) > 0
    AND num_nonnulls(NEW.resolved_interface_id, NEW.resolved_host_id) = 0
    AND NEW.state = OLD.state
  ) EXECUTE FUNCTION "await_documented_end"();

-- Lists and graphs of a network show them: a network whose links changed has changed.
CREATE TRIGGER "documented_links_insert_marks_network" AFTER INSERT ON "documented_links"
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();
CREATE TRIGGER "documented_links_delete_marks_network" AFTER DELETE ON "documented_links"
  REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes();
CREATE TRIGGER "documented_links_update_marks_network" AFTER UPDATE ON "documented_links"
  REFERENCING OLD TABLE AS rows_before NEW TABLE AS changed_rows
  FOR EACH STATEMENT EXECUTE FUNCTION mark_network_changes_of_update();
