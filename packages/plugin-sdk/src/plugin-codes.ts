/**
 * What a code means, and what mends it.
 *
 * @example
 * const { meaning, fix }: PluginCodeEntry = PLUGIN_CODES.PLUGIN_CONFLICT
 */
export interface PluginCodeEntry {
  /** One line. */
  readonly meaning: string
  readonly fix: string
}

/**
 * Every code a problem with a plugin can have.
 *
 * @example
 * console.log(PLUGIN_CODES.PLUGIN_NOT_FOUND.fix)
 */
export const PLUGIN_CODES = Object.freeze({
  PLUGIN_LIST_INVALID: {
    meaning: 'plugins.json can not be read, or says something it can not say',
    fix: 'correct the place that is named',
  },
  PLUGIN_NOT_FOUND: {
    meaning: 'a listed plugin is neither a folder under plugins/ nor an installed package',
    fix: 'correct the name, or run `platform plugins reconcile`',
  },
  PLUGIN_LOAD_FAILED: {
    meaning: 'the module of a plugin threw, took too long, or exports no object of hooks',
    fix: 'mend the module; the message is its own',
  },
  PLUGIN_MANIFEST_INVALID: {
    meaning: 'what a plugin says about itself is wrong',
    fix: 'correct the key that is named in definePlugin',
  },
  PLUGIN_SDK_MISMATCH: {
    meaning: 'a plugin is written for another contract than the server has',
    fix: 'update the one of the two that is older',
  },
  PLUGIN_DEPENDENCY_MISSING: {
    meaning: 'a plugin requires another that is not listed, or not in that version',
    fix: 'list the other plugin, or update it',
  },
  PLUGIN_DEPENDENCY_CYCLE: {
    meaning: 'plugins require, or want to come before, each other in a circle',
    fix: 'take one of the named edges out',
  },
  PLUGIN_CONFIG_INVALID: {
    meaning: 'settings of a plugin do not fit its schema',
    fix: 'correct the setting in plugins.json or in the environment variable that is named',
  },
  PLUGIN_CONFLICT: {
    meaning: 'two plugins, or a plugin and the core, define the same thing',
    fix: 'rename it in one of them, or let one win by settings.<plugin>.allow in plugins.json',
  },
  PLUGIN_HOOK_INVALID: {
    meaning: 'a hook has a name or a shape that does not exist',
    fix: 'write what the message says was expected',
  },
  PLUGIN_UNKNOWN_TYPE: {
    meaning: 'a resolver or hook is for a type the schema does not have',
    fix: 'define the type in typeDefs, or correct the name',
  },
  PLUGIN_UNKNOWN_FIELD: {
    meaning: 'a resolver, hook or filter is for a field the schema does not have',
    fix: 'define the field in typeDefs, or correct the name',
  },
  PLUGIN_HOOK_FAILED: { meaning: 'a hook threw where it must not', fix: 'mend the hook; its error is the cause' },
  PLUGIN_TIMEOUT: {
    meaning: 'a hook did not finish in time',
    fix: 'await less in it, or start the work and let it go on',
  },
  PLUGIN_FAILED: {
    meaning: 'code of a plugin failed while it answered a request; the log names it',
    fix: 'look for PLUGIN_HOOK_FAILED with the id of the request in the log',
  },
  PLUGIN_INTERNAL_IMPORT: {
    meaning: 'a plugin imports a file of the server that may move (advice)',
    fix: 'import the replacement that is named',
  },
  PLUGIN_LIST_STALE: {
    meaning: 'plugins.json has settings for a plugin that is not listed (advice)',
    fix: 'take the settings out, or list the plugin',
  },
  PLUGIN_LIST_FIXED: {
    meaning: 'the list comes from PLATFORM_PLUGINS_JSON, so no command can change it',
    fix: 'change the variable',
  },
  PLUGIN_NAME_INVALID: {
    meaning: 'a name that no plugin can have, or that leads out of its folder',
    fix: 'use lower-case letters, digits, - . _ and no path',
  },
  PLUGIN_RANGE_INVALID: { meaning: 'a version that is no semver range', fix: 'write a range like ^1.2' },
  PLUGIN_EXISTS: { meaning: 'a plugin of that name is there already', fix: 'choose another name' },
  PLUGIN_NOT_LISTED: {
    meaning: 'plugins.json does not list that plugin',
    fix: '`platform plugins list` shows what is listed',
  },
  PLUGIN_INSTALL_FAILED: {
    meaning: 'the package manager could not install; nothing was changed',
    fix: 'its own message says why',
  },
  PLUGIN_ROUTE_OUTSIDE: {
    meaning: 'a route is outside of the paths that carry the name of its plugin (advice)',
    fix: 'begin it with /api/v1/<name>, /api/v1/auth/<name> or /<name>',
  },
  PLUGIN_REFUSED: {
    meaning: 'what was installed is no plugin that fits this server; it was taken out again',
    fix: 'choose another package or version',
  },
  PLUGIN_OVERRIDE: {
    meaning: "a part of a plugin is used in place of another's, as the operator allows (note)",
    fix: 'nothing, as long as that is meant',
  },
  PLUGIN_ALLOW_UNUSED: {
    meaning: 'settings.<plugin>.allow names what the plugin does not have (advice)',
    fix: 'correct the entry, or take it out',
  },
  PLUGIN_SORT_UNUSED: {
    meaning: 'a sort that no query can ask for (advice)',
    fix: 'add its value to SORT_COMMENTS_BY in typeDefs',
  },
  SCHEMA_DESCRIPTION: {
    meaning: 'a type or field is described twice; the first description stays (advice)',
    fix: 'drop the second description',
  },
  SCHEMA_NOT_A_ROOT: {
    meaning: 'a type is called as a root is elsewhere, and is none here, so nothing reaches it (advice)',
    fix: 'write RootQuery, RootMutation or Subscription',
  },
  SCHEMA_CONFLICT: {
    meaning: 'two definitions of one field, type, value or directive differ',
    fix: 'rename it in one, make both the same, or let one win by settings.<plugin>.allow',
  },
  SCHEMA_REQUIRED_INPUT: {
    meaning: 'a new required field on an input of somebody else: requests of today would be refused',
    fix: 'make it nullable, or give it a default',
  },
  SCHEMA_UNKNOWN_TYPE: {
    meaning: 'typeDefs name, or extend, a type that no part defines',
    fix: 'define the type, correct its name, or list the plugin that defines it',
  },
  SCHEMA_RESERVED_NAME: {
    meaning: 'typeDefs define a name that belongs to GraphQL itself',
    fix: 'choose a name that does not begin with __',
  },
  SCHEMA_SYNTAX: {
    meaning: 'typeDefs are no GraphQL; the line and column are named',
    fix: 'correct the text at that place',
  },
  SCHEMA_NOT_A_DEFINITION: {
    meaning: 'typeDefs hold an operation or a fragment, which defines no type',
    fix: 'keep definitions only',
  },
  SCHEMA_NOT_TEXT: {
    meaning: 'typeDefs are not one text',
    fix: 'give GraphQL definitions as one text; print a parsed document first',
  },
  SCHEMA_TOO_LARGE: {
    meaning: 'typeDefs are longer than a million bytes',
    fix: 'leave out what is not needed, or split the plugin',
  },
  SCHEMA_INVALID: {
    meaning: 'each definition is right by itself, and together they are no valid schema',
    fix: 'correct the definition that is named',
  },
} satisfies Record<`PLUGIN_${string}` | `SCHEMA_${string}`, PluginCodeEntry>)

/**
 * A code of {@link PLUGIN_CODES}.
 *
 * @example
 * const code: PluginCode = 'PLUGIN_CONFLICT'
 */
export type PluginCode = keyof typeof PLUGIN_CODES
