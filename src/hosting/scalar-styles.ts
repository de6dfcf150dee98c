/**
 * Hashes of the styles that Scalar 1.76 adds to a page: its notifications, its own rules for them, and its theme. They
 * are strings in its code, so no build step sees them; `tests/e2e/policy.spec.ts` shows the hash of each one missing here.
 */
export const scalarStyles: readonly string[] = [
  // The empty string. Scalar adds an element before it fills it.
  'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
  'sha256-ZW1GSuo0pKyEx5Ar7ZC5Dflb/mjatjeTW9aVx0iZAzE=',
  'sha256-DLlkYCuDYGe6ME23YkUFB7Tc36rGDeo4mVBFbZX3uaU=',
  'sha256-rO+6k1mDRASa9Q8IQu9I3bF+bjRdxDreAZCyGSaxzeI=',
  'sha256-l/2OpPg0d+2VLTLgwjf5mQo2CYwHDEqdj5TjbfEyVJI=',
  'sha256-T13Uev3xCax2N28XaoAE8DOzQZKvPp7ZQVAi1iRREjo=',
];
