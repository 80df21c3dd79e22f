// Sends the questions in the page's URL, such as "which path leads from A to B?", and keeps the answers. Each question
// is sent once per version of the graph.
import {
  PageImpactDocument,
  PagePathsDocument,
  PageSinglePointsDocument,
  PageSupposedImpactDocument,
  PageSupposedPathsDocument,
  PageSupposedSinglePointsDocument,
  PageSupposedVlanPathDocument,
  PageSupposedVlanSummariesDocument,
  PageVlanPathDocument,
  PageVlanSummariesDocument,
  PageWhatIfDocument,
  type PageImpactQuery,
  type PagePathsQuery,
  type PageSinglePointsQuery,
  type PageVlanPathQuery,
  type PageVlanSummariesQuery,
  type PageWhatIfQuery,
} from '../../../generated/page-operations';
import { KitVerdictDocument, type KitVerdictQuery } from '../../../generated/kit-operations';
import type { Document, Granted } from '../../kit/ask';
import { ask } from '../../kit/ask-as-of';
import { toChanges, writeSupposed, type Supposition } from '../suppose/supposed';
import { followedKindsOf, type Place, type Scene } from './place';

type GraphOf<Query extends { topology: { graph: object } | null }> = Granted<Query>['topology']['graph'];
export type Path = GraphOf<PagePathsQuery>['allShortestPaths'][number];
export type Hop = Path['hops'][number];
export type Impact = GraphOf<PageImpactQuery>['impactOf'];
export type Stop = GraphOf<PageSinglePointsQuery>['singlePointsOfFailure'][number];
export type VlanPath = GraphOf<PageVlanPathQuery>['vlanPath'];
export type VlanSummary = GraphOf<PageVlanSummariesQuery>['vlanSummaries'][number];
export type WhatIf = Granted<PageWhatIfQuery>['topology']['whatIf'];
export type Verdict = Granted<KitVerdictQuery>['checkVerdict'];

export interface Answers {
  readonly paths: readonly Path[];
  readonly impact: Impact;
  readonly singlePoints: readonly Stop[];
  readonly vlan: VlanPath;
  readonly vlanSummaries: readonly VlanSummary[];
  readonly verdict: Verdict;
  readonly whatIf: WhatIf;
}
export type Question = keyof Answers;

/** Maximum number of VLANs in the list of all VLANs. */
export const mostVlans = 1000;

/** A question of the user and its answer or error; neither while the request is pending. */
export interface Asked<Kind extends Question> {
  readonly key: string;
  readonly answer?: Answers[Kind];
  readonly problem?: string;
}
export type AskedQuestions = { readonly [Kind in Question]?: Asked<Kind> };

interface AskedScene extends Scene {
  /** What-if changes that are drawn. Questions are then about the changed network. */
  readonly supposition: Supposition | undefined;
  /** Chooses the root for the question which nodes a failure cuts off from a root, if the user has chosen none. */
  readonly usualRoot: () => string | null;
  /** Says why a drawn node does not exist at the shown instant; empty if it does. */
  absenceOf(id: string): string;
}

type GraphQuery = { topology: { graph: object } | null };
type SupposedQuery<Query extends GraphQuery> = {
  topology: { whatIf: { graph: NonNullable<Query['topology']>['graph'] | null } } | null;
};

/** Asks about the real network or, if what-if changes are drawn, about the changed network. */
async function askGraph<Query extends GraphQuery, More extends object>(
  { graph, at, supposition }: AskedScene,
  document: Document<Query, Scene['graph'] & More>,
  supposedDocument: Document<SupposedQuery<Query>, Scene['graph'] & Supposition & More>,
  more: More,
): Promise<GraphOf<Query>> {
  if (!supposition) {
    const { topology } = await ask(document, { ...graph, ...more }, { at });
    return topology!.graph as GraphOf<Query>;
  }
  const { topology } = await ask(supposedDocument, { ...graph, ...supposition, ...more }, { at });
  return topology!.whatIf.graph as GraphOf<Query>;
}

