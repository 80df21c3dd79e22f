-- What reads from replicas need. Both tables have no model: only src/data reads and writes them.

-- The position in the log after the last write of each session and API key. It is not unlogged, because a server in
-- recovery, to which a failover may lead for a moment, cannot read an unlogged table.
CREATE TABLE "write_positions" (
    "credential_id" UUID NOT NULL,
    "timeline" INTEGER NOT NULL,
    "lsn" BIGINT NOT NULL,
    "written_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "write_positions_pkey" PRIMARY KEY ("credential_id")
);

-- The mark of the present primary, in one row. A replica that has it follows this primary.
CREATE TABLE "primary_marks" (
    "is_only" BOOLEAN NOT NULL DEFAULT TRUE,
    "mark" TEXT NOT NULL,

    CONSTRAINT "primary_marks_pkey" PRIMARY KEY ("is_only"),
    CONSTRAINT "primary_marks_is_only_check" CHECK ("is_only")
);
