/** The placeholder for the access token in every sample. */
export const TOKEN_PLACEHOLDER = 'YOUR_ACCESS_TOKEN';

/** The values in samples for each environment. The sandbox's values are its default settings. */
export const environments = {
  platform: {
    host: 'https://api.example.com',
    clientId: 'YOUR_CLIENT_ID',
    clientSecret: 'YOUR_CLIENT_SECRET',
  },
  sandbox: {
    host: 'http://127.0.0.1:4010',
    clientId: 'example-customer-app',
    clientSecret: 'example-secret',
  },
} as const;

/** An environment that samples can send requests to. */
export type Environment = keyof typeof environments;

/** The local storage key of the environment that the reader chose. */
export const environmentKey = 'environment';
