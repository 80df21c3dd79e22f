-- What a file would change in a network, kept for an hour; and imported rows name the file that they come from.
CREATE TYPE "import_action" AS ENUM ('Create', 'Change', 'Match', 'Refuse');
CREATE TYPE "import_row_kind" AS ENUM ('Host', 'Interface', 'Subnet', 'Vlan', 'Entry');

CREATE TABLE "import_plans" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "network_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "file_name" TEXT NOT NULL,
    "created" INTEGER NOT NULL DEFAULT 0,
    "changed" INTEGER NOT NULL DEFAULT 0,
    "matched" INTEGER NOT NULL DEFAULT 0,
    "refused" INTEGER NOT NULL DEFAULT 0,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "applied_at" TIMESTAMPTZ(3),

    CONSTRAINT "import_plans_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "import_plans_id_network_id_user_id_key" UNIQUE ("id", "network_id", "user_id"),
    CONSTRAINT "import_plans_file_name_check" CHECK (char_length("file_name") BETWEEN 1 AND 255)
);
ALTER TABLE "import_plans" ADD CONSTRAINT "import_plans_network_id_fkey" FOREIGN KEY ("network_id", "organization_id")
    REFERENCES "networks" ("id", "organization_id") ON DELETE CASCADE;
ALTER TABLE "import_plans" ADD CONSTRAINT "import_plans_user_id_fkey" FOREIGN KEY ("user_id", "organization_id")
    REFERENCES "users" ("id", "organization_id") ON DELETE CASCADE;
CREATE INDEX "import_plans_network_id_idx" ON "import_plans" ("network_id");
CREATE INDEX "import_plans_organization_id_idx" ON "import_plans" ("organization_id");
CREATE INDEX "import_plans_user_id_idx" ON "import_plans" ("user_id");
CREATE INDEX "import_plans_expires_at_idx" ON "import_plans" ("expires_at");

CREATE TABLE "import_plan_rows" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "plan_id" UUID NOT NULL,
    "network_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "line" INTEGER NOT NULL,
    "kind" "import_row_kind" NOT NULL,
    "action" "import_action" NOT NULL,
    "name" TEXT NOT NULL,
    "entity_id" UUID,
    "entity_updated_at" TIMESTAMPTZ(3),
    "fields" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "code" TEXT,
    "reason" TEXT,
    "entry" JSONB,

    CONSTRAINT "import_plan_rows_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "import_plan_rows_plan_id_position_key" UNIQUE ("plan_id", "position")
);
ALTER TABLE "import_plan_rows" ADD CONSTRAINT "import_plan_rows_plan_id_fkey"
    FOREIGN KEY ("plan_id", "network_id", "user_id") REFERENCES "import_plans" ("id", "network_id", "user_id")
    ON DELETE CASCADE;
CREATE INDEX "import_plan_rows_network_id_idx" ON "import_plan_rows" ("network_id");
CREATE INDEX "import_plan_rows_user_id_idx" ON "import_plan_rows" ("user_id");

ALTER TABLE "hosts" DROP CONSTRAINT "hosts_source_check", ADD CONSTRAINT "hosts_source_check" CHECK (
    "source_type" = 'DiscoveryWithMatch'
    OR ("source_confidence" IS NULL AND ("source_reason" IS NULL OR "source_type" = 'Imported'))
);
ALTER TABLE "subnets" DROP CONSTRAINT "subnets_source_check", ADD CONSTRAINT "subnets_source_check" CHECK (
    "source_type" = 'DiscoveryWithMatch'
    OR ("source_confidence" IS NULL AND ("source_reason" IS NULL OR "source_type" = 'Imported'))
);
ALTER TABLE "vlans" DROP CONSTRAINT "vlans_source_check", ADD CONSTRAINT "vlans_source_check" CHECK (
    "source_type" = 'DiscoveryWithMatch'
    OR ("source_confidence" IS NULL AND ("source_reason" IS NULL OR "source_type" = 'Imported'))
);
ALTER TABLE "services" DROP CONSTRAINT "services_source_check", ADD CONSTRAINT "services_source_check" CHECK (
    "source_type" = 'DiscoveryWithMatch'
    OR ("source_confidence" IS NULL AND ("source_reason" IS NULL OR "source_type" = 'Imported'))
);
