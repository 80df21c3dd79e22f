-- Credentials of VMware vCenter, which Netloom's own agent reads.
ALTER TYPE "credential_type" ADD VALUE 'VCenterAccount';
