// Writes a statement as SQL text, with one method or case for each kind of part. Values become parameters, numbered in
// the order of the text.
import { isDerived, isHistoried, historyScopeIds, type Past } from '../model/historied';
import { columnOf, tableOf } from '../model/model-fields';
import { idBytes } from '../model/delegate';
import { shortestIndexed } from '../model/search-texts';
import { isAsked } from './expression';
import type {
  Assignment,
  ColumnRef,
  Condition,
  Expression,
  Join,
  Joined,
  OrderTerm,
  Select,
  Source,
  Statement,
} from './expression';
import { NoPlan } from './no-plan';

type Part<Kind> = Extract<Condition, { kind: Kind }>;

interface StatementSql {
  readonly text: string;
  readonly values: unknown[];
}

/** Converts a statement to SQL text and values. With `past`, the statement reads rows as of that instant. */
export function statementSql(statement: Statement, past?: Past): StatementSql {
  const writer = new StatementWriter(past);
  return { text: writer.statement(statement), values: writer.values };
}

/**
 * A list with at least this number of ids is sent as one parameter, even if the statement uses the list several times.
 * For shorter lists, finding out that two lists are equal costs more than it saves.
 */
const longList = 20;

const column = ({ row, name }: ColumnRef): string => `${row}.${name}`;

class StatementWriter {
  readonly values: unknown[] = [];
  private instant: string | undefined;
  private readonly idLists: number[] = [];

  constructor(private readonly past: Past | undefined) {}

  statement(statement: Statement): string {
    switch (statement.kind) {
      case 'select':
        return this.select(statement);
      case 'insert': {
        const { model, columns, rows, where, skipsDuplicates, returning } = statement;
        const table = tableOf(model);
        const source = `jsonb_populate_recordset(NULL::${table}, ${this.parameter(rows)}::jsonb) g`;
        const query = `SELECT ${columns.map((name) => `g.${name}`).join(', ')} FROM ${source}${this.where(where)}`;
        const conflict = skipsDuplicates ? ' ON CONFLICT DO NOTHING' : '';
        return `INSERT INTO ${table} AS t (${columns.join(', ')}) ${query}${conflict}${this.returning(returning)}`;
      }
      case 'update': {
        const { model, assignments, where, returning } = statement;
        const set = assignments.map((one) => this.assignment(one)).join(', ');
        return `UPDATE ${tableOf(model)} t SET ${set}${this.where(where)}${this.returning(returning)}`;
      }
      case 'delete':
        return `DELETE FROM ${tableOf(statement.model)} t${this.where(statement.where)}${this.returning(statement.returning)}`;
    }
  }

  private assignment({ kind, name, value }: Assignment): string {
    const parameter = this.parameter(value);
    if (kind === 'increase') return `${name} = t.${name} + ${parameter}`;
    return `${name} = ${parameter}${kind === 'setJson' ? '::jsonb' : ''}`;
  }

  private returning(expressions: readonly Expression[]): string {
    return expressions.length > 0 ? ` RETURNING ${this.list(expressions)}` : '';
  }

  private select({ columns, from, where, order, limit, offset, form }: Select): string {
    let text = `${form === 'distinct' ? 'SELECT DISTINCT' : 'SELECT'} ${this.list(columns)} FROM ${this.source(from[0]!)}`;
    for (let at = 1; at < from.length; at += 1) text += ` ${this.source(from[at]!)}`;
    text += this.where(where);
    if (form === 'grouped') text += ' GROUP BY 1 ORDER BY 1';
    text += this.order(order);
    if (limit !== undefined) text += ` LIMIT ${limit}`;
    if (offset) text += ` OFFSET ${this.parameter(offset)}`;
    return form === 'apart' ? `${text} OFFSET 0` : text;
  }

  private where(condition: Condition | undefined): string {
    return condition ? ` WHERE ${this.condition(condition)}` : '';
  }

  private order(terms: readonly OrderTerm[]): string {
    let text = '';
    for (let at = 0; at < terms.length; at += 1) text += (at > 0 ? ', ' : ' ORDER BY ') + this.orderTerm(terms[at]!);
    return text;
  }

  private orderTerm({ column: by, lookedUp, sort, nulls }: OrderTerm): string {
    const direction = `${sort.toUpperCase()}${nulls ? ` NULLS ${nulls.toUpperCase()}` : ''}`;
    if (!lookedUp) return `${column(by)} ${direction}`;
    return `(SELECT ${column(by)} FROM ${this.related(lookedUp)} WHERE ${this.linked(lookedUp)}) ${direction}`;
  }

  private list(expressions: readonly Expression[]): string {
    let text = '';
    for (let at = 0; at < expressions.length; at += 1) text += (at > 0 ? ', ' : '') + this.expression(expressions[at]!);
    return text;
  }

