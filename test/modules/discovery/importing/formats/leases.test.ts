// Lease files of dnsmasq, ISC dhcpd and Kea. Active leases become hosts; of several leases for an address, the last one
// counts.
import { readEntries, host, pickHosts, now, pickRefusals } from './reading';

const seconds = (from: number) => Math.floor(now.getTime() / 1000) + from;
const machine = (ip: string, mac?: string, hostname?: string) =>
  host({ ...(hostname !== undefined && { hostname }), addresses: [mac === undefined ? { ip } : { ip, mac }] });

describe('a dnsmasq lease file', () => {
  const leases = `${seconds(600)} 00:11:22:33:44:55 192.168.1.10 laptop 01:00:11:22:33:44:55
0 06-00:11:22:33:44:66 192.168.1.11 * *
${seconds(-1)} 00:11:22:33:44:77 192.168.1.12 old *
43200 00:11:22:33:44:88 192.168.1.13 clockless *
duid 00:01:00:01:2a:bb:cc:dd:00:11:22:33:44:55
${seconds(600)} 305419896 fd00::10 phone 00:01:00:01:aa
`;

  it('has the active leases, IPv4 and IPv6', async () => {
    const entries = await readEntries(leases);
    expect(pickHosts(entries)).toEqual([
      machine('192.168.1.10', '00:11:22:33:44:55', 'laptop'),
      machine('192.168.1.11', '00:11:22:33:44:66'),
      machine('192.168.1.13', '00:11:22:33:44:88', 'clockless'),
      machine('fd00::10', undefined, 'phone'),
    ]);
    expect(pickRefusals(entries)).toEqual(['3 lease_expired 192.168.1.12 old']);
  });

  it.each([
    ['an address', `${seconds(9)} 00:11:22:33:44:55 192.168.1.999 x *`],
    ['a time', `soon 00:11:22:33:44:55 192.168.1.9 x *`],
    ['a MAC address', `${seconds(9)} nonsense 192.168.1.9 x *`],
    ['the number of its fields', `${seconds(9)} 00:11:22:33:44:55 192.168.1.9 x * y`],
  ])('reports a line with an error in %s, and continues', async (_what, line) => {
    const entries = await readEntries(`${leases}${line}\n${leases}`);
    expect(pickRefusals(entries)[1]).toBe(`7 invalid_value ${line}`);
    expect(pickHosts(entries)).toHaveLength(8);
  });

  it('keeps complete lines of a file cut within one, and reports the cut', async () => {
    await expect(readEntries(leases.slice(0, -10))).resolves.toHaveLength(5);
    const entries = await readEntries(leases.slice(0, -30));
    expect(entries.at(-1)).toMatchObject({ line: 6, code: 'incomplete_file' });
    await expect(readEntries(leases.slice(0, 35), 'DnsmasqLeases')).rejects.toMatchObject({
      code: 'truncated',
      line: 1,
    });
  });

  it('is refused if no line is a lease', async () => {
    await expect(readEntries('one\ntwo\n', 'DnsmasqLeases')).rejects.toMatchObject({ code: 'malformed', line: 1 });
  });
});

