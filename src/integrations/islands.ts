import type { AstroIntegration } from 'astro';

/** Adds `client:intent` and `client:offer`: islands whose code loads when the reader wants it. */
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
    /** Loads the island when the reader reaches for it: pointer, focus, touch or click. */
    'client:intent'?: boolean;
    /** Loads the island once the page is shown; on a slow or dear line when the reader presses its button. */
    'client:offer'?: import('../client/islands/offer-directive.ts').Offer;
  }
}
