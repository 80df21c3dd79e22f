// The SQL statement of a search: the rows of each kind that match a text, best first, and their total number.
import { historyScopeOf, isHistoried } from '../../../data/model/historied';
import { columnOf, columnsOf, tableOf } from '../../../data/model/model-fields';
import { networksOfScan, chooseTrigrams } from '../../../data/sql/search';
import type { TenantSql } from '../../../data/tenancy/scoped-sql';
import { tenantSafeSql } from '../../../data/tenancy/tenant-sql';
import { compare, isTextual, mayMatch, shownValue, type Bind, type Matching } from './comparisons';
import type { Comparison, SearchedKind } from './search-kinds';
import { isShortText, shortestIndexed, type SearchText } from '../../../platform/text/search-text';

/** Maximum number of matching rows of a kind that are counted and ordered. */
export const mostRanked = 2_000;
const longestValue = 200;
/**
 * The highest Unicode character. As an upper bound, `name < 'abc' || lastCharacter` selects all names that begin with
 * `abc`.
 */
const lastCharacter = '\u{10FFFF}';
/**
 * The more networks a search covers, the fewer trigrams of the search text it looks up. A search in fewer networks than
 * this number looks up no more trigrams than a search in this number of networks, so that its SQL statement does not
 * become long.
 */
const manyNetworks = 500;
/**
 * With at most this number of networks, a short search text such as `s1` is looked up in several small ranges of the
 * index: `s1`, `s10` to `s19`, and so on. With more networks, one range with all names that begin with `s` is faster.
 */
const fewNetworks = 100;
/**
 * The trigram index is looked up once per text and network. With more lookups than this, reading all rows is faster.
 */
const mostPartsLookedUp = 4_000;

/** Ranks of a match, best first: the search text equals the whole value, equals its beginning, or is a part of it. */
export const searchRanks = ['Exact', 'Beginning', 'Part'] as const;

export interface MatchRow {
  readonly kind: number;
  readonly id: string;
  readonly networkId: string | null;
  readonly hostId: string | null;
  readonly title: string;
  readonly field: string;
  /** The matched value, cut to 200 characters. */
  readonly value: string;
  /** Rank of the match, as an index in `searchRanks`: 0 is the best. */
  readonly rank: number;
  /** Position of the row among all matching rows of its kind, beginning with 1. */
  readonly place: number;
  /**
   * Number of matching rows of the kind. At most `mostRanked` + 1, which means that more rows match than are counted.
   */
  readonly total: number;
}

export interface Scope {
  readonly networkIds: readonly string[];
  readonly organizationId: string;
}

/**
 * Resolves with the best matches, at most `first` rows of each kind. Matches of equal rank are ordered by name, number
 * or address.
 */
export async function readMatches(
  { query, viewer, at }: TenantSql,
  kinds: readonly SearchedKind[],
  text: SearchText,
  scope: Scope,
  first: number,
): Promise<MatchRow[]> {
  const values: unknown[] = [];
  const placeholders = new Map<string, string>();
  const bind: Bind = (value, type) => {
    const key = `${type} ${JSON.stringify(value)}`;
    const placeholder = placeholders.get(key) ?? `$${values.push(value)}::${type}`;
    placeholders.set(key, placeholder);
    return placeholder;
  };
  const statement = new Statement(text, scope, bind, at);
  const parts = kinds.flatMap((kind, position) => statement.matchesOf(kind, position, first) ?? []);
  if (parts.length === 0) return [];
  return query<MatchRow>(tenantSafeSql(viewer, { text: parts.join('\nUNION ALL\n'), values }));
}

interface FieldMatching {
  readonly field: string;
  readonly column: string;
  readonly comparison: Comparison;
  /** SQL for the column's value in the form in which users see it. */
  readonly value: string;
  readonly matching: Matching;
}

class Statement {
  constructor(
    private readonly text: SearchText,
    private readonly scope: Scope,
    private readonly bind: Bind,
    private readonly at: Date | undefined,
  ) {}

