import type { z } from 'zod'
import type { Mode } from './config.ts'

export const topics = [
  'Server',
  'Stores',
  'Tokens',
  'Mail',
  'Captcha',
  'Moderation',
  'Plugins',
  'Clients',
  'Languages',
] as const

/** The values that a default may depend on: texts of other variables, as set or as defaulted. */
export interface Lookup {
  readonly mode: Mode
  text(name: string): string | undefined
}

/**
 * One environment variable. The table of variables is the only place that names them: parsing, describing and the
 * reference page all read it.
 */
export interface Variable<T = unknown, Presence extends 'always' | 'optional' = 'always' | 'optional'> {
  readonly topic: (typeof topics)[number]
  /** The form of a value, for the reference. */
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
  /** The text of the column "required" in the reference, when that depends on other variables. */
  readonly requiredWhen?: string
  /**
   * `secret`: never shown. `credentials`: an address, shown without the credentials that it may hold. `settings`: a
   * list of plugins, shown without their settings.
   */
  readonly hides?: 'secret' | 'credentials' | 'settings'
  /** `true` when an empty text is a value; for other variables it counts as not set. */
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
