/** The `syncKey` of tabs with code in several languages. Both references share the choice. */
export const languageTabs = 'language';

/** The local storage key of the reader's choice in tabs with a `syncKey`. */
export const chosenTabKey = (syncKey: string) => `starlight-synced-tabs__${syncKey}`;
