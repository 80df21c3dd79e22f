-- A second factor: authenticator apps, recovery codes, sign-ins that wait for a code, and organizations that ask for one.
ALTER TYPE "audit_event_type" ADD VALUE 'PasswordLinkMade' BEFORE 'UserAdded';
ALTER TYPE "audit_event_type" ADD VALUE 'SecondFactorSet' BEFORE 'UserAdded';
ALTER TYPE "audit_event_type" ADD VALUE 'SecondFactorRemoved' BEFORE 'UserAdded';
ALTER TYPE "audit_event_type" ADD VALUE 'RecoveryCodesReplaced' BEFORE 'UserAdded';
ALTER TYPE "audit_event_type" ADD VALUE 'SecondFactorRequirementChanged' BEFORE 'UserAdded';

ALTER TABLE "users" ADD COLUMN "second_factor_at" TIMESTAMPTZ(3);
ALTER TABLE "organizations" ADD COLUMN "second_factor_required" BOOLEAN NOT NULL DEFAULT false;

CREATE TABLE "second_factors" (
    "user_id" UUID NOT NULL,
    "secret" BYTEA NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3),
    "last_step" INTEGER,

    CONSTRAINT "second_factors_pkey" PRIMARY KEY ("user_id")
);
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_fkey"
    FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE;

CREATE TABLE "recovery_codes" (
    "user_id" UUID NOT NULL,
    "code_hash" TEXT NOT NULL,

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("user_id", "code_hash")
);
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_fkey"
    FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE;

CREATE TABLE "sign_in_challenges" (
    "token_hash" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "session_epoch" INTEGER NOT NULL,
    "oidc_provider" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_challenges_pkey" PRIMARY KEY ("token_hash")
);
CREATE INDEX "sign_in_challenges_expires_at_idx" ON "sign_in_challenges" ("expires_at");
CREATE INDEX "sign_in_challenges_user_id_idx" ON "sign_in_challenges" ("user_id");
ALTER TABLE "sign_in_challenges" ADD CONSTRAINT "sign_in_challenges_user_id_fkey"
    FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE;

SELECT audit_on('UPDATE', 'users', 'SecondFactorSet', 'User', '{}', '{second_factor_at}',
  condition => 'NEW.second_factor_at IS NOT NULL');
SELECT audit_on('UPDATE', 'users', 'SecondFactorRemoved', 'User', '{}', '{second_factor_at}',
  condition => 'NEW.second_factor_at IS NULL');
SELECT audit_on('UPDATE', 'organizations', 'SecondFactorRequirementChanged', 'Organization', '{second_factor_required}');
