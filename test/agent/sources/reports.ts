// Builds the reports of machines that a data source has read, and checks that the server would accept them.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import Ajv from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { replaceVlanNumbers } from '../../../src/agent/protocol/deliver';
import { joinFound } from '../../../src/agent/report/found-machines';
import { buildHostReport } from '../../../src/agent/report/host-report';
import { SubnetPlan } from '../../../src/agent/report/subnets';
import { collectVlans } from '../../../src/agent/report/vlans';
import type { FoundMachine } from '../../../src/agent/sources';

const document = JSON.parse(readFileSync(path.resolve(__dirname, '../../../schema/openapi.json'), 'utf8')) as object;
const ajv = new Ajv({ strict: false, allErrors: true });
addFormats(ajv);
ajv.addSchema(document, 'api');
const isReport = ajv.getSchema('api#/components/schemas/CreateHostDiscoveryRequest')!;
const networkId = '6f0cbd8e-2f5c-4a3e-8d2f-0123456789ab';

/**
 * The reports that the agent would send about the machines. Throws if a report does not match the API's schema, or if
 * it marks its list of ports as complete although `trustsPorts` is false.
 */
export function reportsOf(machines: readonly FoundMachine[]) {
  const subnets = new SubnetPlan(
    [],
    [],
    machines.map(({ facts }) => facts),
  );
  const vlans = new Map(
    collectVlans(machines.map(({ facts }) => facts)).map((one) => [one.vlan_number, networkId] as const),
  );
  const joined = joinFound([], machines, { isOfHosts: false, warn: () => undefined });
  return joined.map((machine) => {
    const body = replaceVlanNumbers(buildHostReport(machine, { networkId, subnets, trustsPorts: false }), vlans);
    const plain = JSON.parse(JSON.stringify(body)) as {
      interfaces?: { if_name?: string; if_index?: number }[];
      interfaces_complete?: boolean;
    };
    if (!isReport(plain)) throw new Error(JSON.stringify(isReport.errors));
    const names = (plain.interfaces ?? []).map(({ if_name }) => if_name);
    expect([new Set(names).size, names.includes(undefined)]).toEqual([names.length, false]);
    const indexes = (plain.interfaces ?? []).flatMap(({ if_index }) => if_index ?? []);
    expect(new Set(indexes).size).toBe(indexes.length);
    expect(plain.interfaces_complete).toBe(false);
    return plain;
  });
}
