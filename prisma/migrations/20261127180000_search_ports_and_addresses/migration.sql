-- The search finds interfaces and addresses by any part of their names, addresses and MAC addresses. Reading all rows of
-- 100,000 hosts took it more than 100 ms. Names of ports are indexed without blanks and hyphens, because notations differ
-- in them, and after a blank, which marks the beginning.
CREATE INDEX "interfaces_search_idx" ON "interfaces" USING gin (
  "search_keys"("network_id", ARRAY[
    ' ' || translate("if_name", ' -', ''),
    ' ' || NULLIF(translate("if_descr", ' -', ''), translate("if_name", ' -', '')),
    "if_alias",
    "mac_address"
  ])
);
CREATE INDEX "ip_addresses_search_idx" ON "ip_addresses" USING gin (
  "search_keys"("network_id", ARRAY[host("ip_address"), "mac_address", "name"])
);

-- One or two letters find names by their beginning.
CREATE INDEX "interfaces_network_id_natural_name_id_idx" ON "interfaces" ("network_id", "natural_name", "id");
CREATE INDEX "ip_addresses_network_id_name_idx" ON "ip_addresses" ("network_id", lower("name" COLLATE "C"))
  WHERE "name" IS NOT NULL;
