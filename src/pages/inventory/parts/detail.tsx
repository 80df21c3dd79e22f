// The page of one row: its fields, its history, and related rows.
import { useEffect, useState } from 'preact/hooks';
import { filterInputs } from '../../../generated/inventory-kinds';
import { Refusal } from '../../kit/ask';
import { ask, useAsked } from '../../kit/asking';
import { instantWords } from '../../kit/instants/instant-words';
import { AddressSection } from '../addresses/address-section';
import { kindOfType, type Field, type Kind, type Row } from '../address/kinds-by-list';
import { findForm } from '../address/form-facts';
import { listPlace, writePlace, type Place } from '../address/place';
import { RowActions } from '../forms/row-actions';
import { useRowRights, type RowRights } from '../forms/row-rights';
import { rowTitle } from '../rows/titles';
import { isNothing, ObjectFacts, Plain, Related, toRows, countRows } from '../rows/values';
import { countWords, enumWords, toLabel, sourceWords, upperFirst } from '../texts';
import { useInventory } from '../address/context';
import { RowHistory } from '../history/history';
import { HostIdentity } from '../identity/identity';
import { Interrupted } from '../live/banner';
import { useChangedFields } from '../live/use-changed-fields';
import { useChanges } from '../live/use-changes';
import { HostLocation } from '../location/location';
import { texts } from '../page-texts';

/** Fields about the record in the database, such as times and source. The page shows them below all other fields. */
const times =
  /^(createdAt|updatedAt|takenAt|lastSeen|lastSeenAt|missingSince|firstDiscovery|lastDiscovery|createdByUser|source|associatedSince)$/;

/** Reads a row. If the row was deleted or the viewer may not see it, resolves with null instead of an error. */
const readRow = async (kind: Kind, id: string, at: string | null): Promise<Row | null> => {
  try {
    return (await ask(kind.rowDocument, { id }, { at })).one;
  } catch (error) {
    if (error instanceof Refusal && error.isGone) return null;
    throw error;
  }
};

export function Detail({ kind, id }: { kind: Kind; id: string }) {
  const { place, start, go, follow } = useInventory();
  const at = kind.hasPast ? place.at : null;
  const { data: row, problem, reload } = useAsked(() => readRow(kind, id, at), `${kind.list} ${id} ${at}`);
  const networkId = (row?.networkId as string | undefined) ?? place.networkId!;
  const [version, setVersion] = useState(0);
  // The URL of a row contains the row's current network, so the URL changes when the row moves to another network.
  useEffect(() => {
    if (row && networkId !== place.networkId) go({ ...place, networkId }, true);
  }, [row, networkId]);
  const isHost = kind.list === 'hosts';
  const isLive = row !== undefined && kind.isCompared && at === null;
  // The page of a host also shows rows that belong to the host, so the page subscribes to changes of these rows too.
  const subject = isHost ? { networkId, kinds: null, hostId: id } : { networkId, kinds: [kind.historyKind!] };
  const live = useChanges(isLive ? subject : null, {
    onBegin: () => void reload(),
    onChanges({ ids, hasGap }) {
      if (!isHost && !hasGap && !ids.has(id)) return;
      void reload();
      setVersion((formerVersion) => formerVersion + 1);
    },
  });
  const list = writePlace(listPlace(place.networkId!, kind, place.at));
  const rights = useRowRights(kind, id);
  // Restoring a deleted row creates it again, so the viewer needs the right to create rows of the kind.
  const written = row === null ? findForm(kind.list)?.create : findForm(kind.list)?.update;
  const mayRestore = rights?.mayUpdate === true && (!written || start.viewer.may.includes(written));
  return (
    <article class="detail" aria-busy={row === undefined} data-live={live ?? 'off'}>
      <p>
        <a href={list} onClick={follow}>
          ← {upperFirst(kind.plural)}
        </a>
      </p>
      <div role="alert">{problem && <p class="problem">{problem}</p>}</div>
      {live === 'interrupted' && <Interrupted />}
      {row === null && (
        <div class="empty">
          <h2>
            {at === null ? texts.detail.thisIsNotThere(kind.singular) : texts.detail.thisWasNotThere(kind.singular)}
          </h2>
          <p>{at === null ? texts.detail.itWasDeleted : texts.detail.atItWasNot(instantWords(at))}</p>
        </div>
      )}
      {row && <RowFacts key={`${id} ${at}`} {...{ kind, row, networkId, version, rights }} />}
      {row !== undefined && (
        <RowHistory {...{ kind, id, version, mayRestore }} isDeleted={row === null} onRestored={() => void reload()} />
      )}
    </article>
  );
}

