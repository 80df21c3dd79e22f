// nmap's XML: machines that responded become hosts, guesses are marked as such, and broken or hostile files are refused
// with the line.
import { readEntries, host, pickHosts, pickRefusals } from './reading';

const file = (...hosts: string[]) => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE nmaprun>
<?xml-stylesheet href="file:///usr/share/nmap/nmap.xsl" type="text/xsl"?>
<!-- Nmap 7.94 scan initiated Sun Nov 22 10:00:00 2026 as: nmap -sV -O -oX out.xml 10.0.0.0/29 -->
<nmaprun scanner="nmap" args="nmap -sV -O -oX out.xml 10.0.0.0/29" start="1795341600" version="7.94" xmloutputversion="1.05">
<scaninfo type="syn" protocol="tcp" numservices="1000" services="1-1000"/>
${hosts.join('\n')}
<runstats><finished time="1795341700" exit="success"/><hosts up="1" down="7" total="8"/></runstats>
</nmaprun>
`;
const up = '<status state="up" reason="arp-response"/>';
const ipv4 = (address: string) => `<address addr="${address}" addrtype="ipv4"/>`;
const port = (number: number | string, state: string, service = '', protocol = 'tcp') =>
  `<port protocol="${protocol}" portid="${number}"><state state="${state}" reason="syn-ack"/>${service}</port>`;

const router = `<host starttime="1" endtime="2">${up}${ipv4('10.0.0.1')}
<address addr="00:1B:21:AA:BB:CC" addrtype="mac" vendor="Intel Corporate"/>
<hostnames><hostname name="typed.example" type="user"/><hostname name="r1.example" type="PTR"/></hostnames>
<ports><extraports state="closed" count="995"/>
${port(22, 'open', '<service name="ssh" product="OpenSSH" version="9.2p1" method="probed" conf="10"><cpe>cpe:/a:openbsd:openssh:9.2p1</cpe></service>')}
${port(25, 'filtered', '<service name="smtp" method="table" conf="3"/>')}
${port(443, 'open', '<service name="http" tunnel="ssl" method="probed" conf="8"/>')}
${port(8080, 'open', '<service name="http-proxy" method="table" conf="3"/><script id="x" output="&lt;b&gt;"><table key="t"><elem key="e">v</elem></table></script>')}
${port(53, 'open', '', 'udp')}
${port(123, 'open|filtered', '', 'udp')}
</ports>
<os><osmatch name="Linux 5.4" accuracy="98" line="1"><osclass type="router" vendor="Linux" osfamily="Linux" accuracy="98"/></osmatch><osmatch name="Linux 4" accuracy="95" line="2"/></os>
</host>`;

const tcp = (number: number) => ({ number, protocol: 'Tcp' as const });

describe('a host in an nmap file', () => {
  it('has its addresses, names, open ports and services', async () => {
    expect(await readEntries(file(router))).toEqual([
      {
        kind: 'Host',
        line: 7,
        host: host({
          hostname: 'r1.example',
          manufacturer: 'Intel Corporate',
          os: 'Linux 5.4',
          addresses: [{ ip: '10.0.0.1', mac: '00:1b:21:aa:bb:cc' }],
          ports: [tcp(22), tcp(443), tcp(8080), { number: 53, protocol: 'Udp' }],
          services: [
            {
              name: 'ssh',
              port: tcp(22),
              product: 'OpenSSH',
              version: '9.2p1',
              confidence: 'High',
              reason: 'nmap: the answer of port 22, OpenSSH 9.2p1',
            },
            { name: 'https', port: tcp(443), confidence: 'Medium', reason: 'nmap: the answer of port 443' },
            { name: 'http-proxy', port: tcp(8080), confidence: 'Low', reason: 'nmap: the number of port 8080' },
          ],
        }),
      },
    ]);
  });

  it('is the same whatever the chunks', async () => {
    const whole = await readEntries(file(router));
    for (const chunk of [1, 7, 100]) expect(await readEntries(file(router), 'auto', { chunk })).toEqual(whole);
  });

  it('is skipped if it is down or only mentioned', async () => {
    const down = `<host><status state="down" reason="no-response"/>${ipv4('10.0.0.2')}</host>`;
    const hint = `<hosthint>${up}${ipv4('10.0.0.1')}</hosthint>`;
    expect(pickRefusals(await readEntries(file(hint, down)))).toEqual([
      '1 no_entries the file has no entry that could be imported',
    ]);
  });

  it('that was assumed to be up counts only if it has answered', async () => {
    const assumedHost = (address: string, more: string) =>
      `<host><status state="up" reason="user-set"/>${ipv4(address)}<ports>${more}</ports></host>`;
    const entries = await readEntries(
      file(
        assumedHost('10.0.0.2', port(80, 'filtered')),
        assumedHost('10.0.0.3', port(80, 'open')),
        assumedHost('10.0.0.4', '<extraports state="closed" count="1000"/>'),
      ),
    );
    expect(pickRefusals(entries)).toEqual(['7 not_seen 10.0.0.2 did not answer']);
    expect(pickHosts(entries).map(({ addresses }) => addresses[0]!.ip)).toEqual(['10.0.0.3', '10.0.0.4']);
  });

  it('keeps its valid values beside an invalid one', async () => {
    const wrong = `<host>${up}${ipv4('10.0.0.300')}${ipv4('10.0.0.5')}<address addr="x" addrtype="mac"/>
