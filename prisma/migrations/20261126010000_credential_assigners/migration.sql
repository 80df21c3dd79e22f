-- Who assigned a credential to a host or made it a network's default. Assignments stored before have nobody: they count as an
-- Admin's, and Admins list them by `credentialsWithoutAssigner`.
ALTER TABLE "host_credentials" ADD COLUMN "assigned_by" uuid;
ALTER TABLE "network_credentials" ADD COLUMN "assigned_by" uuid;
ALTER TABLE "host_credentials" ADD CONSTRAINT "host_credentials_assigned_by_fkey" FOREIGN KEY ("assigned_by", "organization_id")
    REFERENCES "users" ("id", "organization_id") ON DELETE SET NULL ("assigned_by");
ALTER TABLE "network_credentials" ADD CONSTRAINT "network_credentials_assigned_by_fkey" FOREIGN KEY ("assigned_by", "organization_id")
    REFERENCES "users" ("id", "organization_id") ON DELETE SET NULL ("assigned_by");
CREATE INDEX "host_credentials_assigned_by_idx" ON "host_credentials" ("assigned_by") WHERE "assigned_by" IS NOT NULL;
CREATE INDEX "network_credentials_assigned_by_idx" ON "network_credentials" ("assigned_by") WHERE "assigned_by" IS NOT NULL;

-- The API key that wrote the whole secret, if it reaches some networks only: it knows the secret, so it may assign it there.
ALTER TABLE "credentials" ADD COLUMN "written_by_key_id" uuid;
