-- Answers of requests with the header Idempotency-Key. They are written in the transaction of the request's write.
CREATE TABLE "idempotent_answers" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "organization_id" UUID NOT NULL,
    "credential_id" UUID NOT NULL,
    "route" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "permissions" TEXT NOT NULL,
    "network_ids" UUID[] NOT NULL,
    "reached_all" BOOLEAN NOT NULL,
    "body" TEXT,

    CONSTRAINT "idempotent_answers_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "idempotent_answers_key_check" CHECK (char_length("key") BETWEEN 1 AND 255),
    CONSTRAINT "idempotent_answers_body_check" CHECK (octet_length("body") <= 32768)
);
CREATE UNIQUE INDEX "idempotent_answers_credential_id_route_key_key"
    ON "idempotent_answers" ("credential_id", "route", "key");
CREATE INDEX "idempotent_answers_created_at_idx" ON "idempotent_answers" ("created_at");
CREATE INDEX "idempotent_answers_organization_id_idx" ON "idempotent_answers" ("organization_id");
ALTER TABLE "idempotent_answers" ADD CONSTRAINT "idempotent_answers_organization_id_fkey"
    FOREIGN KEY ("organization_id") REFERENCES "organizations" ("id") ON DELETE CASCADE;