function byImportance({ fields, title, columns }: Kind): readonly Field[] {
  const first = [...title, ...columns];
  const rank = ({ name }: Field) => (first.includes(name) ? first.indexOf(name) : first.length);
  return fields.toSorted((one, other) => rank(one) - rank(other));
}

function locatedHostId({ list }: Kind, row: Row): string | undefined {
  if (list === 'hosts') return row.id;
  return list === 'ipAddresses' ? (row.host as Row | null)?.id : undefined;
}

interface RowFactsProps {
  readonly kind: Kind;
  readonly row: Row;
  readonly networkId: string;
  /** A counter that tells sections of the page to reload after a change. */
  readonly version: number;
  readonly rights: RowRights | undefined;
}

function RowFacts({ kind, row, networkId, version, rights }: RowFactsProps) {
  const { place } = useInventory();
  const { fields } = kind;
  const changed = useChangedFields(
    row,
    fields.flatMap(({ name }) => (times.test(name) ? [] : [name])),
  );
  const isHost = kind.list === 'hosts';
  const hasIdentity = isHost && place.at === null;
  const hostId = locatedHostId(kind, row);
  const isThere = ({ name }: Field) => !isNothing(row[name]) && !(kind.title.length === 1 && kind.title[0] === name);
  const isRows = ({ shape, name }: Field) => name !== 'tags' && (shape === 'Rows' || shape === 'PlainRows');
  const isObject = ({ shape, name }: Field) =>
    ((shape === 'Object' && name !== 'source') || shape === 'Objects') && !(hasIdentity && name === 'identity');
  const shownFields = byImportance(kind).filter(isThere);
  // Whether the field says where the value of another field comes from, as `osSource` does for `os`. Such a field is
  // shown next to the other field.
  const isSource = ({ name }: Field) => /.Source$/.test(name) && fields.some((one) => `${one.name}Source` === name);
  const isFact = (field: Field) =>
    !isRows(field) && !isObject(field) && !isSource(field) && !(hasIdentity && field.name === 'identity');
  const facts = shownFields.filter(isFact);
  return (
    <>
      <header class="title">
        <span class="quiet">{upperFirst(kind.singular)}</span>
        <h2>
          <bdi>{rowTitle(row, kind.title)}</bdi>
        </h2>
        <MapLink kind={kind} row={row} networkId={networkId} />
        <RowActions {...{ kind, row, networkId, rights }} />
      </header>
      <div role="status">
        {changed.size > 0 && (
          <p class="changes-banner">
            {texts.detail.changedJustNow([...changed].map((name) => toLabel(name)).join(', '))}
          </p>
        )}
      </div>
      <Facts fields={facts.filter(({ name }) => !times.test(name))} row={row} changed={changed} />
      {hostId !== undefined && <HostLocation hostId={hostId} networkId={networkId} version={version} />}
      {hasIdentity && <HostIdentity hostId={row.id} networkId={networkId} version={version} />}
      {kind.list === 'subnets' && <AddressSection subnetId={row.id} />}
      {shownFields.filter(isRows).map((field) => (
        <RelatedRows key={field.name} {...{ kind, row, field, networkId }} isChanged={changed.has(field.name)} />
      ))}
      {shownFields.filter(isObject).map((field) => (
        <ObjectSection key={field.name} field={field} value={row[field.name]} />
      ))}
      <section aria-labelledby="times">
        <h3 id="times">{texts.detail.sourceAndTimes}</h3>
        <Facts fields={facts.filter(({ name }) => times.test(name))} row={row} changed={changed} />
      </section>
    </>
  );
}

/** A note next to a value that has changed while the page is open. */
const JustChanged = () => <span class="just-changed"> {texts.detail.changedJustNow2}</span>;

interface FactsProps {
  readonly fields: readonly Field[];
  readonly row: Row;
  readonly changed: ReadonlySet<string>;
}

