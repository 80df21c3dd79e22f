// Descriptions of credentials, for GraphiQL and the OpenAPI document.
import { registerTexts } from '../../../graphql/descriptions/texts';

registerTexts({
  enums: {
    CredentialType: {
      type: 'Protocol of a credential, with the sign-in method.',
      metadata: 'credentialTypes',
    },
    SnmpAuthenticationProtocol: {
      values: {
        MD5: 'HMAC-MD5-96 (RFC 3414).',
        SHA: 'HMAC-SHA-96 (RFC 3414).',
        SHA224: 'HMAC-128-SHA-224 (RFC 7860).',
        SHA256: 'HMAC-192-SHA-256 (RFC 7860).',
        SHA384: 'HMAC-256-SHA-384 (RFC 7860).',
        SHA512: 'HMAC-384-SHA-512 (RFC 7860).',
      },
    },
    SnmpPrivacyProtocol: {
      values: {
        DES: 'CBC-DES (RFC 3414).',
        AES128: 'CFB128-AES-128 (RFC 3826).',
        AES256: 'CFB-AES-256, in no RFC.',
      },
    },
  },
  types: {
    CredentialAssignmentInput: 'A credential assigned to a host.',
  },
  fields: {
    credentialId: 'Id of the credential.',
    credentialIds: 'Ids of the credentials.',
    credentialType: 'Protocol with the sign-in method; it decides which secrets are required.',
  },
});
