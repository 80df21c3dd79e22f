// The form of a check: its name, networks, kind, the parameters of the kind, and the hosts that it judges.
import { useState } from 'preact/hooks';
import type { CheckKind, CheckSeverity } from '../../../generated/checks-page-operations';
import { Checks } from '../../kit/sections/checks';
import { Check, Choice, Field, Form, TextArea } from '../../kit/sections/form';
import { useHere } from '../parts/here';
import { texts } from '../texts';
import { kindFacts, kinds, selection, severities, type FormField } from './form-facts';
import { readCheck, rulePrefix, selectionPrefix } from './read-form';
import { RuleField } from './rule-field';
import type { Values } from './rule-values';
import { Trial } from './trial';
import type { Names } from './use-names';
import { kindWords } from './words';

/** Initial values of the form. */
export interface Initial {
  readonly name: string;
  readonly description: string;
  readonly severity: CheckSeverity;
  readonly enabled: boolean;
  readonly allNetworks: boolean;
  readonly networkIds: readonly string[];
  readonly kind: CheckKind;
  readonly rule: Values;
  readonly selection: Values;
  readonly names: Names;
}

interface CheckFormProps {
  readonly initial: Initial;
  readonly button: string;
  readonly send: (input: ReturnType<typeof readCheck>) => Promise<unknown>;
}

/** The severities, sorted from gravest to mildest; `texts.form.severities` has this order. */
const order = Object.keys(texts.form.severities);
const gravest = severities.toSorted((a, b) => order.indexOf(a) - order.indexOf(b));

export function CheckForm({ initial, button, send }: CheckFormProps) {
  const { network } = useHere();
  const [kind, setKind] = useState(initial.kind);
  const facts = kindFacts(kind);
  const hasSelection = selection.some(({ path }) => initial.selection(path).length > 0);
  const field = (prefix: string, one: FormField, values: Values) => (
    <RuleField key={one.path} field={one} prefix={prefix} stored={values(one.path)} names={initial.names} />
  );
  return (
    <Form button={button} send={(data) => send(readCheck(data, network.id))}>
      <Field
        name="name"
        label={texts.form.name}
        hint={texts.form.nameHint}
        required
        maxLength={100}
        defaultValue={initial.name}
      />
      <Choice
        name="kind"
        label={texts.form.kind}
        options={kinds.map((one) => [one.kind, kindWords(one.kind)] as const)}
        value={kind}
        onChange={(value) => setKind(value as CheckKind)}
        hint={facts.description}
      />
      {facts.fields.length > 0 && (
        <fieldset key={kind} class="group">
          <legend>{texts.form.parameters}</legend>
          {facts.fields.map((one) => field(rulePrefix, one, kind === initial.kind ? initial.rule : () => []))}
        </fieldset>
      )}
      {/* A query says itself which rows it judges. */}
      {kind !== 'QueryFindsNothing' && (
        <details class="group" open={hasSelection}>
          <summary>{texts.form.selection}</summary>
          <p class="quiet">{texts.form.selectionHint}</p>
          {selection.map((one) => field(selectionPrefix, one, initial.selection))}
        </details>
      )}
      <Trial />
      <Choice
        name="severity"
        label={texts.form.severity}
        options={gravest.map((one) => [one, texts.form.severities[one]] as const)}
        initial={initial.severity}
      />
      <Networks initial={initial} />
      <TextArea
        name="description"
        label={texts.form.description}
        maxLength={2_000}
        defaultValue={initial.description}
      />
      <Check name="enabled" label={texts.form.enabled} isChecked={initial.enabled} />
    </Form>
  );
}

/** The form fields for the networks of the check: the selected network only, several networks, or all networks. */
function Networks({ initial: { allNetworks, networkIds } }: Pick<CheckFormProps, 'initial'>) {
  const { network, networks } = useHere();
  const isThisAlone = networkIds.length === 1 && networkIds[0] === network.id;
  const [scope, setScope] = useState(allNetworks ? 'all' : isThisAlone ? 'this' : 'some');
  // The page lists the first 1,000 networks. A network that is stored in the check but not among the 1,000 stays
  // selected.
  const unlisted = networkIds.filter((id) => !networks.some((one) => one.id === id));
  const options = [...networks, ...unlisted.map((id) => ({ id, name: texts.rows.noName }))];
  return (
    <>
      <Choice
        name="scope"
        label={texts.form.networks}
        options={[
          ['this', texts.form.thisNetwork(network.name)],
          ['some', texts.form.someNetworks],
          ['all', texts.form.allNetworks],
        ]}
        value={scope}
        onChange={setScope}
        hint={texts.form.networksHint}
      />
      {scope === 'some' && (
        <Checks name="networkIds" label={texts.form.chosenNetworks} options={options} selectedIds={networkIds} />
      )}
    </>
  );
}
