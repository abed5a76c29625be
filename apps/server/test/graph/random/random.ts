/** Random choices that are the same for the same key. */
export interface Random {
  /** A number from 0 up to, and without, 1. */
  fraction(): number
  below(limit: number): number
  one<V>(choices: readonly V[]): V
  /** Whether something happens that happens with this probability. */
  maybe(probability: number): boolean
}

export function randomOf(key: string): Random {
  let state = hashOf(key)
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(fraction() * limit)
  return {
    fraction,
    below,
    one: choices => choices[below(choices.length)]!,
    maybe: probability => fraction() < probability,
  }
}

/** A number that stands for a text. */
export function hashOf(text: string): number {
  let hash = 2166136261
  for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 16777619)
  return hash >>> 0
}
