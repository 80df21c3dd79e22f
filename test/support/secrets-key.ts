// The secrets key of tests: 32 bytes that need not be secret.
export const testSecretsKey = Buffer.alloc(32, 7).toString('base64');
