import type { Plugin } from '@redocly/openapi-core';

/** The objects of a contract that may have an `x-assumption`. */
const MARKABLE = [
  ...['Server', 'Operation', 'Parameter', 'RequestBody', 'Response', 'Schema', 'Example'],
  'SecurityScheme',
];

const string = { type: 'string' } as const;

/** Lets Redocly check the shape of each `x-assumption`, and report file and line. */
export const assumptionShape: Plugin = {
  id: 'assumptions',
  typeExtension: {
    oas3: (types) => ({
      ...types,
      Assumption: {
        properties: { id: string, about: string, name: string, reason: string, advice: string },
        required: ['id', 'reason', 'advice'],
        requiredOneOf: ['about', 'name'],
      },
      ...Object.fromEntries(
        MARKABLE.map((name) => {
          const type = types[name]!;
          return [name, { ...type, properties: { ...type.properties, 'x-assumption': 'Assumption' } }];
        }),
      ),
    }),
  },
};
