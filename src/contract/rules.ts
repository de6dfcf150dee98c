import { isDeepStrictEqual } from 'node:util';
import type { Oas3Rule, Plugin } from '@redocly/openapi-core';
import { assumptionShape } from './assumptions.ts';
import type { AnySchema } from './fields.ts';

const enumValues: Oas3Rule = () => ({
  Schema(schema, { report, location }) {
    const { enum: values = [], 'x-enumDescriptions': meanings = {} } = schema as AnySchema;
    for (const value of values)
      if (!(String(value) in meanings))
        report({ message: `Describe ${value} in x-enumDescriptions.`, location: location.child('enum') });
  },
});

/** Readers compare lists with single objects, so all GET examples must show the same object for the same ID. */
const sameExamples: Oas3Rule = () => {
  const exampleById = new Map<string, unknown>();
  return {
    Operation: {
      skip: (_operation, key) => key !== 'get',
      Response: {
        Example({ value }, { report, location }) {
          JSON.stringify(value, (_key, object: { id?: string; accountId?: string } | null) => {
            const id = `${object?.accountId} ${object?.id}`;
            if (!isDeepStrictEqual(exampleById.get(id) ?? object, object))
              report({
                message: `Two examples of ${object?.id} differ. Make them equal.`,
                location: location.child('value'),
              });
            if (object?.id) exampleById.set(id, object);
            return object;
          });
        },
      },
    },
  };
};

/** The plugin for `openapi/redocly.yaml`: the shape of assumptions, and rules that assertions can't express. */
export const contractRules: Plugin = {
  ...assumptionShape,
  id: 'contracts',
  // Redocly adds the plugin's ID only to rules of plugins that it loads itself.
  rules: { oas3: { 'contracts/enum-values': enumValues, 'contracts/same-examples': sameExamples } },
};
