/**
 * The meaning of a code, and its fix.
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
 * All codes of problems with plugins.
 *
 * @example
 * console.log(PLUGIN_CODES.PLUGIN_NOT_FOUND.fix)
 */
export const PLUGIN_CODES = Object.freeze({
  PLUGIN_LIST_INVALID: {
    meaning: 'plugins.json can not be read, or an entry of it is not valid',
    fix: 'correct the place that is named',
  },
  PLUGIN_NOT_FOUND: {
    meaning: 'a listed plugin is neither a folder under plugins/ nor an installed package',
    fix: 'correct the name, or run `platform plugins reconcile`',
  },
  PLUGIN_CLIENT_MISSING: {
    meaning: 'a plugin is listed under client, and has no client/index',
    fix: 'add client/index.tsx, .ts, .jsx or .js to the plugin, or remove its name from "client"',
  },
  PLUGIN_BUILD_FAILED: {
    meaning: 'the client part of a plugin can not be built',
    fix: 'correct the file that is named, or remove the name of the plugin from "client"',
  },
  PLUGIN_BUILD_OUTDATED: {
    meaning: 'the built client parts are those of another version of the server, or were changed since',
    fix: 'run `platform build`, and deploy the folder with the project',
  },
  PLUGIN_BUNDLER_MISSING: {
    meaning: 'a client part that the release does not have can not be built, because the bundler is not installed',
    fix: 'install it beside the server: npm install vite',
  },
  PLUGIN_SORT_UNKNOWN: {
    meaning: 'the client part of a plugin offers an order by a value that no plugin on the server counts',
    fix: 'list the plugin that counts the value under "server", or remove the order from "client"',
  },
  PLUGIN_CLIENT_INVALID: {
    meaning: 'the client part of a plugin has an unknown slot or key, a part of the wrong type, or throws when loaded',
    fix: 'correct the place that is named',
  },
  PLUGIN_CLIENT_TYPES: {
    meaning: 'the compiler of a plugin found errors in its client part, such as props that a slot does not give',
    fix: 'correct the line that is named',
  },
  PLUGIN_FRAGMENT_INVALID: {
    meaning: 'a client part asks for fields that can not be asked for',
    fix: 'correct the fragment that is named, and list the server part whose fields it asks for',
  },
  PLUGIN_OPERATION_INVALID: {
    meaning: 'a mutation or a subscription of a client part is not valid',
    fix: 'correct the document that is named, and list the server part whose fields it has',
  },
  PLUGIN_LOAD_FAILED: {
    meaning: 'the module of a plugin threw, took too long, or exports no object of hooks',
    fix: 'correct the module; the message is that of its error',
  },
  PLUGIN_MANIFEST_INVALID: {
    meaning: 'the manifest of a plugin is not valid',
    fix: 'correct the key that is named in definePlugin',
  },
  PLUGIN_SDK_MISMATCH: {
    meaning: 'a plugin is written for another contract than the server has',
    fix: 'update the one of the two that is older',
  },
  PLUGIN_DEPENDENCY_MISSING: {
    meaning: 'a plugin requires another plugin that is not listed, or not listed in that version',
    fix: 'list the other plugin, or update it',
  },
  PLUGIN_DEPENDENCY_CYCLE: {
    meaning: 'plugins require each other, or are ordered before each other, in a circle',
    fix: 'remove one of the named requirements or orders',
  },
  PLUGIN_CONFIG_INVALID: {
    meaning: 'the settings of a plugin do not fit its schema',
    fix: 'correct the setting in plugins.json or in the environment variable that is named',
  },
  PLUGIN_CONFIG_UNREAD: {
    meaning: 'plugins.json configures a plugin that is listed under client only, so nothing reads it (advice)',
    fix: 'give the plugin a server part whose public names the keys, or use the option plugins_config of the embed',
  },
  PLUGIN_CONFLICT: {
    meaning: 'two plugins, or a plugin and the core, define the same thing',
    fix: 'rename it in one of them, or let one win by settings.<plugin>.allow in plugins.json',
  },
  PLUGIN_HOOK_INVALID: {
    meaning: 'a hook has a name or a shape that does not exist',
    fix: 'write the value that the message names as expected',
  },
  PLUGIN_UNKNOWN_TYPE: {
    meaning: 'a resolver or hook is for a type the schema does not have',
    fix: 'define the type in typeDefs, or correct the name',
  },
  PLUGIN_UNKNOWN_FIELD: {
    meaning: 'a resolver, hook or filter is for a field the schema does not have',
    fix: 'define the field in typeDefs, or correct the name',
  },
  PLUGIN_GLOBAL_CHANGED: {
    meaning: 'code of a plugin replaced a built-in of JavaScript or Node, or changed Object.prototype',
    fix: "use a function of the plugin's own, or allow it by settings.<plugin>.allow",
  },
  PLUGIN_GLOBAL_ADDED: {
    meaning: 'code of a plugin added something to a built-in of JavaScript or Node (advice)',
    fix: "use a function of the plugin's own",
  },
  PLUGIN_PROCESS_LISTENER: {
    meaning: 'the modules of a plugin listen to events of the process (advice)',
    fix: 'use the hooks init and shutdown',
  },
  PLUGIN_HOOK_FAILED: { meaning: 'a hook threw an unexpected error', fix: 'correct the hook; its error is the cause' },
  PLUGIN_TIMEOUT: {
    meaning: 'a hook did not finish in time',
    fix: 'await less in the hook, or start the work without awaiting it',
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
    fix: 'remove the settings, or list the plugin',
  },
  PLUGIN_LIST_FIXED: {
    meaning: 'the list comes from PLATFORM_PLUGINS_JSON, so no command can change it',
    fix: 'change the variable',
  },
  PLUGIN_NAME_INVALID: {
    meaning: 'the name of a plugin is not valid, or leads out of the folder of plugins',
    fix: 'use lower-case letters, digits, - . _ and no path',
  },
  PLUGIN_RANGE_IGNORED: {
    meaning: 'plugins.json gives a range for a plugin in a folder, whose version does not fit it (advice)',
    fix: 'remove the range, or the folder',
  },
  PLUGIN_RANGE_INVALID: { meaning: 'a range of versions is not valid', fix: 'write a range like ^1.2' },
  PLUGIN_EXISTS: { meaning: 'a plugin of that name exists already', fix: 'choose another name' },
  PLUGIN_NOT_LISTED: {
    meaning: 'plugins.json does not list that plugin',
    fix: '`platform plugins list` shows what is listed',
  },
  PLUGIN_INSTALL_FAILED: {
    meaning: 'the package manager could not install the package; nothing was changed',
    fix: 'read the message of the package manager, which names the cause',
  },
  PLUGIN_ROUTE_WITHOUT_ADMIN: {
    meaning: 'a route is open to a role, and closed to administrators (advice)',
    fix: 'use needed.atLeast(role), which lets stronger roles in too',
  },
  PLUGIN_ROUTE_OUTSIDE: {
    meaning: 'a route is outside of the paths that carry the name of its plugin (advice)',
    fix: 'begin it with /api/v1/<name>, /api/v1/auth/<name> or /<name>',
  },
  PLUGIN_REFUSED: {
    meaning: 'the installed package is no plugin that fits this server; it was removed again',
    fix: 'choose another package or version',
  },
  PLUGIN_OVERRIDE: {
    meaning: "a part of a plugin is used in place of another's, as the operator allows (note)",
    fix: 'do nothing if this is intended; otherwise remove the entry of allow',
  },
  PLUGIN_ALLOW_UNUSED: {
    meaning: 'settings.<plugin>.allow names a part that the plugin does not have (advice)',
    fix: 'correct the entry, or remove it',
  },
  PLUGIN_SORT_UNUSED: {
    meaning: 'no query can ask for a sort of a plugin (advice)',
    fix: 'add its value to SORT_COMMENTS_BY in typeDefs',
  },
  SCHEMA_DESCRIPTION: {
    meaning: 'a type or field is described twice; the first description stays (advice)',
    fix: 'remove the second description',
  },
  SCHEMA_NOT_A_ROOT: {
    meaning: 'a type has the name that other servers give a root type, and no query reaches it here (advice)',
    fix: 'write RootQuery, RootMutation or Subscription',
  },
  SCHEMA_CONFLICT: {
    meaning: 'two definitions of one field, type, value or directive differ',
    fix: 'rename it in one, make both the same, or let one win by settings.<plugin>.allow',
  },
  SCHEMA_REQUIRED_INPUT: {
    meaning: 'a plugin adds a required field to an input type of another: requests without it would be refused',
    fix: 'make it nullable, or give it a default',
  },
  SCHEMA_UNKNOWN_TYPE: {
    meaning: 'typeDefs name or extend a type that neither the core nor a plugin defines',
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
    meaning: 'typeDefs contain an operation or a fragment, which defines no type',
    fix: 'remove everything but definitions',
  },
  SCHEMA_NOT_TEXT: {
    meaning: 'typeDefs are not one text',
    fix: 'give GraphQL definitions as one text; print a parsed document first',
  },
  SCHEMA_TOO_LARGE: {
    meaning: 'typeDefs are longer than a million bytes',
    fix: 'remove definitions that are not needed, or split the plugin',
  },
  SCHEMA_INVALID: {
    meaning: 'each definition is valid by itself, but together they are no valid schema',
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
