// Verdicts of checks in GraphQL: findings, missing evidence, and the history of a verdict.
import { storedJson } from '../../../data/model/stored-json';
import { builder } from '../../../graphql/builder';
import type { GraphqlContext } from '../../../graphql/context';
import { listedEntity } from '../../../graphql/entity/listed-entity';
import { choice, flag, id, integer, optional, readOnly, time } from '../../../graphql/entity/sheet-fields';
import { enumRef } from '../../../graphql/enums';
import { holds } from '../../../graphql/plugin/bounds';
import { fillSentence, findingTexts, missingEvidenceTexts } from '../judging/texts';
import {
  findingSubjects,
  mostElementIds,
  mostFindings,
  type Finding,
  type FindingSubject,
  type MissingEvidence,
} from '../judging/verdict';
import { mostPoints } from '../query-check/query-document';
import type { ShownFinding, StoredVerdict } from './effective-verdict';
import { readableElements } from './readable-elements.sql';

/** Maximum number of pieces of missing evidence that a verdict lists. */
const mostMissing = 50;

const subjectTexts: Readonly<Record<FindingSubject, string>> = {
  Host: 'A host.',
  Interface: 'A port.',
  Subnet: 'A subnet.',
  IpAddress: 'An address of a host.',
  Vlan: 'A VLAN.',
  Service: 'A service.',
  Network: 'The network, or a row of another kind.',
};
const subjectEnum = builder.enumType('FindingSubject', {
  description: 'What a finding of a check is about.',
  values: Object.fromEntries(
    findingSubjects.map((subject) => [subject, { description: subjectTexts[subject] }]),
  ) as Record<FindingSubject, { description: string }>,
});

/** The sentence for the code of a finding or of missing evidence, with the values of its parameters filled in. */
const sentence = (
  texts: Readonly<Record<string, string>>,
  { code, params }: Pick<Finding, 'code' | 'params'>,
): string => fillSentence(texts[code] ?? code, params);

const elementTexts = { description: 'Ids of the rows that it is about, the row of its `subject` first.' };
export const findingRef = builder.objectRef<ShownFinding>('CheckFinding').implement({
  description: 'Something that contradicts a check.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Identifies the finding over time, for `acceptFinding`.' }),
    code: t.exposeString('code', { description: 'Code of the finding, of a closed list.' }),
    message: t.string({
      description: 'The finding, as a sentence for people.',
      resolve: (finding) => sentence(findingTexts, finding),
    }),
    subject: t.expose('subject', { type: subjectEnum, description: 'Kind of the row that it is about.' }),
    elementIds: t.field({
      type: ['UUID'],
      ...elementTexts,
      ...holds(mostElementIds, 2),
      resolve: ({ elementIds }) => [...elementIds],
    }),
    params: t.expose('params', {
      type: 'JSON',
      description: 'Values in the sentence, an object. Names are those of the time when it was judged.',
    }),
    isAccepted: t.exposeBoolean('isAccepted', { description: 'Whether it is accepted as it is.' }),
  }),
});
const missingRef = builder.objectRef<MissingEvidence>('CheckMissingEvidence').implement({
  description: 'Evidence that is missing for the judgement of a check.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Code of the missing evidence, of a closed list.' }),
    message: t.string({
      description: 'The missing evidence, as a sentence for people.',
      resolve: (missing) => sentence(missingEvidenceTexts, missing),
    }),
    elementIds: t.field({
      type: ['UUID'],
      description: 'Ids of the rows for which it is missing.',
      ...holds(mostElementIds, 2),
      resolve: ({ elementIds }) => [...elementIds],
    }),
    params: t.expose('params', { type: 'JSON', description: 'Values in the sentence, an object.' }),
  }),
});

const texts = {
  state: 'What the judgement says.',
  judged: 'Number of rows that were judged.',
  findingCount: 'Number of all findings, accepted ones included.',
  findings: `The first ${mostFindings} findings, by key. Findings about rows that are gone are left out.`,
  missing: `Evidence that is missing, at most ${mostMissing}; at least one for Unknown.`,
};

