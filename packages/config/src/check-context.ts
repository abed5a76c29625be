import type { PartialValues, VariableName } from './variables/index.ts'

/** The values that the rules between variables compare, and the functions by which they report. */
export interface CheckContext {
  readonly values: PartialValues
  readonly production: boolean
  /** Says whether the operator gave this variable; a default does not count. */
  given(name: VariableName): boolean
  refuse(variable: VariableName, message: string): void
  warn(message: string): void
}
