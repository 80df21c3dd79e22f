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

type Tag = PeopleTagsQuery['list']['nodes'][number];

/** Names of the colors. With the type Record, a color of the API without a name here is a compile error. */
const colors: Readonly<Record<Color, string>> = {
  Gray: 'Gray',
  Red: 'Red',
  Orange: 'Orange',
  Amber: 'Amber',
  Yellow: 'Yellow',
  Lime: 'Lime',
  Green: 'Green',
  Emerald: 'Emerald',
  Teal: 'Teal',
  Cyan: 'Cyan',
  Sky: 'Sky',
  Blue: 'Blue',
  Indigo: 'Indigo',
  Violet: 'Violet',
  Purple: 'Purple',
  Fuchsia: 'Fuchsia',
  Pink: 'Pink',
  Rose: 'Rose',
};

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
    notice(`${input.name} was created.`);
  };
  const save = async ({ id, updatedAt }: Tag, values: FormData) => {
    const input = { ...inputOf(values), expectedUpdatedAt: updatedAt };
    await ask(PeopleUpdateTagDocument, { id, input });
    await tags.reload();
    notice(`Saved: ${input.name}.`);
  };
  const remove = async ({ id, name }: Tag) => {
    await ask(PeopleDeleteTagDocument, { id });
    await tags.reload();
    notice(`${name} is deleted.`);
  };
  return (
    <>
      {viewer.may.includes('createTag') && (
        <Opened title="New tag">
          {(close) => (
            <Form button="Create tag" send={(values) => create(values).then(close)}>
              <TagFields />
            </Form>
          )}
        </Opened>
      )}
      <List
        list={tags}
        name="Tags"
        nouns={['tag', 'tags']}
        none="There are no tags."
        search="Part of the name of a tag"
        columns={columns}
        actions={(tag) => (
          <Confirm
            button="Delete"
            label={`Delete ${tag.name}`}
            question={`Delete the tag “${tag.name}”? It is removed from everything that has it.`}
            act={() => remove(tag)}
          />
        )}
        forms={[
          {
            button: 'Change',
            isFor: () => true,
            content: (tag, close) => (
              <Form button="Save" label={`Change ${tag.name}`} send={(values) => save(tag, values).then(close)}>
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
  { title: 'Name', order: 'naturalName', cell: ({ name }) => <bdi>{name}</bdi> },
  { title: 'Colour', order: 'color', cell: ({ color }) => colors[color] },
  { title: 'Description', cell: ({ description }) => description && <bdi>{description}</bdi> },
  { title: 'Marks', order: 'isApplication', cell: ({ isApplication }) => (isApplication ? 'an application' : null) },
];

function TagFields({ tag }: { tag?: Tag }) {
  return (
    <>
      <Field name="name" label="Name" required maxLength={100} defaultValue={tag?.name ?? ''} />
      <Field name="description" label="Description" maxLength={2000} defaultValue={tag?.description ?? ''} />
      <Choice name="color" label="Colour" options={Object.entries(colors)} initial={tag?.color ?? 'Gray'} />
      <Check name="isApplication" label="Marks an application" isChecked={tag?.isApplication ?? false} />
    </>
  );
}
