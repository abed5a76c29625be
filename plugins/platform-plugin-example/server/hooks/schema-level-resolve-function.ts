import type { Resolver } from '@platform/plugin-sdk'
import type { ExampleContext } from '../context-types.ts'
import { tally } from '../tally.ts'

/**
 * `schemaLevelResolveFunction`: runs before the root fields of every operation, and gives their root. Use it for
 * measurements. With it no reader's answer is given to another: leave it out unless you need it.
 */
export const schemaLevelResolveFunction: Resolver<ExampleContext> = root => {
  tally.operations++
  return root
}