describe('an ISC dhcpd lease file', () => {
  const leases = `# The format of this file is documented in the dhcpd.leases(5) manual page.
authoring-byte-order little-endian;
server-duid "\\000\\001\\"x{;#";

lease 10.0.0.5 {
  starts 0 2026/11/22 10:00:00;
  ends 0 2026/11/22 11:00:00;
  binding state active;
  hardware ethernet 00:11:22:33:44:55;
  client-hostname "before";
}
lease 10.0.0.5 {
  starts 0 2026/11/22 11:00:00;
  ends 0 2026/11/22 13:00:00; # in an hour
  cltt 0 2026/11/22 11:00:00;
  binding state active;
  next binding state free;
  hardware ethernet 00:11:22:33:44:55;
  uid "\\001\\000\\021\\"}";
  set vendor-class-identifier = "MSFT 5.0";
  client-hostname "dr\\303\\274cker";
  on expiry { execute("x"); }
}
lease 10.0.0.6 { ends epoch ${seconds(60)}; binding state free; client-hostname "gone"; }
lease 10.0.0.7 { ends never; binding state abandoned; }
lease 10.0.0.8 { ends 0 2026/11/22 11:59:59; binding state active; }
lease 10.0.0.9 { ends never; hardware token-ring 00:11:22:33:44:99; }
lease 10.0.0.999 { ends never; }
failover peer "dhcp" state { my state normal at 0 2026/11/22 10:00:00; }
ia-na "\\001\\000x" {
  cltt 0 2026/11/22 11:00:00;
  iaaddr 2001:db8::5 { binding state active; ends never; set ddns-fwd-name = "h6.example"; }
}
`;

  it('has the last lease of each address if it is active', async () => {
    const entries = await readEntries(leases);
    expect(pickHosts(entries)).toEqual([
      machine('10.0.0.5', '00:11:22:33:44:55', 'drücker'),
      machine('10.0.0.9'),
      machine('2001:db8::5', undefined, 'h6.example'),
    ]);
    expect(pickRefusals(entries)).toEqual([
      '28 invalid_value lease 10.0.0.999',
      '24 lease_expired 10.0.0.6 gone',
      '25 lease_abandoned 10.0.0.7',
      '26 lease_expired 10.0.0.8',
    ]);
    expect(entries.find((entry) => entry.kind === 'Host')!.line).toBe(12);
  });

  it('gives the same result whatever the chunks', async () => {
    expect(await readEntries(leases, 'auto', { chunk: 1 })).toEqual(await readEntries(leases));
  });

  it.each([
    ['a block has no end', 'lease 10.0.0.5 {\n  ends never;\n', 'truncated', 1],
    ['a statement has no end', 'failover peer { x; }\nlease 10.0.0.6', 'truncated', 2],
    ['a string has no end', 'server-duid "x', 'truncated', 1],
    ['a string goes on over its line', 'server-duid "x\n";\n', 'malformed', 1],
    ['a brace closes nothing', 'lease 10.0.0.5 { ends never; }\n}\n', 'malformed', 2],
    ['blocks are nested too deeply', 'a {\n'.repeat(20), 'too_deep', 9],
    ['a line is too long', `server-duid "${'x'.repeat(2 ** 17)}";`, 'too_long', 1],
    ['a statement is too long', 'word\n'.repeat(2 ** 15), 'too_long', 1],
  ])('is refused if %s', async (_what, text, code, line) => {
    await expect(readEntries(text, 'IscDhcpdLeases')).rejects.toMatchObject({ code, line });
  });
});

describe('an ISC lease file that ends early', () => {
  const whole = 'lease 10.0.0.5 {\n  ends never;\n}\n';
  it.each([
    ['a word', 'lease 10.0.0.6'],
    ['a block', 'lease 10.0.0.6 {\n'],
    ['a value', 'lease 10.0.0.6 {\n  ends never;\n  hardware ethernet 00:1b:21:78'],
    ['a string', 'lease 10.0.0.6 {\n  client-hostname "pc'],
    ['an inner block', 'lease 10.0.0.6 {\n  on expiry {\n    execute ("/bin/true");\n'],
  ])('within %s has its complete leases, and reports the end', async (_what, cut) => {
    for (const chunk of [1, 65536]) {
      const entries = await readEntries(`${whole}${cut}`, 'IscDhcpdLeases', { chunk });
      expect(pickHosts(entries)).toEqual([machine('10.0.0.5')]);
      expect(pickRefusals(entries)).toEqual([expect.stringMatching(/^[4-6] incomplete_file /)]);
    }
  });
});

