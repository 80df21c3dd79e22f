// Tests alternative names of fields in request bodies, such as `site_id` for `network_id`. The service accepts them
// in every object that the OpenAPI document declares.
import { routes } from '../../src/modules/routes';
import { schema } from '../../src/modules/types';
import { otherNamesSteps } from '../../src/rest/other-names';
import { operationName } from '../../src/rest/route';

/** Returns the body as the route of this operation reads it: with documented names in place of alternative names. */
function readBody(name: string, body: unknown): unknown {
  const route = routes.find((one) => operationName(one) === name && one.otherNames)!;
  const req = { body };
  void otherNamesSteps(route, schema).body(req as never, {} as never, (error?: unknown) => {
    if (error) throw error as Error;
  });
  return req.body;
}

test('members of declared objects and lists are read, free JSON is left as it is', () => {
  const settings = { site_id: 'x', deep: [{ site_ids: [1] }] };
  const body = { site_id: 'n', discovery_type: { type: 'Unified', scan_settings: settings }, other: settings };
  const { site_id: networkId, ...others } = body;
  expect(readBody('CreateDiscovery', body)).toEqual({ ...others, network_id: networkId });
  const address = { ip_address: '10.0.0.1', site_id: 'n' };
  expect(readBody('CreateHost', { name: 'a', ip_addresses: [address] })).toEqual({
    name: 'a',
    ip_addresses: [{ ip_address: '10.0.0.1', network_id: 'n' }],
  });
});

test('a body without other names is not copied', () => {
  const body = { network_id: 'n', ip_addresses: [{ ip_address: '10.0.0.1' }] };
  expect(readBody('CreateHost', body)).toBe(body);
});
