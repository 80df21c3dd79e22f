-- Credentials of other protocols than SNMP. Their settings without the secrets are in a column of their own, so that
-- responses need no decryption.
ALTER TYPE "credential_type" ADD VALUE 'Gnmi';
ALTER TYPE "credential_type" ADD VALUE 'DockerProxy';
ALTER TYPE "credential_type" ADD VALUE 'DockerSocket';
ALTER TYPE "credential_type" ADD VALUE 'PodmanProxy';
ALTER TYPE "credential_type" ADD VALUE 'PodmanSocket';
ALTER TYPE "credential_type" ADD VALUE 'UnifiApiKey';
ALTER TYPE "credential_type" ADD VALUE 'UnifiLocalAdmin';
ALTER TYPE "credential_type" ADD VALUE 'InstantOnAccount';
ALTER TYPE "credential_type" ADD VALUE 'SshPassword';
ALTER TYPE "credential_type" ADD VALUE 'SshKey';
ALTER TYPE "credential_type" ADD VALUE 'WakeOnLan';

ALTER TABLE "credentials" ADD COLUMN "description" TEXT, ADD COLUMN "settings" JSONB NOT NULL DEFAULT '{}',
    ADD CONSTRAINT "credentials_description_check" CHECK (char_length("description") BETWEEN 1 AND 500),
    ADD CONSTRAINT "credentials_settings_check"
        CHECK ("settings" = '{}' OR "credential_type" NOT IN ('SnmpV1', 'SnmpV2c', 'SnmpV3'));

-- Settings have names of users and scripts, so the audit records that they were changed, without their values.
DROP TRIGGER "audit_CredentialChanged" ON "credentials";
SELECT audit_on('UPDATE', 'credentials', 'CredentialChanged', 'Credential',
  '{name,description,credential_type,is_default}', '{secrets,settings}');
