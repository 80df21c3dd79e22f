-- How discovery read a MAC address, in the words of the daemon.
ALTER TABLE "ip_addresses" ADD COLUMN "mac_address_source" TEXT;
ALTER TABLE "interfaces" ADD COLUMN "mac_address_source" TEXT;
SELECT keep_history_of('ip_addresses', 'network_id');
SELECT keep_history_of('interfaces', 'network_id');