<ports>${port(70000, 'open')}${port(80, 'open')}${port(7, 'open', '', 'sctp')}</ports></host>`;
    const entries = await readEntries(file(wrong));
    expect(pickRefusals(entries)).toEqual([
      '7 invalid_value address 10.0.0.300',
      '7 invalid_value MAC address x',
      '7 invalid_value port tcp/70000',
      '7 invalid_value port sctp/7',
    ]);
    expect(pickHosts(entries)).toEqual([host({ addresses: [{ ip: '10.0.0.5' }], ports: [tcp(80)] })]);
  });

  it('has clean texts of limited length', async () => {
    const name = `\u0085[31mroot&#x7f; ${'ü'.repeat(300)}`;
    const [foundHost] = pickHosts(
      await readEntries(
        file(`<host>${up}${ipv4('10.0.0.5')}<hostnames><hostname name="${name}" type="PTR"/></hostnames></host>`),
      ),
    );
    expect(foundHost!.hostname).toBe(`[31mroot ${'ü'.repeat(246)}`);
  });
});

describe('text that is not valid XML', () => {
  const namedHost = (name: string) =>
    `<host>${up}${ipv4('10.0.0.5')}<hostnames><hostname name="${name}" type="PTR"/></hostnames></host>`;

  it.each([
    ['a control character', 'a&#x1;b', 'ab'],
    ['NUL', 'a&#0;b&#x00;c', 'abc'],
    ['half a pair', 'a&#xD800;b', 'ab'],
    ['what is beyond Unicode', 'a&#x110000;b&#1114112;', 'ab'],
    ['several of them', '&#1;&#2;a&#3;', 'a'],
    ['a reference that is written out', 'a&amp;#65;b', 'a&#65;b'],
    ['a raw control character', 'a\u0001b', 'ab'],
  ])('%s is cleaned, and everything else is read', async (_what, name, clean) => {
    for (const chunk of [1, 5, 65536]) {
      const entries = await readEntries(file(namedHost(name), router), 'auto', { chunk });
      expect(pickHosts(entries).map(({ hostname }) => hostname)).toEqual([clean, 'r1.example']);
    }
  });

  it('is read in the encoding that it declares', async () => {
    const text = `<?xml version="1.0" encoding="iso-8859-1"?>\n<nmaprun>${namedHost('büro')}</nmaprun>`;
    for (const chunk of [1, 65536])
      expect(pickHosts(await readEntries(Buffer.from(text, 'latin1'), 'auto', { chunk }))[0]!.hostname).toBe('büro');
  });
});

describe('an appended or interrupted scan', () => {
  const second = file(`<host>${up}${ipv4('10.0.0.9')}</host>`);

  it('has the hosts of both documents, with their lines', async () => {
    const apart = [...(await readEntries(file(router))), ...(await readEntries(second))];
    const offset = file(router).split('\n').length - 1;
    for (const chunk of [1, 7, 65536]) {
      const joinedEntries = await readEntries(file(router) + second, 'auto', { chunk });
      expect(joinedEntries).toEqual([apart[0], { ...apart[1], line: apart[1]!.line + offset }]);
    }
  });

  it('keeps complete hosts, and the early end is reported', async () => {
    const text = file(router);
    const entries = await readEntries(text.slice(0, text.indexOf('<runstats')));
    expect(pickHosts(entries)).toEqual(pickHosts(await readEntries(text)));
    expect(pickRefusals(entries)).toEqual([expect.stringMatching(/^\d+ incomplete_file /)]);
  });
});