  /** Returns SQL for the matches of a kind; undefined if no row of the kind can match. */
  matchesOf(kind: SearchedKind, position: number, first: number): string | undefined {
    const { model, title, hostColumn, orderColumn = 'natural_name' } = kind;
    const fields = this.fieldsOf(kind);
    if (fields.length === 0) return undefined;
    const networkId = { Network: 'r.id', Tag: 'NULL::uuid' }[model as string] ?? 'r.network_id';
    const matchedFields = fields.map(
      ({ field, value, matching }, at) => `('${field}', left(${value}, ${longestValue}), ${rankOf([matching])}, ${at})`,
    );
    return `(SELECT ${position} AS kind, r.id, ${networkId} AS "networkId",
      ${hostColumn ? `r.${hostColumn}` : 'NULL::uuid'} AS "hostId", left(${title(() => this.table('IpAddress'))}, ${longestValue}) AS title,
      matched.field, matched.value, r.rank, r.place::int AS place, r.total::int AS total
    FROM (
      SELECT c.*, count(*) OVER () AS total, row_number() OVER (ORDER BY c.rank, c.${orderColumn}, c.id) AS place
      FROM (${this.candidates(kind, fields)}) c ORDER BY place LIMIT ${this.bind(first, 'int')}
    ) r CROSS JOIN LATERAL (
      SELECT v.field, v.value FROM (VALUES ${matchedFields.join(', ')}) v (field, value, rank, position)
      WHERE v.rank = r.rank ORDER BY v.position LIMIT 1
    ) matched)`;
  }

  private fieldsOf({ model, fields, shortField = 'name' }: SearchedKind): FieldMatching[] {
    return fields.flatMap(({ field, comparison }) => {
      if (this.text.isShort && isTextual(comparison) && field !== shortField) return [];
      const column = columnOf(model, field);
      const sql = `r.${column.sqlName}`;
      const matching = compare[comparison](sql, this.text, this.bind);
      return matching ? [{ field, column: sql, comparison, value: shownValue(sql, column, comparison), matching }] : [];
    });
  }

  /**
   * Returns SQL for matching rows with their ranks. Each subquery returns at most `mostRanked` + 1 rows; with a trigram
   * index, these need not be the best. So a separate subquery finds the rows whose name equals the search text.
   */
  private candidates(kind: SearchedKind, fields: readonly FieldMatching[]): string {
    const rank = rankOf(fields.map(({ matching }) => matching));
    const columns = [...columnsOf(kind.model).values()]
      .filter(({ isList }) => !isList)
      .map(({ sqlName }) => `r.${sqlName}`);
    const isOrdered = (this.at !== undefined || !kind.trigrams) && fields.some(({ matching }) => hasRanks(matching));
    const select = (where: string, source = `${this.table(kind.model)} r`) =>
      `SELECT ${columns.join(', ')}, ${rank} AS rank FROM ${source}
      WHERE ${this.inScope(kind)} AND ${where} ${isOrdered ? 'ORDER BY rank' : ''} LIMIT ${mostRanked + 1}`;
    const branches = this.at ? [select(this.anyOf(fields))] : this.presentBranches(kind, fields, select);
    if (branches.length === 1) return branches[0]!;
    return `SELECT DISTINCT ON (id) * FROM (${branches.map((branch) => `(${branch})`).join(' UNION ALL ')}) b`;
  }

