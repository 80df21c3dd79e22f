-- The SSH host keys that discovery read at a port.
ALTER TABLE "ports" ADD COLUMN "ssh_host_keys" TEXT[] NOT NULL DEFAULT ARRAY[]::text[];

-- States from before the column have what their rows got with it.
ALTER TABLE "ports_revisions" ADD COLUMN "ssh_host_keys" TEXT[] NOT NULL DEFAULT ARRAY[]::text[];
ALTER TABLE "ports_revisions" ALTER COLUMN "ssh_host_keys" DROP DEFAULT;
SELECT keep_history_of('ports', 'network_id');
