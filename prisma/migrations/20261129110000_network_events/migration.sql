-- Events: what happened in networks that people want to be told.
CREATE TYPE "network_event_kind" AS ENUM ('MachineNew', 'MachineSilent', 'MachineBack', 'MachineGone', 'MachineMoved', 'AddressMoved', 'LinkNew', 'LinkMoved', 'LinkUnconfirmed', 'PortDown', 'PortUp', 'ServiceNew', 'ServiceGone', 'CheckFailing', 'CheckRecovered', 'RunFinished', 'RunFailed', 'DaemonSilent', 'DaemonBack');
CREATE TYPE "network_event_severity" AS ENUM ('Info', 'Warning', 'Critical');

CREATE TABLE "network_events" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "network_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "kind" "network_event_kind" NOT NULL,
    "severity" "network_event_severity" NOT NULL,
    "happened_at" TIMESTAMPTZ(3) NOT NULL,
    "code" TEXT NOT NULL,
    "params" JSONB NOT NULL DEFAULT '{}',
    "count" INTEGER NOT NULL DEFAULT 1,
    "host_ids" UUID[] NOT NULL DEFAULT ARRAY[]::UUID[],
    "subject_ids" UUID[] NOT NULL DEFAULT ARRAY[]::UUID[],
    "tag_ids" UUID[] NOT NULL DEFAULT ARRAY[]::UUID[],
    "roles" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "cause_ids" UUID[] NOT NULL DEFAULT ARRAY[]::UUID[],

    CONSTRAINT "network_events_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "network_events_code_check" CHECK (char_length("code") BETWEEN 1 AND 100),
    CONSTRAINT "network_events_params_check" CHECK (jsonb_typeof("params") = 'object'),
    CONSTRAINT "network_events_count_check" CHECK ("count" >= 1),
    CONSTRAINT "network_events_host_ids_check" CHECK (cardinality("host_ids") <= 100),
    CONSTRAINT "network_events_subject_ids_check" CHECK (cardinality("subject_ids") <= 100)
);
CREATE INDEX "network_events_network_id_created_at_id_idx" ON "network_events" ("network_id", "created_at", "id");
CREATE INDEX "network_events_created_at_idx" ON "network_events" ("created_at");
-- Whether a silence of a daemon was told is looked up by its daemon.
CREATE INDEX "network_events_of_daemons_idx" ON "network_events" ("network_id", "created_at")
    WHERE "kind" IN ('DaemonSilent', 'DaemonBack');
ALTER TABLE "network_events" ADD CONSTRAINT "network_events_network_id_fkey" FOREIGN KEY ("network_id", "organization_id")
    REFERENCES "networks" ("id", "organization_id") ON DELETE CASCADE;

CREATE FUNCTION "refuse_changes_of_events"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'events never change' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER "keep" BEFORE UPDATE ON "network_events"
  FOR EACH ROW EXECUTE FUNCTION refuse_changes_of_events();

CREATE TABLE "network_event_cursors" (
    "network_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changed_at" TIMESTAMPTZ(3),
    "changed_kind" INTEGER NOT NULL DEFAULT 127,
    "changed_id" UUID,
    "change_token" TEXT,
    "considered_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "claimed_until" TIMESTAMPTZ(3),

    CONSTRAINT "network_event_cursors_pkey" PRIMARY KEY ("network_id")
);
ALTER TABLE "network_event_cursors" ADD CONSTRAINT "network_event_cursors_network_id_fkey"
    FOREIGN KEY ("network_id", "organization_id") REFERENCES "networks" ("id", "organization_id") ON DELETE CASCADE;
