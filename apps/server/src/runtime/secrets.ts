/** What stands in place of a secret. */
export const CENSORED = '[hidden]'

/** Shorter ones are found in words that are none. */
const SHORTEST = 6

const known = new Set<string>()
let pattern: RegExp | null = null

/** Keeps these texts out of every line of a log and every report of this process, from now on. */
export function keepSecret(values: readonly string[]): void {
  const before = known.size
  for (const value of values) {
    if (value.trim().length < SHORTEST) continue
    // A line of a log is JSON, and an address holds it encoded.
    for (const form of [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)]) known.add(form)
  }
  // The longest first: one secret may begin with another.
  if (known.size > before)
    pattern = new RegExp(
      [...known]
        .toSorted((a, b) => b.length - a.length)
        .map(escaped)
        .join('|'),
      'g',
    )
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}

/** A text without the secrets this process knows. */
export function withoutSecrets(text: string): string {
  return pattern === null ? text : text.replace(pattern, CENSORED)
}

/** Has all that a process prints pass without its secrets. */
export function guardOutput({ stdout, stderr }: Pick<NodeJS.Process, 'stdout' | 'stderr'> = process): void {
  for (const stream of [stdout, stderr]) {
    const write = stream.write.bind(stream) as (text: unknown, ...rest: unknown[]) => boolean
    stream.write = ((text: unknown, ...rest: unknown[]) =>
      write(typeof text === 'string' ? withoutSecrets(text) : text, ...rest)) as typeof stream.write
  }
}
