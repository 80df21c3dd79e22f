-- Passkeys: public keys that users' authenticators made, and the challenges that these sign.
ALTER TYPE "audit_event_type" ADD VALUE 'PasskeyAdded' BEFORE 'SecondFactorRequirementChanged';
ALTER TYPE "audit_event_type" ADD VALUE 'PasskeyRemoved' BEFORE 'SecondFactorRequirementChanged';

CREATE TABLE "passkeys" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "credential_id" BYTEA NOT NULL,
    "public_key" BYTEA NOT NULL,
    "user_handle" BYTEA NOT NULL,
    "counter" BIGINT NOT NULL,
    "synced" BOOLEAN NOT NULL,
    "transports" TEXT[] NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "passkeys_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "passkeys_credential_id_key" ON "passkeys" ("credential_id");
CREATE INDEX "passkeys_user_id_idx" ON "passkeys" ("user_id");
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_fkey"
    FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE;

CREATE TABLE "passkey_challenges" (
    "challenge_hash" TEXT NOT NULL,
    "user_id" UUID,
    "user_handle" BYTEA,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "passkey_challenges_pkey" PRIMARY KEY ("challenge_hash")
);
CREATE INDEX "passkey_challenges_expires_at_idx" ON "passkey_challenges" ("expires_at");
CREATE INDEX "passkey_challenges_user_id_expires_at_idx" ON "passkey_challenges" ("user_id", "expires_at");
ALTER TABLE "passkey_challenges" ADD CONSTRAINT "passkey_challenges_user_id_fkey"
    FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE;

-- A user whose second factor is taken away has no passkey left, also where a replica of the version before takes it.
CREATE FUNCTION "remove_passkeys"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM passkeys WHERE user_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER "remove_passkeys" AFTER UPDATE OF "second_factor_at" ON "users" FOR EACH ROW
  WHEN (OLD.second_factor_at IS NOT NULL AND NEW.second_factor_at IS NULL) EXECUTE FUNCTION remove_passkeys();
