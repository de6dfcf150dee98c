import type { AstroIntegration } from 'astro';

/** Adds `client:intent` and `client:offer`, for islands that load when the reader wants them. */
export function clientDirectives(): AstroIntegration {
  return {
    name: 'client-directives',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        addClientDirective({ name: 'intent', entrypoint: './src/client/islands/intent-directive.ts' });
        addClientDirective({ name: 'offer', entrypoint: './src/client/islands/offer-directive.ts' });
      },
    },
  };
}

declare module 'astro' {
  interface AstroClientDirectives {
    /** Loads the island when the reader points at it, focuses, touches or clicks it. */
    'client:intent'?: boolean;
    /** Loads the island once the page is shown or, with a slow connection or data saver, when the reader presses its button. */
    'client:offer'?: import('../client/islands/offer-directive.ts').Offer;
  }
}
