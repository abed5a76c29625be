/** Paths of the plugin's own facts. They begin with the plugin's name, so that two plugins never use the same path. */
export const ON_USER = 'metadata.example.stars'
export const ON_COMMENT = 'metadata.example.stars'
