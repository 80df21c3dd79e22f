// Decodes the response to OPTIONS of SIP (RFC 3261, 11).
import { deviceOf, headerOf, type BannerFacts, type ProductPattern } from './facts';

const phones: readonly ProductPattern[] = [
  [/^Yealink (SIP-\S+|W\S+) (\d[\d.]*)/, 'Yealink'],
  [/^snom(\S+)\/([\d.]+)/i, 'snom'],
  [/^Polycom\S*-(VVX_\d+|SoundPoint\S*?|Trio\S*?)-UA\/([\d.]+)/, 'Polycom'],
  [/^Cisco[-/](CP\S+?)\/([\w.]+)/, 'Cisco'],
  [/^Grandstream (\S+) (\d[\d.]*)/, 'Grandstream'],
  [/^AVM (FRITZ!Box .+?) (\d[\d.]*)/, 'AVM'],
  [/^(?:Mitel|Aastra) (\S+?)\/([\d.]+)/, 'Mitel'],
];

export function decodeSip(bytes: Buffer): BannerFacts | undefined {
  const text = bytes.toString('latin1');
  if (!/^SIP\/2\.0 [1-6]\d\d /.test(text)) return undefined;
  const product = headerOf(text, 'Server|User-Agent');
  const isAsterisk = /asterisk|FPBX/i.test(product ?? '');
  return {
    ...{ source: 'sip', definition: isAsterisk ? 'Asterisk' : 'SIP Server', name: product },
    ...deviceOf(product, phones),
  };
}
