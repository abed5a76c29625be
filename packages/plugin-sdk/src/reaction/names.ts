import pluralize from 'pluralize'

/**
 * What {@link defineReaction} is told, where a name alone is not enough.
 *
 * @example
 * defineReaction({ name: 'applaud', plural: 'applause' })
 */
export interface ReactionOptions {
  /** The verb in lower case, letters only: `respect`, `like`. */
  readonly name: string
  /** What its sort is called, in lower case. @defaultValue the English plural of the name */
  readonly plural?: string
}

/**
 * The names derived from a reaction's name.
 *
 * @example
 * const names: ReactionNames = { lower: 'respect', type: 'Respect', action: 'RESPECT', plural: 'respects' }
 */
export interface ReactionNames {
  /** Of fields and counters: `respect` */
  readonly lower: string
  /** Of types: `Respect` */
  readonly type: string
  /** Of actions: `RESPECT` */
  readonly action: string
  /** Of the sort: `respects` */
  readonly plural: string
}

/** Derives all names from one. @throws Error for a name that can't be part of GraphQL names. */
export function reactionNames(options: string | ReactionOptions): ReactionNames {
  const { name, plural = pluralize(name) } = typeof options === 'string' ? { name: options } : options
  for (const word of [name, plural]) {
    if (!/^[a-z]+$/.test(word))
      throw new Error(`defineReaction(${JSON.stringify(options)}): use lower-case letters only, like 'respect'`)
  }
  return { lower: name, type: name[0]!.toUpperCase() + name.slice(1), action: name.toUpperCase(), plural }
}
