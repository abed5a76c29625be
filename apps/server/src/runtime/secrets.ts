/** The text that replaces a secret. */
export const CENSORED = '[hidden]'

/** Shorter secrets are not replaced, because they would also be found inside of ordinary words. */
const SHORTEST = 6

const known = new Set<string>()
let pattern: RegExp | null = null

/** Adds secrets, which from now on are replaced in every log line and every report of this process. */
export function keepSecret(values: readonly string[]): void {
  const before = known.size
  for (const value of values) {
    if (value.trim().length < SHORTEST) continue
    // In a log line a secret is escaped as JSON, and in an address it is percent-encoded.
    for (const form of [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)]) known.add(form)
  }
  // Longer secrets come first, because one secret may begin with another.
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

/** Replaces all known secrets in a text. */
export function withoutSecrets(text: string): string {
  return pattern === null ? text : text.replace(pattern, CENSORED)
}

/** Replaces all known secrets in everything that the process prints. */
export function guardOutput({ stdout, stderr }: Pick<NodeJS.Process, 'stdout' | 'stderr'> = process): void {
  for (const stream of [stdout, stderr]) {
    const write = stream.write.bind(stream) as (text: unknown, ...rest: unknown[]) => boolean
    stream.write = ((text: unknown, ...rest: unknown[]) =>
      write(typeof text === 'string' ? withoutSecrets(text) : text, ...rest)) as typeof stream.write
  }
}
