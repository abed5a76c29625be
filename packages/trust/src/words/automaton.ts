/**
 * Finds many sequences of symbols in one pass, by the algorithm of Aho and Corasick. States are numbers, and 0 is the
 * start. All edges are in one map, because a map for each state would need more memory than the symbols.
 */
export interface Automaton<T> {
  /** Calls `visit` for each sequence that ends at a symbol, longest first, until it answers `true`. */
  search(symbols: readonly { readonly symbol: string }[], visit: (value: T, end: number) => boolean): void
}

/** Builds an automaton for sequences that are not empty. Time and memory grow with the sum of their lengths. */
export function createAutomaton<T>(sequences: Iterable<readonly [symbols: readonly string[], value: T]>): Automaton<T> {
  const numbers = new Map<string, number>()
  const list = [...sequences]
  for (const [symbols] of list)
    for (const symbol of symbols) if (!numbers.has(symbol)) numbers.set(symbol, numbers.size)
  const edges = new Map<number, number>()
  const follow = (state: number, symbol: number) => edges.get(state * numbers.size + symbol)

  /** For each state: its depth, the edge that leads to it, and the values of the sequences that end there. */
  const states: { depth: number; parent: number; symbol: number; values: T[] }[] = [
    { depth: 0, parent: 0, symbol: -1, values: [] },
  ]
  for (const [symbols, value] of list) {
    let state = 0
    for (const name of symbols) {
      const symbol = numbers.get(name)!
      let next = follow(state, symbol)
      if (next === undefined) {
        next = states.push({ depth: states[state]!.depth + 1, parent: state, symbol, values: [] }) - 1
        edges.set(state * numbers.size + symbol, next)
      }
      state = next
    }
    states[state]!.values.push(value)
  }

  /** For each state: the state of the longest suffix that also begins a sequence. */
  const fallback = new Int32Array(states.length)
  /** For each state: the nearest such suffix at which a sequence ends; 0 when there is none. */
  const shorter = new Int32Array(states.length)
  const step = (from: number, symbol: number): number => {
    for (let state = from; ; state = fallback[state]!) {
      const next = follow(state, symbol)
      if (next !== undefined) return next
      if (state === 0) return 0
    }
  }
  for (const [state, { depth, parent, symbol }] of [...states.entries()].sort(([, a], [, b]) => a.depth - b.depth)) {
    if (depth > 1) fallback[state] = step(fallback[parent]!, symbol)
    const back = fallback[state]!
    shorter[state] = states[back]!.values.length > 0 ? back : shorter[back]!
  }

  return {
    search(symbols, visit) {
      let state = 0
      for (const [i, { symbol: name }] of symbols.entries()) {
        const symbol = numbers.get(name)
        state = symbol === undefined ? 0 : step(state, symbol)
        for (let end = state; end !== 0; end = shorter[end]!) {
          for (const value of states[end]!.values) if (visit(value, i)) return
        }
      }
    },
  }
}