const askers: { readonly [Kind in Question]: (scene: AskedScene, place: Place) => Promise<Answers[Kind]> | undefined } =
  {
    paths: (scene, { from, to }) =>
      from && to
        ? askGraph(scene, PagePathsDocument, PageSupposedPathsDocument, { from, to }).then(
            ({ allShortestPaths }) => allShortestPaths,
          )
        : undefined,
    impact: (scene, { root, failing }) =>
      root && failing.length > 0
        ? askGraph(scene, PageImpactDocument, PageSupposedImpactDocument, {
            ...{ root, failing: [...failing] },
            followedEdgeTypes: followedKindsOf(scene.graph.view),
          }).then(({ impactOf }) => impactOf)
        : undefined,
    singlePoints: (scene, { singlePoints }) =>
      singlePoints
        ? askGraph(scene, PageSinglePointsDocument, PageSupposedSinglePointsDocument, {
            followedEdgeTypes: followedKindsOf(scene.graph.view),
          }).then(({ singlePointsOfFailure }) => singlePointsOfFailure)
        : undefined,
    vlan: (scene, { vlanId }) =>
      vlanId
        ? askGraph(scene, PageVlanPathDocument, PageSupposedVlanPathDocument, { vlanId }).then(
            ({ vlanPath }) => vlanPath,
          )
        : undefined,
    vlanSummaries: (scene, { vlanSummaries: isAsked }) =>
      isAsked
        ? askGraph(scene, PageVlanSummariesDocument, PageSupposedVlanSummariesDocument, { first: mostVlans }).then(
            ({ vlanSummaries }) => vlanSummaries,
          )
        : undefined,
    whatIf: ({ graph, at, usualRoot }, { supposed, root: chosenRoot }) => {
      if (supposed.length === 0) return undefined;
      const root = chosenRoot ?? usualRoot();
      const variables = {
        ...{ ...graph, followedEdgeTypes: followedKindsOf(graph.view) },
        ...{ changes: toChanges(supposed), root: root ?? noRoot, hasRoot: root !== null },
      };
      return ask(PageWhatIfDocument, variables, { at }).then(({ topology }) => topology.whatIf);
    },
    // The results of checks have no history, so the present result is read even for a past instant.
    verdict: (_scene, { verdictId }) =>
      verdictId === null
        ? undefined
        : ask(KitVerdictDocument, { id: verdictId }).then(({ checkVerdict }) => checkVerdict),
  };
const namedBy: Readonly<Record<Question, (place: Place) => readonly (string | null)[]>> = {
  paths: ({ from, to }) => [from, to],
  impact: ({ root, failing }) => [root, ...failing],
  singlePoints: () => [],
  vlan: () => [],
  vlanSummaries: () => [],
  verdict: () => [],
  whatIf: () => [],
};
/** The query requires an id even if there is no root. The service ignores this id, because `hasRoot` is false. */
const noRoot = '00000000-0000-0000-0000-000000000000';
const questions = Object.keys(askers) as Question[];

/** What the answer depends on. A question is sent again only if this text or the graph changes. */
const keyOf: Readonly<Record<Question, (place: Place) => string>> = {
  paths: ({ from, to }) => `${from} ${to}`,
  impact: ({ root, failing }) => `${root} ${failing.join()}`,
  singlePoints: ({ singlePoints }) => String(singlePoints),
  vlan: ({ vlanId }) => String(vlanId),
  vlanSummaries: ({ vlanSummaries }) => String(vlanSummaries),
  verdict: ({ verdictId }) => String(verdictId),
  whatIf: ({ supposed, root }) => `${writeSupposed(supposed)} ${root}`,
};

/**
 * Sends the changed questions, and passes each answer to `update`. `version` is that of the graph. `answers` returns
 * the current questions, so that outdated answers can be ignored.
 */
export function askQuestions(
  scene: AskedScene,
  place: Place,
  version: number,
  answers: () => AskedQuestions,
  update: <Kind extends Question>(kind: Kind, result: Asked<Kind> | undefined) => void,
  fail: (error: unknown) => string,
): void {
  for (const kind of questions) askOne(kind, scene, place, version, answers, update, fail);
}

function askOne<Kind extends Question>(
  kind: Kind,
  scene: AskedScene,
  place: Place,
  version: number,
  answers: () => AskedQuestions,
  update: (kind: Kind, result: Asked<Kind> | undefined) => void,
  fail: (error: unknown) => string,
): void {
  const key = `${version} ${keyOf[kind](place)}`;
  const before = answers()[kind];
  if (before?.key === key) return;
  const absence = namedBy[kind](place).map((id) => (id === null ? '' : scene.absenceOf(id)));
  const why = absence.find((words) => words !== '');
  if (why)
    return update(kind, { key, problem: `A node of this question is not there at the instant that is shown: ${why}.` });
  const answering = askers[kind](scene, place);
  if (!answering) {
    if (before) update(kind, undefined);
    return;
  }
  // Keep the old answer on display until the new one arrives, so that nothing flickers.
  update(kind, { ...before, key });
  const updateIfCurrent = (result: Asked<Kind>) => {
    if (answers()[kind]?.key === key) update(kind, result);
  };
  answering.then(
    (answer) => updateIfCurrent({ key, answer }),
    (error: unknown) => updateIfCurrent({ key, problem: fail(error) }),
  );
}
