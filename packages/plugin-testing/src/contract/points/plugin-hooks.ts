import { messageOf } from '@platform/plugin-host'
import type { HookDefinition } from '@platform/plugin-sdk'
import type { Finding } from '../finding.ts'
import type { Subject } from '../subject.ts'

/** A value that no hook can have, so that each schema must refuse it. */
const NO_HOOK = Symbol('a value that no hook can have')

/** A schema that accepts everything finds no mistake in another plugin, and one that throws names the wrong plugin. */
export async function checkDefinedHooks({ hooks }: Subject): Promise<Finding[]> {
  const defines: Readonly<Record<string, HookDefinition>> = hooks.defines ?? {}
  const found = await Promise.all(
    Object.entries(defines).map(async ([name, { schema }]): Promise<Finding[]> => {
      const finding = (message: string): Finding[] => [
        {
          point: 'plugin-hooks',
          message: `the schema of the hook ${name} ${message}`,
          fix: 'describe the value in it',
        },
      ]
      try {
        const { issues } = await schema['~standard'].validate(NO_HOOK)
        return issues ? [] : finding('accepts every value')
      } catch (error) {
        return finding(`throws instead of reporting what is wrong: ${messageOf(error)}`)
      }
    }),
  )
  return found.flat()
}
