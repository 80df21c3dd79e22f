// A view on its way: its boxes and elements before rules have grouped them and filters have hidden some.
import type { Container, Element, InlineEntity } from './graph';
import type { Lookup } from './lookup';
import type { RequestOptions, RuleEntry } from './options';

export interface Draft {
  readonly containers: readonly Container[];
  readonly elements: readonly Element[];
}

/** What a view is made from. */
export interface ViewSource {
  readonly lookup: Lookup;
  readonly containerRules: readonly RuleEntry[];
  readonly options: Pick<RequestOptions, 'optionalEdgeTypes'>;
}

/** A box with everything that most boxes do not have left empty. */
export const container = (
  given: Pick<Container, 'id' | 'containerType' | 'header'> & Partial<Container>,
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
  ...given,
});

export const noInlineGroups: readonly InlineEntity[] = [];
