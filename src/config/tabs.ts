/** `syncKey` of the tabs that show code in several languages. The static reference shares their choice. */
export const languageTabs = 'language';

/** The key in local storage of the label that readers chose in tabs with this `syncKey`. */
export function chosenTabKey(syncKey: string): string {
  return `starlight-synced-tabs__${syncKey}`;
}