  /**
   * Returns SQL subqueries for matching present rows. A condition that can use an index gets a subquery of its own,
   * because PostgreSQL reads all rows if such a condition is part of an OR.
   */
  private presentBranches(
    kind: SearchedKind,
    fields: readonly FieldMatching[],
    select: (where: string, source?: string) => string,
  ): string[] {
    const any = `(${fields.map(({ matching }) => matching.any).join(' OR ')})`;
    const others = fields.filter(({ matching }) => !matching.hasIndex);
    const parts = this.partsToLookUp(kind, others);
    const byIndex = fields.flatMap(({ matching: { hasIndex, indexedPart, any: isAny } }) => {
      const indexed = hasIndex ? isAny : parts && indexedPart;
      return indexed ? [select(indexed)] : [];
    });
    const beginsLikeName = this.text.isShort && others.length > 0 && this.beginsLikeName(kind);
    const isNamed = this.isNamed(kind);
    const byName = isNamed === undefined ? [] : [select(`${isNamed} AND ${any}`)];
    if (beginsLikeName) return [...byName, select(`${beginsLikeName} AND ${this.anyOf(others)}`), ...byIndex];
    return [
      ...byName,
      ...byIndex,
      ...(others.length === 0
        ? []
        : [parts ? select(this.anyOf(others), this.withTrigrams(kind, parts)) : select(this.anyOf(others))]),
    ];
  }

  /**
   * Returns the texts to look up in the trigram index; undefined if the index cannot be used, for example because a
   * text is shorter than a trigram.
   */
  private partsToLookUp({ trigrams }: SearchedKind, fields: readonly FieldMatching[]): readonly string[] | undefined {
    if (!trigrams || fields.length === 0) return undefined;
    const parts = new Set<string>();
    for (const { matching } of fields) {
      if (!matching.parts?.every((part) => !isShortText(part))) return undefined;
      for (const part of matching.parts) parts.add(part);
    }
    return parts.size * this.scope.networkIds.length > mostPartsLookedUp ? undefined : [...parts];
  }

  private anyOf(fields: readonly FieldMatching[]): string {
    const any = (some: readonly FieldMatching[]) => some.map(({ matching }) => matching.any).join(' OR ');
    const textual = fields.filter(({ comparison }) => isTextual(comparison));
    if (textual.length < 2) return `(${any(fields)})`;
    const columns = textual.map(({ column }) => column);
    const isText = `(${mayMatch(columns, this.text, this.bind)} AND (${any(textual)}))`;
    const others = fields.filter(({ comparison }) => !isTextual(comparison));
    return others.length > 0 ? `(${isText} OR ${any(others)})` : isText;
  }

  /**
   * Returns SQL for the kind's table or, if the request asks for a past instant, for the function that returns its rows
   * at this instant.
   */
  private table(model: SearchedKind['model']): string {
    const table = tableOf(model);
    if (!this.at || !isHistoried(model)) return table;
    const isOfNetwork = historyScopeOf(model) === 'network_id';
    const scope = isOfNetwork ? this.networks() : `ARRAY[${this.organization()}]`;
    return `${table}_at(${this.bind(this.at, 'timestamptz')}, ${scope})`;
  }

  private networks(): string {
    return this.bind(this.scope.networkIds, 'uuid[]');
  }

  private organization(): string {
    return this.bind(this.scope.organizationId, 'uuid');
  }

  private inScope({ model }: SearchedKind): string {
    if (model === 'Tag') return `r.organization_id = ${this.organization()}`;
    // The subquery hides a long list of ids from the planner, which would otherwise look up each id in its statistics.
    const isMany = this.scope.networkIds.length > fewNetworks;
    const networks = isMany ? `(SELECT ${this.networks()})::uuid[]` : this.networks();
    return `${model === 'Network' ? 'r.id' : 'r.network_id'} = ANY (${networks})`;
  }

  /**
   * Returns an SQL condition for rows whose name equals the search text. It uses the index of names, so these rows are
   * found even if too many other rows match. Undefined if the kind has no index of names.
   */
  private isNamed({ model, nameIndex, shortField = 'name' }: SearchedKind): string | undefined {
    if (nameIndex === undefined || (nameIndex === 'bytes' && !this.text.isAscii)) return undefined;
    const form = this.bind(this.text.forms[0], 'text');
    if (nameIndex === 'natural') return `r.natural_name = natural_key(${form})`;
    return `lower(r.${columnOf(model, shortField).sqlName} COLLATE "C") = ${form}`;
  }

