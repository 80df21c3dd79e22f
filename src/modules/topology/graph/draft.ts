// A view while it is built: its boxes and elements before element rules and filters.
import type { Container, Element, InlineEntity } from './graph';
import type { Lookup } from './lookup';
import type { RequestOptions, RuleEntry } from './options';

export interface Draft {
  readonly containers: readonly Container[];
  readonly elements: readonly Element[];
}

/** The input of a view. */
export interface ViewSource {
  readonly lookup: Lookup;
  readonly containerRules: readonly RuleEntry[];
  readonly options: Pick<RequestOptions, 'optionalEdgeTypes'>;
}

/** A box with defaults for the fields that most boxes do not use. */
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
