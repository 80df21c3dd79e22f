// What a pure suite cannot do: it knows of no database, whatever the others have.

test('no database has an address here', () => {
  expect(Object.keys(process.env).filter((name) => /DATABASE/.test(name))).toEqual([]);
});
