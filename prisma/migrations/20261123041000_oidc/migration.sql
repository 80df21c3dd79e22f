-- Signing in by OpenID Connect: flows under way, and logout tokens that were taken.
CREATE TABLE "oidc_flows" (
    "browser_hash" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "user_id" UUID,
    "return_path" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "oidc_flows_pkey" PRIMARY KEY ("browser_hash"),
    CONSTRAINT "oidc_flows_return_path_check" CHECK (char_length("return_path") <= 2000)
);
CREATE INDEX "oidc_flows_expires_at_idx" ON "oidc_flows" ("expires_at");
CREATE INDEX "oidc_flows_user_id_idx" ON "oidc_flows" ("user_id");
ALTER TABLE "oidc_flows" ADD CONSTRAINT "oidc_flows_user_id_fkey"
    FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE;

CREATE TABLE "oidc_logouts" (
    "token_hash" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "oidc_logouts_pkey" PRIMARY KEY ("token_hash")
);
CREATE INDEX "oidc_logouts_expires_at_idx" ON "oidc_logouts" ("expires_at");