describe('an invalid lease', () => {
  const lease = (address: string, more = '') => `lease ${address} {\n  ends never;\n${more}}\n`;

  it.each([
    ['a bare quote', '  set vendor-string = "dslforum.org "x";\n'],
    ['a bare quote before the brace', '  set x = "a "b"; }\n  ends never;\n'],
    ['a bare quote in a block', '  on expiry { set x = "a "b"; }\n'],
    ['a bare quote at the end of its line', '  client-hostname "x"";\n'],
    ['a bare quote that opens a block', '  on "expiry" " {\n    execute("x");\n  }\n'],
  ])('with %s is skipped alone', async (_what, more) => {
    const text = lease('10.0.0.1') + lease('10.0.0.2', more) + lease('10.0.0.3');
    const entries = await readEntries(text);
    expect(pickHosts(entries).map(({ addresses }) => addresses[0]!.ip)).toEqual(['10.0.0.1', '10.0.0.3']);
    expect(pickRefusals(entries)).toEqual(['4 invalid_value lease 10.0.0.2']);
  });

  it('is reported even if it is the last one', async () => {
    const entries = await readEntries(lease('10.0.0.1') + lease('10.0.0.2', '  on expiry { set x = "a "b"; }\n'));
    expect(pickRefusals(entries)).toEqual(['4 invalid_value lease 10.0.0.2']);
  });
});

describe('an odhcpd lease file', () => {
  const state = `# br-lan 00010001aabbccdd001b21830001 5 laptop ${seconds(600)} 123 128 fd83::123/128 2001:db8::123/128
fd83::123\tlaptop
2001:db8::123\tlaptop
# br-lan 00010001aabbccdd001b21830002 6 - ${seconds(600)} 124 128 fd83::124/128
# br-lan 001122334455 ipv4 phone -1 a 32 192.168.1.10/32
192.168.1.10\tphone
# br-lan 00010001aabbccdd001b21830003 1 router ${seconds(600)} 40 62 2001:db8:0:40::/62
# br-lan 001122334466 ipv4 old ${seconds(-1)} b 32 192.168.1.11/32
`;

  it('has an entry for each active address, but none for delegated prefixes', async () => {
    for (const chunk of [1, 65536]) {
      const entries = await readEntries(state, 'auto', { chunk });
      expect(pickHosts(entries)).toEqual([
        machine('fd83::123', undefined, 'laptop'),
        machine('2001:db8::123', undefined, 'laptop'),
        machine('fd83::124'),
        machine('192.168.1.10', '00:11:22:33:44:55', 'phone'),
      ]);
      expect(pickRefusals(entries)).toEqual([
        '7 no_host_address 2001:db8:0:40::, a prefix',
        '8 lease_expired 192.168.1.11 old',
      ]);
    }
  });

  it.each([
    ['an address', `# br-lan 001122334455 ipv4 x -1 a 32 192.168.1.999/32`, '9 invalid_value 192.168.1.999/32'],
    ['the number of its fields', '# br-lan 001122334455 ipv4', '9 invalid_value # br-lan 001122334455 ipv4'],
    ['all', 'Dear all', '9 invalid_value Dear all'],
  ])('reports a line with an error in %s, and continues', async (_what, line, refusal) => {
    const entries = await readEntries(`${state}${line}\n${state}`);
    expect(pickRefusals(entries)).toContain(refusal);
    expect(pickHosts(entries)).toHaveLength(8);
  });
});

