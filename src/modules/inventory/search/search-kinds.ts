// The kinds of rows that a search covers, most important first, with the columns to compare and the titles of results.
import type { Prisma } from '../../../generated/prisma/client';
import { columnOf } from '../../../data/model/model-fields';
import { searchedTexts } from '../../../data/model/search-texts';
import { entityName } from '../../../data/tenancy/visible-rows';
import { firstOfSql, hostDisplayNameSql } from '../shared/display-names';

/** How the values of a column are compared with the search text. */
export type Comparison =
  | 'text'
  /**
   * Like `text`, but for values that many rows may have in common, such as sysLocation: each match has the lowest rank.
   */
  | 'sharedText'
  | 'portName'
  | 'address'
  | 'mac'
  | 'prefix'
  | 'vlanNumber'
  | 'portNumber';

export interface SearchedField {
  /** The field's name in the API. */
  readonly field: string;
  readonly comparison: Comparison;
}

export interface SearchedKind {
  readonly model: Prisma.ModelName;
  /**
   * Fields to compare with the search text. If several fields of a row match equally well, the result names the first
   * of these fields.
   */
  readonly fields: readonly SearchedField[];
  /**
   * The text field that is compared with a search text of one or two characters, `name` by default. All other text
   * fields are skipped for such a short text.
   */
  readonly shortField?: string;
  /**
   * Returns SQL for the title that a result shows. `r` is the matching row. `addresses` returns the SQL source of IP
   * addresses: a table or, for a past instant, a function.
   */
  readonly title: (addresses: () => string) => string;
  /** The column with the id of the host to which the row belongs. */
  readonly hostColumn?: string;
  /** SQL for the values of the row `r` that have a trigram index, exactly as in the definition of the index. */
  readonly trigrams?: readonly string[];
  /**
   * The index that finds names by their first characters. `natural`: the index of names in natural order, in which 2
   * comes before 10. `bytes`: the index on the bytes of names in lower case.
   */
  readonly nameIndex?: 'natural' | 'bytes';
  /** The column that orders matches of equal rank; by default `natural_name`. */
  readonly orderColumn?: string;
}

const text = (...fields: readonly string[]): SearchedField[] => fields.map((field) => ({ field, comparison: 'text' }));
const as = (comparison: Comparison, ...fields: readonly string[]): SearchedField[] =>
  fields.map((field) => ({ field, comparison }));
const name = () => 'r.name';
const columnsIn = (model: Prisma.ModelName, fields: readonly string[]): string[] =>
  fields.map((field) => `r.${columnOf(model, field).sqlName}`);
const [ifName, ifDescr] = ["translate(r.if_name, ' -', '')", "translate(r.if_descr, ' -', '')"] as const;

export const searchedKinds: readonly SearchedKind[] = [
  {
    model: 'Host',
    fields: searchedTexts.Host.map((field) => ({
      field,
      comparison: field === 'sysLocation' ? ('sharedText' as const) : ('text' as const),
    })),
    title: (addresses) => hostDisplayNameSql('r', addresses()),
    trigrams: columnsIn('Host', searchedTexts.Host),
    nameIndex: 'natural',
  },
  { model: 'Network', fields: text('name'), title: name },
  {
    model: 'Subnet',
    fields: [...as('prefix', 'cidr'), ...text('name', 'description')],
    title: () => firstOfSql('r.name', 'r.cidr::text'),
  },
  {
    model: 'Vlan',
    fields: [...as('vlanNumber', 'vlanNumber'), ...text('name', 'description')],
    title: () => `r.vlan_number || ' ' || r.name`,
    orderColumn: 'vlan_number',
  },
  {
    model: 'Service',
    fields: text(...searchedTexts.Service),
    title: name,
    hostColumn: 'host_id',
    trigrams: columnsIn('Service', searchedTexts.Service),
    nameIndex: 'natural',
  },
  {
    model: 'Interface',
    fields: [...as('portName', 'ifName', 'ifDescr'), ...text('ifAlias'), ...as('mac', 'macAddress')],
    shortField: 'ifName',
    title: () => firstOfSql('r.if_name', 'r.if_descr', 'r.if_alias', 'r.mac_address', `'Interface'`),
    hostColumn: 'host_id',
    // Most interfaces have a description that equals their name. The index leaves out such descriptions.
    trigrams: [`' ' || ${ifName}`, `' ' || NULLIF(${ifDescr}, ${ifName})`, 'r.if_alias', 'r.mac_address'],
    nameIndex: 'natural',
  },
  {
    model: 'IpAddress',
    fields: [...as('address', 'ipAddress'), ...as('mac', 'macAddress'), ...text('name')],
    title: () => 'host(r.ip_address)',
    hostColumn: 'host_id',
    trigrams: ['host(r.ip_address)', 'r.mac_address', 'r.name'],
    nameIndex: 'bytes',
    orderColumn: 'ip_address',
  },
  { model: 'Group', fields: text('name', 'description'), title: name },
  { model: 'Tag', fields: text('name', 'description'), title: name },
  { model: 'Daemon', fields: text('name', 'url'), title: name, hostColumn: 'host_id' },
  {
    model: 'WirelessAssociation',
    fields: [...as('mac', 'clientMac'), ...text('ssid', 'accessPointName')],
    shortField: 'ssid',
    title: () => 'r.client_mac',
    hostColumn: 'client_host_id',
    orderColumn: 'client_mac',
  },
  {
    model: 'Port',
    fields: as('portNumber', 'number'),
    title: () => `r.number || '/' || lower(r.protocol::text)`,
    hostColumn: 'host_id',
    orderColumn: 'number',
  },
];

/** Returns the fields of a kind that are compared as texts. */
export const textFieldsOf = (model: SearchedKind['model']): string[] =>
  searchedKinds
    .filter((kind) => kind.model === model)
    .flatMap(({ fields }) => fields.filter(({ comparison }) => comparison === 'text').map(({ field }) => field));

/** Returns the name of a kind in the API. */
export const kindName = ({ model }: SearchedKind): string => entityName(model);
