// Which models keep history, and the past that a read may ask for instead of the present.
import { columnsOf } from './model-fields';

/** Every state of rows of these models is kept; they name the event that made them. */
export const isHistoried = (model: string): boolean => columnsOf(model).has('auditEventId');

/** Rows of these models follow from historied ones whenever they are read, now or in the past, and are stored nowhere. */
export const isDerived = (model: string): boolean => model === 'VlanSubnet';

/** Rows of these models have no history, but events for what is done to them. */
export const isAudited = (model: string): boolean => audited.has(model);
/** Of rows of these, which tell how they are all the time, only coming and going is an event. */
export const comesAndGoes = (model: string): boolean => model === 'Daemon';
const audited = new Set([
  ...['User', 'UserApiKey', 'DaemonApiKey', 'Invite', 'Organization', 'Network'],
  ...['Credential', 'Share', 'Snapshot', 'Discovery'],
]);

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
  model === 'Tag' || model === 'TagAssignment' ? [past.organizationId] : past.networkIds;
