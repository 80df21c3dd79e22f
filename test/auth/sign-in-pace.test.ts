// Tests that sign-ins are spread over time: simultaneous sign-ins start one by one. Sign-ins from an IP address over
// its rate limit do not wait in this queue, and sign-ins of disconnected clients are skipped.
import type { Request, Response } from 'express';
import { paceSignIns } from '../../src/auth/sign-in-pace';

const limitedAddress = '198.51.100.1';
const pace = () => {
  const startedNames: string[] = [];
  const pacedSignIn = paceSignIns((address) => address === limitedAddress);
  const signIn = (name: string, { ip = '192.0.2.1', method = 'POST', res = { closed: false } } = {}) =>
    pacedSignIn({ ip, method } as Request, res as Response, () => startedNames.push(name)) as unknown as Promise<void>;
  return { begun: startedNames, signIn };
};

test('all sign-ins of a crowd begin, in their order and not at the same time', async () => {
  const { begun, signIn } = pace();
  const names = ['first', 'second', 'third'];
  const coming = names.map((name) => signIn(name));
  await coming[0];
  expect(begun).toEqual(['first']);
  await Promise.all(coming);
  expect(begun).toEqual(names);
});

test('requests that the rate limit refuses do not wait in the queue', async () => {
  const { begun, signIn } = pace();
  const patient = [signIn('first'), signIn('second')];
  await signIn('refused', { ip: limitedAddress });
  expect(begun).toEqual(['first', 'refused']);
  await Promise.all(patient);
});

test('requests other than sign-ins do not wait', async () => {
  const { begun, signIn } = pace();
  const patient = [signIn('first'), signIn('second')];
  await patient[0];
  await signIn('asks for the options', { method: 'OPTIONS' });
  expect(begun).toEqual(['first', 'asks for the options']);
  await Promise.all(patient);
});

test('a sign-in whose client has disconnected is not continued', async () => {
  const { begun, signIn } = pace();
  const res = { closed: false };
  const coming = [signIn('first'), signIn('gone', { res }), signIn('third')];
  res.closed = true;
  await Promise.all(coming);
  expect(begun).toEqual(['first', 'third']);
});
