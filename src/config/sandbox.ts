/** Where the sandbox listens unless it's started with options, and the credentials that it accepts. */
export const sandboxDefaults = {
  origin: 'http://127.0.0.1:4010',
  clientId: 'example-customer-app',
  clientSecret: 'example-secret',
} as const;
