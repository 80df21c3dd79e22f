// Types of the daemon protocol: report bodies as the published REST documents declare them, and parsers for responses.
import { z } from 'zod';
import type {
  CreateHostDiscoveryMutationVariables,
  CreateVlanDiscoveryMutationVariables,
  ReceiveDiscoveryUpdateMutationVariables,
  SubnetType,
} from '../../generated/operations';
import { version } from '../../../package.json';

/**
 * The protocol version that this agent implements, which servers check. The agent's own version follows the plus sign.
 */
export const daemonVersion = `0.17.22+netloom.${version}`;

type SnakeCase<S> = S extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : S;
/** A generated input type with its fields in snake_case. */
export type Wire<T> = T extends readonly (infer Item)[]
  ? Wire<Item>[]
  : T extends object
    ? { -readonly [K in keyof T as SnakeCase<K>]: Wire<T[K]> }
    : T;

type Lists<T> = {
  [K in keyof T]: Extract<T[K], readonly unknown[]> extends never ? T[K] : Extract<T[K], readonly unknown[]>;
};

export type HostReport = Lists<Wire<CreateHostDiscoveryMutationVariables>>;
export type ReportedInterface = NonNullable<HostReport['interfaces']>[number];
export type ReportedSubnet = NonNullable<HostReport['subnets']>[number];
export type VlanReport = Lists<Wire<CreateVlanDiscoveryMutationVariables>>;
export type SessionUpdate = Omit<Lists<Wire<ReceiveDiscoveryUpdateMutationVariables>>, 'scanned'>;
export type Scanned = Partial<Record<(typeof scannedKinds)[number], string[]>>;
export type { SubnetType };

export const scannedKinds = [
  'host_ids',
  'subnet_ids',
  'vlan_ids',
  'ip_address_ids',
  'port_ids',
  'service_ids',
  'interface_ids',
  'binding_ids',
] as const;

const nil = '00000000-0000-0000-0000-000000000000';
const id = z.string().transform((value) => (value === nil ? undefined : value));
const optionalId = id.nullish().catch(undefined);
const positive = z.number().positive().finite().optional().catch(undefined);
const flag = z.boolean().catch(false);

const settings = z
  .object({
    scan_rate_pps: positive,
    arp_rate_pps: positive,
    max_discovery_duration: positive,
    trust_port_only_detections: flag,
  })
  .catch({ trust_port_only_detections: false });

const secret = z.string().nullish();
const snmpCredential = z
  .object({
    type: z.literal('Snmp'),
    version: z.enum(['V1', 'V2c', 'V3']),
    community: secret,
    v3: z
      .object({
        security_name: z.string(),
        auth_protocol: secret,
        auth_password: secret,
        priv_protocol: secret,
        priv_password: secret,
        context_name: secret,
      })
      .nullish(),
    port: z.number().int().min(1).max(65_535).nullish(),
  })
  .nullish()
  .catch(undefined);
/**
 * A credential of another type than SNMP. Members other than `type` are parsed by the data source that uses the
 * credential.
 */
const otherCredential = z
  .looseObject({ type: z.string().refine((type) => type !== 'Snmp') })
  .nullish()
  .catch(undefined);
interface Override {
  readonly ip: string;
  readonly credential?: WireCredential | null | undefined;
  /** The credential, if its type is not SNMP. */
  readonly other?: OtherCredential | null | undefined;
  readonly credential_id?: string | null | undefined;
  /** The id of the host that has the address `ip` and to which the credential is assigned. */
  readonly host_id?: string | null | undefined;
}
const override = z
  .object({ ip: z.string(), credential: z.unknown(), credential_id: optionalId, host_id: optionalId })
  .transform(({ credential, ...others }): Override => ({
    ...others,
    credential: snmpCredential.parse(credential),
    other: otherCredential.parse(credential),
  }));
interface Mapping {
  readonly default_credential?: WireCredential | null | undefined;
  /** The default credential, if its type is not SNMP. */
  readonly default_other?: OtherCredential | null | undefined;
  readonly default_credential_id?: string | null | undefined;
  readonly ip_overrides: readonly Override[];
}
const mapping = z
  .object({
    default_credential: z.unknown(),
    default_credential_id: optionalId,
    ip_overrides: z.array(override).catch([]),
  })
  .transform(({ default_credential: credential, ...others }): Mapping => ({
    ...others,
    default_credential: snmpCredential.parse(credential),
    default_other: otherCredential.parse(credential),
  }));

