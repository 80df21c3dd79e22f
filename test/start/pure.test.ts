// Tests that pure suites cannot reach a database: they get no database address, whatever other suites have set.

test('pure suites have no database address', () => {
  expect(Object.keys(process.env).filter((name) => /DATABASE/.test(name))).toEqual([]);
});
