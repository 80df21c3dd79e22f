-- The search finds hosts by any part of their location.
DROP INDEX "hosts_search_idx";
CREATE INDEX "hosts_search_idx" ON "hosts" USING gin (
  "search_keys"("network_id", ARRAY["name", "hostname", "description", "sys_name", "sys_descr", "chassis_id", "manufacturer", "model", "serial_number", "os", "sys_location"])
);
