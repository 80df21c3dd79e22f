// The texts of the frame around GraphiQL and the REST documentation.
export const texts = {
  interfaces: 'Interfaces for programs',
  restoreExamples: 'Restore examples',
  replaceTabs: 'Replace all open tabs with the examples?',
  byKey: 'by API key',
  forgetKey: 'Forget key',
  signedOut: 'You are not signed in any more.',
  signIn: 'Sign in',
  docs: { information: 'About the API', server: 'Server' },
} as const;

/** The pages about the APIs: the URL and title of each. */
export const interfacePages = [
  ['/graphiql', 'GraphiQL'],
  ['/docs', 'REST documentation'],
  ['/openapi.json', 'OpenAPI'],
] as const;
