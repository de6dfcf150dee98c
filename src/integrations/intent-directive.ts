import type { AstroIntegration } from 'astro';

/** Adds `client:intent`: an island loads its code when the reader reaches for it. */
export function intentDirective(): AstroIntegration {
  return {
    name: 'intent-directive',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        addClientDirective({ name: 'intent', entrypoint: './src/client/intent-directive.ts' });
      },
    },
  };
}

declare module 'astro' {
  interface AstroClientDirectives {
    /** Loads the island when the reader reaches for it: pointer, focus, touch or click. */
    'client:intent'?: boolean;
  }
}
