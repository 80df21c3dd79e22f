// Which models have history, and which past instant a read requests.
import { marks } from '../../generated/model-facts';

const historied = new Map<string, 'network' | 'organization'>(Object.entries(marks.historied));
const [audited, comingAndGoing, derived] = [marks.audited, marks.comesAndGoes, marks.derived].map(
  (models) => new Set<string>(models),
) as [Set<string>, Set<string>, Set<string>];

/** Whether all past states of the model's rows are stored. Each state names the event that created it. */
export const isHistoried = (model: string): boolean => historied.has(model);

/** The column of past states that says to which network or organization they belong. */
export const historyScopeOf = (model: string): 'network_id' | 'organization_id' => `${historied.get(model)!}_id`;

/**
 * The names of the tables that store past states of a table. Tag assignments have a second table, for assignments that
 * are removed some time after their tag was deleted.
 */
export const endedIn = (table: string): readonly string[] =>
  table === 'tag_assignments' ? [`${table}_revisions`, `${table}_ending`] : [`${table}_revisions`];

/**
 * Whether rows of the model are not stored: each read computes them from historied rows, as of the present or as of an
 * instant.
 */
export const isDerived = (model: string): boolean => derived.has(model);

/** Whether changes of the model's rows are stored as audit events instead of history. */
export const isAudited = (model: string): boolean => audited.has(model);
/** Whether scans update the rows of the model so often that events record only their creation and deletion. */
export const comesAndGoes = (model: string): boolean => comingAndGoing.has(model);

/** The scope of a read of the past: rows at the instant, of these networks and this organization. */
export interface Past {
  readonly at: Date;
  readonly networkIds: readonly string[];
  readonly organizationId: string;
  /**
   * Returns the condition for the rows of a model that the caller may read. It also applies to rows that are read
   * through a relation: past states have no foreign keys, so such a row may be in another network or missing.
   */
  readonly ruleOf: (model: string) => Record<string, unknown>;
}

/** The ids of the organization or networks to which a read of the model's past states is limited. */
export const historyScopeIds = (model: string, past: Past): readonly string[] =>
  historyScopeOf(model) === 'organization_id' ? [past.organizationId] : past.networkIds;
