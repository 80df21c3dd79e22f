// Tests that pure suites cannot reach a database: they get no database address, whatever other suites have set.

test('no database has an address here', () => {
  expect(Object.keys(process.env).filter((name) => /DATABASE/.test(name))).toEqual([]);
});