  /**
   * Returns an SQL condition for all names that begin with the search text, by a range of the index of names. If
   * `isBroad`, the digits at the end of the text are ignored. Undefined if the kind has no index of names.
   */
  private beginsLikeName({ model, nameIndex, shortField = 'name' }: SearchedKind): string | undefined {
    const [form] = this.text.forms as [string];
    if (nameIndex === 'bytes') {
      if (!this.text.isAscii) return undefined;
      const value = `lower(r.${columnOf(model, shortField).sqlName} COLLATE "C")`;
      const first = this.bind(form, 'text');
      return `${value} >= ${first} AND ${value} < ${first} || ${this.bind(lastCharacter, 'text')}`;
    }
    if (nameIndex === undefined) return undefined;
    const [, head, digits] = /^(.*?)(\d*)$/s.exec(form)!;
    const key = head === '' ? `''` : `natural_key(${this.bind(head, 'text')})`;
    const isBroad =
      digits === '' ||
      digits!.startsWith('0') ||
      this.text.port !== undefined ||
      this.scope.networkIds.length > fewNetworks;
    if (!isBroad)
      return `(${beginningsOfNumbers(digits!)
        .map((number) => this.beginsWith(`${key} || '${number}'`))
        .join(' OR ')})`;
    // The search text consists of digits only: read all names that begin with a digit.
    return head === '' ? `r.natural_name >= '0' AND r.natural_name < ':'` : this.beginsWith(key);
  }

  private beginsWith(key: string): string {
    return `(r.natural_name >= ${key} AND r.natural_name < ${key} || ${this.bind(lastCharacter, 'text')})`;
  }

  /**
   * Returns SQL that finds rows by the trigram index: rows that contain all chosen trigrams of at least one of the
   * texts. `OFFSET 0` keeps PostgreSQL from merging the subquery, so that it uses the index.
   */
  private withTrigrams({ model, trigrams }: SearchedKind, parts: readonly string[]): string {
    const keys = `search_keys(r.network_id, ARRAY[${trigrams!.join(', ')}])`;
    const hasPart = (part: string) => {
      const lower = `lower(${this.bind(part, 'text')})`;
      return chooseTrigrams(part, Math.max(manyNetworks, this.scope.networkIds.length))
        .map((at) => {
          const hash = `hashtextextended(substr(${lower}, ${at}, ${shortestIndexed}), uuid_hash_extended(one.id, 0))`;
          return `${keys} && ARRAY(SELECT ${hash} FROM unnest(g.ids) one (id))`;
        })
        .join(' AND ');
    };
    const conditions = parts.map((part) => `(${hasPart(part)})`);
    return `(SELECT array_agg(n.id) AS ids FROM unnest(${this.networks()}) WITH ORDINALITY n (id, at) GROUP BY (n.at - 1) / ${networksOfScan}) g
      CROSS JOIN LATERAL (SELECT r.* FROM ${tableOf(model)} r WHERE ${conditions.join(' OR ')} OFFSET 0) r`;
  }
}

/**
 * Names are sorted in natural order by keys: the key of the number 100 is `13100`, which is `1` (its length has one
 * digit), `3` (its length) and the number. Returns the beginnings of the keys of all numbers that begin with the
 * digits.
 */
const beginningsOfNumbers = (digits: string): string[] => [
  ...Array.from({ length: 10 - digits.length }, (_none, more) => `1${digits.length + more}${digits}`),
  '2',
];

const hasRanks = ({ exact, any }: Matching): boolean => exact !== any;

/** Returns SQL for the best rank of a row, over all of its fields; null if no field matches. */
function rankOf(matchings: readonly Matching[]): string {
  const anyOf = (conditions: readonly (string | undefined)[]) =>
    conditions.filter((condition) => condition !== undefined).join(' OR ') || 'false';
  const exact = anyOf(matchings.map((matching) => matching.exact));
  const beginning = anyOf(matchings.map((matching) => matching.beginning));
  const any = anyOf(matchings.map((matching) => matching.any));
  return `CASE WHEN ${exact} THEN 0 WHEN ${beginning} THEN 1 WHEN ${any} THEN 2 END`;
}
