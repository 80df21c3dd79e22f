-- When a schedule is due next, and what a daemon is to be told on its next poll.

ALTER TABLE "discoveries" ADD COLUMN "next_run" TIMESTAMPTZ(3);
ALTER TABLE "discoveries" ADD CONSTRAINT "discoveries_next_run_check"
    CHECK ("next_run" IS NULL OR "schedule_enabled" IS TRUE);

ALTER TABLE "daemons" ADD COLUMN "cancel_pending" BOOLEAN NOT NULL DEFAULT false;

-- The scheduler asks every few seconds which schedules are due.
CREATE INDEX "discoveries_next_run_idx" ON "discoveries" ("next_run") WHERE "schedule_enabled";
