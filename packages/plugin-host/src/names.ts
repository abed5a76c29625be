/** What the names of published plugins begin with. */
export const PREFIX = 'platform-plugin-'

const LONGEST = 214

/** Names of npm packages, without those that lead out of a folder or look like an option of a command. */
const NAME = /^(?:@[a-z0-9][a-z0-9._~-]*\/)?[a-z0-9][a-z0-9._~-]*$/

/** Whether a plugin may be called that. */
export function isPluginName(name: string): boolean {
  return name.length <= LONGEST && NAME.test(name) && !name.includes('..') && name !== 'node_modules'
}

/** The name without the prefix: `respect` for `platform-plugin-respect`, `@acme/polls` for `@acme/platform-plugin-polls`. */
export function shortName(name: string): string {
  return name.replace(/^(@[^/]+\/)?platform-plugin-(?=.)/, '$1')
}

/** Whether two names mean one plugin; the prefix may be left out. */
export function isSameName(a: string, b: string): boolean {
  return shortName(a) === shortName(b)
}

/** Identifiers, and dashes: a context is often called like its plugin. */
const MOUNTABLE = /^[A-Za-z_$][\w$-]*$/
/** Names that every object has, or that make one look like a promise. */
const RESERVED = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype', 'then'])

/** Why nothing can be mounted under a name, such as `context.plugins.<name>`; `null` for one that will do. */
export function unmountable(name: string): string | null {
  if (RESERVED.has(name))
    return `nothing can be called ${JSON.stringify(name)}: objects of JavaScript have that name themselves`
  return MOUNTABLE.test(name)
    ? null
    : `${JSON.stringify(name)} is no name: letters, digits, _ $ and - only, and a letter first`
}

/** Whether a path is under one of these names: `/api/v1/<name>`, `/api/v1/auth/<name>`, `/<name>`, and what follows. */
export function isOwnPath(path: string, names: readonly string[]): boolean {
  const parts = path.split('/').slice(1)
  if (parts.includes('..')) return false
  const [first, second, third, fourth] = parts
  return names.some(
    name =>
      isNamed(first, name) ||
      (first === 'api' && second === 'v1' && (isNamed(third, name) || (third === 'auth' && isNamed(fourth, name)))),
  )
}

/** `likes`, and what continues it: `likes.json`, `likes:id`. */
function isNamed(part: string | undefined, name: string): boolean {
  return part === name || (part?.startsWith(name) === true && /^[.:({]/.test(part.slice(name.length)))
}
