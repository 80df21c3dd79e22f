// Which models have history, and the past state that a read may request instead of the present.
import { marks } from '../../generated/model-facts';

const historied = new Map<string, 'network' | 'organization'>(Object.entries(marks.historied));
const [audited, comingAndGoing, derived] = [marks.audited, marks.comesAndGoes, marks.derived].map(
  (models) => new Set<string>(models),
) as [Set<string>, Set<string>, Set<string>];

/** Whether all states of the model's rows are stored; each names the event that created it. */
export const isHistoried = (model: string): boolean => historied.has(model);

/** The column by which the history of a model's rows is stored: the network or the organization. */
export const historyScopeOf = (model: string): 'network_id' | 'organization_id' => `${historied.get(model)!}_id`;

/**
 * The tables with ended states of a table's rows (`valid_to`, `ended_by`, `is_last`): past states and, for tag
 * assignments, those that outlive their tag for a while.
 */
export const endedIn = (table: string): readonly string[] =>
  table === 'tag_assignments' ? [`${table}_revisions`, `${table}_ending`] : [`${table}_revisions`];

/** Whether the model's rows are not stored, but computed from historied ones in each read, now or in the past. */
export const isDerived = (model: string): boolean => derived.has(model);

/** Whether changes of the model's rows are stored as audit events instead of history. */
export const isAudited = (model: string): boolean => audited.has(model);
/** Whether the model's rows are updated constantly, so that only their creation and deletion are events. */
export const comesAndGoes = (model: string): boolean => comingAndGoing.has(model);

/** The scope of a read: rows as of the instant, of these networks and this organization. */
export interface Past {
  readonly at: Date;
  readonly networkIds: readonly string[];
  readonly organizationId: string;
  /**
   * The condition for readable rows of a model. Rows at the other end of a relation must meet it as well: in the past,
   * unlike with foreign keys, they may be in another network or missing.
   */
  readonly ruleOf: (model: string) => Record<string, unknown>;
}

/** Ids that the as-of functions of a model's table are limited to. */
export const scopeOf = (model: string, past: Past): readonly string[] =>
  historyScopeOf(model) === 'organization_id' ? [past.organizationId] : past.networkIds;
