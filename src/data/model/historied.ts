// Which models keep history, and the past that a read may ask for instead of the present.
import { marks } from '../../generated/model-facts';

const historied = new Map<string, 'network' | 'organization'>(Object.entries(marks.historied));
const [audited, comingAndGoing, derived] = [marks.audited, marks.comesAndGoes, marks.derived].map(
  (models) => new Set<string>(models),
) as [Set<string>, Set<string>, Set<string>];

/** Every state of rows of these models is kept; they name the event that made them. */
export const isHistoried = (model: string): boolean => historied.has(model);

/** What the history of a model's rows is kept by: the states of a network's rows, or of an organization's. */
export const historyScopeOf = (model: string): 'network_id' | 'organization_id' => `${historied.get(model)!}_id`;

/**
 * Where the states of a table's rows are that have ended, with `valid_to`, `ended_by` and `is_last`: those that rows have left,
 * and those of assignments that outlive their tag for a while.
 */
export const endedIn = (table: string): readonly string[] =>
  table === 'tag_assignments' ? [`${table}_revisions`, `${table}_ending`] : [`${table}_revisions`];

/** Rows of these models follow from historied ones whenever they are read, now or in the past, and are stored nowhere. */
export const isDerived = (model: string): boolean => derived.has(model);

/** Changes of rows of these models are kept as audit events instead of history. */
export const isAudited = (model: string): boolean => audited.has(model);
/** Rows of these models are updated all the time: only their creation and deletion are events. */
export const comesAndGoes = (model: string): boolean => comingAndGoing.has(model);

/** What a read is to see: rows as of the instant, of these networks and this organization. */
export interface Past {
  readonly at: Date;
  readonly networkIds: readonly string[];
  readonly organizationId: string;
  /**
   * The condition on rows of a model that may be read. What a row refers to has to meet it too: foreign keys keep the two
   * together among rows of one instant, while here the other one may be of another network, or not be there.
   */
  readonly ruleOf: (model: string) => Record<string, unknown>;
}

/** Ids that the as-of functions of a model's table are limited to. */
export const scopeOf = (model: string, past: Past): readonly string[] =>
  historyScopeOf(model) === 'organization_id' ? [past.organizationId] : past.networkIds;
