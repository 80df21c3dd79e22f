// The mail rules of the user: which events are mailed, and when. Creates, changes, enables, disables and deletes rules.
import {
  PeopleCreateMailRuleDocument,
  PeopleDeleteMailRuleDocument,
  PeopleMailRulesDocument,
  PeopleUpdateMailRuleDocument,
  type MailRuleOrderField,
  type PeopleMailRuleFragment as MailRule,
} from '../../../generated/people-operations';
import { useState } from 'preact/hooks';
import { ask, call, errorText, useAsked } from '../../kit/asking';
import { List, type Column } from '../../kit/list/list';
import { useList, type ListQuestion } from '../../kit/list/use-list';
import { Confirm } from '../../kit/sections/confirm';
import { Opened, Time } from '../../kit/sections/rows';
import { filterWords } from '../parts/event-filter';
import { useHere } from '../parts/frame';
import { MailRuleForm, type MailRuleValues } from './mail-rule-form';
import { texts } from './texts';

export function Mail() {
  const { notice } = useHere();
  const config = useAsked(() => call<{ readonly has_email_service: boolean }>('GET', '/api/config'));
  const rules = useList(
    ({ text, orderBy, ...asked }: ListQuestion<MailRuleOrderField>) =>
      ask(PeopleMailRulesDocument, {
        ...asked,
        // Built-in rules come first, whatever the selected order.
        orderBy: [{ field: 'builtin', direction: 'asc' }, ...orderBy],
        filter: text === '' ? {} : { name: { contains: text } },
      }),
    { field: 'name', isDescending: false },
  );
  const create = async (input: MailRuleValues) => {
    await ask(PeopleCreateMailRuleDocument, { input });
    await rules.reload();
    notice(texts.common.createdNotice(input.name));
  };
  const save = async ({ id, updatedAt }: MailRule, values: MailRuleValues) => {
    await ask(PeopleUpdateMailRuleDocument, { id, input: { ...values, expectedUpdatedAt: updatedAt } });
    await rules.reload();
    notice(texts.common.savedName(values.name));
  };
  return (
    <>
      <p>{texts.rules.purpose}</p>
      {config.data?.has_email_service === false && <p class="problem">{texts.rules.noMail}</p>}
      <Opened title={texts.rules.newRule}>
        {(close) => <MailRuleForm button={texts.rules.createRule} send={(values) => create(values).then(close)} />}
      </Opened>
      <List
        list={rules}
        name={texts.rules.rules}
        nouns={texts.rules.nouns}
        none={texts.rules.noRows}
        search={texts.rules.search}
        columns={columns}
        forms={[
          {
            button: texts.common.change,
            isFor: () => true,
            content: (rule, close) => (
              <MailRuleForm
                button={texts.common.save}
                label={texts.common.changeLabel(rule.name)}
                rule={rule}
                send={(values) => save(rule, values).then(close)}
              />
            ),
          },
        ]}
        actions={(rule) => <Actions rule={rule} reread={rules.reload} />}
      />
    </>
  );
}

function whenWords({ timing, hour, quietFrom, quietTo, timeZone }: MailRule): string {
  const quiet = quietFrom === null || quietTo === null ? [] : [texts.rules.quiet(quietFrom, quietTo)];
  const hasHours = timing === 'Daily' || quiet.length > 0;
  return [texts.rules.timings[timing](hour), ...quiet, ...(hasHours ? [timeZone] : [])].join(', ');
}

const eventWords = (rule: MailRule): string =>
  filterWords(rule.networkIds.length === 0, rule, rule.builtin ? texts.rules.builtins[rule.builtin] : undefined);

const columns: readonly Column<MailRule, MailRuleOrderField>[] = [
  { title: texts.common.name, order: 'name', cell: ({ name }) => <bdi>{name}</bdi> },
  {
    title: texts.rules.state,
    order: 'enabled',
    cell: ({ enabled }) => (enabled ? texts.rules.on : <strong>{texts.rules.off}</strong>),
  },
  { title: texts.rules.events, cell: eventWords },
  { title: texts.rules.when, order: 'timing', cell: whenWords },
  {
    title: texts.rules.mailed,
    order: 'mailedAt',
    cell: ({ mailedAt }) => (mailedAt ? <Time at={mailedAt} /> : texts.common.never),
  },
];

interface ActionsProps {
  readonly rule: MailRule;
  readonly reread: () => Promise<void>;
}

function Actions({ rule: { id, name, builtin, enabled }, reread }: ActionsProps) {
  const { notice } = useHere();
  const [isBusy, setBusy] = useState(false);
  const button = enabled ? texts.rules.switchOff : texts.rules.switchOn;
  // The user can undo a click by clicking the button again, so the button does not ask for confirmation.
  const setEnabled = async () => {
    setBusy(true);
    try {
      await ask(PeopleUpdateMailRuleDocument, { id, input: { enabled: !enabled } });
      await reread();
    } catch (error) {
      notice(errorText(error));
    }
    setBusy(false);
  };
  const remove = async () => {
    await ask(PeopleDeleteMailRuleDocument, { id });
    await reread();
    notice(texts.common.deletedNotice(name));
  };
  return (
    <>
      <button
        type="button"
        aria-label={texts.rules.switchLabel(button, name)}
        disabled={isBusy}
        onClick={() => void setEnabled()}
      >
        {button}
      </button>
      {!builtin && (
        <Confirm
          button={texts.common.delete}
          label={texts.common.deleteLabel(name)}
          question={texts.rules.deleteQuestion(name)}
          act={remove}
        />
      )}
    </>
  );
}