describe('a Kea lease file', () => {
  const version4 = `address,hwaddr,client_id,valid_lifetime,expire,subnet_id,fqdn_fwd,fqdn_rev,hostname,state,user_context,pool_id
10.0.0.9,08:00:2b:01:02:03,01:08,3600,${seconds(9)},1,0,0,first,0,,0
10.0.0.10,08:00:2b:01:02:04,,4294967295,1,1,1,1,printer.example.,0,{ "a": 1&#x2c "b": 2 },0
10.0.0.9,08:00:2b:01:02:03,01:08,3600,${seconds(99)},1,0,0,second,0,,0
10.0.0.11,08:00:2b:01:02:05,,3600,${seconds(9)},1,0,0,back,0,,0
10.0.0.11,08:00:2b:01:02:05,,0,${seconds(9)},1,0,0,back,0,,0
10.0.0.12,,,86400,${seconds(99)},1,0,0,,1,,0
10.0.0.13,08:00:2b:01:02:06,,3600,${seconds(-9)},1,0,0,late,0
`;
  const version6 = `address,duid,valid_lifetime,expire,subnet_id,pref_lifetime,lease_type,iaid,prefix_len,fqdn_fwd,fqdn_rev,hostname,hwaddr,state,user_context,hwtype,hwaddr_source,pool_id
2001:db8::7,00:01,3600,${seconds(9)},1,1800,0,7,128,0,0,six,08:00:2b:01:02:07,0,,1,0,0
2001:db8:1::,00:01,3600,${seconds(9)},1,1800,2,7,56,0,0,,08:00:2b:01:02:07,0,,1,0,0
`;

  it('has the last lease of each address if it is active', async () => {
    const entries = await readEntries(version4);
    expect(pickHosts(entries)).toEqual([
      machine('10.0.0.10', '08:00:2b:01:02:04', 'printer.example'),
      machine('10.0.0.9', '08:00:2b:01:02:03', 'second'),
    ]);
    expect(pickRefusals(entries)).toEqual([
      '6 lease_expired 10.0.0.11 back',
      '7 lease_abandoned 10.0.0.12',
      '8 lease_expired 10.0.0.13 late',
    ]);
  });

  it('has IPv6 addresses, but no delegated prefixes', async () => {
    const entries = await readEntries(version6);
    expect(pickHosts(entries)).toEqual([machine('2001:db8::7', '08:00:2b:01:02:07', 'six')]);
    expect(pickRefusals(entries)).toEqual(['3 no_host_address 2001:db8:1::, a prefix']);
  });

  it('is refused if a column is missing or the file is cut within the header', async () => {
    await expect(readEntries('address,hwaddr\n', 'KeaLeases')).rejects.toMatchObject({ code: 'malformed', line: 1 });
    const [header, ...rows] = version4.split('\n');
    const cut = `${header}\n${rows[0]!.slice(0, -50)}`;
    await expect(readEntries(cut)).rejects.toMatchObject({ code: 'truncated', line: 2 });
  });

  it('keeps complete rows of a file cut later, and reports the cut', async () => {
    const entries = await readEntries(version4.slice(0, -50));
    expect(pickHosts(entries)).toHaveLength(2);
    expect(pickRefusals(entries)[0]).toBe('8 incomplete_file the file ends within a lease');
  });

  it('may lack states, which Kea before 1.0 did not write', async () => {
    const old = `address,hwaddr,client_id,valid_lifetime,expire,subnet_id,fqdn_fwd,fqdn_rev,hostname
10.0.0.9,08:00:2b:01:02:03,01:08,3600,${seconds(9)},1,0,0,first
10.0.0.10,08:00:2b:01:02:04,,3600,${seconds(-9)},1,1,1,late
10.0.0.11,08:00:2b:01:02:05,,0,${seconds(9)},1,0,0,back
`;
    const entries = await readEntries(old);
    expect(pickHosts(entries)).toEqual([machine('10.0.0.9', '08:00:2b:01:02:03', 'first')]);
    expect(pickRefusals(entries)).toEqual(['3 lease_expired 10.0.0.10 late', '4 lease_expired 10.0.0.11 back']);
    // A row that lacks the state column of its file is invalid.
    expect(
      pickRefusals(await readEntries(`${version4}10.0.0.14,08:00:2b:01:02:07,,3600,${seconds(9)},1,0,0,x\n`)),
    ).toContain('9 invalid_value 10.0.0.14,08:00:2b:01:02:07,,3600,' + `${seconds(9)},1,0,0,x`);
  });
});
