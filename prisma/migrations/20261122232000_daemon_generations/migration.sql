-- Daemons that run a job in stages, and where the name of a host comes from.
ALTER TABLE "daemons" ADD COLUMN "has_docker_socket" BOOLEAN NOT NULL DEFAULT false;

CREATE TYPE "discovery_stage" AS ENUM ('SelfReport', 'Network', 'Docker');
ALTER TABLE "discovery_sessions" ADD COLUMN "stage" "discovery_stage";

ALTER TABLE "hosts" ADD COLUMN "name_source" TEXT, ADD COLUMN "hostname_source" TEXT;
SELECT keep_history_of('hosts', 'network_id');
