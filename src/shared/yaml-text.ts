import { stringify } from 'yaml';

/** Data as YAML. Quotes strings that YAML 1.1 parsers, such as PyYAML, would read as dates, booleans, or numbers. */
export const yamlText = (data: unknown): string =>
  stringify(data, { compat: 'yaml-1.1', lineWidth: 0, aliasDuplicateObjects: false });
