-- Which spanning trees block a port, where a device has one for each VLAN or several instances.
ALTER TABLE "interfaces"
    ADD COLUMN "stp_blocked_vlans" INTEGER[] NOT NULL DEFAULT ARRAY[]::integer[],
    ADD COLUMN "stp_blocked_instances" INTEGER[] NOT NULL DEFAULT ARRAY[]::integer[];
-- Nothing is known of past states.
ALTER TABLE "interfaces_revisions"
    ADD COLUMN "stp_blocked_vlans" INTEGER[] NOT NULL DEFAULT ARRAY[]::integer[],
    ADD COLUMN "stp_blocked_instances" INTEGER[] NOT NULL DEFAULT ARRAY[]::integer[];
ALTER TABLE "interfaces_revisions"
    ALTER COLUMN "stp_blocked_vlans" DROP DEFAULT,
    ALTER COLUMN "stp_blocked_instances" DROP DEFAULT;
SELECT keep_history_of('interfaces', 'network_id');
