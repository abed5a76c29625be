/** What the names of published plugins begin with. */
export const PREFIX = 'platform-plugin-'

const LONGEST = 214

/** Names of npm packages; nothing that could lead out of a folder or be taken for an option of a command. */
const NAME = /^(?:@[a-z0-9][a-z0-9._~-]*\/)?[a-z0-9][a-z0-9._~-]*$/

/** Whether a plugin may be called that. */
export function isPluginName(name: string): boolean {
  return name.length <= LONGEST && NAME.test(name) && !name.includes('..') && name !== 'node_modules'
}

/** The name people say: `respect` for `platform-plugin-respect`, `@acme/polls` for `@acme/platform-plugin-polls`. */
export function shortName(name: string): string {
  return name.replace(/^(@[^/]+\/)?platform-plugin-(?=.)/, '$1')
}

/** Whether two names mean one plugin; the prefix may be left out. */
export function isSameName(a: string, b: string): boolean {
  return shortName(a) === shortName(b)
}
