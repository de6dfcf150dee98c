import config from '../../../astro.config.mjs';

/** The site as Astro renders it, without what src/build/output does to it. `hosts/` describes the site in dist/. */
export default {
  ...config,
  integrations: config.integrations.filter((integration) => !['output', 'hosts'].includes(integration?.name)),
};
