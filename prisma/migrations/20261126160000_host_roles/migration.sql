-- What a host is in its network, and what says so.
CREATE TYPE "host_role" AS ENUM ('Router', 'Switch', 'Firewall', 'AccessPoint', 'Controller', 'Server', 'Hypervisor', 'Storage', 'Printer', 'Phone', 'Camera', 'Ups', 'Pc');
CREATE TYPE "host_role_source" AS ENUM ('Manual', 'Lldp', 'EntityMib', 'SysObjectId', 'Software', 'Ports');
ALTER TABLE "hosts" ADD COLUMN "role" "host_role", ADD COLUMN "role_source" "host_role_source";
SELECT keep_history_of('hosts', 'network_id');
