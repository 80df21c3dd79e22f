-- Runs that are complete and whose neighbours are still to be resolved: a crash in between loses none.

ALTER TABLE "discoveries" ADD COLUMN "neighbors_pending" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "discoveries" ADD CONSTRAINT "discoveries_neighbors_pending_check"
    CHECK (NOT "neighbors_pending" OR "run_type" = 'Historical');

-- Asked every few seconds.
CREATE INDEX "discoveries_neighbors_pending_idx" ON "discoveries" ("network_id") WHERE "neighbors_pending";
