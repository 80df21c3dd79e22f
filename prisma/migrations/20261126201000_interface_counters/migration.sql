-- The last two readings of each port's counters: what they are worth is their difference, and history keeps none of it.
CREATE TABLE "interface_counters" (
    "interface_id" UUID NOT NULL,
    "network_id" UUID NOT NULL,
    "read_at" TIMESTAMPTZ(3) NOT NULL,
    "latest" JSONB NOT NULL,
    "previous_read_at" TIMESTAMPTZ(3),
    "previous" JSONB,

    CONSTRAINT "interface_counters_pkey" PRIMARY KEY ("interface_id"),
    CONSTRAINT "interface_counters_previous_check" CHECK (("previous" IS NULL) = ("previous_read_at" IS NULL))
);
CREATE INDEX "interface_counters_network_id_idx" ON "interface_counters" ("network_id");
ALTER TABLE "interface_counters" ADD CONSTRAINT "interface_counters_interface_id_fkey"
    FOREIGN KEY ("interface_id", "network_id") REFERENCES "interfaces" ("id", "network_id") ON DELETE CASCADE;
