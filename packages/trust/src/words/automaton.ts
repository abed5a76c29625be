/**
 * Finds many sequences of symbols in one pass, by the algorithm of Aho and Corasick. States are numbers, and 0 is the
 * start. All edges are in one map, because a map for each state would need more memory than the symbols.
 */
export interface Automaton<T> {
  /** Calls `visit` for each sequence that ends at a symbol, longest first, until it answers `true`. */
  search(symbols: readonly { readonly symbol: string }[], visit: (value: T, end: number) => boolean): void
}

/** So many sequences or states are looked at without a pause, which takes some milliseconds. */
export const PIECE = 2_000

/**
 * Builds an automaton for sequences that are not empty, in pieces. Time and memory grow with the sum of their lengths.
 */
export function* automatonOf<T>(
  sequences: readonly (readonly [symbols: readonly string[], value: T])[],
): Generator<void, Automaton<T>> {
  const numbers = new Map<string, number>()
  for (const [i, [symbols]] of sequences.entries()) {
    for (const symbol of symbols) if (!numbers.has(symbol)) numbers.set(symbol, numbers.size)
    if (i % PIECE === PIECE - 1) yield
  }
  const edges = new Map<number, number>()
  const follow = (state: number, symbol: number) => edges.get(state * numbers.size + symbol)

  /** For each state: the state before it, and the symbol of the edge from there. */
  const before = [0]
  const edge = [-1]
  /** The states by their depth. */
  const levels: number[][] = []
  /** The values of the sequences that end at a state. */
  const values = new Map<number, T[]>()
  for (const [i, [symbols, value]] of sequences.entries()) {
    let state = 0
    for (const [depth, name] of symbols.entries()) {
      const symbol = numbers.get(name)!
      let next = follow(state, symbol)
      if (next === undefined) {
        next = before.push(state) - 1
        edge.push(symbol)
        edges.set(state * numbers.size + symbol, next)
        const level = levels[depth]
        if (level) level.push(next)
        else levels.push([next])
      }
      state = next
    }
    const ending = values.get(state)
    if (ending) ending.push(value)
    else values.set(state, [value])
    if (i % PIECE === PIECE - 1) yield
  }

  /** For each state: the state of the longest suffix that also begins a sequence. */
  const fallback = new Int32Array(before.length)
  /** For each state: the nearest such suffix at which a sequence ends; 0 when there is none. */
  const shorter = new Int32Array(before.length)
  const step = (from: number, symbol: number): number => {
    for (let state = from; ; state = fallback[state]!) {
      const next = follow(state, symbol)
      if (next !== undefined) return next
      if (state === 0) return 0
    }
  }
  // The states of the first level have no shorter suffix.
  for (const [i, state] of levels.slice(1).flat().entries()) {
    const back = step(fallback[before[state]!]!, edge[state]!)
    fallback[state] = back
    shorter[state] = values.has(back) ? back : shorter[back]!
    if (i % PIECE === PIECE - 1) yield
  }

  return {
    search(symbols, visit) {
      let state = 0
      for (const [i, { symbol: name }] of symbols.entries()) {
        const symbol = numbers.get(name)
        state = symbol === undefined ? 0 : step(state, symbol)
        for (let end = state; end !== 0; end = shorter[end]!) {
          for (const value of values.get(end) ?? []) if (visit(value, i)) return
        }
      }
    },
  }
}