const work = z.object({
  session_id: z.string(),
  discovery_id: optionalId,
  discovery_type: z.object({
    type: z.string(),
    subnet_ids: z.array(z.string()).nullish().catch(null),
    /** The addresses of the hosts to scan. Set only if `type` is Rescan. */
    ips: z.array(z.string()).nullish().catch(null),
    scan_settings: settings.nullish(),
  }),
  credential_mappings: z.array(mapping).catch([]),
  warnings: z.array(z.string()).catch([]),
  subnets: z.array(z.object({ id: z.string(), cidr: z.string() })).catch([]),
});
export type Work = z.output<typeof work>;
export type CredentialMapping = z.output<typeof mapping>;
export type WireCredential = NonNullable<z.output<typeof snmpCredential>>;
export type OtherCredential = NonNullable<z.output<typeof otherCredential>>;

export interface WorkAnswer {
  readonly work: Work | undefined;
  readonly cancel: boolean;
}

/** Parses the response `[work | null, cancel]` to a request for work; undefined for any other form. */
export function parseWorkAnswer(data: unknown): WorkAnswer | undefined {
  if (!Array.isArray(data)) return undefined;
  if (data[0] === null || data[0] === undefined) return { work: undefined, cancel: data[1] === true };
  const read = work.safeParse(data[0]);
  return read.success ? { work: read.data, cancel: data[1] === true } : undefined;
}

const row = z.object({ id: z.string() });
const rows = z.array(row).catch([]);
const hostAnswer = z.object({
  id: z.string(),
  ip_addresses: z.array(z.object({ id: z.string(), subnet_id: z.string().optional().catch(undefined) })).catch([]),
  ports: rows,
  interfaces: rows,
  services: z.array(z.object({ id: z.string(), bindings: rows })).catch([]),
});

/** The ids of all rows that the server stored for a host report; empty if the response has an unexpected form. */
export function parseScannedIds(answer: unknown): Scanned {
  const read = hostAnswer.safeParse(answer);
  if (!read.success) return {};
  const { id: hostId, ip_addresses, ports, interfaces, services } = read.data;
  const ids = (list: readonly { id: string }[]) => list.map((one) => one.id);
  return {
    host_ids: [hostId],
    subnet_ids: ip_addresses.flatMap(({ subnet_id }) => subnet_id ?? []),
    ip_address_ids: ids(ip_addresses),
    port_ids: ids(ports),
    interface_ids: ids(interfaces),
    service_ids: ids(services),
    binding_ids: services.flatMap(({ bindings }) => ids(bindings)),
  };
}

const hostResults = z.object({ results: z.array(z.object({ host: z.unknown() })) });
/** The server's result of one report in a batch; undefined if the server refused the report. */
export type HostResult = NonNullable<unknown> | undefined;
export function parseHostResults(answer: unknown): readonly HostResult[] {
  const read = hostResults.safeParse(answer);
  return read.success ? read.data.results.map(({ host }) => host ?? undefined) : [];
}

const serviceAnswer = z.object({ services: z.array(z.object({ id: z.string(), service_definition: z.string() })) });
/**
 * Row ids of a host's services by service definition, from the response to the host's report. Of several services with
 * the same definition, the first is returned.
 */
export function parseServiceIds(answer: unknown): Map<string, string> {
  const read = serviceAnswer.safeParse(answer);
  const rows = read.success ? [...read.data.services].reverse() : [];
  return new Map(rows.map((one) => [one.service_definition, one.id] as const));
}

const vlanAnswer = z.object({ vlans: z.array(z.object({ vlan_number: z.number(), id: z.string() })) });
/** Row ids by VLAN number, from the response to a VLAN report. */
export function parseVlanIds(answer: unknown): Map<number, string> {
  const read = vlanAnswer.safeParse(answer);
  return new Map(read.success ? read.data.vlans.map((vlan) => [vlan.vlan_number, vlan.id] as const) : []);
}
