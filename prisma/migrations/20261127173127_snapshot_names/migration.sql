-- Snapshots have names. Those that exist have none until someone names them.
ALTER TYPE "audit_event_type" ADD VALUE 'SnapshotRenamed';

ALTER TABLE "snapshots" ADD COLUMN "name" TEXT,
    ADD COLUMN "natural_name" TEXT COLLATE "C" GENERATED ALWAYS AS (natural_key("name")) STORED,
    ADD CONSTRAINT "snapshots_name_check" CHECK (char_length("name") BETWEEN 1 AND 100);

SELECT audit_on('UPDATE', 'snapshots', 'SnapshotRenamed', 'Snapshot', '{name}');
