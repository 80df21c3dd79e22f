-- A host keeps the MAC addresses of addresses that other machines have taken: it is known by them where it is found again.
ALTER TABLE "hosts" ADD COLUMN "former_macs" TEXT[] NOT NULL DEFAULT ARRAY[]::text[];
CREATE INDEX "hosts_former_macs_idx" ON "hosts" USING gin ("former_macs") WHERE "former_macs" <> '{}';
-- Past states had none either.
ALTER TABLE "hosts_revisions" ADD COLUMN "former_macs" TEXT[] NOT NULL DEFAULT ARRAY[]::text[];
ALTER TABLE "hosts_revisions" ALTER COLUMN "former_macs" DROP DEFAULT;
SELECT keep_history_of('hosts', 'network_id');
