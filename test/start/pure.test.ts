// Pure suites cannot reach a database: they get no database address, whatever other suites have.

test('no database has an address here', () => {
  expect(Object.keys(process.env).filter((name) => /DATABASE/.test(name))).toEqual([]);
});
