-- Credentials of Redfish, which Netloom's own agent reads.
ALTER TYPE "credential_type" ADD VALUE 'RedfishAccount';
