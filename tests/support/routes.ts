import { apis } from '../../src/config/apis.ts';

const accountInformation = [
  '/account-information/',
  '/account-information/appscreen/',
  '/account-information/authentication/',
  '/account-information/data-removal/',
  '/account-information/data-structures/',
  '/account-information/error-handling/',
  '/account-information/postman/',
  '/account-information/data-access/account-balance/',
  '/account-information/data-access/accounts/',
  '/account-information/data-access/consent-based-access/',
  '/account-information/data-access/consent-lifetime/',
  '/account-information/data-access/consent-refresh/',
  '/account-information/data-access/consents/',
  '/account-information/data-access/direct-provider/',
  '/account-information/data-access/introduction/',
  '/account-information/data-access/sync-mode/',
  '/account-information/data-access/transactions/',
  '/account-information/data-access/user-based-access/',
  '/account-information/providers/belgium/',
  '/account-information/providers/germany/',
  '/account-information/providers/introduction/',
  '/account-information/providers/netherlands/',
  '/account-information/providers/sandbox/',
  '/account-information/providers/spain/',
];
const sequencing = [
  '/sequencing/',
  '/sequencing/authentication/',
  '/sequencing/data-structures/',
  '/sequencing/postman/',
  '/sequencing/data-access/consent-based-access/',
  '/sequencing/data-access/introduction/',
  '/sequencing/data-access/response-structure/',
  '/sequencing/data-access/user-based-access/',
];
const categorization = [
  '/categorization/introduction/',
  '/categorization/authentication/',
  '/categorization/postman/',
  '/categorization/engines/introduction/',
  '/categorization/engines/z1-engine/categories/',
  '/categorization/engines/z1-engine/data-structure/',
  '/categorization/engines/z1-engine/introduction/',
  '/categorization/engines/z2-engine/categories/',
  '/categorization/engines/z2-engine/data-structure/',
  '/categorization/engines/z2-engine/introduction/',
  '/categorization/jobs/auto-start/',
  '/categorization/jobs/creating-jobs/',
  '/categorization/jobs/introduction/',
  '/categorization/jobs/monitoring-jobs/',
];
const analysis = [
  '/analysis/introduction/',
  '/analysis/authentication/',
  '/analysis/postman/',
  '/analysis/engines/introduction/',
  '/analysis/engines/z2-engine/analysis/',
  '/analysis/engines/z2-engine/data-structure/',
  '/analysis/engines/z2-engine/introduction/',
  '/analysis/jobs/creating-jobs/',
  '/analysis/jobs/deleting-jobs/',
  '/analysis/jobs/introduction/',
  '/analysis/jobs/monitoring-jobs/',
  '/analysis/jobs/updating-jobs/',
];
const webhooks = ['/webhooks/', '/webhooks/events/', '/webhooks/structure/', '/webhooks/verify/'];
const interactive = [
  '/authentication-api/',
  '/providers-api/',
  '/transactions-api/',
  '/users-api/',
  '/accounts-api/',
  '/consents-api/',
  '/sequencing-api/',
  '/categorization-api/',
  '/categorization-api-v2/',
  '/analysis-api/',
];

/** Every route of the product's specification, and of the guides that complete it. */
export const routes: readonly string[] = [
  '/',
  '/api/',
  '/quickstart/',
  '/markdown-page/',
  ...accountInformation,
  ...sequencing,
  ...categorization,
  ...analysis,
  ...webhooks,
  ...interactive,
];

/** Whether a page renders the interactive reference. */
export function isInteractive(path: string): boolean {
  return apis.some(({ page }) => `/${page}/` === path.replace(/\/?$/, '/'));
}