  private expression(part: Expression): string {
    switch (part.kind) {
      case 'column':
        return column(part);
      case 'everyColumn':
        return `${part.row}.*`;
      case 'asText':
        return `${column(part.column)}::text`;
      case 'asJson':
        return `to_json(${column(part.column)})`;
      case 'jsonArray':
        return `json_build_array(${this.list(part.parts)})`;
      case 'jsonList':
        return `coalesce(json_agg(${this.expression(part.ofEach)}${this.order(part.order)}), '[]')`;
      case 'value':
        return `(${this.select(part.query)})`;
      case 'count':
        return 'count(*)';
      case 'countBeside':
        return 'count(*) OVER ()';
      case 'joinedIds':
        return `string_agg(uuid_send(${column(part.id)}), ''${this.order(part.order)})`;
      case 'hex':
        return `encode(${column(part.bytes)}, 'hex')`;
      case 'named':
        return `${this.expression(part.expression)} AS ${part.name}`;
    }
  }

  private source(part: Source): string {
    switch (part.kind) {
      case 'table':
        return `${part.isWhole ? this.wholeTable(part.model) : this.table(part.model)} ${part.row}`;
      case 'related':
        return this.related(part.joined);
      case 'rows':
        return `(${this.select(part.query)}) ${part.row}`;
      case 'distinctIds':
        return `(SELECT DISTINCT id FROM (${this.union(part.found)}) ${part.inner}) ${part.row}`;
      case 'ids': {
        const ids = `${this.ids(part.ids)}::uuid[]`;
        return `unnest(${part.isHidden ? `(SELECT ${ids})` : ids}) ${part.row} (id)`;
      }
      case 'idGroups': {
        const placed = `unnest(${this.ids(part.ids)}::uuid[]) WITH ORDINALITY one (id, at)`;
        return `(SELECT array_agg(id) AS ids FROM ${placed} GROUP BY (at - 1) / ${part.size}) ${part.row}`;
      }
      case 'join':
        return this.join(part);
      case 'lateral':
        return `CROSS JOIN LATERAL (${this.select(part.query)}) ${part.row}`;
      case 'left':
        return `LEFT JOIN ${this.source(part.source)} ON ${this.condition(part.on)}`;
    }
  }

  private join(join: Join): string {
    const from = this.related(join);
    if (!join.isRequired) return `LEFT JOIN ${from} ON ${this.linked(join)}`;
    const shared = join.sharesNetwork ? ` AND ${join.far}.network_id = ${join.near}.network_id` : '';
    return `JOIN ${from} ON ${this.linked(join)}${shared}`;
  }

  private union(queries: readonly Select[]): string {
    return queries.map((query) => this.select(query)).join(' UNION ALL ');
  }

  /** What to write after FROM to find rows by id: the model's table, or for past rows a call of an SQL function. */
  private table(model: string): string {
    // Rows of a derived model are not stored. For a past instant, they can only be computed for a given parent row.
    if (this.past && isDerived(model)) throw NoPlan.because('past');
    return this.past && isHistoried(model) ? `${tableOf(model)}_at(${this.instantOf(this.past)})` : tableOf(model);
  }

  /** Like `table`, for searching all rows. Past rows are read only for the viewer's networks or organization. */
  private wholeTable(model: string): string {
    const { past } = this;
    if (!past || !isHistoried(model)) return this.table(model);
    return `${tableOf(model)}_at(${this.instantOf(past)}, ${this.ids(historyScopeIds(model, past))}::uuid[])`;
  }

  /**
   * Like `table`, for rows related to the row `near`. If the rows of the model are computed instead of stored, an SQL
   * function returns the related rows.
   */
  private related({ near, relation, far }: Joined): string {
    if (!isDerived(relation.model)) return `${this.table(relation.model)} ${far}`;
    const by = `${tableOf(relation.model)}_by_${columnOf(relation.model, relation.foreignKey.field).sqlName}`;
    return this.past ? `${by}_at(${this.instantOf(this.past)}, ${near}.id) ${far}` : `${by}(${near}.id) ${far}`;
  }

  /** The condition that the rows `far` are related to the row `near`, and that the viewer may read them. */
  private linked(joined: Joined): string {
    const link = this.link(joined);
    return isAsked(joined.rule) ? `${link} AND ${this.condition(joined.rule)}` : link;
  }

  private link({ model, near, relation, far }: Joined): string {
    const { field, isHere } = relation.foreignKey;
    return isHere
      ? `${far}.id = ${near}.${columnOf(model, field).sqlName}`
      : `${far}.${columnOf(relation.model, field).sqlName} = ${near}.id`;
  }