/** A verdict that was computed for this request and is not stored. */
interface Judgement extends Omit<StoredVerdict, 'acceptedCount'> {
  readonly documentCost?: number | null;
}
export const judgementRef = builder.objectRef<Judgement>('CheckJudgement').implement({
  description: 'What a check says of one state of a network.',
  fields: (t) => ({
    state: t.expose('state', { type: enumRef('VerdictState'), description: texts.state }),
    judged: t.exposeInt('judged', { description: texts.judged }),
    findingCount: t.exposeInt('findingCount', { description: texts.findingCount }),
    findings: t.field({
      type: [findingRef],
      description: `The first ${mostFindings} findings, by key.`,
      ...holds(mostFindings, 5),
      resolve: ({ findings }) => [...findings],
    }),
    missing: t.field({
      type: [missingRef],
      description: texts.missing,
      ...holds(mostMissing, 1),
      resolve: ({ missing }) => missing.slice(0, mostMissing),
    }),
    documentCost: t.int({
      nullable: true,
      description: `Estimated cost of the GraphQL document of the rule in points, at most ${mostPoints}; null without one.`,
      resolve: ({ documentCost }) => documentCost ?? null,
    }),
  }),
});

listedEntity('CheckVerdict', {
  mixins: [],
  fields: {
    checkId: id(),
    state: choice('VerdictState'),
    since: time(),
    sinceIsAtLeast: flag(),
    judged: readOnly(integer(0)),
    findingCount: readOnly(integer(0)),
    acceptedCount: readOnly(integer(0)),
  },
  list: { name: 'checkVerdicts', description: 'Present verdicts of checks, one for each check and network.' },
  getter: { name: 'checkVerdict' },
  filter: { network: true, check: true },
  order: ['state', 'since', 'findingCount', 'networkId', 'checkId'],
});

/**
 * Those stored findings whose first row the viewer can read. Ids of rows that the viewer cannot read are removed from
 * the findings.
 */
async function shownFindings(stored: unknown, context: GraphqlContext): Promise<ShownFinding[]> {
  const findings = storedJson<ShownFinding[]>(stored);
  const ids = [...new Set(findings.flatMap(({ elementIds }) => elementIds))];
  const readable = await readableElements(context, ids);
  return findings
    .filter(({ elementIds: [first] }) => first === undefined || readable.has(first))
    .map((finding) => ({
      ...finding,
      elementIds: finding.elementIds.filter((one) => readable.has(one)),
    }));
}

builder.prismaObjectFields('CheckVerdict', (t) => ({
  check: t.relation('check'),
  findings: t.field({
    type: [findingRef],
    description: texts.findings,
    select: { findings: true },
    ...holds(mostFindings, 5),
    resolve: ({ findings }, _args, context: GraphqlContext) => shownFindings(findings, context),
  }),
  missing: t.field({
    type: [missingRef],
    description: texts.missing,
    select: { missing: true },
    ...holds(mostMissing, 1),
    resolve: async ({ missing }, _args, context: GraphqlContext) => {
      const evidence = storedJson<MissingEvidence[]>(missing).slice(0, mostMissing);
      const readable = await readableElements(
        context,
        evidence.flatMap(({ elementIds }) => elementIds),
      );
      return evidence.map((one) => ({ ...one, elementIds: one.elementIds.filter((id) => readable.has(id)) }));
    },
  }),
}));

listedEntity('CheckVerdictChange', {
  mixins: [],
  fields: {
    checkId: id(),
    changedAt: time(),
    fromState: optional(choice('VerdictState')),
    toState: optional(choice('VerdictState')),
    findingCount: readOnly(integer(0)),
  },
  list: {
    name: 'checkVerdictChanges',
    description: 'Changes of the states of verdicts, the latest first by default; 100 of a check in a network.',
    defaultOrder: [{ field: 'changedAt', direction: 'desc' }],
  },
  getter: { name: 'checkVerdictChange' },
  filter: { network: true, check: true },
  order: ['changedAt', 'networkId', 'checkId'],
});
builder.prismaObjectFields('CheckVerdictChange', (t) => ({ check: t.relation('check') }));
