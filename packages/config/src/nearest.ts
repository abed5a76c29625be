import { variableNames } from './variables/index.ts'

const FREE_PREFIXES = /^PLATFORM_(PLUGIN|CLIENT|TEST)_/
const FARTHEST = 3

/** The Levenshtein distance. It has ten lines and serves one warning at boot, so no dependency is taken for it. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j++) {
      const substituted = (row[j] ?? 0) + (letter === b[j] ? 0 : 1)
      next.push(Math.min(substituted, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}

const withoutPrefix = (name: string) => name.replace(/^PLATFORM_/, '')

function nearestName(name: string): string | undefined {
  const ranked = variableNames
    .map(known => ({ known, far: distance(withoutPrefix(name), withoutPrefix(known)) }))
    .sort((a, b) => a.far - b.far)
  const best = ranked[0]
  return best !== undefined && best.far <= FARTHEST ? best.known : undefined
}

/** Makes a warning for each `PLATFORM_…` name that no code reads; names of plugins and clients are free. */
export function unknownNameWarnings(names: readonly string[]): string[] {
  const known = new Set<string>(variableNames)
  return names
    .filter(name => name.startsWith('PLATFORM_') && !known.has(name) && !FREE_PREFIXES.test(name))
    .map(name => {
      const near = name.length > 100 ? undefined : nearestName(name)
      return `${name} is not a variable of the platform${near === undefined ? '' : `; did you mean ${near}?`}`
    })
}
