// GraphQL types of the credentials for a discovery run. Only the daemon of the run can read the credentials.
import { builder } from '../../../graphql/builder';
import type { CredentialMapping } from './credential-mappings';
import type { WireCredential, WireUser } from './wire-credential';

const userRef = builder.objectRef<WireUser>('DaemonSnmpUser').implement({
  description: 'A user of SNMPv3 (RFC 3414). Parts that its security level does not have are null.',
  fields: (t) => ({
    securityName: t.exposeString('securityName', { description: 'Name of the user (usmUserSecurityName).' }),
    authProtocol: t.exposeString('authProtocol', {
      nullable: true,
      description: 'Authentication protocol: Md5, Sha1, Sha224, Sha256, Sha384 or Sha512.',
    }),
    authPassword: t.exposeString('authPassword', { nullable: true, description: 'Authentication password.' }),
    privProtocol: t.exposeString('privProtocol', {
      nullable: true,
      description: 'Privacy protocol: Des, Aes128 or Aes256.',
    }),
    privPassword: t.exposeString('privPassword', { nullable: true, description: 'Privacy password.' }),
    contextName: t.exposeString('contextName', {
      nullable: true,
      description: 'Context (contextName, RFC 3411); null: the default context.',
    }),
  }),
});

const versionEnum = builder.enumType('SnmpVersion', {
  description: 'Versions of SNMP.',
  values: {
    V1: { value: 'V1', description: 'SNMPv1 (RFC 1157).' },
    V2c: { value: 'V2c', description: 'SNMPv2c (RFC 1901).' },
    V3: { value: 'V3', description: 'SNMPv3 (RFC 3414).' },
  } satisfies Record<WireCredential['version'], object>,
});

const credentialRef = builder.objectRef<WireCredential>('DaemonCredential').implement({
  description:
    'A credential with its secrets, decrypted for one daemon. In REST, a credential of another type than Snmp has further members, in the form of the daemon protocol.',
  extensions: { jsonSchema: { additionalProperties: true } },
  fields: (t) => ({
    type: t.exposeString('type', { description: 'Kind of credential: Snmp.' }),
    version: t.expose('version', { type: versionEnum, description: 'Version of SNMP.' }),
    community: t.exposeString('community', { description: 'Community; empty for SNMPv3.' }),
    port: t.exposeInt('port', { nullable: true, description: 'UDP port to which SNMP requests are sent; null: 161.' }),
    v3: t.field({
      type: userRef,
      nullable: true,
      description: 'User; null for SNMPv1 and SNMPv2c.',
      resolve: ({ v3 }) => v3,
    }),
  }),
});

const overrideRef = builder.objectRef<CredentialMapping['ipOverrides'][number]>('DaemonCredentialOverride').implement({
  description: 'The credential of a mapping for one address.',
  fields: (t) => ({
    ip: t.exposeString('ip', { description: 'Address in a subnet of the network.' }),
    credential: t.field({
      type: credentialRef,
      description: 'The credential for the address.',
      resolve: ({ credential }) => credential,
    }),
    credentialId: t.expose('credentialId', { type: 'UUID', description: 'Id of the credential.' }),
  }),
});

export const credentialMappingRef = builder.objectRef<CredentialMapping>('DaemonCredentialMapping').implement({
  description:
    'A credential for devices: the override for the address, otherwise the default if there is one. Mappings are in order of use.',
  fields: (t) => ({
    defaultCredential: t.field({
      type: credentialRef,
      nullable: true,
      description: 'Credential for every address without an override; null: there is none.',
      resolve: ({ defaultCredential }) => defaultCredential,
    }),
    defaultCredentialId: t.expose('defaultCredentialId', {
      type: 'UUID',
      nullable: true,
      description: 'Id of the default credential.',
    }),
    ipOverrides: t.field({
      type: [overrideRef],
      description: 'Credentials for single addresses.',
      resolve: ({ ipOverrides }) => [...ipOverrides],
    }),
  }),
});
