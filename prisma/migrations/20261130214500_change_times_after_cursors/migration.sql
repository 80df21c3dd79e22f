-- If the clock of the database goes back, by NTP, a resumed virtual machine or a switch to another server, changes got times
-- before the position up to which the network's changes have become events. They became no events, webhooks or mails.

-- As before, and in a network later than its cursor, by a lookup by primary key. A cursor more than an hour ahead is the
-- trace of a wrong clock: it does not push times there. Times that are pushed are closed when the clock has passed them.
-- The lock stands for the moment by the clock, which is never later than the time.
CREATE OR REPLACE FUNCTION "change_time"("scope" uuid DEFAULT NULL) RETURNS timestamptz LANGUAGE plpgsql AS $$
DECLARE
  -- Of each scope 36 characters of its id and 13 digits of milliseconds since 1970.
  times text := coalesce(current_setting('netloom.change_times', true), '');
  place int := strpos(times, scope::text);
  begun bigint;
BEGIN
  IF scope IS NULL THEN
    place := sign(length(times));
    scope := '00000000-0000-0000-0000-000000000000';
  -- Locks are few: where a transaction changes many networks, it holds the clock of their organization.
  ELSIF place = 0 AND length(times) >= 64 * 49 THEN
    scope := coalesce((SELECT organization_id FROM networks WHERE id = scope), scope);
    place := strpos(times, scope::text);
  END IF;
  IF place = 0 THEN
    place := length(times) + 1;
    begun := extract(epoch FROM date_trunc('milliseconds', clock_timestamp())) * 1000;
    IF scope <> '00000000-0000-0000-0000-000000000000' THEN
      -- From November 2023 on for 34 years.
      PERFORM pg_advisory_xact_lock_shared(
        change_clock(scope) << 8 | ((begun - 1700000000000) >> 32 & 255)::int, (begun - 1700000000000)::bit(32)::int);
      begun := greatest(begun, extract(epoch FROM date_trunc('milliseconds', clock_timestamp())) * 1000, (
        SELECT extract(epoch FROM told.changed_at) * 1000 + 1 FROM network_event_cursors told
        WHERE told.network_id = scope AND told.changed_at < clock_timestamp() + interval '1 hour'));
    END IF;
    times := times || scope::text || lpad(begun::text, 13, '0');
    PERFORM set_config('netloom.change_times', times, true);
  END IF;
  RETURN 'epoch'::timestamptz + substr(times, place + 36, 13)::bigint * interval '1 millisecond';
END $$;
