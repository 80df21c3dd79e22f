// Tests every handwritten statement that changes or deletes rows. The statement names the network or organization of
// the rows, or is listed here with the reason why it reaches no row of another tenant. Otherwise the test fails.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const limited = 'an interpolated condition limits the statement to the networks or rows of the caller';
const ofHost = 'the key is a host that the transaction has found and locked in its network';
const ofParts = 'the keys are rows that the transaction has found in its network';
const service = 'work of the service, on rows that no caller chooses';
const ofCaller = 'the key is the address, session or key of the caller';

/**
 * By file: the number of statements that do not name a tenant, and why none of them changes a row of another tenant.
 */
const judged: Readonly<Record<string, readonly [number, string]>> = {
  'auth/key-usage.ts': [1, ofCaller],
  'auth/login-lock.ts': [3, ofCaller],
  'auth/sessions.ts': [1, ofCaller],
  'data/replicas/write-positions.sql.ts': [1, service],
  'data/sql/statement-sql.ts': [2, 'the scoped client adds the condition of the tenant to each statement'],
  'data/tenancy/sweep-rows.ts': [1, service],
  'data/tenancy/tag-statements.ts': [
    3,
    'the keys are tagged rows in the reach of the caller, and the hosts of such rows',
  ],
  'modules/access/mail/outbox.sql.ts': [2, service],
  'modules/access/organization/delete-organization.sql.ts': [1, 'the key is the organization of the caller'],
  'modules/discovery/runs/neighbor-links.sql.ts': [3, limited],
  'modules/discovery/server-poll/polls.sql.ts': [1, service],
  'modules/events/delivering/outcomes.sql.ts': [5, service],
  'modules/history/deleted-owners.sql.ts': [2, service],
  'modules/history/restore/park-values.sql.ts': [1, limited],
  'modules/history/restore/write-rows.sql.ts': [2, limited],
  'modules/history/retention.sql.ts': [3, service],
  'modules/inventory/fhrp-group/fhrp-groups.sql.ts': [1, ofHost],
  'modules/inventory/host/consolidation/merge-records.sql.ts': [1, ofHost],
  'modules/inventory/host/consolidation/move-routing.sql.ts': [2, ofHost],
  'modules/inventory/host/consolidation/restored-ids.sql.ts': [1, ofParts],
  'modules/inventory/host/consolidation/split-credentials.sql.ts': [3, ofHost],
  'modules/inventory/host/consolidation/split-first-merges.sql.ts': [7, ofHost],
  'modules/inventory/host/consolidation/split-merge.sql.ts': [4, ofHost],
  'modules/inventory/host/report/host-report-moves.sql.ts': [4, ofParts],
  'modules/inventory/host/report/host-report-seen.sql.ts': [2, limited],
  'modules/inventory/shared/host-locks.sql.ts': [3, 'callers have checked that the viewer may see the rows'],
  'modules/inventory/shared/layer2-links.sql.ts': [2, limited],
  'modules/inventory/subnet/merge-subnet.sql.ts': [5, ofParts],
  'modules/inventory/wireless-association/wireless-associations.sql.ts': [2, ofHost],
  'operator/copy/secrets.sql.ts': [1, service],
  'operator/organization/hold.sql.ts': [2, 'the events of triggers, which refuse writes'],
  'operator/organization/move-organization.sql.ts': [1, 'the key is the organization that the operator names'],
  'platform/postgres/migrate.ts': [1, service],
};

const write = /\b(?:UPDATE (?!SET\b|SKIP\b)\S+|DELETE FROM \S+)/;
const lock = /FOR (?:NO KEY )?UPDATE|DO UPDATE/g;
const tenantColumn = /\b(?:network_id|organization_id|networkId|organizationId)\b/;

/** The string literals and templates of a source file. A template includes the texts inside of it. */
function textsOf(source: ts.Node): string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) texts.push(node.getText());
    else ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

test('every statement that writes without naming a tenant is judged', () => {
  const root = join(__dirname, '../../src');
  const counts = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/^(generated|pages|agent|importer|demo)\//.test(name))
    .map((name) => {
      const source = ts.createSourceFile(name, readFileSync(join(root, name), 'utf8'), ts.ScriptTarget.Latest, true);
      const texts = textsOf(source).filter((text) => write.test(text.replaceAll(lock, '')) && !tenantColumn.test(text));
      return [name, texts.length] as const;
    })
    .filter(([, count]) => count > 0);
  expect(Object.fromEntries(counts)).toEqual(
    Object.fromEntries(Object.entries(judged).map(([name, [count]]) => [name, count])),
  );
});
