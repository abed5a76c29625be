import type { z } from 'zod'
import type { Variable } from '../variable.ts'
import { languageVariables } from './languages.ts'
import { captchaVariables, deliveryVariables, mailVariables, outboundVariables } from './mail.ts'
import { clientVariables, moderationVariables, pluginVariables } from './moderation.ts'
import { serverVariables } from './server.ts'
import { storeVariables } from './stores.ts'
import { tokenVariables } from './tokens.ts'

/** Every variable the platform reads, in the order of the reference page. */
export const variables = {
  ...serverVariables,
  ...outboundVariables,
  ...storeVariables,
  ...tokenVariables,
  ...mailVariables,
  ...deliveryVariables,
  ...captchaVariables,
  ...moderationVariables,
  ...pluginVariables,
  ...clientVariables,
  ...languageVariables,
}

export type VariableName = keyof typeof variables

export const variableNames = Object.keys(variables) as VariableName[]

export const variableNamed = (name: VariableName): Variable => variables[name]

/** Parsed values when no value was refused: those of presence `always` are never undefined. */
export type Values = {
  readonly [Name in VariableName]: (typeof variables)[Name] extends Variable<infer T, infer Presence>
    ? Presence extends 'always'
      ? T
      : T | undefined
    : never
}

/** Parsed values while problems are still being collected; any of them may be undefined. */
export type PartialValues = {
  readonly [Name in VariableName]?: z.output<(typeof variables)[Name]['schema']> | undefined
}
