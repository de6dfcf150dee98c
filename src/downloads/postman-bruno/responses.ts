import { STATUS_CODES } from 'node:http';
import type { OpenAPIV3_1 } from 'openapi-types';
import { bodiesOf, dereference } from '../../contract/lookup.ts';
import type { Contract, Operation } from '../../contract/model.ts';
import { stableId } from './ids.ts';
import type { ExampleResponse, Request } from './model.ts';

/** Returns the documented responses of an operation: one per example, or one without a body. */
export function responsesOf(contract: Contract, operation: Operation, request: Request): ExampleResponse[] {
  const bodies = bodiesOf(operation);
  return Object.entries(operation.definition.responses ?? {}).flatMap(
    ([status, reference]): ExampleResponse[] => {
      const { description } = dereference<OpenAPIV3_1.ResponseObject>(
        contract.document,
        reference as OpenAPIV3_1.ResponseObject,
      );
      const body = bodies.get(status);
      const common = {
        originalRequest: request,
        status: STATUS_CODES[status] ?? '',
        code: Number(status),
        cookie: [] as [],
      };
      if (!body) {
        return [
          {
            ...common,
            id: stableId(`response/${operation.id}/${status}`),
            name: `${status}: ${description}`,
            _postman_previewlanguage: 'text',
            header: [],
            body: '',
          },
        ];
      }
      return body.examples.map(({ name, summary, value }) => ({
        ...common,
        id: stableId(`response/${operation.id}/${status}/${name}`),
        name: `${status}: ${summary}`,
        _postman_previewlanguage: 'json',
        header: [{ key: 'Content-Type', value: body.contentType }],
        body: JSON.stringify(value, null, 2),
      }));
    },
  );
}
