// Types of a graph that is being built: the boxes and elements of a view before element rules and filters apply.
import type { Container, Element, InlineEntity } from './graph';
import type { Lookup } from './lookup';
import type { RequestOptions, RuleEntry } from './options';

export interface Draft {
  readonly containers: readonly Container[];
  readonly elements: readonly Element[];
}

/** The data from which a view's boxes and elements are built. */
export interface ViewSource {
  readonly lookup: Lookup;
  readonly containerRules: readonly RuleEntry[];
  readonly options: Pick<RequestOptions, 'optionalEdgeTypes'>;
}

/** Builds a box. Fields that most boxes do not use have default values. */
export const container = (
  fields: Pick<Container, 'id' | 'containerType' | 'header'> & Partial<Container>,
): Container => ({
  nodeType: 'Container',
  parentContainerId: null,
  entityId: null,
  icon: null,
  color: null,
  associatedServiceDefinition: null,
  elementRuleId: null,
  willAcceptEdges: false,
  isCollapsedByDefault: false,
  ...fields,
});

export const noInlineGroups: readonly InlineEntity[] = [];
