-- Hosts that were merged into others, with what they had, and hosts that may be one machine.
CREATE TABLE "host_merges" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "network_id" UUID NOT NULL,
    "host_id" UUID NOT NULL,
    "into_host_id" UUID NOT NULL,
    "merged_host_id" UUID NOT NULL,
    "merged_name" TEXT NOT NULL,
    "reasons" JSONB NOT NULL,
    "shared_mac" TEXT,
    "taken" JSONB NOT NULL,

    CONSTRAINT "host_merges_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "host_merges_id_network_id_key" UNIQUE ("id", "network_id"),
    CONSTRAINT "host_merges_network_id_merged_host_id_key" UNIQUE ("network_id", "merged_host_id")
);
CREATE INDEX "host_merges_host_id_idx" ON "host_merges" ("host_id");
CREATE INDEX "host_merges_network_id_shared_mac_idx" ON "host_merges" ("network_id", "shared_mac")
    WHERE "shared_mac" IS NOT NULL;
-- Its rows outlive their network as its hosts do, which carry the network.
ALTER TABLE "host_merges" ADD CONSTRAINT "host_merges_host_id_fkey" FOREIGN KEY ("host_id", "network_id")
    REFERENCES "hosts" ("id", "network_id") ON DELETE CASCADE;

CREATE TYPE "identity_suggestion_state" AS ENUM ('Open', 'Later', 'Refused');
CREATE TABLE "identity_suggestions" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "network_id" UUID NOT NULL,
    "host_id" UUID NOT NULL,
    "other_host_id" UUID NOT NULL,
    "reasons" JSONB NOT NULL,
    "state" "identity_suggestion_state" NOT NULL DEFAULT 'Open',

    CONSTRAINT "identity_suggestions_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "identity_suggestions_id_network_id_key" UNIQUE ("id", "network_id"),
    CONSTRAINT "identity_suggestions_host_id_other_host_id_key" UNIQUE ("host_id", "other_host_id"),
    CONSTRAINT "identity_suggestions_not_itself_check" CHECK ("host_id" <> "other_host_id")
);
CREATE INDEX "identity_suggestions_other_host_id_idx" ON "identity_suggestions" ("other_host_id");
CREATE INDEX "identity_suggestions_network_id_created_at_id_idx" ON "identity_suggestions" ("network_id", "created_at", "id");
ALTER TABLE "identity_suggestions" ADD CONSTRAINT "identity_suggestions_host_id_fkey" FOREIGN KEY ("host_id", "network_id")
    REFERENCES "hosts" ("id", "network_id") ON DELETE CASCADE;
ALTER TABLE "identity_suggestions" ADD CONSTRAINT "identity_suggestions_other_host_id_fkey"
    FOREIGN KEY ("other_host_id", "network_id") REFERENCES "hosts" ("id", "network_id") ON DELETE CASCADE;

ALTER TABLE "import_plans" ALTER COLUMN "shared_macs" SET DEFAULT ARRAY[]::text[];
