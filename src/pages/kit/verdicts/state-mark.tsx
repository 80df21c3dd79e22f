// The state of a verdict: a sign and a word in the colour of the state.
import type { VerdictState } from '../../../generated/kit-operations';
import { texts } from './texts';

const signs: Readonly<Record<VerdictState, string>> = { Failing: '✕', Unknown: '?', Passing: '✓' };

export const StateMark = ({ state }: { readonly state: VerdictState }) => (
  <span class={`verdict is-${state}`}>
    <span aria-hidden="true">{signs[state]} </span>
    {texts.states[state]}
  </span>
);
