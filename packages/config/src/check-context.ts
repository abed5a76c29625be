import type { PartialValues, VariableName } from './variables/index.ts'

/** What the rules between variables look at, and where they report. */
export interface CheckContext {
  readonly values: PartialValues
  readonly production: boolean
  /** Whether the operator gave this variable, rather than a default. */
  given(name: VariableName): boolean
  refuse(variable: VariableName, message: string): void
  warn(message: string): void
}
