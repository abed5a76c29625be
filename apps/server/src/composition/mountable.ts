/** Identifiers, and dashes: a context is often called like its plugin. */
const NAME = /^[A-Za-z_$][\w$-]*$/
/** Names every object has, or that make one look like a promise. */
const TAKEN = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype', 'then'])

/** Why nothing can be mounted under a name, such as `context.plugins.<name>`; `null` for one that will do. */
export function unmountable(name: string): string | null {
  if (TAKEN.has(name))
    return `nothing can be called ${JSON.stringify(name)}: objects of JavaScript have that name themselves`
  return NAME.test(name)
    ? null
    : `${JSON.stringify(name)} is no name: letters, digits, _ $ and - only, and a letter first`
}