describe('a masscan file', () => {
  const answer = (address: string, number: number) =>
    `<host endtime="1">${ipv4(address)}<ports>${port(number, 'open')}</ports></host>`;
  const scan = (...hosts: string[]) => `<nmaprun scanner="masscan">${hosts.join('\n')}</nmaprun>`;

  it('has one host per address, whatever the number of its elements', async () => {
    const text = scan(answer('10.0.0.1', 22), answer('10.0.0.2', 443), answer('10.0.0.1', 80), answer('10.0.0.1', 22));
    expect(pickHosts(await readEntries(text))).toEqual([
      host({ addresses: [{ ip: '10.0.0.1' }], ports: [tcp(22), tcp(80)] }),
      host({ addresses: [{ ip: '10.0.0.2' }], ports: [tcp(443)] }),
    ]);
  });

  it('needs no status: a host with an open port is up', async () => {
    const closedPortXml = `<host>${ipv4('10.0.0.3')}<ports>${port(22, 'closed')}</ports></host>`;
    expect(pickHosts(await readEntries(scan(closedPortXml, answer('10.0.0.4', 22))))).toHaveLength(1);
  });
});

describe('a file that is not from nmap', () => {
  const bomb = `<?xml version="1.0"?>
<!DOCTYPE nmaprun [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>
<nmaprun><host><address addr="&c;" addrtype="ipv4"/></host></nmaprun>`;
  const external = '<!DOCTYPE nmaprun [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n<nmaprun>&x;</nmaprun>';

  it.each([
    ['declares entities', bomb, 'entities_refused', 2],
    ['refers to another file', external, 'entities_refused', 1],
    ['uses an unknown entity', '<nmaprun>\n&nbsp;</nmaprun>', 'malformed', 2],
    ['has an attribute that is a method', '<nmaprun>\n<a hasOwnProperty="" b=""/></nmaprun>', 'malformed', 2],
    ['has an entity that is a method', '<nmaprun>\n<a b="&toString;"/></nmaprun>', 'malformed', 2],
    ['has another root', '<html><nmaprun/></html>', 'malformed', 1],
    ['closes what is not open', '<nmaprun>\n</host></nmaprun>', 'malformed', 2],
    ['has text behind its end', '<nmaprun></nmaprun>\nx', 'malformed', 2],
    ['has another document behind its end', '<nmaprun></nmaprun>\n<?xml version="1.0"?>\n<svg/>', 'malformed', 3],
    [
      'has entities declared behind its end',
      '<nmaprun></nmaprun>\n<!DOCTYPE a [<!ENTITY b "c">]><a/>',
      'entities_refused',
      2,
    ],
    ['ends within an element', '<nmaprun>\n<host>', 'truncated', 2],
    ['ends within a tag', '<nmaprun>\n<host a="', 'truncated', 2],
    ['is nested too deeply', `<nmaprun>\n${'<a>'.repeat(100)}`, 'too_deep', 2],
    ['has a long attribute', `<nmaprun>\n<host a="${'x'.repeat(2 ** 21)}"/></nmaprun>`, 'too_long', 2],
    ['has a long comment', `<nmaprun>\n<!--${'x'.repeat(2 ** 21)}--></nmaprun>`, 'too_long', 2],
    ['has one after a document type', `<!DOCTYPE nmaprun>\n<!--${'x'.repeat(2 ** 21)}--><nmaprun/>`, 'too_long', 2],
    [
      'has many attributes',
      `<nmaprun>\n<host ${Array.from({ length: 200_000 }, (_none, at) => `a${at}=""`).join(' ')}/></nmaprun>`,
      'too_long',
      2,
    ],
    ['has a long document type', `<!DOCTYPE nmaprun ${'x'.repeat(2 ** 21)}><nmaprun/>`, 'too_long', 1],
  ])('%s', async (_what, text, code, line) => {
    await expect(readEntries(text, 'NmapXml')).rejects.toMatchObject({ name: 'ImportFileError', code, line });
  });

  it('with one endless element is aborted', async () => {
    let chunkCount = 0;
    const endless = (async function* () {
      yield Buffer.from('<nmaprun><host a="');
      for (;;) {
        chunkCount += 1;
        yield Buffer.alloc(64 * 1024, 'x');
      }
    })();
    const { readImport } = await import('../../../../../src/modules/discovery/importing/formats/read-import');
    await expect(readImport('NmapXml', endless, { fileName: 'x' }).next()).rejects.toMatchObject({ code: 'too_long' });
    expect(chunkCount).toBeLessThan(50);
  });

  it('may contain any amount of other text', async () => {
    const text = file(`<output type="interactive">${'x '.repeat(2 ** 21)}</output>`, router);
    expect(pickHosts(await readEntries(text))).toHaveLength(1);
  });
});
