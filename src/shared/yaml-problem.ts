/** A mistake that YAML's parser has found, and its fix. */
export function yamlProblem({ message }: Error): string {
  return `${message}.${fixFor(message)}`;
}

function fixFor(message: string): string {
  if (message.startsWith('Nested mappings')) return ' Quote values that contain a colon.';
  if (message.startsWith('Plain value cannot start')) return ' Quote the value.';
  return message.startsWith('Map keys') ? ' Remove one of the two.' : '';
}
