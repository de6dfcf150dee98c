import { combinedDocument } from '../contract/combined.ts';
import { compileContracts } from '../contract/compile.ts';
import type { OpenApiDocument } from '../contract/model.ts';

/** This project's combined contract. The build replaces this module with the document itself. */
export async function platformDocument(): Promise<OpenApiDocument> {
  await compileContracts();
  return combinedDocument();
}
