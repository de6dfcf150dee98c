/** The `syncKey` of tabs with code in several languages. Both references share the choice. */
export const languageTabs = 'language';

/** Returns the local storage key of the reader's choice in tabs with this `syncKey`. */
export function chosenTabKey(syncKey: string): string {
  return `starlight-synced-tabs__${syncKey}`;
}
