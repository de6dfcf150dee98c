/** The `syncKey` of tabs with code in several languages. Guides and both references share the reader's choice. */
export const languageTabs = 'language';

/** The local storage key that holds the chosen tab for a `syncKey`. */
export const chosenTabKey = (syncKey: string) => `starlight-synced-tabs__${syncKey}`;
