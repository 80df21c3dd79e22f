-- How the service calls the daemons that it polls: the address they were provisioned with, and a sealed copy of their key.
CREATE TABLE "daemon_polls" (
    "daemon_id" UUID NOT NULL,
    "network_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "sealed_key" BYTEA NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "leased_until" TIMESTAMPTZ(3),
    "contacted_at" TIMESTAMPTZ(3),

    CONSTRAINT "daemon_polls_pkey" PRIMARY KEY ("daemon_id"),
    CONSTRAINT "daemon_polls_url_check" CHECK (char_length("url") BETWEEN 1 AND 2000)
);
CREATE INDEX "daemon_polls_due_at_idx" ON "daemon_polls" ("due_at");
CREATE INDEX "daemon_polls_network_id_idx" ON "daemon_polls" ("network_id");
ALTER TABLE "daemon_polls" ADD CONSTRAINT "daemon_polls_daemon_id_fkey"
    FOREIGN KEY ("daemon_id", "network_id") REFERENCES "daemons" ("id", "network_id") ON DELETE CASCADE;
ALTER TABLE "daemon_polls" ADD CONSTRAINT "daemon_polls_network_id_fkey"
    FOREIGN KEY ("network_id") REFERENCES "networks" ("id") ON DELETE CASCADE;
