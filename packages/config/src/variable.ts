import type { z } from 'zod'
import type { Mode } from './config.ts'

export const topics = ['Server', 'Stores', 'Tokens', 'Mail', 'Captcha', 'Moderation', 'Plugins', 'Clients'] as const

/** What a default may depend on: other variables' texts, as set or as defaulted. */
export interface Lookup {
  readonly mode: Mode
  text(name: string): string | undefined
}

/**
 * One environment variable. The table of these is the only place that knows a variable: parsing,
 * describing and the reference page are all read from it.
 */
export interface Variable<T = unknown, Presence extends 'always' | 'optional' = 'always' | 'optional'> {
  readonly topic: (typeof topics)[number]
  /** What a value looks like, for the reference. */
  readonly type: string
  readonly meaning: string
  readonly schema: z.ZodType<T, string>
  /** `always`: there is a value once loading has succeeded. */
  readonly presence: Presence
  /** Used when the variable is not set, in the variable's own grammar. */
  readonly default?: string
  /** A default that depends on other variables; `meaning` says how, for the reference. */
  readonly derived?: { readonly meaning: string; text(lookup: Lookup): string | undefined }
  readonly requiredInProduction?: boolean
  /** Replaces the reference's "required" column where the rule involves other variables. */
  readonly requiredWhen?: string
  /**
   * `secret`: never shown. `credentials`: an address, which may hold some although it must not: shown without.
   * `settings`: a list of plugins, shown without what they are configured with.
   */
  readonly hides?: 'secret' | 'credentials' | 'settings'
  /** An empty text is a value to be checked here; elsewhere it counts as not set. */
  readonly emptyCounts?: boolean
}

type Definition<T> = Omit<Variable<T>, 'presence'>

/** A variable that has a value once loading has succeeded: it has a default, or production requires it. */
export function defineVariable<T>(definition: Definition<T>): Variable<T, 'always'> {
  return { ...definition, presence: 'always' }
}

/** A variable that may stay without a value. */
export function defineOptional<T>(definition: Definition<T>): Variable<T, 'optional'> {
  return { ...definition, presence: 'optional' }
}
