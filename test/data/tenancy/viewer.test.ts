// Tests that viewer objects are immutable. A request that creates a network continues with a new viewer object, which
// may also see the new network.
import { anonymousViewer } from '../../../src/auth/public-operations';
import { frozen, reaching, type UserViewer } from '../../../src/data/tenancy/viewer';

const createViewer = (): UserViewer =>
  frozen({
    via: 'userApiKey',
    userId: 'user',
    organizationId: 'organization',
    permissions: 'Admin',
    isNarrowed: true,
    networkIds: ['one'],
    credentialId: 'key',
  });

test('a viewer with one more network is a new viewer, otherwise the same', () => {
  const viewer = createViewer();
  const wider = reaching(viewer, 'two');
  expect(wider).toEqual({ ...viewer, networkIds: ['one', 'two'] });
  expect(viewer).toEqual(createViewer());
});

test.each([
  ['as it is judged', createViewer()],
  ['that reaches a network besides', reaching(createViewer(), 'two')],
  ['that stands in for nobody', anonymousViewer as UserViewer],
])('a viewer %s is frozen', (_name, viewer) => {
  expect(() => (viewer.networkIds as string[]).push('three')).toThrow(TypeError);
  expect(() => ((viewer as { permissions: string }).permissions = 'Owner')).toThrow(TypeError);
  expect(() => ((viewer as { networkIds: readonly string[] }).networkIds = [])).toThrow(TypeError);
});
