-- The change token of a network is made of the highest transaction id and the number of its marks in network_changes. As
-- transactions end in any order, a sweep of old marks could make an earlier token appear again, and a cached state of the
-- network was served that lacked a change. The number of marks that the network ever had does not repeat.

-- How many marks of each network were deleted. No model: only src/data and the trigger read and write it. No foreign key:
-- a sweep that waits for the deletion of networks, which waits for the sweep, would be a deadlock.
CREATE TABLE "swept_changes" (
    "network_id" UUID NOT NULL,
    "mark_count" BIGINT NOT NULL,

    CONSTRAINT "swept_changes_pkey" PRIMARY KEY ("network_id")
);

-- A trigger, so that each snapshot sees the deletion and the count or neither, and so that the sweeps of replicas of the
-- version before are counted too. In order, so that two sweeps never wait for each other.
CREATE FUNCTION "count_swept_changes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO swept_changes AS swept (network_id, mark_count)
  SELECT network_id, count(*) FROM swept_marks GROUP BY network_id ORDER BY network_id
  ON CONFLICT (network_id) DO UPDATE SET mark_count = swept.mark_count + excluded.mark_count;
  RETURN NULL;
END $$;
CREATE TRIGGER "count_swept" AFTER DELETE ON "network_changes"
  REFERENCING OLD TABLE AS swept_marks FOR EACH STATEMENT EXECUTE FUNCTION count_swept_changes();
