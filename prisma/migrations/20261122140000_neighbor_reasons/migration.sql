-- Of every neighbour record: the port or host that it is about, and why it gave less than a link that both sides report.
CREATE TYPE "neighbor_reason" AS ENUM (
  'Pending', 'Superseded', 'Stale', 'NoIdentity', 'UnknownChassis', 'AmbiguousMac', 'AmbiguousAddress',
  'AmbiguousChassisId', 'AmbiguousName', 'OwnHost', 'UnknownPort', 'AmbiguousPort', 'OneSided'
);

ALTER TABLE "neighbor_evidence"
  ADD COLUMN "resolved_interface_id" UUID,
  ADD COLUMN "resolved_host_id" UUID,
  ADD COLUMN "reason" "neighbor_reason" DEFAULT 'Pending',
  ADD CONSTRAINT "neighbor_evidence_resolved_interface_id_fkey" FOREIGN KEY ("resolved_interface_id", "network_id")
    REFERENCES "interfaces" ("id", "network_id") ON DELETE SET NULL ("resolved_interface_id"),
  ADD CONSTRAINT "neighbor_evidence_resolved_host_id_fkey" FOREIGN KEY ("resolved_host_id", "network_id")
    REFERENCES "hosts" ("id", "network_id") ON DELETE SET NULL ("resolved_host_id"),
  ADD CONSTRAINT "neighbor_evidence_reason_check" CHECK (
    CASE num_nonnulls("resolved_interface_id", "resolved_host_id")
      WHEN 0 THEN "reason" IS NOT NULL
      WHEN 1 THEN "reason" IS NOT NULL OR "resolved_interface_id" IS NOT NULL
      ELSE false
    END
  );
CREATE INDEX "neighbor_evidence_resolved_interface_id_idx" ON "neighbor_evidence" ("resolved_interface_id")
  WHERE "resolved_interface_id" IS NOT NULL;
CREATE INDEX "neighbor_evidence_resolved_host_id_idx" ON "neighbor_evidence" ("resolved_host_id")
  WHERE "resolved_host_id" IS NOT NULL;

-- With the port or host that it is about, a record loses what was concluded from it: the next resolution concludes anew.
CREATE FUNCTION "await_resolution"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.reason := 'Pending';
  RETURN NEW;
END $$;
CREATE TRIGGER "await_resolution" BEFORE UPDATE OF "resolved_interface_id", "resolved_host_id" ON "neighbor_evidence"
  FOR EACH ROW WHEN (
    num_nonnulls(OLD.resolved_interface_id, OLD.resolved_host_id) > 0
    AND num_nonnulls(NEW.resolved_interface_id, NEW.resolved_host_id) = 0
    AND NEW.reason IS NOT DISTINCT FROM OLD.reason
  ) EXECUTE FUNCTION "await_resolution"();
