-- Organizations that "npm run move" has moved to the database of another service. Their rows here are of the past, and
-- nobody may use them: every request of such an organization is answered 503. The table has no model: the checks of
-- credentials read it, and only the command writes it.
CREATE TABLE "moved_organizations" (
    "organization_id" UUID NOT NULL,
    "moved_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "moved_organizations_pkey" PRIMARY KEY ("organization_id")
);
