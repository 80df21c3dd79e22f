// Tags of the organization: creates, changes and deletes them.
import {
  PeopleCreateTagDocument,
  PeopleDeleteTagDocument,
  PeopleTagsDocument,
  PeopleUpdateTagDocument,
  type Color,
  type PeopleTagsQuery,
} from '../../../generated/people-operations';
import { ask, usePaged } from '../../kit/asking';
import { Confirm } from '../../kit/sections/confirm';
import { Check, Choice, Field, Form, readText } from '../../kit/sections/form';
import { useHere } from '../parts/frame';
import { Facts, Opened, Rows } from '../../kit/sections/rows';

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
  const tags = usePaged((after) => ask(PeopleTagsDocument, { after }));
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
      <Rows
        list={tags}
        name="Tags"
        none="There are no tags."
        row={(tag) => (
          <>
            <h3>
              <bdi>{tag.name}</bdi>
            </h3>
            <Facts
              facts={[
                ['Colour', tag.color],
                ...(tag.description ? [['Description', <bdi>{tag.description}</bdi>] as const] : []),
                ...(tag.isApplication ? [['Marks', 'an application'] as const] : []),
              ]}
            />
            <Opened title="Change">
              {(close) => (
                <Form button="Save" label={`Change ${tag.name}`} send={(values) => save(tag, values).then(close)}>
                  <TagFields tag={tag} />
                </Form>
              )}
            </Opened>
            <div class="buttons">
              <Confirm
                button="Delete"
                label={`Delete ${tag.name}`}
                question={`Delete the tag “${tag.name}”? It is removed from everything that has it.`}
                act={() => remove(tag)}
              />
            </div>
          </>
        )}
      />
    </>
  );
}

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
