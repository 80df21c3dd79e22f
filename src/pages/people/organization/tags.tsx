// Tags of the organization: creates, changes and deletes them.
import {
  PeopleCreateTagDocument,
  PeopleDeleteTagDocument,
  PeopleTagsDocument,
  PeopleUpdateTagDocument,
  type Color,
  type PeopleTagsQuery,
  type TagOrderField,
} from '../../../generated/people-operations';
import { ask } from '../../kit/asking';
import { List, type Column } from '../../kit/list/list';
import { useList, type ListQuestion } from '../../kit/list/use-list';
import { Confirm } from '../../kit/sections/confirm';
import { Check, Choice, Field, Form, readText } from '../../kit/sections/form';
import { useHere } from '../parts/frame';
import { Opened } from '../../kit/sections/rows';
import { texts } from './texts';

type Tag = PeopleTagsQuery['list']['nodes'][number];

export function Tags() {
  const { viewer, notice } = useHere();
  const tags = useList(
    ({ text, ...asked }: ListQuestion<TagOrderField>) =>
      ask(PeopleTagsDocument, { ...asked, filter: text === '' ? {} : { name: { contains: text } } }),
    { field: 'naturalName', isDescending: false },
  );
  const inputOf = (values: FormData) => ({
    name: readText(values, 'name'),
    description: readText(values, 'description') || null,
    color: readText(values, 'color') as Color,
    isApplication: values.has('isApplication'),
  });
  const create = async (values: FormData) => {
    const input = inputOf(values);
    await ask(PeopleCreateTagDocument, { input });
    await tags.reload();
    notice(texts.common.createdNotice(input.name));
  };
  const save = async ({ id, updatedAt }: Tag, values: FormData) => {
    const input = { ...inputOf(values), expectedUpdatedAt: updatedAt };
    await ask(PeopleUpdateTagDocument, { id, input });
    await tags.reload();
    notice(texts.common.savedName(input.name));
  };
  const remove = async ({ id, name }: Tag) => {
    await ask(PeopleDeleteTagDocument, { id });
    await tags.reload();
    notice(texts.common.deletedNotice(name));
  };
  return (
    <>
      {viewer.may.includes('createTag') && (
        <Opened title={texts.tags.newTag}>
          {(close) => (
            <Form button={texts.tags.createTag} send={(values) => create(values).then(close)}>
              <TagFields />
            </Form>
          )}
        </Opened>
      )}
      <List
        list={tags}
        name={texts.tags.tags}
        nouns={texts.tags.nouns}
        none={texts.tags.noRows}
        search={texts.tags.search}
        columns={columns}
        actions={(tag) => (
          <Confirm
            button={texts.common.delete}
            label={texts.common.deleteLabel(tag.name)}
            question={texts.tags.deleteQuestion(tag.name)}
            act={() => remove(tag)}
          />
        )}
        forms={[
          {
            button: texts.common.change,
            isFor: () => true,
            content: (tag, close) => (
              <Form
                button={texts.common.save}
                label={texts.common.changeLabel(tag.name)}
                send={(values) => save(tag, values).then(close)}
              >
                <TagFields tag={tag} />
              </Form>
            ),
          },
        ]}
      />
    </>
  );
}

const columns: readonly Column<Tag, TagOrderField>[] = [
  { title: texts.common.name, order: 'naturalName', cell: ({ name }) => <bdi>{name}</bdi> },
  { title: texts.tags.colour, order: 'color', cell: ({ color }) => texts.tags.colors[color] },
  { title: texts.tags.description, cell: ({ description }) => description && <bdi>{description}</bdi> },
  {
    title: texts.tags.marks,
    order: 'isApplication',
    cell: ({ isApplication }) => (isApplication ? texts.tags.anApplication : null),
  },
];

function TagFields({ tag }: { tag?: Tag }) {
  return (
    <>
      <Field name="name" label={texts.common.name} required maxLength={100} defaultValue={tag?.name ?? ''} />
      <Field name="description" label={texts.tags.description} maxLength={2000} defaultValue={tag?.description ?? ''} />
      <Choice
        name="color"
        label={texts.tags.colour}
        options={Object.entries(texts.tags.colors)}
        initial={tag?.color ?? 'Gray'}
      />
      <Check name="isApplication" label={texts.tags.marksAnApplication} isChecked={tag?.isApplication ?? false} />
    </>
  );
}
