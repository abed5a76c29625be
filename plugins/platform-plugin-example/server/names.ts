/** Where this plugin keeps its own facts: below its own name, so that plugins don't meet. */
export const ON_USER = 'metadata.example.bookmarks'
export const ON_COMMENT = 'metadata.example.bookmarks'
