// Deriving the radio band from the channel or frequency and from the kind of radio.
import { toRadio, radioOfFrequency } from '../../../../src/agent/sources/snmp/tables/wireless/values';

describe('the band', () => {
  it.each([
    [6, undefined, 'TwoPointFourGhz'],
    [1, undefined, undefined],
    [1, 'TwoPointFourGhz', 'TwoPointFourGhz'],
    [1, 'SixGhz', 'SixGhz'],
    [1, 'FiveGhz', undefined],
    [36, undefined, 'FiveGhz'],
    [37, undefined, 'SixGhz'],
    [149, undefined, undefined],
    [149, 'FiveGhz', 'FiveGhz'],
    [149, 'TwoPointFourGhz', undefined],
    [181, undefined, 'SixGhz'],
    [14, undefined, 'TwoPointFourGhz'],
  ] as const)('of channel %i that is said to be of %s is %s', (channel, reportedBand, band) => {
    expect(toRadio(channel, reportedBand)).toEqual({ channel, ...(band && { band }) });
  });
  it.each([
    [2412, { channel: 1, band: 'TwoPointFourGhz' }],
    [2484, { channel: 14, band: 'TwoPointFourGhz' }],
    [5180, { channel: 36, band: 'FiveGhz' }],
    [5955, { channel: 1, band: 'SixGhz' }],
    [5177, { band: 'FiveGhz' }],
    [60_480, {}],
    [0, {}],
  ])('of %i MHz is %j', (mhz, radio) => {
    expect(radioOfFrequency(mhz)).toEqual(radio);
  });
  it('of no channel is the one that the device reports', () => {
    expect([toRadio(0, 'SixGhz'), toRadio(undefined), toRadio(255)]).toEqual([{ band: 'SixGhz' }, {}, {}]);
  });
});
