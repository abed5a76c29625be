/**
 * `permissions`: who may use the fields and routes that this plugin adds. Use it where a permission alone decides; what
 * depends on more is decided in mutators and resolvers. A place without a row is open to everybody.
 */
export const permissions = { 'RootMutation.setBookmark': 'CREATE_ACTION', 'RootQuery.bookmarks': 'ANYBODY' } as const
