-- The TLS certificate that discovery read at a port, and whether a device answers a well-known SNMP community.
ALTER TABLE "hosts" ADD COLUMN "answers_default_community" BOOLEAN;

ALTER TABLE "ports"
    ADD COLUMN "certificate_subject" TEXT,
    ADD COLUMN "certificate_issuer" TEXT,
    ADD COLUMN "certificate_names" TEXT[] NOT NULL DEFAULT ARRAY[]::text[],
    ADD COLUMN "certificate_not_before" TIMESTAMPTZ(3),
    ADD COLUMN "certificate_not_after" TIMESTAMPTZ(3),
    ADD COLUMN "certificate_fingerprint" TEXT,
    ADD COLUMN "certificate_self_signed" BOOLEAN,
    ADD CONSTRAINT "ports_certificate_check" CHECK (
        num_nulls("certificate_fingerprint", "certificate_not_before", "certificate_not_after", "certificate_self_signed")
        IN (0, 4));

-- States from before the column have what their rows got with it.
ALTER TABLE "ports_revisions" ADD COLUMN "certificate_names" TEXT[] NOT NULL DEFAULT ARRAY[]::text[];
ALTER TABLE "ports_revisions" ALTER COLUMN "certificate_names" DROP DEFAULT;
SELECT keep_history_of('ports', 'network_id');
SELECT keep_history_of('hosts', 'network_id');
