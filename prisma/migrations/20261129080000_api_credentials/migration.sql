-- Credentials of APIs that Netloom's own agent reads.
ALTER TYPE "credential_type" ADD VALUE 'ProxmoxApiToken';
ALTER TYPE "credential_type" ADD VALUE 'RouterOsAccount';
