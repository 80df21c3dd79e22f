-- Equal prefixes of separate routing tables (VRFs, sites) are subnets of their own: each has a namespace, '' being the usual one.
ALTER TABLE "subnets" ADD COLUMN "namespace" TEXT NOT NULL DEFAULT '',
  ADD CONSTRAINT "subnets_namespace_check" CHECK (char_length("namespace") <= 100);
ALTER TABLE "import_plans" ADD COLUMN "namespace" TEXT NOT NULL DEFAULT '';

-- States from before the column have the namespace that their rows got with it.
ALTER TABLE "subnets_revisions" ADD COLUMN "namespace" TEXT NOT NULL DEFAULT '';
ALTER TABLE "subnets_revisions" ALTER COLUMN "namespace" DROP DEFAULT;
SELECT keep_history_of('subnets', 'network_id');

DROP INDEX "subnets_network_id_cidr_key";
CREATE UNIQUE INDEX "subnets_network_id_cidr_namespace_key" ON "subnets" ("network_id", "cidr", "namespace")
    WHERE "subnet_type" NOT IN ('DockerBridge', 'PodmanBridge') AND "source_type" <> 'System';
DROP INDEX "subnets_network_id_cidr_virtualization_service_id_key";
CREATE UNIQUE INDEX "subnets_network_id_cidr_namespace_virtualization_service_id_key"
    ON "subnets" ("network_id", "cidr", "namespace", "virtualization_service_id")
    WHERE "subnet_type" IN ('DockerBridge', 'PodmanBridge') AND "source_type" <> 'System';
