// Tests the stored form of e-mail addresses: two different mailboxes never have the same one.
import { checkedEmail } from '../../../src/platform/text/validation';

const accepted = (text: string): string | null => {
  try {
    return checkedEmail('email', text);
  } catch {
    return null;
  }
};

test('an address is trimmed and in lower case', () => {
  expect(accepted(' MIKE@Corp.Example ')).toBe('mike@corp.example');
});

test('no letter outside ASCII is part of an address, because it could become an ASCII letter in lower case', () => {
  // All letters outside the first 65,536 code points stay outside of them in lower case.
  const letters = Array.from({ length: 0xffff - 0x80 }, (_, at) => String.fromCharCode(0x80 + at));
  const taken = letters.filter((one) => accepted(`a${one}b@x.example`) ?? accepted(`a@x${one}y.example`));
  expect(taken).toEqual([]);
});
