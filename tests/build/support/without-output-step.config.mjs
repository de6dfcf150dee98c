import config from '../../../astro.config.mjs';

/** The site as Astro renders it, without what src/build/output does to it. */
export default {
  ...config,
  integrations: config.integrations.filter((integration) => integration?.name !== 'output'),
};
