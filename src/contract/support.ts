import { isDeepStrictEqual } from 'node:util';
import { WriterError } from '../shared/writer-error.ts';
import { contracts } from './index.ts';
import type { Contract } from './model.ts';

/** The contact for readers who need help. */
interface SupportContact {
  name: string;
  url: string;
}

/**
 * Returns the contact that all contracts share, from `info.contact`.
 *
 * @throws WriterError if a contract has no contact, or a different one from the first contract.
 */
export function supportContact(all: readonly Contract[] = contracts()): SupportContact {
  const [first, ...others] = all.map(({ name, document }) => ({ name, contact: document.info.contact }));
  const { name, url } = first?.contact ?? {};
  if (!name || !url) {
    throw new WriterError(`openapi/${first?.name}.yaml: info.contact needs a name and a url.`);
  }
  const other = others.find(({ contact }) => !isDeepStrictEqual(contact, first?.contact));
  if (other) {
    throw new WriterError(
      `openapi/${other.name}.yaml: info.contact is ${JSON.stringify(other.contact)}, and ` +
        `${JSON.stringify(first?.contact)} in openapi/${first?.name}.yaml. Give all contracts the same contact.`,
    );
  }
  return { name, url };
}
