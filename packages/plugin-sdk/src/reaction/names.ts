import pluralize from 'pluralize'

/**
 * Options of {@link defineReaction}, for a reaction whose plural is not regular.
 *
 * @example
 * defineReaction({ name: 'applaud', plural: 'applause' })
 */
export interface ReactionOptions {
  /** The verb in lower case, letters only: `respect`, `like`. */
  readonly name: string
  /** The name of the sort, in lower case. @defaultValue the English plural of the name */
  readonly plural?: string
}

/**
 * The names that are derived from a reaction's name.
 *
 * @example
 * const names: ReactionNames = { lower: 'respect', type: 'Respect', action: 'RESPECT', plural: 'respects' }
 */
export interface ReactionNames {
  /** The name of fields and counters: `respect`. */
  readonly lower: string
  /** The name of types: `Respect`. */
  readonly type: string
  /** The type of actions: `RESPECT`. */
  readonly action: string
  /** The name of the sort: `respects`. */
  readonly plural: string
}

/** Derives all names from one name. @throws Error for a name that GraphQL names can't contain */
export function reactionNames(options: string | ReactionOptions): ReactionNames {
  const { name, plural = pluralize(name) } = typeof options === 'string' ? { name: options } : options
  for (const word of [name, plural]) {
    if (!/^[a-z]+$/.test(word))
      throw new Error(`defineReaction(${JSON.stringify(options)}): use lower-case letters only, like 'respect'`)
  }
  return { lower: name, type: name[0]!.toUpperCase() + name.slice(1), action: name.toUpperCase(), plural }
}
