/** The `syncKey` of tabs with code in several languages. Both references share the choice. */
export const languageTabs = 'language';

/** The local storage key of the reader's choice in these tabs. */
export const chosenLanguageKey = `starlight-synced-tabs__${languageTabs}`;
