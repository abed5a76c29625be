import { nearestName } from '@platform/plugin-sdk'
import { variableNames } from './variables/index.ts'

const FREE_PREFIXES = /^PLATFORM_(PLUGIN|CLIENT|TEST)_/

/** Makes a warning for each `PLATFORM_…` name that no code reads; names of plugins and clients are free. */
export function unknownNameWarnings(names: readonly string[]): string[] {
  const known = new Set<string>(variableNames)
  return names
    .filter(name => name.startsWith('PLATFORM_') && !known.has(name) && !FREE_PREFIXES.test(name))
    .map(name => {
      const near = nearestVariable(name)
      return `${name} is not a variable of the platform${near === undefined ? '' : `; did you mean ${near}?`}`
    })
}

/** Names are compared without the prefix, which would make all of them alike. */
function nearestVariable(name: string): string | undefined {
  const near = nearestName(withoutPrefix(name), variableNames.map(withoutPrefix))
  return variableNames.find(known => withoutPrefix(known) === near)
}

function withoutPrefix(name: string): string {
  return name.replace(/^PLATFORM_/, '')
}
