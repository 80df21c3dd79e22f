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
  const letters = Array.from({ length: 0x110000 - 0x80 }, (_, at) => 0x80 + at)
    .filter((point) => point < 0xd800 || point > 0xdfff)
    .map((point) => String.fromCodePoint(point));
  const taken = letters.filter((one) => accepted(`a${one}b@x.example`) ?? accepted(`a@x${one}y.example`));
  expect(taken).toEqual([]);
});
