-- Credentials of the Open API of Omada controllers, which Netloom's own agent reads.
ALTER TYPE "credential_type" ADD VALUE 'OmadaOpenApi';
