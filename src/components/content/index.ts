/** What writers may use in MDX, besides Starlight's own components. `/markdown-page/` shows each at work. */
export { default as Answers } from './Answers.astro';
export { default as ApiIndex } from './ApiIndex.astro';
export { default as ApiPage } from './ApiPage.astro';
export { default as Categories } from './Categories.astro';
export { default as Diagram } from './Diagram.astro';
export { default as Endpoint } from './Endpoint.astro';
export { default as Enum } from './Enum.astro';
export { default as Example } from './Example.astro';
export { default as Fields } from './Fields.astro';
export { default as HomeHero } from './HomeHero.astro';
export { default as NotFound } from './NotFound.astro';
export { default as OperationLink } from './OperationLink.astro';
export { default as Parameters } from './Parameters.astro';
export { default as Providers } from './Providers.astro';
export { default as Samples } from './Samples.astro';
export { default as SequenceChart } from './SequenceChart.astro';
export { default as Value } from './Value.astro';