function Facts({ fields, row, changed }: FactsProps) {
  return (
    <dl class="facts">
      {fields.map((field) => (
        <div key={field.name}>
          <dt>{toLabel(field.name)}</dt>
          <dd>
            <Fact field={field} row={row} />
            {typeof row[`${field.name}Source`] === 'string' && (
              <span class="quiet"> ({sourceWords(row[`${field.name}Source`] as string)})</span>
            )}
            {changed.has(field.name) && <JustChanged />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Fact({ field, row }: { field: Field; row: Row }) {
  const value = row[field.name];
  if (field.shape === 'Row') return <Related row={value as Row} field={field} beside={row} />;
  if (field.name === 'tags') return <Tags field={field} row={row} />;
  if (field.shape === 'Object') {
    const { type, ...others } = value as Row;
    const isMore = Object.values(others).some((one) => one !== null);
    return isMore ? <ObjectFacts value={value} /> : <>{enumWords(String(type))}</>;
  }
  return <Plain field={field} value={value} />;
}

function Tags({ field, row }: { field: Field; row: Row }) {
  return (
    <>
      {toRows(row[field.name]).map((tag, index) => (
        <span key={tag.id}>
          {index > 0 && ', '}
          <Related row={tag} field={field} beside={row} />
        </span>
      ))}
    </>
  );
}

function ObjectSection({ field, value }: { field: Field; value: unknown }) {
  const isEmpty = Array.isArray(value)
    ? value.length === 0
    : Object.values(value as object).every((one) => one === null || (Array.isArray(one) && one.length === 0));
  if (isEmpty) return null;
  return (
    <section>
      <details>
        <summary>{toLabel(field.name)}</summary>
        <ObjectFacts value={value} />
      </details>
    </section>
  );
}

interface RelatedRowsProps {
  readonly kind: Kind;
  readonly row: Row;
  readonly field: Field;
  readonly networkId: string;
  readonly isChanged: boolean;
}

function RelatedRows({ kind, row, field, networkId, isChanged }: RelatedRowsProps) {
  const { place, follow } = useInventory();
  const value = row[field.name];
  const rows = toRows(value);
  if (rows.length === 0) return null;
  const total = countRows(value);
  const other = kindOfType(field.of);
  const all =
    other && total > rows.length ? placeOfAll(kind, other, field, row, listPlace(networkId, other, place.at)) : null;
  return (
    <section aria-labelledby={`section-${field.name}`}>
      <h3 id={`section-${field.name}`}>
        {toLabel(field.name)} <span class="quiet">{countWords(total)}</span>
        {isChanged && <JustChanged />}
      </h3>
      <ul class="related">
        {rows.map((one) => (
          <li key={one.id}>
            <Related row={one} field={field} beside={row} />
          </li>
        ))}
        {total > rows.length && !all && <li class="quiet">{texts.detail.andMore(countWords(total - rows.length))}</li>}
      </ul>
      {all && (
        <p>
          <a href={writePlace(all)} onClick={follow}>
            {texts.detail.showAll(countWords(total))}
          </a>
        </p>
      )}
    </section>
  );
}

/** The URL of a list that contains the same related rows; null if that list cannot be filtered by the shown row. */
function placeOfAll(kind: Kind, other: Kind, field: Field, { id }: Row, list: Place): Place | null {
  if (field.name !== other.list) return null;
  if (kind.list === 'networks') return other.isInNetwork ? { ...list, networkId: id } : null;
  const members = filterInputs[other.filter] ?? {};
  const name = `${kind.type.charAt(0).toLowerCase()}${kind.type.slice(1)}Id`;
  const path = members[name]?.startsWith('UUID') ? `${name}.eq` : `${name}s`;
  if (path.endsWith('s') && members[path] !== '[UUID!]') return null;
  return { ...list, clauses: [{ path, values: [id] }] };
}

function MapLink({ kind, row, networkId }: { kind: Kind; row: Row; networkId: string }) {
  const { place, start } = useInventory();
  const topology = start.topologies.nodes.find((one) => one.networkId === networkId);
  if (!kind.mapView || !topology) return null;
  // In a large topology, many nodes are in collapsed folds. The parameter `reveal` expands the folds around this row.
  const params = new URLSearchParams({ topology: topology.id, view: kind.mapView, selected: row.id, reveal: row.id });
  if (place.at) params.set('at', place.at);
  return (
    <a class="button" href={`/topology?${params.toString()}`}>
      {texts.detail.showOnTheMap}
    </a>
  );
}