  private condition(part: Condition): string {
    switch (part.kind) {
      case 'always':
      case 'unasked':
        return 'TRUE';
      case 'met':
        return '(TRUE)';
      case 'never':
        return 'FALSE';
      case 'all':
        return part.parts.map((one) => this.condition(one)).join(' AND ');
      case 'either':
        return `(${part.parts.map((one) => `(${this.condition(one)})`).join(' OR ')})`;
      case 'not':
        return `NOT (${this.condition(part.part)})`;
      case 'null':
        return `${column(part.column)} IS NULL`;
      case 'notNull':
        return `${column(part.column)} IS NOT NULL`;
      case 'compare':
        return `${column(part.column)} ${part.by} ${this.parameter(part.value)}`;
      case 'compareColumns':
        return `${column(part.column)} ${part.by} ${column(part.other)}`;
      case 'in':
        return `${column(part.column)} = ANY(${this.parameter(part.values)})`;
      case 'inIds':
        return `${column(part.column)} = ANY(${this.ids(part.values)})`;
      case 'notIn':
        return `${column(part.column)} <> ALL(${this.parameter(part.values)})`;
      case 'checkIds':
        return `(${column(part.column)} = ANY((SELECT ${this.ids(part.ids)}::uuid[])::uuid[])) IS TRUE`;
      case 'inArray':
        return `${column(part.column)} = ANY(${column(part.array)})`;
      case 'found':
        // IS TRUE prevents PostgreSQL from turning the condition into a join, for which it would have to estimate the
        // number of ids.
        return `(${column(part.id)} IN (${this.union(part.found)})) IS TRUE`;
      case 'idAt': {
        const bytes = `substring(${column(part.ids)}, ${part.at}, ${idBytes})`;
        return `${column(part.id)} = nullif(encode(${bytes}, 'hex'), '')::uuid`;
      }
      case 'has':
        return `${this.parameter(part.value)} = ANY(${column(part.column)})`;
      case 'hasSome':
        return `${column(part.column)} && ${this.parameter(part.value)}`;
      case 'jsonText':
        return `${column(part.column)} #>> ${this.parameter(part.path)} = ${this.parameter(part.value)}`;
      case 'before':
        return `${column(part.column)} < ${this.windowStart(part)}`;
      case 'beyond': {
        const values = part.values.map((value) => this.parameter(value)).join(', ');
        return `(${part.columns.map(column).join(', ')}) ${part.by} (${values})`;
      }
      case 'link':
        return this.link(part.joined);
      case 'exists':
        return this.exists(part);
      case 'notExists':
        return `NOT ${this.exists(part)}`;
      case 'hasTrigrams':
        return this.trigrams(part);
      case 'actor':
        return `(SELECT set_config('netloom.actor', ${this.parameter(part.actor)}, true)) <> ''`;
    }
  }

  private exists({ joined, condition, isRowByRow }: Part<'exists' | 'notExists'>): string {
    const rows = `${this.related(joined)} WHERE ${this.linked(joined)}`;
    const conditionSql = isAsked(condition) ? ` AND ${this.condition(condition)}` : '';
    // OFFSET 0 prevents PostgreSQL from turning the subquery into a join that first finds all rows that meet the
    // condition.
    return `EXISTS (SELECT FROM ${rows}${conditionSql}${isRowByRow ? ' OFFSET 0' : ''})`;
  }

  /**
   * SQL for the start of the time window in which a row counts as seen. The row's network sets the window's length.
   */
  private windowStart({ column: { row }, window, network }: Part<'before'>): string {
    const hours = `${network}.${columnOf('Network', 'staleAfterHours').sqlName}`;
    const hoursSql = `SELECT ${hours} FROM ${this.table('Network')} ${network} WHERE ${network}.id = ${row}.network_id`;
    const interval = `make_interval(hours => coalesce((${hoursSql}), ${this.parameter(window.defaultHours)}::int))`;
    return `${this.parameter(window.now)}::timestamptz - ${interval}`;
  }

  private trigrams({ row, columns, networks, text, places }: Part<'hasTrigrams'>): string {
    const keys = `search_keys(${row}.network_id, ARRAY[${columns.map(column).join(', ')}])`;
    const lower = `lower(${this.parameter(text)}::text)`;
    const parts = places.map((at) => {
      const hash = `hashtextextended(substr(${lower}, ${at}, ${shortestIndexed}), uuid_hash_extended(id, 0))`;
      return `${keys} && ARRAY(SELECT ${hash} FROM unnest(${column(networks)}) one (id))`;
    });
    return parts.join(' AND ');
  }

  /** Adds the value to the parameters and returns its placeholder, `$n`. */
  private parameter(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  /** The placeholder, `$n`, of a list of ids. A long list is sent once, however often the statement uses it. */
  private ids(list: readonly unknown[]): string {
    if (list.length < longList) return this.parameter(list);
    const isSame = (value: unknown) =>
      Array.isArray(value) && value.length === list.length && value.every((one, at) => one === list[at]);
    const equalListAt = this.idLists.find((at) => isSame(this.values[at]));
    if (equalListAt !== undefined) return `$${equalListAt + 1}`;
    this.idLists.push(this.values.length);
    return this.parameter(list);
  }

  /** The placeholder of the instant; the statement uses one parameter for it. */
  private instantOf({ at }: Past): string {
    this.instant ??= this.parameter(at);
    return `${this.instant}::timestamptz`;
  }
}
