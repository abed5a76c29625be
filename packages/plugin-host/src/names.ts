/** The beginning of the names of published plugins. */
export const PREFIX = 'platform-plugin-'

const LONGEST = 214

/** Names of npm packages, except those that lead out of a folder or look like an option of a command. */
const NAME = /^(?:@[a-z0-9][a-z0-9._~-]*\/)?[a-z0-9][a-z0-9._~-]*$/

/** Whether a text is a valid name of a plugin. */
export function isPluginName(name: string): boolean {
  return name.length <= LONGEST && NAME.test(name) && !name.includes('..') && name !== 'node_modules'
}

/**
 * The name without the prefix: `respect` for `platform-plugin-respect`, `@acme/polls` for
 * `@acme/platform-plugin-polls`.
 */
export function shortName(name: string): string {
  return name.replace(/^(@[^/]+\/)?platform-plugin-(?=.)/, '$1')
}

/** The name without prefix and scope, with which names in stores begin: `polls` for `@acme/platform-plugin-polls`. */
export function baseName(name: string): string {
  return shortName(name).replace(/^@[^/]+\//, '')
}

/** Whether two names mean the same plugin; either may lack the prefix. */
export function isSameName(a: string, b: string): boolean {
  return shortName(a) === shortName(b)
}

/** Identifiers, also with dashes, because a context often has the name of its plugin. */
const MOUNTABLE = /^[A-Za-z_$][\w$-]*$/
/** Names that every object has, or that make one look like a promise. */
const RESERVED = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype', 'then'])

/** The reason why a name can't be used in `context.plugins.<name>` and the like; `null` when it can. */
export function unmountable(name: string): string | null {
  if (RESERVED.has(name))
    return `nothing can be called ${JSON.stringify(name)}: objects of JavaScript have that name themselves`
  return MOUNTABLE.test(name)
    ? null
    : `${JSON.stringify(name)} is no name: letters, digits, _ $ and - only, and a letter first`
}

/** Whether a path is `/api/v1/<name>`, `/api/v1/auth/<name>` or `/<name>` for one of the names, or is below these. */
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

/** Whether a part of a path is a name, or continues it: `likes`, `likes.json`, `likes:id`. */
function isNamed(part: string | undefined, name: string): boolean {
  return part === name || (part?.startsWith(name) === true && /^[.:({]/.test(part.slice(name.length)))
}
